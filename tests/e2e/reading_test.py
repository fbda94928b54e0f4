"""Pages without scripts: games, lists, players and challenges, boards as pictures, records to download, and boards
for other pages.  Prints TAP."""

import base64
import contextlib
import functools
import hashlib
import html
import json
import os
import re
import select
import socket
import sqlite3
import struct
import subprocess
import sys
import time
import urllib.parse
import xml.etree.ElementTree

from harness import PATIENCE_S, Line, Match, Player, Scratch, Server, note, run_program, run_tests
from pages import Page, get
from web import Web

PASSWORD = "secret words"  # of every Player
MOVES = "7g7f 3c3d 8h2b+ 3a2b B*4e 5c5d 4e3d".split()


def arrive(server, name):
    player = Player(Line(server.telnet), name)
    player.login()
    return player


def played(server):
    """Game 1, which runs, and game 2, which is over."""
    anna, bert = arrive(server, "Anna"), arrive(server, "Bert")
    for moves, ends in ((MOVES, False), (MOVES[:4], True)):
        match = Match(anna, bert)
        match.begin(moves[0])
        match.play_all(moves[1:])
        if ends:
            anna.talker.line("RESIGN")
            anna.talker.expect(r"(?i)\byes\b|<p,o,n,y> ")
            anna.talker.line("yes")
            anna.sync()
    return anna, bert


class Framed(Server):
    """A server with a page of two marks, as that of web/ has them."""

    def __init__(self, database="memory", *more):
        self.web = Scratch()
        os.mkdir(os.path.join(self.web.path, "assets"))
        super().__init__(database, "--web", self.web.path, *more)
        with open(os.path.join(self.web.path, "index.html"), "w", encoding="utf-8") as file:
            file.write('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n<!-- head -->\n'
                       '<title>shoogi</title>\n<link rel="stylesheet" href="/own.css"></head>\n'
                       '<body><div id="app"><!-- content --><noscript><p>Nothing.</p></noscript></div></body></html>\n')

    def __exit__(self, *why):
        super().__exit__(*why)
        self.web.__exit__()


def what_stands_around():
    """The page of web/, where there is one; the script's part is still there."""
    with Framed() as server:
        status, headers, body = get(server, "/challenges")
        page = Page(body)
        assert status == 200 and page.title == "Challenges - shoogi" and "/own.css" in page.links
        assert body.count("<div id=\"app\"><div class=\"reading\">") == 1 and "Nothing." not in body, body
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        status, _, body = get(server, "/games/1")
        assert status == 404 and "There is no such game." in body and "<div id=\"app\">" in body
    with Framed() as server:
        with open(os.path.join(server.web.path, "index.html"), "w", encoding="utf-8") as file:
            file.write("<p>A page of another make.</p>")
        server.restart()
        page = Page(get(server, "/challenges")[2])
        assert "/own.css" not in page.links and "/help/style.css" in page.links


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def near_misses_of_addresses():
    """A browser that asks for a page which is not there gets one in the frame of the site, with the way to the page that was
    meant; programs, and whatever loads a file, get a line."""
    with Framed() as server:
        for target, meant in (("/game/2", "/games/2"), ("/game", "/games"), ("/game/x", "/games/x"), ("/player/Anna", "/players/Anna"),
                              ("/record/3", "/records/3"), ("/challenge", "/challenges"), ("/game/%3Cb%3E&'", "/games/%3Cb%3E&amp;"),
                              ("/Games/2", "/games/2"), ("/GAME/2", "/games/2"), ("/gmaes/2", "/games/2"), ("/games//2", "/games/2"),
                              ("/games/2/", "/games/2"), ("/rule/shogi", "/rules/shogi"), ("/trY", "/try"),
                              ("/games/a&b", None), ("/games/2.gif", None), ("/games/2.kif", None), ("/records/7.csa", None), ("/nothing.js", None),
                              ("/help/board/none.svg", None), ("/index.html", None),
                              ("/puzzles", None), ("/help/nothing", None), ("/records/7", None), ("/games/7/nothing", None),
                              ("/players/nobody", None), ("/helpful", None), ("/x/y?z=%3Cb%3E", None)):
            status, headers, body = get(server, target, headers=BROWSER)
            assert status == 404 and headers["Content-Type"] == "text/html; charset=utf-8", (target, status, headers)
            assert "<div id=\"app\">" in body and "<nav" in body and "<h1>" in body and "<b>" not in body, (target, body)
            page = Page(body)
            assert "/" in page.links and "/challenges" in page.links, page.links
            if meant:
                assert f'href="{meant}' in body, (target, body)
            else:
                assert "Did you mean" not in body, (target, body)
            status, headers, body = get(server, target)
            assert status == 404, (target, status)
            if "<div id" not in body:
                assert headers["Content-Type"].startswith("text/plain") and body.count("\n") == 1, (target, body)
        assert get(server, "/puzzles", headers={**BROWSER, "Accept-Language": "de"})[1]["Content-Language"] == "de"
        for target in ("/game/2.gif", "/nothing.js", "/help/board/none.svg"):
            # A browser that loads a script or a picture wants no page.
            status, headers, body = get(server, target, headers={"Accept": "*/*"})
            assert status == 404 and headers["Content-Type"].startswith("text/plain"), (target, headers)
        status, headers, body = get(server, "/api/nothing", headers=BROWSER)
        assert status == 404 and headers["Content-Type"] == "application/json", headers
        assert get(server, "/puzzles", method="HEAD", headers=BROWSER)[::2] == (404, "")


def a_game():
    with Framed() as server:
        played(server)
        for target, ply in (("/games/1", 7), ("/games/1?ply=3", 3), ("/games/1?ply=0", 0), ("/games/1?ply=99", 7)):
            status, headers, body = get(server, target)
            assert status == 200, (target, status, body)
            page = Page(body)
            assert page.title.startswith("Game 1: Anna (Black) against Bert (White)"), page.title
            assert f"/game/1.svg?ply={ply}" in page.links, page.links
            for link in page.links:
                if link.startswith("/game"):
                    assert get(server, link, text=False)[0] == 200, link
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "unsafe-inline" not in policy, policy
        assert "White to move." in get(server, "/games/1")[2]
        assert "Black resigned: White wins." in get(server, "/games/2")[2]
        for target in ("/games/3", "/games/0", "/games/99999999999999999999", "/games/x", "/games/1/2", "/game/1",
                       "/game/1.gif", "/game/0.svg", "/game/3.svg", "/games/1.none", "/games/1.", "/embed/3"):
            assert get(server, target)[0] == 404, target


def pictures():
    with Framed() as server:
        played(server)
        seen = set()
        for target in ("/game/1.svg?ply=0", "/game/1.svg?ply=1", "/game/1.svg", "/game/1.svg?view=white",
                       "/board.svg", "/board.svg?variant=chu", "/board.svg?variant=shosu",
                       "/board.svg?sfen=4k4/9/9/9/9/9/9/9/4K4%20w%20P%203",
                       "/board.svg?move=HANDICAP:two-pieces", "/board.svg?sfen=4k4/9/9/9/9/9/9/9/4K4%20b%20P%201&move=P*5e"):
            status, headers, body = get(server, target)
            assert status == 200 and headers["Content-Type"] == "image/svg+xml", (target, status, body)
            assert xml.etree.ElementTree.fromstring(body).tag == "{http://www.w3.org/2000/svg}svg"
            assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
            assert get(server, target, headers={"If-None-Match": headers["ETag"]})[0] == 304, target
            assert get(server, target, headers={"If-None-Match": '"x"'})[0] == 200, target
            seen.add(headers["ETag"])
        assert len(seen) == 9, seen  # the board at the start is that of the first game
        for target in ("/game/1.svg?ply=0", "/board.svg", "/help/board/shogi.svg"):
            for accepted, label in (("en", "Black to move"), ("de", "Schwarz ist am Zug"), ("ja", "先手番です")):
                status, headers, body = get(server, target, headers={"Accept-Language": accepted})
                assert f'role="img" aria-label="{label}"' in body, (target, accepted, body[:200])
                assert "<text" not in body and headers["Vary"] == "Accept-Language, Cookie", (target, accepted, headers)
        assert get(server, "/game/1.svg?ply=0")[1]["Cache-Control"] == "no-cache"
        assert get(server, "/game/2.svg?ply=0")[1]["Cache-Control"] == "no-cache"  # it may yet be deleted
        assert get(server, "/board.svg")[1]["Cache-Control"] == "public, max-age=3600"
        assert get(server, "/games/2")[1]["Cache-Control"] == "private, no-cache"
        for target in ("/game/1.png", "/game/1.png", "/board.png?variant=chu", "/board.png?variant=shosu"):
            status, headers, body = get(server, target, text=False)
            assert status == 200 and headers["Content-Type"] == "image/png", (target, status, body[:80])
            assert body[:8] == b"\x89PNG\r\n\x1a\n" and body[-8:-4] == b"IEND", target
            note(f"{target}: {len(body)} bytes")
            assert get(server, target, headers={"If-None-Match": headers["ETag"]})[0] == 304, target
        for target, why in (("/board.svg?variant=none", "the name of a game"), ("/board.svg?sfen=xyzzy", "xpected"),
                            ("/board.svg?variant=@7", "definition 7"), ("/board.png?sfen=9/9", "xpected")):
            status, _, body = get(server, target)
            assert status in (404, 422) and why in body, (target, status, body)
        for target, wanted, why in (
            ("/game/1.svg?ply=x", 400, 'expected a whole number as "ply", found "x"'),
            ("/game/1.png?ply=foo", 400, 'expected a whole number as "ply", found "foo"'),
            ("/game/1.svg?ply=-3", 400, 'expected a whole number as "ply", found "-3"'),
            ("/game/1.svg?ply=123456789", 400, 'expected a whole number as "ply", found "123456789"'),
            ("/game/1.svg?ply=8", 404, 'expected at most the number of moves in the game as "ply", found "8"'),
            ("/game/1.svg?view=foo", 400, 'expected black or white as "view", found "foo"'),
            ("/game/1.svg?view=whitewhite", 400, 'expected black or white as "view", found "whitewhite"'),
            ("/games/1?ply=x", 400, 'expected a whole number as "ply", found "x"'),
            ("/board.svg?sfen=xyzzy", 422, "sfen:1:1: expected "),
            ("/board.svg?sfen=9/9", 422, "sfen:1:"),
            ("/board.svg?move=7g7a", 422, "move"), ("/board.svg?move=HANDICAP:99", 422, "move:1:"),
        ):
            status, _, body = get(server, target)
            assert status == wanted and why.lower() in body.lower(), (target, status, body)
        assert get(server, "/game/1.svg?ply=7")[0] == get(server, "/game/1.svg?view=black")[0] == 200


# When a game began, as docs/record-format.md has it.
DATES = {"kifu": "開始日時：\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d\n".encode(),
         "csa": rb"\$START_TIME:\d{4}/\d\d/\d\d \d\d:\d\d:\d\d\n",
         "pgn": rb'\[Date "\d{4}\.\d\d\.\d\d"\]\n(.*\n)*\[Time "\d\d:\d\d:\d\d"\]\n'}


def records():
    with Framed() as server:
        played(server)
        begin = {"kif": ("text/plain; charset=Shift_JIS", "先手：Anna".encode("shift_jis")),
                 "kifu": ("text/plain; charset=utf-8", "先手：Anna".encode()),
                 "csa": ("text/plain; charset=utf-8", b"N+Anna"), "jkf": ("application/json", b'"Anna"'),
                 "json": ("application/json", b'"Anna"'), "pgn": ("application/vnd.chess-pgn", b'"Anna"'),
                 "usi": ("text/plain; charset=utf-8", b"7g7f 3c3d"), "shoogi": ("text/plain; charset=utf-8", b"Anna")}
        for extension, (kind, text) in begin.items():
            status, headers, body = get(server, f"/games/1.{extension}", text=False)
            assert status == 200 and headers["Content-Type"] == kind, (extension, status, headers)
            assert text in body, (extension, body)
            dated = DATES.get(extension)
            assert dated is None or re.search(dated, body), (extension, body)
            assert headers.get("Content-Disposition") == f'attachment; filename="shoogi-1.{extension}"', (extension, headers)


def lists():
    with Framed() as server:
        anna, bert = played(server)
        anna.ask("NEW * P-2f <b>who</b> will?")

        def games(query):
            status, _, body = get(server, "/games?" + query)
            assert status == 200, (query, status)
            Page(body)
            return re.findall(r'<tr><td><a href="/games/(\d+)', body)

        assert games("") == ["2", "1"]
        assert games("state=running") == ["1"]
        assert games("state=finished") == ["2"]
        assert games("player=ANNA&result=white") == ["2"]
        assert games("result=black") == games("variant=chu") == games("until=2001-01-01") == []
        assert games("since=2001-01-01&variant=Shogi&before=2") == ["1"]
        for query, why in (("player=nobody", "the name of a player"), ("result=won", "result"), ("state=x", "state"),
                           ("since=yesterday", "since"), ("before=x", "before"), ("position=xyzzy", "xpected"),
                           ("player=" + "x" * 999, "player")):
            assert why in get(server, "/games?" + query)[2].split('role="alert"')[1], query
        body = get(server, "/players/anna")[2]
        page = Page(body)
        assert page.title.startswith("Anna") and "Running games" in body and "Latest games" in body
        for name in ("/players/", "/players/nobody", "/players/%3Cb%3E", "/players/anna/x"):
            assert get(server, name)[0] == 404, name
        body = get(server, "/challenges")[2]
        Page(body)
        assert "&lt;b&gt;who&lt;/b&gt; will?" in body and "<b>" not in body


def token_of(path, name):
    """A cookie of a player, put into the database of a server that does not run."""
    token = "shoogi_" + base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO token(player, kind, name, hash, given, created_ms, seen_ms, expires_ms) "
                         "SELECT id, 'browser', '', ?, '', ?, ?, ? FROM player WHERE name = ?",
                         (hashlib.blake2b(token.encode(), digest_size=32).hexdigest(), *[int(time.time() * 1000)] * 2,
                          int(time.time() * 1000) + 3600000, name))
        database.commit()
    return {"Cookie": "__Host-shoogi=" + token}


def post(server, target, cookie, fields, **more):
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "http://localhost", **cookie, **more}
    return get(server, target, "POST", headers, urllib.parse.urlencode(fields).encode())


def forms():
    """A game by correspondence in a browser without scripts: answering, moves, a promotion, refusals at the field."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Framed(path) as server:
            for name in ("Anna", "Bert"):
                arrive(server, name).quit()
        anna, bert = token_of(path, "Anna"), token_of(path, "Bert")
        with Framed(path) as server:
            status, headers, _ = post(server, "/challenges/new", anna, {"colour": "black", "move": "P-7f", "clock": "",
                                                                        "comment": "<i>", "pattern": "*"})
            assert status == 303 and headers["Location"] == "/challenges", (status, headers)
            body = get(server, "/challenges", headers=bert)[2]
            Page(body)
            assert "Accept 1</button>" in body and "Accept 1</button>" not in get(server, "/challenges", headers=anna)[2]
            assert "<form" not in get(server, "/challenges")[2]
            status, headers, _ = post(server, "/challenges/answer", bert, {"number": "1"})
            assert status == 303 and headers["Location"] == "/games/1", (status, headers)
            status, _, body = post(server, "/challenges/answer", bert, {"number": "1"})
            assert status in (404, 422) and 'role="alert"' in body, (status, body)

            def known(cookie):
                found = re.search(r'name="known" value="(\d+)"', get(server, "/games/1", headers=cookie)[2])
                return found and found[1]

            assert known(anna) is None and known({}) is None and known(bert) == "1"
            assert "form-action 'self'" in get(server, "/games/1", headers=bert)[1]["Content-Security-Policy"]
            assert "form-action 'self'" not in get(server, "/games/1")[1]["Content-Security-Policy"]
            for typed, why in (("P-7e", "pawn"), ("<b>", "&lt;b&gt;"), ("", ""), ("x" * 300, "")):
                status, _, body = post(server, "/games/1/move", bert, {"known": "1", "move": typed})
                page = Page(body)
                assert status >= 400 and 'role="alert"' in body and 'aria-describedby="fault"' in body, (status, body)
                assert why in body and "<b>" not in body, (typed, body)
            status, _, body = post(server, "/games/1/move", anna, {"known": "1", "move": "P-7e"})
            assert status >= 400 and "not your turn" in body, body
            assert post(server, "/games/1/move", bert, {"known": "0", "move": "3c3d"})[0] >= 400
            status, headers, _ = post(server, "/games/1/move", bert, {"known": "1", "move": "3c3d"})
            assert status == 303 and headers["Location"] == "/games/1", (status, headers)
            status, _, body = post(server, "/games/1/move", anna, {"known": known(anna), "move": "Bx2b"})
            assert status == 422 and "<legend>Promote?</legend>" in body and "readonly" in body, (status, body)
            Page(body)
            status, _, body = post(server, "/games/1/move", anna, {"known": known(anna), "move": "Bx2b", "answer": "y"})
            assert status == 303, body
            assert "Bx2b+" in get(server, "/games/1")[2]
            # Requests from other sites, or without an origin.
            move = {"known": "3", "move": "3a2b"}
            assert post(server, "/games/1/move", bert, move, Origin="http://elsewhere")[0] == 403
            assert post(server, "/games/1/move", bert, move, Origin="null")[0] == 403
            assert get(server, "/games/1/move", "POST", {**bert, "Content-Type": "text/plain", "Origin": "http://localhost"},
                       b"known=3&move=3a2b")[0] == 415
            for nobody in ({}, {"Cookie": "__Host-shoogi=shoogi_" + "A" * 43}):
                status, _, body = post(server, "/games/1/move", nobody, move)
                assert status == 422 and 'role="alert"' in body, (status, body)
            assert "Bx2b+" in get(server, "/games/1")[2] and known(bert) == "3"
            # Logging in: the cookie is that of a browser with scripts, and one goes on where one was.
            for fields in ({}, {"name": "Anna"}, {"name": "Anna", "password": "mistaken42"}, {"name": "<b>", "password": "x" * 99}):
                status, headers, body = post(server, "/login", {}, {"to": "/games/1", **fields})
                assert status >= 400 and "Set-Cookie" not in headers and 'role="alert"' in body, (fields, status, body)
                assert 'type="password"' in body and "mistaken42" not in body and "<b>" not in body
            status, headers, body = post(server, "/login", {}, {"to": "/games/1", "name": "anna", "password": PASSWORD})
            assert status == 303 and headers["Location"] == "/games/1", (status, body)
            assert headers["Set-Cookie"].startswith("__Host-shoogi=shoogi_"), headers
            cookie = {"Cookie": headers["Set-Cookie"].split(";")[0]}
            assert known(cookie) == known(anna)
            status, headers, _ = post(server, "/login", {}, {"to": "https://evil/", "name": "anna", "password": PASSWORD})
            assert status == 303 and headers["Location"] == "/games"
            assert post(server, "/login", {}, {"name": "anna", "password": PASSWORD}, Origin="http://evil")[0] == 403
            page = Page(get(server, "/login?to=/games/1")[2])
            assert page.title == "Sign in - shoogi"
            assert 'value="/games"' in get(server, "/login?to=//evil")[2]


def bearer(cookie):
    return {"Authorization": "Bearer " + cookie["Cookie"].split("=")[1]}


WOLF = """files=5
ranks=5
promoZone=1
symmetry=rotate
king:K:K:k:c1
wolf:W:WF2:w:b1,d1
pawn:P:fW:p:a2,b2,c2,d2,e2
"""


def so_many_bytes_a_day():
    """So many bytes of one player's, and of all players', and no more until the day is over."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Framed(path) as server:
            played(server)
        who = {**bearer(token_of(path, "Anna")), "Content-Type": "text/plain"}
        with Framed(path) as server:

            def put():
                status, _, answer = get(server, "/api/records", "POST", who, b"1. P-7f P-3d")
                return status, json.loads(answer)

            def were_there(player, count, mib, hours):
                with contextlib.closing(sqlite3.connect(path, timeout=30)) as rows, rows:
                    at_ms = int((time.time() - hours * 3600) * 1000)
                    number = rows.execute("SELECT id FROM player WHERE name = ?", (player,)).fetchone()[0]
                    for _ in range(count):
                        rows.execute("INSERT INTO record(player, definition, black, white, event, played, outcome, moves, "
                                     "text_bytes, created_ms, placed) VALUES(?, 1, '', '', '', '', '', 0, ?, ?, 1)",
                                     (number, mib << 20, at_ms))

            # An account that is new may have less: Anna is told before, and her account is then a week old.
            of_new = "in the first 7 days of an account"
            were_there("Anna", 6, 1, 30)
            status, answer = put()
            assert status == 200 and [w["message"] for w in answer["warnings"]] == [
                f"you have uploaded 6 of at most 8 MiB of records {of_new}"], answer
            were_there("Anna", 2, 1, 30)
            status, answer = put()
            assert status == 422 and f"You have uploaded 8 MiB of records, the most allowed {of_new}." in answer["error"], answer
            with contextlib.closing(sqlite3.connect(path, timeout=30)) as rows, rows:
                rows.execute("UPDATE record_sum SET bytes = 0, records = 100 WHERE hour = -1")
            status, answer = put()
            assert status == 422 and f"You have uploaded 100 records, the most allowed {of_new}." in answer["error"], answer
            with contextlib.closing(sqlite3.connect(path, timeout=30)) as rows, rows:
                rows.execute("DELETE FROM record_sum")
                rows.execute("UPDATE player SET created_ms = created_ms - 7 * 24 * 3600 * 1000")
            were_there("Anna", 9, 8, 25)
            were_there("Anna", 3, 8, 23)
            assert put()[0] == 200
            were_there("Anna", 1, 8, 1)
            status, answer = put()
            assert status == 422 and "You have uploaded 32 MiB of records in 24 hours, the most allowed." in answer["error"], (status, answer)
            with contextlib.closing(sqlite3.connect(path, timeout=30)) as rows, rows:
                rows.execute("DELETE FROM record_sum WHERE hour > 0")
            status, answer = put()
            assert status == 200 and answer["warnings"] == [], answer
            were_there("Anna", 3, 8, 1)
            status, answer = put()
            assert status == 200 and [w["message"] for w in answer["warnings"]] == [
                "you have uploaded 24 of at most 32 MiB of records in 24 hours"], answer
            were_there("Anna", 113, 8, 30)
            status, answer = put()
            assert status == 422 and "You have uploaded 1024 MiB of records, the most allowed." in answer["error"], (status, answer)
            with contextlib.closing(sqlite3.connect(path, timeout=30)) as rows, rows:
                rows.execute("UPDATE record_sum SET bytes = 0")
            assert put()[0] == 200
            # Uploads count for their address, too, whatever becomes of them.
            answers = [get(server, "/api/records?format=none", "POST", who, b"x" * (4 << 20))[::2] for _ in range(18)]
            assert [status for status, _ in answers[:15]] == [400] * 15 and answers[17][0] == 429, answers
            assert "from your address today.  Try again in an hour." in answers[17][1], answers[17]
            server.restart()
            were_there("Bert", 128, 8, 1)
            status, answer = put()
            assert status == 422 and "The server has reached its daily limit of uploads." in answer["error"], (status, answer)


def library():
    """Records and definitions that players put in: read within bounds, faults at their places, stored for good."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Framed(path) as server:
            played(server)
        anna, bert = bearer(token_of(path, "Anna")), bearer(token_of(path, "Bert"))
        with Framed(path) as server:

            def put(target, body, who=anna, kind="text/plain"):
                status, _, answer = get(server, target, "POST", {**who, "Content-Type": kind}, body)
                return status, json.loads(answer)

            # Records: in every format and encoding that is written, found as games are.
            for extension in ("kif", "csa", "jkf", "shoogi", "usi", "ki2"):
                record = get(server, f"/games/1.{extension}", text=False)[2]
                status, answer = put("/api/records", record)
                assert status == 200 and answer["ok"] and answer["record"] > 0, (extension, answer)
                stored = json.loads(get(server, f"/api/records/{answer['record']}")[2])
                assert stored["moves"] == 7 and stored["by"] == "Anna" and stored["variant"] == "shogi", stored
                assert extension == "usi" or (stored["black"], stored["white"]) == ("Anna", "Bert"), stored
                page = Page(get(server, f"/records/{answer['record']}?ply=3")[2])
                assert page.title.startswith("Record ") and f"/records/{answer['record']}?ply=4" in page.links, page.links
                board = next(link for link in page.links if link.startswith("/board.svg"))
                sfen = run_program("show", "shogi", "--style", "sfen", "--moves", " ".join(MOVES[:3])).stdout.strip()
                assert urllib.parse.unquote(board).endswith("sfen=" + sfen), board
                assert get(server, board)[0] == get(server, f"/records/{answer['record']}")[0] == 200
                again = get(server, f"/records/{answer['record']}.kifu")[2]
                assert "７六歩" in again and get(server, f"/records/{answer['record']}.none")[0] == 404, again
            status, answer = put("/api/records?variant=chu", b"1. P-7h P-6e\n")
            assert status == 200, answer
            assert json.loads(get(server, f"/api/records/{answer['record']}")[2])["variant"] == "chu"
            sfen = run_program("show", "shogi", "--style", "sfen", "--moves", " ".join(MOVES)).stdout.strip()
            query = "in=records&position=" + urllib.parse.quote(sfen)
            indexed = patiently(lambda: json.loads(get(server, "/api/search?" + query)[2]), lambda it: len(it["found"]) == 6)
            assert {row["move"] for row in indexed["found"]} == {7}
            page = get(server, "/games?" + query)[2]
            Page(page)
            assert page.count(", move 7</a>") == 6
            assert len(json.loads(get(server, "/api/search?in=records&player=ann&variant=shogi")[2])["found"]) == 5
            # All that a search finds is one file, in formats that allow it.
            status, headers, text = get(server, "/games/found.kif?in=records&player=ann&variant=shogi")
            assert status == 200 and text.count("先手：Anna") == 5 and "Shoogi-Before" not in headers, text
            assert "N+Anna" in get(server, "/games/found.csa?player=anna")[2]
            status, headers, text = get(server, "/games/found.csa?in=records")
            assert text.count("+7776FU") == 6 and headers["Shoogi-Left-Out"] == "1", (headers, text)
            assert get(server, "/games/found.jkf?player=anna")[0] == get(server, "/games/found.none")[0] == 404
            assert get(server, "/games/found.kif?variant=none")[0] == 404 and get(server, "/games/found.kif?state=x")[0] == 400
            for body, line, column in ((b"position startpos moves 7g7f 7g7f", 1, 30), (b"\x00\xff", 1, 1), (b"hello", 1, 1),
                                       ("先手：\n手数----\n   1 ７六歩(77)\n   2 ７六歩(77)\n".encode(), 4, 0)):
                status, answer = put("/api/records", body)
                assert status == 422 and answer["faults"][0]["line"] == line, (body, answer)
                assert column == 0 or answer["faults"][0]["column"] == column, (body, answer)
            assert put("/api/records?variant=none", b"x")[0] == 404
            assert put("/api/records", b"7g7f", {})[0] == 401
            assert get(server, "/api/records")[0] == 405 and get(server, "/api/records/99")[0] == 404
            assert put("/api/records", b"x" * (4 * 1024 * 1024 + 1))[0] == 413

            # The token is looked at before the body is read.
            for token, statuses in ((None, (401,)), ("f" * 43, (401,)), (anna["Authorization"].split()[1], (100, 422))):
                for expects in (True, False):
                    with Web(server) as web:
                        web.send("POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 13\r\n"
                                 + (f"Authorization: Bearer {token}\r\n" if token else "")
                                 + ("Expect: 100-continue\r\n" if expects else "") + "\r\n")
                        if 422 in statuses:
                            assert not expects or web.head()[0] == 100
                            web.send("1. P-7f P-7f\n")
                        assert web.answer().status == statuses[-1], (token, expects)

            # The comments of engines, in the forms of several programs.
            header = "手合割：平手\n手数----指手---------消費時間--\n"
            floodgate = {"ply": 1, "score_cp": 30, "line": "3c3d 2g2f"}
            for record, evaluations in (
                    ("V2.2\nPI\n+\n+7776FU\nT1\n'** 30 -3334FU +2726FU\n-3334FU\nT1\n'** 99999 +8822UM\n%CHUDAN\n",
                     [floodgate, {"ply": 2, "score_cp": 29000, "line": "8h2b+"}]),
                    (header + "   1 ７六歩(77)\n*#評価値=30\n*#読み筋=△３四歩▲２六歩\n*#深さ=10\n   2 ３四歩(33)\n*#詰み=先手勝ち:15手\n",
                     [{**floodgate, "depth": 10}, {"ply": 2, "score_cp": 29985, "line": ""}]),
                    (header + "   1 ７六歩(77)\n*対局 深さ 20/31 ノード数 1234 評価値 -186 読み筋 △３四歩(33) ▲２六歩(27)\n   2 ３四歩(33)\n",
                     [{"ply": 1, "score_cp": -186, "depth": 20, "nodes": 1234, "line": "3c3d 2g2f"}]),
                    # A line in place of a move begins before it.
                    (header + "   1 ７六歩(77)\n*対局 評価値 5 読み筋 ▲２六歩(27) △３四歩(33)\n   2 ３四歩(33)\n",
                     [{"ply": 0, "score_cp": 5, "line": "2g2f 3c3d"}]),
                    ('[Variant "shogi"]\n\n1. P-7f {[%eval 0.30,10] [%pv 3c3d 2g2f]} P-3d {[%eval #-3]} *\n',
                     [{**floodgate, "depth": 10}, {"ply": 2, "score_cp": -29995, "line": ""}]),
                    (header + "   1 ７六歩(77)\n*a good move\n", [])):
                status, answer = put("/api/records?variant=shogi", record.encode())
                assert status == 200, (record, answer)
                stored = json.loads(get(server, f"/api/records/{answer['record']}")[2])
                assert stored["evaluations"] == evaluations, (record, stored["evaluations"])

            run_program("admin", "--db", path, "reindex", check=True)
            again = patiently(lambda: json.loads(get(server, "/api/search?" + query)[2]), lambda it: len(it["found"]) == 6)
            assert again == indexed, again

            # Definitions.
            status, answer = put("/api/definitions?name=wolf", WOLF.encode())
            assert status == 200 and (answer["name"], answer["version"]) == ("Anna/wolf", 1), answer
            first = answer["definition"]
            assert put("/api/definitions?name=wolf", WOLF.encode())[1]["definition"] == first
            status, answer = put("/api/definitions?name=wolf", WOLF.replace("WF2", "WF3").encode())
            assert answer["version"] == 2 and answer["definition"] != first, answer
            assert put("/api/definitions?name=wolf", WOLF.encode(), bert)[1]["version"] == 1
            stored = json.loads(get(server, f"/api/definitions/{first}")[2])
            assert stored["name"] == "Anna/wolf" and "wolf:W:WF2" in stored["text"], stored
            status, answer = put("/api/definitions?name=bad", b"files=9x\nranks=y\n")
            assert status == 422 and answer["error"].startswith("1:8:"), answer
            assert [(row["line"], row["column"]) for row in answer["faults"]][:2] == [(1, 8), (2, 7)], answer
            answer = put("/api/definitions?name=bad&language=ja", b"files=9x\n")[1]
            assert not re.search("expected|found", answer["error"] + answer["faults"][0]["message"]), answer
            for name in ("", "?name=", "?name=Wolf", "?name=a/b", "?name=" + "x" * 21, "?name=%0A"):
                assert put("/api/definitions" + name, WOLF.encode())[0] == 400, name
            assert put("/api/definitions?name=wolf", WOLF.encode(), {})[0] == 401
            assert put("/api/definitions?name=big", b"#" * (256 * 1024 + 1))[0] == 413
            assert get(server, f"/board.svg?variant=@{first}")[0] == 200
            kept = json.loads(get(server, f"/api/definitions/{first}")[2])
            named = json.loads(get(server, f"/api/variants/@{first}")[2])
            assert named["name"] == f"@{first}" and named["title"] == kept["name"], named
            assert named["definition"] == kept["text"] and named["files"] > 0 < named["ranks"], named
            assert get(server, "/api/variants/@999")[0] == get(server, "/api/variants/@x")[0] == 404
            status, answer = put(f"/api/records?variant=@{first}", b"1. P-c3\n")
            # A challenge by it, and a game to its end.
            def call(who, name, **fields):
                status, _, answer = get(server, "/api/" + name, "POST", {**who, "Content-Type": "application/json"},
                                        json.dumps(fields).encode())
                return status, json.loads(answer)

            for wrong in ({"variant": "@999"}, {"variant": f"@{first}", "rated": True}, {"variant": "@"}, {"variant": "@x"},
                          {"variant": f"@{first}", "grades": True}, {"variant": f"@{first}", "move": "P-c4"}):
                assert call(anna, "new", pattern="*", **wrong)[0] >= 400, wrong
            status, answer = call(anna, "new", variant=f"@{first}", pattern="*", move="P-3c", colour="black")
            assert status == 200, answer
            status, game = call(bert, "new", number=answer["challenge"])
            assert status == 200, game
            game = game["game"]
            assert call(bert, "play", game=game, move="3b3c")[0] == 200
            state = json.loads(get(server, f"/api/games/{game}")[2])
            assert (state["variant"], state["definition"]) == ("Anna/wolf", first), state
            assert get(server, f"/game/{game}.svg")[0] == 200
            page = get(server, f"/games/{game}")[2]
            Page(page)
            assert "<dd>Anna/wolf</dd>" in page
            assert call(bert, "resign", game=game, answers=["yes"])[0] == 200
            status, again = call(bert, "rematch", game=game)
            assert status == 200, again
            challenges = json.loads(get(server, "/api/challenges", headers=anna)[2])["challenges"]
            assert [row["variant"] for row in challenges] == [f"@{first}"], challenges
            record = get(server, f"/games/{game}.shoogi", text=False)[2]
            status, answer = put(f"/api/records?variant=@{first}", record)
            assert status == 200, answer
            assert json.loads(get(server, f"/api/records/{answer['record']}")[2])["definition"] == first
            listed = json.loads(get(server, "/api/definitions?player=anna")[2])
            assert [(row["name"], row["version"]) for row in listed["definitions"]] == [("wolf", 2), ("wolf", 1)], listed
            own = json.loads(get(server, "/api/account/export", headers=anna)[2])
            assert len(own["records"]) == 15 and [row["id"] for row in own["definitions"]][-1] == first, own


def so_many_records_a_day():
    record = b"position startpos moves 7g7f"
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Server(path) as server:
            arrive(server, "Bert").quit()
        bert = {**bearer(token_of(path, "Bert")), "Content-Type": "text/plain"}
        with Server(path) as server:
            assert get(server, "/api/records", "POST", bert, record)[0] == 200
        # Each is read by a process of its own: nearly all are copies of the first.
        with contextlib.closing(sqlite3.connect(path)) as rows, rows:
            columns = ", ".join(row[1] for row in rows.execute("PRAGMA table_info(record)") if row[1] != "id")
            for _ in range(98):
                rows.execute(f"INSERT INTO record({columns}) SELECT {columns} FROM record WHERE id = 1")
        with Server(path) as server:
            assert get(server, "/api/records", "POST", bert, record)[0] == 200
            status, _, answer = get(server, "/api/records", "POST", bert, record)
            assert status == 422 and "100 records" in answer, answer


def too_much_at_once():
    with Server("memory") as server:
        statuses = {get(server, "/games")[0] for _ in range(250)}
        assert statuses <= {200, 429}, statuses
        for _ in range(1000):
            if get(server, "/games?player=none")[0] == 429:
                break
        else:
            raise AssertionError("nobody is ever told that it is too much")
        assert get(server, "/healthz")[2] == "ok\n"
        patiently(lambda: get(server, "/challenges")[0], lambda status: status == 200)


def helpers_are_shared():
    """Pictures for one address fill their queue: uploads have a place of their own, and a picture for another address
    takes the place of one."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Framed(path) as server:
            played(server)
        anna = {**bearer(token_of(path, "Anna")), "Content-Type": "text/plain"}
        with Framed(path) as server:
            flood = [Web(server, "127.0.0.20") for _ in range(36)]
            for i, web in enumerate(flood):  # a large board, each time another
                web.send(f"GET /board.png?variant=taikyoku&sfen={'36/' * i}K35{'/36' * (35 - i)}%20b%20-%201 HTTP/1.1\r\nHost: localhost\r\n\r\n")

            def refused():
                ready = select.select(flood, [], [], 0)[0]
                return [web for web in ready if web.socket.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 503"]

            patiently(refused, lambda told: len(told) >= 2)
            assert get(server, "/api/definitions?name=wolf", "POST", anna, WOLF.encode())[0] == 200
            with Web(server, "127.0.0.30") as web:
                answer = web.ask("GET /board.png?variant=shosu")
                assert answer.status == 200, answer.body
            answer = refused()[0].answer()
            assert b"pictures for your network" in answer.body, answer.body
            for web in flood:
                web.socket.close()


def pages_are_shared():
    """Long pages for one network fill the queue: some of its own are refused, and a page for another network is not.  The
    server stops without making those that wait."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Framed(path) as server:
            played(server)
        anna = {**bearer(token_of(path, "Anna")), "Content-Type": "text/plain"}
        kif = "手合割：平手\n1 ７六歩(77)\n" + ("*" + "長い" * 150 + "\n") * 1500
        with Framed(path) as server:
            status, _, answer = get(server, "/api/records?format=kif", "POST", anna, kif.encode())
            assert status == 200, answer
            page = "/records/%d" % json.loads(answer)["record"]
            flood = [Web(server, f"127.0.20.{1 + i // 60}") for i in range(300)]
            server.put_to_sleep()  # so that they come at once, whatever the machine does
            for web in flood:
                web.send(f"GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n")
            with Web(server, "127.0.30.1") as web:
                web.send("GET /games/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                server.wake_up()
                assert web.answer().status == 200
            refused = [web for web in select.select(flood, [], [], 0)[0] if web.socket.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 503"]
            assert refused and b"pages for your network" in refused[0].answer().body, len(refused)
            for web in flood:
                web.socket.close()


def clients_that_go():
    """In the middle of whatever is being made for them; and the server stops while others wait."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Server(path) as server:
            played(server)
        anna = token_of(path, "Anna")
        form = {**anna, "Content-Type": "application/x-www-form-urlencoded", "Origin": "http://localhost"}
        text = {**bearer(anna), "Content-Type": "text/plain"}
        requests = [("GET", target, {}, b"") for target in (
            "/games", "/games/1", "/games/1.kif", "/players/anna", "/challenges", "/game/1.svg", "/game/1.png?ply=3",
            "/board.png?variant=chu", "/embed/1", "/api/search", "/api/studies", "/records/1.kif")]
        requests += [("POST", "/games/1/move", form, b"known=7&move=P-8d"), ("POST", "/challenges/new", form, b"variant=chu"),
                     ("POST", "/login", form, b"name=anna&password=mistaken"), ("POST", "/api/records", text, b"7g7f"),
                     ("POST", "/api/definitions?name=wolf", text, WOLF.encode())]
        with Framed(path, "--per-address", "1000") as server:
            left = []
            for round in range(6):
                for method, target, headers, body in requests:
                    s = socket.create_connection(server.http, PATIENCE_S)
                    lines = {"Host": "localhost", "Content-Length": len(body), **headers}
                    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
                    s.sendall(f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body)
                    if round == 5:
                        left.append(s)
                    elif round % 2:
                        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    if round < 5:
                        s.close()
                assert get(server, "/healthz")[2] == "ok\n"
            server.stop()
            for s in left:
                s.close()


def hostile_definitions():
    """Every request is answered soon, and the server continues: the worst inputs within its bounds."""
    squares = [(chr(97 + i % 16) + str(1 + i // 16)) for i in range(1, 121)]

    def game(moves, count, per=1, more=""):
        lines = [f"p{i}:{chr(65 + i // 26)}{chr(65 + i % 26)}:{moves}:x:" + ",".join(squares[i * per:i * per + per])
                 for i in range(count)]
        return "files=16\nranks=16\nsymmetry=rotate\n" + more + "king:K:K:k:a1\n" + "\n".join(lines)

    worst = [game(moves, count, per).encode() for moves in ("KNADGHCZcaKcabKmabKQ", "Q(paf)cQ", "mQcpQ", "KaKaKaKaK", "zBqN0",
             "".join(atom + "maK" for atom in "KNADHGCZFW")) for count, per in ((60, 2), (12, 1))]
    worst += [b"files=99999999999999999999\n", b"files=36\nranks=36\n", b"x" * 262144, b"=\n" * 131072, b"a:b:K\n" * 43690,
              b"base=chu\n" * 29000, b"<table>" * 37000, b"p:P:" + b"K" * 262000, b"p:P:" + b"a(" * 130000, b"\xff" * 99,
              "\u202e".encode() * 9999, b"king:K:K:k:a1\n" + b"alias=" + b"y" * 260000]
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Framed(path) as server:
            arrive(server, "Anna").quit()
        anna = bearer(token_of(path, "Anna"))
        with Framed(path) as server:
            for text in worst:
                status, _, answer = get(server, "/api/definitions?name=worst", "POST", {**anna, "Content-Type": "text/plain"}, text)
                assert status in (200, 422), (text[:60], status, answer)
                assert get(server, "/healthz")[2] == "ok\n"


def searches():
    """By programs, and by position: what is over is known a moment later."""
    with Framed() as server:
        played(server)

        def found(query):
            status, _, body = get(server, "/api/search?" + query)
            assert status == 200, (query, status, body)
            return json.loads(body)

        assert [row["game"]["id"] for row in found("")["found"]] == [2, 1]
        assert [row["game"]["id"] for row in found("state=finished&player=bert")["found"]] == [2]
        assert found("in=records") == {"found": [], "more": False}
        for ply in range(5):
            sfen = run_program("show", "shogi", "--style", "sfen", "--moves", " ".join(MOVES[:ply])).stdout.strip()
            query = "position=" + urllib.parse.quote(sfen)
            answer = patiently(lambda: found(query), lambda it: it["found"])
            assert [(row["game"]["id"], row["move"]) for row in answer["found"]] == [(2, ply)], (sfen, answer)
            assert f'<a href="/games/2?ply={ply}">2, move {ply}</a>' in get(server, "/games?" + query)[2]
        assert found("variant=chu&position=startpos")["found"] == []
        for query, status in (("position=xyzzy", 400), ("variant=none&position=startpos", 404), ("player=nobody", 404),
                              ("result=won", 400), ("before=-1", 400), ("in=x", 400), ("x=" + "y" * 600, 400)):
            assert get(server, "/api/search?" + query)[0] == status, query


def patiently(ask, good):
    """Repeats a request until the condition holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not good(answer := ask()):
        assert time.monotonic() < deadline, answer
        time.sleep(0.05)
    return answer


def boards_for_other_pages():
    with Framed() as server:
        played(server)
        status, headers, body = get(server, "/embed/1?ply=2")
        assert status == 200 and "frame-ancestors *" in headers["Content-Security-Policy"], headers
        page = Page(body)
        assert {"/embed/1?ply=1", "/embed/1?ply=3", "/games/1?ply=2"} <= set(page.links), page.links
        assert "frame-ancestors 'none'" in get(server, "/games/1")[1]["Content-Security-Policy"]
        assert "&lt;iframe src=&quot;http://localhost/embed/1&quot;" in get(server, "/games/1")[2]


# Text that is the same in every language: names, commands and notations.
OF_ALL = set("shoogi shogi anna bert sfen utc kif kifu bod csa usi pgn psn jkf json usen courier xboard western test".split())


@functools.cache
def not_translated(language):
    """A pattern of the texts that are shown in English for now, whatever is filled in."""
    tool = os.path.join(os.environ["SHOOGI_SOURCE_ROOT"], "tools", "languages")
    missing = json.loads(subprocess.run([sys.executable, "-B", tool, "--json", language, "missing"], capture_output=True, check=True).stdout)
    texts = [".*?".join(map(re.escape, re.split(r"\{\w+\}|%[-+0 #]*\d*[a-z]+", text.strip())))
             for text in missing if re.search("[A-Za-z]{3}", text)]
    return re.compile(r"\b(?:" + "|".join(sorted(texts, key=len, reverse=True)) + r")(?!\w)" if texts else "$^", re.S)


def english(body, language):
    """The words of English that are left in a page; of what is not ours, or in English in every language, none."""
    body = re.sub(r"<(pre|style|noscript)\b.*?</\1>|<ol class=\"moves\">.*?</ol>|<(a|pre) [^>]*\blang=.*?</(a|pre)>|<td>.*?</td>", "<", body, flags=re.S)
    shown = re.findall(r'(?:alt|aria-label|placeholder)="([^"]*)"', body) + [re.sub(r"<[^>]*>", " ", body)]
    text = html.unescape("\n".join(shown))
    if language != "en":
        text = not_translated(language).sub(" ", text)
    words = re.findall(r"[A-Za-z]{3,}", re.sub(r"\S*-\d\w*|Game Courier", " ", text))
    return [word for word in words if word.lower() not in OF_ALL]


def languages():
    """Each page in the language of its reader, to the last word.  Rows: SET.LANGUAGE"""
    with Scratch() as scratch, Framed(os.path.join(scratch, "games.db")) as server:
        anna, bert = played(server)
        bert.ask("NEW -t 15m anna P-7f")
        pages = ("/games", "/games?player=anna", "/games?position=x", "/games/1", "/games/1?ply=0", "/games/1?ply=3", "/games/2",
                 "/games/99", "/players/Anna", "/challenges", "/login", "/embed/2", "/tables", "/tables/9")
        for target in pages:
            for language in ("ja", "en"):
                status, headers, body = get(server, target, headers={"Accept-Language": language})
                assert f'lang="{language}"' in body and headers["Content-Language"] == language, (target, body[:300])
                assert headers["Vary"] == "Accept-Language, Cookie", headers
                assert (english(body, language) == []) == (language == "ja"), (target, language, english(body, language))
        body = get(server, "/games/1", headers={"Accept-Language": "ja"})[2]
        assert "手番です。" in body
        words = re.search(r"<details><summary>.*?</summary>\n<pre>(.*?)</pre>", body, re.S).group(1)
        assert "歩兵" in words and not re.search("[A-Za-z]{3,}", not_translated("ja").sub(" ", words)), words
        for target, said in (("/players/-", "その名前の人はいません。"), ("/games/1.xyz", "その形式の棋譜はありません。"),
                             ("/nothing", "ページが見つかりません。")):
            assert get(server, target, headers={"Accept-Language": "ja"})[2].strip() == said, target
        # A signed-in player gets the language of the settings, unless the address names another.
        cookie = token_of(server.database, "Anna")
        anna.sync()
        anna.ask("SET LANGUAGE DE")
        for more, target, language in (({}, "/challenges", "de"), ({"Accept-Language": "ja"}, "/challenges", "de"),
                                       ({}, "/challenges?language=ja", "ja")):
            status, headers, body = get(server, target, headers={**cookie, **more})
            assert f'<html lang="{language}">' in body, (more, target, body[:200])
            assert ("Set-Cookie" in headers) == ("?" in target), headers
        chosen = {"Cookie": cookie["Cookie"] + "; shoogi-language=ja"}
        assert '<html lang="ja">' in get(server, "/games/1", headers=chosen)[2]


run_tests([what_stands_around, near_misses_of_addresses, a_game, pictures, records, lists, forms, library, so_many_records_a_day, so_many_bytes_a_day, too_much_at_once, helpers_are_shared, pages_are_shared, clients_that_go, hostile_definitions, searches, languages, boards_for_other_pages])
