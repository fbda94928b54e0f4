"""Shogi and Shosu on a board of their own: enough to follow a game, to write its moves as players type
them, and to play legal moves at random.  Knows nothing of the program under test."""

import random

BLACK, WHITE = 0, 1

# Steps as (towards the enemy, to the right) for Black; White's are turned round.
GOLD = [(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)]
CROSS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(f * a, s * b) for a, b in ((1, 2), (2, 1)) for f in (1, -1) for s in (1, -1)]


class Variant:
    """size: files and ranks.  steps, slides: letter with "+" to directions."""

    def __init__(self, start, promoting, steps, slides):
        self.start = start
        self.size = len(start.split("/"))
        self.promoting = promoting
        self.steps = steps
        self.slides = slides


SHOGI = Variant(
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
    "PLNSBR",
    {
        "P": [(1, 0)],
        "N": [(2, -1), (2, 1)],
        "S": [(1, -1), (1, 0), (1, 1), (-1, -1), (-1, 1)],
        "G": GOLD,
        "K": CROSS + DIAGONAL,
        "+P": GOLD,
        "+L": GOLD,
        "+N": GOLD,
        "+S": GOLD,
        "+B": CROSS,
        "+R": DIAGONAL,
    },
    {"L": [(1, 0)], "B": DIAGONAL, "R": CROSS, "+B": DIAGONAL, "+R": CROSS},
)

SHOSU = Variant(
    "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL",
    "PLNSGBR",
    {
        **SHOGI.steps,
        "+G": DIAGONAL + [(1, 0), (0, 1), (0, -1)],
        "+N": JUMPS,
        "+L": [(0, 1), (0, -1)],
    },
    {**SHOGI.slides, "Q": CROSS + DIAGONAL, "+L": [(1, 0), (-1, 0)]},
)


def square_name(square):
    return f"{square[0]}{'abcdefghij'[square[1]]}"


def read_square(text):
    return int(text[:-1]), "abcdefghij".index(text[-1])


def split(usi):
    """Start (None for a drop), end, and whether it promotes."""
    body = usi.rstrip("+")
    cut = next(i for i, c in enumerate(body) if c in "abcdefghij*") + 1
    start = None if usi[1] == "*" else read_square(body[:cut])
    return start, read_square(body[cut:]), usi.endswith("+")


class Board:
    """squares: (file from 1, rank from 0) to (letter with "+", colour).  hands: by colour, letter to
    count."""

    def __init__(self, variant=SHOGI):
        self.variant = variant
        self.squares = {}
        for rank, row in enumerate(variant.start.split("/")):
            file = variant.size
            for c in row.replace("10", "x"):
                if c == "x":
                    file -= 10
                elif c.isdigit():
                    file -= int(c)
                else:
                    self.squares[file, rank] = (c.upper(), BLACK if c.isupper() else WHITE)
                    file -= 1
        self.hands = ({}, {})
        self.side = BLACK

    # ---- moves as text ----

    def western(self, usi):
        """The move as it may be typed: origin always given, "=" where promotion is declined."""
        start, end, promotes = split(usi)
        if start is None:
            return usi
        piece, colour = self.squares[start]
        kind = "x" if end in self.squares else "-"
        tail = ""
        if promotes:
            tail = "+"
        elif self.may_promote(piece, colour, start, end):
            tail = "="
        return f"{piece}{square_name(start)}{kind}{square_name(end)}{tail}"

    def written(self, usi):
        """The move as the server writes it: the origin by the Hodges rule, which is to be given if and only
        if another piece of the same kind and face attacks the square."""
        start, end, _ = split(usi)
        full = self.western(usi)
        if start is None:
            return full
        piece = self.squares[start]
        for square, other in self.squares.items():
            if other == piece and square != start and end in self.targets(square):
                return full
        return full.replace(square_name(start), "", 1)

    def may_promote(self, piece, colour, start, end):
        zone = range(0, 3) if colour == BLACK else range(self.variant.size - 3, self.variant.size)
        return piece in self.variant.promoting and (start[1] in zone or end[1] in zone)

    def must_promote(self, piece, colour, end):
        left = end[1] if colour == BLACK else self.variant.size - 1 - end[1]
        return (piece in "PL" and left == 0) or (piece == "N" and left <= 1)

    # ---- making and taking back ----

    def do(self, usi):
        """Returns what undo needs."""
        side, hand = self.side, self.hands[self.side]
        start, end, promotes = split(usi)
        self.side = 1 - side
        if start is None:
            hand[usi[0]] -= 1
            self.squares[end] = (usi[0], side)
            return (usi, None, None)
        before, captured = self.squares.pop(start), self.squares.get(end)
        if captured:
            letter = captured[0][-1]
            hand[letter] = hand.get(letter, 0) + 1
        self.squares[end] = ("+" + before[0], side) if promotes else before
        return (usi, before, captured)

    def undo(self, memory):
        usi, before, captured = memory
        self.side = 1 - self.side
        start, end, _ = split(usi)
        if start is None:
            del self.squares[end]
            self.hands[self.side][usi[0]] += 1
            return
        self.squares[start] = before
        if captured:
            self.squares[end] = captured
            self.hands[self.side][captured[0][-1]] -= 1
        else:
            del self.squares[end]

    # ---- rules ----

    def targets(self, square):
        piece, colour = self.squares[square]
        file, rank = square
        size = self.variant.size
        turn = -1 if colour == BLACK else 1
        for forward, right in self.variant.steps.get(piece, ()):
            end = (file + turn * right, rank + turn * forward)
            if 1 <= end[0] <= size and 0 <= end[1] < size:
                there = self.squares.get(end)
                if not there or there[1] != colour:
                    yield end
        for forward, right in self.variant.slides.get(piece, ()):
            end = square
            while True:
                end = (end[0] + turn * right, end[1] + turn * forward)
                if not (1 <= end[0] <= size and 0 <= end[1] < size):
                    break
                there = self.squares.get(end)
                if not there:
                    yield end
                    continue
                if there[1] != colour:
                    yield end
                break

    def checkers(self, colour):
        """Squares from which the king of colour is attacked."""
        king = next(s for s, piece in self.squares.items() if piece == ("K", colour))
        return [s for s, piece in self.squares.items() if piece[1] != colour and king in self.targets(s)]

    def in_check(self, colour):
        return bool(self.checkers(colour))

    def candidates(self):
        """Moves of the side to move, but for the safety of its king and mates by a pawn drop."""
        side, size = self.side, self.variant.size
        moves = []
        for start, (piece, colour) in self.squares.items():
            if colour != side:
                continue
            for end in self.targets(start):
                usi = square_name(start) + square_name(end)
                if self.may_promote(piece, colour, start, end):
                    moves.append(usi + "+")
                if not self.must_promote(piece, colour, end):
                    moves.append(usi)
        empty = [
            (f, r) for f in range(1, size + 1) for r in range(size) if (f, r) not in self.squares
        ]
        pawns = {s[0] for s, piece in self.squares.items() if piece == ("P", side)}
        for piece, count in self.hands[side].items():
            if count:
                for end in empty:
                    if not self.must_promote(piece, side, end):
                        if piece != "P" or end[0] not in pawns:
                            moves.append(f"{piece}*{square_name(end)}")
        return moves

    def safe(self, usi):
        memory = self.do(usi)
        good = not self.in_check(1 - self.side)
        self.undo(memory)
        return good

    def legal_moves(self):
        return [m for m in self.candidates() if self.safe(m) and not self.pawn_mates(m)]

    def pawn_mates(self, usi):
        if not usi.startswith("P*"):
            return False
        memory = self.do(usi)
        mates = self.in_check(self.side) and not any(self.safe(m) for m in self.candidates())
        self.undo(memory)
        return mates

    def mated(self):
        return self.in_check(self.side) and not self.legal_moves()

    def random_move(self, source: random.Random):
        """A legal move, or None.  Each is possible, captures a little likelier than their share."""
        moves = self.candidates()
        source.shuffle(moves)
        if source.random() < 0.3:
            moves.sort(key=lambda m: split(m)[1] not in self.squares or m[1] == "*")
        for usi in moves:
            if self.safe(usi) and not self.pawn_mates(usi):
                return usi
        return None

    def key(self):
        """Equal for equal positions."""
        return (
            frozenset(self.squares.items()),
            tuple(tuple(sorted((p, n) for p, n in hand.items() if n)) for hand in self.hands),
            self.side,
        )
