"""The program's legal moves against those of the independent generator, on random positions.

    compare.py [--seed N] [--positions N] [GAME ...]

For each game, positions from seeded random play; for the schools of chu every other one strewn with
Lions and what the Lion rules speak of.  `shoogi moves` is asked for the moves of each position, and for
the schools of chu again with --paths.  A game the program does not ship is skipped by name.  Prints TAP.
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True      # or the import would leave files in the source tree
from generator import GAMES, Tap, list_moves, sample_positions, write_sfen

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..', '..')
BUILD = os.environ.get('SHOOGI_BUILD_ROOT') or os.path.join(ROOT, 'build')
PROGRAM = os.path.join(BUILD, 'shoogi')
ENVIRONMENT = dict(os.environ, LC_ALL='C')
ENVIRONMENT.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))

GOOD, NO = 0, 1     # the exit statuses of `shoogi moves`: there are moves, there is none


def ask(arguments):
    return subprocess.run([PROGRAM, 'moves'] + arguments, env=ENVIRONMENT, timeout=120, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def is_shipped(name):
    """Whether the program knows a game of that name.  One it knows and cannot read is not skipped."""
    return 'expected the name of a variant' not in ask([name]).stderr


def ask_for_moves(name, sfen, options):
    """The program's list of moves, or what it said instead of one."""
    answer = ask([name, '--sfen', sfen] + options)
    if answer.returncode not in (GOOD, NO) or (answer.returncode == NO) != (answer.stdout == ''):
        return None, f'status {answer.returncode}: {answer.stderr.strip()}'
    return answer.stdout.split(), None


def compare(name, positions, options, pool):
    """What the two disagree about, one text for each position."""
    sfens = [write_sfen(position) for position in positions]
    # One process for each position, so many at a time; ours are counted while they run.
    answers = [pool.submit(ask_for_moves, name, sfen, options) for sfen in sfens]
    faults = []
    for sfen, position, answer in zip(sfens, positions, answers):
        ours = list_moves(position, paths='--paths' in options)
        theirs, complaint = answer.result()
        if complaint:
            faults.append(f'{sfen}: {complaint}')
            continue
        missing, excess = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
        if missing or excess:
            faults.append(f'{sfen}: the program lacks {missing}, and has beside the rules {excess}')
        elif len(theirs) != len(ours):
            faults.append(f'{sfen}: the program lists a move twice')
    return faults


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
    takes_paths = '--paths' in ask(['--help']).stdout
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for name in arguments.games or GAMES:
            shipped = is_shipped(name)
            positions = None
            for options in [[], ['--paths']] if GAMES[name].lion_school else [[]]:
                what = ' '.join([name] + options)
                if not shipped:
                    tap.skip(what, 'the program does not ship this game')
                    continue
                if options and not takes_paths:
                    tap.skip(what, 'the program has no option --paths')
                    continue
                began = time.monotonic()
                positions = positions or sample_positions(GAMES[name], arguments.seed, arguments.positions)
                faults = compare(name, positions, options, pool)
                tap.point(f'{what}: {len(positions)} positions, seed {arguments.seed}, '
                          f'{time.monotonic() - began:.1f} s', faults)
    return tap.end()


if __name__ == '__main__':
    sys.exit(main())
