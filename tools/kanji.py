"""The characters in which men are named, and the face of the font that draws them."""

import glob
import math
import os
import re
import sys

from fontTools.ttLib import TTCollection

FONT = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc'
FACE = 'Noto Serif CJK JP'


def face():
    for font in TTCollection(FONT, lazy=True).fonts:
        if font['name'].getDebugName(1) == FACE:
            return font
    sys.exit('%s: no face called %s' % (FONT, FACE))


def definitions(directory):
    return sorted(glob.glob(os.path.join(directory, '*.variant')))


def characters(directory):
    """Every one beyond ASCII that stands in a definition of a variant."""
    found = set()
    for path in definitions(directory):
        with open(path, encoding='utf-8') as file:
            found.update(c for c in file.read() if ord(c) > 0x7F)
    return found


def squares(directory, name):
    """Of the board of a definition, or of the one that it is based on."""
    with open(os.path.join(directory, name + '.variant'), encoding='utf-8') as file:
        text = file.read()
    base = re.search(r'^base=(\S+)', text, re.MULTILINE)
    if base:
        return squares(directory, base.group(1))
    return math.prod(int(re.search(r'^%s=(\d+)' % side, text, re.MULTILINE).group(1)) for side in ('files', 'ranks'))


def of_men(directory, wanted):
    """Those in names of men, of the boards of so many squares that are wanted."""
    found = set()
    for path in definitions(directory):
        if wanted(squares(directory, os.path.splitext(os.path.basename(path))[0])):
            with open(path, encoding='utf-8') as file:
                for names in re.findall(r'[kK]anji=(\S+)', file.read()):
                    found.update(c for c in names if ord(c) > 0x7F)
    return found


def write_depfile(depfile, output, directory):
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write('%s: %s\n' % (output, ' '.join([directory, FONT] + definitions(directory))))
