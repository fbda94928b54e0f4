/* moves_test.c: what is told of each kind of move, and its diagram. */
#include "help/moves.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of two kinds, of which the first moves so. */
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

/* One row at least for each pattern that a chain of legs is known by. */
static const struct {
    const char *moves, *sentences;
} told[] = {
    { "W", "It goes one square forward, back or sideways." },
    { "K", "It goes one square in any direction." },
    { "fFfW", "It goes one square forward or diagonally forward." },
    { "N",
      "It goes by a jump two squares forward or back and one to the side; or by a jump one square forward or back and two to the side." },
    { "R", "It goes any number of squares forward, back or sideways." },
    { "B", "It goes any number of squares diagonally." },
    { "BfW", "It goes any number of squares diagonally; or one square forward." },
    { "mR", "It goes any number of squares forward, back or sideways, but takes nothing so." },
    { "cF", "It goes one square diagonally, but only to take." },
    { "WfF", "It goes one square forward, back, sideways or diagonally forward." },
    { "KmabK", "It goes one square in any direction." },
    { "KcabK",
      "It goes one square in any direction. It may take a man next to it without leaving its square, in any direction." },
    { "KcaK",
      "It goes one square in any direction. It may also take on the first of two steps, and go on, take again or come back." },
    { "BfcavF",
      "It goes any number of squares diagonally. It may also take on the first of two steps, and go on, take again or come back, diagonally forward." },
    { "FfavW", "It goes one square diagonally. It has moves of several steps, too." },
    { "RmasR",
      "It goes any number of squares forward, back or sideways. On any empty square of a slide it may turn once at a right angle and slide on; the first slide goes forward, back or sideways." },
    { "RmasRcasR",
      "It goes any number of squares forward, back or sideways. On any empty square of a slide it may turn once at a right angle and slide on; the first slide goes forward, back or sideways. Where it takes it may turn and slide on as well, and take again; the first slide goes forward, back or sideways." },
    { "R[cR-sR]",
      "It goes any number of squares forward, back or sideways. Where it takes it may turn and slide on as well, and take again; the first slide goes forward, back or sideways." },
    { "[W-W]", "It goes in several steps of one turn." },
    { "KmafsK",
      "It goes one square in any direction. It may make up to 2 single steps in one turn, each to any side, up to the first that takes." },
    { "KaaK",
      "It goes one square in any direction. It may make up to 3 single steps in one turn, each to any side, up to the first that takes." },
    { "pR", "Over exactly one man in its way it may go on or take, forward, back or sideways." },
    { "cpR",
      "Over exactly one man in its way it may take the next one, forward, back or sideways." },
    { "gQ",
      "Over exactly one man in its way it may go to the square right behind that one, or take there, in any direction." },
    { "RcpR",
      "It goes any number of squares forward, back or sideways. Over exactly one man in its way it may take the next one, forward, back or sideways." },
    { "R(paf)cR",
      "It goes any number of squares forward, back or sideways. Over any number of men in its way it may take one beyond them, forward, back or sideways." },
    { "jR",
      "It slides from the second square on, whatever stands on the first, forward, back or sideways." },
    { "jR3",
      "It goes to the second or third square, whatever stands on the first, forward, back or sideways." },
    { "vRjB3",
      "It goes any number of squares forward or back. It goes to the second or third square, whatever stands on the first, diagonally." },
    { "[D?fR]",
      "It goes by a jump to the second square forward, back or sideways. Having leapt to an empty square it may slide straight on, forward, back or sideways." },
    { "[F-fB]", "It slides from the second square on, if the first is empty, diagonally." },
    { "fF[F-fR2]",
      "It goes one square diagonally forward. It goes to the second or third square, if the first is empty, diagonally." },
    { "[A-fB]", "Having leapt to an empty square it may slide straight on, diagonally." },
    { "[D-fR2]",
      "Having leapt to an empty square it may go straight on, one square or two, forward, back or sideways." },
    { "[vW-R]", "It slides from the second square on, if the first is empty, forward or back." },
    { "[sW-R2]", "It goes to the second or third square, if the first is empty, sideways." },
    { "[W-fR2]",
      "It goes to the second or third square, if the first is empty, forward, back or sideways." },
    { "cafcafK",
      "On one line it may take up to 3 men in one turn, going on from each, or come back." },
    { "[dW-W]", "It goes in several steps of one turn." },
    { "[mcW-W]",
      "In one turn it goes exactly 2 times one square forward, back or sideways, and may take each time. How it may go on depends on where it came from." },
    { "U", "It may go to any square of the board, and take there." },
    { "mU", "It may go to any empty square of the board." },
    { "I", "It also moves as the man that moved last." },
    { "tK", "It may go one square in any direction, but not to take a royal." },
    { "oR",
      "As if the board were joined left and right it goes any number of squares forward, back or sideways." },
    { "iR", "If it has not moved yet it may go any number of squares forward, back or sideways." },
    { "zB",
      "Turning at a right angle after each step, to and fro, it goes any number of squares diagonally." },
    { "xK",
      "It also moves as any man of its own side that it could reach one square in any direction." },
    { "dK", "It may take men of its own side, one square in any direction." },
    { "kK", "It may take a royal, and nothing else, one square in any direction." },
    { "jR4", "Of some of its moves only the XBetza says all." },
    { "otK", "Of some of its moves only the XBetza says all." },
    { "R*",
      "As far as the last rank before the middle of the board it goes any number of squares forward, back or sideways." },
    { "ifmnD",
      "If it has not moved yet, and the square midway is empty, it may go by a jump to the second square forward, but takes nothing so." },
    { "K(caf)R",
      "It goes any number of squares forward, back or sideways; or one square diagonally. Over as many men as stand there it may go on, straight as it goes, and all of them are taken." },
};

static void moves_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        shoogi_variant *const variant = game_with(told[i].moves);
        shg_out out = shg_out_growing();
        shg_moves_write(&out, SHG_ENGLISH, variant, 1);
        assert_false(out.spent);
        if (strcmp(out.bytes, told[i].sentences) != 0)
            fail_msg("%s: expected \"%s\", found \"%s\"", told[i].moves, told[i].sentences,
                     out.bytes);
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
        cmocka_unit_test(moves_are_told),
        cmocka_unit_test(moves_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
