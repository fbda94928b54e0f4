"""XBoard itself, on a screen that nobody sees, has the engine play whole games against itself.  Prints TAP.

    xboard_gui_test.py [--large]    more games
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from cli_test import PROGRAM, VARIANTS, expect, tap

PATIENCE = 200  # seconds for a game: a move of a large one may take its whole second
RESULT = re.compile(r'(1-0|0-1|1/2-1/2)\s*\Z')

# Of Chu XBoard does not know all rules: there it leaves them to the engine.  It judges the others itself, of which it
# knows Shogi and is told the rest.
TRUSTING = ('-testLegality', 'false')
GAMES = [('shogi', ()), ('mini', ())]
MORE_GAMES = [('sho', ()), ('gorogoro', ()), ('judkins', ()), ('euro', ()), ('shosu', ()), ('chu', TRUSTING)]


class Screen:
    def __enter__(self):
        ours, its = os.pipe()
        self.process = subprocess.Popen(['Xvfb', '-displayfd', str(its), '-screen', '0', '1280x1024x24'],
                                        pass_fds=[its], stderr=subprocess.DEVNULL)
        os.close(its)
        with os.fdopen(ours) as file:
            self.name = ':' + file.readline().strip()
        return self

    def __exit__(self, kind, error, trace):
        self.process.terminate()
        self.process.wait()


def read(path):
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def a_game(variant, options):
    xboard = shutil.which('xboard', path=os.environ['PATH'] + ':/usr/games')
    with Screen() as screen, tempfile.TemporaryDirectory() as folder:
        game, log = os.path.join(folder, 'game.pgn'), os.path.join(folder, 'log')
        command = [xboard, '-fcp', f'{PROGRAM} xboard', '-scp', f'{PROGRAM} usi', '-variant', variant,
                   '-matchGames', '1', '-searchTime', '0:01',
                   '-searchDepth', '1', '-saveGameFile', game, '-debug', '-nameOfDebugFile', log, *options]
        env = dict(os.environ, DISPLAY=screen.name, HOME=folder, SHOOGI_VARIANTS=VARIANTS, LC_ALL='C')
        with open(os.path.join(folder, 'out'), 'w', encoding='utf-8') as out:
            process = subprocess.Popen(command, env=env, stdout=out, stderr=out, cwd=folder)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None and not RESULT.search(read(game)):
            time.sleep(0.1)
        process.kill()  # the engines see their input end
        process.wait()
        said = read(log)
        for fault in ('Illegal move', 'Error (', 'invalid move', 'orfeit', 'rejected'):
            expect(fault, [line for line in said.splitlines() if fault in line][:3], [])
        expect('moves', len(re.findall(r'^\d+ <\w+ *: move ', said, re.MULTILINE)) > 10, True)
        expect('the variant', re.findall(r'\[Variant "(.*)"\]', read(game)), [variant])
        expect('an end', bool(RESULT.search(read(game))), True)


def main():
    games = GAMES + MORE_GAMES * ('--large' in sys.argv[1:])
    return tap([(f'a game of {name} in xboard', a_game, (name, options)) for name, options in games])


if __name__ == '__main__':
    sys.exit(main())
