"""Inputs as other programs and people write them, and what is right: the files *.txt beside this one.  Prints TAP, with + or -
before the name of each row.

    inputs_test.py             all of them
    inputs_test.py FILE.txt TEXT...
                               the rows of a file, or those with one of these texts in their name, and what the program said

A row is a line at the margin, its name, with the source of the report in parentheses; indented lines after it begin with a
sign:

    $ COMMAND        the program's arguments; a word NAME.ENDING, or "-", is the input
    $ server 80x24   or: a text server, and a window of that size
    < LINE           a line of the input; for a server "anna: LINE", typed by a player of that name, or by "guest", "-: LINE"
                     as somebody who has not signed in; "anna? PATTERN" waits for a text that comes unasked.  In a line
                     anna# is that player, {challenge} and {game} are the latest numbers that were named
    > LINE           a line of the output; several come in this order, with others between them; {} is any text.  What a server
                     sends has single spaces and a "|" where it waits for an answer
    = LINE           all lines of the output but the empty ones
    ~ TEXT           stands among the errors; alone: errors may be there
    - TEXT           stands in neither
    ? STATUS         the exit status; else 0 without errors, or any with "~"
    * CASE => RIGHT  once for each case: {case} and {right} stand for it in the lines of the row
    encoding NAME    of the input
    end crlf         and its line ends

"@NAME LINE" at the margin makes a block of lines, which "< @NAME" inserts.  \\u{A0} is the character with that number.  "#" at
the margin begins a comment.
"""

import atexit
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get('SHOOGI_SOURCE_ROOT', os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(1, os.path.join(ROOT, 'tests', 'e2e'))

import harness  # noqa: E402 (of tests/e2e/)

os.environ.setdefault('SHOOGI_VARIANTS', os.path.join(ROOT, 'variants'))
PROGRAM = os.path.abspath(os.path.join(os.environ.get('SHOOGI_BUILD_ROOT', 'build'), 'shoogi'))
SIGNS = '$<>=~-?*'


class Row:
    def __init__(self, name, place):
        self.name, self.place = name, place
        self.lines = {sign: [] for sign in SIGNS}
        self.encoding, self.end = 'utf-8', '\n'

    def cases(self):
        """The row once for each of its cases: {case} and {right} in it are theirs."""
        for case in self.lines['*']:
            text, _, right = case.partition(' => ')
            row = Row(f'{self.name}: {text.strip()}', self.place)
            row.encoding, row.end = self.encoding, self.end
            for sign in SIGNS.replace('*', ''):
                row.lines[sign] = [line.replace('{case}', text).replace('{right}', right) for line in self.lines[sign]]
            yield row


def unescaped(text):
    return re.sub(r'\\u\{([0-9A-F]+)\}', lambda found: chr(int(found[1], 16)), text)


def rows_of(path):
    """The rows of a file."""
    row, macros, found = None, {}, []
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip('\n')
            place = f'{os.path.basename(path)}:{number}'
            if line.startswith('#') or not line.strip():
                continue
            if line.startswith('@'):
                name, _, value = line.partition(' ')
                macros.setdefault(name, []).append(value)
            elif not line.startswith(' '):
                row = Row(line, place)
                found.append(row)
            else:
                sign, _, text = line.strip(' ').partition(' ')
                if sign in ('encoding', 'end'):
                    setattr(row, sign, {'cr': '\r', 'crlf': '\r\n'}.get(text, text))
                elif len(sign) == 1 and sign in SIGNS:
                    row.lines[sign] += macros.get(text, [unescaped(text)])
                else:
                    raise ValueError(f'{place}: expected one of {" ".join(SIGNS)}, encoding or end, found "{sign}"')
    for row in found:
        if not row.lines['$']:
            raise ValueError(f'{row.place}: no command')
        if not any(row.lines[sign] for sign in '>=-?') and not any(row.lines['~']) and row.lines['~']:
            raise ValueError(f'{row.place}: whatever the program says would be right')
        yield from row.cases() if row.lines['*'] else [row]


def said_by(row, folder):
    """What the program says to a row: its status, output and errors."""
    text = row.end.join(row.lines['<'] + ['']).encode(row.encoding)
    for command in row.lines['$']:
        words = shlex.split(command)
        for word in words[1:]:
            if re.fullmatch(r'\w+\.\w+', word):
                with open(os.path.join(folder, word), 'wb') as file:
                    file.write(text)
        if words[0] == 'server':
            try:
                return 0, conversation(row, *map(int, words[1].split('x'))), ''
            except AssertionError as error:
                return 1, '', str(error)
        if words[0] in ('usi', 'xboard'):
            return talked([PROGRAM, *words], text, [line.strip() for line in row.lines['>']])
        done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, cwd=folder, timeout=300, check=False)
    return done.returncode, *[stream.decode('utf-8', 'replace') for stream in (done.stdout, done.stderr)]


def talked(command, text, wanted):
    """As said_by, of an engine: its input ends only when it has answered with the wanted lines, as that would end its search."""
    out, wanted = [], list(wanted)
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors) as engine:
            hangs = threading.Timer(harness.PATIENCE_S, engine.kill)
            hangs.start()
            engine.stdin.write(text)
            engine.stdin.flush()
            while wanted and (line := engine.stdout.readline()):
                out.append(line.decode('utf-8', 'replace'))
                if out[-1].strip() == wanted[0]:
                    del wanted[0]
                elif out[-1].startswith(('bestmove', 'checkmate')):
                    break
            engine.stdin.close()
            out.append(engine.stdout.read().decode('utf-8', 'replace'))
            hangs.cancel()
        errors.seek(0)
        return engine.returncode, ''.join(out), errors.read().decode('utf-8', 'replace')


SERVER = []
# What the server asks for: a command, a name, a password, an answer.
ASKS = r'(?:^(?:\[[^\]\n]*\])?> |^Goodbye, .*\n|^login: |^(?:new )?password(?: again)?: |\((?:y/n|type yes)\) |<[a-z,^A-Z]+> )\Z'


def the_server():
    if not SERVER:
        harness.PROGRAM = PROGRAM
        scratch = tempfile.TemporaryDirectory(prefix='shoogi-inputs-')
        server = harness.Server(os.path.join(scratch.name, 'games.db'), '--engines', '1')
        server.start()
        atexit.register(scratch.cleanup)
        atexit.register(server.stop)
        SERVER.append(server)
    return SERVER[0]


def sign_in(one, name):
    one.line(name)
    if name != 'guest':
        for _ in range(2):
            one.expect(ASKS)
            one.line('correct horse')


def conversation(row, columns, lines):
    """The lines that a server sends to the people of a row, who are new to it."""
    server, people, said = the_server(), {}, []
    window = b'\xff\xfb\x1f\xff\xfa\x1f' + struct.pack('>HH', columns, lines) + b'\xff\xf0'
    number = f'{len(SERVER):02}'
    SERVER.append(number)
    for line in row.lines['<']:
        who, sign, text = re.fullmatch(r'(\S+?)([:?]) ?(.*)', line).groups()
        if who not in people:
            one = people[who] = harness.Line(server.telnet, who)
            one.write(window)
            one.expect(ASKS)
            if who != '-':
                sign_in(one, who if who == 'guest' else who + number)
                one.expect(ASKS)
        one = people[who]
        if sign == '?' and re.search(text, one.past):
            continue  # it came with the answer before
        one.past = ''
        for name, pattern in (('{challenge}', r'hallenge is number (\d+)'), ('{game}', r'\bGame (\d+)')):
            numbers = re.findall(pattern, '\n'.join(said))
            text = text.replace(name, numbers[-1] if numbers else '0')
        text = re.sub(r'\b(\w+)#', rf'\g<1>{number}', text)
        if sign == ':':
            one.line(text)
        else:
            one.expect(text)
        one.expect(ASKS)
        said += re.sub(r'\A\n<<< .*\n', '', one.past).splitlines()
        said[-1:] = [(said[-1:] or [''])[0] + '|']  # where it asks
    for one in people.values():
        one.close()
    text = '\n'.join(said)
    for who in people:
        text = text.replace(who + number, who)
    return re.sub(' +', ' ', text)


def fault_of(row, status, out, err):
    """What is not right, or None."""
    lines = [line.strip() for line in out.splitlines()]
    if row.lines['='] and [line for line in lines if line] != row.lines['=']:
        return 'expected this output alone: ' + ' / '.join(row.lines['='])
    at = 0
    for wanted in row.lines['>']:
        pattern = re.escape(wanted.strip()).replace(r'\{\}', '.*')
        left = [i for i in range(at, len(lines)) if re.fullmatch(pattern, lines[i])]
        if not left:
            return f'expected the line "{wanted}"'
        at = left[0] + 1
    for wanted in row.lines['~']:
        if wanted not in err:
            return f'expected "{wanted}" among the errors'
    for unwanted in row.lines['-']:
        if unwanted in out + err:
            return f'did not expect "{unwanted}"'
    if not row.lines['~'] and err:
        return 'expected no errors'
    wanted = row.lines['?'] or [str(status) if row.lines['~'] else '0']
    if str(status) != wanted[0]:
        return f'expected status {wanted[0]}'
    return None


def main():
    os.environ.setdefault('SHOOGI_TEST_PASSWORD_COST', 'least')
    files = [word for word in sys.argv[1:] if word.endswith('.txt')]
    wanted = [word for word in sys.argv[1:] if word not in files]
    files = files or sorted(os.path.join(HERE, name) for name in os.listdir(HERE) if name.endswith('.txt'))
    rows = [row for path in files for row in rows_of(path) if not wanted or any(text in row.name for text in wanted)]
    verbose = len(sys.argv) > 1
    print(f'1..{len(rows)}')
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, row in enumerate(rows, 1):
            said = said_by(row, folder)
            fault = fault_of(row, *said)
            failed += fault is not None
            if fault or verbose:
                print(f'# {row.place}: {fault or ""}; status {said[0]}')
                for line in (said[1] + said[2]).splitlines()[-80:]:
                    print('#   ', line)
            print(f'{"not ok" if fault else "ok"} {number} {"-" if fault else "+"} {row.name}'.replace('#', '\\#'), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
