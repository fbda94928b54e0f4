"""Players that are engines: what they play and answer, what becomes of it when their processes fail, and after a restart.
Prints TAP."""

import contextlib
import ctypes
import errno
import json
import os
import re
import shutil
import signal
import sqlite3
import struct
import sys
import time

from api import Program, Socket, begin, register, token_of
from api_test import House
from harness import Line, PATIENCE_S, PROGRAM, Player, SANITIZED, Scratch, SOURCE_ROOT, run_program, run_tests, until

# A game that a player has made.
WOLF = """files=5
ranks=5
king:K:K:k:c1
wolf:W:WF2:w:b1,d1
pawn:P:fW:p:a2,b2,c2,d2,e2
"""

# Black has at the start all that a declaration needs.
ENTERED = """files=9
ranks=9
symmetry=none
impasseClaim=declare:10:10
promoZone=3
maxPromote=0
royal=2
gold:G:WfF:g:a8-d9,f8,f9
king:K:K:k:e9,,i1
"""


# Is ready, and crashes when it is asked for a move; after so many crashes it is the program itself.
CRASHING = """#!{python}
import os, signal, sys
if os.path.exists("{asked}") and len(open("{asked}").read().split()) >= {crashes}:
    os.execv("{program}", ["shoogi", "usi", "--confined"])
for line in sys.stdin.buffer:
    word = line.split()[:1]
    if word == [b"definition"]:
        sys.stdin.buffer.read(int(line.split()[2]))
    elif word == [b"usi"]:
        print("usiok", flush=True)
    elif word == [b"isready"]:
        print("readyok", flush=True)
    elif word == [b"go"]:
        with open("{asked}", "a", encoding="utf-8") as file:
            print(os.getpid(), file=file)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@contextlib.contextmanager
def crashing(crashes):
    """A server with an engine that crashes so often, and a function that tells which processes have."""
    with Scratch() as folder:
        engine, asked = os.path.join(folder, "engine"), os.path.join(folder, "asked")
        with open(engine, "w", encoding="utf-8") as file:
            file.write(CRASHING.format(python=sys.executable, asked=asked, crashes=crashes, program=os.path.abspath(PROGRAM)))
        os.chmod(engine, 0o755)

        def crashed():
            with open(asked, encoding="utf-8") as file:
                return file.read().split()

        with House("--engines", "1", env={**os.environ, "SHOOGI_TEST_ENGINE": engine}) as house:
            yield house, crashed


def thinkers(server):
    """The processes of engines, by their numbers."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", "rb") as stat, open(f"/proc/{entry}/cmdline", "rb") as line:
                parent, words = int(stat.read().rsplit(b")", 1)[1].split()[1]), line.read().split(b"\0")
        except OSError:
            continue
        if parent == server.process.pid and words[:2] == [b"shoogi", b"usi"]:
            found.append(int(entry))
    return found


def challenge(program, engine, **conditions):
    """A game with an engine: its number."""
    before = {game["id"] for game in program.get("/games?state=mine")["games"]}
    program.call("new", pattern=engine, **conditions)
    new = lambda: [g["id"] for g in program.get("/games?state=mine")["games"] if g["id"] not in before]
    return until(new)[0]


def turn(program, game, colour):
    """The game once it is the turn of that colour, or over."""

    def look():
        state = program.get(f"/games/{game}")
        return state if state["turn"] == colour or state["result"] else None

    return until(look)


def moves_of(state):
    return [move["usi"] for move in state["moves"] if move["kind"] == "move"]


def play_on(program, game, colour):
    """Any legal move, when it is one's turn: the game then."""
    if turn(program, game, colour)["result"]:
        return turn(program, game, colour)
    legal = program.get(f"/games/{game}/legal")
    if legal["yours"]:
        program.call("play", game=game, move=legal["moves"][len(legal["moves"]) // 2])
    return turn(program, game, colour)


# ---- playing ---------------------------------------------------------------------------------------


def whole_games():
    """Against any of them, of any variant, also one that a player has made, to the end.  Rows: ENGINE"""
    with House("--engines", "1") as house:
        anna = house.anna
        there = anna.get("/engines")
        assert [(e["name"], e["level"]) for e in there["engines"]] == [(f"engine{n}", n) for n in range(1, 11)], there
        assert there["processes"] == 1
        assert anna.get("/players/engine7")["engine"] == 7 and anna.get("/players/anna")["engine"] == 0
        status, answer = anna.request("POST", "/definitions?name=wolf", WOLF.encode(), **{"Content-Type": "text/plain"})
        assert status == 200, answer
        for variant, engine, colour in (("micro", "engine4", "W"), ("dobutsu", "ENGINE5", None),
                                        (f"@{answer['definition']}", "engine3", "W")):
            more = {"move": colour} if colour else {"colour": "black"}
            game = challenge(anna, engine, variant=variant, **more)
            own = "white" if colour else "black"
            for _ in range(150):
                state = play_on(anna, game, own)
                if state["result"]:
                    break
            assert state["result"] or len(moves_of(state)) >= 150, state
        assert anna.get("/engines")["engines"][2]["games"] <= 1


def by_telnet():
    """Rows: ENGINE ENGINE.unknown"""
    with House("--engines", "1") as house:
        anna = Player(Line(house.server.telnet), "dora")
        anna.login()
        for nobody in ("engine0 W", "engine11 P-3d", "Engine03 W", "engine11"):
            said = anna.ask(f"NEW -v mini {nobody}")
            assert f"There is no {nobody.split()[0]}.  The engines are engine1 (weakest) to engine10 (strongest)." in said, said
        said = anna.ask("NEW -v mini engine3 W")  # the engine accepts it before it could be withdrawn
        assert "is number" not in said and "REMOVE" not in said, said
        if "has accepted" not in said:
            anna.talker.expect(r"engine3 has accepted your challenge: you are White")
        anna.talker.expect(r"Game 1: engine3 has moved|Last move")
        anna.sync()
        assert "an engine of level 3" in anna.ask("WHO engine3")
        assert "an engine of level 3: NEW engine3 challenges it" in anna.ask("USER engine3")
        # The server does not say that engines have received a chat line.
        assert "0 others heard it." in anna.ask("SHOUT hello")
        listed = run_program("admin", "--db", house.server.database, "online").stdout
        assert re.search(r"^engine3 +-  since .*  engine$", listed, re.M), listed
        anna.quit()
        stranger = Line(house.server.telnet)
        stranger.expect("login: ")
        stranger.line("Engine3")
        stranger.expect("Engine3 is an engine: you cannot log in under that name")
        stranger.line("engine77")
        stranger.expect("engine77 is an engine: you cannot log in under that name")
        assert house.stranger.post("/signup", name="engine11", password="correct horse")[0] in (422, 403)


def newcomers_by_telnet():
    """What the greeting and HELP START tell a newcomer to type leads to a game, a guest's too; the name of an engine
    alone is enough, and the colours are random.  Rows: ENGINE NEW.engine"""
    with House("--engines", "1") as house:
        guest = Player(Line(house.server.telnet), "guest")
        guest.talker.expect("login: ")
        guest.talker.line("guest")
        guest.talker.expect(r"Type HELP START, or NEW engine1 to play the computer\.")
        guest.sync()
        start = guest.ask("HELP -n START")
        lines = re.findall(r"^ *(NEW engine1 p-7f|PLAY p-2f|BOARD)  ", start, re.M)
        assert lines == ["NEW engine1 p-7f", "PLAY p-2f", "BOARD"], start
        guest.talker.line(lines[0])
        guest.talker.expect(r"Guests play engines with a clock: 15m/30s")
        guest.talker.expect(r"engine1 has accepted your challenge: you are Black")
        guest.talker.expect(r"Move 3: Black to move\.")
        guest.sync()
        guest.ask("SET CONFIRM OFF")
        guest.talker.line(lines[1])
        guest.talker.expect(r"Move 3: P-2f")
        guest.talker.expect(r"Move 5: Black to move\.")
        guest.sync()
        assert "Move 5: Black to move." in guest.ask(lines[2])

        anna = Player(Line(house.server.telnet), "dora")
        anna.login()
        for line in ("NEW engine3", "NEW -v mini engine1"):
            anna.talker.line(line)
            anna.talker.expect(r"has accepted your challenge: (?:game \d+, [\w ]+, )?you are (?:Black|White)")
            anna.sync()


def what_they_answer():
    """Engines accept takebacks and adjournments, but not draws in games that they would win; they decline rated games and
    more games than they play at once, with a reason; waiting players see their place in the queue.  Rows: ENGINE.answers"""
    with House("--engines", "1", "--per-address", "128") as house:
        anna, bert = house.anna, house.bert
        game = challenge(anna, "engine2", variant="mini", colour="black")
        for _ in range(2):
            state = play_on(anna, game, "black")
        assert len(moves_of(state)) == 4
        anna.call("undo", game=game, to="3")
        assert len(moves_of(until(lambda: (s := anna.get(f"/games/{game}")) and len(s["moves"]) == 2 and s))) == 2
        anna.call("draw", game=game)
        state = play_on(anna, game, "black")
        assert state["result"] is None and len(moves_of(state)) == 4
        anna.call("resign", game=game, answers=["yes"])

        here = Socket(house.server, house.token["anna"])
        live = challenge(anna, "engine2", variant="mini", colour="black", clock="10m")
        play_on(anna, live, "black")
        anna.call("adjourn", game=live)
        until(lambda: anna.get(f"/games/{live}")["adjourned"])
        house.server.restart()
        anna, bert = (Program(house.server, house.token[name]) for name in ("anna", "bert"))
        line = Player(Line(house.server.telnet), "anna")
        line.login("correct horse")
        until(lambda: len(house_engines(anna)) == 10)
        move = anna.get(f"/games/{live}/legal")["moves"][0]
        anna.call("play", game=live, move=move)
        anna.call("resume", game=live)
        until(lambda: len(moves_of(anna.get(f"/games/{live}"))) == 4)

        anna.call("new", pattern="engine1", colour="black", clock="10m")
        line.talker.expect(r"engine1 declines your challenge \d+: you already play as many games with engines as allowed")
        anna.call("new", pattern="engine1", colour="black", rated=True)
        line.talker.expect(r"engine1 declines your challenge \d+: games with engines are not rated")

        names = ["emil", "fritz", "gerda", "hanna"]
        register(house.server, *names)
        tokens = [token_of(house.server, name) for name in names[:3]]
        sockets = [here] + [Socket(house.server, token) for token in tokens]
        for token in tokens:
            challenge(Program(house.server, token), "engine1", colour="black", clock="10m")
        assert len(sockets) == 4
        hanna = Player(Line(house.server.telnet), "hanna")
        hanna.login("correct horse")
        hanna.talker.line("NEW -t 10m engine1 p-7f")
        hanna.talker.expect(r"make|\(p,o|<p|Your challenge")
        hanna.talker.expect(r"engine1 is busy\.  Your challenge \d+ is number 1 in the queue")
        anna.call("resign", game=live, answers=["yes"])
        hanna.talker.expect("engine1 has accepted your challenge")


def guest_from(server, address):
    """A guest at telnet, from an address of this machine."""
    guest = Player(Line(server.telnet, source=address), "guest")
    guest.login()
    return guest


def sits_down(guest, terms="-c black engine1"):
    """A guest has a game with an engine at once: its number."""
    guest.talker.line(f"NEW -t 10m {terms}")
    return int(guest.talker.expect(r"engine1 has accepted your challenge: .*\nGame (\d+): ").group(1))


def hears(guest, text):
    guest.talker.take(0)
    return text in guest.talker.pending


def places_are_shared():
    """A player who does not play keeps nobody from playing: not after leaving, nor by several games of one network.
    Rows: ENGINE.places"""
    with House("--engines", "1") as house:
        first = [guest_from(house.server, address) for address in 2 * ["127.0.1.1"] + 2 * ["127.0.2.1"]]
        games = [sits_down(guest) for guest in first]
        assert len(set(games)) == 4
        # All places are taken; a game that has not been begun, of the network with the most, gives way.
        newcomer = guest_from(house.server, "127.0.3.1")
        games.append(sits_down(newcomer))
        until(lambda: any([hears(guest, "Others are waiting") for guest in first]))
        # A third of an address that plays two has to wait.
        third = guest_from(house.server, "127.0.1.1")
        fourth = guest_from(house.server, "127.0.2.1")
        for guest in (third, fourth):
            guest.talker.line("NEW -t 10m -c black engine1")
        until(lambda: any([hears(guest, "is number 1 in the queue") for guest in (third, fourth)]))
        # Those who leave while it is their turn make room.
        for guest in first:
            guest.talker.close()
        for guest in (third, fourth):
            guest.talker.expect(r"engine1 has accepted your challenge")
        assert len({sits_down(guest_from(house.server, "127.0.4.1")) for _ in range(2)}) == 2


def a_first_move_that_does_not_come():
    """A live game is aborted after a minute without a first move, and not after one; a clock of hours is declined.
    Rows: ENGINE.places"""
    env = {**os.environ, "SHOOGI_TEST_FIRST_MOVE_MS": "1500"}
    with House("--engines", "1", env=env) as house:
        idle, moves = guest_from(house.server, "127.0.1.1"), guest_from(house.server, "127.0.2.1")
        game = sits_down(moves, "engine1 P-7f")
        until(lambda: len(moves_of(house.anna.get(f"/games/{game}"))) == 2)
        aborted = sits_down(idle)
        idle.talker.expect(r"engine1 says: You have not moved for a minute, and others are waiting\.  I abort the game; it does not count\.")
        until(lambda: house.anna.get(f"/games/{aborted}")["result"])
        state = house.anna.get(f"/games/{aborted}")
        assert state["result"]["reason"] == "aborted", state["result"]
        assert house.anna.get(f"/games/{game}")["result"] is None
        idle.talker.line("NEW -t 3h engine1")
        idle.talker.expect(r"engine1 declines your challenge \d+: that clock is too long for a game at one sitting")


def add_challenges(server, count, **columns):
    """Challenges of anna's to engine1 that nothing has checked, while the server is away."""
    row = {"player": 1, "variant": "mini", "pattern": "engine1", "colour": "black", "first_move": "", "comment": "",
           "created_ms": 1, "options": "", **columns}
    database = sqlite3.connect(server.database)
    database.executemany(f"INSERT INTO challenge({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",
                         [tuple(row.values())] * count)
    database.commit()
    database.close()


def one_challenge_keeps_no_other():
    """Requests that cannot be answered, by their key, after a failure or for an absent player, are skipped.  Rows: ENGINE.answers"""
    with House("--engines", "1") as house:
        assert house.anna.call("new", pattern="engine1", variant="mini", colour="black", link=True)["ok"]
        first = challenge(house.bert, "engine1", variant="mini", colour="black")
        house.bert.call("new", pattern="carl", variant="mini", colour="black", clock="5m")
        house.server.stop()
        database = sqlite3.connect(house.server.database)
        (timed,) = database.execute("SELECT options FROM challenge WHERE pattern = 'carl'").fetchone()
        (anna,) = database.execute("SELECT id FROM player WHERE name = 'anna'").fetchone()
        database.close()
        # The game of this one cannot be stored: its text is cut within a character.
        add_challenges(house.server, 1, player=anna, comment="a" + 1000 * "\u00fc")
        add_challenges(house.server, 300, player=anna, options=timed)
        house.server.start()
        bert = Program(house.server, house.token["bert"])
        assert challenge(bert, "engine1", variant="mini", colour="black") > first
        here = len(bert.get("/challenges")["challenges"])
        assert here >= 301, here  # they wait
        challenge(bert, "engine1", variant="mini", colour="black")  # behind all of them
        assert len(bert.get("/challenges")["challenges"]) == here


# The kings have changed sides; the sides are equal.
CROSSED = """files=9
ranks=9
symmetry=none
promoZone=3
maxPromote=0
royal=2
impasse=agree
gold:G:WfF:g:a1-b1,,a9-b9
king:K:K:k:e9,,e1
"""


def asked_for_a_result(house, name, game, **terms):
    """What an engine answers to DRAW or IMPASSE, as soon as it can and two moves later: the result, or None."""
    number = challenge(house.anna, "engine3", variant=game, colour="black", **terms)
    turn(house.anna, number, "black")
    for _ in range(3):
        house.anna.call(name, game=number)
        legal = house.anna.get(f"/games/{number}/legal")
        if legal["yours"]:  # the engine may agree meanwhile
            house.anna.post("/play", game=number, move=legal["moves"][len(legal["moves"]) // 2])
        state = turn(house.anna, number, "black")
        if state["result"]:
            return state["result"]["outcome"], state["result"]["reason"]
    house.anna.call("resign", game=number, answers=["yes"])
    return None


def what_an_impasse_takes():
    """An engine agrees to an end without a winner where it would be content with a draw, or where both kings have
    entered; a count that nobody has earned voids no game.  Rows: ENGINE.answers"""
    with House("--engines", "1") as house:
        status, answer = house.anna.request("POST", "/definitions?name=crossed", CROSSED.encode(), **{"Content-Type": "text/plain"})
        assert status == 200, answer
        for game in ("shogi", "mini"):
            assert asked_for_a_result(house, "impasse", game) is None, game
        assert asked_for_a_result(house, "draw", "shogi") is None
        assert asked_for_a_result(house, "impasse", f"@{answer['definition']}") == ("draw", "impasse")
        found = asked_for_a_result(house, "impasse", "shogi", move="HANDICAP:four-pieces")
        assert found == ("no-contest", "impasse"), found


def what_they_know_of_winning_and_losing():
    """A draw is taken where it would lose, and where it has been lost for some moves it resigns.  Rows: ENGINE.answers"""
    with House("--engines", "1") as house:
        anna = house.anna
        game = challenge(anna, "engine5", variant="shogi", colour="black", move="HANDICAP:four-pieces")
        assert turn(anna, game, "black")["result"] is None
        anna.call("draw", game=game)
        result = until(lambda: anna.get(f"/games/{game}")["result"])
        assert (result["outcome"], result["reason"]) == ("draw", "agreement"), result
        lost = anna.call("new", pattern="engine5", variant="shogi", colour="black",
                         move="HANDICAP:R@8b,B@2b,L@1a,L@9a,N@2a,N@8a,S@3a,S@7a,G@4a,G@6a,P@1c,P@2c,P@3c,P@4c,P@5c")
        game = until(lambda: [g for g in anna.get("/games?state=mine")["games"] if not g["result"]])[0]["id"]
        assert lost["ok"]
        for _ in range(4):
            state = play_on(anna, game, "black")
            if state["result"]:
                break
        assert (state["result"] or {}).get("reason") == "resignation" and state["result"]["outcome"] == "black", state


def house_engines(program):
    return program.get("/engines")["engines"]


def analysis():
    """A game that is over is looked through when somebody asks, and what is found is kept.  Rows: ANALYSE ANALYSE.off"""
    with House("--engines", "1") as house:
        anna, bert, stranger = house.anna, house.bert, house.stranger
        game = begin(anna, bert, variant="mini")
        for program, move in ((anna, "2e2c"), (bert, "2a2b"), (anna, "3e3d"), (bert, "4a3b")):
            legal = program.get(f"/games/{game}/legal")["moves"]
            program.call("play", game=game, move=move if move in legal else legal[0])
        where = f"/games/{game}/analysis"
        assert anna.get(where)["state"] == "none"
        assert "is still running.  It can be analysed when it is over." in anna.refused(422, where[1:])
        anna.call("resign", game=game, answers=["yes"])
        assert stranger.post(where)[0] == 401 and stranger.get(where)["state"] == "none"
        asked = anna.post(where)[1]
        assert asked["state"] in ("running", "waiting") and asked["place"] == 1, asked
        found = until(lambda: (a := stranger.get(where))["state"] == "done" and a)
        assert [p["ply"] for p in found["positions"]] == [0, 1, 2, 3, 4]
        assert (found["done"], found["moves"]) == (5, 4), "a resignation is no move on the board"
        assert all(isinstance(p["score_cp"], int) and p["line"] for p in found["positions"]), found
        assert all("text" not in p for p in found["positions"])
        japanese = anna.get(f"{where}?notation=japanese")["positions"]
        assert [{k: v for k, v in p.items() if k != "text"} for p in japanese] == found["positions"]
        assert all(len(p["text"].split(" ")) == len(p["line"].split(" ")) and p["text"][0] in "▲△" for p in japanese), japanese
        assert [p["text"] for p in anna.get(f"{where}?notation=usi")["positions"]] == [p["line"] for p in found["positions"]]
        assert anna.post(where)[1] == found
        line = Player(Line(house.server.telnet), "carl")
        line.login("correct horse")
        said = line.ask(f"ANALYZE {game}")
        rows = [row for row in said.splitlines() if row.strip()[:1].isdigit()]
        assert len(rows) == 5 and "resigns" in rows[4], said
        # Hundredths and the chance for Black, as shoogi analyse has them.
        assert all(re.match(r" +\d  \S+ +[-+](\d+ +\d+ %|#\d+ +(0|100) %)( +\d+ %|$)", row) for row in rows[:4]), said
        assert "anna: moves 2, blunders " in said and "bert: moves 2, " in said, said
        house.server.restart()
        assert Program(house.server).get(where) == found

        other = begin(anna := Program(house.server, house.token["anna"]), bert := Program(house.server, house.token["bert"]))
        bert.call("analysis", game=other, wish="off")
        anna.call("resign", game=other, answers=["yes"])
        assert f"bert asks others not to analyse game {other}" in anna.refused(422, f"games/{other}/analysis")

        # The existing analysis is kept, and shown again once the refusal is withdrawn.
        bert.call("analysis", game=game, wish="off")
        hidden = anna.get(where)
        assert hidden["state"] == "none" and not hidden["positions"], hidden
        assert f"bert asks others not to analyse game {game}" in anna.refused(422, where[1:])
        line = Player(Line(house.server.telnet), "carl")
        line.login("correct horse")
        assert f"bert asks others not to analyse game {game}" in line.ask(f"ANALYSE {game}")
        bert.call("analysis", game=game, wish="on")
        assert anna.get(where) == found


def no_analysis_once_it_was_asked_for():
    """One that waits or is at work is not made, nor after a restart.  Rows: ANALYSE.off"""
    with House("--engines", "1") as house:
        anna, bert = house.anna, house.bert
        games = [begin(anna, bert, variant="mini") for _ in range(3)]
        for game in games:
            anna.call("play", game=game, move=anna.get(f"/games/{game}/legal")["moves"][0])
            bert.call("resign", game=game, answers=["yes"])
        anna.post(f"/games/{games[0]}/analysis")
        (stopped,) = until(lambda: thinkers(house.server))
        os.kill(stopped, signal.SIGSTOP)  # the first is at work, the others wait
        for program, game in ((anna, games[1]), (bert, games[2])):
            assert program.post(f"/games/{game}/analysis")[1]["state"] in ("waiting", "running")
        for game in games[:2]:
            bert.call("analysis", game=game, wish="off")
        house.server.kill()
        with contextlib.suppress(ProcessLookupError):
            os.kill(stopped, signal.SIGKILL)
        house.server.start()
        anna, bert = (Program(house.server, house.token[name]) for name in ("anna", "bert"))
        until(lambda: anna.get(f"/games/{games[2]}/analysis")["state"] == "done")
        for game in games[:2]:
            bert.call("analysis", game=game, wish="on")
            assert anna.get(f"/games/{game}/analysis")["state"] == "none"


def a_blunder_is_marked():
    """A rook that is given away costs more than three pawns.  Rows: ANALYSE"""
    with House("--engines", "1") as house:
        game = begin(house.anna, house.bert, variant="shogi")
        for number, move in enumerate("7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 2e2d 2c2d 2h2e 2d2e".split()):
            (house.anna, house.bert)[number % 2].call("play", game=game, move=move)
        house.anna.call("resign", game=game, answers=["yes"])
        house.bert.post(f"/games/{game}/analysis")
        found = until(lambda: (a := house.anna.get(f"/games/{game}/analysis"))["state"] == "done" and a)
        assert found["positions"][9]["mark"] in ("?", "??"), found["positions"]
        assert found["positions"][1]["mark"] == "", found["positions"]


def a_declaration_wins():
    """A player who can declare has won, and sees the command for it; the other side is analysed as usual.  Rows: ANALYSE"""
    with House("--engines", "1") as house:
        anna, bert = house.anna, house.bert
        status, answer = anna.request("POST", "/definitions?name=entered", ENTERED.encode(), **{"Content-Type": "text/plain"})
        assert status == 200, answer
        game = begin(anna, bert, variant=f"@{answer['definition']}")
        anna.call("play", game=game, move="9b9c")
        anna.call("resign", game=game, answers=["yes"])
        bert.post(f"/games/{game}/analysis")
        found = until(lambda: (a := anna.get(f"/games/{game}/analysis"))["state"] == "done" and a)["positions"]
        assert (found[0]["score_cp"], found[0]["line"]) == (29999, "win"), found
        assert found[1]["line"] and "win" not in found[1]["line"], found


# ---- failing ---------------------------------------------------------------------------------------


def confined():
    """An engine process has no files, network or privileges."""
    with House("--engines", "2") as house:
        game = challenge(house.anna, "engine3", variant="mini", move="W")
        turn(house.anna, game, "white")
        (pid,) = thinkers(house.server)
        with open(f"/proc/{pid}/status") as text:
            status = dict(line.split(":", 1) for line in text)
        assert status["NoNewPrivs"].strip() == "1"
        if not SANITIZED:
            assert status["Seccomp"].strip() == "2", status
        links = [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
        assert all(link.startswith(("socket:", "pipe:")) or link == "/dev/null" for link in links), links
        assert os.getpriority(os.PRIO_PROCESS, pid) >= 10


def broken_weights():
    """A process that is started without what was learned says so: it is in the log, once for all of them."""
    with Scratch() as folder:
        variants = os.path.join(folder, "variants")
        shutil.copytree(os.path.join(SOURCE_ROOT, "variants"), variants)
        with open(os.path.join(variants, "weights", "mini.weights"), "r+b") as file:
            file.truncate(1000)
        with House("--engines", "1", env=dict(os.environ, SHOOGI_VARIANTS=variants)) as house:
            for _ in range(2):
                game = challenge(house.anna, "engine1", variant="mini", move="W")
                turn(house.anna, game, "white")
                for pid in thinkers(house.server):
                    os.kill(pid, signal.SIGKILL)
            log = house.server.error_text()
            assert log.count("An engine reported a problem with its setup.") == 1 and "mini.weights: expected " in log, log


def crashes_and_hangs():
    """One reply is lost with a process, and asked of another.  Rows: ENGINE.fails"""
    with crashing(1) as (house, crashed):
        anna = house.anna
        here = Socket(house.server, house.token["anna"])
        game = challenge(anna, "engine10", variant="shogi", colour="black", clock="10m")
        assert here
        anna.call("play", game=game, move="7g7f")
        state = turn(anna, game, "black")
        assert len(moves_of(state)) == 2 and state["result"] is None, state
        assert len(crashed()) == 1, crashed()
        second = thinkers(house.server)
        assert len(second) == 1, second
        os.kill(second[0], signal.SIGSTOP)
        began = time.monotonic()
        anna.call("play", game=game, move="2g2f")
        third = until(lambda: (t := thinkers(house.server)) and t != second and t)
        assert time.monotonic() - began > 2, "it was not waited for"
        state = turn(anna, game, "black")
        assert len(moves_of(state)) == 4 and state["result"] is None and third != second, state


def what_cannot_be_mended():
    """After three tries it says so, and resigns.  Rows: ENGINE.fails"""
    with crashing(99) as (house, crashed):
        anna = house.anna
        here = Socket(house.server, house.token["anna"])
        assert here
        game = challenge(anna, "engine10", variant="shogi", colour="black", clock="30m")
        anna.call("play", game=game, move="7g7f")
        result = until(lambda: anna.get(f"/games/{game}")["result"])
        assert (result["outcome"], result["reason"]) == ("black", "resignation"), result
        said = json.dumps(anna.call("talk", game=game))
        assert "tried several times and cannot find a move" in said, said
        assert len(set(crashed())) == 3, crashed()


def none_can_be_confined():
    """In a process and its children prctl(PR_SET_NO_NEW_PRIVS) fails from now on, as where there is no such thing."""
    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("rows", ctypes.c_char_p)]

    prctl, no_new_privs, set_seccomp, filter_mode = {"x86_64": 157, "aarch64": 167}[os.uname().machine], 38, 22, 2
    load, equal, back = 0x20, 0x15, 0x06  # of a word of what is asked for; whether it is that; an answer
    rows = [(load, 0, 0, 0), (equal, 0, 3, prctl), (load, 0, 0, 16), (equal, 0, 1, no_new_privs),
            (back, 0, 0, 0x00050000 | errno.EPERM), (back, 0, 0, 0x7FFF0000)]
    program = Filter(len(rows), b"".join(struct.pack("=HBBI", *row) for row in rows))
    libc = ctypes.CDLL(None)
    assert libc.prctl(no_new_privs, 1, 0, 0, 0) == 0
    assert libc.prctl(set_seccomp, filter_mode, ctypes.byref(program), 0, 0) == 0


def failures(server):
    return server.error_text().count("An engine crashed or did not answer.")


def what_cannot_be_begun():
    """If no engine process starts, a game is tried several times and abandoned with a message, and no game begins until
    one starts.  Rows: ENGINE.none"""
    with House("--engines", "1") as house:
        house.server.stop()
        house.server.preexec = none_can_be_confined
        house.server.start()
        anna, bert = (Program(house.server, house.token[name]) for name in ("anna", "bert"))
        line = Player(Line(house.server.telnet), "bert")
        line.login("correct horse")
        here = Socket(house.server, house.token["anna"])
        assert here
        game = challenge(anna, "engine10", variant="mini", colour="black", clock="10m")
        anna.call("play", game=game, move=anna.get(f"/games/{game}/legal")["moves"][0])
        until(lambda: failures(house.server) >= 1)
        bert.call("new", pattern="engine2", variant="mini", colour="black", clock="10m")
        line.talker.expect(r"engine2 declines your challenge \d+: my engine is down, a fault of the server")
        result = until(lambda: anna.get(f"/games/{game}")["result"], 2 * PATIENCE_S)
        assert (result["outcome"], result["reason"]) == ("black", "resignation"), result
        assert "tried several times and cannot find a move" in json.dumps(anna.call("talk", game=game))
        until(lambda: anna.get("/engines")["engines"][9]["games"] == 0)

        # One that was under way is not lost to a fault that passes.
        house.server.stop()
        house.server.preexec = None
        house.server.start()
        bert = Program(house.server, house.token["bert"])
        slow = challenge(bert, "engine2", variant="mini", colour="black")
        assert len(moves_of(play_on(bert, slow, "black"))) == 2
        house.server.stop()
        house.server.preexec = none_can_be_confined
        house.server.start()
        bert = Program(house.server, house.token["bert"])
        bert.call("play", game=slow, move=bert.get(f"/games/{slow}/legal")["moves"][0])
        until(lambda: failures(house.server) >= 2)
        house.server.stop()
        house.server.preexec = None
        house.server.start()
        state = turn(Program(house.server, house.token["bert"]), slow, "black")
        assert len(moves_of(state)) == 4 and state["result"] is None, state


def after_a_restart():
    """Nothing is lost at a restart: pending answers and moves are made.  Rows: ENGINE.restart"""
    with House("--engines", "1") as house:
        anna = house.anna
        game = challenge(anna, "engine7", variant="shogi", colour="black")
        anna.call("play", game=game, move="7g7f")
        until(lambda: thinkers(house.server))
        house.server.kill()
        house.server.start()
        anna = Program(house.server, house.token["anna"])
        state = turn(anna, game, "black")
        assert len(moves_of(state)) == 2 and state["result"] is None
        house.server.stop()
        assert not thinkers(house.server)


def analyses_are_shared():
    """Accounts of one address fill the queue; a game for another address takes the last place of it.  Rows: ANALYSE.queue"""
    with House("--engines", "1") as house:
        accounts = [f"evil{i}" for i in range(17)]
        register(house.server, *accounts)
        evil = [Program(house.server, token_of(house.server, name), "127.0.0.20") for name in accounts]
        carl = Program(house.server, house.token["carl"], "127.0.0.30")
        games = []
        for _ in range(34):
            games.append(begin(house.anna, house.bert, variant="mini"))
            house.anna.call("play", game=games[-1], move=house.anna.get(f"/games/{games[-1]}/legal")["moves"][0])
            house.bert.call("resign", game=games[-1], answers=["yes"])
        state = lambda i: house.stranger.get(f"/games/{games[i]}/analysis")["state"]
        evil[0].post(f"/games/{games[0]}/analysis")
        (stopped,) = until(lambda: thinkers(house.server))
        os.kill(stopped, signal.SIGSTOP)
        for i in range(1, 32):
            assert evil[i // 2].post(f"/games/{games[i]}/analysis")[1]["state"] in ("waiting", "running")
        said = evil[15].refused(429, f"games/{games[32]}/analysis")
        assert "wait for an analysis.  Try again in an hour." in said, said
        # A place of one who has two goes to a neighbour who has none, and then one to another address.
        assert evil[16].post(f"/games/{games[32]}/analysis")[1]["state"] == "waiting"
        assert carl.post(f"/games/{games[33]}/analysis")[1]["state"] == "waiting"
        waiting = [i for i in range(33) if state(i) != "none"]
        assert 31 <= len(waiting) <= 32 and 0 in waiting, waiting  # 32 if the first was done before it was stopped
        os.kill(stopped, signal.SIGCONT)
        until(lambda: state(33) == "done")


def an_analysis_outlives_a_crash():
    """A requested analysis is made after the restart, and an absent player finds a message.  Rows: ANALYSE.restart"""
    with House("--engines", "1") as house:
        games = [begin(house.anna, house.bert, variant="mini") for _ in range(2)]
        for game in games:
            house.anna.call("play", game=game, move=house.anna.get(f"/games/{game}/legal")["moves"][0])
            house.bert.call("resign", game=game, answers=["yes"])
        house.anna.post(f"/games/{games[0]}/analysis")
        (stopped,) = until(lambda: thinkers(house.server))
        os.kill(stopped, signal.SIGSTOP)
        assert house.anna.post(f"/games/{games[1]}/analysis")[1]["state"] in ("waiting", "running")
        house.server.kill()
        os.kill(stopped, signal.SIGKILL)
        house.server.start()
        anna = Program(house.server, house.token["anna"])
        for game in games:
            found = until(lambda: (a := anna.get(f"/games/{game}/analysis"))["state"] == "done" and a)
            assert [p["ply"] for p in found["positions"]] == [0, 1], found
        line = Player(Line(house.server.telnet), "anna")
        said = line.login("correct horse")
        assert all(f"I have analysed game {game}.  ANALYSE {game} shows it." in said for game in games), said
        house.server.restart()
        assert Program(house.server).get(f"/games/{games[1]}/analysis")["state"] == "done"


run_tests([whole_games, by_telnet, newcomers_by_telnet, what_they_answer, places_are_shared, a_first_move_that_does_not_come,
           one_challenge_keeps_no_other, what_an_impasse_takes, what_they_know_of_winning_and_losing, analysis, no_analysis_once_it_was_asked_for, a_blunder_is_marked, a_declaration_wins,
           analyses_are_shared, an_analysis_outlives_a_crash, confined, broken_weights, crashes_and_hangs, what_cannot_be_mended,
           what_cannot_be_begun, after_a_restart])
