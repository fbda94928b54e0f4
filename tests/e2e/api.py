"""A program at the API: calls, resources, streams and the WebSocket."""

import base64
import hashlib
import http.client
import json
import os
import re
import socket
import sqlite3
import time

import schema
from harness import Line, PATIENCE_S
from web import Web


def register(server, *names):
    """Accounts, made at the telnet door."""
    for name in names:
        person = Line(server.telnet, name)
        for prompt, answer in (("login: ", name), ("new password: ", "correct horse"), ("again: ", "correct horse")):
            person.expect(prompt)
            person.line(answer)
        person.expect("Welcome")
        person.line("quit")
        person.expect_end()


def new_token(name):
    """A token for a program of that player, and the statement that stores it, for SQLite and PostgreSQL."""
    token = "shoogi_" + base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")
    now_ms = int(time.time() * 1000)
    digest = hashlib.blake2b(token.encode(), digest_size=32).hexdigest()
    return token, (
        "INSERT INTO token(player, kind, name, hash, given, created_ms, seen_ms, expires_ms)"
        f" SELECT id, 'program', 'test', '{digest}', '', {now_ms}, {now_ms}, {now_ms + 10**9} FROM player WHERE name = '{name}'"
    )


def token_of(server, name):
    """A token for a program of that player, which the storage has."""
    token, statement = new_token(name)
    with sqlite3.connect(server.database, timeout=PATIENCE_S) as rows:
        assert rows.execute(statement).rowcount == 1, name
    rows.close()
    return token


IDLE_S = 60  # SHG_HTTP_IDLE_MS


class Program:
    """Requests over one connection of HTTP."""

    def __init__(self, server, token=None, source=None):
        self.server = server
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.connection = http.client.HTTPConnection(*server.http, timeout=PATIENCE_S, source_address=source and (source, 0))
        self.answered = time.monotonic()

    def request(self, method, path, body=None, **headers):
        """The status and what the answer says."""
        try:
            answer = self.send(method, path, body, headers)
        except ConnectionError:
            # The server ends a connection that was idle for a minute, and has not read the request then.
            if time.monotonic() < self.answered + IDLE_S / 2:
                raise
            self.connection.close()
            answer = self.send(method, path, body, headers)
        text = answer.read()
        self.answered = time.monotonic()
        assert answer.headers["Content-Type"] == "application/json", answer.headers
        return answer.status, schema.answer(method, path, answer.status, json.loads(text))

    def send(self, method, path, body, headers):
        self.connection.request(method, "/api" + path, body, {**self.headers, **headers})
        return self.connection.getresponse()

    def get(self, path):
        status, body = self.request("GET", path)
        assert status == 200, (path, status, body)
        return body

    def post(self, path, **fields):
        return self.request("POST", path, json.dumps(fields), **{"Content-Type": "application/json"})

    def call(self, call, **fields):
        """A call that has to be done."""
        status, body = self.post("/" + call, **fields)
        assert status == 200 and body["ok"] is True, (call, fields, status, body)
        return body

    def refused(self, expected, call, **fields):
        """A call that has to be refused: what is said."""
        status, body = self.post("/" + call, **fields)
        assert status == expected and body["ok"] is False, (call, fields, status, body)
        return body["error"]

    def in_one_go(self, path, count):
        """The statuses of GET requests that are sent without waiting for answers: the server sets the pace."""
        headers = {"Host": "localhost", "Connection": "keep-alive", **self.headers}
        lines = [f"GET /api{path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        one = "\r\n".join(lines)
        last = one.replace("keep-alive", "close")
        with socket.create_connection(self.server.http, timeout=PATIENCE_S) as connection:
            connection.sendall((one * (count - 1) + last).encode())
            answers = b"".join(iter(lambda: connection.recv(65536), b""))
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", answers)]

    def follow(self, path):
        """The objects of a stream, one after the other."""
        connection = http.client.HTTPConnection(*self.server.http, timeout=PATIENCE_S)
        connection.request("GET", "/api" + path, headers=self.headers)
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        events = (schema.event(json.loads(line)) for line in answer if line.strip())
        return (event for event in events if event["event"] != "lobby")


class Socket:
    """Requests and events over a WebSocket."""

    def __init__(self, server, token=None, *headers, query=""):
        if token:
            headers += (f"Authorization: Bearer {token}",)
        self.web = Web(server).upgrade("/api/socket" + query, *headers)
        self.number = 0
        self.events = []

    def next_event(self, kind=None):
        """The next event, of a kind, or of any but "lobby", which comes whenever anybody does."""
        while True:
            message = self.events.pop(0) if self.events else json.loads(self.web.hear())
            schema.event(message)
            if message["event"] == kind or (kind is None and message["event"] != "lobby"):
                return message

    def ask(self, method, path, body=None):
        self.number += 1
        request = {"id": self.number, "method": method, "path": path}
        self.web.say(json.dumps({**request, "body": body} if body is not None else request))
        status, answer = self.answer(self.number)
        return status, schema.answer(method, path, status, answer)

    def answer(self, number):
        while True:
            message = json.loads(self.web.hear())
            if "event" not in message:
                assert message["id"] == number, message
                return message["status"], message["body"]
            self.events.append(message)

    def call(self, call, **fields):
        status, body = self.ask("POST", "/" + call, fields)
        assert status == 200 and body["ok"] is True, (call, fields, status, body)
        return body


def begin(black, white, **conditions):
    """A game between two programs: its number."""
    number = black.call("new", colour="black", **conditions)["challenge"]
    return white.call("new", number=number)["game"]
