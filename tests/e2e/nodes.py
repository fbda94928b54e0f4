"""Several servers on one database in PostgreSQL."""

import contextlib
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from api import new_token
from harness import Line, Player, Scratch, Server, run_program


def sql(database, commands):
    """Runs commands; returns what the last one printed."""
    done = subprocess.run(database.command("psql", "-qXAt", "-c", commands, database.uri), check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


@contextlib.contextmanager
def node(name, uri, scratch, *arguments):
    with Server(uri, "--node", name, *arguments, env={**os.environ, "SHOOGI_ADMIN": f"{scratch}/{name}"}) as server:
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


def token_of(database, name):
    token, statement = new_token(name)
    sql(database, statement)
    return token
