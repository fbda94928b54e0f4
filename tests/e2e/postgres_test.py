"""The server on a database in PostgreSQL: what it says when the database cannot be used, and what it does while it is away.

The rows are tested by storage_postgres, whole games by kill_test.py --postgres."""

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from api import Program, new_token, register
from harness import Line, Player, Scratch, Server, run_program, run_tests, until
from with_postgres import Postgres


def serve(uri):
    return run_program("serve", "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0", "--db", uri)


def sql(database, commands):
    subprocess.run(database.command("psql", "-qX", "-c", commands, database.uri), check=True, stdout=subprocess.DEVNULL)


def health(server):
    try:
        return urllib.request.urlopen("http://%s:%d/healthz" % server.http).status
    except urllib.error.HTTPError as answer:
        return answer.code


def what_cannot_be_used_is_named():
    with Postgres() as database, Scratch() as scratch:
        place = "user=shoogi&host=" + database.folder
        sql(database, "CREATE SCHEMA other; CREATE TABLE other.guests(name text)")
        sql(database, "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
        sql(database, "CREATE USER reader")
        sql(database, "CREATE SCHEMA newer; CREATE TABLE newer.shoogi(version bigint, writer bigint);"
                      "INSERT INTO newer.shoogi VALUES(99, 1)")
        rows = (
            ("postgresql:///missing?" + place, "missing", 'database "missing" does not exist'),
            ("postgresql:///postgres?user=nobody_here&host=" + database.folder, "postgres", 'role "nobody_here" does not exist'),
            ("postgresql:///postgres?host=" + scratch, "postgres", "No such file or directory"),
            ("postgresql://127.0.0.1:1/postgres", "postgres at 127.0.0.1:1", "Connection refused"),
            ("postgresql:///postgres?flavour=sweet", "", 'invalid URI query parameter: "flavour"'),
            (f"postgresql:///latin?{place}", "latin", "its encoding is not UTF8"),
            (f"postgresql:///postgres?{place}&options=-csearch_path%3Dother", "postgres",
             "it has the tables of another program"),
            (f"postgresql:///postgres?{place}&options=-csearch_path%3Dnewer", "postgres",
             "expected version 2 or older, found version 99"),
            (f"postgresql:///postgres?{place}&options=-cdefault_transaction_read_only%3Don", "postgres", "session is read-only"),
            (f"postgresql:///postgres?user=reader&host={database.folder}", "postgres", "permission denied for schema public"),
        )
        for uri, name, reason in rows:
            ended = serve(uri)
            expected = f"shoogi serve: cannot open the PostgreSQL database {name}: {reason}\n"
            assert (ended.returncode, ended.stderr) == (2, expected), (uri, ended)
        for name in ("mysql://localhost/shoogi", "postgresql://"):
            ended = serve(name)
            expected = f'shoogi serve: expected the path of a file, or postgresql://HOST/DATABASE, found "{name}"\n'
            assert (ended.returncode, ended.stderr) == (2, expected), ended
        ended = serve("postgresql://shoogi:secret@localhost/postgres")
        assert ended.returncode == 2 and "expected no password in the URI" in ended.stderr, ended
        assert "secret" not in ended.stderr
        environment = {**os.environ, "SHOOGI_ADMIN": scratch + "/admin"}
        with Server(database.uri, env=environment):
            ended = serve(database.uri)
            assert ended.stderr.endswith(": another server is using it\n"), ended
            ended = run_program("admin", "--db", database.uri, "backup", scratch + "/x", env=environment)
            assert ended.returncode == 2 and "pg_dump" in ended.stderr, ended
            ended = run_program("admin", "--db", database.uri, "online", env=environment)
            assert ended.returncode == 0, ended


def a_database_that_goes_away_comes_back():
    """While it is away nothing is acknowledged, and the server stays."""
    with Postgres() as database, Scratch() as scratch:
        with Server(database.uri, env={**os.environ, "SHOOGI_ADMIN": scratch + "/admin"}) as server, Line(server.telnet) as line:
            anna = Player(line, "Anna")
            anna.login()
            assert health(server) == 200
            for how in (signal.SIGINT, signal.SIGQUIT):  # fast, and as in a crash
                database.stop(how)
                said = anna.ask("NEW * P-2f")
                assert not re.search(r"challenge is number \d+", said), said
                until(lambda: health(server) == 503)
                database.start()
                until(lambda: health(server) == 200)  # by itself
                said = anna.ask("NEW * P-2f")
                assert re.search(r"challenge is number \d+", said), said
            # A connection that is cut while nobody uses it is noticed by nobody.
            sql(database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shoogi'")
            said = anna.ask("NEW * P-2f")
            assert re.search(r"challenge is number \d+", said), said
            # Another server wrote while this one was cut off: it stops, since it trusts what it has read.
            sql(database, "UPDATE shoogi SET writer = writer + 1")
            sql(database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shoogi'")
            said = anna.ask("NEW * P-2f")
            assert "storage has failed" in said, said
            until(lambda: not server.alive())
            server.over()
            assert "storage failed" in server.error_text(), server.error_text()


def two_calls_of_a_player_at_one_moment():
    """Each has a key, and both count their player's keys: the second is no repetition of the first."""
    with Postgres() as database, Scratch() as scratch:
        with Server(database.uri, env={**os.environ, "SHOOGI_ADMIN": scratch + "/admin"}) as server:
            register(server, "Anna")
            token, statement = new_token("Anna")
            sql(database, statement)
            # Another server is in the middle of a transaction.
            other = subprocess.Popen(database.command("psql", "-qXAt", database.uri), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            other.stdin.write("BEGIN; INSERT INTO request SELECT id, 1, 'theirs', 0 FROM player WHERE name = 'Anna'; SELECT 'waiting';\n")
            other.stdin.flush()
            assert other.stdout.readline() == "waiting\n"
            answers = []
            call = threading.Thread(target=lambda: answers.append(Program(server, token).call("new", colour="black", request="ours")))
            call.start()
            waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            until(lambda: subprocess.check_output(database.command("psql", "-qXAt", "-c", waits, database.uri)) == b"1\n")
            other.communicate("COMMIT;\n")
            call.join()
            assert "repeated" not in answers[0] and answers[0]["challenge"] == 1, answers
            assert Program(server, token).call("new", colour="black", request="ours")["repeated"]


run_tests([what_cannot_be_used_is_named, two_calls_of_a_player_at_one_moment, a_database_that_goes_away_comes_back])
