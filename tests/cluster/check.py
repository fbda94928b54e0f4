"""check: compares the notes of players, of answers and of what they were shown, with the events stored in the end.

check(store, facts, trouble) returns the violations, each a sentence.  store: a copy of the database in SQLite."""

import contextlib

import ratings
import shogi

SKEW_S = 0.1  # by which a stored time may differ from the wall time of players
IN_TIME_S = 0.05  # a line that was sent so long before a flag fell is in time
CLOCK_MS = 20000  # of a game with clocks
KNOWN_S = 3  # after a pause, until a node without a fault knows it
COLOURS = ("black", "white")


class Log:
    """The stored events of a game, and the state behind each of them."""

    def __init__(self, row, events):
        self.row, self.events = row, events
        self.has_engine = row["white_name"].startswith("engine")
        self.faults = []
        self.states = [((), (), False)]  # moves in USI, as written, and whether it was over
        self.undone = {}  # by the number of an undo: the number of what it took back
        self.colour_of = {}  # by number: of a move or a resignation
        items, over = [], False
        for place, (number, kind, text, _) in enumerate(events, 1):
            if number != place:
                self.faults.append(f"event {place} has the number {number}")
            board = self.board_of(items)
            if over and kind != "undo":
                self.faults.append(f"event {number} ({kind} {text}) follows the end")
            if kind == "move":
                self.colour_of[number] = board.side
                if text not in board.candidates() or not board.safe(text):
                    self.faults.append(f"event {number} is an illegal move: {text}")
                    break
                items.append((number, text, board.written(text)))
            elif kind == "resign":
                self.colour_of[number] = COLOURS.index(text.split()[0]) if text.split()[:1] and text.split()[0] in COLOURS else board.side
                items.append((number, "resign", "resigns"))
            elif kind == "result":
                over = True
            elif kind == "undo":
                self.undone[number] = items.pop()[0]
                over = False
            self.states.append((tuple(i[1] for i in items), tuple(i[2] for i in items), over))
        self.over = over
        if not self.faults and row["events"] != len(events):
            self.faults.append(f"the game counts {row['events']} events, and there are {len(events)}")
        if not self.faults and over != (row["outcome"] != ""):
            self.faults.append(f"the last event and the outcome {row['outcome']!r} differ")

    @staticmethod
    def board_of(items):
        board = shogi.Board()
        for _, usi, _ in items:
            if usi != "resign":
                board.do(usi)
        return board

    def key(self, number):
        """The event as players write it down (players.key_of), made plain; None: there is no such event."""
        if not 1 <= number <= len(self.events):
            return None
        return plain(self.events[number - 1][:3])

    def behind(self, known):
        """The number after the events that a player knew, and after events by which a server has given time back since."""
        number = known + 1
        while number <= len(self.events) and self.events[number - 1][1] == "timeback":
            number += 1
        return number

    def at_s(self, number):
        return self.events[number - 1][3] / 1000


class Pauses:
    """Times in which no clock ran: rows of table run that end before they begin."""

    def __init__(self, store):
        self.each = []  # (begin, end) in ms, apart from each other
        for begin, end in sorted((row["alive_ms"], row["began_ms"]) for row in store.execute(
                "SELECT alive_ms, began_ms FROM run WHERE alive_ms < began_ms")):
            if self.each and begin <= self.each[-1][1]:
                begin, end = self.each[-1][0], max(end, self.each.pop()[1])
            self.each.append((begin, end))

    def between(self, begin_ms, end_ms):
        return sum(max(0, min(end, end_ms) - max(begin, begin_ms)) for begin, end in self.each)

    def hold(self, at_ms):
        return any(begin <= at_ms < end for begin, end in self.each)

    def last_ms(self, before_ms):
        """The end of the last pause that began before before_ms; 0: there is none."""
        return max((end for begin, end in self.each if begin < before_ms), default=0)


def read(store):
    store.row_factory = lambda cursor, row: {column[0]: value for column, value in zip(cursor.description, row)}
    events = {}
    for row in store.execute("SELECT game, number, kind, text, at_ms FROM event ORDER BY game, number"):
        events.setdefault(row["game"], []).append((row["number"], row["kind"], row["text"], row["at_ms"]))
    games = store.execute("SELECT g.*, b.name AS black_name, w.name AS white_name FROM game g"
                          " JOIN player b ON b.id = g.black JOIN player w ON w.id = g.white").fetchall()
    return {row["id"]: Log(row, events.get(row["id"], [])) for row in games}


class Check:
    def __init__(self, store, facts, trouble):
        self.store, self.trouble = store, trouble
        self.logs = read(store)
        self.facts = list(facts)
        self.violations = []
        self.claimed = set()  # (game, number, move or call) of requests that may have stored an event
        self.late = set()  # (game, move or call) of requests without an answer: their event may be stored later, after a takeback

    def fail(self, game, sentence, fact=None):
        about = f" ({fact})" if fact else ""
        self.violations.append(f"game {game}: {sentence}{about}"[:1500])

    def colour(self, log, name):
        return COLOURS.index("black" if log.row["black_name"] == name else "white")

    # ---- what was shown ----

    def shown(self, fact):
        log = self.logs.get(fact["game"])
        if not log:
            self.fail(fact["game"], "a game that was shown is missing", fact)
        elif fact["kind"] == "log":
            for key in fact["events"]:
                if log.key(key[0]) != plain(key):
                    self.fail(fact["game"], f"event {key} was shown, {log.key(key[0])} is stored", fact)
                    break
        elif fact["kind"] == "event":
            if log.key(fact["event"][0]) != plain(fact["event"]):
                self.fail(fact["game"], f"event {fact['event']} was shown, {log.key(fact['event'][0])} is stored", fact)
        elif fact["kind"] == "look":
            if fact["events"] >= len(log.states):
                self.fail(fact["game"], f"{fact['events']} events were shown, {len(log.events)} are stored", fact)
                return
            moves, _, over = log.states[fact["events"]]
            if [m for m in moves if m != "resign"] != fact["moves"] or over != fact["over"]:
                self.fail(fact["game"], f"behind event {fact['events']} there were {moves}, over: {over}", fact)
        elif fact["kind"] == "board":
            if not log_had(log, fact["last"]):
                self.fail(fact["game"], f"move {fact['last']} was shown, and never stored", fact)

    # ---- what was answered ----

    def done(self, fact):
        """A call that was done is stored, at the number behind those that its player knew."""
        game = fact["game"]
        log = self.logs.get(game)
        number = log.behind(fact["known"]) if log else 0
        if fact["kind"] == "typed":
            if not log_had(log, fact["last"]):
                self.fail(game, f"move {fact['last']} was acknowledged, and is not stored", fact)
            return
        kind = {"play": "move"}.get(fact["call"], fact["call"])
        wanted = (number, kind, fact["fields"]["move"] if kind == "move" else "")
        if not log or log.key(number) != wanted:
            self.fail(game, f"{wanted} was acknowledged, {log and log.key(number)} is stored", fact)
        elif not fact["repeated"] and not fact["sent"] - SKEW_S <= log.at_s(number) <= fact["told"] + SKEW_S:
            self.fail(game, f"event {number} has the time {log.at_s(number):.3f}", fact)

    def claim(self, fact):
        """Remembers what a call may have stored."""
        if fact["kind"] in ("typed", "unknown", "done"):
            self.claimed.add((fact["game"], fact["call"], fact["by"]))
            what = fact["fields"].get("move", fact["call"])
            log = self.logs.get(fact["game"])
            self.claimed.add((fact["game"], log.behind(fact["known"]) if log else 0, what))
            if fact["kind"] == "unknown":
                self.late.add((fact["game"], what))

    def unasked(self):
        """Every event of a player was asked for, by a call that was not refused."""
        typists = {(f["game"], f["by"]) for f in self.facts if f["kind"] in ("typed", "unknown") and not f["fields"]}
        for game, log in self.logs.items():
            if log.has_engine:
                continue
            for number, kind, text, _ in log.events:
                call = {"move": text, "resign": "resign", "undo": "undo"}.get(kind)
                by = kind == "move" and log.row[COLOURS[log.colour_of[number]] + "_name"] if number in log.colour_of else None
                if call and (game, number, call) not in self.claimed and (game, call) not in self.late and (game, by) not in typists:
                    self.fail(game, f"event {number} ({kind} {text}) was stored, although no player's request for it was accepted or left unanswered")

    # ---- rules between players ----

    def takebacks(self):
        """No move is taken back after its opponent was shown it."""
        looks = {}
        for fact in self.facts:
            if fact["kind"] == "look":
                looks.setdefault((fact["game"], fact["by"]), []).append(fact)
        for game, log in self.logs.items():
            for undo, what in log.undone.items():
                colour = log.colour_of.get(what)
                if colour is None or log.events[what - 1][1] != "move":
                    continue
                sent = max((f["sent"] for f in self.facts if f["kind"] == "done" and f["game"] == game
                            and f["call"] == "undo" and f["known"] + 1 == undo), default=log.at_s(undo) - SKEW_S)
                opponent = log.row[COLOURS[1 - colour] + "_name"]
                for look in looks.get((game, opponent), ()):
                    if what <= look["events"] < undo and look["told"] < sent:
                        self.fail(game, f"event {what} was taken back by event {undo}, {sent - look['told']:.3f} s after its opponent was shown it", look)

    def clocks(self):
        """A player is charged at most the time for which it was their move, and at least that time without the pauses.  A node without a
        fault since the last pause knows all pauses, and charges at most the time without them.  A pause begins with the last beat before
        it.  If a move was stored after that beat, the database still answered: the time until the move may be charged."""
        pauses = Pauses(self.store)
        for fact in self.facts:
            log = self.logs.get(fact["game"]) if fact["kind"] == "look" and fact["clock"] else None
            events = log.events[:fact["events"]] if log else ()
            if not events or fact["over"] or any(kind != "move" for _, kind, _, _ in events):
                continue
            at_ms, *left = fact["clock"]
            began = log.row["created_ms"]
            spent, paused, given = [0, 0], [0, 0], [0, 0]
            for number, until_ms in enumerate([moved_ms for _, _, _, moved_ms in events] + [at_ms]):
                spent[number % 2] += until_ms - began
                paused[number % 2] += pauses.between(began, until_ms)
                given[number % 2] += 0 if pauses.hold(until_ms) else pauses.between(began, until_ms)
                began = until_ms
            last_s = pauses.last_ms(at_ms) / 1000
            knows = fact["sent"] > last_s + KNOWN_S and not self.trouble.within(fact["node"], last_s, fact["told"])
            for colour in (0, 1):
                more = CLOCK_MS - left[colour] - spent[colour]  # charged beyond the time that they used
                least = -paused[colour] - 1000 * SKEW_S
                if left[colour] == 0:
                    least = -CLOCK_MS  # the flag is about to fall
                if not least <= more <= (-given[colour] if knows else 0) + 1000 * SKEW_S:
                    self.fail(fact["game"], f"{COLOURS[colour]} was charged {more} ms more than they used, of which {given[colour]} to {paused[colour]} ms were paused", fact)

    def flags(self):
        """Nobody lost on time whose line had reached a node in time that was well."""
        for fact in self.facts:
            if fact["kind"] != "refused" or fact["call"] != "play" or fact["status"] != 422:
                continue
            log = self.logs.get(fact["game"])
            number = fact["known"] + 1
            if not log or number > len(log.events):
                continue
            _, kind, text, at_ms = log.events[number - 1]
            loser = COLOURS[1 - COLOURS.index(text.split()[0])] if kind == "result" and text.endswith("time") else None
            if loser and log.row[loser + "_name"] == fact["by"] and fact["sent"] < at_ms / 1000 - IN_TIME_S:
                if not self.trouble.within(fact["node"], fact["sent"], fact["told"]):
                    self.fail(fact["game"], f"lost on time at {at_ms / 1000:.3f}, and the line was in time", fact)

    def once(self):
        """Messages, challenges and games that were asked for under a key exist once."""
        def count(sql):
            rows = {}
            for row in self.store.execute(sql):
                rows[row["text"]] = rows.get(row["text"], 0) + 1
            return rows
        messages = count("SELECT text FROM message")
        offers = count("SELECT comment AS text FROM challenge WHERE comment <> ''")
        for fact in self.facts:
            if fact["kind"] != "insisted":
                continue
            for name, rows in (("text", messages), ("comment", offers)):
                text = fact["body"].get(name)
                if text and rows.get(text) != 1:
                    self.violations.append(f"{text} was acknowledged, and is there {rows.get(text, 0)} times")
        for text, times in {**messages, **offers}.items():
            if times > 1:
                self.violations.append(f"{text} is there {times} times")
        begun = {fact["game"] for fact in self.facts if fact["kind"] == "begun"}
        unknown = {}
        for game, log in self.logs.items():
            if game not in begun and not log.has_engine:
                unknown.setdefault(log.row["black"], []).append(game)
        self.violations += [f"games {games} began twice" for games in unknown.values() if len(games) > 1]
        missing = begun - set(self.logs)
        if missing:
            self.violations.append(f"games {sorted(missing)} have begun, and are missing")

    def run(self):
        for game, log in self.logs.items():
            for fault in log.faults:
                self.fail(game, fault)
        for fact in self.facts:
            if fact["kind"] in ("log", "event", "look", "board"):
                self.shown(fact)
            elif fact["kind"] in ("done", "typed", "unknown"):
                self.claim(fact)
                if fact["kind"] != "unknown":
                    self.done(fact)
        if not self.violations:
            self.unasked()
            self.takebacks()
            self.clocks()
            self.flags()
            self.once()
        if not self.violations:
            try:
                ratings.check(self.store)
            except AssertionError as error:
                self.violations.append(f"a rating differs from reckoning anew: {error}")
        return self.violations


def plain(key):
    """The parts of an event that are compared: the text only of moves."""
    number, kind, text = key
    return number, kind, text if kind == "move" else ""


def log_had(log, last):
    """Whether a game had so many moves at some time, the last of which was this."""
    return log is not None and any(len(written) == last[0] and written[-1] == last[1] for _, written, _ in log.states if written)


def check(store, facts, trouble):
    with contextlib.closing(store):
        return Check(store, facts, trouble).run()
