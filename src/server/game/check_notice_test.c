#include "server/game/check_notice.h"
#include "base/test_suite.h"

#include "support/server.h"

static char *notices(const shoogi_variant *variant, const char *sfen)
{
    static char text[1024];
    shoogi_position *position = NULL;
    shoogi_error err = { 0 };
    assert_int_equal(shoogi_position_new(&position, variant), SHOOGI_OK);
    if (shoogi_sfen_read(position, sfen, strlen(sfen), &err) != SHOOGI_OK)
        fail_msg("%s: %s", sfen, err.message);
    shg_out out = shg_out_make(text, sizeof text);
    shg_notices_write(&out, position, SHOOGI_STYLE_ENGLISH, SHG_ENGLISH, SHOOGI_NOTATION_WESTERN);
    assert_true(out.length < sizeof text);
    /* The position is not changed. */
    char after[256];
    shoogi_sfen_write(after, sizeof after, position);
    assert_string_equal(after, sfen);
    shoogi_position_free(position);
    return text;
}

static const struct {
    const char *sfen, *says;
} cases[] = {
    { "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "" },
    /* escapes, ordered by rank from a, then by file from 1 */
    { "4k4/9/9/9/9/9/9/9/4R3K w - 1", "White's king is checked by 5i.\n"
                                      "White's king could escape to the square 4a.\n" },
    { "4r3k/9/9/9/9/9/9/9/4K4 b - 1", "Black's king is checked by 5a.\n"
                                      "Black's king could escape to the square 4h.\n" },
    /* capturing the checking piece is an escape, too */
    { "4k4/4G4/9/9/9/9/9/9/8K w - 1", "White's king is checked by 5b.\n"
                                      "White's king could escape to the square 5b.\n" },
    /* double and triple check: only the king can answer */
    { "9/7B1/9/9/4k4/9/9/9/K3R4 w g 1", "White's king is checked by 2b and 5i.\n"
                                        "White's king could escape to the square 6d.\n" },
    { "9/7B1/9/9/4k4/9/5N3/9/K3R4 w g 1", "White's king is checked by 2b, 4g and 5i.\n"
                                          "White's king could escape to the square 6d.\n" },
    /* no escape: captures, ordered by the capturing piece */
    { "7nk/7sp/7N1/9/9/9/9/9/K8 w - 1", "White's king is checked by 2c.\n"
                                        "White could capture the checking piece: Sx2c.\n" },
    { "7nk/6gsp/7N1/9/9/9/9/9/K6l1 w - 1", "White's king is checked by 2c.\n"
                                           "White could capture the checking piece: Sx2c.\n" },
    /* then interpositions: moves, then drops by square and kind */
    { "R7k/7sp/9/9/9/9/9/9/K8 w g 1", "White's king is checked by 9a.\n"
                                      "White could interpose: S-3a.\n" },
    { "R7k/7np/9/9/9/9/9/9/K8 w g 1", "White's king is checked by 9a.\n"
                                      "White could interpose: G*2a.\n" },
    { "R7k/7np/9/9/9/9/9/9/K8 w rbgsnlp 1", "White's king is checked by 9a.\n"
                                            "White could interpose: P*2a.\n" },
    { "R7k/7np/9/9/9/9/9/9/K8 w rbgs 1", "White's king is checked by 9a.\n"
                                         "White could interpose: S*2a.\n" },
    { "R7k/7np/9/9/9/9/9/9/K8 w rbg 1", "White's king is checked by 9a.\n"
                                        "White could interpose: G*2a.\n" },
    { "R7k/7np/9/9/9/9/9/9/K8 w rb 1", "White's king is checked by 9a.\n"
                                       "White could interpose: B*2a.\n" },
    { "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "White's king is checked by 5b.\n"
                                         "White's king is mated.\n" },
    { "R7k/7np/9/9/9/9/9/9/K8 w - 1", "White's king is checked by 9a.\n"
                                      "White's king is mated.\n" },
};

/* Rows: CHECK.1 CHECK.2 CHECK.3 CHECK.4 */
static void shogi(void **state)
{
    (void)state;
    shoogi_variant *variant = parse_variant(variant_text("shogi"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(notices(variant, cases[i].sfen), cases[i].says);
    shoogi_variant_free(variant);
}

/* If the rules let a king remain in check, this notice appears too, and there is no mate. Rows:
 * CHECK.1 */
static void where_kings_are_captured(void **state)
{
    (void)state;
    const char *shogi_text = variant_text("shogi");
    const size_t room = strlen(shogi_text) + 40;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, "check=capture\n%s", shogi_text);
    shoogi_variant *variant = parse_variant(text);
    free(text);
    assert_string_equal(notices(variant, "4k4/9/9/9/9/9/9/9/4R3K b - 1"),
                        "White's king is checked by 5i.\n");
    assert_string_equal(notices(variant, "4k4/9/9/9/9/9/9/9/4R3K w - 1"),
                        "White's king is checked by 5i.\n"
                        "White's king could escape to the square 4a.\n");
    assert_string_equal(notices(variant, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"),
                        "White's king is checked by 5b.\n");
    shoogi_variant_free(variant);
}

/* A side with several royal pieces, which it may expose. Rows: CHECK.6 */
static void several_royals(void **state)
{
    (void)state;
    shoogi_variant *variant = parse_variant(variant_text("sho"));
    assert_string_equal(notices(variant, "4k4/9/4+e4/9/9/9/9/9/4R3K w - 1"),
                        "White's prince on 5c is checked by 5i.\n");
    assert_string_equal(notices(variant, "4k1R2/9/4+e4/9/9/9/9/9/4R3K w - 1"),
                        "White's king on 5a is checked by 3a.\n"
                        "White's prince on 5c is checked by 5i.\n");
    assert_string_equal(notices(variant, "4k4/3S5/4+e4/9/9/9/9/9/4R3K w - 1"),
                        "White's king on 5a is checked by 6b.\n"
                        "White's prince on 5c is checked by 6b and 5i.\n");
    /* Left in check by White's own move. */
    assert_string_equal(notices(variant, "4k4/9/4+e4/9/9/9/9/9/4R3K b - 1"),
                        "White's prince on 5c is checked by 5i.\n");
    shoogi_variant_free(variant);
}

TEST_SUITE(check_notice)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shogi),
        cmocka_unit_test(where_kings_are_captured),
        cmocka_unit_test(several_royals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
