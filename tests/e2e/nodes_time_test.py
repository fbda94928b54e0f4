"""Several servers on one database: all times are the database's, and nobody loses time to what happens to servers.

The clock of the database can be moved: a function of the same name before PostgreSQL's own in the search path does that."""

import signal
import time

import clocks
from harness import Scratch, http_get, run_program, run_tests, until
from nodes import begin_game, node, player, sql, two_nodes, type_move
from with_postgres import Postgres

DIFFER = "The clocks of this machine and of the database differ.\n"


def skew(database, seconds):
    sql(database, "SET client_min_messages = warning; CREATE SCHEMA IF NOT EXISTS skew; CREATE OR REPLACE FUNCTION skew.clock_timestamp() RETURNS timestamptz"
                  f" LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() + make_interval(secs => {seconds})'")


def skewed(database):
    skew(database, 0)
    return database.uri + "&options=-csearch_path%3Dpublic%2Cskew%2Cpg_catalog"


def seconds_left(player):
    return clocks.shown(player.ask("BOARD 1"))


def serving(scratch, uri):
    return run_program("serve", "--db", uri, "--node", "third", "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0")


def a_wrong_clock_stores_nothing():
    with Postgres() as database, Scratch() as scratch:
        uri = skewed(database)
        with node("left", uri, scratch) as left, player(left, "Anna") as anna, player(left, "Beth") as beth:
            begin_game(anna, beth, "-t 1h")
            skew(database, 86400)
            until(lambda: http_get(left.http) == (503, DIFFER))
            said = type_move(beth, "P-3d")
            assert "Nothing was stored: the clock of this server is wrong" in said, said
            ended = serving(scratch, uri)
            assert ended.returncode == 2 and "differ by more than a minute: set the wrong one" in ended.stderr, ended
            skew(database, 0)
            until(lambda: http_get(left.http) == (200, "ok\n"))
            said = type_move(beth, "P-3d")
            assert "Move 2: P-3d" in said, said
            assert seconds_left(anna)[0] > 3000
            assert sql(database, "SELECT count(*) FROM run WHERE began_ms - alive_ms > 3600000") == "0"  # while it was refused, none ran


def a_jump_is_charged_to_nobody():
    """As when a standby takes over whose clock is ahead; then one whose clock is behind."""
    with Postgres() as database, Scratch() as scratch:
        uri = skewed(database)
        with node("left", uri, scratch) as left, node("right", uri, scratch) as right:
            with player(left, "Anna") as anna, player(right, "Beth") as beth:
                begin_game(anna, beth, "-t 40s+20m")
                skew(database, 50)
                for server in left, right:
                    until(lambda: "clocks of games stood still" in server.error_text())
                type_move(beth, "P-3d")
                anna.talker.expect("Last move: 2. P-3d")
                after = seconds_left(anna)
                assert after[1] > 20 * 60, after  # she has lost nothing of the 40 s but what she took
                with node("third", uri, scratch) as third, player(third, "Cecil") as cecil:
                    assert seconds_left(cecil)[1] == after[1]
                skew(database, 0)
                type_move(anna, "P-2f")
                beth.talker.expect("Last move: 3. P-2f")
                assert seconds_left(beth)[0] > 20 * 60


def while_the_database_is_away_no_clock_runs():
    """It is away until all have been silent for three seconds."""
    with Postgres() as database, two_nodes(database.uri) as (left, right):
        with player(left, "Anna") as anna, player(right, "Beth") as beth:
            begin_game(anna, beth, "-t 10m")
            database.stop(signal.SIGQUIT)
            time.sleep(4)
            # /healthz reports it to balancers although no player does anything that would be stored.
            for server in left, right:
                until(lambda: http_get(server.http) == (503, "The database does not answer.\n"))
            database.start()
            for server in left, right:
                until(lambda: http_get(server.http)[0] == 200)
                until(lambda: "clocks of games stood still" in server.error_text())
            assert sql(database, "SELECT count(*) FROM run WHERE began_ms - alive_ms >= 3000") == "1"
            said = type_move(beth, "P-3d")
            assert "Move 2: P-3d" in said, said
            anna.talker.expect("Last move: 2. P-3d")


def players_of_a_lost_server_get_the_time_back():
    with Postgres() as database, two_nodes(database.uri) as (left, right), player(left, "Anna") as anna:
        with player(right, "Beth") as beth:
            begin_game(anna, beth, "-t 30m")
            until(lambda: "2 online." in anna.ask("WHO"))
            right.kill()
        with player(left, "Beth") as beth:
            anna.talker.expect(r"Beth gets \d+ seconds back, since a server has stopped")
            beth.ask("BOARD 1")
            said = type_move(beth, "P-3d")
            assert "Move 2: P-3d" in said, said
            anna.talker.expect("Last move: 2. P-3d")
        events = sql(database, "SELECT string_agg(kind, ',' ORDER BY number) FROM event WHERE game = 1")
        assert events == "move,timeback,move", events
        given = sql(database, "SELECT text FROM event WHERE kind = 'timeback'").split()
        assert given[0] == "white" and 0 < int(given[1]) <= 10000, given


run_tests([a_wrong_clock_stores_nothing, a_jump_is_charged_to_nobody, while_the_database_is_away_no_clock_runs,
           players_of_a_lost_server_get_the_time_back])
