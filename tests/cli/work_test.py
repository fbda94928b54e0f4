"""shoogi work: each job shuts itself in before it parses its input.  Prints TAP.

A job that is shut in tries what exploited code would: to read, replace and remove a file that its user may read and write, to
connect, to start a process (SHOOGI_TEST_ESCAPE, src/cli/work.c).  Each must be refused, and the answer must be the same as
without.
"""

import ctypes
import os
import platform
import subprocess
import sys
import tempfile

from cli_test import PROGRAM, VARIANTS, expect, tap

SHUT = 'read refused, write refused, remove refused, unix refused, inet refused, fork refused\n'
LANDLOCK_CREATE_RULESET = 444


def work(job, data, escape=None):
    """The output of a job, and its exit status."""
    extra = {'SHOOGI_TEST_ESCAPE': escape} if escape else {}
    ended = subprocess.run([PROGRAM, 'work', job], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                           env=os.environ | {'SHOOGI_VARIANTS': VARIANTS} | extra, check=False)
    return ended.stdout, ended.returncode


def shut_in(job, data, begins):
    with tempfile.TemporaryDirectory(prefix='shoogi-work-') as folder:
        path = os.path.join(folder, 'games.db')
        with open(path, 'w', encoding='ascii') as file:
            file.write('secret')
        plain, status = work(job, data)
        expect('the answer', (plain[:len(begins)], status), (begins, 0))
        tried, status = work(job, data, path)
        expect('the attempts', tried[:tried.index(b'\n') + 1].decode(), SHUT)
        expect('the answer of a job that tried', (tried[len(SHUT):], status), (plain, 0))
        expect('the folder', os.listdir(folder), ['games.db'])


def a_definition():
    with open(os.path.join(VARIANTS, 'shogi', 'shogi.variant'), 'rb') as file:
        shut_in('definition', b'mine\n' + file.read(), b'ok\n')
    shut_in('definition', b'mine\nbase=chu\n', b'ok\n')  # read from the catalog, which was opened before
    shut_in('definition', b'mine\nnonsense\n', b'fault\n')


def a_record():
    shut_in('record', b'variant=shogi\nformat=\ndefinition=\n\n1. P-7f P-3d\n', b'ok\nvariant=shogi\n')
    shut_in('record', b'variant=shogi\nformat=\ndefinition=\n\n1. P-7f P-7f\n', b'fault\n')
    # The C library reads its converters from files; they are loaded before.
    kif = '手合割：平手\n先手：山田\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n'
    for encoding in ('utf-8', 'cp932', 'euc-jp', 'iso2022-jp', 'utf-16'):
        head = b'variant=shogi\nformat=\ndefinition=\n\n'
        shut_in('record', head + kif.encode(encoding), 'ok\nvariant=shogi\nblack=山田\n'.encode())


def picture():
    return subprocess.run([PROGRAM, 'show', 'shogi', '--style', 'svg'], stdout=subprocess.PIPE, check=True, timeout=120,
                          env=os.environ | {'SHOOGI_VARIANTS': VARIANTS}).stdout


def a_picture():
    shut_in('picture', picture(), b'\x89PNG')


def has_landlock():
    return ctypes.CDLL(None).syscall(LANDLOCK_CREATE_RULESET, None, 0, 1) > 0


def a_picture_with_fonts():
    """Characters without an outline of ours need the fonts of the system, which Landlock leaves readable."""
    with_text = picture().replace(b'</svg>', b'<text x="9" y="60" font-size="40">&#40845;&#65;</text></svg>')
    if has_landlock():
        shut_in('picture', with_text, b'\x89PNG')
    else:
        print('# no Landlock here: such a picture is refused')
        expect('without Landlock', work('picture', with_text), (b'', 2))


if __name__ == '__main__':
    if platform.machine() not in ('x86_64', 'aarch64'):
        print('1..0 # SKIP seccomp is used on x86_64 and aarch64 only')
        sys.exit(0)
    sys.exit(tap([(test.__name__.replace('_', ' '), test, ()) for test in (
        a_definition, a_record, a_picture, a_picture_with_fonts)]))
