"""engine_games: a player who plays against an engine player, at one node after the other, while parts of the cluster fail.

The node that has the engine players may be killed: another one goes on.  Only this player waits for the engine, and asks until it
has moved."""

import random
import threading
import time
import traceback

from play import Game
from players import SEATS, Lost

ENGINE = "engine1"
PAUSE_S = 0.2


class EngineGames(threading.Thread):
    def __init__(self, cluster, name, token, facts, seed):
        super().__init__(daemon=True)
        self.cluster, self.facts = cluster, facts
        self.random = random.Random(f"{seed} {name}")
        self.seat = SEATS["http"](cluster, name, token, next(iter(cluster.nodes)), facts)
        self.stopping = threading.Event()
        self.failure = None
        self.game = None
        self.answers = 0  # moves of the engine

    def run(self):
        try:
            while not self.stopping.wait(PAUSE_S):
                try:
                    self.step()
                except Lost:
                    self.seat.go_to(self.random.choice(list(self.cluster.nodes)))
        except BaseException:
            self.failure = traceback.format_exc()

    def step(self):
        if not self.game:
            self.begin()
            return
        game = self.game
        before = len(game.moves)
        game.read(self.seat.log(game.number))
        if len(game.moves) > before and game.board.side == 0:
            self.answers += 1
        if game.over:
            self.game = None
        elif game.board.side == 0:
            move = game.board.random_move(self.random)
            if move:
                self.seat.do("play", game.number, len(game.events), move=move)

    def begin(self):
        """The player has Black.  If it is not known whether a challenge was made, the game may begin all the same."""
        games = self.seat.get(f"/games?player={self.seat.name}&state=running")["games"]
        if games:
            self.game = Game(games[0]["id"])
            return
        if not any(c["by"] == self.seat.name for c in self.seat.get("/challenges")["challenges"]):
            self.seat.ask("POST", "/new", {"pattern": ENGINE, "colour": "black"})

    def await_answer(self):
        """Waits until the engine has moved once more, or the game has ended and another has begun."""
        wanted = self.answers + 1
        deadline = time.monotonic() + 120
        while self.answers < wanted and not self.failure and time.monotonic() < deadline:
            time.sleep(PAUSE_S)
        assert not self.failure, self.failure
        assert self.answers >= wanted, f"{ENGINE} does not move"
