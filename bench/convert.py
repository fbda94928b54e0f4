#!/usr/bin/python3
"""convert: how many games of Shogi in KIF are read, checked by the rules and written again in a second.

    bench/convert.py [ROUNDS]          5 rounds

The games are those of $SHOOGI_TEST_DATA/data/usi/games.txt (../shared), written as KIF by the program itself:
a club's archive is thousands of such files.  `shoogi convert` and tsshogi in Node.js, a reader and writer of the
same format, take turns; the files are the same, and both times are without the start of the program.  Then the
memory of `shoogi convert` with these games in one file, and with ten times as many.
The figures to keep: 300 games a second on one core, and memory that does not grow."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.setdefault('SHOOGI_BUILD_ROOT', os.path.join(ROOT, 'build'))
os.environ.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))
os.environ.setdefault('SHOOGI_SOURCE_ROOT', ROOT)
DATA = os.environ.get('SHOOGI_TEST_DATA', os.path.join(ROOT, '..', 'shared'))
PROGRAM = os.path.join(BUILD, 'shoogi')
COPIES = 10


def run(arguments, **options):
    """(seconds, greatest memory in KiB) of a program that must succeed; losses are no failure."""
    begin = time.monotonic()
    child = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f'convert: {arguments[:4]} failed with {child.returncode}')
    return time.monotonic() - begin, usage.ru_maxrss


def make_files(folder, source):
    """A file of KIF for each game; their paths."""
    whole = os.path.join(folder, 'games.kif')
    run([PROGRAM, 'convert', '--from', 'usi', '--to', 'kif', '-o', whole, source])
    with open(whole, encoding='utf-8') as file:
        games = file.read().split('#KIF ')[1:]
    paths = []
    for number, game in enumerate(games):
        paths.append(os.path.join(folder, f'{number}.kif'))
        with open(paths[-1], 'w', encoding='utf-8') as file:
            file.write('#KIF ' + game)
    return paths


def ours(files, folder):
    out = os.path.join(folder, 'out.kif')
    seconds, memory = run([PROGRAM, 'convert', '--from', 'kif', '--to', 'kif', '-o', out, *files])
    os.remove(out)
    return seconds, memory


def theirs(files):
    done = subprocess.run(['node', os.path.join(ROOT, 'bench', 'convert_peer.mjs'), *files], check=True,
                          stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8')
    games, moves, seconds = done.stdout.split()
    return int(games), int(moves), float(seconds)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    source = os.path.join(DATA, 'data', 'usi', 'games.txt')
    if not os.path.exists(source):
        sys.exit(f'convert: expected games at {source}; SHOOGI_TEST_DATA says where they are')
    with tempfile.TemporaryDirectory() as folder:
        files = make_files(folder, source) * COPIES
        start = ours(files[:1], folder)[0]
        rates, ratios = [], []
        for _ in range(rounds):
            mine = ours(files, folder)[0] - start
            games, moves, seconds = theirs(files)
            rates.append(games / mine)
            ratios.append(seconds / mine)
        print(f'{games} games, {moves} moves')
        print(f'{statistics.median(rates):.0f} games a second, {statistics.median(ratios):.2f}x '
              f'({min(ratios):.2f} to {max(ratios):.2f}) tsshogi')
        for copies in (COPIES, 10 * COPIES):
            whole = os.path.join(folder, 'many.kif')
            with open(whole, 'wb') as file:
                for path in files[:len(files) // COPIES] * copies:
                    with open(path, 'rb') as game:
                        file.write(game.read())
            print(f'{ours([whole], folder)[1]} KiB of memory with {games * copies // COPIES} games in one file')


main()
