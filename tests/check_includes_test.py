"""tools/check-includes on small trees, each with one fault of one kind.  Prints TAP."""

import os
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
TOOL = os.path.join(ROOT, 'tools', 'check-includes')

# A tree with nothing wrong in it: every layer uses all that it may.
GOOD = {
    'include/shoogi/status.h': '#include <stdint.h>\n',
    'include/shoogi/position.h': '#include "status.h"\n',
    'include/shoogi/notation.h': '#include "position.h"\n',
    'src/base/error.h': '#include "shoogi/status.h"\n',
    'src/base/error.c': '#include "base/error.h"\n#include <stdio.h>\n#include <stdlib.h>\n',
    'src/core/position.c': '#include "shoogi/position.h"\n#include "base/error.h"\n#include "hand.h"\n',
    'src/core/hand.h': '#include <stdint.h>\n',
    'src/core/hand.c': '''#include "core/hand.h"
#include <stdio.h>
/* printf("x") and time() in a comment, and #include "server/loop.h" too */
// rand()
static const char *const text = "fopen(1) stdout";
int f(void) { return snprintf(0, 0, "x") + shg_time(1) + it->time(2) + it.rand(3); }
''',
    'src/core/hand_test.c': '#include "core/hand.h"\n#include <time.h>\n#include <cmocka.h>\n'
                            'int main(void) { printf("x"); }\n',
    'src/notation/sfen.c': '#include "core/hand.h"\n#include "shoogi/notation.h"\n#include <iconv.h>\n',
    'include/shoogi/catalog.h': '#include "status.h"\n#include <stddef.h>\n',
    'src/catalog/catalog.c': '#include "shoogi/catalog.h"\n#include <dirent.h>\n',
    'src/catalog/catalog.h': '#include "core/hand.h"\n#include "base/error.h"\n#include <dirent.h>\n',
    'src/engine/search.c': '#include "core/hand.h"\n#include <pthread.h>\n',
    'src/wire/telnet.h': '#include "base/error.h"\n#include <string.h>\n',
    'src/storage/storage.h': '#include "base/error.h"\n#include "shoogi/status.h"\n',
    'src/storage/sqlite.c': '#include "storage/storage.h"\n#include <sqlite3.h>\n',
    'src/server/loop.h': '#include "catalog/catalog.h"\n#include "storage/storage.h"\n'
                         '#include "wire/telnet.h"\n#include <event2/event.h>\n',
    'src/engine/search/search.h': '#include "engine/evaluation/evaluate.h"\n',
    'src/engine/evaluation/evaluate.h': '\n',
    'src/engine/engine.h': '#include "engine/search/search.h"\n',
    'src/cli/main.c': '#include "server/loop.h"\n#include "shoogi/notation.h"\n#include <unistd.h>\n',
}

# The name of the case, the faulty file, its text, the line and a part of the message.
BAD = [
    ('base knows no core', 'src/base/x.c', '\n#include "core/hand.h"\n', 2, 'src/core/hand.h'),
    ('base knows no position', 'src/base/x.c', '#include "shoogi/position.h"\n', 1, 'position.h'),
    ('base is the C library only', 'src/base/x.c', '#include <unistd.h>\n', 1, '<unistd.h>'),
    ('core knows no notation', 'src/core/x.c', '#include <shoogi/notation.h>\n', 1, 'notation.h'),
    ('core knows no catalog', 'src/core/x.h', '#include "catalog/catalog.h"\n', 1, 'catalog.h'),
    ('core knows no public catalog', 'src/core/x.c', '#include "shoogi/catalog.h"\n', 1,
     'which is of catalog'),
    ('a test keeps to its layer', 'src/core/x_test.c', '#include "server/loop.h"\n', 1, 'loop.h'),
    ('a way round by ..', 'src/core/x.c', '#include "../server/loop.h"\n', 1, 'loop.h'),
    ('space in the include', 'src/core/x.c', ' #  include  "server/loop.h"\n', 1, 'loop.h'),
    ('a header named by a macro', 'src/core/x.h', '#define THAT_H "server/loop.h"\n#include THAT_H\n', 1, 'loop.h'),
    ('notation knows no storage', 'src/notation/x.c', '#include "storage/storage.h"\n', 1, 'storage.h'),
    ('catalog knows no notation', 'src/catalog/x.c', '#include "shoogi/notation.h"\n', 1, 'notation.h'),
    ('engine speaks no text', 'src/engine/x.c', '#include "shoogi/notation.h"\n', 1, 'notation.h'),
    ('wire knows no core', 'src/wire/x.c', '#include "core/hand.h"\n', 1, 'hand.h'),
    ('wire has no sockets', 'src/wire/x.c', '#include <sys/socket.h>\n', 1, '<sys/socket.h>'),
    ('storage knows no wire', 'src/storage/x.c', '#include "wire/telnet.h"\n', 1, 'telnet.h'),
    ('server never links the engine', 'src/server/x.c', '#include "engine/x.h"\n', 1, 'engine/x.h'),
    ('nobody includes the program', 'src/server/x.c', '#include "cli/x.h"\n', 1, 'cli/x.h'),
    ('a public header is public', 'include/shoogi/x.h', '#include "core/hand.h"\n', 1, 'hand.h'),
    ('a public header is portable', 'include/shoogi/x.h', '#include <unistd.h>\n', 1, '<unistd.h>'),
    ('a public header leads somewhere', 'include/shoogi/x.h', '#include "nowhere.h"\n', 1, 'nowhere.h'),
    ('an include leads somewhere', 'src/cli/x.c', '#include "nowhere.h"\n', 1, 'nowhere.h'),
    ('no clock in core', 'src/core/x.c', '#include <time.h>\n', 1, '<time.h>'),
    ('no threads in core', 'src/core/x.c', '#include <threads.h>\n', 1, '<threads.h>'),
    ('no threads in notation', 'src/notation/x.c', '#include <pthread.h>\n', 1, '<pthread.h>'),
    ('no system in notation', 'src/notation/x.c', '#include <unistd.h>\n', 1, '<unistd.h>'),
    ('core opens nothing', 'src/core/x.c', '/*\n*/\nint f(void) { return fopen ("x"); }\n', 3, 'fopen()'),
    ('core prints nothing', 'src/core/x.c', 'int f(void) { printf("x"); }\n', 1, 'printf()'),
    ('core knows no stdout', 'src/core/x.c', 'int f(void) { use(stdout); }\n', 1, 'stdout'),
    ('core asks no time', 'src/core/x.c', 'long f(void) { return time(0); }\n', 1, 'time()'),
    ('notation rolls no dice', 'src/notation/x.c', 'int f(void) { return rand(); }\n', 1, 'rand()'),
    ('core never exits', 'src/core/x.c', 'int f(void) { exit(1); }\n', 1, 'exit()'),
    ('a .def file is read too', 'src/core/x.def', '#include "server/loop.h"\n', 1, 'loop.h'),
    ('a room uses those before it', 'src/engine/evaluation/x.c', '#include "engine/search/search.h"\n', 1, 'engine/evaluation may not'),
    ('a room knows nothing above rooms', 'src/engine/search/x.c', '#include "engine/engine.h"\n', 1, 'engine/engine.h'),
    ('every folder is a room', 'src/engine/other/x.c', '\n', 1, 'in no room of engine'),
    ('a layer without rooms has no folders', 'src/base/other/x.c', '\n', 1, 'in no room of base'),
    ('every file is in a layer', 'src/stray.c', '\n', 1, 'in no layer'),
    ('every layer is known', 'src/other/x.c', '\n', 1, 'in no layer'),
]
# Headers that two of the rows above need to exist.
EXTRA = {'src/engine/x.h': '\n', 'src/cli/x.h': '\n'}


# Sources, and what of calls between them is wrong: words of the one line; none: nothing.
CALLS = [
    ('calls go down', {'src/core/position/p.c': 'int below(void); int p(void) { return below(); }',
                       'src/core/variant/v.c': 'int below(void); int below(void) { return 1; }'}, ()),
    ('a call up to another room', {'src/core/variant/v.c': 'int above(void); int v(void) { return above(); }',
                                   'src/core/position/p.c': 'int above(void) { return 1; }'},
     ('core/variant may not call src/core/position/p.c', 'above')),
    ('a call up by a table', {'src/core/variant/v.c': 'extern int (*const table[])(void); int v(void) { return table[0](); }',
                              'src/core/position/p.c': 'static int f(void) { return 1; } int (*const table[])(void) = { f };'},
     ('core/variant may not call', 'table')),
    ('a call to another layer', {'src/base/b.c': 'int above(void); int b(void) { return above(); }',
                                 'src/core/position/p.c': 'int above(void) { return 1; }'}, ('base may not call',)),
    ('a small circle in a room', {f'src/base/b{i}.c': f'int f{(i + 1) % 5}(void); int f{i}(void) {{ return f{(i + 1) % 5}(); }}'
                                  for i in range(5)}, ()),
    ('a circle of too many', {f'src/base/b{i}.c': f'int f{(i + 1) % 6}(void); int f{i}(void) {{ return f{(i + 1) % 6}(); }}'
                              for i in range(6)}, ('a circle of 6 files', 'src/base/b5.c')),
    ('no objects at all', {}, ('holds no object files',)),
]


def check_calls(files):
    """(exit status, lines) of the tool on the objects of these files."""
    with tempfile.TemporaryDirectory() as tree:
        build = os.path.join(tree, 'build')
        os.makedirs(build)
        for path, text in files.items():
            os.makedirs(os.path.join(tree, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(tree, path), 'w', encoding='utf-8') as file:
                file.write(text + '\n')
            parts = path.split('/')  # as meson names it
            folder = os.path.join(build, *parts[:2], f'libshg_{parts[1]}.a.p')
            os.makedirs(folder, exist_ok=True)
            subprocess.run(['gcc', '-c', os.path.join(tree, path), '-o', os.path.join(folder, '_'.join(parts[2:]) + '.o')],
                           check=True)
        done = subprocess.run([TOOL, '--calls', build, tree], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', check=False)
        return done.returncode, done.stdout.splitlines()


def check(files):
    """(exit status, lines) of the tool on a tree of these files."""
    with tempfile.TemporaryDirectory() as tree:
        for path, text in files.items():
            os.makedirs(os.path.join(tree, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(tree, path), 'w', encoding='utf-8') as file:
                file.write(text)
        done = subprocess.run([TOOL, tree], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', check=False)
        return done.returncode, done.stdout.splitlines()


def main():
    print(f'1..{len(BAD) + 2 + len(CALLS)}')
    failed = 0

    def result(number, good, name, lines):
        nonlocal failed
        print(f'{"ok" if good else "not ok"} {number} - {name}')
        if not good:
            failed += 1
            for line in lines:
                print('# ' + line)

    status, lines = check({**GOOD, **EXTRA})
    result(1, status == 0 and not lines, 'a tree with nothing wrong', lines)
    for number, (name, path, text, line, word) in enumerate(BAD, 2):
        status, lines = check({**GOOD, **EXTRA, path: text})
        good = (status == 1 and len(lines) == 1 and lines[0].startswith(f'{path}:{line}: ')
                and word in lines[0])
        result(number, good, name, lines)
    status, lines = check({**GOOD, **EXTRA, **{f'src/base/x{i}.h': '\n' for i in range(61)}})
    result(len(BAD) + 2, status == 1 and len(lines) == 1 and lines[0].startswith('src/base:1: 6'), 'a hall', lines)
    for number, (name, files, words) in enumerate(CALLS, len(BAD) + 3):
        status, lines = check_calls(files)
        good = status == (1 if words else 0) and len(lines) == (1 if words else 0)
        result(number, good and all(word in lines[0] for word in words), name, lines)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
