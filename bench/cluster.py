#!/usr/bin/python3
"""cluster: what several servers on PostgreSQL do, beside one with SQLite.

    script/bench cluster [--players N] [--games N] [--rate N] [--seconds N] [--idle N] [--directory PATH]
                                            60 players, 30 games, 100 moves a second in all, 5 s; 300 idle players

Moves: the time from a move to the opponent's board (load_players.c, by telnet; the players of a game are at one server, a third
of the games at each of three), and the moves a second, with PostgreSQL as Debian sets it up, so that each commit is synced; beside
it one server with SQLite, and pgbench, which does nothing but store an event and count it, from as many connections as there are
servers.  Afterwards every move that was shown has to be stored; else the exit status is 1.

Idle players: so many WebSockets at each of one, two and three servers, and how many fit into 256 MiB a server.  All know who is
at the others, so each player costs a little memory at every server.

The figures to keep, with --players 6000 --games 2000 --rate 2000 --seconds 60: at least half of SQLite's moves a second; with
--rate 1000 p99 40 ms, where the disk gives it; and three servers hold at least 2.7 times as many idle players as one."""

import argparse
import contextlib
import json
import os
import subprocess
import sys

import load  # first: it sets the paths of the build and of tests/e2e

sys.path.insert(0, os.path.join(load.ROOT, "tests", "cluster"))

import parts  # noqa: E402
from harness import Server, http_get, run_program, until  # noqa: E402
from idle import connect_sockets, make_tokens  # noqa: E402
from nodes import admin, node as named_server  # noqa: E402

NODES = 3
MEMORY_MIB = 256  # of a server with idle players
INSERT = """\\set game random(1, 1000)
INSERT INTO bare SELECT :game, count, 'move', '7g7f' FROM bare_game WHERE id = :game ON CONFLICT DO NOTHING;
UPDATE bare_game SET count = count + 1 WHERE id = :game;
"""


@contextlib.contextmanager
def postgres(directory):
    """A database on the disk, with Debian's settings."""
    os.chmod(directory, 0o755)
    database = parts.Database("db", directory + "/db", parts.Place(), ("max_wal_size=1GB", "shared_buffers=128MB"))
    database.make()
    database.start()
    try:
        yield database
    finally:
        database.stop()


@contextlib.contextmanager
def servers(database, folder, count):
    """On PostgreSQL, or one alone on SQLite."""
    with contextlib.ExitStack() as stack:
        if not isinstance(database, parts.Database):
            yield [stack.enter_context(Server(database, "--per-address", "20000"))]
            return
        yield [stack.enter_context(named_server(f"node{i}", database.uri, folder, "--per-address", "20000")) for i in range(count)]


# ---- moves ----


def play(options, nodes, folder):
    """Plays at all servers at once.  Returns the sum of the moves a second, and the worst of the latencies."""
    share = [value // len(nodes) for value in (options.players, options.games, int(options.rate))]
    running = [load.start_players(node.telnet, *share, 1, options.seconds, i + 1, f"{folder}/shown-{i}") for i, node in enumerate(nodes)]
    rate, latency = 0, {"p50": 0, "p99": 0}
    for one in running:
        said = one.communicate()[0]
        if one.returncode != 0:
            sys.exit("the players ended before their time")
        figures = dict(line.split() for line in said.splitlines() if line[0].isalpha() and len(line.split()) == 2)
        rate += float(figures["rate"])
        latency = {name: max(value, float(figures[name])) for name, value in latency.items()}
    return rate, latency


def moves(options, directory):
    os.chmod(directory, 0o755)  # the user of PostgreSQL has a folder in it
    rates = {}
    for name in ("sqlite", "postgres"):
        folder = os.path.join(directory, name)
        os.mkdir(folder)
        count = NODES if name == "postgres" else 1
        with contextlib.ExitStack() as stack:
            database = stack.enter_context(postgres(folder)) if name == "postgres" else folder + "/games.db"
            with servers(database, folder, count) as nodes:
                rates[name], latency = play(options, nodes, folder)
            if name == "postgres":
                bare = insert(options, database, folder)
                copied = run_program("admin", "--db", database.uri, "migrate", folder + "/games.db",
                                     env={**os.environ, "SHOOGI_ADMIN": folder + "/admin"})
                assert copied.returncode == 0, copied.stderr
        shown = sum(load.check(folder + "/games.db", f"{folder}/shown-{i}") for i in range(count))
        print(f"{count} server{'s' if count > 1 else ''}, {name}: {rates[name]:.0f} moves a second ({options.rate:.0f} wanted), to the "
              f"opponent p50 {latency['p50']:.1f} ms, p99 {latency['p99']:.1f} ms; {shown} moves were shown, and all are stored", flush=True)
    print(f"postgres / sqlite: {rates['postgres'] / rates['sqlite']:.2f}x; pgbench, an insertion a transaction, {NODES} connections: "
          f"{bare:.0f} a second, {rates['postgres'] / bare:.2f}x", flush=True)


def insert(options, database, folder):
    """Transactions a second."""
    database.sql("CREATE SCHEMA bare; SET search_path = bare; CREATE TABLE bare(game int, number int, kind text, text text,"
                 " PRIMARY KEY(game, number)); CREATE TABLE bare_game(id int PRIMARY KEY, count int);"
                 " INSERT INTO bare_game SELECT i, 1 FROM generate_series(1, 1000) i")
    with open(folder + "/insert.sql", "w", encoding="utf-8") as file:
        file.write(INSERT)
    command = database.command("pgbench", "-n", "-c", str(NODES), "-T", str(options.seconds), "-f", folder + "/insert.sql", database.uri)
    said = subprocess.run(command, env={**os.environ, "PGOPTIONS": "-csearch_path=bare"}, capture_output=True, text=True, check=True).stdout
    database.sql("DROP SCHEMA bare CASCADE")
    return float(said.rpartition("tps = ")[2].split()[0])


# ---- idle players ----


def idle(options, directory):
    tokens = make_tokens(directory + "/players.db", NODES * options.idle)
    with postgres(directory) as database:
        moved = run_program("admin", "--db", directory + "/players.db", "migrate", database.uri)
        assert moved.returncode == 0, moved.stderr
        alone = None
        for count in range(1, NODES + 1):
            with servers(database, directory, count) as nodes:
                before = [node.status_kib("VmRSS") for node in nodes]
                sockets = [one for i, node in enumerate(nodes)
                           for one in connect_sockets(node.http, tokens[i * options.idle:(i + 1) * options.idle])]
                await_all_known(nodes, count * options.idle)
                each = [(node.status_kib("VmRSS") - was) / options.idle for node, was in zip(nodes, before)]
                held = sum((MEMORY_MIB * 1024 - was) / cost for was, cost in zip(before, each))
                alone = alone or held
                print(f"{count} server{'s' if count > 1 else ''}: {options.idle} idle players at each, {sum(each) / count:.1f} KiB each; "
                      f"{held:.0f} in {MEMORY_MIB} MiB a server, {held / alone:.2f}x of one", flush=True)
                for one in sockets:
                    one.close()


def await_all_known(nodes, count):
    """Each server knows the players of all."""
    for server in nodes:
        until(lambda server=server: admin(server, "online").returncode == 0)
        until(lambda server=server: json.loads(http_get(server.http, "/api/players")[1])["online"] == count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--idle", type=int, default=300)
    load.run(parser, moves, idle)


if __name__ == "__main__":
    main()
