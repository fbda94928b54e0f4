"""The program's legal moves against those of the independent generator, on random positions.

    compare.py [--seed N] [--positions N] [GAME ...]

For each game, positions from seeded random play; for the schools of chu every other one strewn with
Lions and what the Lion rules speak of.  `shoogi moves` is asked for the moves of each position, and for
the schools of chu again with --paths; `shoogi perft --divide` for the moves of some of them that leave
the other side without any.  A game the program does not ship fails.  Prints TAP.
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

GOOD, NO = 0, 1     # the exit statuses of `shoogi moves`: there are moves, there is none
END_POSITIONS = 100 # of a game: each costs us a position for every move


def ask(command, *arguments):
    """What the program printed, and what it said instead if it failed."""
    answer = subprocess.run([PROGRAM, command, *arguments], env=ENVIRONMENT, timeout=120, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if answer.returncode not in (GOOD, NO) or answer.stderr:
        return '', f'status {answer.returncode}: {answer.stderr.strip()}'
    return answer.stdout, None


def their_moves(name, sfen, options):
    printed, complaint = ask('moves', name, '--sfen', sfen, *options)
    return printed.split(), complaint


def their_ends(name, sfen, options):
    """The moves below which no leaf is counted."""
    printed, complaint = ask('perft', name, '2', '--divide', '--sfen', sfen, *options)
    rows = [line.split() for line in printed.splitlines()[:-1]]     # the last is "nodes N"
    return [move for move, count in rows if count == '0'], complaint


def compare(game, positions, options, theirs, ours, pool):
    """What the two disagree about, one text for each position."""
    sfens = [write_sfen(position) for position in positions]
    # One process for each position, so many at a time; ours are counted while they run.
    answers = [pool.submit(theirs, game.name, sfen, options) for sfen in sfens]
    faults, listed = [], 0
    for sfen, position, answer in zip(sfens, positions, answers):
        expected = ours(position, paths='--paths' in options)
        listed += len(expected)
        got, complaint = answer.result()
        if complaint:
            faults.append(f'{sfen}: {complaint}')
            continue
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
                     ('ends', [], positions[:END_POSITIONS], their_ends, list_ends)]
            if game.lion_school:
                kinds.append(('paths', ['--paths'], positions, their_moves, list_moves))
            for what, options, some, theirs, ours in kinds:
                began = time.monotonic()
                faults = compare(game, some, options, theirs, ours, pool)
                tap.point(f'{game.name} {what}: {len(some)} positions, seed {arguments.seed}, '
                          f'{time.monotonic() - began:.1f} s', faults)
    return tap.end()


if __name__ == '__main__':
    sys.exit(main())
