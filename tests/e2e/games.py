"""Boards of the games that the independent generator knows, with their moves as players type them.

The interface is that of shogi.Board, but moves are the generator's, not USI."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "independent"))
import generator

BLACK, WHITE = 0, 1


class Board:
    def __init__(self, name):
        self.name = name
        self.record = generator.Record(generator.start(generator.GAMES[name]))

    @property
    def position(self):
        return self.record.positions[-1]

    @property
    def side(self):
        return BLACK if self.position.side == "b" else WHITE

    def do(self, move):
        self.record.play(move)

    def over(self):
        return self.record.outcome() is not None

    def random_move(self, source):
        """A legal move.  Half of the time one of those that capture, promote or end where they began, as far as
        there are any."""
        position = self.position
        moves = sorted(generator.distinct_moves(position), key=lambda m: generator.usi(position, m))
        lively = [m for m in moves if m.promotes or self.captured(m) or m.path[-1] == m.origin]
        return source.choice(lively if lively and source.random() < 0.5 else moves)

    # ---- moves as text ----

    def find(self, usi):
        return generator.find_move(self.position, usi)

    def captured(self, move):
        """Squares, in order, on which something is captured."""
        return [square for square, _ in generator.effect(self.position, move).captured]

    def choices(self, move):
        """The kinds that the piece may be after the move, and whether each is a promotion."""
        piece = self.position.board[move.origin]
        return generator.kinds_at_the_end(self.position, piece, move.path, move.origin)

    def mark(self, move):
        if move.promotes:
            forms = self.position.game.promotes[self.position.board[move.origin].kind]
            return "+" + (move.kind if len(forms) > 1 else "")
        return "=" if any(promoted for _, promoted in self.choices(move)) else ""

    def in_words(self, move, origin):
        name = generator.square_name
        if move.origin is None:
            return f"{move.kind}*{name(move.path[0])}"
        kind, captured = self.position.board[move.origin].kind, self.captured(move)
        if move.path[-1] == move.origin:
            return f"{kind}{origin}x!{name(captured[0])}" if captured else "--"
        steps = "".join(
            ("x" if square in captured else "-") + name(square)
            for square in move.path
            if square in captured or square == move.path[-1]
        )
        return f"{kind}{origin}{steps}{self.mark(move)}"

    def western(self, move):
        """The move as it may be typed: origin always given, "=" where promotion is declined."""
        return self.in_words(move, generator.square_name(move.origin) if move.origin else "")

    def written(self, move):
        """The move as the server writes it: with the origin if and only if another piece of the kind reaches the
        square, and never if the piece returns to its origin."""
        position = self.position
        if move.origin is None or move.path[-1] == move.origin:
            return self.in_words(move, "")
        piece = position.board[move.origin]
        ambiguous = any(
            other == piece and square != move.origin and generator.reaches(position, other, square, move.path[-1])
            for square, other in position.board.items()
        )
        return self.in_words(move, generator.square_name(move.origin) if ambiguous else "")
