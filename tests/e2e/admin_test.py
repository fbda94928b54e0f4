"""shoogi admin, on a server that runs and on a database that nobody serves."""

import os
import re
import socket
import sqlite3
import stat
import subprocess
import threading
import time

from harness import (
    PATIENCE_S,
    PROGRAM,
    SOURCE_ROOT,
    Line,
    Match,
    Player,
    Scratch,
    Server,
    Skip,
    run_tests,
    until,
)

OLD, NEW = "secret words", "other secret"


def admin(database, *arguments, status=0, typed=None):
    """Returns its output: standard output, or standard error if it should fail."""
    ended = subprocess.run(
        [PROGRAM, "admin", "--db", database, *arguments],
        input=typed or "",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S * 2,
    )
    assert ended.returncode == status, (arguments, ended)
    return ended.stdout if status == 0 else ended.stderr


def arrive(server, name, password=OLD):
    player = Player(Line(server.telnet), name)
    player.said = player.login(password)
    return player


class House:
    """A database with Anna and Bo.Two in it, served or not."""

    def __init__(self, runs):
        self.runs = runs

    def __enter__(self):
        self.scratch = Scratch()
        self.path = os.path.join(self.scratch.path, "games.db")
        self.server = Server(self.path)
        self.server.start()
        for name in ("Anna", "Bo.Two"):
            arrive(self.server, name).quit()
        if not self.runs:
            self.server.stop()
        return self

    def __exit__(self, kind, *_):
        if self.server.alive():
            self.server.kill() if kind else self.server.stop()
        self.scratch.__exit__()

    def admin(self, *arguments, **more):
        return admin(self.path, *arguments, **more)


def with_and_without_a_server():
    """The same actions, the same words, whoever does them."""
    said = []
    for runs in (True, False):
        with House(runs) as house:
            answers = [
                house.admin("users"),
                house.admin("users", "B*"),
                house.admin("users", "nobody"),
                house.admin("users", "<", status=2),
                house.admin("bans"),
                house.admin("ban", "anna", "forever", "rude", "and", "more"),
                house.admin("ban", "192.0.2.9/24", "2d"),
                house.admin("ban", "Cecil", "2d", status=1),
                house.admin("ban", "Anna", "yesterday", status=2),
                house.admin("ban", "Anna", "2001-01-01", status=2),
                house.admin("bans"),
                house.admin("users", "anna"),
                house.admin("unban", "2"),
                house.admin("unban", "2", status=1),
                house.admin("unban", "x", status=2),
                house.admin("reports"),
                house.admin("motd"),
                house.admin("motd-set", "A", "new", "day"),
                house.admin("motd"),
                house.admin("motd-set", "-", typed="two\nlines\n"),
                house.admin("motd"),
                house.admin("motd-clear"),
                house.admin("motd"),
                house.admin("reindex"),
                house.admin("password", "Nobody", status=1),
                house.admin("password", "Anna", "-", typed="eleven sign\n", status=2),
            ]
            said.append([re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "TIME", a) for a in answers])
    for live, alone in zip(*said):
        assert live == alone, f"running: {live!r}\nstopped: {alone!r}"
    text = "".join(said[0])
    for wanted in (
        "Anna                              since TIME  seen TIME\n",
        "No player matches.\n",
        "Nobody is banned.\n",
        "Ban 1: Anna is banned forever.\n",
        "Ban 2: 192.0.2.0/24 is banned until TIME UTC.\n",
        "1  Anna  since TIME  forever  rude and more\n2  192.0.2.0/24  since TIME  until TIME\n",
        "seen TIME  banned\n",
        "Ban 2 is lifted.\n",
        "there is no ban 2\n",
        'expected the name of a player, found "Cecil"\n',
        'expected forever, a time like 12h or 7d, or a date like 2026-12-24, found "yesterday"',
        'expected a time in the future, found "2001-01-01"',
        "There are no reports.\n",
        "There is no message of the day.\n",
        "A new day\n",
        "two\nlines\n",
        "expected a password of 12 characters to 128 bytes on standard input",
    ):
        assert wanted in text, (wanted, text)


def what_takes_a_server():
    with House(False) as house:
        for arguments in (("online",), ("shares",), ("shares-free", "Anna"), ("shutdown", "5"), ("shutdown-cancel",)):
            assert "no server is running on" in house.admin(*arguments, status=1)
        assert "cannot open" in admin(house.path + "x", "users", status=2)
        assert not os.path.exists(house.path + "x")
        assert "expected an action, perhaps bans" in house.admin("banss", status=2)
        assert "expected backup FILE, found less" in house.admin("backup", status=2)


def challenges_are_removed():
    """By player with and without a server, by network with one, and with a ban."""
    for runs in (True, False):
        with House(True) as house:
            server = house.server
            anna, bo = arrive(server, "Anna"), arrive(server, "Bo.Two")
            for player in (anna, bo):
                for terms in ("* P-7f", "nobody.yet P-7f", "-l * P-7f"):
                    assert "Your challenge is number" in player.ask(f"NEW {terms}")
            if not runs:
                server.stop()
                assert "Challenges of Anna removed: 3." in house.admin("challenges-remove", "anna")
                said = house.admin("challenges-remove", "127.0.0.0/8", status=1)
                assert "only a running server knows from which network a challenge came" in said, said
                house.admin("ban", "Bo.Two", "2d")
                server.start()
                assert "no challenges" in arrive(server, "Anna").ask("NEW")
                continue
            said = house.admin("shares")
            assert re.search(r"^challenges +2 +5000 +2 +2 +0 +0  challenges$", said, re.M), said
            assert re.search(r"^links +2 ", said, re.M) and re.search(r"^received +2 +500 ", said, re.M), said
            said = house.admin("shares", "challenges")
            assert re.search(r"^ +1  Anna +127\.0\.0\.1(/32)?$", said, re.M), said
            assert "expected a share that admin shares lists" in house.admin("shares", "chess", status=2)
            assert "Challenges of Anna removed: 3." in house.admin("challenges-remove", "anna")
            assert re.search(r"^challenges +1 ", house.admin("shares"), re.M)
            assert "Nobody holds any of it." in house.admin("shares", "engine_games")
            assert "expected the name of a player" in house.admin("shares-free", "Cecil", status=1)
            assert "Challenges removed: 3." in house.admin("challenges-remove", "127.0.0.0/24")
            said = bo.sync()
            assert said.count("is withdrawn: there were too many, or an administrator has removed it.") == 3, said
            assert re.search(r"^challenges +0 ", house.admin("shares"), re.M)
            until(lambda: "no challenges" in bo.ask("NEW"))  # lists are read from the database
            bo.ask("NEW * P-7f")
            assert "Freed: 1." in house.admin("shares-free", "bo.two")
            bo.sync()
            bo.ask("NEW * P-7f")
            house.admin("ban", "Bo.Two", "2d")
            assert re.search(r"^challenges +0 ", house.admin("shares"), re.M)
            anna.sync()
            assert "no challenges" in anna.ask("NEW")


def a_banned_player_is_disconnected_and_refused():
    with House(True) as house:
        anna = [arrive(house.server, "Anna"), arrive(house.server, "Anna")]
        bo = arrive(house.server, "Bo.Two")
        anna[1].talker.line("PASSWORD")
        anna[1].talker.expect(r"^old password: $")
        house.admin("ban", "Anna", "3d", "Rude\x1b[31m words.")
        for player in anna:  # at a command, at a question
            said = player.talker.past + player.talker.expect_end()
            assert re.search(r"(?m)^You are banned until \d{4}-\d\d-\d\d \d\d:\d\d UTC: Rude.*words\.", said), said
            assert "\x1b" not in said
        again = Line(house.server.telnet)
        again.expect("login: ")
        again.line("Anna")
        again.expect("password: ")
        again.line("wrong words")
        again.expect(r"Wrong password\.")  # nobody else learns of the ban
        assert "banned" not in again.pending
        again.expect("password: ")
        again.line(OLD)
        again.expect(r"You are banned until .* UTC: Rude")
        assert "Welcome" not in again.expect_end()
        assert "1 of 1 online" in bo.ask("WHO *")
        house.admin("unban", "1")
        arrive(house.server, "Anna").quit()
        bo.quit()


def a_ban_ends_by_itself():
    with House(False) as house:
        house.admin("ban", "Anna", "1h")
        house.server.start()
        with Line(house.server.telnet) as line:
            line.expect("login: ")
            line.line("Anna")
            line.expect("password: ")
            line.line(OLD)
            line.expect("You are banned until")
        house.server.stop()
        database = sqlite3.connect(house.path)
        database.execute("UPDATE ban SET until_ms = 1000")
        database.commit()
        database.close()
        house.server.start()
        arrive(house.server, "Anna").quit()
        assert "ended 1970-01-01 00:00" in house.admin("bans")


def a_banned_network():
    with House(True) as house:
        inside = Player(Line(house.server.telnet, source="127.0.7.7"), "Anna")
        inside.login()
        inside.ask("SET LANGUAGE de")
        outside = Player(Line(house.server.telnet, source="127.0.8.8"), "Bo.Two")
        outside.login()
        listed = house.admin("online")
        assert re.search(r"^Anna +127\.0\.7\.7  since", listed, re.M), listed
        house.admin("ban", "127.0.7.0/24", "forever", "no more")
        assert "Ihr Netz ist ausgesperrt: no more." in inside.talker.expect_end()
        with Line(house.server.telnet, source="127.0.7.200") as refused:
            assert refused.expect_end().strip() == "Your network is banned: no more."
        with Line(house.server.telnet, source="127.0.8.1") as let_in:
            let_in.expect("login: ")
        assert "1 of 1 online" in outside.ask("WHO *")
        outside.quit()
        # The ban applies after a restart.
        house.server.restart()
        with Line(house.server.telnet, source="127.0.7.7") as refused:
            assert "Your network is banned: no more." in refused.expect_end()


def a_new_password():
    for runs in (True, False):
        with House(runs) as house:
            anna = arrive(house.server, "Anna") if runs else None
            said = house.admin("password", "anna")
            given = re.fullmatch(r"Anna has a new password.*\n.*API tokens.*ended\.\n([a-z2-9]{16})\n", said).group(1)
            if anna:
                assert "The administrator has replaced your password." in anna.talker.expect_end()
            if not runs:
                house.server.start()
            line = Line(house.server.telnet)
            line.expect("login: ")
            line.line("Anna")
            line.expect("^password: ")
            line.line(OLD)
            line.expect("Wrong password")
            line.expect("password: ")
            line.line(given)
            line.expect("Choose one of your own now")
            line.expect("new password: ")
            line.close()  # not chosen: it holds on
            line = Line(house.server.telnet)
            line.expect("login: ")
            line.line("Anna")
            line.expect("^password: ")
            line.line(given)
            for prompt in ("^new password: ", "^new password again: "):
                line.expect(prompt)
                line.line(NEW)
            line.expect(r"Welcome, Anna\.")
            line.close()
            arrive(house.server, "Anna", NEW).quit()
            # One that is typed.
            house.admin("password", "Anna", "-", typed="words as typed\n")
            line = Line(house.server.telnet)
            line.expect("login: ")
            line.line("Anna")
            line.expect("^password: ")
            line.line("words as typed")
            line.expect("Choose one of your own now")
            line.close()
            for secret in (given, OLD, NEW, "words as typed", "argon2"):
                assert secret not in house.server.error_text()


def the_message_of_the_day():
    with House(True) as house:
        house.admin("motd-set", "-", typed="Tournament tonight.\n\x1b[2JBring a friend.\n")
        anna = arrive(house.server, "Anna")
        assert re.search(r"^Tournament tonight\.\n.*Bring a friend\.$", anna.said, re.M), anna.said
        assert "\x1b" not in anna.said
        guest = arrive(house.server, "guest")
        assert "Tournament tonight." in guest.said
        house.server.restart()
        assert "Tournament tonight." in arrive(house.server, "Anna").said
        house.admin("motd-clear")
        assert "Tournament" not in arrive(house.server, "Bo.Two").said


def reports_are_listed():
    with House(True) as house:
        anna, bo = arrive(house.server, "Anna"), arrive(house.server, "Bo.Two")
        bo.ask("TELL Anna you are bad")
        anna.sync()
        anna.ask("REPORT Bo.Two He is rude.")
        listed = house.admin("reports")
        assert re.search(r"^1  \d{4}-\S+ \S+  Anna about Bo\.Two: He is rude\.$", listed, re.M), listed
        assert re.search(r"^    heard: .*you are bad", listed, re.M), listed
        assert house.admin("reports", "1") == "There are no reports after that one.\n"


def a_shutdown_with_warning():
    with House(True) as house:
        anna = arrive(house.server, "Anna")
        assert house.admin("shutdown", "5", "a", "new", "version") == "The server shuts down in 5 minutes.\n"
        warning = r"The server shuts down in 5 minutes: a new version\.  Your games are saved\."
        anna.talker.expect(warning)
        assert re.search(warning, arrive(house.server, "Bo.Two").said)
        house.admin("shutdown-cancel")
        anna.talker.expect(r"The shutdown is cancelled\.")
        house.admin("shutdown", "5", "We move.")
        anna.talker.expect(r"The server shuts down in 5 minutes: We move\.  Your games are saved\.")
        house.admin("shutdown-cancel")
        anna.talker.expect(r"The shutdown is cancelled\.")
        assert "no shutdown was announced" in house.admin("shutdown-cancel", status=1)
        assert "shuts down" not in arrive(house.server, "guest").said
        for bad in ("x", "-1", "10081", "1.5"):
            house.admin("shutdown", "--", bad, status=2)
        house.admin("shutdown", "0")
        said = anna.talker.expect_end()
        assert "The server is shutting down now" in said, said
        assert house.server.process.wait(PATIENCE_S) == 0
        house.server.over()


def nobody_else_reaches_the_socket():
    with House(True) as house:
        path = house.path + "-admin"
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        if os.geteuid() == 0:
            os.chmod(path, 0o666)  # as if the folder and the file let everyone in
            os.chmod(os.path.dirname(path), 0o755)
            child = os.fork()
            if child == 0:
                answer = b"?"
                try:
                    os.setuid(65534)
                    with socket.socket(socket.AF_UNIX) as s:
                        s.settimeout(10)
                        s.connect(path)
                        s.sendall(b"users\0")
                        s.shutdown(socket.SHUT_WR)
                        answer = s.recv(100)
                except OSError:
                    answer = b""
                os._exit(1 if answer else 0)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        house.admin("users")
    assert not os.path.exists(path), "the socket is left behind"


def hostile_requests():
    with House(True) as house:
        path = house.path + "-admin"

        def ask(data):
            with socket.socket(socket.AF_UNIX) as s:
                s.settimeout(PATIENCE_S)
                try:
                    s.connect(path)
                    s.sendall(data)
                    s.shutdown(socket.SHUT_WR)
                    got = b""
                    while chunk := s.recv(65536):
                        got += chunk
                    return got
                except OSError:
                    return b""

        assert ask(b"").startswith(b"2\n")
        assert ask(b"users").startswith(b"2\n")
        assert ask(b"users\0" * 500).startswith(b"2\n")
        assert ask(b"nothing\0").startswith(b"2\n")
        assert ask(b"backup\0/nowhere/x\0").startswith(b"1\n")
        assert ask(b"password\0Anna\0plain text\0").startswith(b"2\n")
        assert ask(b"motd-set\0\xff\xfe\0").startswith(b"2\n")
        assert ask(b"x" * 100000) == b""
        assert ask(b"\0" * 8000).startswith(b"2\n")
        silent = [socket.socket(socket.AF_UNIX) for _ in range(12)]
        for s in silent:
            s.connect(path)
        for s in silent:
            s.close()
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and not ask(b"users\0").startswith(b"0\n"):
            pass
        house.admin("users")
        arrive(house.server, "Anna", OLD).quit()


def check_copy(path):
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert database.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    names = [row[0] for row in database.execute("SELECT name FROM player ORDER BY name")]
    moves = database.execute("SELECT count(*) FROM event").fetchone()[0]
    counted = database.execute("SELECT sum(events) FROM game").fetchone()[0] or 0
    database.close()
    assert moves == counted, (moves, counted)
    return names, moves


def backup_while_it_is_played():
    """Each copy is of one moment, and the server goes on."""
    with House(True) as house:
        match = Match(arrive(house.server, "Anna"), arrive(house.server, "Bo.Two"))
        with open(os.path.join(SOURCE_ROOT, "tests", "data", "own-game.txt")) as file:
            game = next(line for line in file if not line.startswith("#")).split()[:60]
        match.begin(game[0])
        over, seen = threading.Event(), []

        def copy():
            while not over.is_set():
                file = os.path.join(house.scratch.path, f"copy-{len(seen)}")
                house.admin("backup", file)
                seen.append(check_copy(file))

        copier = threading.Thread(target=copy)
        copier.start()
        try:
            match.play_all(game[1:])
        finally:
            over.set()
            copier.join()
        assert len(seen) > 1
        counts = [moves for _, moves in seen]
        assert counts == sorted(counts) and all(names == ["Anna", "Bo.Two"] for names, _ in seen)
        copy_0 = os.path.join(house.scratch.path, "copy-0")
        assert stat.S_IMODE(os.stat(copy_0).st_mode) == 0o600
        with open(copy_0, "rb") as file:
            before = file.read()
        assert "File exists" in house.admin("backup", copy_0, status=1)
        with open(copy_0, "rb") as file:
            assert file.read() == before
        assert "cannot write" in house.admin("backup", "/nowhere/at/all", status=2)
        left = [name for name in os.listdir(house.scratch.path) if ".part" in name]
        assert not left, left


def backup_of_what_lies_in_the_log():
    """A server that was killed leaves its last moves in the log; a copy has them all the same."""
    with House(True) as house:
        arrive(house.server, "Cecil").quit()
        house.server.kill()
        file = os.path.join(house.scratch.path, "copy")
        house.admin("backup", file)
        assert check_copy(file)[0] == ["Anna", "Bo.Two", "Cecil"]
        house.server.start()
        arrive(house.server, "Cecil").quit()


def restore(runs):
    with House(True) as house:
        copy = os.path.join(house.scratch.path, "copy")
        house.admin("backup", copy)
        arrive(house.server, "Cecil").quit()
        anna = arrive(house.server, "Anna")
        ports = house.server.telnet
        if runs:
            house.admin("restore", copy)
            said = anna.talker.expect_end()
            assert "The server restarts from a backup.  Log in again in a moment." in said, said
            deadline = time.monotonic() + PATIENCE_S
            while "The database was restored from a backup." not in house.server.error_text():
                assert time.monotonic() < deadline and house.server.alive(), house.server.error_text()
                time.sleep(0.02)
            while True:
                try:
                    Line(ports).close()
                    break
                except AssertionError:
                    assert time.monotonic() < deadline
                    time.sleep(0.02)
        else:
            house.server.kill()  # Cecil is in the log: it must not meet the restored file
            said = house.admin("restore", copy)
            assert re.search(r"Restored .*games\.db from .*copy\.\nThe old database is .*-before-\d{8}T\d{6}Z\.", said), said
            house.server.start()
        with Line(house.server.telnet) as line:
            line.expect("login: ")
            line.line("Cecil")
            line.expect("Cecil is a new name")
        arrive(house.server, "Anna").quit()
        kept = [name for name in os.listdir(house.scratch.path) if "-before-" in name]
        assert len(kept) == 1, kept
        assert not os.path.exists(house.path + "-restore")
        database = sqlite3.connect(os.path.join(house.scratch.path, kept[0]))
        names = {row[0] for row in database.execute("SELECT name FROM player")}
        database.close()
        assert names == {"Anna", "Bo.Two", "Cecil"}, "what was there is kept whole"


def what_root_makes_is_the_owner_s():
    """A restored database, and the lock beside it, belong to whoever owns what was there, or the folder."""
    if os.geteuid() != 0:
        raise Skip("only root gives files away")
    for there in (True, False):
        with House(False) as house:
            copy = os.path.join(house.scratch.path, "copy")
            house.admin("backup", copy)
            folder = os.path.join(house.scratch.path, "folder")
            os.mkdir(folder)
            path = os.path.join(folder, "games.db")
            if there:
                house.admin("backup", path)
                os.chown(path, 65534, 65533)
            else:
                os.chown(folder, 65534, 65533)
            admin(path, "restore", copy)
            for name in (path, path + "-lock"):
                assert (os.stat(name).st_uid, os.stat(name).st_gid) == (65534, 65533), name
            assert "Anna" in admin(path, "users")


def restore_of_a_running_server():
    restore(True)


def who_does_not_hear_the_answer_restores_nothing():
    with House(True) as house:
        waiting = house.path + "-restore"
        house.admin("backup", waiting)
        arrive(house.server, "Cecil").quit()
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(house.path + "-admin")
            s.sendall(b"restore\0copy\0")
        house.admin("users")  # which the server takes after the request before it
        house.server.stop()
        assert os.path.exists(waiting) and "restored" not in house.server.error_text()
        assert "Cecil" in house.admin("users")


def restore_without_a_server():
    restore(False)


def what_cannot_be_restored():
    for runs in (True, False):
        with House(runs) as house:
            bad = os.path.join(house.scratch.path, "bad")
            good = os.path.join(house.scratch.path, "good")
            house.admin("backup", good)
            with open(good, "rb") as file:
                whole = file.read()
            assert "No such file" in house.admin("restore", bad, status=2)
            cases = [b"no database", b"", whole[: len(whole) // 2], bytearray(whole)]
            cases[3][5 * 4096 + 100 : 12 * 4096] = b"\x5a" * (7 * 4096 - 100)
            for data in cases:
                with open(bad, "wb") as file:
                    file.write(data)
                house.admin("restore", bad, status=2)
            for change in ("PRAGMA application_id=7", "PRAGMA user_version=1000; UPDATE shoogi SET oldest=1000"):
                with open(bad, "wb") as file:
                    file.write(whole)
                database = sqlite3.connect(bad)
                database.executescript(change)
                database.close()
                said = house.admin("restore", bad, status=2)
                assert "is not a shoogi database" in said or "found version 1000" in said, said
            assert not [n for n in os.listdir(house.scratch.path) if "restore" in n or "-before-" in n]
            if not runs:
                house.server.start()
            arrive(house.server, "Anna").quit()


if __name__ == "__main__":
    run_tests(
        [
            with_and_without_a_server,
            what_takes_a_server,
            challenges_are_removed,
            a_banned_player_is_disconnected_and_refused,
            a_ban_ends_by_itself,
            a_banned_network,
            a_new_password,
            the_message_of_the_day,
            reports_are_listed,
            a_shutdown_with_warning,
            nobody_else_reaches_the_socket,
            hostile_requests,
            backup_while_it_is_played,
            backup_of_what_lies_in_the_log,
            what_root_makes_is_the_owner_s,
            restore_of_a_running_server,
            who_does_not_hear_the_answer_restores_nothing,
            restore_without_a_server,
            what_cannot_be_restored,
        ]
    )
