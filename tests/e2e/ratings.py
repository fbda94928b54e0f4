"""Glicko-2 once more, from Glickman's paper and docs/ratings.md alone, to reckon what a server has stored."""

import math

SCALE = 400 / math.log(10)
TAU = 0.5
PERIOD_MS = 112 * 3600 * 1000
START = {"rating_e3": 1500000, "deviation_e3": 350000, "volatility_e9": 60000000, "at_ms": None, "games": 0}


def kept(value, unit, least, most):
    return min(max(round(value * unit), least), most)


def deviation_at(player, at_ms):
    """phi after the time without games, step 6."""
    phi = player["deviation_e3"] / 1000 / SCALE
    sigma = player["volatility_e9"] / 1e9
    elapsed = 0 if player["at_ms"] is None else max(at_ms - player["at_ms"], 0)
    return min(math.sqrt(phi**2 + sigma**2 * elapsed / PERIOD_MS), 350 / SCALE)


def volatility(sigma, phi, v, delta):
    """Step 5: where f is 0, between the bounds that docs/ratings.md names."""

    def f(x):
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - 2 * math.log(sigma)) / TAU**2

    low, high = 2 * math.log(0.01), 2 * math.log(0.15)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp((low + high) / 4)


def after(player, opponent, score, at_ms):
    """A player's rating after a game."""
    mu = (player["rating_e3"] / 1000 - 1500) / SCALE
    phi = player["deviation_e3"] / 1000 / SCALE
    sigma = player["volatility_e9"] / 1e9
    mu_j = (opponent["rating_e3"] / 1000 - 1500) / SCALE
    phi_j = kept(deviation_at(opponent, at_ms) * SCALE, 1000, 45000, 350000) / 1000 / SCALE
    g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * expected * (1 - expected))
    sigma = volatility(sigma, phi, v, v * g * (score - expected))
    elapsed = 0 if player["at_ms"] is None else max(at_ms - player["at_ms"], 0)
    phi = min(math.sqrt(phi**2 + sigma**2 * elapsed / PERIOD_MS), 350 / SCALE)
    phi = 1 / math.sqrt(1 / phi**2 + 1 / v)
    mu += phi**2 * g * (score - expected)
    return {
        "rating_e3": kept(mu * SCALE + 1500, 1000, 100000, 4000000),
        "deviation_e3": kept(phi * SCALE, 1000, 45000, 350000),
        "volatility_e9": kept(sigma, 1e9, 10000000, 150000000),
        "at_ms": at_ms if player["at_ms"] is None else max(at_ms, player["at_ms"]),
        "games": player["games"] + 1,
    }


def check(store):
    """Reckons all ratings of a database again, from the results of its games.  Returns how many games counted."""
    store.row_factory = lambda cursor, row: {column[0]: value for column, value in zip(cursor.description, row)}
    games = {game["id"]: game for game in store.execute("SELECT * FROM game")}
    rows = store.execute("SELECT * FROM rating ORDER BY number").fetchall()
    counted = [game for game in games.values() if game["settled_ms"] and game["rated"] and game["moves"] >= 2]
    assert len(rows) == 2 * len(counted), (len(rows), len(counted))
    players = {}
    for black, white in zip(rows[::2], rows[1::2]):
        game = games[black["game"]]
        assert black["game"] == white["game"], (black, white)
        assert (black["player"], white["player"]) == (game["black"], game["white"]), (black, white)
        assert game in counted, game
        score = {"black": 1, "white": 0}.get(game["outcome"], 0.5)
        keys = [(row["player"], row["variant"], row["speed"]) for row in (black, white)]
        was = [players.get(key, START) for key in keys]
        for i, row in enumerate((black, white)):
            wanted = after(was[i], was[1 - i], score if i == 0 else 1 - score, game["ended_ms"])
            wanted["was_rating_e3"] = was[i]["rating_e3"]
            wanted["was_deviation_e3"] = kept(deviation_at(was[i], game["ended_ms"]) * SCALE, 1000, 45000, 350000)
            for name, value in wanted.items():
                assert abs(row[name] - value) <= 1, (name, row, wanted)
            players[keys[i]] = row
    return len(counted)
