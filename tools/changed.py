"""changed: finds the tests that a change can break, the closest first; for tools/run-tests --changed.

    python3 tools/changed.py [COMMIT]      prints the changed files themselves

Closeness:

    0  a test named like a changed file (talk.c: talk, engine_talk), or one that reads it (perft/chu.tsv: perft_chu)
    1  a test file that includes a changed header, by ninja's dependencies
    2  the tests that tests/changes.txt lists for the changed file, in its order
    3  the other test files of directories that must be recompiled, the fastest first
"""

import fnmatch
import os
import re
import subprocess
import sys

TABLE = os.path.join('tests', 'changes.txt')
SUITE_OBJECT = re.compile(r'tests/(\w+)_tests\.p/.*?([a-z0-9_]+)_test\.c\.o$')
SOURCE_OBJECT = re.compile(r'(src/\w+)/')


def git(root, *arguments):
    done = subprocess.run(['git', '-C', root, *arguments], stdout=subprocess.PIPE, encoding='utf-8', check=True)
    return done.stdout.split('\n')[:-1]


def changed_files(root, commit):
    """The paths below root that differ from the commit.  commit '': the last one, or the one before it if nothing differs."""
    def since(start):
        return git(root, 'diff', '--name-only', '--relative', start)
    untracked = git(root, 'ls-files', '--others', '--exclude-standard')
    if commit:
        return sorted({*since(commit), *untracked})
    return sorted({*since('HEAD'), *untracked}) or since('HEAD~1')


def read_table(root):
    """The rows of tests/changes.txt as [(pattern, names)]."""
    rows = []
    with open(os.path.join(root, TABLE), encoding='utf-8') as file:
        for line in file:
            line = line.split('#')[0].strip()
            if line.startswith('+'):  # goes on from the line before
                rows[-1][1].extend(line[1:].split())
            elif line:
                pattern, names = line.split(':')
                rows.append((pattern.strip(), names.split()))
    return rows


def names_in_table(rows, path):
    """The tests of the first row that matches the path; None if no row does."""
    folder, file = os.path.split(path)
    name, folder = os.path.splitext(file)[0], os.path.basename(folder)
    for pattern, names in rows:
        if fnmatch.fnmatchcase(path, pattern):
            return [word.replace('{name}', name).replace('{folder}', folder) for word in names]
    return None


def objects_of(build, root, files):
    """The object files compiled from any of these files, by the last build."""
    wanted = {os.path.relpath(os.path.join(root, path), build) for path in files}
    done = subprocess.run(['ninja', '-C', build, '-t', 'deps'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          encoding='utf-8', check=False)
    found = set()
    made = None
    for line in done.stdout.split('\n'):
        if line.startswith('    '):
            if line[4:] in wanted:
                found.add(made)
        elif ': #deps' in line:
            made = line.split(': #deps')[0]
    return found


def select(build, root, commit, tests, took):
    """Returns (the tests that the change can break, closest first; the changed files without any known test).
    tests: rows of meson; took: test name -> seconds."""
    files = changed_files(root, commit)
    rows = read_table(root)
    closeness = {}  # name -> what it is ordered by

    def add(name, *order):
        if name in by_name and (name not in closeness or order < closeness[name]):
            closeness[name] = order

    by_name = {test['name']: test for test in tests}
    suites = {}  # program, suite -> test name
    for test in tests:
        program = os.path.basename(test['cmd'][0])
        if program.endswith('_tests') and len(test['cmd']) == 2:
            suites[program.removesuffix('_tests'), test['cmd'][1]] = test['name']

    unknown = []
    for path in files:
        stem = os.path.splitext(os.path.basename(path))[0].removesuffix('_test')
        folder = os.path.basename(os.path.dirname(path))
        for name in (stem, f'{folder}_{stem}', suites.get((folder, stem))):
            add(name, 0)
        absolute = os.path.join(root, path)
        for test in tests:
            if any(os.path.normpath(word) == absolute for word in test['cmd'][1:]):
                add(test['name'], 0)
        named = names_in_table(rows, path)
        if named is None and not os.path.exists(absolute):
            named = []  # it is gone
        if named is None:
            unknown.append(path)
        for place, name in enumerate(named or []):
            add(name, 2, place)

    folders = set()
    for made in objects_of(build, root, files):
        suite = SUITE_OBJECT.search(made)
        if suite:
            add(suites.get(suite.groups()), 1)
        source = SOURCE_OBJECT.match(made)
        if source:
            folders.add(os.path.basename(source.group(1)))
    for (folder, _), name in suites.items():
        if folder in folders:
            add(name, 3, took.get(name, 1))
    return sorted((by_name[name] for name in closeness), key=lambda test: closeness[test['name']]), unknown


if __name__ == '__main__':
    ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    for changed in changed_files(ROOT, ''.join(sys.argv[1:2])):
        if os.path.exists(os.path.join(ROOT, changed)):
            print(changed)
