"""shoogi convert on the largest texts, designed to be slow.  Prints TAP.

    hostile_records_test.py            texts of a hundred and twentieth of the greatest size of a record
    hostile_records_test.py --large    texts of the greatest size
    hostile_records_test.py --show 'pgn: a long game' 1000    prints one of them

What a reader does for a byte must not grow with the number of bytes before or behind it.  Each format is given one
long line and very many short ones, variations within and beside each other, comments, headers, ends and faults
without number, and many records.  Nothing is asked of the answer but that it comes in time.
"""

import os
import resource
import subprocess
import sys
import tempfile

from cli_test import GOOD, NO, PROGRAM, VARIANTS, tap

BYTES_MAX = 4 << 20
LARGE = '--large' in sys.argv[1:]
SIZE = BYTES_MAX if LARGE else BYTES_MAX // 240
SECONDS_MAX = 20 if LARGE else 2  # most take a tenth of a second or less; what is not linear would take minutes
REFUSED = 3
CSA_HEAD = 'V2.2\nPI\n+\n'
KIF_HEAD = '手数----指手---------消費時間--\n'
SHOOGI_HEAD = 'shoogi record 1\n\n'
JKF_HEAD = '{"header":{},"moves":[{}'

# Four moves that lead back to where they began, in the words of each format, and the number of a move in front.
SHUFFLES = {
    'pgn': ('Rh3 Rb7 Rh2 Rb8 ', '[Event "x"]\n\n'),
    'psn': ('R3h R7b R2h R8b ', '[Sente "x"]\n\n'),
    'western': ('R-3h R-7b R-2h R-8b ', ''),
    'usi': ('2h3h 8b7b 3h2h 7b8b ', 'position startpos moves '),
    'csa': ('+2838HI\n-8272HI\n+3828HI\n-7282HI\n', CSA_HEAD),
    'ki2': ('▲３八飛 △７二飛 ▲２八飛 △８二飛 ', ''),
    'courier': ('R 2h-3h\nr 8b-7b\nR 3h-2h\nr 7b-8b\n', ''),
    'usen': ('83m20u8821we', '~0.'),
}


def fill(size, part, head='', tail=''):
    """head, part as often as there is room, tail."""
    return head + part * ((size - len(head.encode()) - len(tail.encode())) // len(part.encode())) + tail


def numbered(size, line, head='', first=1):
    """A text in which each line knows its number."""
    lines, number, room = [head], first, size - len(head.encode())
    while room > 0:
        text = line(number)
        lines.append(text)
        room -= len(text.encode())
        number += 1
    return ''.join(lines)


def halves(size, first, second, head=''):
    """Half of the text is the one, half the other."""
    return fill(size, second, fill(size // 2, first, head))


def movetext(name, size):
    shuffle, head = SHUFFLES[name]
    move, reply, back = shuffle.split()[:3]
    pair = f'{move} {reply} '
    count = size // (len(move) + 4)
    yield 'variations within', head + f'{move} ' + fill(size // 2, f'( {move} ') + ')' * (size // 4)
    yield 'variations within, open', head + fill(size, f'{move} (')
    yield 'variations beside', fill(size, f'({move})', head + f'{move} ')
    yield 'variations behind a long game', halves(size, shuffle, f'({move}) ', head)
    yield 'results behind a long game', halves(size, shuffle, '(1-0) ', head)
    yield 'results of variations behind a long game', halves(size, shuffle, f'({move} 1-0) ', head)
    yield 'no results behind a long game', halves(size, shuffle, '(*)', head)
    yield 'comments', fill(size, '{}', head)
    yield 'open comments', fill(size, '{', head)
    yield 'commands', fill(size, '{[%emt 1]}', head + pair)
    yield 'commands in one comment', fill(size, '[%emt x]', head + pair + '{', '}')
    yield 'open commands', fill(size, '[%emt ', head + pair + '{', '}')
    yield 'end commands in one comment', fill(size, '[%end x]', head + pair + '{', '}')
    yield 'lines in one comment', fill(size, 'a\n', head + pair + '{', '}')
    yield 'comments of lines', fill(size, ';\n', head + pair)
    yield 'glyphs', fill(size, '$1 ', head + pair)
    yield 'marks', fill(size, '! ', head + pair)
    yield 'marks in a row', fill(size, '!', head + pair)
    yield 'commas', fill(size, ',', head + pair)
    yield 'numbers', fill(size, '1.', head)
    yield 'dots', fill(size, '.', head)
    yield 'digits', fill(size, '1', head)
    yield 'chatter', fill(size, 'ch ', head + pair)
    yield 'a long word', fill(size, 'R', head)
    yield 'signs that go on', fill(size, ' x1', head + 'R')
    yield 'tags', numbered(size, lambda n: f'[T{n} "x"]\n')
    yield 'tags of one name', fill(size, '[White "x"]\n')
    yield 'tags on a line', fill(size, '[White "x"]')
    yield 'positions in tags', fill(size, '[FEN "x"]\n')
    yield 'quotes in a tag', fill(size, '" ', '[A "')
    yield 'quotes and blanks in a tag', '[A "' + ' ' * (size // 2) + '" ' * (size // 4)
    yield 'open tags', fill(size, '[')
    yield 'percents', fill(size, '%\n', head)


def csa(size):
    shuffle = SHUFFLES['csa'][0]
    yield 'comments', fill(size, "'\n", CSA_HEAD)
    yield 'headers', numbered(size, lambda n: f'$T{n}:x\n')
    yield 'headers of one name', fill(size, '$EVENT:x\n')
    yield 'statements on a line', fill(size, '+2838HI,-8272HI,+3828HI,-7282HI,', CSA_HEAD)
    yield 'commas', fill(size, ',', CSA_HEAD)
    yield 'times', fill(size, 'T1\n', CSA_HEAD + shuffle)
    yield 'boards', fill(size, 'PI\n')
    yield 'pieces', fill(size, 'P+00FU\n')
    yield 'pieces on a line', fill(size, '00FU', 'P+')
    yield 'ends', fill(size, '%TORYO\n', CSA_HEAD)
    yield 'records', fill(size, CSA_HEAD + '+7776FU\n%TORYO\n/\n')
    yield 'no records', fill(size, '/\n')


def usi(size):
    yield 'records', fill(size, 'startpos\n')
    yield 'games', fill(size, 'position startpos moves 7g7f\n')
    yield 'blanks', fill(size, ' ', 'startpos moves 7g7f')
    yield 'wrong records', fill(size, 'startpos moves 7g7e\n')
    yield 'ranks', fill(size, '9/', 'sfen ')
    yield 'pluses', fill(size, '+', 'sfen ')
    yield 'words', fill(size, 'moves ', 'startpos ')


def usen(size):
    shuffle, head = SHUFFLES['usen']
    moves = [shuffle[i:i + 3] for i in range(0, len(shuffle), 3)]
    long = fill(size // 2, shuffle, head) + '.'
    last = (len(long) - len(head)) // 3 - 1
    yield 'variations from the start', fill(size, '~0.7ku.', long)
    yield 'variations from the end', fill(size, f'~{last}.{moves[last % 4]}.', long)
    yield 'variations from all over', fill(size, f'~{last}.7ku.~0.7ku.', long)
    yield 'variations within', numbered(size, lambda n: f'~{n}.{moves[(n + 1) % 4]}.', long)
    yield 'variations that may be within', fill(size, f'~1.36e{shuffle}.~4.7ku.', long)
    yield 'long variations that may be within', fill(size, '~4.7ku.', long + '~1.' + long[3 + len(head):])
    yield 'ends', fill(size, f'~{last}..p', long)
    yield 'fouls', fill(size, '~0..i9i8~0..i7ku', long)
    yield 'unknown ends', fill(size, '~0..x~0..y', long)
    yield 'games', fill(size, '~0.7ku.r\n')
    yield 'numbers', fill(size, '~9', '~0.')
    yield 'parameters', fill(size, '&bn=a', 'https://example.org/?u=~0.7ku.')
    yield 'percent signs', fill(size, '%7E0.', 'https://example.org/?u=')


def courier(size):
    shuffle, _ = SHUFFLES['courier']
    yield 'a long game on one line', fill(size, shuffle.replace('\n', ' '))
    yield 'parts', fill(size, '; 3h-2h; 2h-3h', 'R 2h-3h')
    yield 'labels', fill(size, 'X 2h-3h X 8b-7b X 3h-2h X 7b-8b ')
    yield 'comments', fill(size, '//\n')
    yield 'settings', numbered(size, lambda n: f'T{n}=x\n')
    yield 'games', fill(size, 'game=shogi\n')
    yield 'prose', fill(size, 'x\n')
    yield 'offers', fill(size, 'draw ', 'R 2h-3h ')
    yield 'numbers', fill(size, '9. ')
    yield 'ends', fill(size, 'resign\n')


def kif(size):
    step = ('２八', '３八', '８二', '７二')

    def move(number):
        origin, target = ((0, 1), (2, 3), (1, 0), (3, 2))[(number - 1) % 4]
        digits = ('28', '38', '82', '72')[origin]
        return f'{number} {step[target]}飛({digits})\n'

    long = numbered(size // 2, move, KIF_HEAD)
    last = long.count('\n') - 1
    yield 'a long game', numbered(size, move, KIF_HEAD)
    yield 'variations from the start', fill(size, '変化：1手\n1 ７六歩(77)\n', long)
    yield 'variations from the end', fill(size, f'変化：{last}手\n{move(last)}', long)
    yield 'variations from all over', fill(size, f'変化：{last}手\n{move(last)}変化：{last // 2}手\n{move(last // 2)}', long)
    yield 'variations within', numbered(
        size, lambda n: f'変化：{last - n if n < last else 1}手\n{move(last - n if n < last else 1)}', long)
    yield 'variations of nothing', fill(size, '変化：99999手\n', long)
    yield 'empty variations', fill(size, '変化：1手\n', long)
    yield 'results', fill(size, 'まで1手で先手の勝ち\n', long)
    yield 'comments', fill(size, '*\n', KIF_HEAD)
    yield 'remarks', fill(size, '#\n', KIF_HEAD)
    yield 'bookmarks', fill(size, '&a\n', KIF_HEAD + move(1))
    yield 'headers', numbered(size, lambda n: f'T{n}：x\n')
    yield 'headers of one name', fill(size, '先手：x\n')
    yield 'kinds of game', fill(size, '手合割：平手\n')
    yield 'starts of the moves', fill(size, KIF_HEAD)
    yield 'ranks of a board', fill(size, '|・・・・・・・・・|一\n')
    yield 'hands', fill(size, '先手の持駒：歩\n')
    yield 'pieces in a hand', fill(size, '歩', '先手の持駒：')
    yield 'numbers without moves', fill(size, '1\n', KIF_HEAD)
    yield 'moves of one number', fill(size, '1 ７六歩(77)\n', KIF_HEAD)
    yield 'blanks before a move', fill(size, ' ', KIF_HEAD, '1 ７六歩(77)\n')
    yield 'a long move', fill(size, '歩', KIF_HEAD + '1 ')
    yield 'times', fill(size, '(0:0', KIF_HEAD + '1 ７六歩(77) ')


def ki2(size):
    shuffle = SHUFFLES['ki2'][0]
    yield 'comments', fill(size, '*\n', '▲７六歩\n')
    yield 'variations', fill(size, '変化：1手\n▲７六歩\n', shuffle * 100 + '\n')
    yield 'variations behind a long game', fill(
        size, '変化：2手\n△３四歩\n', fill(size // 2, shuffle) + '\n')
    yield 'variations of nothing', fill(size, '変化：99999手\n', fill(size // 2, shuffle) + '\n')
    yield 'results', fill(size, 'まで1手で先手の勝ち\n', '▲７六歩\n')
    yield 'signs', fill(size, '▲', '')
    yield 'a long move', fill(size, '歩', '▲')
    yield 'headers', numbered(size, lambda n: f'T{n}：x\n')
    yield 'headers of one name', fill(size, '先手：x\n')


def jkf(size):
    move = '{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}'
    own = '{"move":{"usi":"7g7f"}'
    shuffle = ''.join(f',{{"move":{{"usi":"{m}"}}}}' for m in SHUFFLES['usi'][0].split())
    opened = f'{own[:-1]},"forks":[[\n'
    inner = '{"time":0,"forks":[[\n'
    yield 'a long game', fill(size, shuffle, JKF_HEAD, ']}')
    depth = size // (len(inner) + 40)
    yield 'forks within', JKF_HEAD + ',' + inner * depth + own + '}' + '\n]],"move":{"usi":"7g7f"}}' * depth + ']}'
    yield 'forks within, open', fill(size, inner, JKF_HEAD + ',')
    yield 'forks beside', fill(size, f'[{own}}}],', f'{JKF_HEAD},{own[:-1]}}},"forks":[', f'[{own}}}]]}}]}}')
    yield 'forks behind a long game', fill(
        size, f'[{own}}}],', fill(size // 2, shuffle, JKF_HEAD) + f',{own[:-1]}}},"forks":[', f'[{own}}}]]}}]}}')
    yield 'comments', fill(size, '"",', f'{JKF_HEAD},{move},"comments":[', '""]}]}')
    yield 'headers', numbered(size, lambda n: f',"T{n}":"x"', '{"header":{"a":"b"') + '},"moves":[{}]}'
    yield 'headers of one name', fill(size, ',"a":"b"', '{"header":{"a":"b"', '},"moves":[{}]}')
    yield 'unknown members', numbered(size, lambda n: f',"t{n}":0', '{"header":{}') + ',"moves":[{}]}'
    yield 'unknown members on lines', numbered(size, lambda n: f',\n"t{n}":0', '{"header":{}') + ',"moves":[{}]}'
    yield 'moves of no kind', fill(size, ',{}', JKF_HEAD, ']}')
    yield 'arrays within', fill(size, '[', '{"x":')
    yield 'objects within', fill(size, '{"x":')
    yield 'a long text', fill(size, '\\u6b69', '{"header":{"a":"', '"},"moves":[{}]}')
    yield 'boards', fill(size, '[],', '{"header":{},"initial":{"preset":"OTHER","data":{"board":[', '[]]}},"moves":[{}]}')
    yield 'blanks', fill(size, '\n', '{', '}')


def shoogi(size):
    def move(number):
        return f'{number} {SHUFFLES["usi"][0].split()[(number - 1) % 4]}\n'

    long = numbered(size // 2, move, SHOOGI_HEAD)
    last = long.count('\n') - 2
    yield 'a long game', numbered(size, move, SHOOGI_HEAD)
    yield 'variations from the start', fill(size, '1 7g7f\n', long)
    yield 'variations from the end', fill(size, move(last), long)
    yield 'variations from all over', fill(size, move(last) + move(last // 2), long)
    yield 'variations within', numbered(size, lambda n: move(max(last - n, 1)), long)
    yield 'ends', fill(size, '1 end resign white\n', long)
    yield 'ends of the board', fill(size, f'{last + 1} end board draw repetition\n', long)
    yield 'comments', fill(size, '*\n', SHOOGI_HEAD)
    yield 'bookmarks', fill(size, '& a\n', SHOOGI_HEAD)
    yield 'headers', numbered(size, lambda n: f'T{n}: x\n', 'shoogi record 1\n')
    yield 'headers of one name', fill(size, 'a: x\n', 'shoogi record 1\n')
    yield 'backslashes', fill(size, '\\\\', 'shoogi record 1\n')
    yield 'records', fill(size, SHOOGI_HEAD + '1 7g7f\n')
    yield 'heads', fill(size, 'shoogi record 1\n')
    yield 'wrong records', fill(size, SHOOGI_HEAD + '1 7g7e\n')


def of_any(name, size):
    if name in SHUFFLES:
        yield 'a long game', fill(size, *SHUFFLES[name])
        if '\n' not in SHUFFLES[name][0]:
            yield 'a move on each line', fill(size, SHUFFLES[name][0].replace(' ', '\n'), SHUFFLES[name][1])
    for sign in ' \n\r\t(/"*+':
        yield f'nothing but {sign!r}', sign * size
    for number in 0, 0x80, 0xFF:
        yield f'nothing but byte {number}', bytes([number]) * size
    yield 'nothing but 歩', '歩' * (size // 3)


READERS = {
    'pgn': lambda size: movetext('pgn', size),
    'psn': lambda size: movetext('psn', size),
    'western': lambda size: movetext('western', size),
    'csa': csa, 'usi': usi, 'usen': usen, 'courier': courier, 'kif': kif, 'ki2': ki2, 'jkf': jkf, 'shoogi': shoogi,
}


def texts(size):
    for name, reader in READERS.items():
        for what, text in (*of_any(name, size), *reader(size)):
            yield name, what, text if isinstance(text, bytes) else text.encode()


def comes_in_time(name, text):
    """The program ends by itself, whatever it says of the text: limits are of its own time, not of that on the wall."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'text')
        with open(path, 'wb') as file:
            file.write(text)
        result = subprocess.run(
            [PROGRAM, 'convert', '--from', name, '--to', 'shoogi', '--variant', 'shogi', path],
            env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_MAX, SECONDS_MAX)))
    if result.returncode not in (GOOD, NO, REFUSED):
        raise AssertionError(f'status {result.returncode}: {result.stderr[:200].decode(errors="replace")}')


def main():
    if '--show' in sys.argv[1:]:
        wanted, bytes_max = sys.argv[2], int(sys.argv[3])
        sys.stdout.buffer.write(next(text for name, what, text in texts(bytes_max) if f'{name}: {what}' == wanted))
        return 0
    return tap([(f'{name}: {what}', comes_in_time, (name, text)) for name, what, text in texts(SIZE)])


if __name__ == '__main__':
    sys.exit(main())
