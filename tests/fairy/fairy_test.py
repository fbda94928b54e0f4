"""The program's counts beside those of fairy-stockfish (script/bootstrap installs it), in the games both know.

    fairy_test.py [--seed N] [--positions N] [GAME ...]

For each game, positions from random play, which fairy-stockfish plays; below each, both count the leaves
for every first move.  Where the counts differ the way is followed down to the moves that only one of the
two takes for legal.  One difference is allowed: a Pawn dropped to mate, which fairy-stockfish counts and
scores as lost; each is a move that fairy-stockfish finds no reply to, and that the program refuses for
this reason.  Letters and square names of the two differ: see Dialect.  Prints TAP.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..', '..')
BUILD = os.environ.get('SHOOGI_BUILD_ROOT') or os.path.join(ROOT, 'build')
PROGRAM = os.path.join(BUILD, 'shoogi')
REASON = os.path.join(BUILD, 'tests', 'fairy', 'reason')
ENVIRONMENT = dict(os.environ, LC_ALL='C')
ENVIRONMENT.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))
PEER = shutil.which('fairy-stockfish', path=os.environ.get('PATH', '') + ':/usr/games')

DROP_MATE = 'a pawn may not be dropped to give checkmate (uchifuzume)'
PLIES_MAX = 150         # of a random game; positions are taken every so many plies
PLIES_BETWEEN = 5
FAULTS_MAX = 10         # of a game; more would tell no more
LEAVES_OF_DEPTH_3 = 1000000     # a guess of no more leaves than this, and depth is 3


class Dialect:
    """A game in fairy-stockfish's notation.  letters, in_hand: its letters of pieces on the board and in
    hand that differ from ours."""

    def __init__(self, name, peer_name, files, ranks, letters=None, in_hand=None):
        self.name = name
        self.peer_name = peer_name
        self.files = files
        self.ranks = ranks
        self.letters = letters or {}
        self.in_hand = in_hand or {}

    def sfen(self, text):
        """The SFEN it prints, in our letters."""
        board, side, hands, ply = text.split()
        return f'{translate(board, self.letters)} {side} {translate(hands, self.in_hand)} {ply}'

    def square(self, text):
        """e5, as chess has it, in USI."""
        return f'{self.files - (ord(text[0]) - ord("a"))}{chr(ord("a") + self.ranks - int(text[1:]))}'

    def usi(self, text):
        """A move in USI.  In games where pieces promote and demote in turn it marks the direction, and we do not."""
        if '@' in text:
            piece, goal = text.split('@')
            return f'{translate(piece, self.letters)}*{self.square(goal)}'
        plain = text.rstrip('+-')
        return self.square(plain[:2]) + self.square(plain[2:]) + ('+' if plain != text else '')


def translate(text, letters):
    """Replaces the letters of pieces in text, keeping their case and all other characters."""
    def one(match):
        piece = match.group()
        other = letters.get(piece.upper(), piece)
        return other.upper() if piece[-1].isupper() else other.lower()
    return re.sub(r'\+?[A-Za-z]', one, text)


# Dobutsu is left out: there the Lion may be left attacked, in fairy-stockfish it may not.
GAMES = {game.name: game for game in [
    Dialect('shogi', 'shogi', 9, 9),
    Dialect('mini', 'minishogi', 5, 5),
    Dialect('gorogoro', 'gorogoro', 5, 6),
    Dialect('gorogoroplus', 'gorogoroplus', 5, 6),
    Dialect('judkins', 'judkins', 6, 6),
    Dialect('euro', 'euroshogi', 8, 8),
    Dialect('micro', 'micro', 4, 5),
    Dialect('kyoto', 'kyotoshogi', 5, 5, {'+N': 'G', '+L': 'T', '+S': 'B', '+P': 'R'},
            {'N': 'G', 'L': 'T'}),
]}

# The one that it does not know, told to it in terms of one that it does.
DEFINITION = """\
[gorogoroplus:gorogoro]
lance = l
shogiKnight = n
promotedPieceType = p:g s:g l:g n:g
startFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[LNln] w 0 1
"""


class Peer:
    """fairy-stockfish, spoken to in UCI."""

    def __init__(self):
        self.process = subprocess.Popen([PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        with tempfile.NamedTemporaryFile('w', suffix='.ini') as file:
            file.write(DEFINITION)
            file.flush()
            self.say(f'setoption name VariantPath value {file.name}')
            self.say('uci')
            self.lines_to('uciok')

    def say(self, line):
        self.process.stdin.write(line + '\n')

    def lines_to(self, start):
        """Returns its output up to and including a line with this beginning."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(start):
                return lines
        raise EOFError('fairy-stockfish has ended')

    def play(self, dialect):
        self.say(f'setoption name UCI_Variant value {dialect.peer_name}')

    def position(self, fen, moves=()):
        """Sets up a position, and returns it as (FEN, SFEN, squares of the pieces that give check)."""
        self.say('position ' + (f'fen {fen}' if fen else 'startpos') + ' moves ' + ' '.join(moves))
        self.say('d')
        words = dict(line.split(':', 1) for line in self.lines_to('Checkers:') if ':' in line)
        return words['Fen'].strip(), words['Sfen'].strip(), words['Checkers'].split()

    def divide(self, depth):
        """The leaves below each move of the position set up."""
        self.say(f'go perft {depth}')
        lines = self.lines_to('Nodes searched: ')
        return {move: int(count) for move, count in
                (line.split(': ') for line in lines[:-1] if ': ' in line)}

    def stop(self):
        self.say('quit')
        self.process.stdin.close()
        self.process.wait(timeout=120)


def divide(name, sfens, depth):
    """The same by the program, of each of some positions."""
    answer = subprocess.run([PROGRAM, 'perft', name, str(depth), '--divide', '--positions', '-'],
                            input=''.join(sfen + '\n' for sfen in sfens), env=ENVIRONMENT, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    lines = [line.split() for line in answer.stdout.splitlines()]
    if answer.returncode != 0 or answer.stderr or len(lines) != len(sfens):
        raise ValueError(f'{name} {sfens}: status {answer.returncode}: {answer.stderr.strip()}')
    # A move and its count, and again, and "nodes N" at last.
    return [{move: int(count) for move, count in zip(row[:-2:2], row[1:-2:2])} for row in lines]


def reason(name, sfen, move):
    """Why the program refuses the move."""
    return subprocess.run([REASON, name, sfen, move], env=ENVIRONMENT, timeout=120, text=True,
                          stdout=subprocess.PIPE, check=True).stdout.strip()


class Comparison:
    def __init__(self, peer, dialect):
        self.peer = peer
        self.dialect = dialect
        self.faults = []
        self.mating_drops = 0
        self.leaves = 0

    def fault(self, sfen, text):
        self.faults.append(f'{self.dialect.name} {sfen}: {text}')

    def compare_all(self, positions):
        """Compares the counts of (FEN, number of moves), all that are looked at as deep by one process of ours."""
        deep = [fen for fen, moves in positions if moves ** 3 <= LEAVES_OF_DEPTH_3]
        for depth, fens in (3, deep), (2, [fen for fen, _ in positions if fen not in deep]):
            sfens = [self.dialect.sfen(self.peer.position(fen)[1]) for fen in fens]
            for fen, ours in zip(fens, divide(self.dialect.name, sfens, depth)):
                self.compare(fen, depth, ours)

    def compare(self, fen, depth, ours):
        """Compares the counts of a position with ours, and explains what differs."""
        if len(self.faults) >= FAULTS_MAX:
            return
        dialect = self.dialect
        fen, peer_sfen, _ = self.peer.position(fen)
        sfen = dialect.sfen(peer_sfen)
        said = self.peer.divide(depth)
        theirs = {dialect.usi(move): (move, count) for move, count in said.items()}
        if len(theirs) != len(said):
            self.fault(sfen, 'two moves of fairy-stockfish are one of ours')
        self.leaves += sum(ours.values())
        for move in sorted(set(ours) - set(theirs)):
            self.fault(sfen, f'{move} is legal here only')
        for move in sorted(set(theirs) - set(ours)):
            why = reason(dialect.name, sfen, move)
            if move.startswith('P*') and why == DROP_MATE and self.mates(fen, theirs[move][0]):
                self.mating_drops += 1
            else:
                self.fault(sfen, f'{move} is legal there only: {why}')
        for move in sorted(set(theirs) & set(ours)):
            their_move, count = theirs[move]
            if count == ours[move]:
                continue
            known = len(self.faults), self.mating_drops
            if depth > 1:
                child, child_sfen, _ = self.peer.position(fen, [their_move])
                self.compare(child, depth - 1, divide(dialect.name, [dialect.sfen(child_sfen)], depth - 1)[0])
            if known == (len(self.faults), self.mating_drops):
                self.fault(sfen, f'{move}: {ours[move]} here, {count} there')

    def mates(self, fen, move):
        """Whether the move mates by the rules of fairy-stockfish."""
        _, _, checkers = self.peer.position(fen, [move])
        return checkers and not self.peer.divide(1)


def sample(peer, dialect, chance, count):
    """count different positions with moves, as (FEN, number of moves)."""
    found = {}
    while len(found) < count:
        fen = None
        for ply in range(PLIES_MAX):
            fen, sfen, _ = peer.position(fen)
            moves = sorted(peer.divide(1))
            if not moves:
                break
            if ply % PLIES_BETWEEN == 0 and len(found) < count:
                found.setdefault(sfen.rsplit(' ', 1)[0], (fen, len(moves)))
            fen, _, _ = peer.position(fen, [chance.choice(moves)])
    return list(found.values())


def main():
    parser = argparse.ArgumentParser(description='Compare counts with fairy-stockfish.')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--positions', type=int, default=125, help='for each game')
    parser.add_argument('games', nargs='*', metavar='GAME', help='all, if none is named')
    arguments = parser.parse_args()
    print(f'1..{len(arguments.games or GAMES)}')
    if not PEER:
        print('Bail out! there is no fairy-stockfish: script/bootstrap installs it')
        return 1
    failed = False
    peer = Peer()
    for number, name in enumerate(arguments.games or GAMES, 1):
        began = time.monotonic()
        dialect = GAMES[name]
        peer.play(dialect)
        comparison = Comparison(peer, dialect)
        chance = random.Random(f'{name} {arguments.seed}')
        positions = sample(peer, dialect, chance, arguments.positions)
        comparison.compare_all(positions)
        failed |= bool(comparison.faults)
        print(f'{"not ok" if comparison.faults else "ok"} {number} - {name}: {len(positions)} positions, '
              f'{comparison.leaves} leaves, {comparison.mating_drops} mating pawn drops, '
              f'{time.monotonic() - began:.1f} s')
        for fault in comparison.faults[:FAULTS_MAX]:
            print(f'# {fault}')
        sys.stdout.flush()
    peer.stop()
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
