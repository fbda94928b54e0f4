#!/usr/bin/python3
"""killed: what players notice when one of three servers on PostgreSQL is killed.

    script/bench killed [--pairs N] [--kills N] [--pace S] [--directory PATH]      12 pairs, 3 kills, a move of each pair every 0.1 s

Pairs of players have WebSockets, mostly at two servers each, and move in turn.  A server is killed, and started again some seconds
later; then the next one.  Clients whose connection ends do as the page does (web/src/api.ts): they wait for a moment, connect to another
server, as through a balancer, and send a request that was not answered again under its key.

Prints how long pairs with a player at the killed server paused, from the kill to the next move that the opponent is shown; and the longest
time from a move to its opponent in all other pairs, without a kill and in the seconds after one.

The exit status is 1 if a player elsewhere lost a connection, or if a move that was acknowledged is not stored once.

The figures to keep: players elsewhere notice nothing, the others are moving again within 3 s."""

import argparse
import contextlib
import http.client
import json
import random
import threading
import time

import load  # first: it sets the paths of the build and of tests/e2e
import shogi
from cluster import NODES, postgres, servers as started_servers
from nodes import player, token_of
from web import Ended, Web

WAIT_S = (0.15, 0.3)  # of the page before it connects again: WAIT_MS.first
PATIENCE_S = 30
BUSY_S = 0.1
QUIET_S, DOWN_S = 3, 4
MOVES_MAX = 150  # of a game
BROKEN = (OSError, http.client.HTTPException, ValueError, AssertionError, Ended)


class Client:
    """A player with a WebSocket."""

    def __init__(self, name, token, servers, home):
        self.name, self.token, self.servers, self.home = name, token, servers, home
        self.web, self.asked, self.lost_s = None, 0, []
        self.connect()

    def connect(self):
        """Connects to the first server that accepts it, beginning with the one where it was."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.web:
            for i in range(len(self.servers)):
                at = (self.home + i) % len(self.servers)
                with contextlib.suppress(*BROKEN):
                    web = Web(self.servers[at])
                    web.socket.settimeout(PATIENCE_S)
                    self.web = web.upgrade("/api/socket", f"Authorization: Bearer {self.token}")
                    self.home = at
                    return
            assert time.monotonic() < deadline, f"{self.name} cannot connect"
            time.sleep(BUSY_S)

    def lost(self):
        self.lost_s.append(time.monotonic())
        self.web.socket.close()
        self.web = None
        time.sleep(random.uniform(*WAIT_S))
        self.connect()

    def ask(self, method, path, body=None):
        """The answer.  Asks again after a lost connection, and while the server is busy."""
        self.asked += 1
        while True:
            try:
                self.web.say(json.dumps({"id": self.asked, "method": method, "path": path, "body": body or {}}))
                while "event" in (message := json.loads(self.web.hear())) or message["id"] != self.asked:
                    pass
            except BROKEN:
                self.lost()
                continue
            if message["status"] == 503:
                time.sleep(BUSY_S)
                continue
            assert message["status"] == 200, message
            return message["body"]

    def await_event(self, game, number):
        """Waits until the player is shown this event of the game, or a later one."""
        while True:
            try:
                message = json.loads(self.web.hear())
            except BROKEN:
                self.lost()
                if self.ask("GET", f"/games/{game}")["events"] >= number:
                    return
                continue
            if message.get("event") == "game" and message.get("game") == game and message.get("number", 0) >= number:
                return


class Pair(threading.Thread):
    """Two clients who play one game after the other."""

    def __init__(self, number, clients, pace_s):
        super().__init__(daemon=True)
        self.clients, self.pace_s = clients, pace_s
        self.random = random.Random(number)
        self.over = threading.Event()
        self.failure = None
        self.moves = []  # (time when it was sent, time when the opponent was shown it)
        self.acknowledged = []  # (game, number, move)

    def run(self):
        try:
            while not self.over.is_set():
                self.play()
        except Exception as fault:
            self.failure = f"{self.clients[0].name}: {fault!r}"

    def play(self):
        black, white = self.clients
        challenge = black.ask("POST", "/new", {"pattern": white.name, "colour": "black"})["challenge"]
        game = white.ask("POST", "/new", {"number": challenge})["game"]
        board = shogi.Board()
        number = 0
        while not self.over.is_set():
            move = board.random_move(self.random)
            if not move:
                return  # it is mate
            if number == MOVES_MAX:
                black.ask("POST", "/resign", {"game": game, "answers": ["yes"]})
                return
            mover, other = self.clients[board.side], self.clients[1 - board.side]
            number += 1
            sent_s = time.monotonic()
            mover.ask("POST", "/play", {"game": game, "move": move, "request": f"{game}-{number}"})
            self.acknowledged.append((game, number, move))
            other.await_event(game, number)
            self.moves.append((sent_s, time.monotonic()))
            board.do(move)
            time.sleep(self.pace_s)


def make_pairs(options, servers, database):
    """Returns pairs with their clients at two servers each; every fourth pair is at one server."""
    pairs = []
    for i in range(options.pairs):
        clients = []
        for colour in (0, 1):
            name = f"{('Anna', 'Beth')[colour]}{i}"
            with player(servers[0], name):
                pass
            clients.append(Client(name, token_of(database, name), servers, (i + (colour if i % 4 != 3 else 0)) % NODES))
        pairs.append(Pair(i, clients, options.pace))
    return pairs


def longest_ms(pairs, begin_s, end_s):
    """The longest time from a move to its opponent, of the moves sent between two times."""
    return 1000 * max((shown - sent for pair in pairs for sent, shown in pair.moves if begin_s <= sent < end_s), default=0)


def kill(server, number, pairs):
    """Kills a server and starts it again.  Returns the pairs that had a player there, those that had not, and the time."""
    there = [pair for pair in pairs if any(client.home == number for client in pair.clients)]
    began_s = time.monotonic()
    server.kill()
    time.sleep(DOWN_S)
    server.start()
    return there, [pair for pair in pairs if pair not in there], began_s


def lost_moves(pairs, database):
    """A sentence for each move that was acknowledged and is not stored, or is stored and was not acknowledged.  The answer to the move
    after the last acknowledged one of a game may be under way."""
    rows = (row.split("|") for row in database.sql("SELECT game, number, text FROM event WHERE kind = 'move'").splitlines())
    stored = {(int(game), int(number)): move for game, number, move in rows}
    moves = [move for pair in pairs for move in pair.acknowledged]
    acknowledged = {(game, number) for game, number, _ in moves}
    last = {game: number for pair in pairs for game, number, _ in pair.acknowledged[-1:]}
    return load.not_stored(moves, stored) + [
        f"game {game}: move {number}, {move}, is stored, and was not acknowledged" for (game, number), move in stored.items()
        if (game, number) not in acknowledged and number != last.get(game, 0) + 1]


def measure(options, folder):
    """Returns a sentence for each failure."""
    with postgres(folder) as database, started_servers(database, folder, NODES) as servers:
        pairs = make_pairs(options, servers, database)
        for pair in pairs:
            pair.start()
        away_s, quiet_ms, elsewhere_ms, failures = [], 0, 0, []
        for i in range(options.kills):
            began_s = time.monotonic()
            time.sleep(QUIET_S)
            quiet_ms = max(quiet_ms, longest_ms(pairs, began_s, time.monotonic()))
            there, elsewhere, killed_s = kill(servers[i % NODES], i % NODES, pairs)
            time.sleep(QUIET_S)
            elsewhere_ms = max(elsewhere_ms, longest_ms(elsewhere, killed_s - 1, time.monotonic()))
            failures += [f"{client.name} was elsewhere, and lost the connection" for pair in elsewhere for client in pair.clients
                         if any(at > killed_s for at in client.lost_s)]
            for pair in there:
                lost_s = [at for client in pair.clients for at in client.lost_s if at > killed_s]
                back_s = next((shown for _, shown in pair.moves if lost_s and shown > max(lost_s)), None)
                if back_s is None:
                    failures.append(f"{pair.clients[0].name} and {pair.clients[1].name} did not move again")
                else:
                    away_s.append(back_s - killed_s)
        for pair in pairs:
            pair.over.set()
        for pair in pairs:
            pair.join(PATIENCE_S)
            failures += [pair.failure] if pair.failure else []
        failures += lost_moves(pairs, database)
    away_s.sort()
    moves = sum(len(pair.moves) for pair in pairs)
    if away_s:
        print(f"{options.kills} kills; pairs with a player at the killed server moved again after {away_s[len(away_s) // 2]:.2f} s (median), "
              f"{away_s[-1]:.2f} s (longest)")
    print(f"elsewhere, from a move to its opponent: at most {quiet_ms:.0f} ms without a kill, {elsewhere_ms:.0f} ms around one")
    if not failures:
        print(f"{moves} moves were acknowledged, and each is stored once", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--pace", type=float, default=0.1)
    load.run(parser, measure)


if __name__ == "__main__":
    main()
