"""shoogi match: engines that go wrong, and matches that are killed and gone on with.  Prints TAP."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cli_test import BAD, GOOD, NO, PROGRAM, VARIANTS, expect, expect_run, run, tap
from play_engine_test import ENTERED

FAKE = f'{sys.executable} -B {os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_engine.py")}'
PAIR = ['--engine', 'search nodes=100', '--engine', 'chance']


def folder():
    return tempfile.TemporaryDirectory(prefix='shoogi-match-')


def match(*options, variant='dobutsu'):
    return run(['match', '--variant', variant] + list(options))


def games(path):
    """Number of a game -> its moves and its end, without the times."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    found = {}
    for record in text.split('shoogi record 1\n')[1:]:
        number = int(re.search(r'^round: (\d+)$', record, re.M).group(1))
        if number in found:
            raise AssertionError(f'game {number} is there twice')
        moves = re.findall(r'^(\d+ (?:end [^\n]*?|\S+))(?: [\d.]+)?$', record, re.M)
        names = re.findall(r'^(?:black|white): (.*)$', record, re.M)
        found[number] = names, moves, re.findall(r'^note: (.*)$', record, re.M)
    return found


# ---- Engines that go wrong -----------------------------------------------------------------------

# How, what the end of the game is called, what is noted of it.
WRONG = [
    ('ends', 'error', 'fake: exit status 3'),
    ('crashes', 'error', 'fake: signal 11'),
    ('hangs', 'error', 'fake: no answer'),
    ('talks', 'error', 'fake: no answer'),
    ('late', 'time', None),
    ('illegal', 'illegal', None),
    ('strange', 'illegal', 'fake: ?[2J??: expected a move such as 7g7f or P*5e, found "?[2J??"'),
    ('resigns', 'resign', None),
    ('no word', 'illegal', 'fake: bestmove: expected a move, found nothing'),
    ('none', 'resign', None),
    ('declares', 'illegal', None),
]

WRONG_XBOARD = [
    ('xboard resigns', 'resign', None),
    ('xboard without ping', 'resign', None),
    ('xboard takes time', 'resign', None),
    ('xboard claims', 'illegal', 'fake: claims 1/2-1/2 {because}'),
    ('xboard illegal', 'illegal', None),
    ('xboard legs', 'illegal', None),
    ('xboard refuses', 'error', 'fake: says Illegal move (too good): 3c3b'),
]


def wrong(how, end, note, protocol):
    with folder() as place:
        path = os.path.join(place, 'games.shoogi')
        time_given = 'movetime=1000' if protocol == 'xboard' else 'movetime=100'
        engine = f"{protocol} name=fake {time_given} margin=100 cmd={FAKE} '{how}'"
        result = match('--engine', engine, '--engine', 'chance', '--games', '2', '--at-once', '2', '--random-plies', '2',
                       '--patience', '1', '--save', path)
        expect('status', result.returncode, GOOD)
        expect('result', result.stdout.decode().split('\n')[0].split('  ')[0], 'fake against chance: +0 =0 -2')
        for number, (names, moves, notes) in games(path).items():
            expect('names', names, ['fake', 'chance'] if number % 2 else ['chance', 'fake'])
            # Two random moves, and one more where the fake is White.
            expect('plies', len(moves), 3 if number % 2 else 4)
            expect('end', moves[-1].split()[1:], ['end', end, 'white' if number % 2 else 'black'])
            if note:
                expect('note', notes, [note])


def clocks_are_told():
    """Each side's own, as they are judged by: the engine resigns if it was told so, else it breaks a rule."""
    for protocol, how in (('usi', 'clocks'), ('uci', 'clocks'), ('xboard', 'xboard clocks')):
        with folder() as place:
            path = os.path.join(place, 'games.shoogi')
            match('--engine', f"{protocol} name=fake main=90000 increment=2000 cmd={FAKE} '{how}'",
                  '--engine', 'chance main=30000 increment=3000', '--games', '2', '--random-plies', '2', '--save', path)
            expect(f'ends in {protocol}', [moves[-1].split()[2] for _, moves, _ in games(path).values()], ['resign'] * 2)


def an_engine_that_cannot_begin():
    for engine, words in (
            ('nodes=1 name=x cmd=sh -c "exit 4"', 'shoogi match: x: exit status 4 before usiok\n'),
            ('nodes=1 name=x cmd=/no/such/program', 'shoogi match: x: exit status 127 before usiok\n'),
            ('xboard depth=1 name=x cmd=sh -c "exit 4"', 'shoogi match: x: exited before sending its features\n')):
        expect_run(match('--engine', engine, '--engine', 'chance', '--games', '2'), BAD, '', words)
    result = match('--engine', f'nodes=1 name=x cmd={FAKE} none', '--engine', 'chance', '--games', '2', variant='mini')
    expect_run(result, BAD, '',
               'shoogi match: x: it has no game called mini: set game= to its name of the game\n')


def bad_words():
    for options, words in (
            ([], '--engine twice, found end of text'),
            (['--engine', 'chance'], '--engine twice, found end of text'),
            (['--engine', 'chance'] * 2, 'engines with different names (name=), found "chance"'),
            (PAIR + ['--games', '3'], 'an even number of games, found "3"'),
            (PAIR + ['--games', '0'], 'an even number of games from 2 to 1000000, found "0"'),
            (PAIR + ['--sprt', '0,5,0.05'], 'ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1, found "0,5,0.05"'),
            (PAIR + ['--sprt', '5,0,0.05,0.05'], 'ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1, found "5,0,0.05,0.05"'),
            (PAIR + ['--sprt', '0,5,0,0.05'], 'ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1, found "0,5,0,0.05"'),
            (PAIR + ['--resign', '100'], 'CENTIPAWNS,MOVES, found "100"'),
            (PAIR + ['--draw', '1,2,3,4'], 'CENTIPAWNS,MOVES,FROM, found "1,2,3,4"')):
        games_given = [] if '--games' in options else ['--games', '2']
        expect_run(match(*options, *games_given), BAD, '', f'shoogi match: expected {words}\n')
    expect_run(match('--engine', 'nodes=1 x=1 cmd=x', '--engine', 'chance', '--games', '2'), BAD, '',
               'shoogi match: --engine:9: expected an engine setting with a valid value, found "x=1 cmd=x"\n')


def our_own_engine_in_every_protocol():
    """Multi-leg moves, drops and pieces that promote and demote in turn are understood on both sides."""
    for variant, protocol, time_given in (
            ('chu', 'usi', 'nodes=100'), ('chu', 'uci', 'nodes=100'), ('chu', 'xboard', 'depth=2'),
            ('kyoto', 'usi', 'nodes=100'), ('kyoto', 'uci', 'nodes=100'), ('micro', 'uci', 'nodes=100'),
            ('mini', 'xboard', 'depth=2')):
        program = 'xboard' if protocol == 'xboard' else 'usi'
        with folder() as place:
            path = os.path.join(place, 'games')
            engine = f'{protocol} name=ours {time_given} cmd={PROGRAM} {program} {variant}'
            match('--engine', engine, '--engine', 'chance', '--games', '2', '--plies-max', '100', '--save', path,
                  variant=variant)
            for number, (_, moves, notes) in games(path).items():
                expect(f'notes of game {number}, {variant} in {protocol}', notes, [])
                if not re.search('end (board|moves-max|resign)', moves[-1]):
                    raise AssertionError(f'{variant} in {protocol}: {moves[-1]}')


def our_own_engine_without_ping():
    """It tells the result behind its last move, where nobody waits for it any more."""
    ours = f'xboard name=ours depth=2 cmd=sh -c "{PROGRAM} xboard mini | sed -u \'s/ping=1 //\'"'
    result = match('--engine', ours, '--engine', 'chance', '--games', '8', variant='mini')
    expect('status', result.returncode, GOOD)
    expect('result', result.stdout.decode().split('  ')[0], 'ours against chance: +8 =0 -0')


# ---- Openings ------------------------------------------------------------------------------------

def openings_from_a_file():
    with folder() as place:
        openings, path = os.path.join(place, 'openings'), os.path.join(place, 'games.shoogi')
        with open(openings, 'w') as file:
            file.write('startpos moves 2c2b 1a2b\n\nsfen bkr/3/3/RKB w - 1\n')
        expect('status', match(*PAIR, '--openings', openings, '--games', '6', '--save', path).returncode, GOOD)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        expect('starts', text.count('start bkr/3/3/RKB w - 1'), 2)
        expect('first moves', re.findall(r'^1 2c2b\n2 1a2b$', text, re.M), ['1 2c2b\n2 1a2b'] * 4)


def even_openings():
    with folder() as place:
        starts = []
        for even in ('1', '9'):
            path = os.path.join(place, even)
            match(*PAIR, '--games', '20', '--even', even, '--save', path)
            with open(path, encoding='utf-8') as file:
                starts.append(re.findall(r'^1 \S+\n2 \S+\n3 \S+\n4 \S+$', file.read(), re.M))
        expect('openings', [len(each) for each in starts], [20, 20])
        expect('are the same ones', starts[0] == starts[1], False)


def bad_openings():
    with folder() as place:
        openings = os.path.join(place, 'openings')
        for text, words in (
                ('startpos moves 2c2b\n\nstartpos moves 2c2b 2c2b\n', ':3:21: '),
                ('what\n', ':1:1: '), ('\n \n', None),
                ('startpos\n\nstartpos moves 2c2b 3a3b 2b2a+\n', ':3:1: expected an opening, ')):
            with open(openings, 'w') as file:
                file.write(text)
            result = match(*PAIR, '--openings', openings, '--games', '2')
            expect('status', result.returncode, BAD)
            told = result.stderr.decode()
            if not told.startswith(openings + words if words else 'shoogi match: expected a file with openings'):
                raise AssertionError(told)


# ---- Judging -------------------------------------------------------------------------------------

def ends_that_nobody_makes():
    with folder() as place:
        for options, end in (
                (['--plies-max', '3'], 'end moves-max draw'),
                (['--draw', '30000,2,4'], 'end draw draw'),
                (['--resign', '1,1'], 'end other')):
            path = os.path.join(place, options[0])
            pair = ['--engine', 'search nodes=100 name=a', '--engine', 'search nodes=200 name=b']
            match(*pair, *options, '--games', '2', '--save', path)
            for _, moves, _ in games(path).values():
                if end not in moves[-1]:
                    raise AssertionError(f'{options}: {moves[-1]}')


def our_own_search_declares():
    with folder() as place:
        variant, path = os.path.join(place, 'entered.variant'), os.path.join(place, 'games')
        with open(variant, 'w', encoding='utf-8') as file:
            file.write(ENTERED)
        match('--engine', 'search nodes=100', '--engine', 'chance', '--games', '2', '--random-plies', '0', '--save', path,
              variant=variant)
        expect('how it ends', games(path)[1][1], ['1 end declaration black declaration'])


def what_is_told_of_a_score():
    """Only counts before the first pair; no upper bound if one side has won all games."""
    pair = ['--engine', 'search name=a nodes=2000', '--engine', 'chance name=b', '--games', '4']
    for sitting, said in (('1', 'a against b: +1 =0 -0'), ('4', 'a against b: +4 =0 -0  100.0 %  Elo +inf [-290.5, +inf]')):
        expect('the score', match(*pair, '--sitting', sitting).stdout.decode().split('\n')[0], said)


def which_weights():
    """Learned ones are refused where nothing was learned, and broken ones always; others would be another match."""
    with folder() as place:
        there = {'SHOOGI_VARIANTS': place}
        own, path = os.path.join(place, 'entered.variant'), os.path.join(place, 'games')
        with open(own, 'w', encoding='utf-8') as file:
            file.write(ENTERED)

        def play(weights, *options, variant=own):
            return run(['match', '--variant', variant, '--engine', f'search nodes=10 weights={weights}', '--engine', 'chance',
                        '--random-plies', '0', *(options or ('--games', '2'))], environment=there)

        for weights in ('usual', 'guessed'):
            expect(weights, play(weights).returncode, GOOD)
        refused = play('learned')
        expect('nothing learned', (refused.returncode, refused.stdout), (BAD, b''))
        expect('by name', refused.stderr.decode().startswith('shoogi match: no learned weights for '), True)

        mini, weights = os.path.join(place, 'mini.variant'), os.path.join(place, 'mini.weights')
        shutil.copy(os.path.join(VARIANTS, 'mini', 'mini.variant'), mini)
        shutil.copy(os.path.join(VARIANTS, 'weights', 'mini.weights'), weights)
        saved = ['--plies-max', '4', '--save', path, '--games']
        for games_wanted in ('2', '4'):
            expect('goes on', play('learned', *saved, games_wanted, variant='mini').returncode, GOOD)
        expect('the same weights', play('usual', *saved, '4', variant='mini').returncode, GOOD)
        other = play('guessed', *saved, '6', variant='mini')
        expect_run(other, BAD, '', f'{path}: expected games of this match with these settings, found others\n')
        with open(weights, 'r+b') as file:
            file.truncate(1000)
        for word in ('usual', 'learned', weights):
            broken = play(word, *saved, '6', variant='mini')
            expect('broken', broken.returncode, BAD)
            expect('by its name', broken.stderr.decode().startswith('shoogi match: mini.weights: expected'), True)


def a_test_that_is_decided():
    """A player that moves at random loses nearly all games: the test ends long before the match would."""
    result = match(*PAIR, '--games', '1000', '--sprt', '0,200,0.05,0.05', '--plies-max', '200')
    lines = result.stdout.decode().split('\n')
    expect('status', result.returncode, GOOD)
    expect('verdict', lines[2], 'Elo 200 rather than 0')
    if int(re.search(r'\+(\d+)', lines[0]).group(1)) > 100:
        raise AssertionError(lines[0])
    result = match('--engine', 'chance', '--engine', 'search nodes=100', '--games', '1000', '--sprt', '0,200,0.05,0.05')
    expect('status', result.returncode, NO)
    expect('verdict', result.stdout.decode().split('\n')[2], 'Elo 0 rather than 200')


# ---- Going on ------------------------------------------------------------------------------------

def whole(place):
    """A match that nothing happens to."""
    path = os.path.join(place, 'whole')
    expect('status', match(*PAIR, '--games', '12', '--save', path).returncode, GOOD)
    found = games(path)
    expect('numbers', sorted(found), list(range(1, 13)))
    return path, found


def the_same_games_at_once():
    with folder() as place:
        _, wanted = whole(place)
        path = os.path.join(place, 'at-once')
        match(*PAIR, '--games', '12', '--at-once', '3', '--save', path)
        expect('games', games(path), wanted)
        with open(path, encoding='utf-8') as file:
            expect_run(run(['convert', '--to', 'shoogi', path]), GOOD, file.read(), '')


def a_file_that_is_cut_anywhere():
    """As a kill in the midst of writing would leave it, if a write were done by halves."""
    with folder() as place:
        path, wanted = whole(place)
        with open(path, 'rb') as file:
            text = file.read()
        begins = [at.start() for at in re.finditer(rb'shoogi record 1', text)] + [len(text)]
        last = begins[-2]
        cuts = sorted({last + (len(text) - last) * part // 12 for part in range(13)} | {begins[3] - 1, begins[5] + 3})
        for cut in cuts:
            with open(path, 'wb') as file:
                file.write(text[:cut])
            expect('status', match(*PAIR, '--games', '12', '--save', path).returncode, GOOD)
            expect(f'games of a file of {cut} bytes', games(path), wanted)


def the_first_game_is_cut_anywhere():
    """Once it says of which match it is; before that, nothing tells the file from one of somebody else."""
    with folder() as place:
        path, wanted = whole(place)
        with open(path, 'rb') as file:
            text = file.read()
        told = text.index(b'\n', text.index(b'\nmatch: ') + 1) + 1
        end = text.index(b'shoogi record 1', 1)
        for cut in (told, 200, (told + end) // 2, text.index(b' end ') + 7):
            with open(path, 'wb') as file:
                file.write(text[:cut])
            expect('status', match(*PAIR, '--games', '12', '--save', path).returncode, GOOD)
            expect(f'games of a file of {cut} bytes', games(path), wanted)
        for cut in (3, 16, told - 1):
            with open(path, 'wb') as file:
                file.write(text[:cut])
            expect('status', match(*PAIR, '--games', '12', '--save', path).returncode, BAD)
            with open(path, 'rb') as file:
                expect('as it was', file.read(), text[:cut])


def a_disk_that_is_full():
    """A game that does not fit the disk is truncated, so that no game follows an incomplete one."""
    def have_little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    with folder() as place:
        path, wanted = whole(place)
        with open(path, 'rb') as file:
            text = file.read()
        begins = [at.start() for at in re.finditer(rb'shoogi record 1', text)]
        room = (begins[4] + begins[5]) // 2
        os.remove(path)
        process = start_long(path, *PAIR, '--games', '12', preexec_fn=have_little_room)
        _, errors = process.communicate()
        expect('status', (process.returncode, errors), (BAD, b'shoogi match: File too large\n'))
        with open(path, 'rb') as file:
            kept = file.read()
        expect('ends with a game', b' end ' in kept.rstrip(b'\n').split(b'\n')[-1], True)
        expect('games', len(games(path)) in (3, 4, 5), True)
        expect('status', match(*PAIR, '--games', '12', '--save', path).returncode, GOOD)
        expect('all', games(path), wanted)


def more_games_are_added():
    with folder() as place:
        path, wanted = whole(place)
        match(*PAIR, '--games', '16', '--at-once', '2', '--save', path)
        found = games(path)
        expect('numbers', sorted(found), list(range(1, 17)))
        expect('the first', {number: found[number] for number in wanted}, wanted)
        # Fewer than there are: nothing is played.
        result = match(*PAIR, '--games', '2', '--save', path)
        expect('games counted', sum(map(int, re.findall(r'[+=-](\d+) ', result.stdout.decode().split('%')[0]))), 2)
        expect('the same', games(path), found)


def several_sittings():
    with folder() as place:
        _, wanted = whole(place)
        path = os.path.join(place, 'sittings')
        for games_now, played in ((0, 0), (5, 5), (1, 6), (0, 6), (100, 12)):
            result = match(*PAIR, '--games', '12', '--sitting', str(games_now), '--save', path)
            expect('status', result.returncode, GOOD)
            expect('games', len(games(path)), played)
        expect('all', games(path), wanted)


def another_match_is_refused():
    with folder() as place:
        path, wanted = whole(place)
        other = os.path.join(place, 'other')
        told = 'expected games of this match with these settings, found others'
        for options in (['--seed', '2'], ['--random-plies', '5'], ['--even', '2'], ['--plies-max', '99'], ['--royal-in-reach']):
            result = match(*PAIR, *options, '--games', '12', '--save', path)
            expect_run(result, BAD, '', f'{path}: {told}\n')
        for pair in (['--engine', 'search nodes=101', '--engine', 'chance'], PAIR[2:] + PAIR[:2]):
            expect_run(match(*pair, '--games', '12', '--save', path), BAD, '', f'{path}: {told}\n')
        expect('games', games(path), wanted)
        with open(path, 'rb') as file:
            begun = file.read()
        for text in (b'no games\n', b'hello', b'\n', b'hello\nhello', b'shoogi record 1\n\n1 2c2b\n', begun + b'hello',
                     begun + b'\nhello\n', begun + b'\nshoogi record 1\nmatch: 0123456789abcdef\n'):
            with open(other, 'wb') as file:
                file.write(text)
            expect_run(match(*PAIR, '--games', '12', '--sitting', '0', '--save', other), BAD, '', f'{other}: {told}\n')
            with open(other, 'rb') as file:
                expect('a file of others', file.read(), text)


def start_long(path, *options, preexec_fn=None):
    arguments = [PROGRAM, 'match', '--variant', 'dobutsu', '--save', path] + list(options)
    return subprocess.Popen(arguments, env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS), stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, preexec_fn=preexec_fn)


def wait_until(what, happens):
    for _ in range(500):
        if happens():
            return
        time.sleep(0.02)
    raise AssertionError(f'{what}: not within ten seconds')


def killed_and_gone_on_with():
    pair = ['--engine', 'search nodes=2000', '--engine', 'chance']
    with folder() as place:
        path, wanted = os.path.join(place, 'killed'), os.path.join(place, 'whole')
        match(*pair, '--games', '60', '--save', wanted)
        for kill in range(1, 4):
            process = start_long(path, *pair, '--games', '60', '--at-once', '2')
            wait_until('some games', lambda: os.path.exists(path) and open(path).read().count(' end ') >= 6 * kill)
            process.kill()
            process.communicate()
        before = len(games(path))
        result = match(*pair, '--games', '60', '--save', path)
        expect('status', result.returncode, GOOD)
        if before >= 60:
            raise AssertionError('all games had been played before the last kill')
        expect('games', games(path), games(wanted))


def one_program_at_a_time():
    with folder() as place:
        path, pid = os.path.join(place, 'games'), os.path.join(place, 'pid')
        engine = f'nodes=1 name=fake cmd={FAKE} hangs {pid}'
        process = start_long(path, '--engine', engine, '--engine', 'chance', '--games', '2')
        wait_until('the engine', lambda: os.path.exists(pid) and open(pid).read())
        result = match('--engine', engine, '--engine', 'chance', '--games', '2', '--save', path)
        expect_run(result, BAD, '', f'shoogi match: {path}: another process is playing this match\n')
        # A killed match takes its engines with it, even those that hang.
        child = int(open(pid).read())
        process.kill()
        process.communicate()

        def is_gone():
            try:
                with open(f'/proc/{child}/stat') as file:
                    return file.read().split(')')[1].split()[0] == 'Z'
            except FileNotFoundError:
                return True
        wait_until('the end of the engine', is_gone)


def main():
    cases = [(f'one who {row[0]} loses', wrong, row + (protocol,))
             for rows, protocol in ((WRONG, 'usi'), (WRONG_XBOARD, 'xboard')) for row in rows]
    cases += [(function.__name__.replace('_', ' '), function, ()) for function in (
        clocks_are_told, an_engine_that_cannot_begin, our_own_engine_in_every_protocol, our_own_engine_without_ping,
        bad_words, openings_from_a_file, even_openings, bad_openings, ends_that_nobody_makes, our_own_search_declares,
        which_weights, what_is_told_of_a_score, a_test_that_is_decided, the_same_games_at_once, a_file_that_is_cut_anywhere,
        the_first_game_is_cut_anywhere, a_disk_that_is_full, more_games_are_added, several_sittings,
        another_match_is_refused, killed_and_gone_on_with, one_program_at_a_time)]
    return tap(cases)


if __name__ == '__main__':
    sys.exit(main())
