"""The server's log, and its metrics in the Prometheus text format."""

import os
import re
import socket
import time

from harness import PATIENCE_S, Line, Match, Player, Scratch, Server, http_get, run_program, run_tests

# https://prometheus.io/docs/instrumenting/exposition_formats/
NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? (\S+)")


def parse(text):
    """{family: (type, {(name, labels): value})}, refusing all that the format forbids."""
    assert text.endswith("\n") and "\r" not in text
    families, current = {}, None
    for line in text.split("\n")[:-1]:
        comment = re.fullmatch(rf"# (HELP|TYPE) ({NAME}) (.+)", line)
        if comment:
            what, family, rest = comment.groups()
            if what == "HELP":
                assert family not in families, f"{family} comes twice"
                families[family] = [None, {}]
                current = family
            else:
                assert family == current and families[family] == [None, {}], line
                assert rest in ("counter", "gauge", "histogram"), line
                families[family][0] = rest
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        name, labels, value = sample.groups()
        kind, samples = families[current]
        ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        assert name in [current + end for end in ends], line
        assert (name, labels) not in samples, f"{line}: twice"
        samples[name, labels] = float(value)
        assert kind != "counter" or (name.endswith("_total") and float(value) >= 0), line
    for family, (kind, samples) in families.items():
        assert samples, family
        if kind == "histogram":
            buckets = [
                (float(re.fullmatch(r'le="(.+)"', labels).group(1)), value)
                for (name, labels), value in samples.items()
                if name.endswith("_bucket")
            ]
            assert buckets == sorted(buckets) and buckets[-1][0] == float("inf"), buckets
            assert [v for _, v in buckets] == sorted(v for _, v in buckets), buckets
            assert buckets[-1][1] == samples[family + "_count", None], buckets
    return families


class Watched(Server):
    """A server with a place for metrics."""

    def __init__(self, database, *arguments, **more):
        super().__init__(database, "--metrics", "127.0.0.1:0", *arguments, **more)

    def metrics(self):
        status, text = http_get(self.addresses["metrics"], "/metrics")
        assert status == 200, text
        return parse(text)

    def value(self, name, labels=None):
        family = "shoogi_" + re.sub(r"_(bucket|sum|count)$", "", name)
        return self.metrics()[family][1]["shoogi_" + name, labels]


def arrive(server, name, **more):
    player = Player(Line(server.telnet, **more), name)
    player.login()
    return player


def metrics_count():
    with Scratch() as scratch, Watched(os.path.join(scratch, "games.db"), "--per-address", "6") as server:
        first = server.metrics()
        assert {"counter", "gauge", "histogram"} == {kind for kind, _ in first.values()}
        assert server.value("moves_total") == 0
        anna, bo = arrive(server, "Anna"), arrive(server, "Bo.Two")
        again = arrive(server, "Anna")
        guest = arrive(server, "guest")
        match = Match(anna, bo)
        match.begin("7g7f")
        match.play_all(["3c3d", "2g2f"])
        assert server.value("moves_total") == 3
        assert server.value("games_begun_total") == 1
        assert server.value("sessions") == 4
        assert server.value("players_online") == 3
        assert server.value("connections") == 5  # and the one that asks
        assert server.value("players") == 2
        assert server.value("games", 'state="running"') == 1
        assert server.value("logins_total", 'kind="player"') == 3
        assert server.value("logins_total", 'kind="guest"') == 1
        assert server.value("registrations_total") == 2
        assert server.value("commit_seconds_count") >= 5
        assert server.value("turn_seconds_count") > 20
        assert server.value("database_bytes") > 4096
        assert server.value("resident_memory_bytes") > 1e6
        assert 0 < server.value("uptime_seconds") < 1000
        assert server.value("storage_failed") == 0
        assert server.value("disk_full") == 0
        guest.quit()
        again.quit()
        with Line(server.telnet) as line:
            line.expect("login: ")
            line.line("Anna")
            line.expect("password: ")
            line.line("not the words")
            line.expect("Wrong password")
        assert server.value("wrong_passwords_total") == 1
        # From elsewhere, so that the one who asks has room.
        lines = [Line(server.telnet, source="127.0.5.5") for _ in range(8)]
        for line in lines:
            line.take(PATIENCE_S)
        assert server.value("connections_refused_total", 'reason="address"') == 2
        for line in lines:
            line.close()


def metrics_are_nowhere_else():
    with Scratch() as scratch, Watched(os.path.join(scratch, "games.db")) as server:
        assert http_get(server.http, "/metrics")[0] == 404
        assert http_get(server.addresses["metrics"], "/healthz") == (200, "ok\n")
        assert http_get(server.addresses["metrics"], "/other")[0] == 404
    for arguments, status in ((["--metrics", "0.0.0.0:9"], 2), (["--metrics", "127.0.0.1:9"], 0)):
        ended = run_program("serve", "-n", "--db", "memory", *arguments)
        assert ended.returncode == status, ended
        assert ("unencrypted" in ended.stderr) == (status == 2), ended
    assert "metrics 127.0.0.1:9\n" in ended.stdout


def scrapes_that_are_given_up():
    """Clients that leave before the answer, or send a request in pieces, cost nothing."""
    with Scratch() as scratch, Watched(os.path.join(scratch, "games.db")) as server:
        for _ in range(50):
            line = Line(server.addresses["metrics"])
            line.write(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
            line.close()
        assert server.value("uptime_seconds") > 0
        line = Line(server.addresses["metrics"])
        for byte in b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\nGET /metrics":
            line.write(bytes([byte]))
        assert line.expect_end().count("\nshoogi_uptime_seconds ") == 1


def log_lines(server):
    return server.error_text().splitlines()


def log_of_a_life():
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        server = Server(path, "--log-level", "debug")
        server.start()
        anna, bo = arrive(server, "Anna"), arrive(server, "Bo.Two")
        bo.ask("TELL Anna a private matter")
        bo.ask("SHOUT another one")
        with Line(server.telnet) as line:
            line.expect("login: ")
            line.line("Anna")
            line.expect("password: ")
            line.line("not the words")
            line.expect("Wrong password")
        anna.talker.line("PASSWORD")
        for said, typed in (("old password: ", "secret words"), ("new password: ", "secret words again"),
                            ("again: ", "secret words again")):
            anna.talker.expect(said)
            anna.talker.line(typed)
        anna.talker.expect("Your password has been changed")
        assert run_program("admin", "--db", path, "motd-set", "third matter").returncode == 0
        anna.quit()
        bo.quit()
        server.stop()
        lines = server.error_text().splitlines() if not server.errors.closed else []
        text = "\n".join(lines)
        for line in lines:
            assert re.fullmatch(r"shoogi: (error|warning|notice|info|debug): [A-Z][^=]*\.( \w+=(\"[ -~]*\"|\S+))*", line), line
        for wanted in (
            r"notice: Ready\. telnet=127\.0\.0\.1:\d+ http=127\.0\.0\.1:\d+$",
            r"info: A new player registered\. name=Anna address=127\.0\.0\.1$",
            r"info: A player logged in\. name=Bo\.Two address=127\.0\.0\.1$",
            r"warning: Wrong password\. name=Anna address=127\.0\.0\.1$",
            r"info: What protects an account was changed\. player=\d+ change=password$",
            r"notice: Administrator action\. action=motd-set$",
            r"debug: A player logged out\. name=Anna$",
            r"notice: Shutting down\.$",
            r"notice: Stopped\.$",
        ):
            assert re.search(wanted, text, re.M), (wanted, text)
        for secret in ("secret words", "not the words", "matter", "another one", "argon2"):
            assert secret not in text, secret


def levels():
    for level, wanted in (("error", []), ("warning", []), ("notice", ["Ready.", "Shutting down.", "Stopped."])):
        with Scratch() as scratch:
            server = Server(os.path.join(scratch, "games.db"), "--log-level", level)
            server.start()
            arrive(server, "Anna").quit()
            server.stop()
            lines = log_lines(server)
            assert len(lines) == len(wanted) and all(w in l for w, l in zip(wanted, lines)), lines
    ended = run_program("serve", "-n", "--log-level", "loud")
    assert ended.returncode == 2
    assert 'expected error, warning, notice, info or debug, found "loud"' in ended.stderr
    for arguments, why in ((["--db", "/nowhere/games.db"], "cannot write /nowhere/: No such file or directory"),
                           (["--db", "memory", "--sendmail", "/nowhere"], "cannot run /nowhere: No such file or directory")):
        ended = run_program("serve", "-n", *arguments)
        assert ended.returncode == 2 and why in ended.stderr, ended


def definitions_at_fault():
    """They stop no server: who asks for the game is told, the log has the place, and a check reads all."""
    with Scratch() as scratch:
        places = {}
        for name, text in (("form", "files=3\nranks=x\nking:K:K:k:b1\n"), ("rules", "files=3\nranks=4\nking:K:K:k:b9\n")):
            places[name] = os.path.join(scratch, f"bad-{name}.variant")
            with open(places[name], "w", encoding="utf-8") as file:
                file.write(text)
        env = dict(os.environ, SHOOGI_VARIANTS=scratch)
        server = Server(os.path.join(scratch, "games.db"), env=env)
        server.start()
        anna = arrive(server, "Anna")
        told = "The definition of that game has errors, so it cannot be played here."
        for name in ("bad-form", "bad-rules", "bad-form"):
            assert told in anna.ask(f"NEW -v {name} *"), name
        assert told in anna.ask("HELP GAME BAD-FORM")
        said = anna.ask("NEW -v tori * W")
        assert "is number 1" in said, said
        status, listed = http_get(server.http, "/api/variants")
        assert status == 200 and '"name":"tori"' in listed and '"name":"bad-rules"' in listed, listed
        assert '"bad-form"' not in listed, listed
        anna.quit()
        server.stop()
        faults = [
            f'{places["form"]}:2:7: expected a number from 1 to 36, found "x"',
            f'{places["rules"]}:3:13: expected a rank from 1 to 4, found "9"',
        ]
        lines = [line for line in log_lines(server) if "A game cannot be played" in line]
        assert len(lines) == 2, lines
        assert all(fault.replace('"', r'\x22') in line for fault, line in zip(faults, lines)), lines
        assert "game=bad-form" in lines[0] and "game=bad-rules" in lines[1], lines
        ended = run_program("serve", "-n", "--db", "memory", env=env)
        assert ended.returncode == 2, ended
        assert ended.stderr.splitlines()[:2] == faults, ended
        assert re.search(r"serve: 2 of \d+ game definitions cannot be read\n$", ended.stderr), ended


def for_the_journal():
    with Scratch() as scratch:
        env = dict(os.environ, JOURNAL_STREAM="8:1")
        server = Server(os.path.join(scratch, "games.db"), "--log-level", "info", env=env)
        server.start()
        arrive(server, "Anna").quit()
        server.stop()
        lines = log_lines(server)
        assert lines and all(re.match(r"<[3-7]>[A-Z]", line) for line in lines), lines
        assert any(line.startswith("<6>A player logged in. name=Anna") for line in lines), lines


def readiness_is_told():
    """To a manager that listens, by a path or by an abstract name; to none it does not matter."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "notify")
        for name, bound in ((path, path), ("@shoogi-" + path, "\0shoogi-" + path)):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
                manager.settimeout(PATIENCE_S)
                manager.bind(bound)
                env = dict(os.environ, NOTIFY_SOCKET=name)
                with Server(os.path.join(scratch, "games.db"), env=env):
                    assert manager.recv(100) == b"READY=1"
        for name in ("/nowhere/at/all", "x" * 500, "relative"):
            with Server(os.path.join(scratch, "games.db"), env=dict(os.environ, NOTIFY_SOCKET=name)):
                pass


def a_flood_does_not_flood_the_log():
    with Scratch() as scratch:
        with Server(os.path.join(scratch, "games.db"), "--per-address", "1") as server:
            anna = arrive(server, "Anna")
            for _ in range(200):
                Line(server.telnet).expect_end()
            anna.quit()
            deadline = time.monotonic() + PATIENCE_S
            while server.alive() and time.monotonic() < deadline:
                if len(re.findall("A connection was refused", server.error_text())) >= 20:
                    break
        text = server.error_text()
        refused = re.findall(r"^shoogi: warning: A connection was refused\..*$", text, re.M)
        assert 20 <= len(refused) <= 65, len(refused)
        more = sum(int(m) for m in re.findall(r"A connection was refused\. more=(\d+)$", text, re.M))
        told = len([line for line in refused if "more=" not in line])
        assert told + more == 200, (told, more)


if __name__ == "__main__":
    run_tests(
        [
            metrics_count,
            metrics_are_nowhere_else,
            scrapes_that_are_given_up,
            log_of_a_life,
            levels,
            definitions_at_fault,
            for_the_journal,
            readiness_is_told,
            a_flood_does_not_flood_the_log,
        ]
    )
