"""faults: what happens to a cluster while its players play.

A fault begins, lasts for a moment, and ends.  Then everybody must go on: each pair of players makes a move, and each node shows
every event that was acknowledged."""

import contextlib
import os
import signal
import time

from harness import PATIENCE_S, until
from nodes import admin
from players import SEATS, Lost, make_players

BEATS = 6  # of a node, each second; the first may be from before, and after a fault it may have to connect again


class Rudeness:
    """Players who are banned at one node while they are at another, which is about to have a fault."""

    EACH = 8  # faults
    MOST = 40  # new accounts from one address are limited

    def __init__(self, cluster, chance):
        self.cluster, self.chance = cluster, chance
        self.count = 0
        self.socket = None
        self.away = None  # the node at which the player is

    def ban(self, here, there):
        if self.count >= self.MOST or self.chance.randrange(self.EACH):
            return
        self.count += 1
        name = f"Rude{self.count}"
        tokens = make_players(self.cluster, [name])
        self.socket = SEATS["websocket"](self.cluster, name, tokens[name], here, [])
        self.socket.open()
        ended = admin(self.cluster.nodes[there], "ban", name, "1d", "rude")
        assert ended.returncode == 0, ended.stderr
        self.away = here
        self.cluster.tell(f"{name} is at {here}, and banned at {there}")

    def await_end(self):
        """Waits until the session of the banned player has ended.  Fails if its node stores five beats meanwhile, after each of which it
        looks for news."""
        if not self.socket:
            return
        beats = set()
        while not self.ended(self.socket):
            beats.add(self.cluster.sql(f"SELECT id, beat FROM node WHERE name = '{self.away}'"))
            assert len(beats) < BEATS, f"{self.socket.name} was banned, and still has a session at {self.away} after {len(beats)} beats"
        self.cluster.tell(f"{self.socket.name} is gone after {len(beats)} beats")
        self.socket = None

    @staticmethod
    def ended(seat):
        if seat.web:
            with contextlib.suppress(Lost):
                seat.listen(0.05)
        return not seat.web


class Faults:
    def __init__(self, cluster, pairs, tokens, chance, longest_s, facts, only=None):
        """tokens: of all players.  longest_s: how long a fault lasts at most.  only: the names of faults; None: all."""
        self.cluster, self.pairs, self.tokens, self.chance = cluster, pairs, tokens, chance
        self.longest_s, self.facts = longest_s, facts
        self.table = (
            (16, self.kill), (10, self.sleep), (10, self.part), (6, self.part_to), (6, self.part_from), (8, self.stall),
            (8, self.cut), (8, self.lose_commit), (8, self.lose_answer), (8, self.drop_notifications), (6, self.lose_listener),
            (4, self.crash_database), (4, self.stop_database), (2, self.fail_over), (4, self.upgrade), (3, self.drain))
        if cluster.network:
            self.table += ((5, self.part_from_clients), (5, self.part_from_all), (3, self.part_databases))
        if cluster.clocks:
            self.table += ((6, self.change_clock),)
        if cluster.small:
            self.table += ((3, self.fill_disk),)
        if only:
            unknown = set(only) - {fault.__name__ for _, fault in self.table}
            assert not unknown, f"no fault is called {' or '.join(sorted(unknown))}"
            self.table = [(weight, fault) for weight, fault in self.table if fault.__name__ in only]
        self.each_once = chance.sample([fault for _, fault in self.table], len(self.table))
        self.counts = {}
        self.rudeness = Rudeness(cluster, chance)

    # ---- one after the other ----

    def strike(self, number):
        """Makes one fault, at first each of the table once, and checks that everybody can go on afterwards."""
        weights, faults = zip(*self.table)
        chosen = self.each_once.pop() if self.each_once else self.chance.choices(faults, weights)[0]
        names = self.chance.sample(list(self.cluster.nodes), 2)
        name = chosen.__name__
        self.counts[name] = self.counts.get(name, 0) + 1
        length_s = self.longest_s * self.chance.random() ** 3
        self.cluster.tell(f"fault {number}: {name.replace('_', ' ')} {names[0]} for {length_s:.2f} s")
        steps = [pair.steps for pair in self.pairs]
        until(lambda: any(pair.steps > was for pair, was in zip(self.pairs, steps)) or self.failed())
        # At any point of what nodes do.
        time.sleep(self.chance.random() * 0.02)
        self.rudeness.ban(names[0], names[1])
        chosen(names[0], length_s)
        self.cluster.tell(f"fault {number} is over")
        self.recover()

    def failed(self):
        return any(pair.failure for pair in self.pairs)

    def await_steps(self):
        """Waits until all pairs together have made some steps."""
        def steps():
            return sum(pair.steps for pair in self.pairs)
        before = steps()
        until(lambda: steps() > before + 4 or self.failed())

    def recover(self):
        self.cluster.revive()
        steps = [pair.steps for pair in self.pairs]
        for pair, was in zip(self.pairs, steps):
            try:
                until(lambda pair=pair, was=was: pair.steps > was or self.failed() or self.cluster.revive())
            except AssertionError as error:
                raise AssertionError(f"{pair.names} cannot go on") from error
        self.everybody_knows()
        self.rudeness.await_end()

    def everybody_knows(self):
        """Waits until each node shows every event acknowledged up to now."""
        latest = {}
        for fact in self.facts[-400:]:
            if fact["kind"] == "done":
                latest[fact["game"]] = fact
        for fact in latest.values():
            for node in self.cluster.nodes:
                seat = SEATS["http"](self.cluster, fact["by"], self.tokens[fact["by"]], node, self.facts)
                try:
                    until(lambda seat=seat, fact=fact: self.knows(seat, fact))
                except AssertionError as error:
                    raise AssertionError(f"{node} does not show event {fact['known'] + 1} of game {fact['game']}") from error

    def knows(self, seat, fact):
        with contextlib.suppress(Lost):
            return seat.look(fact["game"])["events"] > fact["known"]
        self.cluster.revive()
        return False

    # ---- nodes ----

    @contextlib.contextmanager
    def trouble(self, name):
        self.cluster.trouble.begin(name)
        try:
            yield
        finally:
            self.cluster.trouble.end(name)

    def kill(self, name, length_s):
        with self.trouble(name):
            self.cluster.nodes[name].kill()
            time.sleep(length_s)
            self.cluster.start_node(name)

    def sleep(self, name, length_s):
        """Stops the process for up to twice as long as other faults last."""
        with self.trouble(name):
            self.cluster.nodes[name].put_to_sleep()
            time.sleep(2 * length_s)
            self.cluster.nodes[name].wake_up()

    def upgrade(self, name, _length_s):
        """The program takes its own place, unless the node is busy for too long.  Its connections stay."""
        with self.trouble(name):
            node = self.cluster.nodes[name]
            ended = admin(node, "upgrade")
            assert ended.returncode == 0 or "busy for too long" in ended.stderr, f"{name} was not upgraded: {ended.stderr}\n{node.error_text()[-2000:]}"

    def drain(self, name, length_s):
        with self.trouble(name):
            node = self.cluster.nodes[name]
            ended = admin(node, "drain", "--within", f"{1 + int(length_s)}s")
            assert ended.returncode == 0, f"{name} was not drained: {ended.stderr}\n{node.error_text()[-2000:]}"
            assert node.process.wait(PATIENCE_S) == 0, node.error_text()[-2000:]
            node.over()
            self.cluster.start_node(name)

    # ---- between nodes and the database ----

    def parted(self, name, way, length_s):
        with self.trouble(name):
            self.cluster.part(name, way)
            time.sleep(length_s)
            self.cluster.join(name)

    def part(self, name, length_s):
        self.parted(name, "both", length_s)

    def part_to(self, name, length_s):
        self.parted(name, "to", length_s)

    def part_from(self, name, length_s):
        self.parted(name, "from", length_s)

    def stall(self, name, length_s):
        """Only news pass."""
        with self.trouble(name):
            self.cluster.links("hold", name, "to", "writers")
            time.sleep(length_s)
            self.cluster.join(name)

    def cut_network(self, troubled, cuts, length_s):
        with self.trouble(troubled):
            for of, to in cuts:
                self.cluster.network.cut(of, to)
            time.sleep(length_s)
            self.cluster.network.heal()

    def part_from_clients(self, name, length_s):
        self.cut_network(name, [(name, "clients")], length_s)

    def part_from_all(self, name, length_s):
        self.cut_network(name, [(name, "clients"), (name, "db1"), (name, "db2")], length_s)

    def part_databases(self, _name, length_s):
        """No commit is acknowledged meanwhile."""
        self.cut_network("all", [("db1", "db2")], length_s)

    def cut(self, name, _length_s):
        with self.trouble(name):
            self.cluster.links("cut", name)

    def commit(self, name, when):
        with self.trouble(name):
            self.cluster.links("commit", name, when)
            self.await_steps()
            self.cluster.links("commit", name, "none")

    def lose_commit(self, name, _length_s):
        self.commit(name, "before")

    def lose_answer(self, name, _length_s):
        self.commit(name, "after")

    # ---- news ----

    def drop_notifications(self, name, length_s):
        self.cluster.links("deaf", name)
        self.await_steps()
        time.sleep(length_s)
        self.everybody_knows()
        self.cluster.links("hear", name)

    def lose_listener(self, name, _length_s):
        self.cluster.links("cut", name, "listeners")

    # ---- the database ----

    def crash_database(self, _name, length_s):
        with self.trouble("all"):
            database = self.cluster.databases[self.cluster.primary]
            database.stop()
            time.sleep(length_s)
            database.start()
            until(database.is_safe)

    def stop_database(self, _name, length_s):
        """Its machine acknowledges what is sent, and no answers come, for up to twice as long as other faults last."""
        with self.trouble("all"):
            database = self.cluster.databases[self.cluster.primary]
            database.signal_all(signal.SIGSTOP)
            try:
                time.sleep(2 * length_s)
            finally:
                database.signal_all(signal.SIGCONT)

    def fail_over(self, _name, _length_s):
        with self.trouble("all"):
            self.cluster.fail_over()

    def fill_disk(self, _name, length_s):
        """Fills the disk of the primary."""
        with self.trouble("all"):
            database = self.cluster.databases[self.cluster.primary]
            path = database.folder + "/filler"
            with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 16))
            time.sleep(length_s)
            os.remove(path)

    # ---- clocks ----

    def change_clock(self, name, length_s):
        """Moves the clock of a running node by five seconds; every other time the node is then killed, and starts with that clock."""
        self.cluster.set_clock(name, self.chance.choice((-5, 5)))
        time.sleep(length_s)
        if self.chance.random() < 0.5:
            self.kill(name, 0)
