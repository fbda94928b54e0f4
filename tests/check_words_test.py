"""tools/check-words: what it refuses and what it lets pass, on a small tree.  Prints TAP."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')

# A text of the page, what is found in it, what is said instead.  None: nothing is.
TEXTS = [
    ('Two men stand there.', 'men', 'piece'),
    ('See the man page shoogi(1).', None, None),
    ('The lion moves and he may go on.', 'he', 'they'),
    ('Who has no legal move loses.', 'Who has no legal move loses.', 'If you'),
    ('It is over. Whoever resigns loses.', 'Whoever resigns loses.', 'If you'),
    ('Who may see the game?', None, None),
    ('The players who have resigned', None, None),
    ('WHO lists who is here.', None, None),
    ('A pawn that is taken changes sides.', 'pawn that is taken', 'captured'),
    ('The knight on 7c was taken.', 'was taken', 'captured'),
    ('That name is taken.', None, None),
    ('The lion takes a king.', 'takes a king', 'capture'),
    ('The lion takes it at once.', 'takes it', 'capture'),
    ('Take the piece back.', None, None),
    ('Your opponent is told.', 'is told', 'is shown'),
    ('There is none yet.', None, None),
    ('a name that is none', 'is none', 'there is no'),
    ('BLACK, which holds at first', 'holds at first', 'default'),
    ('a port; usually 4080', '; usually ', 'default:'),
    ('You usually play fast.', None, None),
    ('You are kept out.', 'kept out', 'ban'),
    ('colours by lot', 'by lot', 'random'),
    ('a lot of games', None, None),
    ('It is no contest.', 'no contest', 'no result'),
    ('A blank ends it.', 'blank', 'space'),
    ('a blank line', None, None),
    ('only for players; who is logged in is one', 'who is logged in', 'signed in'),
]

TREE = {
    'web/src/a.ts': "t('fine');\n// he is a comment\nt('A ' +\n  'man.');\n",
    'src/core/gait.c': '/* Many men in one line count once: men, men. */\n',
    'src/cli/command.def': 'COMMAND(help, "help", "print how men go")\n',
    'include/shoogi/a.h': '/* What a man is.\n * Who is to move. */\nint shoogi_man_count(void); /* taken on success */\nint shoogi_mandate(void);\n',
    'docs/a.md': 'A man moves.\n\n    a man: typed\n\nWrite `man=1`.\n\n```\nhis\n```\n\nIt is his.\n',
    'docs/man/a.1': '.Sh NAME\nSee the man page.\n',
    'docs/decisions/001-men.md': 'Men were taken.\n',
    'languages/de.po': '',
}
FOUND = [
    ('web/src/a.ts', 4, 'man'), ('src/core/gait.c', 1, 'src/core/gait.c'), ('src/cli/command.def', 1, 'men'), ('include/shoogi/a.h', 1, 'man'),
    ('include/shoogi/a.h', 2, 'Who is to move.'), ('include/shoogi/a.h', 3, 'shoogi_man_count'), ('docs/a.md', 1, 'man'), ('docs/a.md', 11, 'his'),
]


def tree(files):
    root = tempfile.mkdtemp()
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), 'w', encoding='utf-8') as file:
            file.write(text)
    os.makedirs(os.path.join(root, 'tools'), exist_ok=True)
    for name in ('languages', 'check-words'):
        shutil.copy(os.path.join(ROOT, 'tools', name), os.path.join(root, 'tools'))
    subprocess.run(['git', 'init', '-q', root], check=True)
    return root


def tool(root, *arguments):
    done = subprocess.run([sys.executable, '-B', os.path.join(root, 'tools', 'check-words'), *arguments], capture_output=True,
                          text=True, check=False, cwd=root)
    assert done.stderr == '', done.stderr
    found = re.findall(r'^(.*):(\d+): "(.*)": (.*)$', done.stdout, re.MULTILINE)
    assert done.returncode == (1 if found else 0) or arguments, done
    return [(path, int(line), what) for path, line, what, _ in found], done.stdout


def texts():
    for text, what, say in TEXTS:
        root = tree({'web/src/a.ts': f't({text!r});\n'})
        found, said = tool(root)
        assert [one[2].strip() for one in found] == ([what.strip()] if what else []), (text, said)
        assert say is None or say in said, (text, said)
        shutil.rmtree(root)


def places():
    root = tree(TREE)
    found, said = tool(root)
    assert sorted(found) == sorted(FOUND), said
    assert [one[0] for one in tool(root, 'docs', 'web')[0]] == ['docs/a.md', 'docs/a.md', 'web/src/a.ts']
    assert tool(root, 'src/core/a.c')[0] == []
    counted = dict(line.split()[::-1] for line in tool(root, '--count')[1].splitlines())
    assert counted == {'web/src': '1', 'src/core': '1', 'src/cli': '1', 'include/shoogi': '3', 'docs': '2'}, counted
    shutil.rmtree(root)


def all_lines():
    """Comments, too, may say it fewer than 20 times."""
    for lines, expected in ((19, 0), (20, 20)):
        root = tree({'src/core/a.c': '/* a man */\n' * lines})
        assert len(tool(root)[0]) == expected
        shutil.rmtree(root)


TESTS = [texts, places, all_lines]
print(f'1..{len(TESTS)}')
FAILED = 0
for number, test in enumerate(TESTS, 1):
    try:
        test()
        print(f'ok {number} - {test.__name__.replace("_", " ")}')
    except AssertionError as error:
        FAILED += 1
        print(f'not ok {number} - {test.__name__.replace("_", " ")}')
        for line in str(error).split('\n'):
            print(f'# {line}')
sys.exit(1 if FAILED else 0)
