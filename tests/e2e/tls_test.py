"""TLS: both doors under a certificate, games over it, certificates that cannot be used, and plain text only
where nobody else can listen."""

import fcntl
import json
import os
import random
import re
import signal
import socket
import ssl
import struct
import subprocess
import termios
import time

from harness import (
    PATIENCE_S,
    SANITIZED,
    Line,
    Match,
    Player,
    Program,
    Scratch,
    Server,
    Shared,
    Skip,
    note,
    run_program,
    run_tests,
)
from web import Web

OPENSSL = "/usr/bin/openssl"
LONG = 4 << 20  # more than waits anywhere on the way


def openssl(*arguments, **more):
    if not os.access(OPENSSL, os.X_OK):
        raise Skip(f"there is no {OPENSSL}")
    return subprocess.run(
        [OPENSSL, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=PATIENCE_S, **more
    )


class Desk:
    """A directory with certificates of our own making, and a server under the first of them."""

    made = {}  # by serial number: a certificate and its key

    def __init__(self, on_disk=False, **more):
        self.on_disk = on_disk
        self.more = more

    def make(self, name, serial):
        """NAME.pem and NAME.key."""
        paths = self.path(f"{name}.pem"), self.path(f"{name}.key")
        if serial in Desk.made:
            for path, text in zip(paths, Desk.made[serial]):
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
            return
        openssl(
            *"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-set_serial", str(serial)),
            *("-out", paths[0], "-keyout", paths[1]),
        )
        Desk.made[serial] = tuple(open(path, encoding="ascii").read() for path in paths)

    def path(self, name):
        return os.path.join(self.directory, name)

    def __enter__(self):
        self.scratch = Scratch()
        self.directory = self.scratch.path
        try:
            self.make("server", 1001)
            tls = ("--tls-cert", self.path("server.pem"), "--tls-key", self.path("server.key"))
            self.server = Server(self.path("games.db") if self.on_disk else "memory", *tls, **self.more)
            self.server.start()
        except BaseException:
            self.scratch.__exit__()
            raise
        return self

    def __exit__(self, kind, *_):
        try:
            self.server.__exit__(kind)
        finally:
            self.scratch.__exit__()

    def context(self, certificate="server.pem"):
        context = ssl.create_default_context(cafile=self.path(certificate))
        context.check_hostname = False
        return context

    def connect(self, address, context=None, **more):
        plain = socket.create_connection(address, PATIENCE_S)
        return (context or self.context()).wrap_socket(plain, server_hostname="127.0.0.1", **more)

    def serial(self, address, certificate):
        with self.connect(address, self.context(certificate)) as s:
            return int(s.getpeercert()["serialNumber"], 16)

    def line(self, name="line", **more):
        return TlsLine(self.server.telnet, self.context(), name, **more)


# For tests that measure nothing of the server and leave it as it is.
EVERYDAY = Shared(Desk)


class TlsLine(Line):
    """Telnet over TLS."""

    def __init__(self, address, context, name="line"):
        super().__init__(address, name)
        self.socket = context.wrap_socket(self.socket, server_hostname="127.0.0.1")

    def take(self, wait_s):
        return super().take(0 if self.socket.pending() else wait_s)

    def read_some(self):
        try:
            data = self.socket.recv(65536)
            while self.socket.pending():
                data += self.socket.recv(65536)
            return data
        except (ConnectionError, ssl.SSLEOFError):
            return b""


class OpensslProcess(Program):
    """openssl s_client under a pseudo-terminal: a user's terminal that knows nothing of telnet."""

    def __init__(self, desk, name="s_client"):
        super().__init__(
            [OPENSSL, "s_client", "-quiet", "-CAfile", desk.path("server.pem"), "-connect", "%s:%d" % desk.server.telnet],
            name,
        )

    def decode(self, data):
        return super().decode(re.sub(rb"\xff[\xfb-\xfe].", b"", data, flags=re.S))


def a_game_over_tls():
    """Between a program with a library for TLS and a person at openssl s_client."""
    with EVERYDAY as desk:
        with desk.line() as line, OpensslProcess(desk) as process:
            anna, bo = Player(line, "Anna"), Player(process, "Bo")
            anna.login()
            bo.login()
            match = Match(anna, bo)
            source = random.Random(5)
            match.begin("7g7f")
            while len(match.moves) < 60 and not match.board.mated():
                match.play(source.choice(sorted(match.board.legal_moves())))
            for player in match.players:
                match.check_list(player)
            anna.quit()
            bo.talker.line("QUIT")
            bo.talker.expect("Goodbye")
            bo.talker.expect_end()


def what_is_long_arrives_whole():
    """More than records, buffers and the kernel hold, to one who reads slowly."""
    with EVERYDAY as desk:
        with desk.line() as line:
            guest = Player(line, "guest")
            guest.login()
            once = guest.ask("HELP -n ALL")
            assert len(once) > 20000, len(once)
            times = LONG // len(once) + 2
            for _ in range(times):
                line.line("HELP -n ALL")
            wait_until_nothing_comes(line.socket)
            # Put together and looked through at the end, not at every piece that comes.
            pieces, wanted = [], times * len((once + "> ").replace("\n", "\r\n").encode())
            while (got := sum(map(len, pieces))) < wanted:
                pieces.append(line.read_some())
                assert pieces[-1], (got, wanted)
            line.pending += line.decode(b"".join(pieces))
            for _ in range(times):
                assert line.before(r"^> ") == once
            line.line("QUIT")
            line.expect("Goodbye")
            line.expect_end()


def wait_until_nothing_comes(s):
    """Waits until the kernel's receive queue stops growing."""
    before, now = -1, 0
    while now != before:
        time.sleep(0.2)
        before, now = now, struct.unpack("i", fcntl.ioctl(s.fileno(), termios.FIONREAD, bytes(4)))[0]


def what_is_typed_ahead_is_taken():
    """More than one turn takes, in records that are larger than what is read of them at once.  The lines are long, so that fewer have to wait for their
    turns."""
    with EVERYDAY as desk:
        with desk.line() as line:
            guest = Player(line, "guest")
            guest.login()
            count = 400
            line.socket.sendall(b"".join(b"FROB%d %s\r\n" % (i, b"x" * 100) for i in range(count)))
            for i in range(count):
                line.expect(rf'Unknown command FROB{i}\.  HELP lists the commands\.\n> ')


def whoever_leaves_is_forgotten():
    """Also a client that leaves at once, which the server notices while greeting it."""
    with Desk() as desk:
        directory = f"/proc/{desk.server.process.pid}/fd"
        before = len(os.listdir(directory))
        for address in (desk.server.telnet, desk.server.http):
            for _ in range(40):
                desk.connect(address).close()
        deadline = time.monotonic() + PATIENCE_S
        while len(os.listdir(directory)) > before:
            assert time.monotonic() < deadline, (before, os.listdir(directory))
            time.sleep(0.05)


def https():
    with EVERYDAY as desk:
        with desk.connect(desk.server.http) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            said = b""
            while chunk := s.recv(65536):
                said += chunk
        assert said.startswith(b"HTTP/1.1 200 ") and said.endswith(b"\r\n\r\nok\n"), said
        assert b"\r\nStrict-Transport-Security: max-age=31536000\r\n" in said, said
        with desk.connect(desk.server.http) as s:  # a head as long as one may be, in one record
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nLong: " + b"x" * 8000 + b"\r\n\r\n")
            assert s.recv(1000).startswith(b"HTTP/1.1 200 ")


def sockets_over_tls():
    """A page of ours is one that came over TLS; one in plain text may be of whoever sits on the line."""
    with EVERYDAY as desk:

        def web():
            made = Web.__new__(Web)
            made.socket, made.pending = desk.connect(desk.server.http), b""
            return made

        with web() as one:
            one.upgrade("/api/socket", "Origin: https://localhost", host="localhost")
            for i in range(200):  # many in one record, and in many
                one.send(Web.frame(1, b'{"id":%d,"method":"GET","path":"/variants"}' % i))
            heard = [json.loads(one.hear())["id"] for _ in range(200)]
            assert heard == list(range(200)), heard
            one.send(Web.frame(8, b"\x03\xe8"))
            assert one.closed() == (1000, "")
        with web() as one:
            answer = one.ask("GET /api/socket", *Web.UPGRADE, "Origin: http://localhost", host="localhost")
            assert answer.status == 403 and "strict-transport-security" in answer.headers, answer.headers
            for i in range(50):  # of one connection, with bodies larger than a record
                name = f"{i} " + "x" * 8000
                answer = one.ask("POST /api/login", "Content-Type: application/json", "Origin: https://localhost",
                                 body=json.dumps({"name": name, "password": "y"}).encode(), host="localhost")
                assert answer.status in (400, 401, 413, 422, 429), (answer.status, answer.body)


def versions_and_ciphers():
    with EVERYDAY as desk:
        for version, cipher in ((ssl.TLSVersion.TLSv1_2, "ECDHE"), (ssl.TLSVersion.TLSv1_3, "TLS_")):
            context = desk.context()
            context.minimum_version = context.maximum_version = version
            with desk.connect(desk.server.http, context) as s:
                assert s.cipher()[0].startswith(cipher), s.cipher()
        for options in ("-tls1", "-tls1_1", "-tls1_2 -cipher AES128-SHA", "-tls1_2 -cipher AES128-GCM-SHA256"):
            # Without the client's own scruples.
            line = [OPENSSL, "s_client", *options.split(), "-connect", "%s:%d" % desk.server.telnet]
            if "-cipher" in line:
                line[line.index("-cipher") + 1] += ":@SECLEVEL=0"
            else:
                line += ["-cipher", "ALL:@SECLEVEL=0"]
            done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S)
            assert done.returncode != 0 and "alert" in done.stderr, (options, done)
        assert desk.serial(desk.server.http, "server.pem") == 1001


def sessions_are_resumed():
    with EVERYDAY as desk:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = desk.context()
            context.minimum_version = context.maximum_version = version
            session = None
            for again in (False, True):
                with desk.connect(desk.server.http, context, session=session) as s:
                    assert s.session_reused == again, version
                    s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    assert s.recv(1000).startswith(b"HTTP/1.1 200 ")
                    session = s.session


def an_end_without_a_word():
    """A client that closes its side without a TLS alert gets all its answers."""
    with EVERYDAY as desk:
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = desk.context().wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
        with socket.create_connection(desk.server.telnet, PATIENCE_S) as s:

            def until_done(step):
                while True:
                    try:
                        return step()
                    except ssl.SSLZeroReturnError:
                        return b""
                    except ssl.SSLWantReadError:
                        if outgoing.pending:
                            s.sendall(outgoing.read())
                        data = s.recv(65536)
                        incoming.write(data) if data else incoming.write_eof()

            until_done(tls.do_handshake)
            tls.write(b"guest\r\n" + b"WHO\r\n" * 400)
            s.sendall(outgoing.read())
            s.shutdown(socket.SHUT_WR)
            said = b""
            while data := until_done(lambda: tls.read(65536)):
                said += data
            assert len(re.findall(rb"\r\n\d+ online\.\r\n", said)) == 400, (len(said), said[-200:])


def plain_text_under_tls():
    """A client that speaks plain text is let go, and costs nobody anything."""
    with Desk() as desk:
        with desk.line() as line:
            guest = Player(line, "guest")
            guest.login()
            with Line(desk.server.telnet) as plain:
                plain.write(b"guest\r\n")
                assert "login" not in plain.expect_end()
            with socket.create_connection(desk.server.http, PATIENCE_S) as s:
                s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try:
                    assert not s.recv(1000).startswith(b"HTTP")
                except ConnectionError:
                    pass
            for _ in range(50):  # and leaves in the middle of a handshake
                with socket.create_connection(desk.server.telnet, PATIENCE_S) as s:
                    s.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
            assert "1 of 1 online" in guest.ask("WHO guest*")


def unread(address):
    """How many bytes wait for the server to read them."""
    port = ":%04X" % address[1]
    with open("/proc/net/tcp") as table:
        rows = [row.split()[1:5] for row in table.readlines()[1:]]
    return sum(int(queues.split(":")[1], 16) for here, _, state, queues in rows if here.endswith(port) and state == "01")


def handshakes_that_dribble():
    """The deadline is that of the door, however long a handshake is kept going."""
    with Desk(env={**os.environ, "SHOOGI_TEST_HEAD_MS": "2000"}) as desk:
        began = time.monotonic()
        with socket.create_connection(desk.server.http, PATIENCE_S) as s:
            hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)
            s.settimeout(0.1)  # so that the whole would take 50 s
            closed = False
            for byte in hello:
                try:
                    s.sendall(bytes([byte]))
                    closed = s.recv(100) == b""
                except socket.timeout:
                    continue
                except ConnectionError:
                    closed = True
                if closed:
                    break
            assert closed
        took_s = time.monotonic() - began
        assert took_s > 1, took_s
        # A server that stops waits for none.
        with socket.create_connection(desk.server.telnet, PATIENCE_S) as s:
            s.sendall(b"\x16\x03\x01")
            while unread(desk.server.telnet):
                time.sleep(0.01)
            desk.server.stop()  # that of telnet would last longer than anybody has patience here


def the_certificate_is_read_again():
    with Desk() as desk:
        desk.make("next", 2002)
        with desk.line() as line:
            guest = Player(line, "guest")
            guest.login()
            assert desk.serial(desk.server.telnet, "server.pem") == 1001

            def hang_up(wanted):
                desk.server.process.send_signal(signal.SIGHUP)
                deadline = time.monotonic() + PATIENCE_S
                while desk.server.error_text().count(wanted) == 0:
                    assert time.monotonic() < deadline, desk.server.error_text()
                    time.sleep(0.05)

            # Only half of it has come so far.
            os.replace(desk.path("server.pem"), desk.path("old.pem"))
            os.rename(desk.path("next.pem"), desk.path("server.pem"))
            hang_up(f"the old one stays in use. why=\"the key {desk.path('server.key')} does not belong to")
            assert desk.serial(desk.server.telnet, "old.pem") == 1001
            os.rename(desk.path("next.key"), desk.path("server.key"))
            hang_up("The TLS certificate was reloaded.")
            for address in (desk.server.telnet, desk.server.http):
                assert desk.serial(address, "server.pem") == 2002
            assert "1 of 1 online" in guest.ask("WHO guest*")  # whoever is here stays


def an_upgrade_sends_away():
    """A hot upgrade cannot hand over the state of TLS: it says so, and whoever comes again is served."""
    with Desk(on_disk=True) as desk:
        anna = Player(desk.line(), "Anna")
        anna.login()
        answer = run_program("admin", "--db", desk.server.database, "upgrade")
        assert answer.returncode == 0 and answer.stdout.startswith("The server now runs"), answer
        anna.talker.expect(r"The server is being updated\.  Log in again in a moment\.")
        anna.talker.expect_end()
        again = Player(desk.line(), "Anna")
        again.login()
        assert "0 of 1 online match" in again.ask("WHO no.such.player")


def a_hang_up_where_there_is_no_certificate():
    with Server("memory") as server:
        with Line(server.telnet) as line:
            guest = Player(line, "guest")
            guest.login()
            server.process.send_signal(signal.SIGHUP)
            assert "1 of 1 online" in guest.ask("WHO guest*")


def certificates_that_cannot_be_used():
    with Scratch() as directory:
        desk = Desk()
        desk.directory = directory
        desk.make("one", 1)
        desk.make("two", 2)
        path = desk.path
        openssl("ec", "-in", path("one.key"), "-aes128", "-passout", "pass:word", "-out", path("locked.key"))
        with open(path("empty"), "w"):
            pass
        cases = [
            (("none", "one.key"), f"cannot read the certificate {path('none')}: No such file or directory"),
            (("one.pem", "none"), f"cannot read the key {path('none')}: No such file or directory"),
            (("one.pem", "."), f"cannot read the key {path('.')}: Is a directory"),
            (("empty", "one.key"), f"{path('empty')} has no usable certificate in PEM"),
            (("one.key", "one.key"), f"{path('one.key')} has no usable certificate in PEM"),
            (("one.pem", "empty"), f"{path('empty')} has no private key in PEM without a passphrase"),
            (("one.pem", "locked.key"), f"{path('locked.key')} has no private key in PEM without a passphrase"),
            (("one.pem", "two.key"), f"the key {path('two.key')} does not belong to the certificate {path('one.pem')}"),
        ]
        for (certificate, key), sentence in cases:
            for more in ([], ["-n"]):
                done = run_program(
                    *"serve --db memory --telnet 127.0.0.1:0 --http 127.0.0.1:0".split(),
                    *("--tls-cert", path(certificate), "--tls-key", path(key), *more),
                )
                wanted = f"shoogi serve: {sentence}\n"
                assert (done.returncode, done.stdout, done.stderr) == (2, "", wanted), (wanted, done)
        for option in ("--tls-cert", "--tls-key"):
            done = run_program("serve", "--db", "memory", option, path("one.pem"))
            assert done.returncode == 2 and "--tls-cert and --tls-key must be given together" in done.stderr, done


def plain_text_stays_at_home():
    """On a public address the server requires TLS, unless an option allows plain text."""
    for door, address in (("telnet", "0.0.0.0:0"), ("http", "0.0.0.0:0"), ("telnet", "[::]:0"), ("http", "192.0.2.1:80")):
        options = {"telnet": "127.0.0.1:0", "http": "127.0.0.1:0", door: address}
        line = ["serve", "--db", "memory", "--telnet", options["telnet"], "--http", options["http"]]
        for more in ([], ["-n"]):
            done = run_program(*line, *more)
            assert done.returncode == 2 and done.stdout == "", done
            assert f"{door} at {address} would be unencrypted" in done.stderr, done
            assert "--tls-cert" in done.stderr and "--insecure" in done.stderr, done
        done = run_program(*line, "--insecure", "-n")
        assert done.returncode == 0 and done.stdout.endswith("\ninsecure\n"), done
    for address in ("127.0.0.1:0", "127.1.2.3:0", "[::1]:0", "[::ffff:127.0.0.1]:0"):
        done = run_program("serve", "--db", "memory", "--telnet", address, "--http", "127.0.0.1:0", "-n")
        assert done.returncode == 0, done
    with Desk() as desk:
        line = ["serve", "--db", "memory", "--telnet", "0.0.0.0:0", "--http", "[::]:0"]
        tls = ["--tls-cert", desk.path("server.pem"), "--tls-key", desk.path("server.key")]
        done = run_program(*line, *tls, "-n")
        assert done.returncode == 0 and f"\ntls-cert {tls[1]}\ntls-key {tls[3]}\n" in done.stdout, done


def what_a_connection_costs():
    """Idle connections give the buffers of their records back."""
    count = 40  # of one address
    with Desk() as desk:
        context = desk.context()
        for _ in range(10):
            TlsLine(desk.server.telnet, context).close()
        before = desk.server.status_kib("VmRSS")
        lines = [TlsLine(desk.server.telnet, context) for _ in range(count)]
        for line in lines:
            line.expect("^login: ")
        each = (desk.server.status_kib("VmRSS") - before) / count
        note(f"{each:.1f} KiB for each idle connection")
        assert SANITIZED or each < 40, each
        for line in lines:
            line.close()


run_tests(
    [
        a_game_over_tls,
        what_is_long_arrives_whole,
        what_is_typed_ahead_is_taken,
        whoever_leaves_is_forgotten,
        https,
        sockets_over_tls,
        versions_and_ciphers,
        sessions_are_resumed,
        an_end_without_a_word,
        plain_text_under_tls,
        handshakes_that_dribble,
        the_certificate_is_read_again,
        an_upgrade_sends_away,
        a_hang_up_where_there_is_no_certificate,
        certificates_that_cannot_be_used,
        plain_text_stays_at_home,
        what_a_connection_costs,
    ]
)
