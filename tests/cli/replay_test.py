"""shoogi replay: the listing, and keys on a terminal.  Prints TAP.

    replay_test.py            compares
    replay_test.py --write    writes its golden file anew
"""

import signal
import sys

from cli_test import BAD, GOOD, RECORD, expect, expect_golden, expect_run, run, tap
from terminal import Terminal

HELP = 'q: quit'


def the_board_after_each_move():
    result = run(['replay', RECORD])
    expect_golden('replay-tree', result.stdout)
    expect_run(result, GOOD, None, '')


def styles_and_sides():
    for style, words in (('ascii', ': P:'), ('mixed', ':ｐ:'), ('kanji', ':歩:'), ('words', 'Black pawn 7 f.')):
        text = run(['replay', '--style', style, '-'], stdin='7g7f').stdout.decode()
        if words not in text:
            raise AssertionError(f'no {words!r} in {text!r}')
    flipped = run(['replay', '--flip', '-'], stdin='7g7f').stdout.decode().split('\n')
    expect('the files', [line for line in flipped if '  5  ' in line], ['  1  2  3  4  5  6  7  8  9'] * 2)
    expect_run(run(['replay', '--style', 'svg', '-']), BAD, '',
               'shoogi replay: expected ascii, mixed, kanji, words, found "svg"\n')


def the_game_that_is_asked_for():
    games = '7g7f\n2g2f 3c3c\n'
    expect('the first', run(['replay', '-'], stdin=games).stdout.decode().count('Black has:'), 2)
    result = run(['replay', '--game', '2', '-'], stdin=games)
    expect('what stood before the fault', result.stdout.decode().count('Black has:'), 2)
    expect_run(result, BAD, None, '-:2:6: move 2: you cannot pass in this game\n')
    expect_run(run(['replay', '--game', '3', '-'], stdin='7g7f\n2g2f\n'), BAD, '',
               '-: expected a game number 3, found end of text\n')
    expect_run(run(['replay', '--game', '0', '-']), BAD, '',
               'shoogi replay: expected a number from 1 to 1000000, found "0"\n')
    result = run(['replay', '--variant', 'chu', '-'], stdin='7i7h 5d5e')
    expect('chu', result.stdout.decode().count('12 11 10  9  8  7'), 3)
    expect_run(run(['replay', '-'], stdin='5d5e'), BAD, None, '-:1:1: move 1: there is no piece on 5d\n')


def a_game_that_is_over_on_the_board_shows_its_end():
    for moves, end in (
            ('startpos moves ' + '2h3h 8b7b 3h2h 7b8b ' * 3, 'End: repetition, no result'),
            ('sfen 3k5/9/9/9/4R4/9/9/9/4K4 b - 1 moves ' + '5e6e 6a5a 6e5e 5a6a ' * 3, 'End: perpetual check, White won'),
            ('sfen 4k4/4+P4/9/9/9/9/9/9/4K4 b G 1 moves G*4b', 'End: checkmate, Black won'),
            ('startpos moves 7g7f resign', 'End: resign, Black won')):
        expect(moves, run(['replay', '-'], stdin=moves).stdout.decode().strip('\n').split('\n')[-1], end)
        words = moves.replace('startpos', '').replace(' resign', '').split('moves')
        start = ['--sfen', words[0].replace('sfen', '').strip()] if 'sfen' in words[0] else []
        shown = run(['show', 'shogi', *start, '--moves', words[1]]).stdout.decode()
        expect('show', end in shown, 'resign' not in end)


def evaluations_of_engines_are_shown():
    shown = ['  For Black: -20; P-2f P-8d', '  For Black: +#; instead S-6b']
    csa = "PI\n+\n+7776FU\n-3334FU\n'** -20 +2726FU -8384FU\n'*\n'*#詰み=先手勝ち\n'*#読み筋=△６二銀\n%TORYO\n"
    for to in ('csa', 'kif', 'ki2', 'jkf', 'pgn', 'psn', 'western', 'shoogi'):  # every format keeps them
        record = run(['convert', '--to', to, '-'], stdin=csa).stdout.decode()
        text = run(['replay', '-'], stdin=record).stdout.decode()
        expect(to, [line for line in text.split('\n') if line.startswith('  For Black')], shown)


def nothing_hidden_reaches_a_terminal():
    text = run(['replay', '-'], stdin="N+\x1b[2J\nPI\n+\n'*\u202ehidden\n%a\x1b[2Jb\n").stdout.decode()
    if '\x1b' in text or '\u202e' in text:
        raise AssertionError(f'control characters came through: {text!r}')


def keys_lead_through_the_tree():
    terminal = Terminal(['replay', RECORD])
    terminal.wait_for(HELP)
    for keys, words in (
            ('\x1b[C', '1. P-7f'), ('\x1b[C', '2. P-3d'), ('\x1b[B', '2. P-8d'), ('\x1b[C', '3. P-2f'),
            ('\x1b[B', '3. S-6h'), ('\x1b[A', '3. P-2f'), ('\x1b[D', '2. P-8d'), ('\x1b[A', '2. P-3d'),
            ('\x1b[F', 'End: resign'), ('\x1bOD', '5. B*4e'), ('\x1b[1~', 'black: Anna'), (' ', '1. P-7f'),
            ('h', 'black: Anna'), ('h', 'black: Anna'), ('\x1b[4~', 'End: resign'), ('l', 'End: resign')):
        terminal.press(keys)
        terminal.wait_for(words)
        terminal.wait_for('to move')
    terminal.press('f')
    terminal.wait_for('  1  2  3')
    terminal.press('\x1b')  # alone it is no key, and what follows is one
    terminal.wait_for(HELP)
    terminal.press('q')
    expect('exit status', terminal.end(), GOOD)


def a_board_fits_its_terminal():
    terminal = Terminal(['replay', RECORD])
    if '+--+' in terminal.wait_for('to move'):
        raise AssertionError('a frame on a terminal of 24 rows')
    terminal.resize(40, 80)
    terminal.process.send_signal(signal.SIGWINCH)
    if '+--+' not in terminal.wait_for('to move'):
        raise AssertionError('no frame on a terminal of 40 rows')
    terminal.resize(5, 80)
    terminal.process.send_signal(signal.SIGWINCH)
    terminal.wait_for('black: Anna')
    terminal.press('q')
    rest = terminal.wait_for('\x1b[?1049l')
    expect('rows', rest.count('\n') < 5, True)
    expect('exit status', terminal.end(), GOOD)


def sentences_stand_one_below_the_other():
    terminal = Terminal(['replay', '--style', 'words', RECORD], rows=5)
    seen = terminal.wait_for('Black to move.')
    terminal.press('x')  # no key: nothing is said again
    terminal.press('l')
    seen += terminal.wait_for('White to move.')
    terminal.press('q')
    expect('exit status', terminal.end(), GOOD)
    for words in ('black: Anna', 'Rank a: White lance', 'Black pawn 9 g', '1. P-7f', 'Black pawn 7 f'):
        if words not in seen:
            raise AssertionError(f'no {words!r} in {seen!r}')
    expect('boards', seen.count('Rank a:'), 2)
    expect('the keys', seen.count(HELP), 1)
    expect('escapes', '\x1b' in seen, False)


def signals_leave_the_terminal_as_it_was():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        terminal = Terminal(['replay', RECORD])
        terminal.wait_for('to move')
        terminal.process.send_signal(number)
        terminal.wait_for('\x1b[?1049l')
        expect('exit status', terminal.end(), -number)


if __name__ == '__main__':
    sys.exit(tap([(function.__name__.replace('_', ' '), function, ()) for function in (
        the_board_after_each_move, styles_and_sides, the_game_that_is_asked_for,
        a_game_that_is_over_on_the_board_shows_its_end, evaluations_of_engines_are_shown,
        nothing_hidden_reaches_a_terminal, keys_lead_through_the_tree, a_board_fits_its_terminal,
        sentences_stand_one_below_the_other, signals_leave_the_terminal_as_it_was)]))
