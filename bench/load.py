#!/usr/bin/python3
"""load: how long it takes from a move to the opponent's board while many play.

    script/bench load [--players N] [--games N] [--rate N] [--seconds N] [--warm-up N] [--clock CLOCK]
                      [--seed N] [--directory PATH] [--door telnet|websocket] [--beside BUILD [--rounds N]]
                                                            200 players, 50 games, 100 moves a second, 5 s

Starts the server of $SHOOGI_BUILD_ROOT (build/) on a database of its own under PATH (var/ of the source tree: a
disk, so that syncing costs what it costs), pinned to one processor, and load_players.c and itself to another.
Guests log in by telnet and switch CONFIRM off, or players with tokens come by WebSocket, and random legal moves are
made.  Prints the latency from the sending of the move to the board, or the event, at the opponent, and beside it what fdatasync of 4 KiB takes on the same disk in the
same seconds; then what the server used.  Afterwards every move that either player was shown has to be in the
database, in its place; if one is not the exit status is 1.

--beside: the build folder of another version of this tree, with its bench/load_tokens.  Both versions are measured in turn, three times
if nothing else is said, and the last line compares the medians: of the moves a second, and of the server's processor time for a move.

The figures to keep, with --players 10000 --games 1000 --rate 2000 --seconds 60: p99 under 20 ms by telnet, 30 ms by
WebSocket, and there less than 8 KiB of memory for a connection that is idle: those who do not play are."""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("SHOOGI_BUILD_ROOT", os.path.join(ROOT, "build"))
os.environ.setdefault("SHOOGI_VARIANTS", os.path.join(ROOT, "variants"))
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))

import harness  # noqa: E402

SYNCS_A_SECOND = 10
CPUS = sorted(os.sched_getaffinity(0))


class Syncs(threading.Thread):
    """Syncs a file of its own again and again, for comparison."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
        self.taken_s = []
        self.over = threading.Event()

    def run(self):
        while not self.over.wait(1 / SYNCS_A_SECOND):
            os.write(self.file, b"x" * 4096)
            began = time.perf_counter()
            os.fdatasync(self.file)
            self.taken_s.append(time.perf_counter() - began)

    def stop(self):
        self.over.set()
        self.join()
        os.close(self.file)
        taken = sorted(self.taken_s) or [0]
        return taken[len(taken) // 2] * 1e3, taken[len(taken) * 99 // 100] * 1e3


def pin(processor):
    """For a child: one processor, and a group of its own where processes are scheduled by group."""

    def go():
        os.setsid()
        os.sched_setaffinity(0, {processor})

    return go


def stored_moves(database):
    """By the game and the number of the move."""
    store = sqlite3.connect(database)
    rows = store.execute("SELECT game, number, text FROM event WHERE kind = 'move'")
    stored = {(game, number): text for game, number, text in rows}
    store.close()
    return stored


def shown_moves(acknowledged):
    """The moves in a file of load_players.c: (game, number, move)."""
    with open(acknowledged) as lines:
        return [(int(game), int(number), usi) for game, number, usi in (line.split() for line in lines)]


def not_stored(moves, stored):
    """A sentence for each of the moves (game, number, move) that is not stored."""
    return [
        f"game {game}: expected {usi} to be stored as move {number}, found {stored.get((game, number), 'nothing')}"
        for game, number, usi in moves
        if stored.get((game, number)) != usi
    ]


def check(database, acknowledged):
    """Every move that was shown is stored.  Returns how many."""
    shown = shown_moves(acknowledged)
    if found := not_stored(shown, stored_moves(database)):
        sys.exit(found[0])
    return len(shown)


class BuiltServer(harness.Server):
    """The server of a build folder."""

    def __init__(self, build, database, **more):
        self.build = build
        root = os.path.dirname(os.path.abspath(build))
        super().__init__(database, env={**os.environ, "SHOOGI_VARIANTS": os.path.join(root, "variants")}, **more)

    def command(self):
        return [os.path.join(self.build, "shoogi"), *super().command()[1:]]


def write_tokens(database, count, tokens, build=harness.BUILD_ROOT):
    """Adds players to a database of SQLite, and writes a file of their tokens for load_players.c."""
    with open(tokens, "w") as file:
        subprocess.run([os.path.join(build, "bench", "load_tokens"), database, str(count)], stdout=file, check=True)


def start_players(address, players, games, rate, warm_up, seconds, seed, acknowledged, clock="", tokens=None, **more):
    """Starts load_players.c, which prints its figures."""
    program = os.path.join(harness.BUILD_ROOT, "bench", "load_players")
    line = [program, *address, players, games, rate, warm_up, seconds, seed, clock, acknowledged, *([tokens] if tokens else [])]
    return subprocess.Popen(list(map(str, line)), stdout=subprocess.PIPE, text=True, **more)


def measure(options, directory, build):
    """Returns the moves a second, and the microseconds of the server's processor time for each."""
    database = os.path.join(directory, "db")
    acknowledged = os.path.join(directory, "acknowledged")
    tokens = os.path.join(directory, "tokens")
    sockets = options.door == "websocket"
    if sockets:
        write_tokens(database, options.players, tokens, build)
    os.sched_setaffinity(0, {CPUS[-1]})
    if len(CPUS) == 1:
        print("there is one processor only: the players take the server's time")
    with BuiltServer(build, database, preexec=pin(CPUS[0])) as server:
        players = start_players(
            server.http if sockets else server.telnet,
            options.players, options.games, options.rate, options.warm_up, options.seconds, options.seed,
            acknowledged, options.clock, tokens if sockets else None, preexec_fn=pin(CPUS[-1]),
        )
        figures, before_kib = {}, server.status_kib("VmRSS")
        syncs = Syncs(os.path.join(directory, "sync"))
        for line in players.stdout:
            word, _, rest = line.strip().partition(" ")
            if word == "begin":
                cpu, began = server.cpu_s(), time.monotonic()
                syncs.start()
            elif word == "end":
                cpu, took = server.cpu_s() - cpu, time.monotonic() - began
                sync_p50, sync_p99 = syncs.stop()
            elif word[0].isdigit():
                if "logged in" in line:
                    here_kib = server.status_kib("VmRSS")
                print(line.strip(), flush=True)
            else:
                figures[word] = float(rest)
        if players.wait() != 0:
            sys.exit("the players ended before their time")
        memory = server.status_kib("VmRSS") / 1024
    print(
        f"{options.players} players, {options.games} games: {figures['moves']:.0f} moves in {took:.0f} s, "
        f"{figures['rate']:.0f} a second ({options.rate} wanted, {figures['late']:.0f} sent late), "
        f"{figures['begun']:.0f} games begun anew"
    )
    print(
        f"move to opponent: p50 {figures['p50']:.1f} ms, p90 {figures['p90']:.1f} ms, "
        f"p99 {figures['p99']:.1f} ms, max {figures['max']:.1f} ms; "
        f"fdatasync beside it: p50 {sync_p50:.1f} ms, p99 {sync_p99:.1f} ms"
    )
    print(
        f"the server: {cpu / took:.0%} of one processor, {cpu / figures['moves'] * 1e6:.0f} us a move, "
        f"{memory:.0f} MiB, of which {(here_kib - before_kib) / options.players:.1f} KiB for each player who logged in"
    )
    print(f"{check(database, acknowledged)} moves were shown, and all are stored", flush=True)
    return figures["rate"], cpu / figures["moves"] * 1e6


def beside(options, directory):
    """Measures this version and another in turn."""
    builds = {"this version": harness.BUILD_ROOT, "the other one": options.beside}
    found = {name: [] for name in builds}
    for number in range(options.rounds):
        for name, build in builds.items():
            folder = os.path.join(directory, f"{len(found[name])}-{name}")
            os.mkdir(folder)
            print(f"round {number + 1}, {name}:", flush=True)
            found[name].append(measure(options, folder, build))
    (rate, cost), (other_rate, other_cost) = (
        [sorted(values)[len(values) // 2] for values in zip(*rounds)] for rounds in found.values()
    )
    print(
        f"this version / the other one: {rate / other_rate:.2f}x the moves a second; "
        f"{cost:.0f} and {other_cost:.0f} us of processor time a move, {other_cost / cost:.2f}x the moves for the same time"
    )


def run(parser, *measures):
    """The program of a benchmark: reads the options, and calls each function with them and a temporary folder.  Exits with 1 if one returns
    failures, which are printed."""
    parser.add_argument("--directory", default=os.path.join(ROOT, "var"))
    options = parser.parse_args()
    os.makedirs(options.directory, exist_ok=True)
    prefix = parser.prog.removesuffix(".py") + "-"
    for one in measures:
        with tempfile.TemporaryDirectory(prefix=prefix, dir=options.directory, ignore_cleanup_errors=True) as directory:
            failures = one(options, directory)
        if failures:
            print("\n".join(failures[:10]), flush=True)
            sys.exit(1)


def measure_one_or_both(options, directory):
    if options.beside:
        beside(options, directory)
    else:
        measure(options, directory, harness.BUILD_ROOT)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--door", choices=["telnet", "websocket"], default="telnet")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--warm-up", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clock", default="")
    parser.add_argument("--beside", metavar="BUILD")
    parser.add_argument("--rounds", type=int, default=3)
    run(parser, measure_one_or_both)


if __name__ == "__main__":
    main()
