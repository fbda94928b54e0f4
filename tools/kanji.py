"""The characters in which men are named, and the face of the font that draws them."""

import glob
import os
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


def write_depfile(depfile, output, directory):
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write('%s: %s\n' % (output, ' '.join([directory, FONT] + definitions(directory))))
