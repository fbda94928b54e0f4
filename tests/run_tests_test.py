"""tools/run-tests on a build directory of small shell programs: what passes, what fails, what is
skipped, and how it all adds up.  Prints TAP."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
TOOL = os.path.join(ROOT, 'tools', 'run-tests')
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, 'tools'))
import changed  # noqa: E402

# The name of the case, the shell program, whether it speaks TAP, the summary, required output.
CASES = [
    ('two pass', 'echo 1..2; echo ok 1 - a; echo ok 2 - b', True, '2 passed, 0 failed', ['0 skipped']),
    ('plan at the end', 'echo ok 1 - a; echo 1..1', True, '1 passed, 0 failed', []),
    ('two groups, two plans', 'echo 1..1; echo ok 1 - a; echo 1..1; echo ok 1 - b', True,
     '2 passed, 0 failed', []),
    ('one fails', 'echo 1..2; echo ok 1 - a; echo not ok 2 - b; echo "# why"; exit 1', True,
     '1 passed, 1 failed', ['FAILED lab t: b', '    # why']),
    ('a failure with status 0', 'echo 1..1; echo not ok 1 - b', True, '0 passed, 1 failed', []),
    ('status after all passed', 'echo 1..1; echo ok 1 - a; echo leak >&2; exit 23', True,
     '1 passed, 1 failed', ['FAILED lab t: ended with status 23', '    leak']),
    ('killed by a signal', 'echo 1..2; echo ok 1 - a; kill -SEGV $$', True, '1 passed, 1 failed',
     ['FAILED lab t: ended by SIGSEGV, planned 2 tests and reported 1']),
    ('too few', 'echo 1..3; echo ok 1 - a', True, '1 passed, 1 failed',
     ['FAILED lab t: planned 3 tests and reported 1']),
    ('too many', 'echo 1..1; echo ok 1 - a; echo ok 2 - b', True, '2 passed, 1 failed', []),
    ('no plan', 'echo ok 1 - a', True, '1 passed, 1 failed', ['printed no plan']),
    ('an empty plan', 'echo 1..0', True, '0 passed, 1 failed', ['planned no tests']),
    ('silence', ':', True, '0 passed, 1 failed', ['printed no plan']),
    ('bail out', 'echo 1..2; echo ok 1 - a; echo "Bail out! no disk"', True, '1 passed, 1 failed',
     ['FAILED lab t: bailed out: no disk']),
    ('a skip with a reason', 'echo 1..2; echo ok 1 - a; echo "ok 2 - b # SKIP no net"', True,
     '1 passed, 0 failed', ['1 skipped', '    lab t: b (no net)']),
    ('a skip of cmocka', 'echo 1..2; echo ok 1 - a; echo "# no net"; echo "not ok 2 # SKIP b"', True,
     '1 passed, 0 failed', ['1 skipped', '    lab t: b (no net)']),
    ('a skip of everything', 'echo "1..0 # SKIP no net"', True, '0 passed, 0 failed',
     ['1 skipped', '    lab t (no net)', 'no test ran']),
    ('an old remark is no reason', 'echo 1..2; echo "# old"; echo ok 1; echo ok 2 - b "# SKIP"', True,
     '1 passed, 0 failed', ['    lab t: b (no reason given)']),
    ('to do', 'echo 1..2; echo ok 1 - a; echo "not ok 2 - b # TODO castles"', True,
     '1 passed, 0 failed', ['    lab t: b (to do: castles)']),
    ('subtests are not results', 'echo 1..1; echo "    not ok 1 - x"; echo ok 1 - a', True,
     '1 passed, 0 failed', []),
    ('status 0 without TAP', 'echo not ok', False, '1 passed, 0 failed', []),
    ('status 1 without TAP', 'echo why; exit 1', False, '0 passed, 1 failed',
     ['FAILED lab t: ended with status 1', '    why']),
    ('status 77 without TAP', 'echo no net; exit 77', False, '0 passed, 0 failed', ['    lab t (no net)']),
    ('bytes that are no text', 'printf "1..1\\nok 1 - \\377\\n"', True, '1 passed, 0 failed', []),
    ('input is at its end', 'cat; echo 1..1; echo ok 1 - a', True, '1 passed, 0 failed', []),
]


class Results:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def add(self, good, name, text=''):
        self.count += 1
        print(f'{"ok" if good else "not ok"} {self.count} - {name}')
        if not good:
            self.failed += 1
            for line in text.splitlines():
                print('# ' + line)


def test_row(name, program, tap=True, **changes):
    return {'name': name, 'cmd': ['/bin/sh', '-c', program], 'env': {'FROM_ROW': 'yes'},
            'workdir': None, 'timeout': 30, 'suite': ['shoogi:unit'], 'is_parallel': True,
            'priority': 0, 'protocol': 'tap' if tap else 'exitcode', 'depends': [], **changes}


def run(rows, *options, env=None):
    """(exit status, output) of the tool on a build directory with these tests."""
    with tempfile.TemporaryDirectory() as build:
        make_build(build, rows)
        return call('--label', 'lab', *options, build, env=env)


def make_build(build, rows):
    """A directory that looks to the tool as one that meson made."""
    os.makedirs(os.path.join(build, 'meson-info'))
    with open(os.path.join(build, 'meson-info', 'intro-tests.json'), 'w', encoding='utf-8') as file:
        json.dump(rows, file)


def call(*arguments, env=None):
    done = subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding='utf-8', check=False,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout


def is_running(number):
    """Whether there is a process of this number that has not ended."""
    try:
        with open(f'/proc/{number}/stat', encoding='ascii', errors='replace') as file:
            return file.read().rsplit(')', 1)[1].split()[0] != 'Z'
    except FileNotFoundError:
        return False


def last(text):
    return text.splitlines()[-1] if text else ''


def test_state(results):
    """Slices of a long run: what failed or was not done comes first in the next."""
    with tempfile.TemporaryDirectory() as build:
        order, state = os.path.join(build, 'order'), os.path.join(build, 'state')

        def row(name, program, **changes):
            return test_row(name, f'echo {name} $0 >>{order}; {program}', timeout=1000, **changes)

        def slice_of(*options):
            """(the exit status, the names of what began, the output)"""
            open(order, 'w', encoding='utf-8').close()
            status, text = call('--jobs', '1', '--state', state, *options, build)
            with open(order, encoding='utf-8') as file:
                return status, [line.split()[0] for line in file], text

        good, bad = 'echo 1..1; echo ok 1', f'[ -e {build}/mended ]'
        make_build(build, [row('a', good), row('b', good), row('c', bad, protocol='exitcode')])
        with open(os.path.join(build, '.seconds'), 'w', encoding='utf-8') as file:
            json.dump({'a': 3, 'b': 2, 'c': 1}, file)
        status, began, text = slice_of()
        results.add(status == 1 and began == ['a', 'b', 'c'], 'the first slice', text)
        open(os.path.join(build, 'mended'), 'w', encoding='utf-8').close()
        status, began, text = slice_of()
        results.add(status == 0 and began[0] == 'c' and sorted(began) == ['a', 'b', 'c'], 'what failed comes first', text)
        status, began, text = slice_of('--times', '2')
        results.add(status == 0 and sorted(began[:3]) == sorted(began[3:]) == ['a', 'b', 'c'], 'all tests begin once before any begins again', text)
        shutil.rmtree(os.path.join(build, 'meson-info'))
        make_build(build, [row('a', good), row('d', 'sleep 600')])
        for seconds in ('2', '20', '200'):  # on a busy machine nothing begins in two
            status, began, text = slice_of('--seconds', seconds)
            if began:
                break
        results.add(status == 0 and began == ['d'] and '2 of 2 are left for the next run, d first' in text and 'no test was done' in text,
                    'what is not done in its time is ended and does not count', text)

        shutil.rmtree(os.path.join(build, 'meson-info'))
        make_build(build, [row('each', good, suite=['shoogi:soak', 'shoogi:each'])])
        status, text = call('--list', '--from', f'{build}:soak')
        names = text.split('\n')
        results.add('each shogi' in names and 'each taikyoku' in names, 'a test for each definition', text)


def test_changed(results):
    """The tests chosen for a change, in a repository of two commits; and the validity of tests/changes.txt in this one."""
    with tempfile.TemporaryDirectory() as root:
        def git(*arguments):
            subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-C', root, *arguments],
                           check=True, stdout=subprocess.DEVNULL)

        def write(path, text):
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), 'w', encoding='utf-8') as file:
                file.write(text)

        git('init', '-q')
        write('tests/changes.txt', '# what breaks\nsrc/*: far gone\n+ {name}_more {folder}_more\n')
        write('src/server/talk.c', '1')
        git('add', '.')
        git('commit', '-qm', 'one')
        write('src/server/talk.c', '2')
        git('commit', '-qam', 'two')
        rows = [test_row(name, ':') for name in ('far', 'talk', 'talk_more', 'server_more', 'other')]
        rows.append({**test_row('given', ':'), 'cmd': ['python3', os.path.join(root, 'src/../src/server/talk.c')]})

        def chosen(commit):
            tests, unknown = changed.select(root, root, commit, rows, {})
            return [test['name'] for test in tests], unknown

        found = chosen('')
        results.add(found == (['talk', 'given', 'far', 'talk_more', 'server_more'], []), 'the last commit', str(found))
        write('docs/new.md', '')
        found = chosen('')
        results.add(found == ([], ['docs/new.md']), 'what is not committed, and no row knows', str(found))
        found = chosen('HEAD~1')
        results.add(found[0][0] == 'talk' and found[1] == ['docs/new.md'], 'since a commit', str(found))

    build = os.environ.get('SHOOGI_BUILD_ROOT')
    with open(os.path.join(build, 'meson-info', 'intro-tests.json'), encoding='utf-8') as file:
        tests = {test['name'] for test in json.load(file)}
    rows = changed.read_table(ROOT)
    lost = [name for _, names in rows for name in names if '{' not in name and name not in tests]
    results.add(not lost, 'every test that tests/changes.txt names is one', ' '.join(lost))
    lost = [path for path in changed.git(ROOT, 'ls-files') if changed.names_in_table(rows, path) is None]
    results.add(not lost, 'every file fits a row of tests/changes.txt', ' '.join(lost))


def main():
    results = Results()
    for name, program, tap, closing, words in CASES:
        status, text = run([test_row('t', program, tap)])
        right = closing.startswith('0 ') or not closing.endswith(' 0 failed')
        lines = text.splitlines()
        good = last(text) == closing and (status != 0) == right and all(
            any(word in line for line in lines) for word in words)
        results.add(good, name, f'status {status}\n{text}')

    status, text = run([test_row('t', 'echo 1..1; sleep 600 & sleep 600', timeout=1)], '--wall-s', '1')
    results.add(status == 1 and last(text) == '0 passed, 1 failed' and 'took longer than 1 s' in text, 'one that hangs', text)

    status, text = run([test_row('t', 'echo 1..1; while :; do :; done')], '--cpu-s', '1')
    results.add(status == 1 and last(text) == '0 passed, 1 failed' and 'used more than 1 s of a processor' in text,
                'one that never ends', text)

    status, text = run([test_row('t', 'sleep 1.3; echo 1..1; echo ok 1', timeout=300)], '--wall-s', '1')
    results.add(status == 0, 'a longer timeout of its own counts', text)

    with tempfile.TemporaryDirectory() as folder:
        mark = os.path.join(folder, 'mark')
        status, text = run([test_row('t', f'sleep 600 & echo $! >{mark}; echo 1..1; echo ok 1')])
        with open(mark, encoding='ascii') as file:
            results.add(status == 0 and not is_running(int(file.read())), 'what it leaves behind is ended', text)

    # The test sends SIGHUP to the tool, as the end of a terminal would.
    hang_up = test_row('t', 'kill -HUP $PPID; echo 1..1; echo ok 1')
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever started us may ignore it
    status, text = run([hang_up])
    results.add(status in (-signal.SIGHUP, 128 + signal.SIGHUP), 'the end of its terminal ends it', text)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    status, text = run([hang_up])
    results.add(status == 0 and last(text) == '1 passed, 0 failed', 'a signal that is ignored stays ignored', text)

    with tempfile.TemporaryDirectory() as folder:
        # Each leaves a file while it runs, and fails where it sees that of another.
        alone = (f'cd {folder}; echo 1..1; set -- *.on; touch $$.on; sleep 0.3; rm $$.on; '
                 f'[ "$1" = "*.on" ] && echo ok 1 || echo not ok 1')
        status, text = run([test_row(f't{i}', alone, is_parallel=False) for i in range(3)], '--jobs', '3')
        results.add(status == 0 and last(text) == '3 passed, 0 failed', 'those that must run alone do', text)

    with tempfile.TemporaryDirectory() as folder:
        # Each waits for the other to have begun.
        both = f'cd {folder}; touch {{}}; until [ -e {{}} ]; do sleep 0.01; done; echo 1..1; echo ok 1'
        status, text = run([test_row('a', both.format('a', 'b')), test_row('b', both.format('b', 'a'), suite=['shoogi:waits'])],
                           '--jobs', '1', '--wall-s', '100')
        results.add(status == 0 and last(text) == '2 passed, 0 failed', 'one that waits runs beside one that works', text)

    rows = [test_row('u', 'echo 1..1; echo ok 1'),
            test_row('p', 'echo 1..1; echo ok 1', suite=['shoogi:whole', 'shoogi:plain']),
            test_row('a', 'echo 1..1; echo ok 1', suite=['shoogi:alone']),
            test_row('s', 'echo 1..1; echo ok 1', suite=['shoogi:soak'])]
    status, text = run(rows)
    results.add(last(text) == '2 passed, 0 failed', 'soak tests and those that are parts of others wait to be asked for', text)
    with tempfile.TemporaryDirectory() as folder:
        one, two = os.path.join(folder, 'one'), os.path.join(folder, 'two')
        make_build(one, rows)
        make_build(two, rows)
        status, text = call('--from', f'x={one}:plain', '--from', f'y={two}:unit,soak')
        lines = sorted(' '.join(line.split()[:2]) for line in text.splitlines() if ' ok' in line)
        results.add(status == 0 and lines == ['x p', 'y s', 'y u'], 'suites of several directories', text)

    status, text = run([])
    results.add(status == 1 and last(text) == '0 passed, 1 failed', 'no tests at all', text)

    with tempfile.TemporaryDirectory() as build:
        make_build(build, [test_row('t', 'echo 1..1; echo ok 1')])
        status, text = call(build, 't', 'u')
    results.add(status == 1 and last(text) == '1 passed, 1 failed', 'a name that is no test', text)

    with tempfile.TemporaryDirectory() as folder:
        status, text = call(os.path.join(folder, 'nothing'))
    results.add(status == 2 and 'passed' not in text, 'no build directory', text)

    sees = 'echo 1..1; [ "$SHOOGI_TEST_DATA:$FROM_ROW" = "{}:yes" ] && echo ok 1 || echo not ok 1'
    row = test_row('t', sees.format('/there'), env={'SHOOGI_TEST_DATA': '/here', 'FROM_ROW': 'yes'})
    status, text = run([row], env={'SHOOGI_TEST_DATA': '/there', 'FROM_ROW': 'no'})
    results.add(status == 0, 'the environment says where test data is', text)

    with tempfile.TemporaryDirectory() as folder:
        tally = os.path.join(folder, 'tally')
        seen = [run([test_row('a', 'echo 1..1; echo ok 1')], '--tally', tally)[0],
                run([test_row('b', 'echo 1..1; echo not ok 1 - c')], '--tally', tally)[0],
                call('--tally', tally, '--check', 'good', '--', 'true')[0],
                call('--tally', tally, '--check', 'bad', '--', 'sh', '-c', 'echo why; exit 3')[0],
                call('--tally', tally, '--step', 'good step', '--', 'true')[0],
                call('--tally', tally, '--step', 'bad step', '--', 'false')[0],
                call('--tally', tally, '--check', 'none', '--', os.path.join(folder, 'nothing'))[0]]
        status, text = call('--close', '--tally', tally)
        results.add(seen == [0, 1, 0, 1, 0, 1, 1] and status == 1 and last(text) == '2 passed, 4 failed'
                    and '    why' in text and 'good step' not in text, 'several runs, one closing',
                    f'{seen}\n{text}')

    with tempfile.TemporaryDirectory() as build:
        names = os.path.join(build, 'names')
        make_build(build, [test_row(name, f'echo {name} >>{build}/order; echo 1..1; echo ok 1 - case') for name in 'abc'])
        with open(os.path.join(build, '.seconds'), 'w', encoding='utf-8') as file:
            json.dump({'a': 1, 'b': 3, 'c': 2}, file)
        status, text = call('--jobs', '1', '--names', names, build)
        with open(os.path.join(build, 'order'), encoding='utf-8') as file:
            results.add(status == 0 and file.read().split() == ['b', 'c', 'a'], 'the longest begins first', text)
        with open(names, encoding='utf-8') as file:
            results.add(file.read() == 'a: case\nb: case\nc: case\n', 'the names of all cases', text)
        with open(os.path.join(build, '.seconds'), 'w', encoding='utf-8') as file:
            json.dump({'a': 1, 'b': 300, 'c': 2}, file)
        status, text = call('--jobs', '1', '--seconds', '100', build)
        results.add(status == 0 and 'left for script/test: b' in text and last(text) == '2 passed, 0 failed',
                    'what would take too long is left and named', text)

    test_state(results)
    test_changed(results)
    print(f'1..{results.count}')
    return 1 if results.failed else 0


if __name__ == '__main__':
    sys.exit(main())
