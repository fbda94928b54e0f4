"""play: pairs of players who play random legal games across the nodes of a cluster, and get in each other's way.

Both players of a pair are mostly at different nodes.  The pair reads the log of its game, does one thing after the other, and, on
purpose, two things at the same moment: two moves of one player at two nodes, a takeback while the opponent looks, a resignation
while the opponent moves."""

import contextlib
import itertools
import random
import threading
import time
import traceback

import shogi
from players import SEATS, Lost

MOVES_MAX = 40  # a game as long as that is resigned
TALK_MAX = 12  # messages to one who is away
STUCK_S = 0.05


class Game:
    """A log of events, and the board behind it."""

    def __init__(self, number):
        self.number = number
        self.events = []
        self.moves = []  # USI
        self.written = []
        self.over = False

    def read(self, events):
        """Adds the new events of the whole log."""
        for event in events[len(self.events):]:
            kind, text = event["kind"], event.get("usi") or event.get("what") or ""
            if kind == "move":
                self.written.append(self.board.written(text))
                self.moves.append(text)
            elif kind == "resign":
                self.moves.append("resign")
                self.over = True
            elif kind == "result":
                self.over = True
            elif kind == "undo":
                self.moves.pop()
                self.over = False
            self.events.append(event)

    @property
    def board(self):
        board = shogi.Board()
        for usi in self.moves:
            if usi != "resign":
                board.do(usi)
        return board


class Pair(threading.Thread):
    """A thread that plays one game after the other."""

    def __init__(self, cluster, number, names, tokens, doors, away, facts, seed, clock="", pace_s=0):
        super().__init__(daemon=True)
        self.cluster, self.number, self.away, self.facts, self.clock, self.pace_s = cluster, number, away, facts, clock, pace_s
        self.random = random.Random(f"{seed} {number}")
        nodes = list(cluster.nodes)
        self.seats = [SEATS[door](cluster, name, tokens[name], nodes[(number + i) % len(nodes)], facts)
                      for i, (name, door) in enumerate(zip(names, doors))]
        self.names = names
        self.game = None
        self.colours = None
        self.keys = itertools.count()
        self.talk = self.offers = 0
        self.stopping = threading.Event()
        self.failure = None
        self.steps = 0  # that were done

    # ---- the thread ----

    def run(self):
        try:
            while not self.stopping.is_set():
                try:
                    self.step()
                    time.sleep(self.pace_s)
                except Lost:
                    self.move_on()
        except BaseException:
            self.failure = traceback.format_exc()
        for seat in self.seats:
            seat.leave()

    def move_on(self):
        """Sends players to other nodes, until both are at nodes that work."""
        time.sleep(STUCK_S)
        for seat in self.seats:
            if self.random.random() < 0.6:
                seat.go_to(self.random.choice(list(self.cluster.nodes)))

    def key(self):
        return f"{self.number}-{next(self.keys)}"

    def step(self):
        if not self.game:
            self.begin()
            return
        asker = self.random.choice(self.seats)
        game = self.game
        game.read(asker.log(game.number))
        if game.over:
            self.game = None
            return
        self.act(game)
        self.steps += 1

    # ---- beginning ----

    def begin(self):
        """A challenge by one, answered by the other, each under a key, so that repeating does nothing twice."""
        black, white = self.seats
        ask_key, answer_key = self.key(), self.key()
        body = {"pattern": self.names[1], "colour": "black", "rated": True, "undo": True, "request": ask_key}
        if self.clock:
            body["clock"] = self.clock
        challenge = self.insist(black, "new", body).get("challenge")
        if challenge is None:  # an answer to a repeated request has no number
            challenge = self.find_challenge(white)
        begun = self.insist(white, "new", {"number": challenge, "request": answer_key}).get("game") if challenge else None
        number = begun or self.find_game(white)
        if number:
            self.game = Game(number)
            self.colours = (black, white)
            self.facts.append({"kind": "begun", "game": number, "names": tuple(self.names)})

    def insist(self, seat, call, body):
        """Repeats a request until it is answered.  Returns the answer; {}: the request was refused, or done before."""
        while not self.stopping.is_set():
            try:
                sent = time.time()
                status, answer = seat.ask("POST", "/" + call, body)
                if status == 200:
                    seat.add("insisted", sent, call=call, body=body, answer=answer)
                    return answer
                if status not in (429, 503):
                    return {}
                time.sleep(STUCK_S)
            except Lost:
                pass
            self.move_on()
        raise Lost("the end")

    def wait_for(self, what):
        while not self.stopping.is_set():
            with contextlib.suppress(Lost):
                return what()
            self.move_on()
        raise Lost("the end")

    def find_challenge(self, seat):
        def look():
            challenges = seat.get("/challenges")["challenges"]
            return next((c["id"] for c in challenges if c["by"] == self.names[0] and c["pattern"] == self.names[1]), None)
        return self.wait_for(look)

    def find_game(self, seat):
        def look():
            games = seat.get(f"/games?player={self.names[0]}&state=running")["games"]
            return next((g["id"] for g in games if g["white"]["name"] == self.names[1]), None)
        return self.wait_for(look)

    # ---- playing ----

    def act(self, game):
        chance = self.random.random()
        side = game.board.side
        mover, other = self.colours[side], self.colours[1 - side]
        if len(game.moves) >= MOVES_MAX or chance < 0.02:
            self.resign(game, self.random.choice(self.seats))
        elif chance < 0.16 and game.moves:
            self.take_back(game, self.colours[1 - side], mover)
        elif chance < 0.24:
            self.together(lambda: self.move(game, mover), lambda: self.move(game, self.twin(mover)))
        elif chance < 0.26:
            self.together(lambda: self.move(game, mover), lambda: self.resign(game, other))
        elif chance < 0.30 and self.talk < TALK_MAX:
            self.leave_message(mover)
        elif chance < 0.32 and self.offers < TALK_MAX:
            self.offer(mover)
        else:
            if self.move(game, mover):
                self.show(game, other)

    def together(self, *actions):
        """Carries out actions at the same moment.  The player writes down those without an answer."""
        def one(action):
            with contextlib.suppress(Lost):
                action()
        threads = [threading.Thread(target=one, args=(action,)) for action in actions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def twin(self, seat):
        """The same player at another node, by HTTP."""
        others = [name for name in self.cluster.nodes if name != seat.node]
        return SEATS["http"](self.cluster, seat.name, seat.token, self.random.choice(others), self.facts)

    def move(self, game, seat):
        board = game.board
        usi = board.random_move(self.random)
        if not usi:
            return False
        known = len(game.events)
        if seat.door == "telnet" and not self.clock:
            return seat.play(game.number, known, board.western(usi), board.written(usi))
        body = {"move": usi}
        key = self.key() if self.random.random() < 0.5 else None
        if key:
            body["request"] = key
        try:
            return seat.do("play", game.number, known, **body)
        except Lost:
            if not key or self.random.random() < 0.5:
                raise
            # The same once more, elsewhere: it is done once.
            return self.twin(seat).do("play", game.number, known, **body)

    def show(self, game, seat):
        """The opponent looks, or waits for what comes by itself."""
        if seat.door == "websocket":
            seat.listen(0.02)
        elif seat.door == "telnet":
            seat.board(game.number)
        if self.random.random() < 0.5:
            seat.look(game.number)

    def take_back(self, game, mover, other):
        """The mover takes back the last move: while the opponent looks at the game, after that, or without it."""
        known = len(game.events)
        def undo():
            mover.do("undo", game.number, known)
        def see():
            other.look(game.number)
        order = self.random.randrange(3)
        if order == 0:
            self.together(see, undo)
        elif order == 1:
            see()
            undo()
        else:
            undo()

    def resign(self, game, seat):
        (self.twin(seat) if seat.door == "telnet" else seat).do("resign", game.number, len(game.events), answers=["yes"])

    def leave_message(self, seat):
        self.talk += 1
        body = {"name": self.away, "text": f"message {self.number} {self.talk}", "answers": ["y"], "request": self.key()}
        self.insist(self.twin(seat), "tell", body)

    def offer(self, seat):
        """A challenge that nobody answers."""
        self.offers += 1
        body = {"pattern": self.away, "colour": "white", "comment": f"offer {self.number} {self.offers}", "request": self.key()}
        self.insist(self.twin(seat), "new", body)
