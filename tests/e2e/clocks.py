"""Clocks of so much time for the whole game once more, from docs/clocks.md alone, to reckon what a server shows."""

import re

LINE = re.compile(r"^Clocks: Black (\S+), White (\S+)$", re.M)


def seconds(text):
    """Of "1:02:03" or "9:58"."""
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return total


def shown(said):
    """The seconds that the last board in a text shows for both, or None."""
    found = LINE.findall(said)
    return tuple(seconds(text) for text in found[-1]) if found else None


class Times:
    """When the server of a database was running."""

    def __init__(self, store):
        runs = store.execute("SELECT began_ms, alive_ms FROM run ORDER BY id").fetchall()
        self.away = [(was[1], run[0]) for was, run in zip(runs, runs[1:])]

    def between(self, start, end):
        return end - start - sum(max(min(end, to) - max(start, of), 0) for of, to in self.away)


def check(store, number, bank_ms, said):
    """Checks that a board matches the log of its game, in which the opponent may have taken back moves.  The running
    clock may show less."""
    times = Times(store)
    (at_ms,) = store.execute("SELECT created_ms FROM game WHERE id = ?", (number,)).fetchone()
    left, side, spent, turns, over = [bank_ms, bank_ms], 0, 0, [], False
    events = store.execute("SELECT kind, text, at_ms FROM event WHERE game = ? ORDER BY number", (number,))
    for kind, text, now_ms in events.fetchall():
        if kind == "move":
            spent += times.between(at_ms, now_ms)
            turns.append(spent)
            left[side] -= spent
            side, spent, at_ms = 1 - side, 0, now_ms
        elif kind == "undo":
            assert text == f"{('black', 'white')[side]} move", text
            spent, side, at_ms = turns.pop(), 1 - side, now_ms
            left[side] += spent
        elif kind == "sealed":
            spent += times.between(at_ms, now_ms)
        elif kind == "resume":
            at_ms = now_ms
        elif kind == "moretime":
            colour, extra_ms = text.split()
            left[1 - ("black", "white").index(colour)] += int(extra_ms)  # of the giver
        elif kind == "result":
            left[side] -= spent + times.between(at_ms, now_ms)
            over = True
    wanted = [-(-ms // 1000) for ms in left]
    found = shown(said)
    assert found, said
    for colour in (0, 1):
        good = found[colour] == wanted[colour] or (not over and colour == side and found[colour] < wanted[colour])
        assert good, f"game {number}: the log comes to {wanted}, the board shows {found}"
