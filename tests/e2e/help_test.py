"""The web pages of help: every one that another links to, read as a browser would and looked at for what must not
be in them.  Prints TAP."""

import os
import re
import socket
import xml.etree.ElementTree
from html.parser import HTMLParser

from harness import PATIENCE_S, Server, note, run_tests

VOID = {"meta", "link", "img", "br", "hr"}
# Element -> what may stand right inside it; text only where "#" is among it.  What is not here holds anything.
CONTENT = {
    "html": {"head", "body"},
    "head": {"meta", "title", "link"},
    "ul": {"li"},
    "dl": {"dt", "dd"},
    "table": {"thead", "tbody"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tr": {"th", "td"},
    "p": {"#", "a"},
    "title": {"#"},
    "pre": {"#", "a"},
    "dt": {"#", "a"},
    "figure": {"img", "svg"},
}
FORBIDDEN = {"script", "style", "iframe", "object", "embed", "form", "base"}


class Page(HTMLParser):
    """Raises where a page is not well formed, or holds what it must not."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.open, self.ids, self.links, self.headings, self.title = [], set(), [], [], ""
        self.attributes = {}
        assert text.startswith("<!DOCTYPE html>\n<html lang=\"en\">"), text[:60]
        self.feed(text)
        self.close()
        assert not self.open, self.open
        assert self.title and self.headings[:1] == ["h1"] and self.headings.count("h1") == 1, self.headings
        for before, after in zip(self.headings, self.headings[1:]):
            assert int(after[1]) <= int(before[1]) + 1, (before, after)
        assert {"main", "body", "head"} <= set(self.attributes)

    def allow(self, name):
        inside = CONTENT.get(self.open[-1]) if self.open else {"html"}
        assert inside is None or name in inside, (self.open, name, self.getpos())

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        values = dict(attributes)
        assert tag not in FORBIDDEN and len(set(names)) == len(names), (tag, names)
        assert not any(name.startswith("on") or name == "style" for name in names), (tag, names)
        self.allow(tag)
        self.attributes[tag] = values
        if "id" in values:
            assert re.fullmatch(r"[a-z][a-z0-9-]*", values["id"]) and values["id"] not in self.ids, values
            self.ids.add(values["id"])
        if tag == "a":
            assert "a" not in self.open
        if tag == "img":
            assert values["alt"]
        if tag == "svg":
            assert values["role"] == "img" and values["aria-label"]
        self.links += [values[name] for name in ("href", "src") if name in values]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        assert "svg" in self.open, tag
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if data.strip():
            self.allow("#")
            assert "<" not in data and ">" not in data and "&" not in data, (data, self.getpos())
        if self.open[-1:] == ["title"]:
            self.title += data

    def handle_entityref(self, name):
        assert name in ("amp", "lt", "gt", "quot"), name

    def handle_charref(self, name):
        assert name == "39", name

    def handle_comment(self, data):
        raise AssertionError(data)


def get(server, target, method="GET"):
    """Status, headers and body."""
    with socket.create_connection(server.http, PATIENCE_S) as s:
        s.sendall(f"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        data = b""
        while chunk := s.recv(65536):
            data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    return int(lines[0].split()[1]), dict(line.split(": ", 1) for line in lines[1:]), body.decode()


def every_page():
    """From the list on, wherever links lead: all is there, well formed and without scripts."""
    with Server("memory") as server:
        seen, waiting, pages, pictures = set(), ["/help/"], 0, 0
        while waiting:
            target = waiting.pop()
            if target in seen:
                continue
            seen.add(target)
            status, headers, body = get(server, target)
            assert status == 200, (target, status)
            assert int(headers["Content-Length"]) == len(body.encode()), target
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "script" not in policy and "*" not in policy, policy
            assert headers["X-Content-Type-Options"] == "nosniff", target
            if headers["Content-Type"].startswith("text/html"):
                assert "unsafe" not in policy
                page = Page(body)
                assert all(re.fullmatch(r"/help/[a-z0-9./-]*", link) for link in page.links), page.links
                waiting += page.links
                pages += 1
            elif headers["Content-Type"] == "image/svg+xml":
                assert xml.etree.ElementTree.fromstring(body).tag == "{http://www.w3.org/2000/svg}svg"
                assert "<script" not in body
                pictures += 1
            else:
                assert headers["Content-Type"] == "text/css; charset=utf-8", headers
                assert "prefers-color-scheme:dark" in body and body.count("{") == body.count("}")
        note(f"{pages} pages, {pictures} boards")
        assert pages > 100 and pictures > 10
        for name in ("chu", "promoted-s", "board", "castles", "dot"):
            assert get(server, f"/help/{name}")[0] == 200, name


def what_is_not_there():
    with Server("memory") as server:
        for target in ("/help/nothing", "/help/%3Cb%3E", "/help/..", "/help/../healthz", "/help/board/none.svg",
                       "/help/board/.svg", "/help/board/../x.svg", "/help/chu/", "/helpful", "/help/%2e",
                       "/help/" + "a" * 1500):
            status, headers, body = get(server, target)
            assert status == 404 and body == "There is nothing here.\n", (target, body)
            assert headers["Content-Type"].startswith("text/plain"), target
        assert get(server, "/help/chu", "POST")[0] == 405
        status, headers, body = get(server, "/help/chu", "HEAD")
        assert status == 200 and body == "" and int(headers["Content-Length"]) > 10000
        assert get(server, "/help?x=%3Cb%3E")[0] == 200


def the_front_page():
    """The page, where it has been built; without one the way to help."""
    built = os.path.join(os.environ["SHOOGI_BUILD_ROOT"], "web", "web", "index.html")
    with Server("memory") as server:
        status, headers, body = get(server, "/")
        if os.path.exists(built):
            assert status == 200 and "<title>shoogi</title>" in body, (status, body)
        else:
            assert status == 302 and headers["Location"] == "/help/", (status, headers)
        assert get(server, "//")[0] == 404


def a_piece_is_told_as_HELP_tells_it():
    """Rows: HELP.piece"""
    with Server("memory") as server:
        body = get(server, "/help/chu")[2]
        assert "<h3>lion (N), Shishi, 獅子</h3>" in body
        assert "by a jump to the second square in any direction" in body
        assert "<img class=\"board\" src=\"/help/board/chu.svg\"" in body
        assert re.search(r"<h1 id=\"promoted-s\">\+S, PROMOTED SILVER, NARIGIN</h1>", get(server, "/help/promoted-silver")[2])


run_tests([every_page, what_is_not_there, the_front_page, a_piece_is_told_as_HELP_tells_it])
