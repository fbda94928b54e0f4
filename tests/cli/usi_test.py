"""shoogi usi: dialogues in USI, UCI and UCCI, and lines that are none; with --sample, games of tests/sample.txt instead,
with --shipped, of all that is shipped.  Prints TAP."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cli_test import PROGRAM, ROOT, VARIANTS, definitions, expect, tap
from engine_peer import PATIENCE, Engine

NO_MOVES = '4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1'  # mated
ENTERING = '+R+R+B+B5/+P+P+P+P5/+P+P7/4K4/9/9/9/6ppp/7gk b GSNLP 1'  # a step before it
ENTERED = '4K4/GGGGRRBBS/SSPPPPPPP/9/9/9/9/9/4k4 b 5P2N 1'
LARGE = 'files={}\nranks={}\nsymmetry=rotate\nroyal=2\nqueen:Q:Q:q:a1\nking:K:K:k:b1\n'


def best_of(heard):
    expect('one answer', sum(line.startswith('bestmove') for line in heard), 1)
    return heard[-1].split()[1]


def best(engine, *lines):
    return best_of(engine.ask(*lines, until='bestmove'))


def quiet(engine):
    """The output that no test has waited for."""
    return engine.ask('isready', until='readyok')[:-1]


def next_time(engine):
    """The milliseconds that the next line about the search tells."""
    return int(re.search(r' time (\d+) ', engine.hear_until('info depth')[-1])[1])


def without_time(lines):
    """The lines of a search without times and speeds, and without those on the current move, which come after a second."""
    return [re.sub(r'(nps|time) \d+', '', line) for line in lines if ' currmove ' not in line]


def complaint(engine, line):
    return engine.ask(line, until='info string')[-1]


# ---- greetings ----

def usi_greets():
    with Engine('usi') as engine:
        heard = engine.ask('usi', until='usiok')
        expect('its name', heard[0].startswith('id name shoogi '), True)
        for option in ('USI_Hash type spin default 64 min 1 ', 'Threads type spin default 1 min 1 ',
                       'USI_Ponder type check default false', 'USI_MultiPV type spin default 1 min 1 max 64',
                       'USI_LimitStrength type check default true', 'USI_Strength type spin default 10 min 1 max 10',
                       'NetworkDelay type spin', 'NetworkDelay2 type spin default 0 ',
                       'USI_ShowCurrLine type check default false', 'USI_ShowRefutations type check default false',
                       'Stochastic_Ponder type check default false',
                       'DrawValueBlack type spin default 0 min -30000 max 30000', 'DrawValueWhite type spin default 0 ',
                       'EvalDir type string default <empty>', 'MinimumThinkingTime type spin default 0 ',
                       'SlowMover type spin default 100 ', 'ResignValue type spin', 'MaxMovesToDraw type spin',
                       'EnteringKingRule type combo default OfTheGame var OfTheGame var NoEnteringKing'):
            expect(option, any(line.startswith('option name ' + option) for line in heard), True)
        variants = [line for line in heard if line.startswith('option name USI_Variant ')]
        words = variants[0].split(' var ')
        expect('the usual one', words[0], 'option name USI_Variant type combo default shogi')
        names = list(definitions.paths(VARIANTS))
        expect('the names first', words[1:len(names) + 1], names)
        for alias in ('minishogi', 'chushogi', 'どうぶつしょうぎ'):
            expect(alias, alias in words[len(names) + 1:], True)
        expect('and only that', quiet(engine), [])


def uci_greets():
    with Engine('usi') as engine:
        heard = engine.ask('uci', until='uciok')
        for name in ('Hash', 'Threads', 'Ponder', 'MultiPV', 'UCI_LimitStrength', 'Skill Level', 'UCI_Variant'):
            expect(name, any(line.startswith(f'option name {name} type ') for line in heard), True)
        for name in ('ResignValue', 'EnteringKingRule'):
            expect(f'no {name}', any(f' {name} ' in line for line in heard), False)


def ucci_greets():
    with Engine('usi') as engine:
        heard = engine.ask('ucci', until='ucciok')
        for option in ('hashsize type spin default 64 min 1 ', 'usehash type check default true',
                       'Skill_Level type spin default 10 min 1 max 10', 'Threads type spin ', 'MultiPV type spin ',
                       'usemillisec type check default true', 'newgame type button', 'UCI_Variant type combo default shogi var '):
            expect(option, any(line.startswith('option ' + option) for line in heard), True)
        names = [line.split(' type ')[0] for line in heard if line.startswith('option ')]
        expect('no blank in a name', [name for name in names if name.count(' ') > 1], [])
        engine.say('setoption Skill_Level 5', 'setoption hashsize 2', 'setoption usehash false', 'setoption newgame',
                   'setoption UCI_LimitStrength false', 'setoption Hash 3', 'setoption name Skill Level value 6')
        expect('without a word', quiet(engine), [])
        refused = complaint(engine, 'setoption Skill_Level high')
        expect('by its name there', refused, 'info string 10:23: expected a number for Skill_Level, found "high"')
        expect('a variant', complaint(engine, 'setoption UCI_Variant mini').startswith('info string variant mini '), True)
        expect('without the prefix', complaint(engine, 'setoption variant sho').startswith('info string variant sho '),
               True)


def nothing_is_remembered_without_a_table():
    """The same search twice, the second as if it were the first."""
    with Engine('usi') as engine:
        engine.ask('ucci', until='ucciok')
        engine.say('setoption usehash false', 'position startpos')
        first, second = (without_time(engine.ask('go nodes 3000', until='bestmove')) for _ in range(2))
        expect('the second', second, first)


# ---- options ----

def a_variant_is_set_by_any_of_its_names():
    with Engine('usi', 'mini') as engine:
        expect('of the command line', 'default mini' in ' '.join(engine.ask('usi', until='usiok')), True)
        for name, board in (('minishogi', '5 ranks 5 pocket 5'), ('chushogi', '12 ranks 12 pocket 0'),
                            ('shogi', '9 ranks 9 pocket 7'), ('SHO', '9 ranks 9 pocket 0')):
            heard = complaint(engine, f'setoption name USI_Variant value {name}')
            expect(name, heard.startswith(f'info string variant {name} files {board} template fairy startpos '), True)
        expect('as it was set', ' default SHO var ' in ' '.join(engine.ask('usi', until='usiok')), True)
        refused = complaint(engine, 'setoption name USI_Variant value nix')
        expect('none', re.sub(r'\(.*\)', '()', refused),
               'info string 7:34: expected the name of a variant (), found "nix"')
        expect('the one before stays', ' default SHO var ' in ' '.join(engine.ask('usi', until='usiok')), True)


def a_game_from_a_file_has_a_name():
    with tempfile.TemporaryDirectory() as folder:
        for file, name in (('My game.variant', 'my-game'), ('shogi.variant', 'shogi'), ('(5五) 将棋.txt', '5五-将棋'),
                           ('..variant', 'game'), ('Kyoto_' * 8 + 'x.variant', 'kyoto-' * 6 + 'kyot')):
            path = os.path.join(folder, file)
            with open(path, 'w', encoding='utf-8') as out:
                out.write('base=mini\n')
            with Engine('usi', path) as engine:
                words = next(line for line in engine.ask('usi', until='usiok') if ' USI_Variant ' in line).split(' var ')
                expect('its default', words[0], f'option name USI_Variant type combo default {name}')
                expect('one of them', words.count(name), 1)
                for other, files in (('chu', 12), (name, 5), (name.upper() if name.isascii() else name, 5)):
                    heard = complaint(engine, f'setoption name USI_Variant value {other}')
                    expect(other, heard.startswith(f'info string variant {other} files {files} '), True)


def options_are_set_and_refused():
    with Engine('usi') as engine:
        engine.say('setoption name usi_hash value 2', 'setoption name USI_MultiPV value 3',
                   'setoption name MultiPV value 2', 'setoption name Skill Level value 10', 'setoption Threads 2',
                   'setoption name Ponder value true', 'setoption name EnteringKingRule value noenteringking')
        expect('without a word', quiet(engine), [])
        for line, wanted in (
                ('setoption', 'info string 9:10: expected the name of an option, found end of text'),
                ('setoption name', 'info string 10:15: expected the name of an option, found end of text'),
                ('setoption name Foo value 1', 'info string 11:16: expected an option of this engine, found "Foo"'),
                ('setoption name Threads value many',
                 'info string 12:30: expected a number for Threads, found "many"'),
                ('setoption name USI_Ponder value 2',
                 'info string 13:33: expected true or false for USI_Ponder, found "2"'),
                ('setoption name EnteringKingRule value TryRule',
                 'info string 14:39: expected OfTheGame, NoEnteringKing, CSARule24, CSARule24H, CSARule27 or CSARule27H '
                 'for EnteringKingRule, found "TryRule"'),
                ('setoption name USI_Hash value <empty>',
                 'info string 15:38: expected a number for USI_Hash, found end of text'),
                ('setoption name USI_MultiPV value 99',
                 'info string 16:34: expected a number from 1 to 64 for USI_MultiPV (it is 64 now), found "99"'),
                ('setoption name Skill Level value -3',
                 'info string 17:34: expected a number from 1 to 10 for USI_Strength (it is 1 now), found "-3"')):
            expect(line, complaint(engine, line), wanted)


def options_without_effect_are_no_fault():
    with open(os.path.join(ROOT, 'docs', 'usi.md'), encoding='utf-8') as file:
        rows = file.read().split('| option | why it has no effect |')[1].split('\n\n')[0].splitlines()
    names = [name for row in rows[2:] for name in re.findall('`([^`]+)`', row.split('|')[1])]
    expect('some of them', {'USI_OwnBook', 'BookFile', 'UCI_Elo', 'FV_SCALE'} <= set(names), True)
    with Engine('usi') as engine:
        for name in names:
            engine.say(f'setoption name {name} value 1')
        expect('without a word', quiet(engine), [])


def weights_come_from_a_folder():
    def worth(*lines):
        return re.search(r' score cp (\S+)', engine.ask(*lines, 'go depth 1', until='bestmove')[-2])[1]

    with tempfile.TemporaryDirectory() as folder, Engine('usi', 'shogi') as engine:
        position = 'position startpos moves 7g7f 8c8d 2g2f 8d8e 2f2e'
        learned = worth(position)
        with open(os.path.join(folder, 'shogi.weights'), 'w', encoding='utf-8') as file:
            file.write('none\n')
        heard = engine.ask(f'setoption name EvalDir value {folder}', 'isready', until='readyok')
        expect('those are looked at', heard[0].startswith('info string shogi.weights: expected '), True)
        guessed = worth(position)
        expect('what is there is no use', guessed != learned, True)
        shutil.copy(os.path.join(VARIANTS, 'weights', 'shogi.weights'), folder)
        expect('now it is', worth(f'setoption name EvalDir value {folder}', position), learned)
        os.remove(os.path.join(folder, 'shogi.weights'))
        expect('nothing there', worth(f'setoption name EvalDir value {folder}', position), learned)
        expect('the usual ones', worth('setoption name EvalDir value <empty>', position), learned)


def several_lines_of_play():
    with Engine('usi') as engine:
        heard = engine.ask('setoption name MultiPV value 3', 'position startpos', 'go depth 3', until='bestmove')
        last = {}
        for line in heard[:-1]:
            match = re.fullmatch(r'info depth (\d+) seldepth \d+ multipv (\d+) score cp -?\d+(?: (?:lower|upper)bound)?'
                                 r' nodes \d+ nps \d+ hashfull \d+ time \d+ pv (\S+)(?: \S+)*', line)
            expect('an info line', bool(match), True)
            last[match[2]] = match[3]
        expect('three, each of its own', len(set(last.values())), 3)
        expect('the best of them', best_of(heard), last['1'])


# ---- searching ----

def the_same_search_is_the_same():
    heard = []
    for _ in range(2):
        with Engine('usi') as engine:
            lines = engine.ask('position startpos moves 7g7f 3c3d', 'go nodes 4000', until='bestmove')
            heard.append(without_time(lines))
    expect('the second', heard[1], heard[0])


def ten_times_go():
    with Engine('usi') as engine:
        engine.say(*['position startpos'] + ['go infinite'] * 10)
        engine.say('stop', 'isready')
        heard = engine.hear_until('readyok')
        expect('answers', sum(line.startswith('bestmove') for line in heard), 10)
        for line in heard:
            if line.startswith('bestmove'):
                expect('a move', bool(re.match(r'bestmove \d[a-i]\d[a-i]', line)), True)


def nothing_is_said_out_of_turn():
    with Engine('usi') as engine:
        engine.say('stop', 'ponderhit', 'gameover win', '', ' \t ', 'debug on', 'register later', 'stop\r',
                   'usinewgame', 'ucinewgame')
        expect('to what needs no answer', quiet(engine), [])
        best(engine, 'go depth 1')
        engine.say('stop', 'stop', 'gameover lose')
        expect('after an answer', quiet(engine), [])


def infinite_waits_for_stop():
    with Engine('usi', 'dobutsu') as engine:
        for go in ('go infinite', 'go', 'go infinite depth 1', 'go infinite nodes 1 movetime 1'):
            engine.say(go)
            heard = quiet(engine)
            expect(f'no answer to {go}', [line for line in heard if 'bestmove' in line], [])
            best(engine, 'stop')


def pondering_waits_for_the_move():
    with Engine('usi') as engine:
        for hit in ('ponderhit', 'ponderhit btime 1000 wtime 1000 byoyomi 100', 'stop'):
            engine.say('position startpos moves 7g7f 3c3d', 'go ponder btime 1000 wtime 1000 byoyomi 100 depth 2')
            expect('no answer yet', [line for line in quiet(engine) if 'bestmove' in line], [])
            best(engine, hit)
        engine.say('go ponder')
        quiet(engine)
        best(engine, 'ponderhit btime 0 wtime 0 byoyomi 50')


def whatever_is_played_has_been_pondered_over():
    with Engine('usi') as engine:
        engine.say('setoption name Stochastic_Ponder value true')
        for hit in ('ponderhit', 'ponderhit btime 1000 wtime 1000 byoyomi 100', 'stop', 'go depth 1'):
            engine.say('position startpos moves 7g7f 3c3d', 'go ponder btime 1000 wtime 1000 byoyomi 100')
            heard = quiet(engine)
            expect('no answer yet', [line for line in heard if 'bestmove' in line], [])
            lines = [line.split(' pv ')[1] for line in heard if ' pv ' in line]
            expect('what White may do', bool(lines) and all(re.match(r'\d[a-d]\d[b-f]|8b', line) for line in lines), True)
            expect('what Black does', bool(re.match(r'\d[g-i]\d[c-i]|8h|2h', best(engine, hit))), True)
            quiet(engine)
        engine.say('position startpos', 'go ponder btime 1000 wtime 1000')
        quiet(engine)
        expect('nothing was before', bool(re.match(r'\d[g-i]\d[f-i]', best(engine, 'ponderhit'))), True)


def where_it_is_is_told():
    with Engine('usi') as engine:
        heard = engine.ask('go movetime 2500', until='bestmove')
        moves = [match.groups() for line in heard if (match := re.fullmatch(
            r'info depth \d+ seldepth \d+ nodes \d+ nps \d+ hashfull \d+ time \d+ currmove (\S+) currmovenumber (\d+)', line))]
        expect('once a second', 1 <= len(moves) <= 2, True)
        expect('numbers', all(1 <= int(number) <= 30 for _, number in moves), True)
        expect('not asked for', [line for line in heard if 'currline' in line or 'refutation' in line], [])
        engine.say('setoption name USI_ShowCurrLine value true', 'position startpos moves 7g7f')
        heard = engine.ask('go movetime 2500', until='bestmove')
        lines = [line.split()[2:] for line in heard if line.startswith('info currline ')]
        firsts = [line.split(' currmove ')[1].split()[0] for line in heard if ' currmove ' in line]
        expect('lines', bool(lines) and [line[0] for line in lines] == firsts, True)
        for line in lines:  # of legal moves, each of them
            engine.say('position startpos moves 7g7f ' + ' '.join(line))
        expect('no complaint', quiet(engine), [])


def what_refutes_a_move_is_told():
    with Engine('usi') as engine:
        engine.say('setoption name USI_ShowRefutations value true', 'position startpos moves 7g7f 3c3d')
        heard = engine.ask('go depth 3', until='bestmove')
        told = [line.split()[2:] for line in heard if line.startswith('info refutation ')]
        expect('many', len(told) >= 30, True)
        expect('with answers', len([line for line in told if len(line) == 2]) >= 20, True)
        for line in told:
            engine.say('position startpos moves 7g7f 3c3d ' + ' '.join(line))
        expect('no complaint', quiet(engine), [])
        expect('the best is none of the last', heard[-1].split()[1] in [line[0] for line in told[-25:]], False)


def the_clock_begins_once():
    """A hit where nothing is pondered over, or once more, does not give the time again."""
    with Engine('usi') as engine:
        for go, hits in (('go infinite', []), ('go ponder', []), ('go ponder', ['ponderhit'])):
            engine.say('position startpos', go, *hits)
            while (began := next_time(engine)) < 200:
                pass
            engine.say('ponderhit')
            expect('no time goes back', next_time(engine) >= began, True)
            best(engine, 'stop')


def a_bound_of_nothing_is_a_bound():
    with Engine('usi') as engine:
        for go in ('go depth 0', 'go nodes 0', 'go btime 600000 wtime 600000 depth 0'):
            expect(go, best(engine, 'position startpos', go) != 'resign', True)
        expect('a mate', engine.ask('go mate 0', until='checkmate')[-1].split()[0], 'checkmate')
        engine.ask('uci', until='uciok')
        best(engine, 'go mate 0')


def nothing_to_search_is_answered_when_it_is_asked_for():
    with Engine('usi') as engine:
        for go, end in (('go infinite searchmoves 7g7f', 'stop'), ('go ponder searchmoves 7g7f byoyomi 50', 'ponderhit'),
                        ('go ponder searchmoves 7g7f', 'stop')):
            engine.say('position startpos', 'banmoves 7g7f', go)
            expect('no answer yet', quiet(engine), [])
            expect(go, engine.ask(end, until='bestmove'), ['bestmove resign'])
            expect('it goes on', best(engine, 'go depth 1') != 'resign', True)
        engine.say('position startpos', 'banmoves 7g7f', 'go infinite searchmoves 7g7f', 'position startpos')
        expect('one answer', engine.hear(), 'bestmove resign')
        expect('and no more', quiet(engine), [])


def process_stat(engine):
    """The fields of proc(5) from the third, which is the state."""
    with open(f'/proc/{engine.process.pid}/stat', encoding='ascii') as file:
        return file.read().rpartition(')')[2].split()


def cpu_s(engine):
    return sum(map(int, process_stat(engine)[11:13])) / os.sysconf('SC_CLK_TCK')


def mapped_bytes(engine):
    with open(f'/proc/{engine.process.pid}/status', encoding='ascii') as file:
        return 1024 * int(re.search(r'VmSize:\s*(\d+) kB', file.read())[1])


def without_memory_there_is_a_move():
    with Engine('usi') as engine:
        engine.ask('d', until='sfen ')
        room = mapped_bytes(engine) + (1 << 20)
        resource.prlimit(engine.process.pid, resource.RLIMIT_AS, (room, room))
        heard = engine.ask('isready', until='readyok')
        expect('it is told', heard, ['info string out of memory', 'readyok'])
        engine.say('position startpos moves 7g7f', 'banmoves 3c3d')
        move = best(engine, 'go btime 1000 wtime 1000')
        expect('a legal one', bool(re.fullmatch(r'\d[a-c]\d[b-i]\+?', move)) and move != '3c3d', True)
        expect('in XBoard, too', engine.ask('xboard', 'go', until='move ')[-1].startswith('move '), True)


def with_too_little_memory_there_is_a_smaller_table():
    with Engine('usi') as engine:
        quiet(engine)
        room = mapped_bytes(engine) + (1 << 28)
        resource.prlimit(engine.process.pid, resource.RLIMIT_AS, (room, room))
        heard = engine.ask('setoption name USI_Hash value 4096', 'isready', until='readyok')
        expect('it is told', bool(re.fullmatch(r'info string out of memory for a hash table of 4096 MiB: using \d+ MiB',
                                               heard[0])), True)
        expect('once', len(heard), 2)
        heard = engine.ask('position startpos', 'go nodes 100', until='bestmove')
        expect('it thinks', any(' nodes ' in line for line in heard), True)
        heard = engine.ask('position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1', 'go mate 60000', until='checkmate')
        expect('a mate is found', heard[-1], 'checkmate G*5b')


def what_was_pondered_counts():
    """An engine that has thought for longer than the move may take answers a hit at once: with a small part of the
    computing that the move would take.  It stands still while the hit is written, so that nothing else is counted."""
    with Engine('usi') as engine:
        engine.say('position startpos moves 7g7f 3c3d', 'go ponder btime 0 wtime 0 byoyomi 2000')
        while next_time(engine) < 2500:
            pass
        engine.process.send_signal(signal.SIGSTOP)
        while process_stat(engine)[0] != 'T':
            time.sleep(0.01)
        before = cpu_s(engine)
        engine.say('ponderhit')
        engine.process.send_signal(signal.SIGCONT)
        best_of(engine.hear_until('bestmove'))
        expect('at once', cpu_s(engine) - before < 0.5, True)


def clocks_of_any_shape():
    with Engine('usi') as engine:
        for go in ('btime 0 wtime 0 byoyomi 0', 'btime 1 wtime 1', 'byoyomi 20', 'wtime 100 btime 100 winc 5 binc 5',
                   'movetime 30', 'rtime 20', 'movestogo 1 btime 60 wtime 60', 'btime -5 wtime -5', 'movetime 0',
                   'depth 2 btime 99999999999999999999', 'nodes 100', 'nodes 0 depth 1'):
            best(engine, 'go ' + go)
        # Of the two clocks it is Black's that counts for Black.
        best(engine, 'position startpos', 'go btime 100 wtime 100000000')
        best(engine, 'position startpos moves 7g7f', 'go btime 100000000 wtime 100')
        # Of an empty clock the increment is there to be thought for.
        heard = engine.ask('go btime 0 wtime 0 binc 2000 winc 2000', until='bestmove')
        nodes = [int(match.group(1)) for line in heard if (match := re.search(r' nodes (\d+) ', line))]
        expect('it thinks', max(nodes) > 2500, True)
        engine.ask('uci', until='uciok')
        best(engine, 'position startpos', 'go wtime 100 btime 100000000')
        engine.ask('ucci', until='ucciok')
        best(engine, 'position startpos', 'go time 100 opptime 100000000')


def ucci_has_two_units_of_time():
    """In seconds more is seen than in as many milliseconds."""
    with Engine('usi') as engine:
        engine.ask('ucci', until='ucciok')
        engine.say('setoption NetworkDelay 0', 'position startpos')

        def nodes(go):
            heard = engine.ask('setoption newgame', go, until='bestmove')
            return max(int(match.group(1)) for line in heard if (match := re.search(r' nodes (\d+) ', line)))

        for go in ('go movetime 1', 'go time 100 opptime 100'):
            engine.say('setoption usemillisec true')
            few = nodes(go)
            engine.say('setoption usemillisec false')
            expect(go, nodes(go) > few, True)
        best(engine, 'go time 99999999999999 opptime 0 depth 1')


def only_some_moves():
    with Engine('usi') as engine:
        expect('one', best(engine, 'position startpos', 'go depth 3 searchmoves 1g1f'), '1g1f')
        heard = engine.ask('go depth 2 searchmoves 1g1e 9g9f', until='bestmove')
        expect('a bad one is told', heard[0].startswith('info string 3:24: '), True)
        expect('and left out', best_of(heard), '9g9f')
        heard = engine.ask('go searchmoves 1g1f 9g9f depth 2 nodes 5000', until='bestmove')
        expect('words of go behind moves', [line for line in heard if line.startswith('info string')], [])
        engine.ask('uci', until='uciok')
        engine.say('banmoves a3a4 b3b4')
        heard = engine.ask('go depth 2 searchmoves a3a4 b3b4 c3c4', until='bestmove')
        expect('what is left', best_of(heard), 'c3c4')
        engine.say('banmoves a3a4')
        expect('nothing is left', best(engine, 'go depth 2 searchmoves a3a4'), '(none)')
        expect('banned for one position', best(engine, 'position startpos', 'go depth 1 searchmoves a3a4'), 'a3a4')


def a_win_is_counted_in_plies_or_moves():
    with Engine('usi') as engine:
        heard = engine.ask('position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1', 'go depth 3', until='bestmove')
        expect('plies', any(' score mate 1 ' in line for line in heard), True)
        engine.ask('uci', until='uciok')
        heard = engine.ask('go mate 1', until='bestmove')
        expect('moves', any(' score mate 1 ' in line for line in heard), True)


def mates_are_found():
    with Engine('usi') as engine:
        for sfen, wanted in (('4k4/9/4G4/9/9/9/9/9/4K4 b G 1', 'checkmate G*5b'),
                             ('4k4/9/9/9/9/9/9/9/4K4 b - 1', 'checkmate nomate'),
                             ('9/9/9/9/9/9/9/9/4K4 b G 1', 'checkmate nomate')):
            heard = engine.ask(f'position sfen {sfen}', 'go mate 60000', until='checkmate')
            expect(sfen, heard, [wanted])
            expect('and no more', quiet(engine), [])
        problem = 'position sfen 4k4/9/4P4/9/9/9/9/9/9 b RS 1'
        line = engine.ask(problem, 'go mate', until='checkmate')[-1].split()[1:]
        expect('three plies', len(line), 3)
        expect('and then it is mate', best(engine, ' '.join([problem, 'moves'] + line), 'go depth 1'), 'resign')
        engine.say('position startpos', 'go mate infinite', 'stop')
        expect('one that is stopped', engine.hear() in ('checkmate timeout', 'checkmate nomate'), True)
        engine.say('go mate infinite', 'ponderhit', 'go mate infinite', 'ponderhit btime 1', 'go depth 1')
        heard = engine.hear_until('bestmove')
        expect('one answer each', sum(line.startswith('checkmate') for line in heard), 2)
    with Engine('usi', 'taikyoku') as engine:
        engine.ask('isready', until='readyok')
        expect('on the greatest board', engine.ask('go mate 500', until='checkmate')[-1], 'checkmate timeout')
        expect('ready meanwhile', engine.ask('go mate infinite', 'isready', until='readyok'), ['readyok'])
        expect('and then stopped', engine.ask('stop', until='checkmate')[-1], 'checkmate timeout')


def mates_have_the_memory_of_the_search():
    """Only one of them has it at a time."""
    with Engine('usi') as engine:
        engine.say('setoption name USI_Hash value 256', 'position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1')
        quiet(engine)
        most = mapped_bytes(engine) + (200 << 20)
        for _ in range(2):
            expect('a mate', engine.ask('go mate 60000', until='checkmate'), ['checkmate G*5b'])
            expect('in the same memory', mapped_bytes(engine) < most, True)
            expect('a move', best(engine, 'go depth 3'), 'G*5b')
            expect('in the same memory again', mapped_bytes(engine) < most, True)


def leaves_are_counted():
    with Engine('usi') as engine:
        heard = engine.ask('position startpos', 'go perft 3', until='Nodes searched')
        expect('all', heard[-1], 'Nodes searched: 25470')
        expect('of each move', sum(int(line.split(': ')[1]) for line in heard if re.match(r'\d\w\d\w: ', line)), 25470)
        expect('none', engine.ask('go perft 0', until='Nodes searched')[-1], 'Nodes searched: 1')


def counting_can_be_stopped():
    with Engine('usi') as engine:
        expect('stop', engine.ask('go perft 100', 'stop', until='info')[-1],
               'info string stopped before all leaves were counted')
        expect('it goes on', engine.ask('go perft 1', until='Nodes searched')[-1], 'Nodes searched: 30')
        # Lines before it are obeyed behind it, each in its place.
        engine.say('go perft 100', 'position startpos moves 7g7f', 'd', 'isready', 'stopped', ' stop\t!\r', 'isready')
        heard = engine.hear_until('info string stopped')
        expect('no other answer', [line for line in heard if line.startswith(('sfen', 'readyok'))], [])
        heard = [line for line in engine.hear_until('info string') if line.startswith(('sfen', 'readyok', 'info'))]
        expect('in order', heard, ['sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2', 'readyok',
                                   'info string 8:1: expected a command, found "stopped"'])
        expect('and then no more', (quiet(engine), engine.hear()), ([], 'readyok'))
        # A stop of what comes later ends what is counted, too.
        engine.say('go perft 100', 'go perft 100', 'go infinite', 'stop')
        engine.hear_until('info string stopped')
        engine.hear_until('info string stopped')
        engine.hear_until('bestmove')
    # Lines out of a file come at once; only stop and quit are not waited with.
    for line in ('position startpos moves 7g7f', 'go perft 0', 'setoption name Threads value 1', 'usinewgame', ''):
        with Engine('usi') as engine:
            engine.say('go perft 3', line)
            expect(line or 'the end of the input', 'Nodes searched: 25470' in engine.end()[0], True)


# ---- the ends of games ----

def resigning():
    with Engine('usi') as engine:
        expect('without a move', best(engine, f'position sfen {NO_MOVES}', 'go depth 3'), 'resign')
        lost = '4k4/9/9/9/9/9/rr7/9/4K4 b - 1'
        expect('not by itself', best(engine, f'position sfen {lost}', 'go depth 1') != 'resign', True)
        engine.say('setoption name ResignValue value 300')
        expect('when all is lost', best(engine, 'go depth 1'), 'resign')
        engine.say('go infinite')
        quiet(engine)
        expect('not in an analysis', best(engine, 'stop') != 'resign', True)
        engine.ask('uci', until='uciok')
        expect('never in UCI', best(engine, f'position sfen {NO_MOVES}', 'go depth 3'), '(none)')


def declaring():
    with Engine('usi', 'shogi-club') as engine:
        expect('no such rule', best(engine, f'position sfen {ENTERED}', 'go depth 1') != 'win', True)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'declared.variant'), 'w', encoding='utf-8') as file:
            file.write('base=shogi\nimpasseClaim=declare:28:27\n')
        with Engine('usi', os.path.join(folder, 'declared.variant')) as engine:
            expect('a win', best(engine, f'position sfen {ENTERED}', 'go btime 600000 wtime 600000'), 'win')
            expect('not too early', best(engine, 'position startpos', 'go depth 1') != 'win', True)
            engine.say('setoption name EnteringKingRule value NoEnteringKing')
            expect('not if it may not', best(engine, f'position sfen {ENTERED}', 'go depth 1') != 'win', True)
        # Nor is it counted on by who may not, or has no words for it.
        for greeting, value, wins in (('usi', 'OfTheGame', True), ('usi', 'NoEnteringKing', False),
                                      ('uci', 'OfTheGame', False), ('ucci', 'OfTheGame', False)):
            with Engine('usi', os.path.join(folder, 'declared.variant')) as engine:
                engine.ask(greeting, until=f'{greeting}ok')
                engine.say(f'setoption name EnteringKingRule value {value}')
                heard = engine.ask(f'position sfen {ENTERING}', 'go depth 6', until='bestmove')
                expect(f'{greeting}, {value}', ' score mate ' in heard[-2], wins)


def the_declaration_of_a_server():
    # 31, 28, 27 and 26 points in the camp and the hand of the side to move; for White the board is turned.
    black, white = 'LNSGKGSN1/PPPPPPPPP/1R5B1/9/9/9/9/9/8k b', '8K/9/9/9/9/9/1b5r1/ppppppppp/1nsgkgsnl w'
    hands = {31: 'R', 28: '2P', 27: 'P', 26: '-'}
    won = {'OfTheGame': ((), ()), 'NoEnteringKing': ((), ()), 'CSARule27': ((31, 28), (31, 28, 27)),
           'CSARule27H': ((31, 28), (31, 28, 27)), 'CSARule24': ((31,), (31,)), 'csarule24h': ((31,), (31,))}
    with Engine('usi', 'shogi') as engine:
        for value, (blacks, whites) in won.items():
            engine.say(f'setoption name EnteringKingRule value {value}')
            for points, hand in hands.items():
                for board, wins, own in ((black, blacks, hand), (white, whites, hand.lower())):
                    move = best(engine, f'position sfen {board} {own} 1', 'go depth 1')
                    expect(f'{value}, {points} points, {board[-1]}', move == 'win', points in wins)
        # A game that counts otherwise keeps its rule.
        engine.say('setoption name EnteringKingRule value CSARule27', 'setoption name USI_Variant value mini')
        expect('another game', best(engine, 'position sfen KGSBR/P4/5/5/4k b RBGSP 1', 'go depth 1') != 'win', True)
        heard = engine.ask('setoption name EnteringKingRule value TryRule', 'isready', until='readyok')
        expect('a rule of the game', heard[0].partition(': ')[2],
               'expected OfTheGame, NoEnteringKing, CSARule24, CSARule24H, CSARule27 or CSARule27H for EnteringKingRule, '
               'found "TryRule"')


def the_last_move_of_a_game():
    with Engine('usi') as engine:
        engine.say('setoption name MaxMovesToDraw value 3')
        heard = engine.ask('position startpos moves 7g7f', 'go depth 9', until='bestmove')
        depths = [int(line.split()[2]) for line in heard if line.startswith('info depth')]
        expect('no deeper than it goes', max(depths), 2)
        ahead = 'position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 3'
        for last, even in ((3, True), (4, True), (2, True), (0, False)):
            engine.say(f'setoption name MaxMovesToDraw value {last}')
            heard = engine.ask(ahead, 'go depth 2', until='bestmove')
            expect(f'a rook ahead, with move {last} as the last', ' score cp 0 ' in heard[-2], even)


def a_draw_has_a_value():
    with Engine('usi') as engine:
        engine.say('setoption name DrawValueBlack value 50', 'setoption name DrawValueWhite value -70')
        for last in (3, 4, 5):
            engine.say(f'setoption name MaxMovesToDraw value {last}')
            for side, score in (('b', 50), ('w', -70), ('b', 50)):
                heard = engine.ask(f'position sfen 4k4/9/9/9/9/9/9/9/4K4 {side} R 3', 'go depth 4', until='bestmove')
                expect(f'the last move {last}, {side}', f' score cp {score} ' in heard[-2], True)
        engine.say('setoption name DrawValueWhite value 0')
        heard = engine.ask('position sfen 4k4/9/9/9/9/9/9/9/4K4 w R 3', 'go depth 4', until='bestmove')
        expect('another value', ' score cp 0 ' in heard[-2], True)


# ---- the dialects ----

def another_last_move_is_another_game():
    def thoughts(*before):
        with Engine('usi') as engine:
            engine.say('position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 3', *before)
            if before:
                best(engine, 'go depth 6')
                engine.say('setoption name MaxMovesToDraw value 0')
            return re.sub(r'(nps|time) \d+', '', engine.ask('go depth 4', until='bestmove')[-2])
    expect('what was thought before', thoughts('setoption name MaxMovesToDraw value 7'), thoughts())


def uci_has_other_squares():
    with Engine('usi') as engine:
        engine.ask('uci', until='uciok')
        expect('a move', best(engine, 'position startpos moves c3c4 g7g6', 'go depth 1 searchmoves b2h8+'), 'b2h8+')
        fen = '4k4/9/9/9/9/9/9/9/4K4[Pp] w - - 0 1'
        expect('a drop', best(engine, f'position fen {fen}', 'go depth 1 searchmoves P@e5'), 'P@e5')
        expect('SFEN too', best(engine, 'position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1', 'go depth 1 searchmoves P@e4'),
               'P@e4')
        engine.say('setoption name UCI_Variant value chu')
        quiet(engine)
        lion = '12/12/12/12/6n5/6i5/5N6/12/12/12/12/Kk10 w - - 0 1'
        expect('by way of a square', best(engine, f'position fen {lion}', 'go depth 1 searchmoves f6g7g8'), 'f6g7g8')
        heard = engine.ask('usi', until='usiok')
        expect('back again', best(engine, 'go depth 1 searchmoves 7g6f6e'), '7g6f6e')


# ---- lines that make no sense ----

BAD_LINES = [
    ('xyzzy', '2:1: expected a command, found "xyzzy"'),
    ('USI', '2:1: expected a command, found "USI"'),
    ('position', '2:9: expected startpos, sfen or fen, found end of text'),
    ('position here', '2:10: expected startpos, sfen or fen, found "here"'),
    ('position startpos move 7g7f', '2:19: expected moves, found "move"'),
    ('position sfen', '2:14: expected 9 more squares on rank a, found end of text'),
    ('position sfen 9/9', '2:18: expected "/" and 7 more ranks, found end of text'),
    ('position startpos moves 7g7f 3c3d 7f7d', '2:35: '),
    ('position startpos moves 7g7f x', '2:30: expected a move such as 7g7f or P*5e, found "x"'),
    ('position   sfen   lnsgkgsnl/1r5b1/pppppppppp/9/9/9/9/9/9 b - 1', '2:'),
    ('go depth', '2:9: expected a number of plies after depth, found end of text'),
    ('go depth x', '2:10: expected a number of plies after depth, found "x"'),
    ('go fast', '2:4: expected a parameter of go, found "fast"'),
    ('go nodes 1 nodes \t 1e3', '2:20: expected a number of nodes after nodes, found "1e3"'),
    ('\xff\xfe\x00\x01'.encode('latin-1'), '2:1: expected a command, found "'),
    ('\x1b[2J', '2:1: expected a command, found "?[2J"'),
    ('歩 go', '2:1: expected a command, found "歩"'),
    ('go 歩 x depth 1', '2:4: expected a parameter of go, found "歩"'),
    (b'a' * 100000, '2:1: expected a command, found "aaaa'),
    (b'go ' + b'a' * 2000000, '2:1: expected a line of at most 1048576 bytes, found a longer one'),
]


def bad_line(line, wanted):
    with Engine('usi') as engine:
        heard = engine.ask('isready', line, until='info string')[-1]
        expect('the complaint', heard[:len('info string ' + wanted)], 'info string ' + wanted)
        if b'go' == (line if isinstance(line, bytes) else line.encode())[:2] and len(line) < 100:
            best(engine, 'stop')
        expect('it goes on', best(engine, 'position startpos', 'go depth 1 searchmoves 7g7f'), '7g7f')


def moves_before_a_bad_one_are_made():
    with Engine('usi') as engine:
        engine.say('position startpos moves 7g7f 3c3d 7f7d 8c8d')
        expect('Black is to move', best(engine, 'go depth 1 searchmoves 8h2b+'), '8h2b+')
        engine.say('position sfen nonsense')
        expect('what cannot be read changes nothing', best(engine, 'go depth 1 searchmoves 8h2b+'), '8h2b+')


# ---- ends of input ----

def input_ends():
    for lines in ([], ['usi'], ['go infinite'], ['go ponder'], ['position startpos', 'go btime 100000 wtime 100000'],
                  ['setoption name Threads value 4', 'go infinite']):
        with Engine('usi') as engine:
            if lines:
                engine.say(*lines)
            heard, status = engine.end()
            expect('exit status', status, 0)
            wanted = 1 if any(line.startswith('go') for line in lines) else 0
            expect('answers', sum(line.startswith('bestmove') for line in heard), wanted)


def the_last_line_needs_no_end():
    with Engine('usi') as engine:
        engine.process.stdin.write(b'isready')
        heard, status = engine.end()
        expect('it counts', (heard, status), (['readyok'], 0))


def quit_while_thinking():
    with Engine('usi') as engine:
        engine.say('go infinite')
        quiet(engine)
        engine.say('quit')
        heard, status = engine.rest()
        expect('no answer', [line for line in heard if line.startswith('bestmove')], [])
        expect('exit status', status, 0)
    with Engine('usi') as engine:
        engine.say('go perft 100', 'quit')
        heard, status = engine.rest()
        expect('nothing is counted to its end', (heard[-1:], status), ([], 0))
    for lines in (['go perft 100', 'position startpos', 'stop', 'quit'], ['go perft 100', 'go perft 100', 'quit']):
        with Engine('usi') as engine:
            engine.say(*lines)
            heard, status = engine.rest()
            expect('nor what stands behind it', (sum(line.startswith('Nodes') for line in heard), status), (0, 0))
    with Engine('usi') as engine:
        engine.say('go perft 100', 'isready')
        engine.process.stdin.write(b'quit')
        expect('it needs no end of its line', engine.end()[1], 0)


def more_lines_wait_than_there_is_room_for():
    with Engine('usi') as engine:
        engine.say('go perft 4', *['debug on'] * 300000, 'isready')
        heard = engine.hear_until('readyok')
        expect('all is counted first', 'Nodes searched: 719731' in heard, True)


def nobody_hears_what_is_counted():
    """Neither who says lines nor who hears them is there any more: it ends by itself."""
    with subprocess.Popen([PROGRAM, 'usi'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS)) as process:
        process.stdin.write(b'isready\ngo perft 100\n')
        process.stdin.flush()
        expect('it runs', process.stdout.readline(), b'readyok\n')
        process.stdout.close()
        process.stdin.close()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


# ---- positions of any kind ----

def positions_of_any_kind():
    with Engine('usi') as engine:
        for sfen in ('9/9/9/9/9/9/9/9/9 b - 1', '9/9/9/9/4P4/9/9/9/9 b - 1', '4k4/9/9/9/9/9/9/9/9 b 18P 1',
                     '9/9/9/9/9/9/9/9/4K4 w 100P100p 1', '4k4/9/9/9/9/9/9/9/4K4 b 100P100L100N100S100G100B100R 1',
                     '4K4/9/9/9/9/9/9/9/4k4 w - 999999', 'KKKKKKKKK/9/9/9/9/9/9/9/kkkkkkkkk b - 1',
                     'R8/9/9/9/9/9/9/9/r8 b - 1', 'PPPPPPPPP/9/9/9/9/9/9/9/ppppppppp b - 1'):
            move = best(engine, f'position sfen {sfen}', 'go depth 2')
            expect(sfen, bool(re.fullmatch(r'resign|\w\*?\w+\+?', move)), True)


def the_largest_boards():
    for files, ranks in ((16, 16), (36, 7), (7, 36)):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'large.variant')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(LARGE.format(files, ranks))
            with Engine('usi', path) as engine:
                expect('a move', bool(re.fullmatch(r'\d+[a-z]+\d+[a-z]+', best(engine, 'go depth 2'))), True)
                engine.ask('uci', until='uciok')
                expect('in UCI', bool(re.fullmatch(r'[a-z]+\d+[a-z]+\d+', best(engine, 'go depth 1'))), True)


def captures_come_to_an_end():
    """With multiple captures and kings that may be left in check there are too many captures for quiescence to try all."""
    middle = ('lfcsg1egscfl/a3txk2r1a/mvr3td2vm/p3d3p1pp/2p2pp1ipb1/3D3p4/1p5n1PPP/3I2P5/PPPPXOBNP2M/'
              'M4DK1T1V1/AV2T6A/LFCSG1EGSCFL w - 80')
    with Engine('usi', 'chu') as engine:
        heard = engine.ask(f'position sfen {middle}', 'go depth 3', until='bestmove')
        nodes = [int(re.search(r' nodes (\d+)', line).group(1)) for line in heard if ' nodes ' in line]
        expect('few nodes', 0 < nodes[-1] < 50000, True)


def play(names):
    for name in names:
        with Engine('usi', name) as engine:
            moves = []
            for _ in range(6):
                move = best(engine, ' '.join(['position startpos'] + ['moves'] * bool(moves) + moves), 'go nodes 200')
                if move == 'resign':  # some games are over by then
                    over = subprocess.run([PROGRAM, 'moves', name, '--moves', ' '.join(moves)], stdout=subprocess.PIPE, check=False)
                    expect(name, (bool(moves), over.stdout), (True, b''))
                    break
                moves.append(move)


def every_variant_plays():
    play(list(definitions.paths(VARIANTS)))


def every_variant_of_the_sample_plays():
    with open(os.path.join(ROOT, 'tests', 'sample.txt'), encoding='utf-8') as file:
        play([line.split()[0] for line in file if line.strip() and not line.startswith('#')])


def every_width_of_board_plays():
    play(['dobutsu', 'shosu', 'chu', 'tenjiku', 'dai-dai', 'tai', 'taikyoku'])


def weak_players_answer():
    with Engine('usi') as engine:
        for level in range(1, 11):
            best(engine, f'setoption name USI_Strength value {level}', 'position startpos moves 7g7f',
                 'go btime 1000 wtime 1000 nodes 2000')


def many_threads():
    with Engine('usi') as engine:
        engine.say('setoption name Threads value 8', 'setoption name USI_Hash value 1')
        for moves in ('7g7f', '7g7f 3c3d', '2g2f'):
            best(engine, 'position startpos moves ' + moves, 'go nodes 5000')
        for _ in range(5):
            engine.say('go infinite')
            best(engine, 'stop')


# ---- what docs/usi.md shows ----

def dialogues():
    with open(os.path.join(ROOT, 'docs', 'usi.md'), encoding='utf-8') as file:
        text = file.read()
    blocks = re.findall(r'(?:^    [<>] .*\n)+', text, re.MULTILINE)
    return [[(line[4], line[6:]) for line in block.splitlines()] for block in blocks]


def shown(*lines):
    with Engine('usi') as engine:
        skips = False
        for side, text in lines:
            if side == '>':
                engine.say(text)
                continue
            if text == '...':
                skips = True
                continue
            beginning = text.removesuffix('...')
            line = engine.hear_until(beginning)[-1] if skips else engine.hear()
            expect('the answer', line[:len(beginning)] if text.endswith('...') else line, beginning)
            skips = False


def main():
    if sys.argv[1:] == ['--shipped']:  # what goes through all that is shipped
        return tap([('every variant plays', every_variant_plays, ())])
    if sys.argv[1:] == ['--sample']:
        return tap([('every variant of the sample plays', every_variant_of_the_sample_plays, ())])
    functions = (
        usi_greets, uci_greets, ucci_greets, nothing_is_remembered_without_a_table,
        a_variant_is_set_by_any_of_its_names, a_game_from_a_file_has_a_name,
        options_are_set_and_refused,
        options_without_effect_are_no_fault, weights_come_from_a_folder,
        several_lines_of_play, the_same_search_is_the_same, ten_times_go, nothing_is_said_out_of_turn,
        infinite_waits_for_stop, pondering_waits_for_the_move, the_clock_begins_once, what_was_pondered_counts,
        a_bound_of_nothing_is_a_bound, nothing_to_search_is_answered_when_it_is_asked_for, without_memory_there_is_a_move,
        with_too_little_memory_there_is_a_smaller_table, clocks_of_any_shape, ucci_has_two_units_of_time,
        only_some_moves, a_win_is_counted_in_plies_or_moves, mates_are_found,
        mates_have_the_memory_of_the_search, leaves_are_counted,
        counting_can_be_stopped, resigning, declaring, the_declaration_of_a_server,
        the_last_move_of_a_game, a_draw_has_a_value,
        another_last_move_is_another_game, uci_has_other_squares, moves_before_a_bad_one_are_made, input_ends,
        the_last_line_needs_no_end, quit_while_thinking, more_lines_wait_than_there_is_room_for,
        nobody_hears_what_is_counted, positions_of_any_kind, the_largest_boards,
        captures_come_to_an_end, every_width_of_board_plays,
        weak_players_answer, many_threads)
    cases = [(function.__name__.replace('_', ' '), function, ()) for function in functions]
    cases += [(f'the line {line[:30]!r}', bad_line, (line, wanted)) for line, wanted in BAD_LINES]
    cases += [('the dialogue ' + ', '.join(text for side, text in block if side == '>')[:60], shown, block)
              for block in dialogues()]
    return tap(cases)


if __name__ == '__main__':
    sys.exit(main())
