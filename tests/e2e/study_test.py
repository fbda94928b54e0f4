"""Studies: a tree that several people edit live, as programs read and edit it.  Prints TAP."""

import json
import threading

import pages
from api import Program, Socket
from api_test import House
from harness import run_tests


def several_edit_and_watch():
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        number = anna.call("studies", name="Openings <b>", variant="shogi")["study"]
        here = f"/studies/{number}"
        watching = Socket(house.server, house.token["bert"])
        status, study = watching.ask("POST", here + "/watch", {"on": True})
        assert status == 200 and study["events"] == 0, study

        def do(program, **fields):
            status, body = program.post(here, **fields)
            return status, body.get("event"), body.get("node"), body.get("error")

        assert do(anna, do="move", node=0, text="7g7f") == (200, 1, 1, None)
        assert do(bert, do="move", node=1, text="3c3d")[0] == 422
        assert do(anna, do="invite", text="bert")[:2] == (200, 2)
        assert do(bert, do="move", node=1, text="3c3d") == (200, 3, 3, None)
        assert do(anna, do="move", node=1, text="3c3d") == (200, None, 3, None)
        assert do(bert, do="comment", node=3, text="Good.\nAlso: 8c8d.")[:2] == (200, 4)
        assert do(bert, do="move", node=1, text="8c8d") == (200, 5, 5, None)
        assert do(anna, do="move", node=1, text="7g7e", request="r1")[0] == 422
        assert do(anna, do="move", node=99, text="3c3d")[0] == 404
        for fields, error in (
            ({"do": "burn"}, 'expected move, comment, remove, name, invite, dismiss, line, chapter, title or place, found "burn"'),
            ({}, "expected move, comment, remove, name, invite, dismiss, line, chapter, title or place, found end of text"),
            ({"do": "move", "node": "x"}, 'expected a whole number as "node", found "x"'),
            ({"do": "move", "text": "7gzz"}, None),
            ({"do": "comment", "node": 3, "text": 5}, 'expected a text as "text", found "5"'),
            ({"do": "comment", "node": 3, "text": ["x"]}, 'expected a text as "text", found "["x"]"'),
            ({"do": "comment", "node": 3}, 'expected a text as "text", found nothing'),
            ({"do": "comment", "node": 3, "text": "x", "foo": 1}, 'expected a field of this call, found "foo"'),
        ):
            status, body = anna.post(here, **fields)
            assert status == 400 and error in (None, body["error"]), (fields, status, body)
        assert do(stranger, do="move", node=0, text="2g2f")[0] == 401

        kinds = [watching.next_event("study") for _ in range(5)]
        assert [(e["number"], e["kind"], e["by"]) for e in kinds] == [
            (1, "move", "anna"), (2, "invite", "anna"), (3, "move", "bert"), (4, "comment", "bert"), (5, "move", "bert")], kinds
        assert kinds[4]["text"] == "1 8c8d" and kinds[4]["study"] == number

        study = stranger.get(here)
        assert (study["name"], study["by"], study["editors"], study["may_edit"]) == ("Openings <b>", "anna", ["bert"], False)
        assert [(n["id"], n.get("parent"), n.get("usi")) for n in study["nodes"]] == [
            (0, None, None), (1, 0, "7g7f"), (3, 1, "3c3d"), (5, 1, "8c8d")], study
        assert study["nodes"][2]["comment"] == "Good.\nAlso: 8c8d." and bert.get(here)["may_edit"]
        log = stranger.get(here + "/events?after=3")
        assert [e["number"] for e in log["events"]] == [4, 5] and not log["more"]
        assert do(anna, do="remove", node=3)[:2] == (200, 6)
        assert [n["id"] for n in anna.get(here)["nodes"]] == [0, 1, 5]
        assert do(bert, do="comment", node=3, text="x")[0] == 404
        assert watching.ask("POST", here + "/watch", {"on": False})[0] == 200
        assert do(anna, do="name", text="Closed")[:2] == (200, 7)
        assert watching.ask("GET", here)[1]["name"] == "Closed"
        for path in ("/studies", "/studies?player=anna"):
            assert [s["name"] for s in stranger.get(path)["studies"]] == ["Closed"]
        assert [e["number"] for e in watching.events] == [6], watching.events

        # Each word is in the name, or in those of its player and game; with or without a script.
        for query, found in (("words=CLO", 1), ("words=anna+closed", 1), ("words=closed+shogi", 1), ("words=closed+chu", 0),
                             ("variant=Shogi", 1), ("variant=chu", 0), ("player=anna&words=nothing", 0), ("words=%25", 0)):
            assert len(stranger.get("/studies?" + query)["studies"]) == found, query
            page = pages.get(house.server, "/study?" + query)[2]
            assert (">Closed</a>" in page) == (found == 1) and ("Nothing found." in page) == (found == 0), page
        assert stranger.request("GET", "/studies?player=nobody")[0] == 404
        assert "Nothing found." in pages.get(house.server, "/study?player=nobody&words=%3Cb%3E%22")[2]

        # A chapter is a tree of its own, and is known by its start.
        side = anna.call("studies", name="Chapters", variant="shogi")["study"]
        kings = "4k4/9/9/9/9/9/9/9/4K4 b R 1"
        assert anna.call(f"studies/{side}", do="chapter", text=f"Endgame\n{kings}") == {"ok": True, "event": 1, "node": 1}
        assert anna.call(f"studies/{side}", do="move", node=1, text="R*5b")["node"] == 2
        assert anna.call(f"studies/{side}", do="place", node=1, text="0")["ok"]
        assert stranger.get(f"/studies/{side}")["chapters"] == [
            {"node": 1, "title": "Endgame", "start": kings}, {"node": 0, "title": "", "start": ""}]

        # A line: what is there is followed, and a fault in it adds nothing.
        status, body = anna.post(here, do="line", node=1, text="8c8d\n2g2f\n* good\n* \n* bold\n")
        assert (status, body["event"], body["nodes"]) == (200, 9, [5, 8]), body
        status, body = bert.post(here, do="line", node=8, text="3c3d\n9i9a\n")
        assert status in (400, 422) and anna.get(here)["events"] == 9, body
        assert stranger.post(here, do="line", node=8, text="3c3d\n")[0] == 401
        assert anna.get(here)["nodes"][3]["comment"] == "good\n\nbold"

        house.server.restart()
        again = Program(house.server, house.token["anna"])
        assert [n["id"] for n in again.get(here)["nodes"]] == [0, 1, 5, 8] and again.get(here)["events"] == 9


def all_at_once():
    """No edit is lost, refused or made twice: each gets its own number."""
    with House() as house:
        number = house.anna.call("studies", name="All", variant="shogi")["study"]
        for name in ("bert", "carl"):
            house.anna.call(f"studies/{number}", do="invite", text=name)
        done = []

        def edit(name):
            program = Program(house.server, house.token[name])
            for round in range(20):
                done.append(program.call(f"studies/{number}", do="comment", node=0, text=f"{name} {round}")["event"])

        threads = [threading.Thread(target=edit, args=(name,)) for name in 2 * ("anna", "bert", "carl")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(done) == list(range(3, 123)), sorted(done)


def hidden_and_refused():
    with House() as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        number = anna.call("studies", name="Secret", variant="chu", hidden=True)["study"]
        open_one = anna.call("studies", name="Ending", start="4k4/9/9/9/9/9/9/9/4K4 b G 1")["study"]
        assert bert.request("GET", f"/studies/{number}")[0] == 404 == bert.request("GET", f"/studies/{number}/events")[0]
        assert stranger.request("GET", f"/studies/{number}")[0] == 404
        watching = Socket(house.server, house.token["bert"])
        assert watching.ask("POST", f"/studies/{number}/watch", {"on": True})[0] == 404
        assert anna.post(f"/studies/{number}/watch", on=True)[0] == 422
        assert [s["id"] for s in anna.get("/studies")["studies"]] == [open_one, number]
        assert [s["id"] for s in bert.get("/studies?player=anna")["studies"]] == [open_one]
        assert anna.get(f"/studies?before={open_one}")["studies"][0]["name"] == "Secret"
        assert anna.get(f"/studies/{open_one}")["start"].startswith("4k4/")
        assert anna.call(f"studies/{open_one}", do="move", node=0, text="G*5b")["node"] == 1
        anna.call(f"studies/{number}", do="invite", text="bert")
        assert bert.get(f"/studies/{number}")["may_edit"]
        assert watching.ask("POST", f"/studies/{number}/watch", {"on": True})[0] == 200
        anna.call(f"studies/{number}", do="dismiss", text="BERT")
        anna.call(f"studies/{number}", do="comment", node=0, text="behind his back")
        assert watching.ask("GET", f"/studies/{number}")[0] == 404
        assert [e["kind"] for e in watching.events] == ["dismiss"], watching.events
        anna.call(f"studies/{number}", do="invite", text="bert")
        for fields, status in (({}, 400), ({"name": ""}, 400), ({"name": "x", "variant": "none"}, 404),
                               ({"name": "x", "start": "xyzzy"}, 400), ({"name": "x", "start": 5}, 400),
                               ({"name": "x", "foo": 1}, 400), ({"name": 1}, 400), ({"name": "x" * 300}, 400)):
            answer = anna.post("/studies", **fields)
            assert answer[0] == status, (fields, answer)
        for name in ("Nobody", "no body", "n" * 32):
            said = anna.refused(404, f"studies/{number}", do="invite", text=name)
            assert said == f"There is no player called {name}.", said
        assert anna.get(f"/studies/{number}")["editors"] == ["bert"]
        anna.call(f"studies/{number}", do="invite", text="CARL")
        assert anna.get(f"/studies/{number}")["editors"] == ["bert", "carl"]
        assert anna.refused(400, "studies", name="x", start="9/x").startswith("start:1:3: expected ")
        assert stranger.post("/studies", name="x")[0] == 401
        assert anna.request("GET", "/studies/99")[0] == 404 == anna.post("/studies/99", do="name", text="x")[0]
        assert json.dumps(anna.get("/studies")).count("Secret") == 1


def too_long_for_a_line():
    """An answer that a WebSocket may not hold is refused, and the line lives on."""
    with House() as house:
        socket = Socket(house.server, house.token["anna"])
        number = socket.call("studies", name="Long", variant="shogi")["study"]

        def add(parent, usi):
            node = socket.call(f"studies/{number}", do="move", node=parent, text=usi)["node"]
            socket.call(f"studies/{number}", do="comment", node=node, text="\u6b69" * 1000)
            return node

        for file in range(1, 10):
            first = add(0, f"{file}g{file}f")
            for answer in range(1, 10):
                add(first, f"{answer}c{answer}d")
        for method, path, body in (("GET", "", None), ("POST", "/watch", {"on": True})):
            status, answer = socket.ask(method, f"/studies/{number}{path}", body)
            assert status == 413 and not answer["ok"] and "HTTP" in answer["error"], (status, answer)
        assert len(house.anna.get(f"/studies/{number}")["nodes"]) == 91
        house.anna.call(f"studies/{number}", do="name", text="Longer")
        assert socket.next_event("study")["kind"] == "name"


run_tests([several_edit_and_watch, all_at_once, hidden_and_refused, too_long_for_a_line])
