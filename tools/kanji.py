"""The characters in which pieces are named, the face of the font that draws them, and what two tools share that make files of it."""

import math
import os
import re
import sys

from definitions import VARIANTS, paths

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FONT = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc'
FACE = 'Noto Serif CJK JP'


def face():
    """The font, in which nothing is changed when it is written: the same font gives the same bytes."""
    if not os.path.exists(FONT):
        sys.exit('there is no %s: script/bootstrap test installs it' % FONT)
    from fontTools.ttLib import TTCollection
    for font in TTCollection(FONT, lazy=True, recalcTimestamp=False).fonts:
        if font['name'].getDebugName(1) == FACE:
            return font
    sys.exit('%s: no face called %s' % (FONT, FACE))


def characters(directory):
    """Every one beyond ASCII that stands in a definition of a variant."""
    found = set()
    for path in paths(directory).values():
        with open(path, encoding='utf-8') as file:
            found.update(c for c in file.read() if ord(c) > 0x7F)
    return found


def squares(directory, name):
    """Of the board of a definition, or of the one that it is based on."""
    with open(paths(directory)[name], encoding='utf-8') as file:
        text = file.read()
    base = re.search(r'^base=(\S+)', text, re.MULTILINE)
    if base:
        return squares(directory, base.group(1))
    return math.prod(int(re.search(r'^%s=(\d+)' % side, text, re.MULTILINE).group(1)) for side in ('files', 'ranks'))


def of_men(directory, wanted):
    """Those in names of pieces, of the boards of so many squares that are wanted."""
    found = set()
    for name, path in paths(directory).items():
        if wanted(squares(directory, name)):
            with open(path, encoding='utf-8') as file:
                for names in re.findall(r'[kK]anji=(\S+)', file.read()):
                    found.update(c for c in names if ord(c) > 0x7F)
    return found


def keep_or_compare(path, content, same=None):
    """Of a tool's command line: with --write a file gets its content, if it is not there already; else True if it has it.
    same(old, new): whether they say the same; by default that their bytes do."""
    old = None
    if os.path.exists(path):
        with open(path, 'rb') as file:
            old = file.read()
    if old is not None and (same(old, content) if same else old == content):
        return True
    if '--write' not in sys.argv[1:]:
        return False
    with open(path + '.new', 'wb') as file:
        file.write(content)
    os.replace(path + '.new', path)
    return True
