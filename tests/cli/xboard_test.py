"""shoogi xboard: dialogues in the protocol of XBoard, and lines that are none.  Prints TAP."""

import os
import re
import shutil
import sys
import tempfile
import time

from cli_test import VARIANTS, expect, tap
from engine_peer import PATIENCE, Engine

SHALLOW = ('level 0 1 0', 'sd 2')


def begin(engine, *lines):
    """Begins as an interface that does not ask for features: listing all variants takes longer than most cases."""
    engine.say('xboard', 'new', *lines)


def quiet(engine, number=[0]):
    """The output that no test has waited for, up to the answer to a ping."""
    number[0] += 1
    return engine.ask(f'ping {number[0]}', until=f'pong {number[0]}')[:-1]


def it_greets():
    for command in ('usi', 'xboard'):
        with Engine(command) as engine:
            heard = engine.ask('xboard', 'protover 2', until='feature done=1')
            expect('the first', heard[0], 'feature done=0')
            features = ' '.join(heard)
            for feature in ('ping=1', 'setboard=1', 'usermove=1', 'playother=1', 'analyze=1', 'memory=1', 'smp=1',
                            'exclude=1', 'colors=0', 'sigint=0', 'option="Skill Level -spin 10 1 10"',
                            'option="EnteringKingRule -combo *OfTheGame /// NoEnteringKing /// CSARule24 /// CSARule24H /// CSARule27 /// CSARule27H"'):
                expect(feature, feature in features, True)
            variants = re.search(r'variants="([^"]*)"', features)[1].split(',')
            for name in ('chu', 'sho', 'shogi', 'mini'):
                expect(name, name in variants, True)
            expect('no more', quiet(engine), [])


def a_variant_is_described():
    with Engine('xboard') as engine:
        begin(engine, 'variant mini')
        heard = quiet(engine)
        expect('the board', heard[0],
               'setup (P.SB.R...G.+.++.+....Kp.sb.r...g.+.++.+....k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] w - - 0 1')
        for line in ('piece P& fW', 'piece +B& BW', 'piece K& K'):
            expect(line, line in heard, True)
        # The squares on which XBoard forbids drops of pawns, knights and lances, and of no other piece.
        for name, table in (('gorogoroplus', '(PNS.L....G.+++.+.....K'), ('shogi-club', '(PNSBLR...G.++++++....K'),
                            ('shosu', '(PNBRLS..GQ.++++++..+.K'), ('dobutsu', '(..P......RB..+.......K')):
            heard = engine.ask('variant ' + name, until='setup')
            expect(name, heard[-1].split()[1], table + table[1:].lower() + ')')
            quiet(engine)
        engine.say('variant shogi', 'variant chu')
        expect('what XBoard knows itself', quiet(engine), [])
        heard = engine.ask('variant chu-jcsa', until='piece +D&')
        expect('the board of chu', ' 12x12+0_chu lfcsgekgscfl/' in heard[0], True)
        expect('the lion', 'piece N& KNADcaKcabKmabK' in heard, True)
        heard = engine.ask('variant xiangqi', until='Error')
        expect('none', bool(re.match(r'Error \(\d+:9: expected the name of a variant \(.*\), found "xiangqi"\): variant xiangqi',
                                     heard[-1])), True)


def a_game_is_played():
    """Two of them play each other, every move judged by the one that hears it."""
    for name in ('mini', 'chu', 'sho'):
        with Engine('xboard') as first, Engine('xboard') as second:
            for engine in (first, second):
                begin(engine, f'variant {name}', *SHALLOW)
                quiet(engine)
            first.say('go')
            mover, hearer = first, second
            for _ in range(40):
                move = ''
                while True:
                    line = mover.hear()
                    if re.match(r'resign|1-0|0-1|1/2', line):
                        break
                    expect('a move', line.startswith('move '), True)
                    move += line[len('move '):]
                    if not move.endswith(','):
                        break
                if not move:
                    break
                hearer.say(f'usermove {move}')
                mover, hearer = hearer, mover


def lions_go_twice():
    lion = '12/12/12/12/6n5/6i5/5N6/12/12/12/12/K10k w - - 0 1'
    with Engine('xboard', 'chu') as engine:
        begin(engine, 'force', *SHALLOW, f'setboard {lion}')
        expect('from the other side', engine.ask('usermove f6g7,g7g8', 'undo', 'usermove f6g7g8', 'go',
                                                 until='move')[-1][:4], 'move')
        engine.say('force', f'setboard {lion}', 'exclude all', 'include f6g7,g7g8', 'go')
        expect('and back', [engine.hear(), engine.hear()], ['move f6g7,', 'move g7g8'])


def moves_are_judged():
    with Engine('xboard') as engine:
        begin(engine, 'force')
        for line, wanted in (
                ('usermove c3c5', 'Illegal move ('),
                ('c3c5', 'Illegal move ('),
                ('usermove P@e5', 'Illegal move ('),
                ('usermove x', 'Error (7:10: expected a move such as c3c4 or P@e5, found "x"): usermove x'),
                ('usermove', 'Error ('),
                ('xyzzy', 'Error (unknown command): xyzzy'),
                ('x\x1b[2Jy\u202e', 'Error (unknown command): x?[2Jy?'),
                ('undo', 'Error (command not legal now): undo'),
                ('remove', 'Error (command not legal now): remove')):
            heard = engine.ask(line, until=wanted.split('(')[0])
            expect(line, heard[-1][:len(wanted)], wanted)
        engine.say('usermove c3c4', 'g7g6', 'undo', 'undo', 'usermove c3c4', 'g7g6', 'remove', 'usermove c3c4')
        expect('without a word', quiet(engine), [])
        expect('a bad position', engine.ask('setboard 9/9 w', until='tellusererror')[-1],
               'tellusererror Illegal position: expected "/" and 7 more ranks, found " w"')


def bad_lines_are_told():
    with Engine('xboard') as engine:
        begin(engine)
        for line, wanted in (
                ('level 40 x 0', '10: expected minutes, or minutes:seconds, found "x"): level 40 x 0'),
                ('level', '6: expected a number of moves, found end of text): level'),
                ('level 40 5', '11: expected seconds, found end of text): level 40 5'),
                ('level 40 5:99999999999 0', 'expected minutes'),
                ('st x', '4: expected seconds, found "x"): st x'),
                ('st 1e9', 'expected seconds'),
                ('sd', '3: expected a number of plies, found end of text): sd'),
                ('time soon', 'expected hundredths of seconds, found "soon"'),
                ('ping', 'expected a number'),
                ('memory', 'expected a number for Hash, found end of text'),
                ('cores many', 'expected a number'),
                ('option Foo=1', 'expected an option of this engine, found "Foo"'),
                ('option', 'expected an option of this engine, found end of text'),
                ('option ResignValue', 'expected a number for ResignValue, found end of text'),
                ('variant', 'expected the name of a variant'),
                ('exclude', 'expected a move'),
                ('exclude c3c5', 'Error ('),
                ('\x1b[2J', 'unknown command'),
                ('edit', 'unknown command'),
                (b'a' * 2000000, 'expected a line of at most 1048576 bytes')):
            expect(str(line)[:30], wanted in engine.ask(line, until='Error (')[-1], True)
        expect('it goes on', quiet(engine), [])


def nonsense_costs_no_move():
    for line in ('memory much', 'cores', 'option MultiPV=x', 'undo', 'remove', 'setboard 9/9 w', 'variant chess',
                 'variant', 'exclude a1a9'):
        with Engine('xboard') as engine:
            begin(engine, 'sd 0', 'st 1000', 'go')
            engine.ask(line, until='tellusererror' if line.startswith('setboard') else 'Error')
            expect(line, engine.ask('?', until='move')[-1][:5], 'move ')


def it_replies():
    with Engine('xboard') as engine:
        begin(engine, *SHALLOW)
        expect('as White of ours', engine.ask('usermove c3c4', until='move')[-1].startswith('move '), True)
        expect('a pong comes behind the move', [line[:4] for line in engine.ask('st 1', 'sd 0', 'usermove g3g4',
                                                                               'ping 99', '?', until='pong')],
               ['move', 'pong'])
        engine.say('force', 'undo', 'undo')
        heard = engine.ask('post', 'sd 3', 'playother', 'usermove a3a4', until='move')
        for line in heard[:-1]:
            expect('a thinking line', bool(re.fullmatch(r'\d+ -?\d+ \d+ \d+ \d+ \d+\t( \S+)+', line)), True)
        expect('some of them', len(heard) > 1, True)
        heard = engine.ask('nopost', 'usermove b3b4', until='move')
        expect('none', len(heard), 1)
        engine.say('result 1-0 {he left}')
        expect('then it rests', engine.ask('usermove c3c4', 'ping 5', until='pong')[-1], 'pong 5')


def it_is_ready_when_it_says_pong():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(VARIANTS, 'mini', 'mini.variant'), folder)
        with open(os.path.join(folder, 'mini.weights'), 'w', encoding='utf-8') as file:
            file.write('none\n')
        with Engine('xboard', 'mini', environment={'SHOOGI_VARIANTS': folder}) as engine:
            heard = engine.ask('ping 1', until='pong 1')
            expect('the weights have been looked for', ['mini.weights: expected' in line for line in heard], [True, False])


def it_ponders():
    with Engine('xboard', 'dobutsu') as engine:
        begin(engine, 'hard', 'level 0 1 0', 'sd 5', 'post')
        heard = engine.ask('usermove b2b3', until='move')
        hint = engine.ask('hint', until='Hint: ')[-1].split()[1]
        expect('the answer it awaits', engine.ask(f'usermove {hint}', until='move')[-1].startswith('move '), True)
        hint = engine.ask('hint', until='Hint: ')[-1].split()[1]
        engine.say('easy')
        expect('no more', engine.ask(f'usermove {hint}', until='move')[-1].startswith('move '), True)


def what_is_said_of_moves_goes_with_the_position():
    def begin_with_hint(engine):
        begin(engine, 'nopost', 'hard', 'sd 3', 'go')
        engine.hear_until('move ')
        return engine.ask('hint', until='Hint: ')[-1].split()[1]

    for line in ('variant mini', 'new', 'undo', 'remove', 'setboard 4k4/9/9/9/9/9/rr7/9/4K4 w - - 0 1', 'usermove {}'):
        with Engine('xboard') as engine:
            hint = begin_with_hint(engine)
            engine.say('force', *(['usermove ' + hint, 'hint'] if line == 'remove' else []), line.format(hint), 'hint')
            expect(line, [heard for heard in quiet(engine) if heard.startswith('Hint')], [])
            engine.say('playother')
            quiet(engine)
            expect('it goes on', engine.ask('go', until='move ')[-1][:5], 'move ')
    # A move that is not to be searched is one of this position, not of the one behind the answer that is awaited.
    with Engine('xboard') as engine:
        hint = begin_with_hint(engine)
        engine.say(f'exclude {hint}', 'playother')
        expect('without a word', quiet(engine), [])
        expect('it answers', engine.ask(f'usermove {hint}', until='move ')[-1][:5], 'move ')
    with Engine('xboard') as engine:
        begin(engine, 'nopost', 'sd 2', 'force', 'exclude all', 'variant mini', 'variant shogi')
        quiet(engine)
        expect('not banned any more', engine.ask('go', until='move ')[-1][:5], 'move ')


def it_analyses():
    with Engine('xboard') as engine:
        begin(engine, 'post', 'analyze')
        engine.hear_until('3 ')
        time.sleep(0.1)
        what = engine.ask('.', until='stat01: ')[-1].split()
        expect('for how long, in hundredths of seconds', 10 <= int(what[1]) < 100 * PATIENCE, True)
        expect('what it does', [int(number) > 0 for number in what[2:]], [True, True, False, False])
        engine.say('usermove c3c4')
        engine.hear_until('3 ')
        engine.say('undo', 'exclude c3c4')
        engine.hear_until('3 ')
        engine.say('exit', 'nopost')
        heard = engine.ask('ping 7', until='pong 7')
        expect('no move of its own', [line for line in heard if line.startswith('move')], [])


def games_end():
    with Engine('xboard') as engine:
        begin(engine, 'force', 'setboard 4k4/9/4G4/9/9/9/9/9/4K4[G] w - - 0 1')
        expect('by a move of the other', engine.ask('usermove G@e8', until='1-0')[-1], '1-0 {checkmate}')
        engine.say('undo', *SHALLOW)
        expect('by its own', engine.ask('go', until='1-0')[-2:], ['move G@e8', '1-0 {checkmate}'])
        engine.say('force', 'setboard 4k4/9/9/9/9/9/rr7/9/4K4 w - - 0 1', 'option ResignValue=300')
        expect('giving up', engine.ask('go', until='resign')[-1], 'resign')


def it_declares():
    """Its king steps in; whatever the answer is, the one it ponders over or another, the game is won."""
    entering = '+R+R+B+B5/+P+P+P+P5/+P+P7/4K4/9/9/9/6ppp/7gk[GSNLP] w - - 0 1'
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'declared.variant')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('base=shogi\nimpasseClaim=declare:28:27\n')
        for expected in (True, False):
            with Engine('xboard', path) as engine:
                begin(engine, 'hard' if expected else 'easy', 'sd 4', 'force', f'setboard {entering}', 'exclude all',
                      'include e6e7')
                expect('it steps in', engine.ask('go', until='move ')[-1], 'move e6e7')
                hint = engine.ask('hint', until='Hint: ')[-1].split()[1]
                expect('it claims the game', engine.ask(f'usermove {hint}', until='1-0')[-1], '1-0 {impasse}')
                expect('and does no more', quiet(engine), [])


def input_ends():
    for lines in ((), ('go',), ('analyze',), ('hard', 'sd 2', 'go')):
        with Engine('xboard') as engine:
            begin(engine, *lines)
            heard, status = engine.end()
            expect('exit status', status, 0)
    with Engine('xboard') as engine:
        begin(engine, 'st 1000', 'go', 'quit')
        heard, status = engine.rest()
        expect('at once', ([line for line in heard if line.startswith('move')], status), ([], 0))


def main():
    return tap([(function.__name__.replace('_', ' '), function, ()) for function in (
        it_greets, a_variant_is_described, a_game_is_played, lions_go_twice, moves_are_judged, bad_lines_are_told,
        nonsense_costs_no_move, it_replies, it_is_ready_when_it_says_pong, it_ponders,
        what_is_said_of_moves_goes_with_the_position, it_analyses, games_end, it_declares, input_ends)])


if __name__ == '__main__':
    sys.exit(main())
