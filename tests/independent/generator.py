"""A second opinion on the moves of the shipped games, worked out from the written rules square by square.

It shares nothing with the library it checks: no table, no piece string, no order of work.  A piece is a
plain function that answers "may it go so many squares across and so many ahead?"; every square of the
board is put to that question, every move is made on a copy of the board, and the copy is looked at.
Slow, and meant to be read beside the rules.

Games: shogi, shosu, mortal, sho; chu, chu-lishogi, chu-jcsa (one game, three
rule sets); the small ones, mini, gorogoro, gorogoroplus, kyoto, micro, dobutsu, judkins, euro; modern ones, dropless,
happokei, choshi, seireigi, chuseireigi, pandemonium, pandemonium-fairy.  Section names in the comments are those of the rules
text of the game the line serves.

    generator.py --self-test TABLE ...      checks itself, also against tables of counts; prints TAP
    generator.py --moves GAME SFEN [--paths]
"""

import argparse
import collections
import functools
import os
import random
import sys
import time
from typing import NamedTuple, Optional

# --- Squares, sides, pieces ---------------------------------------------------------------------------
# A square is (file, rank), both from 1: files from Black's right, ranks from the top (notation 1).
# A side is 'b' or 'w'; a kind is written as in SFEN without its case: 'P', '+P'.


class Piece(NamedTuple):
    side: str
    kind: str


# chu, "Lion rules": Lion and promoted Kirin alike.  The two pieces whose capture does not allow the
# capture of a Lion, and which do not suffice to win, are unpromoted: a Tokin and a promoted Go-Between count as others.
LIONS = frozenset(['N', '+O'])
WORTHLESS = frozenset(['P', 'I'])

OTHER = {'b': 'w', 'w': 'b'}


def square_name(square):
    file, rank = square
    return f'{file}{chr(ord("a") + rank - 1)}'


def square_named(text):
    """The square called text, as '7g' or '12l'.  ValueError if it is no square."""
    return int(text[:-1]), 'abcdefghijkl'.index(text[-1]) + 1


# --- How the pieces move ------------------------------------------------------------------------------
# Each function is asked about one displacement: x squares to the piece's right, y squares ahead, never
# both 0.  It answers whether the piece moves there on an empty board.  Pieces in between are
# checked elsewhere (ways, below); LEAPS lists the goals that are reached by a jump.


def near(x, y):
    return abs(x) <= 1 and abs(y) <= 1


def pawn(x, y):
    return x == 0 and y == 1


def go_between(x, y):
    return x == 0 and abs(y) == 1


def lance(x, y):
    return x == 0 and y > 0


def knight(x, y):
    return abs(x) == 1 and y == 2


def euro_knight(x, y):
    """As in shogi, and one square sideways."""
    return knight(x, y) or (abs(x) == 1 and y == 0)


def giraffe(x, y):
    return near(x, y) and (x == 0 or y == 0)


def elephant_of_dobutsu(x, y):
    return near(x, y) and x != 0 and y != 0


def jumping_horse(x, y):
    return sorted((abs(x), abs(y))) == [1, 2]


def king(x, y):
    return near(x, y)


def gold(x, y):
    """All eight neighbours but the two diagonally behind."""
    return near(x, y) and not (y == -1 and x != 0)


def silver(x, y):
    """The four diagonals and straight ahead."""
    return near(x, y) and (x != 0 and y != 0 or y == 1)


def copper(x, y):
    """The three ahead and straight back."""
    return near(x, y) and (y == 1 or (x == 0 and y == -1))


def leopard(x, y):
    """The three ahead and the three behind: everything but sideways."""
    return near(x, y) and y != 0


def elephant(x, y):
    """All but straight back."""
    return near(x, y) and not (x == 0 and y == -1)


def tiger(x, y):
    """All but straight ahead."""
    return near(x, y) and not (x == 0 and y == 1)


def bishop(x, y):
    return abs(x) == abs(y)


def rook(x, y):
    return x == 0 or y == 0


def queen(x, y):
    return bishop(x, y) or rook(x, y)


def dragon_horse(x, y):
    return bishop(x, y) or near(x, y)


def dragon_king(x, y):
    return rook(x, y) or near(x, y)


def reverse_chariot(x, y):
    return x == 0


def vertical_mover(x, y):
    return x == 0 or (y == 0 and abs(x) == 1)


def side_mover(x, y):
    return y == 0 or (x == 0 and abs(y) == 1)


def white_horse(x, y):
    """Any number ahead, straight or diagonally, or straight back."""
    return x == 0 or (y > 0 and bishop(x, y))


def whale(x, y):
    """Any number back, straight or diagonally, or straight ahead."""
    return x == 0 or (y < 0 and bishop(x, y))


def flying_stag(x, y):
    return x == 0 or near(x, y)


def free_boar(x, y):
    return bishop(x, y) or y == 0


def flying_ox(x, y):
    return bishop(x, y) or x == 0


def kirin(x, y):
    """One square diagonally, or the second square straight."""
    return (near(x, y) and x != 0 and y != 0) or sorted((abs(x), abs(y))) == [0, 2]


def phoenix(x, y):
    """One square straight, or the second square diagonally."""
    return (near(x, y) and (x == 0 or y == 0)) or (abs(x) == 2 and abs(y) == 2)


def lion(x, y):
    """Everything within two squares; its moves in two steps are in two_steps."""
    return abs(x) <= 2 and abs(y) <= 2


def horned_falcon(x, y):
    """Lion power straight ahead, so two squares there; a slide in the other seven directions."""
    return y <= 2 if x == 0 else queen(x, y)


def soaring_eagle(x, y):
    """Lion power on the two diagonals ahead, so two squares there; a slide in the other six."""
    return y <= 2 if bishop(x, y) else rook(x, y)


def two_away(x, y):
    return max(abs(x), abs(y)) == 2


# The pieces of the modern games.  Sources: the pages of their inventors.


def diagonally(x, y):
    return near(x, y) and x != 0 and y != 0


def free_tiger(x, y):
    return y == 0 or (x == 0 and abs(y) == 1) or (abs(x) == 2 and abs(y) == 1)


def heavenly_horse(x, y):
    """One square ahead or diagonally, the second square ahead or diagonally ahead, or back like a knight."""
    return (diagonally(x, y) or (x == 0 and y == 1) or (y == 2 and abs(x) in (0, 2))
            or (abs(x) == 1 and y == -2))


def running_wolf(x, y):
    return x == 0 or (near(x, y) and y >= 0)


def great_elephant(x, y):
    return (y > 0 and bishop(x, y)) or elephant(x, y)


def rams_head_soldier(x, y):
    return y > 0 and bishop(x, y)


def running_rabbit(x, y):
    return y > 0 and queen(x, y)


def flying_swallow(x, y):
    return y == 2 and abs(x) in (0, 2)


def great_leopard(x, y):
    return y == 0 or copper(x, y) and (x, y) != (0, 1)


def lion_hawk(x, y):
    return bishop(x, y) or two_away(x, y)


def treacherous_fox(x, y):
    return x == 0 or (y == 0 and abs(x) == 1) or (abs(x) == 1 and abs(y) == 2)


def prancing_stag(x, y):
    return y == 0 or rams_head_soldier(x, y) or (x == 0 and abs(y) == 1)


def golden_bird(x, y):
    """Up to two squares: straight ahead and back, diagonally ahead one and diagonally back two, sideways two; and ahead
    like a knight in four ways."""
    if max(abs(x), abs(y)) == 1:
        return copper(x, y)
    return two_away(x, y) and ((y == -2 and x != 1 and x != -1) or (y == 0) or (y > 0 and jumping_horse(x, y)))


def spirit_whale(x, y):
    return ((x == 0 and y < 0) or rams_head_soldier(x, y) or (x, y) == (0, 1) or (abs(x) == 1 and y == -1)
            or (abs(x) == 2 and y == -1))


def teaching_king(x, y):
    return x == 0 or rams_head_soldier(x, y) or near(x, y)


def soldier(x, y):
    return pawn(x, y) or (y == 0 and abs(x) == 1)


def dabbaba(x, y):
    return sorted((abs(x), abs(y))) == [0, 2]


def alfil(x, y):
    return abs(x) == 2 and abs(y) == 2


def kangaroo(x, y):
    return jumping_horse(x, y) or alfil(x, y)


def hwacha(x, y):
    return near(x, y) or dabbaba(x, y)


def golden_horse(x, y):
    return gold(x, y) or jumping_horse(x, y)


def centaur(x, y):
    return near(x, y) or jumping_horse(x, y)


def cardinal(x, y):
    return bishop(x, y) or jumping_horse(x, y)


def marshal(x, y):
    return rook(x, y) or jumping_horse(x, y)


# The goals to which a piece jumps over whatever stands between.  Knights need no line: nothing stands
# between the ends of their move.
LEAPS = {
    kirin: two_away,
    phoenix: two_away,
    lion: two_away,
    horned_falcon: lambda x, y: x == 0 and y == 2,
    soaring_eagle: lambda x, y: abs(x) == 2 and y == 2,
    two_away: two_away,
    heavenly_horse: lambda x, y: y == 2,
    flying_swallow: two_away,
    lion_hawk: two_away,
    golden_bird: two_away,
    dabbaba: two_away,
    alfil: two_away,
    kangaroo: two_away,
    hwacha: two_away,
}


def two_steps(can_move):
    """The pairs of steps of a piece with lion power, as ((x, y), (x, y)).  chu, "Pieces"."""
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    if can_move is lion:    # any first step, any second step, back to the start among them
        return [(first, second) for first in around for second in around]
    if can_move is horned_falcon:
        ahead = [(0, 1)]
    elif can_move is soaring_eagle:
        ahead = [(-1, 1), (1, 1)]
    else:
        return []
    # Lion power along a line only: on in the same direction, or back to the start.
    return [(first, second) for first in ahead for second in (first, (-first[0], -first[1]))]


# --- The games -------------------------------------------------------------------------------------


class Game:
    """The rules of one game.  Compared by identity; nothing in it changes once it is made."""

    def __init__(self, name, start, zone, pieces, promotes, royals, judge_repetition, repeats=4,
                 hand_of=None, faces=None, pawn_rules=True, stranding=False, check=True, compulsory=False,
                 flips=None, reaching_wins=False, lion_rules=None, bare_rules=None, last_rank=()):
        board = start.split()[0].split('/')
        self.name = name
        self.start = start
        self.ranks = len(board)
        self.files = sum(int(letter) if letter.isdigit() else letter.isalpha() for letter in board[0])
        self.zone = zone                            # how many of the last ranks
        self.pieces = pieces                              # kind -> move function
        self.promotes = promotes                    # kind -> kinds it may become
        self.royals = frozenset(royals)
        self.hand_of = hand_of                      # captured kind -> kind in hand; None: no drops
        self.faces = faces or {}                    # kind in hand -> kinds it may be dropped as
        self.pawn_rules = pawn_rules                # no two Pawns on a file, no mate by a Pawn drop
        self.stranding = stranding                  # may a piece be where it could never move?
        self.check = check                          # may the last royal not be left attacked?
        self.compulsory = compulsory                # must what may promote promote?
        self.flips = flips                          # None, or when a piece turns over: 'move', 'capture'
        self.reaching_wins = reaching_wins          # dobutsu: a Lion on the last rank, and safe there
        self.lion_rules = lion_rules              # None, or the rule set for capturing lions
        self.bare_rules = bare_rules              # None, or the rule set for bare royals
        self.last_rank = frozenset(last_rank)       # chu: may promote there without a capture
        self.judge_repetition = judge_repetition    # what the last of so many occurrences means
        self.repeats = repeats
        self.ways_from = functools.cache(self._ways_from)
        self.two_steps_from = functools.cache(self._two_steps_from)

    def squares(self):
        return [(file, rank) for rank in range(1, self.ranks + 1) for file in range(1, self.files + 1)]

    def has(self, square):
        return 1 <= square[0] <= self.files and 1 <= square[1] <= self.ranks

    def offset(self, square, side, x, y):
        """The square x to the right and y ahead, seen from side.  Black looks to rank 1, and has
        the low files on the right; White looks the other way."""
        sign = 1 if side == 'b' else -1
        return square[0] - sign * x, square[1] - sign * y

    def _ways_from(self, piece, square):
        """Where piece could go from square on an empty board: goal -> squares that must be empty."""
        can_move = self.pieces[piece.kind]
        leaps = LEAPS.get(can_move)
        sign = 1 if piece.side == 'b' else -1
        ways = {}
        for goal in self.squares():
            x, y = sign * (square[0] - goal[0]), sign * (square[1] - goal[1])
            if (x, y) == (0, 0) or not can_move(x, y):
                continue
            if leaps and leaps(x, y) or not (x == 0 or y == 0 or abs(x) == abs(y)):
                ways[goal] = ()
                continue
            length = max(abs(x), abs(y))
            ways[goal] = tuple(self.offset(square, piece.side, x // length * i, y // length * i)
                               for i in range(1, length))
        return ways

    def _two_steps_from(self, piece, square):
        """The pairs (middle, goal) on the board of piece's moves in two steps."""
        pairs = []
        for first, second in two_steps(self.pieces[piece.kind]):
            middle = self.offset(square, piece.side, *first)
            goal = self.offset(middle, piece.side, *second)
            if self.has(middle) and self.has(goal):
                pairs.append((middle, goal))
        return pairs

    def could_never_move(self, piece, square):
        return not self.ways_from(piece, square)

    def in_zone(self, side, square):
        return square[1] <= self.zone if side == 'b' else square[1] > self.ranks - self.zone

    def on_last_rank(self, side, square):
        return square[1] == (1 if side == 'b' else self.ranks)


class Position(NamedTuple):
    """One position; never changed, moves make new ones."""
    game: Game
    board: dict             # square -> Piece
    hands: dict             # side -> {kind: count}, counts above 0 only
    side: str               # to move
    mark: Optional[tuple]   # chu: where a non-Lion took a Lion on the previous turn
    ply: int

    def same_as(self):
        """What makes two positions the same for repetition; the ply does not (notation 2)."""
        hands = frozenset((side, kind, count) for side in 'bw' for kind, count in self.hands[side].items())
        return frozenset(self.board.items()), hands, self.side, self.mark


class Move(NamedTuple):
    origin: Optional[tuple]         # None for a drop
    path: tuple                     # the squares after the origin: one, or middle and goal
    kind: str                       # what stands on the goal afterwards
    promotes: bool = False


# --- SFEN (notation 2) -----------------------------------------------------------------------------


def read_sfen(game, text):
    """The position written in text; the fields after the board may be missing.  ValueError if the
    board or a field is not of this game."""
    fields = text.split()
    rows = fields[0].split('/')
    if len(rows) != game.ranks:
        raise ValueError(f'{game.name}: expected {game.ranks} ranks in {text!r}')
    board = {}
    for rank, row in enumerate(rows, 1):
        file, count, sign = game.files, '', ''
        for letter in row + ' ':        # the blank ends a count
            if letter.isdigit():
                count += letter
                continue
            if count:
                file, count = file - int(count), ''
            if letter == '+':
                sign = '+'
            elif letter != ' ':
                piece = Piece('b' if letter.isupper() else 'w', sign + letter.upper())
                if piece.kind not in game.pieces:
                    raise ValueError(f'{game.name}: no piece {piece.kind} in {text!r}')
                board[file, rank] = piece
                file, sign = file - 1, ''
        if file != 0:
            raise ValueError(f'{game.name}: rank {rank} of {text!r} has not {game.files} squares')
    side = fields[1] if len(fields) > 1 else 'b'
    third = fields[2] if len(fields) > 2 else '-'
    ply = int(fields[3]) if len(fields) > 3 else 1
    hands, mark = {'b': {}, 'w': {}}, None
    if third != '-' and game.lion_rules:
        mark = square_named(third)
    elif third != '-':
        count = ''
        for letter in third:
            if letter.isdigit():
                count += letter
                continue
            hand = hands['b' if letter.isupper() else 'w']
            hand[letter.upper()] = hand.get(letter.upper(), 0) + int(count or 1)
            count = ''
    return Position(game, board, hands, side, mark, ply)


def write_sfen(position):
    game = position.game
    rows = []
    for rank in range(1, game.ranks + 1):
        row, empty = '', 0
        for file in range(game.files, 0, -1):
            piece = position.board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            row += (str(empty) if empty else '') + (piece.kind if piece.side == 'b' else piece.kind.lower())
            empty = 0
        rows.append(row + (str(empty) if empty else ''))
    third = square_name(position.mark) if position.mark else ''
    for side in 'bw':
        # R B G S N L P as notation 2 has it; the kinds other games add stand before them.
        for kind in sorted(position.hands[side], key='QHTRBGSNLPAYCUDWEOXIFV'.index):
            count = position.hands[side][kind]
            third += (str(count) if count > 1 else '') + (kind if side == 'b' else kind.lower())
    return f'{"/".join(rows)} {position.side} {third or "-"} {position.ply}'


def start(game):
    return read_sfen(game, game.start)


# --- USI (notation 4) ------------------------------------------------------------------------------


def usi(position, move):
    """The move as a USI string: 'from to', 'from middle to', a '+' behind it, or 'P*5e'.

    Where a kind may become one of several (mortal), '+' is followed by its new letter: the
    notation text has no form for that."""
    if move.origin is None:
        return move.kind + '*' + square_name(move.path[0])      # with the face it shows
    text = square_name(move.origin) + ''.join(map(square_name, move.path))
    if not move.promotes:
        return text
    choices = position.game.promotes[position.board[move.origin].kind]
    return text + '+' + (move.kind if len(choices) > 1 else '')


# --- Making moves ----------------------------------------------------------------------------------


class Effect(NamedTuple):
    board: dict             # square -> Piece, or None for a square left empty
    captured: list             # [(square, Piece)] in the order of the steps
    mark: Optional[tuple]


def effect(position, move):
    """What move does to the board."""
    game, board, side = position.game, position.board, position.side
    if move.origin is None:
        return Effect({move.path[0]: Piece(side, move.kind)}, [], None)
    # The origin is empty from here on, so a piece that comes back to it captures nothing there.
    captured = [(square, board[square]) for square in move.path if square in board and square != move.origin]
    changed = {move.origin: None}
    changed.update((square, None) for square in move.path)
    changed[move.path[-1]] = Piece(side, move.kind)
    mark = None
    # chu, "Lion rules", the mark: set by a non-Lion, read before it promotes; of two captured Lions the
    # second one's square.
    if game.lion_rules and board[move.origin].kind not in LIONS:
        for square, piece in captured:
            if piece.kind in LIONS:
                mark = square
    return Effect(changed, captured, mark)


def make(position, move):
    """The position after move, which must be legal."""
    changed, captured, mark = effect(position, move)
    board, hands, side = dict(position.board), position.hands, position.side
    for square, piece in changed.items():
        if piece is None:
            board.pop(square, None)
        else:
            board[square] = piece
    if position.game.hand_of and (captured or move.origin is None):
        hand = dict(hands[side])
        if move.origin is None:
            kind = next(kind for kind in hand if move.kind in position.game.faces.get(kind, kind))
            hand[kind] -= 1
            if hand[kind] == 0:
                del hand[kind]
        for square, piece in captured:
            kind = position.game.hand_of(piece.kind)
            if kind:
                hand[kind] = hand.get(kind, 0) + 1
        hands = {side: hand, OTHER[side]: hands[OTHER[side]]}
    return Position(position.game, board, hands, OTHER[side], mark, position.ply + 1)


# --- Attack and check ------------------------------------------------------------------------------


def reaches(position, piece, square, goal):
    """Whether piece, standing on square, could capture an enemy piece on goal by its ordinary move."""
    between = position.game.ways_from(piece, square).get(goal)
    if between is None:
        return False
    for passed in between:
        if passed in position.board:
            return False
    return True


def attacked(position, goal, by):
    """Whether some piece of side by reaches goal."""
    for square, piece in position.board.items():
        if piece[0] == by and reaches(position, piece, square, goal):
            return True
    return False


def royals_of(position, side):
    royals = position.game.royals
    return [square for square, piece in position.board.items() if piece[0] == side and piece[1] in royals]


def in_check(position, side):
    """Whether the last royal of side is attacked.  sho, "End of the game": with two royals no check
    need be answered.  A side without a royal (an attacker in a problem) is never in check."""
    royals = royals_of(position, side)
    return len(royals) == 1 and attacked(position, royals[0], OTHER[side])


# --- Promotion -------------------------------------------------------------------------------------


def may_promote(position, piece, move_path, origin):
    """Whether a promotion is offered at the end of this move."""
    game, goal = position.game, move_path[-1]
    if piece.kind not in game.promotes:
        return False
    starts_in, ends_in = game.in_zone(piece.side, origin), game.in_zone(piece.side, goal)
    if not game.lion_rules:
        return starts_in or ends_in         # shogi, "Promotion": starts in, ends in or stays within
    # chu, "Promotion": enters the zone, or starts in it and captures; the second chance on the last
    # rank is for the kinds named by the rule set.
    captures = any(square in position.board and square != origin for square in move_path)
    return ((ends_in and not starts_in) or (starts_in and captures)
            or (piece.kind in game.last_rank and game.on_last_rank(piece.side, goal)))


def kinds_at_the_end(position, piece, move_path, origin):
    """The kinds piece may be after the move, as (kind, promoted)."""
    game, goal = position.game, move_path[-1]
    kinds = [(piece.kind, False)]
    if game.flips:
        # kyoto: every move turns a piece over; micro: every capture.
        if piece.kind in game.promotes and (game.flips == 'move' or goal in position.board):
            return [(kind, True) for kind in game.promotes[piece.kind]]
        return kinds
    if may_promote(position, piece, move_path, origin):
        promoted = [(kind, True) for kind in game.promotes[piece.kind]]
        kinds = promoted if game.compulsory else kinds + promoted
    if game.stranding:
        return kinds                        # chu: never forced; a Pawn may stand stranded
    # Forced where the piece could never move again; mortal: nor may it become such a piece.
    return [(kind, promoted) for kind, promoted in kinds
            if not game.could_never_move(Piece(piece.side, kind), goal)]


# --- Moves -----------------------------------------------------------------------------------------


def board_moves(position):
    """Every move of a piece on the board, the rules of check and of Lions not asked."""
    game, board, side = position.game, position.board, position.side
    for square, piece in board.items():
        if piece[0] != side:
            continue
        paths = []
        for goal, between in game.ways_from(piece, square).items():
            if goal in board and board[goal][0] == side:
                continue
            for passed in between:
                if passed in board:
                    break
            else:
                paths.append((goal,))
        for path in game.two_steps_from(piece, square):
            # Each step ends on an empty square or captures; the origin is empty once the piece has left.
            if all(step not in board or board[step][0] != side or step == square for step in path):
                paths.append(path)
        for path in paths:
            for kind, promoted in kinds_at_the_end(position, piece, path, square):
                yield Move(square, path, kind, promoted)


def drop_moves(position):
    """Every drop, whether it leaves the King attacked or mates not asked.  shogi, "Drops"."""
    game, board, side = position.game, position.board, position.side
    for in_hand in position.hands[side]:
        for kind in game.faces.get(in_hand, (in_hand,)):
            for goal in game.squares():
                if goal in board:
                    continue
                if not game.stranding and game.could_never_move(Piece(side, kind), goal):
                    continue
                # Nifu: a file with an unpromoted Pawn of the same player accepts no other.
                if game.pawn_rules and kind == 'P' and any(board.get((goal[0], rank)) == Piece(side, 'P')
                                                           for rank in range(1, game.ranks + 1)):
                    continue
                yield Move(None, (goal,), kind)


def mates_by_pawn_drop(position, move):
    """shogi, "Drops", Uchifuzume.  The Pawn must check: one that only stalemates is allowed.  The
    reply cannot be a mating Pawn drop itself, as nothing can stand between a Pawn and the King it
    checks.  Where the King may be left attacked, it mates if the King would be captured whatever its side does."""
    if move.origin is not None or move.kind != 'P':
        return False
    after = make(position, move)
    royals = royals_of(after, after.side)
    if len(royals) != 1 or not reaches(after, after.board[move.path[0]], move.path[0], royals[0]):
        return False
    for replies in board_moves(after), drop_moves(after):
        for reply in replies:
            then = make(after, reply)
            if not in_check(then, after.side) or not royals_of(then, position.side):
                return False
    return True


def guarded(position, move, square, victim_side):
    """Whether a Lion of victim_side captured on square by move was defended.

    The whole move is made, so a slider that stood behind the capturing Lion, or behind a piece captured
    on the way, defends.  Whether its recapture would be legal is not asked (rule 4)."""
    after = make(position, move)
    if attacked(after, square, victim_side):
        return True
    if position.game.lion_rules == 'seed':
        return False
    # chu, rule sets: in the other two a Pawn or Go-Between captured on the way to the far Lion still
    # defends it.  Any other piece captured first makes the capture legal by rule 1c, so its kind is not
    # looked at here.
    if len(move.path) == 2 and square == move.path[1] and move.path[0] in position.board:
        first = position.board[move.path[0]]
        return first.side == victim_side and reaches(after, first, move.path[0], square)
    return False


def lion_rules_allow(position, move):
    """chu, lion rules and rule sets."""
    rule_set, mark = position.game.lion_rules, position.mark
    mover = position.board[move.origin]
    captured = [(square, position.board[square]) for square in move.path
             if square in position.board and square != move.origin]
    for number, (square, piece) in enumerate(captured):
        if piece.kind not in LIONS:
            continue
        if mover.kind in LIONS:
            # Rule 3: on the marked square nothing bars; lishogi keeps rule 1 there.
            if square == mark and rule_set != 'lishogi':
                continue
            adjacent = near(square[0] - move.origin[0], square[1] - move.origin[1])
            first_captures = number == 1 and captured[0][1].kind not in WORTHLESS
            if not (adjacent                                                    # rule 1a
                    or first_captures                                              # rule 1c
                    or not guarded(position, move, square, piece.side)):          # rule 1b
                return False
        elif mark is not None and square != mark:                               # rule 2
            # The Okazaki rule of the JCSA: an undefended Lion may be captured anyway.
            if not (rule_set == 'jcsa' and not guarded(position, move, square, piece.side)):
                return False
    return True


def legal_moves(position):
    """Every legal move, each path its own; none where the game is over.  A generator, since asking
    for one move is how mate is found."""
    if not decided(position):
        yield from playable_moves(position)


def playable_moves(position):
    """The moves that are legal if the game goes on."""
    for moves in board_moves(position), drop_moves(position):
        yield from (move for move in moves if is_legal(position, move))


def is_legal(position, move):
    """Whether the rules that look at the whole board allow move, one of those made above."""
    game = position.game
    if game.check and in_check(make(position, move), position.side):
        return False        # it leaves the last royal attacked
    if game.lion_rules:
        return lion_rules_allow(position, move)
    return not (game.pawn_rules and mates_by_pawn_drop(position, move))


def result_of(position, move):
    """What tells one result of a move from another: the squares that are not as they were, and the
    mark.  All passes change nothing and are one; so are two captures of one piece by pieces that stay."""
    changed, _, mark = effect(position, move)
    return frozenset((square, piece) for square, piece in changed.items()
                     if position.board.get(square) != piece), mark


def distinct_moves(position):
    """One legal move for each result: the one with the shortest string, then the first in order."""
    best = {}
    for move in legal_moves(position):
        text = usi(position, move)
        rank = len(text), text
        key = result_of(position, move)
        if key not in best or rank < best[key][0]:
            best[key] = rank, move
    return [move for rank, move in best.values()]


def list_moves(position, paths=False):
    """The legal moves as sorted USI strings: one for each result, or with paths every one."""
    moves = legal_moves(position) if paths else distinct_moves(position)
    return sorted(usi(position, move) for move in moves)


def list_ends(position, paths=False):
    """Those of list_moves after which the other side has no move, as sorted USI strings."""
    moves = legal_moves(position) if paths else distinct_moves(position)
    return sorted(usi(position, move) for move in moves
                  if next(legal_moves(make(position, move)), None) is None)


def find_move(position, text):
    """The legal move written text, or None.  '=' at the end says nothing (notation 4)."""
    for move in legal_moves(position):
        if usi(position, move) == text.rstrip('='):
            return move
    return None


def perft(position, depth, paths=False):
    """Leaves of the tree of legal moves.  Without paths, moves with one result count once."""
    if not position.game.lion_rules:
        paths = True        # no move in two steps: two strings never have one result
    if paths:
        moves = list(legal_moves(position))
    else:
        moves = {result_of(position, move): move for move in legal_moves(position)}.values()
    if depth == 1:
        return len(moves)
    return sum(perft(make(position, move), depth - 1, paths) for move in moves)


# --- The end of the game ---------------------------------------------------------------------------


class Outcome(NamedTuple):
    winner: str     # 'b', 'w', 'draw' or 'no-contest'
    reason: str


def living_pieces(position, side):
    """The pieces of side that count: one that can never move again is dead.  chu, "Bare royal"."""
    return [(square, piece) for square, piece in position.board.items()
            if piece.side == side and not position.game.could_never_move(piece, square)]


def is_bare(position, side):
    """One royal is all it has."""
    pieces = living_pieces(position, side)
    return len(pieces) == 1 and pieces[0][1].kind in position.game.royals


def can_turn_the_tables(position):
    """Whether the bare royal to move captures the enemy's last royal, or bares the enemy in turn."""
    enemy = OTHER[position.side]
    for move in board_moves(position):
        if lion_rules_allow(position, move):
            after = make(position, move)
            if not royals_of(after, enemy) or is_bare(after, enemy):
                return True
    return False


def bare_outcome(position):
    """chu, rule sets, bare royal."""
    bare = {side: is_bare(position, side) for side in 'bw'}
    if bare['b'] and bare['w']:
        # Both move as a King, so if one attacks the other both do, and the side to move captures.
        if position.game.bare_rules == 'lishogi' and attacked(position, royals_of(position, 'w')[0], 'b'):
            return None
        return Outcome('draw', 'two bare royals')
    for side in 'bw':
        if not bare[side]:
            continue
        # A second royal is a further piece like any other; Pawns and Go-Betweens are none.
        strong = [piece for _, piece in living_pieces(position, OTHER[side]) if piece.kind not in WORTHLESS]
        if len(strong) < 2 or not royals_of(position, OTHER[side]):
            continue
        if position.side == side and can_turn_the_tables(position):
            continue
        return Outcome(OTHER[side], 'bare royal')
    return None


def decided(position):
    """The outcome if the pieces on the board alone have ended the game."""
    game = position.game
    if not game.check:
        # A set-up has a royal on each side, and a side that has none has lost it.  With none on either
        # side (positions made to show a rule) there is nothing to lose.
        royals = {side: bool(royals_of(position, side)) for side in 'bw'}
        for side in 'bw':
            if royals[OTHER[side]] and not royals[side]:
                return Outcome(OTHER[side], 'royals captured')
    if game.reaching_wins:
        for side in 'bw':
            for square in royals_of(position, side):
                if game.on_last_rank(side, square) and not attacked(position, square, OTHER[side]):
                    return Outcome(side, 'try')
    if game.bare_rules:
        return bare_outcome(position)
    return None


class Record:
    """A game in play: every position since the start, and the moves between them."""

    def __init__(self, position):
        self.positions = [position]
        self.moves = []

    def play(self, move):
        self.positions.append(make(self.positions[-1], move))
        self.moves.append(move)

    def outcome(self):
        """None while the game goes on."""
        position = self.positions[-1]
        outcome = decided(position)
        if outcome:
            return outcome
        if next(legal_moves(position), None) is None:
            # All games: the player without a legal move loses.
            mated = position.game.check and in_check(position, position.side)
            return Outcome(OTHER[position.side], 'checkmate' if mated else 'stalemate')
        same = [i for i, earlier in enumerate(self.positions) if earlier.same_as() == position.same_as()]
        if len(same) < position.game.repeats:
            return None
        return position.game.judge_repetition(Cycle(self, same[0]))


class Cycle:
    """What each side did in all its moves since the first occurrence of a repeated position."""

    def __init__(self, record, first):
        self.steps = [(record.positions[i], record.moves[i], record.positions[i + 1])
                      for i in range(first, len(record.moves))]

    def _sides_all_of_whose_moves(self, test):
        return {side for side in 'bw'
                if all(test(*step) for step in self.steps if step[0].side == side)}

    def checkers(self):
        return self._sides_all_of_whose_moves(lambda before, move, after: in_check(after, after.side))

    def attackers(self):
        """Sides whose every move gave check or left the moved piece attacking something."""
        def attacks(before, move, after):
            piece = after.board[move.path[-1]]
            return in_check(after, after.side) or any(
                reaches(after, piece, move.path[-1], square)
                for square, other in after.board.items() if other.side == after.side)
        return self._sides_all_of_whose_moves(attacks)

    def first_passer(self):
        """The side that passed first, if every move was a pass."""
        if all(before.board == after.board for before, move, after in self.steps):
            return self.steps[0][0].side
        return None


def loser(side, reason):
    return Outcome(OTHER[side], reason)


def repetition_draws(cycle):
    """shosu, chu, dobutsu: whatever either side did."""
    return Outcome('draw', 'repetition')


def repetition_or_perpetual(otherwise):
    """shogi and others: one side that checked with every move loses."""
    def judge(cycle):
        checkers = cycle.checkers()
        if len(checkers) == 1:
            return loser(checkers.pop(), 'perpetual check')
        return Outcome(otherwise, 'repetition')
    return judge


def repetition_first_mover(cycle):
    """mini: Black must deviate."""
    checkers = cycle.checkers()
    if len(checkers) == 1:
        return loser(checkers.pop(), 'perpetual check')
    return loser('b', 'repetition')


def repetition_lishogi(cycle):
    attackers = cycle.attackers()
    if len(attackers) == 1:
        return loser(attackers.pop(), 'perpetual attack')
    return Outcome('draw', 'repetition')


def repetition_jcsa(cycle):
    checkers = cycle.checkers()
    if len(checkers) == 1:
        return loser(checkers.pop(), 'perpetual check')
    attackers = cycle.attackers()
    if len(attackers) == 1:
        return loser(attackers.pop(), 'perpetual attack')
    if cycle.first_passer():
        return loser(cycle.first_passer(), 'passed first')
    return Outcome('draw', 'repetition')


# --- The games -------------------------------------------------------------------------------------


def to_its_plus(kinds):
    return {kind: ('+' + kind,) for kind in kinds}


def unpromoted(kind):
    """A captured piece turns back to its unpromoted form."""
    return kind.lstrip('+')


def next_lower(kind):
    """mortal, "Demotion on capture".  What comes below a Pawn leaves the game."""
    ladder = ['D', 'H', 'R', 'B', 'G', 'S', 'L', 'N', 'P', None]
    return ladder[ladder.index(kind) + 1]


SHOGI_PIECES = {
    'P': pawn, 'L': lance, 'N': knight, 'S': silver, 'G': gold, 'B': bishop, 'R': rook, 'K': king,
    '+P': gold, '+L': gold, '+N': gold, '+S': gold, '+B': dragon_horse, '+R': dragon_king,
}
SHOGI_START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'

CHU_PIECES = {
    'P': pawn, 'I': go_between, 'L': lance, 'F': leopard, 'C': copper, 'S': silver, 'G': gold,
    'E': elephant, 'K': king, 'A': reverse_chariot, 'B': bishop, 'T': tiger, 'X': phoenix, 'O': kirin,
    'M': side_mover, 'V': vertical_mover, 'R': rook, 'H': dragon_horse, 'D': dragon_king, 'N': lion,
    'Q': queen,
    '+P': gold, '+I': elephant, '+L': white_horse, '+F': bishop, '+C': side_mover,
    '+S': vertical_mover, '+G': rook, '+E': king, '+A': whale, '+B': dragon_horse, '+T': flying_stag,
    '+X': queen, '+O': lion, '+M': free_boar, '+V': flying_ox, '+R': dragon_king,
    '+H': horned_falcon, '+D': soaring_eagle,
}
CHU_START = ('lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/'
             '12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1')


def chu_game(name, rule_set, last_rank, judge_repetition):
    return Game(name, CHU_START, zone=4, pieces=CHU_PIECES, promotes=to_its_plus('PILFCSGEABTXOMVRHD'),
                royals=['K', '+E'], check=False, stranding=True, lion_rules=rule_set,
                bare_rules=None if rule_set == 'seed' else rule_set, last_rank=last_rank,
                judge_repetition=judge_repetition)


SPIRITS = {'+L': free_tiger, '+N': heavenly_horse, '+S': running_wolf, '+G': great_elephant}

CHU_SPIRITS = {
    **SHOGI_PIECES, **SPIRITS, 'A': rams_head_soldier, 'T': running_rabbit, 'Y': flying_swallow, 'C': copper,
    'U': elephant, 'D': great_leopard, 'W': running_wolf, 'E': great_elephant, 'O': kirin, 'X': phoenix, 'I': lion_hawk,
    'Q': queen, '+A': treacherous_fox, '+T': prancing_stag, '+Y': golden_bird, '+C': great_leopard, '+U': spirit_whale,
    '+D': flying_ox, '+W': free_boar, '+E': teaching_king, '+O': bishop, '+X': rook,
}

PANDEMONIUM = {
    'P': pawn, 'R': rook, 'N': jumping_horse, 'B': bishop, 'S': king, 'F': elephant_of_dobutsu, 'U': dabbaba, 'A': alfil,
    'V': giraffe, '+P': king, '+R': dragon_king, '+N': kangaroo, '+B': dragon_horse, '+S': hwacha, '+F': queen,
    '+U': centaur, '+A': cardinal, '+V': marshal, 'K': king,
}


def modern_games():
    modern = functools.partial(Game, royals=['K'], hand_of=unpromoted,
                               judge_repetition=repetition_or_perpetual('no-contest'))
    pandemonium = functools.partial(
        modern, start='rnbsksbnr/2+f1+u1+a2/p1p1p1p1p/4v4/9/4V4/P1P1P1P1P/2+F1+U1+A2/RNBSKSBNR b - 1', zone=3,
        promotes=to_its_plus('PRNBSFUAV'), pawn_rules=False, reaching_wins=True)
    return [
        modern('dropless', SHOGI_START, zone=3, pieces=SHOGI_PIECES, promotes=to_its_plus('PLNSBR'), hand_of=None),
        modern('happokei', SHOGI_START, zone=3, pieces={**SHOGI_PIECES, 'N': jumping_horse, '+N': golden_horse},
               promotes=to_its_plus('PLNSBR')),
        modern('choshi', 'lnsgkgsnl/1r2b2i1/ppppppppp/9/9/9/PPPPPPPPP/1I2B2R1/LNSGKGSNL b - 1', zone=3,
               pieces={**some_of(SHOGI_PIECES, 'PLNSGK'), 'B': bishop, 'R': rook, 'I': two_away},
               promotes=to_its_plus('PLNS')),
        modern('seireigi', SHOGI_START, zone=3, pieces={**SHOGI_PIECES, **SPIRITS}, promotes=to_its_plus('PLNSGBR')),
        modern('chuseireigi',
               'lacsgekgscal/1n1tuxout1n1/y1w1rqib1d1y/pppppppppppp/12/12/'
               '12/12/PPPPPPPPPPPP/Y1D1BIQR1W1Y/1N1TUOXUT1N1/LACSGKEGSCAL b - 1', zone=4, pieces=CHU_SPIRITS,
               promotes=to_its_plus('PLATNYCSGUDWEOXBR')),
        pandemonium('pandemonium', pieces=PANDEMONIUM),
        pandemonium('pandemonium-fairy', pieces={**PANDEMONIUM, 'P': soldier}),
    ]


def some_of(pieces, kinds):
    return {kind: can_move for kind, can_move in pieces.items() if kind.lstrip('+') in kinds}


def turned_over(pairs):
    """Faces of pieces that turn over, from 'P R' and the like, to and fro."""
    faces = [pair.split() for pair in pairs]
    return {**{a: (b,) for a, b in faces}, **{b: (a,) for a, b in faces}}


# small.md, others.md.  Where nothing is said there, the rule of shogi holds.
KYOTO_FACES = ['P R', 'S B', 'G N', 'T L']
MICRO_FACES = ['P +P', 'L +L', 'B +B', 'R +R']


def in_kyoto_hand(kind):
    return next((pair[0] for pair in KYOTO_FACES if kind in pair.split()), None)


def small_games():
    pieces = SHOGI_PIECES
    draws = repetition_or_perpetual('draw')
    small = functools.partial(Game, royals=['K'], hand_of=unpromoted)
    return [
        small('mini', 'rbsgk/4p/5/P4/KGSBR b - 1', zone=1, pieces=some_of(pieces, 'PSGBRK'),
              promotes=to_its_plus('PSBR'), judge_repetition=repetition_first_mover),
        small('gorogoro', 'sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1', zone=2, pieces=some_of(pieces, 'PSGK'),
              promotes=to_its_plus('PS'), judge_repetition=draws),
        small('gorogoroplus', 'sgkgs/5/1ppp1/1PPP1/5/SGKGS b LNln 1', zone=2,
              pieces=some_of(pieces, 'PSGKLN'), promotes=to_its_plus('PSLN'), judge_repetition=draws),
        small('judkins', 'rbnsgk/5p/6/6/P5/KGSNBR b - 1', zone=2, pieces=some_of(pieces, 'PNSGBRK'),
              promotes=to_its_plus('PNSBR'), judge_repetition=draws),
        small('euro', '1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1 b - 1', zone=3,
              pieces={**some_of(pieces, 'PGBRKN'), 'N': euro_knight}, promotes=to_its_plus('PBRN'),
              compulsory=True, judge_repetition=repetition_or_perpetual('no-contest')),
        small('kyoto', 'pgkst/5/5/5/TSKGP b - 1', zone=0, hand_of=in_kyoto_hand,
              pieces={**some_of(pieces, 'KLSBGNPR'), 'T': gold}, promotes=turned_over(KYOTO_FACES),
              faces={pair[0]: pair.split() for pair in KYOTO_FACES}, flips='move', pawn_rules=False,
              stranding=True, judge_repetition=draws),
        # The faces are written as in the SFEN of others: +L Silver, +R Gold, +B Tokin, +P Knight.
        small('micro', 'kb+r+l/p3/4/3P/+L+RBK b - 1', zone=0,
              pieces={'K': king, 'P': pawn, '+P': knight, 'L': lance, '+L': silver, 'B': bishop, '+B': gold,
                   'R': rook, '+R': gold},
              promotes=turned_over(MICRO_FACES), faces={pair[0]: pair.split() for pair in MICRO_FACES},
              flips='capture', pawn_rules=False, stranding=True, judge_repetition=draws),
        # K Lion, R Giraffe, B Elephant, P Chick, +P Hen.
        small('dobutsu', 'rkb/1p1/1P1/BKR b - 1', zone=1,
              pieces={'K': king, 'R': giraffe, 'B': elephant_of_dobutsu, 'P': pawn, '+P': gold},
              promotes=to_its_plus('P'), compulsory=True, pawn_rules=False, stranding=True, check=False,
              reaching_wins=True, judge_repetition=repetition_draws, repeats=3),
    ]


GAMES = {game.name: game for game in small_games() + modern_games() + [
    Game('shogi', SHOGI_START, zone=3, pieces=SHOGI_PIECES, promotes=to_its_plus('PLNSBR'), royals=['K'],
         hand_of=unpromoted, judge_repetition=repetition_or_perpetual('no-contest')),
    Game('shosu',
         'lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1', zone=3,
         pieces={**SHOGI_PIECES, 'Q': queen, '+G': elephant, '+N': jumping_horse, '+L': vertical_mover},
         promotes=to_its_plus('PLNSGBR'), royals=['K'], hand_of=unpromoted,
         judge_repetition=repetition_draws),
    Game('mortal', SHOGI_START, zone=3,
         pieces={'P': pawn, 'L': lance, 'N': knight, 'S': silver, 'G': gold, 'B': bishop, 'R': rook,
              'H': dragon_horse, 'D': dragon_king, 'K': king},
         promotes={'P': ('N', 'L', 'S', 'G'), 'N': ('L', 'S', 'G'), 'L': ('S', 'G'), 'S': ('G',),
                   'B': ('H',), 'R': ('D',)},
         royals=['K'], hand_of=next_lower, judge_repetition=repetition_or_perpetual('no-contest')),
    Game('sho', 'lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1', zone=3,
         pieces={**SHOGI_PIECES, 'E': elephant, '+E': king}, promotes=to_its_plus('PLNSBRE'),
         royals=['K', '+E'], judge_repetition=repetition_or_perpetual('draw')),
    chu_game('chu', 'seed', ['P'], repetition_draws),
    chu_game('chu-lishogi', 'lishogi', ['P', 'L'], repetition_lishogi),
    chu_game('chu-jcsa', 'jcsa', ['P'], repetition_jcsa),
]}


# --- Random play -----------------------------------------------------------------------------------


def random_record(game, chance, plies_max):
    """A game of random moves from the start, to its end or plies_max.  Half of the moves are chosen
    among those that capture or promote, or opening positions would be most of what is seen."""
    record = Record(start(game))
    while len(record.moves) < plies_max and not decided(record.positions[-1]):
        position = record.positions[-1]
        moves = list(board_moves(position)) + list(drop_moves(position))
        chance.shuffle(moves)
        if chance.random() < 0.5:
            moves.sort(key=lambda move: not (move.promotes or effect(position, move).captured))
        move = next((move for move in moves if is_legal(position, move)), None)
        if move is None:
            break
        record.play(move)
    return record


def strewn_position(game, chance):
    """The pieces of a set strewn over the board and the hands, some promoted, most of them the mover's;
    in every other position they crowd around a King on its last rank.  Checks, pins and Pawn drops
    that mate, which random play hardly meets.  Kept to what play could reach: no piece that could
    never move, no two Pawns on a file, and the player who has moved is not in check."""
    while True:
        squares = game.squares()
        chance.shuffle(squares)
        side = chance.choice('bw')
        target = next(square for square in squares if game.on_last_rank(side, square))
        squares.remove(target)
        board = {target: Piece(OTHER[side], 'K'), squares.pop(): Piece(side, 'K')}
        noise = chance.choice([2, 20])      # in squares; the board is at most 10 wide
        squares.sort(key=lambda square: chance.random() * noise
                     + max(abs(square[0] - target[0]), abs(square[1] - target[1])))
        hands = {'b': {}, 'w': {}}
        for kind in [piece.kind for piece in start(game).board.values() if piece.kind != 'K']:
            owner = side if chance.random() < 0.6 else OTHER[side]
            fate, square = chance.random(), squares.pop(0)
            if fate < 0.3:
                if game.hand_of:
                    kind = next((one for one, faces in game.faces.items() if kind in faces), kind.lstrip('+'))
                    hands[owner][kind] = hands[owner].get(kind, 0) + 1
            elif fate < 0.7:
                if kind in game.promotes and chance.random() < 0.3:
                    kind = chance.choice(game.promotes[kind])
                piece = Piece(owner, kind)
                doubled = kind == 'P' and any(board.get((square[0], rank)) == piece
                                              for rank in range(1, game.ranks + 1))
                if not (doubled and game.pawn_rules) and (game.stranding
                                                          or not game.could_never_move(piece, square)):
                    board[square] = piece
        position = Position(game, board, hands, side, None, 1)
        if not (game.check and in_check(position, OTHER[side])):
            return position


def strewn_chu_position(game, chance):
    """Pieces strewn about, most in the middle and of the kinds the Lion rules speak of."""
    squares = game.squares()
    chance.shuffle(squares)
    board = {squares.pop(): Piece('b', 'K'), squares.pop(): Piece('w', 'K')}
    middle = [square for square in squares if all(4 <= n <= 9 for n in square)]
    for kind in ['N', 'N', 'N', '+O', 'O', '+H', '+H', '+D', '+D',
                 'P', 'P', 'P', 'I', 'I', '+P', 'X', 'B', 'R']:
        for side in 'bw':
            if chance.random() < 0.6:
                board[middle.pop()] = Piece(side, kind)
    others = [square for square in squares if square not in board]
    for square in others[:chance.randrange(30)]:
        board[square] = Piece(chance.choice('bw'), chance.choice(sorted(set(game.pieces) - game.royals)))
    side = chance.choice('bw')
    # The piece that took the Lion stands on the mark, or has gone on and left it empty.
    empty = [square for square in game.squares() if square not in board]
    enemies = [square for square, piece in board.items() if piece.side != side]
    mark = chance.choice([None, chance.choice(empty), chance.choice(enemies)])
    return Position(game, board, {'b': {}, 'w': {}}, side, mark, 1)


def sample_positions(game, seed, count, plies_max=200):
    """count different positions, the same for the same seed: half from random games, half strewn."""
    chance = random.Random(f'{game.name} {seed}')
    strew = strewn_chu_position if game.lion_rules else strewn_position
    positions = {}
    while len(positions) < count:
        record = random_record(game, chance, plies_max)
        for position in record.positions[::6] + record.positions[-1:]:
            for sample in position, strew(game, chance):
                # A set-up does not show whether a missing royal was captured.
                if royals_of(sample, 'b') and royals_of(sample, 'w'):
                    positions.setdefault(sample.same_as(), sample)
    return list(positions.values())[:count]


# --- The self-test ---------------------------------------------------------------------------------
# The tables are those of tests/perft/: NAME:paths counts and lists every way to write a move.

# How much --self-test looks at, by whether it is --quick.
NODES_MAX = { False: 3000, True: 500 }   # of a row of a table; larger ones would need minutes
POSITIONS = { False: 20, True: 4 }       # of each game

# Counts given in the rules texts, not in the table: game, depth, paths, nodes.
START_COUNTS = [
    ('shogi', 1, False, 30), ('shogi', 2, False, 900), ('shogi', 3, False, 25470),
    ('shosu', 1, False, 35), ('shosu', 2, False, 1225), ('mortal', 1, False, 30),
    ('chu', 1, True, 36), ('chu', 2, True, 1296), ('chu', 1, False, 36), ('chu', 2, False, 1296),
    ('chu', 3, False, 48315),
]

# chu, rule sets: position, move, and the rule sets in which it is legal.
RULE_SET_CASES = [
    ('12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1', '7g6f6e', ['chu']),
    ('12/12/12/12/5n6/6i5/5N6/8b3/12/12/12/kK10 b - 1', '7g6f7e', []),
    # "Just promoted Kirin on the marked square": two squares from the Lion, defended by a Rook.
    ('12/12/4r7/12/4+o7/12/4N7/12/12/12/12/kK10 b 8e 1', '8g8e', ['chu', 'chu-jcsa']),
    # "Okazaki rule": a Lion captured elsewhere, this one undefended; then the same with a Rook behind.
    ('12/12/12/12/4n7/12/4R7/12/12/12/12/kK10 b 1a 1', '8g8e', ['chu-jcsa']),
    ('12/12/4r7/12/4n7/12/4R7/12/12/12/12/kK10 b 1a 1', '8g8e', []),
    # "Second chance on the last rank", for a Pawn and for a Lance that was in the zone before.
    ('12/4P7/12/12/12/12/12/12/12/12/12/kK9g b - 1', '8b8a+', ['chu', 'chu-lishogi', 'chu-jcsa']),
    ('12/4L7/12/12/12/12/12/12/12/12/12/kK9g b - 1', '8b8a+', ['chu-lishogi']),
]

# How games end: game, position, moves, outcome as 'winner reason' or 'ongoing'.
ROOK_DANCE = '5h6h 6a5a 6h5h 5a6a'      # one square to and fro; the side with the Rook checks
END_CASES = [
    ('shogi', GAMES['shogi'].start, '2h3h 8b7b 3h2h 7b8b ' * 2, 'ongoing'),
    ('shogi', GAMES['shogi'].start, '2h3h 8b7b 3h2h 7b8b ' * 3, 'no-contest repetition'),
    ('mortal', GAMES['mortal'].start, '2h3h 8b7b 3h2h 7b8b ' * 3, 'no-contest repetition'),
    ('shosu', GAMES['shosu'].start, '2i3i 9b8b 3i2i 8b9b ' * 3, 'draw repetition'),
    ('sho', GAMES['sho'].start, '2h3h 8b7b 3h2h 7b8b ' * 3, 'draw repetition'),
    ('mini', GAMES['mini'].start, '2e3d 4a3b 3d2e 3b4a ' * 3, 'w repetition'),
    ('dobutsu', GAMES['dobutsu'].start, '1d1c 3a3b 1c1d 3b3a ' * 2, 'draw repetition'),
    ('euro', GAMES['euro'].start, '2g3g 7b6b 3g2g 6b7b ' * 3, 'no-contest repetition'),
    ('shogi', '3k5/9/9/9/9/9/9/4R4/K8 b - 1', (ROOK_DANCE + ' ') * 3, 'w perpetual check'),
    ('mortal', '3k5/9/9/9/9/9/9/4R4/K8 b - 1', (ROOK_DANCE + ' ') * 3, 'w perpetual check'),
    ('sho', '3k5/9/9/9/9/9/9/4R4/K8 b - 1', (ROOK_DANCE + ' ') * 3, 'w perpetual check'),
    ('sho', '3k5/9/9/+e8/9/9/9/4R4/K8 b - 1', (ROOK_DANCE + ' ') * 3, 'draw repetition'),
    ('shosu', '4k5/10/10/10/10/10/10/10/5R4/K9 b - 1', '5i6i 6a5a 6i5i 5a6a ' * 3, 'draw repetition'),
    ('shogi', '4k4/9/4P4/9/9/9/9/9/4K4 b G 1', 'G*5b', 'b checkmate'),
    ('shogi', '8k/6G2/7P1/9/9/9/9/9/4K4 b - 1', '3b2b', 'b checkmate'),
    ('shogi', '8k/9/6G1P/9/9/9/9/9/4K4 b - 1', '3c3b', 'b stalemate'),
    ('shosu', '9k/7G2/10/10/10/10/10/10/10/4K5 b P 1', 'P*1c', 'b stalemate'),
    ('sho', '4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1', '', 'b checkmate'),
    ('chu', '12/12/12/12/6k5/5K6/12/12/12/12/12/12 b - 1', '7f6e', 'b royals captured'),
    ('chu', '12/12/+e11/12/6k5/5K6/12/12/12/12/12/12 b - 1', '7f6e', 'ongoing'),
    ('chu', '12/12/12/12/6k5/12/12/5g6/5G6/6K5/12/12 b - 1', '7i7h', 'ongoing'),
    ('chu-lishogi', '12/12/12/12/6k5/12/12/5g6/5G6/6K5/12/12 b - 1', '7i7h', 'b bare royal'),
    ('chu-jcsa', '12/12/12/12/6k5/12/12/5g6/5G6/6K5/12/12 b - 1', '7i7h', 'b bare royal'),
    # A Pawn is no piece to win with; a promoted one is; one stranded on the last rank is dead.
    ('chu-lishogi', '12/12/12/12/6k5/12/12/5g6/5P6/6K5/12/12 b - 1', '7i7h', 'ongoing'),
    ('chu-lishogi', '12/12/12/12/6k5/12/12/5g6/5+P6/6K5/12/12 b - 1', '7i7h', 'b bare royal'),
    ('chu-lishogi', 'P11/12/12/12/6k5/12/12/12/12/6K5/12/12 b - 1', '', 'draw two bare royals'),
    # Two bare royals side by side: lishogi plays on, the JCSA does not.
    ('chu-lishogi', '12/12/12/12/6k5/5K6/12/12/12/12/12/12 b - 1', '', 'ongoing'),
    ('chu-jcsa', '12/12/12/12/6k5/5K6/12/12/12/12/12/12 b - 1', '', 'draw two bare royals'),
    # The bare King to move captures the only piece, or may not reach it.
    ('chu-jcsa', '12/12/12/12/6k5/6G5/12/12/12/6K5/12/12 w - 1', '', 'ongoing'),
    ('chu-jcsa', '12/12/12/12/6k5/6G5/12/12/12/6K5/12/12 b - 1', '', 'b bare royal'),
    # Lions that pass, Black first.  The Kings are not alone, and nothing is attacked.
    ('chu', 'k10l/12/12/5n6/12/12/12/12/5N6/12/12/K10L b - 1', '7i7h7i 7d7e7d ' * 3, 'draw repetition'),
    ('chu-lishogi', 'k10l/12/12/5n6/12/12/12/12/5N6/12/12/K9L1 b - 1', '7i7h7i 7d7e7d ' * 3,
     'draw repetition'),
    ('chu-jcsa', 'k10l/12/12/5n6/12/12/12/12/5N6/12/12/K9L1 b - 1', '7i7h7i 7d7e7d ' * 3,
     'w passed first'),
    # A Rook follows a Silver: in every move it attacks what it moved at.
    ('chu', 'k11/12/12/12/4s7/12/12/12/3R8/12/12/K11 b - 1', '9i8i 8e9d 8i9i 9d8e ' * 3, 'draw repetition'),
    ('chu-lishogi', 'k11/12/12/12/4s7/12/12/12/3R8/12/12/K11 b - 1', '9i8i 8e9d 8i9i 9d8e ' * 3,
     'w perpetual attack'),
    ('chu-jcsa', 'k11/12/12/12/4s7/12/12/12/3R8/12/12/K11 b - 1', '9i8i 8e9d 8i9i 9d8e ' * 3,
     'w perpetual attack'),
]

# Small points of single rules texts: game, position, moves that are legal, moves that are not.
MOVE_CASES = [
    # mortal, "Promotion": no Lance or Knight that could not move; forced where a Pawn could not.
    ('mortal', '4k4/P8/9/9/9/9/9/9/4K4 b - 1', '9b9a+S 9b9a+G', '9b9a 9b9a+N 9b9a+L'),
    ('mortal', '4k4/9/P8/9/9/9/9/9/4K4 b - 1', '9c9b 9c9b+L 9c9b+S 9c9b+G', '9c9b+N'),
    ('mortal', '4k4/9/9/P8/9/9/9/9/4K4 b - 1', '9d9c+N', ''),
    # shosu: the Gold promotes, the Queen does not.
    ('shosu', '4k5/10/10/3GQ5/10/10/10/10/10/4K5 b - 1', '7d7c 7d7c+ 6d6c', '6d6c+'),
    # euro, "compulsory"; micro: a capture turns over, and nothing else does; kyoto: every move does.
    ('euro', '4k3/8/8/4P3/8/8/8/4K3 b - 1', '4d4c+', '4d4c'),
    ('micro', '3k/4/1p2/1P2/K3 b - 1', '3d3c+', '3d3c'),
    ('micro', '3k/4/4/1P2/K3 b P 1', '3d3c P*1b +P*1b', '3d3c+'),
    ('kyoto', '4k/5/5/1P3/K4 b G 1', '4d4c+ 5e5d G*1b N*1b', '4d4c 5e5d+ P*1b'),
    # notation 4: the short form, and no middle that stands empty, where results are one.
    ('chu', '12/12/12/12/12/5N6/12/12/12/12/12/kK10 b - 1', '7f7d 7f6e7f', '7f7e7d 7f7e7f'),
]


def table_game(name):
    """The game of a row, and whether paths are meant."""
    return name.removesuffix(':paths'), name.endswith(':paths')


def table_rows(paths):
    """The rows of tables, as lists of cells."""
    for path in paths:
        with open(path, encoding='utf-8') as table:
            for line in table:
                cells = line.rstrip('\n').split('\t')
                if len(cells) > 1:
                    yield cells


class Tap:
    """Test points, printed as they come."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def point(self, name, faults):
        self.count += 1
        self.failed += bool(faults)
        print(f'{"not ok" if faults else "ok"} {self.count} - {name}')
        for fault in faults[:10]:
            print(f'# {fault}')
        sys.stdout.flush()

    def end(self):
        print(f'1..{self.count}')
        return 1 if self.failed else 0


def fault_unless(got, expected, what):
    return [] if got == expected else [f'{what}: got {got}, expected {expected}']


def check_counts(tap, rows, quick):
    groups = collections.defaultdict(list)
    for name, sfen, depth, nodes, *_ in rows:
        if int(nodes) > NODES_MAX[quick]:
            continue
        game, paths = table_game(name)
        groups[name, game].append((sfen, int(depth), paths, int(nodes)))
        # chu, rule sets: the rows of depth 1 and 2 hold under chu as well.
        if game == 'chu-lishogi' and int(depth) <= 2:
            groups[name, 'chu'].append((sfen, int(depth), paths, int(nodes)))
    for (name, game), group in groups.items():
        began = time.monotonic()
        faults = []
        for sfen, depth, paths, nodes in group:
            got = perft(read_sfen(GAMES[game], sfen), depth, paths)
            faults += fault_unless(got, nodes, f'{sfen} depth {depth}')
        total = sum(row[3] for row in group)
        tap.point(f'{name} counted as {game}: {len(group)} rows, {total} nodes, '
                  f'{time.monotonic() - began:.1f} s', faults)


def check_lists(tap, rows):
    groups = collections.defaultdict(list)
    for _, name, sfen, moves, _ in rows:
        # Some sources write the letter of a drop in lower case.
        groups[name].append((sfen, [text.upper() if '*' in text else text for text in moves.split()]))
    for name, group in groups.items():
        game, paths = table_game(name)
        faults = []
        for sfen, moves in group:
            got = [text.upper() if '*' in text else text
                   for text in list_moves(read_sfen(GAMES[game], sfen), paths)]
            odd = sorted(set(got) ^ set(moves))
            if odd or len(got) != len(moves):
                faults.append(f'{sfen}: {len(got)} moves for {len(moves)}; in one list only: {odd}')
        tap.point(f'{name} lists of moves: {len(group)}', faults)


def check_cases(tap, rows):
    for game_of_chu in ('chu-lishogi', 'chu'):
        groups = collections.defaultdict(list)
        for _, name, sfen, played, what, value, _ in rows:
            game, _ = table_game(name)
            if game == 'chu-lishogi':
                # chu, rule sets: legality is the same under chu; results by bare King are not.
                if game_of_chu == 'chu' and what == 'result':
                    continue
                game = game_of_chu
            elif game_of_chu == 'chu':
                continue
            faults = []
            record = Record(read_sfen(GAMES[game], sfen))
            for text in [] if played == '-' else played.split():
                move = find_move(record.positions[-1], text)
                if move is None:
                    faults.append(f'{sfen} {played}: {text} should be legal')
                    break
                record.play(move)
            position = record.positions[-1]
            if what == 'result':
                got = outcome_word(record.outcome())
                # The table names the winner only where its source does.
                faults += fault_unless(got[:len(value)], value, f'{sfen} {played}')
            else:
                # Asked of the move alone: some of these positions have no royal on one side.
                playable = {usi(position, move) for move in playable_moves(position)}
                got = 'legal' if value in playable else 'illegal'
                faults += fault_unless(got, what, f'{sfen} {played} {value}')
            groups[name, game].append(faults)
        for (name, game), group in groups.items():
            tap.point(f'{name} cases as {game}: {len(group)}', sum(group, []))


def outcome_word(outcome):
    """The tables' words for an outcome."""
    if outcome is None:
        return 'ongoing'
    if outcome.winner == 'draw':
        return 'draw'
    words = {'bare royal': 'bareKing', 'royals captured': 'kingsLost', 'try': 'tryRule'}
    return f'{words.get(outcome.reason, outcome.reason)} {"sente" if outcome.winner == "b" else "gote"}'


def check_own_cases(tap, quick):
    faults = []
    for name, depth, paths, nodes in START_COUNTS:
        faults += fault_unless(perft(start(GAMES[name]), depth, paths), nodes, f'{name} depth {depth}')
    tap.point(f'start positions: {len(START_COUNTS)} counts of the rules texts', faults)

    faults = []
    for sfen, text, rule_sets in RULE_SET_CASES:
        got = [name for name in ('chu', 'chu-lishogi', 'chu-jcsa')
               if find_move(read_sfen(GAMES[name], sfen), text)]
        faults += fault_unless(got, rule_sets, f'{sfen} {text}')
    tap.point(f'rule sets of chu: {len(RULE_SET_CASES)} cases', faults)

    faults = []
    for name, sfen, moves, expected in END_CASES:
        record = Record(read_sfen(GAMES[name], sfen))
        for text in moves.split():
            move = find_move(record.positions[-1], text)
            if move is None:
                faults.append(f'{name} {sfen}: {text} should be legal')
                break
            record.play(move)
        outcome = record.outcome()
        got = f'{outcome.winner} {outcome.reason}' if outcome else 'ongoing'
        faults += fault_unless(got, expected, f'{name} {sfen} {moves}')
    tap.point(f'ends of games: {len(END_CASES)} cases', faults)

    faults = []
    for name, sfen, listed, absent in MOVE_CASES:
        got = list_moves(read_sfen(GAMES[name], sfen))
        faults += [f'{name} {sfen}: {text} is missing' for text in listed.split() if text not in got]
        faults += [f'{name} {sfen}: {text} is listed' for text in absent.split() if text in got]
    tap.point(f'small points: {len(MOVE_CASES)} cases', faults)

    faults = []
    for game in GAMES.values():
        # A game of so many plies gives enough samples: every sixth position, and a strewn one for each.
        for position in sample_positions(game, 1, POSITIONS[quick], plies_max=min(200, 3 * POSITIONS[quick] + 6)):
            again = read_sfen(game, write_sfen(position))
            if again.same_as() != position.same_as():
                faults.append(f'{game.name} {write_sfen(position)} is read as {write_sfen(again)}')
    tap.point('positions written and read again', faults)


def self_test(paths, quick):
    tap = Tap()
    check_own_cases(tap, quick)
    rows = list(table_rows(paths))
    check_lists(tap, [row for row in rows if row[0] == '#moves'])
    check_cases(tap, [row for row in rows if row[0] == '#case'])
    check_counts(tap, [row for row in rows if not row[0].startswith('#')], quick)
    return tap.end()


def main():
    parser = argparse.ArgumentParser(description='Legal moves worked out from the rules, slowly.')
    parser.add_argument('--self-test', metavar='TABLE', nargs='+', help='check against tables of counts')
    parser.add_argument('--quick', action='store_true', help='with --self-test: smaller counts and fewer positions')
    parser.add_argument('--moves', nargs=2, metavar=('GAME', 'SFEN'), help='list the legal moves')
    parser.add_argument('--paths', action='store_true', help='with --moves: every path, not every result')
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test(arguments.self_test, arguments.quick)
    if arguments.moves:
        name, sfen = arguments.moves
        print(' '.join(list_moves(read_sfen(GAMES[name], sfen), arguments.paths)))
        return 0
    parser.print_usage()
    return 2


if __name__ == '__main__':
    sys.exit(main())
