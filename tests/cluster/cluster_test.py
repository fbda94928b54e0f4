"""Three servers on a database with a standby, while nodes are killed, stopped and cut off, and the database fails: players lose
nothing that was acknowledged or shown.

Pairs of players play across the nodes (play.py) and write down answers and events (players.py); faults.py breaks something and
mends it; in the end check.py compares the players' notes with the stored events.

    cluster_test.py [--faults N] [--longest S] [--pairs N] [--seed S] [--new-seed] [--broken WHAT] [--only FAULT,...]

--longest: seconds that a fault lasts at most.  --broken: the servers get something wrong (WRONG in cluster.py), and the test passes
if it finds that."""

import argparse
import glob
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time

import parts
from check import CLOCK_MS, check
from cluster import WRONG, Cluster
from engine_games import EngineGames
from faults import Faults
from harness import Scratch, note, run_tests
from network import Network
from play import Pair
from players import make_players

DOORS = (("http", "websocket"), ("telnet", "websocket"), ("telnet", "http"), ("websocket", "websocket"))
SETTINGS = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_wal_size=64MB")
AWAY, ENGINES_OPPONENT = "Away", "Cleo"
STUCK = "nobody could go on"


def number_from_1(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f'expected a number from 1 on, found "{text}": without faults nothing is tested')
    return int(text)


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=number_from_1, default=10)
    parser.add_argument("--longest", type=float, default=1)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--pace", type=float, default=0.05)
    parser.add_argument("--seed", default=os.environ.get("SHOOGI_SEED"))
    parser.add_argument("--new-seed", action="store_true")
    parser.add_argument("--network", action="store_true", help="in network namespaces, with clocks and disks; takes root")
    parser.add_argument("--story", action="store_true", help="print what happens")
    parser.add_argument("--broken", choices=WRONG)
    parser.add_argument("--only", type=lambda names: names.split(","), help="faults, such as kill,stop_database")
    options = parser.parse_args()
    options.seed = options.seed or (str(time.time_ns()) if options.new_seed else "1")
    note(f"SHOOGI_SEED={options.seed}")
    return options


OPTIONS = read_options()
sys.argv[1:] = []


class Run:
    """The players and what they write down."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.facts = []
        names = [(f"Anna{i}", f"Beth{i}") for i in range(OPTIONS.pairs)]
        tokens = make_players(cluster, [name for pair in names for name in pair] + [AWAY, ENGINES_OPPONENT])
        self.pairs = [Pair(cluster, i, pair, tokens, DOORS[i % len(DOORS)], AWAY, self.facts, OPTIONS.seed,
                           clock=f"{CLOCK_MS // 1000}s" if i % len(DOORS) == 3 else "", pace_s=OPTIONS.pace)
                      for i, pair in enumerate(names)]
        self.engine_games = EngineGames(cluster, ENGINES_OPPONENT, tokens[ENGINES_OPPONENT], self.facts, OPTIONS.seed)
        self.faults = Faults(cluster, self.pairs, tokens, random.Random(OPTIONS.seed), OPTIONS.longest, self.facts, OPTIONS.only)

    def play(self):
        threads = [*self.pairs, self.engine_games]
        for thread in threads:
            thread.start()
        try:
            for number in range(1, OPTIONS.faults + 1):
                self.cluster.emails.post(self.cluster, AWAY)
                self.faults.strike(number)
                self.fail_if_a_pair_has()
            self.engine_games.await_answer()
        finally:
            for thread in threads:
                thread.stopping.set()
            for thread in threads:
                thread.join()
        self.fail_if_a_pair_has()

    def fail_if_a_pair_has(self):
        for pair in self.pairs:
            assert not pair.failure, pair.failure

    def violations(self):
        self.cluster.revive()
        for node in self.cluster.nodes.values():
            node.stop()
        path = self.cluster.folder + "/games.db"
        self.cluster.copy(path)
        return check(sqlite3.connect(path), self.facts, self.cluster.trouble) + self.cluster.emails.violations(path)

    def keep(self, found):
        """Keeps the database, the players' notes and the faults, so that the reason can be found."""
        folder = os.path.join(parts.ROOT, "var", f"cluster-{OPTIONS.seed}")
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(self.cluster.folder + "/games.db"):
            shutil.copy(self.cluster.folder + "/games.db", folder)
        for name, rows in (("facts", self.facts), ("trouble", [self.cluster.trouble.intervals])):
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in rows)
        with open(folder + "/story", "w", encoding="utf-8") as file:
            file.write(self.cluster.story() + "\n\n" + "\n".join(found) + "\n")
        note(f"kept in {folder}")

    def report(self):
        kinds = {}
        for fact in self.facts:
            kinds[fact["kind"]] = kinds.get(fact["kind"], 0) + 1
        note(f"facts: {kinds}; faults: {self.faults.counts}; {len(self.cluster.emails.sent())} of {self.cluster.emails.posted} e-mails"
             f" sent; {self.engine_games.answers} moves of the engine")


def outside():
    """What takes root, and libfaketime."""
    if not OPTIONS.network:
        return {}
    clocks = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    if not clocks:
        note("clocks do not jump: faketime is missing")
    return {"network": Network.free(), "clocks": clocks[0] if clocks else None, "small": True}


def nothing_is_lost():
    began = time.monotonic()
    with Scratch() as folder, Cluster(folder, SETTINGS, **outside()) as cluster:
        cluster.aloud = OPTIONS.story
        run = Run(cluster)
        if OPTIONS.broken:
            cluster.go_wrong(OPTIONS.broken)
        stuck = []
        try:
            run.play()
        except AssertionError as error:
            stuck = [f"{STUCK}: {error}"]
        run.report()
        found = run.violations() + stuck
        note(f"{time.monotonic() - began:.0f} s")
        if OPTIONS.broken:
            if OPTIONS.broken != "notify":  # without news nobody can go on: so this fault is found
                found = [one for one in found if not one.startswith(STUCK)]
            assert found, f"the servers are broken ({OPTIONS.broken}), and nothing was found"
            note(f"found: {found[0]}")
            return
        if found:
            run.keep(found)
        assert not found, f"SHOOGI_SEED={OPTIONS.seed}: {len(found)} violations\n" + "\n".join(found[:10])


signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the context managers end processes and remove networks
run_tests([nothing_is_lost])
