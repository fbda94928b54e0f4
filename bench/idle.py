#!/usr/bin/python3
"""idle: what a connection costs the server while nobody types or sends.

    bench/idle.py [CONNECTIONS [SECONDS]]          5000 connections, watched for 10 seconds

Starts the server of $SHOOGI_BUILD_ROOT (build/) on a database of its own, opens the connections from
this one process, and prints (RSS after - RSS before) / connections and the processor time used while they
are idle: first as they stand at the login prompt, then with every one logged in as a guest; and, at another server, as
WebSockets of players with tokens.
The figures to keep: under 4 KiB a connection by telnet, 8 KiB by WebSocket, and no processor time but for a ping
each 30 s."""

import os
import resource
import select
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("SHOOGI_BUILD_ROOT", os.path.join(ROOT, "build"))
os.environ.setdefault("SHOOGI_VARIANTS", os.path.join(ROOT, "variants"))
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))

import harness  # noqa: E402


def connect_all(address, count):
    """Opens connections, each of which has read up to the prompt for a name."""
    sockets = []
    while len(sockets) < count:
        batch = []
        for _ in range(min(200, count - len(sockets))):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.connect(address)
            batch.append(s)
        await_text(batch, b": ")
        sockets += batch
    return sockets


def await_text(sockets, end):
    """Each of them has said something that ends so."""
    heard = {s: b"" for s in sockets}
    waiting = set(sockets)
    poll = select.poll()
    by_number = {s.fileno(): s for s in sockets}
    for s in sockets:
        poll.register(s, select.POLLIN)
    deadline = time.monotonic() + 60
    while waiting:
        for number, _ in poll.poll(1000):
            s = by_number[number]
            data = s.recv(4096)
            if not data:
                sys.exit(f"the server closed a connection: {heard[s]!r}")
            heard[s] += data
            if heard[s].endswith(end):
                waiting.discard(s)
        if time.monotonic() > deadline:
            sys.exit(f"{len(waiting)} connections heard nothing: {heard[waiting.pop()]!r}")


def watch(server, what, before_kib, count, seconds):
    time.sleep(1)  # for what is still going on
    after_kib = server.status_kib("VmRSS")
    cpu = server.cpu_s()
    time.sleep(seconds)
    used = server.cpu_s() - cpu
    each = (after_kib - before_kib) * 1024 / count
    print(
        f"{what}: {count} connections, RSS {before_kib} KiB before and {after_kib} KiB after: "
        f"{each:.0f} bytes each; {used:.2f} s of processor time in {seconds} s"
    )


def make_tokens(database, count):
    """Adds players to a database of SQLite.  Returns a token of each."""
    line = [os.path.join(harness.BUILD_ROOT, "bench", "load_tokens"), database, str(count)]
    made = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [one.split()[1] for one in made.splitlines()]


def connect_sockets(address, tokens):
    """Opens a WebSocket for each token."""
    sockets = []
    for i in range(0, len(tokens), 200):
        batch = []
        for token in tokens[i : i + 200]:
            s = socket.create_connection(address)
            s.sendall(
                b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                b"Authorization: Bearer " + token.encode() + b"\r\n\r\n"
            )
            batch.append(s)
        await_text(batch, b"\r\n\r\n")
        sockets += batch
    return sockets


def watch_sockets(count, seconds):
    with harness.Scratch() as directory:
        database = os.path.join(directory, "db")
        tokens = make_tokens(database, count)
        with harness.Server(database, "--per-address", str(count + 10)) as server:
            before = server.status_kib("VmRSS")
            sockets = connect_sockets(server.http, tokens)
            watch(server, "by WebSocket", before, count, seconds)
            for s in sockets:
                s.close()


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 200
    if hard != resource.RLIM_INFINITY and hard < wanted:
        sys.exit(f"{count} connections take {wanted} descriptors, and the limit is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    with harness.Scratch() as directory:
        arguments = ["--per-address", str(count + 10)]
        with harness.Server(os.path.join(directory, "db"), *arguments) as server:
            before = server.status_kib("VmRSS")
            sockets = connect_all(server.telnet, count)
            watch(server, "at the login prompt", before, count, seconds)
            for i in range(0, count, 200):
                for s in sockets[i : i + 200]:
                    s.sendall(b"guest\r\n")
                await_text(sockets[i : i + 200], b"> ")
            watch(server, "logged in as guests", before, count, seconds)
            for s in sockets:
                s.close()
    watch_sockets(count, seconds)


if __name__ == "__main__":
    main()
