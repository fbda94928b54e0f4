"""Whole sessions with the programs people use, and with clients that take telnet to its ends: telnet itself under
a pseudo-terminal whose screen is looked at, nc, a client that negotiates every option, one that negotiates none."""

import os
import random
import re
import socket
import struct
import termios
import time
import unicodedata

from harness import (
    PATIENCE_S,
    PROMPT,
    Line,
    Match,
    Player,
    Program,
    Scratch,
    Server,
    TelnetProcess,
    run_tests,
)

NC = "/usr/bin/nc"
LEFT, RIGHT, UP, DOWN = b"\x1b[D", b"\x1b[C", b"\x1b[A", b"\x1b[B"
HOME, END, DELETE, BACKSPACE = b"\x1b[H", b"\x1b[F", b"\x1b[3~", b"\x7f"

IAC, SB, SE, WILL, WONT, DO, DONT = 255, 250, 240, 251, 252, 253, 254
ECHO, SGA, TERMINAL_TYPE, NAWS = 1, 3, 24, 31


# ---- what the clients are --------------------------------------------------------------------------


class Screen:
    """A terminal emulator for the subset that the server sends."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.lines, self.row, self.column = [[" "] * columns], 0, 0
        self.sequence = None
        self.cleared = 0

    def feed(self, text):
        for sign in text:
            if self.sequence is not None:
                self.sequence += sign
                if re.fullmatch(r"\x1b\[[0-9;?]*[@-~]", self.sequence):
                    self.obey(self.sequence)
                    self.sequence = None
            elif sign == "\x1b":
                self.sequence = sign
            elif sign == "\r":
                self.column = 0
            elif sign == "\n":
                self.next_row()
            elif sign == "\b":
                self.column = max(self.column - 1, 0)
            elif sign not in "\a\0":
                self.show(sign)

    def obey(self, sequence):
        if sequence == "\x1b[H":
            self.row = max(len(self.lines) - self.rows, 0)
            self.column = 0
        elif sequence == "\x1b[2J":
            self.lines = self.lines[: self.row] + [[" "] * self.columns]
            self.cleared += 1
        else:
            assert sequence.endswith("m"), repr(sequence)

    def next_row(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append([" "] * self.columns)

    def show(self, sign):
        wide = 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if self.column + wide > self.columns:
            self.column = 0
            self.next_row()
        line = self.lines[self.row]
        line[self.column] = sign
        if wide == 2:
            line[self.column + 1] = ""
        self.column += wide

    def text(self):
        return [("".join(line)).rstrip() for line in self.lines]

    def cursor_row(self):
        """The row of the cursor, with | where it is."""
        line = self.lines[self.row]
        return ("".join(line[: self.column]) + "|" + "".join(line[self.column :])).rstrip()

    def resize(self, rows, columns):
        """As xterm does: what is beyond the edge is cut."""
        self.rows, self.columns = rows, columns
        self.lines = [(line + [" "] * columns)[:columns] for line in self.lines]
        self.column = min(self.column, columns - 1)


class Desk(TelnetProcess):
    """A person at telnet, with a screen."""

    def __init__(self, address, name="desk", rows=24, columns=80, term="xterm"):
        self.screen = Screen(rows, columns)
        self.cut = b""
        super().__init__(address, name, rows=rows, columns=columns, term=term)

    def decode(self, data):
        data, self.cut = self.cut + data, b""
        for back in range(1, min(4, len(data) + 1)):
            if data[-back] >= 0xC0:
                if len(data[-back:]) < (2 if data[-back] < 0xE0 else 3 if data[-back] < 0xF0 else 4):
                    data, self.cut = data[:-back], data[-back:]
                break
        self.screen.feed(data.decode("utf-8", "replace"))
        return super().decode(data)

    def resize(self, rows, columns, terminal=None):
        if hasattr(self, "pid") and self.pid:
            self.screen.resize(rows, columns)
        super().resize(rows, columns, terminal)

    def until(self, holds, what):
        """Reads until the screen is as it should be."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds(self.screen):
            if not self.take(min(deadline - time.monotonic(), 1)) and time.monotonic() > deadline:
                shown = "\n".join(self.screen.text()[-30:])
                raise AssertionError(f"{self.name}: wanted {what}, cursor {self.screen.cursor_row()!r} in\n{shown}")

    def lines_are(self, own):
        """Reads until telnet has gone over to lines of its own terminal, or to single keys."""
        self.until(lambda _: bool(termios.tcgetattr(self.terminal)[3] & termios.ICANON) == own,
                   "lines" if own else "single keys")

    def expect_row(self, row):
        self.until(lambda screen: screen.cursor_row() == row, repr(row))

    def expect_rows(self, *rows):
        """These stand below one another, the last at the cursor."""
        wanted = list(rows[:-1])
        self.until(
            lambda screen: screen.cursor_row() == rows[-1]
            and screen.text()[screen.row - len(wanted) : screen.row] == wanted,
            repr(rows),
        )


class Typist(TelnetProcess):
    """Makes mistakes and mends them with every key there is; telnet is in character mode."""

    def __init__(self, address, name="typist", seed=1):
        super().__init__(address, name)
        self.source = random.Random(seed)

    def line(self, text):
        self.past += f"\n<<< {text}\n"
        middle = self.source.randint(0, len(text))
        before, after = text[:middle].encode(), text[middle:].encode()
        self.write(
            self.source.choice(
                [
                    lambda: before + b"xy" + BACKSPACE + b"\b" + after,
                    lambda: after + HOME + before,
                    lambda: after + b"\x01" + before + b"\x05",
                    lambda: before + b"zz" + LEFT + LEFT + DELETE + b"\x04" + after,
                    lambda: b"nonsense\x15" + before + after,
                    lambda: b"nonsense\x01\x0b" + before + after,
                    lambda: before + b" oh no\x17\x17" + BACKSPACE + after if b" " not in before else before + after,
                    lambda: b"." + after + b"\x01\x0b" + before + b"\x19" + LEFT * len(after) + BACKSPACE,
                    lambda: before + after + LEFT * 3 + RIGHT + b"\x02\x06",
                    lambda: before + UP + DOWN + after,
                ]
            )()
        )
        self.write(b"\r")


class Eager(Line):
    """Agrees to every option and asks for all of them itself, again and again."""

    def __init__(self, address, name="eager"):
        super().__init__(address, name)
        self.agreed = set()
        self.asked_type = 0
        for option in range(40):
            self.write(bytes([IAC, WILL, option, IAC, DO, option]))

    def decode(self, data):
        data, self.rest = self.rest + data, b""
        plain = b""
        while data:
            at = data.find(IAC)
            if at != 0:
                plain += data[: at if at > 0 else len(data)]
                data = data[at:] if at > 0 else b""
                continue
            size = 2 if len(data) < 2 or data[1] < SB else 3
            if len(data) > 1 and data[1] == SB:
                size = data.find(bytes([IAC, SE])) + 2 if bytes([IAC, SE]) in data else len(data) + 1
            if len(data) < size:
                self.rest = data
                break
            self.answer(data[:size])
            data = data[size:]
        return Program.decode(self, plain).replace("\0", "")

    def answer(self, command):
        if command[1] in (WILL, DO):
            option = bytes(command[1:])
            if option not in self.agreed:
                self.agreed.add(option)
                self.write(bytes([IAC, DO if command[1] == WILL else WILL, command[2]]))
            if option == bytes([DO, NAWS]):
                self.write(bytes([IAC, SB, NAWS]) + struct.pack(">HH", 100, 40) + bytes([IAC, SE]))
        elif command[1] == SB and command[2] == TERMINAL_TYPE:
            self.asked_type += 1
            self.write(bytes([IAC, SB, TERMINAL_TYPE, 0]) + b"VT100" + bytes([IAC, SE]))

    def line(self, text):
        self.past += f"\n<<< {text}\n"
        for option in (5, 6, 34, 39):  # it never rests
            self.write(bytes([IAC, WILL, option, IAC, DO, option]))
        self.write(text.encode() + b"\r\0")

    @property
    def in_character_mode(self):
        return {bytes([WILL, ECHO]), bytes([WILL, SGA])} <= self.agreed


class Mute(Line):
    """Answers nothing that telnet has; sees what it is asked as signs."""

    def __init__(self, address, name="mute"):
        super().__init__(address, name)
        self.commands = b""

    def decode(self, data):
        self.commands += b"".join(re.findall(rb"\xff[\xf0-\xff].", data, re.S))
        return super().decode(data)

    def line(self, text):
        self.past += f"\n<<< {text}\n"
        self.write(text.encode() + b"\n")


class Nc(Program):
    """nc at a terminal, which shows and edits the line itself."""

    def __init__(self, address, name="nc"):
        super().__init__([NC, address[0], str(address[1])], name)

    def decode(self, data):
        return super().decode(re.sub(rb"\xff[\xfb-\xfe].", b"", data, flags=re.S))

    def line(self, text):
        self.past += f"\n<<< {text}\n"
        self.write(text.encode() + b"\n")

    def expect_end(self, wait_s=None):
        self.write(b"\x04")  # it waits for the end of what is typed as well
        return super().expect_end(wait_s)


# ---- whole sessions --------------------------------------------------------------------------------


class Hall:
    """A server."""

    def __enter__(self):
        self.scratch = Scratch()
        self.server = Server(os.path.join(self.scratch.path, "games.db"))
        try:
            self.server.start()
        except BaseException:
            self.scratch.__exit__()
            raise
        return self.server

    def __exit__(self, kind, *_):
        try:
            self.server.__exit__(kind)
        finally:
            self.scratch.__exit__()


def play_session(black, white, seed):
    """A session of both: accounts, a challenge, a game to its end by resignation, talk, lists, and out."""
    anna, bo = Player(black, "Anna"), Player(white, "Bo")
    anna.login()
    bo.login()
    match = Match(anna, bo)
    source = random.Random(seed)
    match.begin("7g7f")
    while len(match.moves) < 41 and not match.board.mated():
        match.play(source.choice(sorted(match.board.legal_moves())))
    for player in match.players:
        match.check_list(player)
        assert "Last move" in player.ask("BOARD")
        assert "2 online" in player.ask("WHO")
    anna.ask("SAY good game")
    bo.talker.expect("^ *Anna says: good game$")
    bo.talker.expect(PROMPT)
    anna.talker.line("RESIGN")
    anna.talker.expect(r"\(type yes\) ")
    anna.talker.line("yes")
    assert "White wins" in anna.talker.before(PROMPT)
    assert "White wins" in bo.talker.before(PROMPT)
    anna.quit()
    bo.quit()


def telnet_with_every_key_against_nc():
    with Hall() as server:
        with Typist(server.telnet) as typist, Nc(server.telnet) as nc:
            play_session(typist, nc, 11)


def nc_against_telnet_with_every_key():
    with Hall() as server:
        with Typist(server.telnet, seed=2) as typist, Nc(server.telnet) as nc:
            play_session(nc, typist, 12)


def every_option_against_none():
    with Hall() as server:
        with Eager(server.telnet) as eager, Mute(server.telnet) as mute:
            play_session(eager, mute, 13)
            assert eager.in_character_mode and eager.asked_type >= 1
            # One question at the beginning, and the passwords; nothing that waits for an answer goes on being asked.
            assert len(mute.commands) <= 3 * 8, mute.commands


def none_against_every_option():
    with Hall() as server:
        with Eager(server.telnet) as eager, Mute(server.telnet) as mute:
            play_session(mute, eager, 14)


# ---- keys ------------------------------------------------------------------------------------------


def log_in(desk, name="guest"):
    player = Player(desk, name)
    player.login()
    return player


def keys_at_a_real_telnet():
    """The display at every step, and the line that the server receives."""
    with Hall() as server, Desk(server.telnet) as desk:
        log_in(desk)
        desk.expect_row("> |")
        desk.write(b"HELO")
        desk.expect_row("> HELO|")
        desk.write(LEFT + b"L")
        desk.expect_row("> HELL|O")
        desk.write(BACKSPACE + b"\x1b[3~P")
        desk.expect_row("> HELP|")
        desk.write(b" rook\x01")
        desk.expect_row("> |HELP rook")
        desk.write(b"\x1b[1;5C")
        desk.expect_row("> HELP| rook")
        desk.write(b"\x0b")
        desk.expect_row("> HELP|")
        desk.write(b" -n quit\r")
        desk.expect("QUIT")
        desk.expect_row("> |")
        desk.write("SHOUT 角 é".encode() + LEFT * 2 + "と飛".encode())
        desk.expect_row("> SHOUT 角と飛| é")
        desk.write(b"\x15\x0b")
        desk.expect_row("> |")
        desk.write(b"WHO\r")
        desk.expect("1 online")
        desk.expect_row("> |")
        desk.write(UP)
        desk.expect_row("> WHO|")
        desk.write(UP)
        desk.expect_row("> HELP -n quit|")
        desk.write(DOWN + b" guest*\r")
        desk.expect("1 of 1 online")
        desk.expect_row("> |")
        desk.write(b"half a line\x03")
        desk.expect_rows(">", "> |")
        desk.write(b"HELP ALL\r")
        desk.expect(r"^--More-- <y,q> ")
        desk.write(b"\x03")
        desk.expect_row("> |")
        desk.write(b"\x0cabc\x0c")
        desk.until(lambda s: s.cursor_row() == "> abc|" and s.cleared > 0, "a cleared screen")
        desk.write(b"\x15\x04")
        desk.expect("Goodbye")
        desk.expect("closed by foreign host")


def nothing_is_typed_into_what_others_say():
    """A move and a message come while a line is typed, which is longer than the window: it stands below them
    as it stood before."""
    with Hall() as server, Desk(server.telnet, columns=60) as desk, Line(server.telnet) as line:
        anna, bo = log_in(desk, "Anna"), log_in(line, "Bo")
        anna.ask("SET PROMPT PLAIN")
        match = Match(anna, bo)
        match.begin("7g7f")
        desk.expect_row("> |")
        desk.write(b"SAY nice opening" + LEFT * 7)
        desk.expect_row("> SAY nice |opening")
        bo.ask("SAY hello there")
        desk.expect_rows("Bo says: hello there", "> SAY nice |opening")
        bo.ask("BOARD")
        match.type_move("P3c-3d", "P-3d")
        desk.until(
            lambda s: s.cursor_row() == "> SAY nice |opening"
            and s.text()[s.row - 1].endswith("Last move: 2. P-3d"),
            "the board, and the line below it",
        )
        rows = desk.screen.text()
        assert sum(row.startswith("> SAY") for row in rows) == 1, rows
        desk.write(END + b", and long enough to be wider than the window has columns" + LEFT * 20)
        desk.until(lambda s: re.fullmatch(r"> .*wider than th\|e w>", s.cursor_row()), "as much as there is room for")
        row = desk.screen.cursor_row()
        for text in ("one", "two", "three"):
            bo.ask(f"SAY {text}")
            desk.expect_rows(f"Bo says: {text}", row)
        desk.write(b"\r")
        line.expect("^Anna says: nice opening, and long enough to be wider than the window has columns$")


def the_window_changes_while_a_line_is_typed():
    with Hall() as server, Desk(server.telnet, columns=80) as desk:
        log_in(desk)
        desk.write(b"SHOUT the quick brown fox jumps over the lazy dog and so on")
        desk.expect_row("> SHOUT the quick brown fox jumps over the lazy dog and so on|")
        desk.resize(24, 40)
        desk.until(lambda s: re.fullmatch(r"> <.* dog and so on\|", s.cursor_row()), "the end of the line")
        assert len(desk.screen.cursor_row()) <= 40
        desk.write(HOME)
        desk.until(lambda s: re.fullmatch(r"> \|SHOUT the quick .*>", s.cursor_row()), "its beginning")
        desk.resize(12, 100)
        desk.expect_row("> |SHOUT the quick brown fox jumps over the lazy dog and so on")
        desk.write(b"\x0bHELP ALL\r")
        # And the height is that of the new window, for a guest too.
        desk.expect("HELP ALL[ \b]*\n")
        assert desk.before(r"^--More-- <y,q> ").count("\n") == 11
        desk.write(b"q")
        desk.expect_row("> |")


def guests_are_asked_what_their_terminal_is():
    """Rows: SET.COLOUR"""
    with Hall() as server:
        for term, shows in (("xterm", True), ("dumb", False)):
            with Desk(server.telnet, term=term) as desk:
                guest = log_in(desk)
                guest.ask("SET BLACK RED")
                guest.ask("NEW * P-7f")
                with Line(server.telnet) as line:
                    other = log_in(line)
                    number = re.search(r"^ *(\d+)  shogi", other.ask("NEW"), re.M).group(1)
                    other.ask(f"NEW {number}")
                    guest.sync()
                    desk.past = ""
                    desk.line("BOARD")
                    said = desk.before(PROMPT)
                    assert ("\x1b[31m" in said) == shows, said
                    assert shows or "\x1b" not in said, said
                    # One that does not say what it is is plain until a player sets something there.
                    assert "\x1b" not in other.ask("BOARD")
                    other.ask("SET WHITE REV")
                    assert "\x1b[7ml\x1b[0m" in other.ask("BOARD")


def passwords_leave_no_trace():
    with Hall() as server, Desk(server.telnet) as desk:
        desk.expect("^login: ")
        desk.expect_row("login: |")
        desk.write(b"Anna\r")
        for prompt in ("new password", "new password again"):
            desk.expect_row(f"{prompt}: |")
            desk.write(b"hidden wordz" + BACKSPACE + b"s")
            time.sleep(0.2)
            desk.take(0.1)
            desk.expect_row(f"{prompt}: |")
            desk.write(b"\r")
        desk.expect("^Welcome, Anna")
        desk.expect_row("> |")
        desk.write(UP + b"\x19")
        desk.line("WHO")
        desk.expect("1 online")
        assert "hidden" not in "\n".join(desk.screen.text())


def lines_may_be_left_to_the_client():
    """SET EDIT OFF has telnet edit its lines itself, from the next prompt on and at the next login."""
    with Hall() as server:
        with Desk(server.telnet) as desk:
            anna = log_in(desk, "Anna")
            assert "EDIT is now OFF" in anna.ask("SET EDIT OFF")
            desk.lines_are(True)
            # In line mode it is telnet's terminal that shows what is typed, and ^H is its own affair.
            anna.talker.line("WHO")
            desk.expect("1 online")
            desk.expect_row("> |")
            desk.write(b"ab" + UP)
            desk.until(lambda s: "^[[A" in s.cursor_row() or s.sequence is not None, "the terminal's own echo")
            desk.write(b"\x15WHO A*\n")
            desk.expect("1 of 1 online")
            # More prompts take single keys all the same, and lines are lines again after them.
            anna.talker.line("HELP ALL")
            desk.expect(r"^--More-- <y,q> ")
            desk.write(b"q")
            desk.expect(PROMPT)
            assert "1 online" in anna.ask("WHO")
        with Desk(server.telnet) as desk:
            anna = log_in(desk, "Anna")
            desk.lines_are(True)
            assert "EDIT is now ON" in anna.ask("SET EDIT ON")
            desk.lines_are(False)
            desk.write(b"WH" + LEFT + b"X")
            desk.expect_row("> WX|H")


def what_is_typed_is_shown_in_the_code_of_kanji():
    """Rows: SET.KANJI"""
    with Hall() as server, Eager(server.telnet) as eager:
        guest = Player(eager, "guest")
        guest.login()
        for number, code in (("2", "euc_jp"), ("3", "shift_jis"), ("1", "iso2022_jp")):
            eager.line(f"SET KANJI {number}")
            eager.expect("KANJI is")
            eager.expect(PROMPT)
            wanted = "SHOUT 角".encode(code)
            eager.write("SHOUT 角".encode())
            raw = b""
            deadline = time.monotonic() + PATIENCE_S
            while wanted not in raw and time.monotonic() < deadline:
                raw += eager.socket.recv(1000)
            assert wanted in raw, raw
            eager.write(b"\x15")


def a_client_that_wants_half_of_it():
    """Echo without single characters, or the other way round: it stays with its lines, and is not asked again."""
    with Hall() as server:
        for taken in (ECHO, SGA):
            with socket.create_connection(server.telnet, PATIENCE_S) as s:
                asked, said, rest = [], b"", b""

                def read_until(done):
                    nonlocal said, rest
                    while not done() and (data := s.recv(4096)):
                        rest += data
                        said += rest
                        for command in re.finditer(rb"\xff([\xfb-\xfe])(.)", rest, re.S):
                            verb, option = command[1][0], command[2][0]
                            asked.append((verb, option))
                            if verb == WILL:
                                s.sendall(bytes([IAC, DO if option == taken else DONT, option]))
                            elif verb == WONT:
                                s.sendall(bytes([IAC, DONT, option]))
                        cut = re.search(rb"\xff[\xfb-\xfe]?$", rest)
                        rest = cut[0] if cut else b""
                        said = said[: len(said) - len(rest)]

                s.sendall(bytes([IAC, WONT, NAWS]))
                read_until(lambda: b"login: " in said and (WONT, taken) in asked)
                for line in (b"guest", b"WHO", b"WHO"):
                    said = b""
                    s.sendall(line + b"\r\n")
                    read_until(lambda: said.endswith(b"\n> "))
                s.sendall(b"QUIT\r\n")
                read_until(lambda: False)
                offered = [option for verb, option in asked if verb == WILL]
                assert offered == [ECHO, SGA], asked
                assert (WONT, taken) in asked, asked


run_tests(
    [
        telnet_with_every_key_against_nc,
        nc_against_telnet_with_every_key,
        every_option_against_none,
        none_against_every_option,
        keys_at_a_real_telnet,
        nothing_is_typed_into_what_others_say,
        the_window_changes_while_a_line_is_typed,
        guests_are_asked_what_their_terminal_is,
        passwords_leave_no_trace,
        lines_may_be_left_to_the_client,
        what_is_typed_is_shown_in_the_code_of_kanji,
        a_client_that_wants_half_of_it,
    ]
)
