"""Tables without rules: two play any game by hand, at the API, at a telnet, and later.  Prints TAP."""

import contextlib
import sqlite3

from api import Program, Socket
from api_test import House
from harness import Line, Player, run_tests
from pages import get

SETUP = "title=Holes\ncoordinates=chess\ncaptures=hand\nstart=-k-/3/-K- b -\n"


def numbers(table):
    return [(line["number"], line["kind"], line["text"], line["by"]) for line in table["lines"]]


def two_play_by_hand():
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        made = anna.call("tables", setup=SETUP, opponent="bert", request="once")
        number = made["table"]
        assert made["key"].startswith(f"{number}-")
        assert anna.call("tables", setup=SETUP, request="once") == {"ok": True, "repeated": True}
        here = f"/tables/{number}"
        assert [t["id"] for t in anna.get("/tables")["tables"]] == [number]
        table = stranger.get(here)
        assert (table["title"], table["first"], table["second"]) == ("Holes", "anna", "bert"), table
        assert (table["seat"], table["turn"], table["lines"], table["setup"]) == (None, "first", [], SETUP)
        assert "key" not in table and bert.get(here)["key"] == made["key"]
        assert (anna.get(here)["seat"], bert.get(here)["seat"]) == ("first", "second")

        watching = Socket(house.server)
        assert watching.ask("POST", here + "/watch", {"on": True})[1]["title"] == "Holes"
        own, stream = bert.follow("/events"), stranger.follow(here + "/stream")

        def do(program, line, **fields):
            status, body = program.post("/table", table=str(number), line=line, **fields)
            return status, body.get("event")

        assert do(anna, "K  b1 - b2") == (200, 1)
        assert do(bert, "k b3-a2;@ - b3 // hm", known=1) == (200, 2)
        assert do(bert, "b2-b1", known=1) == (422, None), "what was seen was less"
        assert do(anna, "SAY Well, well!", request="x") == (200, 3)
        repeated = anna.call("table", table=str(number), line="SAY Well, well!", request="x")
        assert repeated["repeated"] is True
        assert do(anna, "undo") == (422, None), "the last line is bert's"
        assert do(bert, "Undo") == (200, 4)
        assert do(bert, "undo") == (422, None), "now it is anna's"
        assert bert.get(here)["turn"] == "second"
        # No rules, but a form and bounds.
        assert do(anna, "K b1-a9")[0] == 400 == do(anna, "hello")[0] == do(anna, "pass;")[0]
        assert do(anna, "pass // " + "x" * 500)[0] == 422
        assert do(stranger, "pass")[0] == 401 and do(Program(house.server, house.token["carl"]), "pass")[0] == 422
        assert do(anna, "K h8-h7")[0] == 400 and do(anna, "Q a1-a2") == (200, 5)
        assert do(bert, "resign") == (200, 6)
        log = [(1, "move", "K b1-b2", "anna"), (2, "move", "k b3-a2; @-b3 // hm", "bert"), (3, "comment", "Well, well!", "anna"),
               (4, "undo", "2", "bert"), (5, "move", "Q a1-a2", "anna"), (6, "move", "resign", "bert")]
        assert numbers(stranger.get(here)) == log, stranger.get(here)
        assert numbers(stranger.get(here + "?after=4")) == log[4:]
        for events in (watching.next_event, lambda: next(own), lambda: next(stream)):
            told = [events() for _ in log]
            assert [(e["number"], e["kind"], e["text"], e["by"]) for e in told] == log, told
            assert {e["event"] for e in told} == {"table"} and {e["table"] for e in told} == {number}
        assert watching.ask("POST", here + "/watch", {"on": False})[0] == 200
        assert do(anna, "pass") == (200, 7)
        assert watching.ask("GET", here)[1]["events"] == 7 and watching.events == []

        house.server.restart()
        again = Program(house.server)
        assert numbers(again.get(here)) == [*log, (7, "move", "pass", "anna")]
        status, _, page = get(house.server, here)
        assert status == 200
        for words in ("<code>k b3-a2; @-b3 // hm</code>", "takes back line 2", "title=Holes", "anna and bert"):
            assert words in page, page
        assert f'href="/tables/{number}"' in get(house.server, "/tables")[2]


def who_has_the_key_sits_down():
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        carl = Program(house.server, house.token["carl"])
        made = anna.call("tables", setup=SETUP, hidden=True, second=True)
        number, key = made["table"], made["key"]
        wrong = key[:-1] + ("a" if key[-1] != "a" else "b")
        for program in (bert, stranger):
            for name in (number, wrong, f"{number}-", "x", number + 1):
                assert program.request("GET", f"/tables/{name}")[0] == 404, name
                assert program.request("GET", f"/tables/{name}/stream")[0] == 404, name
            assert program.get("/tables")["tables"] == []
            assert program.get(f"/tables/{key}")["second"] == "anna"
            assert program.get("/tables?player=anna")["tables"] == []
        for name in (number, wrong):
            socket = Socket(house.server, house.token["bert"])
            assert socket.ask("POST", f"/tables/{name}/watch", {"on": True})[0] == 404
            assert bert.refused(404, "table", table=str(name), line="pass") == "There is no such free board."
            assert bert.refused(404, "table", table=str(name), line="join")
            assert get(house.server, f"/tables/{name}")[0] == 404
        assert bert.refused(422, "table", table=key, line="pass")
        assert anna.refused(422, "table", table=key, line="join")
        assert bert.call("table", table=key, line="join")["event"] == 1
        assert bert.refused(422, "table", table=key, line="join") and carl.refused(422, "table", table=key, line="join")
        table = bert.get(f"/tables/{number}")
        assert (table["first"], table["second"], table["seat"]) == ("bert", "anna", "first")
        assert numbers(table) == [(1, "join", "", "bert")]
        assert [t["id"] for t in bert.get("/tables?player=anna")["tables"]] == [number]
        assert carl.get("/tables")["tables"] == []
        # Taking a seat at a public table also needs the key.
        public = anna.call("tables", setup=SETUP)["table"]
        assert carl.refused(422, "table", table=str(public), line="join")
        assert [t["id"] for t in carl.get("/tables")["tables"]] == [public]
        assert [t["id"] for t in anna.get(f"/tables?before={public}")["tables"]] == [number]


def what_is_no_table():
    with House() as house:
        anna = house.anna
        for fields, status in (({}, 400), ({"setup": "start="}, 400), ({"setup": "start=3\nrun=x"}, 400), ({"setup": 1}, 400),
                               ({"setup": "start=37"}, 400), ({"setup": SETUP + "x" * 7000}, 400),
                               ({"setup": SETUP, "opponent": "nobody"}, 404), ({"setup": SETUP, "opponent": "Anna"}, 422),
                               ({"setup": SETUP, "hidden": "yes"}, 400)):
            answer = anna.post("/tables", **fields)
            assert answer[0] == status, (fields, answer)
        assert "setup:1:7: expected" in anna.refused(400, "tables", setup="start=37")
        assert house.stranger.post("/tables", setup=SETUP)[0] == 401
        assert anna.get("/tables")["tables"] == []
        status, answer = anna.request("GET", "/tables?player=nobody")
        assert status == 404 and answer["error"] == "There is no player called nobody.", answer
        assert anna.refused(404, "table", new="nothing")
        assert anna.refused(404, "table", table="99", line="pass") and anna.request("GET", "/tables/99")[0] == 404


def hidden_ones_are_passed_over():
    """So many at once; who wants more goes on behind them."""
    with House() as house:
        table = house.anna.call("tables", setup=SETUP)["table"]
        study = house.anna.call("studies", name="mine", variant="mini")["study"]
        with contextlib.closing(sqlite3.connect(house.server.database, timeout=30)) as rows, rows:
            bert = rows.execute("SELECT id FROM player WHERE name = 'bert'").fetchone()[0]
            definition = rows.execute("SELECT max(id) FROM definition").fetchone()[0]
            for _ in range(4100):
                rows.execute("INSERT INTO free_table(player, title, text, secret, second, hidden, created_ms) "
                             "VALUES(?, '', '', 'x', 0, 1, 0)", (bert,))
                rows.execute("INSERT INTO study(player, definition, name, sfen, hidden, created_ms) "
                             "VALUES(?, ?, 'his', '', 1, 0)", (bert, definition))
        for name, own in (("tables", table), ("studies", study)):
            for program in (house.anna, house.stranger):
                first = program.get(f"/{name}")
                assert (first[name], first["more"]) == ([], True), first
                rest = program.get(f"/{name}?before={first['before']}")
                assert [row["id"] for row in rest[name]] == [own] and not rest["more"], rest
        assert get(house.server, "/tables")[0] == 200


def at_a_telnet():
    with House() as house:
        def arrive(name):
            player = Player(Line(house.server.telnet), name)
            player.login("correct horse")
            return player

        anna, bert = arrive("anna"), arrive("bert")
        assert "You have no free board" in anna.ask("TABLE")
        assert "no game of that name" in anna.ask("TABLE -n nothing")
        assert "free board 1." in anna.ask("TABLE -n mini -w bert")
        assert "anna has set up free board 1 for you" in bert.sync()
        shown = bert.ask("TABLE 1")
        assert "anna and bert" in shown and "start=rbsgk/4p/5/P4/KGSBR b -" in shown, shown
        assert "Free board 1, line 1: P 5d-5c" in anna.ask("TABLE 1 P 5d-5c")
        assert "Free board 1: anna: P 5d-5c" in bert.sync()
        assert " should be " in bert.ask("TABLE 1 P 5d-6c")
        bert.ask("TABLE 1 p 1b-1c; @-1c")
        bert.ask("TABLE 1 SAY It flew away.")
        bert.ask("TABLE 1 UNDO")
        said = anna.sync()
        assert "bert: p 1b-1c; @-1c" in said and "bert: It flew away." in said and "takes back line 2" in said, said
        listed = anna.ask("TABLE 1")
        assert '   3. bert: "It flew away."' in listed and "   4. bert takes back line 2" in listed, listed
        assert "  1  anna             bert                4" in bert.ask("TABLE"), bert.ask("TABLE")
        # With a key, and told in one's own language.
        anna.ask("SET LANGUAGE de")
        said = anna.ask("TABLE -n MiniShogi -h")
        key = said.split("2-", 1)[1].split()[0]
        assert "freie Brett 2" in said, said
        assert "There is no such free board" in bert.ask("TABLE 2")
        assert "line 1: join" in bert.ask(f"TABLE 2-{key} JOIN")
        assert "bert and nobody" not in bert.ask("TABLE 2")
        anna.talker.expect("Freies Brett 2: bert spielt mit")
        anna.talker.line("SET LANGUAGE en")
        anna.quit()
        bert.quit()


run_tests([two_play_by_hand, who_has_the_key_sits_down, what_is_no_table, hidden_ones_are_passed_over, at_a_telnet])
