/* board_test.c: options for the style and the part of a board. */
#include "cli/board.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

static const char game[] = "files=9\nranks=9\nholdingsType=0\nking:K:K:k:e1\n";

static shoogi_variant *read_game(void)
{
    shoogi_variant *variant = NULL;
    assert_int_equal(shoogi_variant_parse(&variant, game, sizeof game - 1, NULL), SHOOGI_OK);
    return variant;
}

static void styles(void **state)
{
    static const struct {
        const char *word;
        shoogi_board_style style;
    } known[] = {
        { "ascii", SHOOGI_BOARD_ASCII },
        { "mixed", SHOOGI_BOARD_MIXED },
        { "kanji", SHOOGI_BOARD_KANJI },
        { "words", SHOOGI_BOARD_WORDS },
    };
    static const char *const unknown[] = { "", "ASCII", "asci", "ascii ", "html" };
    shoogi_board_style style = SHOOGI_BOARD_MIXED;
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_true(cli_board_style(&style, known[i].word));
        assert_int_equal(style, known[i].style);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_false(cli_board_style(&style, unknown[i]));
    assert_int_equal(style, known[3].style); /* untouched */
}

/* Calls cli_board_fit and discards standard error. */
static bool fit(shoogi_board_options *look, cli_board_part *part, const shoogi_variant *variant)
{
    const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    assert_int_equal(dup2(nowhere, STDERR_FILENO), STDERR_FILENO);
    const bool fits = cli_board_fit(look, part, "show", variant);
    assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
    close(kept);
    close(nowhere);
    return fits;
}

static void parts(void **state)
{
    static const struct {
        const char *at, *columns;
        bool fits;
        unsigned file, rank; /* from 0, of at */
        unsigned wide;
    } cases[] = {
        { NULL, "40", true, 0, 0, 40 },  { "5e", "60", true, 4, 4, 60 },
        { "9i", "0", true, 8, 8, 0 },    { "1a", "1", true, 0, 0, 1 },
        { "0a", NULL, false, 0, 0, 0 },  { "5j", NULL, false, 0, 0, 0 },
        { "10a", NULL, false, 0, 0, 0 }, { "", NULL, false, 0, 0, 0 },
        { "5e ", NULL, false, 0, 0, 0 }, { NULL, "x", false, 0, 0, 0 },
        { NULL, "-1", false, 0, 0, 0 },  { NULL, "100001", false, 0, 0, 0 },
    };
    shoogi_variant *const variant = read_game();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoogi_board_options look = { .style = SHOOGI_BOARD_ASCII };
        cli_board_part part = { .at = cases[i].at, .columns = cases[i].columns };
        assert_int_equal(fit(&look, &part, variant), cases[i].fits);
        if (!cases[i].fits)
            continue;
        assert_int_equal(look.columns, cases[i].wide);
        assert_int_equal(look.centre != NULL, cases[i].at != NULL);
        if (cases[i].at)
            assert_int_equal(*look.centre,
                             shoogi_variant_square(variant, cases[i].file, cases[i].rank));
    }
    shoogi_variant_free(variant);
}

/* The side to move and the pieces in hand follow the board. */
static void side_to_move(void **state)
{
    shoogi_variant *const variant = read_game();
    shoogi_position *position = NULL;
    const shoogi_board_options look = { .style = SHOOGI_BOARD_ASCII };
    (void)state;
    assert_int_equal(shoogi_position_new(&position, variant), SHOOGI_OK);
    for (int colour = 0; colour < 2; colour++) {
        shg_out out = shg_out_growing();
        shoogi_position_set_side(position, (shoogi_colour)colour);
        shoogi_position_setup_done(position);
        cli_board_write(&out, position, &look);
        assert_false(out.spent);
        assert_non_null(strstr(out.bytes, colour == 0 ? "Black to move\n" : "White to move\n"));
        assert_null(strstr(out.bytes, colour == 0 ? "White to move" : "Black to move"));
        free(out.bytes);
    }
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

TEST_SUITE(board)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles),
        cmocka_unit_test(parts),
        cmocka_unit_test(side_to_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
