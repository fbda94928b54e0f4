"""Accounts, as browsers and programs have them: signing up, logging in and out, passwords, codes, tokens.  Prints
TAP."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import select
import sqlite3
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import PATIENCE_S, PROMPT, Line, Player, Scratch, Server, dear_passwords, run_program, run_tests, until

PASSWORD = "secret words"


class Api:
    """A client of the API: a browser with its cookie, or a program with its token."""

    def __init__(self, server, token=None, agent="Firefox", source=None):
        self.host, self.port = server.http
        self.source = source
        self.cookie = None
        self.device = None
        self.token = token
        self.agent = agent

    def __call__(self, method, path, body=None, origin=True, **headers):
        source = (self.source, 0) if self.source else None
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S, source_address=source)
        sent = {"User-Agent": self.agent, **headers}
        if body is not None:
            sent["Content-Type"] = "application/json"
        if origin:
            sent["Origin"] = f"http://{self.host}:{self.port}" if origin is True else origin
        cookies = {"__Host-shoogi": self.cookie, "__Host-shoogi-device": self.device}
        if any(cookies.values()):
            sent["Cookie"] = "other=1; " + "".join(f"{name}={value}; " for name, value in cookies.items() if value) + "last=2"
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        connection.request(method, "/api" + path, json.dumps(body) if body is not None else None, sent)
        answer = connection.getresponse()
        text = answer.read()
        self.set_cookie = answer.getheader("Set-Cookie")
        if self.set_cookie:
            self.cookie = re.match(r"__Host-shoogi=([^;]*);", self.set_cookie).group(1) or None
            device = re.search(r"__Host-shoogi-device=([^;]*);", self.set_cookie)
            self.device = device.group(1) if device else self.device
        connection.close()
        return answer.status, json.loads(text)

    def post(self, path, **body):
        return self("POST", path, body)

    def get(self, path):
        return self("GET", path)

    def who(self):
        """The name it has, or the status that says it has none."""
        status, answer = self.get("/account")
        return answer["name"] if status == 200 else status


def code_of(secret, ahead=0):
    """RFC 6238, made anew."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30 + ahead), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 10**6:06d}"


def telnet(server, name, password=PASSWORD):
    player = Player(Line(server.telnet), name)
    player.login(password)
    return player


def running(test, env=None):
    """A test with a server of its own."""

    def run():
        with Scratch() as scratch, Server(os.path.join(scratch, "games.db"), env=env) as server:
            test(server)

    run.__name__ = test.__name__
    return run


# ---- becoming somebody -------------------------------------------------------------------------------


def signing_up_and_in(server):
    api = Api(server)
    assert api.who() == 401
    for name, password, status, said in (
        ("1anna", PASSWORD, 400, "letter"),
        ("guest7", PASSWORD, 422, "guest"),
        ("Anna", "eleven sign", 422, "at least 12"),
        ("Anna", "", 422, "at least 12"),
        ("Anna", "x" * 200, 400, "password"),
    ):
        found, answer = api.post("/signup", name=name, password=password)
        assert found == status and said in answer["error"], (name, found, answer)
    assert api.cookie is None
    status, answer = api.post("/signup", name="Anna", password=PASSWORD)
    assert (status, answer) == (200, {"ok": True, "name": "Anna", "guest": False}), answer
    for word in ("HttpOnly", "Secure", "SameSite=Lax", "Path=/"):
        assert word in api.set_cookie, api.set_cookie
    assert "Domain" not in api.set_cookie
    assert api.who() == "Anna"
    assert Api(server).post("/signup", name="ANNA", password=PASSWORD)[0] == 409

    # The same account by telnet, and another browser.
    anna = telnet(server, "Anna")
    other = Api(server)
    for name, password in (("Anna", "wrong words"), ("Nobody", PASSWORD)):
        status, answer = other.post("/login", name=name, password=password)
        assert status == 401 and other.cookie is None, answer
    assert other.post("/login", name="Anna")[0] == 400
    assert other.post("/login", name="anna", password=PASSWORD)[0] == 200
    assert other.who() == "Anna" and other.cookie != api.cookie

    # Logging in anew gives another token, and ends the one that was there.
    stale = Api(server)
    stale.cookie = other.cookie
    assert other.post("/login", name="anna", password=PASSWORD)[0] == 200
    assert other.cookie != stale.cookie and other.who() == "Anna"
    assert stale.who() == 401 and stale.cookie is None  # the browser is told to forget it
    stale.cookie = "shoogi_" + "A" * 43
    assert stale.post("/login", name="anna", password=PASSWORD)[0] == 200  # it does not stand in the way

    # Out again.
    held = other.cookie
    assert other.post("/logout")[0] == 200 and other.cookie is None
    other.cookie = held
    assert other.who() == 401
    assert api.who() == "Anna"
    anna.quit()


def a_guest_has_a_cookie_too(server):
    api = Api(server)
    status, answer = api.post("/login", guest=True)
    assert status == 200 and answer["guest"] and re.match(r"guest\d{9}$", answer["name"]), answer
    assert api.who() == answer["name"]
    assert api.post("/stat")[0] == 200
    assert api.post("/password", old="x" * 8, new="y" * 8)[0] == 422
    assert api.post("/logout")[0] == 200


def a_guests_challenge_stands_while_the_guest_is_there(server):
    guest, other = Api(server), Api(server)
    assert guest.post("/login", guest=True)[0] == 200
    status, answer = guest.post("/new", variant="shogi", colour="black", pattern="*")
    assert status == 422 and "GET /api/events" in answer["error"], answer
    assert other.get("/challenges")[1]["challenges"] == []

    def follow():
        stream = http.client.HTTPConnection(guest.host, guest.port, timeout=PATIENCE_S)
        stream.request("GET", "/api/events", None, {"Cookie": f"__Host-shoogi={guest.cookie}"})
        assert stream.getresponse().status == 200
        return stream

    streams = [follow(), follow()]
    status, answer = guest.post("/new", variant="shogi", colour="black", pattern="*")
    assert status == 200, answer

    def numbers():
        return [one["id"] for one in other.get("/challenges")[1]["challenges"]]

    assert numbers() == [answer["challenge"]]
    name = guest.who()
    streams.pop().sock.close()
    until(lambda: sum(one["name"] == name for one in other.get("/players")[1]["players"]) <= 1)
    assert numbers() == [answer["challenge"]]  # by the other stream the guest is still there
    streams.pop().sock.close()
    until(lambda: not numbers())


def an_account_takes_over_what_a_guest_has(server):
    """Games and challenges of the guest become those of the account, the opponent is notified, and earlier cookies end."""
    bert, guest, planted = telnet(server, "Bert"), Api(server), Api(server)
    name = guest.post("/login", guest=True)[1]["name"]
    planted.cookie = guest.cookie
    stream = http.client.HTTPConnection(guest.host, guest.port, timeout=PATIENCE_S)
    stream.request("GET", "/api/events", None, {"Cookie": f"__Host-shoogi={guest.cookie}"})
    assert stream.getresponse().status == 200
    bert.ask("SET NOTATION USI")

    def begin():
        challenge = int(re.search(r"challenge is number (\d+)", bert.ask(f"NEW -t 10m {name} 7g7f")).group(1))
        game = guest.post("/new", number=challenge)[1]["game"]
        bert.talker.expect("Move 2")
        bert.sync()
        return game

    finished = begin()
    assert guest.post("/resign", game=finished, answers=["yes"])[0] == 200
    bert.sync()
    game = begin()
    standing = guest.post("/new", variant="shogi", colour="black", pattern="*")[1]["challenge"]
    named = int(re.search(r"challenge is number (\d+)", bert.ask(f"NEW -t 10m {name} 7g7f")).group(1))
    guest.post("/set", setting="notation", value="kitao")

    # A name that is taken leaves the guest as it was.
    assert guest.post("/signup", name="bert", password=PASSWORD)[0] == 409
    assert guest.who() == name
    status, answer = guest.post("/signup", name="Anna", password=PASSWORD)
    assert (status, answer["name"], answer["guest"]) == (200, "Anna", False), answer
    bert.talker.expect(f"Game {game}: {name} has signed up, and is now called Anna")
    assert guest.who() == "Anna" and planted.who() == 401
    assert guest.get("/account")[1]["settings"]["NOTATION"].lower() == "kitao"
    until(lambda: not any(one["name"] == name for one in guest.get("/players")[1]["players"]))
    assert [one["id"] for one in guest.get("/challenges")[1]["challenges"] if one["by"] == "Anna"] == [standing]
    # The challenge to the guest by name is one to the new name.
    assert [one["pattern"] for one in guest.get("/challenges")[1]["challenges"] if one["id"] == named] == ["Anna"]
    assert guest.post("/new", number=named)[0] == 200
    assert guest.get(f"/players/{name}")[0] == 404
    for number in (finished, game):
        assert guest.get(f"/games/{number}")[1]["white"]["name"] == "Anna", number
    assert guest.post("/play", game=game, move="3c3d")[0] == 200
    bert.talker.expect("Anna")
    assert "Anna" in bert.ask("STAT")
    # A client that is signed in can sign up another account.
    assert guest.post("/signup", name="Dora", password=PASSWORD)[0] == 200
    assert Api(server).post("/login", name="Anna", password=PASSWORD)[0] == 200


def other_sites_are_refused(server):
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    for origin in ("http://evil.example", "null", f"http://{api.host}:1", f"https://{api.host}.evil.example"):
        assert api("POST", "/new", {"pattern": "*", "move": "p-7f"}, origin=origin)[0] == 403, origin
        assert api("POST", "/logout", origin=origin)[0] == 403
    assert api("POST", "/new", {"pattern": "*", "move": "p-7f"}, origin=False)[0] == 403
    assert api("POST", "/new", {"pattern": "*", "move": "p-7f"})[0] == 200
    # A form can be sent from anywhere, and is no JSON.
    connection = http.client.HTTPConnection(api.host, api.port, timeout=PATIENCE_S)
    connection.request("POST", "/api/login", '{"guest": true}', {"Content-Type": "text/plain"})
    answer = connection.getresponse()
    assert answer.status == 415 and not answer.getheader("Set-Cookie"), answer.status
    connection.close()
    assert api.who() == "Anna"


def nobody_types_a_password_into_plain_text():
    """Behind a proxy, where it is the proxy that knows how its client came."""
    with Scratch() as scratch:
        path = os.path.join(scratch, "games.db")
        with Server(path, "--trusted-proxy", "127.0.0.1") as server:
            api = Api(server)
            came = {"X-Forwarded-For": "192.0.2.7", "Origin": f"http://{api.host}:{api.port}"}
            plain = {**came, "X-Forwarded-Proto": "http"}
            for path, body in (
                ("/signup", {"name": "Anna", "password": PASSWORD}),
                ("/login", {"name": "Anna", "password": PASSWORD}),
                ("/login", {"guest": True}),
            ):
                status, answer = api("POST", path, body, **plain)
                assert status == 422 and "https" in answer["error"] and not api.cookie, (path, answer)
            kept = {**came, "X-Forwarded-Proto": "https", "Origin": f"https://{api.host}:{api.port}"}
            status, answer = api("POST", "/signup", {"name": "Anna", "password": PASSWORD}, **kept)
            assert status == 200 and api.cookie, answer


# ---- passwords ---------------------------------------------------------------------------------------


def another_password_ends_all_else(server):
    api, other = Api(server), Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    other.post("/login", name="Anna", password=PASSWORD)
    token, second = Api(server, token=make_token(api)), Api(server, token=make_token(api, "other"))
    line = telnet(server, "Anna")
    waiting = Line(server.telnet)
    waiting.expect("^login: ")
    waiting.line("Anna")
    waiting.expect("^password: ")
    asked = telnet(server, "Anna")
    asked.talker.line("PASSWORD")
    asked.talker.expect("^old password: ")

    assert api.post("/password", old="wrong words", new="other secret")[0] == 403
    assert api.post("/password", old=PASSWORD, new="eleven sign")[0] == 422
    status, answer = api.post("/password", old=PASSWORD, new="other secret")
    assert status == 200, answer
    assert api.who() == "Anna" and other.who() == 401
    assert token.who() == 401 and second.who() == 401
    line.talker.expect("Your password was changed elsewhere")
    line.talker.expect_end()
    asked.talker.expect("Your password was changed elsewhere")
    asked.talker.expect_end()
    # A prompt that was open knows of it.
    waiting.line(PASSWORD)
    waiting.expect("^Wrong password")
    assert Api(server).post("/login", name="Anna", password=PASSWORD)[0] == 401
    telnet(server, "Anna", "other secret").quit()


def tokens_can_outlive_a_password(server):
    """Rows: PASSWORD.tokens"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    token = Api(server, token=make_token(api))
    status, answer = api.post("/password", old=PASSWORD, new="other secret", keep_tokens="yes")
    assert status == 400 and "keep_tokens" in answer["error"], answer
    assert api.post("/password", old=PASSWORD, new="other secret", keep_tokens=True)[0] == 200
    assert token.who() == "Anna"

    def change(old, new, *answers):
        line = telnet(server, "Anna", old)
        line.talker.line("PASSWORD")
        for prompt, typed in (("old password: ", old), ("new password: ", new), ("again: ", new), *answers):
            line.talker.expect(prompt)
            line.talker.line(typed)
        said = line.talker.before(PROMPT)
        assert "Your password has been changed." in said, said
        line.quit()

    revoke = r"with 1 of your API tokens\.\nRevoke your API tokens as well\? \(y/n\) "
    change("other secret", "third secret", (revoke, "perhaps"), (r"Answer yes or no\.[^\n]*\n.*\(y/n\) ", "no"))
    assert token.who() == "Anna"
    change("third secret", "fourth secret", (revoke, ""))
    assert token.who() == 401
    change("fourth secret", "fifth secret")  # not asked without tokens


def an_administrators_password_lets_in_nobody_else(server):
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    token = Api(server, token=make_token(api))
    said = run_program("admin", "--db", server.database, "password", "anna").stdout
    given = re.search(r"^([a-z2-9]{16})$", said, re.M).group(1)
    assert api.who() == 401 and token.who() == 401
    assert api.post("/login", name="Anna", password=PASSWORD)[0] == 401
    status, answer = api.post("/login", name="Anna", password=given)
    assert status == 401 and answer["wanted"] == "new", answer
    assert api.post("/login", name="Anna", password=given, new="eleven sign")[0] == 422
    assert api.post("/login", name="Anna", password=given, new="other secret")[0] == 200
    assert api.who() == "Anna"
    assert Api(server).post("/login", name="Anna", password=given)[0] == 401
    telnet(server, "Anna", "other secret").quit()


def guesses_are_counted_at_all_doors_together(server):
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    api.post("/logout")
    stranger = Api(server)
    seen = set()
    for _ in range(40):
        status, _ = stranger.post("/login", name="Berta", password="wrong words")
        seen.add(status)
        if status == 429:
            break
    assert seen == {401, 429}, seen
    line = Line(server.telnet)
    line.expect("^login: ")
    line.line("Anna")
    line.expect("^password: ")
    line.line(PASSWORD)
    line.expect("Welcome, Anna")  # she was here before: the stranger's guesses are not hers


def guesses_lock_nobody_out_of_a_known_place(server):
    """Not even after a restart: the address and the browser are stored."""
    browser, other = Api(server, source="127.0.2.1"), Api(server, source="127.0.2.2")
    assert browser.post("/signup", name="Anna", password=PASSWORD)[0] == 200
    assert re.search(r"__Host-shoogi-device=shoogi_[\w-]{43}; Path=/; Secure; HttpOnly; SameSite=Lax; ", browser.set_cookie)
    device = browser.device
    assert other.post("/signup", name="Berta", password=PASSWORD)[0] == 200 and other.device != device
    telnet(server, "Anna").quit()  # from 127.0.0.1
    assert browser.post("/login", name="Anna", password=PASSWORD)[0] == 200
    assert "device" not in browser.set_cookie and browser.device == device  # one for a browser
    store = sqlite3.connect(server.database)
    rows = [row for row, in store.execute("SELECT hash FROM token WHERE kind = 'known' AND player = 1")]
    store.close()
    assert len(rows) == 3 and sum(row.startswith("known 1 ") and len(row) == 13 for row in rows) == 2, rows
    server.stop()
    server.start()
    waiting = []
    for number in range(30):  # each from a new address, and no answer is awaited
        line = Line(server.telnet, source=f"127.0.3.{number + 1}")
        line.expect("^login: ")
        line.line("Anna")
        line.expect("^password: ")
        line.line("a guess")
        waiting.append(line)
    select.select(waiting, [], [], PATIENCE_S)
    stranger = Api(server, source="127.0.4.1")
    status, answer = stranger.post("/login", name="Anna", password=PASSWORD)
    assert status == 429 and "by e-mail" in answer["error"], answer
    for api, address in ((browser, "127.0.4.2"), (Api(server), "127.0.2.1"), (Api(server), None)):
        api.host, api.port = server.http
        api.source = address
        api.cookie = None
        assert api.post("/login", name="Anna", password=PASSWORD)[0] == 200, address
    # The browser of somebody else is not known for this name, nor is a cookie that was made up.
    for api in (other, Api(server)):
        api.host, api.port = server.http
        api.source = "127.0.4.3"
        api.cookie, api.device = None, api.device or "shoogi_" + "A" * 43
        assert api.post("/login", name="Anna", password=PASSWORD)[0] == 429
    for line in waiting:
        line.close()


# ---- tokens and sessions -----------------------------------------------------------------------------


def make_token(api, name="my bot"):
    """With the password alone, as without codes."""
    status, answer = api.post("/token", name=name, answers=[PASSWORD])
    assert status == 200 and answer["scopes"] == "read,play,records", answer
    return answer["token"]


def tokens_of_programs(server):
    """Rows: TOKEN TOKEN.api SESSIONS SESSIONS.e"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    token = make_token(api)
    assert re.match(r"shoogi_[A-Za-z0-9_-]{43}$", token)
    bot = Api(server, token=token)
    assert bot.who() == "Anna"
    assert bot("POST", "/new", {"pattern": "*", "move": "p-7f"}, origin=False)[0] == 200
    assert Api(server, token=token[:-1] + "~").who() == 401

    anna = telnet(server, "Anna")
    said = anna.ask("TOKEN")
    assert re.search(r"^ +\d+ +program +my bot .*127\.0\.0\.1", said, re.M), said
    assert token[7:] not in said
    anna.talker.line("TOKEN -s read,manage her.bot")
    anna.talker.expect("^password: ")
    anna.talker.line("wrong words")
    anna.talker.expect("Wrong password")
    anna.talker.expect("^password: ")
    anna.talker.line(PASSWORD)
    said = anna.talker.before(PROMPT)
    assert "these scopes: read,manage." in said, said
    second = re.search(r"shoogi_[A-Za-z0-9_-]{43}", said).group(0)
    assert Api(server, token=second).who() == "Anna"
    said = anna.ask("SESSIONS")
    assert re.search(r"^ +\d+ +browser .*127\.0\.0\.1, Firefox", said, re.M), said
    assert re.search(r"^ +\d+ +program +my bot", said, re.M), said
    assert re.search(r"^ +\S+ +telnet .*127\.0\.0\.1.*this one", said, re.M), said
    number = re.search(r"^ +(\d+) +program +my bot", said, re.M).group(1)
    anna.ask(f"SESSIONS -e {number}")
    assert bot.who() == 401 and Api(server, token=second).who() == "Anna"
    assert "no session 9999" in anna.ask("SESSIONS -e 9999")
    other = telnet(server, "Anna")
    mark = [m for m in re.findall(r"^ +(t\d+) +telnet (.*)", anna.ask("SESSIONS"), re.M) if "this one" not in m[1]][0][0]
    assert "ended" in anna.ask(f"SESSIONS -e {mark}")
    other.talker.expect_end()
    status, answer = api.post("/sessions", others=True)
    assert status == 200, answer
    anna.talker.expect_end()
    assert Api(server, token=second).who() == 401
    assert api.who() == "Anna"

    # Of somebody else's nothing is told.
    bert = telnet(server, "Bert")
    number = re.search(r"^ *(\d+) +browser", api.post("/sessions")[1]["text"], re.M).group(1)
    assert "no session" in bert.ask(f"SESSIONS -e {number}")
    assert api.who() == "Anna"
    bert.quit()


def tokens_permit_their_scopes(server):
    """Rows: TOKEN.scopes"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    status, answer = api.post("/token", name="bot")  # a cookie alone
    assert status == 422 and answer["question"] == "password:" and "answers" in answer["error"], answer
    for answers in ([], [""], ["wrong words"]):
        assert api.post("/token", name="bot", answers=answers)[0] == 422
    for scopes in ("reading", "read,", "owner", ""):
        assert api.post("/token", name="bot", scopes=scopes, answers=[PASSWORD])[0] == 400, scopes

    def program(scopes):
        answer = api.post("/token", name=scopes, scopes=scopes, answers=[PASSWORD])[1]
        assert answer["scopes"] == scopes, answer
        return Api(server, token=answer["token"]), str(answer["number"])

    bots = {scopes: program(scopes) for scopes in ("read", "play", "records", "manage", "read,play,records,manage")}
    listed = {one["name"]: one["scopes"] for one in api.get("/account/sessions")[1]["sessions"] if one["kind"] == "program"}
    assert listed == {scopes: scopes for scopes in bots}, listed
    assert re.search(r"^ +\d+ +program +manage .*; manage$", api.post("/token")[1]["text"], re.M)
    calls = {  # what succeeds with the scope alone
        "read": [("GET", "/account", None), ("POST", "/stat", {}), ("GET", "/variants", None)],
        "play": [("POST", "/new", {"pattern": "*", "colour": "black"})],
        "records": [("POST", "/studies", {"name": "one", "variant": "shogi"}), ("POST", "/table", {})],
        "manage": [("GET", "/account/sessions", None), ("POST", "/set", {"setting": "bell", "value": "on"})],
    }
    for scope, made in calls.items():
        for method, path, body in made:
            for scopes, (bot, _) in bots.items():
                status, answer = bot(method, path, body, origin=False)
                if scope in scopes.split(","):
                    assert status == 200, (path, scopes, answer)
                else:
                    assert status == 403 and f"lacks the scope {scope}" in answer["error"], (path, scopes, answer)
    # Pages and uploads look at it, too.
    for scopes, (bot, _) in bots.items():
        web = http.client.HTTPConnection(*server.http, timeout=PATIENCE_S)
        for method, path, scope, body in (("GET", "/games", "read", None), ("POST", "/api/records", "records", "1. P-7f")):
            web.request(method, path, body, {"Authorization": f"Bearer {bot.token}"})
            answer = web.getresponse()
            text = answer.read().decode()
            assert (answer.status == 403) == (scope not in scopes.split(",")), (path, scopes, answer.status, text)
        web.close()
    # None makes a token or ends a session but its own.
    whole, number = bots["read,play,records,manage"]
    for path, body in (("/token", {"name": "x", "answers": [PASSWORD]}), ("/sessions", {"others": True}),
                       ("/sessions", {"end": bots["read"][1]}), ("/sessions", {"end": "t1"})):
        status, answer = whole("POST", path, body, origin=False)
        assert status == 403 and "with a token" in answer["error"], (path, answer)
    assert bots["read"][0].who() == "Anna"
    assert whole("POST", "/sessions", {"end": number}, origin=False)[0] == 200 and whole.who() == 401


# ---- codes -------------------------------------------------------------------------------------------


def codes_are_asked_for(server):
    """Rows: CODES CODES.login"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    assert api.post("/codes", what="on", answers=["wrong words"])[0] == 422
    status, answer = api.post("/codes", what="on", answers=[PASSWORD])
    assert status == 200, answer
    secret = re.search(r"secret=([A-Z2-7]{32})", answer["uri"]).group(1)
    assert answer["uri"].startswith("otpauth://totp/shoogi:Anna?")
    # Until a code has shown that it works nothing is asked for.
    assert api.get("/account/security")[1]["codes"] is False
    assert Api(server).post("/login", name="Anna", password=PASSWORD)[0] == 200
    assert api.post("/codes", what="000000")[0] == 422
    status, answer = api.post("/codes", what=code_of(secret, -1))
    assert status == 200, answer
    spare = re.findall(r"\b[a-z2-9]{5}-[a-z2-9]{5}\b", answer["text"])
    assert len(set(spare)) == 10 and answer["spare"].split() == spare, answer
    status, told = api.get("/account/security")
    assert status == 200 and told["codes"] and told["spare"] == 10 and told["mail"] == "", told

    other = Api(server)
    status, answer = other.post("/login", name="Anna", password=PASSWORD)
    assert status == 401 and answer["wanted"] == "code" and other.cookie is None, answer
    assert other.post("/login", name="Anna", password="wrong words", code=code_of(secret))[0] == 401
    now = code_of(secret)
    assert other.post("/login", name="Anna", password=PASSWORD, code=now)[0] == 200
    assert Api(server).post("/login", name="Anna", password=PASSWORD, code=now)[0] == 401  # used
    typed = spare[0].replace("-", " ").upper()
    assert Api(server).post("/login", name="Anna", password=PASSWORD, code=typed)[0] == 200
    assert Api(server).post("/login", name="Anna", password=PASSWORD, code=spare[0])[0] == 401

    # By telnet, too.
    line = Line(server.telnet)
    line.expect("^login: ")
    line.line("Anna")
    line.expect("^password: ")
    line.line(PASSWORD)
    line.expect("^code: ")
    line.line("999999")
    line.expect("^Wrong code")
    line.expect("^code: ")
    line.line(spare[1])
    line.expect("Welcome, Anna")
    line.before(PROMPT)
    line.line("CODES")
    assert "8 recovery codes are left." in line.before(PROMPT)
    line.line("CODES OFF")
    line.expect("^password: ")
    line.line(PASSWORD)
    line.expect("^code: ")
    line.line("999999")
    line.expect("^Wrong code")
    line.expect("^code: ")
    line.line(spare[2])
    line.expect(r"^Two-factor authentication is off\.$")
    assert Api(server).post("/login", name="Anna", password=PASSWORD)[0] == 200


def codes_guard_what_weakens_them(server):
    """Rows: CODES.guard"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    secret = api.post("/codes", what="on", answers=[PASSWORD])[1]["secret"]
    spare = api.post("/codes", what=code_of(secret))[1]["spare"].split()
    for path, body in (("/codes", {"what": "off"}), ("/codes", {"what": "new"}), ("/token", {"name": "bot"})):
        status, answer = api.post(path, **body, answers=[PASSWORD])
        assert status == 422 and answer["question"] == "code:", (path, answer)
    assert api.post("/codes", what="off", answers=[PASSWORD, "999999"])[0] == 422
    assert api.get("/account/security")[1]["codes"] and api.get("/account/security")[1]["spare"] == 10
    status, answer = api.post("/password", old=PASSWORD, new="other secret")
    assert status == 403 and answer["wanted"] == "code", answer
    assert api.post("/password", old=PASSWORD, new="other secret", code=spare[0])[0] == 200
    line = Line(server.telnet)
    for prompt, typed in (("login: ", "Anna"), ("password: ", "other secret"), ("code: ", spare[1]), (PROMPT, "PASSWORD"),
                          ("old password: ", "other secret"), ("code: ", "999999"), ("Wrong code.\ncode: ", spare[2]),
                          ("new password: ", PASSWORD), ("again: ", PASSWORD)):
        line.expect(prompt)
        line.line(typed)
    line.expect("Your password has been changed")
    assert api.who() == 401
    assert Api(server).post("/login", name="Anna", password=PASSWORD, code=spare[3])[0] == 200


# ---- what is stored, and its end ---------------------------------------------------------------------


def what_is_stored_can_be_had(server):
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    anna, bert = telnet(server, "Anna"), telnet(server, "Bert")
    anna.ask("IGNORE Bert")
    anna.ask("SET BSTYLE 3")
    bert.ask("NEW anna P-7f")
    anna.ask("NEW 1")
    anna.ask("NEW * P-2f")
    make_token(api)
    status, told = api.get("/account/export")
    assert status == 200, told
    assert told["name"] == "Anna" and told["ignored"] == ["Bert"] and "BSTYLE=3" in told["settings"]
    assert {t["kind"] for t in told["tokens"]} == {"browser", "program", "known"}
    assert [c["id"] for c in told["challenges"]] == [2]
    (game,) = told["games"]
    assert game["black"] == "Bert" and game["events"][0]["text"] == "7g7f" and not told["more"]
    assert "argon2" not in json.dumps(told) and "hash" not in json.dumps(told["tokens"])
    assert api.get("/account/export?after=1") == (200, {"games": [], "more": False})
    assert Api(server).get("/account/export")[0] == 401


def memory_of(process):
    """All that a process could write, as it is now, but for what a sanitizer reserves to keep account in: terabytes of it."""
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            area, rights = line.split()[:2]
            begin, end = (int(address, 16) for address in area.split("-"))
            if rights.startswith("rw") and "[v" not in line and end - begin <= 1 << 30:
                try:
                    memory.seek(begin)
                    yield memory.read(end - begin)
                except OSError:
                    pass  # what a sanitizer keeps there cannot be read


def no_password_stays_in_memory(server):
    """A password is erased from memory after it was checked, over every protocol, and hashed at the full cost, which other
    tests reduce."""
    words = {way: f"{way} horse battery staple" for way in ("signup", "login", "telnet", "form", "changed", "answered")}
    anna = Api(server)
    assert anna.post("/signup", name="Anna", password=words["signup"])[0] == 200
    assert anna.post("/login", name="Anna", password=words["login"])[0] != 200
    form = f"name=Anna&password={words['form'].replace(' ', '+')}"
    web = http.client.HTTPConnection(*server.http, timeout=PATIENCE_S)
    web.request("POST", "/login", form, {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{web.host}:{web.port}"})
    assert web.getresponse().status != 303
    web.close()
    assert anna.post("/password", old=words["signup"], new=words["changed"])[0] == 200
    assert anna.post("/password", old=words["answered"], new=words["answered"])[0] != 200
    line = Line(server.telnet)
    for prompt, answer in (("login: ", "Anna"), ("password: ", words["telnet"])):
        line.expect(prompt)
        line.line(answer)
    line.expect("Wrong password.")
    line.close()
    assert Api(server).get("/variants")[0] == 200
    signs = {way: (word.encode(), word.replace(" ", "+").encode()) for way, word in words.items()}
    left = {way for piece in memory_of(server.process.pid) for way, forms in signs.items() if any(one in piece for one in forms)}
    assert not left, left
    store = sqlite3.connect(server.database)
    verifiers = [verifier for (verifier,) in store.execute("SELECT password FROM player")]
    store.close()
    assert len(verifiers) == 1 and verifiers[0].startswith("$argon2id$v=19$m=19456,t=2,p=1$"), verifiers


def an_account_is_closed(server):
    """Rows: CLOSE"""
    api = Api(server)
    api.post("/signup", name="Anna", password=PASSWORD)
    token = make_token(api)
    anna, bert = telnet(server, "Anna"), telnet(server, "Bert")
    bert.ask("NEW anna P-7f")
    anna.ask("NEW 1")
    anna.ask("NEW * P-2f")
    status, answer = api.post("/close", answers=["yes", PASSWORD])
    assert status == 422 and "You have 1 running game: finish it first." in answer["error"], answer
    bert.ask("BOARD 1")
    bert.talker.line("RESIGN")
    bert.talker.expect("yes")
    bert.talker.line("yes")
    anna.sync()
    assert api.post("/close", answers=["no"])[0] == 422
    assert api.post("/close", answers=["yes", "wrong words"])[0] == 422
    assert api.who() == "Anna"
    status, answer = api.post("/close", answers=["yes", PASSWORD])
    assert status == 200, answer
    anna.talker.expect("Your account has been closed")
    anna.talker.expect_end()
    assert api.who() == 401 and Api(server, token=token).who() == 401
    assert Api(server).post("/login", name="Anna", password=PASSWORD)[0] == 401
    number = 1
    closed = f"closed-{number}"
    assert Api(server).post("/login", name=closed, password=PASSWORD)[0] in (400, 401)
    # The name is nobody's, and the game is still there.
    assert Api(server).post("/signup", name="anna", password=PASSWORD)[0] == 409
    line = Line(server.telnet)
    line.expect("^login: ")
    line.line("ANNA")
    line.expect("^new password: ")
    line.line(PASSWORD)
    line.expect("^new password again: ")
    line.line(PASSWORD)
    line.expect("taken that name")
    bert.sync()
    assert closed in bert.ask("HISTORY") and "Anna" not in bert.ask("BOARD 1")
    status, game = Api(server).get("/games/1")
    assert status == 200 and game["white"]["name"] == closed, game
    assert Api(server).get("/challenges")[1]["challenges"] == []


if __name__ == "__main__":
    run_tests(
        [
            running(test)
            for test in (
                signing_up_and_in,
                a_guest_has_a_cookie_too,
                a_guests_challenge_stands_while_the_guest_is_there,
                an_account_takes_over_what_a_guest_has,
                other_sites_are_refused,
                another_password_ends_all_else,
                tokens_can_outlive_a_password,
                an_administrators_password_lets_in_nobody_else,
                guesses_are_counted_at_all_doors_together,
                guesses_lock_nobody_out_of_a_known_place,
                tokens_of_programs,
                tokens_permit_their_scopes,
                codes_are_asked_for,
                codes_guard_what_weakens_them,
                what_is_stored_can_be_had,
                an_account_is_closed,
            )
        ]
        + [running(no_password_stays_in_memory, env=dear_passwords()), nobody_types_a_password_into_plain_text]
    )
