"""tools/command-table: on this tree, whose table must be true; on small trees with one fault each; and the rows
beside the table they were taken from, where that is at hand.  Prints TAP."""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
TOOL = os.path.join(ROOT, 'tools', 'command-table')
ORIGIN = os.path.join(os.environ.get('SHOOGI_TEST_DATA', ''), 'spec', 'shoogi-commands.md')

PAGE = '''| id | what holds | shown by |
|---|---|---|
| A.1 | the first | [a_test.c](../src/x/a_test.c) `one`, `two` |
| B | the second | [a_test.c](../src/x/a_test.c) `two`; [b_test.py](../tests/e2e/b_test.py) `three` |
'''
C = '''/* Rows: A.1 */
static void one(void **state)
{
}

/* In words.
 * Rows: A.1
 * B */
static void two(void **state)
{
}

int main(void) { run(one); run(two); }
'''
PYTHON = '''def three():
    """What it does.  Rows: B"""

run_tests([three])
'''
GOOD = {'docs/commands.md': PAGE, 'src/x/a_test.c': C, 'tests/e2e/b_test.py': PYTHON}

# The name of the case, the file that is changed, the old and new text, and the message.
BAD = [
    ('a row without a test', 'docs/commands.md', '| B |', '| C | more | |\n| B |',
     'docs/commands.md:4: C is shown by no test'),
    ('a row twice', 'docs/commands.md', '| B |', '| A.1 | the first | [a_test.c](../src/x/a_test.c) `one`, `two` |\n| B |',
     'docs/commands.md:4: A.1 stands here twice'),
    ('a test that was added', 'docs/commands.md', '`one`, `two`', '`two`',
     'docs/commands.md:3: A.1: the last column is not that of the tests'),
    ('a mark without a row', 'src/x/a_test.c', 'Rows: A.1 */', 'Rows: A.1 A.2 */',
     'src/x/a_test.c:1: A.2 is no row of docs/commands.md'),
    ('a mark in Python without a row', 'tests/e2e/b_test.py', 'Rows: B', 'Rows: B A.2',
     'tests/e2e/b_test.py:2: A.2 is no row of docs/commands.md'),
    ('words behind a mark', 'src/x/a_test.c', 'Rows: A.1 */', 'Rows: A.1 and so on */',
     'src/x/a_test.c:1: and is no row of docs/commands.md'),
    ('a mark on something else', 'src/x/a_test.c', 'static void one(void **state)', 'static int one(void)',
     'src/x/a_test.c:1: expected a test after this mark'),
    ('a test that is not run', 'src/x/a_test.c', 'run(one);', '', 'src/x/a_test.c:1: one is not run'),
    ('a test in Python that is not run', 'tests/e2e/b_test.py', '[three]', '[]',
     'tests/e2e/b_test.py:2: three is not run'),
]


def check(files):
    """(exit status, lines) of the tool on a tree of these files; afterwards it must be able to write the page."""
    with tempfile.TemporaryDirectory() as tree:
        for path, text in files.items():
            os.makedirs(os.path.join(tree, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(tree, path), 'w', encoding='utf-8') as file:
                file.write(text)
        done = run(tree)
        subprocess.run([TOOL, '--write', tree], stdout=subprocess.DEVNULL, check=False)
        if any('last column' in line for line in run(tree)[1]):
            return done[0], done[1] + ['--write has not written it']
        return done


def run(tree):
    done = subprocess.run([TOOL, tree], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding='utf-8', check=False)
    return done.returncode, done.stdout.splitlines()


def rows(path):
    with open(path, encoding='utf-8') as file:
        return re.findall(r'^\| ([A-Z][\w.-]*) \|', file.read(), re.M)


def main():
    print(f'1..{len(BAD) + 3}')
    failed = 0

    def result(number, good, name, lines):
        nonlocal failed
        print(f'{"ok" if good else "not ok"} {number} - {name}')
        if not good:
            failed += 1
            for line in lines:
                print('# ' + line)

    status, lines = run(ROOT)
    result(1, status == 0 and not lines, 'the table of docs/commands.md is true', lines)
    status, lines = check(GOOD)
    result(2, status == 0 and not lines, 'a tree with nothing wrong', lines)
    for number, (name, path, old, new, said) in enumerate(BAD, 3):
        assert old in GOOD[path]
        status, lines = check({**GOOD, path: GOOD[path].replace(old, new, 1)})
        result(number, status == 1 and lines and lines[0].startswith(said) and '--write has not' not in lines[-1],
               name, lines)
    number = len(BAD) + 3
    if not os.path.exists(ORIGIN):
        print(f'ok {number} - the rows of shoogi-commands.md are all there # SKIP {ORIGIN} is not here')
    else:
        ours, theirs = rows(os.path.join(ROOT, 'docs', 'commands.md')), rows(ORIGIN)
        result(number, set(theirs) <= set(ours) and len(theirs) > 150, 'the rows of shoogi-commands.md are all there',
               [f'{row} is missing' for row in set(theirs) - set(ours)])
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
