/* hand_order_test.c: the order of pieces in hand. */
#include "support/notation.h"
#include "base/test_suite.h"

static void expect_order(const shoogi_variant *variant, const char *ids)
{
    shoogi_kind kinds[SHOOGI_KINDS_MAX];
    const size_t count = shoogi_hand_order(kinds, SHOOGI_KINDS_MAX, variant);
    char text[256] = "";
    for (size_t i = 0; i < count; i++) {
        const char *id = shoogi_variant_kind(variant, kinds[i]).id;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? " " : "", id);
    }
    assert_string_equal(text, ids);
}

static void of_shipped_games(void **state)
{
    (void)state;
    static const struct {
        const char *name, *ids;
    } games[] = { { "shogi", "R B G S N L P" }, { "shosu", "Q R B G S N L P" } };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *variant = load_variant(games[i].name);
        expect_order(variant, games[i].ids);
        shoogi_variant_free(variant);
    }
}

/* Of equal values the kind defined last; kinds never in hand are not listed. */
static void ties_and_absence(void **state)
{
    (void)state;
    static const char text[] = "files=5\nranks=5\nholdingsType=-1\npromoZone=1\nmaxPromote=1\n"
                               "promoOffset=4\npromoChoice=+\nsymmetry=rotate\n"
                               "pawn:P:fW@5:p:a2\ncat:C:F@5:c:b1\ndog:D:W@5:d:c1\nking:K:K:k:a1\n"
                               "tokin:+P:WfF:t:\n"
                               "royal=4\n";
    shoogi_variant *variant = parse_variant("ties", text, sizeof text - 1);
    expect_order(variant, "D C P");
    shoogi_kind kinds[3] = { 77, 77, 77 };
    assert_int_equal(shoogi_hand_order(NULL, 0, variant), 3);
    assert_int_equal(shoogi_hand_order(kinds, 2, variant), 3);
    assert_int_equal(kinds[0], 3);
    assert_int_equal(kinds[1], 2);
    assert_int_equal(kinds[2], 77);
    shoogi_variant_free(variant);
}

static void nothing_is_ever_dropped(void **state)
{
    (void)state;
    static const char text[] = "files=3\nranks=3\nholdingsType=0\nsymmetry=rotate\nking:K:K:k:a1\n";
    shoogi_variant *variant = parse_variant("kings", text, sizeof text - 1);
    expect_order(variant, "");
    shoogi_variant_free(variant);
}

TEST_SUITE(hand_order)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_shipped_games),
        cmocka_unit_test(ties_and_absence),
        cmocka_unit_test(nothing_is_ever_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
