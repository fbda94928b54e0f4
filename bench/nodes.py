#!/usr/bin/python3
"""nodes: how many positions a second the engine looks at, beside Fairy-Stockfish, one thread each.

Both search the same positions of shogi for the same time, in turns and several rounds; each position is a row, with
both rates and ours as a multiple of theirs.  Needs fairy-stockfish, from Debian."""

import os
import re
import shutil
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('SHOOGI_BUILD_ROOT', os.path.join(ROOT, 'build'))
ROUNDS, MILLISECONDS = 5, 1000
POSITIONS = {
    'the start': 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1',
    'an opening': 'ln1g3nl/1ks1gr3/1ppp1s1pp/p3ppp2/7P1/P1P1P1P2/1P1PSP2P/1BK1G2R1/LNSG3NL w Bb 24',
    'hands full': 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1',
    'an ending': '8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124',
}


class Engine:
    def __init__(self, command, *lines):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.say('usi', *lines, 'isready')
        self.hear('readyok')

    def say(self, *lines):
        self.process.stdin.write(''.join(line + '\n' for line in lines))
        self.process.stdin.flush()

    def hear(self, word):
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                sys.exit('nodes: an engine has ended')
            lines.append(line.rstrip())
        return lines

    def rate(self, sfen):
        self.say('usinewgame', 'isready')
        self.hear('readyok')
        self.say(f'position sfen {sfen}', f'go movetime {MILLISECONDS}')
        counts = [re.search(r' nodes (\d+).* time (\d+)', line) for line in self.hear('bestmove')]
        nodes, time = [(int(found.group(1)), int(found.group(2))) for found in counts if found][-1]
        return nodes * 1000 / max(time, 1)


def main():
    fairy = shutil.which('fairy-stockfish', path=os.environ.get('PATH', '') + ':/usr/games')
    if not fairy:
        sys.exit('nodes: expected fairy-stockfish, found no such program')
    ours = Engine([os.path.join(BUILD, 'shoogi'), 'usi', 'shogi'], 'setoption name USI_Hash value 64')
    theirs = Engine([fairy], 'setoption name USI_Hash value 64', 'setoption name Threads value 1')
    for name, sfen in POSITIONS.items():
        rates = [(ours.rate(sfen), theirs.rate(sfen)) for _ in range(ROUNDS)]
        ratios = [own / other for own, other in rates]
        print(f'{name:12} {statistics.median(own for own, _ in rates) / 1000:7.0f} k/s  fairy-stockfish '
              f'{statistics.median(other for _, other in rates) / 1000:7.0f} k/s  '
              f'{statistics.median(ratios):.2f}x +- {statistics.pstdev(ratios):.2f}', flush=True)


if __name__ == '__main__':
    main()
