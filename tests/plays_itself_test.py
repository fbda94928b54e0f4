"""Plays games of each definition to their end: at random, and by self-play of the search.

    plays_itself_test.py BY_CHANCE BY_SEARCH [VARIANT...]

So many games of each definition that is shipped, or of those named.  A game ends by its rules, or is left after 20,000 moves;
how many ended how, and the longest, is reported.  Every move must be legal, and the record must be
read and written again as it was.  Prints TAP."""

import collections
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'tools'))

import definitions  # noqa: E402 (of tools/)

BUILD = os.environ['SHOOGI_BUILD_ROOT']
VARIANTS = os.environ['SHOOGI_VARIANTS']
PROGRAM = os.path.join(BUILD, 'shoogi')
PLIES_MAX = 20000
# Two of each: who thinks as much as the other plays the same game with either colour.
CHANCE = ('chance name=one', 'chance name=other')
SEARCH = ('search nodes=200 name=one', 'search nodes=150 name=other')
END = re.compile(r'^(\d+) end (.*)', re.M)
GOOD = re.compile(r'board |moves-max |declaration ')  # other reasons: errors of a player


def play(variant, engines, games, path):
    """The errors, a line each."""
    done = subprocess.run(
        [PROGRAM, 'match', '--variant', variant, '--games', str(games), '--plies-max', str(PLIES_MAX), '--random-plies', '6',
         '--save', path, '--engine', engines[0], '--engine', engines[1]],
        capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [f'exit {done.returncode}', *done.stderr.splitlines()]


def read_again(path, text):
    done = subprocess.run([PROGRAM, 'convert', '--to', 'shoogi', path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [f'convert: exit {done.returncode}', *done.stderr.splitlines()]
    return [] if done.stdout == text else ['the records are not read and written as they were']


def judge(ends, games):
    faults = [f'move {ply}: {how}' for ply, how in ends if not GOOD.match(how)]
    return faults if len(ends) == games else [f'{len(ends)} of {games} games have an end', *faults]


def report(ends):
    hows = collections.Counter(how.removeprefix('board ').split(' ', 1)[-1] for _, how in ends)
    plies = sorted(int(ply) - 1 for ply, _ in ends)
    return (', '.join(f'{often} {how}' for how, often in hows.most_common()) +
            f'; {plies[len(plies) // 2]} moves, at most {plies[-1]}')


def test(variant, engines, games, folder):
    path = os.path.join(folder, f'{variant}.shoogi')
    faults = play(variant, engines, games, path)
    if not faults:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        ends = END.findall(text)
        faults = judge(ends, games) + read_again(path, text)
    for fault in faults:
        print(f'# {fault}')
    return faults, '' if faults else report(ends)


def main():
    variants = sys.argv[3:] or list(definitions.paths(VARIANTS))
    matches = [(variant, name, engines, games) for variant in variants
               for name, engines, games in (('chance', CHANCE, int(sys.argv[1])), ('search', SEARCH, int(sys.argv[2])))]
    print(f'1..{len(matches)}')
    failed = 0
    for i, (variant, name, engines, games) in enumerate(matches):
        with tempfile.TemporaryDirectory() as folder:
            faults, told = test(variant, engines, games, folder)
        print(f'{"not " if faults else ""}ok {i + 1} - {variant} by {name}')
        if told:
            print(f'# {variant} by {name}: {told}')
        sys.stdout.flush()
        failed += bool(faults)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
