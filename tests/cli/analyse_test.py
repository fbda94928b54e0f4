"""shoogi analyse: engine analysis of a game, in every format.  Prints TAP.

Scores change as the engine learns, so only those of forced wins are tested."""

import json
import os
import re
import shlex
import sys
import tempfile
import xml.etree.ElementTree

from cli_test import BAD, GOOD, MATED, RECORD, ROOT, expect, expect_run, run, tap
from play_engine_test import ENTERED
from terminal import Terminal

# Each side could mate; Black does something else, and White mates.
DUEL = ['--sfen', '4k4/9/4P4/9/9/9/4p4/9/4K4 b Gg 1', '--moves', 'G*1i G*5h']
FAST = ['--nodes', '300']
FORMATS = 'text, svg, json or the format of a record with comments (kif, shoogi, ...)'
SVG = '{http://www.w3.org/2000/svg}'


def analyse(*arguments, status=GOOD, err='', **more):
    result = run(['analyse', *FAST, *arguments], **more)
    expect_run(result, status, None, err)
    return result.stdout.decode()


def a_line_for_each_move():
    text = analyse(RECORD)
    rows = re.findall(r'^ +(\d+)  (\S+) +([+-]#?\d+) +(\d+) %', text, re.MULTILINE)
    expect('moves', [row[:2] for row in rows],
           [('1', 'P-7f'), ('2', 'P-3d'), ('3', 'Bx2b+'), ('4', 'Sx2b'), ('5', 'B*4e')])
    expect('the same again', analyse(RECORD), text)
    for colour, moves in (('Black', 3), ('White', 2)):
        expect(colour, len(re.findall(rf'^{colour}: {moves} moves, blunders \d', text, re.MULTILINE)), 1)


def what_is_missed_is_marked():
    rows = analyse(*DUEL).splitlines()[3:5]
    expect('Black', re.sub(' +', ' ', rows[0]), ' 1 G*1i -#1 0 % 100 %?? G*5b')
    expect('White', re.sub(' +', ' ', rows[1]), ' 2 G*5h -#0 0 % G*5h')


def the_tour_shows_what_is_printed():
    with open(os.path.join(ROOT, 'docs', 'tour.md'), encoding='utf-8') as file:
        shown = re.search(r'^    \$ build/shoogi (analyse .*)\n((?:    .*\n|\n)+)', file.read(), re.MULTILINE)
    printed = run(shlex.split(shown.group(1))).stdout.decode()
    expect('docs/tour.md', re.sub('^    ', '', shown.group(2), flags=re.MULTILINE).rstrip('\n'),
           printed.rstrip('\n'))


def positions_have_lines():
    text = analyse('--sfen', 'startpos', '--lines', '4')
    rows = re.findall(r'^ (\d) +[+-]\d+ +\d+ % +\d+  (\S+)', text, re.MULTILINE)
    expect('lines', [row[0] for row in rows], ['1', '2', '3', '4'])
    expect('different moves', len({row[1] for row in rows}), 4)
    expect('over', analyse('--sfen', MATED).splitlines()[-1], 'The game is over: checkmate.')
    expect('mate', re.findall(r'#\d', analyse(*DUEL[:2])), ['#1'])


def a_declaration_wins():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'entered.variant')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(ENTERED)
        there = ['--variant', path, '--sfen', 'startpos']
        expect('the position', analyse(*there).splitlines()[-1], ' 1     +#1 100 %      1  a declaration')
        there += ['--moves', '9b9c']
        expect('the move', analyse(*there).splitlines()[3].endswith('  a declaration'), True)
        before, after = json.loads(analyse(*there, '--format', 'json'))['positions']
        expect('lines', (before['mate'], before['lines']),
               (1, [{'mate': 1, 'chance_permille': 1000, 'depth': 1, 'moves': 'win'}]))
        expect('after it', (after['nodes'] > 0, 'win' in after['lines'][0]['moves']), (True, False))


def other_limits():
    for limit in (['--depth', '2'], ['--seconds', '1']):
        result = run(['analyse', '--sfen', '4k4/9/9/9/9/9/9/9/4K3R b - 1', *limit])
        expect_run(result, GOOD, None, '')
        if not re.search(r'^ 1 +\+', result.stdout.decode(), re.MULTILINE):
            raise AssertionError(result.stdout.decode())


def every_variant_is_understood():
    for variant in ('dobutsu', 'chu', 'kyoto', 'mortal'):
        found = json.loads(analyse('--variant', variant, '--sfen', 'startpos', '--format', 'json'))
        expect(variant, (found['variant'], len(found['positions'])), (variant, 1))


def programs_read_json():
    found = json.loads(analyse(RECORD, '--format', 'json', '--lines', '2'))
    expect('keys', sorted(found), ['effort', 'positions', 'start', 'variant'])
    positions = found['positions']
    expect('played', [p.get('played') for p in positions],
           ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e', None])
    for ply, position in enumerate(positions, 1):
        expect('ply and side', (position['ply'], position['side']), (ply, 'black' if ply % 2 else 'white'))
        expect('lines', len(position['lines']), 2)
        expect('best', (position['score'], position['chance_permille']),
               (position['lines'][0]['score'], position['lines'][0]['chance_permille']))
        expect('chance', 0 <= position['chance_permille'] <= 1000, True)
        for line in position['lines']:
            expect('depth', line['depth'] >= 1, True)
            expect('moves', bool(re.fullmatch(r'(\S+ )*\S+', line['moves'])), True)
        if 'played' in position:
            expect('loss', 0 <= position['loss_permille'] <= 1000, True)
            expect('verdict', position['verdict'] in ('good', 'doubtful', 'mistake', 'blunder'), True)
    duel = json.loads(analyse(*DUEL, '--format', 'json'))['positions']
    expect('mates', [p.get('mate') for p in duel], [1, -1, None])
    expect('verdicts', [p.get('verdict') for p in duel], ['blunder', 'good', None])
    expect('losses', [p.get('loss_permille') for p in duel], [1000, 0, None])
    expect('the end', (duel[2]['over'], duel[2]['lines'], duel[2]['chance_permille']), ('checkmate', [], 0))


def a_graph_is_whole():
    root = xml.etree.ElementTree.fromstring(analyse(*DUEL, '--format', 'svg'))
    expect('what it is', (root.get('role'), root.get('aria-labelledby')), ('img', 'title desc'))
    expect('its name', root.find(f'{SVG}title').text, "shogi: Black's chance of winning, move by move")
    expect('its words', root.find(f'{SVG}desc').text.startswith('Black: 1 move, blunders 1'), True)
    dots = [dot.find(f'{SVG}title').text for dot in root.iter(f'{SVG}circle')]
    expect('dots', dots, ['1. G*1i: Black 0 %; a blunder, better G*5b', '2. G*5h: Black 0 %'])
    points = root.find(f'{SVG}polyline').get('points').split()
    expect('points', len(points), 3)


def records_get_comments():
    for form, sign in (('kif', '*#評価値='), ('shoogi', '* [%eval '), ('jkf', '"#評価値='), ('csa', "'** ")):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'game.' + form)
            expect('standard output', analyse(RECORD, '--format', form, '-o', path), '')
            again = run(['replay', path]).stdout.decode()
            expect('comments of moves', len(re.findall(r'^  For Black [+-]', again, re.MULTILINE)), 5)
            expect('of the game', again.count('Analysed by shoogi, 300 nodes for each position'), 1)
            expect('what was said before', again.count('They had met before.'), 1)
            encoding = 'cp932' if form == 'kif' else 'utf-8'
            with open(path, encoding=encoding) as file:
                before = file.read()
            # In the form of each format, for other programs and for ours.
            expect('scores', before.count(sign), 5)
            expect('scores and lines read again',
                   len(re.findall(r'^  For Black: [+-]\d+; [A-Z+]', again, re.MULTILINE)), 5)
            analyse(RECORD, '--format', form, '-o', path, status=BAD,
                    err=f'{path}: cannot be written: File exists\n')
            with open(path, encoding=encoding) as file:
                expect('the file', file.read(), before)
    kif = analyse(*DUEL, '--format', 'kif')
    expect('a blunder', '*For Black -#1, 0 %; a blunder, which loses 100 %: better G*5b\n' in kif, True)
    expect('the best', '*For Black -#0, 0 %; best G*5h\n' in kif, True)
    kif = analyse(*DUEL, '--lines', '2', '--format', 'kif')
    expect('and the next', re.search(r'better G\*5b; line 2, [+-]\S+: \S', kif) is not None, True)


def a_fault_ends_the_game():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'game.usi')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('startpos moves 7g7f 3c3d 7f7d\n')
        text = analyse(path, '--format', 'json', status=BAD,
                       err=f'{path}:1:26: move 3: a pawn does not move from 7f to 7d\n')
        expect('positions', len(json.loads(text)['positions']), 3)
        analyse(path, '--game', '2', status=BAD,
                err=f'{path}: expected a game number 2, found end of text\n')


def faults_are_told():
    for arguments, err in (
            ([], 'expected FILE or --sfen, found end of text'),
            ([RECORD, '--sfen', 'startpos'], 'expected FILE or --sfen, found "both"'),
            ([RECORD, '--moves', '7g7f'], 'expected no --moves with FILE, which has its own, found "--moves"'),
            ([RECORD, '--format', 'xml'], f'expected {FORMATS}, found "xml"'),
            ([RECORD, '--lines', '17'], 'expected lines from 1 to 16, found "17"'),
            ([RECORD, '--depth', '3'],
             'expected only one of --nodes, --seconds and --depth, found "another"')):
        analyse(*arguments, status=BAD, err=f'shoogi analyse: {err}\n')
    expect_run(run(['analyse', '--nodes', '0', RECORD]), BAD, '',
               'shoogi analyse: expected nodes from 1 to 1000000000, found "0"\n')
    analyse('/nowhere', status=BAD, err='/nowhere: cannot read: No such file or directory\n')


def a_terminal_sees_how_far_it_is():
    terminal = Terminal(['analyse', *FAST, *DUEL])
    terminal.wait_for('2 of 3 positions')
    terminal.wait_for('White: 1 move,')
    expect('exit status', terminal.end(), GOOD)


if __name__ == '__main__':
    sys.exit(tap([(test.__name__.replace('_', ' '), test, ()) for test in (
        a_line_for_each_move, the_tour_shows_what_is_printed, what_is_missed_is_marked, positions_have_lines, a_declaration_wins, other_limits,
        every_variant_is_understood, programs_read_json, a_graph_is_whole, records_get_comments,
        a_fault_ends_the_game, faults_are_told, a_terminal_sees_how_far_it_is)]))
