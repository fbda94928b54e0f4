"""Random games against HaChu, by H. G. Muller, over XBoard's protocol: each side must accept the other's moves.

    hachu_test.py GAMES GAME...

HaChu is a package of its own (script/bootstrap); without it the test fails.  It promotes on entry here, because the
rules for a piece that declined differ: in HaChu it may promote without capturing, two turns later.  Now and then it
claims a game in which it is about to take the last king; that is an end, and no quarrel about a move.  It looks two moves
ahead: by one alone it sometimes has none, and plays one that it thought of earlier, with a piece of ours.  Prints TAP."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD = os.environ['SHOOGI_BUILD_ROOT']
QUARREL = re.compile(r'^note: hachu: (?!claims )(.*)', re.M)
MOVES_LEAST = 40  # of a random game, on average


def play(variant, games, folder):
    """The records of so many games."""
    path = os.path.join(folder, f'{variant}.shoogi')
    hachu = shutil.which('hachu', path=os.environ.get('PATH', '') + ':/usr/games') or 'hachu'
    done = subprocess.run(
        [os.path.join(BUILD, 'shoogi'), 'match', '--variant', variant, '--games', str(games), '--random-plies', '0',
         '--save', path, '--engine', 'chance', '--engine',
         'xboard name=hachu movetime=2000 margin=20000 depth=2 "option.Promote on entry=1" "option.Allow repeats=1" '
         f'cmd={hachu}'], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f'Bail out! {done.stderr.strip() or done.stdout.strip()}')
    with open(path, encoding='utf-8') as file:
        return file.read()


def main():
    games, variants = int(sys.argv[1]), sys.argv[2:]
    print(f'1..{2 * len(variants)}')
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for i, variant in enumerate(variants):
            records = play(variant, games, folder)
            moves = len(re.findall(r'^\d+ (?!end)', records, re.M))
            results = (('every move is accepted', QUARREL.findall(records)),
                       ('there were games', [] if records.count('shoogi record') == games and
                        moves >= MOVES_LEAST * games else [f'{moves} moves']))
            for j, (name, faults) in enumerate(results):
                for fault in faults:
                    print(f'# {fault}')
                print(f'{"not " if faults else ""}ok {2 * i + j + 1} - {variant}: {name}')
                failed += bool(faults)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
