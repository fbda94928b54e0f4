"""Several servers on one database in PostgreSQL."""

import contextlib
import os
import re
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from api import new_token
from harness import Line, Player, Scratch, Server, run_program


def sql(database, commands):
    """Runs commands; returns what the last one printed."""
    done = subprocess.run(database.command("psql", "-qXAt", "-c", commands, database.uri), check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def session(database, commands):
    """A psql that has carried out commands, and keeps its locks until communicate()."""
    psql = subprocess.Popen(database.command("psql", "-qXAt", "-v", "ON_ERROR_STOP=1", database.uri), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    psql.stdin.write(commands + ";\n\\echo ready\n")
    psql.stdin.flush()
    assert "ready\n" in iter(psql.stdout.readline, ""), "psql has ended"
    return psql


def store_news(database, *lines):
    """Stores news of a server with the number 1000, which does not run and is not found dead for an hour."""
    text = "\n".join(lines)
    sql(database, "INSERT INTO run(id, began_ms, alive_ms) SELECT 1000, max(began_ms), max(alive_ms) FROM run;"
        "INSERT INTO node(id, name, beat) VALUES(1000, 'other', clock_timestamp() + interval '1 hour');"
        f"INSERT INTO news(node, number, text) VALUES(1000, 1, '{text}\n')")


@contextlib.contextmanager
def node(name, uri, scratch, *arguments, env=os.environ):
    with Server(uri, "--node", name, *arguments, env={**env, "SHOOGI_ADMIN": f"{scratch}/{name}"}) as server:
        yield server


@contextlib.contextmanager
def two_nodes(uri):
    with Scratch() as scratch, node("left", uri, scratch) as left, node("right", uri, scratch) as right:
        yield left, right


def admin(server, *words):
    """What `shoogi admin` answers at a node."""
    return run_program("admin", "--db", server.database, *words, env={**os.environ, "SHOOGI_ADMIN": server.env["SHOOGI_ADMIN"]})


@contextlib.contextmanager
def player(server, name):
    with Line(server.telnet, name) as line:
        player = Player(line, name)
        player.login()
        yield player


def begin_game(anna, beth, options):
    """A game of Shogi: Anna has moved, Beth is to move.  Returns what Beth is answered."""
    said = anna.ask(f"NEW {options} {beth.name} P-7f")
    beth.talker.expect(f"{anna.name} challenges you to a game of Shogi")
    beth.sync()
    said = beth.ask("NEW " + re.search(r"challenge is number (\d+)", said).group(1))
    anna.talker.expect(f"{beth.name} has accepted")
    anna.sync()
    return said


def type_move(mover, typed):
    mover.talker.line(f"PLAY {typed}")
    mover.talker.expect("<p,o,n,y> ")
    return mover.ask("y")


def token_of(database, name):
    """Stores a token for programs of a player, and returns it."""
    token, statement = new_token(name)
    sql(database, statement)
    return token
