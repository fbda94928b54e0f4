"""The program on a terminal of its own, for tests that press keys."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from cli_test import PROGRAM, VARIANTS

PATIENCE_S = 120  # for what comes for sure: the machine may be busy


class Terminal:
    def __init__(self, arguments, rows=24, columns=80):
        self.main, self.side = pty.openpty()
        self.rest = ''
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.side)
        self.process = subprocess.Popen([PROGRAM] + arguments, stdin=self.side, stdout=self.side, stderr=self.side,
                                        env=dict(os.environ, SHOOGI_VARIANTS=VARIANTS, TERM='xterm'))

    def resize(self, rows, columns):
        fcntl.ioctl(self.side, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def wait_for(self, words):
        """Returns the output after the words of the last wait, up to these words."""
        seen, end = self.rest, time.monotonic() + PATIENCE_S
        while words not in seen:
            ready, _, _ = select.select([self.main], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f'no {words!r} in {seen!r}')
            seen += os.read(self.main, 65536).decode()
        before, words, self.rest = seen.partition(words)
        return before + words

    def press(self, keys):
        os.write(self.main, keys.encode())

    def end(self):
        """The exit status; the terminal must be as it was."""
        status = self.process.wait(PATIENCE_S)
        after = termios.tcgetattr(self.side)
        os.close(self.main)
        os.close(self.side)
        if after != self.before:
            raise AssertionError('the terminal was left otherwise than it was found')
        return status
