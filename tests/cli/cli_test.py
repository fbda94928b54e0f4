"""The program as it is called: every command, its exit status and its words.  Prints TAP.

    cli_test.py            compares
    cli_test.py --sample   goes through the games of tests/sample.txt
    cli_test.py --shipped  goes through all games that are shipped
    cli_test.py --write    writes tests/cli/golden/ anew, from what the program says now

Long answers are files in golden/; short ones stand in the tables below.
"""

import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..', '..')
sys.path.insert(1, os.path.join(ROOT, 'tools'))

import definitions  # noqa: E402 (of tools/)
BUILD = os.environ.get('SHOOGI_BUILD_ROOT') or os.path.join(ROOT, 'build')
PROGRAM = os.path.join(BUILD, 'shoogi')
GOLDEN = os.path.join(ROOT, 'tests', 'cli', 'golden')
VARIANTS = os.path.join(ROOT, 'variants')
WRITE = '--write' in sys.argv[1:]

GOOD, NO, BAD = 0, 1, 2

MATED = '4k4/4G4/4G4/9/9/9/9/9/4K4 w'
MIDDLE = 'lnsgkgsnl/1r5+B1/pppppp1pp/9/9/9/PP1PPPPPP/7R1/LNSGKGSNL w Prb10p 5'
FUTILE = '7lk/7p1/7G1/9/R8/9/9/9/9 b rp 1'
BROKEN = 'files=9x\nranks=9\n'
ATOM = 'an atom (W F D A H G N C Z K Q R B U)'
# The games of which the count of nodes is kept; those of large boards would take minutes.
BENCH = ('chu chu-jcsa chu-lishogi dobutsu euro gorogoro gorogoroplus judkins kyoto micro mini mortal sho shogi '
         'shogi-club shosu').split()
RECORD = os.path.join(ROOT, 'tests', 'data', 'tree.shoogi')
TINY = 'files=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n'


def run(arguments, stdin=b'', environment=None, **streams):
    env = dict(os.environ, SHOOGI_VARIANTS=VARIANTS, LC_ALL='C')
    env.update(environment or {})
    if isinstance(stdin, str):
        stdin = stdin.encode()
    streams.setdefault('stdout', subprocess.PIPE)
    streams.setdefault('stderr', subprocess.PIPE)
    return subprocess.run([PROGRAM] + arguments, input=stdin, env=env, timeout=120, **streams)


# ---- Short answers --------------------------------------------------------------------------------

# Arguments, exit status, standard output (None: whatever), standard error.
SHORT = [
    ([], BAD, '', 'shoogi: expected a command (--help lists them), found end of text\n'),
    (['--version'], GOOD, None, ''),
    (['prft'], BAD, '', 'shoogi: expected a command, perhaps perft, found "prft"\n'),
    (['Perft'], BAD, '', 'shoogi: expected a command, perhaps perft, found "Perft"\n'),
    (['epxlode'], BAD, '', 'shoogi: expected a command (--help lists them), found "epxlode"\n'),
    (['--verson'], BAD, '', 'shoogi: expected a command (--help lists them), found "--verson"\n'),
    ([''], BAD, '', 'shoogi: expected a command (--help lists them), found end of text\n'),
    (['\x1b[2J'], BAD, '', 'shoogi: expected a command (--help lists them), found "?[2J"\n'),
    # perft
    (['perft', 'shogi', '0'], GOOD, 'nodes 1\n', ''),
    (['perft', 'shogi', '1'], GOOD, 'nodes 30\n', ''),
    (['perft', 'shogi', '3'], GOOD, 'nodes 25470\n', ''),
    (['perft', 'SHOGI', '2'], GOOD, 'nodes 900\n', ''),
    (['perft', 'shosu', '2'], GOOD, 'nodes 1225\n', ''),
    (['perft', 'shogi', '00003'], GOOD, 'nodes 25470\n', ''),
    (['perft', '--', 'shogi', '1'], GOOD, 'nodes 30\n', ''),
    (['perft', 'shogi', '0', '--divide'], GOOD, 'nodes 1\n', ''),
    (['perft', 'shogi', '1', '--sfen', MATED], GOOD, 'nodes 0\n', ''),
    (['perft', 'shogi', '1', '--divide', '--sfen', MATED], GOOD, 'nodes 0\n', ''),
    (['perft', '--sfen=' + MIDDLE, 'shogi', '1'], GOOD, 'nodes 126\n', ''),
    (['perft', 'shogi', '2', '--sfen', 'startpos'], GOOD, 'nodes 900\n', ''),
    (['perft', 'dobutsu', '1', '--moves', '2c2b 2a2b'], GOOD, 'nodes 11\n', ''),
    (['perft'], BAD, '', 'shoogi perft: expected VARIANT, found end of text\n'),
    (['perft', 'shogi'], BAD, '', 'shoogi perft: expected DEPTH, found end of text\n'),
    (['perft', 'shogi', '1', '2'], BAD, '', 'shoogi perft: expected no more words, found "2"\n'),
    (['perft', 'shogi', 'x'], BAD, '', 'shoogi perft: expected a depth from 0 to 60, found "x"\n'),
    (['perft', 'shogi', ''], BAD, '', 'shoogi perft: expected a depth from 0 to 60, found end of text\n'),
    (['perft', 'shogi', '3x'], BAD, '', 'shoogi perft: expected a depth from 0 to 60, found "3x"\n'),
    (['perft', 'shogi', '61'], BAD, '', 'shoogi perft: expected a depth from 0 to 60, found "61"\n'),
    (['perft', 'shogi', '18446744073709551617'], BAD, '',
     'shoogi perft: expected a depth from 0 to 60, found "18446744073709551617"\n'),
    (['perft', 'shogi', '--', '-1'], BAD, '',
     'shoogi perft: expected a depth from 0 to 60, found "-1"\n'),
    # options
    (['perft', 'shogi', '-1'], BAD, '',
     'shoogi perft: expected an option of this command (--help lists them), found "-1"\n'),
    (['perft', 'shogi', '1', '--divid'], BAD, '',
     'shoogi perft: expected an option of this command, perhaps --divide, found "--divid"\n'),
    (['show', 'shogi', '--sfne=startpos'], BAD, '',
     'shoogi show: expected an option of this command, perhaps --sfen, found "--sfne=startpos"\n'),
    (['perft', 'shogi', '1', '-divide'], BAD, '',
     'shoogi perft: expected an option of this command (--help lists them), found "-divide"\n'),
    (['perft', 'shogi', '1', '--divide=yes'], BAD, '',
     'shoogi perft: expected nothing after --divide, found "=yes"\n'),
    (['perft', 'shogi', '1', '--divide', '--divide'], BAD, '',
     'shoogi perft: expected --divide only once, found "--divide"\n'),
    (['moves', 'shogi', '--sfen'], BAD, '', 'shoogi moves: expected S after --sfen, found end of text\n'),
    (['moves', 'shogi', '--sfen', 'startpos', '--sfen=startpos'], BAD, '',
     'shoogi moves: expected --sfen only once, found "--sfen=startpos"\n'),
    (['moves', 'shogi', '--flip'], BAD, '',
     'shoogi moves: expected an option of this command (--help lists them), found "--flip"\n'),
    (['show', 'shogi', '--='], BAD, '',
     'shoogi show: expected an option of this command (--help lists them), found "--="\n'),
    # help
    (['help', 'nonsense', 'of', 'mine'], BAD, '',
     "shoogi help: expected a command, a game or a topic ('*' lists them), found \"nonsense\"\n"),
    (['help', 'x' * 1000, 'chu'], BAD, '',
     f"shoogi help: expected a command, a game or a topic ('*' lists them), found \"{'x' * 40}\"\n"),
    (['help', ''], BAD, '', "shoogi help: expected a command, a game or a topic ('*' lists them), found end of text\n"),
    (['help', './nothing.variant'], BAD, '', './nothing.variant: cannot read: No such file or directory\n'),
    (['help', '--game', 'chu'], BAD, '',
     'shoogi help: expected an option of this command (--help lists them), found "--game"\n'),
    # variants
    (['moves', 'shoggi'], BAD, '', 'shoogi moves: expected the name of a variant, perhaps shogi, found "shoggi"\n'),
    (['moves', 'xiangqi'], BAD, '',
     'shoogi moves: expected the name of a variant (@VARIANTS@), found "xiangqi"\n'),
    (['moves', '../nowhere/shogi'], BAD, '', '../nowhere/shogi: cannot read: No such file or directory\n'),
    (['moves', 'chu.html'], BAD, '', 'chu.html: cannot read: No such file or directory\n'),
    (['show', ''], BAD, '',
     'shoogi show: expected the name of a variant (@VARIANTS@), found end of text\n'),
    # positions
    (['moves', 'shogi', '--sfen', MATED], NO, '', ''),
    (['moves', 'shogi', '--sfen=4k4/9/9/9/9/9/9/9/K7R w - 12'], GOOD,
     '5a4a\n5a4b\n5a5b\n5a6a\n5a6b\n', ''),
    (['show', 'shogi', '--sfen', 'lnsgk'], BAD, '',
     'input:1:6: expected 4 more squares on rank a, found end of text\n'),
    (['show', 'shogi', '--sfen='], BAD, '',
     'input:1:1: expected 9 more squares on rank a, found end of text\n'),
    (['perft', 'shogi', '9', '--sfen', '9/9/9/9/9/9/9/9/9 b - x'], BAD, '',
     'input:1:23: expected the number of the next move, 1 to 999999, found "x"\n'),
    (['show', 'shogi', '--style', 'Svg'], BAD, '',
     'shoogi show: expected ascii, mixed, kanji, words, svg, png or sfen, found "Svg"\n'),
    (['show', 'dobutsu', '--moves', '2c2b 2a2b', '--style', 'sfen'], GOOD, 'r1b/1k1/3/BKR b Pp 3\n', ''),
    (['moves', 'shogi', '--sfen', '4k4/9/4P4/9/9/9/9/9/4K4 b', '--moves', '5c5b+ 5a5b'], GOOD,
     '5i4h\n5i4i\n5i5h\n5i6h\n5i6i\n', ''),
    (['show', 'shogi', '--style', 'sfen', '--moves', 'P-7f 3c3d  Bx2b+ sx2b R*5e'], BAD, '',
     'input:1:23: you have no rook in hand\n'),
    (['show', 'shogi', '--style', 'sfen', '--moves', 'P-7f 3c3d  Bx2b+ sx2b B*5e'], GOOD,
     'lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6\n', ''),
    (['show', 'shogi', '--style', 'sfen', '--moves', '7g7f 3c3d Bx2b'], BAD, '',
     'input:1:15: expected "+" or "=" after the move, found end of text\n'),
    (['show', 'chu', '--style', 'sfen', '--sfen', '12/12/12/5k6/12/4pp6/5N6/12/12/12/12/6K5 b - 1',
      '--moves', 'Nx!7f'], GOOD, '12/12/12/5k6/12/4p7/5N6/12/12/12/12/6K5 w - 2\n', ''),
    (['show', 'chu', '--moves', 'P-7g'], BAD, '', 'input:1:1: no pawn of yours can move to 7g\n'),
    (['moves', 'shogi', '--moves', '7g7f 7g7f'], BAD, '', 'input:1:6: there is no piece on 7g\n'),
    (['show', 'shogi', '--moves', '7g7f 3c3d 3c3d'], BAD, '',
     'input:1:11: there is no piece on 3c\n'),
    # mate
    (['mate', FUTILE], GOOD, 'mate in 5\nline 9e1e P*1c 1e1c R*1b 1c1b\nnodes 45\n', ''),
    (['mate', FUTILE, '--tsume'], GOOD, 'mate in 1\nline 9e1e\nnodes 41\n', ''),
    (['mate', 'startpos', '--moves', '7g7f 3c3d 8h2b+ 8c8d'], NO, 'no mate\nnodes 134\n', ''),
    (['mate', FUTILE, '--plies', '3'], NO, 'no mate in 3\nnodes 8\n', ''),
    (['mate', FUTILE, '--nodes', '2'], BAD, 'not found within the limits\nnodes 2\n', ''),
    (['mate', '--variant', 'chu', '12/12/12/5k6/12/4pp6/5N6/12/12/12/12/6K5 b - 1', '--hash', '16'], GOOD, None, ''),
    (['mate'], BAD, '', 'shoogi mate: expected SFEN, found end of text\n'),
    (['mate', '9/9/9/9/9/9/9/9/8K b R 1'], BAD, '',
     'shoogi mate: expected a royal piece of the side to be mated, found "none"\n'),
    (['mate', '9/9'], BAD, '', 'input:1:4: expected "/" and 7 more ranks, found end of text\n'),
    (['mate', FUTILE, '--plies', '2000'], BAD, '', 'shoogi mate: expected plies from 1 to 1999, found "2000"\n'),
    (['mate', FUTILE, '--hash', '0'], BAD, '', 'shoogi mate: expected a size from 1 to 65536, found "0"\n'),
    # tune
    (['tune'], BAD, '', 'shoogi tune: expected VARIANT, found end of text\n'),
    (['tune', 'micro', 'shoggi', '--folder', '/nowhere/x'], BAD, '',
     'shoogi tune: expected the name of a variant, perhaps shogi, found "shoggi"\n'),
    (['tune', 'micro', '--only', 'rfp_depth,rfp'], BAD, '',
     'shoogi tune: expected constants of tunables.def, with commas between them, found "rfp"\n'),
    (['tune', 'micro', '--only', 'time_drop'], BAD, '',
     'shoogi tune: expected constants that matter without a clock, found "time_drop"\n'),
    (['tune', 'micro', '--games', '1'], BAD, '', 'shoogi tune: expected games from 2 to 20000000, found "1"\n'),
    (['tune', 'micro', '--rate', '1001'], BAD, '', 'shoogi tune: expected a rate from 1 to 1000, found "1001"\n'),
    (['tune', 'micro', '--folder', '/nowhere/x'], BAD, '', 'shoogi tune: /nowhere/x: No such file or directory\n'),
    (['tune', 'micro', '--folder', '/dev/null'], BAD, '', 'shoogi tune: /dev/null: Not a directory\n'),
    (['tune', 'micro', '--folder', VARIANTS], BAD, '',
     f'{VARIANTS}: expected an empty folder, or that of a run of this command, found "{min(os.listdir(VARIANTS))}"\n'),
    # learn
    (['learn', 'micro', '--folder', '/nowhere/x'], BAD, '', 'shoogi learn: /nowhere/x: No such file or directory\n'),
    (['learn', 'micro', '--folder', '/dev/null'], BAD, '', 'shoogi learn: /dev/null: Not a directory\n'),
    (['learn', 'micro', '--folder', VARIANTS], BAD, '',
     f'{VARIANTS}: expected an empty folder, or that of a run of this command, found "{min(os.listdir(VARIANTS))}"\n'),
    # moves-of
    (['moves-of'], BAD, '', 'shoogi moves-of: expected MOVES, found end of text\n'),
    (['moves-of', 'FfX'], BAD, '',
     f'input:1:3: expected {ATOM}, found "X"\nFfX\n  ^\n'),
    (['moves-of', ''], BAD, '', 'input:1:1: expected a move, such as fW, found end of text\n\n^\n'),
    (['moves-of', 'Kaf'], BAD, '', f'input:1:4: expected {ATOM}, found end of text\nKaf\n   ^\n'),
    (['moves-of', 'K\u6b69 '], BAD, '', f'input:1:2: expected {ATOM}, found "\u6b69 "\nK? \n ^\n'),
    (['moves-of', 'K\x1b[2J'], BAD, '', f'input:1:2: expected {ATOM}, found "?[2J"\nK?[2J\n ^\n'),
    (['moves-of', 'fW' * 60 + '-' + 'W' * 60], BAD, '',
     f'input:1:121: expected {ATOM}, found "-{"W" * 39}"\n{"fW" * 30}-{"W" * 15}\n{" " * 60}^\n'),
    (['moves-of', 'K', '--size', '4'], BAD, '',
     'shoogi moves-of: expected a size from 5 to 15, found "4"\n'),
    (['moves-of', 'K', '--size', '16'], BAD, '',
     'shoogi moves-of: expected a size from 5 to 15, found "16"\n'),
    (['moves-of', 'K', '--size', '6'], BAD, '',
     'shoogi moves-of: expected an odd size, found "6"\n'),
    (['moves-of', 'RaR', '--size', '5'], GOOD, None,
     'input:1:3: warning: expected a direction, found "R"\nRaR\n  ^\n'),
    # check
    (['check'], BAD, '', 'shoogi check: expected FILE, found end of text\n'),
    (['check', '/nowhere/x.variant'], BAD, '',
     '/nowhere/x.variant: cannot read: No such file or directory\n'),
    (['check', '/'], BAD, '', '/: cannot read: Is a directory\n'),
    (['check', '/dev/zero'], BAD, '', '/dev/zero: cannot read: not a plain file\n'),
    (['check', '--sfen', 'x'], BAD, '',
     'shoogi check: expected an option of this command (--help lists them), found "--sfen"\n'),
]

# Files: arguments, what golden/ calls the answer, exit status.
LONG = [
    (['--help'], 'help', GOOD),
    (['show', '--help'], 'show-help', GOOD),
    (['work', '--help'], 'work-help', GOOD),
    (['moves', 'nonsense', '--help'], 'moves-help', GOOD),
    (['perft', '--help'], 'perft-help', GOOD),
    (['mate', '--help'], 'mate-help', GOOD),
    (['learn', '--help'], 'learn-help', GOOD),
    (['tune', '--help'], 'tune-help', GOOD),
    (['bench', '--help'], 'bench-help', GOOD),
    (['bench'] + BENCH, 'bench', GOOD),
    (['check', '--help'], 'check-help', GOOD),
    (['serve', '--help'], 'serve-help', GOOD),
    (['admin', '--help'], 'admin-help', GOOD),
    (['replay', '--help'], 'replay-help', GOOD),
    (['match', '--help'], 'match-help', GOOD),
    (['analyse', '--help'], 'analyse-help', GOOD),
    (['play', '--help'], 'play-help', GOOD),
    (['help', '--help'], 'help-help', GOOD),
    (['show', 'shogi'], 'show-shogi', GOOD),
    (['show', 'shogi', '--flip', '--sfen', MIDDLE], 'show-flip', GOOD),
    (['show', 'shosu', '--sfen', 'k9/10/+g+s+n+l+p+b+r3/10/10/10/10/10/10/9K w QRBGSN18Pp 7'],
     'show-shosu', GOOD),
    (['show', 'shogi', '--style', 'mixed', '--moves', ' 7g7f 3c3d  8h2b+'], 'show-mixed', GOOD),
    (['show', 'shogi', '--style', 'kanji', '--sfen', MIDDLE], 'show-kanji', GOOD),
    (['show', 'dobutsu', '--style', 'words', '--moves', '2c2b'], 'show-words', GOOD),
    (['show', 'chu', '--style', 'kanji'], 'show-chu', GOOD),
    (['moves', 'shogi'], 'moves-shogi', GOOD),
    (['moves', 'shogi', '--sfen', MIDDLE], 'moves-middle', GOOD),
    (['perft', 'shogi', '2', '--divide'], 'perft-divide', GOOD),
    (['perft', 'shosu', '1', '--divide'], 'perft-shosu', GOOD),
    (['moves-of', '--help'], 'moves-of-help', GOOD),
    (['moves-of', 'FfW'], 'moves-of-silver', GOOD),
    (['moves-of', 'K', '--size', '7'], 'moves-of-king-7', GOOD),
    (['moves-of', 'BW', '--size', '15'], 'moves-of-horse-15', GOOD),
    (['moves-of', 'KNADcaKcabKmabK'], 'moves-of-lion', GOOD),
    (['moves-of', 'BbsRfWfDfcavWfmabW'], 'moves-of-falcon', GOOD),
    (['moves-of', 'KaKaaK'], 'moves-of-three-steps', GOOD),
    (['moves-of', 'RmasR'], 'moves-of-hook', GOOD),
    (['moves-of', 'Q(paf)cQ'], 'moves-of-general', GOOD),
    (['moves-of', 'jBvjRsjW3cabK'], 'moves-of-tetrarch', GOOD),
    (['moves-of', 'mRcpR'], 'moves-of-cannon', GOOD),
    (['moves-of', 'gQ'], 'moves-of-grasshopper', GOOD),
    (['moves-of', 'mafsW'], 'moves-of-horse-leg', GOOD),
    (['moves-of', 'fcafmF'], 'moves-of-draughts', GOOD),
    (['moves-of', 'ifmnDmfWceF'], 'moves-of-chess-pawn', GOOD),
    (['moves-of', 'zBqN0'], 'moves-of-crooked', GOOD),
    (['moves-of', 'NNfW*ffj@3'], 'moves-of-riders', GOOD),
    (['moves-of', 'mUIoRduxtkK'], 'moves-of-remarks', GOOD),
]


def game_names(names):
    """Those that are not rule sets of another, or have rule sets themselves."""
    return [name for name in names if any(other.startswith(name + '-') for other in names)
            or not any(name.startswith(other + '-') for other in names)]


def variant_names():
    return ', '.join(definitions.paths(VARIANTS))


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f'{what}: expected {wanted!r}, found {found!r}')


def expect_run(result, status, out, err):
    expect('standard error', result.stderr.decode(errors='replace'), err)
    if out is not None:
        expect('standard output', result.stdout.decode(errors='replace'), out)
    expect('exit status', result.returncode, status)


def short(arguments, status, out, err):
    expect_run(run(arguments), status, out, err.replace('@VARIANTS@', ', '.join(game_names(variant_names().split(', ')))))


def expect_golden(name, out):
    path = os.path.join(GOLDEN, name + '.txt')
    if WRITE:
        with open(path, 'wb') as file:
            file.write(out)
    with open(path, encoding='utf-8') as file:
        expect(name, out.decode(errors='replace'), file.read())


def long(arguments, name, status):
    result = run(arguments)
    expect_golden(name, result.stdout)
    expect_run(result, status, None, '')
    for line in result.stdout.decode().split('\n'):
        if len(line) > 100 or line.endswith(' '):
            raise AssertionError(f'a line too long, or with a blank at its end: {line!r}')


# ---- What takes more than a row -------------------------------------------------------------------

def the_version_is_the_build_s():
    with open(os.path.join(ROOT, 'meson.build'), encoding='utf-8') as file:
        version = re.search(r"version: '([0-9.]+)'", file.read()).group(1)
    expect_run(run(['--version']), GOOD, f'shoogi {version}\n', '')


def moves_are_sorted_and_divide_adds_up():
    for variant, sfen in (('shogi', MIDDLE), ('shosu', 'startpos')):
        moves = run(['moves', variant, '--sfen', sfen]).stdout.decode().split()
        expect('moves', moves, sorted(set(moves)))
        lines = run(['perft', variant, '2', '--divide', '--sfen', sfen]).stdout.decode().splitlines()
        rows = [line.split() for line in lines]
        expect('divided moves', [row[0] for row in rows[:-1]], moves)
        expect('sum', sum(int(row[1]) for row in rows[:-1]), int(rows[-1][1]))
        expect_run(run(['perft', variant, '2', '--sfen', sfen]), GOOD, lines[-1] + '\n', '')


def help_prints_the_page_of_a_game():
    with open(os.path.join(ROOT, 'tests', 'help', 'game-chu.md'), encoding='utf-8') as file:
        page = file.read().split('-->\n\n', 1)[1]
    for words in (['chu'], ['CHU'], ['game', 'chu'], ['game-chu']):
        expect_run(run(['help', *words]), GOOD, page, '')
    with open(os.path.join(ROOT, 'tests', 'help', 'hashes.txt'), encoding='utf-8') as file:
        hashes = dict(line.split() for line in file)
    for game in ('shogi', 'check', 'chu-jcsa'):  # there is a command check, too
        result = run(['help', 'game', game])
        expect(game, hashlib.sha256(result.stdout).hexdigest(), hashes[game])
        expect_run(result, GOOD, None, '')
    expect('alias', run(['help', 'checkshogi']).stdout, run(['help', 'game', 'check']).stdout)
    with tempfile.TemporaryDirectory() as folder:
        expect_run(run(['help', 'chu'], environment={'SHOOGI_VARIANTS': folder}), GOOD, page, '')  # of the source tree
        path = os.path.join(folder, 'Tiny 1.variant')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(TINY)
        own = run(['help', path])
        expect_run(own, GOOD, None, '')
        expect('title', own.stdout.decode().splitlines()[0], '# tiny1 (GAME TINY1, TINY1)')


def help_prints_what_the_others_print():
    expect_run(run(['help']), GOOD, run(['--help']).stdout.decode(), '')
    for name, _, _ in commands():
        expect_run(run(['help', name]), GOOD, run([name, '--help']).stdout.decode(), '')
    for words, first in ((['shogi-rules'], '# SHOGI RULES'), (['screen', 'readers'], '# SCREEN READERS'),
                         (['lance'], '<a id="l"></a>')):
        result = run(['help', *words])
        expect_run(result, GOOD, None, '')
        expect('title', result.stdout.decode()[:len(first)], first)
    topics = run(['help', '*']).stdout.decode().splitlines()
    expect('topics', '  GAME CHU, CHU' in topics, True)


def many_positions_are_answered_a_line_each():
    """The same as one by one, from a file and from standard input, whatever ends the lines."""
    sfens = ['startpos', MIDDLE, MATED, '4k4/9/9/9/9/9/9/9/K7R w - 12', MIDDLE]
    moves, leaves, divided = [], [], []
    for sfen in sfens:
        moves.append(' '.join(run(['moves', 'shogi', '--sfen', sfen]).stdout.decode().split()) + '\n')
        leaves.append(run(['perft', 'shogi', '2', '--sfen', sfen]).stdout.decode())
        one = run(['perft', 'shogi', '2', '--divide', '--sfen', sfen]).stdout.decode()
        divided.append(one.strip().replace('\n', ' ') + '\n')
    expect('a position without moves', (moves[2], leaves[2]), ('\n', 'nodes 0\n'))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'positions')
        for text in ('\n'.join(sfens), '\n'.join(sfens) + '\n', '\r\n'.join(sfens) + '\r\n'):
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.write(text)
            for place, stdin in ((path, b''), ('-', text)):
                asked = ['--positions', place]
                expect_run(run(['moves', 'shogi', *asked], stdin=stdin), GOOD, ''.join(moves), '')
                expect_run(run(['perft', 'shogi', '2', *asked], stdin=stdin), GOOD, ''.join(leaves), '')
                expect_run(run(['perft', 'shogi', '2', '--divide', *asked], stdin=stdin), GOOD, ''.join(divided), '')
    lion = '12/12/12/5k6/12/4pp6/5N6/12/12/12/12/6K5 b - 1'
    paths = run(['moves', 'chu', '--paths', '--sfen', lion]).stdout.decode().split()
    expect_run(run(['moves', 'chu', '--paths', '--positions', '-'], stdin=lion), GOOD, ' '.join(paths) + '\n', '')
    expect_run(run(['moves', 'shogi', '--positions', '-']), GOOD, '', '')
    # The first line that is no position ends it, with its place.
    for command in (['moves', 'shogi'], ['perft', 'shogi', '0']):
        before = '5a4a 5a4b 5a5b 5a6a 5a6b\n' if command[0] == 'moves' else 'nodes 1\n'
        for bad, fault in (('', ':2:1: expected 9 more squares on rank a, found end of text'),
                           ('lnsgk', ':2:6: expected 4 more squares on rank a, found end of text'),
                           ('9/9\0', ':2:4: expected "/" after the 9 squares of a rank, found "?"')):
            expect_run(run([*command, '--positions', '-'], stdin=f'{sfens[3]}\n{bad}\n{sfens[3]}\n'), BAD, before,
                       f'-{fault}\n')
        expect_run(run([*command, '--positions', '/nowhere/x']), BAD, '',
                   '/nowhere/x: cannot read: No such file or directory\n')
        for option, value in (('--sfen', 'startpos'), ('--moves', '7g7f')):
            expect_run(run([*command, '--positions', '-', option, value]), BAD, '',
                       f'shoogi {command[0]}: expected neither --sfen nor --moves together with --positions, found "{value}"\n')


def gone_through():
    """The games that the tests of shipped games use: those of tests/sample.txt; with --shipped, all."""
    if '--shipped' in sys.argv[1:]:
        return variant_names().split(', ')
    with open(os.path.join(ROOT, 'tests', 'sample.txt'), encoding='utf-8') as file:
        return [line.split()[0] for line in file if line.strip() and not line.startswith('#')]


def a_picture_is_whole():
    """XML, as large as it says, with a path for every letter; and the same as PNG."""
    for variant in gone_through()[::1 if '--shipped' in sys.argv[1:] else 2]:
        for view in ([], ['--flip']):
            svg = run(['show', variant, '--style', 'svg'] + view)
            expect_run(svg, GOOD, None, '')
            root = xml.etree.ElementTree.fromstring(svg.stdout)
            names = {e.get('id') for e in root.iter() if e.get('id')}
            links = {e.get('href')[1:] for e in root.iter() if e.get('href')}
            expect('links without an end', links - names, set())
            expect('letters without an outline',
                   [e for e in root.iter() if e.tag.endswith('}text')], [])
        png = run(['show', variant, '--style', 'png'])
        expect_run(png, GOOD, None, '')
        expect('what it is', png.stdout[:8], b'\x89PNG\r\n\x1a\n')
        expect('its size', tuple(int.from_bytes(png.stdout[at:at + 4], 'big') for at in (16, 20)),
               (int(root.get('width')), int(root.get('height'))))


def a_picture_is_drawn_of_what_was_drawn():
    svg = run(['show', 'chu', '--style', 'svg']).stdout
    drawn = run(['work', 'picture'], stdin=svg)
    expect_run(drawn, GOOD, None, '')
    expect('the picture', drawn.stdout, run(['show', 'chu', '--style', 'png']).stdout)
    huge = b'<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="9999"/>'
    for bad in (b'', b'chu', svg[:2000], huge):
        drawn = run(['work', 'picture'], stdin=bad)
        expect_run(drawn, BAD, '', 'shoogi: expected a picture that fits in memory, '
                                   'found end of text\n')
    drawn = run(['work', 'picture'], stdin=b'x' * 4718593)
    expect_run(drawn, BAD, '', 'shoogi work: expected at most 4718592 bytes, found end of text\n')


def the_readme_shows_what_is_drawn():
    drawn = run(['show', 'chu', '--moves', '7i7h 6d6e', '--style', 'svg'])
    with open(os.path.join(ROOT, 'docs', 'chu.svg'), encoding='utf-8') as file:
        expect_run(drawn, GOOD, file.read(), '')


def check_praises_what_is_shipped():
    names = variant_names().split(', ')
    files = [definitions.paths(VARIANTS)[name] for name in names]
    result = run(['check'] + files)
    expect('exit status', result.returncode, GOOD)
    expect('standard error', result.stderr, b'')
    lines = result.stdout.decode().splitlines()
    expect('files', [line.split(': ok: ')[0] for line in lines], files)
    expect('shogi', lines[names.index('shogi')].split(': ok: ')[1], '9x9, 14 kinds, 40 pieces')
    expect('shosu', lines[names.index('shosu')].split(': ok: ')[1], '10x10, 16 kinds, 44 pieces')


def check_tells_every_fault_of_every_file():
    with tempfile.TemporaryDirectory() as folder:
        def put(name, text):
            path = os.path.join(folder, name)
            with open(path, 'wb') as file:
                file.write(text if isinstance(text, bytes) else text.encode())
            return path
        good, bad = put('good.variant', TINY), put('bad.variant', BROKEN)
        worse = put('worse.variant', 'files=9x\nranks=y\nsparkle=2\n')
        big = put('big.variant', '\n' * (256 * 1024 + 1))
        full = put('full.variant', TINY + '\n' * (256 * 1024 - len(TINY)))
        first = f'{bad}:1:8: expected a number from 1 to 36, found "x"'
        result = run(['check', bad])
        expect('the first fault', result.stderr.decode().splitlines()[0], first)
        expect_run(run(['check', good]), GOOD, f'{good}: ok: 3x4, 1 kind, 2 pieces\n', '')
        expect_run(run(['check', full]), GOOD, f'{full}: ok: 3x4, 1 kind, 2 pieces\n', '')
        expect_run(run(['check', big]), BAD, '',
                   f'{big}: expected a definition of at most 262144 bytes, found 262145 bytes\n')

        result = run(['check', bad, good, worse])
        expect('exit status', result.returncode, BAD)
        expect('the good one', result.stdout.decode(), f'{good}: ok: 3x4, 1 kind, 2 pieces\n')
        lines = result.stderr.decode().splitlines()
        expect('the first fault', lines[0], first)
        places = [line.split(' ')[0] for line in lines if line.startswith(worse)]
        expect('faults of the last', places[:3], [f'{worse}:1:8:', f'{worse}:2:7:', f'{worse}:3:1:'])
        for line in lines:
            if not re.fullmatch(r'[^:]+:\d+:\d+: expected .*, found .*', line):
                raise AssertionError(f'not in the one form: {line!r}')


def check_reads_standard_input():
    expect_run(run(['check', '-'], stdin=TINY), GOOD, '-: ok: 3x4, 1 kind, 2 pieces\n', '')
    result = run(['check', '-'], stdin=BROKEN)
    expect('exit status', result.returncode, BAD)
    expect('the first fault', result.stderr.decode().splitlines()[0],
           '-:1:8: expected a number from 1 to 36, found "x"')
    result = run(['check', '-'], stdin=b'\0\xff\x1b' * 1000)
    expect('exit status', result.returncode, BAD)
    if re.search(rb'[\0\x1b\xff]', result.stderr):
        raise AssertionError('control characters came through')


def check_finds_the_diagram_of_a_page():
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, 'page.html')
        with open(page, 'w', encoding='utf-8') as file:
            file.write('<html><p>\n<div class="idiagram">\nfiles=3<br>\nranks=4<br>\nsparkle=2<br>\n'
                       'king:K:K:k:b1<br>\n</div></html>\n')
        warning = f'{page}:5:1: warning: expected a known parameter, as this rule is not played here, found "sparkle=2"\n'
        expect_run(run(['check', page]), GOOD, f'{page}: ok: 3x4, 1 kind, 2 pieces\n', warning)
        plain = TINY + 'sparkle=2\n'
        line = TINY.count('\n') + 1
        expect_run(run(['check', '-'], stdin=plain), BAD, '',
                   f'-:{line}:1: expected a known parameter, or --lenient to play without it, found "sparkle=2"\n')
        expect_run(run(['check', '--lenient', '-'], stdin=plain), GOOD,
                   '-: ok: 3x4, 1 kind, 2 pieces\n',
                   f'-:{line}:1: warning: expected a known parameter, as this rule is not played here, found "sparkle=2"\n')
        expect_run(run(['check', '-'], stdin='base=shogi\ncheck=capture\n'), GOOD,
                   '-: ok: 9x9, 14 kinds, 40 pieces\n', '')


def a_file_is_a_game():
    with tempfile.TemporaryDirectory() as folder:
        page, record = os.path.join(folder, 'page.html'), os.path.join(folder, 'game.txt')
        text = ('<html><p>\n<div class="idiagram">\nfiles=3<br>\nranks=4<br>\nsymmetry=rotate<br>\n'
                'king:K:fX:k:b1<br>\n</div></html>\n')
        with open(page, 'w', encoding='utf-8') as file:
            file.write(text)
        expect_run(run(['show', page]), BAD, '', f'{page}:6:9: expected {ATOM}, found "X"\n')
        with open(page, 'w', encoding='utf-8') as file:
            file.write(text.replace('fX', 'K'))
        with open(record, 'w', encoding='utf-8') as file:
            file.write('2d2c 2a1a resign\n')
        expect_run(run(['perft', page, '1']), GOOD, 'nodes 5\n', '')
        expect_run(run(['show', page, '--style', 'sfen', '--moves', '2d2c']), GOOD, '1k1/3/1K1/3 w - 2\n',
                   '')
        expect_run(run(['convert', '--variant', page, '--to', 'western', record]), GOOD,
                   '[Result "0-1"]\n\n1. K-2c 2. K-1a {resign} 0-1\n', '')
        expect_run(run(['replay', '--variant', page, record]), GOOD, None, '')


def drawn(moves):
    """The squares of a drawing, 15 to a side, to which the piece goes when nothing else is on the board.
    Coming back to where it stands is a pass, and not among them."""
    rows = run(['moves-of', '--size', '15', moves]).stdout.decode().splitlines()[:15]
    squares = set()
    for rank, row in enumerate(rows):
        cells = row.split()
        expect('squares of a row', len(cells), 15)
        for file, cell in enumerate(cells):
            for way in re.findall(r'([o*|/\\+zq-]|[0-9]+)([mcdkexutinh]*)', cell):
                if '@' not in cell and 'iii' not in way[1] and ('m' in way[1] or not re.search('[cdkex]', way[1])):
                    squares.add(f'{15 - file}{"abcdefghijklmno"[rank]}')
    return squares


def moves_of_pieces(name):
    """Those of the pieces of a definition, and of those of its base."""
    with open(definitions.paths(VARIANTS)[name], encoding='utf-8') as file:
        text = file.read()
    base = re.search(r'^base=(\S+)$', text, re.MULTILINE)
    own = set(re.findall(r'^[^:=\n]+:[^:\n]*:([^:\n]+):', text, re.MULTILINE))
    return own | moves_of_pieces(base[1]) if base else own


def a_drawing_shows_what_is_legal():
    pieces = set()
    for name in gone_through():
        pieces |= moves_of_pieces(name)
    expect('pieces of these games', len(pieces) > 40, True)
    pieces.remove('U')  # it goes everywhere, which a line below the drawing says
    for moves in sorted(pieces) + ['NN', 'fN2', 'zB', 'zN', 'zF3', 'qW0', 'RmasR', 'KaKaaK', 'mafsW', 'nAnD',
                                   'W5', 'KmadsiK', '[N-fR]', '[R-fsiF]', 'FyafsF', 'jRjW3', 'fW2bF3']:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'lone.variant'), 'w', encoding='utf-8') as file:
                file.write('files=15 ranks=15 symmetry=none royal=none stalemate=draw\n'
                           f'foe:P:fW:p::\nlone:X:{moves}:x:h8:\n')
            lines = run(['moves', 'lone'], environment={'SHOOGI_VARIANTS': folder}).stdout.decode().split()
        # A move is where it begins and ends, and perhaps what lies between.
        legal = {re.findall('[0-9]+[a-o]', line)[-1] for line in lines}
        expect(moves, sorted(drawn(moves) ^ legal), [])


def variants_of_the_environment_come_first():
    with tempfile.TemporaryDirectory() as folder:
        def put(name, text):
            with open(os.path.join(folder, name + '.variant'), 'w', encoding='utf-8') as file:
                file.write(text)
        put('shogi', TINY)
        put('broken', BROKEN)
        put('big', '\n' * (256 * 1024 + 1))
        there = {'SHOOGI_VARIANTS': folder}
        expect_run(run(['perft', 'shogi', '1'], environment=there), GOOD, 'nodes 5\n', '')
        expect_run(run(['perft', 'shosu', '1'], environment=there), GOOD, 'nodes 35\n', '')
        expect_run(run(['perft', 'broken', '1'], environment=there), BAD, '',
                   f'{folder}/broken.variant:1:8: expected a number from 1 to 36, found "x"\n')
        expect_run(run(['moves', 'big'], environment=there), BAD, '',
                   f'{folder}/big.variant: expected at most 262144 bytes, found more\n')
        result = run(['moves', 'nothing'], environment=there)
        names = game_names(sorted(variant_names().split(', ') + ['broken', 'big']))
        expect_run(result, BAD, '', 'shoogi moves: expected the name of a variant '
                                    f'({", ".join(names)}), found "nothing"\n')
    # A directory that is not there is no fault while another has the variant; nor is an empty name.
    for place in ('/nowhere', ''):
        expect_run(run(['perft', 'shogi', '1'], environment={'SHOOGI_VARIANTS': place}), GOOD,
                   'nodes 30\n', '')


EVERY_OUTPUT = [['--help'], ['--version'], ['show', 'shogi'], ['moves', 'shogi'], ['perft', 'shogi', '1'],
                ['perft', 'shogi', '2', '--divide'], ['perft', '--help'], ['check', '-'], ['moves-of', 'K'],
                ['convert', '--to', 'shoogi', RECORD], ['replay', RECORD],
                ['analyse', '--depth', '1', RECORD], ['usi'], ['xboard'], ['bench', '--depth', '1', 'shogi', 'mini'],
                ['show', 'chu', '--style', 'png'], ['show', 'chu', '--style', 'svg'], ['show', 'taikyoku']]


def a_full_disk_is_told():
    for arguments in EVERY_OUTPUT:
        with open('/dev/full', 'wb') as full:
            expect_run(run(arguments, stdin=TINY, stdout=full), BAD, None,
                       'shoogi: cannot write to standard output: No space left on device\n')


def a_closed_pipe_is_told():
    for arguments in EVERY_OUTPUT:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            expect_run(run(arguments, stdin=TINY, stdout=writer), BAD, None,
                       'shoogi: cannot write to standard output: Broken pipe\n')
        finally:
            os.close(writer)


def closed_standard_files_are_told():
    shell = ['/bin/sh', '-c']
    for redirection, status, text in (
            ('>&-', BAD, 'shoogi: cannot write to standard output: Bad file descriptor\n'),
            ('2>&- >/dev/null', GOOD, ''),
            ('<&- >/dev/null', GOOD, '')):
        result = subprocess.run(shell + [f'exec "{PROGRAM}" moves shogi {redirection}'], timeout=120,
                                env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS, LC_ALL='C'),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect('standard error', result.stderr.decode(), text)
        expect('exit status', result.returncode, status)
    result = subprocess.run(shell + [f'exec "{PROGRAM}" check - <&-'], timeout=120,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    expect_run(result, BAD, '', '-: cannot read: Bad file descriptor\n')


def arguments_of_any_bytes():
    for junk in (b'\xff\xfe', b'\xe6\xad\xa9' * 100, b'%s%n%d', b'--sfen=\xff', b'-' * 3000, b'a' * 100000):
        for place in ([junk], [b'perft', junk, b'1'], [b'perft', b'shogi', junk], [b'show', b'shogi', junk],
                      [b'check', junk], [b'show', b'shogi', b'--sfen', junk]):
            result = subprocess.run([os.fsencode(PROGRAM)] + place, stdout=subprocess.PIPE, timeout=120,
                                    stderr=subprocess.PIPE,
                                    env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS, LC_ALL='C'))
            expect('exit status', result.returncode, BAD)
            expect('standard output', result.stdout, b'')
            if result.stderr.count(b'\n') != 1:
                raise AssertionError(f'not one sentence: {result.stderr!r}')


def commands():
    with open(os.path.join(ROOT, 'src', 'cli', 'command.def'), encoding='utf-8') as file:
        return re.findall(r'^COMMAND\(\w+, "([^"]*)", "([^"]*)", "([^"]*)"\)', file.read(), re.MULTILINE)


def man_page(name):
    """Its text; nothing if there is none: only large commands have one of their own."""
    path = os.path.join(ROOT, 'docs', 'man', name + '.1')
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8') as file:
        return file.read()


def the_man_page_of_admin_names_every_action():
    help_text = run(['admin', '--help']).stdout.decode()
    actions = re.findall(r'^  ([a-z-]+)(?: .*)?\n      ', help_text, re.MULTILINE)
    expect('actions', len(actions) > 10, True)
    for action in actions:
        if not re.search(rf'^\.It Ic {action}( |$)', man_page('shoogi-admin'), re.MULTILINE):
            raise AssertionError(f'nothing about {action}')


def man_pages_are_well_formed():
    pages = [os.path.join(ROOT, 'docs', 'man', name)
             for name in sorted(os.listdir(os.path.join(ROOT, 'docs', 'man')))]
    expect('pages', len(pages) >= 4, True)
    for page in pages:
        result = subprocess.run(['mandoc', '-T', 'lint', '-W', 'warning', page], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        expect(page, (result.returncode, result.stdout), (0, ''))


def the_man_page_names_every_command_and_option():
    whole = man_page('shoogi')
    expect('commands of the table', len(commands()) >= 5, True)
    for name, _, _ in commands():
        page = whole + man_page(f'shoogi-{name}')
        if f'.It Ic {name}\n' not in page or f'.Cm {name}\n' not in page:
            raise AssertionError(f'nothing about {name}')
        help_text = run([name, '--help']).stdout.decode()
        for dashes, option in re.findall(r'^ +(--?)([a-z-]+)', help_text, re.MULTILINE):
            if f'{"Fl " * len(dashes)}{option}' not in page:
                raise AssertionError(f'nothing about {dashes}{option} of {name}')


def help_agrees_with_the_table():
    whole = run(['--help']).stdout.decode()
    for name, synopsis, brief in commands():
        if not re.search(rf'^  {name} +{re.escape(brief)}$', whole, re.MULTILINE):
            raise AssertionError(f'help says nothing of {name}')
        first = run([name, '--help']).stdout.decode().splitlines()[:1]
        expect('usage', first, [f'usage: shoogi {name} {synopsis}'])


def tuning_goes_on_after_signals():
    """A run ends softly by SIGTERM, loses little by SIGKILL, and a folder is of one command."""
    with tempfile.TemporaryDirectory() as place:
        folder = os.path.join(place, 'tuning')
        command = ['tune', 'micro', 'dobutsu', '--folder', folder, '--nodes', '10', '--only', 'order_gain,lmr_base']

        def interrupt(number, first):
            with subprocess.Popen([PROGRAM] + command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS)) as process:
                line = process.stdout.readline().decode()
                process.send_signal(number)
                rest = process.stdout.read().decode()
            expect('the first line', re.fullmatch(first, line) is not None, True)
            return process.returncode, rest

        status, _ = interrupt(signal.SIGKILL, r'16 of 10000 pairs: .*\n')
        expect('killed', status, -signal.SIGKILL)
        status, rest = interrupt(signal.SIGTERM, r'resuming after \d+ pairs\n')
        expect('stopped', status, GOOD)
        rows = [line for line in rest.splitlines() if line.startswith('TUNABLE(')]
        expect('rows', [row.split(',')[0] for row in rows], ['TUNABLE(lmr_base', 'TUNABLE(order_gain'])
        expect('the last line', rest.splitlines()[-1], 'stopped: the same command goes on from here')
        other = run(command + ['--seed', '2'])
        expect('of another command', (other.returncode, other.stdout), (BAD, b''))
        expect('by name', other.stderr.decode(),
               f'{folder}: this folder is of "shoogi tune micro dobutsu --nodes 10 --games 20000 --rate 2 --seed 1 --only '
               'order_gain,lmr_base": begin in another folder\n')


def runs_know_their_games():
    """A run does not go on with another definition, and a folder of one command is not used by another."""
    with tempfile.TemporaryDirectory() as place:
        folder, game = os.path.join(place, 'run'), os.path.join(place, 'my.variant')
        with open(os.path.join(VARIANTS, 'micro', 'micro.variant'), encoding='utf-8') as file:
            text = file.read()

        def answer(command, definition, *options):
            with open(game, 'w', encoding='utf-8') as file:
                file.write(definition)
            process = run([command, game, '--folder', folder, '--nodes', '10', '--games', '2', *options])
            return process.returncode, process.stderr.decode()

        options = ('--match', '0', '--only', 'lmr_base')
        expect('a new run', answer('tune', text, *options)[0], GOOD)
        expect('with another definition', answer('tune', text.replace('4:draw', '5:draw'), *options),
               (BAD, f'{folder}: the definition of the game changed after this run began: put back what was there, or begin in '
                     'another folder\n'))
        expect('the run as it was', answer('tune', text, *options)[0], GOOD)
        status, message = answer('learn', text)
        expect('by another command', (status, message.startswith(f'{folder}: state:1:1: expected "rounds"')), (BAD, True))
        expect('files', os.listdir(folder), ['state'])


# ---- TAP ------------------------------------------------------------------------------------------

def tap(cases):
    """Runs cases of (name, function, arguments); prints TAP; returns the exit status."""
    print(f'1..{len(cases)}')
    failed = 0
    for number, (name, function, row) in enumerate(cases, 1):
        name = re.sub(r'[^ -~]|#', '?', name)
        try:
            function(*row)
            print(f'ok {number} - {name}', flush=True)
        except Exception as error:  # any failure is one test's
            failed += 1
            print(f'not ok {number} - {name}')
            for line in (str(error) or repr(error)).splitlines():
                print('#', line.encode('ascii', 'backslashreplace').decode(), flush=True)
    return 1 if failed else 0


def main():
    if sys.argv[1:] in (['--sample'], ['--shipped']):  # what goes through games
        return tap([(function.__name__.replace('_', ' '), function, ()) for function in (
            a_picture_is_whole, a_drawing_shows_what_is_legal)])
    cases = [('shoogi ' + ' '.join(row[0]), short, row) for row in SHORT]
    cases += [('golden ' + row[1], long, row) for row in LONG]
    cases += [(function.__name__.replace('_', ' '), function, ()) for function in (
        the_version_is_the_build_s, moves_are_sorted_and_divide_adds_up, many_positions_are_answered_a_line_each,
        help_prints_the_page_of_a_game, help_prints_what_the_others_print, a_picture_is_drawn_of_what_was_drawn, the_readme_shows_what_is_drawn,
        check_praises_what_is_shipped, check_tells_every_fault_of_every_file, check_reads_standard_input,
        check_finds_the_diagram_of_a_page, a_file_is_a_game,
        variants_of_the_environment_come_first, a_full_disk_is_told, a_closed_pipe_is_told,
        closed_standard_files_are_told, arguments_of_any_bytes, tuning_goes_on_after_signals,
        runs_know_their_games, help_agrees_with_the_table,
        the_man_page_names_every_command_and_option, the_man_page_of_admin_names_every_action,
        man_pages_are_well_formed)]
    return tap(cases)


if __name__ == '__main__':
    sys.exit(main())
