"""The web pages of help: every one that another links to, read as a browser would and looked at for what must not
be in them; of games, those of tests/sample.txt.  Prints TAP.

    help_test.py [--all]        the pages of all games, each read whole in each language, not in one of them"""

import os
import re
import sys
import tempfile
import xml.etree.ElementTree

from harness import Server, Shared, note, run_tests
from pages import Page, get

ALL = "--all" in sys.argv
if ALL:
    sys.argv.remove("--all")


# Without the page of web/, whose frame has a test of its own: reading_test.py.
NO_PAGE = tempfile.TemporaryDirectory()
EVERYDAY = Shared(lambda: Server("memory", "--web", NO_PAGE.name, "--web-later"))

# The ways to ask for a page.  Each page is read whole in one of them, and a quarter of the pages in each; with --all in all.
WAYS = ["", "?language=de", "?language=en", "?language=ja"]


def links_of(body):
    """Collects the targets of links and pictures only."""
    return re.findall(r'<(?:a|link|img)\b[^>]* (?:href|src)="([^"]*)"', body)


def sampled():
    """The names of the sample, or None for all."""
    if ALL:
        return None
    with open(os.path.join(os.environ["SHOOGI_SOURCE_ROOT"], "tests", "sample.txt"), encoding="utf-8") as file:
        return {line.split()[0] for line in file if line.strip() and not line.startswith("#")}


# The links of the frame of all pages.
FRAME = {"/", "/games", "/challenges", "/login", "/reading.css"}


def every_page():
    """From the list on, wherever links lead: all is there, well formed and without scripts."""
    games = sampled()
    paths, read = [], set()
    with EVERYDAY as server:
        seen, waiting, pages, pictures = set(), ["/help/"], 0, 0
        while waiting:
            target = waiting.pop()
            game = re.match(r"/help/game-([a-z0-9-]+)", target)
            if target in seen or (game and games and game[1] not in games):
                continue
            seen.add(target)
            status, headers, body = get(server, target)
            assert status == 200, (target, status)
            assert int(headers["Content-Length"]) == len(body.encode()), target
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "*" not in policy, policy
            assert headers["X-Content-Type-Options"] == "nosniff", target
            if headers["Content-Type"].startswith("text/html"):
                # The scripts of the frame alone.
                assert "'unsafe-" not in policy and "script-src 'self'" in policy, policy
                path, mark, language = target.partition("?")
                if path not in paths:
                    paths.append(path)
                links = links_of(body)
                if ALL or paths.index(path) % len(WAYS) == WAYS.index(mark + language):
                    assert Page(body).links == links, target
                    read.add(path)
                links = set(links) - FRAME
                assert all(re.fullmatch(r"(/help/[a-z0-9./-]*)?(\?language=[a-z]+)?|#part-\d+", link) for link in links), links
                waiting += [path + link if link.startswith("?") else link for link in links if not link.startswith("#")]
                pages += 1
            elif headers["Content-Type"] == "image/svg+xml":
                assert xml.etree.ElementTree.fromstring(body).tag == "{http://www.w3.org/2000/svg}svg"
                assert "<script" not in body and "script" not in policy
                pictures += 1
            else:
                assert "script" not in policy, policy
                assert headers["Content-Type"] == "text/css; charset=utf-8", headers
                assert "prefers-color-scheme:dark" in body and body.count("{") == body.count("}")
        note(f"{pages} pages, {pictures} boards")
        assert pages > 100 and pictures > 10 and read == set(paths), set(paths) - read
        for name in ("chu", "promoted-s", "board", "castles", "dot"):
            assert get(server, f"/help/{name}")[0] == 200, name


def the_list_and_its_search():
    """In the list the terminal comes last; a search finds titles before texts."""
    with EVERYDAY as server:
        body = get(server, "/help/?language=en")[2]
        places = [body.index(text) for text in (">Shogi rules<", ">Clocks<", ">Chu Shogi<", "At a terminal", ">Patterns<", ">BOARD<")]
        assert places == sorted(places), places
        body = get(server, "/help/?language=en&word=vacation")[2]
        items = re.findall(r"<li><a href=\"(/help/[a-z-]+)\"", body)
        assert items[0] == "/help/vacation" and "/help/clocks" in items and "/help/chu" not in items, items
        assert ">Chu Shogi<" in get(server, "/help/?language=en&word=CHU%20shogi")[2]
        assert "Zillions" not in get(server, "/help/?language=en&word=lion")[2]
        assert "中将棋" in get(server, "/help/?language=ja&word=%E4%B8%AD%E5%B0%86")[2]
        body = get(server, "/help/?language=en&word=%3Cb%3E%22")[2]
        assert "No topic has that word." in body and 'value="&lt;b&gt;&quot;"' in body and Page(body).links, body
        for word in ("", "%ff", "x" * 200):  # the list
            assert "At a terminal" in get(server, "/help/?language=en&word=" + word)[2], word


def what_is_not_there():
    with EVERYDAY as server:
        for target in ("/help/nothing", "/help/%3Cb%3E", "/help/..", "/help/../healthz", "/help/board/none.svg",
                       "/help/board/.svg", "/help/board/../x.svg", "/help/chu/", "/helpful", "/help/%2e",
                       "/help/" + "a" * 1500):
            status, headers, body = get(server, target)
            assert status == 404 and body == "Page not found.\n", (target, body)
            assert headers["Content-Type"].startswith("text/plain"), target
        assert get(server, "/help/chu", "POST")[0] == 405
        status, headers, body = get(server, "/help/chu", "HEAD")
        assert status == 200 and body == "" and int(headers["Content-Length"]) > 10000
        assert get(server, "/help?x=%3Cb%3E")[0] == 200


def the_front_page():
    """The page, where it has been built; without one that there is none."""
    built = os.path.join(os.environ["SHOOGI_BUILD_ROOT"], "web", "web", "index.html")
    with Server("memory") as server:
        status, headers, body = get(server, "/")
        if os.path.exists(built):
            assert status == 200 and "<title>shoogi</title>" in body, (status, body)
        else:
            assert status == 200 and "no interactive page" in body and '<a href="/help/">' in body, (status, body)
        assert get(server, "//")[0] == 404


def a_piece_is_told_as_HELP_tells_it():
    """Rows: HELP.piece"""
    with EVERYDAY as server:
        body = get(server, "/help/chu")[2]
        assert ">lion (N), Shishi, 獅子</h3>" in body
        assert "by jumping to the second square in any direction" in body
        assert "<img class=\"board\" src=\"/help/board/chu.svg\"" in body
        assert re.search(r"<h1 id=\"promoted-s\">\+S, PROMOTED SILVER, NARIGIN</h1>", get(server, "/help/promoted-silver")[2])


def languages():
    """The language in the address, else that of the browser.  Rows: SET.LANGUAGE"""
    with EVERYDAY as server:
        for target, accepted, language, heading in (
                ("/help/mate", None, "en", "MATE, CHECKMATE, TSUMI"),
                ("/help/mate", "ja", "ja", "詰み (MATE, CHECKMATE, TSUMI)"),
                ("/help/mate", "fr, de-AT;q=0.8, en;q=0.1", "de", "Matt (MATE, CHECKMATE, TSUMI)"),
                ("/help/mate", "fr", "en", "MATE, CHECKMATE, TSUMI"),
                ("/help/mate?language=de", "ja", "de", "Matt (MATE, CHECKMATE, TSUMI)"),
                ("/help/mate?language=en", "ja", "en", "MATE, CHECKMATE, TSUMI"),
                ("/help/mate?language=xx", "ja", "ja", "詰み (MATE, CHECKMATE, TSUMI)"),
                ("/help/mate?language=", "ja", "ja", "詰み (MATE, CHECKMATE, TSUMI)"),
                ("/help/?language=ja", None, "ja", "ヘルプ"), ("/help/", "de", "de", "Hilfe")):
            status, headers, body = get(server, target, headers={"Accept-Language": accepted} if accepted else {})
            assert status == 200 and headers["Vary"] == "Accept-Language, Cookie", (target, headers)
            assert f'<html lang="{language}">' in body, (target, accepted)
            assert re.search(rf"<h1( id=\"\w+\")?>{re.escape(heading)}</h1>", body), (target, accepted, body[:600])
        # A chosen language is kept.
        status, headers, body = get(server, "/help/mate?language=ja")
        cookie = headers["Set-Cookie"]
        assert cookie == "shoogi-language=ja; Path=/; Max-Age=31536000; SameSite=Lax", cookie
        for kept, language in (("ja", "ja"), ("de-AT", "de"), ("xx", "en"), ("", "en"), ("<b>", "en")):
            status, headers, body = get(server, "/help/mate", headers={"Cookie": f"a=b; shoogi-language={kept}; c=d"})
            assert f'<html lang="{language}">' in body and "Set-Cookie" not in headers, (kept, headers)
            assert headers["Content-Language"] == language, headers
        body = get(server, "/help/mate?language=de", headers={"Cookie": "shoogi-language=ja"})[2]
        assert '<html lang="de">' in body
        assert get(server, "/help/none", headers={"Accept-Language": "ja"})[2] == "ページが見つかりません。\n"


run_tests([every_page, the_list_and_its_search, what_is_not_there, the_front_page, a_piece_is_told_as_HELP_tells_it, languages])
