"""The HTTP door by itself: requests of all shapes, connections that live on, answers that come later or in
parts, and WebSockets.  The routes are those of echo_routes.c."""

import os
import resource
import select
import socket
import threading
import time
import traceback

from harness import PATIENCE_S, SANITIZED, Shared, fill, run_tests, until
from web import Echo, Ended, Web

GUARDS = {
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}


# For tests that ask a server nothing but to go on as ever.
EVERYDAY = Shared(lambda: Echo("memory"))


def hasty(**times_ms):
    """The environment of a server that waits for so long: head, idle, ping; see src/server/loop/test_settings.h."""
    return {**os.environ, **{f"SHOOGI_TEST_{name.upper()}_MS": str(ms) for name, ms in times_ms.items()}}


class Open(Echo):
    """A server that may listen on other addresses than the harness sets."""

    def command(self):
        line = super().command()
        if "0.0.0.0:0" in line:
            at = line.index("--http")
            del line[at : at + 2]
        return line

    @property
    def http(self):
        return "127.0.0.1", super().http[1]


def guarded(answer):
    for name, value in GUARDS.items():
        assert answer.headers.get(name) == value, (name, answer.headers)
    assert "server" not in answer.headers and "access-control-allow-origin" not in answer.headers
    return answer


def requests_one_after_the_other():
    with EVERYDAY as server, Web(server) as web:
        for i in range(50):
            said = b"%d" % i
            answer = guarded(web.ask("POST /echo", body=said))
            assert answer.status == 200 and answer.body == said + b"\n", answer.body
            assert answer.headers["connection"] == "keep-alive"
            assert web.ask("HEAD /tell").body == b""
            assert guarded(web.ask("GET /nothing")).status == 404
        assert web.ask("GET /healthz", "Connection: close").headers["connection"] == "close"
        assert web.rest() == b""
        # A client of HTTP/1.0 has to ask for it.
        with Web(server) as old:
            old.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            assert old.answer().headers["connection"] == "keep-alive"
            old.send("GET /healthz HTTP/1.0\r\n\r\n")
            assert old.answer().headers["connection"] == "close"
            assert old.rest() == b""


def not_for_ever():
    """A connection has its last request."""
    with EVERYDAY as server, Web(server) as web:
        count = 0
        while True:
            count += 1
            if web.ask("GET /healthz").headers["connection"] == "close":
                break
        assert count == 1000, count
        assert web.rest() == b""


def requests_ahead_of_their_answers():
    """They are answered in their order, and the next is not begun while one is being answered."""
    with Echo("memory") as server, Web(server) as web:
        many = 300
        web.send(b"".join(
            b"POST /%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%d"
            % (b"later?ms=%d" % (i % 3) if i % 10 == 0 else b"echo", len(str(i)), i)
            for i in range(many)
        ))
        for i in range(many):
            assert web.answer().body == b"%d\n" % i
        # Most of what comes too early waits outside of the server.
        before = server.status_kib("VmRSS")
        web.send("GET /later?ms=3600000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        request = b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1000
        (sent,) = fill([web.socket], request, 50_000_000)
        assert server.status_kib("VmRSS") - before < 1024 or SANITIZED
        assert sent < 40_000_000, sent


def bodies():
    with EVERYDAY as server:
        with Web(server) as web:
            for body in (b"", b"x", b"\0\xff\r\n\r\n", b"y" * 8192):
                assert web.ask("POST /echo", body=body).body == body + b"\n"
                chunked = b"".join(b"%x;a=b\r\n%b\r\n" % (len(c), c) for c in (body[:3], body[3:]) if c) + b"0\r\n\r\n"
                web.send(b"POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked)
                assert web.answer().body == body + b"\n"
            for path, most in (("/large", 256 * 1024), ("/huge", 4 * 1024 * 1024)):
                assert web.ask(f"POST {path}", body=b"x" * most).body == b"%d\n" % most
        # A byte more, said before and found out.
        for path, most in (("/echo", 8192), ("/large", 256 * 1024), ("/huge", 4 * 1024 * 1024)):
            with Web(server) as web:
                web.send(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {most + 1}\r\n\r\n")
                answer = guarded(web.answer())
                assert answer.status == 413 and answer.headers["connection"] == "close", answer.status
                assert web.rest() == b""
            with Web(server) as web:
                web.send(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
                web.send(b"%x\r\n" % most)
                assert web.answer().status == 413
        # A byte less: it is waited for, not made up.
        with Web(server) as web:
            web.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nab")
            web.socket.shutdown(socket.SHUT_WR)
            assert web.rest() == b""


def on_the_way(server):
    """Bytes that were sent to the server and that it has not read."""
    port = ":%04X" % server.http[1]
    total = 0
    with open("/proc/net/tcp") as table:
        for row in table:
            here, there, _, queues = row.split()[1:5]
            sent, received = (int(n, 16) for n in queues.split(":")) if ":" in queues else (0, 0)
            total += sent if there.endswith(port) else received if here.endswith(port) else 0
    return total


def hoard(server, source, upload_bytes):
    """An upload that lacks its last byte."""
    web = Web(server, source)
    web.send(f"POST /huge HTTP/1.1\r\nHost: localhost\r\nContent-Length: {upload_bytes}\r\n\r\n")
    web.send(b"x" * (upload_bytes - 1))
    return web


def bodies_that_fill_the_room():
    """Endless uploads block neither short requests nor, beyond a quarter of the room, those of other addresses."""
    with Echo("memory") as server:
        hoarders = []
        try:
            for source in range(4):
                hoarders += [hoard(server, f"127.0.0.{20 + source}", 4 << 20) for _ in range(4)]
            deadline = time.monotonic() + PATIENCE_S
            while on_the_way(server) and time.monotonic() < deadline:
                time.sleep(0.01)
            # An address has no more than that, and the other four have all of it.
            with hoard(server, "127.0.0.20", 256 << 10) as web:
                answer = web.answer()
                assert answer.status == 503 and b"in two minutes" in answer.body, answer.body
            with Web(server, "127.0.0.30") as web:
                assert web.ask("POST /huge", body=b"x" * (4 << 20)).body == b"%d\n" % (4 << 20)
                assert web.ask("POST /echo", body=b"y" * 8192).status == 200
            # One upload of one of the four gave way.
            told = select.select(hoarders, [], [], 0)[0]
            assert len(told) == 1 and told[0].answer().status == 503, len(told)
        finally:
            for web in hoarders:
                web.socket.close()


def bodies_that_are_waited_for():
    with EVERYDAY as server, Web(server) as web:
        head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        for _ in range(3):
            web.send(head)
            assert web.head()[0] == 100
            web.send("hello")
            assert web.answer().body == b"hello\n"
        web.send(head + "hello")  # who does not wait needs no answer
        assert web.answer().body == b"hello\n"
        for line, expect, length, status in (
            ("PUT /healthz", "100-continue", 5, 405),
            ("POST /nothing", "100-continue", 5, 404),
            ("POST /echo", "100-continue", 8193, 413),
            ("POST /echo", "miracles", 5, 417),
        ):
            with Web(server) as other:
                other.send(f"{line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\nExpect: {expect}\r\n\r\n")
                assert other.answer().status == status, line
                assert other.rest() == b""


def methods():
    with EVERYDAY as server, Web(server) as web:
        for line, allowed in (
            ("POST /healthz", "GET, HEAD"),
            ("DELETE /tell/it", "GET, HEAD"),
            ("GET /echo", "POST, PUT"),
            ("BREW /later", "GET, HEAD, POST"),
            ("OPTIONS /socket", "GET, HEAD"),
            ("post /echo", "POST, PUT"),
        ):
            answer = guarded(web.ask(line))
            assert answer.status == 405 and answer.headers["allow"] == allowed, (line, answer.headers)
        assert web.ask("PUT /echo", body=b"abc").body == b"3\n"  # another row of the same prefix
        answer = web.ask("DELETE /later")
        assert answer.headers["content-type"] == "application/json", answer.headers
        assert answer.headers["content-disposition"] == 'attachment; filename="api.json"'
        assert answer.body == b'{"ok":false,"error":"Method not allowed here."}\n', answer.body
        for path in ("/healthz/", "/healthzz", "/tellit", "/metrics", "*"):
            assert web.ask(f"OPTIONS {path}" if path == "*" else f"GET {path}").status == 404, path


def what_is_asked():
    with EVERYDAY as server, Web(server) as web:
        for target, wanted in (
            ("/tell", "path\nq=(none)"),
            ("/tell/", "path []\nq=(none)"),
            ("/tell/a%20b/%2Fc//d?q=1", "path [a b] [/c] [] [d]\nq=1"),
            ("/tell/..%2f..?p=1&q=a+b%2bc&q=2", "path [../..]\nq=a b+c"),
            ("/tell?qq=1&q", "path\nq="),
            ("/tell?", "path\nq=(none)"),
            ("http://localhost/tell?q=x", "path\nq=x"),
        ):
            answer = web.ask(f"GET {target}")
            said = answer.body.decode()
            assert said.startswith(wanted + "\n"), (target, said)
            assert "address 127.0.0.1\nsecure\nother\nno token\n" in said, said
        for origin, verdict in (
            ("http://127.0.0.1:80", "own"),
            ("https://127.0.0.1:80", "own"),
            ("http://127.0.0.1", "other"),
            ("http://127.0.0.1:80.evil", "other"),
            ("ftp://127.0.0.1:80", "other"),
            ("127.0.0.1:80", "other"),
            ("null", "other"),
            ("http://", "other"),
        ):
            said = web.ask("GET /tell", f"Origin: {origin}", host="127.0.0.1:80").body.decode()
            assert said.endswith(f"{verdict}\nno token\n"), (origin, said)
        said = web.ask("GET /tell", "Origin: http://127.0.0.1", "Origin: http://evil").body.decode()
        assert "other" in said
        assert b"\ntoken" in web.ask("GET /tell", "Authorization: bearer abc").body
        assert b"no token" in web.ask("GET /tell", "Authorization: Basic abc").body


def names_of_this_host():
    """A page of a name that was made to lead here gets nothing: at an address of this machine alone we go by a few names
    only, elsewhere by those that were given, or by any if none was."""
    ours = ("127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:8080", "[::1]", "[::1]:8080")
    others = ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "127.0.0.2", "[::2]", "x:1:2")
    everywhere = ["--http", "0.0.0.0:0", "--insecure"]
    for arguments, good, bad in (
        ([], ours, ("", *others)),
        (["--host-name", "play.example", "--host-name", "shogi.example"],
         (*ours, "play.example", "PLAY.example:443", "shogi.example"), ("", "example", *others)),
        (["--host-name", "play.example", *everywhere], ("play.example", "play.example:80"), ("", *ours, *others)),
        (everywhere, ("anything.example", "", *ours), ()),
    ):
        with Open("memory", *arguments) as server:
            for host in good:
                with Web(server) as web:
                    assert web.ask("GET /healthz", host=host).status == 200, (arguments, host)
            for host in bad:
                with Web(server) as web:
                    answer = guarded(web.ask("GET /healthz", host=host))
                    assert answer.status == (400 if host == "x:1:2" else 421), (arguments, host, answer.status)
            with Web(server) as web:
                web.send("GET /healthz HTTP/1.0\r\n\r\n")
                assert web.answer().status == 200, arguments


def proxies():
    def told(web, *headers):
        said = web.ask("GET /tell", *headers).body.decode().split("\n")
        return said[2].removeprefix("address "), said[3]

    with Echo("memory", "--trusted-proxy", "127.0.0.8", "--trusted-proxy", "10.1.0.0/16", "--per-address", "3") as server:
        with Web(server, "127.0.0.7") as web:  # nobody believes this one
            assert told(web, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https") == ("127.0.0.7", "secure")
        with Web(server, "127.0.0.8") as web:
            for said, address in (
                ("192.0.2.1", "192.0.2.1"),
                (" 192.0.2.1 ", "192.0.2.1"),
                ("192.0.2.1:4711", "192.0.2.1"),
                ("203.0.113.9, 192.0.2.1", "192.0.2.1"),  # what stands in front was said by the client
                ("203.0.113.9, 192.0.2.1, 10.1.2.3,10.1.2.4", "192.0.2.1"),
                ("10.1.2.3", "10.1.2.3"),
                ("unknown", "127.0.0.8"),
                ("", "127.0.0.8"),
                (",", "127.0.0.8"),
                ("192.0.2.1, unknown", "127.0.0.8"),
                ("192.0.2.1, 10.1.2.3, x" + "y" * 300, "127.0.0.8"),
                ("192.0.2.0/24", "127.0.0.8"),
                ("[192.0.2.1", "127.0.0.8"),
                ("::ffff:192.0.2.1", "192.0.2.1"),
                ("[::ffff:192.0.2.1]:80", "192.0.2.1"),
            ):
                assert told(web, f"X-Forwarded-For: {said}") == (address, "open"), said
            assert told(web, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2")[0] == "192.0.2.2"
            assert told(web, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 10.1.0.1")[0] == "192.0.2.1"
            assert told(web) == ("127.0.0.8", "open")
            for protos, secure in ((["https"], "secure"), (["HTTPS"], "secure"), (["http"], "open"),
                                   (["https", "http"], "open"), (["https,http"], "open")):
                assert told(web, *(f"X-Forwarded-Proto: {proto}" for proto in protos))[1] == secure, protos
            answer = web.ask("GET /tell", "X-Forwarded-Proto: https", "Origin: http://127.0.0.1")
            assert "strict-transport-security" in answer.headers and b"\nother\n" in answer.body
            answer = web.ask("GET /tell", "X-Forwarded-Proto: https", "Origin: https://127.0.0.1")
            assert b"\nown\n" in answer.body
        # A proxy has as many connections as it likes, and each of its clients three.
        webs = [Web(server, "127.0.0.8") for _ in range(20)]
        statuses = [web.ask("GET /tell", "X-Forwarded-For: 192.0.2.7").status for web in webs]
        assert statuses == [200] * 3 + [429] * 17, statuses
        for web in webs:
            web.socket.close()
        with Web(server, "127.0.0.8") as web:  # one after the other, for whom it likes
            for i in range(50):
                assert told(web, f"X-Forwarded-For: 192.0.2.{i % 9 + 1}")[0] == f"192.0.2.{i % 9 + 1}"


def requests_that_two_would_read_differently():
    """A request that a proxy might parse differently is rejected, and nothing follows it."""
    smuggled = "GET /tell?q=smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = "POST /echo HTTP/1.1\r\nHost: localhost\r\n"
    with EVERYDAY as server:
        for request, status in (
            (head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400),
            (head + "Content-Length: 0\r\nContent-Length: 44\r\n\r\n", 400),
            (head + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
            (head + "Content-Length: 5, 5\r\n\r\nhello", 400),
            (head + "Content-Length: +5\r\n\r\nhello", 400),
            (head + "Content-Length: 0x5\r\n\r\nhello", 400),
            (head + "Content-Length: -1\r\n\r\n", 400),
            (head + "Content-Length:\r\n\r\n", 400),
            (head + "Content-Length : 5\r\n\r\nhello", 400),
            (head + " Content-Length: 5\r\n\r\nhello", 400),
            (head + "X: y\r\n Content-Length: 5\r\n\r\nhello", 400),
            (head + "X: y\r\n\tContent-Length: 5\r\n\r\nhello", 400),
            (head + "Content-Length: 99999999999999999999\r\n\r\n", 400),
            (head + "Content-Length: 5\nTransfer-Encoding: chunked\r\n\r\n", 400),
            (head + "Content-Length: 5\rTransfer-Encoding: chunked\r\n\r\n", 400),
            (head + "Content-Length: 5\0\r\n\r\nhello", 400),
            (head + "Content-Length: \xa05\r\n\r\nhello", 400),
            (head + "Transfer-Encoding: identity\r\n\r\n", 501),
            (head + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
            (head + "Transfer-Encoding: chunked, identity\r\n\r\n", 501),
            (head + "Transfer-Encoding: xchunked\r\n\r\n", 501),
            (head + "Transfer-Encoding: \x0bchunked\r\n\r\n", 400),
            (head + "Transfer-Encoding:\r\n chunked\r\n\r\n", 501),
            (head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n5;a\nhello\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n0\r\n\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n", 400),
            (head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff5\r\nhello\r\n0\r\n\r\n", 413),
            ("GET /tell HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
            ("GET /tell HTTP/1.1\r\nHost: localhost, evil\r\n\r\n", 400),
            ("GET /tell HTTP/1.1\r\nHost: localhost@evil\r\n\r\n", 400),
            ("GET http://evil/tell HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
            ("GET http:///tell HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET ftp://localhost/tell HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET localhost/tell HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 501),
            ("GET  /tell HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /tell  HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /tell HTTP/1.1 \r\nHost: localhost\r\n\r\n", 400),
            ("GET\t/tell HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /te\0ll HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /te\xffll HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /te%zzll HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /tell#a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /tell HTTP/1.1\r\nHost: localhost\r\nX\xe4: y\r\n\r\n", 400),
            ("GET /tell HTTP/1.1\r\nHost: localhost\r\n: y\r\n\r\n", 400),
            ("GET /tell HTTP/1.1\r\nHost: localhost\r\nX\r\n\r\n", 400),
            ("GET /tell HTTP/9.9\r\n\r\n", 505),
            ("GET /tell\r\n\r\n", 400),  # HTTP/0.9
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ):
            with Web(server) as web:
                web.send(request + smuggled)
                answer = web.answer()
                assert answer.status == status, (request, answer.status, answer.body)
                if status == 421:  # all of it was read, and both of us know where it ends
                    assert b"q=smuggled" in web.answer().body
                    continue
                assert answer.headers["connection"] == "close", request
                assert b"smuggled" not in web.rest(), request
        with Web(server) as web:  # old text in a value is passed over
            assert web.ask("GET /tell", "X: caf\xe9").status == 200
        # Two requests of which the first has a body: what looks like a request in it is none.
        with Web(server) as web:
            web.send(head + f"Content-Length: {len(smuggled)}\r\n\r\n" + smuggled + smuggled)
            assert web.answer().body == smuggled.encode() + b"\n"
            assert b"q=smuggled" in web.answer().body


def answers_that_come_later():
    with EVERYDAY as server:
        with Web(server) as web, Web(server) as other:
            began = time.monotonic()
            web.send("POST /later?ms=500 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi")
            assert other.ask("GET /healthz").status == 200  # meanwhile
            assert web.answer().body == b"hi\n" and time.monotonic() - began > 0.4
        for _ in range(50):  # nobody waits for them any more
            with Web(server) as web:
                web.send("GET /later?ms=20 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with Web(server) as web:  # a client that has half-closed still gets its answer
            web.send("GET /later?ms=200 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            web.socket.shutdown(socket.SHUT_WR)
            answer = web.answer()
            assert answer.status == 200 and answer.headers["connection"] == "close"
            assert web.rest() == b""


def answers_in_parts():
    with Echo("memory") as server:
        with Web(server) as web:
            for lines in (0, 1, 3, 5000):
                answer = guarded(web.ask(f"GET /stream?lines={lines}&bytes=100"))
                assert answer.headers["transfer-encoding"] == "chunked"
                assert answer.body == (b"x" * 99 + b"\n") * lines, lines
            assert web.ask("HEAD /stream?lines=3&bytes=5").status == 200
            assert web.ask("GET /healthz").body == b"ok\n"  # of the same connection
        with Web(server) as old:
            old.send("GET /stream?lines=3&bytes=5 HTTP/1.0\r\n\r\n")
            answer = old.answer()
            assert "transfer-encoding" not in answer.headers and answer.body == b"xxxx\n" * 3
        # Clients that leave or do not read cost nothing.
        before = server.status_kib("VmRSS")
        deaf = [Web(server, receive_bytes=4096) for _ in range(20)]
        for web in deaf:
            web.send("GET /stream?lines=200000&bytes=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with Web(server) as web:
            assert web.ask("GET /healthz").status == 200
        assert server.status_kib("VmRSS") - before < 20 * 256 + 1024 or SANITIZED
        for web in deaf:
            web.socket.close()


def idle_connections_end():
    with Echo("memory", env=hasty(head=2000)) as server, Web(server) as web, Web(server) as slow:
        assert web.ask("GET /healthz").status == 200
        slow.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
        began = time.monotonic()
        slow.socket.settimeout(0.1)
        try:
            while time.monotonic() - began < PATIENCE_S:
                slow.send("x")
                try:
                    slow.more()
                except TimeoutError:
                    continue
            raise AssertionError("a body that dribbles in is waited for all the time")
        except (Ended, ConnectionError):
            took = time.monotonic() - began
        assert slow.pending.startswith(b"HTTP/1.1 408 "), slow.pending
        assert took > 1, took
        # The other client's deadline is longer: it is still connected.
        assert web.ask("GET /healthz").status == 200


def running_out_of_descriptors():
    """Newcomers wait, those who are here are served, and so are the others once there is room again."""
    with Echo("memory", "--per-address", "1000") as server:
        with Web(server) as web, Web(server) as talker:
            assert web.ask("GET /healthz").status == 200
            talker.upgrade()
            in_use = server.open_files()
            limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (in_use + 5, limits[1]))
            many = [Web(server) for _ in range(15)]
            for one in many:
                one.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            cpu = server.cpu_s()
            assert web.ask("POST /echo", body=b"x").body == b"x\n"
            talker.say("hello")
            assert talker.hear() == "hello"
            for one in many:  # five at a time, each makes room for another
                assert one.answer().status == 200
            assert server.cpu_s() - cpu < 1, "it goes round and round"
            assert len(server.error_text()) < 4000


# ---- WebSocket -------------------------------------------------------------------------------------


def upgrades():
    with EVERYDAY as server:
        own = "Origin: http://127.0.0.1"
        good = list(Web.UPGRADE) + [own]

        def but(name, *lines):
            return [h for h in good if not h.startswith(name + ":")] + list(lines)

        key = "Sec-WebSocket-Key"
        with Web(server) as web:
            for headers, status in (
                ([], 426),
                (but("Upgrade"), 426),
                (but("Upgrade", "Upgrade: h2c"), 426),
                (but("Connection"), 426),
                (but("Connection", "Connection: keep-alive"), 426),
                (but("Sec-WebSocket-Version"), 426),
                (but("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8"), 426),
                (but("Sec-WebSocket-Version", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 13"), 426),
                (but(key), 400),
                (but(key, f"{key}: short"), 400),
                (but(key, f"{key}: {Web.KEY}", f"{key}: {Web.KEY}"), 400),
                (but(key, f"{key}: " + "!" * 24), 400),
                (but(key, f"{key}: dGhlIHNhbXBsZSBub25jZTA="), 400),
                (but("Origin", "Cookie: __Host-shoogi=x"), 403),
                (but("Origin", "Origin: http://evil.example"), 403),
                (but("Origin", "Origin: null"), 403),
                (but("Origin", "Origin: http://127.0.0.1:81"), 403),
            ):
                answer = guarded(web.ask("GET /socket", *headers))
                assert answer.status == status, (headers, answer.status)
                if status == 426:
                    assert answer.headers["sec-websocket-version"] == "13"
                    assert answer.headers["upgrade"] == "websocket"
            web.upgrade()
        for headers in (
            [own],
            ["Origin: HTTP://127.0.0.1".replace("HTTP", "http")],
            ["Accept: */*"],  # of no page, and nothing that one could use
            ["Authorization: Bearer x"],
            ["Authorization: Bearer x", "Origin: http://evil.example"],
        ):
            with Web(server) as web:
                web.upgrade("/socket", *headers)
                web.say("hello")
                assert web.hear() == "hello"
        with Web(server) as web:  # what comes along with the request is not lost
            lines = ["GET /socket HTTP/1.1", "Host: 127.0.0.1", *good]
            web.send("\r\n".join(lines).encode() + b"\r\n\r\n" + b"".join(Web.frame(1, b"%d" % i) for i in range(500)))
            assert web.answer().status == 101
            assert [web.hear() for _ in range(500)] == [str(i) for i in range(500)]


def closing_sockets():
    with EVERYDAY as server:
        with Web(server) as web:
            web.upgrade().say("close 4001")
            assert web.closed() == (4001, "as you like")
        with Web(server) as web:
            web.upgrade().send(Web.frame(8, b"\x03\xe8bye") + Web.frame(1, b"too late"))
            assert web.closed() == (1000, "")
        with Web(server) as web:
            web.upgrade().send(Web.frame(8))
            assert web.closed() == (None, "")
        with Web(server) as web:
            web.upgrade().send(Web.frame(2, b"\0\1"))
            assert web.closed()[0] == 1003
        with Web(server) as web:  # a half-closed one gets what was asked for
            web.upgrade().say("hello")
            web.socket.shutdown(socket.SHUT_WR)
            assert web.hear() == "hello" and web.rest() == b""


def answers_that_are_never_read():
    """Of long ones so much is kept; then they are refused to the address that reads none, and short ones are not.
    For another address one of them gives way.  They end if nothing of them is read for a while."""
    long = "GET /long?kib=12288"
    with Echo("memory") as server:
        deaf = []
        for _ in range(12):
            web = Web(server, receive_bytes=4096)
            web.send(f"{long} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert web.head()[0] == (200 if len(deaf) < 10 else 503), len(deaf)
            deaf.append(web)
        with Web(server) as web:
            assert web.ask("GET /long?kib=8").status == 200
            assert web.ask(long).status == 503
            with Web(server, "127.0.0.30") as other:
                for _ in range(3):
                    assert len(other.ask(long).body) == 12288 * 1024
            for other in deaf:
                other.socket.close()
            deadline = time.monotonic() + PATIENCE_S
            while (answer := web.ask(long)).status == 503 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert answer.status == 200 and len(answer.body) == 12288 * 1024
            for _ in range(11):  # what was taken counts no more
                assert web.ask(long).status == 200
    with Echo("memory", env=hasty(send=2000)) as server:
        before, files = server.status_kib("VmRSS"), server.open_files()
        deaf = [Web(server, receive_bytes=4096) for _ in range(10)]
        for web in deaf:
            web.send(f"{long} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert web.head()[0] == 200
        with Web(server) as web:
            deadline = time.monotonic() + PATIENCE_S
            while (answer := web.ask("GET /long?kib=24576")).status == 503 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert answer.status == 200
        until(lambda: server.open_files() == files)  # the first of them had left room enough
        for web in deaf:
            try:
                web.exactly(12288 * 1024)
                raise AssertionError("all of it came")
            except Ended:
                pass
        assert server.status_kib("VmRSS") < before * 1.2 + 2048 or SANITIZED, (before, server.status_kib("VmRSS"))


def sockets_that_never_read():
    """They are told that it is too much, should they ever read on; others are served."""
    with Echo("memory") as server:
        before = server.status_kib("VmRSS")
        deaf = [Web(server, receive_bytes=4096).upgrade() for _ in range(10)]
        for web in deaf:
            web.say("flood 100000")
        fill([web.socket for web in deaf], Web.frame(9, b"p" * 100) * 1000, 10_600_000)
        with Web(server) as web:
            web.upgrade().say("hello")
            assert web.hear() == "hello"
        assert server.status_kib("VmRSS") - before < 10 * (256 + 64) + 2048 or SANITIZED
        with Web(server) as web:
            web.upgrade().say("flood 100000")
            heard = 0
            while True:
                opcode, payload = web.next_frame()
                if opcode == 8:
                    break
                heard += 1
            assert payload[:2] == b"\x03\xf5" and heard < 100000, (payload, heard)
        for web in deaf:
            web.socket.close()


def messages_wait_for_one_who_is_busy():
    with Echo("memory") as server, Web(server) as web:
        web.upgrade().say("pause 700")
        web.say("hello")
        began = time.monotonic()
        assert web.hear() == "hello"
        assert time.monotonic() - began > 0.5
        web.say("pause 3600000")
        (sent,) = fill([web.socket], Web.frame(1, b"x" * 8000), 20_000_000)
        assert sent < 16_000_000, sent


def sockets_at_the_end():
    """The server stops: last words, the close frame, and it does not wait for those who do not answer."""
    with Echo("memory") as server:
        with Web(server) as web, Web(server) as stream, Web(server) as idle:
            web.upgrade()
            assert idle.ask("GET /healthz").status == 200
            stream.send("GET /stream?lines=1&ms=3600000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert stream.head()[0] == 200
            server.stop()  # before the stream, which would take an hour
            assert web.hear() == "last words"
            assert web.closed() == (1001, "the server is shutting down")
            rest = stream.rest()
            assert rest == b"0\r\n\r\n", rest
            assert idle.rest() == b""


def wait_for_long():
    """A peer that answers pings stays, one that does not goes; a connection without requests goes, too."""
    server = Echo("memory", env=hasty(ping=8000, idle=10000))
    with server, Web(server) as good, Web(server) as mute, Web(server) as idle:
        good.upgrade()
        mute.upgrade()
        assert idle.ask("GET /healthz").status == 200
        for web in (good, mute):
            assert web.next_frame() == (9, b"")
        good.send(Web.frame(10))
        assert mute.rest() == b"" and idle.rest() == b""
        good.say("still here")
        while (frame := good.next_frame())[0] == 9:
            pass
        assert frame == (1, b"still here")


class Beside(threading.Thread):
    """A function that goes on while others are tested."""

    def __init__(self, function):
        super().__init__()
        self.function, self.fault = function, None
        self.start()

    def run(self):
        try:
            self.function()
        except BaseException:
            self.fault = traceback.format_exc()


def pings_and_long_silence():
    waiting.join()
    assert waiting.fault is None, waiting.fault


if __name__ == "__main__":
    waiting = Beside(wait_for_long)
    run_tests([
        requests_one_after_the_other,
        not_for_ever,
        requests_ahead_of_their_answers,
        bodies,
        bodies_that_fill_the_room,
        bodies_that_are_waited_for,
        methods,
        what_is_asked,
        names_of_this_host,
        proxies,
        requests_that_two_would_read_differently,
        answers_that_come_later,
        answers_in_parts,
        idle_connections_end,
        running_out_of_descriptors,
        upgrades,
        closing_sockets,
        answers_that_are_never_read,
        sockets_that_never_read,
        messages_wait_for_one_who_is_busy,
        sockets_at_the_end,
        pings_and_long_silence,
    ])
