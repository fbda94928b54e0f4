#!/usr/bin/python3
"""upgrade: what clients notice of hot upgrades (shoogi admin upgrade).

    script/bench upgrade [--clients N] [--upgrades N] [--rate N] [--every S] [--directory PATH]
                                            200 clients, 5 upgrades, a move a second in all, an upgrade every second

Half of the clients are at the telnet door, half have WebSockets, and a tenth of each play (load_players.c).  One more types a line at
telnet each tenth of a second and counts the answers, and one asks for /healthz over a connection of its own: their longest waits are the
pause.  The program is replaced by itself; an upgrade that the server gives up since it is busy is counted and tried again.

The exit status is 1 if a connection was closed, if a line was not answered or was answered twice, if a move that was shown is not stored, or
a move is stored that was not shown.

The figures to keep, with --clients 10000 --upgrades 100: a pause below 1 s."""

import argparse
import re
import select
import socket
import sys
import threading
import time

import load  # first: it sets the paths of the build and of tests/e2e
from harness import Line, Player, Server, run_program

LINES_EVERY_S = 0.1
ASKS_EVERY_S = 0.01
PATIENCE_S = 30
A_DAY_S = 24 * 3600
REST_S = 3  # for the players to go on after the last upgrade
ANSWER = re.compile(rb"Unknown command x(\d+)\.")


class Typist(threading.Thread):
    """Types a numbered line at telnet again and again, whether the last one was answered or not, and notes how long each answer takes."""

    def __init__(self, server):
        super().__init__(daemon=True)
        line = Line(server.telnet, "Typist")
        Player(line, "Typist").login()
        self.line, self.socket = line, line.socket
        self.over = threading.Event()
        self.sent_s, self.waits_s = [], []
        self.failure = None

    def run(self):
        listener = threading.Thread(target=self.listen, daemon=True)
        listener.start()
        while not self.over.wait(LINES_EVERY_S):
            self.sent_s.append(time.monotonic())
            self.socket.sendall(b"x%d\r\n" % len(self.sent_s))
        listener.join()

    def listen(self):
        rest, last_s = b"", time.monotonic()
        while not self.over.is_set() or len(self.waits_s) < len(self.sent_s):
            if not select.select([self.socket], [], [], 0.1)[0]:
                if time.monotonic() - last_s > PATIENCE_S:
                    self.failure = "a typed line was not answered"
                    return
                continue
            last_s = time.monotonic()
            data = self.socket.recv(65536)
            if not data:
                self.failure = "the connection of the typist was closed"
                return
            *answered, rest = ANSWER.split(rest + data)
            for number in answered[1::2]:
                if int(number) != len(self.waits_s) + 1:
                    self.failure = f"line {len(self.waits_s) + 1} was not answered, but line {int(number)}"
                    return
                self.waits_s.append(time.monotonic() - self.sent_s[len(self.waits_s)])

    def stop(self):
        self.over.set()
        self.join()
        if not self.failure and len(self.waits_s) != len(self.sent_s):
            self.failure = f"{len(self.sent_s)} lines were typed, and {len(self.waits_s)} answered"
        return self.failure


class Asker(threading.Thread):
    """Asks for /healthz again and again, over one connection for as many requests as a server answers on one."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.address = server.http
        self.over = threading.Event()
        self.waits_s = []
        self.failure = None

    def run(self):
        kept = None
        while not self.over.wait(ASKS_EVERY_S):
            began_s = time.monotonic()
            kept = kept or socket.create_connection(self.address, PATIENCE_S)
            kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while not answer.endswith(b"ok\n"):
                data = kept.recv(4096)
                if not data:
                    self.failure = f"the server closed a connection that it keeps: {answer!r}"
                    return
                answer += data
            self.waits_s.append(time.monotonic() - began_s)
            if b"\r\nConnection: close\r\n" in answer:
                kept.close()
                kept = None

    def stop(self):
        self.over.set()
        self.join()
        return self.failure


def start_players(options, server, folder):
    """At both doors.  Returns the processes, which go on until SIGTERM."""
    count = options.clients // 2
    started = [load.start_players(address, count, max(1, count // 20), options.rate / 2, 1, A_DAY_S, i + 1, f"{folder}/shown-{i}", tokens=tokens)
               for i, (address, tokens) in enumerate(((server.telnet, None), (server.http, folder + "/tokens")))]
    for one in started:
        for said in one.stdout:
            if said == "begin\n":
                break
        else:
            sys.exit("the players ended before their time")
    return started


def upgrade(options, server):
    """Upgrades the server again and again.  Returns how many upgrades it gave up, and how long each other one took."""
    given_up, took_s = 0, []
    while len(took_s) < options.upgrades:
        began_s = time.monotonic()
        done = run_program("admin", "--db", server.database, "upgrade")
        if done.returncode == 0:
            took_s.append(time.monotonic() - began_s)
        elif "busy for too long" in done.stderr and given_up < 10 + options.upgrades:
            given_up += 1
        else:
            sys.exit(f"an upgrade failed: {done.stderr}{server.error_text()[-500:]}")
        time.sleep(max(0, began_s + options.every - time.monotonic()))
    return given_up, took_s


def faults_of_moves(database, folder):
    """Compares the stored moves with those that were shown.  Returns how many there are, and a sentence for each that differs."""
    stored = load.stored_moves(database)
    moves = [move for i in range(2) for move in load.shown_moves(f"{folder}/shown-{i}")]
    shown = {(game, number) for game, number, _ in moves}
    found = load.not_stored(moves, stored)
    found += [f"game {game}: move {number}, {stored[game, number]}, is stored, and was not shown" for game, number in stored.keys() - shown]
    return len(shown), found


def measure(options, folder):
    """Returns a sentence for each failure."""
    database = folder + "/db"
    load.write_tokens(database, options.clients // 2, folder + "/tokens")
    with Server(database, "--per-address", str(options.clients + 10)) as server:
        pid = server.process.pid
        players = start_players(options, server, folder)
        probes = [Typist(server), Asker(server)]
        for probe in probes:
            probe.start()
        cpu_s = server.cpu_s()
        given_up, took_s = upgrade(options, server)
        cpu_s = server.cpu_s() - cpu_s
        time.sleep(REST_S)
        failures = [failure for failure in (probe.stop() for probe in probes) if failure]
        for one in players:
            one.terminate()
            one.communicate()
            if one.returncode != 0:
                failures.append("a connection was closed, or a move was not answered")
        if server.process.pid != pid or not server.alive():
            failures.append("the server has another process number, or has ended")
        memory = server.status_kib("VmRSS") / 1024
    moves, found = faults_of_moves(database, folder)
    failures += found
    took_s.sort()
    print(f"{options.clients} clients, {len(took_s)} upgrades, of which the median took {took_s[len(took_s) // 2]:.2f} s and the longest {took_s[-1]:.2f} s;"
          f" {cpu_s / len(took_s):.2f} s of the server's processor time for each; {given_up} given up while the server was busy; {memory:.0f} MiB")
    if not failures:
        typist, asker = probes
        print(f"longest wait: {max(typist.waits_s):.3f} s for a typed line, {max(asker.waits_s):.3f} s for /healthz;"
              f" {len(typist.sent_s)} lines, {len(asker.waits_s)} requests and {moves} moves, each done once", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--upgrades", type=int, default=5)
    parser.add_argument("--rate", type=float, default=1)
    parser.add_argument("--every", type=float, default=1)
    load.run(parser, measure)


if __name__ == "__main__":
    main()
