"""Hot upgrades: a program takes the place of the running server, and its clients notice nothing.

The new version is the same program.  A link leads to it, or to something that does not start.

    upgrade_test.py [TEST...] [UPGRADES]"""

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from api import Program as ApiProgram
from api import Socket, register, token_of
from harness import (
    PATIENCE_S,
    PROGRAM,
    PROMPT,
    Line,
    Match,
    Player,
    Scratch,
    Server,
    TelnetProcess,
    http_get,
    note,
    run_program,
    run_tests,
    until,
)

UPGRADES = int(sys.argv.pop()) if len(sys.argv) > 1 and sys.argv[-1].isdigit() else 5
MOVES = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f 5i5h 5a5b 3i3h 7a7b 4i4h 7c7d".split()


def next_legal(board, number):
    """A move for the rest of a long test: one of the legal ones."""
    legal = sorted(board.legal_moves())
    return legal[number % len(legal)]


class Linked(Server):
    """A server that is started by a link, which may lead to another program later."""

    def __init__(self, folder, *arguments, **more):
        self.link = os.path.join(folder, "shoogi")
        self.lead_to(os.path.abspath(PROGRAM))
        super().__init__(os.path.join(folder, "games.db"), *arguments, **more)

    def command(self):
        return [self.link, *super().command()[1:]]

    def lead_to(self, program):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.link)
        os.symlink(program, self.link)

    def script(self, text):
        """Puts a script in the place of the program."""
        path = self.link + ".sh"
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        self.lead_to(path)

    def upgrade(self):
        return run_program("admin", "--db", self.database, "upgrade")

    def upgraded(self):
        answer = self.upgrade()
        assert answer.returncode == 0, (answer, self.error_text())
        assert re.fullmatch(r"The server now runs shoogi \S+\.\n", answer.stdout), answer

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Knocking:
    """Connects again and again: no connection may be refused."""

    def __init__(self, server):
        self.server = server
        self.fault = None
        self.count = 0
        self.over = False
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        try:
            while not self.over:
                socket.create_connection(self.server.telnet, PATIENCE_S).close()
                status, _ = http_get(self.server.http)
                assert status == 200, status
                self.count += 1
                time.sleep(0.01)
        except BaseException as fault:
            self.fault = fault

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over = True
        self.thread.join(PATIENCE_S)
        assert not self.fault, repr(self.fault)
        note(f"{self.count} connections")


def a_game_goes_on():
    with Scratch() as folder, Linked(folder) as server:
        black = Player(TelnetProcess(server.telnet), "Anna")
        white = Player(Line(server.telnet), "Bert")
        black.login()
        white.login()
        match = Match(black, white)
        match.begin(MOVES[0])
        watcher = Socket(server)
        assert watcher.ask("POST", f"/games/{match.number}/watch", {"on": True})[0] == 200
        kept = ApiProgram(server)
        kept.get("/variants")
        files, memory = None, None
        began_s = time.monotonic()
        with Knocking(server):
            for number in range(1, UPGRADES + 1):
                # A line typed before and after, a frame cut, a request cut.
                white.talker.write(b"WHO no.such")
                black.talker.write(b"WHO no.such")
                black.talker.expect(r"WHO no\.such")
                watcher.number += 1
                frame = watcher.web.frame(
                    1, json.dumps({"id": watcher.number, "method": "GET", "path": "/sessions"}).encode()
                )
                watcher.web.send(frame[:23])
                half = socket.create_connection(server.http, PATIENCE_S)
                half.sendall(b"GET /healthz HTTP/1.1\r\nHost: localh")
                server.upgraded()
                for player in (white, black):
                    player.talker.line(".player")
                    player.talker.expect(r"\b0 of \d+ online match\.$")
                    player.talker.expect(PROMPT)
                watcher.web.send(frame[23:])
                watcher.answer(watcher.number)
                half.sendall(b"ost\r\nConnection: close\r\n\r\n")
                assert half.recv(100).startswith(b"HTTP/1.1 200"), "a request that was cut"
                half.close()
                kept.get("/variants")
                match.play(MOVES[number] if number < len(MOVES) else next_legal(match.board, number))
                event = watcher.next_event("game")
                assert (event["game"], event["number"]) == (match.number, len(match.moves)), event
                if files is None:
                    files, memory = server.files(), server.status_kib("VmRSS")
        note(f"{(time.monotonic() - began_s) / UPGRADES:.2f} s for an upgrade and a move")
        until(lambda: server.files() <= files)
        assert server.status_kib("VmRSS") < memory * 1.3, (memory, server.status_kib("VmRSS"))
        match.check_list(black)
        match.check_list(white)
        black.quit()
        white.quit()


def moves_that_are_being_stored():
    """The signal comes at the same moment as a move."""
    with Scratch() as folder, Linked(folder) as server:
        black, white = (Player(Line(server.telnet), name) for name in ("Anna", "Bert"))
        black.login()
        white.login()
        match = Match(black, white)
        match.begin(MOVES[0])
        for player in (black, white):
            player.ask("SET CONFIRM OFF")
        for number, usi in enumerate(MOVES[1:12], 2):
            mover, other = match.players[match.board.side], match.players[1 - match.board.side]
            written = match.board.written(usi)
            done = server.error_text().count("Upgraded:")
            server.process.send_signal(signal.SIGUSR2)
            # A trial takes some 100 ms, and a pause some 10 more: the move comes before, in between and after.
            time.sleep(number % 11 * 0.02)
            mover.talker.line(f"PLAY {match.board.western(usi)}")
            until(lambda: server.error_text().count("Upgraded:") > done)
            assert f"Move {number}: {written}\n" in mover.talker.before(PROMPT)
            seen = other.talker.before(PROMPT)
            assert re.search(rf"Last move: {number}\. {re.escape(written)}$", seen, re.M), seen
            match.board.do(usi)
            match.moves.append(written)
        match.check_list(black)
        match.check_list(white)
        assert server.alive()


def what_was_interrupted_is_told():
    with Scratch() as folder, Linked(folder) as server:
        anna, bert = (Player(Line(server.telnet), name) for name in ("Anna", "Bert"))
        anna.login()
        bert.login()
        register(server, "Carl")
        carl = Socket(server, token_of(server, "Carl"))
        carl.call("who")
        stranger, hidden = Line(server.telnet), Line(server.telnet)
        stranger.expect(r"^login: ")
        hidden.expect(r"^login: ")
        hidden.line("Anna")
        hidden.expect(r"^password: ")
        match = Match(anna, bert)
        match.begin(MOVES[0])
        anna.ask("IGNORE Bert")
        bert.talker.line("RESIGN")
        bert.talker.expect(r"\S.*\? ?|> $")
        server.upgraded()
        bert.talker.expect(r"begin your last command again\.")
        bert.talker.expect(PROMPT)
        hidden.expect(r"begin your last command again\.")
        hidden.expect(r"^login: ")
        assert "Bert" in anna.ask("IGNORE"), "whom she ignores"
        stranger.line("guest")
        stranger.expect(r"^Welcome, guest\d+\.")
        said = anna.ask(f"BOARD {match.number}")
        assert "Last move: 1." in said, said
        anna.ask("TELL Carl good evening")
        assert carl.next_event("talk")["text"] == "good evening"
        carl.call("who")
        listed = run_program("admin", "--db", server.database, "online").stdout
        assert re.findall(r"^(Anna|Bert|Carl|guest)", listed, re.M) == ["Anna", "Bert", "Carl", "guest"], listed


def a_program_that_does_not_start():
    with Scratch() as folder, Linked(folder) as server:
        anna = Player(Line(server.telnet), "Anna")
        anna.login()
        pid = server.process.pid
        server.script("echo 'shoogi serve: no luck' >&2\nexit 2\n")
        answer = server.upgrade()
        assert answer.returncode == 1 and "the new program does not start: no luck" in answer.stderr, answer
        server.script("kill -SEGV $$\n")
        answer = server.upgrade()
        assert answer.returncode == 1 and "does not start" in answer.stderr, answer
        os.unlink(server.link)
        answer = server.upgrade()
        assert answer.returncode == 1 and "No such file" in answer.stderr, answer
        assert "0 of 1 online match" in anna.ask("WHO no.such.player")
        server.lead_to(os.path.abspath(PROGRAM))
        # Two at once: one of them may find the other under way.
        both = [
            subprocess.Popen(
                [PROGRAM, "admin", "--db", server.database, "upgrade"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        ends = [(one.communicate(timeout=PATIENCE_S), one.returncode) for one in both]
        assert any(status == 0 for _, status in ends), ends
        for (_, why), status in ends:
            assert status == 0 or (status == 1 and "an upgrade is under way" in why), ends
        for _ in range(20):
            server.process.send_signal(signal.SIGUSR2)
        assert "0 of 1 online match" in anna.ask("WHO no.such.player")
        assert server.alive() and server.process.pid == pid
        anna.quit()


def a_program_that_fails_late():
    """It said that it would start, and did not: the old one goes on, even if its file has gone."""
    with Scratch() as folder:
        environment = {**os.environ, "SHOOGI_TEST_UPGRADE": "fails"}
        with Linked(folder, env=environment) as server:
            anna = Player(Line(server.telnet), "Anna")
            anna.login()
            for _ in range(3):
                answer = server.upgrade()
                assert answer.returncode == 1, answer
                assert "the new program did not start: this is a test" in answer.stderr, answer
                assert "0 of 1 online match" in anna.ask("WHO no.such.player")
            anna.quit()


def a_program_with_a_newer_database():
    """A program that only adds to the database takes over, and the earlier program can be started again afterwards.  One that changes
    the database is refused."""
    with Scratch() as folder, Linked(folder) as server:
        anna = Player(Line(server.telnet), "Anna")
        anna.login()

        def version():
            with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE_S)) as rows:
                return rows.execute("PRAGMA user_version").fetchone()[0]

        first = version()
        program = os.path.abspath(PROGRAM)
        server.script(f'SHOOGI_TEST_SCHEMA=changes exec {program} "$@"\n')
        answer = server.upgrade()
        assert answer.returncode == 1 and f"expected a database of version {first + 2}, found version {first}" in answer.stderr, answer
        assert version() == first
        server.script(f'SHOOGI_TEST_SCHEMA=adds exec {program} "$@"\n')
        server.upgraded()
        assert version() == first + 1
        assert "0 of 1 online match" in anna.ask("WHO no.such.player")
        anna.quit()
        server.lead_to(program)
        server.stop()
        server.start()
        anna = Player(Line(server.telnet), "Anna")
        anna.login()
        anna.quit()


def clocks_stand_still():
    """The time between two programs is of no run, so that it is charged to nobody."""
    with Scratch() as folder, Linked(folder) as server:
        anna, bert = (Player(Line(server.telnet), name) for name in ("Anna", "Bert"))
        anna.login()
        bert.login()
        match = Match(anna, bert)
        match.begin(MOVES[0], "-t 5m ")
        for move in MOVES[1:6]:
            server.upgraded()
            match.play(move)
        with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE_S)) as rows:
            runs = rows.execute("SELECT began_ms, alive_ms FROM run ORDER BY began_ms").fetchall()
        assert len(runs) == 6, runs
        for before, after in zip(runs, runs[1:]):
            assert before[1] < after[0], runs
            assert after[0] - before[1] < 1000 * PATIENCE_S, runs


run_tests(
    [
        a_game_goes_on,
        moves_that_are_being_stored,
        what_was_interrupted_is_told,
        a_program_that_does_not_start,
        a_program_that_fails_late,
        a_program_with_a_newer_database,
        clocks_stand_still,
    ]
)
