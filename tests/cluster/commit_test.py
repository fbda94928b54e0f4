"""The database hangs: a server says so.  The answer to a commit is lost, and the database crashes or waits for a standby: a server
that is one of several, and one that is alone, find out how the commit ended.  Likewise what another server has stored is read again,
if the connection breaks meanwhile.

The number of the transaction does not show that: after a crash PostgreSQL may give it to another transaction."""

import contextlib
import os
import threading

import parts
from api import Program, Socket, register
from harness import Scratch, http_get, run_tests, until
from nodes import admin, node, session, token_of

# With these settings no uncommitted row is on the disk when the database crashes.
SETTINGS = ("fsync=off", "full_page_writes=off", "autovacuum=off", "wal_writer_delay=10s", "bgwriter_delay=10s")
RUNNING = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL"
CHALLENGES = "SELECT count(*) FROM challenge"


@contextlib.contextmanager
def server_and_database(*arguments):
    with Scratch() as folder:
        os.chmod(folder, 0o755)
        database = parts.Database("db", folder + "/db", parts.Place(), SETTINGS)
        database.make()
        database.start()
        proxy = parts.Proxy(database, ["server"])
        try:
            uri = parts.uri_of([("127.0.0.1", proxy.ports["server"])])
            with parts.harness.Server(uri, *arguments, env={**os.environ, "SHOOGI_ADMIN": folder + "/admin"}) as server:
                register(server, "Anna")
                yield server, database, proxy, Program(server, token_of(database, "Anna"))
        finally:
            proxy.stop()
            database.stop()


def call_and_crash(database, proxy, program, how):
    """A challenge is made; the database crashes before its commit arrives, or when it has answered.  Returns the answer."""
    answers = []
    proxy.tell("commit", "server", how)
    call = threading.Thread(target=lambda: answers.append(program.post("/new", colour="black")))
    call.start()
    if how == "hold":
        until(lambda: database.sql(RUNNING) == "1")
    else:
        until(lambda: database.sql(CHALLENGES) == "1")
        proxy.tell("hold", "server", "both")
    database.stop()
    database.start()
    for _ in range(4):  # others take the numbers that are free
        database.sql(" ; ".join(["BEGIN; SELECT pg_current_xact_id(); COMMIT"] * 20))
    proxy.tell("pass", "server")
    call.join()
    return answers[0]


def lost_with_the_database(*arguments):
    with server_and_database(*arguments) as (_, database, proxy, program):
        status, answer = call_and_crash(database, proxy, program, "hold")
        assert status == 503 and "try again" in answer["error"], (status, answer)
        assert database.sql(CHALLENGES) == "0"
        status, answer = call_and_crash(database, proxy, program, "after")
        assert status == 200 and answer["challenge"] == 1, (status, answer)
        assert database.sql(CHALLENGES) == "1"
        program.call("new", colour="black")


def one_of_several_servers():
    lost_with_the_database("--node", "left")


def a_server_that_is_alone():
    lost_with_the_database()


def a_database_that_hangs():
    """Its machine acknowledges what is sent, and no answers come.  Requests are refused soon, and a challenge is stored once or not at
    all, as its player is answered."""
    with server_and_database("--node", "left") as (server, database, proxy, program):
        answers = []
        sockets = [Socket(server, program.token) for _ in range(2)]
        for one in sockets:
            one.call("who")
        calls = [threading.Thread(target=lambda one=one: answers.append(one.ask("POST", "/new", {"colour": "black"}))) for one in sockets]
        proxy.tell("hold", "server", "both")
        for call in calls:  # the database gets the first; the second waits in the server
            call.start()
        pages = []
        reader = threading.Thread(target=lambda: pages.append(http_get(server.http, "/games/1")[0]))
        reader.start()
        until(lambda: http_get(server.http, "/healthz") == (503, "The database does not answer.\n"))
        until(lambda: answers)
        status, answer = answers[0]
        assert status == 503 and "the database does not answer; try again" in answer["error"], answers
        reader.join()
        assert pages == [503], pages
        proxy.tell("pass", "server")
        for call in calls:
            call.join()
        until(lambda: http_get(server.http, "/healthz") == (200, "ok\n"))
        stored = [answer["challenge"] for status, answer in answers if status == 200]
        assert database.sql("SELECT coalesce(string_agg(id::text, ' '), '') FROM challenge") == " ".join(map(str, stored)), answers
        program.call("new", colour="black")


def a_commit_that_waits_for_a_standby():
    """The connection breaks while the commit waits: the server asks again until the transaction has ended, and answers with its end."""
    with server_and_database("--node", "left") as (server, database, proxy, program):
        answers = []
        call = threading.Thread(target=lambda: answers.append(program.post("/new", colour="black")))
        database.alter("SET synchronous_standby_names = 'nobody'")
        call.start()
        until(lambda: database.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_xid IS NOT NULL") != "0")
        proxy.tell("cut", "server", "writers")
        until(lambda: database.sql("SELECT count(*) FROM pg_stat_activity WHERE state = 'idle' AND query LIKE '%in progress%'") != "0")
        assert not answers
        database.alter("RESET synchronous_standby_names")
        call.join()
        status, answer = answers[0]
        assert status == 200 and answer["challenge"] == 1, (status, answer)
        program.call("new", colour="black")


def a_ban_at_another_server():
    """The connection breaks while the bans are read: the session ends all the same."""
    with server_and_database("--node", "left") as (server, database, proxy, program), Scratch() as folder:
        with node("right", database.uri, folder) as right, Socket(server, program.token).web as web:
            proxy.tell("hold", "server", "to", "writers")
            ended = admin(right, "ban", "Anna", "1d", "rude")
            assert ended.returncode == 0, ended.stderr
            lock = session(database, "BEGIN; LOCK TABLE ban IN ACCESS EXCLUSIVE MODE")
            proxy.tell("pass", "server")
            until(lambda: database.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") != "0")
            proxy.tell("cut", "server", "writers")
            lock.communicate("COMMIT;\n")
            while web.next_frame()[0] != 8:
                pass


run_tests([a_database_that_hangs, one_of_several_servers, a_server_that_is_alone, a_commit_that_waits_for_a_standby, a_ban_at_another_server])
