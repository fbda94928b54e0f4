"""Two servers on one database in PostgreSQL: what happens at one is seen at the other.

Notifications can be dropped: a function of the same name before PostgreSQL's own in the search path does nothing.  Then news
arrive when a server looks for them, each second."""

import re

from account_test import Api
from api import Program, Socket
from harness import PROMPT, Line, Scratch, run_program, run_tests, until
from nodes import admin, begin_game, node, player, session, sql, store_news, token_of, two_nodes, type_move
from web import Web
from with_postgres import Postgres


def move_events(socket, *expected):
    """The next moves of a game that a WebSocket is told."""
    for number, usi in enumerate(expected, 2):
        event = socket.next_event("game")
        while event["kind"] != "move":
            event = socket.next_event("game")
        assert (event["number"], event["usi"]) == (number, usi), event


def play_across(database, uri):
    """A game by telnet and one between telnet and a WebSocket."""
    with two_nodes(uri) as (left, right), player(left, "Anna") as anna, player(right, "Beth") as beth:
        challenge = re.search(r"challenge is number (\d+)", anna.ask("NEW Beth P-7f")).group(1)
        beth.ask(f"NEW {challenge}")
        anna.talker.expect("Beth has accepted your challenge")  # she is told, and sees the board
        type_move(beth, "P-3d")
        anna.talker.expect(r"Last move: 2. P-3d")
        type_move(anna, "P-2f")
        beth.talker.expect(r"Last move: 3. P-2f")
        # Anna may take back what Beth has not seen; a board that came by itself is seen when she types.
        said = anna.ask("UNDO")
        assert "has been taken back" in said, said
        beth.talker.expect("has taken back P-2f")
        type_move(anna, "P-6f")
        beth.talker.expect(r"Last move: 3. P-6f")
        beth.sync()
        said = anna.ask("UNDO")
        assert "already seen" in said, said
        # A plan made at one server answers a move made at the other.
        anna.ask("COND P-8d P-2f")
        until(lambda: "P-2f" in type_move(beth, "P-8d"))  # refused if it is not known there yet
        anna.talker.expect(r"Last move: 5. P-2f")
        anna.sync()

        # The other side by a WebSocket.  Ends are told, too.
        cecil = Socket(right, token_of(database, "Beth"))
        number = anna.ask("NEW Beth P-7f")
        challenge = int(re.search(r"challenge is number (\d+)", number).group(1))
        game = cecil.call("new", number=challenge)["game"]
        anna.talker.expect(f"[Gg]ame {game}\\b")
        anna.ask(f"BOARD {game}")
        cecil.call("play", game=game, move="3c3d")
        anna.talker.expect(r"Last move: 2. P-3d")
        type_move(anna, "P-2f")
        move_events(cecil, "3c3d", "2g2f")
        anna.talker.line("RESIGN")
        anna.talker.expect("type yes")
        anna.ask("yes")
        while cecil.next_event("game")["kind"] != "result":
            pass
        # What a server has put together from news is what another reads from the database.
        token = token_of(database, "Anna")
        for number in (1, game):
            here, there = (Program(server, token).get(f"/games/{number}") for server in (left, right))
            assert here == there, (here, there)
        # A guest at one server signs up: the other server, which has the game in memory, notifies the opponent.
        guest = Api(right)
        name = guest.post("/login", guest=True)[1]["name"]
        challenge = int(re.search(r"challenge is number (\d+)", anna.ask(f"NEW {name} P-7f")).group(1))
        game = guest.post("/new", number=challenge)[1]["game"]
        anna.talker.expect(f"[Gg]ame {game}\\b")
        anna.sync()
        anna.ask(f"BOARD {game}")
        assert guest.post("/signup", name="Gina", password="secret words")[0] == 200
        anna.talker.expect(f"{name} has signed up, and is now called Gina")
        anna.sync()
        assert "Gina" in anna.ask(f"BOARD {game}")
        assert guest.post("/play", game=game, move="3c3d")[0] == 200
        anna.talker.expect(r"Last move: 2. P-3d")
        # A study that is edited at one server and followed at the other.
        dora = Socket(left, token_of(database, "Anna"))
        study = dora.call("studies", name="Joseki", variant="shogi")["study"]
        cecil.ask("POST", f"/studies/{study}/watch", {"on": True})
        dora.call(f"studies/{study}", do="move", node=0, text="7g7f")
        assert cecil.next_event("study")["number"] == 1
        # A free board, with a player at each.
        table = dora.call("tables", setup="coordinates=chess\nstart=-k-/3/-K- b -\n", opponent="Beth")["table"]
        dora.call("table", table=str(table), line="K b1-b2")
        event = cecil.next_event("table")
        assert (event["table"], event["number"], event["by"], event["text"]) == (table, 1, "Anna", "K b1-b2"), event


def games_across_servers():
    with Postgres() as database:
        play_across(database, database.uri)


def notifications_may_be_lost():
    with Postgres() as database:
        sql(database, "CREATE SCHEMA deaf; CREATE FUNCTION deaf.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
        play_across(database, database.uri + "&options=-csearch_path%3Dpublic%2Cdeaf%2Cpg_catalog")


def what_cannot_be_is_named():
    for check in ([], ["-n"]):
        ended = run_program("serve", *check, "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0", "--db", "memory", "--node", "left")
        expected = "shoogi serve: several servers need a database in PostgreSQL: --db postgresql://...\n"
        assert (ended.returncode, ended.stderr) == (2, expected), ended
    ended = run_program("serve", "--node", "two words")
    assert ended.returncode == 2 and 'found "two words"' in ended.stderr, ended


def a_game_that_cannot_be_replayed_is_in_the_log():
    """Once, however often players ask for the game."""
    with Postgres() as database, two_nodes(database.uri) as (left, right):
        with player(left, "Anna") as anna, player(left, "Beth") as beth:
            begin_game(anna, beth, "-t 1h")
        sql(database, "INSERT INTO event(game, number, kind, text, think_ms, at_ms) VALUES(1, 2, 'move', '9a9i', 0, 0);"
                      "UPDATE game SET events = 2, moves = 2 WHERE id = 1")
        with player(right, "Cecil") as cecil:
            for _ in range(3):
                said = cecil.ask("BOARD 1")
                assert "Game 1 cannot be shown" in said, said
        assert len(re.findall(r"its events cannot be replayed.* game=1 reason=", right.error_text())) == 1, right.error_text()


def players_meet():
    """Who is online, what is said, fast games, and bans: as at one server."""
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(left, "Anna") as anna:
        with player(right, "Beth") as beth:
            until(lambda: re.search(r"^  Beth +since .*\n2 online\.", anna.ask("WHO"), re.M))
            until(lambda: "  Anna " in beth.ask("WHO"))
            assert "Said to Beth." in anna.ask("TELL Beth Good evening!")
            beth.talker.expect("Anna tells you: Good evening!")
            beth.sync()
            assert "1 other heard it." in beth.ask("SHOUT Who plays?")
            anna.talker.expect("Beth shouts: Who plays\\?")
            anna.sync()
            # A fast game needs both; its clock is judged once.  The lobby of the other server shows that it has begun.
            nobody = Socket(left, None, "Accept: */*")
            nobody.call("lobby", on=True)
            said = begin_game(anna, beth, "-t 10m")
            assert "Game 1 has begun" in said, said
            while not (seen := nobody.next_event("lobby"))["games"]:
                pass
            while seen["running"] != 1:
                seen = nobody.next_event("lobby")
            assert seen["online"] == 2, seen
            assert "Said to Anna." in beth.ask("SAY Hello.")
            anna.talker.expect("Beth says: Hello.")
            # Both hear what a rated game has changed, wherever its result becomes final.
            anna.sync()
            begin_game(anna, beth, "-r")
            type_move(beth, "P-3d")
            anna.talker.expect("Game 2: Beth has moved")
            anna.sync()
            beth.talker.line("RESIGN")
            beth.talker.expect("type yes")
            beth.ask("yes")
            anna.talker.expect("White resigned: Black wins")
            anna.talker.line("BOARD 2")
            for one in (anna, beth):
                one.talker.expect(r"Game 2 is rated\.  Your rating in Shogi")
                one.sync()
            # A ban at one server ends the session at the other.
            ended = admin(left, "ban", "Beth", "1d", "rude")
            assert ended.returncode == 0, ended
            beth.talker.expect_end()
        until(lambda: "1 online." in anna.ask("WHO"))
        # So does a new password.
        with player(right, "Anna") as again:
            ended = admin(left, "password", "Anna")
            assert ended.returncode == 0, ended
            again.talker.expect_end()


def who_is_here_is_said_again():
    """While the disk of the database is full, a server cannot tell the others who came and who left."""
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(left, "Anna") as anna:
        for name in ("Beth", "Cleo"):
            with player(right, name):
                pass
        beth, cleo = (token_of(database, name) for name in ("Beth", "Cleo"))
        leaves = Socket(right, cleo)
        until(lambda: re.search(r"^  Cleo +since .*\n2 online\.", anna.ask("WHO"), re.M))
        sql(database, "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'full' USING ERRCODE = 'disk_full'; END$$;"
                      "CREATE TRIGGER full_disk BEFORE INSERT ON news FOR EACH ROW EXECUTE FUNCTION fill()")
        with Socket(right, beth).web.socket:
            until(lambda: Web(right).ask("GET /healthz").status == 503)
            leaves.web.socket.close()
            until(lambda: all(online["name"] != "Cleo" for online in Program(right).get("/players")["players"]))
            sql(database, "DROP TRIGGER full_disk ON news")
            until(lambda: re.search(r"^  Beth +since .*\n2 online\.", anna.ask("WHO"), re.M))


def a_server_is_lost():
    """Its players go on at another; the clocks that it followed are followed there."""
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(left, "Anna") as anna:
        with player(right, "Beth") as beth:
            begin_game(anna, beth, "-t 3s")
            right.kill()
        until(lambda: "1 online." in anna.ask("WHO"))
        until(lambda: "White lost on time: Black wins." in anna.ask("BOARD 1"))
        with player(left, "Beth") as beth:  # here she goes on
            assert "White lost on time" in beth.ask("BOARD 1")


def a_server_that_was_asleep_stops():
    """Others have found it dead: it stores nothing any more."""
    with Postgres() as database, two_nodes(database.uri) as (left, right):
        with player(left, "Anna") as anna, player(right, "Beth") as beth:
            until(lambda: "2 online." in anna.ask("WHO"))
            right.put_to_sleep()
            until(lambda: "1 online." in anna.ask("WHO"))
            right.wake_up()
            until(lambda: not right.alive())
            right.over()
            assert right.process.returncode == 2
            assert "found it dead" in right.error_text() or "storage failed" in right.error_text(), right.error_text()
            beth.talker.expect_end()


def a_server_asleep_in_a_transaction_holds_nobody_up():
    """Its locks are given up before it is found dead; when it wakes up it goes on."""
    with Postgres() as database, two_nodes(database.uri) as (left, right):
        with player(left, "Anna") as anna, player(right, "Beth") as beth:
            # The right one waits for the lock of all numbers, gets it, and does not notice.
            locks = session(database, "SELECT pg_advisory_lock(hashtext('shoogi numbers'))")
            beth.talker.line("NEW * P-7f")
            until(lambda: sql(database, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'") == "1")
            right.put_to_sleep()
            locks.communicate()
            until(lambda: "challenge is number" in anna.ask("NEW * P-7f"))
            right.wake_up()
            assert "try again" in beth.talker.before(PROMPT)
            assert "challenge is number" in beth.ask("NEW * P-2f")


def one_server_has_the_engines():
    """One of several servers has the engine players: players at all can play them, and if it is lost, another server goes on."""
    with Postgres() as database, Scratch() as scratch, node("left", database.uri, scratch, "--engines", "1") as left:
        with node("right", database.uri, scratch, "--engines", "1") as right:
            until(lambda: admin(left, "nodes").stdout.count("plays the engines") == 1)
            place = re.search(r"^(\w+) .*  plays the engines$", admin(left, "nodes").stdout, re.M).group(1)
            has, other = (left, right) if place == "left" else (right, left)
            with player(other, "Anna") as anna:
                # A live game begins while its player is at another server.
                anna.ask("NEW -t 1h engine1 P-7f")
                anna.talker.expect(r"Last move: 2\.")
                anna.sync()
                # If an engine declines, she is notified at her server, too.
                anna.ask("NEW -t 1h engine2 P-7f")
                anna.talker.expect(r"engine2 declines your challenge \d+: you already play")
                anna.sync()
                engines = Program(other, token_of(database, "Anna")).get("/engines")["engines"]
                assert [engine["level"] for engine in engines] == list(range(1, 11)), engines
                has.kill()
                sql(database, f"DELETE FROM node WHERE name = '{place}'")  # by itself the other server would find that after ten seconds
                until(lambda: "plays the engines" in admin(other, "nodes").stdout)
                type_move(anna, "P-2f")
                anna.talker.expect(r"Last move: 4\.")
                anna.sync()


def log_in(line, name, password):
    line.expect("^login: ")
    line.line(name)
    line.expect("^password: ")
    line.line(password)


def limits_count_at_all():
    """Wrong passwords at one server are counted at the other."""
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(right, "Anna") as anna:
        with player(left, "Beth"):
            pass
        with Line(left.telnet) as line:
            log_in(line, "Beth", "a guess")
            line.expect("^Wrong password")
        counted = until(lambda: re.search(r"^count 0 (-?\d+) 1$", sql(database, "SELECT text FROM news"), re.M))
        # A third server reports nine more.
        store_news(database, f"count 0 {counted.group(1)} 9", "talk 0 shout - Zoe Counted!")
        anna.talker.expect("Zoe shouts: Counted!")
        with Line(right.telnet) as line:
            log_in(line, "Beth", "secret words")
            line.expect("^Too many wrong passwords")
        assert "count 0" not in sql(database, "SELECT text FROM news WHERE node = (SELECT id FROM node WHERE name = 'right')")


run_tests([games_across_servers, notifications_may_be_lost, what_cannot_be_is_named,
           a_game_that_cannot_be_replayed_is_in_the_log, players_meet, who_is_here_is_said_again, a_server_is_lost,
           a_server_that_was_asleep_stops, a_server_asleep_in_a_transaction_holds_nobody_up, one_server_has_the_engines,
           limits_count_at_all])
