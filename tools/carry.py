"""carry: which text of a new tree is a text of an old one, reworded.

Files are compared one by one, renames followed as git sees them.  The texts of a file are aligned in their order; how alike
two of them are is said by their words, where words of CONTRIBUTING.md's glossary count as one, and by the code around
them.  A text that was moved to another file and reworded is found by its words alone.  No pair is better than a wrong one.
"""

import collections
import difflib
import functools
import importlib.machinery
import importlib.util
import io
import os
import re
import subprocess
import tarfile

# ---- words ----

# The words of one line mean the same in a text before and after it was reworded.
SAME = '''
piece man men
capture take taker taken took captor
move go goe gone gait walk
promote become crown turn turned
hand
default usually initially
ban banned kept keep
email letter mail write written
notification notify notice tell told device browser
resign give
random lot
show say said tell told report list print draw drawn
player side
sign log login logged signed
rule reading school set
value worth
invalid wrong bad
many much few limit full
end over finish
begin start
colour color
may can allowed
must need
square field
file column
rank row
different other another otherwise
same alike equal
'''
# What changes with the shape of a sentence.
LIGHT = frozenset('''a an the of to in on at by for from with as is are was were be been it its he his him she her they them their you your
one who whom whose which that this these those what whoever there here so and or but if then than not no do does has have had will would
may can could all any each every some only also too very into onto out up off when where while until after before
'''.split())


def stem(word):
    for end in ('ings', 'ing', 'ies', 'ied', 'ed', 'es', 's'):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[:-len(end)]
    return word


GROUPS = {}
for _line in SAME.split('\n'):
    for _word in _line.split():
        GROUPS.setdefault(stem(_word), stem(_line.split()[0]))


def meaning(word):
    """What stands for a word and for those that mean the same."""
    one = stem(word.lower())
    return GROUPS.get(one, one)


@functools.lru_cache(maxsize=None)
def words(text):
    """The words of a text, each with its weight; what is to be filled in, and what is typed, counts most."""
    found = collections.Counter()
    for word in re.findall(r"\{\w+\}|<\w+>|%[a-z]+|[\w'-]+", text):
        low = word.lower()
        if word[0] == '{':
            found['{' + meaning(word[1:-1])] += 2
        elif word[0] in '<%':
            found[word] += 2
        elif len(word) > 1 and word.isupper() or any(c.isdigit() for c in word):
            found[word] += 2
        elif low in LIGHT:
            found[low] += 0.2
        else:
            found[meaning(low)] += 1
    return found


def fillings(text, plural):
    """What is to be filled in, as a multiset; a name in braces counts as any other."""
    return sorted('{}' if one[0] == '{' else one for one in re.findall(r'\{\w+\}|%(?:\d\$)?[-+0 #]*\d*(?:\.\d+)?[a-z]+', f'{text} {plural or ""}'))


def alike(old, new):
    """0 to 1: how much of the words two bags have in common."""
    shared = sum(min(weight, new[word]) for word, weight in old.items() if word in new)
    whole = sum(old.values()) + sum(new.values())
    return 2 * shared / whole if whole else 1.0


# ---- alignment ----

SURE = 0.5  # alike by their words alone
FAIR = 0.25  # alike enough for two texts that stand in the same place


class Found:
    """A text where it stands: its key, and the code around it."""

    def __init__(self, text):
        self.key, self.text, self.plural, self.context = text.key, text.text, text.plural, text.context
        self.place = getattr(text, 'place', None)
        self.words = words(f'{text.text} {text.plural or ""}')
        self.around = collections.Counter(self.place or ())


def align(old, new, fits):
    """The pairs (old, new, score) of two lists that are in the same order; fits(old, new): whether a pair may be at all."""
    blocks = difflib.SequenceMatcher(None, [one.key for one in old], [one.key for one in new], autojunk=False)
    for what, i, i_end, j, j_end in blocks.get_opcodes():
        if what == 'replace':
            yield from align_block(old[i:i_end], new[j:j_end], fits)


def align_block(old, new, fits):
    """The best alignment of what stands between two texts that are the same in both."""
    rows, columns = len(old), len(new)
    likeness, best = {}, [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if not fits(old[i], new[j]):
                continue
            of_words, of_place = alike(old[i].words, new[j].words), alike(old[i].around, new[j].around)
            if old[i].place is None or new[j].place is None:
                of_place = 0.0
            likeness[i, j] = of_words, of_place
            best[i][j] = max(best[i][j], best[i + 1][j + 1] + of_words + 0.4 * of_place ** 2 + 0.01)
    paired, i, j = [], 0, 0
    while i < rows and j < columns:
        if (i, j) in likeness and best[i][j] > max(best[i + 1][j], best[i][j + 1]):
            paired.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    firm = {(i, j) for i, j in paired if likeness[i, j][0] >= SURE} | {(-1, -1), (rows, columns)}
    for at, (i, j) in enumerate(paired):
        of_words, of_place = likeness[i, j]
        before = paired[at - 1] if at > 0 else (-1, -1)
        after = paired[at + 1] if at + 1 < len(paired) else (rows, columns)
        # Between two texts that are sure there is one old text, and one new one in its place.
        between = before == (i - 1, j - 1) and after == (i + 1, j + 1) and before in firm and after in firm
        if (of_words >= SURE or of_place > 0.9 or (of_words >= FAIR and (between or of_place > 0.7))
                or (between and of_place > 0.5)):
            yield old[i], new[j], of_words + of_place / 2 + between / 4


def pool(old, new, fits):
    """The same of texts that are anywhere: each must be the best for the other, by far."""
    likeness = collections.defaultdict(list)
    for a in old:
        for b in new:
            if fits(a, b) and (one := alike(a.words, b.words)) >= 0.6:
                likeness[a, 0].append((one, b))
                likeness[b, 1].append((one, a))
    for a in old:
        found = sorted(likeness.get((a, 0), []), key=lambda pair: -pair[0])
        if not found or (len(found) > 1 and found[1][0] > found[0][0] - 0.1):
            continue
        b = found[0][1]
        back = sorted(likeness[b, 1], key=lambda pair: -pair[0])
        if back[0][1] is a and (len(back) == 1 or back[1][0] <= back[0][0] - 0.1) and sum(a.words.values()) >= 3:
            yield a, b, found[0][0]


def carried(old, new, renamed, fits):
    """New key -> (old key, score).  old, new: file -> its texts; renamed: new path -> old path."""
    votes = collections.defaultdict(lambda: collections.defaultdict(float))
    old_keys = {one.key for texts in old.values() for one in texts}
    new_keys = {one.key for texts in new.values() for one in texts}
    for path, texts in new.items():
        before = old.get(renamed.get(path, path), [])
        for a, b, score in align(before, texts, fits):
            if b.key not in old_keys:
                votes[b.key][a.key] += score
    gone = {one.key: one for texts in old.values() for one in texts if one.key not in new_keys}
    come = {one.key: one for texts in new.values() for one in texts if one.key not in old_keys and one.key not in votes}
    used = {key for found in votes.values() for key in found}
    for a, b, score in pool([one for key, one in gone.items() if key not in used], list(come.values()), fits):
        votes[b.key][a.key] += score
    return {key: max(found.items(), key=lambda pair: pair[1]) for key, found in votes.items()}


# ---- the old tree ----

def git(root, *arguments):
    return subprocess.run(['git', '-C', root, *arguments], capture_output=True, check=True).stdout


def extract(root, revision, into):
    """The tree of a revision, as files; what is neither a source of texts nor a catalogue is left out."""
    parts = [name for name in ('languages', 'tools', 'src', 'include', 'variants', 'web/src')
             if git(root, 'ls-tree', '--name-only', revision, name)]
    with tarfile.open(fileobj=io.BytesIO(git(root, 'archive', revision, *parts))) as tar:
        for member in filter(tarfile.TarInfo.isfile, tar):
            path = os.path.join(into, member.name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as file:
                file.write(tar.extractfile(member).read())


def renames(root, revision):
    """New path -> old path, of the files that git takes for renamed."""
    fields = git(root, 'diff', '-M40%', '-l9999', '--name-status', '-z', '--diff-filter=R', revision, '--',).decode().split('\0')
    return {fields[i + 2]: fields[i + 1] for i in range(0, len(fields) - 2, 3)}


def load(path):
    """A script as a module."""
    loader = importlib.machinery.SourceFileLoader('languages_of_' + re.sub(r'\W', '_', path), path)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def load_old(path, old_path):
    """The script at path, working on the tree that old_path is in, with the file and function names that were in use there."""
    old = load(old_path)
    loader = importlib.machinery.SourceFileLoader('languages_then', path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    module.ROOT = os.path.dirname(os.path.dirname(old_path))
    module.PAGE.update(old.PAGE)
    module.PROGRAM.update(old.PROGRAM)
    module.FAULT = re.compile(f'{module.FAULT.pattern}|{old.FAULT.pattern}')
    module.SOURCES = [(pattern, getattr(module, texts.__name__, texts)) for pattern, texts in old.SOURCES]
    return module
