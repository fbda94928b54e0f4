"""Databases that older servers wrote: each is opened by the real program, its people log in, find their games
and play on.  What a newer one wrote is refused.  Prints TAP."""

import glob
import os
import re
import sqlite3
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import shogi
from api import Program
from harness import Line, Match, Player, Scratch, Server, run_program, run_tests

FILES = sorted(glob.glob(os.path.join(HERE, "version-*.sql")))


def rebuild(sql_path, path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    with open(sql_path, encoding="utf-8") as file:
        database.executescript(file.read())
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    database.close()


def version_of(path):
    database = sqlite3.connect(path)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    database.close()
    return version


def today():
    """The version that a new database has."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Server(path):
            pass
        return version_of(path)


def arrive(server, name):
    """The player, and what the server said to him."""
    player = Player(Line(server.telnet), name)
    return player, player.login("secret words")


def play_on(server, version):
    anna, said = arrive(server, "Anna")
    assert "Your current game is 1." in said, said
    bo, said = arrive(server, "Bo.Two")
    assert re.search(r"not seen in games? 1\b", said), said

    # Game 2 is over, and told as such.
    match = Match(anna, bo, shogi.Board(shogi.SHOSU))
    match.number, match.resigned = 2, "White"
    for usi in "8h8g 6c6d 10j10i 4c4d".split():
        match.moves.append(match.board.written(usi))
        match.board.do(usi)
    match.moves.append("resigns")
    assert "White resigned: Black wins." in match.check_list(anna)
    history = anna.ask("HISTORY")
    assert re.search(r"^ *2 .*resign", history, re.M), history

    # Game 1 goes on, and so does the numbering.
    match = Match(anna, bo)
    match.number = 1
    for usi in "7g7f 3c3d 8h2b+ 3a2b B*4e 5c5d 4e3d".split():
        match.moves.append(match.board.written(usi))
        match.board.do(usi)
    assert "shogi" in anna.ask("STAT")
    if version > 1:
        said = bo.ask("SET")
        assert re.search(r"^ *BSTYLE +3\b", said, re.M), said
        bo.ask("SET BSTYLE 0")
    for player in match.players:
        match.check_list(player)
        player.ask("BOARD 1")
    match.play_all(["1c1d", "3d4c+", "9c9d"])
    for player in match.players:
        match.check_list(player)

    # Challenges are still there.
    listed = bo.ask("NEW")
    number = re.search(r"^ *(\d+)  shogi +Anna +White +P-2f", listed, re.M)
    assert number and "Who will?" in listed and "shosu" in listed, listed
    said = bo.ask(f"NEW {number.group(1)}")
    assert "Game 3 has begun: you are White." in said, said
    if version > 1:
        assert "HANDICAP:L@1a" in listed, listed
        cecil, said = arrive(server, "Cecil")
        assert "Good evening, Cecil!" in said, said
        assert "Bo.Two" in cecil.ask("IGNORE")
        cecil.quit()
    anna.sync()
    anna.quit()
    bo.quit()


def token_in(sql_path):
    """The token of Anna's program, if the file has one."""
    with open(sql_path, encoding="utf-8") as file:
        match = re.match(r"-- The token of Anna's program: (shoogi_\S+)$", file.readline())
    return match and match.group(1)


def use_token(server, token, version):
    """A program of old can do what it could, but for making tokens and ending sessions."""
    program = Program(server, token)
    assert program.get("/account")["name"] == "Anna"
    manages = version < 10  # from then on tokens have scopes, and that one only if its maker wants it
    if manages:
        assert program.get("/account/sessions")["sessions"][0]["scopes"] == "read,play,records,manage"
    for path, body, status in (("/set", {"setting": "bell", "value": "on"}, 200 if manages else 403), ("/stat", {}, 200),
                               ("/token", {"name": "x", "answers": ["secret words"]}, 403), ("/sessions", {"others": True}, 403)):
        answer = program.post(path, **body)
        assert answer[0] == status, (path, answer)


def check_kept(sql_path):
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        rebuild(sql_path, path)
        token = token_in(sql_path)
        if token:  # it would have expired a year after the file was made
            database = sqlite3.connect(path)
            database.execute("UPDATE token SET expires_ms = ?", (int(time.time() * 1000) + 10**9,))
            database.commit()
            database.close()
        version = version_of(path)
        assert sql_path.endswith(f"version-{version}.sql"), version
        with Server(path) as server:
            play_on(server, version)
            if token:
                use_token(server, token, version)
        assert version_of(path) == today(), "the file was not brought to today's version"
        # And it opens again, with what was played on it.
        with Server(path) as server:
            anna, _ = arrive(server, "Anna")
            said = anna.ask("MOVES -n 1")
            assert re.search(r"^ *10\.  White  P-9d$", said, re.M), said
            anna.quit()


def refused_if_newer():
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        rebuild(FILES[-1], path)
        database = sqlite3.connect(path)
        database.execute("PRAGMA user_version=1000")
        database.close()
        with open(path, "rb") as file:
            before = file.read()
        ended = run_program("serve", "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0", "--db", path)
        assert ended.returncode == 2, ended
        assert re.search(
            r"games\.db: expected a database of version \d+ or older, found version 1000$", ended.stderr.strip()
        ), ended.stderr
        with open(path, "rb") as file:
            assert file.read() == before, "a file that was refused has been changed"


def a_file_for_every_version():
    """Whoever adds a migration keeps a database of the version before."""
    kept = {int(re.search(r"version-(\d+)\.sql$", file).group(1)) for file in FILES}
    missing = set(range(1, today())) - kept
    assert not missing, f"no database is kept of version {sorted(missing)}"


def test_of(sql_path):
    def test():
        check_kept(sql_path)

    test.__name__ = os.path.basename(sql_path).replace("-", "_").removesuffix(".sql")
    return test


if __name__ == "__main__":
    run_tests([*map(test_of, FILES), refused_if_newer, a_file_for_every_version])
