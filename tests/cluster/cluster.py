"""cluster: several servers on a database with a standby, each reached through a proxy, to be broken by faults.py."""

import contextlib
import os
import subprocess
import threading
import time

from emails import Emails
from parts import DATABASES, NODES, Database, Failed, Node, Place, Proxy, uri_of
from harness import note, until
from nodes import admin

PAUSE_S = 0.02
SMALL_MIB = 320


def mount(*words):
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(done.stderr.strip())


class Trouble:
    """When each node was in trouble that the test has made, in wall time: intervals (begin, end)."""

    def __init__(self):
        self.lock = threading.Lock()
        self.intervals = {}

    def begin(self, name):
        with self.lock:
            self.intervals.setdefault(name, []).append([time.time(), None])

    def end(self, name):
        with self.lock:
            for interval in self.intervals.get(name, ()):
                interval[1] = interval[1] or time.time()

    def within(self, name, begin, end):
        """Whether the node, or all of them (a fault of the database), had any between two times."""
        with self.lock:
            return any(of <= end and (to is None or to >= begin)
                       for who in (name, "all") for of, to in self.intervals.get(who, ()))


# Faults that the test puts into the servers from outside.  A test that does not find them finds nothing.
WRONG = {
    # Without the number check a move that comes second is stored behind the first.
    "numbers": """DO $$ DECLARE was text := pg_get_functiondef('game_append'::regproc); here text := 'IF NOT FOUND THEN RETURN; END IF;';
        BEGIN ASSERT position(here IN was) > 0;
        EXECUTE replace(was, here, here || 'last := last - a_first + g.events + 1; a_first := g.events + 1;'); END $$""",
    # A server stores late that a player has seen a move: with the player's next move.
    "seen": """CREATE FUNCTION seen_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.events = OLD.events AND NEW.outcome = '' THEN
            NEW.black_seen := OLD.black_seen; NEW.white_seen := OLD.white_seen; END IF; RETURN NEW; END $$;
        CREATE TRIGGER late BEFORE UPDATE ON game FOR EACH ROW EXECUTE FUNCTION seen_late()""",
    # No node looks for news without a notification.
    "notify": None,
}


class Cluster:
    def __init__(self, folder, settings=(), network=None, clocks=None, small=False):
        """network: of namespaces (network.py), where nodes and databases are; else they are on this machine.  clocks: the path of
        libfaketime, by which nodes have clocks of their own.  small: the databases' disks are, and can be full."""
        self.folder, self.network, self.clocks, self.small = folder, network, clocks, small
        self.places = network.machines if network else {}
        here = Place()
        self.databases = [Database(name, f"{folder}/{name}", self.places.get(name, here), settings, network and network.all)
                          for name in DATABASES]
        self.primary = 0
        self.began = time.time()
        self.aloud = False  # the story is printed as it goes
        self.nodes = {}
        self.proxies = []
        self.trouble = Trouble()
        self.emails = Emails(folder)
        self.log = []  # the story: (wall time, sentence)
        self.lock = threading.RLock()

    def tell(self, sentence):
        self.log.append((time.time(), sentence))
        if self.aloud:
            note(f"{time.time() - self.began:8.3f} {sentence}")

    # ---- start and stop ----

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        os.chmod(self.folder, 0o755)  # the user of the databases passes through
        if self.network:
            self.network.make()
        for database in self.databases if self.small else ():
            os.makedirs(database.folder)
            mount("-t", "tmpfs", "-o", f"size={SMALL_MIB}m", "shoogi-cluster", database.folder)
        primary, standby = self.databases
        primary.make()
        primary.start()
        standby.follow(primary)
        standby.start()
        primary.await_standby()
        self.proxies = [Proxy(database, NODES) for database in self.databases]
        for name in NODES:
            addresses = [(d.place.address, p.ports[name]) for d, p in zip(self.databases, self.proxies)]
            place = self.places.get(name, Place())
            self.nodes[name] = Node(name, place, uri_of(addresses), self.folder, "--per-address", "400", "--engines", "1",
                                    "--sendmail", self.emails.program, "--mail-from", "shoogi@example.org", env=self.environment(name))
            self.nodes[name].start()

    def stop(self):
        for node in self.nodes.values():
            if node.process and node.process.poll() is None:
                with contextlib.suppress(AssertionError):
                    node.kill()
        for proxy in self.proxies:
            proxy.stop()
        for database in self.databases:
            database.stop()
            if self.small and os.path.ismount(database.folder):
                subprocess.run(["umount", "--lazy", database.folder], check=False)
        if self.network:
            self.network.remove()

    # ---- what faults use ----

    def environment(self, name):
        if not self.clocks:
            return None
        self.set_clock(name, 0)
        return {**os.environ, "LD_PRELOAD": self.clocks, "FAKETIME_TIMESTAMP_FILE": f"{self.folder}/{name}.clock",
                "FAKETIME_CACHE_DURATION": "1", "DONT_FAKE_MONOTONIC": "1"}

    def set_clock(self, name, seconds):
        """Sets the clock of a node ahead by some seconds."""
        with open(f"{self.folder}/{name}.clock", "w", encoding="utf-8") as file:
            file.write(f"{seconds:+d}s")

    def part(self, name, way):
        """Cuts a node off from the databases: nothing is sent to them, or comes from them, or both."""
        if not self.network:
            self.links("hold", name, way)
            return
        for database in DATABASES:
            if way != "from":
                self.network.cut(name, database, one_way=True)
            if way != "to":
                self.network.cut(database, name, one_way=True)

    def join(self, name):
        self.links("pass", name)
        if self.network:
            self.network.heal()

    def links(self, *words):
        """Tells all proxies."""
        with self.lock:
            for proxy in self.proxies:
                proxy.tell(*words)

    def sql(self, commands):
        return self.databases[self.primary].sql(commands)

    def go_wrong(self, what):
        if what == "notify":
            for name in NODES:
                self.links("trust", name)
        else:
            self.sql(WRONG[what])

    def fail_over(self):
        """The primary is lost, and the standby takes its place.  The old one is made a new standby behind it."""
        old, new = self.databases[self.primary], self.databases[1 - self.primary]
        until(old.is_safe)
        old.stop()
        new.promote()
        self.primary = 1 - self.primary
        old.follow(new)
        old.start()
        new.await_standby()

    def revive(self):
        """Starts parts that have ended, as a service manager does, and checks how they ended."""
        for database in self.databases:
            if not database.alive():
                self.tell(f"{database.name} had ended")
                database.start()
        for name, node in self.nodes.items():
            if not node.alive():
                node.over()
                said = node.error_text()
                assert node.process.returncode in (2, -9), f"{name} ended with {node.process.returncode}:\n{said[-2000:]}"
                self.tell(f"{name} had ended ({node.process.returncode}): {said.strip().splitlines()[-1] if said.strip() else 'killed'}")
                self.start_node(name)

    def start_node(self, name):
        """Again and again: while the database is away it does not start."""
        node = self.nodes[name]

        def started():
            with contextlib.suppress(AssertionError):
                node.start()
                return True
            time.sleep(PAUSE_S)
            return False

        until(started)
        self.tell(f"{name} is up")

    def copy(self, path):
        """All rows, in a database of SQLite; the servers have to be stopped."""
        node = self.nodes[NODES[0]]
        copied = admin(node, "migrate", path)
        assert copied.returncode == 0, copied.stderr

    def story(self, begin=0):
        return "\n".join(f"{at:.3f} {at - self.began:8.3f} {sentence}" for at, sentence in self.log if at >= begin)
