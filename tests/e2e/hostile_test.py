"""Hostile, broken and unlucky clients and machines: the server continues to serve others, and answers with
what was expected and found, never with a crash, a hang or a lost game."""

import contextlib
import json
import os
import random
import re
import resource
import select
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time

from harness import (
    PATIENCE_S,
    PROGRAM,
    PROMPT,
    SANITIZED,
    SOURCE_ROOT,
    Closed,
    Line,
    Match,
    Player,
    Scratch,
    Server,
    Shared,
    Skip,
    dear_passwords,
    fill,
    http_get,
    note,
    run_program,
    run_tests,
    seed_wanted,
)
from api import Program, register, token_of
from pages import get
from web import Web

# Sources: the server counts connections and wrong passwords by address.
GOOD, OTHER, EVIL = "127.0.0.9", "127.0.0.7", "127.0.0.66"


class Place:
    """A scratch directory with a server on a database in it."""

    def __init__(self, *arguments, **more):
        self.arguments, self.more = arguments, more

    def __enter__(self):
        self.scratch = Scratch()
        self.database = os.path.join(self.scratch.path, "games.db")
        self.server = Server(self.database, *self.arguments, **self.more)
        self.server.start()
        return self.server

    def __exit__(self, kind, *_):
        try:
            if kind:
                self.server.kill()
            else:
                well_served(self.server)
                self.server.stop()
        finally:
            self.scratch.__exit__()


# For tests that need no server of their own: they measure nothing, and leave no account and no guess behind.
EVERYDAY = Shared(Place)


def well_served(server):
    """Somebody who behaves well is served."""
    assert server.alive(), server.error_text()
    with Line(server.telnet, source=GOOD) as line:
        guest = Player(line, "guest")
        guest.login()
        assert guest.name in guest.ask("WHO")
        guest.quit()
    assert http_get(server.http)[0] == 200


class Growth:
    """How much memory the server has taken since.  Says nothing under a sanitizer, which frees nothing at
    once."""

    def __init__(self, server):
        self.server = server
        self.before = server.status_kib("VmRSS")

    def check(self, bound_kib, what=""):
        grown = self.server.status_kib("VmRSS") - self.before
        note(f"{grown} KiB more {what}".rstrip())
        assert grown < bound_kib or SANITIZED, f"{grown} KiB more {what}"


def logged_in(server, source=EVIL, name="guest", **more):
    line = Line(server.telnet, source=source, **more)
    player = Player(line, name)
    player.login()
    return player


def begin_match(server):
    """Two players with a game of one move."""
    match = Match(logged_in(server, OTHER, "Anna"), logged_in(server, OTHER, "Bo"))
    match.begin("7g7f")
    return match


# ---- lines -----------------------------------------------------------------------------------------


def lines_over_1_KiB():
    with Place() as server:
        player = logged_in(server)
        said = player.ask("W" + " " * 1020 + "Z" * 3)  # 1024 bytes: long, but a line
        assert "1024 bytes" not in said, said
        said = player.ask("x" * 1025)
        assert "Expected a line of at most 1024 bytes, found more." in said, said
        assert "online" in player.ask("WHO")
        # One line without an end, one answer; nothing of it is kept.
        memory = Growth(server)
        for _ in range(64):
            player.talker.write(b"y" * 65536)
        said = player.talker.before(PROMPT)
        assert said.count("at most 1024 bytes") == 1, said
        player.talker.write(b"\r\n")
        assert "at most" not in player.ask("WHO")
        memory.check(2048)


def a_long_line_at_the_login():
    with EVERYDAY as server:
        with Line(server.telnet, source=EVIL) as line:
            line.expect("^login: ")
            line.line("n" * 5000)
            line.expect("Expected a line of at most 1024 bytes, found more")
            line.expect("^login: ")
            line.line("n" * 1000)
            line.expect("^A name has 2 to 32 letters, digits, dots and underscores")
            line.expect("^login: ")


def bad_characters():
    with EVERYDAY as server:
        player = logged_in(server)
        talker = player.talker
        for data, wanted in [
            (b"SAY a\xffb", None),
            (b"WHO \xc3\x28", "Expected text in UTF-8, found the byte 0xC3"),
            (b"WHO \xe9\xbe\x8d\xed\xa0\x80", "Expected text in UTF-8, found the byte 0xED"),
            (b"WHO a\0b", "Expected printable text, found the control character 0x00"),
            (b"WHO \x1b[2J", "Expected printable text, found the control character 0x1B"),
            (b"WHO \xc2\x9b2J", "Expected printable text, found the control character 0x9B"),
            (b"WHO \x7f", "Expected printable text, found the control character 0x7F"),
            (b"\0" * 2000, "Expected a line of at most 1024 bytes"),
        ]:
            talker.write(data.replace(b"\xff", b"\xff\xff") + b"\r\n")
            said = talker.before(PROMPT)
            assert (wanted or "Expected text in UTF-8, found the byte 0xFF") in said, said
            assert re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", said) is None, repr(said)


def nonsense_is_answered():
    with EVERYDAY as server:
        player = logged_in(server)
        for typed, wanted in [
            ("FROB", r'^Unknown command FROB\.  HELP lists the commands\.'),
            ("", None),
            ("   ", None),
            ("BOARD 99", "no game 99"),
            ("BOARD x", r"^\"x\" should be the number of a game \(HELP BOARD\)\."),
            ("BOARD -z", r"^\"-z\" should be the option -o or -a SQUARE"),
            ("BOARD", "no current game"),
            ("PLAY", r"^(PLAY needs a move|You have no current game)"),
            ("BOARD 99999999999999999999999999", r"should be|no game"),
            ("NEW <abc p-7f", r"^Expected > at the end of the group"),
            ("NEW * z-9z", r"should begin with a piece|illegal"),
            ("NEW -v nothing W", "nothing"),
            ("WHO <", r"Expected"),
            ("HELP \u202egnp\u202c", "."),
            ("SAY hello", "no current game"),
            ("RESIGN", "no current game"),
            ("REMOVE 7", "no challenge 7"),
            ("P-7f", "PLAY P-7f"),
        ]:
            said = player.ask(typed)
            assert wanted is None or re.search(wanted, said, re.M), (typed, said)


def control_characters_in_texts():
    with Place() as server:
        match = begin_match(server)
        anna, bo = match.players
        anna.ask("SAY lo\u202e\u200bgni\u2066 \ufeffnihsif")
        assert "Anna says: logni nihsif\n" in bo.sync()
        said = anna.ask("NEW Bo p-7f Nice\u202e comment\u200b")
        assert "Anna challenges you" in bo.sync()
        listed = bo.ask("NEW")
        assert "Nice comment" in listed, listed
        for player in match.players:
            player.quit()


def control_characters_in_records():
    """A record is stored without the characters that control terminals or the direction of text, and given in every form
    without them."""
    kif = ("手合割：平手\n先手：a \x1b[31mRED \u202ex\n後手：羽生　善治\n手数----指手---------消費時間--\n*see \x1b]0;title\x07 here\n"
           "   1 ７六歩(77)   ( 0:00/00:00:00)\n*好手〜①\n")
    bad = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f]")
    with Place() as server:
        register(server, "anna")
        program = Program(server, token_of(server, "anna"))
        status, answer = program.request("POST", "/records?variant=shogi", kif.encode())
        assert status == 200, answer
        (warning,) = [one for one in answer["warnings"] if "control characters" in one["message"]]
        assert (warning["line"], warning["column"]) == (2, 6) and "U+001B; 4 left out" in warning["message"], warning
        seen = {"api": program.get("/records/1")["text"], "search": json.dumps(program.get("/search?in=records"), ensure_ascii=False)}
        for target in ("/records/1", "/games?in=records", *(f"/records/1.{name}" for name in ("shoogi", "kif", "csa", "pgn", "jkf"))):
            status, headers, body = get(server, target, text=False)
            assert status == 200, (target, body)
            seen[target] = body.decode("cp932" if "shift_jis" in headers["Content-Type"].lower() else "utf-8")
        for target, text in seen.items():
            assert "RED" in text and not bad.search(text) and "\\u" not in text, (target, bad.findall(text), text)
        assert all("羽生　善治" in seen[target] for target in ("api", "/records/1.kif", "/records/1.shoogi", "/records/1"))
        assert re.search("好手[〜～]①", seen["/records/1.kif"]) and "see ]0;title here" in seen["/records/1.kif"]


def names_with_control_characters():
    with EVERYDAY as server:
        for name in [
            b"ev\x1b[2Jil",
            b"ev\x00il",
            b"ev\xc2\x9bil",
            "ev\u202eil".encode(),
            "\u200bevil".encode(),
            "\u0435vil".encode(),  # a Cyrillic letter that looks like e
            b"ev il",
            b"<evil>",
            b"-evil",
            b"9evil",
            b"e",
            b"e" * 33,
            b"guest7",
            b"ev\xffil",
        ]:
            with Line(server.telnet, source=EVIL) as line:
                line.expect("^login: ")
                line.write(name.replace(b"\xff", b"\xff\xff") + b"\r\n")
                said = line.before("^login: ")
                assert "A name has 2 to 32 letters" in said or "Expected " in said or "reserved for guests" in said, (name, said)
                assert re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\u202e\u200b]", said) is None, repr(said)


# ---- telnet ----------------------------------------------------------------------------------------


def option_storms():
    with Place() as server:
        player = logged_in(server)
        storm = b"".join(
            bytes([255, (251, 252, 253, 254)[i % 4], i // 2 % 255]) for i in range(100_000)
        )
        storms = [
            storm,
            b"\xff\xfb\x1f\xff\xfc\x1f" * 100_000,
            b"\xff\xf6" * 100_000,
            b"\xff\xf4" * 100_000,
            b"\xff\xfd\x06" * 100_000,
            b"\xff\xfa\x18" + b"x" * 300_000 + b"\xff\xf0",
            b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0" * 30_000,
            b"\xff\xfa\x1f\x00" * 1000 + b"\xff\xf0",
            b"\xff\xf0\xff\xf9\xff\xf1" * 50_000,
        ]
        raw = player.talker.socket
        for data in storms:
            memory = Growth(server)
            received = [0]

            def listen():
                raw.settimeout(PATIENCE_S)
                text = b""
                while not text.endswith(b" online match.\r\n> "):
                    chunk = raw.recv(65536)
                    assert chunk, "the connection was closed"
                    received[0] += len(chunk)
                    text = (text + chunk)[-100:]

            listener = threading.Thread(target=listen)
            listener.start()
            raw.sendall(data + b"\r\nWHO no.such.player\r\n")
            listener.join(PATIENCE_S)
            assert not listener.is_alive(), f"no answer after {data[:12]!r}"
            assert received[0] < 4096, f"{received[0]} bytes of answers to {data[:12]!r}"
            memory.check(2048, f"after {data[:6]!r}")


def half_closed_sockets():
    with Place() as server:
        # Requests before the end are answered, then the server closes, too.
        player = logged_in(server)
        player.talker.write(b"WHO\r\nHELP -n\r\n")
        player.talker.socket.shutdown(socket.SHUT_WR)
        said = player.talker.expect_end()
        assert "online" in said and "RESIGN" in said, said
        # At the login, and in the middle of a line, of a command, of a question.
        for half in (b"", b"An", b"\xff", b"\xff\xfa\x1f", b"anybody\r\nsecret"):
            with Line(server.telnet, source=EVIL) as line:
                line.expect("^login: ")
                line.write(half)
                line.socket.shutdown(socket.SHUT_WR)
                line.expect_end()
        # One who resets instead.
        for _ in range(20):
            with Line(server.telnet, source=EVIL) as line:
                line.expect("^login: ")
                line.socket.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0"
                )
        with Line(server.telnet, source=OTHER) as line:
            looker = Player(line, "guest")
            looker.login()
            assert "1 online" in looker.ask("WHO")


def a_player_who_half_closes_loses_nothing():
    with Place() as server:
        match = begin_match(server)
        match.play("3c3d")
        anna, bo = match.players
        anna.talker.write(b"PLAY P-2f\r\ny\r\n")
        anna.talker.socket.shutdown(socket.SHUT_WR)
        assert "Move 3: P-2f" in anna.talker.expect_end()
        assert "Last move: 3. P-2f" in bo.talker.before(PROMPT)


def clients_that_never_read():
    with Place() as server:
        match = begin_match(server)
        match.players[0].ask("HELP -n ALL")  # what it makes of the games then, it keeps for all
        memory = Growth(server)
        deaf = []
        for _ in range(20):
            deaf.append(logged_in(server, receive_bytes=4096))
        fill([player.talker.socket for player in deaf], b"HELP -n *\r\nHELP -n ALL\r\nBOARD 1\r\n" * 100, 4_000_000)
        memory.check(20 * (256 + 64) + 2048, "for 20 of them")
        # The others play on.
        match.play_all("3c3d 2g2f 8c8d 2f2e 8d8e".split())
        for player in deaf:
            player.talker.close()


def an_opponent_who_never_reads():
    """Output caused by others is bounded, too: the client is disconnected, and the game is not lost."""
    with Place() as server:
        anna = logged_in(server, OTHER, "Anna")
        bo = logged_in(server, EVIL, "Bo", receive_bytes=4096)
        match = Match(anna, bo)
        match.begin("7g7f")
        memory = Growth(server)
        text = "x" * 1000
        for i in range(40):
            # One alone cannot say so much in a short time, nor can the guests of one address.
            guest = logged_in(server, f"127.0.2.{i + 1}", "guest")
            for _ in range(120):
                guest.talker.write(f"TELL Bo {text}\r\n".encode())
            guest.talker.socket.shutdown(socket.SHUT_WR)
            guest.talker.expect_end()  # all of it has been taken
            guest.talker.close()
            if "0 of" in anna.ask("WHO bo"):
                break
        else:
            raise AssertionError("the player is still online")
        memory.check(2048)
        bo.talker.close()
        bo = logged_in(server, EVIL, "Bo")
        match.players = (anna, bo)
        match.check_list(bo)
        match.play("3c3d")


def a_flood_of_messages():
    """A player who talks too much must wait, at all terminals, while others can talk."""
    with Place() as server:
        anna = logged_in(server, OTHER, "Anna")
        evils = [logged_in(server, EVIL, "Evil") for _ in range(4)]
        for _ in range(100):
            for evil in evils:
                evil.talker.write(b"SHOUT look at me\r\nTELL anna look at me\r\n")
        for evil in evils:
            assert "You are sending too many messages.  Nothing was sent." in evil.sync()
        assert anna.sync().count("look at me") < 200
        assert "0 others" not in anna.ask("SHOUT quiet, please")


def commands_without_a_pause():
    """A client that sends hundreds of commands at once delays only itself: the message of another at the same
    moment arrives before half of the answers.  The server is stopped while both write, so that the result does
    not depend on timing."""
    with EVERYDAY as server:
        busy, other = logged_in(server), logged_in(server, GOOD)
        count = 200
        server.put_to_sleep()
        busy.talker.write(b"HELP zzzz\r\n" * count)
        other.talker.line(f"TELL {busy.name} good morning")
        server.wake_up()
        answered = busy.talker.before("good morning").count("There is no help on")
        note(f"{answered} of {count} answers before the other's words")
        assert answered < count / 2
        for _ in range(count - answered):
            busy.talker.expect("There is no help on")


def lines_have_the_budget_of_requests():
    """Guests of one address have 600 lines, and then 50 a second; all are answered.  Requests of that address
    share the budget."""
    with Place() as server:
        guests = [logged_in(server), logged_in(server)]
        began = time.monotonic()
        for guest in guests:
            guest.talker.write(b"WHO no.such.player\r\n" * 400)
        for guest in guests:
            for _ in range(400):
                guest.talker.expect(r"\b0 of \d+ online match\.$")
        assert time.monotonic() - began > 3.9
        statuses = set()
        while 429 not in statuses:  # between two lines one may be let through
            guests[0].talker.write(b"WHO no.such.player\r\n" * 40)
            with Web(server, source=EVIL) as web:
                for _ in range(20):
                    statuses.add(web.ask("GET /api/engines").status)
        with Web(server, source=OTHER) as web:
            assert web.ask("GET /api/engines").status == 200
        for guest in guests:
            guest.talker.close()


def long_pages_delay_no_call():
    """Somebody asks for a long page on many connections; the call of a player, which comes when the first page has been
    written, is answered before the last."""
    count = 20
    with Place() as server:
        register(server, "Anna")
        anna = Program(server, token_of(server, "Anna"))
        text = "手合割：平手\n1 ７六歩(77)\n" + ("*" + "長い" * 100 + "\n") * 2500
        status, answer = anna.request("POST", "/records?format=kif", text.encode(), **{"Content-Type": "text/plain"})
        assert status == 200, answer
        for _ in range(5):  # on a busy machine all pages may be there when this process is scheduled again
            webs = [Web(server, source=EVIL) for _ in range(count)]
            for web in webs:
                web.send(f"GET /records/{answer['record']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert select.select(webs, [], [], PATIENCE_S)[0]
            anna.get("/session")
            ready = select.select(webs, [], [], 0)[0]
            note(f"{len(ready)} of {count} pages before the answer")
            for web in webs:
                assert web.answer().status == 200
                web.socket.close()
            if len(ready) < count:
                return
        raise AssertionError("the calls were answered after all pages")


def are_you_there():
    """The answer stands on a line of its own, and the prompt comes again below it."""
    with Place() as server:
        with Line(server.telnet) as line:
            line.expect("^login: ")
            line.write(b"\xff\xf6")
            line.expect(r"^\[yes\]\nlogin: ")
            line.write(b"Anna\r\n")
            line.expect("^new password: ")
            line.write(b"half a \xff\xf6secret\r\n")
            line.expect(r"^\[yes\]\nnew password: ")
            line.expect("^new password again: ")
            line.write(b"half a secret\r\n")
            line.expect("^Welcome, Anna")


# With --long only these, so many of them; script/soak has another seed each time.
LONG = "--long" in sys.argv
if LONG:
    sys.argv.remove("--long")
SEED = seed_wanted("1")
ROUNDS = 50_000 if LONG else 200


def random_bytes():
    chance = random.Random(SEED)
    words = [b"NEW", b"PLAY", b"BOARD", b"HELP", b"guest", b"anna", b"*", b"-v", b"shogi", b"P-7f", b"1"]
    with Place() as server:
        for round_number in range(ROUNDS):
            door = server.http if round_number % 4 == 0 else server.telnet
            # One address alone would soon be refused before a word of it is read.
            with Line(door, source=f"127.4.{round_number // 250}.{round_number % 250 + 1}") as line:
                if round_number % 3:
                    line.write(b"guest\r\n")
                for _ in range(chance.randrange(1, 30)):
                    data = b" ".join(
                        chance.choice(words)
                        if chance.random() < 0.7
                        else bytes(chance.choices(range(256), k=chance.randrange(1, 40)))
                        for _ in range(chance.randrange(1, 6))
                    )
                    try:
                        line.socket.sendall(data + chance.choice([b"\r\n", b"\n", b"\r\0", b""]))
                    except ConnectionError:
                        break
                if round_number % 5:  # all of it is read and answered; else it ends anywhere
                    with contextlib.suppress(OSError):
                        line.socket.shutdown(socket.SHUT_WR)
                    line.expect_end()
            if round_number % 20 == 19:
                well_served(server)


def a_full_list_of_challenges():
    """Old accounts have filled the list; a newcomer makes a challenge, challenges a friend by name, and plays the
    engine."""
    accounts, each = 260, 20
    with Scratch() as scratch:
        database = os.path.join(scratch, "games.db")
        with Server(database) as server:
            for name in ("Anna", "Bo"):
                logged_in(server, GOOD, name).quit()
        now_ms = int(time.time() * 1000)
        rows = sqlite3.connect(database)
        rows.executemany("INSERT INTO player(id, name, password, created_ms, seen_ms) VALUES (?, ?, 'x', ?, ?)",
                         [(1000 + i, f"evil{i}", now_ms, now_ms) for i in range(accounts)])
        rows.executemany("INSERT INTO challenge(player, variant, pattern, colour, first_move, comment, created_ms, options)"
                         " VALUES (?, 'shogi', '*', 'white', '', '', ?, '')",
                         [(1000 + i % accounts, now_ms) for i in range(accounts * each)])
        rows.commit()
        rows.close()
        with Server(database, "--engines", "1") as server:
            anna, bo = logged_in(server, GOOD, "Anna"), logged_in(server, OTHER, "Bo")
            for _ in range(3):
                assert "Your challenge is number" in anna.ask("NEW * P-7f")
            assert "Your challenge is number" in anna.ask("NEW Bo P-7f")
            assert "Anna challenges you to a game" in bo.sync()
            anna.talker.line("NEW -c black engine1")
            anna.talker.expect("engine1 has accepted your challenge")
            # More than the list may have was in it: it is at its bound again, and Anna's are there.
            anna.sync()
            said = run_program("admin", "--db", database, "shares").stdout
            assert re.search(r"^challenges +5000 +5000 ", said, re.M), said
            assert len(re.findall(r"^.* shogi +Anna ", bo.ask("NEW"), re.M)) == 4, bo.talker.past
            anna.quit()
            bo.quit()


# ---- connections -----------------------------------------------------------------------------------


def until_let_in(server, source):
    """Connects until there is a place."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with Line(server.telnet, source=source) as line:
            try:
                line.expect("^login: ")
                return
            except Closed:
                time.sleep(0.05)
    raise AssertionError("there is no place where somebody has gone")


def two_hundred_connections_from_one_address():
    with Place() as server:
        sockets = []
        for _ in range(200):
            s = socket.socket()
            s.settimeout(PATIENCE_S)
            s.bind((EVIL, 0))
            s.connect(server.telnet)
            sockets.append(s)
        welcomed = refused = 0
        for s in sockets:
            text = b""
            while b"login: " not in text:
                try:
                    chunk = s.recv(4096)
                except ConnectionError:
                    chunk = b""
                if not chunk:
                    break
                text += chunk
            if b"login: " in text:
                welcomed += 1
            else:
                refused += 1
                assert b"address" in text, text
        note(f"{welcomed} welcomed, {refused} refused")
        assert welcomed == 64 and refused == 136
        well_served(server)
        for s in sockets:
            s.close()
        until_let_in(server, EVIL)  # the places are free again


def the_bound_can_be_set():
    with Place("--per-address", "2") as server:
        lines = [Line(server.telnet, source=EVIL) for _ in range(3)]
        lines[0].expect("^login: ")
        lines[1].expect("^login: ")
        assert "login" not in lines[2].expect_end()
        for line in lines:
            line.close()


def coming_and_going():
    """Two thousand who connect and leave at once: no descriptor and no memory stays behind."""
    with Place() as server:
        def come_and_go(count):
            for _ in range(count):
                s = socket.socket()
                s.bind((EVIL, 0))
                s.connect(server.telnet)
                s.close()

        come_and_go(500)
        well_served(server)
        memory, files = Growth(server), server.open_files()
        come_and_go(2000)
        well_served(server)
        deadline = time.monotonic() + PATIENCE_S
        while server.open_files() > files + 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.open_files() <= files + 2
        memory.check(1024)


def a_full_server():
    """As many as there are descriptors for are served.  Then the network with most of them has no more, and newcomers of
    another take its places: nobody else leaves."""
    with Place(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))) as server:
        player = logged_in(server, OTHER)
        lines = [Line(server.telnet, source=f"127.0.3.{i // 40 + 1}") for i in range(200)]
        full = 0
        for line in lines:
            try:
                line.expect("^(login: |Your address or network has as many connections as allowed)")
                full += "Your address" in line.past
            except Closed:  # it gave way to another address of the network before it was greeted
                pass
        assert 0 < full <= 200 - (200 - 64 - 1), full
        assert "1 online" in player.ask("WHO")
        many = server.open_files()
        guests = [logged_in(server, GOOD) for _ in range(5)]
        assert "6 online" in player.ask("WHO")
        assert server.open_files() <= many
        for guest in guests:
            guest.quit()
        for line in lines:
            line.close()
        deadline = time.monotonic() + PATIENCE_S
        while server.open_files() > many - 100 and time.monotonic() < deadline:
            time.sleep(0.02)


def running_out_of_descriptors():
    """The listener pauses; who is connected is served, and later newcomers are."""
    with Place("--per-address", "1000") as server:
        player = logged_in(server, OTHER)
        in_use = server.open_files()
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (in_use + 10, limits[1]))
        sockets = []
        for _ in range(40):
            s = socket.socket()
            s.bind((EVIL, 0))
            s.connect(server.telnet)
            sockets.append(s)
        cpu = server.cpu_s()
        time.sleep(1)  # more would be as good: what is spent is counted in seconds of a processor
        assert server.cpu_s() - cpu < 0.5, "it goes round and round"
        assert "online" in player.ask("WHO")
        for s in sockets:
            s.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, limits)
        well_served(server)
        said = len(server.error_text())
        assert said < 4000, f"{said} bytes of log"


# ---- passwords -------------------------------------------------------------------------------------


def wrong_passwords():
    with Place() as server:
        logged_in(server, OTHER, "Anna").quit()

        def attempt(line, word):
            line.expect("^password: ")
            began = time.monotonic()
            line.line(word)
            match = line.expect("^(Wrong password|Welcome|Too many wrong passwords)")
            return match.group(1), time.monotonic() - began

        with Line(server.telnet, source=EVIL) as line:
            delays = []
            line.expect("^login: ")
            line.line("Anna")
            for i in range(5):
                said, took = attempt(line, f"guess {i}")
                assert said == "Wrong password", said
                delays.append(took)
            note("answers after " + ", ".join(f"{t:.2f}" for t in delays) + " s")
            # Each waits twice as long as the one before, the last for 2 s: a busy machine only makes it more, but where a
            # count fades meanwhile.
            assert delays[4] > 0.9, delays
            line.expect("last attempt")
            line.expect_end()
        # A fresh connection does not begin anew; she who comes from where she came from does not even wait.
        with Line(server.telnet, source=EVIL) as evil, Line(server.telnet, source=OTHER) as good:
            began = time.monotonic()
            for line, word in ((evil, "guess"), (good, "secret words")):
                line.expect("^login: ")
                line.line("Anna")
                line.expect("^password: ")
                line.line(word)
            good.expect("^Welcome, Anna")
            evil.take(0)
            assert "Wrong password" not in evil.pending, evil.pending
            well_served(server)  # nobody else waits
            evil.expect("^Wrong password")
            assert time.monotonic() - began > 1


def many_guess_at_once():
    """Guessing on many connections at the same time is as slow, costs the loop nothing, and locks nobody out who
    has come from elsewhere before.  Hashes are dear here as for players, or nothing would wait for them."""
    with Place(env=dear_passwords()) as server:
        logged_in(server, OTHER, "Anna").quit()
        lines = [Line(server.telnet, source=f"127.0.1.{i}") for i in range(60)]
        for line in lines:
            line.expect("^login: ")
            line.line("Anna")
            line.expect("^password: ")
        for line in lines:
            line.line("a guess")
        well_served(server)
        refused = set()
        while len(refused) < 40:
            ready, _, _ = select.select([line for line in lines if line not in refused], [], [], PATIENCE_S)
            assert ready, len(refused)
            for line in ready:
                line.take(0)
                if "Too many wrong passwords for this name" in line.pending:
                    refused.add(line)
        assert not any("Wrong password" in line.pending for line in refused)
        logged_in(server, OTHER, "Anna").quit()
        for line in lines:
            line.close()


def an_account_cannot_be_taken_over():
    with Place() as server:
        logged_in(server, OTHER, "Anna").quit()
        with Line(server.telnet, source=EVIL) as line:
            line.expect("^login: ")
            line.line("ANNA")  # names are compared without case
            line.expect("^password: ")
            line.line("x" * 1000)
            line.expect("^Wrong password")


# ---- HTTP ------------------------------------------------------------------------------------------


def ask_http(server, data):
    with socket.socket() as s:
        s.settimeout(PATIENCE_S)
        s.bind((EVIL, 0))
        s.connect(server.http)
        s.sendall(data)
        answer = b""
        try:
            while chunk := s.recv(65536):
                answer += chunk
        except ConnectionError:
            pass
        return answer.decode("latin-1")


def http_requests():
    with EVERYDAY as server:
        close = "Host: localhost\r\nConnection: close\r\n\r\n"
        for request, status in [
            (f"GET /healthz HTTP/1.1\r\n{close}", 200),
            (f"HEAD /healthz HTTP/1.1\r\n{close}", 200),
            ("GET /healthz HTTP/1.0\r\n\r\n", 200),
            (f"GET /nothing HTTP/1.1\r\n{close}", 404),
            (f"GET /../etc/passwd HTTP/1.1\r\n{close}", 404),
            (f"POST /healthz HTTP/1.1\r\n{close}", 405),
            ("GET /healthz HTTP/1.1\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\nHost: localhost\n\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n", 400),
            ("GET /healthz HTTP/2.0\r\n\r\n", 505),
            ("GET /" + "a" * 7000 + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n" + "A: b\r\n" * 100 + "\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nA: " + "b" * 9000 + "\r\n\r\n", 431),
            ("hello?\r\n\r\n", 400),
            ("\x16\x03\x01\x02\x00\x01\x00\x01", 400),  # TLS
        ]:
            answer = ask_http(server, request.encode("latin-1"))
            assert answer.startswith(f"HTTP/1.1 {status} "), (request[:60], answer[:200])
        # Bytes after a request are not taken for another request, and do not cause a hang.
        answer = ask_http(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000)
        assert answer.startswith("HTTP/1.1 200 "), answer
        # One byte at a time.
        with socket.create_connection(server.http, PATIENCE_S) as s:
            for byte in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
                s.sendall(bytes([byte]))
                time.sleep(0.002)
            assert s.recv(4096).startswith(b"HTTP/1.1 200 ")
        # A browser at the telnet door.
        with Line(server.telnet, source=EVIL) as line:
            line.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            line.expect("A name has 2 to 32 letters")


def slow_http_heads():
    """A head that dribbles in gets no more than its time, however often a byte comes."""
    with Place(env={**os.environ, "SHOOGI_TEST_HEAD_MS": "2000"}) as server:
        sockets = []
        for i in range(30):
            s = socket.socket()
            s.bind((EVIL, 0))
            s.connect(server.http)
            s.settimeout(0.01)
            sockets.append(s)
        # One begins with nothing at all, the others with a little.
        for s in sockets[1:]:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: ")
        began = time.monotonic()
        closed = {}
        while time.monotonic() - began < PATIENCE_S and len(closed) < len(sockets):
            for i, s in enumerate(sockets):
                if i in closed:
                    continue
                try:
                    if i > 0:
                        s.send(b"b")
                    data = s.recv(4096)
                    if not data:
                        closed[i] = time.monotonic() - began
                    else:
                        assert data.startswith(b"HTTP/1.1 408 "), data
                except TimeoutError:
                    pass
                except ConnectionError:
                    closed[i] = time.monotonic() - began
            well_served(server)
            time.sleep(0.2)
        assert len(closed) == len(sockets), f"only {len(closed)} of {len(sockets)} were closed"
        note(f"closed after {min(closed.values()):.1f} to {max(closed.values()):.1f} s")
        assert 1 < min(closed.values())


# ---- the machine -----------------------------------------------------------------------------------


def serve_and_fail(*arguments, **more):
    """The program cannot serve: exit status 2 and a sentence, which is returned."""
    done = run_program("serve", *arguments, **more)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("shoogi"), done.stderr
    assert "ready" not in done.stdout
    return done.stderr


LOOPBACK = ["--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0"]


def port_in_use():
    with EVERYDAY as server, Scratch() as directory:
        host, port = server.telnet
        for option in ("--telnet", "--http"):
            other = "--http" if option == "--telnet" else "--telnet"
            said = serve_and_fail(
                option, f"{host}:{port}", other, "127.0.0.1:0", "--db", os.path.join(directory, "db")
            )
            assert f"{host}:{port}" in said and "in use" in said, said


def two_servers_on_one_database():
    with EVERYDAY as server:
        said = serve_and_fail(*LOOPBACK, "--db", server.database)
        assert server.database in said, said
        note(said.strip().replace(os.path.dirname(server.database), "..."))


def bad_arguments():
    with Scratch() as directory:
        database = os.path.join(directory, "db")
        for arguments in [
            ["--telnet", "nonsense"],
            ["--telnet", "127.0.0.1:99999"],
            ["--http", "127.0.0.1"],
            ["--per-address", "0"],
            ["--per-address", "many"],
            ["--trusted-proxy", "nobody"],
            ["--trusted-proxy", "192.0.2.0/33"],
            ["--trusted-proxy", "192.0.2.1"] * 17,
            ["--host-name", "play.example:80"],
            ["--host-name", ""],
            ["--host-name", "a b"],
            ["--frob"],
            ["left over"],
            ["--db"],
        ]:
            said = serve_and_fail("--db", database, *arguments)
            assert "expected" in said, said


def broken_databases():
    with Scratch() as directory:
        database = os.path.join(directory, "games.db")
        with Server(database) as server:
            well_served(server)
        with sqlite3.connect(database) as store:
            version = store.execute("PRAGMA user_version").fetchone()[0]
            store.execute(f"PRAGMA user_version={version + 1}")
            store.execute(f"UPDATE shoogi SET oldest={version + 1}")
        store.close()
        said = serve_and_fail(*LOOPBACK, "--db", database)
        assert f"found version {version + 1}" in said and database in said, said
        with sqlite3.connect(database) as store:
            store.execute(f"PRAGMA user_version={version}")
            store.execute(f"UPDATE shoogi SET oldest={version}")
        store.close()
        with Server(database) as server:
            well_served(server)

        other = os.path.join(directory, "other.db")
        with sqlite3.connect(other) as store:
            store.execute("CREATE TABLE recipe(name)")
        store.close()
        garbage = os.path.join(directory, "garbage.db")
        with open(garbage, "wb") as file:
            file.write(b"this is no database, however long one looks at it\n" * 100)
        missing = os.path.join(directory, "no", "such", "directory", "games.db")
        folder = os.path.join(directory, "folder")
        os.mkdir(folder)
        for path in (garbage, missing, folder, other):
            said = serve_and_fail(*LOOPBACK, "--db", path)
            assert path in said, said


def unprivileged():
    """For root no file is read-only."""
    os.setgid(65534)
    os.setuid(65534)


def read_only_database():
    with Scratch() as directory:
        database = os.path.join(directory, "games.db")
        with Server(database) as server:
            logged_in(server, OTHER, "Anna").quit()
        more = {}
        try:
            if os.getuid() == 0:
                if not all(
                    os.stat(path).st_mode & stat.S_IXOTH
                    for path in (os.path.dirname(PROGRAM), SOURCE_ROOT, os.path.dirname(SOURCE_ROOT))
                ):
                    raise Skip("the program lies where only root can reach it")
                more["preexec_fn"] = unprivileged
                for name in os.listdir(directory):
                    os.chown(os.path.join(directory, name), 65534, 65534)
            # The file alone; then the directory, where the files beside the database would be made.
            for directory_mode, mode in ((0o777, 0o444), (0o555, 0o644), (0o555, 0o444)):
                for name in os.listdir(directory):
                    if name != os.path.basename(database):
                        os.remove(os.path.join(directory, name))
                os.chmod(database, mode)
                os.chmod(directory, directory_mode)
                said = serve_and_fail(*LOOPBACK, "--db", database, **more)
                assert database in said and re.search("read-?only|denied", said), said
                note(said.strip().replace(directory, "..."))
        finally:
            os.chmod(directory, 0o755)
            os.chmod(database, 0o644)
        with Server(database) as server, Line(server.telnet) as line:
            line.expect("^login: ")
            line.line("anna")
            line.expect("^password: ")  # nothing was harmed


BACK_AND_FORTH = "2h3h 8b7b 3h2h 7b8b 4i4h 4a4b 4h4i 4b4a 6i6h 6a6b 6h6i".split()


def play_until_refused(match):
    """Plays harmless moves.  Returns what the mover was told of the first that was not made."""
    for usi in BACK_AND_FORTH:
        written = match.refused = match.board.written(usi)
        told = match.type_move(match.board.western(usi), written)
        if f"Move {len(match.moves) + 1}: {written}" not in told:
            return told
        seen = match.players[1 - match.board.side].talker.before(PROMPT)
        assert f"Last move: {len(match.moves) + 1}. {written}" in seen, seen
        match.board.do(usi)
        match.moves.append(written)
    raise AssertionError("no move was refused")


def full_disk():
    """A file system of one MiB, in a name space of the server's own."""
    with Scratch() as directory:
        wrap = ["unshare", "--mount"]
        if os.getuid() != 0:
            wrap += ["--user", "--map-root-user"]
        script = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"'
        try:
            tried = subprocess.run([*wrap, "sh", "-c", script, directory, "true"], capture_output=True)
        except FileNotFoundError:
            raise Skip("there is no unshare") from None
        if tried.returncode != 0:
            raise Skip("a small file system cannot be mounted here: the stand-in must do")

        class Wrapped(Server):
            def command(self):
                return [*wrap, "sh", "-c", script, directory, *super().command()]

        server = Wrapped(os.path.join(directory, "games.db"))
        server.start()
        inside = f"/proc/{server.process.pid}/root{directory}"
        ballast = os.path.join(inside, "ballast")

        def fill():
            with open(ballast, "wb", buffering=0) as file:
                try:
                    while file.write(b"x" * 4096):
                        pass
                except OSError:
                    pass

        try:
            match = begin_match(server)
            match.play("3c3d")
            fill()
            refused = play_until_refused(match)
            note("told: " + refused.strip())
            assert re.search("full|space", refused), refused
            # Everything that needs no room goes on, and the game is as it was for both.
            assert server.alive(), server.error_text()
            for player in match.players:
                match.check_list(player)
                assert "2 online" in player.ask("WHO")
            os.remove(ballast)
            match.play(next(m for m in match.board.legal_moves() if m[0] in "19" and m[1] != "*"))
            for player in match.players:
                match.check_list(player)
            well_served(server)
        except BaseException:
            server.kill()
            raise
        server.stop()


def files_that_cannot_grow():
    """RLIMIT_FSIZE: writes beyond a size fail, with another error than a full disk's."""
    with Scratch() as directory:
        server = Server(os.path.join(directory, "games.db"))
        server.start()
        pid = server.process.pid
        soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)

        def fill():
            # The log is what grows with each move, and it may be shorter than the database.
            size = os.path.getsize(os.path.join(directory, "games.db-wal"))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 4096, hard))

        try:
            match = begin_match(server)
            match.play("3c3d")
            fill()
            # Such a failure may leave it open what is stored.  Then the server may say so and stop; what
            # it acknowledged is there when it starts again.
            open_question = True
            try:
                told = play_until_refused(match)
                note("told: " + told.strip())
                open_question = "Whether that was stored" in told
                assert server.alive(), server.error_text()
                server.kill()
            except Closed:
                status = server.process.wait(PATIENCE_S)
                note(f"it stopped with {status}: {server.error_text().strip()}")
                assert status == 2 and server.error_text().strip()
                server.over()
            server.start()
            looker = logged_in(server, OTHER)
            # An unacknowledged write may be stored if the server said so.
            if open_question and match.refused in str(match.listed(looker)[0][-1]):
                match.moves.append(match.refused)
            match.check_list(looker)
            well_served(server)
        except BaseException:
            if server.alive():
                server.kill()
            raise
        server.stop()


def broken_variant_files():
    with Scratch() as directory:
        good = os.path.join(SOURCE_ROOT, "variants", "shogi", "shogi.variant")
        assert run_program("check", good).returncode == 0
        with open(good) as file:
            text = file.read()
        os.mkdir(os.path.join(directory, "variants"))
        path = os.path.join("variants", "x.variant")

        def check(content):
            mode = "wb" if isinstance(content, bytes) else "w"
            with open(os.path.join(directory, path), mode) as file:
                file.write(content)
            done = subprocess.run(
                [os.path.abspath(PROGRAM), "check", path], cwd=directory, capture_output=True, text=True
            )
            assert done.returncode == 2, (content[:80], done.returncode, done.stdout)
            assert re.match(r"variants/x\.variant(:\d+:\d+)?: .", done.stderr), done.stderr
            return done.stderr

        number = next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith("files="))
        said = check(re.sub("(?m)^files=.*$", "files=9x", text))
        assert re.match(rf"variants/x\.variant:{number}:8: expected .*, found \"x\"", said), said
        check("")
        check("\0" * 1000)
        check(b"files=\xff\n")
        check("x" * 300_000)
        check(text + "\nfrob=1\n")
        chance = random.Random(7)
        survivors = 0
        for _ in range(40):
            at = chance.randrange(len(text))
            broken = text[:at] + chance.choice("=,*\u9f8d\x01z9\n") + text[at + chance.randrange(3) :]
            with open(os.path.join(directory, path), "w") as file:
                file.write(broken)
            done = run_program("check", os.path.join(directory, path))
            assert done.returncode in (0, 2), (done.returncode, broken)
            survivors += done.returncode == 0
        note(f"{40 - survivors} of 40 small changes are faults")

        # The server serves the others; whoever checks it before is told which it cannot read, and where.
        with open(os.path.join(directory, path), "w") as file:
            file.write(re.sub("(?m)^files=.*$", "files=9x", text))
        env = dict(os.environ, SHOOGI_VARIANTS=os.path.join(directory, "variants"))
        with Place(env=env):
            pass
        done = run_program("serve", "-n", "--db", "memory", env=env)
        assert done.returncode == 2 and done.stdout == "", done
        assert re.match(rf"\S+/x\.variant:{number}:8: expected .*, found \"x\"\n", done.stderr), done


def terminated_in_the_middle():
    """SIGTERM: what was acknowledged is there, players are told, the exit status is 0."""
    with Scratch() as directory:
        server = Server(os.path.join(directory, "games.db"))
        server.start()
        match = begin_match(server)
        match.play("3c3d")
        anna, bo = match.players
        server.stop()
        anna.talker.expect_end()
        bo.talker.expect_end()
        with server:
            pass
        server.start()
        looker = logged_in(server, OTHER)
        match.check_list(looker)
        server.stop()


run_tests(
    [random_bytes]
    if LONG
    else [
        lines_over_1_KiB,
        a_long_line_at_the_login,
        bad_characters,
        nonsense_is_answered,
        control_characters_in_texts,
        control_characters_in_records,
        names_with_control_characters,
        option_storms,
        half_closed_sockets,
        a_player_who_half_closes_loses_nothing,
        clients_that_never_read,
        an_opponent_who_never_reads,
        a_flood_of_messages,
        commands_without_a_pause,
        lines_have_the_budget_of_requests,
        long_pages_delay_no_call,
        are_you_there,
        random_bytes,
        two_hundred_connections_from_one_address,
        the_bound_can_be_set,
        coming_and_going,
        a_full_server,
        running_out_of_descriptors,
        wrong_passwords,
        many_guess_at_once,
        an_account_cannot_be_taken_over,
        a_full_list_of_challenges,
        http_requests,
        slow_http_heads,
        port_in_use,
        two_servers_on_one_database,
        bad_arguments,
        broken_databases,
        read_only_database,
        full_disk,
        files_that_cannot_grow,
        broken_variant_files,
        terminated_in_the_middle,
    ]
)
