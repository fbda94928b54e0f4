"""tools/check-rulings on what is shipped, and on small families, each with one fault of one kind.  Prints TAP."""

import os
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
TOOL = os.path.join(ROOT, 'tools', 'check-rulings')

BARE = '# Does a bare king lose?\n# Yes.\nbaring=0\n'
LAST = '# Which men promote on the last rank?\n# Pawn and lance.\nlastRank=P,L\n'
# A family with nothing wrong in it: own names, a remark, a ruling without parameters, a rule set of a rule set, a game
# with a history of its own beside them, and the same question asked of that.
GOOD = {
    'one/one': '''history=A game.
dispute=Does a bare king lose?
reading=one,one-c No.
reading=one-a,one-b,one-d Yes.
dispute=Which men promote on the last rank?
reading=one,one-b The pawn.
reading=one-a,one-c,one-d Pawn and lance.
dispute=Is the board green?
reading=* Yes.
reading=- No.
dispute=How is a draw counted?
reading=one,one-a,one-b,one-c As half a point.
reading=one-d Not at all.
files=3
''',
    'one/one-a': f'base=one\n# Not disputed.\nalias=ein\n\n{BARE}{LAST}',
    'one/one-b': f'base=one\n# As told in a letter.\n{BARE}',
    'one/one-c': 'base=one-b\n# Which men promote on the last rank?\n# Pawn and lance.\nlastRank=P,L\n'
                 '# Does a bare king lose?\n# No.\nbaring=none\n',
    'one/one-d': f'base=one-a\n# How is a draw counted?\n# Not at all.\n# No parameter: no rule says what a draw is worth.\n',
    'one/one-other': 'base=one\nhistory=Another game.\ndispute=Does a bare king lose?\nreading=one-other Yes.\nreading=- No.\nbaring=1\n',
    'two/two': 'history=Its own.\nbaring=0\n',
}
ANSWER = 'expected the answer of one-a to "Does a bare king lose?"'

# Name, file, its text, line, what is said.
BAD = [
    ('a line under no ruling', 'one/one-a', f'base=one\nbaring=0\n{BARE}{LAST}', 2, 'expected a ruling before this line'),
    ('no ruling at all', 'one/one-b', 'base=one\n', 1, 'expected a ruling on "Does a bare king lose?", as one decides otherwise'),
    ('the answer of others', 'one/one-a', f'base=one\n{LAST}# Does a bare king lose?\n# No.\nbaring=1\n', 6, ANSWER),
    ('no answer', 'one/one-a', f'base=one\n{LAST}# Does a bare king lose?\nbaring=0\n', 6, ANSWER),
    ('no answer at the end', 'one/one-a', f'base=one\n{LAST}# Does a bare king lose?\n', 6, ANSWER),
    ('a ruling twice', 'one/one-b', f'base=one\n{BARE}{BARE}', 5, 'has been decided before'),
    ('a ruling as the base has it', 'one/one-b', f'base=one\n{BARE}# Is the board green?\n# Yes.\nlook=1\n', 5,
     'one decides "Is the board green?" alike'),
    ('a ruling without parameters', 'one/one-b', 'base=one\n# Does a bare king lose?\n# Yes.\n', 2,
     'expected parameters that carry out the ruling'),
    ('a reason and parameters', 'one/one-b', f'base=one\n{BARE}# No parameter: none.\n', 2,
     'expected parameters that carry out the ruling'),
    ('alike by other lines', 'one/one-b', f'base=one\n{BARE}baringDead=1\n', 2,
     'one-a decides "Does a bare king lose?" alike by other lines'),
    ('otherwise by the same lines', 'one/one-c', 'base=one-b\n# Which men promote on the last rank?\n# Pawn and lance.\n'
     'lastRank=P,L\n# Does a bare king lose?\n# No.\nbaring=0\n', 5, 'decides "Does a bare king lose?" otherwise by the same lines'),
    ('two answers to a dispute', 'one/one', GOOD['one/one'].replace('one-d Yes.', 'one-d,one Yes.'), 1,
     'expected one answer to "Does a bare king lose?", found 2'),
    ('no answer to a dispute', 'one/one', GOOD['one/one'].replace('reading=one,one-c No.', 'reading=one-c No.'), 1,
     'expected one answer to "Does a bare king lose?", found 0'),
    ('a base that is not there', 'one/one-b', 'base=three\n', 1, 'expected a base that is here, found three'),
]


def check(*arguments):
    """(exit status, lines) of the tool."""
    done = subprocess.run([sys.executable, '-B', TOOL, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding='utf-8', check=False)
    return done.returncode, done.stdout.splitlines()


def check_family(files):
    with tempfile.TemporaryDirectory() as place:
        directory = os.path.join(place, 'variants')
        for name, text in files.items():
            path = os.path.join(directory, name + '.variant')
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        return check(directory)


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

    status, lines = check()
    result(1, status == 0 and not lines, 'what is shipped', lines)
    status, lines = check_family(GOOD)
    result(2, status == 0 and not lines, 'a family with nothing wrong', lines)
    for number, (name, path, text, line, words) in enumerate(BAD, 3):
        status, lines = check_family({**GOOD, path: text})
        good = status == 1 and any(said.startswith(f'variants/{path}.variant:{line}: ') and words in said for said in lines)
        result(number, good, name, lines)
    with tempfile.TemporaryDirectory() as place:
        status, lines = check(place)
        result(len(BAD) + 3, status == 1 and 'no definitions' in lines[0], 'no definitions', lines)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
