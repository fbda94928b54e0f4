"""Web push: what devices are told through a push service of our own, under TLS, which reads it with another
implementation (push_open.mjs).  Prints TAP."""

import base64
import http.server
import itertools
import json
import os
import sqlite3
import ssl
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from account_test import PASSWORD, Api, telnet
from harness import PATIENCE_S, Scratch, Server, run_tests

HERE = os.path.dirname(os.path.abspath(__file__))


def node(what, sent=""):
    done = subprocess.run(
        ["node", os.path.join(HERE, "push_open.mjs"), what], input=sent, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Service:
    """A push service.  A device of it is a path; what each is answered can be said."""

    def __init__(self, folder):
        self.certificate, key = os.path.join(folder, "push.pem"), os.path.join(folder, "push.key")
        subprocess.run(
            [
                *"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(),
                *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
                *("-out", self.certificate, "-keyout", key),
            ],
            check=True,
            capture_output=True,
            timeout=PATIENCE_S,
        )
        self.requests = []  # (path, headers, body)
        self.answers = {}  # by path: a status, or None, which is never
        self.connections = 0
        self.ends = threading.Event()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.answers.get(self.path, 201)
                service.requests.append((self.path, dict(self.headers), body))
                if status is None:
                    service.ends.wait()
                    return
                self.send_response(status)
                self.send_header("Location", f"https://localhost:{service.port}/elsewhere")
                self.send_header("Content-Length", "100000000")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Threads(http.server.ThreadingHTTPServer):
            def get_request(self):
                service.connections += 1
                return super().get_request()

            def finish_request(self, request, client):
                request.settimeout(PATIENCE_S)
                with context.wrap_socket(request, server_side=True) as tls:
                    super().finish_request(tls, client)

            def handle_error(self, *_):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server = Threads(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.ends.set()
        self.server.shutdown()
        self.server.server_close()

    def url(self, path):
        return f"https://localhost:{self.port}{path}"

    def wait(self, path, count=1):
        """The last request for a path, once there are so many."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            found = [one for one in self.requests if one[0] == path]
            if len(found) >= count:
                return found[-1]
            time.sleep(0.02)
        raise AssertionError(f"{count} messages for {path} were expected, found {self.requests}")

    def quiet(self, server, count, left=0):
        """So many messages came and no more: one is a row until it was taken, and what is stored is stored in its order.  So
        there is none once something else has been stored and so many rows are left as could not be sent."""
        store_something(server)
        wait_rows(server, "SELECT count(*) FROM push", [(left,)])
        assert len(self.requests) == count, self.requests


class Device:
    def __init__(self, service, path):
        self.service, self.path = service, path
        self.keys = node("make")

    def subscription(self, **other):
        return {
            "endpoint": self.service.url(self.path),
            "key": self.keys["point"],
            "auth": self.keys["auth"],
            "name": "Firefox, Linux",
            **other,
        }

    def read(self, count=1):
        """The message to the browser, the sender's claims and key, and the headers."""
        _, headers, body = self.service.wait(self.path, count)
        sent = {
            "private": self.keys["private"],
            "auth": self.keys["auth"],
            "body": base64.b64encode(body).decode(),
            "authorization": headers["Authorization"],
        }
        return {**node("open", json.dumps(sent)), "headers": headers, "body": body}


def arguments(where="anywhere"):
    return ("--sendmail", "none", "--push", where, "--url", "https://shogi.example")


def pushing(test):
    def run():
        with Scratch() as scratch, Scratch() as folder:
            service = Service(folder)
            env = {**os.environ, "SSL_CERT_FILE": service.certificate}
            try:
                with Server(os.path.join(scratch, "games.db"), *arguments(), "--log-level", "debug", env=env) as server:
                    test(server, service)
            finally:
                service.close()

    run.__name__ = test.__name__
    return run


def anna_with(server, *devices):
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    for device in devices:
        status, answer = api.post("/notify", **device.subscription())
        assert status == 200, answer
    return api


def rows(server, question):
    database = sqlite3.connect(server.database)
    found = database.execute(question).fetchall()
    database.close()
    return found


stored = itertools.count()


def store_something(server):
    """Has the server read something and then store something, and waits for it: see mail_test.py."""
    assert Api(server).get("/players/nobody.at.all")[0] == 404
    assert Api(server).post("/signup", name=f"Somebody{next(stored)}", password=PASSWORD)[0] == 200


def wait_rows(server, question, wanted):
    deadline = time.monotonic() + PATIENCE_S
    while rows(server, question) != wanted and time.monotonic() < deadline:
        time.sleep(0.02)
    assert rows(server, question) == wanted, rows(server, question)


def wait_logged(server, *parts):
    deadline = time.monotonic() + PATIENCE_S
    while not all(one in server.error_text() for one in parts) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert all(one in server.error_text() for one in parts), server.error_text()


def of_games(server, service):
    """Rows: NOTIFY SET.NOTIFY"""
    device = Device(service, "/push/anna")
    api = anna_with(server, device)
    status, told = api.get("/account/devices")
    assert status == 200 and [one["name"] for one in told["devices"]] == ["Firefox, Linux"], told
    api.post("/set", setting="language", value="DE")

    bert = telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    first = device.read()
    assert first["message"]["title"] == "Bert fordert Sie heraus", first["message"]
    assert first["message"]["url"] == "/?challenge=1" and first["message"]["tag"] == "challenge-1", first["message"]
    assert "Shogi" in first["message"]["body"] and b"Bert" not in first["body"]
    assert first["key"] == told["key"]
    claims = first["claims"]
    assert claims["aud"] == f"https://localhost:{service.port}" and claims["sub"] == "https://shogi.example", claims
    assert 0 < claims["exp"] - time.time() <= 24 * 60 * 60, claims
    headers = first["headers"]
    assert headers["Content-Encoding"] == "aes128gcm" and headers["Host"] == f"localhost:{service.port}", headers
    assert (headers["Topic"], headers["Urgency"]) == ("challenge-1", "normal") and int(headers["TTL"]) > 0, headers

    api.post("/set", setting="language", value="EN")
    anna = telnet(server, "Anna")
    assert "Firefox, Linux  since " in anna.ask("NOTIFY") and "by localhost" in anna.ask("NOTIFY")
    anna.ask("NEW 1")
    anna.ask("SET CONFIRM OFF")
    bert.ask("SET CONFIRM OFF")
    bert.ask("BOARD 1")
    anna.ask("BOARD 1")
    anna.ask("PLAY P-3d")
    service.quiet(server, 1)  # both are here
    anna.quit()
    bert.sync()
    bert.ask("PLAY P-2f")
    second = device.read(2)["message"]
    assert second == {
        "title": "your move in game 1 against Bert",
        "body": "Game 1 (Shogi) against Bert: it is your turn.\nMove 3: P-2f\n",
        "url": "/games/1",
        "tag": "game-1",
    }, second

    # Ends, but not turns.
    assert api.post("/set", setting="notify", value="games")[0] == 200
    assert api.post("/play", game=1, move="4c4d", known=3)[0] == 200
    bert.sync()
    bert.ask("PLAY P-2e")
    service.quiet(server, 2)
    bert.talker.line("RESIGN")
    bert.talker.expect("yes")
    bert.talker.line("yes")
    third = device.read(3)["message"]
    assert "is over" in third["title"] and "resigned" in third["body"], third
    assert api.post("/set", setting="notify", value="off")[0] == 200
    bert.sync()
    bert.ask("NEW anna P-7f")
    service.quiet(server, 3)
    # No log contains secrets.
    pair = rows(server, "SELECT text FROM notice WHERE name = 'push-keys'")[0][0]
    assert pair.split()[1] == told["key"]
    for secret in (pair.split()[0], device.keys["auth"], device.path):
        assert secret not in server.error_text()


def time_that_runs_out(server, service):
    """Rows: NOTIFY"""
    device, other = Device(service, "/push"), Device(service, "/other")
    anna_with(server, device)
    carl = Api(server)
    carl.post("/signup", name="Carl", password=PASSWORD)
    assert carl.post("/notify", **other.subscription())[0] == 200
    past = 20 * 60 * 60 * 1000

    def timed_game(number, name):
        bert, waiting = telnet(server, "Bert"), telnet(server, name)
        bert.ask(f"NEW -t 1d {name} P-7f")
        waiting.ask(f"NEW {number}")
        waiting.quit()
        bert.quit()
        server.stop()
        # As if the turn had begun 20 hours ago, and the server been there all the time.
        database = sqlite3.connect(server.database)
        database.execute("DROP TRIGGER IF EXISTS event_never_changes")
        database.execute("UPDATE run SET began_ms = began_ms - ? WHERE ? = 1", (past, number))
        database.execute("UPDATE event SET at_ms = at_ms - ? WHERE game = ?", (past, number))
        database.execute("UPDATE game SET created_ms = created_ms - ? WHERE id = ?", (past, number))
        database.commit()
        database.close()
        server.start()

    timed_game(1, "Anna")
    told = device.read()
    assert told["message"]["title"] == "you are running out of time in game 1", told["message"]
    assert told["headers"]["Urgency"] == "high" and told["headers"]["Topic"] == "game-1", told["headers"]
    # Once: the next time that the server looks at all clocks only another is told.
    timed_game(2, "Carl")
    assert other.read()["message"]["title"] == "you are running out of time in game 2"
    service.quiet(server, 2)


def devices_come_and_go(server, service):
    """Rows: NOTIFY.add NOTIFY.e"""
    all_of_them = [Device(service, f"/push/{i}") for i in range(9)]
    api = anna_with(server, *all_of_them[:8])
    status, answer = api.post("/notify", **all_of_them[8].subscription())
    assert status == 422 and "You have 8 devices, the most allowed." in answer["error"], answer
    assert api.post("/notify", **all_of_them[0].subscription(name="the same"))[0] == 200
    told = api.get("/account/devices")[1]["devices"]
    assert len(told) == 8 and told[-1]["name"] == "the same", told
    assert api.post("/notify", end=told[0]["number"])[0] == 200
    assert api.post("/notify", end=told[0]["number"])[0] == 422
    assert api.post("/notify", end="x")[0] == 400

    # Another player on the same browser takes over the device, and cannot remove another player's.
    bert = Api(server)
    bert.post("/signup", name="Bert", password=PASSWORD)
    assert bert.post("/notify", end=told[1]["number"])[0] == 422
    assert bert.post("/notify", **all_of_them[5].subscription())[0] == 200
    endpoints = [one["endpoint"] for one in api.get("/account/devices")[1]["devices"]]
    assert len(endpoints) == 6 and service.url("/push/5") not in endpoints
    assert [one["endpoint"] for one in bert.get("/account/export")[1]["devices"]] == [service.url("/push/5")]
    assert bert.post("/close", answers=["yes", PASSWORD])[0] == 200
    assert rows(server, "SELECT count(*) FROM device") == [(6,)]

    good = all_of_them[8].subscription()
    point, auth = good["key"], good["auth"]
    for bad in (
        {"endpoint": "http://localhost/x"},
        {"endpoint": "https://localhost"},
        {"endpoint": "https://a:b@localhost/x"},
        {"endpoint": "https://localhost/" + "x" * 800},
        {"key": point[:-1] + ("A" if point[-1] != "A" else "E")},  # beside the curve
        {"key": point[:-4]},
        {"auth": auth[:-3]},
        {"auth": ""},
        {"name": "x" * 65},
    ):
        assert api.post("/notify", **{**good, **bad})[0] in (400, 413, 422), bad
    assert Api(server).post("/notify", **good)[0] == 401
    guest = Api(server)
    guest.post("/login", guest=True)
    assert guest.post("/notify", **good)[0] == 422


def services_that_refuse(server, service):
    """Rows: NOTIFY.gone"""
    statuses = {"/gone": 410, "/unknown": 404, "/bad": 400, "/moved": 301, "/later": 503, "/good": 201}
    service.answers.update(statuses)
    devices = {path: Device(service, path) for path in statuses}
    anna_with(server, *devices.values())
    bert = telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    for path in statuses:
        service.wait(path)
    left = sorted((service.url(path),) for path in ("/bad", "/moved", "/later", "/good"))
    wait_rows(server, "SELECT endpoint FROM device ORDER BY endpoint", left)
    later = [(service.url("/later"), 1)]
    question = "SELECT d.endpoint, p.tries FROM push p JOIN device d ON d.id = p.device"
    wait_rows(server, question, later)
    wait_logged(server, "400", "503")
    assert not [one for one in service.requests if one[0] == "/elsewhere"]
    # Refused notifications are sent again, also after a crash; accepted ones are not.
    service.answers["/later"] = 201
    server.kill()
    database = sqlite3.connect(server.database)
    database.execute("UPDATE push SET next_ms = 0")
    database.commit()
    database.close()
    server.start()
    assert devices["/later"].read(2)["message"]["tag"] == "challenge-1"
    wait_rows(server, question, [])
    service.quiet(server, len(statuses) + 1)


def a_service_that_hangs(server, service):
    """Rows: NOTIFY.slow"""
    service.answers.update({"/slow": None, "/slow2": None})
    slow, slow2, quick = Device(service, "/slow"), Device(service, "/slow2"), Device(service, "/quick")
    api = anna_with(server, slow, slow2, quick)
    bert = telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    service.wait("/slow")
    # Neither the event loop nor the drawing processes wait for the timeout some seconds later.
    assert api.who() == "Anna"
    assert "A push notification failed." not in server.error_text()
    for _ in range(2):
        bert.ask("NEW anna P-7f")
    for _ in range(20):
        assert api.who() == "Anna"
    assert quick.read(3)["message"]["title"] == "Bert challenges you"
    assert len([one for one in service.requests if one[0] == "/slow"]) == 1  # one after the other
    assert server.stop() in (0, None)
    wait_rows(server, "SELECT count(*) FROM push", [(6,)])


def only_public_services(server, service):
    """Rows: NOTIFY.public"""
    device = Device(service, "/push")
    api = anna_with(server, device)
    server.stop()
    server.arguments = (*arguments("public"), "--log-level", "debug")
    server.start()
    api = Api(server)
    api.post("/login", name="Anna", password=PASSWORD)
    for host in ("127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "2130706433", "[::1]", "0x7f.1"):
        status, answer = api.post("/notify", **device.subscription(endpoint=f"https://{host}/push"))
        assert status == 400 and "push service" in answer["error"], (host, answer)
    api.post("/logout")
    # A name that leads here is found out when it is looked up.
    bert = telnet(server, "Bert")
    connections = service.connections
    bert.ask("NEW anna P-7f")
    wait_logged(server, "A push notification failed.")
    assert rows(server, "SELECT tries FROM push") == [(1,)]
    assert service.connections == connections
    # No push service.
    server.stop()
    server.arguments = arguments("none")
    server.start()
    api = Api(server)
    api.post("/login", name="Anna", password=PASSWORD)
    assert api.get("/account/devices")[1]["key"] == ""
    assert api.post("/notify", **device.subscription())[0] == 422
    device_number = api.get("/account/devices")[1]["devices"][0]["number"]
    assert api.post("/notify", end=device_number)[0] == 200
    assert not service.requests


def a_certificate_that_nobody_vouches_for(server, service):
    """Rows: NOTIFY.public"""
    device = Device(service, "/push")
    anna_with(server, device)
    server.stop()
    server.env = {key: value for key, value in server.env.items() if key != "SSL_CERT_FILE"}
    server.start()
    bert = telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    wait_logged(server, "it does not speak TLS with a certificate")
    service.quiet(server, 0, left=1)


run_tests(
    [
        pushing(test)
        for test in (
            of_games,
            time_that_runs_out,
            devices_come_and_go,
            services_that_refuse,
            a_service_that_hangs,
            only_public_services,
            a_certificate_that_nobody_vouches_for,
        )
    ]
)
