"""An engine that goes wrong in the way its argument says, for match_test.py.

    fake_engine.py HOW [FILE]      speaks USI, or XBoard's protocol if HOW begins with "xboard"

FILE: where it writes its process number.
"""

import os
import signal
import sys
import time


# What an engine of XBoard is told of movetime=100, seconds and then hundredths of them.
TOLD = {'st': '0.100', 'time': '10', 'otim': '10'}


def say(text):
    print(text, flush=True)


def go_wrong(how):
    if how == 'ends':
        sys.exit(3)
    elif how == 'crashes':
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == 'hangs':
        time.sleep(1000)
    elif how == 'talks':
        while True:
            say('info string still here')
            time.sleep(0.01)
    elif how == 'late':
        time.sleep(0.4)
        say('bestmove resign')
    else:
        say({'illegal': 'bestmove 1a1a', 'strange': 'bestmove \x1b[2J\xff', 'resigns': 'bestmove resign',
             'no word': 'bestmove', 'none': 'info string x\nbestmove (none)', 'declares': 'bestmove win',
             'xboard resigns': 'resign', 'xboard without ping': 'resign', 'xboard takes time': 'resign',
             'xboard claims': '1/2-1/2 {because}', 'xboard illegal': 'move a1a1',
             'xboard legs': 'move b1c2,\nmove c2b1', 'xboard refuses': 'Illegal move (too good): 3c3b'}[how])


def main():
    how = sys.argv[1]
    if len(sys.argv) > 2:
        with open(sys.argv[2], 'w') as file:
            file.write(str(os.getpid()))
    clocks = {}
    for line in sys.stdin:
        words = line.split()
        if words[0] == 'usi':
            say('id name fake\noption name USI_Hash type spin default 1 min 1 max 9\n'
                'option name USI_Variant type combo default shogi var shogi var dobutsu\nusiok')
        elif words[0] == 'isready':
            say('\r\n  \nreadyok')
        elif words[0] == 'protover':
            if how == 'xboard takes time':
                say('feature done=0')
                time.sleep(2.3)  # more than one has who says nothing
            say(f'feature ping={int(how != "xboard without ping")} usermove=1 variants="chu,dobutsu" done=1')
        elif words[0] == 'ping':
            say('pong ' + words[1])
        elif words[0] == 'new' and how == 'xboard without ping':
            time.sleep(0.03)
            say('1/2-1/2 {of the game before}')
        elif words[0] in ('st', 'time', 'otim'):
            clocks[words[0]] = words[1]
        elif words[0] == 'go':
            go_wrong('xboard refuses' if how == 'xboard resigns' and clocks != TOLD else how)
        elif words[0] == 'quit':
            return


if __name__ == '__main__':
    main()
