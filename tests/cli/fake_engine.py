"""An engine that goes wrong in the way its argument says, for match_test.py.

    fake_engine.py HOW [FILE]      speaks USI, or XBoard's protocol if HOW begins with "xboard"

FILE: where it writes its process number.
"""

import os
import signal
import sys
import time


# The commands that an XBoard engine gets for movetime=1000: seconds, then hundredths of seconds.
TOLD = {'st': '1', 'time': '100', 'otim': '100'}
# And at its first move of main=90000 increment=2000.  To USI what a move adds is not yet on the clock, to others it is.
CLOCK = {'level': '0 1:30 2', 'time': '9200'}
LEFT = {'usi': '90000', 'uci': '92000'}


def is_told_the_clocks(greeting, told, is_first):
    """Its own, and what the other's moves add, which is 3000."""
    if greeting == 'protover':
        return {name: told.get(name) for name in CLOCK} == CLOCK
    own, other = 'bw' if is_first == (greeting == 'usi') else 'wb'
    return [told.get(name) for name in (own + 'time', own + 'inc', other + 'inc')] == [LEFT[greeting], '2000', '3000']


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
             'clocks': 'bestmove resign', 'xboard clocks': 'resign', 'wrong clocks': 'bestmove 1a1a',
             'xboard wrong clocks': 'move a1a1',
             'xboard resigns': 'resign', 'xboard without ping': 'resign', 'xboard takes time': 'resign',
             'xboard claims': '1/2-1/2 {because}', 'xboard illegal': 'move a1a1',
             'xboard legs': 'move b1c2,\nmove c2b1', 'xboard refuses': 'Illegal move (too good): 3c3b'}[how])


def main():
    how = sys.argv[1]
    if len(sys.argv) > 2:
        with open(sys.argv[2], 'w') as file:
            file.write(str(os.getpid()))
    clocks = {}
    greeting, is_first = None, None
    for line in sys.stdin:
        words = line.split()
        if words[0] in ('usi', 'uci', 'protover'):
            greeting = words[0]
        if words[0] == 'uci':
            say('option name UCI_Variant type combo default shogi var shogi var dobutsu\nuciok')
        elif words[0] == 'usi':
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
        elif words[0] in ('st', 'level', 'time', 'otim'):
            clocks[words[0]] = ' '.join(words[1:])
        elif words[0] == 'position':
            is_first = (len(words) - words.index('moves')) % 2 == 1
        elif words[0] == 'go' and how.endswith('clocks'):
            told = clocks if greeting == 'protover' else dict(zip(words[1::2], words[2::2]))
            go_wrong(how if is_told_the_clocks(greeting, told, is_first) else how.replace('clocks', 'wrong clocks'))
        elif words[0] == 'go':
            go_wrong('xboard refuses' if how == 'xboard resigns' and clocks != TOLD else how)
        elif words[0] == 'quit':
            return


if __name__ == '__main__':
    main()
