"""The server on a database in PostgreSQL: what it says when the database cannot be used, and what it does while it is away.

The rows are tested by storage_postgres, whole games by kill_test.py --postgres."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from api import Program, register
from harness import Line, Player, Scratch, Server, run_program, run_tests, until
from nodes import admin, session, sql, token_of
from with_postgres import Postgres


def serve(uri):
    return run_program("serve", "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0", "--db", uri)


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
        sql(database, "CREATE SCHEMA newer; CREATE TABLE newer.shoogi(version bigint, writer bigint, oldest bigint);"
                      "INSERT INTO newer.shoogi VALUES(99, 1, 99)")
        rows = (
            ("postgresql:///missing?" + place, "missing", 'database "missing" does not exist'),
            ("postgresql:///postgres?user=nobody_here&host=" + database.folder, "postgres", 'role "nobody_here" does not exist'),
            ("postgresql:///postgres?host=" + scratch, "postgres", "No such file or directory: is it running there?"),
            ("postgresql://127.0.0.1:1/postgres", "postgres at 127.0.0.1:1", "Connection refused: is it running there?"),
            ("postgresql:///postgres?flavour=sweet", "", 'invalid URI query parameter: "flavour"'),
            (f"postgresql:///latin?{place}", "latin", "its encoding is not UTF8"),
            (f"postgresql:///postgres?{place}&options=-csearch_path%3Dother", "postgres",
             "it has the tables of another program"),
            (f"postgresql:///postgres?{place}&options=-csearch_path%3Dnewer", "postgres",
             "expected version N or older, found version 99: install a newer shoogi"),
            (f"postgresql:///postgres?{place}&options=-cdefault_transaction_read_only%3Don", "postgres", "session is read-only: name the host that accepts writes"),
            (f"postgresql:///postgres?user=reader&host={database.folder}", "postgres", "permission denied for schema public: make its user the owner"),
        )
        for uri, name, reason in rows:
            ended = serve(uri)
            expected = f"shoogi serve: cannot open the PostgreSQL database {name}: {reason}\n"
            said = re.sub(r"version \d+ or older", "version N or older", ended.stderr)
            assert (ended.returncode, said) == (2, expected), (uri, ended)
        for name in ("mysql://localhost/shoogi", "postgresql://"):
            ended = serve(name)
            expected = f'shoogi serve: expected the path of a file, or postgresql://HOST/DATABASE, found "{name}"\n'
            assert (ended.returncode, ended.stderr) == (2, expected), ended
        ended = serve("postgresql://shoogi:secret@localhost/postgres")
        assert ended.returncode == 2 and "expected no password in the URI" in ended.stderr, ended
        assert "secret" not in ended.stderr
        environment = {**os.environ, "SHOOGI_ADMIN": scratch + "/admin"}
        with Server(database.uri, env=environment) as server:
            ended = serve(database.uri)
            assert ended.stderr.endswith(": another server is using it: stop that, or name all by --node\n"), ended
            ended = admin(server, "backup", scratch + "/x")
            assert ended.returncode == 2 and "pg_dump" in ended.stderr, ended
            ended = admin(server, "online")
            assert ended.returncode == 0, ended


def make_certificate(folder, name):
    """A certificate for localhost and 127.0.0.1, signed by itself."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", f"{folder}/{name}.key",
                    "-out", f"{folder}/{name}.crt"], check=True, stderr=subprocess.DEVNULL)
    return f"{folder}/{name}.crt"


def what_is_wrong_over_the_network_is_named():
    """Passwords, certificates, several hosts, the limit of connections: each has a sentence that says what to do."""
    with Postgres(tcp=True) as database, Scratch() as scratch:
        right, other = (make_certificate(scratch, name) for name in ("right", "other"))
        for ending in ("crt", "key"):
            there = f"{database.folder}/data/server.{ending}"
            shutil.copy(f"{scratch}/right.{ending}", there)
            os.chmod(there, 0o600)
            if database.user:
                os.chown(there, database.user.pw_uid, -1)
        with open(f"{database.folder}/data/pg_hba.conf", "w") as rules:
            rules.write("local all all trust\nhost postgres all 127.0.0.1/32 scram-sha-256\n")
        sql(database, "ALTER SYSTEM SET ssl = on")
        sql(database, "CREATE ROLE club LOGIN PASSWORD 'horse' CONNECTION LIMIT 2; CREATE SCHEMA club AUTHORIZATION club;"
                      "ALTER ROLE club SET search_path = club; SELECT pg_reload_conf()")
        passwords = {}
        for password in ("horse", "donkey"):
            passwords[password] = f"{scratch}/{password}"
            with open(passwords[password], "w") as file:
                file.write(f"*:*:*:*:{password}\n")
            os.chmod(passwords[password], 0o600)
        at = f"postgresql://club@127.0.0.1:{database.port}/postgres?"
        name = f"postgres at 127.0.0.1:{database.port}"
        passfile = "passfile=" + passwords["horse"]
        rows = (
            (at + "passfile=/nowhere", name, "fe_sendauth: no password supplied: put it into ~/.pgpass or passfile=FILE"),
            (at + "passfile=" + passwords["donkey"], name,
             'password authentication failed for user "club": see ~/.pgpass or passfile=FILE'),
            (f"{at}{passfile}&sslmode=verify-full&sslrootcert={other}", name,
             "SSL error: certificate verify failed: see sslrootcert=FILE"),
            (f"{at}{passfile}&sslmode=verify-full&sslrootcert=/nowhere", name,
             'root certificate file "/nowhere" does not exist: see sslrootcert=FILE'),
            # It has a place less than a server needs.
            (f"{at}{passfile}&sslmode=verify-full&sslrootcert={right}", name,
             'too many connections for role "club": raise the limit, or close some'),
            (f"postgresql://club@127.0.0.1:1,127.0.0.1:{database.port}/postgres?{passfile}&options=-cdefault_transaction_read_only%3Don",
             name, "session is read-only: name the host that accepts writes"),
        )
        for uri, there, reason in rows:
            ended = serve(uri)
            expected = f"shoogi serve: cannot open the PostgreSQL database {there}: {reason}\n"
            assert (ended.returncode, ended.stderr) == (2, expected), (uri, ended)
        sql(database, "ALTER ROLE club CONNECTION LIMIT -1")
        # Of several hosts the one that accepts writes is found.
        uri = f"postgresql://club@127.0.0.1:1,127.0.0.1:{database.port}/postgres?{passfile}&sslmode=verify-full&sslrootcert={right}"
        with Server(uri, env={**os.environ, "SHOOGI_ADMIN": scratch + "/admin"}) as server:
            assert health(server) == 200


def stop_between_transactions(database, server, how):
    """Stops the database while the server has no transaction: after a commit whose answer is lost it would wait a minute for it."""
    question = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'shoogi' AND state NOT IN ('idle')"
    while True:
        server.put_to_sleep()
        if sql(database, question) == "0":
            break
        server.wake_up()
    database.stop(how)
    server.wake_up()


def a_database_that_goes_away_comes_back():
    """While it is away nothing is acknowledged, and the server stays."""
    with Postgres() as database, Scratch() as scratch:
        with Server(database.uri, env={**os.environ, "SHOOGI_ADMIN": scratch + "/admin"}) as server, Line(server.telnet) as line:
            anna = Player(line, "Anna")
            anna.login()
            assert health(server) == 200
            for how in (signal.SIGINT, signal.SIGQUIT):  # fast, and as in a crash
                stop_between_transactions(database, server, how)
                said = anna.ask("NEW * P-2f")
                assert not re.search(r"challenge is number \d+", said), said
                until(lambda: health(server) == 503)
                until(lambda: "is it running there?" in server.error_text())  # as the log says
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
            token = token_of(database, "Anna")
            # Another server is in the middle of a transaction.
            other = session(database, "BEGIN; INSERT INTO request SELECT id, 1, 'theirs', 0 FROM player WHERE name = 'Anna'")
            answers = []
            call = threading.Thread(target=lambda: answers.append(Program(server, token).call("new", colour="black", request="ours")))
            call.start()
            waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            until(lambda: sql(database, waits) == "1")
            other.communicate("COMMIT;\n")
            call.join()
            assert "repeated" not in answers[0] and answers[0]["challenge"] == 1, answers
            assert Program(server, token).call("new", colour="black", request="ours")["repeated"]


run_tests([what_cannot_be_used_is_named, what_is_wrong_over_the_network_is_named, two_calls_of_a_player_at_one_moment,
           a_database_that_goes_away_comes_back])
