"""Our engine against programs of others, by shoogi match: each accepts what the other plays, and every game ends by a rule.

Fairy-Stockfish speaks UCI, HaChu XBoard's protocol; both are packages of their own (script/bootstrap), and without them the
test fails.  Prints TAP."""

import os
import re
import shutil
import sys

from cli_test import GOOD, PROGRAM, ROOT, expect, run, tap
from match_test import folder, games

HACHU_SETTINGS = 'movetime=1000 margin=20000 depth=1 "option.Promote on entry=0" "option.Allow repeats=1"'


def program(name):
    return shutil.which(name, path=os.environ.get('PATH', '') + ':/usr/games') or name


def play(variant, theirs, plies):
    with folder() as place:
        path = os.path.join(place, 'games.shoogi')
        result = run(['match', '--variant', variant, '--games', '2', '--plies-max', str(plies), '--save', path,
                      '--engine', f'usi name=ours nodes=200 hash=1 cmd={PROGRAM} usi {variant}', '--engine', theirs])
        expect('status', (result.returncode, result.stderr.decode()), (GOOD, ''))
        found = games(path)
        expect('games', sorted(found), [1, 2])
        for _, moves, notes in found.values():
            expect('notes', notes, [])
            if len(moves) < 10 or not re.search(' end (board|moves-max|resign) ', moves[-1]):
                raise AssertionError(moves)


def main():
    hachu, mended = program('hachu'), os.path.join(ROOT, 'tools', 'hachu-sho')
    fairy = program('fairy-stockfish')
    rows = [
        ('mini', f'uci name=fairy-stockfish nodes=200 hash=1 option.Threads=1 game=minishogi cmd={fairy}', 60),
        ('chu', f'xboard name=hachu {HACHU_SETTINGS} game=chu cmd={hachu}', 30),
        ('sho', f'xboard name=hachu {HACHU_SETTINGS} game=sho cmd={mended} {hachu}', 30),
    ]
    return tap([(f'{variant} against {theirs.split()[1][5:]}', play, (variant, theirs, plies))
                for variant, theirs, plies in rows])


if __name__ == '__main__':
    sys.exit(main())
