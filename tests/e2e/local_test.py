"""shoogi play: two people at one keyboard, at a terminal of their own and through pipes."""

import fcntl
import os
import random
import re
import signal
import sqlite3
import stat
import struct
import subprocess
import termios
import time

import games
import shogi
from harness import PATIENCE_S, PROGRAM, SOURCE_ROOT, Scratch, Talker, note, run_program, run_tests

# Found by playing at random until it came about.
SHORT_MATE = (
    "7i6h 8b3b 2h5h 3b5b 5h4h 3c3d 4h5h 2b7g 6i7i 7g6h+ 7i6h S*6b 8h7i 3a2b B*1f 2c2d 1f3d P*3h 6g6f "
    "4c4d 3d4c+ 4a3b 4c3b 7a8b G*4a"
).split()

PROMPT = r"^(?:(?:Black|White), )?(?:game \d+)?(?: \(over\))?> "


class Screen(Talker):
    """A program on a terminal of its own, which stays when the program has gone."""

    def __init__(self, *command, rows=24, columns=80, term="xterm", env=None):
        super().__init__(command[0])
        self.main, self.side = os.openpty()
        self.resize(rows, columns)
        self.found = termios.tcgetattr(self.side)
        self.raw = b""
        self.process = subprocess.Popen(
            command,
            stdin=self.side,
            stdout=self.side,
            stderr=self.side,
            env={**os.environ, "TERM": term, "SHELL": "/bin/sh", **(env or {})},
            preexec_fn=self.own_terminal,
        )

    @staticmethod
    def own_terminal():
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def fileno(self):
        return self.main

    def read_some(self):
        try:
            data = os.read(self.main, 65536)
        except OSError:
            return b""
        self.raw += data
        return data

    def decode(self, data):
        """Text without what moves the cursor and clears lines."""
        return re.sub(r"\033(\[[0-9;?]*[A-Za-z]|[=>])", "", super().decode(data))

    def write(self, data):
        os.write(self.main, data)

    def line(self, text):
        self.past += f"\n<<< {text}\n"
        self.write(text.encode() + b"\r")

    def resize(self, rows, columns):
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def expect_exit(self, status):
        """The program ends so, and the terminal is as it was found."""
        deadline = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < deadline:
            self.take(0.05)
        while self.take(0):
            pass
        assert self.process.poll() == status, f"{self.process.poll()}\n{self.past[-2000:]}{self.pending}"
        assert termios.tcgetattr(self.side) == self.found, "the terminal was left otherwise than it was found"
        assert "Sanitizer" not in self.pending and "runtime error:" not in self.pending, self.pending
        self.close()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if not self.closed or self.main >= 0:
            for end in (self.main, self.side):
                if end >= 0:
                    os.close(end)
            self.main = self.side = -1
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Table(Screen):
    """shoogi play at a terminal."""

    def __init__(self, database, *arguments, **more):
        super().__init__(PROGRAM, "play", "--db", database, *arguments, **more)
        self.greeting = self.before(PROMPT)

    def ask(self, line):
        self.line(line)
        return self.before(PROMPT)

    def move(self, typed, written):
        self.line(f"PLAY {typed}")
        self.expect(rf"^{re.escape(written)} <p,o,n,y> ")
        return self.ask("y")

    def leave(self):
        self.line("QUIT")
        self.expect("Goodbye")
        self.expect_exit(0)

    def listed(self):
        return re.findall(r"^ *\d+\.  (?:Black|White)  (\S+)$", self.ask("MOVES -n"), re.M)


def scratch_table(test):
    """For tests that need a file in a scratch directory."""

    def run():
        with Scratch() as directory:
            test(os.path.join(directory, "play.db"))

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def piped(database, text, *arguments, limit_s=PATIENCE_S):
    return subprocess.run(
        [PROGRAM, "play", "--db", database, *arguments],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=limit_s,
    )


# ---- games -----------------------------------------------------------------------------------------


@scratch_table
def a_whole_game_of_shogi(database):
    """To the mate, every move confirmed."""
    board, moves = shogi.Board(), []
    with Table(database, "shogi") as table:
        assert "Game 1 has begun." in table.greeting, table.greeting
        for usi in SHORT_MATE:
            written = board.written(usi)
            said = table.move(board.western(usi), written)
            board.do(usi)
            moves.append(written)
            assert f"Move {len(moves)}: {written}\n" in said, said
            assert f"Last move: {len(moves)}. {written}\n" in said, said
            # The board is drawn from the side of whoever is to move.
            first = "  1  2" if board.side else "  9  8"
            assert f"\n{first}" in said, said
        assert "king is mated.\n" in said and "Black wins: checkmate.\n" in said, said
        assert table.listed() == moves
        said = table.ask("HISTORY")
        assert re.search(r"1 .* shogi +Black +White +25\s+Black won: checkmate$", said, re.M), said
        table.leave()


@scratch_table
def a_whole_game_of_chu(database):
    """Of random moves, to its end or for long."""
    board, moves = games.Board("chu"), []
    source = random.Random(5)
    with Table(database, "chu", rows=40) as table:
        table.ask("SET CONFIRM OFF")
        table.ask("SET BSTYLE 3")
        while not board.over() and len(moves) < 240:
            move = board.random_move(source)
            written = board.written(move)
            said = table.ask(f"PLAY {board.western(move)}")
            board.do(move)
            moves.append(written)
            assert f"Move {len(moves)}: {written}\n" in said, said
        if not board.over():
            table.line("RESIGN")
            loser = table.expect(r"^(Black|White), do you really resign\? \(type yes\) ").group(1)
            assert loser == ("White" if board.side else "Black")
            assert f"{loser} resigned: " in table.ask("yes")
            moves.append("resigns")
        assert table.listed() == moves
        note(f"{len(moves)} moves")
        table.leave()


@scratch_table
def undo_at_the_table(database):
    """The last move is taken back whoever made it, again and again."""
    with Table(database, "shogi") as table:
        for move in ("P-7f", "P-3d", "Bx2b+", "Sx2b"):
            table.move(move, move)
        for move, who in (("Sx2b", "White"), ("Bx2b+", "Black"), ("P-3d", "White")):
            table.line("UNDO")
            table.expect(rf"{re.escape(move)} has been taken back\.$")
            table.expect(rf"^{who}, game 1> ")
        table.move("P-8d", "P-8d")
        assert table.listed() == ["P-7f", "P-8d"]
        table.leave()


@scratch_table
def saved_games_are_resumed(database):
    """The one left is gone on with, one of another game when it is named, and the others are told."""
    with Table(database) as table:
        assert "Game 1: Shogi, Black against White" in table.greeting
        table.move("P-7f", "P-7f")
        assert "Game 2 has begun." in table.ask("NEW -v mini")
        table.leave()
    with Table(database) as table:
        assert "Also unfinished: game 1." in table.greeting
        assert "Game 2: Mini Shogi, " in table.greeting, table.greeting
        table.leave()
    with Table(database, "shogi") as table:
        assert "Last move: 1. P-7f" in table.greeting, table.greeting
        table.move("P-3d", "P-3d")
        table.leave()
    with Table(database, "Chu") as table:
        assert "Game 3 has begun." in table.greeting, table.greeting
        said = table.ask("STAT")
        assert re.search(r"^\*     1  shogi +Black +White +2  Black$", said, re.M), said
        assert re.search(r"^\*     3  chu +Black +White +0  Black$", said, re.M), said
        table.leave()


@scratch_table
def nothing_acknowledged_is_lost(database):
    """Killed right after a move was shown, or somewhere on the way there, every move that was shown is there."""
    board, moves = shogi.Board(), []
    source = random.Random(7)
    under_way = None  # the move that may be there or not
    for _ in range(10):
        with Table(database, "shogi") as table:
            listed = table.listed()
            if under_way and len(listed) > len(moves):
                moves.append(board.written(under_way))
                board.do(under_way)
            under_way = None
            assert listed == moves, f"{listed} instead of {moves}"
            if moves:
                assert f"Last move: {len(moves)}. {moves[-1]}\n" in table.greeting, table.greeting
            for _ in range(source.randint(1, 4)):
                usi = board.random_move(source)
                written = board.written(usi)
                table.line(f"PLAY {board.western(usi)}")
                table.expect(r"<p,o,n,y> ")
                table.line("y")
                table.expect(rf"^Move {len(moves) + 1}: {re.escape(written)}$")
                board.do(usi)
                moves.append(written)
            if source.random() < 0.5:
                under_way = board.random_move(source)
                table.line(f"PLAY {board.western(under_way)}")
                if source.random() < 0.5:
                    table.expect(r"<p,o,n,y> ")  # else the machine decides whether it comes so far
                table.line("y")
                time.sleep(source.random() * 0.02)
            table.process.kill()
            table.process.wait()
    file = sqlite3.connect(database)
    assert file.execute("SELECT count(*) FROM event").fetchone()[0] - len(moves) in (0, under_way is not None)
    assert file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    file.close()


@scratch_table
def a_game_from_a_file(database):
    """A definition that is no file of ours is played, and gone on with when the file has gone."""
    path = os.path.join(os.path.dirname(database), "Tiny_Game.variant")
    with open(os.path.join(SOURCE_ROOT, "variants", "mini", "mini.variant"), encoding="utf-8") as file:
        text = re.sub(r"(?m)^(base|alias|title|promoZone|name)=.*\n", "", file.read())
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    with Table(database, path) as table:
        assert "Game 1: tinygame, " in table.greeting, table.greeting
        table.move("R-1c", "R-1c")
        table.leave()
    os.remove(path)
    with Table(database) as table:
        assert "Last move: 1. R-1c" in table.greeting, table.greeting
        table.leave()


@scratch_table
def the_tour_can_be_typed(database):
    """The output equals that in docs/tour.md, line by line; "..." matches anything, and dates may differ."""
    with open(os.path.join(SOURCE_ROOT, "docs", "tour.md"), encoding="utf-8") as file:
        part = file.read().partition("## Two at one keyboard\n")[2].partition("\n## ")[0]
    shown = [line[4:] for line in part.rpartition("however it ends.\n")[2].splitlines() if line.startswith("    ")]
    assert len(shown) > 10, part
    with Screen(PROGRAM, "play", "--db", database) as screen:
        for line in shown:
            asked = re.match(r"(.*?[\w)]> )(.+)$", line)
            if asked:
                screen.expect("^" + re.escape(asked.group(1)))
                screen.line(asked.group(2))
            elif line != "..." and not re.match(r"\w{3} \w{3} [ \d]\d \d", line):
                screen.expect("^" + re.escape(line.rstrip()))
        screen.expect_exit(0)


# ---- the terminal ----------------------------------------------------------------------------------


@scratch_table
def lines_are_edited(database):
    """Arrows, deletion, history; questions leave no trace in it."""
    with Table(database, "shogi") as table:
        table.line("PLAY P-2g\x7ff")
        table.expect(r"^P-2f <p,o,n,y> ")
        table.ask("y")
        table.write(b"\x1b[A")  # the command before, not the answer
        table.expect(r"PLAY P-2f")
        table.write(b"\x01\x0bSTAY\x1b[D\x1b[D\x1b[3~\x1b[3~AT\r")
        table.expect(r"^\*     1  shogi ")
        table.expect(PROMPT)
        assert "Both sides will look the same." in table.ask("SET BSTYLE 2")
        table.write(b"his\ty\x7f\r")  # Tab completes what only one command begins with
        assert "history " in table.before("both players")
        table.expect(PROMPT)
        table.write(b"UN\tOB\t\t\r")  # where there is nothing to say it beeps
        table.expect(r"^UN\aOBSERVE \a$")
        table.expect(PROMPT)
        table.write("駒x\x7f\x7f香\r".encode())  # whatever the environment's language is
        table.expect(r'^Unknown command 香\.  HELP lists the commands\.$')
        table.expect(PROMPT)
        table.leave()


@scratch_table
def news_do_not_tear_the_line(database):
    """A clock falls while a line is typed: it is taken off the screen, and is there again below the news."""
    for term, gap in (("xterm", rb"\r\x1b\[J"), ("dumb", rb"\r\n")):
        with Table(database, "shogi", term=term) as table:
            table.ask("NEW -t 2s")
            table.raw = b""
            table.write(b"PLAY P-7")
            table.expect(r"^Black lost on time: White wins\.$")
            table.expect(r"^game \d+ \(over\)> " + ("PLAY P-7$" if term == "xterm" else ""))
            assert re.search(rb"P-7" + gap + rb"Game \d+ is over\.", table.raw), table.raw
            table.write(b"f\r")
            table.expect(r"^Game \d+ is over\.  Black lost on time: White wins\.$")
            table.expect(PROMPT)
            table.leave()


@scratch_table
def interrupts_and_the_end_of_input(database):
    """^C drops a line, says no, leaves a list; ^D leaves."""
    with Table(database, "shogi", rows=8) as table:
        table.write(b"RESI")
        table.expect("RESI")
        table.write(b"\x03")
        table.expect(PROMPT)
        table.line("PLAY P-7f")
        table.expect(r"<p,o,n,y> ")
        table.write(b"\x03")
        table.expect(r"^The move was not made\.$")
        table.expect(r"^Black, game 1> ")
        table.line("RESIGN")
        table.expect(r"\(type yes\) ")
        table.write(b"\x03")
        table.expect(r"^You have not resigned\.$")
        table.expect(PROMPT)
        table.line("HELP COMMANDS")
        table.expect(r"^--More-- <y,q> ")
        table.write(b"\x03")
        table.expect(PROMPT)
        table.write(b"\x1c")  # ^\ would end most programs, and leave the terminal as it is
        table.line("WHO")  # and what comes behind it is the answer to this, with one prompt
        said = table.before(PROMPT)
        assert "1 online" in said, said
        table.line("PLAY P-7f")
        table.expect(r"<p,o,n,y> ")
        table.write(b"\x04")  # at a question, too, and it is not made
        table.expect_exit(0)
    with Table(database) as table:
        assert "Move 1: Black to move." in table.greeting
        table.write(b"\x04")
        table.expect_exit(0)


@scratch_table
def pages_have_the_height_of_the_terminal(database):
    """Keys act at once, and after the window has changed its height the pages have the new one."""
    with Table(database, "shogi", rows=10) as table:
        table.line("HELP COMMANDS")
        said = table.before(r"^--More-- <y,q> ")
        assert said.count("\n") == 1 + 9, said
        table.write(b"\r")
        said = table.before(r"^--More-- <y,q> ")
        assert said.count("\n") == 1 + 1, said
        table.resize(16, 80)
        table.write(b" ")
        said = table.before(r"^--More-- <y,q> ")
        assert said.count("\n") in (1 + 15, 1 + 9), said  # the signal may come behind the key
        table.write(b"\x1b[B\x1bOQ\x1b[[A" + b"y")  # an arrow and F keys mean nothing
        said = table.before(r"^--More-- <y,q> ")
        assert said.count("\n") == 1 + 15, said
        table.write(b"q")
        table.expect(PROMPT)
        table.leave()


@scratch_table
def attributes_are_those_of_the_terminal(database):
    """Colour where there is colour; nothing but text where there is nothing."""
    with Table(database, "shogi", term="xterm-256color") as table:
        table.ask("SET WHITE RED")
        table.raw = b""
        table.ask("BOARD")
        assert b"\033[31m" in table.raw
        table.leave()
    with Table(database, "shogi", term="vt100") as table:
        table.raw = b""
        table.ask("BOARD")
        assert b"\033[31m" not in table.raw
        assert b"+ RED" not in table.ask("SET WHITE ?").encode()
        table.leave()
    for term in ("dumb", ""):
        with Table(database, "shogi", term=term) as table:
            table.ask("BOARD")
            table.ask("SET WHITE REV")
            table.line("HELP COMMANDS")
            table.expect(r"^--More-- <y,q> ")
            table.write(b"q")
            table.expect(PROMPT)
            assert b"\033" not in table.raw, table.raw
            table.write(b"PLAY P-7")
            table.expect("PLAY P-7")
            table.write(b"\x03")
            table.expect(PROMPT)
            table.write(b"\x04")
            table.expect_exit(0)


@scratch_table
def what_is_said_goes_elsewhere(database):
    """A terminal to type at, a pipe to be read from: lines as the system gives them, keys that act at once."""
    with Screen("/bin/sh", "-c", f'"{PROGRAM}" play --db "{database}" shogi | cat') as screen:
        screen.expect(r"^Black, game 1> ")
        screen.line("PLAY P-2gx\x7f\x7ff")
        screen.expect(r"^P-2f <p,o,n,y> ")
        screen.line("y")
        screen.expect(r"^White, game 1> ")
        screen.line("HELP COMMANDS")
        assert screen.before(r"^--More-- ").count("\n") == 24  # a screenful where the height is unknown
        screen.write(b"q")
        screen.expect(r"^White, game 1> ")
        screen.line("!test -t 0 && echo reads a terminal")
        screen.expect(r"^reads a terminal$")
        screen.write(b"\x04")
        screen.expect_exit(0)


@scratch_table
def stopped_and_gone_on_with(database):
    """^Z at the prompt of an interactive shell's job: the shell has its terminal, fg goes on where it was."""
    with Screen("/bin/bash", "--norc", "--noprofile", "-i", env={"PS1": "shell% "}) as screen:
        screen.expect(r"shell% ")
        screen.line(f"cd {os.path.dirname(database)}; stty -a > before; {PROGRAM} play --db play.db shogi")
        screen.expect(r"^Black, game 1> ")
        screen.write(b"PLAY P-")
        screen.expect(r"PLAY P-")
        screen.write(b"\x1a")
        screen.expect(r"Stopped")
        screen.expect(r"shell% ")
        screen.line("stty -a | cmp - before && echo the-same")
        screen.expect(r"^the-same$")
        screen.expect(r"shell% ")
        screen.line("fg")
        screen.expect(r"^Black, game 1> PLAY P-")
        screen.write(b"7f\r")
        screen.expect(r"^P-7f <p,o,n,y> ")
        screen.line("y")
        screen.expect(r"^White, game 1> ")
        # A command that is stopped stops us with it, and goes on with us.
        screen.line("!echo begun; read x; echo heard $x")
        screen.expect(r"^begun$")
        screen.write(b"\x1a")
        screen.expect(r"Stopped")
        screen.expect(r"shell% ")
        screen.line("fg")
        screen.expect(r"play --db play\.db shogi$")
        screen.line("something")
        screen.expect(r"^heard something$")
        screen.expect(r"^White, game 1> ")
        screen.write(b"\x04")
        screen.expect(r"shell% ")
        screen.line("stty -a | cmp - before && echo the-same")
        screen.expect(r"^the-same$")
        screen.expect(r"shell% ")
        screen.line("exit")
        screen.process.wait(PATIENCE_S)


@scratch_table
def signals_end_it_well(database):
    """SIGTERM and SIGHUP: the terminal is given back, and nothing is lost."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        with Table(database, "shogi") as table:
            table.write(b"PLAY P-")
            table.expect(r"PLAY P-")
            table.process.send_signal(number)
            table.expect(r"Your games are saved\.")
            table.expect_exit(0)
    with Table(database, "shogi") as table:
        table.line("HELP COMMANDS")
        table.expect(r"^--More-- ")
        table.process.send_signal(signal.SIGTERM)
        table.expect_exit(0)
    with Table(database, "shogi") as table:
        table.line("!echo begun; exec sleep 100")
        table.expect(r"^begun$")
        table.process.send_signal(signal.SIGTERM)
        table.expect_exit(0)


# ---- SHELL -----------------------------------------------------------------------------------------


@scratch_table
def windows_that_change_meanwhile(database):
    """While a command has the terminal the signal goes there: the new height and width are found out all the same."""
    with Table(database, "shogi", rows=10) as table:
        table.line("!echo begun; read word")
        table.expect(r"^begun$")
        table.resize(16, 80)
        table.line("something")
        table.expect(PROMPT)
        table.line("HELP COMMANDS")
        said = table.before(r"^--More-- <y,q> ")
        assert said.count("\n") == 1 + 15, said
        table.write(b"q")
        table.expect(PROMPT)
        table.leave()


@scratch_table
def bytes_that_are_no_character(database):
    """A byte of another code takes nothing with it that is typed behind it."""
    with Table(database, "shogi") as table:
        for odd in (b"\xe9", b"\xf0\x9f\x98", b"\xe3\x81"):
            table.write(odd + b"\r")
            table.expect(r"^Unknown command ")
            table.expect(PROMPT)
        table.leave()


@scratch_table
def shell_leaves_the_terminal_as_it_was(database):
    """Also the second time, after a command has changed it, was killed, or was a shell.

    Rows: SHELL.1 SHELL.3 SHELL.4
    """
    with Table(database, "shogi") as table:
        before = table.ask("!stty -a")
        assert "rows 24; columns 80" in before and " -icanon" not in before, before
        for command in ("stty -echo -icanon", "stty raw", "stty -echo; kill -9 $$", "stty rows 24; tput clear", "true"):
            said = table.ask(f"!{command}")
            assert ("killed by signal 9" in said) == ("kill" in command), said
            assert table.ask("SHELL stty -a").partition("speed")[2] == before.partition("speed")[2]
            table.line("P\x7fSTAT")  # and lines are edited
            table.expect(r"^\*     1  shogi ")
            table.expect(PROMPT)
        for word in ("SHELL", "PUSH", "!"):
            table.line(word)
            table.line("echo $((6*7)) $PPID; exit")
            assert table.expect(r"42 (\d+)$").group(1) == str(table.process.pid)
            table.expect(r"^Black, game 1> ")
        said = table.ask("!exit 3")
        assert "The command exited with status 3.\n" in said, said
        assert "not found" in table.ask("! no-such-command-at-all")
        assert "P\n" not in table.ask("!ls -la /etc/passwd")
        table.leave()


@scratch_table
def shell_has_the_terminal(database):
    """It is the foreground: it reads the keyboard, and ^C is for it alone.

    Rows: SHELL.3
    """
    with Table(database, "shogi") as table:
        table.line("!read word; echo got $word")
        table.line("something")
        table.expect(r"^got something$")
        table.expect(PROMPT)
        table.line("!echo begun; exec sleep 100")
        table.expect(r"^begun$")
        table.write(b"\x03")
        table.expect(r"The command was killed by signal 2: Interrupt\.$")
        table.expect(PROMPT)
        # A shell that is killed while the terminal is its own.
        table.line("!echo pid $$; exec sleep 100")
        child = int(table.expect(r"^pid (\d+)$").group(1))
        os.kill(child, signal.SIGKILL)
        table.expect(r"killed by signal 9: Killed\.$")
        table.expect(PROMPT)
        table.move("P-7f", "P-7f")
        table.leave()


@scratch_table
def shell_inherits_nothing(database):
    """Neither the files of the database nor ways of treating signals."""
    with Table(database, "shogi") as table:
        said = table.ask("!ls /proc/self/fd | tr '\\n' ' '; echo")
        assert re.search(r"^0 1 2 3 $", said, re.M), said  # 3: the directory that ls reads
        ours = table.ask("!grep -E 'Sig(Ign|Blk|Cgt)' /proc/self/status")
        assert re.search(r"SigBlk:\s+0+$", ours, re.M), ours
        ignored = int(re.search(r"SigIgn:\s+([0-9a-f]+)$", ours, re.M).group(1), 16)
        for number in (signal.SIGPIPE, signal.SIGQUIT, signal.SIGINT, signal.SIGTSTP, signal.SIGXFSZ):
            assert not ignored >> (number - 1) & 1, ours
        table.leave()


@scratch_table
def shell_through_a_pipe(database):
    """The command reads nothing of what is typed.  Rows: SHELL.1"""
    run = piped(database, "!cat; echo $((1+1))\nSHELL exit 2\nSTAT\n", "shogi")
    assert run.returncode == 0, run
    assert "\n2\nBlack, game 1> SHELL exit 2\nThe command exited with status 2.\n" in run.stdout, run.stdout
    assert "*     1  shogi" in run.stdout, run.stdout


# ---- pipes and files -------------------------------------------------------------------------------


@scratch_table
def lines_from_a_pipe(database):
    """Moves are played without being asked for; what was typed stands behind its prompt."""
    run = piped(database, "PLAY P-7f\nPLAY P-3d\nplay bx2b\ny\nBOARD", "shogi")
    assert run.returncode == 0 and run.stderr == "", run
    for part in (
        "Black, game 1> PLAY P-7f\nMove 1: P-7f\n",
        "White, game 1> PLAY P-3d\nMove 2: P-3d\n",
        "Black, game 1> play bx2b\nPromote? <y,n,c> y\nMove 3: Bx2b+\n",
        "White, game 1> BOARD\nGame 1: ",
    ):
        assert part in run.stdout, (part, run.stdout)
    assert "\033" not in run.stdout
    # No paging: a text of any length is shown whole, and the next line is the next command.
    run = piped(database, "HELP CHU\nSTAT\n", "shogi")
    assert run.returncode == 0 and "More" not in run.stdout and run.stdout.count("\n") > 60, run.stdout
    assert "> STAT\n" in run.stdout, run.stdout
    for source in ("/dev/null", None):
        if source is None:
            source = os.path.join(os.path.dirname(database), "moves")
            with open(source, "w", encoding="ascii") as file:
                file.write("UNDO\nQUIT\nUNDO\n")
        with open(source, encoding="ascii") as file:
            run = subprocess.run(
                [PROGRAM, "play", "--db", database], stdin=file, capture_output=True, text=True, timeout=PATIENCE_S
            )
        assert run.returncode == 0 and run.stderr == "", run
    assert run.stdout.count("has been taken back") == 1 and "Goodbye" in run.stdout, run.stdout
    assert "CONFIRM=OFF" not in sqlite3.connect(database).execute("SELECT settings FROM player").fetchone()[0]


def a_closed_pipe_is_told():
    """Its output is closed: it exits with status 2."""
    with Scratch() as directory:
        script = 'yes STAT | { "$0" play --db "$1/p.db"; echo status $? >&2; } | head -c 100'
        run = subprocess.run(
            ["/bin/sh", "-c", script, PROGRAM, directory], capture_output=True, text=True, timeout=PATIENCE_S
        )
        assert "status 2" in run.stderr, run


def refusals_before_it_begins():
    """Bad input is 2, with one sentence; another program on the file is told of."""
    with Scratch() as directory:
        database = os.path.join(directory, "play.db")
        for arguments, words in (
            (["nonsense"], "nonsense"),
            (["shogi", "chu"], "expected no more words"),
            (["--dp", "x"], "--db"),
            (["./missing.variant"], "missing.variant"),
        ):
            run = piped(database, "", *arguments)
            assert run.returncode == 2 and words in run.stderr and run.stdout == "", run
        run = piped(os.path.join(directory, "no", "such", "p.db"), "")
        assert run.returncode == 2 and run.stderr.startswith("shoogi play: cannot open"), run
        with open(os.path.join(directory, "other"), "w", encoding="ascii") as file:
            file.write("no database\n" * 100)
        run = piped(os.path.join(directory, "other"), "")
        assert run.returncode == 2 and run.stderr.count("\n") == 1, run
        with Table(database, "shogi") as table:
            ports = ["--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0"]
            for command, more in (("play", []), ("serve", ports)):
                run = run_program(command, "--db", database, *more)
                assert run.returncode == 2 and run.stdout == "", run
                assert re.fullmatch(rf"shoogi {command}: .*another program.*\n", run.stderr), run.stderr
            table.move("P-7f", "P-7f")
            table.leave()


def the_usual_file():
    """XDG_DATA_HOME, or ~/.local/share; made for its owner alone."""
    with Scratch() as directory:
        for env, place in (
            ({"XDG_DATA_HOME": f"{directory}/data"}, "data/shoogi"),
            ({"HOME": directory}, ".local/share/shoogi"),
            ({"HOME": directory, "XDG_DATA_HOME": "relative"}, ".local/share/shoogi"),
        ):
            clean = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_DATA_HOME")}
            run = subprocess.run([PROGRAM, "play"], input="PLAY P-7f\n", capture_output=True, text=True,
                                 env={**clean, **env}, cwd=directory, timeout=PATIENCE_S)
            assert run.returncode == 0, run
            path = os.path.join(directory, place, "play.db")
            assert stat.S_IMODE(os.stat(path).st_mode) == 0o600, oct(os.stat(path).st_mode)
            assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700
        assert "Last move: 1. P-7f" in run.stdout  # the second and the third are one file
        run = subprocess.run([PROGRAM, "play"], input="", capture_output=True, text=True, env=clean, timeout=PATIENCE_S)
        assert run.returncode == 2 and "--db FILE" in run.stderr, run


run_tests(
    [
        a_whole_game_of_shogi,
        a_whole_game_of_chu,
        undo_at_the_table,
        saved_games_are_resumed,
        nothing_acknowledged_is_lost,
        a_game_from_a_file,
        the_tour_can_be_typed,
        lines_are_edited,
        news_do_not_tear_the_line,
        interrupts_and_the_end_of_input,
        pages_have_the_height_of_the_terminal,
        attributes_are_those_of_the_terminal,
        what_is_said_goes_elsewhere,
        stopped_and_gone_on_with,
        signals_end_it_well,
        windows_that_change_meanwhile,
        bytes_that_are_no_character,
        shell_leaves_the_terminal_as_it_was,
        shell_has_the_terminal,
        shell_inherits_nothing,
        shell_through_a_pipe,
        lines_from_a_pipe,
        a_closed_pipe_is_told,
        refusals_before_it_begins,
        the_usual_file,
    ]
)
