"""shoogi convert.  Prints TAP.

    convert_test.py            small records
    convert_test.py --write    and the golden files are made anew, to be looked at with git diff
    convert_test.py --large    files so large that memory would show if it grew with the number of games
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cli_test import BAD, GOOD, NO, PROGRAM, RECORD, ROOT, VARIANTS, expect, expect_golden, expect_run, run, tap
from terminal import PATIENCE_S, Terminal

with open(RECORD, encoding='utf-8') as record_file:
    TREE = record_file.read()

REFUSED = 3
CSA = 'V2.2\nN+Anna\nN-Bert\nPI\n+\n+7776FU\nT3\n-3334FU\n%TORYO\n'
with open(os.path.join(ROOT, 'include', 'shoogi', 'format.def'), encoding='utf-8') as formats_file:
    FORMATS = ', '.join(re.findall(r'^FORMAT\(\w+, "(\w+)"', formats_file.read(), re.MULTILINE))
RULES = re.compile('^rules [0-9a-f]{16}\n', re.MULTILINE)


def convert(*arguments, stdin=''):
    return run(['convert', *arguments], stdin=stdin)


def written(*arguments, stdin='', status=GOOD, err=''):
    """Standard output without the line that hangs on the rules of the day."""
    result = convert(*arguments, stdin=stdin)
    expect_run(result, status, None, err)
    return RULES.sub('', result.stdout.decode())


def put(folder, name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def tree_of(folder):
    """{path: bytes} of the files below a folder."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, 'rb') as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


# ---- What is kept ---------------------------------------------------------------------------------

def what_looks_like_a_format_is_read_as_it():
    own = TREE.replace('rules', '')
    expect('our own record', written('--to', 'shoogi', RECORD), TREE)
    expect('from standard input', written('--to', 'shoogi', '-', stdin=own), TREE)
    expect('CSA', written('--to', 'csa', '-', stdin='\ufeff' + CSA.replace('\n', '\r\n')), CSA)
    expect('USI', written('--to', 'csa', '-', stdin='\n7g7f 3c3d resign'),
           'V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n')
    # The file name decides if the contents do not show the format.
    with tempfile.TemporaryDirectory() as folder:
        path = put(folder, 'x.csa', 'hello\n')
        expect_run(convert('--to', 'usi', path), REFUSED, '',
                   f'{path}:1:1: expected a line of CSA, such as PI or +7776FU, found "hello"\n')


GOLDEN_FORMATS = [('usi', NO), ('csa', NO), ('csa3', NO), ('pgn', NO), ('psn', NO), ('western', NO), ('kif', GOOD),
                  ('ki2', NO), ('jkf', GOOD)]


def each_format_has_its_golden_text():
    for word, status in GOLDEN_FORMATS:
        result = convert('--to', word, RECORD)
        expect('exit status', result.returncode, status)
        expect_golden('convert-' + word, result.stdout)


# The JSON Schema of JKF (json-kifu-format, specification/json-kifu-format.schema.json): the keys of each object, of which those
# before the bar are required, and the words for an end. All other keys are refused, except in "data" and in the first of
# the moves.
JKF_SPECIAL = ('TORYO CHUDAN SENNICHITE TIME_UP ILLEGAL_MOVE +ILLEGAL_ACTION -ILLEGAL_ACTION JISHOGI KACHI HIKIWAKE MATTA '
               'TSUMI FUZUMI ERROR').split()
JKF_PRESETS = 'HIRATE KY KY_R KA HI HIKY 2 3 4 5 5_L 6 7_L 7_R 8 10 OTHER'.split()
JKF_KEYS = {
    'record': 'header moves | initial', 'initial': 'preset | data', 'element': '| comments move time special forks',
    'move': 'color to piece | from same promote capture relative', 'square': 'x y |', 'time': 'now total |',
    'clock': 'm s | h',
}
JKF_KINDS = 'FU KY KE GI KI KA HI OU TO NY NK NG UM RY'.split()


def jkf_has_keys(kind, value):
    required, _, optional = JKF_KEYS[kind].partition('|')
    if not set(required.split()) <= set(value) <= set(required.split() + optional.split()):
        raise AssertionError(f'{kind} with the keys {" ".join(value)}')


def jkf_is_element(element):
    jkf_has_keys('element', element)
    if 'move' in element:
        move = element['move']
        jkf_has_keys('move', move)
        for square in ('from', 'to'):
            jkf_has_keys('square', move.get(square, {'x': 1, 'y': 1}))
        expect('a kind', move['piece'] in JKF_KINDS and move.get('capture', 'FU') in set(JKF_KINDS) - {'OU'}, True)
        expect('a mark', re.search('[LCR]|[UMD]|H', move.get('relative', 'H')) is not None, True)
    for clock in element.get('time', {}).values():
        jkf_has_keys('time', element['time'])
        jkf_has_keys('clock', clock)
        expect('whole numbers', {type(part) for part in clock.values()}, {int})
    expect('an end', element.get('special', 'TORYO') in JKF_SPECIAL, True)
    for fork in element.get('forks', []):
        for each in fork:
            jkf_is_element(each)


def jkf_that_follows_its_schema(text):
    record = json.loads(text)
    jkf_has_keys('record', record)
    expect('headers', {str} >= {type(value) for value in record['header'].values()}, True)
    jkf_has_keys('initial', record['initial'])
    expect('a preset', record['initial']['preset'] in JKF_PRESETS, True)
    expect('a board', {'color', 'board', 'hands'} <= set(record['initial'].get('data', {'color', 'board', 'hands'})), True)
    for element in record['moves'][1:]:
        jkf_is_element(element)
    return record


def what_is_written_in_jkf_follows_its_schema():
    starts = ('手合割：二枚落ち\n', '手合割：左五枚落ち\n', '手合割：5五将棋\n')
    ends = [end for end in
            '投了 中断 千日手 持将棋 詰み 不詰 切れ負け 反則負け 反則勝ち 入玉勝ち 引き分け 不戦勝 不戦敗 封じ手 待った '
            '最大手数 エラー 先手の勝ち パス'.split()]
    texts = [f'1 {end}   ( 0:03/00:00:03)\n' for end in ends] + [start + '1 投了\n' for start in starts]
    texts += ['start 4k4/4+P4/9/9/9/9/9/9/4K4 b G 35\n1 G*4b 1.5\n& a\n2 end board black checkmate 1.250\n> x\n']
    for text in texts:
        own = text.startswith('start')
        if own:
            text = 'shoogi record 1\n' + text
        result = convert('--from', 'shoogi' if own else 'kif', '--to', 'jkf', '-', stdin=text)
        jkf = result.stdout.decode()
        try:
            jkf_that_follows_its_schema(jkf)
        except AssertionError as fault:
            raise AssertionError(f'{text}{jkf}{fault}') from fault
        # and holds the game all the same
        expect(text, written('--to', 'shoogi', '-', stdin=jkf).replace('black-foul', 'illegal-before').replace(
            'white-foul', 'illegal-before'), RULES.sub('', convert('--from', 'shoogi' if own else 'kif', '--to', 'shoogi', '-',
                                                             stdin=text).stdout.decode()))
    expect('a game with moves that JKF has no words for', written(
        '--to', 'jkf', '--variant', 'chu', '-', stdin='startpos moves 7i7h', status=NO,
        err='-:1:1: warning: jkf cannot hold moves that other programs know\n').count('"usi":"7i7h"'), 1)


def losses_are_named_once_for_each_game():
    text = ('startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e resign\n')
    expect('USI', written('--to', 'usi', RECORD, status=NO, err=(
        f'{RECORD}:1:1: warning: usi cannot hold variations, comments, bookmarks, thinking times, '
        'fractions of a second, headers, the time before the game ended\n')), text)
    expect('CSA', written('--to', 'csa', '-', stdin=CSA + '/\n$a\nPI\n+\n+7776FU\nT1.5\n/\nPI\n+\n', status=NO, err=(
        '-:11:1: warning: expected N+, N- or $KEY:VALUE, found "$a"\n'
        '-:10:1: warning: csa cannot hold fractions of a second\n')),
        CSA + '/\nPI\n+\n\'*$a\n+7776FU\nT1\n/\nPI\n+\n')
    expect('the name of the game', written('--to', 'usi', '--variant', 'mini', '-', stdin='2e3d', status=NO,
                                           err='-:1:1: warning: usi cannot hold the name of the game\n'),
           'startpos moves 2e3d\n')
    expect('the usual game', written('--to', 'usi', '--variant', 'shogi', '-', stdin='7g7f'),
           'startpos moves 7g7f\n')


def the_first_illegal_move_is_told():
    games = '7g7f 3c3d\n7g7f 8c8d 2g2d 8d8e\n2g2f\n'
    fault = '-:2:11: move 3: a pawn does not move from 2g to 2d\n'
    good = 'startpos moves 7g7f 3c3d\nstartpos moves 2g2f\n'
    expect('without it', written('--to', 'usi', '-', stdin=games, status=REFUSED, err=fault), good)
    kept = written('--to', 'shoogi', '--keep', '-', stdin=games, status=REFUSED, err=fault)
    expect('what stood before it', kept.split('\n\n')[3], '1 7g7f\n2 8c8d\n> 7g7f 8c8d 2g2d 8d8e\n>')
    expect('and is no longer there', written('--to', 'usi', '--keep', '-', stdin=games, status=REFUSED, err=(
        fault + '-:2:1: warning: usi cannot hold text that was not understood\n')),
        good.replace('\n', '\nstartpos moves 7g7f 8c8d\n', 1))


def what_cannot_be_told_is_refused():
    expect_run(convert('--to', 'csa', '--variant', 'chu', '-', stdin='startpos\n'), REFUSED, '',
               '-:1:1: CSA has no codes for the pieces of this game\n')
    expect_run(convert('--from', 'shoogi', '--to', 'usi', '-', stdin='shoogi record 1\ngame chess\n'), REFUSED, '',
               '-:2:6: expected the name of a game, found "chess"\n')
    expect_run(convert('--to', 'usi', '-', stdin=''), REFUSED, '', '-:1:1: expected a record, found end of text\n')
    expect_run(convert('--to', 'usi', '-', stdin='hello\n'), REFUSED, '',
               f'-:1:1: expected a record ({FORMATS}), found "hello"\n')
    expect_run(convert('--to', 'usi', '/nowhere/x'), REFUSED, '',
               '/nowhere/x: cannot read: No such file or directory\n')
    expect_run(convert('--to', 'usi', '/'), REFUSED, '', '/: cannot read: Is a directory\n')


def a_line_has_room_for_some_records():
    games = '[Event "x"]\n' + '1-0 ' * 2000
    result = convert('--from', 'pgn', '--to', 'usi', '-', stdin=games)
    expect('standard error', [line for line in result.stderr.decode().splitlines() if 'warning' not in line],
           ['-:2:1: expected a record on a line of its own, found 1000 on one: giving up'])
    expect('exit status', result.returncode, REFUSED)


def options_are_read_strictly():
    text = run(['convert', '--help']).stdout.decode()
    expect('the formats in the help', re.findall(r'the output format: (.*)', text), [FORMATS])
    for arguments, said in (
            (['-'], 'expected --to and a format, found end of text'),
            (['--to', 'usx', '-'], f'expected a format ({FORMATS}), found "usx"'),
            (['--to', 'usi', '--from', 'CSA', '-'], f'expected a format ({FORMATS}), found "CSA"'),
            (['--to', 'usi', '--to-encoding', 'latin-1', '-'],
             'expected an encoding (utf-8, shift-jis, euc-jp, iso-2022-jp, utf-16), found "latin-1"'),
            (['--to', 'usi'], 'expected FILE, found end of text'),
            (['--to', 'usi', '-', '-o'], 'expected OUT after -o, found end of text'),
            (['--to', 'usi', '-r', '-r', '-'], 'expected -r only once, found "-r"'),
            (['--to', 'usi', '--r', '-'], 'expected an option of this command, perhaps -r, found "--r"'),
            (['--to', 'usi', '-rx', '-'], 'expected an option of this command (--help lists them), found "-rx"')):
        expect_run(convert(*arguments), BAD, '', f'shoogi convert: {said}\n')


# ---- Bytes ----------------------------------------------------------------------------------------

def every_encoding_is_written_and_known_again():
    for name, python in (('utf-8', 'utf-8'), ('shift-jis', 'cp932'), ('euc-jp', 'euc-jp'),
                         ('iso-2022-jp', 'iso-2022-jp')):
        result = convert('--to', 'shoogi', '--to-encoding', name, RECORD)
        expect_run(result, GOOD, None, '')
        expect(name, RULES.sub('', result.stdout.decode(python)), TREE)
        again = run(['convert', '--to', 'shoogi', '-'], stdin=result.stdout)
        expect(f'{name} again', RULES.sub('', again.stdout.decode()), TREE)
    result = convert('--to', 'csa3', '--to-encoding', 'sjis', '-', stdin=CSA)
    expect('what the file says of itself', result.stdout.decode().split('\n')[0], "'CSA encoding=Shift_JIS")


def signs_that_are_missing_are_named():
    text = "PI\n+\n'*\u2617 \U0001F600\u2665\n"
    result = convert('--to', 'csa', '--to-encoding', 'euc-jp', '-', stdin=text)
    expect_run(result, NO, None, '-:1:1: warning: 2 characters replaced: expected a character of EUC-JP, '
                                 'found "\U0001F600"\n')
    expect('the text', result.stdout.decode('euc-jp'), "V2.2\nPI\n+\n'*\u25b2 \u3013\u3013\n")


def bytes_that_are_no_text_are_kept_to_be_seen():
    text = 'N+歩'.encode('cp932') + b'\xff\0\nPI\n+\n+7776FU\n'
    result = run(['convert', '--to', 'csa', '-'], stdin=text)
    expect_run(result, GOOD, 'V2.2\nN+歩\\xFF\\x00\nPI\n+\n+7776FU\n',
               '-:1:4: warning: expected a character of Shift_JIS, found "\\xFF", and 1 more\n')
    result = run(['convert', '--to', 'csa', '--from-encoding', 'utf-8', '-'], stdin=text)
    expect('as UTF-8', result.stdout.decode().split('\n')[1], 'N+\\x95\\xE0\\xFF\\x00')


def utf_16_is_read_and_written():
    moves = CSA.replace('\n', '\r\n')
    for mark, python in ((b'\xff\xfe', 'utf-16-le'), (b'\xfe\xff', 'utf-16-be')):
        for head in (mark, b''):  # the zeros tell, too
            result = run(['convert', '--to', 'csa', '-'], stdin=head + moves.encode(python))
            expect_run(result, GOOD, CSA, '')
        # The mark stands once, and a file larger than what is read at a time keeps its lines.
        result = run(['convert', '--to', 'csa', '--to-encoding', python, '-'], stdin='7g7f\n2g2f\n')
        two = 'V2.2\nPI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n'
        expect('two games', result.stdout, mark + two.encode(python))
        many = mark + ('7g7f 3c3d\n' * 60_000).encode(python)
        result = run(['convert', '--to', 'usi', '-'], stdin=many)
        expect_run(result, GOOD, 'startpos moves 7g7f 3c3d\n' * 60_000, '')


def a_file_has_the_encoding_of_its_name():
    game = "V2.2\nN+歩\nPI\n+\n'*\u2617\U0001F600\n+7776FU\n"
    with tempfile.TemporaryDirectory() as folder:
        path = put(folder, 'a.csa', game)
        for to, name, python, declared in (('kif', 'x.kif', 'cp932', 'Shift_JIS'), ('kif', 'x.KIFU', 'utf-8', 'UTF-8'),
                                           ('ki2', 'x.ki2', 'cp932', 'Shift_JIS'), ('ki2', 'x.ki2u', 'utf-8', 'UTF-8'),
                                           ('kif', 'x', 'utf-8', 'UTF-8')):
            lossy = python == 'cp932'
            said = (f'{path}:1:1: warning: 1 character replaced: expected a character of Shift_JIS, '
                    'found "\U0001F600"\n' if lossy else '')
            expect_run(convert('--to', to, '-o', os.path.join(folder, name), path), NO if lossy else GOOD, '', said)
            with open(os.path.join(folder, name), encoding=python) as file:
                text = file.read()
            expect(name, text.split('\n')[0], f'#{to.upper()} version=2.0 encoding={declared}')
            expect(name, '先手：歩' in text, True)
        # Asked for is asked for; and files in a folder have names, too.
        expect_run(convert('--to', 'kif', '--to-encoding', 'utf-8', '-o', os.path.join(folder, 'y.kif'), path), GOOD,
                   '', '')
        with open(os.path.join(folder, 'y.kif'), encoding='utf-8') as file:
            expect('UTF-8', '先手：歩' in file.read(), True)
        expect('lossy', convert('--to', 'kif', '-o', os.path.join(folder, 'all/'), path).returncode, NO)
        with open(os.path.join(folder, 'all', 'a.kif'), encoding='cp932') as file:
            expect('in a folder', '先手：歩' in file.read(), True)
        analysed = run(['analyse', '--nodes', '100', '--format', 'kif', '-o', os.path.join(folder, 'z.kif'), path])
        expect('analyse', (analysed.returncode, '1 character replaced' in analysed.stderr.decode()), (GOOD, True))
        with open(os.path.join(folder, 'z.kif'), encoding='cp932') as file:
            expect('analyse', '先手：歩' in file.read(), True)


def games_of_one_start_become_variations_and_back():
    first = "V2.2\nN+Anna\nN-Bert\nPI\n+\n+7776FU\nT3\n-3334FU\n'*so\n%TORYO\n"
    games = first + '/\nPI\n+\n+7776FU\n-8384FU\n+2726FU\n/\nPI\n+\n+2726FU\n/\nPI82HI\n-\n-3334FU\n'
    merged = ('black: Anna\nwhite: Bert\n\n1 7g7f 3\n2 3c3d\n* so\n3 end resign white\n2 8c8d\n3 2g2f\n1 2g2f\n')
    other = 'start lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n\n1 3c3d\n'
    text = RULES.sub('', written('--to', 'shoogi', '--merge', '-', stdin=games))
    expect('variations', text, f'shoogi record 1\ngame shogi\n{merged}\nshoogi record 1\ngame shogi\n{other}')
    back = written('--to', 'csa', '--split', '-', stdin=text)
    head = 'N+Anna\nN-Bert\nPI\n+\n'
    expect('games', back, first + f'/\n{head}+7776FU\nT3\n-8384FU\n+2726FU\n/\n{head}+2726FU\n'
                          '/\nPI82HI\n-\n-3334FU\n')
    expect('no moves', written('--to', 'csa', '--split', '-', stdin='PI\n+\n'), 'V2.2\nPI\n+\n')
    expect_run(convert('--to', 'csa', '--split', '--merge', '-', stdin=first), BAD, '',
               'shoogi convert: expected --merge or --split, found "both"\n')


def lines_end_as_wanted():
    expect('CR LF', written('--to', 'csa', '--crlf', '-', stdin=CSA), CSA.replace('\n', '\r\n'))
    for end in ('\n', '\r\n', '\r'):
        expect(repr(end), written('--to', 'csa', '-', stdin=CSA.replace('\n', end)), CSA)
    expect('no end', written('--to', 'csa', '-', stdin=CSA.rstrip('\n')), CSA)


# ---- Files and folders ----------------------------------------------------------------------------

def a_folder_gets_a_file_from_each():
    with tempfile.TemporaryDirectory() as folder:
        one, two = put(folder, 'in/one.csa', CSA), put(folder, 'in/two', '7g7f\n2g2f\n')
        out = os.path.join(folder, 'out/deep')
        expect_run(convert('--to', 'csa', '-o', out + '/', one, two), GOOD, '', '')
        expect('files', tree_of(out), {
            'one.csa': CSA.encode(), 'two.csa': b'V2.2\nPI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n'})
        # Existing files are not overwritten, which is reported once for any number of games.
        expect_run(convert('--to', 'csa', '-o', out, two, one, '-', stdin='7g7f'), BAD, '',
                   f'{two}: cannot write {out}/two.csa: File exists\n{one}: cannot write {out}/one.csa: File exists\n')
        expect('the file', tree_of(out)['one.csa'], CSA.encode())
        expect('the others', sorted(tree_of(out)), ['one.csa', 'stdin.csa', 'two.csa'])
        # Without a valid record there is no file.
        bad = put(folder, 'in/bad.csa', 'PI\n+\n+7775FU\n')
        expect_run(convert('--to', 'csa', '-o', out, bad), REFUSED, '',
                   f'{bad}:3:1: move 1: a pawn does not move from 7g to 7e\n')
        expect('files', sorted(tree_of(out)), ['one.csa', 'stdin.csa', 'two.csa'])


def a_file_gets_all():
    with tempfile.TemporaryDirectory() as folder:
        one, two = put(folder, 'one.csa', CSA), put(folder, 'two', '7g7f\n2g2f 3c3c\n2g2f\n')
        out = os.path.join(folder, 'new/all')
        expect_run(convert('--to', 'csa', '-o', out, one, two), REFUSED, '',
                   f'{two}:2:6: move 2: you cannot pass in this game\n')
        expect('files', tree_of(os.path.dirname(out)), {
            'all': CSA.encode() + b'/\nPI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n'})
        expect_run(convert('--to', 'csa', '-o', out, one), BAD, '', f'{out}: cannot write: File exists\n')
        expect_run(convert('--to', 'csa', '-o', os.path.join(one, 'x'), one), BAD, '',
                   f'{one}/x: cannot write: Not a directory\n')


def a_file_is_whole_or_not_there():
    def usual_signals():  # the program rightly goes on ignoring what was ignored when it was started
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)

    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'all.usi')
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            process = subprocess.Popen([PROGRAM, 'convert', '--to', 'usi', '-o', out, '-'], stdin=subprocess.PIPE,
                                       preexec_fn=usual_signals, env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS))
            end = time.monotonic() + PATIENCE_S
            while not os.listdir(folder):  # however much is read ahead
                if time.monotonic() > end:
                    raise AssertionError('no file was begun')
                process.stdin.write(b'7g7f 3c3d\n' * 10_000)
                process.stdin.flush()
            expect('its name', os.listdir(folder), [f'all.usi.part-{process.pid}'])
            process.send_signal(number)
            expect('ended by', process.wait(PATIENCE_S), -number)
            process.stdin.close()
            expect('left behind', os.listdir(folder), [])

        def small_files_only():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        source = put(folder, 'source', b'7g7f 3c3d\n' * 10_000)
        result = subprocess.run([PROGRAM, 'convert', '--to', 'usi', '-o', out, source], preexec_fn=small_files_only,
                                capture_output=True, env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS), check=False)
        expect('status', result.returncode, BAD)
        expect('standard error', result.stderr.decode(), f'{out}: cannot write: File too large\n')
        expect('left behind', os.listdir(folder), ['source'])


def trees_of_folders():
    with tempfile.TemporaryDirectory() as folder:
        put(folder, 'in/b/2.csa', CSA)
        put(folder, 'in/a/1.usi', '7g7f')
        put(folder, 'in/a/deep/3.CSA', 'PI\n+\n+7775FU\n')
        put(folder, 'in/readme.txt', 'nothing')
        put(folder, 'in/.hidden.csa', CSA)
        os.symlink('..', os.path.join(folder, 'in/b/up'))
        source, out = os.path.join(folder, 'in'), os.path.join(folder, 'out')
        expect_run(convert('--to', 'shoogi', '-r', '-o', out, source), REFUSED, '',
                   f'{source}/a/deep/3.CSA:3:1: move 1: a pawn does not move from 7g to 7e\n'
                   'files: 3, games: 3, with losses: 0, with errors: 1, not written: 0, other files skipped: 2\n')
        expect('files', sorted(tree_of(out)), ['a/1.shoogi', 'b/2.shoogi'])
        # Results that lie in the tree are not read as records, unless they are what is named.
        inside = os.path.join(source, 'b/results')
        for status, unwritten in ((REFUSED, 0), (BAD, 2)):
            result = convert('--to', 'pgn', '-r', '-o', inside, source)
            expect('exit status', result.returncode, status)
            expect('the sum', result.stderr.decode().splitlines()[-1],
                   f'files: 3, games: 3, with losses: 0, with errors: 1, not written: {unwritten}, '
                   'other files skipped: 2')
        expect('files', sorted(tree_of(inside)), ['a/1.pgn', 'b/2.pgn'])
        expect('in place', convert('--to', 'shoogi', '-r', '-o', inside, inside).returncode, GOOD)
        expect('files', sorted(tree_of(inside)), ['a/1.pgn', 'a/1.shoogi', 'b/2.pgn', 'b/2.shoogi'])
        shutil.rmtree(inside)
        # Two files whose results would be called alike.
        put(folder, 'in/a/1.csa', CSA)
        os.remove(os.path.join(source, 'a/deep/3.CSA'))
        again = os.path.join(folder, 'again')
        expect_run(convert('--to', 'shoogi', '-r', '-o', again, source), BAD, '',
                   f'{source}/a/1.usi: cannot write {again}/a/1.shoogi: File exists\n'
                   'files: 3, games: 3, with losses: 0, with errors: 0, not written: 1, other files skipped: 2\n')
        # What is written is found again, whatever the format.
        for word in ('csa3', 'western'):
            there, back = os.path.join(folder, word), os.path.join(folder, word + '-back')
            expect('there', convert('--to', word, '-r', '-o', there, os.path.join(source, 'b')).returncode, GOOD)
            expect('files', sorted(tree_of(there)), [f'2.{word}'])
            expect_run(convert('--to', 'shoogi', '-r', '-o', back, there), GOOD, '',
                       'files: 1, games: 1, with losses: 0, with errors: 0, not written: 0, other files skipped: 0\n')
        expect_run(convert('--to', 'usi', '-r', os.path.join(source, 'a/1.usi'), '/nowhere'), REFUSED,
                   'startpos moves 7g7f\n',
                   '/nowhere: cannot read: No such file or directory\n'
                   'files: 2, games: 1, with losses: 0, with errors: 1, not written: 0, other files skipped: 0\n')


def garbage_ends():
    junk = bytes((i * 7919 + i // 251) % 256 for i in range(3_000_000))
    for arguments in (['-'], ['--from', 'usi', '-'], ['--from', 'csa', '-'], ['--from', 'shoogi', '--keep', '-']):
        result = run(['convert', '--to', 'shoogi', *arguments], stdin=junk)
        expect('exit status', result.returncode, REFUSED)
        if not 0 < len(result.stderr) < 100_000:
            raise AssertionError(f'{len(result.stderr)} bytes of messages')
    result = run(['convert', '--to', 'shoogi', '--from', 'csa', '-'], stdin=junk * 10)
    expect('the last words', result.stderr.decode(errors='replace').split(': ')[-2:],
           ['expected a record, found 2 with errors in a row', 'giving up\n'])
    line = b'7g7f 3c3d ' * 600_000  # no line of it, and so no record, ends within the bound
    result = run(['convert', '--to', 'shoogi', '-'], stdin=line)
    expect('exit status', result.returncode, REFUSED)
    expect('standard error', result.stderr, b'-:1:1: expected a line of at most 5242880 bytes, as a record has, found more\n')


# ---- Terminals ----------------------------------------------------------------------------------

def progress_is_shown_on_a_terminal():
    with tempfile.TemporaryDirectory() as folder:
        for i in range(60):
            put(folder, f'in/{i}.csa', CSA * 1)
        put(folder, 'in/large.usi', '7g7f 3c3d\n' * 200_000)
        terminal = Terminal(['convert', '--to', 'usi', '-r', '-o', os.path.join(folder, 'out'),
                             os.path.join(folder, 'in')])
        seen = terminal.wait_for('skipped')
        if not re.search(r'\r\d+ files, \d+ games, 0 refused\x1b\[K', seen):
            raise AssertionError(f'no progress in {seen!r}')
        expect('exit status', terminal.end(), NO)


# ---- Ends by the board ----------------------------------------------------------------------------

SHUFFLED = 'startpos moves ' + '2h3h 8b7b 3h2h 7b8b ' * 3
CHECKED = 'sfen 3k5/9/9/9/4R4/9/9/9/4K4 b - 1 moves ' + '5e6e 6a5a 6e5e 5a6a ' * 3
MATED = 'sfen 4k4/4+P4/9/9/9/9/9/9/4K4 b G 1 moves G*4b'


def a_game_that_is_over_on_the_board_has_its_end():
    """Programs write no word after a mate, a fourfold repetition or perpetual check: what is written has one."""
    for game, words in (
            (SHUFFLED, {'kif': '  13 千日手\nまで12手で千日手\n', 'ki2': 'まで12手で千日手\n', 'csa': '%SENNICHITE\n',
                        'pgn': '{no contest by repetition} 1/2-1/2\n', 'jkf': '{"special":"SENNICHITE"}]}\n',
                        'shoogi': '13 end board no-contest repetition\n'}),
            (CHECKED, {'kif': '  13 反則負け\nまで12手で先手の反則負け\n', 'ki2': 'まで12手で先手の反則負け\n',
                       'csa': '%ILLEGAL_MOVE\n', 'psn': '{perpetual check} {0-1}\n',
                       'shoogi': '13 end board white perpetual-check\n'}),
            (MATED, {'kif': '   2 詰み\nまで1手で詰み\n', 'csa': '%TSUMI\n', 'shoogi': '2 end board black checkmate\n',
                     'western': '{checkmate} 1-0\n'})):
        for word, end in words.items():
            text = written('--to', word, '-', stdin=game)
            expect(word, text[-len(end):], end)
        expect('usi', written('--to', 'usi', '-', stdin=game), game.strip() + '\n')  # without a warning
        expect('the end that is there', written('--to', 'csa', '-', stdin=game + ' resign')[-7:], '%TORYO\n')
    expect('one move less', written('--to', 'csa', '-', stdin=SHUFFLED.rsplit(' ', 2)[0])[-8:], '+3828HI\n')


# ---- Large files ----------------------------------------------------------------------------------

def peak_kib(games):
    """The memory of the program for a number of games, in KiB."""
    with tempfile.TemporaryFile() as file:
        for _ in range(games // 1000):  # a little at a time: the peak of a child begins with that of its parent
            file.write(b'startpos moves 7g7f 3c3d 2g2f 8c8d\n' * 1000)
        file.seek(0)
        process = subprocess.Popen([PROGRAM, 'convert', '--to', 'csa', '-'], stdin=file,
                                   stdout=subprocess.DEVNULL, env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        expect('exit status', status, 0)
        return usage.ru_maxrss


def memory_does_not_grow_with_the_number_of_games():
    few, many = peak_kib(250_000), peak_kib(1_500_000)  # 9 MB and 54 MB
    print(f'# {few} KiB for 250,000 games, {many} KiB for six times as many')
    if many > few + 1024:
        raise AssertionError('memory grew')


def main():
    small = (what_looks_like_a_format_is_read_as_it, each_format_has_its_golden_text,
             what_is_written_in_jkf_follows_its_schema, losses_are_named_once_for_each_game,
             the_first_illegal_move_is_told, what_cannot_be_told_is_refused,
             a_line_has_room_for_some_records, options_are_read_strictly,
             every_encoding_is_written_and_known_again, signs_that_are_missing_are_named,
             bytes_that_are_no_text_are_kept_to_be_seen, utf_16_is_read_and_written,
             a_file_has_the_encoding_of_its_name,
             a_game_that_is_over_on_the_board_has_its_end, games_of_one_start_become_variations_and_back, lines_end_as_wanted, a_folder_gets_a_file_from_each,
             a_file_gets_all, a_file_is_whole_or_not_there,
             trees_of_folders, garbage_ends, progress_is_shown_on_a_terminal)
    functions = (memory_does_not_grow_with_the_number_of_games,) if '--large' in sys.argv[1:] else small
    return tap([(function.__name__.replace('_', ' '), function, ()) for function in functions])


if __name__ == '__main__':
    sys.exit(main())
