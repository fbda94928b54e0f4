"""libshoogi as others meet it: what it exports, what is installed, and whether their programs build on it.
Prints TAP.

    library_test.py [--all]     the example plays every third game of tests/sample.txt, or all
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ.get('SHOOGI_SOURCE_ROOT') or os.path.join(os.path.dirname(__file__), '..')
sys.path.insert(1, os.path.join(ROOT, 'tools'))

import definitions  # noqa: E402 (of tools/)

BUILD = os.environ.get('SHOOGI_BUILD_ROOT') or os.path.join(ROOT, 'build')
HEADERS = sorted(glob.glob(os.path.join(ROOT, 'include', 'shoogi', '*.h')))
EXAMPLE = os.path.join(ROOT, 'examples', 'random_game.c')
OF_THE_LINKER = {'__bss_start', '_edata', '_end'}  # gold exports them from any shared library, ld does not
STRICT = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Werror']


def read(*parts):
    with open(os.path.join(*parts), encoding='utf-8') as file:
        return file.read()


def run(command, **environment):
    """Returns its output; a failure is reported with all of it."""
    env = {name: value for name, value in os.environ.items() if name != 'SHOOGI_VARIANTS'}
    result = subprocess.run(command, env=dict(env, **environment), timeout=600, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise AssertionError(f'{" ".join(command)}\nended with status {result.returncode}\n{result.stdout}')
    return result.stdout


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f'{what}: expected {wanted!r}, found {found!r}')


def symbols(file, *options):
    lines = run(['nm', '--defined-only', *options, os.path.join(BUILD, file)]).splitlines()
    return {words[2] for words in map(str.split, lines) if len(words) == 3}


# ---- What it exports ------------------------------------------------------------------------------

def the_shared_library_exports_what_the_headers_declare():
    declared = set()
    for path in HEADERS:
        declared |= set(re.findall(r'SHOOGI_API[^;(]*?\b(shoogi_\w+)\(', read(path)))
    expect('declared functions', len(declared) > 60, True)
    exported = symbols('libshoogi.so', '--dynamic')
    expect('exported and not declared', sorted(exported - declared - OF_THE_LINKER), [])
    expect('declared and not exported', sorted(declared - exported), [])


def the_static_library_keeps_to_its_names():
    names = symbols('libshoogi.a', '--extern-only')
    expect('names', len(names) > 100, True)
    expect('others', sorted(name for name in names if not re.match('shoogi_|shg_', name)), [])


def one_header_includes_all():
    included = re.findall('#include "(.*)"', read(ROOT, 'include', 'shoogi', 'shoogi.h'))
    expect('headers', included, [name for name in map(os.path.basename, HEADERS) if name != 'shoogi.h'])


# ---- What is installed ----------------------------------------------------------------------------

class Installation:
    def __init__(self, place):
        self.place = place
        run(['/usr/bin/meson', 'install', '-C', BUILD, '--no-rebuild', '--quiet', '--strip'], DESTDIR=place)
        self.pkg_config_dir = os.path.dirname(self.find('shoogi.pc'))
        self.lib = os.path.dirname(self.find('libshoogi.a'))

    def find(self, name):
        """The one file of that name; what is in etc is named after the program it belongs to."""
        found = [os.path.join(folder, name) for folder, _, names in os.walk(self.place) if name in names]
        found = [path for path in found if '/etc/' not in path]
        expect(f'files called {name}', len(found), 1)
        return found[0]

    def pkg_config(self, *options):
        return run(['pkg-config', *options, 'shoogi'], PKG_CONFIG_LIBDIR=self.pkg_config_dir,
                   PKG_CONFIG_SYSROOT_DIR=self.place).split()

    def variants(self):
        return self.place + self.pkg_config('--variable=variantsdir')[0].replace(self.place, '')

    def compile(self, source, libraries):
        program = os.path.join(self.place, os.path.basename(source) + '.program')
        run(['gcc', *STRICT, '-o', program, source, *self.pkg_config('--cflags'), *libraries])
        return program

    def run(self, program, *arguments, variants=None):
        return run([program, *arguments], LD_LIBRARY_PATH=self.lib,
                   SHOOGI_VARIANTS=variants or self.variants())


def files_below(folder):
    return sorted(os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names)


def everything_is_there(to):
    for name in ('libshoogi.so', 'shoogi', 'shoogi.1', 'shoogi-admin.1', 'shoogi-serve.1', 'shoogi.service', 'libshoogi.3', 'library.md', 'variant-format.md',
                 'random_game.c', 'read_record.c', 'ask_position.c', 'edit_record.c'):
        to.find(name)
    for path in HEADERS + glob.glob(os.path.join(ROOT, 'include', 'shoogi', '*.def')):
        expect(path, read(to.find(os.path.basename(path))), read(path))
    expect('definitions and weights', files_below(to.variants()), files_below(os.path.join(ROOT, 'variants')))
    expect('soname', re.findall(r'SONAME.*\[(.*)\]', run(['readelf', '-d', to.find('libshoogi.so')])),
           ['libshoogi.so.1'])
    version = re.search(r"version: '([0-9.]+)'", read(ROOT, 'meson.build')).group(1)
    expect('version', to.pkg_config('--modversion'), [version])
    expect('version', read(ROOT, 'debian', 'changelog').startswith(f'shoogi ({version}) '), True)
    expect('version', run([to.find('shoogi'), '--version']), f'shoogi {version}\n')


def the_service_is_shut_in(to):
    unit = to.find('shoogi.service')
    program = re.search(r'^ExecStart=(\S+) serve --engines \$\{SHOOGI_ENGINES\} --db \$\{SHOOGI_DB\} \$SHOOGI_OPTIONS$', read(unit),
                        re.MULTILINE).group(1)
    expect('the database', ' SHOOGI_DB=%S/shoogi/shoogi.db\n' in read(unit), True)
    expect('the program', to.place + program, to.find('shoogi'))
    options = re.search(r'^EnvironmentFile=-(\S+)$', read(unit), re.MULTILINE).group(1)
    expect('options', 'SHOOGI_OPTIONS=""\n' in read(to.place + options), True)
    if not shutil.which('systemd-analyze'):
        print('# no systemd-analyze here: how exposed the service is has not been looked at')
        return
    said = run(['systemd-analyze', 'security', '--offline=true', '--no-pager', unit])
    exposure = float(re.search(r'Overall exposure level for shoogi\.service: ([0-9.]+)', said).group(1))
    expect('exposure below 2', exposure < 2, True)


def games_played(to):
    """The names of every third game of the sample; with --all, of all installed games."""
    installed = list(definitions.paths(to.variants()))
    if '--all' in sys.argv[1:]:
        return installed
    lines = read(ROOT, 'tests', 'sample.txt').splitlines()
    sample = [line.split()[0] for line in lines if line and not line.startswith('#')]
    expect('games of the sample that are not installed', sorted(set(sample) - set(installed)), [])
    return sample[::3]


def the_example_plays(to):
    expect('in docs/library.md', f'```c\n{read(EXAMPLE)}```\n' in read(ROOT, 'docs', 'library.md'), True)
    shared = to.compile(EXAMPLE, to.pkg_config('--libs'))
    answer = to.run(shared, 'dobutsu', '7')
    shown = re.search(r'    \$ ./random_game dobutsu 7\n((?:    .*\n)+)', read(ROOT, 'docs', 'library.md'))
    expect('the game of docs/library.md', answer, re.sub('^    ', '', shown.group(1), flags=re.MULTILINE))
    games = {seed: to.run(shared, 'shogi', seed) for seed in '123'}
    expect('different games', len(set(games.values())), 3)
    static = to.compile(EXAMPLE, [to.find('libshoogi.a')])
    for name in games_played(to):
        answer = to.run(static, name, '1')
        if not re.fullmatch(r'(\d+\. \S+\n)+(Black wins|White wins|draw|no contest|unfinished): .+\n', answer):
            raise AssertionError(f'{name}: {answer[-200:]!r}')
        expect(name, to.run(shared, name, '1'), answer)
    result = subprocess.run([static, 'nothing'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=dict(os.environ, SHOOGI_VARIANTS=to.variants()), text=True)
    expect('status', result.returncode, 1)
    expect('found', result.stderr.endswith('), found "nothing"\n'), True)


def the_other_example_reads(to):
    path = os.path.join(ROOT, 'examples', 'read_record.c')
    expect('in docs/library.md', f'```c\n{read(path)}```\n' in read(ROOT, 'docs', 'library.md'), True)
    program = to.compile(path, to.pkg_config('--libs'))
    record = os.path.join(to.place, 'record.kif')
    with open(record, 'wb') as file:
        file.write('手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n'.encode('shift_jis'))
    expect('a game', to.run(program, record), '1. P-7f\n2. P-3d\nresign\n')
    with open(record, 'w', encoding='utf-8') as file:
        file.write('shoogi record 1\ngame dobutsu\n1 2c2b\n2 2a2d\n')
    result = subprocess.run([program, record], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=dict(os.environ, LD_LIBRARY_PATH=to.lib, SHOOGI_VARIANTS=to.variants()))
    expect('a fault', (result.returncode, result.stdout, result.stderr),
           (1, '1. Px2b\n', '4:3: move 2: a lion does not move from 2a to 2d\n'))
    os.remove(record)


def the_example_asks_a_position(to):
    path = os.path.join(ROOT, 'examples', 'ask_position.c')
    expect('in docs/library.md', f'```c\n{read(path)}```\n' in read(ROOT, 'docs', 'library.md'), True)
    program = to.compile(path, to.pkg_config('--libs'))
    shown = re.search(r"    \$ ./ask_position startpos 'P-7f 3c3d'\n((?:    .*\n)+)", read(ROOT, 'docs', 'library.md'))
    expect('as in docs/library.md', to.run(program, 'startpos', 'P-7f 3c3d'),
           re.sub('^    ', '', shown.group(1), flags=re.MULTILINE))
    said = to.run(program, '4k4/9/4P4/9/9/9/9/9/9 b G 1').splitlines()
    expect('its fault', said[0], 'fault: a side has no royal piece')
    expect('what it lacks', sorted(said[1].split()), sorted('missing: 1K 2R 2B 3G 4S 4N 4L 17P'.split()))
    expect('its checks', sorted(line for line in said if line.endswith(' check')),
           ['G*4a check', 'G*4b check', 'G*5b check', 'G*6a check', 'G*6b check', 'P-5b+ check', 'P-5b= check'])
    said = to.run(program, 'R8/4k4/9/9/9/9/9/9/4K4 b - 1', ' '.join(['9a9b 5b5a', '9b9a 5a5b'] * 2))
    expect('its repetition', said.splitlines()[-1], 'occurrence 3: perpetual check')


def the_example_edits_records(to):
    path = os.path.join(ROOT, 'examples', 'edit_record.c')
    expect('in docs/library.md', f'```c\n{read(path)}```\n' in read(ROOT, 'docs', 'library.md'), True)
    program = to.compile(path, to.pkg_config('--libs'))
    files = []
    for number, moves in enumerate(['１ ７六歩(77)\n２ ３四歩(33)\n', '１ ７六歩(77)\n２ ８四歩(83)\n３ ２六歩(27)\n']):
        files.append(os.path.join(to.place, f'record{number}.kif'))
        with open(files[-1], 'w', encoding='utf-8') as file:
            file.write('手合割：平手\n' + moves)
    said = to.run(program, *files)
    expect('the moves', re.findall(r'\d[a-i]\d[a-i]', said), ['7g7f', '8c8d', '2g2f', '3c3d'])
    for path in files:
        os.remove(path)


def the_example_of_the_man_page_counts(to):
    found = re.search(r'^\.Sh EXAMPLES\n.*?\.Bd.*?\n(.*?)\.Ed', read(ROOT, 'docs', 'man', 'libshoogi.3'),
                      re.DOTALL | re.MULTILINE)
    path = os.path.join(to.place, 'man_example.c')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(found.group(1).replace('\\e', '\\'))
    expect('count', to.run(to.compile(path, to.pkg_config('--libs'))), '35401\n')


def the_man_page_names_what_there_is(_to):
    exported = symbols('libshoogi.so', '--dynamic')
    inline = set(re.findall(r'static inline \w+ (shoogi_\w+)', read(ROOT, 'include', 'shoogi', 'types.h')))
    named = set(re.findall(r'\.Fn (\w+)', read(ROOT, 'docs', 'man', 'libshoogi.3')))
    expect('functions', len(named) > 20, True)
    expect('functions that are not there', sorted(named - exported - inline), [])


def every_header_is_good_cxx(to):
    for path in HEADERS:
        source = os.path.join(to.place, 'header.cc')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(f'#include <shoogi/{os.path.basename(path)}>\n'
                       'int main() { return 0; }\n')
        run(['g++', '-std=c++17', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only',
             *to.pkg_config('--cflags'), source])


WHERE = r'''
#include <shoogi/catalog.h>
#include <stdio.h>

int main(void)
{
    shoogi_catalog *catalog;
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error error;
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 1;
    puts(shoogi_catalog_get(&entry, catalog, "tiny", 4, &error) == SHOOGI_OK ? entry->path : "nowhere");
    shoogi_catalog_free(catalog);
    return 0;
}
'''


def definitions_are_looked_for_in_order(to):
    """The catalog as it would be built for a prefix and a source tree in here."""
    source = os.path.join(to.place, 'where.c')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(WHERE)
    prefix, tree = os.path.join(to.place, 'share', 'shoogi'), os.path.join(to.place, 'tree')
    program = to.compile(source, [
        '-D_GNU_SOURCE', f'-DSHOOGI_DATADIR="{prefix}"', f'-DSHOOGI_SOURCE_VARIANTS="{tree}"',
        '-I' + os.path.join(ROOT, 'src'), *(os.path.join(ROOT, 'src', 'catalog', name) for name in ('catalog.c', 'directories.c', 'file.c')), to.find('libshoogi.a')])
    named = os.path.join(to.place, 'named')
    expect('at first', to.run(program, variants=named), 'nowhere\n')
    for folder in (tree, os.path.join(prefix, 'variants'), named):
        os.makedirs(folder)
        path = os.path.join(folder, 'tiny.variant')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('files=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n')
        expect('the first that has it', to.run(program, variants=named), path + '\n')
    expect('without the variable', run([program]), os.path.join(prefix, 'variants', 'tiny.variant') + '\n')


# ---- TAP ------------------------------------------------------------------------------------------

def main():
    built = [the_shared_library_exports_what_the_headers_declare, the_static_library_keeps_to_its_names,
             one_header_includes_all]
    installed = [everything_is_there, the_service_is_shut_in, the_example_plays, the_other_example_reads, the_example_asks_a_position, the_example_edits_records, the_example_of_the_man_page_counts,
                 the_man_page_names_what_there_is, every_header_is_good_cxx,
                 definitions_are_looked_for_in_order]
    print(f'1..{len(built) + len(installed)}')
    place = tempfile.mkdtemp()
    failed = 0
    installation = None
    try:
        for number, function in enumerate(built + installed, 1):
            name = function.__name__.replace('_', ' ')
            try:
                if function in installed and not installation:
                    installation = Installation(place)
                function(*([installation] if function in installed else []))
                print(f'ok {number} - {name}', flush=True)
            except Exception as error:  # any failure is one test's
                failed += 1
                print(f'not ok {number} - {name}')
                for line in (str(error) or repr(error)).splitlines():
                    print('#', line, flush=True)
    finally:
        shutil.rmtree(place)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
