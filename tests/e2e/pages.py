"""Pages of the HTTP door as tests look at them: fetched over a plain socket, and read for what must not be in them."""

import html
import re
import socket

from harness import PATIENCE_S

VOID = {"meta", "link", "img", "br", "hr", "input"}
# Element -> its allowed children; "#": text.  Elements that are not listed may contain anything.
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


# A page of ours has tags in small letters with attributes in double quotes, text, and nothing else.  Python's own parser is
# kinder, and takes twice as long.
ATTRIBUTE = re.compile(r'\s+([A-Za-z][\w:.-]*)(?:="([^"<]*)")?')
TOKEN = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:\s+[A-Za-z][\w:.-]*(?:="[^"<]*")?)*)\s*(/?)>|([^<]+)')
ENTITY = re.compile("&(amp|lt|gt|quot|#39);")
SCRIPT_END = "</script>"


class Page:
    """Raises where a page is not well formed, or holds what it must not."""

    def __init__(self, text):
        self.text, self.at = text, 0
        self.open, self.ids, self.links, self.headings, self.title = [], set(), [], [], ""
        self.attributes = {}
        begin = re.match(r"<!DOCTYPE html>\n(?=<html lang=\"[a-z]+\">)", text)
        assert begin, text[:60]
        self.at = begin.end()
        while self.at < len(text):
            token = TOKEN.match(text, self.at)
            assert token, self.here()
            self.take(*token.groups())
            self.at = token.end()
            if self.open[-1:] == ["script"]:
                self.at = text.index(SCRIPT_END, self.at)
        assert not self.open, self.open
        assert self.title and self.headings[:1] == ["h1"] and self.headings.count("h1") == 1, self.headings
        for before, after in zip(self.headings, self.headings[1:]):
            assert int(after[1]) <= int(before[1]) + 1, (before, after)
        assert {"main", "body", "head"} <= set(self.attributes)

    def here(self):
        return self.text[max(0, self.at - 80) : self.at], self.text[self.at : self.at + 80], self.text.count("\n", 0, self.at) + 1

    def take(self, ends, tag, attributes, empty, data):
        if data is not None:
            self.take_text(data)
        elif ends:
            assert not attributes and not empty and self.open and self.open.pop() == tag, (tag, self.here())
        else:
            self.begin(tag, [(name.lower(), html.unescape(value)) for name, value in ATTRIBUTE.findall(attributes)])
            if empty:
                assert "svg" in self.open and tag not in VOID, tag
                self.open.pop()

    def allow(self, name):
        inside = CONTENT.get(self.open[-1]) if self.open else {"html"}
        assert inside is None or name in inside, (self.open, name, self.here())

    def begin(self, tag, attributes):
        values = dict(attributes)
        assert tag not in FORBIDDEN and len(values) == len(attributes), (tag, attributes)
        assert not any(name.startswith("on") or name == "style" for name in values), (tag, attributes)
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

    def take_text(self, data):
        if data.isspace():
            return
        self.allow("#")
        plain = ENTITY.sub("", data)
        assert ">" not in plain and "&" not in plain, (plain, self.here())
        if self.open[-1:] == ["title"]:
            self.title += plain


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
    headers = {}
    for name, value in (line.split(": ", 1) for line in lines[1:]):
        headers[name] = f"{headers[name]}, {value}" if name in headers else value  # two cookies may be set
    return int(lines[0].split()[1]), headers, body.decode() if text else body
