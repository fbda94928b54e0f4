"""The program as an engine, at the other end of two pipes."""

import os
import queue
import subprocess
import threading

from cli_test import PROGRAM, VARIANTS

PATIENCE = 120  # seconds: the machine may be busy


class Engine:
    """An engine process, spoken to in lines.  A thread reads its output, so that neither side blocks the other."""

    def __init__(self, *arguments, environment=None):
        env = dict(os.environ, SHOOGI_VARIANTS=VARIANTS, LC_ALL='C')
        env.update(environment or {})
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                file.close()
            except OSError:
                pass

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors='replace').rstrip('\n'))
        self.lines.put(None)

    def say(self, *lines):
        for line in lines:
            data = line if isinstance(line, bytes) else line.encode()
            self.process.stdin.write(data + b'\n')
        self.process.stdin.flush()

    def hear(self):
        """The next line; None: it has ended."""
        return self.lines.get(timeout=PATIENCE)

    def hear_until(self, beginning):
        """All lines up to the first that begins so, that one included."""
        heard = []
        while True:
            line = self.hear()
            if line is None:
                raise AssertionError(f'no {beginning!r} but the end after {heard[-5:]!r}')
            heard.append(line)
            if line.startswith(beginning):
                return heard

    def ask(self, *lines, until):
        self.say(*lines)
        return self.hear_until(until)

    def end(self):
        """Closes its input.  Returns its remaining output and its exit status."""
        self.process.stdin.close()
        return self.rest()

    def rest(self):
        heard = []
        while (line := self.hear()) is not None:
            heard.append(line)
        status = self.process.wait(PATIENCE)
        errors = self.process.stderr.read().decode(errors='replace')
        if errors:
            raise AssertionError(f'on standard error: {errors!r}')
        return heard, status
