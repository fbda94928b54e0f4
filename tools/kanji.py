"""The characters in the names of pieces, and the font that draws them; shared by make-glyphs and make-font."""

import math
import os
import re
import sys

from definitions import VARIANTS, paths

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FONT = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc'
FACE = 'Noto Serif CJK JP'


def face():
    """The font, opened so that writing changes nothing else: the same font gives the same bytes."""
    if not os.path.exists(FONT):
        sys.exit('there is no %s: script/bootstrap test installs it' % FONT)
    from fontTools.ttLib import TTCollection
    for font in TTCollection(FONT, lazy=True, recalcTimestamp=False).fonts:
        if font['name'].getDebugName(1) == FACE:
            return font
    sys.exit('%s: no face called %s' % (FONT, FACE))


def characters(directory):
    """All non-ASCII characters in the definitions."""
    found = set()
    for path in paths(directory).values():
        with open(path, encoding='utf-8') as file:
            found.update(c for c in file.read() if ord(c) > 0x7F)
    return found


def squares(directory, name):
    """The number of squares of a definition's board, which may come from its base."""
    with open(paths(directory)[name], encoding='utf-8') as file:
        text = file.read()
    base = re.search(r'^base=(\S+)', text, re.MULTILINE)
    if base:
        return squares(directory, base.group(1))
    return math.prod(int(re.search(r'^%s=(\d+)' % side, text, re.MULTILINE).group(1)) for side in ('files', 'ranks'))


def of_men(directory, wanted, family=None):
    """The characters in names of pieces on boards of the wanted sizes, in the games of a family or in all."""
    found = set()
    for name, path in paths(directory).items():
        if family in (None, os.path.basename(os.path.dirname(path))) and wanted(squares(directory, name)):
            with open(path, encoding='utf-8') as file:
                for names in re.findall(r'[kK]anji=(\S+)', file.read()):
                    found.update(c for c in names if ord(c) > 0x7F)
    return found


def keep_or_compare(path, content, same=None):
    """Handles a tool's command line: with --write, writes the file if its content differs; else returns whether it is up to date.
    same(old, new): whether the contents are equivalent; by default, byte for byte."""
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
