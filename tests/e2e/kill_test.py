"""Acknowledged writes survive SIGKILL.

Pairs of players play random legal games on plain sockets.  Each time a random number of events has been acknowledged, the
server is killed and started again on the same database.  After each start the test checks:

- every move that was shown to anybody is there, once and in order, and none that was taken back.  A move or undo that was
  being sent when the server was killed may be there or not;
- the same of challenges and answers to them, accounts, resignations and settings;
- a player who logs in now and then gets each acknowledged offline message exactly once;
- every other pair plays with clocks: the clocks show their times of before, minus the time that the server was up.  These games
  are adjourned now and then, and the sealed move is kept until both players resume;
- in the other games players leave conditional moves, which stay until something happens on the board;
- a comment on a move stays beside it, and is removed with it.

In the end each finished game has been rated once, the ratings follow from the results, and the clocks from the log.

With --postgres the database is in PostgreSQL, which is killed, too: every other time, at the same moment.  In the end it is copied
to SQLite, where the same is checked.

    kill_test.py [--kills N] [--new-seed] [--postgres]        15, or $SHOOGI_KILLS; for the seed see harness.seed"""

import contextlib
import os
import random
import re
import signal
import sqlite3
import sys
import threading
import time
import traceback

import clocks
import ratings
import shogi
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from with_postgres import Postgres
from harness import (
    PATIENCE_S,
    PROMPT,
    Closed,
    Line,
    Player,
    Scratch,
    Server,
    note,
    run_program,
    run_tests,
    seed_wanted,
)

PAIRS = 4
MOVES_MAX = 160  # a game as long as that is resigned
NAME_STYLES = "01234"  # of SET PSTYLE
BANK_S = 1500  # of each player in a game with clocks
GIVEN_S = 3  # so much a crash may give: the server says every two seconds that it is alive; and what is rounded
MESSAGES_MAX = 15  # for one who is away; the server takes 20 of one sender
SETTLED = re.compile(r"\s*Game \d+ (is rated\.[^:]*: \d+\?? -> \d+\??|was too short to count for ratings\.)\s*")  # and nothing after it
RESULT = re.compile(
    r"^ *((Black|White) (wins|resigned|has no legal move): "
    r"|Perpetual check by |No result: |The game is drawn: )",
    re.M,
)


def told(player, line):
    """The answer to a command.  News of a game that is settled may come before it, with a prompt of their own."""
    said = player.ask(line)
    while SETTLED.fullmatch(said):
        said = player.talker.before(PROMPT)
    return said


class Game:
    """The known state of a game: the moves shown to a player, and the one in flight."""

    def __init__(self, number, first):
        self.number = number
        self.board = shogi.Board()
        self.moves = []  # USI
        self.written = []
        self.sent = None  # USI, "resign" or "undo"
        self.undone = None  # the last move taken back: made again it stays
        self.locked = False  # the last move
        self.resigned = False
        self.over = False
        self.comments = {}  # what was said: about how many moves
        self.saying = None  # the one of them that is on its way
        self.plan = None  # what the one who waits answers: USI of the move, and "sent" or "kept"
        self.adjourned = None  # "asked", "agreed" or "sealed"
        self.acknowledge(first)

    def text_of(self, usi):
        return "resigns" if usi == "resign" else self.board.written(usi)

    def acknowledge(self, usi):
        self.sent = self.plan = self.adjourned = None
        if usi == "undo":
            self.take_back()
            return
        self.written.append(self.text_of(usi))
        self.locked = usi == self.undone
        self.undone = None
        if usi == "resign":
            self.resigned = self.over = True
        else:
            self.moves.append(usi)
            self.board.do(usi)

    def take_back(self):
        self.undone = self.moves.pop()
        self.written.pop()
        self.comments = {text: about for text, about in self.comments.items() if about <= len(self.written)}
        self.board = shogi.Board()
        for usi in self.moves:
            self.board.do(usi)

    def after(self, sent):
        """The list of moves once what is on its way has arrived."""
        return self.written[:-1] if sent == "undo" else self.written + [self.text_of(sent)]

    def compare(self, said):
        """With the answer to MOVES -N."""
        listed = re.findall(r"^ *(\d+)\.  (?:Black|White)  (\S+)$", said, re.M)
        assert [int(n) for n, _ in listed] == list(range(1, len(listed) + 1)), said
        texts = [text for _, text in listed]
        if self.sent and texts == self.after(self.sent):
            self.acknowledge(self.sent)
        assert texts == self.written, (
            f"game {self.number}: acknowledged {self.written}, on its way {self.sent}, listed {texts} by:\n{said}"
        )
        self.sent = None
        heard = re.findall(r"^ +(?:Black|White): (remark \d+)$", said, re.M)
        if self.saying and self.saying not in heard:
            self.comments.pop(self.saying, None)
        self.saying = None
        assert sorted(heard) == sorted(self.comments), f"game {self.number}: {self.comments} was said\n{said}"
        result = RESULT.search(said)
        if self.over:
            assert result, f"game {self.number} has lost its result:\n{said[-300:]}"
        self.over = bool(result)


def stacks():
    """The stack of each thread."""
    return "\n".join("".join(traceback.format_stack(frame)) for frame in sys._current_frames().values())


class Events:
    """Counts what the server has acknowledged to anybody since it was started, logins among it."""

    def __init__(self):
        self.count = 0
        self.condition = threading.Condition()

    def add(self):
        with self.condition:
            self.count += 1
            self.condition.notify()

    def wait(self, wanted, failed):
        """Until so many came, however long that takes, or failed() says that no more are coming.  Only a server that
        acknowledges nothing at all any more is given up."""
        with self.condition:
            while self.count < wanted and not failed():
                before = self.count
                came = self.condition.wait_for(lambda: self.count != before or failed(), PATIENCE_S)
                assert came, f"nothing was acknowledged for {PATIENCE_S:.0f} s, after {before} events of {wanted}\n{stacks()}"

    def wake(self):
        """Has whoever waits look again whether something has failed."""
        with self.condition:
            self.condition.notify()

    def clear(self):
        with self.condition:
            self.count = 0


class Pair:
    """Two players who play each other for ever, through any number of deaths of the server."""

    def __init__(self, index, seed, events):
        self.random = random.Random(f"{seed} {index}")
        self.events = events
        self.names = (f"Black{index}", f"White{index}")
        self.registered = [False, False]
        self.first = None  # move of a challenge that was sent
        self.challenge = None  # its number, when it was acknowledged
        self.answered = False  # an answer to it was sent
        self.game = None
        self.finished = []
        self.failure = None
        self.acknowledged = 0
        self.unacknowledged = 0
        self.undone = 0
        self.clock = f"-t {BANK_S // 60}m " if index % 2 else ""
        self.clocks = None  # what both have together, as was shown last, and the server's up time then
        self.clocks_compared = 0
        self.style = [NAME_STYLES[0]] * 2  # by player name: the settings that were acknowledged
        self.style_sent = [None, None]
        self.away = f"Away{index}"
        self.kept = {"remarks": 0, "plans": 0, "sealed moves": 0}  # that were acknowledged
        self.messages = {}  # messages that Black has left for the player: "sent", "left" or "shown"
        self.waiting = 0  # so many of them at most

    def count(self):
        self.acknowledged += 1
        self.events.add()

    # ---- one life of the server ----

    def live(self, address, up_s):
        """Until the server dies.  up_s: tells how long it has been up, in all its lives."""
        lines = []
        self.up_s = up_s
        try:
            for colour in (0, 1):
                lines.append(Line(address))
                self.log_in(lines[colour], colour)
            self.players = [Player(line, name) for line, name in zip(lines, self.names)]
            self.recover()
            if not self.messages or self.waiting >= MESSAGES_MAX or self.random.random() < 0.1:
                lines.append(Line(address))
                self.look_in(lines[-1])
            while True:
                if not self.game:
                    self.begin()
                self.step()
        except Closed:
            try:
                self.last_words(lines)
            except Exception:
                self.failure = traceback.format_exc()
        except Exception:
            self.failure = traceback.format_exc()
        finally:
            self.events.wake()
            for line in lines:
                line.close()

    def log_in(self, line, colour):
        line.expect(r"^login: ")
        line.line(self.names[colour])
        new = line.expect(r"^(new )?password: ").group(1)
        assert not (new and self.registered[colour]), f"the account of {self.names[colour]} is lost"
        line.line("secret words")
        if new:
            line.expect(r"^new password again: ")
            line.line("secret words")
        line.expect(r"^Welcome, ")
        self.registered[colour] = True
        self.events.add()
        line.expect(PROMPT)

    def look_in(self, line):
        """The absent player comes and goes.  Messages may be shown again if the server dies before it has deleted
        them."""
        said = Player(line, self.away).login()
        for text in re.findall(r": (message \d+)$", said, re.M):
            assert text in self.messages, f"{text} was never left"
            assert said.count(f": {text}\n") == 1, f"{text} was left twice:\n{said}"
            self.messages[text] = "shown"
        lost = [text for text, fate in self.messages.items() if fate == "left"]
        assert not lost, f"lost: {lost}\n{said}"
        self.messages = {text: "gone" if fate == "sent" else fate for text, fate in self.messages.items()}
        self.messages.setdefault("message 0", "gone")
        self.waiting = 0
        line.line("QUIT")
        line.expect_end()

    def recover(self):
        """Compares what the server knows with what was acknowledged, and goes on from there."""
        black, white = self.players
        for colour in (0, 1):
            self.compare_style(colour)
        if self.game:
            for player in self.players:
                self.game.compare(told(player, f"MOVES -n {self.game.number}"))
            board = told(black, f"BOARD {self.game.number}")
            self.compare_clocks(board)
            self.compare_adjourned(board)
            self.compare_plan()
            if self.game.over:
                self.await_settling()
                self.finish()
        elif self.first:
            self.recover_challenge(black, white)

    def compare_adjourned(self, board):
        game = self.game
        sealed = "has sealed a move; RESUME continues." in board
        agreed = "The game is being adjourned." in board or sealed
        if game.adjourned == "sealed":
            assert sealed, f"game {game.number} has lost its sealed move:\n{board}"
        elif game.adjourned == "agreed":
            assert agreed, board
        elif not game.adjourned:
            assert not agreed, board
        game.adjourned = "sealed" if sealed else "agreed" if agreed else None

    def compare_plan(self):
        game = self.game
        if self.clock or game.over:
            return
        usi, fate = game.plan or (None, None)
        for colour, player in enumerate(self.players):
            said = player.ask("COND")
            planned = "Your conditional moves in game" in said
            assert planned or "You have no conditional moves" in said, said
            if colour != 1 - game.board.side or not usi:
                assert not planned, said
            elif fate == "kept":
                assert planned, f"game {game.number} has lost a plan: {said}"
            elif not planned:
                game.plan = None

    def see_clocks(self, said):
        """Of a board that has just been shown."""
        found = clocks.shown(said)
        assert bool(found) == bool(self.clock), said
        self.clocks = (sum(found), self.up_s()) if found else None

    def compare_clocks(self, said):
        was = self.clocks
        self.see_clocks(said)
        if not was or not self.clocks:
            return
        self.clocks_compared += 1
        less = was[0] - self.clocks[0]
        gone_by = self.clocks[1] - was[1]
        assert -GIVEN_S <= less <= gone_by + 2, f"{less} s were charged while the server was up for {gone_by:.2f}"

    def compare_style(self, colour):
        said = self.players[colour].ask("SET")
        style = re.search(r"^ *PSTYLE +(\d)", said, re.M).group(1)
        wanted = self.style[colour], self.style_sent[colour]
        assert style in wanted, f"{self.names[colour]} had set {wanted[0]}, on its way {wanted[1]}, found {style}"
        self.style[colour], self.style_sent[colour] = style, None

    def recover_challenge(self, black, white):
        said = black.ask("NEW")
        again = re.findall(r"^[- ] *(\d+) .*\n +\(replay of game", said, re.M)
        listed = re.findall(rf"^[- ] *(\d+) .*{self.names[0]} ", said, re.M)
        listed = [number for number in listed if number not in again]
        known = {game.number for game in self.finished}
        stat = re.findall(rf"^[* ][! ] *(\d+) .*{self.names[0]}.*{self.names[1]}", white.ask("STAT"), re.M)
        begun = [int(n) for n in stat if int(n) not in known]
        assert len(listed) + len(begun) <= 1, (listed, begun)
        if self.challenge is not None and not self.answered:
            assert listed == [str(self.challenge)], (self.challenge, listed)
        if self.answered:
            assert listed or begun, "a challenge was answered, and it and the game are lost"
        if begun:
            self.started(begun[0])
            for player in self.players:
                self.game.compare(told(player, f"MOVES -n {begun[0]}"))
        elif listed:
            self.challenge, self.answered = int(listed[0]), False
        else:
            self.first = self.challenge = None

    # ---- playing ----

    def begin(self):
        black, white = self.players
        if not self.first:
            self.first = shogi.Board().random_move(self.random)
            typed = shogi.Board().western(self.first)
            asked = f"NEW -r -u {self.clock}{self.names[1]} {typed}"
            said = self.answer(black, asked, r"challenge is number (\d+)")
            self.challenge = int(said.group(1))
        elif self.challenge is None:
            self.recover_challenge(black, white)
            return
        self.answered = True
        self.started(int(self.answer(white, f"NEW {self.challenge}", r"^Game (\d+):").group(1)))
        assert "has accepted your challenge" in black.sync()
        self.see_clocks(black.ask(f"BOARD {self.game.number}"))

    def answer(self, player, line, pattern):
        """To a command: a notice, with a prompt after it, may have come before."""
        said = player.ask(line)
        while not re.search(pattern, said, re.M):
            said = player.talker.before(PROMPT)
        return re.search(pattern, said, re.M)

    def started(self, number):
        self.game = Game(number, self.first)
        self.count()
        self.first = self.challenge = self.clocks = None
        self.answered = False

    def await_settling(self):
        """Waits until the result is final.  A player has seen the end of the game when they type a line after it was shown, so both type."""
        pending = True
        while pending:
            for player in self.players:
                player.talker.line("HISTORY")
            pending = any(["rating pending" in player.sync() for player in self.players])

    def finish(self):
        self.finished.append(self.game)
        self.game = None

    def step(self):
        game = self.game
        if game is None:
            return
        mover, other = self.players[game.board.side], self.players[1 - game.board.side]
        if game.adjourned:
            self.go_on(game, mover, other)
            return
        what = self.random.random()
        if 0.90 < what < 0.92:
            self.comment(game, self.random.randrange(2))
            return
        if 0.92 < what < 0.94 and self.clock:
            self.adjourn(game, mover, other)
            return
        if 0.92 < what < 0.94:
            self.plan(game, other)
            return
        if what < 0.05 and len(game.moves) > 1 and not game.locked and not game.undone:
            self.undo(game, mover, other)
            return
        if what > 0.97:
            self.set_style(game.board.side)
        elif what > 0.94 and self.waiting < MESSAGES_MAX:
            self.leave_message()
        usi = game.board.random_move(self.random)
        long_enough = len(game.written) >= MOVES_MAX or self.random.random() < 0.005
        assert usi, "the server did not notice the end of the game"
        if game.plan and usi == game.plan[0]:
            return  # that would be answered
        if long_enough:
            usi = "resign"
        game.sent = usi
        sign = self.sign_to_mover(game)
        if usi == "resign":
            mover.talker.line("RESIGN")
            mover.talker.expect(r"\(type yes\) ")
            mover.talker.line("yes")
        elif self.random.random() < 0.5:
            mover.talker.write(f"PLAY {game.board.western(usi)}\r\ny\r\n".encode())
        else:
            mover.talker.line(f"PLAY {game.board.western(usi)}")
            mover.talker.expect("<p,o,n,y> ")
            mover.talker.line("y")
        said = mover.talker.before(PROMPT)
        assert sign in said, f"expected {sign!r}:\n{said}"
        seen_sign = self.sign_to_other(game)
        game.acknowledge(usi)
        self.count()
        game.over = game.over or bool(RESULT.search(said))
        seen = other.talker.before(PROMPT)
        assert seen_sign in seen, f"expected {seen_sign!r}:\n{seen}"
        self.see_clocks(seen)
        if game.over:
            self.await_settling()
            self.finish()

    def comment(self, game, colour):
        text = game.saying = f"remark {self.kept['remarks']}"
        self.kept["remarks"] += 1
        game.comments[text] = len(game.written)
        said = self.players[colour].ask(f"COMMENT {text}")
        assert "Comment added to move " in said, said
        game.saying = None
        self.count()
        seen = self.players[1 - colour].talker.before(PROMPT)
        assert text in seen, seen

    def plan(self, game, other):
        usi = game.board.random_move(self.random)
        after = shogi.Board()
        for move in [*game.moves, usi]:
            after.do(move)
        answer = after.random_move(self.random)
        if game.plan or not answer:
            return
        game.plan = usi, "sent"
        said = other.ask(f"COND {game.board.western(usi)} {after.western(answer)}")
        assert "Your conditional moves in game" in said, said
        game.plan = usi, "kept"
        self.kept["plans"] += 1
        self.count()

    def adjourn(self, game, mover, other):
        game.adjourned = "asked"
        for asks, hears in ((mover, other), (other, mover)):
            said = asks.ask("ADJOURN")
            agreed = "the sealed move: PLAY it" in said or "seals the next move" in said
            if agreed:
                game.adjourned = "agreed"
                self.count()
            if "already" not in said:  # before the server died
                assert agreed or "Offered to " in said, said
                seen = hears.talker.before(PROMPT)
                assert "adjourn" in seen, seen
            if agreed:
                break
        self.go_on(game, mover, other)

    def go_on(self, game, mover, other):
        """With a game that is adjourned: the next move is sealed, if it is not yet, and made."""
        if game.adjourned == "agreed":
            game.sealed = game.board.random_move(self.random)
            assert game.sealed, "the server did not notice the end of the game"
            mover.talker.write(f"PLAY {game.board.western(game.sealed)}\r\ny\r\n".encode())
            said = mover.talker.before(PROMPT)
            assert "Your move is sealed" in said, said
            game.adjourned = "sealed"
            self.kept["sealed moves"] += 1
            self.count()
            seen = other.talker.before(PROMPT)
            assert "has sealed a move" in seen, seen
        game.sent = game.sealed
        said = other.ask("RESUME")
        if "already" not in said:  # before the server died
            assert "Proposed to " in said, said
            seen = mover.talker.before(PROMPT)
            assert "is ready to continue" in seen, seen
        said = mover.ask("RESUME")
        assert "The game goes on." in said and self.sign_to_other(game) in said, said
        sign = self.sign_to_other(game)
        game.acknowledge(game.sealed)
        self.count()
        game.over = game.over or bool(RESULT.search(said))
        seen = other.talker.before(PROMPT)
        assert sign in seen, seen
        self.see_clocks(seen)
        if game.over:
            self.await_settling()
            self.finish()

    def set_style(self, colour):
        style = self.random.choice(NAME_STYLES)
        self.style_sent[colour] = style
        said = self.players[colour].ask(f"SET PSTYLE {style}")
        assert f"PSTYLE is now {style}" in said, said
        self.style[colour], self.style_sent[colour] = style, None
        self.count()

    def leave_message(self):
        text = f"message {len(self.messages)}"
        black = self.players[0].talker
        self.messages[text] = "sent"
        self.waiting += 1
        black.line(f"TELL {self.away} {text}")
        black.expect(r"\? \(y/n\) ")
        black.line("yes")
        black.expect(r"^Your message was left for ")
        self.messages[text] = "left"
        self.count()
        black.expect(PROMPT)

    def undo(self, game, mover, other):
        """The side to move has seen the last move, and takes it back."""
        game.sent = "undo"
        signs = self.sign_to_mover(game), self.sign_to_other(game)
        said = mover.ask("UNDO -o")
        assert signs[0] in said, said
        game.acknowledge("undo")
        self.count()
        self.undone += 1
        seen = other.talker.before(PROMPT)
        assert signs[1] in seen, seen
        self.see_clocks(seen)

    def sign_to_mover(self, game):
        if game.sent == "undo":
            return f"{game.written[-1]} has been taken back.\n"
        if game.sent == "resign":
            return " resigned: "
        return f"Move {len(game.written) + 1}: {game.text_of(game.sent)}\n"

    def sign_to_other(self, game):
        if game.sent == "undo":
            return f" has taken back {game.written[-1]}.\n"
        return f"Last move: {len(game.written) + 1}. {game.text_of(game.sent)}\n"

    def last_words(self, lines):
        """Counts everything that reached either player before the end, expected or not."""
        game = self.game
        for line in lines:
            line.socket.settimeout(5)
            while line.take(5):
                pass
        for colour, line in enumerate(lines[:2]):
            if self.style_sent[colour] and f"PSTYLE is now {self.style_sent[colour]}" in line.pending:
                self.style[colour], self.style_sent[colour] = self.style_sent[colour], None
        if lines and "Your message was left for " in lines[0].pending:
            self.messages[f"message {len(self.messages) - 1}"] = "left"
        if game and game.saying and any(game.saying in line.pending for line in lines[:2]):
            game.saying = None
        if not game or not game.sent or len(lines) < 2:
            return
        side = game.board.side
        sent = game.sent
        if self.sign_to_mover(game) in lines[side].pending or (
            self.sign_to_other(game) in lines[1 - side].pending
        ):
            game.acknowledge(sent)
            self.count()
        else:
            self.unacknowledged += 1


# ---- the test --------------------------------------------------------------------------------------


def kills_wanted():
    if "--kills" in sys.argv:
        at = sys.argv.index("--kills")
        kills = int(sys.argv[at + 1])
        del sys.argv[at : at + 2]
        return kills
    return int(os.environ.get("SHOOGI_KILLS", "15"))


KILLS = kills_wanted()
POSTGRES = "--postgres" in sys.argv
if POSTGRES:
    sys.argv.remove("--postgres")
SEED = seed_wanted("1")
EVENTS_MAX = 150  # between two kills


def check_seen(store, games):
    """A player who has moved has seen all events before, and no player has seen more events than there are."""
    for game in games:
        events, *seen = store.execute(
            "SELECT events, black_seen, white_seen FROM game WHERE id = ?", (game.number,)
        ).fetchone()
        for colour in (0, 1):
            own = [number for number, text in enumerate(game.moves, 1) if number % 2 != colour]
            assert max(own, default=0) <= seen[colour] <= events, (game.number, events, seen)


class UpTime:
    """How long the server has been up: at most, for it is a while until it is killed."""

    def __init__(self):
        self.before = 0.0
        self.since = None

    def start(self):
        self.since = time.monotonic()

    def stop(self):
        self.before += time.monotonic() - self.since
        self.since = None

    def __call__(self):
        since = self.since
        return self.before + (time.monotonic() - since if since else 0)


def check_clocks(server, database, pairs):
    """Of every game with clocks, against its log."""
    store = sqlite3.connect(database)
    with Line(server.telnet) as line:
        looker = Player(line, "guest")
        looker.login()
        for pair in pairs:
            for game in pair.finished + [pair.game] if pair.clock else []:
                if game:
                    clocks.check(store, game.number, 1000 * BANK_S, looker.ask(f"BOARD {game.number}"))
    store.close()


def check_all(server, pairs):
    """Every game there ever was, at a server that is left in peace."""
    with Line(server.telnet) as line:
        looker = Player(line, "guest")
        looker.login()
        games = [game for pair in pairs for game in pair.finished + [pair.game] if game]
        for game in games:
            game.compare(looker.ask(f"MOVES -n {game.number}"))
    for pair in pairs:
        with Line(server.telnet) as line:
            pair.look_in(line)
    return games


def acknowledged_moves_survive_kills():
    """Rows: PLAY.4.y"""
    seed = SEED
    note(f"{KILLS} kills")
    chance = random.Random(seed)
    events = Events()
    pairs = [Pair(i, seed, events) for i in range(PAIRS)]
    began = time.monotonic()
    slowest = 0.0
    up_s = UpTime()
    with Scratch() as directory, contextlib.ExitStack() as stack:
        database = os.path.join(directory, "games.db")
        postgres = stack.enter_context(Postgres()) if POSTGRES else None
        environment = {**os.environ, "SHOOGI_ADMIN": os.path.join(directory, "admin")}
        server = Server(postgres.uri if postgres else database, env=environment)
        for kill in range(KILLS):
            if kill % 16 == 8:
                time.sleep(4)  # long enough to be seen on a clock
            events.clear()
            up_s.start()
            server.start()
            slowest = max(slowest, server.started_s)
            threads = [
                threading.Thread(target=pair.live, args=(server.telnet, up_s), daemon=True) for pair in pairs
            ]
            for thread in threads:
                thread.start()
            # Mostly in the middle of play, now and then while people are still logging in; and at any point of what
            # the server does next.
            logins = 2 * PAIRS
            wanted = chance.randrange(logins) if chance.random() < 0.2 else chance.randint(logins + 2, EVENTS_MAX)
            events.wait(wanted, lambda: any(pair.failure for pair in pairs))
            time.sleep(chance.uniform(0, 0.01))
            assert server.alive(), server.error_text()
            if postgres and kill % 2:
                server.put_to_sleep()  # it has no time to say that the database is away
                postgres.stop(signal.SIGQUIT)
                postgres.start()
            server.kill()
            up_s.stop()
            for thread in threads:
                thread.join()
            for pair in pairs:
                assert not pair.failure, f"after kill {kill + 1}:\n{pair.failure}"
            if (kill + 1) % 100 == 0:
                note(f"{kill + 1} kills, {sum(p.acknowledged for p in pairs)} moves, {time.monotonic() - began:.0f} s")
        server.start()
        games = check_all(server, pairs)
        if postgres:
            copied = run_program("admin", "--db", postgres.uri, "migrate", database, env=environment)
            assert copied.returncode == 0, copied.stderr
        check_clocks(server, database, pairs)
        server.stop()
        store = sqlite3.connect(database)
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        check_seen(store, games)
        for game in (game for pair in pairs for game in pair.finished):
            settled = store.execute("SELECT rated, settled_ms FROM game WHERE id = ?", (game.number,)).fetchone()
            assert all(settled), f"game {game.number} is over and not settled: {settled}"
        counted = ratings.check(store)
        store.close()
    acknowledged = sum(pair.acknowledged for pair in pairs)
    note(
        f"{acknowledged} moves acknowledged in {len(games)} games, {sum(p.undone for p in pairs)} of them "
        f"taken back, {sum(p.unacknowledged for p in pairs)} cut off on their way, "
        f"{', '.join(f'{sum(p.kept[what] for p in pairs)} {what}' for what in pairs[0].kept)} kept, "
        f"{sum(fate == 'shown' for p in pairs for fate in p.messages.values())} messages shown, {counted} games counted, "
        f"clocks compared {sum(p.clocks_compared for p in pairs)} times, in {time.monotonic() - began:.0f} s; slowest start {slowest:.2f} s"
    )
    assert KILLS < 10 or sum(p.clocks_compared for p in pairs) > 0, "no clock outlived a kill"
    assert acknowledged > 10 * KILLS, "too little was played to show anything"


run_tests([acknowledged_moves_survive_kills])
