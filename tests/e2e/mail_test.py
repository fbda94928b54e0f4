"""Letters: what is written to players who are not there, through a program in the place of sendmail.  Prints TAP."""

import email
import email.policy
import itertools
import os
import re
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from account_test import PASSWORD, Api, telnet
from harness import PATIENCE_S, Scratch, Server, run_program, run_tests, until

# Fails as often as the file says that stands beside it.
SENDMAIL = r"""#!/bin/sh
cd "$(dirname "$0")" || exit 1
left=$(cat failures 2>/dev/null || echo 0)
if [ "$left" -gt 0 ]; then
    echo $((left - 1)) >failures
    exit 75
fi
cat >"new.$$"
printf '%s\n' "$@" >"arguments.$$"
ls /proc/self/fd >"descriptors.$$"
mv "new.$$" "letter.$$"
"""


def rows(server, question):
    database = sqlite3.connect(server.database, timeout=PATIENCE_S)
    found = database.execute(question).fetchall()
    database.close()
    return found


def change(server, *commands):
    """In the database of a server that does not run."""
    database = sqlite3.connect(server.database)
    for command in commands:
        database.execute(command)
    database.commit()
    database.close()


stored = itertools.count()


def store_something(server):
    """Has the server read something and then store something, and waits for it: it is then behind all that was to be read
    before, and behind what was to be stored before or because of what was read.  Either has one thread and one queue."""
    assert Api(server).get("/players/nobody.at.all")[0] == 404
    assert Api(server).post("/signup", name=f"Somebody{next(stored)}", password=PASSWORD)[0] == 200


class Post:
    """The letters that were sent."""

    def __init__(self, folder):
        self.folder = folder
        self.program = os.path.join(folder, "sendmail")
        self.seen = set()
        with open(self.program, "w", encoding="ascii") as file:
            file.write(SENDMAIL)
        os.chmod(self.program, 0o755)

    def fail(self, times):
        with open(os.path.join(self.folder, "failures"), "w", encoding="ascii") as file:
            file.write(str(times))

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def new(self):
        names = {n for n in os.listdir(self.folder) if n.startswith("letter.")} - self.seen
        self.seen |= names
        return {name: self.read(name) for name in names}

    def wait(self, wanted):
        """The next letter that has this."""
        deadline = time.monotonic() + PATIENCE_S
        seen = []
        while time.monotonic() < deadline:
            for name, text in self.new().items():
                self.last = name
                seen.append(text)
                if re.search(wanted, text, re.M):
                    return text
            time.sleep(0.02)
        raise AssertionError(f"no letter with {wanted!r} in {seen}")

    def count(self, wanted):
        """Waits for so many."""
        found = 0
        deadline = time.monotonic() + PATIENCE_S
        while found < wanted and time.monotonic() < deadline:
            found += len(self.new())
            time.sleep(0.02)
        assert found == wanted, found

    def quiet(self, server, failed=0):
        """Checks that there is no unexpected e-mail.  An e-mail is a row until it is sent, and rows are stored in order: so
        after another write only rows of failed e-mails may be left."""
        store_something(server)
        until(lambda: len(rows(server, "SELECT id FROM letter")) == failed)
        found = self.new()
        assert not found, found


def posting(test, *arguments):
    def run():
        with Scratch() as scratch, Scratch() as folder:
            post = Post(folder)
            options = ["--sendmail", post.program, "--mail-from", "shoogi@example.org", *arguments]
            with Server(os.path.join(scratch, "games.db"), *options) as server:
                test(server, post)

    run.__name__ = test.__name__
    return run


def token_in(letter):
    return re.search(r"^  https://shogi\.example/account\?letter=(shoogi_[\w-]{43})$", letter, re.M).group(1)


def with_address(server, post, name):
    """A player with a confirmed address, alone."""
    api = Api(server)
    api.post("/signup", name=name, password=PASSWORD)
    address = name.lower() + "@example.net"
    status, answer = api.post("/mail", address=address, answers=[PASSWORD])
    assert status == 200, answer
    letter = post.wait(f"^To: {address}$")
    assert api.post("/mail", address=token_in(letter))[0] == 200
    return api


def an_address_is_shown_to_be_ones_own(server, post):
    """Rows: MAIL MAIL.off"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    for bad in ("anna", "-oQ@example.org", "a@b.c\nBcc: x@y.z", "a@example.org,b@example.org"):
        assert api.post("/mail", address=bad, answers=[PASSWORD])[0] in (400, 422), bad
    assert api.post("/mail", address="anna@example.net", answers=["wrong words"])[0] == 422
    post.quiet(server)
    assert api.post("/mail", address="anna@example.net", answers=[PASSWORD])[0] == 200
    letter = post.wait("^To: anna@example.net$")
    assert post.read(post.last.replace("letter", "arguments")).split("\n")[:3] == ["-i", "--", "anna@example.net"]
    # The process has no files of the server open: only those it was started with, and the one that ls opens.
    assert len(post.read(post.last.replace("letter", "descriptors")).split()) <= 5
    assert "No e-mail address on file." in api.post("/mail")[1]["text"]
    told = api.get("/account/security")[1]
    assert (told["sends_mail"], told["mail"], told["awaited"]) == (True, "", "anna@example.net"), told
    token = token_in(letter)
    assert api.post("/mail", address=token[:-1] + ("A" if token[-1] != "A" else "B"))[0] == 422
    assert Api(server).post("/letter", token=token)[0] == 200  # whoever has the letter
    assert api.post("/mail")[1]["mail"] == "anna@example.net"
    told = api.get("/account/security")[1]
    assert (told["mail"], told["awaited"]) == ("anna@example.net", ""), told
    assert api.post("/letter", token=token)[0] == 422  # once
    assert api.post("/mail", address="off")[0] == 200
    assert "No e-mail address on file." in api.post("/mail")[1]["text"]
    statuses = {api.post("/mail", address="anna@example.net", answers=[PASSWORD])[0] for _ in range(6)}
    assert statuses == {200, 429}, statuses


def an_address_with_the_name(server, post):
    api = Api(server)
    assert api.post("/signup", name="Anna", password=PASSWORD, mail="anna")[0] == 400
    assert api.post("/signup", name="Anna", password=PASSWORD, mail="anna@example.net")[0] == 200
    letter = post.wait("^To: anna@example.net$")
    assert "Anna, on a server for shogi and its variants," in letter and api.post("/mail")[1]["mail"] == ""
    assert Api(server).post("/letter", token=token_in(letter))[0] == 200
    assert api.post("/mail")[1]["mail"] == "anna@example.net"


def an_account_without_a_letter(server, post):
    """So many letters were asked for from here that no more are written: accounts are made all the same."""
    for i in range(22):
        status, answer = Api(server).post("/signup", name=f"Anna{i}", password=PASSWORD, mail="anna@example.net")
        assert (status, answer) == (200, {"ok": True, "name": f"Anna{i}", "guest": False}), (status, answer)


def a_forgotten_password(server, post):
    """Rows: MAIL.reset"""
    api = with_address(server, post, "Anna")
    assert api.post("/token", name="bot")[0] == 422  # not without the password
    token = api.post("/token", name="bot", answers=[PASSWORD])[1]["token"]
    letter = post.wait("^Subject: shoogi: an API token was created$")
    assert "request a new password by e-mail and check SESSIONS." in letter, letter
    answers = [Api(server).post("/reset", name=name) for name in ("Anna", "Nobody")]
    assert answers[0] == answers[1] and answers[0][0] == 200, answers
    letter = post.wait("a new password$")
    assert "To: anna@example.net\n" in letter
    post.quiet(server)
    reset = token_in(letter)
    line = telnet(server, "Anna")
    status, answer = Api(server).post("/letter", token=reset)
    assert status == 422 and answer["wanted"] == "password", answer
    assert Api(server).post("/letter", token=reset, password="eleven sign")[0] == 422
    status, answer = Api(server).post("/letter", token=reset, password="other secret")
    assert status == 200, answer
    line.talker.expect("Your password was reset by e-mail")
    line.talker.expect_end()
    letter = post.wait("^Subject: shoogi: your password was reset by e-mail$")
    assert api.who() == 401 and Api(server, token=token).who() == 401
    assert Api(server).post("/letter", token=reset, password="third secret")[0] == 422
    assert Api(server).post("/login", name="Anna", password=PASSWORD)[0] == 401
    assert Api(server).post("/login", name="Anna", password="other secret")[0] == 200
    for _ in range(10):
        assert Api(server).post("/reset", name="anna")[0] == 200
    post.count(4)  # and the one above: five in an hour
    post.quiet(server)


def a_letter_ends_with_the_password(server, post):
    """Tokens issued with the old password, or by e-mail, are invalid after a password change."""
    api = with_address(server, post, "Anna")

    def asked_for():
        assert Api(server).post("/reset", name="Anna")[0] == 200
        return token_in(post.wait("a new password$"))

    reset = asked_for()
    assert Api(server).post("/letter", token=reset)[1]["wanted"] == "password"
    assert api.post("/password", old=PASSWORD, new="other secret")[0] == 200
    assert "wanted" not in Api(server).post("/letter", token=reset)[1]
    assert Api(server).post("/letter", token=reset, password="third secret")[0] == 422
    reset = asked_for()
    run_program("admin", "--db", server.database, "password", "anna")
    assert Api(server).post("/letter", token=reset, password="third secret")[0] == 422


def of_games(server, post):
    """Rows: MAIL.letters SET.LETTERS SET.NOTATION"""
    with_address(server, post, "Anna")
    bert = telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    letter = post.wait("^Subject: shoogi: Bert challenges you$")
    assert "shogi" in letter and "ACCEPT 1 accepts" in letter
    assert "https://shogi.example/?challenge=1\n" in letter, letter
    key = re.search(r"ACCEPT (2-\w+)", bert.ask("NEW -l -f 4k4/9/4P4/9/9/9/9/9/4K4_b_G anna")).group(1)
    letter = post.wait(f"^ACCEPT {key} accepts")
    assert f"https://shogi.example/?key={key}\n" in letter, letter
    picture = "https://shogi.example/board.svg?variant=shogi&sfen=4k4/9/4P4/9/9/9/9/9/4K4%20b%20G%201\n"
    assert "begins from a position that was set up.\n  " + picture in letter, letter
    silence = re.search(r"Unsubscribe:\n  https://shogi\.example/account\?letter=(\S+)", letter).group(1)
    anna = telnet(server, "Anna")
    anna.ask("SET LETTERS EACH")
    anna.ask("SET NOTATION USI")
    anna.ask("NEW 1")
    bert.ask("BOARD 1")
    anna.ask("BOARD 1")
    anna.ask("SET CONFIRM OFF")
    bert.ask("SET CONFIRM OFF")
    anna.ask("PLAY P-3d")
    post.quiet(server)  # both are here
    anna.quit()
    bert.sync()
    bert.ask("PLAY P-2f")
    letter = post.wait("^Subject: shoogi: your move in game 1 against Bert$")
    assert "it is your turn.\nMove 3: 2g2f\n" in letter, letter
    assert "https://shogi.example/games/1" in letter
    anna = telnet(server, "Anna")
    anna.ask("SET LETTERS DAILY")
    anna.ask("BOARD")
    anna.ask("PLAY P-4d")
    anna.quit()
    bert.sync()
    bert.ask("PLAY P-2e")
    bert.talker.line("RESIGN")
    bert.talker.expect("yes")
    bert.talker.line("yes")
    letter = post.wait("^Subject: shoogi: game 1 against Bert is over$")
    assert "resigned" in letter
    assert Api(server).post("/letter", token=silence)[0] == 200
    bert.sync()
    bert.ask("NEW anna P-7f")
    post.quiet(server)


def of_each_turn_once(server, post):
    """A chat line does not count as a turn.  Rows: MAIL.letters"""
    with_address(server, post, "Anna")
    anna, bert = telnet(server, "Anna"), telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    anna.ask("SET LETTERS EACH")
    anna.ask("SET CONFIRM OFF")
    bert.ask("SET CONFIRM OFF")
    anna.ask("NEW 1")
    bert.ask("BOARD 1")
    anna.ask("PLAY P-3d")
    anna.quit()
    bert.sync()
    bert.ask("PLAY P-2f")
    post.wait("^Subject: shoogi: your move in game 1 against Bert$")
    bert.ask("COMMENT Take your time.")
    bert.ask("DRAW")
    bert.ask("COMMENT Or take it.")
    post.quiet(server)
    anna = telnet(server, "Anna")
    anna.ask("BOARD 1")
    anna.ask("PLAY P-4d")
    anna.quit()
    bert.sync()
    bert.ask("PLAY P-2e")
    post.wait("^Subject: shoogi: your move in game 1 against Bert$")


def the_latest_waits(server, post):
    """While no letter can be sent.  Rows: MAIL.spool"""
    with_address(server, post, "Anna")
    bert = telnet(server, "Bert")
    anna = telnet(server, "Anna")
    anna.ask("SET LETTERS EACH")
    anna.ask("SET CONFIRM OFF")
    bert.ask("NEW anna P-7f")
    anna.ask("NEW 1")
    anna.ask("PLAY P-3d")
    anna.quit()
    post.fail(2)
    bert.ask("BOARD 1")
    bert.ask("SET CONFIRM OFF")
    bert.ask("PLAY P-2f")
    until(lambda: post.read("failures") == "1\n")
    bert.talker.line("RESIGN")
    bert.talker.expect("yes")
    bert.talker.line("yes")
    until(lambda: post.read("failures") == "0\n")
    left = rows(server, "SELECT topic, subject FROM letter")
    assert left == [("game-1", "shoogi: game 1 against Bert is over")], left
    post.quiet(server, failed=1)


def floods(server, post):
    """A player gets no e-mail about an ignored player, and a bounded number about any other until the next visit.
    Rows: MAIL.bounds"""
    with_address(server, post, "Anna")
    anna, bert, carl = (telnet(server, name) for name in ("Anna", "Bert", "Carl"))
    anna.ask("IGNORE Carl")
    anna.quit()
    carl.ask("NEW anna P-7f")
    post.quiet(server)
    carl.ask("REMOVE 1")

    for _ in range(25):
        number = re.search(r"number (\d+)", bert.ask("NEW anna P-7f")).group(1)
        bert.ask(f"REMOVE {number}")
    post.count(20)
    post.quiet(server)
    bert.ask("NEW anna P-7f")
    anna = telnet(server, "Anna")
    number = re.search(r"^ +(\d+)  shogi", anna.ask("NEW"), re.M).group(1)
    anna.ask(f"NEW {number}")
    anna.ask("SET CONFIRM OFF")
    anna.ask("PLAY P-3d")
    anna.quit()
    bert.sync()
    bert.ask("NEW anna P-7f")
    post.wait("^Subject: shoogi: Bert challenges you$")


def decoded(letter):
    """Its subject and its text."""
    message = email.message_from_bytes(letter.encode(), policy=email.policy.default)
    assert message.get_content_charset() == "utf-8", letter
    return message["Subject"], message.get_content()


def in_the_language_of_the_reader(server, post):
    anna, bert = with_address(server, post, "Anna"), with_address(server, post, "Bert")
    for api, code in ((anna, "ja"), (bert, "de")):
        assert api.post("/set", setting="language", value=code)[0] == 200
        assert api.post("/set", setting="letters", value="each")[0] == 200
    # Each of what can be told, with as many kinds of letters as there are.
    assert anna.post("/mail", address="other@example.net", answers=[PASSWORD])[0] == 200
    subject, text = decoded(post.wait("^To: other@example.net$"))
    assert subject == "shoogi: メールアドレスの確認" and "Annaさん" in text, (subject, text)
    assert Api(server).post("/reset", name="Bert")[0] == 200
    subject, text = decoded(post.wait("^To: bert@example.net$"))
    assert subject == "shoogi: ein neues Passwort" and "für Bert angefordert." in text, (subject, text)
    assert bert.post("/new", pattern="anna", move="p-7f")[0] == 200
    letter = post.wait("^To: anna@example.net$")
    # Of a header no byte is outside ASCII, and no line is longer than readers of mail take.
    assert all(line.isascii() and len(line) <= 76 for line in letter.split("\n\n")[0].split("\n")), letter
    subject, text = decoded(letter)
    assert subject == "shoogi: Bertさんから対局の申し込みがあります", subject
    assert "ACCEPT 1 で応じられます。" in text and "今後メールを受け取らない:" in text, text


def letters_of_a_look(server, post, *commands):
    """Changes the database, starts the server, and waits until it has looked for the first time whom to remind: the letters
    that it wrote, but for that to Dora.  She is due each time, as the last: what is looked at is first clocks, then turns in
    the order of accounts."""
    change(server, *commands, "UPDATE account SET told_ms = 0 WHERE player = (SELECT id FROM player WHERE name = 'Dora')")
    server.start()
    found = []
    until(lambda: found.extend(post.new().values()) or any("To: dora@example.net\n" in text for text in found))
    return [text for text in found if "To: dora@example.net\n" not in text]


def one_letter_a_day(server, post):
    """Rows: MAIL.daily"""
    with_address(server, post, "Anna")
    with_address(server, post, "Dora")
    anna, bert, dora = (telnet(server, name) for name in ("Anna", "Bert", "Dora"))
    for i in (1, 2):
        bert.ask("NEW anna P-7f")
        anna.ask(f"NEW {i}")
    bert.ask("NEW dora P-7f")
    dora.ask("NEW 3")
    for player in (anna, bert, dora):
        player.quit()
    post.new()
    server.stop()
    (letter,) = letters_of_a_look(server, post)
    assert "Subject: shoogi: it is your turn in 2 games\n" in letter
    assert "Game 1 (Shogi) against Bert, move 2" in letter and "Game 2 " in letter
    server.stop()
    assert not letters_of_a_look(server, post)
    # A day later.
    server.stop()
    (letter,) = letters_of_a_look(server, post, "UPDATE account SET told_ms = told_ms - 24 * 60 * 60 * 1000")
    assert "Subject: shoogi: it is your turn in 2 games\n" in letter


def time_that_runs_out(server, post):
    """Rows: MAIL.letters"""
    with_address(server, post, "Anna")
    with_address(server, post, "Dora")
    anna, bert, dora = (telnet(server, name) for name in ("Anna", "Bert", "Dora"))
    bert.ask("NEW -t 1d anna P-7f")
    anna.ask("NEW 1")
    bert.ask("NEW dora P-7f")
    dora.ask("NEW 2")
    for player in (anna, bert, dora):
        player.quit()
    post.new()
    past = 10 * 60 * 60 * 1000
    # As if her turn had begun so much earlier, and the server been there all the time.
    hours_ago = (
        "DROP TRIGGER IF EXISTS event_never_changes",
        f"UPDATE run SET began_ms = began_ms - {past}",
        f"UPDATE event SET at_ms = at_ms - {past}",
        f"UPDATE game SET created_ms = created_ms - {past}",
        f"UPDATE account SET told_ms = {2**45}",  # of turns nothing, but to Dora
    )
    server.stop()
    assert not letters_of_a_look(server, post, *hours_ago)
    server.stop()
    (letter,) = letters_of_a_look(server, post, *hours_ago)
    assert "Subject: shoogi: you are running out of time in game 1\n" in letter, letter
    minutes = int(re.search(r"you have about (\d+) minutes left", letter).group(1))
    assert 200 < minutes <= 240, minutes
    bert = telnet(server, "Bert")
    bert.ask("BOARD 1")
    bert.ask("COMMENT Hurry!")
    assert "Hurry!" in bert.ask("MOVES")
    bert.quit()
    server.stop()
    assert not letters_of_a_look(server, post)  # once


def a_crash_loses_none(server, post):
    """Rows: MAIL.spool"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    post.fail(1)
    assert api.post("/mail", address="anna@example.net", answers=[PASSWORD])[0] == 200
    until(lambda: post.read("failures") == "0\n")
    post.quiet(server, failed=1)
    server.kill()
    assert rows(server, "SELECT tries FROM letter") == [(1,)]
    change(server, "UPDATE letter SET next_ms = 0")
    server.start()
    letter = post.wait("^To: anna@example.net$")
    assert Api(server).post("/letter", token=token_in(letter))[0] == 200
    until(lambda: not rows(server, "SELECT id FROM letter"))
    post.quiet(server)


def without_a_program():
    with Scratch() as scratch:
        with Server(os.path.join(scratch, "games.db"), "--sendmail", "none") as server:
            api = Api(server)
            api.post("/signup", name="Anna", password=PASSWORD)
            status, answer = api.post("/mail", address="anna@example.net", answers=[PASSWORD])
            assert status == 422 and "This server sends no e-mail." in answer["error"], answer
            assert api.post("/reset", name="Anna")[0] == 422
        with Server(os.path.join(scratch, "games.db"), "--sendmail", "/nowhere/sendmail") as server:
            api = Api(server)
            api.post("/login", name="Anna", password=PASSWORD)
            assert api.post("/mail", address="anna@example.net", answers=[PASSWORD])[0] == 200
            until(lambda: "could not be sent" in server.error_text())
            assert api.who() == "Anna"


URL = ("--url", "https://shogi.example")

run_tests(
    [
        *(
            posting(test, *URL)
            for test in (
                an_address_is_shown_to_be_ones_own,
                an_address_with_the_name,
                an_account_without_a_letter,
                a_forgotten_password,
                a_letter_ends_with_the_password,
                of_games,
                of_each_turn_once,
                floods,
                the_latest_waits,
                in_the_language_of_the_reader,
                one_letter_a_day,
                time_that_runs_out,
                a_crash_loses_none,
            )
        ),
        without_a_program,
    ]
)
