"""Makes one of the kept databases: has a little played on the server of some build, and prints its database
as SQL.

    SHOOGI_BUILD_ROOT=OLD/build SHOOGI_VARIANTS=OLD/variants python3 -B make.py > version-N.sql

Commands that the server of that time does not know are left out.  README.md says which build made which
file; databases_test.py knows what was played."""

import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import shogi
from harness import PROMPT, Line, Match, Player, Scratch, Server

RUNNING = "7g7f 3c3d 8h2b+ 3a2b B*4e 5c5d 4e3d".split()  # game 1
RESIGNED = "8h8g 6c6d 10j10i 4c4d".split()  # game 2, of Shosu


def asked(player, line):
    """Types a command that asks, and says yes."""
    player.talker.line(line)
    player.talker.expect(r"(?i)\byes\b|\(y/n\) |<p,o,n,y> ")
    player.talker.line("yes")
    return player.talker.before(PROMPT)


def play(server):
    def arrive(name):
        player = Player(Line(server.telnet), name)
        player.login()
        return player

    anna, bo = arrive("Anna"), arrive("Bo.Two")
    commands = set(re.findall(r"^ *([A-Z]+)", anna.ask("HELP -n COMMAND-LIST"), re.M))

    resigned = Match(anna, bo, shogi.Board(shogi.SHOSU))
    running = Match(anna, bo)
    for match, moves, option in ((running, RUNNING[:-1], ""), (resigned, RESIGNED, "-v shosu ")):
        match.begin(moves[0], option)
        match.play_all(moves[1:])
    asked(bo, "RESIGN")
    anna.sync()
    resigned.moves.append("resigns")
    resigned.resigned = "White"
    for match in (resigned, running):
        for player in match.players:
            match.check_list(player)

    if "SET" in commands:
        bo.ask("SET BSTYLE 3")
    bo.quit()
    if "UNDO" in commands:
        running.type_move("P-5f", "P-5f")
        anna.ask("UNDO")
    running.type_move(running.board.western(RUNNING[-1]), running.board.written(RUNNING[-1]))
    for line in ("NEW * P-2f Who will?", "NEW -v shosu W"):
        assert "challenge is number" in anna.ask(line)
    if "HANDICAP" in commands:
        assert "challenge is number" in anna.ask("NEW * HANDICAP:L@1a")
    if "IGNORE" in commands:
        cecil = arrive("Cecil")
        cecil.ask("IGNORE Bo.Two")
        cecil.quit()
        asked(anna, "TELL Cecil Good evening, Cecil!")
    if "REPORT" in commands:
        anna.ask("REPORT Cecil He plays too well.")
    token = None
    if "TOKEN" in commands:
        anna.talker.line("TOKEN her bot")
        if anna.talker.expect(r"^password: |shoogi_[\w-]{43}").group(0) == "password: ":
            anna.talker.line("secret words")
            token = anna.talker.expect(r"shoogi_[\w-]{43}").group(0)
        else:
            token = re.search(r"shoogi_[\w-]{43}", anna.talker.past[-200:]).group(0)
        anna.talker.expect(PROMPT)
    anna.quit()
    return token


def main():
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Server(path) as server:
            token = play(server)
        if token:
            print(f"-- The token of Anna's program: {token}")
        database = sqlite3.connect(path)
        for name in ("application_id", "user_version"):
            print(f"PRAGMA {name}={database.execute(f'PRAGMA {name}').fetchone()[0]};")
        for line in database.iterdump():
            print(line)
        database.close()


main()
