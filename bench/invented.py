#!/usr/bin/python3
"""invented: what the engine learns in some hours of games that it has never seen.

    script/bench invented --folder DIR --hours 3                  all games, one after the other
    script/bench invented --folder DIR --hours 3 --game lantern   one of them

The games are those of tests/invented.  Each is learned twice from nothing, with and without a network, for so many hours each
(--threads of them at once; usually all processors).  What was learned then plays against the default weights, and the network
against the weights, with so many nodes a move (--nodes).  A program that was killed goes on with the same command; hours mean
something only if the machine does nothing else."""

import argparse
import os
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.setdefault('SHOOGI_BUILD_ROOT', os.path.join(ROOT, 'build'))
PROGRAM = os.path.join(BUILD, 'shoogi')
INVENTED = os.path.join(ROOT, 'tests', 'invented')
GAMES = sorted(entry.removesuffix('.variant') for entry in os.listdir(INVENTED))
WAYS = {'network': [], 'weights': ['--no-network']}


def read_seconds(path):
    try:
        with open(path, encoding='ascii') as file:
            return float(file.read())
    except FileNotFoundError:
        return 0


def learn(game, way, given):
    """For what is left of the hours, which are counted in a file beside the folder."""
    folder = os.path.join(given.folder, f'{game}-{way}')
    count = folder + '.seconds'
    command = [PROGRAM, 'learn', os.path.join(INVENTED, game + '.variant'), '--games', '10000000', '--folder', folder]
    command += WAYS[way] + (['--threads', given.threads] if given.threads else [])
    spent = read_seconds(count)
    if spent >= given.hours * 3600:
        return folder
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    began = time.monotonic() - spent
    while process.poll() is None and time.monotonic() - began < given.hours * 3600:
        time.sleep(1)
        with open(count, 'w', encoding='ascii') as file:
            print(time.monotonic() - began, file=file)
    process.send_signal(signal.SIGINT)
    if process.wait() != 0:
        sys.exit(f'{folder}: shoogi learn failed')
    return folder


def player(name, weights, given):
    """None: there is no such file, as nothing that was learned won its match."""
    if weights != 'guessed' and not os.path.exists(weights):
        return None
    return f'search name={name} nodes={given.nodes} weights={weights}'


def match(game, given, one, other):
    if not one or not other:
        print(f'{game}: nothing that was learned won its match', flush=True)
        return
    command = [PROGRAM, 'match', '--variant', os.path.join(INVENTED, game + '.variant'), '--games', str(given.games),
               '--even', '8', '--resign', '2500,4', '--engine', one, '--engine', other]
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    print(f'{game}: {said.stdout.splitlines()[0]}', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--folder')
    parser.add_argument('--hours', type=float, default=3)
    parser.add_argument('--game', action='append', choices=GAMES)
    parser.add_argument('--threads')
    parser.add_argument('--games', type=int, default=200, help='of each match')
    parser.add_argument('--nodes', type=int, default=5000)
    given = parser.parse_args()
    if not given.folder:
        print(' '.join(GAMES))
        print('to learn them: script/bench invented --folder DIR --hours 3')
        return
    os.makedirs(given.folder, exist_ok=True)
    for game in given.game or GAMES:
        with_network, without = (learn(game, way, given) for way in WAYS)
        network = player('network', os.path.join(with_network, 'best.network'), given)
        weights = player('weights', os.path.join(without, 'best.weights'), given)
        guessed = player('guessed', 'guessed', given)
        for one, other in (weights, guessed), (network, guessed), (network, weights):
            match(game, given, one, other)


if __name__ == '__main__':
    main()
