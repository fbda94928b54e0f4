"""A client of HTTP/1.1 and WebSocket that says what it is told to say, right or wrong."""

import os
import socket
import struct

from harness import PATIENCE_S, PROGRAM, Server


class Echo(Server):
    """The program with the routes of echo_routes.c."""

    def command(self):
        return [os.path.join(os.path.dirname(PROGRAM), "tests/e2e/echo_server"), *super().command()[1:]]


class Ended(Exception):
    """The connection did, in the middle of what was awaited."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Web:
    """A connection to the HTTP door."""

    def __init__(self, server, source=None, receive_bytes=None):
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE_S)
        if receive_bytes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        if source:
            self.socket.bind((source, 0))
        self.socket.connect(server.http)
        self.pending = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def fileno(self):
        return self.socket.fileno()

    def send(self, data):
        self.socket.sendall(data.encode("latin-1") if isinstance(data, str) else data)

    def more(self):
        try:
            chunk = self.socket.recv(65536)
        except ConnectionError:
            chunk = b""
        if not chunk:
            raise Ended(self.pending)
        self.pending += chunk

    def exactly(self, count):
        pieces, read = [], 0  # put together at the end: a long body would be copied for each of its pieces
        try:
            while read + len(self.pending) < count:
                pieces.append(self.pending)
                read += len(self.pending)
                self.pending = b""
                self.more()
        finally:
            self.pending = b"".join([*pieces, self.pending])
        taken, self.pending = self.pending[:count], self.pending[count:]
        return taken

    def until(self, mark):
        while mark not in self.pending:
            self.more()
        taken, _, self.pending = self.pending.partition(mark)
        return taken

    def rest(self):
        """All until the connection ends."""
        try:
            while True:
                self.more()
        except Ended:
            taken, self.pending = self.pending, b""
            return taken

    def head(self):
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        version, status, _ = lines[0].split(" ", 2)
        assert version == "HTTP/1.1", lines[0]
        headers = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            name = name.lower()
            assert name not in headers or name == "set-cookie", lines
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        return int(status), headers

    def chunk(self):
        """Reads the next chunk; b"" for the last."""
        size = int(self.until(b"\r\n"), 16)
        said = self.exactly(size)
        assert self.exactly(2) == b"\r\n"
        return said

    def answer(self, to="GET"):
        """The next answer but those of status 100."""
        status, headers = self.head()
        if to == "HEAD" or status in (204, 304) or status < 200:
            body = b""
        elif headers.get("transfer-encoding") == "chunked":
            assert "content-length" not in headers, headers
            body = b"".join(iter(self.chunk, b""))
        elif "content-length" in headers:
            body = self.exactly(int(headers["content-length"]))
        else:
            body = self.rest()
        return Answer(status, headers, body)

    def ask(self, line, *headers, body=None, host="127.0.0.1"):
        """One request and its answer."""
        lines = [f"{line} HTTP/1.1", f"Host: {host}", *headers]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b""))
        return self.answer(line.split()[0])

    # ---- WebSocket ----

    KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # RFC 6455, 1.3
    ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}")

    def upgrade(self, path="/socket", *headers, host="127.0.0.1"):
        headers = headers or (f"Origin: http://{host}",)
        answer = self.ask(f"GET {path}", *self.UPGRADE, *headers, host=host)
        assert answer.status == 101, (answer.status, answer.body)
        assert answer.headers["sec-websocket-accept"] == self.ACCEPT, answer.headers
        return self

    @staticmethod
    def frame(opcode, payload=b"", fin=True, masked=True, bits=0):
        first = bytes([(0x80 if fin else 0) | bits | opcode])
        count = len(payload)
        if count < 126:
            length = bytes([count | (0x80 if masked else 0)])
        elif count < 65536:
            length = bytes([126 | (0x80 if masked else 0)]) + struct.pack(">H", count)
        else:
            length = bytes([127 | (0x80 if masked else 0)]) + struct.pack(">Q", count)
        if not masked:
            return first + length + payload
        mask = os.urandom(4)
        return first + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))

    def say(self, text):
        self.send(self.frame(1, text.encode()))

    def next_frame(self):
        first, second = self.exactly(2)
        assert first & 0x70 == 0 and second & 0x80 == 0, "a server does not mask"
        count = second & 0x7F
        if count == 126:
            (count,) = struct.unpack(">H", self.exactly(2))
        elif count == 127:
            (count,) = struct.unpack(">Q", self.exactly(8))
        return first & 0x0F, self.exactly(count)

    def hear(self):
        """The next message; pings before it are answered."""
        while (frame := self.next_frame())[0] == 9:
            self.send(self.frame(10, frame[1]))
        opcode, payload = frame
        assert opcode == 1, (opcode, payload)
        return payload.decode()

    def closed(self):
        """The code and reason with which the server closes, after which it sends nothing."""
        opcode, payload = self.next_frame()
        assert opcode == 8, (opcode, payload)
        assert self.rest() == b""
        return (struct.unpack(">H", payload[:2])[0], payload[2:].decode()) if payload else (None, "")


