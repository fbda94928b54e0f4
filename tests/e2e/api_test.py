"""The API: what programs call and read, how they are refused, and what they are told unasked."""

import contextlib
import gzip
import http.client
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time

import schema
from api import Program, Socket, begin, register, token_of
from harness import PATIENCE_S, SOURCE_ROOT, Line, Player, Scratch, Server, run_program, run_tests, until
from pages import get
from web import Web


class House:
    """A server with two players at it, as programs, and a stranger."""

    def __init__(self, *arguments, env=None):
        self.scratch = Scratch()
        self.server = Server(os.path.join(self.scratch.path, "shoogi.db"), *arguments, env=env)

    def __enter__(self):
        self.server.__enter__()
        register(self.server, "anna", "bert", "carl")
        self.token = {name: token_of(self.server, name) for name in ("anna", "bert", "carl")}
        self.anna, self.bert = (Program(self.server, self.token[name]) for name in ("anna", "bert"))
        self.stranger = Program(self.server)
        return self

    def __exit__(self, *error):
        self.server.__exit__(*error)
        self.scratch.__exit__()


def a_game():
    """Made, answered, played, taken back and given up, by calls alone; and what can be read of it."""
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        made = anna.call("new", pattern="b*", move="P-7f", comment="Good evening")
        (challenge,) = bert.get("/challenges")["challenges"]
        assert challenge["id"] == made["challenge"] and challenge["can_answer"] and not challenge["mine"]
        assert (challenge["by"], challenge["colour"], challenge["move"]) == ("anna", "black", "7g7f")
        (same,) = stranger.get("/challenges")["challenges"]
        assert not same["can_answer"]
        assert stranger.get(f"/challenges/{made['challenge']}") == same
        game = bert.call("new", number=made["challenge"])["game"]
        assert anna.get("/challenges")["challenges"] == []

        for program, move in ((bert, "3c3d"), (anna, "B 8h-2b; +B-2b"), (bert, "同　銀"), (anna, "B*5e")):
            program.call("play", game=game, move=move)
        state = stranger.get(f"/games/{game}")
        assert [m["usi"] for m in state["moves"]] == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]
        assert [m["text"] for m in state["moves"]] == ["P-7f", "P-3d", "Bx2b+", "Sx2b", "B*5e"]
        assert [m["by"] for m in state["moves"]] == ["black", "white"] * 2 + ["black"]
        assert state["turn"] == "white" and state["result"] is None and state["events"] == 5
        # Programs read Western texts, whatever their player reads, or the notation they ask for.
        anna.call("set", setting="notation", value="kitao")
        for query, texts in (("", "P-7f P-3d Bx2b+ Sx2b B*5e"), ("?notation=western", "P-7f P-3d Bx2b+ Sx2b B*5e"),
                             ("?notation=usi", "7g7f 3c3d 8h2b+ 3a2b B*5e"), ("?notation=kitao", "歩-76 歩-34 角x22+ 銀x 角*55"),
                             ("?notation=japanese", "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５五角")):
            found = anna.get(f"/games/{game}{query}")
            assert [m["text"] for m in found["moves"]] == texts.split(" "), (query, found)
            assert [m["usi"] for m in found["moves"]] == [m["usi"] for m in state["moves"]]
        status, body = anna.request("GET", f"/games/{game}?notation=hodges")
        assert status == 400 and "usi, western, japanese or kitao" in body["error"], body
        assert state["black"]["name"] == "anna" and state["comment"] == "Good evening"
        assert state["sfen"].endswith(" w b 6"), state["sfen"]

        anna.call("undo", game=game)
        assert len(stranger.get(f"/games/{game}")["moves"]) == 4
        assert stranger.get(f"/games/{game}?after=2")["moves"][0]["number"] == 3
        log = stranger.get(f"/games/{game}/events?after=4")
        assert [e["kind"] for e in log["events"]] == ["move", "undo"] and not log["more"]
        assert [e["by"] for e in log["events"]] == ["black", "black"]
        assert log == {**log, "events": stranger.get(f"/games/{game}/events")["events"][4:]}

        assert "question" in anna.post("/resign", game=game)[1]
        anna.call("resign", game=game, answers=["yes"])
        state = stranger.get(f"/games/{game}")
        assert state["result"] == {"outcome": "white", "reason": "resignation", "text": "Black resigned: White wins."}
        assert state["turn"] is None
        assert [g["id"] for g in stranger.get("/games?state=finished")["games"]] == [game]
        assert [g["id"] for g in stranger.get("/games?state=finished&player=anna")["games"]] == [game]
        assert stranger.get("/games")["games"] == [] == stranger.get("/games?variant=chu&state=finished")["games"]
        definition = stranger.get(f"/definitions/{state['definition']}")
        assert (definition["name"], definition["title"]) == ("shogi", "Shogi") and "files=9" in definition["text"].replace(" ", "")


def what_is_done_is_no_refusal():
    """A call that changes a game is answered with ok, and with the result if it ends the game, whether its player wins or
    loses and whatever was said before.  What is refused changes nothing."""
    with House() as house:
        anna, bert = house.anna, house.bert

        def ended(answer):
            return answer["outcome"], answer["reason"]

        game = begin(anna, bert, illegal_loses=True)
        asked = anna.post("/play", game=game, move="7g7e")[1]
        assert not asked["ok"] and "question" in asked and "outcome" not in asked, asked
        assert not anna.post("/play", game=game, move="7g7e", answers=["n"])[1]["ok"]
        assert house.stranger.get(f"/games/{game}")["result"] is None
        assert ended(anna.call("play", game=game, move="7g7e", answers=["y"])) == ("white", "illegal move")
        assert house.stranger.get(f"/games/{game}")["result"]["outcome"] == "white"

        game = begin(anna, bert)
        assert "outcome" not in anna.call("play", game=game, move="7g7f")
        offered = bert.call("impasse", game=game)  # two claims fail, and it is proposed
        assert "Offered to anna" in offered["text"], offered
        assert ended(anna.call("impasse", game=game)) == ("no-contest", "impasse")

        game = begin(anna, bert)
        bert.call("draw", game=game)
        assert ended(anna.call("draw", game=game)) == ("draw", "agreement")
        assert anna.post("/draw", game=game)[1]["ok"] is False

        game = begin(anna, bert)
        assert ended(anna.call("resign", game=game, answers=["yes"])) == ("white", "resignation")

        # A player who checks for ever loses by the move that does it.
        game = begin(anna, bert)
        moves = "7i7h 4a5b 7g7f 5a4b 8h3c+ 4b4a".split() + 3 * "3c5a 4a3b 5a3c 3b4a".split()
        for number, move in enumerate(moves):
            answer = (anna, bert)[number % 2].call("play", game=game, move=move)
        assert ended(answer) == ("white", "perpetual check"), answer


def given_up_on_the_others_turn():
    """The result in record files, which must not name the wrong winner."""
    with House() as house:
        anna, bert = house.anna, house.bert
        game = begin(anna, bert)
        anna.call("play", game=game, move="7g7f")
        bert.call("play", game=game, move="3c3d")
        bert.call("resign", game=game, answers=["yes"])
        own, kif, csa = (get(house.server, f"/games/{game}.{word}")[2] for word in ("shoogi", "kifu", "csa"))
        assert "\n3 end resign black " in own, own
        assert "3 投了" in kif and "まで2手で先手の勝ち" in kif, kif
        assert "-3334FU\n" in csa and "%" not in csa, csa
        for text in (own, kif):
            status, body = anna.request("POST", "/records", text.encode(), **{"Content-Type": "text/plain"})
            assert status == 200, body
            assert anna.get(f"/records/{body['record']}")["outcome"] == "black"


def refusals():
    """Each with its status, in one sentence, and nothing done."""
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        game = begin(anna, bert)
        assert "should begin with a piece" in anna.refused(400, "play", game=game, move="xyz")
        assert "illegal" in anna.refused(422, "play", game=game, move="7g7e")
        assert "not your turn" in bert.refused(422, "play", game=game, move="3c3d")
        assert "There is no game" in anna.refused(404, "play", game=999, move="7g7f")
        assert "you have no pawn in hand" in anna.refused(422, "play", game=game, move="P*5e")
        assert '"move"' in anna.refused(400, "play", game=game)
        assert 'found "mvoe"' in anna.refused(400, "play", game=game, mvoe="7g7f")
        assert "one word" in anna.refused(400, "new", pattern="b* c*")
        assert "whole number" in anna.refused(400, "play", game="x", move="7g7f")
        assert "a text" in anna.refused(400, "play", game=game, move=["7g7f"])
        assert "true or false" in anna.refused(400, "new", rated="yes")
        # A sentence for people, and where and what was wrong for programs.
        for call, fields, error, parts in (
                ("new", {"clock": "10m,grace=5", "colour": "white"}, "Expected d, h, m or s",
                 ("clock", 12, "d, h, m or s", "")),
                ("play", {"game": game, "move": "xyz"}, '"xyz" should begin with a piece',
                 ("move", 1, "a piece (P, L, N, S, B, R, G, K)", "xyz")),
                ("new", {"variant": "shogi", "comment": "a", "colour": "green"}, '"green" should be black, white or random',
                 ("colour", 1, "black, white or random", "green"))):
            status, answer = anna.post("/" + call, **fields)
            assert status == 400 and answer["error"].startswith(error), answer
            assert tuple(answer[part] for part in ("field", "column", "expected", "found")) == parts, answer
        for answers, found in (("yes", "yes"), ([1], "1"), ({"x": "yes"}, '{"x": "yes"}')):
            said = anna.refused(400, "resign", game=game, answers=answers)
            assert said == f'expected a list of texts as "answers", found "{found}"', said
        assert 'found "foo"' in anna.refused(400, f"games/{game}/seen", foo=1)
        assert "sign in" in stranger.refused(401, "play", game=game, move="7g7f")
        assert anna.request("GET", "/play")[0] == 405 and anna.request("POST", "/variants")[0] == 405
        assert anna.request("GET", "/nothing")[0] == 404 and anna.request("GET", "/games/x")[0] == 404
        for path, wanted, error in (
            ("/games?state=lost", 400,
             'expected running or finished, or turn or mine if you are signed in as "state", found "lost"'),
            ("/games/1/events?after=-1", 400, 'expected a whole number as "after", found "-1"'),
            ("/studies?before=x", 400, 'expected a whole number as "before", found "x"'),
            ("/games?player=nobody", 404, 'expected the name of a player, found "nobody"'),
            ("/games?variant=nosuch", 404, 'expected the name of a game, or @ and the number of a definition, found "nosuch"'),
            ("/games?variant=@77", 404, "there is no definition 77"),
            ("/search?variant=nosuch", 404, 'expected the name of a game, or @ and the number of a definition, found "nosuch"'),
            ("/search?variant=@77", 404, "there is no definition 77"),
            ("/search?in=records&variant=nosuch", 404,
             'expected the name of a game, or @ and the number of a definition, found "nosuch"'),
            ("/search?since=2024-13-01", 400, 'expected a day, as in 2024-03-01 as "since", found "2024-13-01"'),
            ("/search?until=never", 400, 'expected a day, as in 2024-03-01 as "until", found "never"'),
            ("/search?result=won", 400, 'expected black, white, draw or no-contest as "result", found "won"'),
            ("/search?state=lost", 400, 'expected running or finished as "state", found "lost"'),
            ("/search?in=here", 400, 'expected games or records as "in", found "here"'),
            ("/search?before=x", 400, 'expected a whole number as "before", found "x"'),
            ("/search?player=" + "x" * 33, 400, 'expected the name of a player as "player", found "' + "x" * 33 + '"'),
            ("/search?position=xx", 400, None),
        ):
            status, body = anna.request("GET", path)
            assert (status, body["error"]) == (wanted, error or body["error"]), (path, status, body)
        for state in ("turn", "mine"):
            assert stranger.request("GET", f"/games?state={state}")[0] == 401
        status, body = anna.request("POST", "/records?format=foo", "7g7f", **{"Content-Type": "text/plain"})
        assert (status, body["error"]) == (400, 'expected the name of a format as "format", found "foo"'), body
        assert anna.request("GET", "/search?position=xx")[1]["error"].startswith("position:1:1: expected ")
        assert [g["id"] for g in anna.get("/games?variant=Shogi")["games"]] == [game]
        assert anna.get("/games?variant=shogi&after=99")["games"] == [] == anna.get("/games?variant=nosuch&after=99")["games"]
        assert anna.request("GET", "/players/nobody")[0] == 404
        for body, status in (("{", 400), ("[]", 400), ("{} {}", 400), ("[" * 5000, 400), ('{"move":"\\ud800"}', 400)):
            assert anna.request("POST", "/play", body, **{"Content-Type": "application/json"})[0] == status, body
        assert anna.request("POST", "/play", "{}", **{"Content-Type": "text/plain"})[0] == 415
        assert anna.request("POST", "/play", "x" * 9000, **{"Content-Type": "application/json"})[0] == 413
        anna = Program(house.server, house.token["anna"])
        line = anna.refused(400, "tell", name="bert", text="one\nDRAW")
        assert "control" in line or "character" in line, line
        assert Program(house.server, "shoogi_" + "A" * 43).request("GET", "/account")[0] == 401
        assert Program(house.server, "nonsense").request("GET", "/account")[0] == 401
        assert bert.get(f"/games/{game}")["events"] == 0
        statuses = set()
        while 429 not in statuses:
            answered = anna.in_one_go("/variants/x", 400)
            assert len(answered) == 400, len(answered)
            statuses.update(answered)
        assert statuses == {404, 429}, statuses
        assert bert.get(f"/games/{game}")["events"] == 0


def what_is_named():
    """A move and a comment are what a program calls so, whatever they look like; what is missing is named."""
    with House() as house:
        anna = house.anna
        for fields, move, comment in (({"colour": "black", "move": "７六歩"}, "7g7f", ""),
                                      ({"move": "７六歩", "comment": "2g2f"}, "7g7f", "2g2f"),
                                      ({"move": "W7g7f", "comment": "hm"}, "7g7f", "hm"),
                                      ({"colour": "black", "comment": "7g7f is mine"}, None, "7g7f is mine"),
                                      ({"colour": "white", "comment": " W7g7f"}, None, "W7g7f"),
                                      ({"colour": "random", "pattern": "b*", "comment": "7g7f"}, None, "7g7f")):
            number = anna.call("new", **fields)["challenge"]
            (made,) = (c for c in anna.get("/challenges")["challenges"] if c["id"] == number)
            assert (made["move"], made["comment"]) == (move, comment), (fields, made)
            anna.call("remove", number=number)
        missing = 'expected something as "colour" or "move", found nothing'
        for fields, error in (({"colour": "black", "move": "zz"}, '"zz" should begin with a piece'),
                              ({"move": "zz"}, '"zz" should begin with a piece'),
                              ({"colour": "white", "move": "zz"}, '"zz" should be W and a move'),
                              ({"colour": "random", "move": "zz"}, '"zz" should be a comment'),
                              ({"variant": "shogi"}, missing), ({"clock": "10m+5s"}, missing), ({"pattern": "bert"}, missing),
                              ({"pattern": "bert", "comment": "7g7f"}, missing)):
            said = anna.refused(400, "new", **fields)
            assert said.startswith(error), (fields, said)
        assert anna.get("/challenges")["challenges"] == []
        # A program finds the field beside the sentence, whatever is wrong with it.
        game = begin(anna, house.bert)
        for command, fields, field, expected, found in (
                ("play", {"game": game, "move": "zz"}, "move", "a piece (P, L, N, S, B, R, G, K)", "zz"),
                ("play", {"game": game}, "move", "something", ""), ("play", {"game": "x", "move": "7g7f"}, "game", "a whole number", "x"),
                ("play", {"game": game, "move": "7g7f", "mvoe": 1}, "mvoe", "a field of this call", "mvoe"),
                ("new", {"variant": "shogi"}, "colour", "something", ""), ("new", {"colour": "red"}, "colour", "black, white or random", "red")):
            status, answer = anna.post("/" + command, **fields)
            assert status == 400, (fields, answer)
            assert [answer.get(name) for name in ("field", "column", "expected", "found")] == [field, 1, expected, found], (fields, answer)


def packed():
    """The list of games, for those who can unpack it: the same, by another program's reader of gzip."""
    with House() as house:
        connection = http.client.HTTPConnection(*house.server.http, timeout=PATIENCE_S)
        texts = []
        for headers in ({}, {"Accept-Encoding": "br;q=1, gzip"}):
            connection.request("GET", "/api/variants", headers=headers)
            answer = connection.getresponse()
            texts.append(answer.read())
            assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == (
                ("gzip", "Accept-Encoding") if headers else (None, None)), answer.headers
        assert gzip.decompress(texts[1]) == texts[0] and 3 * len(texts[1]) < len(texts[0])


def once():
    """A request with an idempotency key is carried out once; an event that the client did not know of prevents it."""
    with House() as house:
        anna, bert = house.anna, house.bert
        first = anna.call("new", pattern="*", move="W", request="c1")
        again = anna.call("new", pattern="*", move="W", request="c1")
        assert again["repeated"] and "challenge" not in again
        assert len(anna.get("/challenges")["challenges"]) == 1
        game = bert.call("new", number=first["challenge"], request="c1")["game"]
        bert.call("play", game=game, move="7g7f", known=0, request="m1")
        assert bert.call("play", game=game, move="7g7f", known=0, request="m1")["repeated"]
        anna.call("play", game=game, move="3c3d", known=1, request="m1")
        assert "up to move 1 of 2" in anna.refused(422, "draw", game=game, known=1)
        house.server.restart()
        bert = Program(house.server, house.token["bert"])
        assert bert.call("play", game=game, move="2g2f", known=0, request="m1")["repeated"]
        assert bert.get(f"/games/{game}")["events"] == 2


def resources():
    with House() as house:
        anna, stranger = house.anna, house.stranger
        account = anna.get("/account")
        assert account["name"] == "anna" and account["settings"]["BSTYLE"] == "0" and not account["guest"]
        assert stranger.request("GET", "/account")[0] == 401
        assert stranger.get("/session") == {"name": None} and anna.get("/session") == account
        # A command of a resource's name, and one that ends the session, which is that call.
        assert anna.call("games")["text"].startswith("There are no running games.") and stranger.post("/games")[0] == 401
        assert anna.call("quit")["text"] == "Goodbye, anna." and anna.get("/account")["name"] == "anna"
        # The columns of a list stand below each other.
        lines = anna.call("sessions")["text"].splitlines()
        assert re.match(r" {5}\d  program", lines[0]), lines
        names = {v["name"]: v for v in stranger.get("/variants")["variants"]}
        assert names["chu"]["files"] == 12 and "minishogi" in names["mini"]["aliases"]
        assert stranger.get("/variants/chu")["definition"].strip()
        assert stranger.get("/variants/MiniShogi") == stranger.get("/variants/mini")
        assert stranger.request("GET", "/variants/..%2Fshogi")[0] == 404
        assert stranger.get("/players/ANNA")["name"] == "anna"
        assert "ignored" not in stranger.get("/players/anna") and not house.bert.get("/players/anna")["ignored"]
        for ignores in (True, False):
            house.bert.call("ignore", name="anna")
            assert house.bert.get("/players/anna")["ignored"] is ignores
        assert stranger.get("/players") == {"players": [], "online": 0}
        until(lambda: stranger.get("/lobby") == {"online": 0, "running": 0})
        # A guest has a page, too, from the first moment.
        with Line(house.server.telnet) as line:
            guest = Player(line, "guest")
            guest.login()
            (here,) = stranger.get("/players")["players"]
            found = stranger.get(f"/players/{here['name']}")
            assert found["guest"] and found["created_ms"] == here["since_ms"] and found["ratings"] == [], found
        until(lambda: stranger.get("/players")["online"] == 0)
        assert "not online" in house.bert.post("/tell", name="anna", text="are you there?")[1]["text"]
        house.bert.call("tell", name="anna", text="then I leave a note", answers=["yes"])
        events = anna.follow("/events")
        left = next(events)
        assert left["event"] == "notice" and "bert: then I leave a note" in left["text"], left
        assert anna.get("/players")["online"] == 1
        house.bert.call("tell", name="anna", text="there you are")
        assert next(events)["text"] == "there you are"
        # A notice says what it is about, and neither it nor an answer names a command of telnet.
        made = house.bert.call("new", pattern="anna", colour="black")
        asked = next(events)
        assert asked["event"] == "notice" and asked["text"] == "bert challenges you to a game of Shogi.\n", asked
        assert (asked["kind"], asked["challenge"], asked["by"]) == ("challenge", made["challenge"], "bert"), asked
        assert made["text"] == f"Your challenge is number {made['challenge']}.", made
        assert anna.refused(404, "draw", game=99) == "There is no game 99.", anna.refused(404, "draw", game=99)
        house.bert.call("remove", number=made["challenge"])
        secret = house.bert.call("new", pattern="anna", colour="black", link=True)
        asked = next(events)
        assert (asked["challenge"], asked["key"]) == (secret["challenge"], secret["key"]), asked
        house.bert.call("remove", number=secret["challenge"])


def what_is_read():
    """Something of every object of the description; get, follow and ask find out whether it is as described."""
    with House("--engines", "1") as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        schema.met.clear()
        events = anna.follow("/events?lobby=true")
        watching = Socket(house.server, house.token["anna"])
        watching.call("lobby", on=True)
        game = begin(anna, bert, rated=True, clock="10m", comment="Good evening")
        assert stranger.get("/games")["games"][0]["id"] == game
        for number, move in enumerate(("7g7f // the usual", "3c3d", "2g2f", "8c8d")):
            (anna, bert)[number % 2].call("play", game=game, move=move)
        anna.call("resign", game=game, answers=["yes"])
        for player in (anna, bert):
            player.call(f"games/{game}/seen")
        while not stranger.get(f"/games/{game}")["settled"]:
            time.sleep(0.05)
        anna.call("say", game=game, text="Thank you")
        anna.call("new", colour="black", pattern="b*")
        log = stranger.follow(f"/games/{game}/stream")
        assert next(log)["number"] == 1
        assert stranger.get("/players/anna")["ratings"][0]["games"] == 1

        record = b"1. P-7f {[%eval 0.30,10] [%pv 3c3d]} P-3d\n"
        assert anna.request("POST", "/records?variant=shogi", record, **{"Content-Type": "text/plain"})[0] == 200
        (found,) = stranger.get("/search?in=records")["found"]
        assert stranger.get("/search?player=anna")["found"][0]["game"]["id"] == game

        study = anna.call("studies", name="Openings", variant="shogi")["study"]
        watching.ask("POST", f"/studies/{study}/watch", {"on": True})
        anna.call(f"studies/{study}", do="move", node=0, text="7g7f")
        assert watching.next_event("study")["number"] == 1
        table = anna.call("tables", setup="coordinates=chess\nstart=-k-/3/-K- b -\n", opponent="bert")["table"]
        anna.call("table", table=str(table), line="K b1-b2")
        for path in (f"games/{game}", f"games/{game}/legal", f"games/{game}/events", f"records/{found['record']['id']}",
                     "players", "players/bert", "players/bert/activity", "lobby", "session", "engines", "challenges", "account", "variants", "variants/shogi", "definitions/1",
                     "studies", f"studies/{study}", f"studies/{study}/events", "tables", f"tables/{table}"):
            anna.get("/" + path)
        (rated,) = stranger.get("/players/anna")["ratings"]
        (point,) = stranger.get(f"/players/anna/ratings?variant={rated['variant']}&speed={rated['speed']}")["ratings"]
        assert point["rating"] == int(rated["rating"].rstrip("?")), (point, rated)
        weeks = stranger.get("/players/anna/activity")["weeks"]
        assert len(weeks) == 52 and weeks[51] >= 1 and not any(weeks[:51]) and stranger.request("GET", "/players/nobody/activity")[0] == 404
        # The game itself says what it has changed.
        black = stranger.get(f"/games/{game}")["black"]
        assert (black["rating_before"], black["rating_after"]) == ("1500?", rated["rating"]), black
        anna.post(f"/games/{game}/analysis")
        while not anna.get(f"/games/{game}/analysis")["positions"]:
            time.sleep(0.05)
        bert.call("tell", name="anna", text="that is all")
        while next(events).get("text") != "that is all":
            pass
        while "LobbyEvent" not in schema.met:  # it comes with the next beat of the server
            watching.next_event("lobby")
        assert set(schema.schemas) == schema.met, set(schema.schemas) - schema.met

        state = anna.get(f"/games/{game}")
        for name in state:
            of = {"$ref": "#/Game"}
            assert "found 0.5" in schema.fault({**state, name: 0.5}, of, "")
            left = schema.fault({other: state[other] for other in state if other != name}, of, "")
            assert (left is not None) == (name in schema.schemas["Game"]["required"]), (name, left)
            assert "is not described" in schema.fault({**state, name + "x": 0}, of, "")


def ratings_of_a_player():
    """All ratings, for any number of rated games."""
    with House() as house:
        with contextlib.closing(sqlite3.connect(house.server.database, timeout=30)) as rows, rows:
            number = rows.execute("SELECT id FROM player WHERE name = 'anna'").fetchone()[0]
            for game in range(1, 101):
                rows.execute("INSERT INTO rating(game, player, variant, speed, was_rating_e3, was_deviation_e3, rating_e3, "
                             "deviation_e3, volatility_e9, at_ms, games) VALUES(?, ?, ?, 'blitz', 1500000, 350000, 1500000, "
                             "350000, 60000000, ?, 1)", (game, number, f"game{game % 80}", game))
        ratings = house.stranger.get("/players/anna")["ratings"]
        assert [rating["variant"] for rating in ratings] == [f"game{game % 80}" for game in range(1, 81)], ratings
        # Those of a variant and speed in their order, and of many the latest.
        points = house.stranger.get("/players/anna/ratings?variant=game7&speed=blitz")["ratings"]
        assert [point["game"] for point in points] == [7, 87] and house.stranger.request("GET", "/players/nobody/ratings")[0] == 404
        with contextlib.closing(sqlite3.connect(house.server.database, timeout=30)) as rows, rows:
            for game in range(101, 411):
                rows.execute("INSERT INTO rating(game, player, variant, speed, was_rating_e3, was_deviation_e3, rating_e3, "
                             "deviation_e3, volatility_e9, at_ms, games) VALUES(?, ?, 'many', 'blitz', 1500000, 350000, 1500000, "
                             "350000, 60000000, ?, 1)", (game, number, game))
        points = house.stranger.get("/players/anna/ratings?variant=many&speed=blitz")["ratings"]
        assert [point["game"] for point in points] == list(range(111, 411)), points


def streams():
    """A player's events, and those of a game with what was before."""
    with House() as house:
        anna, bert = house.anna, house.bert
        mine = anna.follow("/events")
        kanji = bert.follow("/events?notation=japanese")
        socket = Socket(house.server, house.token["bert"], query="?notation=kitao")
        assert anna.request("GET", "/events?notation=hodges")[0] == 400
        game = begin(anna, bert, clock="10m")
        assert next(mine)["kind"] == next(kanji)["kind"] == "begun"
        legal = anna.get(f"/games/{game}/legal?notation=japanese")
        assert legal["texts"][legal["moves"].index("7g7f")] == "▲７六歩" and len(legal["texts"]) == 30, legal
        assert "texts" not in anna.get(f"/games/{game}/legal")
        anna.call("play", game=game, move="7g7f")
        # Each in the notation that was asked for.
        texts = [event["text"] for event in (next(mine), next(kanji), socket.next_event("game"), socket.next_event("game")) if "text" in event]
        assert texts == ["P-7f", "▲７六歩", "歩-76"], texts
        watching = house.stranger.follow(f"/games/{game}/stream")
        one = next(watching)
        assert (one["kind"], one["number"], one["by"], one["usi"]) == ("move", 1, "black", "7g7f")
        bert.call("play", game=game, move="3c3d")
        two = next(watching)
        assert (two["number"], two["by"], two["text"], two["turn"]) == (2, "white", "P-3d", "black")
        assert two["clock"]["running"] == "black" and two["clock"]["white"]["bank_ms"] <= 600000
        later = house.stranger.follow(f"/games/{game}/stream?after=1")
        row = next(later)
        assert row == {name: two[name] for name in ("event", "game", "number", "kind", "by", "usi", "think_ms", "at_ms")}, (row, two)
        for _ in range(20):  # strangers come and go, and nothing is sent to where they were
            gone = Web(house.server)
            gone.send(f"GET /api/games/{game}/stream?after=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert gone.head()[0] == 200 and b'"number":2' in gone.chunk()
            gone.socket.close()
        anna.call("play", game=game, move="2g2f")
        assert next(later)["number"] == next(watching)["number"] == 3
        bert.call("resign", game=game, answers=["yes"])
        kinds = [next(watching)["kind"] for _ in range(2)]
        assert kinds == ["resign", "result"], kinds
        assert [next(mine)["number"] for _ in range(4)] == [2, 3, 4, 5]


def ends(events):
    """Expects the end of a stream, after messages in flight."""
    for _ in events:
        pass


def streams_end_with_what_let_them_in():
    """A stream is seen by nobody, and yet ends with its token, session, password or player."""
    with House() as house:
        anna, bert = house.anna, house.bert
        game = begin(anna, bert, privacy="protected")
        path = f"/games/{game}/stream"
        anna.call("play", game=game, move="7g7f")

        def follow(name):
            program = Program(house.server, token_of(house.server, name))
            events = program.follow(path)
            assert next(events)["number"] == 1
            return program, events

        one, first = follow("bert")
        _, second = follow("bert")
        own, third = follow("anna")
        number = next(row["number"] for row in one.get("/account/sessions")["sessions"] if row["own"])
        one.call("sessions", end=number)
        ends(first)
        bert.call("play", game=game, move="3c3d")
        assert next(second)["number"] == next(third)["number"] == 2
        bert.refused(403, "sessions", others=True)  # a person may
        person = Line(house.server.telnet)
        for prompt, answer in (("login: ", "bert"), ("password: ", "correct horse"), ("> ", "SESSIONS -o")):
            person.expect(prompt)
            person.line(answer)
        ends(second)
        run_program("admin", "--db", house.server.database, "ban", "anna", "1d")
        ends(third)
        assert own.request("GET", f"/games/{game}")[0] != 200


def each_event_once():
    """An event during a stream's catch-up is sent from the log or live, but not twice."""
    with House() as house:
        players = [Socket(house.server, house.token[name]) for name in ("anna", "bert")]
        game = begin(house.anna, house.bert, variant="shogi")
        over = threading.Event()

        def play():
            moves = ("5i5h", "5a5b", "5h5i", "5b5a")
            for ply in range(10):
                players[ply % 2].call("play", game=game, move=moves[ply % 4])
                time.sleep(0.01)
            players[0].call("resign", game=game, answers=["yes"])
            over.set()

        playing = threading.Thread(target=play)
        playing.start()
        streams = []
        while not over.is_set() and len(streams) < 40:
            streams.append(house.stranger.follow(f"/games/{game}/stream"))
        playing.join()
        for stream in streams:
            numbers = [next(stream)["number"] for _ in range(12)]
            assert numbers == list(range(1, 13)), numbers


def sockets():
    """Requests in turn, events between them, for players and for who only looks."""
    with House() as house:
        anna, bert = (Socket(house.server, house.token[name]) for name in ("anna", "bert"))
        assert anna.ask("GET", "/account")[1]["name"] == "anna"
        bert.call("lobby", on=True)
        nobody = Socket(house.server, None, "Accept: */*")  # a program, which says nothing of an Origin
        nobody.call("lobby", on=True)
        number = anna.call("new", colour="black")["challenge"]
        made = bert.next_event()
        assert made["event"] == "challenge" and made["challenge"]["id"] == number, made
        assert nobody.next_event() == made
        game = bert.call("new", number=number)["game"]
        begun = anna.next_event()
        assert {name: begun[name] for name in ("event", "game", "kind", "colour", "variant", "turn", "clock")} == {
            "event": "game", "game": game, "kind": "begun", "colour": "black", "variant": "shogi", "turn": "black",
            "clock": None,
        } and (begun["black"]["name"], begun["white"]["name"]) == ("anna", "bert"), begun
        seen = [bert.next_event() for _ in range(2)]
        assert {"event": "challenge_gone", "id": number} in seen, seen
        assert nobody.next_event() == {"event": "challenge_gone", "id": number}
        # Of games only that they have changed; both players are counted, once, and known to who looks later.  One event may say both.
        changed = False
        while not changed or counted["running"] != 1:
            counted = nobody.next_event("lobby")
            changed = changed or counted["games"]
        assert counted["online"] == 2, counted
        assert nobody.ask("GET", "/lobby")[1] == {"online": 2, "running": 1}
        # How it ended is said to all, and its game to its players.
        for one, its in ((anna, game), (bert, game), (nobody, None)):
            status, refusal = one.ask("GET", f"/challenges/{number}")
            assert (status, refusal["ended"], refusal.get("game")) == (404, "accepted", its), refusal

        carl = Socket(house.server, house.token["carl"])
        carl.call("observe", game=game)
        anna.call("play", game=game, move="7g7f")
        for player in (anna, bert, carl):
            event = player.next_event("game")
            assert (event["number"], event["usi"], event["by"]) == (1, "7g7f", "black"), event
        anna.call("say", game=game, text="Good evening!")
        talk = bert.next_event("talk")
        assert (talk["kind"], talk["from"], talk["text"], talk["game"]) == ("say", "anna", "Good evening!", game)
        carl.call("kibitz", game=game, text="a fine move")
        assert anna.next_event("talk")["kind"] == "kibitz"

        person = Line(house.server.telnet, "telnet")
        for prompt, answer in (("login: ", "bert"), ("password: ", "correct horse"), ("> ", f"b {game}")):
            person.expect(prompt)
            person.line(answer)
        person.expect("White to move")
        person.line("play p-3d")
        person.expect("<p,o,n,y> ")
        person.line("y")
        assert anna.next_event("game")["text"] == "P-3d" and bert.next_event("game")["number"] == 2
        anna.call("play", game=game, move="2g2f")
        person.expect("anna has moved")

        stranger = Socket(house.server, None, "Origin: http://127.0.0.1")
        assert stranger.ask("GET", f"/games/{game}")[1]["events"] == 3
        assert stranger.ask("POST", "/play", {"game": game, "move": "3a4b"})[0] == 401
        for text in ("", "x", "[]", "{}", '{"id":1}', '{"id":1,"method":"GET","path":"/%zz"}', '{"id":"1"}'):
            stranger.web.say(text)
            message = json.loads(stranger.web.hear())
            assert message["status"] == 400, (text, message)
        stranger.web.say("{")
        fault = json.loads(stranger.web.hear())["body"]["error"]
        assert fault.startswith("message:1:2: expected ") and fault.endswith(", found end of text"), fault
        assert stranger.ask("GET", "/account")[0] == 401
        # A client without a token may watch public games, up to a limit, and does not count as a player.
        assert stranger.ask("POST", f"/games/{game}/watch", {"on": True})[0] == 200
        assert stranger.ask("POST", "/kibitz", {"game": game, "text": "well"})[0] == 401
        bert.call("play", game=game, move="4c4d")
        assert stranger.next_event("game")["usi"] == "4c4d"
        assert stranger.ask("POST", f"/games/{game}/watch", {"on": False})[0] == 200
        anna.call("play", game=game, move="2f2e")
        assert stranger.ask("GET", f"/games/{game}")[1]["events"] == 5 and stranger.events == []
        closed = begin(house.anna, house.bert, privacy="protected")
        assert stranger.ask("POST", f"/games/{closed}/watch", {"on": True})[0] == 404
        key = house.anna.get(f"/games/{closed}")["key"]
        assert stranger.ask("POST", f"/games/{closed}/watch?key={key}", {"on": True})[0] == 200
        assert house.stranger.post(f"/games/{game}/watch", on=True)[0] == 422

        status, answer = carl.ask("POST", "/logout", {})
        assert status == 422 and "Use HTTP" in answer["error"], answer
        for ahead in range(50):
            carl.web.say(json.dumps({"id": ahead, "method": "GET", "path": "/variants"}))
        for ahead in range(50):
            assert carl.answer(ahead)[0] == 200
        unknown = Web(house.server).upgrade("/api/socket", "Authorization: Bearer shoogi_" + "A" * 43)
        assert unknown.closed()[0] == 1008
        foreign = Web(house.server).ask(
            "GET /api/socket", *Web.UPGRADE, "Origin: http://elsewhere.example", "Cookie: __Host-shoogi=x"
        )
        assert foreign.status == 403


def cookies_need_our_own_page():
    with House() as house:
        browser = Program(house.server)
        browser.headers = {"Cookie": f"a=b; __Host-shoogi={house.token['anna']}"}
        assert browser.get("/account")["name"] == "anna"
        assert browser.post("/new")[0] == 403
        browser.headers["Origin"] = "http://elsewhere.example"
        assert browser.post("/new")[0] == 403
        host, port = house.server.http
        browser.headers["Origin"] = f"http://{host}:{port}"
        assert browser.post("/new")[0] == 200


NOBODY = {"en": "Please sign in first.", "de": "Das ist nur für Angemeldete.", "ja": "ログインが必要です。"}
MANY_WORDS = {"en": "expected a shorter \"player\"", "de": "„player“ ist zu lang", "ja": "「player」が長すぎます"}


def languages():
    """Texts are in the requested language, else that of the account, else that of the client.  Rows: SET.LANGUAGE"""
    with House() as house:
        anna = house.anna
        for headers, query, language, of_anna in (
                ({}, "", "en", "en"), ({"Accept-Language": "*"}, "", "en", "en"),
                ({"Accept-Language": "ja, en;q=0.5"}, "", "ja", "en"),  # she has set nothing, which is English
                ({"Accept-Language": "ja"}, "?language=xx", "ja", "en"),
                ({"Accept-Language": "ja"}, "?language=de", "de", "de"),
                ({"Accept-Language": "ja", "Cookie": "shoogi-language=de"}, "", "de", "de"),
                ({"Cookie": "shoogi-language=de"}, "?language=ja", "ja", "ja")):
            status, body = house.stranger.request("GET", "/account" + query, **headers)
            assert (status, body["error"]) == (401, NOBODY[language]), (headers, query, body)
            status, body = anna.request("GET", f"/games{query or '?'}&player={'x' * 100}", **headers)
            assert (status, body["error"]) == (400, MANY_WORDS[of_anna]), (headers, query, body)
        anna.call("set", setting="language", value="de")
        for headers, query, language in (({}, "", "de"), ({"Accept-Language": "ja"}, "", "de"), ({}, "?language=en", "en")):
            status, body = anna.request("GET", f"/games{query or '?'}&player={'x' * 100}", **headers)
            assert body["error"] == MANY_WORDS[language], (headers, query, body)
        # A socket keeps what its handshake asked for, until its player sets another.
        ask = lambda socket: socket.ask("GET", "/games?player=" + "x" * 100)[1]["error"]
        stranger = Socket(house.server, None, "Origin: http://127.0.0.1", "Accept-Language: ja")
        assert stranger.ask("GET", "/account")[1]["error"] == NOBODY["ja"]
        plain, japanese = (Socket(house.server, house.token["anna"], query=query) for query in ("", "?language=ja"))
        assert (ask(plain), ask(japanese)) == (MANY_WORDS["de"], MANY_WORDS["ja"])
        plain.call("set", setting="language", value="en")
        assert (ask(plain), ask(japanese)) == (MANY_WORDS["en"], MANY_WORDS["ja"])
        japanese.call("set", setting="language", value="de")
        assert (ask(plain), ask(japanese)) == (MANY_WORDS["de"], MANY_WORDS["de"])
        assert anna.get("/account")["settings"]["LANGUAGE"] == "DE"
        # A new account or guest has the language of the request.
        for path, fields in (("/signup", {"name": "dora", "password": "correct horse"}), ("/login", {"guest": True})):
            for headers, language in (({"Accept-Language": "ja"}, "JA"), ({}, "EN"), ({"Cookie": "shoogi-language=de"}, "DE")):
                browser = Web(house.server)
                if "name" in fields:
                    fields["name"] += "x"
                answer = browser.ask(f"POST /api{path}", *(f"{name}: {value}" for name, value in headers.items()),
                                     "Content-Type: application/json", body=json.dumps(fields).encode())
                assert answer.status == 200, answer.body
                cookie = answer.headers["set-cookie"].partition(";")[0]
                status, body = house.stranger.request("GET", "/account", Cookie=cookie)
                assert body["settings"]["LANGUAGE"] == language, (path, headers, body)


def games_that_are_not_for_all():
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        carl = Program(house.server, house.token["carl"])
        hidden, closed = (begin(anna, bert, privacy=word) for word in ("hidden", "protected"))
        for other in (stranger, carl):
            assert other.get("/games")["games"] == []
            assert other.get(f"/games/{hidden}")["id"] == hidden
            for path in (f"/games/{closed}", f"/games/{closed}/events", f"/games/{closed}/stream"):
                status, body = other.request("GET", path)
                assert status == 404 and body == {
                    "ok": False,
                    "error": f"There is no game {closed}.",
                }, body
        assert {g["id"] for g in anna.get("/games?state=mine")["games"]} == {hidden, closed}
        assert anna.get(f"/games/{closed}")["id"] == closed


def the_example_plays():
    """examples/random_bot.py, against one that makes legal moves by lot as well: to the end, or for a while."""
    with House() as house:
        address = "http://{}:{}".format(*house.server.http)
        bot = subprocess.Popen(
            [sys.executable, "-B", os.path.join(SOURCE_ROOT, "examples", "random_bot.py"), address, house.token["bert"]],
            stderr=subprocess.PIPE,
        )
        try:
            events = house.anna.follow("/events")
            house.anna.call("new", variant="dobutsu", colour="black", clock="5m")
            house.anna.call("new", variant="mini", colour="white")
            chance = random.Random(1)
            moves = 0
            ended = False
            for event in events:
                legal = house.anna.get(f"/games/{event['game']}/legal")
                if legal["yours"]:
                    house.anna.call("play", game=event["game"], move=chance.choice(legal["moves"]))
                    moves += 1
                ended = event.get("result") or moves >= 100
                if ended:
                    break
            assert ended and moves >= 1, moves  # by lot a lion of dobutsu may fall at once
        finally:
            bot.terminate()
            said = bot.communicate()[1].decode()
        assert said == "", said


def presets():
    """Presets are returned unchanged, and only to their player."""
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        night = {"set": "letters", "theme": "walnut", "more": [1, {"x": None}], "said": 'a "b" \\ 将'}
        anna.call("presets", name="at night", value=night)
        anna.call("presets", name="by day", value={})
        assert anna.get("/presets") == {"presets": {"at night": night, "by day": {}}}
        assert bert.get("/presets") == {"presets": {}}
        anna.call("presets", name="by day", value={"theme": "paper"})
        anna.call("presets", name="at night", value=None)
        anna.call("presets", name="never", value=None)
        assert anna.get("/presets") == {"presets": {"by day": {"theme": "paper"}}}
        house.server.restart()
        anna = Program(house.server, house.token["anna"])
        assert anna.get("/presets") == {"presets": {"by day": {"theme": "paper"}}}
        for value in ([], "x", 7, True, {"x": "y" * 2048}):
            assert "an object of at most" in anna.refused(400, "presets", name="x", value=value)
        assert "name" in anna.refused(400, "presets", value={}) and "name" in anna.refused(400, "presets", name="a\nb", value={})
        assert "at most 64 bytes" in anna.refused(400, "presets", name="n" * 65, value={})
        for i in range(49):
            anna.call("presets", name=f"n{i}", value={})
        assert "You have 50 presets" in anna.refused(422, "presets", name="one more", value={})
        assert len(anna.get("/presets")["presets"]) == 50
        stranger = Program(house.server)
        assert stranger.request("GET", "/presets")[0] == 401
        assert "sign in" in stranger.refused(401, "presets", name="x", value={})


def what_stays_with_a_game():
    """Conditional moves, words, notes, a wish; going back by consent; the key of a game, shown with each request."""
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        carl = Program(house.server, house.token["carl"])
        game = begin(anna, bert, privacy="protected")
        path = f"/games/{game}"
        key = anna.get(path)["key"]
        assert anna.get(path)["privacy"] == "protected"
        assert stranger.request("GET", path)[0] == carl.request("GET", path + "/events")[0] == 404
        assert stranger.get(f"{path}?key={key}")["id"] == game
        assert stranger.request("GET", f"{path}?key={key[:-1]}")[0] == 404
        assert carl.get(f"{path}/events?key={key}")["events"] == []
        assert carl.get("/games?player=anna")["games"] == []

        anna.call("play", game=game, move="7g7f // the usual")
        anna.call("cond", game=game, moves="3c3d 2g2f 8c8d 2f2e")
        assert anna.get(path)["plan"] == ["3c3d 2g2f 8c8d 2f2e"] and bert.get(path)["plan"] == []
        assert "It is your turn" in bert.refused(422, "cond", game=game, moves="3c3d 2g2f")
        bert.call("play", game=game, move="3c3d")
        moves = bert.get(path)["moves"]
        assert [m["usi"] for m in moves] == ["7g7f", "3c3d", "2g2f"]
        assert moves[0]["comments"] == [{"by": "black", "text": "the usual"}]
        assert anna.get(path)["plan"] == ["8c8d 2f2e"]

        bert.call("undo", game=game, to="2")
        assert anna.get(path)["takeback"] == {"black": None, "white": 2}
        anna.call("undo", game=game, to="2")
        assert [m["usi"] for m in anna.get(path)["moves"]] == ["7g7f"] and anna.get(path)["plan"] == []

        assert anna.call("note", game=game, text="hurry")["note"] == "hurry\n"
        assert anna.call("note", game=game)["note"] == "hurry\n" and bert.call("note", game=game)["note"] == ""
        anna.call("say", game=game, text="hello")
        assert [(r["kind"], r["from"], r["text"]) for r in bert.call("talk", game=game)["talk"]] == [
            ("say", "anna", "hello")
        ]
        bert.call("analysis", game=game, wish="off")
        assert anna.get(path)["analysis"] is False

        bert.call("resign", game=game, answers=["yes"])
        anna.call("rematch", game=game)
        (again,) = bert.get("/challenges")["challenges"]
        assert again["rematch_of"] == game and again["colour"] == "white"
        second = bert.call("rematch", game=game)["game"]
        assert bert.get(f"/games/{second}")["black"]["name"] == "bert"
        assert bert.get(f"/games/{second}")["key"] != key
        assert bert.call("next")["game"] == second

        anna.call("delete", game=game)
        bert.call("delete", game=game)
        assert anna.request("GET", path)[0] == stranger.request("GET", f"{path}?key={key}")[0] == 404

        made = anna.call("new", colour="black", link=True, expires="3")
        assert bert.get("/challenges")["challenges"] == []
        (own,) = anna.get("/challenges")["challenges"]
        assert own["key"] == made["key"]
        bert.refused(404, "accept", number=made["challenge"])
        assert bert.call("accept", number=made["key"])["game"] > second
        made = anna.call("new", colour="black", pattern="bert")
        carl.refused(422, "decline", number=made["challenge"])
        bert.call("decline", number=made["challenge"], word="next week")
        assert anna.get("/challenges")["challenges"] == []


if __name__ == "__main__":
    run_tests(
        [
            a_game,
            what_is_done_is_no_refusal, given_up_on_the_others_turn,
            refusals,
            what_is_named,
            once, packed,
            resources,
            what_is_read,
            ratings_of_a_player,
            streams,
            streams_end_with_what_let_them_in,
            each_event_once,
            sockets,
            cookies_need_our_own_page,
            languages,
            games_that_are_not_for_all,
            what_stays_with_a_game,
            the_example_plays,
            presets,
        ]
    )
