"""Games of tests/fairy/variants.ini: the program's counts beside published ones, and beside those of fairy-stockfish.

The program reads the sections as definitions.  Where fairy-stockfish is installed and its version knows the pieces, it
is given the same file and must count the same.  Prints TAP.
"""

import os
import re
import shutil
import subprocess
import sys

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..', '..')
BUILD = os.environ.get('SHOOGI_BUILD_ROOT') or os.path.join(ROOT, 'build')
PROGRAM = os.path.join(BUILD, 'shoogi')
FILE = os.path.join(ROOT, 'tests', 'fairy', 'variants.ini')
PEER = shutil.which('fairy-stockfish', path=os.environ.get('PATH', '') + ':/usr/games')
ENVIRONMENT = dict(os.environ, LC_ALL='C')
ENVIRONMENT.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))

# Leaves at depths 1, 2 and 3; whether version 11.1 of fairy-stockfish plays the game: it knows no pieces of one's
# own, and a Lion may not be left attacked there.  Sources: fairy-stockfish 11.1 where it plays the game; else later
# versions and other programs, as in tests/perft/*.tsv for the same game; Choshi and Pandemonium: the definitions
# of the two games written by hand in the format of docs/variant-format.md.
COUNTS = {
    'our-minishogi': ((14, 181, 2512), True),
    'our-shogi': ((30, 900, 25470), True),
    'our-kyoto': ((12, 137, 1636), True),
    'our-micro': ((9, 80, 767), True),
    'our-gorogoro': ((16, 250, 4166), True),
    'our-gorogoroplus': ((39, 1438, 44436), True),
    'our-judkins': ((20, 336, 6183), True),
    'our-gardner': ((7, 53, 506), True),
    'our-losalamos': ((10, 100, 1212), True),
    'our-chess': ((20, 400, 8902), True),
    'our-minixiangqi': ((19, 331, 6740), True),
    'our-house': ((76, 5643, 330207), True),
    'our-euro': ((25, 625, 15424), True),
    'our-tori': ((17, 288, 5430), False),
    'our-sho': ((26, 676, 17368), False),
    'our-yari': ((20, 400, 7960), False),
    'our-okisaki': ((37, 1369, 48211), False),
    'our-dobutsu': ((4, 17, 123), False),
    'our-cannon': ((60, 3447, 216600), False),
    'our-choshi': ((29, 841, 24795), False),
    'our-three-check': ((30, 900, 25470), True),
    'our-last-check': ((35, 881, 18699), True),
    'our-try': ((30, 900, 25470), True),
    'our-mini-try': ((55, 2274, 71029), True),
    'our-must-capture': ((30, 900, 24419), True),
    'our-mini-capture': ((1, 2, 46), True),
    'our-happokei': ((32, 1024, 30656), True),
    'our-pandemonium': ((44, 1934, 91339), False),
}


def counts(game):
    """The program's, at depths 1 to 3."""
    found = []
    for depth in 1, 2, 3:
        answer = subprocess.run([PROGRAM, 'perft', f'{FILE}:{game}', str(depth)], env=ENVIRONMENT, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        nodes = re.findall(r'nodes (\d+)', answer.stdout)
        if answer.returncode != 0 or answer.stderr or not nodes:
            return f'status {answer.returncode}: {answer.stderr.strip()}'
        found.append(int(nodes[-1]))
    return tuple(found)


def peer_counts(game):
    talk = ''.join(f'{line}\n' for line in [
        f'setoption name VariantPath value {FILE}', f'setoption name UCI_Variant value {game}',
        'position startpos', 'go perft 1', 'go perft 2', 'go perft 3', 'quit'])
    answer = subprocess.run([PEER], input=talk, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            check=True)
    return tuple(int(count) for count in re.findall(r'Nodes searched: (\d+)', answer.stdout))


def main():
    print(f'1..{len(COUNTS) + 1}')
    failed = False
    with open(FILE, encoding='utf-8') as file:
        games = re.findall(r'^\[([^:\]]+)', file.read(), re.MULTILINE)
    failed |= sorted(games) != sorted(COUNTS)
    print(f'{"not ok" if failed else "ok"} 1 - every game of the file is counted')
    if not PEER:
        print('# no fairy-stockfish here: only published counts are compared')
    for number, (game, (expected, known)) in enumerate(COUNTS.items(), 2):
        ours = counts(game)
        theirs = peer_counts(game) if known and PEER else expected
        good = ours == expected == theirs
        failed |= not good
        print(f'{"ok" if good else "not ok"} {number} - {game}: {ours}')
        if not good:
            print(f'# expected {expected}; fairy-stockfish counts {theirs}')
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
