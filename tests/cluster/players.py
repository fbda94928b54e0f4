"""players: players of a cluster who write down their actions, the answers and what they are shown; check.py compares these notes
with the database.

Each player has a door (telnet, HTTP or WebSocket) and is at some node.  If no answer comes for a moment, the player goes to another
node, and may do something else there: an action that was not acknowledged may be stored or not."""

import http.client
import json
import re
import time

from api import new_token
from harness import PROMPT, Line, Player as Typist
from web import Ended, Web

PATIENCE_S = 1.5  # then a player tries another node
BROKEN = (OSError, http.client.HTTPException, ValueError, AssertionError, Ended)  # how a connection fails


class Lost(Exception):
    """No answer came, or it does not show whether the action was stored."""


class Seat:
    """A player at a node."""

    door = "http"

    def __init__(self, cluster, name, token, node, facts):
        self.cluster, self.name, self.token, self.node, self.facts = cluster, name, token, node, facts
        self.number = 0

    def server(self):
        """Its addresses: if it is being started, it has none."""
        server = self.cluster.nodes[self.node]
        if not server.addresses:
            raise Lost(f"{self.node} is being started")
        return server

    def go_to(self, node):
        self.leave()
        self.node = node

    def leave(self):
        pass

    def add(self, kind, sent, **more):
        """Writes down what the player was shown or answered, and when (wall time).  more: the fields of this kind."""
        self.facts.append({"kind": kind, "by": self.name, "node": self.node, "sent": sent, "told": time.time(), **more})

    def ask(self, method, path, body=None):
        """One request to the API by the door of the player.  Returns the status and the answer; a server that fails (503) has
        stored nothing."""
        connection = http.client.HTTPConnection(*self.server().http, timeout=PATIENCE_S)
        try:
            connection.request(method, "/api" + path, json.dumps(body) if body is not None else None,
                               {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except BROKEN as error:
            raise Lost(str(error)) from error
        finally:
            connection.close()

    def get(self, path):
        """The answer to GET.  Raises Lost also if the status is not 200."""
        status, answer = self.ask("GET", path)
        if status != 200:
            raise Lost(str(answer))
        return answer

    # ---- what is written down ----

    def look(self, game):
        """The game as this node has it."""
        sent = time.time()
        answer = self.get(f"/games/{game}")
        moves = [move["usi"] for move in answer["moves"] if "usi" in move]
        clock = answer["clock"]
        self.add("look", sent, game=game, events=answer["events"], moves=moves, over=answer["result"] is not None,
                 clock=clock and [clock["at_ms"], clock["black"]["bank_ms"], clock["white"]["bank_ms"]])
        return answer

    def log(self, game):
        sent = time.time()
        events = self.get(f"/games/{game}/events")["events"]
        self.add("log", sent, game=game, events=[key_of(event) for event in events])
        return events

    def do(self, call, game, known, **fields):
        """A call about a game.  Returns whether it was done; a refusal stores nothing."""
        sent = time.time()
        body = {"game": game, "known": known, **fields}
        try:
            status, answer = self.ask("POST", "/" + call, body)
        except Lost:
            self.add("unknown", sent, call=call, game=game, known=known, fields=fields)
            raise
        self.add("done" if status == 200 else "refused", sent, call=call, game=game, known=known, fields=fields, status=status,
                 text=answer.get("error") or answer.get("text") or "", repeated=answer.get("repeated", False))
        if status == 503:
            raise Lost(answer["error"])
        return status == 200


def key_of(event):
    """An event as it is compared: number, kind and what it is about."""
    return event["number"], event["kind"], event.get("usi") or event.get("what") or ""


class SocketSeat(Seat):
    """By a WebSocket, which also receives events."""

    door = "websocket"

    def __init__(self, *of):
        super().__init__(*of)
        self.web = None

    def leave(self):
        if self.web:
            self.web.socket.close()
        self.web = None

    def open(self):
        if not self.web:
            web = Web(self.server())
            web.socket.settimeout(PATIENCE_S)
            try:
                self.web = web.upgrade("/api/socket", f"Authorization: Bearer {self.token}")
            except BaseException:
                web.socket.close()
                raise
        return self.web

    def ask(self, method, path, body=None):
        self.number += 1
        try:
            self.open().say(json.dumps({"id": self.number, "method": method, "path": path, "body": body or {}}))
            while True:
                message = json.loads(self.web.hear())
                if "event" not in message and message["id"] == self.number:
                    return message["status"], message["body"]
                self.hear(message)
        except BROKEN as error:
            self.leave()
            raise Lost(str(error)) from error

    def hear(self, message):
        if message.get("event") == "game" and "number" in message:
            self.add("event", 0, game=message["game"], event=key_of(message))

    def listen(self, wait_s):
        """Takes what comes by itself."""
        try:
            self.open().socket.settimeout(wait_s)
            while True:
                self.hear(json.loads(self.web.hear()))
        except TimeoutError:
            if self.web:
                self.web.socket.settimeout(PATIENCE_S)
        except (*BROKEN, Lost):
            self.leave()


class TelnetSeat(Seat):
    """By telnet, as people do; what they cannot ask there is asked by HTTP."""

    door = "telnet"
    LAST = re.compile(r"Last move: (\d+)\. (\S+)$", re.M)

    def __init__(self, *of):
        super().__init__(*of)
        self.line = None
        self.game = None  # of which boards come

    def leave(self):
        if self.line:
            self.line.close()
        self.line = None

    def say(self, *lines):
        """Types lines.  Returns the text up to the prompt after the last of them."""
        try:
            if not self.line:
                self.line = Line(self.server().telnet, self.name)
                self.line.socket.settimeout(PATIENCE_S)
                self.line.patience_s = 2 * PATIENCE_S
                Typist(self.line, self.name).login()
            # The prompt behind the marker: what the server says by itself has one, too.
            self.number += 1
            for line in (*lines, f"WHO no.such.player.{self.number}"):
                self.line.line(line)
            said = self.line.before(r"\b0 of \d+ online match\.$")
            self.line.expect(PROMPT)
        except BROKEN as error:
            self.leave()
            raise Lost(str(error)) from error
        return said

    def board(self, game):
        """Loads the game and sees it."""
        if game != self.game:
            self.say()  # reads boards of the last game that came by themselves
            self.game = game
        sent = time.time()
        said = self.say(f"BOARD {game}")
        found = self.LAST.findall(said)
        if found:
            self.add("board", sent, game=game, last=(int(found[-1][0]), found[-1][1]))
        return said

    def play(self, game, known, typed, written):
        """A move.  The text of the answer decides."""
        self.board(game)
        sent = time.time()
        try:
            said = self.say(f"PLAY {typed}", "y")
        except Lost:
            self.add("unknown", sent, call="play", game=game, known=known, fields={})
            raise
        found = re.search(rf"^(?:.*> )?Move (\d+): {re.escape(written)}$", said, re.M)
        self.add("typed" if found else "refused", sent, call="play", game=game, known=known, fields={}, text=said, status=0,
                 last=(int(found.group(1)), written) if found else None)
        return bool(found)


SEATS = {seat.door: seat for seat in (Seat, SocketSeat, TelnetSeat)}


def make_players(cluster, names):
    """Accounts, made at the telnet door of the first node.  Returns the tokens."""
    tokens = {}
    first = next(iter(cluster.nodes.values()))
    for name in names:
        with Line(first.telnet, name) as line:
            Typist(line, name).login()
        token, statement = new_token(name)
        cluster.sql(statement)
        tokens[name] = token
    return tokens
