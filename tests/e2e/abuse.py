#!/usr/bin/python3
"""abuse: what honest players notice while one address, or ten, attack the server.

    script/soak abuse [--seconds N] [--addresses N,N] [ATTACK...]       60 s each, 1,10 addresses, all attacks

Each attack gets a server of its own, with passwords at the cost that players pay and one engine.  Meanwhile honest players
of three other addresses play by the API, sign in, and ask whether the server is well.  Printed: their latency and their
refusals, beside those without attack, and the server's memory before the attack, at its peak, and 15 s after it.
Attackers run at the lowest priority and on one processor, so the figures show the server and not its competition with
the attackers.

A figure beyond its bound is marked with "!" and the exit status is then 1: moves p99 20 ms, sign-in p99 1 s, /healthz
p99 50 ms, no refusal, memory back within 20 % and 8 MiB: three connections to the database keep 1 MiB each at rest, and
the largest text of a record is kept once or twice.  Of pictures the server keeps 16 MiB more, to serve them again.

Every attacker reads answers in pieces of 64 KiB and forgets them, and is ended with its attack."""

import argparse
import ctypes
import http.client
import json
import multiprocessing
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("SHOOGI_BUILD_ROOT", os.path.join(ROOT, "build"))
os.environ.setdefault("SHOOGI_VARIANTS", os.path.join(ROOT, "variants"))
os.environ["SHOOGI_PATIENCE_S"] = "60"

import harness  # noqa: E402
import shogi  # noqa: E402

HONEST = ("127.0.9.1", "127.0.10.1", "127.0.11.1")  # of those who play, sign in, and ask for /healthz
ACCOUNTS = 400  # of attackers: up to 36 for each of ten addresses
ACCOUNT_AGE_DAYS = 2000
QUIET_S = 15  # after an attack
PASSWORD = "secret words"

BOUNDS_MS = {"move": 20, "sign-in": 1000, "healthz": 50}
MEMORY_BACK = 1.2
KEPT_MIB = 8
KEPT_PICTURES_MIB = 16  # SHG_PICTURES_KEPT_BYTES


class Deeds:
    """What the attacker has done, and what of it was refused, shared with its process."""

    def __init__(self):
        self.done = multiprocessing.Value("l", 0, lock=False)
        self.refused = multiprocessing.Value("l", 0, lock=False)

    def count(self, done):
        (self.done if done else self.refused).value += 1


DEEDS = Deeds()

# ---- requests --------------------------------------------------------------------------------------


class Client:
    """A browser or a program of an address: one connection, made again when it has ended."""

    def __init__(self, http_address, source, token=None, counted=True):
        self.address, self.source, self.counted = http_address, source, counted
        self.headers = {"Origin": "http://%s:%d" % http_address, "Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.connection = None

    def __call__(self, method, path, body=None):
        """The status, and the answer as bytes; status 0 if there is no connection."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        for _ in range(2):
            try:
                if not self.connection:
                    self.connection = http.client.HTTPConnection(*self.address, timeout=60, source_address=(self.source, 0))
                    self.connection.connect()
                    self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.connection.request(method, path, data, self.headers)
                answer = self.connection.getresponse()
                text = answer.read()
                cookie = answer.getheader("Set-Cookie")
                if cookie:
                    self.headers["Cookie"] = cookie.partition(";")[0]
                if self.counted:
                    DEEDS.count(answer.status < 300)
                return answer.status, text
            except (OSError, http.client.HTTPException):
                self.leave()
        if self.counted:
            DEEDS.count(False)
        return 0, b""

    def post(self, path, **fields):
        return self("POST", path, fields)

    def leave(self):
        if self.connection:
            self.connection.close()
        self.connection = None


def connected(address, source, receive_bytes=None):
    """A socket, or None where there is none to be had."""
    s = socket.socket()
    if receive_bytes:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    s.settimeout(10)
    try:
        s.bind((source, 0))
        s.connect(address)
    except OSError:
        s.close()
        DEEDS.count(False)
        return None
    return s


# ---- attacks ---------------------------------------------------------------------------------------
#
# Each runs in a process of its own until it is ended.  at: a Place.


class Place:
    """What an attack needs: doors, its addresses, and its accounts as (name, token)."""

    def __init__(self, server, sources, accounts):
        self.http, self.telnet = server.http, server.telnet
        self.sources, self.accounts = sources, accounts

    def members(self, each):
        """A client for each of so many accounts of each address."""
        for i, source in enumerate(self.sources):
            for _, token in self.accounts[i * each : (i + 1) * each]:
                yield Client(self.http, source, token)


def challenges(at):
    """Accounts make open challenges as many as they may, again and again."""
    members = list(at.members(36))
    while True:
        for member in members:
            for _ in range(20):
                member.post("/api/new", variant="shogi", colour="black", pattern="*")
            member.leave()


def engine_places(at):
    """Guests begin games of three hours with the engine, leave, and others come."""
    while True:
        for source in at.sources:
            for _ in range(4):
                guest = Client(at.http, source)
                guest.post("/api/login", guest=True)
                stream = connected(at.http, source)
                if stream:
                    stream.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\n\r\n"
                                   % guest.headers.get("Cookie", "").encode())
                guest.post("/api/new", variant="shogi", colour="black", pattern="engine1", clock="3h")
                guest.leave()
                if stream:
                    stream.close()
        time.sleep(0.5)


def a_long_record(at):
    """The address of a page of some megabytes."""
    text = "手合割：平手\n1 ７六歩(77)\n" + ("*" + "長い" * 150 + "\n") * 3500
    for member in at.members(1):
        status, answer = member("POST", "/api/records?format=kif", text.encode())
        if status == 200:
            return "/records/%d" % json.loads(answer)["record"]
    return "/help/"


def answers(at):
    """Long answers are asked for, and never read."""
    path = a_long_record(at)
    while True:
        deaf = []
        for source in at.sources:
            for _ in range(35):
                s = connected(at.http, source, 4096)
                if s:
                    s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                    deaf.append(s)
        for s in deaf:
            try:
                DEEDS.count(s.recv(12).endswith(b" 200"))
            except OSError:
                DEEDS.count(False)
        time.sleep(20)
        for s in deaf:
            s.close()


def uploads(at):
    """Bodies of 4 MiB are announced, and never end."""
    head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 4194304\r\n%s\r\n"
    while True:
        slow = []
        for i, source in enumerate(at.sources):
            tokens = [token for _, token in at.accounts[i * 20 : (i + 1) * 20]] if i % 2 == 0 else [None] * 20
            for token in tokens:
                s = connected(at.http, source)
                if s:
                    s.settimeout(0.2)
                    try:
                        s.sendall(head % (b"Authorization: Bearer %s\r\n" % token.encode() if token else b"") + b"x" * 4000000)
                        DEEDS.count(True)
                    except OSError:
                        DEEDS.count(False)
                    slow.append(s)
        time.sleep(5)
        for s in slow:
            s.close()


def pictures(at):
    """Pictures of a position of 36 x 36, each another."""
    number = 0
    sockets = []
    while True:
        for source in at.sources:
            while len(sockets) < 44 * len(at.sources):
                s = connected(at.http, source)
                if not s:
                    break
                sockets.append(s)
                if len(sockets) % 44 == 0:
                    break
        for s in sockets[:]:
            number += 1
            files, ranks = number % 36, number // 36 % 36
            row = (str(files) if files else "") + "K" + (str(35 - files) if files < 35 else "")
            board = "/".join(row if r == ranks else "36" for r in range(36))
            try:
                s.sendall(f"GET /board.png?variant=taikyoku&sfen={board}%20b%20-%201 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            except OSError:
                sockets.remove(s)
        swallow(sockets, 0.5)


def swallow(sockets, wait_s):
    """Reads what comes within a time."""
    until = time.monotonic() + wait_s
    while (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select(sockets, [], [], left)
        for s in ready:
            try:
                data = s.recv(65536)
                if data:
                    DEEDS.count(data.startswith(b"HTTP/1.1 200") or b"Welcome" in data)
                    continue
            except OSError:
                pass
            sockets.remove(s)
            s.close()
        if not ready:
            break


def definitions(at):
    """Definitions that take a third of a second to read, from each account at once."""
    letters = "ABCDEFGHIJLMNOPQRSTU"
    pieces = "".join(f"p{c.lower()}:{c}:QmasQ:{c.lower()}:{chr(98 + i)}1\n" for i, c in enumerate(letters))
    text = f"title=Slow\nfiles=36\nranks=36\nking:K:K:k:a1\n{pieces}"
    while True:
        for member in at.members(36):
            member("POST", "/api/definitions?name=slow", text.encode())
            member.leave()


def passwords(at):
    """Right passwords of all accounts at one moment."""
    while True:
        lines = []
        for i, source in enumerate(at.sources):
            for name, _ in at.accounts[i * 36 : (i + 1) * 36]:
                s = connected(at.telnet, source)
                if s:
                    lines.append(s)
                    s.sendall(f"{name}\r\n{PASSWORD}\r\n".encode())
        swallow(lines, 8)
        for s in lines:
            s.close()


def guesses(at):
    """Wrong passwords for the name of an honest player, who signs in meanwhile."""
    while True:
        for source in at.sources:
            Client(at.http, source).post("/api/login", name="Anna", password="wrong words of old")
        time.sleep(0.05)


def analyses(at):
    """Long finished games, all of them to be analysed."""
    pairs = list(zip(*[at.members(16)] * 2))
    while True:
        for black, white in pairs:
            status, answer = black.post("/api/new", variant="shogi", colour="black", pattern="*")
            if status != 200:
                continue
            status, answer = white.post("/api/new", number=json.loads(answer)["challenge"])
            if status != 200:
                continue
            game = json.loads(answer)["game"]
            for number in range(30):
                move = ("2h3h", "8b7b", "3h2h", "7b8b")[number % 4]
                (black, white)[number % 2].post("/api/play", game=game, move=move)
            black.post("/api/resign", game=game)
            black.post("/api/analyse", game=game)
            white.post("/api/analyse", game=game)


def records(at):
    """Records of 400 KB."""
    number = 0
    while True:
        for member in at.members(36):
            number += 1
            text = f"手合割：平手\n先手：{number}\n1 ７六歩(77)\n*" + "x" * 400000
            member("POST", "/api/records?format=kif", text.encode())
            member.leave()


LINES = (b"HELP -n *", b"HELP -n COMMANDS", b"GAMES", b"WHO", b"USER *<^..>*@", b"NEW")


def telnet(at):
    """Forty guests of each address paste commands and read the answers."""
    pasted = b"\r\n".join(LINES * 20) + b"\r\n"
    lines = {}
    for source in at.sources:
        for _ in range(40):
            s = connected(at.telnet, source)
            if s:
                s.sendall(b"guest\r\n")
                s.setblocking(False)
                lines[s] = 0
    while lines:
        readable, writable, _ = select.select(list(lines), list(lines), [])
        for s in readable:
            try:
                if s.recv(65536):
                    DEEDS.count(True)
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            del lines[s]
            s.close()
        for s in writable:
            try:
                if s in lines:
                    lines[s] = (lines[s] + s.send(pasted[lines[s] :])) % len(pasted)
            except BlockingIOError:
                pass
            except OSError:
                del lines[s]
        if not readable:
            time.sleep(0.002)


ATTACKS = {
    each.__name__: each
    for each in (challenges, engine_places, answers, uploads, pictures, definitions, passwords, guesses, analyses, records, telnet)
}


# ---- honest players --------------------------------------------------------------------------------


class Honest:
    """Two players with a game, one who signs in, and one who asks."""

    def __init__(self, server, tokens):
        self.black, self.white = (Client(server.http, HONEST[0], token, False) for token in tokens)
        self.watcher = Client(server.http, HONEST[2], None, False)
        self.http = server.http
        self.random = random.Random(1)
        self.board = None
        self.clear()
        for _ in range(20):  # so that this is a place where Anna is known
            if self.sign_in():
                break
        self.clear()

    def clear(self):
        self.took_ms = {kind: [] for kind in BOUNDS_MS}
        self.refused = []

    def timed(self, kind, client, method, path, **fields):
        began = time.perf_counter()
        status, text = client(method, path, fields or None)
        self.took_ms[kind].append((time.perf_counter() - began) * 1e3)
        if status != 200:
            self.refused.append(f"{kind}: {status} {text[:100]!r}")
        return status == 200

    def begin(self):
        status, answer = self.black.post("/api/new", variant="shogi", colour="black", pattern="p1")
        if status == 200:
            status, answer = self.white.post("/api/new", number=json.loads(answer)["challenge"])
        if status != 200:
            self.refused.append(f"game: {status} {answer[:100]!r}")
            time.sleep(0.5)
            return
        self.game, self.board = json.loads(answer)["game"], shogi.Board()

    def move(self):
        move = self.board.random_move(self.random) if self.board else None
        if not move:
            self.begin()
            return
        mover = (self.black, self.white)[self.board.side]
        if self.timed("move", mover, "POST", "/api/play", game=self.game, move=move):
            self.board.do(move)
        else:
            self.board = None

    def sign_in(self):
        client = Client(self.http, HONEST[1], None, False)
        done = self.timed("sign-in", client, "POST", "/api/login", name="Anna", password=PASSWORD)
        client.leave()
        return done

    def live(self, seconds):
        """Moves twenty times a second, asks four times, and signs in every two seconds."""
        began = time.monotonic()
        turn = 0
        while time.monotonic() - began < seconds:
            self.move()
            if turn % 5 == 0:
                self.timed("healthz", self.watcher, "GET", "/healthz")
            if turn % 40 == 20:
                self.sign_in()
            turn += 1
            left = began + turn * 0.05 - time.monotonic()
            time.sleep(left if left > 0 else 0.02)


def percentile(values, percent):
    values = sorted(values)
    return values[min(len(values) - 1, len(values) * percent // 100)] if values else float("nan")


def report(name, honest, memory_mib, deeds):
    """Prints a line.  Returns whether every figure is within its bound."""
    words, good = [], True
    for kind, bound in BOUNDS_MS.items():
        took = honest.took_ms[kind]
        beyond = not took or percentile(took, 99) > bound
        good = good and not beyond
        words.append(f"{percentile(took, 50):8.1f} {percentile(took, 99):8.1f}{'!' if beyond else ' '}")
    before, most, after = memory_mib
    kept = KEPT_MIB + (KEPT_PICTURES_MIB if name.startswith("pictures") else 0)
    grown = after > before * MEMORY_BACK + kept
    good = good and not grown and not honest.refused
    print(f"{name:22}", *words, f"{len(honest.refused):5}{'!' if honest.refused else ' '}",
          f"{before:6.0f} {most:6.0f} {after:6.0f}{'!' if grown else ' '}", f"{deeds[0]:8} {deeds[1]:8}", flush=True)
    for each in sorted(set(honest.refused))[:3]:
        print("   ", each, flush=True)
    return good


# ---- a run -----------------------------------------------------------------------------------------


def attack_process(attack, place, processor):
    """The attacker's process: it ends with this one, whatever happens."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    os.nice(19)
    os.sched_setaffinity(0, {processor})
    try:
        attack(place)
    except KeyboardInterrupt:
        pass


def prepared(database):
    """Makes the accounts: (name, token) of each."""
    line = [os.path.join(harness.BUILD_ROOT, "bench", "load_tokens"), database, str(ACCOUNTS + 2)]
    rows = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    return [tuple(row.split()) for row in rows if row]


def give_password(database, name):
    """Gives all accounts the password of one, and an age."""
    import sqlite3

    rows = sqlite3.connect(database, timeout=60)
    rows.execute("UPDATE player SET password = (SELECT password FROM player WHERE name = ?), created_ms = created_ms - ?",
                 (name, ACCOUNT_AGE_DAYS * 86400 * 1000))
    rows.commit()
    rows.close()


def run(name, count, seconds, processors):
    with harness.Scratch() as scratch:
        database = os.path.join(scratch, "games.db")
        accounts = prepared(database)
        options = ("--engines", "1")
        with harness.Server(database, *options, env=harness.dear_passwords()) as server:
            Client(server.http, HONEST[1], None, False).post("/api/signup", name="Anna", password=PASSWORD)
        give_password(database, "Anna")
        with harness.Server(database, *options, env=harness.dear_passwords()) as server:
            honest = Honest(server, [token for _, token in accounts[:2]])
            honest.live(2)
            honest.clear()
            before = server.status_kib("VmRSS") / 1024
            attacker = None
            DEEDS.done.value = DEEDS.refused.value = 0
            if name:
                place = Place(server, [f"127.0.{20 + i}.1" for i in range(count)], accounts[2:])
                attacker = multiprocessing.Process(target=attack_process, args=(ATTACKS[name], place, processors[-1]))
                attacker.start()
            honest.live(seconds)
            most = server.status_kib("VmHWM") / 1024
            if attacker:
                if not attacker.is_alive():
                    print(f"    the attacker ended with {attacker.exitcode}: nothing is shown", flush=True)
                    honest.refused.append("no attack")
                attacker.kill()
                attacker.join()
                if DEEDS.done.value + DEEDS.refused.value == 0:
                    honest.refused.append("no attack")
            time.sleep(min(QUIET_S, seconds) if name else 0)
            after = server.status_kib("VmRSS") / 1024
        return report(f"{name} {count}" if name else "none", honest, (before, most, after),
                      (DEEDS.done.value, DEEDS.refused.value))


def main():
    parser = argparse.ArgumentParser(prog="script/soak abuse", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--addresses", default="1,10")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    options = parser.parse_args()
    for name in options.attacks:
        if name not in ATTACKS:
            parser.error(f"expected an attack ({', '.join(ATTACKS)}), found \"{name}\"")
    processors = sorted(os.sched_getaffinity(0))
    print(f"{'':22} {'moves p50':>8}  {'p99 ms':>8}  {'sign-in':>8} {'p99 ms':>8}  {'healthz':>8} {'p99 ms':>8}  refused  MiB: before, most, after   attacks: answered, refused")
    good = [run(None, 0, min(options.seconds, 20), processors)]
    for name in options.attacks or ATTACKS:
        for count in map(int, options.addresses.split(",")):
            good.append(run(name, count, options.seconds, processors))
    print(f"{good.count(True)} passed, {good.count(False)} failed")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
