"""The program's legal moves against those of the independent generator, on random positions.

    compare.py [--seed N] [--positions N] [--ends N] [GAME ...]

For each game, positions from seeded random play; for the rule sets of chu every other one has scattered
Lions and the pieces of the Lion rules.  `shoogi moves` is asked for the moves of each position, and for
the rule sets of chu again with --paths; `shoogi perft --divide` for the moves of some of them that leave
the other side without any.  A game the program does not ship fails.  The program is asked once for all positions.  Prints
TAP.
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True      # or the import would leave files in the source tree
from generator import GAMES, Tap, list_ends, list_moves, sample_positions, write_sfen

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..', '..')
BUILD = os.environ.get('SHOOGI_BUILD_ROOT') or os.path.join(ROOT, 'build')
PROGRAM = os.path.join(BUILD, 'shoogi')
ENVIRONMENT = dict(os.environ, LC_ALL='C')
ENVIRONMENT.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))



def ask(command, sfens):
    """A line of words for each position, or None; and what the program said instead if it failed."""
    answer = subprocess.run([PROGRAM, *command, '--positions', '-'], input=''.join(sfen + '\n' for sfen in sfens),
                            env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    lines = [line.split() for line in answer.stdout.splitlines()]
    if answer.returncode != 0 or answer.stderr or len(lines) != len(sfens):
        return None, f'status {answer.returncode}, {len(lines)} lines for {len(sfens)} positions: {answer.stderr.strip()}'
    return lines, None


def their_moves(name, sfens, options):
    return ask(['moves', name, *options], sfens)


def their_ends(name, sfens, options):
    """The moves below which no leaf is counted."""
    lines, complaint = ask(['perft', name, '2', '--divide', *options], sfens)
    if complaint:
        return None, complaint
    # A move and its count, and again, and "nodes N" at last.
    return [[move for move, count in zip(row[:-2:2], row[1:-2:2]) if count == '0'] for row in lines], None


def compare(game, positions, options, theirs, ours, pool):
    """What the two disagree about, one text for each position."""
    sfens = [write_sfen(position) for position in positions]
    answer = pool.submit(theirs, game.name, sfens, options)     # ours are listed while the program lists its own
    all_expected = [ours(position, paths='--paths' in options) for position in positions]
    lines, complaint = answer.result()
    if complaint:
        return [complaint]
    faults, listed = [], 0
    for sfen, expected, got in zip(sfens, all_expected, lines):
        listed += len(expected)
        missing, excess = sorted(set(expected) - set(got)), sorted(set(got) - set(expected))
        if missing or excess:
            faults.append(f'{sfen}: the program lacks {missing}, and has beside the rules {excess}')
        elif len(got) != len(expected):
            faults.append(f'{sfen}: the program lists a move twice')
    return faults if listed else ['none of these positions has such a move']


def main():
    parser = argparse.ArgumentParser(description='Compare the program with the independent generator.')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--positions', type=int, default=300, help='for each game')
    parser.add_argument('--ends', type=int, default=100, help='of these, asked for moves that end the game')
    parser.add_argument('games', nargs='*', metavar='GAME', help='all, if none is named')
    arguments = parser.parse_args()
    for name in arguments.games:
        if name not in GAMES:
            parser.error(f'expected one of {", ".join(GAMES)}, found "{name}"')
    tap = Tap()
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for game in [GAMES[name] for name in arguments.games or GAMES]:
            positions = sample_positions(game, arguments.seed, arguments.positions)
            kinds = [('moves', [], positions, their_moves, list_moves),
                     ('ends', [], positions[:arguments.ends], their_ends, list_ends)]
            if game.lion_rules:
                kinds.append(('paths', ['--paths'], positions, their_moves, list_moves))
            for what, options, some, theirs, ours in kinds:
                began = time.monotonic()
                faults = compare(game, some, options, theirs, ours, pool)
                tap.point(f'{game.name} {what}: {len(some)} positions, seed {arguments.seed}, '
                          f'{time.monotonic() - began:.1f} s', faults)
    return tap.end()


if __name__ == '__main__':
    sys.exit(main())
