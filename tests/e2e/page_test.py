"""The page of the HTTP door, which may come while the server runs.  Prints TAP."""

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

import harness
from harness import PATIENCE_S, SANITIZED, Line, Player, Scratch, Server, run_program, run_tests
from web import Web

SCRIPTED = ("/", "/account", "/editor/shogi", "/invent", "/rules/chu", "/study/1", "/table/1", "/try")
UNSCRIPTED = ("/games", "/challenges", "/help/", "/login")


class Everywhere(Server):
    """Its telnet door listens at all addresses."""

    def command(self):
        return ["0.0.0.0:0" if before == "--telnet" else word for before, word in zip([""] + super().command(), super().command())]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def get(server, target, **headers):
    host, port = server.http
    request = urllib.request.Request(f"http://{host}:{port}{target}", headers={k.replace("_", "-"): v for k, v in headers.items()})
    try:
        with opener.open(request, timeout=PATIENCE_S) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, refused.read().decode()


def put_page(directory, mark):
    """A page as web/build.mjs makes it, but that it only says mark."""
    os.makedirs(os.path.join(directory, "assets"), exist_ok=True)
    with open(os.path.join(directory, "assets", f"{mark}.js"), "w") as file:
        file.write(f"'{mark}'")
    with open(os.path.join(directory, "index.html"), "w") as file:
        file.write(f'<!doctype html><html lang="en"><head><!-- head --><title>shoogi</title></head>'
                   f'<body><div id="app"><!-- content --></div><p>{mark}</p></body></html>')


def hang_up(server, sentence):
    """SIGHUP, until the log has the sentence once more."""
    before = server.error_text().count(sentence)
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + PATIENCE_S
    while server.error_text().count(sentence) == before:
        assert time.monotonic() < deadline, server.error_text()
        time.sleep(0.02)


def a_page_that_comes_later():
    with Scratch() as place:
        page = os.path.join(place, "page")
        with Server("memory", "--web", page, "--web-later") as server:
            host, port = server.telnet
            for target in SCRIPTED:
                status, headers, body = get(server, target)
                assert status == 503 and headers["Refresh"] == "3" and headers["Retry-After"] == "3", (target, status)
                assert headers["Cache-Control"] == "no-store", target
                assert "<h1>The page is being built</h1>" in body and f"<code>telnet {host} {port}</code>" in body, body
                assert all(f'<a href="{other}">' in body for other in UNSCRIPTED), body
            for target in UNSCRIPTED:
                assert get(server, target)[0] == 200, target
            assert get(server, "/assets/one.js")[0] == 404
            with Line(server.telnet) as line:
                anna = Player(line, "Anna")
                anna.login()
                put_page(page, "one")
                assert get(server, "/")[0] == 503, "it is there before the server was told"
                hang_up(server, "The page was reloaded.")
                for target in ("/", "/try"):
                    status, headers, body = get(server, target)
                    assert status == 200 and "<p>one</p>" in body and headers["Refresh"] is None, (target, body)
                assert get(server, "/assets/one.js")[2] == "'one'"
                assert "<p>one</p>" in get(server, "/games")[2], "a page without scripts is not framed by it"
                assert "1 of 1 online" in anna.ask("WHO anna*")  # whoever is here stays


def a_new_page_takes_the_place_of_the_old():
    with Scratch() as page:
        put_page(page, "one")
        with Server("memory", "--web", page, "--web-later") as server:
            assert "<p>one</p>" in get(server, "/")[2], "what is there at the start is served"
            os.unlink(os.path.join(page, "assets", "one.js"))
            put_page(page, "two")
            assert get(server, "/assets/one.js")[0] == 200, "nothing is read of the disk in between"
            hang_up(server, "The page was reloaded.")
            assert "<p>two</p>" in get(server, "/")[2]
            assert get(server, "/assets/two.js")[0] == 200 and get(server, "/assets/one.js")[0] == 404
            # Half of one: it stays as it was.
            os.unlink(os.path.join(page, "index.html"))
            hang_up(server, "Reloading the page failed; the old one, if any, stays in use.")
            assert f'why="there is no index.html in {page}' in server.error_text()
            assert "<p>two</p>" in get(server, "/")[2]


def readers_while_it_changes():
    """Answers that the storage's threads are at when another page takes its place are whole."""
    with Scratch() as page:
        put_page(page, "one")
        with Server("memory", "--web", page) as server:
            faults, ends = [], threading.Event()

            def read():
                while not ends.is_set():
                    status, _, body = get(server, "/games")
                    if status not in (200, 429) or (status == 200 and not re.search(r"<p>(one|two)</p></body></html>$", body)):
                        faults.append((status, body))

            readers = [threading.Thread(target=read) for _ in range(3)]
            for reader in readers:
                reader.start()
            for mark in ("two", "one") * 10:
                put_page(page, mark)
                hang_up(server, "The page was reloaded.")
            ends.set()
            for reader in readers:
                reader.join()
            assert not faults, faults[0]


def files_come_as_small_as_they_may():
    """Packed by brotli for clients that accept it, else by gzip, else as they are; and said to differ."""
    with Scratch() as place:
        page = os.path.join(place, "page")
        put_page(page, "one")
        for end in (".br", ".gz"):
            with open(os.path.join(page, "assets", "one.js" + end), "w") as file:
                file.write(end)
        with Server("memory", "--web", page) as server:
            for accepted, coding, body in (("gzip, deflate, br", "br", ".br"), ("br", "br", ".br"), ("gzip", "gzip", ".gz"),
                                           ("deflate", None, "'one'"), ("identity", None, "'one'")):
                status, headers, found = get(server, "/assets/one.js", Accept_Encoding=accepted)
                assert (status, headers["Content-Encoding"], found) == (200, coding, body), (accepted, headers, found)
                assert headers["Vary"] == "Accept-Encoding" and headers["Content-Type"].startswith("text/javascript"), headers
            assert get(server, "/assets/one.js.br")[0] == 404


def files_are_not_copied():
    """Sixty connections of one address read nothing of a large file: it is in memory once, and others get it."""
    with Scratch() as scratch:
        page = os.path.join(scratch, "page")
        put_page(page, "large")
        with open(os.path.join(page, "assets", "large.js"), "w") as file:
            file.write("x" * (3 << 20))
        with Server("memory", "--web", page) as server:
            before = server.status_kib("VmRSS")
            deaf = []
            for _ in range(60):
                web = Web(server, "127.0.0.20", receive_bytes=4096)
                web.send("GET /assets/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert web.head()[0] == 200
                deaf.append(web)
            assert len(get(server, "/assets/large.js")[2]) == 3 << 20
            assert "<p>large</p>" in get(server, "/")[2]
            grown = server.status_kib("VmRSS") - before
            assert grown < 30 * 1024 or SANITIZED, f"{grown} KiB"
            for web in deaf:
                web.socket.close()


def a_page_that_never_comes():
    """The message of script/server after a failed build."""
    with Scratch() as place:
        page = os.path.join(place, "page")
        with Server("memory", "--web", page, "--web-later") as server:
            hang_up(server, "Reloading the page failed; the old one, if any, stays in use.")
            for target, expected in (("/", 200), ("/try", 404)):
                status, headers, body = get(server, target)
                assert status == expected and headers["Refresh"] is None, (target, status)
                assert "<h1>This server has no interactive page</h1>" in body and "<code>telnet 127.0.0.1 " in body, body
            put_page(page, "late")  # it may come all the same
            hang_up(server, "The page was reloaded.")
            assert "<p>late</p>" in get(server, "/")[2]


def the_address_that_is_told():
    """Of a server that listens everywhere: the host that was asked for; and nothing of what was asked is markup."""
    with Scratch() as place:
        with Everywhere("memory", "--web", os.path.join(place, "page"), "--web-later", "--insecure", "--host-name", "shogi.example") as server:
            port = server.telnet[1]
            for host, told in (("shogi.example:8080", "shogi.example"), ("shogi.example", "shogi.example"), ("[::1]:8080", "::1"),
                               ("[::1]", "::1")):
                assert f"<code>telnet {told} {port}</code>" in get(server, "/", Host=host)[2], host
            with socket.create_connection(server.http, PATIENCE_S) as s:
                s.sendall(b"GET / HTTP/1.0\r\n\r\n")  # names no host
                answer = b""
                while part := s.recv(65536):
                    answer += part
                assert f"<code>telnet 0.0.0.0 {port}</code>".encode() in answer, answer


def in_other_languages():
    with Scratch() as place:
        with Server("memory", "--web", os.path.join(place, "page"), "--web-later") as server:
            assert "<h1>Die Seite wird gerade gebaut</h1>" in get(server, "/", Accept_Language="de")[2]
            assert '<html lang="ja">' in get(server, "/", Accept_Language="ja")[2]


def without_web_later_it_has_to_be_there():
    with Scratch() as place:
        page = os.path.join(place, "page")
        for options, status in ((("--web", page), 2), (("--web", page, "--web-later"), 0)):
            ended = run_program("serve", "-n", "--db", "memory", *options)
            assert ended.returncode == status, ended
        assert f"web {page}\nweb-later\n" in ended.stdout, ended.stdout


def what_lies_beside_the_program():
    """An archive is unpacked anywhere: share/shoogi/ in the folder of the program has its page and its games."""
    with Scratch() as place:
        program = os.path.join(place, "shoogi")
        shutil.copy2(harness.PROGRAM, program)
        shipped = os.path.join(place, "share", "shoogi")
        shutil.copytree(os.path.join(harness.SOURCE_ROOT, "variants"), os.path.join(shipped, "variants"))
        os.rename(os.path.join(shipped, "variants", "mini", "mini.variant"), os.path.join(shipped, "variants", "mini", "beside.variant"))
        put_page(os.path.join(shipped, "web"), "beside")
        env = {name: value for name, value in os.environ.items() if name != "SHOOGI_VARIANTS"}

        def show(**more):
            return subprocess.run([program, "show", "beside"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(env, **more))

        assert show().returncode == 0, show()
        assert show(SHOOGI_VARIANTS=place).returncode == 2, "a folder that is named comes first"
        before, harness.PROGRAM = harness.PROGRAM, program
        try:
            with Server("memory", env=env) as server:
                assert "<p>beside</p>" in get(server, "/")[2]
                with Line(server.telnet) as line:
                    anna = Player(line, "Anna")
                    anna.login()
                    assert "challenge is number 1" in anna.ask("NEW -v beside W")
        finally:
            harness.PROGRAM = before


if __name__ == "__main__":
    run_tests(
        [
            a_page_that_comes_later,
            a_new_page_takes_the_place_of_the_old,
            readers_while_it_changes,
            files_come_as_small_as_they_may,
            files_are_not_copied,
            a_page_that_never_comes,
            the_address_that_is_told,
            in_other_languages,
            without_web_later_it_has_to_be_there,
            what_lies_beside_the_program,
        ]
    )
