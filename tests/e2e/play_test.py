"""Games between two people at real telnet programs: whole ones, and every end and refusal the rules of
this landing know."""

import os
import random
import re
import time

import games
import shogi
from harness import (
    PROMPT,
    SOURCE_ROOT,
    TEST_DATA,
    Line,
    Match,
    Player,
    Scratch,
    Server,
    Shared,
    Skip,
    TelnetProcess,
    http_get,
    note,
    run_tests,
)

# Found by playing at random until the wanted thing came about.
PINNED_BY_5E = "8g8f 8b3b 4g4f 7c7d 6i6h 5a6b 7g7f 1c1d 8h5e".split()
PAWN_DROP_MATE = (
    "2h7h 8b6b 7h1h 6a7b 5i6h 9c9d 4g4f 8a9c 1h2h 5a6a 4i4h 7c7d 1g1f 5c5d 3i3h 6c6d 4h4g 1c1d 1i1h "
    "2b1c 6i7h 6a5a 5g5f 3a3b 7g7f 7d7e 6h5g 1c4f 5g6f 6d6e 6f7e 6b6d 8g8f"
).split()
SHORT_MATE = (
    "7i6h 8b3b 2h5h 3b5b 5h4h 3c3d 4h5h 2b7g 6i7i 7g6h+ 7i6h S*6b 8h7i 3a2b B*1f 2c2d 1f3d P*3h 6g6f "
    "4c4d 3d4c+ 4a3b 4c3b 7a8b G*4a"
).split()
PERPETUAL = ("7i7h 4a5b 7g7f 5a4b 8h3c+ 4b4a".split(), "3c5a 4a3b 5a3c 3b4a".split())
PERPETUAL_SHOSU = ("8h8g 6c6d 9i3c+ 6a5b 10j10i 4c4d".split(), "3c3d 5b4b 3d3c 4b5b".split())


class House:
    """A server on a database of its own."""

    def __enter__(self):
        self.scratch = Scratch()
        self.server = Server(os.path.join(self.scratch.path, "games.db"))
        self.server.start()
        return self.server

    def __exit__(self, kind, *_):
        try:
            self.server.kill() if kind else self.server.stop()
        finally:
            self.scratch.__exit__()


EVERYDAY = Shared(House)


class Table:
    """A server and two players at it, both with telnet."""

    count = 0

    def __init__(self, own=False):
        """own: the server is nobody else's, and the players are Anna and Bo.Two; else they have names of their own."""
        self.house = House() if own else EVERYDAY
        Table.count += 1
        mark = "" if own else f".{Table.count}"
        self.names = [name + mark for name in ("Anna", "Bo.Two", "Carl")]

    def __enter__(self):
        self.server = self.house.__enter__()
        try:
            self.anna = Player(TelnetProcess(self.server.telnet), self.names[0])
            self.bo = Player(TelnetProcess(self.server.telnet), self.names[1])
            self.anna.login()
            self.bo.login()
        except BaseException as error:
            self.house.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, kind, *more):
        self.anna.talker.close()
        self.bo.talker.close()
        self.house.__exit__(kind, *more)

    def match(self, moves=(), variant=None):
        """A new game of Anna's, who has Black, and its first moves.  Without any: P-7f."""
        moves = list(moves) or ["7g7f"]
        match = Match(self.anna, self.bo, shogi.Board(variant) if variant else None)
        match.begin(moves[0], "-v shosu " if variant is shogi.SHOSU else "")
        if moves[1:]:
            match.play_all(moves[1:])
        return match

    def random_match(self, name, seed, plies):
        """A game of random moves, to its end or to this many plies."""
        source = random.Random(seed)
        match = Match(self.anna, self.bo, games.Board(name))
        match.begin(match.board.random_move(source), f"-v {name} ")
        while len(match.moves) < plies and not match.board.over():
            match.play(match.board.random_move(source))
        for player in match.players:
            match.check_list(player)
        return match


def check_end(match, told, seen, sentence):
    """Both were told the result, it is in the list of moves, and nothing more can be played."""
    for text in (told, seen):
        assert sentence in text, text
    for player in match.players:
        assert sentence in match.check_list(player)
        refused = player.ask("PLAY P-5f")
        assert "<p,o,n,y>" not in refused and "over" in refused.lower(), refused


def whole_game_of_the_collection():
    path = os.path.join(TEST_DATA, "data", "usi", "games.txt")
    if not os.path.exists(path):
        raise Skip(f"there is no {path}")
    with open(path) as file:
        games = [line.split() for line in file]
    # The longest of those of middling length: captures, drops, promotions and promotions declined.
    game = max((g for g in games if len(g) <= 130), key=len)
    with Table() as table:
        match = table.match([game[0]])
        match.play_all(game[1:])
        for player in match.players:
            match.check_list(player)
        note(f"{len(game)} moves")


def own_game_to_mate():
    """Rows: CHECK.4 CHECK.5"""
    with open(os.path.join(SOURCE_ROOT, "tests", "data", "own-game.txt")) as file:
        game = next(line for line in file if not line.startswith("#")).split()
    with Table() as table:
        match = table.match([game[0]])
        told, seen = match.play_all(game[1:])
        assert match.board.mated()
        assert "White's king is mated." in told and "White's king is mated." in seen
        check_end(match, told, seen, "Black wins: checkmate.")


def short_mate_and_the_next_game():
    with Table() as table:
        match = table.match(SHORT_MATE[:-1])
        check_end(match, *match.play(SHORT_MATE[-1]), "Black wins: checkmate.")
        again = table.match(["2g2f", "8c8d"])
        assert again.number != match.number


def illegal_moves_are_named():
    with Table() as table:
        match = table.match("2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f".split())
        anna = table.anna
        for typed, reason in [
            ("P*3e", r"two unpromoted pawns on file 3 \(nifu\)"),
            ("P*2a", "2a is occupied"),
            ("P*2d", "2d is occupied"),
            ("R2d-5e", "Rook|rook|does not move|move like that"),
            ("R2d-2i", "way|stands|own"),
            ("G-5e", "gold|Gold|does not|move like"),
            ("L*5e", "hand"),
            ("P-2c", "No such piece on the board can move to 2c.  To drop one, type PLAY P\\*2c\\."),
        ]:
            said = anna.ask(f"PLAY {typed}")
            assert re.search(reason, said) and "<p,o,n,y>" not in said, (typed, said)
        match.play("P*2c")  # and a good one is taken as if nothing had been


def nifu_is_refused():
    with Table() as table:
        match = table.match("2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f".split())
        said = table.anna.ask("PLAY P*3e")
        assert "That move is illegal: two unpromoted pawns on file 3 (nifu)." in said, said
        match.play("8g8f")


def king_in_check_is_refused():
    with Table() as table:
        match = table.match(PINNED_BY_5E)
        said = table.bo.ask("PLAY K-7c")
        assert "your king would be in check from 5e" in said, said
        match.play("6b5b")


def pawn_drop_mate_is_refused():
    with Table() as table:
        match = table.match(PAWN_DROP_MATE)
        assert match.board.pawn_mates("P*7d")
        said = table.bo.ask("PLAY P*7d")
        assert "illegal" in said and "mate" in said, said
        # Anything else the side to move may do is done.
        match.play(match.board.legal_moves()[0])


def perpetual_check_loses():
    """Rows: DRAWS.1"""
    start, cycle = PERPETUAL
    with Table() as table:
        match = table.match(start)
        told, seen = match.play_all(cycle * 3)
        check_end(match, told, seen, "Perpetual check by Black: White wins.")


def fourfold_repetition_is_no_contest():
    """Rows: DRAWS.1"""
    with Table() as table:
        cycle = "2h3h 8b7b 3h2h 7b8b".split()
        match = table.match(cycle[:1])
        told, seen = match.play_all(cycle[1:] + cycle * 2)
        check_end(match, told, seen, "No result: repetition.")


def fourfold_repetition_is_a_draw_in_shosu():
    with Table() as table:
        cycle = "3j4i 3a4b 4i3j 4b3a".split()
        match = table.match(cycle[:1], variant=shogi.SHOSU)
        told, seen = match.play_all(cycle[1:] + cycle * 2)
        check_end(match, told, seen, "The game is drawn: repetition.")


def fourfold_repetition_is_a_draw_in_shosu_under_perpetual_check():
    start, cycle = PERPETUAL_SHOSU
    with Table() as table:
        match = table.match(start, variant=shogi.SHOSU)
        told, seen = match.play_all(cycle * 3)
        check_end(match, told, seen, "The game is drawn: repetition.")


def resigning():
    with Table() as table:
        match = table.match(["7g7f", "3c3d"])
        anna, bo = table.anna, table.bo
        bo.talker.line("RESIGN")  # also on the other's turn
        bo.talker.expect(r"^Do you really resign\? \(type yes\) ")
        bo.talker.line("y")
        bo.talker.expect(r"Type the whole word yes to confirm, or n to go back\.")
        bo.talker.expect(r"\(type yes\) ")
        bo.talker.line("n")
        bo.talker.expect(r"You have not resigned")
        bo.talker.expect(PROMPT)
        bo.talker.line("RESIGN")
        bo.talker.expect(r"\(type yes\) ")
        bo.talker.line("yes")
        sentence = "White resigned: Black wins."
        told = bo.talker.before(PROMPT)
        seen = anna.talker.before(PROMPT)
        match.moves.append("resigns")
        match.resigned = "White"
        check_end(match, told, seen, sentence)


def promotion_question():
    with Table() as table:
        match = table.match(["7g7f", "3c3d"])
        anna = table.anna.talker
        anna.line("PLAY Bx2b")
        anna.expect(r"^Promote\? <y,n,c> ")
        anna.line("what")
        anna.expect(r"^Promote\? <y,n,c> ")
        anna.line("n")
        anna.expect(r"^Bx2b= <p,o,n,y> ")
        anna.line("n")
        assert "not made" in anna.before(PROMPT)
        anna.line("play bx2b")
        anna.expect(r"^Promote\? <y,n,c> ")
        anna.line("y")
        anna.expect(r"^Bx2b\+ <p,o,n,y> ")
        anna.line("n")
        anna.expect(PROMPT)
        match.play("8h2b+")
        match.play("3a2b")
        said = table.anna.ask("PLAY P-7e=")
        assert "<p,o,n,y>" not in said and "promot" in said, said


def promotion_to_one_of_several():
    """The letters of the promoted forms, and = if the piece may stay unpromoted.  Rows: PLAY.3"""
    with Table() as table:
        anna = table.anna.talker
        match = Match(table.anna, table.bo, games.Board("mortal"))
        moves = "2g2f 9c9d 2f2e 9d9e 2e2d 9e9f".split()
        match.begin(match.board.find(moves[0]), "-v mortal ")
        for usi in moves[1:]:
            match.play(match.board.find(usi))

        def ask(typed, prompt, answers, written):
            anna.line(f"PLAY {typed}")
            for answer in answers:
                anna.expect(rf"^Promote\? <{prompt},c> ")
                anna.line(answer)
            anna.expect(rf"^{re.escape(written)} <p,o,n,y> ")
            anna.line("n")
            anna.expect(PROMPT)

        ask("Px2c", "N,L,S,G,=", ["y", "P", "+", "l"], "Px2c+L")
        ask("px2c", "N,L,S,G,=", ["n"], "Px2c+N")
        ask("px2c", "N,L,S,G,=", ["+g"], "Px2c+G")
        ask("px2c", "N,L,S,G,=", ["="], "Px2c=")
        said = table.anna.ask("PLAY Px2c+")
        assert 'Expected one of N, L, S, G after ' in said, said
        for usi in "2d2c 9f9g+G 2c2b 9g9h".split():
            match.play(match.board.find(usi))
        # On the last rank a pawn or a lance could never move again.
        ask("Px2a", "S,G", ["=", "L", "S"], "Px2a+S")
        match.play(match.board.find("2b2a+G"))


def random_game_of_mortal():
    with Table() as table:
        moves = table.random_match("mortal", 2, 150).moves
        # All there is to choose from, the only form of a bishop or rook, and none.
        for mark in ("+N", "+L", "+S", "+G", "+", "="):
            assert any(move.endswith(mark) for move in moves), mark
        note(" ".join(moves))


def random_game_of_chu():
    """Rows: PLAY.5.coord"""
    with Table() as table:
        moves = table.random_match("chu", 3, 150).moves
        # A piece of two steps that takes twice, that takes and goes on, that takes at home, that passes.
        for form in (r"x\d+[a-l]x", r"x\d+[a-l]-", "x!", "^--$", r"\+$", "=$"):
            assert any(re.search(form, move) for move in moves), form
        note(" ".join(moves))


def confirmation_prompt():
    with Table() as table:
        match = table.match()
        bo = table.bo.talker
        bo.line("PLAY P-3d")
        bo.expect(r"^P-3d <p,o,n,y> ")
        bo.line("p")  # the board as if the move had been made, from one's own side: file 1 at the left
        own = bo.before(r"^P-3d <p,o,n,y> ")
        bo.line("o")
        other = bo.before(r"^P-3d <p,o,n,y> ")
        assert re.search(r"^\s+1  2  3  4", own, re.M) and re.search(r"^\s+9  8  7  6", other, re.M)
        row = re.compile(r"^:.*: d$", re.M)
        assert " p" in row.search(own).group(0) and " p" in row.search(other).group(0)
        bo.line("")
        bo.expect(r"^P-3d <p,o,n,y> ")
        bo.line("maybe")
        bo.expect(r"^P-3d <p,o,n,y> ")
        assert "has moved" not in table.anna.sync()
        bo.line("Y")
        assert "Move 2: P-3d" in bo.before(PROMPT)
        seen = table.anna.talker.before(PROMPT)
        assert f"{table.bo.name} has moved" in seen and "Last move: 2. P-3d" in seen
        assert match.board.do("3c3d")


def forms_of_moves():
    with Table() as table:
        match = table.match("7g7f 3c3d 4i5h 4a3b".split())
        anna = table.anna
        for typed, written in [
            ("PLAY p-2f", "P-2f"),
            ("play P26", None),
            ("PLAY P-26", "P-2f"),
            ("PLAY G6i-6h", "G6i-6h"),
            ("PLAY G-6h", None),  # two can: both are named
            ("PLAY G5h-6h", "G5h-6h"),
        ]:
            anna.talker.line(typed)
            if written:
                anna.talker.expect(rf"^{re.escape(written)} <p,o,n,y> ")
                anna.talker.line("n")
                anna.talker.expect(PROMPT)
            else:
                said = anna.talker.before(PROMPT)
                assert "<p,o,n,y>" not in said and re.search(r"(?m)^\".*\" should |Expected |Leave out |Which |There is no square |No such piece ", said), (typed, said)
        said = anna.ask("PLAY Bx4d")
        assert "Expected" in said and "-" in said, said
        said = anna.ask("p-2f")
        assert "PLAY p-2f" in said, said
        said = anna.ask("PLAY L@1a")
        assert "<p,o,n,y>" not in said, said
        said = table.bo.ask("PLAY P-8d")
        assert "not your turn" in said, said
        match.play("2g2f")


def challenges():
    with Table(own=True) as table:
        anna, bo = table.anna, table.bo
        with Line(table.server.telnet) as line:
            carl = Player(line, "Carl")
            carl.login()
            assert "challenge is number 1." in anna.ask("NEW BO.* P-7f Good luck!")
            listed = bo.ask("NEW")
            assert all(word in listed for word in ("Anna", "P-7f", "BO.*", "Good luck!")), listed
            assert "only for players whose names match BO.*" in carl.ask("NEW 1")
            assert "This challenge to Shogi is your own" in anna.ask("NEW 1")
            assert "There is no challenge 99" in bo.ask("NEW 99")
            assert "first move is illegal" in bo.ask("NEW * P-7e")
            said = bo.ask("NEW nonsense")
            assert 'Expected a move or W after "nonsense"' in said, said
            # White's challenge with a forced first move.
            said = carl.ask("NEW Wp-2f hello")
            number = re.search(r"challenge is number (\d+)", said).group(1)
            said = bo.ask(f"NEW {number}")
            assert "Bo.Two (Black, you) against Carl (White)" in said and "Last move: 1. P-2f" in said, said
            assert "Bo.Two has accepted your challenge" in carl.sync()
            assert "Move 2" in carl.ask("BOARD")
            # And the first is still there, for Bo only, who answers it too.
            said = bo.ask("new 1")
            assert "Anna (Black) against Bo.Two (White, you)" in said, said
            assert "Bo.Two has accepted your challenge" in anna.sync()
            assert "Carl" in anna.ask("GAMES")
            said = bo.ask("STAT")
            assert "Anna" in said and "Carl" in said and "*" in said, said
            carl.ask("NEW -v shosu W")
            number = re.search(r"^ +(\d+)  shosu", anna.ask("NEW"), re.M).group(1)
            assert "not yours" in anna.ask(f"REMOVE {number}")
            assert "is withdrawn" in carl.ask(f"REMOVE {number}")
            assert "shosu" not in anna.ask("NEW")


def talking():
    with Table(own=True) as table:
        table.match()
        table.anna.talker.line("SAY Good evening \u9f8d!")
        table.anna.talker.expect("Said to Bo.Two")
        table.anna.talker.expect(PROMPT)
        table.bo.talker.expect("Anna says: Good evening \u9f8d!")
        table.bo.talker.expect(PROMPT)
        said = table.anna.ask("WHO")
        assert "Anna" in said and "Bo.Two" in said and "2 online" in said, said
        assert "Bo.Two" not in table.anna.ask("WHO A*").split("\n", 1)[1]
        said = table.anna.ask("HELP -n")
        assert all(word in said for word in ("BOARD", "MOVES", "RESIGN", "QUIT")), said
        said = table.anna.ask("? -n play")
        assert "PLAY" in said, said
        said = table.anna.ask("FROB")
        assert re.search(r"^Unknown command FROB\.", said, re.M), said
        table.bo.quit()
        table.anna.talker.line("SAY still there?")
        table.anna.talker.expect("Bo.Two is not online")
        table.anna.talker.expect(r"Leave the message for Bo\.Two\? \(y/n\) ")
        assert "not left" in table.anna.ask("no")
        assert "1 online" in table.anna.ask("WHO")


def more_prompt():
    """Rows: MOVES.more"""
    with Table() as table:
        match = table.match("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e".split())
        cycle = "3i4h 3a4b 4h3i 4b3a 7i6h 7a6b 6h7i 6b7a".split()
        match.play_all(cycle + ["1g1f", "9c9d"] + cycle + ["1f1e", "9d9e"])
        more = r"^--More-- <p,o,y,q> "
        anna = table.anna.talker
        anna.line("MOVES")
        anna.expect(r"^    1\.  Black  P-7f$")
        anna.expect(more)
        # telnet sends every key now: none needs Enter.
        anna.write(b"p")
        assert ": a" in anna.before(more)
        anna.write(b"x")
        assert anna.before(more).strip() == ""
        anna.write(b"\r")
        assert anna.before(more).strip().count("\n") == 0
        anna.write(b"q")
        anna.expect(PROMPT)
        said = table.anna.ask("PLAY P-9f")
        assert re.search(r"up to move \d+ of 26", said), said
        match.check_list(table.anna)
        match.play("9g9f")
        # A client that knows nothing of telnet: the same with Enter, and nothing it cannot read.
        with Line(table.server.telnet) as line:
            bare = Player(line, table.names[2])
            bare.login()
            line.line(f"MOVES {match.number}")
            line.expect(more)
            line.line("p")
            assert ": a" in line.before(more)
            line.line("")
            assert line.before(more).count("\n") == 1
            line.line("n")
            assert line.before(PROMPT) == ""


def boards():
    with Table() as table:
        match = table.match()
        own = table.anna.ask("BOARD")
        other = table.anna.ask("BOARD -o")
        assert re.search(r"^\s+9  8  7  6  5  4  3  2  1$", own, re.M), own
        assert re.search(r"^\s+1  2  3  4  5  6  7  8  9$", other, re.M), other
        assert re.search(r"^: l: n: s: g: k: g: s: n: l: a$", own, re.M), own
        assert "Black has: -" in own and "White has: -" in own
        with Line(table.server.telnet) as line:
            guest = Player(line, "guest")
            guest.login()
            assert "Last move: 1. P-7f" in guest.ask(f"BOARD {match.number}")  # anyone may look on
            assert f"You do not play in game {match.number}." in guest.ask("PLAY P-3d")


def passwords_are_not_shown():
    """Nor after a wrong one, when the password is asked for again, and not the name."""
    with Table() as table:
        with TelnetProcess(table.server.telnet) as talker:
            carl = Player(talker, table.names[2])
            carl.login("hidden words")
            assert "hidden words" not in talker.past.replace("<<< hidden words", "")
            assert "> WHO" in talker.past + talker.pending or carl.ask("WHO").startswith("WHO")
        with TelnetProcess(table.server.telnet) as talker:
            talker.expect("^login: ")
            talker.line(table.names[2].lower())
            talker.expect("^password: ")
            for wrong in ("other secret", "another secret"):
                talker.line(wrong)
                talker.expect(r"^Wrong password\.")
                talker.expect("^password: ")
            talker.line("hidden words")
            talker.expect(PROMPT)
            said = re.sub("\n<<< .*", "", talker.past)  # without what was typed
            assert "Welcome" in said and "secret" not in said and "hidden" not in said and "is a new name" not in said, said


def half_a_game_survives():
    """A game goes on after the server was killed, and after both have left and come again.  Rows: LOGIN"""
    with Table(own=True) as table:
        match = table.match("7g7f 3c3d 8h2b+ 3a2b".split())
        table.server.restart()
        for player in match.players:
            player.talker.close()
            player.talker = TelnetProcess(table.server.telnet)
            said = player.login()
            assert f"current game is {match.number}" in said, said
            match.check_list(player)
        match.play_all(["B*4e", "B*6e"])
        for player in match.players:
            match.check_list(player)


def a_clock_falls():
    """By itself, before both players; and when nobody is there, also after the server was killed.  Rows: CHECK.5"""
    with Table(own=True) as table:
        match = Match(table.anna, table.bo)
        match.begin("7g7f", "-t 2s ")
        told = [player.talker.before(PROMPT) for player in match.players]
        check_end(match, *told, "White lost on time: Black wins.")
        match = Match(table.anna, table.bo)
        match.begin("7g7f", "-t 1h;4s ")
        for player in match.players:
            player.talker.close()
        table.server.restart()
        with Line(table.server.telnet) as line:
            looker = Player(line, "guest")
            looker.login()
            assert re.search(rf"^ +{match.number}  .*  1:00:00 / 0:0[1-4]$", looker.ask("GAMES"), re.M)
            looker.ask(f"OBSERVE {match.number}")
            assert "White lost on time: Black wins." in looker.talker.before(PROMPT)
        for player in match.players:
            player.talker = TelnetProcess(table.server.telnet)
            player.login()


def check_notices():
    """Rows: CHECK.1 CHECK.2 MOVES.log PLAY.4.y"""
    with Table() as table:
        match = table.match("7g7f 5a4b".split())
        told, seen = match.play("8h3c+")
        for text in (told, seen, table.bo.ask("MOVES -n")):
            assert "White's king is checked by 3c." in text, text
        # The king itself, the knight and others could take it: the first safe square is named.
        escape = re.search(r"White's king could escape to the square (\d[a-i])\.", told)
        assert escape and escape.group(1) in [
            m[2:4] for m in match.board.legal_moves() if m.startswith("4b")
        ], told
        said = table.bo.ask("PLAY P-1d")
        assert "your king would be in check from 3c" in said, said
        match.play("4b3c")


def an_absent_opponent():
    """A game continues without the other player, who sees it at the next login."""
    with Table(own=True) as table:
        match = table.match("7g7f 3c3d".split())
        table.bo.quit()
        said = match.type_move("P2g-2f", "P-2f")
        assert "Move 3: P-2f" in said, said
        match.board.do("2g2f")
        match.moves.append("P-2f")
        table.bo.talker = TelnetProcess(table.server.telnet)
        said = table.bo.login()
        assert "not seen in game 1." in said and "current game is 1" in said, said
        assert re.search(r"^\*! +1 ", table.bo.ask("STAT"), re.M)
        said = table.bo.ask("PLAY P-8d")
        assert " up to move 0 of 3" in said, said
        match.check_list(table.bo)
        # The last event seen is stored in the background.
        for _ in range(300):
            if re.search(r"^\*  +1 ", table.bo.ask("STAT"), re.M):
                break
            time.sleep(0.05)
        else:
            raise AssertionError("the moves still count as unseen")
        match.play("8c8d")


def two_sessions_of_one_player():
    with Table(own=True) as table:
        match = table.match("7g7f 3c3d".split())
        with TelnetProcess(table.server.telnet) as talker:
            second = Player(talker, "Anna")
            said = second.login()
            assert "current game is 1" in said, said
            assert " up to move 0 of 2" in second.ask("PLAY P-2f")
            second.ask("BOARD")
            # Both are asked to confirm a move; one is made, and the other is told what has happened.
            first = table.anna.talker
            first.line("PLAY P-2f")
            first.expect("<p,o,n,y> ")
            talker.line("PLAY P-9f")
            talker.expect("<p,o,n,y> ")
            talker.line("y")
            assert "Move 3: P-9f" in talker.before(PROMPT)
            first.line("y")
            said = first.before(PROMPT)
            assert "stored" in said and "Last move: 3. P-9f" in said, said
            table.bo.talker.expect(r"Last move: 3\. P-9f$")
            table.bo.talker.expect(PROMPT)
            match.board.do("9g9f")
            match.moves.append("P-9f")
            match.play("8c8d")
            talker.expect(r"Last move: 4\. P-8d$")
            talker.expect(PROMPT)
            match.check_list(second)


def answers_at_the_same_instant():
    """Of many who answer a challenge at once one gets the game, and the others are told."""
    with Table(own=True) as table:
        many = []
        for _ in range(20):
            guest = Player(Line(table.server.telnet), "guest")
            guest.login()
            many.append(guest)
        assert "challenge is number 1." in table.anna.ask("NEW * P-7f")
        for guest in many:
            guest.talker.line("NEW 1")
        said = [guest.talker.before(PROMPT) for guest in many]
        assert sum("has begun" in text for text in said) == 1, said
        assert sum("There is no challenge 1" in text for text in said) == 19, said
        assert table.anna.sync().count("has accepted your challenge") == 1
        assert len(re.findall(r"^ +\d+  shogi", table.anna.ask("GAMES"), re.M)) == 1
        for guest in many:
            guest.talker.close()


def a_move_during_a_question():
    """A question is not interrupted; events are shown after its answer."""
    with Table() as table:
        match = table.match("7g7f 3c3d".split())
        bo = table.bo.talker
        bo.line("RESIGN")
        bo.expect(r"\(type yes\) ")
        told = match.type_move("P2g-2f", "P-2f")
        assert "Move 3: P-2f" in told, told
        table.anna.ask("SAY are you there?")
        bo.line("no")
        said = bo.before("You have not resigned")
        assert not re.search("moved|there", said), said
        said = bo.before(PROMPT)
        assert f"{table.anna.name} says: are you there?" in said and "Last move: 3. P-2f" in said, said


def a_screenful_is_what_the_window_holds():
    with Table() as table:
        with TelnetProcess(table.server.telnet, rows=12) as talker:
            carl = Player(talker, table.names[2])
            carl.login()
            carl.sync()
            talker.line("HELP ALL")
            talker.expect("HELP ALL\n")
            assert talker.before(r"^--More-- <y,q> ").count("\n") == 11
            talker.write(b"\r")
            talker.expect("\n")  # for the key
            assert talker.before(r"^--More-- <y,q> ").count("\n") == 1
            talker.write(b"q")
            talker.expect(PROMPT)
            assert "carl" in carl.ask("WHO").lower()  # and lines are lines again


def video_attributes():
    """The terminal type decides which sequences the server sends.  Rows: SET.ATTR.query SET.COLOUR"""
    with Table() as table:
        match = table.match()
        for term, colours in (("xterm", True), ("vt220", False)):
            with TelnetProcess(table.server.telnet, term=term) as talker:
                carl = Player(talker, table.names[2])
                carl.login()
                for _ in range(3):  # the program needs two rounds to say what the terminal is
                    said = carl.ask("SET WHITE ?")
                assert re.search(r"^.\+ REVERSE", said, re.M), said
                assert bool(re.search(r"^.\+ CYAN", said, re.M)) == colours, said
                carl.ask("SET BLACK CYAN")
                carl.ask("SET WHITE REV")
                said = carl.ask(f"BOARD {match.number}")
                assert "\x1b[7ml\x1b[0m" in said and ("\x1b[36mL\x1b[0m" in said) == colours, said
        table.anna.ask("SET WHITE REV")  # a dumb one
        assert "\x1b" not in table.anna.ask("BOARD")


def an_interrupt_ends_a_question():
    """^C at telnet: it sends IP and then throws away what comes until the server has answered a timing
    mark."""
    with Table() as table:
        match = table.match("7g7f 3c3d".split())
        anna = table.anna.talker
        anna.line("PLAY P-2f")
        anna.expect("<p,o,n,y> ")
        anna.write(b"\x03")
        anna.expect("The move was not made")
        anna.expect(PROMPT)
        match.play("2g2f")


def health():
    with Table(own=True) as table:
        status, body = http_get(table.server.http)
        assert status == 200 and body.strip(), body
        assert http_get(table.server.http, "/nothing")[0] == 404


run_tests(
    [
        whole_game_of_the_collection,
        own_game_to_mate,
        short_mate_and_the_next_game,
        illegal_moves_are_named,
        nifu_is_refused,
        king_in_check_is_refused,
        pawn_drop_mate_is_refused,
        perpetual_check_loses,
        fourfold_repetition_is_no_contest,
        fourfold_repetition_is_a_draw_in_shosu,
        fourfold_repetition_is_a_draw_in_shosu_under_perpetual_check,
        resigning,
        promotion_question,
        promotion_to_one_of_several,
        random_game_of_mortal,
        random_game_of_chu,
        confirmation_prompt,
        forms_of_moves,
        challenges,
        talking,
        more_prompt,
        boards,
        passwords_are_not_shown,
        half_a_game_survives,
        a_clock_falls,
        check_notices,
        an_absent_opponent,
        two_sessions_of_one_player,
        answers_at_the_same_instant,
        a_move_during_a_question,
        a_screenful_is_what_the_window_holds,
        video_attributes,
        an_interrupt_ends_a_question,
        health,
    ]
)
