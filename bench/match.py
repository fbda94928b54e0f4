#!/usr/bin/python3
"""match: how strong the engine is, against other engines and against itself.

    script/bench match                                         the figures there are
    script/bench match --folder DIR --figure NAME              plays one, or goes on with it, and prints its row
    script/bench match --folder DIR --figure all --sitting 0   prints the rows of what has been played

    --sitting N     at most N games more of each figure
    --at-once N     so many at the same time, for figures that are counted in nodes; usually 1
    --usi NAME=COMMAND   also the figures against another program that speaks USI, in shogi
    --fairy COMMAND      another Fairy-Stockfish than Debian's

Each figure is a match of `shoogi match`, whose games are kept in DIR/NAME.shoogi: a program that is killed has lost nothing
but the game under way.  Each engine has one thread but where it says otherwise.  Figures in milliseconds mean something
only if the machine does nothing else.  Needs, from Debian: fairy-stockfish, hachu."""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(ROOT, 'tools'))

import definitions  # noqa: E402 (of tools/)

BUILD = os.environ.setdefault('SHOOGI_BUILD_ROOT', os.path.join(ROOT, 'build'))
VARIANTS = os.environ.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))
PROGRAM = os.path.join(BUILD, 'shoogi')
GAMES_PATH = os.environ.get('PATH', '') + ':/usr/games'

# Ours -> theirs, and the letters of pieces that differ.  Debian's version does not know the last two.
FAIRY = {'shogi': ('shogi', ''), 'mini': ('minishogi', ''), 'gorogoro': ('gorogoro', ''), 'judkins': ('judkins', ''),
         'euro': ('euroshogi', ''), 'micro': ('micro', ''), 'kyoto': ('kyotoshogi', ' letters=G:+N,T:+L,B:+S,R:+P'),
         'dobutsu': ('dobutsu', ' letters=P:C,R:G,B:E,K:L,+P:H'),
         'tori': ('torishogi', ''), 'cannon': ('cannonshogi', '')}
# With one second a move, games that both engines score as decided are adjudicated.
RESIGNS = ['--resign', '1500,6']
# Games in which what was learned must be worth so much more than what is guessed.
LEARNED_ELO = dict.fromkeys(('shogi', 'shosu', 'chu', 'mortal', 'sho'), 150)


def squares_of(variants):
    """{variant: squares of its board}"""
    files = [definitions.paths(VARIANTS)[variant] for variant in variants]
    said = subprocess.run([PROGRAM, 'check'] + files, stdout=subprocess.PIPE, text=True, check=True).stdout
    boards = re.findall(r': ok: (\d+)x(\d+),', said)
    return {variant: int(board[0]) * int(board[1]) for variant, board in zip(variants, boards, strict=True)}


class Figure:
    """variant; engines: two descriptions; least: an Elo, or a share with %."""

    def __init__(self, name, variant, engines, games, least, options=(), timed=True):
        self.name = name
        self.variant = variant
        self.engines = engines
        self.games = games
        self.least = least
        self.options = list(options) + ['--even', '8']
        self.timed = timed


def program(name):
    found = shutil.which(name, path=GAMES_PATH)
    return found or name


# In Sho Debian's needs help to find its pieces.
HACHU = {'chu': program('hachu'), 'sho': f'{ROOT}/tools/hachu-sho {program("hachu")}'}


TIMES = {'100ms': 100, '1s': 1000}


def shoogi(variant, time, name='shoogi', threads=1, prefix=''):
    return f'usi name={name} {time} hash=64 option.Threads={threads} cmd={prefix}{PROGRAM} usi {variant}'


def linear_of(folder):
    return os.path.join(folder, 'linear')


def without_networks(linear):
    """Makes the directory one of variants as VARIANTS, but with weights only.  An empty file stands for a network, which would
    otherwise be found in another directory: it is refused, and the weights play."""
    os.makedirs(os.path.join(linear, 'weights'), exist_ok=True)
    for below in '', 'weights':
        for entry in os.scandir(os.path.join(VARIANTS, below)):
            link = os.path.join(linear, below, entry.name)
            if entry.name.endswith('.network'):
                open(link, 'wb').close()
            elif not os.path.lexists(link):
                os.symlink(os.path.realpath(entry.path), link)


def figures(given):
    for variant, (theirs, letters) in FAIRY.items():
        fairy = f'uci name=fairy-stockfish hash=64 option.Threads=1 game={theirs}{letters} cmd={given.fairy}'
        # There one may not leave the lion to be taken.
        options = ['--royal-in-reach'] if variant == 'dobutsu' else []
        least = 100 if variant == 'shogi' else '45 %' if variant in ('micro', 'dobutsu') else 50
        yield Figure(f'fairy-{variant}', variant, [shoogi(variant, 'movetime=100'), 'movetime=100 ' + fairy],
                     400 if variant == 'shogi' else 100, least, options)
        if variant == 'shogi':
            yield Figure('fairy-shogi-1s', variant, [shoogi(variant, 'movetime=1000'), 'movetime=1000 ' + fairy], 60, '55 %',
                         RESIGNS)
    for variant, hachu_program in HACHU.items():
        hachu = ('xboard name=hachu movetime=1000 margin=500 hash=64 "option.Promote on entry=0" "option.Allow repeats=1" '
                 f'game={variant} cmd={hachu_program}')
        yield Figure(f'hachu-{variant}', variant, [shoogi(variant, 'movetime=1000'), hachu], 60, 150, RESIGNS)
    yield Figure('threads-shogi', 'shogi', [shoogi('shogi', 'movetime=200', 'two-threads', 2),
                                            shoogi('shogi', 'movetime=200', 'one-thread')], 300, 25, RESIGNS)
    for entry in sorted(os.listdir(os.path.join(VARIANTS, 'weights'))):
        variant, ending = os.path.splitext(entry)
        for label, time in TIMES.items() if ending == '.network' else ():
            prefix = f'env SHOOGI_VARIANTS={shlex.quote(linear_of(given.folder or ""))} '
            yield Figure(f'network-{variant}-{label}', variant,
                         [shoogi(variant, f'movetime={time}', 'network'),
                          shoogi(variant, f'movetime={time}', 'weights', prefix=prefix)],
                         200, 250 if variant == 'shogi' else 150, RESIGNS)
    for name, command in (usi.split('=', 1) for usi in given.usi):
        for label, time in TIMES.items():
            theirs = f'usi name={name} movetime={time} hash=64 option.Threads=1 margin=500 cmd={command}'
            yield Figure(f'{name}-shogi-{label}', 'shogi', [shoogi('shogi', f'movetime={time}'), theirs], 200, 0, RESIGNS)
    squares = squares_of(definitions.paths(VARIANTS))
    for variant in squares:
        yield Figure(f'learned-{variant}', variant,
                     ['search name=learned nodes=5000 weights=learned', 'search name=guessed nodes=5000 weights=guessed'],
                     200, LEARNED_ELO.get(variant, 0), timed=False)
        # A thousand moves do not suffice to capture hundreds of pieces, and the match need not show them all.
        options = ['--plies-max', '4000', '--resign', '15000,40'] if squares[variant] >= 384 else []
        yield Figure(f'material-{variant}', variant, ['search nodes=5000 weights=usual', 'material'], 40, '95 %', options,
                     timed=False)
        yield Figure(f'guessed-{variant}', variant, ['search name=guessed nodes=5000 weights=guessed', 'material'], 40, 100,
                     timed=False)


def play(figure, folder, sitting, at_once):
    """The first line of the answer, or what was wrong."""
    command = [PROGRAM, 'match', '--variant', figure.variant, '--games', str(figure.games),
               '--save', os.path.join(folder, figure.name + '.shoogi')] + figure.options
    for engine in figure.engines:
        command += ['--engine', engine]
    if sitting is not None:
        command += ['--sitting', str(sitting)]
    if not figure.timed:
        command += ['--at-once', str(at_once)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = ''
    for told in process.stderr:
        print(f'{figure.name}: {told}', end='', file=sys.stderr, flush=True)
    lines = process.communicate()[0].splitlines() or [told.strip()]
    return lines[0]


def row(figure, answer):
    """| figure | games | + = - | share | Elo | at least | met |"""
    found = re.search(r': \+(\d+) =(\d+) -(\d+)(?:  ([\d.]+) %  Elo (\S+) \[(\S+), (\S+)\])?', answer)
    if not found:
        return f'| {figure.name} | {answer} | | | | {figure.least} | |'
    won, drawn, lost = map(int, found.group(1, 2, 3))
    played = won + drawn + lost
    met = ''
    if found.group(4) and played == figure.games:
        is_share = isinstance(figure.least, str)
        # If one side won all games only the lower bound of the difference is known.
        elo_least = found.group(6) if found.group(5) == '+inf' else found.group(5)
        value = float(found.group(4) if is_share else elo_least)
        met = 'yes' if value >= float(str(figure.least).rstrip(' %')) else 'no'
    share = f'{found.group(4)} %' if found.group(4) else ''
    elo = f'{found.group(5)} [{found.group(6)}, {found.group(7)}]' if found.group(5) else ''
    return f'| {figure.name} | {played} of {figure.games} | +{won} ={drawn} -{lost} | {share} | {elo} | {figure.least} | {met} |'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--folder')
    parser.add_argument('--figure', action='append', default=[], help='may be given again; or all')
    parser.add_argument('--sitting', type=int)
    parser.add_argument('--at-once', type=int, default=1)
    parser.add_argument('--usi', action='append', default=[], metavar='NAME=COMMAND')
    parser.add_argument('--fairy', default=program('fairy-stockfish'), metavar='COMMAND')
    given = parser.parse_args()
    known = {figure.name: figure for figure in figures(given)}
    if not given.folder or not given.figure:
        print(' '.join(known))
        print('to play them: script/bench match --folder DIR --figure NAME')
        return
    names = list(known) if given.figure == ['all'] else given.figure
    for name in names:
        if name not in known:
            sys.exit(f'expected a figure, found "{name}"')
    if given.sitting == 0:
        names = [name for name in names if os.path.exists(os.path.join(given.folder, name + '.shoogi'))]
    os.makedirs(given.folder, exist_ok=True)
    without_networks(linear_of(given.folder))
    print('| figure | games | won, drawn, lost | share | Elo | at least | met |\n|---|---|---|---|---|---|---|', flush=True)
    for name in names:
        print(row(known[name], play(known[name], given.folder, given.sitting, given.at_once)), flush=True)


if __name__ == '__main__':
    main()
