"""tools/run-tests on a build directory of small shell programs: what passes, what fails, what is
skipped, and how it all adds up.  Prints TAP."""

import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
TOOL = os.path.join(ROOT, 'tools', 'run-tests')

# What it is, the shell program, does it speak TAP, the closing line, what the output must hold.
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
    """(exit status, output, seconds) of the tool on a build directory with these tests."""
    with tempfile.TemporaryDirectory() as build:
        os.mkdir(os.path.join(build, 'meson-info'))
        with open(os.path.join(build, 'meson-info', 'intro-tests.json'), 'w', encoding='utf-8') as file:
            json.dump(rows, file)
        return call('--label', 'lab', *options, build, env=env)


def call(*arguments, env=None):
    begin = time.monotonic()
    done = subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding='utf-8', check=False,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, time.monotonic() - begin


def last(text):
    return text.splitlines()[-1] if text else ''


def main():
    results = Results()
    for name, program, tap, closing, words in CASES:
        status, text, _ = run([test_row('t', program, tap)])
        right = closing.startswith('0 ') or not closing.endswith(' 0 failed')
        lines = text.splitlines()
        good = last(text) == closing and (status != 0) == right and all(
            any(word in line for line in lines) for word in words)
        results.add(good, name, f'status {status}\n{text}')

    status, text, seconds = run([test_row('t', 'echo 1..1; sleep 60 & sleep 60', timeout=1)])
    results.add(status == 1 and last(text) == '0 passed, 1 failed' and seconds < 20
                and 'took longer than 1 s' in text, 'one that hangs', text)

    status, text, _ = run([test_row('t', 'sleep 1.3; echo 1..1; echo ok 1', timeout=1)],
                          '--timeout-multiplier', '20')
    results.add(status == 0, 'a timeout multiplied', text)

    with tempfile.TemporaryDirectory() as folder:
        mark = os.path.join(folder, 'mark')
        status, text, _ = run([test_row('t', f'(sleep 1; touch {mark}) & echo 1..1; echo ok 1')])
        time.sleep(1.5)
        results.add(status == 0 and not os.path.exists(mark), 'what it leaves behind is ended', text)

    with tempfile.TemporaryDirectory() as folder:
        # Each leaves a file while it runs, and fails where it sees that of another.
        alone = (f'cd {folder}; echo 1..1; set -- *.on; touch $$.on; sleep 0.3; rm $$.on; '
                 f'[ "$1" = "*.on" ] && echo ok 1 || echo not ok 1')
        status, text, _ = run([test_row(f't{i}', alone, is_parallel=False) for i in range(3)], '--jobs', '3')
        results.add(status == 0 and last(text) == '3 passed, 0 failed', 'those that must run alone do', text)

    rows = [test_row('u', 'echo 1..1; echo ok 1'),
            test_row('p', 'echo 1..1; echo ok 1', suite=['shoogi:unit', 'shoogi:plain']),
            test_row('s', 'echo 1..1; echo ok 1', suite=['shoogi:soak'])]
    status, text, _ = run(rows)
    results.add(last(text) == '2 passed, 0 failed', 'soak tests wait to be asked for', text)
    status, text, _ = run(rows, '--no-suite', 'plain')
    results.add(last(text) == '1 passed, 0 failed', 'without a suite', text)
    status, text, _ = run(rows, '--suite', 'soak')
    results.add(last(text) == '1 passed, 0 failed' and 'lab   s ' in text, 'only a suite', text)

    status, text, _ = run([])
    results.add(status == 1 and last(text) == '0 passed, 1 failed', 'no tests at all', text)

    with tempfile.TemporaryDirectory() as build:
        os.mkdir(os.path.join(build, 'meson-info'))
        with open(os.path.join(build, 'meson-info', 'intro-tests.json'), 'w', encoding='utf-8') as file:
            json.dump([test_row('t', 'echo 1..1; echo ok 1')], file)
        status, text, _ = call(build, 't', 'u')
    results.add(status == 1 and last(text) == '1 passed, 1 failed', 'a name that is no test', text)

    with tempfile.TemporaryDirectory() as folder:
        status, text, _ = call(os.path.join(folder, 'nothing'))
    results.add(status == 2 and 'passed' not in text, 'no build directory', text)

    sees = 'echo 1..1; [ "$SHOOGI_TEST_DATA:$FROM_ROW" = "{}:yes" ] && echo ok 1 || echo not ok 1'
    row = test_row('t', sees.format('/there'), env={'SHOOGI_TEST_DATA': '/here', 'FROM_ROW': 'yes'})
    status, text, _ = run([row], env={'SHOOGI_TEST_DATA': '/there', 'FROM_ROW': 'no'})
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
        status, text, _ = call('--close', '--tally', tally)
        results.add(seen == [0, 1, 0, 1, 0, 1, 1] and status == 1 and last(text) == '2 passed, 4 failed'
                    and '    why' in text and 'good step' not in text, 'several runs, one closing',
                    f'{seen}\n{text}')

    print(f'1..{results.count}')
    return 1 if results.failed else 0


if __name__ == '__main__':
    sys.exit(main())
