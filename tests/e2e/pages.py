"""Pages of the HTTP door as tests look at them: fetched over a plain socket, and read for what must not be in them."""

import re
import socket
from html.parser import HTMLParser

from harness import PATIENCE_S

VOID = {"meta", "link", "img", "br", "hr", "input"}
# Element -> what may stand right inside it; text only where "#" is among it.  What is not here holds anything.
CONTENT = {
    "html": {"head", "body"},
    "head": {"meta", "title", "link", "script"},
    "ul": {"li"},
    "dl": {"dt", "dd"},
    "table": {"caption", "thead", "tbody"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tr": {"th", "td"},
    "p": {"#", "a"},
    "title": {"#"},
    "pre": {"#", "a"},
    "dt": {"#", "a"},
    "figure": {"img", "svg", "figcaption"},
}
FORBIDDEN = {"style", "iframe", "object", "embed", "base"}


class Page(HTMLParser):
    """Raises where a page is not well formed, or holds what it must not."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.open, self.ids, self.links, self.headings, self.title = [], set(), [], [], ""
        self.attributes = {}
        assert re.match(r"<!DOCTYPE html>\n<html lang=\"[a-z]+\">", text), text[:60]
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


def get(server, target, method="GET", headers=None, body=b"", text=True):
    """Status, headers and body."""
    lines = {"Host": "localhost", "Connection": "close", **(headers or {})}
    if body:
        lines["Content-Length"] = len(body)
    with socket.create_connection(server.http, PATIENCE_S) as s:
        s.sendall(f"{method} {target} HTTP/1.1\r\n".encode() +
                  "".join(f"{name}: {value}\r\n" for name, value in lines.items()).encode() + b"\r\n" + body)
        data = b""
        while chunk := s.recv(65536):
            data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    return int(lines[0].split()[1]), dict(line.split(": ", 1) for line in lines[1:]), body.decode() if text else body
