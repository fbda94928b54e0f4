"""shoogi play: the engine on the other side of the table, and games of files.  Prints TAP."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from cli_test import BAD, GOOD, PROGRAM, VARIANTS, expect, expect_run, run, tap
from terminal import PATIENCE_S, Terminal

# Black has at the start all that a declaration needs.
ENTERED = ('files=9\nranks=9\nsymmetry=none\nimpasseClaim=declare:10:10\npromoZone=3\nmaxPromote=0\nroyal=2\n'
           'gold:G:WfF:g:a8-d9,f8,f9\nking:K:K:k:e9,,i1\n')
PROMPT = re.compile(r'(?:(?:Black|White), )?game \d+(?: \(over\))?> $')


class Table:
    """The program behind pipes, line by line."""

    def __init__(self, database, *arguments):
        self.process = subprocess.Popen(
            [PROGRAM, 'play', '--engine', '--db', database, *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS))
        self.greeting = self.answer()

    def answer(self):
        seen = b''
        while not PROMPT.search(seen.decode(errors='replace')):
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise AssertionError(f'no prompt in {seen.decode()!r}')
            seen += more
        return seen.decode()

    def ask(self, line):
        self.process.stdin.write(line.encode() + b'\n')
        self.process.stdin.flush()
        return self.answer()

    def moves(self):
        return re.findall(r'^ *\d+\.  (?:Black|White)  (\S+)$', self.ask('MOVES -n'), re.MULTILINE)

    def hint(self):
        return re.search(r'^Hint: ([^ ,;]+)', self.ask('HINT'), re.MULTILINE).group(1)

    def leave(self):
        self.process.stdin.close()
        self.process.stdout.read()
        expect('exit status', self.process.wait(PATIENCE_S), GOOD)


def at_a_table(*arguments):
    """For tests that sit at one."""
    def wrap(test):
        def played():
            with tempfile.TemporaryDirectory() as folder:
                table = Table(os.path.join(folder, 'play.db'), *arguments)
                try:
                    test(table)
                    table.leave()
                finally:
                    table.process.kill()
                    table.process.wait()
        played.__name__ = test.__name__
        return played
    return wrap


@at_a_table('mini', '--level', '2')
def it_answers_and_takes_back(table):
    expect('who plays', bool(re.match(r'The engine of shoogi \S+ plays White at level 2 of 10\.\n\n', table.greeting)), True)
    said = table.ask('PLAY P-5c')
    expect('its move', len(re.findall(r'^Move 2: \S+$', said, re.MULTILINE)), 1)
    expect('boards', said.count('White has: '), 1)
    expect('moves', len(table.moves()), 2)
    said = table.ask('UNDO')
    expect('taken back', said.count('has been taken back'), 2)
    expect('boards', said.count('White has: '), 1)
    expect('moves', table.moves(), [])
    table.ask('PLAY P-5c')
    expect('moves', len(table.moves()), 2)
    said = table.ask('PLAY K-1e')
    if 'That move is illegal' not in said:
        raise AssertionError(f'not refused: {said}')
    expect('moves', len(table.moves()), 2)


@at_a_table('dobutsu', '--colour', 'white', '--level', '1')
def it_begins_as_black(table):
    expect('its first move', len(re.findall(r'^Move 1: \S+$', table.greeting, re.MULTILINE)), 1)
    expect('whose turn', table.greeting.endswith('White, game 1> '), True)
    said = table.ask('UNDO')
    expect('it begins again', len(re.findall(r'^Move 1: \S+$', said, re.MULTILINE)), 1)
    expect('moves', len(table.moves()), 1)
    table.ask('PLAY ' + table.hint())
    expect('moves', len(table.moves()), 3)
    said = table.ask('UNDO')
    expect('taken back', said.count('has been taken back'), 2)
    expect('moves', len(table.moves()), 1)


@at_a_table('dobutsu', '--level', '1', '--thinking')
def hints_win_a_game(table):
    for _ in range(60):
        move = table.hint()
        said = table.ask('PLAY ' + move)
        if 'game 1 (over)> ' in said:
            break
        if not re.search(r'^The engine: \S+', said, re.MULTILINE):
            raise AssertionError(f'it does not think: {said}')
    expect('the end', 'game 1 (over)> ' in said, True)
    expect('the winner', 'Black won' in said or 'Black wins' in said, True)
    expect('a hint', table.ask('hint').splitlines()[1], 'The game is over.')
    moves = len(table.moves())
    expect('back', table.ask('UNDO').endswith('Black, game 1> '), True)
    expect('moves', len(table.moves()) < moves, True)
    # It learns another game.
    table.ask('NEW -v kyoto')
    said = table.ask('PLAY ' + table.hint())
    expect('its move', len(re.findall(r'^Move 2: \S+$', said, re.MULTILINE)), 1)


@at_a_table('shogi', '--level', '10', '--nodes', '2000', '--thinking')
def it_tells_what_it_thinks(table):
    said = table.ask('PLAY 7g7f')
    expect('thought', len(re.findall(r'^The engine: \S+, expecting \S+; score [+-]\d+, \d+ plies deep$', said,
                                     re.MULTILINE)), 1)


def keys_reach_it_while_it_thinks():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(['play', 'shogi', '--engine', '--level', '10', '--movetime', '3600000',
                             '--db', os.path.join(folder, 'play.db')])
        terminal.wait_for('Black, game 1>')
        terminal.press('SET CONFIRM OFF\r')
        terminal.wait_for('CONFIRM is now OFF.')
        terminal.press('PLAY P-7f\r')
        terminal.wait_for('Move 1: P-7f')
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for('Move 2: ')
        terminal.wait_for('Black, game 1>')
        terminal.press('PLAY P-1f\r')
        terminal.wait_for('Move 3: P-1f')
        terminal.process.send_signal(signal.SIGTERM)
        terminal.wait_for('Your games are saved.')
        expect('exit status', terminal.end(), GOOD)


def it_declares():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'entered.variant')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(ENTERED)

        @at_a_table(path, '--colour', 'white', '--level', '1')
        def table_of_it(table):
            expect('the end', table.greeting.splitlines()[-2:],
                   ['Black wins: declaration in the promotion zone.', 'game 1 (over)> '])
        table_of_it()


def broken_weights_are_told():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(VARIANTS, 'mini', 'mini.variant'), folder)
        with open(os.path.join(VARIANTS, 'weights', 'mini.weights'), 'rb') as file, \
                open(os.path.join(folder, 'mini.weights'), 'wb') as cut:
            cut.write(file.read()[:-1])
        said = run(['play', '--engine', '--level', '1', '--db', os.path.join(folder, 'play.db'), 'mini'],
                   stdin='HINT\nHINT\nQUIT\n', environment={'SHOOGI_VARIANTS': folder}).stdout.decode()
        expect('once', len(re.findall('^The engine runs without mini.weights: expected .*', said, re.M)), 1)
        expect('it plays', len(re.findall('^Hint: ', said, re.M)), 2)


def help_knows_the_game_of_a_file():
    with tempfile.TemporaryDirectory() as folder:
        database, path = os.path.join(folder, 'play.db'), os.path.join(folder, 'mine.variant')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('base=mini\npromoZone=2\n')
        said = run(['play', '--db', database, path], stdin='HELP GAME MINE\nq\nQUIT\n').stdout.decode()
        expect('what help tells', re.findall(r'^(?:mine \(GAME MINE, MINE\)|There is no help.*)$', said, re.M),
               ['mine (GAME MINE, MINE)'])


def faults_are_told():
    for arguments, err in (
            (['--engine', '--level', '11'], 'expected a level from 1 to 10, found "11"'),
            (['--engine', '--colour', 'red'], 'expected black or white, found "red"'),
            (['--engine', '--movetime', '0'], 'expected milliseconds from 1 to 3600000, found "0"'),
            (['--level', '3'], 'expected --engine, which the other options need, found end of text')):
        expect_run(run(['play', *arguments]), BAD, '', f'shoogi play: {err}\n')


if __name__ == '__main__':
    sys.exit(tap([(test.__name__.replace('_', ' '), test, ()) for test in (
        it_answers_and_takes_back, it_begins_as_black, hints_win_a_game, it_tells_what_it_thinks,
        keys_reach_it_while_it_thinks, it_declares, broken_weights_are_told, help_knows_the_game_of_a_file, faults_are_told)]))
