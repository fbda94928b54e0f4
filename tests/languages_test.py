"""tools/languages: on this tree, whose catalogues must have no faults; and on small trees, with one fault each, or with texts
that were reworded.  Prints TAP."""

import contextlib
import functools
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
sys.dont_write_bytecode = True
TREES = tempfile.TemporaryDirectory()  # it goes at the end

PAGE = '''t('Play'); tx("{a} takes {b}", { a, b }); // t('not this')
tn(n, '{n} move', '{n} moves'); tc('piece', 'king'); t(name === 'x' ? 'One' : `Two`);
const said = `${t('Inside')}: ${name}`; const table = [msg('Marked'), 'not this'];
'''
C = '''/* ITEM("not this") */
ITEM(v ? "The board has %u files, "
         "and %u ranks." : "None", n);
shg_word_in(l, "list", ", ");
'''
COMMANDS = '''COMMAND(play, "PLAY", "", "move:text", LOADED, PLAY, "Make a move.", "PLAY <move> :: makes  a\\nmove\\n\\n* so\\n  P-7f now\\n")
'''
NEEDS = '''NEEDS(play, "a move of yours", "PLAY P-9f")
'''
PO = r'''msgid ""
msgstr ""
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
'''
FAULTS = '''static const char *const words[] = { "a wide file", "no-words", "x" };
_Static_assert(1, "not this one"); assert(a && "nor this one"); shg_out_text(out, " nor a piece");
shg_fault_rules(f, at, "anything"); tell(a, WHY, two ? "%s and %s" : "%s", x);
shg_cursor_fail(c, at, "expected %" PRId64 " men", n);
'''
GOOD = {'web/src/a.ts': PAGE, 'src/core/position/a.c': FAULTS, 'src/help/a.c': C, 'src/server/session/commands.def': COMMANDS,
        'src/server/session/needs.def': NEEDS, 'languages/de.po': PO}
SAID = {
    'English': 'Deutsch', 'Play': 'Spielen', '{a} takes {b}': '{b} wird von {a} geschlagen', 'king': 'König', 'One': 'Eins',
    'Two': 'Zwei', 'Inside': 'Innen', 'Marked': 'Markiert', ', ': ', ', 'None': 'Keines', 'Make a move.': 'Ziehen.',
    'The board has %u files, and %u ranks.': 'Das Brett hat %2$u Reihen und %1$u Linien.', 'makes a move': 'zieht',
    'so': 'so', 'a wide file': 'eine breite Linie', 'anything': 'irgendetwas', '%s and %s': '%s und %s',
    'expected %ld men': 'erwartet: %ld Steine', 'P-7f now\\n': 'jetzt P-7f\\n',
    'a move of yours': 'einen Zug',
}

# The name of the case, the text in the catalogue, its replacement, and the message.
BAD = [
    ('a plural form too few', 'msgstr[1] "{n} Züge"\n', '', '"{n} move" (web/src/a.ts): 1 translations'),
    ('a name in braces that is none', '{b} wird von {a}', '{b} wird von {c}', 'other names in braces'),
    ('a directive too few', '%2$u Reihen und %1$u', '%1$u', 'other directives'),
    ('a directive of a message that is none', '%ld Steine', '%s Steine', 'other directives'),
    ('another directive', '%2$u Reihen', '%2$s Reihen', 'other directives'),
    ('a doubled key', 'msgid "Play"', 'msgid "One"', ': a second entry of "One"'),
    ('two entries in one', 'msgstr "Spielen"', 'msgstr "Spielen"\nmsgstr "Spiel"', ': a second msgstr'),
    ('what is no entry', 'msgid "Play"', 'nonsense', 'expected an entry, found "nonsense"'),
]


# The same, with what is only warned of.
LEFT = [
    ('a text without a translation', 'msgstr "Spielen"', 'msgstr ""', '1 texts are not translated and 0 need a new look'),
    ('a plural form without a translation', 'msgstr[1] "{n} Züge"', 'msgstr[1] ""', '1 texts are not translated and 0 need a new look'),
    ('a fuzzy entry', 'msgid "Play"', '#, fuzzy\nmsgid "Play"', '0 texts are not translated and 1 need a new look'),
    ('an entry that is left over', 'msgid "Play"', 'msgid "Played"', '1 texts are in no source any more'),
]

# What is done to the sources, and the translation that the new text has then; None: none.
REWORDED = [
    ('a word', 'web/src/a.ts', "t('Inside')", "t('Inside it')", 'Inside it', 'Innen'),
    ('a name in braces', 'web/src/a.ts', '{a} takes {b}', '{a} captures {c}', '{a} captures {c}', '{c} wird von {a} geschlagen'),
    ('the other order', 'web/src/a.ts', '"{a} takes {b}"', '"{b} is captured by {a}"', '{b} is captured by {a}', '{b} wird von {a} geschlagen'),
    ('all words, in the same code', 'web/src/a.ts', "msg('Marked')", "msg('Flagged')", 'Flagged', 'Markiert'),
    ('a name in braces more', 'web/src/a.ts', '"{a} takes {b}"', '"{a} takes {b} on {c}"', '{a} takes {b} on {c}', None),
    ('a directive', 'src/core/position/a.c', '"expected %" PRId64 " men"', '"expected %" PRIu64 " pieces"', 'expected %lu pieces', None),
    ('a word beside a directive', 'src/core/position/a.c', ' men', ' pieces', 'expected %ld pieces', 'erwartet: %ld Steine'),
    ('a summary', 'src/server/session/commands.def', 'Make a move.', 'Play on.', 'Play on.', 'Ziehen.'),
    ('a text more beside it', 'src/help/a.c', 'ITEM(v ?', 'ITEM("A new paragraph of the page", 1); ITEM(v ?', 'A new paragraph of the page', None),
]


def tree(files):
    root = tempfile.mkdtemp(dir=TREES.name)
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), 'w', encoding='utf-8') as file:
            file.write(text)
    os.makedirs(os.path.join(root, 'tools'))
    for name in ('languages', 'carry.py'):
        shutil.copy(os.path.join(ROOT, 'tools', name), os.path.join(root, 'tools'))
    return root


with open(os.path.join(ROOT, 'tools', 'languages'), encoding='utf-8') as source:
    TOOL = compile(source.read(), 'tools/languages', 'exec')


def tool(root, *arguments):
    """Runs the tool of a tree, in this process: Python takes longer to start than the tool for a small tree."""
    path = os.path.join(root, 'tools', 'languages')
    program = {'__name__': 'languages', '__file__': path}
    out, err, paths = io.StringIO(), io.StringIO(), list(sys.path)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        exec(TOOL, program)
        code = program['main'](list(arguments))
    sys.path[:] = paths
    sys.modules.pop('carry', None)  # each tree has its own
    assert err.getvalue() == '', err.getvalue()
    return code, out.getvalue()


def read(root, name):
    with open(os.path.join(root, name), encoding='utf-8') as file:
        return file.read()


def write(root, name, text):
    with open(os.path.join(root, name), 'w', encoding='utf-8') as file:
        file.write(text)


def copy(original):
    root = tempfile.mkdtemp(dir=TREES.name)
    shutil.copytree(original, root, symlinks=True, dirs_exist_ok=True)
    return root


@functools.cache
def translated_tree():
    root = tree(GOOD)
    assert tool(root) == (0, '')
    text = read(root, 'languages/de.po')
    assert 'not this' not in text and 'nor' not in text and 'no-words' not in text and 'P-9f' not in text, text
    for english, german in SAID.items():
        before = f'msgid "{english}"\nmsgstr ""'
        assert before in text, (english, text)
        text = text.replace(before, f'{before[:-1]}{german}"')
    text = text.replace('msgstr[0] ""', 'msgstr[0] "{n} Zug"').replace('msgstr[1] ""', 'msgstr[1] "{n} Züge"')
    write(root, 'languages/de.po', text)
    return root


@functools.cache
def committed_tree():
    root = translated()
    for command in (['init', '-q'], ['add', '-A'], ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'a']):
        subprocess.run(['git', '-C', root, *command], check=True)
    return root


def translated():
    """A small tree whose texts are all translated."""
    return copy(translated_tree())


def committed():
    """The same, in git."""
    return copy(committed_tree())


def this_tree():
    code, said = tool(ROOT, '--check')
    assert code == 0, said
    for line in said.splitlines():
        print(f'# {line}')


def what_is_found():
    root = translated()
    assert tool(root, '--check') == (0, '')
    before = read(root, 'languages/de.po')
    assert tool(root) == (0, '')
    assert read(root, 'languages/de.po') == before
    page = json.loads(tool(root, '--json', 'de')[1])
    assert page['Play'] == 'Spielen' and page['{n} moves'] == ['{n} Zug', '{n} Züge'] and page['piece\4king'] == 'König'
    assert 'Make a move.' not in page


def what_is_gone_goes():
    root = translated()
    write(root, 'web/src/a.ts', PAGE.replace("t('Play');", "t('Played');"))
    assert tool(root) == (0, '')
    text = read(root, 'languages/de.po')
    assert 'msgid "Played"\nmsgstr ""' in text and 'Spielen' not in text


def the_table_of_c():
    root = translated()
    assert tool(root, '--c', f'{root}/table.c', f'{root}/names.def', f'{root}/table.d') == (0, '')
    table = read(root, 'table.c')
    keys = [line.split('"')[1] for line in table.split('\n') if line.startswith('    { "')]
    assert keys == sorted(keys) and 'Make a move.' in keys and 'Play' not in keys, keys
    assert '{ "P-7f' not in table and '"literal\\004" "P-7f now\\n"' in table
    formats = table[table.index('shg_message_formats'):]
    assert re.findall('^    "(.*)",$', formats, re.MULTILINE) == ['expected %ld men', '%s and %s'], formats
    assert read(root, 'names.def').endswith('LANGUAGE(de, DE, "Deutsch")\n')


def faults():
    for what, old, new, expected in BAD:
        root = translated()
        text = read(root, 'languages/de.po')
        assert text.count(old) >= 1, what
        write(root, 'languages/de.po', text.replace(old, new, 1))
        code, said = tool(root, '--check')
        assert code == 1 and expected in said, (what, said)


def warnings():
    for what, old, new, expected in LEFT:
        root = translated()
        text = read(root, 'languages/de.po')
        assert text.count(old) >= 1, what
        write(root, 'languages/de.po', text.replace(old, new, 1))
        code, said = tool(root, '--check')
        assert code == 0 and said.startswith('warning: languages/de.po: ') and expected in said, (what, said)


def entry(root, english):
    return re.search(f'\n((?:#, fuzzy\n)?)(?:msgctxt .*\n)?msgid "{re.escape(english)}"\nmsgstr "(.*)"\n', read(root, 'languages/de.po')).groups()


def what_is_reworded():
    for what, path, old, new, english, german in REWORDED:
        root = committed()
        text = read(root, path)
        assert text.count(old) == 1, what
        write(root, path, text.replace(old, new))
        code, said = tool(root, '--since', 'HEAD')
        assert code == 0 and entry(root, english) == (('#, fuzzy\n', german) if german else ('', '')), (what, said, entry(root, english))
        assert ('1 need a new look' in said) == (german is not None), said
        assert tool(root, '--check')[0] == 0
        if path.startswith('web') and german:
            assert json.loads(tool(root, '--json', 'de')[1])[english] == german, 'a fuzzy translation is shown'


def what_moves():
    """A file that was renamed, and a text that went to another file, before and after a plain run."""
    for plain in (False, True):
        root = committed()
        write(root, 'web/src/b.ts', PAGE.replace("t('Play');", '').replace("msg('Marked')", "msg('Marked there')"))
        write(root, 'web/src/c.ts', "t('Play')")
        os.remove(os.path.join(root, 'web/src/a.ts'))
        subprocess.run(['git', '-C', root, 'add', '-A'], check=True)
        if plain:
            assert tool(root) == (0, '')
        code, said = tool(root, '--since', 'HEAD')
        assert code == 0 and entry(root, 'Play') == ('', 'Spielen'), said
        assert entry(root, 'Marked there') == ('#, fuzzy\n', 'Markiert'), said
        assert '#: web/src/c.ts\nmsgid "Play"' in read(root, 'languages/de.po') and 'a.ts' not in read(root, 'languages/de.po')


def what_is_looked_at():
    root = committed()
    write(root, 'web/src/a.ts', PAGE.replace('Inside', 'Inside it').replace('Marked', 'Marked there').replace("'king'", "'queen of all'") + "t('More')")
    assert tool(root, '--since', 'HEAD')[0] == 0
    todo = tool(root, '--todo', 'de')[1]
    assert "not translated: 1\n    1 web/src/a.ts: 'More'\n" in todo and 'needs a new look: 3\n' in todo, todo
    number = re.search("^ *(\\d+) .*'Marked there'\n +'Markiert'", todo, re.MULTILINE).group(1)
    assert tool(root, '--looked', 'de', number) == (0, '')
    assert entry(root, 'Marked there') == ('', 'Markiert') and entry(root, 'Inside it') == ('#, fuzzy\n', 'Innen')
    assert tool(root, '--looked', 'de') == (0, '')
    assert '#, fuzzy' not in read(root, 'languages/de.po')
    assert json.loads(tool(root, '--json', 'de', 'missing')[1]) == ['More']


TESTS = [this_tree, what_is_found, what_is_gone_goes, the_table_of_c, faults, warnings, what_is_reworded, what_moves, what_is_looked_at]
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
