"""The harness of the end-to-end tests: TAP, the server as a child process, and two kinds of clients: the
real telnet program under a pseudo-terminal, and a plain socket for speed."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback

import shogi

BUILD_ROOT = os.environ.get("SHOOGI_BUILD_ROOT", "build")
SOURCE_ROOT = os.environ.get(
    "SHOOGI_SOURCE_ROOT", os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
)
TEST_DATA = os.environ.get("SHOOGI_TEST_DATA", os.path.join(os.path.dirname(SOURCE_ROOT), "shared"))
PROGRAM = os.path.join(BUILD_ROOT, "shoogi")
TELNET = "/usr/bin/telnet"

# For what comes for sure: sanitizers and loaded machines are slow, and what never comes is waited for once.
PATIENCE_S = float(os.environ.get("SHOOGI_PATIENCE_S", "120"))
SANITIZED = "asan" in os.path.basename(BUILD_ROOT) or "tsan" in os.path.basename(BUILD_ROOT)


# ---- TAP -------------------------------------------------------------------------------------------


class Skip(Exception):
    """Raised by a test that cannot run here; the text is the reason."""


def note(text):
    for line in str(text).splitlines() or [""]:
        print("#", line.encode("ascii", "backslashreplace").decode())
    sys.stdout.flush()


def seed_wanted(usual):
    """The seed of the random choices of a test: $SHOOGI_SEED; else the usual one, so that every run of script/test makes
    the same choices; with --new-seed, as in script/soak, another each time."""
    new = "--new-seed" in sys.argv
    if new:
        sys.argv.remove("--new-seed")
    seed = os.environ.get("SHOOGI_SEED") or (str(time.time_ns()) if new else usual)
    note(f"SHOOGI_SEED={seed}")
    return seed


def closing(test):
    """The last test of a program: with it the servers that others have shared come to a good end."""

    def run():
        try:
            test()
        except Skip:
            Shared.stop_all(True)
            raise
        except BaseException:
            Shared.stop_all(False)
            raise
        Shared.stop_all(True)

    run.__name__ = test.__name__
    return run


def run_tests(tests):
    """Runs functions one after the other; each is one test, named after itself.  Ends the process."""
    wanted = sys.argv[1:]
    if wanted:
        tests = [t for t in tests if t.__name__ in wanted]
    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, test in enumerate(tests, 1):
        if number == len(tests):
            test = closing(test)
        name = test.__name__.replace("_", " ")
        began = time.monotonic()
        try:
            test()
        except Skip as reason:
            print(f"ok {number} - {name} # SKIP {reason}", flush=True)
        except Exception:
            note(traceback.format_exc())
            print(f"not ok {number} - {name}", flush=True)
            failed += 1
        else:
            note(f"{time.monotonic() - began:.1f} s")
            print(f"ok {number} - {name}", flush=True)
    sys.exit(1 if failed else 0)


def until(what, wait_s=PATIENCE_S):
    """Returns the value of a function once it is true."""
    deadline = time.monotonic() + wait_s
    while True:
        found = what()
        if found or time.monotonic() > deadline:
            assert found, "it never happened"
            return found
        time.sleep(0.02)


# ---- the program -----------------------------------------------------------------------------------


def run_program(*arguments, limit_s=PATIENCE_S, **more):
    """The program to its end: a subprocess.CompletedProcess with text in stdout and stderr."""
    return subprocess.run(
        [PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=limit_s,
        **more,
    )


def dear_passwords():
    """The environment of a server that hashes passwords at the cost that players pay; others hash cheaply, as meson.build
    has it (src/server/loop/test_settings.h)."""
    return {name: value for name, value in os.environ.items() if name != "SHOOGI_TEST_PASSWORD_COST"}


class Scratch:
    """A directory that goes away."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="shoogi-e2e-")

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    """`shoogi serve` on free ports of the loopback address."""

    def __init__(self, database, *arguments, preexec=None, env=None):
        self.database = database
        self.arguments = arguments
        self.preexec = preexec
        self.env = env
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, *_):
        if kind and self.process:
            note(f"the server said:\n{self.error_text()}")
        if self.process and self.process.poll() is None:
            if kind:
                self.kill()
            else:
                self.stop()

    def command(self):
        line = [PROGRAM, "serve", "--telnet", "127.0.0.1:0", "--http", "127.0.0.1:0"]
        return [*line, "--db", self.database, *self.arguments]

    def start(self):
        """Returns when the server says that it is ready."""
        began = time.monotonic()
        self.errors = tempfile.TemporaryFile(prefix="shoogi-e2e-")
        self.process = subprocess.Popen(
            self.command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            preexec_fn=self.preexec,
            env=self.env,
        )
        self.addresses = {}
        said = b""
        deadline = began + PATIENCE_S
        while True:
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            chunk = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not chunk:
                self.kill()
                raise AssertionError(f"the server did not start: {said!r}\n{self.error_text()}")
            said += chunk
            if b"ready\n" in said:
                break
        found = re.findall(r"^(telnet|http|metrics) (\S+):(\d+)$", said.decode(), re.M)
        self.addresses = {kind: (host, int(port)) for kind, host, port in found}
        assert {"telnet", "http"} <= set(self.addresses), said
        self.started_s = time.monotonic() - began
        # Later output must not block it.
        self.drain = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.drain.start()

    @property
    def telnet(self):
        return self.addresses["telnet"]

    @property
    def http(self):
        return self.addresses["http"]

    def error_text(self):
        # Not by seek and read: the server's descriptor is the same open file, and what it writes would go where we read.
        number = self.errors.fileno()
        return os.pread(number, os.fstat(number).st_size, 0).decode("utf-8", "replace")

    def over(self):
        """To be called after the end of the process: forgets its pipes, and raises if a sanitizer had
        something to say."""
        if hasattr(self, "drain"):
            self.drain.join(5)
            del self.drain
        self.process.stdout.close()
        text = self.error_text()
        if "Sanitizer" in text or "runtime error:" in text:
            raise AssertionError("a sanitizer spoke:\n" + text[:8000])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.over()

    def stop(self):
        """Asks it to end, and takes nothing but a good end."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE_S)
        self.over()
        if status != 0:
            raise AssertionError(f"the server ended with {status}:\n{self.error_text()}")

    def restart(self):
        self.kill()
        self.start()

    def put_to_sleep(self):
        """Stops all threads of the server, and waits for that: the signal takes effect when the main thread is next on a processor, and
        until then the other threads go on."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)

    def wake_up(self):
        self.process.send_signal(signal.SIGCONT)

    def alive(self):
        return self.process.poll() is None

    def status_kib(self, field):
        """VmRSS, VmHWM and so on."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(rf"^{field}:\s+(\d+) kB", file.read(), re.M).group(1))

    def open_files(self):
        """The number of its descriptors."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def cpu_s(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Shared:
    """A server for several tests of a program, one after the other, none of which depends on what the others leave behind.
    The first starts it; one that fails has it started anew."""

    made = []

    def __init__(self, make):
        """make: returns a server, or whatever has one as .server and is entered and left like one."""
        self.make = make
        self.held = None
        Shared.made.append(self)

    def __enter__(self):
        if not self.held:
            held = self.make()
            self.entered = held.__enter__()
            self.held = held
        return self.entered

    def __exit__(self, kind, error, trace):
        server = getattr(self.held, "server", self.held)
        if kind:
            self.end(kind, error, trace)
        elif not server.alive():
            said = server.error_text()
            self.end(AssertionError, None, None)
            raise AssertionError(f"the server has ended:\n{said}")

    def end(self, kind=None, error=None, trace=None):
        held, self.held = self.held, None
        if held:
            held.__exit__(kind, error, trace)

    @classmethod
    def stop_all(cls, well):
        for shared in cls.made:
            shared.end(None if well else AssertionError)


# ---- talking ---------------------------------------------------------------------------------------


class Closed(AssertionError):
    """The other side ended the connection."""


class Talker:
    """Something that reads and writes text: what was read and not yet expected stands in pending."""

    patience_s = PATIENCE_S

    def __init__(self, name):
        self.name = name
        self.pending = ""
        self.past = ""  # for reports of failures
        self.closed = False

    def fileno(self):
        raise NotImplementedError

    def read_some(self):
        """Bytes that are there; b"" at the end."""
        raise NotImplementedError

    def write(self, data):
        raise NotImplementedError

    def take(self, wait_s):
        """Reads what comes within wait_s, if anything.  False at the end or when nothing came."""
        if self.closed or not select.select([self.fileno()], [], [], max(wait_s, 0))[0]:
            return False
        data = self.read_some()
        if not data:
            self.closed = True
            return False
        self.pending += self.decode(data)
        return True

    def decode(self, data):
        return data.decode("utf-8", "replace").replace("\r", "")

    def line(self, text):
        """Types a line."""
        self.past += f"\n<<< {text}\n"
        self.write(text.encode() + b"\r\n")

    def expect(self, pattern, wait_s=None):
        """Reads until the pattern is found; what stands before it and the match are used up.  Returns
        the match."""
        compiled = re.compile(pattern, re.M)
        deadline = time.monotonic() + (self.patience_s if wait_s is None else wait_s)
        while True:
            match = compiled.search(self.pending)
            if match:
                self.past += self.pending[: match.end()]
                self.pending = self.pending[match.end() :]
                return match
            if not self.take(deadline - time.monotonic()):
                if self.closed or time.monotonic() >= deadline:
                    raise (Closed if self.closed else AssertionError)(
                        f"{self.name}: {'end of connection' if self.closed else 'nothing came'}"
                        f" while waiting for {pattern!r}\n--- before:\n{self.past[-1500:]}"
                        f"\n--- then:\n{self.pending[-3000:]}"
                    )

    def before(self, pattern, wait_s=None):
        """As expect, but returns the text that stood before the match."""
        start = len(self.past)
        match = self.expect(pattern, wait_s)
        return self.past[start : len(self.past) - len(match.group(0))]

    def expect_end(self, wait_s=None):
        """Reads until the other side has closed.  Returns what came."""
        deadline = time.monotonic() + (PATIENCE_S if wait_s is None else wait_s)
        while not self.closed:
            self.take(deadline - time.monotonic())
            if not self.closed and time.monotonic() >= deadline:
                raise AssertionError(f"{self.name}: the connection was not closed\n{self.pending[-2000:]}")
        return self.pending


class Line(Talker):
    """A plain socket, as from nc; telnet commands of the server are taken out."""

    def __init__(self, address, name="line", receive_bytes=None, source=None):
        """source: an address of 127.0.0.0/8 to come from, where the server counts by address."""
        super().__init__(name)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_bytes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.settimeout(PATIENCE_S)
        if source:
            self.socket.bind((source, 0))
        try:
            self.socket.connect(address)
        except ConnectionError as error:
            raise Closed(str(error)) from error
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""  # of a telnet command or a character that is cut

    def fileno(self):
        return self.socket.fileno()

    def read_some(self):
        try:
            return self.socket.recv(65536)
        except ConnectionError:
            return b""

    def write(self, data):
        try:
            self.socket.sendall(data)
        except ConnectionError as error:
            raise Closed(str(error)) from error

    def decode(self, data):
        data = self.rest + data
        self.rest = b""
        data = re.sub(rb"\xff[\xfb-\xfe].", b"", data, flags=re.S)
        cut = re.search(rb"\xff[\xfb-\xfe]?$", data) or re.search(
            rb"(?:[\xc0-\xff]|[\xe0-\xff][\x80-\xbf]|[\xf0-\xff][\x80-\xbf]{2})$", data
        )
        if cut:
            self.rest = data[cut.start() :]
            data = data[: cut.start()]
        return super().decode(data)

    def close(self):
        self.socket.close()
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Program(Talker):
    """A program under a pseudo-terminal.  Its output contains the input, which the terminal, the program or
    the server echoes."""

    def __init__(self, command, name, rows=24, columns=80, term="dumb"):
        super().__init__(name)
        if not os.access(command[0], os.X_OK):
            raise Skip(f"there is no {command[0]}")
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                os.environ["TERM"] = term
                self.resize(rows, columns, 0)
                os.execv(command[0], command)
            finally:
                os._exit(127)

    def resize(self, rows, columns, terminal=None):
        """Gives the window another size; the program is told by a signal."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.terminal if terminal is None else terminal, termios.TIOCSWINSZ, size)

    def fileno(self):
        return self.terminal

    def read_some(self):
        try:
            return os.read(self.terminal, 65536)
        except OSError:  # what a terminal says at its end
            return b""

    def write(self, data):
        os.write(self.terminal, data)

    def line(self, text):
        self.past += f"\n<<< {text}\n"
        self.write(text.encode() + b"\n")

    def close(self):
        if self.pid:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            os.waitpid(self.pid, 0)
            os.close(self.terminal)
            self.pid = 0
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class TelnetProcess(Program):
    """/usr/bin/telnet.  Types nothing before it is in character mode, as the server requests: earlier input would be
    echoed by telnet and by the server."""

    def __init__(self, address, name="telnet", **more):
        self.raw = b""
        super().__init__([TELNET, address[0], str(address[1])], name, **more)
        self.expect(r"Escape character is")
        deadline = time.monotonic() + PATIENCE_S
        while b"\rlogin: " not in self.raw and self.take(deadline - time.monotonic()):
            pass
        self.raw = None

    def decode(self, data):
        if self.raw is not None:
            self.raw += data
        return super().decode(data)


def fill(sockets, data, bytes_max, quiet_s=0.5):
    """Writes the data to all of them, again and again, until nothing more goes into any for a while: so much as waits on the
    way to one who does not read.  No more than some bytes_max into one.  Returns how much went into each; one that was closed
    takes no more."""
    sent = {s: 0 for s in sockets}
    modes = {s: s.gettimeout() for s in sockets}
    for s in sockets:
        s.setblocking(False)
    left = list(sockets)
    while left:
        _, ready, _ = select.select([], left, [], quiet_s)
        if not ready:
            break
        for s in ready:
            try:
                sent[s] += s.send(memoryview(data)[sent[s] % len(data) :])
            except BlockingIOError:
                pass
            except ConnectionError:
                left.remove(s)
            else:
                if sent[s] >= bytes_max:
                    left.remove(s)
    for s in sockets:
        s.settimeout(modes[s])
    return [sent[s] for s in sockets]


# ---- players ---------------------------------------------------------------------------------------

PROMPT = r"^(?:\[\d+[^\]\n]*\])?> "


class Player:
    """Someone with a name at a talker."""

    def __init__(self, talker, name):
        self.talker = talker
        self.name = name
        talker.name = name

    def login(self, password="secret words"):
        """Logs in; a name that is new gets that password.  Returns what the server said."""
        talker = self.talker
        talker.expect(r"^login: ")
        talker.line(self.name)
        if self.name == "guest":
            said = talker.expect(r"^Welcome, (\S+)\.")
            self.name = talker.name = said.group(1)
            return talker.before(PROMPT)
        if talker.expect(r"^(new )?password: ").group(1):
            talker.line(password)
            talker.expect(r"^new password again: ")
        talker.line(password)
        talker.expect(rf"^Welcome, {re.escape(self.name)}\.")
        return talker.before(PROMPT)

    def ask(self, line):
        """Types a command.  Returns what the server said before it prompted again."""
        self.talker.line(line)
        return self.talker.before(PROMPT)

    def sync(self):
        """Reads everything that was said up to now, boards that came unasked among it."""
        self.talker.line("WHO no.such.player")
        said = self.talker.before(r"\b0 of \d+ online match\.$")
        self.talker.expect(PROMPT)
        return said

    def quit(self):
        self.talker.line("QUIT")
        self.talker.expect(r"Goodbye")
        self.talker.expect_end()
        self.talker.close()


class Match:
    """A game between two players at their talkers.  Every move is typed by one and seen by both."""

    def __init__(self, black, white, board=None):
        """black challenges, white answers, and then whoever has Black.  board: to follow the game on; moves
        are whatever it takes for one."""
        self.board = board or shogi.Board(shogi.SHOGI)
        self.players = (black, white)
        self.moves = []
        self.resigned = None  # who, "Black" or "White"; the last of moves then stands for it
        self.number = None

    def begin(self, first, option=""):
        """Black challenges White with the first move."""
        black, white = self.players
        typed, written = self.board.western(first), self.board.written(first)
        said = black.ask(f"NEW {option}{white.name} {typed}")
        challenge = re.search(r"challenge is number (\d+)", said)
        assert challenge, said
        assert "challenges you to a game of" in white.sync()
        said = white.ask(f"NEW {challenge.group(1)}")
        self.number = int(re.search(r"^Game (\d+):", said, re.M).group(1))
        assert re.search(rf"Last move: 1\. {re.escape(written)}$", said, re.M), said
        said = black.sync()
        assert f"{white.name} has accepted your challenge" in said, said
        assert re.search(rf"[Gg]ame {self.number}\b", said), said
        self.board.do(first)
        self.moves.append(written)
        said = black.ask(f"BOARD {self.number}")
        assert re.search(rf"Last move: 1\. {re.escape(written)}$", said, re.M), said

    def type_move(self, typed, written):
        """The side to move types a move and confirms it.  Returns what it is told then."""
        mover = self.players[self.board.side].talker
        mover.line(f"PLAY {typed}")
        mover.expect(rf"^{re.escape(written)} <p,o,n,y> ")
        mover.line("y")
        return mover.before(PROMPT)

    def play(self, usi):
        """One move.  Returns what the mover and the other are told."""
        mover, other = self.players[self.board.side], self.players[1 - self.board.side]
        written = self.board.written(usi)
        number = len(self.moves) + 1
        told = self.type_move(self.board.western(usi), written)
        assert f"Move {number}: {written}\n" in told, told
        seen = other.talker.before(PROMPT)
        assert f"Game {self.number}: {mover.name} has moved." in seen, seen
        assert re.search(rf"Last move: {number}\. {re.escape(written)}$", seen, re.M), seen
        self.board.do(usi)
        self.moves.append(written)
        return told, seen

    def play_all(self, moves):
        """Several.  Returns what was told of the last."""
        for usi in moves:
            told = self.play(usi)
        return told

    def listed(self, player):
        """The list of moves as MOVES -N shows it, and what stands under the last."""
        said = player.ask(f"MOVES -n {self.number}")
        return re.findall(r"^ *(\d+)\.  (Black|White)  (\S+)$", said, re.M), said

    def check_list(self, player):
        """Every move is there, once, in order."""
        listed, said = self.listed(player)
        wanted = [
            (str(i + 1), "White" if i % 2 else "Black", move) for i, move in enumerate(self.moves)
        ]
        if self.resigned is not None:
            wanted[-1] = (wanted[-1][0], self.resigned, "resigns")
        assert listed == wanted, f"wanted {wanted}\nlisted {listed}"
        return said


def http_get(address, target="/healthz", wait_s=None):
    """Status and body of a plain request."""
    with socket.create_connection(address, PATIENCE_S if wait_s is None else wait_s) as s:
        s.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        data = b""
        while chunk := s.recv(65536):
            data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode()
