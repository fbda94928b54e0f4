"""One of several servers is drained: its clients go to another one, and lose nothing."""

import os
import re
import threading

from api import Program, Socket
from harness import PATIENCE_S, Line, Scratch, Server, http_get, run_program, run_tests, until
from nodes import admin, begin_game, node, player, sql, store_news, token_of, two_nodes
from web import Web
from with_postgres import Postgres


class Draining:
    """`shoogi admin drain`, which answers at the end."""

    def __init__(self, server, *words):
        self.result = None
        self.thread = threading.Thread(target=self.run, args=(server, words))
        self.thread.start()

    def run(self, server, words):
        self.result = admin(server, "drain", *words)

    def over(self):
        self.thread.join(PATIENCE_S)
        return self.result


def begin(anna, beth):
    challenge = int(re.search(r"challenge is number (\d+)", anna.ask("NEW Beth P-7f")).group(1))
    return beth.call("new", number=challenge)["game"]


def moves_of(program, game):
    return [event["usi"] for event in program.get(f"/games/{game}/events")["events"] if event["kind"] == "move"]


def clients_go_elsewhere():
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(left, "Anna") as anna:
        with player(right, "Beth"):
            pass
        token = token_of(database, "Beth")
        beth = Socket(right, token)
        stream = Program(right, token).follow("/events")
        kept, half = Web(right), Web(right)
        assert kept.ask("GET /healthz").status == 200
        half.send("GET /healthz HTTP/1.1\r\nHost: ")
        game = begin(anna, beth)
        with player(right, "Cecil") as cecil, Line(right.telnet) as stranger:
            stranger.expect("login: ")
            draining = Draining(left, "right", "--within", "60s")  # the left one asks the right one
            until(lambda: http_get(right.http) == (503, "draining\n"))
            assert http_get(left.http)[0] == 200
            # The server asks a program to connect again, and ends its connection.
            while (frame := beth.web.next_frame())[0] != 8:
                pass  # events
            assert frame[1] == b"\x03\xf4another server goes on", frame  # 1012
            assert beth.web.rest() == b""
            list(stream)
            stranger.expect("This server goes out of service.")
            stranger.expect_end()
            cecil.talker.expect("Type QUIT and connect again")
            # No new client may come: the port of telnet is closed, and WebSockets are refused.
            for refused in (lambda: Line(right.telnet).expect("login: "), lambda: Socket(right, token)):
                try:
                    refused()
                except (AssertionError, OSError):
                    continue
                raise AssertionError("a client was let in")
            # She goes on at the other one, as if nothing had happened.
            again = Socket(left, token)
            again.call("play", game=game, move="3c3d")
            anna.talker.expect(r"Last move: 2. P-3d")
            half.send("localhost\r\n\r\n")
            answer = half.answer()
            assert (answer.status, answer.headers["connection"]) == (503, "close"), answer.headers
            assert kept.rest() == b""
            cecil.quit()
        ended = draining.over()
        assert (ended.returncode, ended.stdout) == (0, "right has stopped: all clients have gone.\n"), (ended, right.error_text())
        assert right.process.wait(PATIENCE_S) == 0
        until(lambda: re.search(r"^2 online", anna.ask("WHO"), re.M))
        assert moves_of(Program(left, token), game) == ["7g7f", "3c3d"]


def those_who_stay_are_disconnected():
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(right, "Beth") as beth:
        with player(left, "Anna"):
            ended = admin(right, "drain", "--within", "2s")  # without a name: the asked server
            assert (ended.returncode, ended.stdout) == (
                0, "right has stopped; 1 client that was still there had to be disconnected.\n"), ended
            beth.talker.expect("This server goes out of service.  Connect again to go on at another one.")
            beth.talker.expect_end()
            assert right.process.wait(PATIENCE_S) == 0
        until(lambda: len(admin(left, "nodes").stdout.splitlines()) == 1)
        alone = admin(left, "drain")
        assert alone.returncode == 1 and "no other server runs on the database" in alone.stderr, alone
        for words, why in ((["middle"], "no server middle runs on the database, but left"),
                           (["--within", "soon"], 'found "soon"'),
                           (["left", "--within", "0s"], "expected a time from 1s to 24h")):
            refused = admin(left, "drain", *words)
            assert refused.returncode in (1, 2) and why in refused.stderr, refused


def administrators_reach_all():
    """Actions on running servers concern all servers of a database, or the named one."""
    with Postgres() as database, two_nodes(database.uri) as (left, right):
        until(lambda: len(admin(left, "nodes").stdout.splitlines()) == 2)
        with player(left, "Anna") as anna, player(right, "Beth") as beth:
            nodes = admin(left, "nodes").stdout
            assert re.search(r"^left +shoogi \S+  ready  1 online  \d+ connections  since \S+ \S+( UTC)?  leads$", nodes, re.M), nodes
            assert re.search(r"^right +shoogi \S+  ready  1 online ", nodes, re.M), nodes
            online = admin(right, "online").stdout
            assert re.fullmatch(r"right:\nBeth .*\nleft:\nAnna .*\n", online), online
            assert re.fullmatch(r"Anna .*\n", admin(right, "--node", "left", "online").stdout)
            assert re.fullmatch(r"Beth .*\n", admin(right, "--node", "right", "online").stdout)
            planned = admin(left, "shutdown", "30", "new", "disks")
            assert planned.returncode == 0 and planned.stdout.count("shuts down in 30 minutes") == 2, planned
            for one in (anna, beth):
                one.talker.expect("shuts down in 30 minutes: new disks")
                one.sync()
            one = admin(left, "--node", "right", "shutdown-cancel")
            assert one.returncode == 0, one
            beth.talker.expect("The shutdown is cancelled")
            beth.sync()
            both = admin(left, "shutdown-cancel")  # at one of them there is none any more
            assert both.returncode == 1 and "right: no shutdown was announced" in both.stderr.replace("\n", " "), both
            refused = admin(left, "--node", "right", "bans")
            assert refused.returncode == 2 and "expected no --node: bans is the same for all" in refused.stderr, refused
            # A server that does not answer is named.
            right.put_to_sleep()
            late = admin(left, "nodes")
            right.wake_up()
            assert late.returncode == 1 and "right does not answer." in late.stderr, late


def versions_beside_each_other():
    """A server ignores kinds of news that only a newer version knows."""
    with Postgres() as database, Scratch() as scratch, node("left", database.uri, scratch) as left, player(left, "Anna") as anna:
        store_news(database, "weather 1 2 fine", "future", "queued 1 7 2 engine1", "talk 0 shout - Zoe Good morning!")
        anna.talker.expect("engine1 is busy\\.  Your challenge 7 is number 2 in the queue")
        anna.talker.expect("Zoe shouts: Good morning!")


def versions_of_the_database():
    """A new version that only adds to the database runs beside servers of the version before, and these can be started again.  A version
    that changes the database starts only after all others have stopped; an older server that it did not see then stops."""
    with Postgres() as database, Scratch() as scratch:
        started = ["serve", "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0", "--db", database.uri]
        adds, changes = ({**os.environ, "SHOOGI_TEST_SCHEMA": word} for word in ("adds", "changes"))

        def version():
            return int(sql(database, "SELECT version FROM shoogi"))

        new = run_program(*started, "--check")
        assert new.returncode == 0 and "# The start changes this database" in new.stdout, new
        with node("left", database.uri, scratch) as left, player(left, "Anna") as anna:
            first = version()
            good = run_program(*started, "--check")
            assert good.returncode == 0 and "#" not in good.stdout, good
            good = run_program(*started, "--check", env=adds)
            assert good.returncode == 0 and "# The start adds to this database, and older servers can go on" in good.stdout, good
            # The message names the servers that have to stop first; they go on.
            refused = run_program(*started, "--node", "right", env=changes)
            assert refused.returncode == 2 and "first drain or stop the servers of an older version: left" in refused.stderr, refused
            with player(left, "Beth") as beth:
                begin_game(anna, beth, "-t 1h")
            assert version() == first
            # Bans are in the database: no server can be named, whether one answers or not.
            named = run_program("admin", "--db", database.uri, "--node", "left", "bans", env={**os.environ, "SHOOGI_ADMIN": scratch + "/none"})
            assert named.returncode == 2 and "expected no --node: bans is the same for all" in named.stderr, named
            with node("right", database.uri, scratch, env=adds) as right, player(right, "Beth") as beth:
                assert version() == first + 1
                for one in (anna, beth):
                    one.ask("SET CONFIRM OFF")
                beth.ask("BOARD")
                play(beth, 2, "P-3d")
                anna.talker.expect(re.escape("Last move: 2. P-3d"))
                anna.sync()
                play(anna, 3, "P-2f")
                beth.talker.expect(re.escape("Last move: 3. P-2f"))
                beth.sync()
                with node("middle", database.uri, scratch) as middle:  # of the version before
                    assert http_get(middle.http)[0] == 200
                    assert admin(middle, "users").returncode == 0
                    named = run_program(*started, "--node", "fourth", env=changes)
                    assert named.returncode == 2 and ": left, right, middle" in named.stderr, named
            copied = run_program("admin", "--db", database.uri, "migrate", scratch + "/copy.db")
            assert copied.returncode == 2 and "a newer shoogi has changed the database: copy it with that" in copied.stderr, copied
            # An older server that others do not see any more stops, and cannot be started.
            sql(database, "UPDATE shoogi SET version = version + 1, oldest = version + 1")
            assert left.process.wait(PATIENCE_S) == 2
            assert re.search(r"A newer server has changed the database .*found=\d+ known=\d+", left.error_text()), left.error_text()
            for more in (["--check"], ["--node", "right"]):
                refused = run_program(*started, *more)
                assert refused.returncode == 2 and "expected version" in refused.stderr, refused


def play(mover, number, move):
    """Plays a move; on a busy machine a server does not know the database's time for a while, and asks to try again."""
    while "does not know the time" in (said := mover.ask(f"PLAY {move}")):
        pass
    assert f"Move {number}: {move}" in said, said


def a_node_is_upgraded():
    """A new program goes on as the same node: others do not notice, and each message and move arrives once."""
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(left, "Anna") as anna, player(right, "Beth") as beth:
        until(lambda: "2 online." in beth.ask("WHO"))
        begin_game(anna, beth, "-t 1h")
        for one in (anna, beth):
            one.ask("SET CONFIRM OFF")
        who = sql(database, "SELECT id FROM node WHERE name = 'left'")
        told = []
        for number, (mine, reply) in enumerate([("P-3d", "P-2f"), ("P-8d", "P-2e"), ("P-8e", "G-7h")]):
            # By the other one, so that the answer comes back by the new program.
            upgrading = threading.Thread(target=lambda: told.append(admin(right, "--node", "left", "upgrade")))
            upgrading.start()
            lines = [f"line {number}.{i}" for i in range(12)]
            for i, line in enumerate(lines):
                if i == 6:
                    play(beth, 2 * number + 2, mine)
                said = beth.ask(f"TELL Anna {line}")
                assert "Said to Anna." in said, said
            upgrading.join(PATIENCE_S)
            assert told[-1].returncode == 0 and "The server now runs shoogi" in told[-1].stdout, (told, left.error_text())
            heard = anna.talker.before(re.escape(lines[-1]))
            shown = re.findall(r"line \d+\.\d+", heard)
            assert shown == lines[:-1], (shown, lines)
            move = f"Last move: {2 * number + 2}. {mine}"  # read from the database, so it may come behind the lines
            if move not in heard:
                heard += anna.talker.before(re.escape(move)) + move
            heard += anna.sync()
            assert heard.count(move) == 1, heard
            play(anna, 2 * number + 3, reply)
            beth.talker.expect(re.escape(f"Last move: {2 * number + 3}. {reply}"))
            beth.sync()
            assert "2 online." in beth.ask("WHO")
        assert sql(database, "SELECT id FROM node WHERE name = 'left'") == who
        assert sql(database, "SELECT count(*) FROM run") == "2"
        assert sql(database, "SELECT count(*) = max(number) - min(number) + 1 FROM news WHERE node = " + who) == "t"


run_tests([clients_go_elsewhere, those_who_stay_are_disconnected, administrators_reach_all,
           versions_beside_each_other, versions_of_the_database, a_node_is_upgraded])
