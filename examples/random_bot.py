"""A player for any game of a shoogi server, who makes legal moves by lot.

    random_bot.py ADDRESS TOKEN        http://localhost:8080 shoogi_...

TOKEN is what the command TOKEN gives.  It answers every challenge that it may answer and plays all its games at the
same time.  Nothing but the standard library; docs/api/README.md tells the rest."""

import json
import random
import sys
import time
import urllib.error
import urllib.request

ADDRESS, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]


def ask(path, body=None):
    request = urllib.request.Request(ADDRESS + "/api" + path, json.dumps(body).encode() if body is not None else None)
    request.add_header("Authorization", "Bearer " + TOKEN)
    request.add_header("Content-Type", "application/json")
    return urllib.request.urlopen(request)


def read(path, body=None):
    return json.load(ask(path, body))


def play(game):
    """Moves, if it is our turn."""
    legal = read(f"/games/{game}/legal")
    if legal["yours"]:
        read("/play", {"game": game, "move": random.choice(legal["moves"]), "known": legal["events"]})


def answer_challenges():
    for challenge in read("/challenges")["challenges"]:
        if challenge["can_answer"]:
            read("/new", {"number": challenge["id"]})


def main():
    while True:
        try:
            events = ask("/events?lobby=true")
            for game in read("/games?state=turn")["games"]:  # what happened while we were away
                play(game["id"])
            answer_challenges()
            for line in events:
                event = json.loads(line) if line.strip() else {"event": "nothing"}
                if event["event"] == "game" and event.get("turn", "begun"):
                    play(event["game"])
                elif event["event"] == "challenge":
                    answer_challenges()
        except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
            print(error, file=sys.stderr)
            time.sleep(5)


if __name__ == "__main__":
    main()
