/* moves_test.c: the sentences and the diagram for each kind of move. */
#include "help/moves.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of two kinds; the first has these moves. */
static shoogi_variant *game_with(const char *moves)
{
    char text[256];
    shoogi_variant *variant = NULL;
    shoogi_error err;
    const int bytes =
        snprintf(text, sizeof text,
                 "files=9\nranks=9\nholdingsType=0\nmaxPromote=0\npass=lion\nroyal=2\n"
                 "runner:X:%s:x:d3\nking:K:K:k:e1\n",
                 moves);
    if (shoogi_variant_parse(&variant, text, (size_t)bytes, &err) != SHOOGI_OK)
        fail_msg("%s: %u:%u: %s", moves, err.line, err.column, err.message);
    return variant;
}

/* At least one row for each pattern of a chain of legs. */
static const struct {
    const char *moves, *sentences;
} described[] = {
    { "W", "It moves one square forward, back or sideways." },
    { "K", "It moves one square in any direction." },
    { "fFfW", "It moves one square forward or diagonally forward." },
    { "N", "It moves by jumping two squares forward or back and one to the side; or by jumping "
           "one square forward or back and two to the side." },
    { "R", "It moves any number of squares forward, back or sideways." },
    { "B", "It moves any number of squares diagonally." },
    { "BfW", "It moves any number of squares diagonally; or one square forward." },
    { "mR",
      "It moves any number of squares forward, back or sideways, but only without capturing." },
    { "cF", "It moves one square diagonally, but only to capture." },
    { "WfF", "It moves one square forward, back, sideways or diagonally forward." },
    { "KmabK", "It moves one square in any direction." },
    { "KcabK", "It moves one square in any direction. It may capture an adjacent piece without "
               "leaving its square (igui), in any direction." },
    { "KcaK", "It moves one square in any direction. It may also capture on the first of two "
              "steps, then move on, capture again or return to its square (igui)." },
    { "BfcavF", "It moves any number of squares diagonally. It may also capture on the first of two "
                "steps, then move on, capture again or return to its square (igui), diagonally "
                "forward." },
    { "FfavW", "It moves one square diagonally. It also has moves of several steps." },
    { "RmasR", "It moves any number of squares forward, back or sideways. It may turn once at a "
               "right angle on any empty square of its slide and slide on (hook move). The first "
               "slide goes forward, back or sideways." },
    { "RmasRcasR",
      "It moves any number of squares forward, back or sideways. It may turn once at a "
      "right angle on any empty square of its slide and slide on (hook move). The first "
      "slide goes forward, back or sideways. After a capture it may turn and slide on as "
      "well, and capture again. The first slide goes forward, back or sideways." },
    { "R[cR-sR]",
      "It moves any number of squares forward, back or sideways. After a capture it may "
      "turn and slide on as well, and capture again. The first slide goes forward, back or "
      "sideways." },
    { "[W-W]", "It moves in several steps in one turn." },
    { "KmafsK",
      "It moves one square in any direction. It may make up to 2 single steps in one turn, "
      "each in any direction. Its first capture ends the move." },
    { "KaaK", "It moves one square in any direction. It may make up to 3 single steps in one turn, "
              "each in any direction. Its first capture ends the move." },
    { "pR", "It may jump over exactly one piece in its way and move on or capture, forward, back "
            "or sideways." },
    { "cpR", "It may jump over exactly one piece in its way and capture the next one, forward, "
             "back or sideways." },
    { "R(paf)2R",
      "It moves any number of squares forward, back or sideways. It may jump over one or "
      "two pieces in its way and move on or capture, forward, back or sideways." },
    { "Rpaf(paf)2tcR",
      "It moves any number of squares forward, back or sideways. It may jump over up to three "
      "pieces in its way and capture the next one, forward, back or sideways. It captures no royal "
      "piece by such a jump." },
    { "fsZfsC", "It moves by jumping two squares forward and three to the side; or by jumping one "
                "square forward and three to the side." },
    { "gQ", "It may jump over exactly one piece in its way to the square right behind that "
            "piece, and capture there, in any direction." },
    { "RcpR", "It moves any number of squares forward, back or sideways. It may jump over exactly "
              "one piece in its way and capture the next one, forward, back or sideways." },
    { "R(paf)cR",
      "It moves any number of squares forward, back or sideways. It may jump over any "
      "number of pieces in its way and capture one beyond them, forward, back or sideways." },
    { "jR",
      "It slides from the second square on, whatever is on the first, forward, back or sideways." },
    { "jR3", "It moves to the second or third square, whatever is on the first, forward, back or "
             "sideways." },
    { "vRjB3", "It moves any number of squares forward or back. It moves to the second or third "
               "square, whatever is on the first, diagonally." },
    { "[D?fR]", "It moves by jumping to the second square forward, back or sideways. After jumping "
                "to an empty square it may slide straight on, forward, back or sideways." },
    { "[F-fB]", "It slides from the second square on, if the first is empty, diagonally." },
    { "fF[F-fR2]",
      "It moves one square diagonally forward. It moves to the second or third square, if "
      "the first is empty, diagonally." },
    { "[A-fB]", "After jumping to an empty square it may slide straight on, diagonally." },
    { "[D-fR2]", "After jumping to an empty square it may move straight on, one square or two, "
                 "forward, back or sideways." },
    { "[vW-R]", "It slides from the second square on, if the first is empty, forward or back." },
    { "[sW-R2]", "It moves to the second or third square, if the first is empty, sideways." },
    { "[W-fR2]",
      "It moves to the second or third square, if the first is empty, forward, back or sideways." },
    { "cafcafK", "It may capture up to 3 pieces on one line in one turn, moving on from each, or "
                 "return to its square." },
    { "[dW-W]", "It moves in several steps in one turn." },
    { "[mcW-W]",
      "In one turn it moves exactly 2 times one square forward, back or sideways, and may "
      "capture each time. How it may continue depends on where it came from." },
    { "U", "It may move to any square on the board, and capture there." },
    { "mU", "It may move to any empty square on the board." },
    { "I", "It also moves like the piece that moved last." },
    { "tK", "It may move one square in any direction, but may not capture a royal piece." },
    { "oR", "As if the left and right edges of the board were joined, it moves any number of "
            "squares forward, back or sideways." },
    { "iR",
      "If it has not moved yet, it may move any number of squares forward, back or sideways." },
    { "zB", "Turning at a right angle after each step, alternately to either side, it moves any "
            "number of squares diagonally." },
    { "xK",
      "It also moves like any friendly piece that it could reach one square in any direction." },
    { "dK", "It may capture friendly pieces, one square in any direction." },
    { "kK", "It may capture a royal piece, and nothing else, one square in any direction." },
    { "jR4", "Some of its moves are not described here." },
    { "otK", "Some of its moves are not described here." },
    { "R*", "Up to the last rank before the middle of the board it moves any number of squares "
            "forward, back or sideways." },
    { "ifmnD",
      "If it has not moved yet, and the square in between is empty, it may move by jumping "
      "to the second square forward, but only without capturing. In the next turn it may be "
      "captured en passant on a square it passed over." },
    { "K(caf)R",
      "It moves any number of squares forward, back or sideways; or one square diagonally. "
      "It may move on over any number of pieces in a straight line, and captures all of "
      "them." },
};

static void moves_in_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof described / sizeof described[0]; i++) {
        shoogi_variant *const variant = game_with(described[i].moves);
        shg_out out = shg_out_growing();
        shg_moves_write(&out, SHG_ENGLISH, variant, 1);
        assert_false(out.spent);
        if (strcmp(out.bytes, described[i].sentences) != 0)
            fail_msg("%s: expected \"%s\", found \"%s\"", described[i].moves,
                     described[i].sentences, out.bytes);
        free(out.bytes);
        shoogi_variant_free(variant);
    }
}

/* Rows from the top, separated by blanks. */
static const struct {
    const char *moves, *rows;
} drawn[] = {
    { "W", ".*. *o* .*." },
    { "fFfW", "*** .o. ..." },
    { "N", ".#.#. #...# ..o.. #...# .#.#." },
    { "R", "..|.. ..|.. --o-- ..|.. ..|.." },
    { "B", "\\.../ .\\./. ..o.. ./.\\. /...\\" },
    { "mRcB", "c.m.c .cmc. mmomm .cmc. c.m.c" },
    { "BfW", "\\.../ .\\*/. ..o.. ./.\\. /...\\" },
    { "D", "..#.. ..... #.o.# ..... ..#.." },
    { "R2", "..*.. ..*.. **o** ..*.. ..*.." },
    { "fR", "..|.. ..|.. ..o.. ..... ....." },
    { "KcaK", "..... .***. .*o*. .***. ....." },
    { "[F-fB]", "+.....+ .+...+. ....... ...o... ....... .+...+. +.....+" },
    { "mfWcfF", "cmc .o. ..." },
    { "U", "....... ....... ....... ...o... ....... ....... ......." },
};

static void moves_are_drawn(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        shoogi_variant *const variant = game_with(drawn[i].moves);
        shg_moves_grid grid;
        char rows[64];
        shg_out out = shg_out_make(rows, sizeof rows);
        assert_true(shg_moves_grid_make(&grid, variant, 1));
        for (int row = 0; row <= 2 * grid.around; row++)
            shg_out_format(&out, "%s%.*s", row > 0 ? " " : "", 2 * grid.around + 1, grid.sign[row]);
        assert_string_equal(rows, drawn[i].rows);
        shoogi_variant_free(variant);
    }
}

TEST_SUITE(moves)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_in_words),
        cmocka_unit_test(moves_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
