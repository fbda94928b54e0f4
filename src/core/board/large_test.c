/* large_test.c: boards of more than 256 squares: invented games against the reference rules, limits of cost, and
 * edges of boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/board_compare.h"
#include "base/test_suite.h"
#include "support/large.h"

enum { POSITION_BYTES_MAX = 32 * 1024 };

static char text[LARGE_DEFINITION_ROOM];

static shoogi_variant *large_variant(unsigned size, unsigned kinds, const char *check)
{
    shoogi_variant *v;
    shoogi_error err;
    const size_t bytes = large_definition(text, size, kinds, check);
    assert_in_range(bytes, 1, sizeof text - 1);
    if (shoogi_variant_parse(&v, text, bytes, &err) != SHOOGI_OK)
        fail_msg("line %u column %u: %s", err.line, err.column, err.message);
    return v;
}

static const struct {
    unsigned size, kinds, words;
    const char *check;
    size_t positions;
} games[] = {
    { 17, 60, 6, "strict", 16 }, { 19, 80, 6, "capture", 16 },  { 25, 120, 10, "capture", 8 },
    { 25, 90, 10, "strict", 4 }, { 36, 300, 21, "capture", 4 }, { 36, 300, 21, "strict", 1 },
};

static void large_games_agree_with_the_reference(void **state)
{
    (void)state;
    /* The last costs as much as all others. */
    const size_t count = sizeof games / sizeof games[0] - (TEST_SANITIZED ? 1 : 0);
    for (size_t i = 0; i < count; i++) {
        shoogi_variant *const v = large_variant(games[i].size, games[i].kinds, games[i].check);
        uint64_t chance = 20260301 + i;
        const size_t positions =
            TEST_SHARE(games[i].positions, games[i].positions, games[i].positions / 12 + 1);
        size_t left = positions;
        shoogi_position *p;
        assert_int_equal(v->ops->words, games[i].words);
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        play_game(p, &chance, &left, 40, false, true);
        assert_scattered_agree(p, positions, 8, &chance);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* perft by the reference rules, which make each move. */
static uint64_t reference_perft(shg_ref *ref, unsigned depth_plies)
{
    static shoogi_move lists[2][COMPARED_MOVES_MAX];
    shoogi_move *const moves = lists[depth_plies - 1];
    const size_t count = shg_ref_moves(ref, moves, COMPARED_MOVES_MAX, false);
    assert_in_range(count, 1, COMPARED_MOVES_MAX);
    if (depth_plies == 1)
        return count;
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
        nodes += reference_perft(ref, depth_plies - 1);
        shg_ref_undo(ref);
    }
    return nodes;
}

static void trees_are_those_of_the_reference(void **state)
{
    (void)state;
    static const unsigned sizes[] = { 17, 25 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        shoogi_variant *const v = large_variant(sizes[i], 40, "capture");
        shoogi_position *p;
        shg_ref *ref;
        uint64_t nodes;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
        assert_int_equal(shoogi_position_perft(&nodes, p, 2), SHOOGI_OK);
        assert_true(nodes == reference_perft(ref, 2));
        shg_ref_free(ref);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

static void the_largest_position_is_small(void **state)
{
    (void)state;
    shoogi_variant *const v = large_variant(36, 300, "capture");
    assert_int_equal(v->squares, SHOOGI_SQUARES_MAX);
    assert_in_range(sizeof(shoogi_position) + v->ops->board_bytes(v), 1, POSITION_BYTES_MAX);
    shoogi_variant_free(v);
}

static void boards_end_at_36(void **state)
{
    (void)state;
    static const struct {
        const char *size, *message;
    } beyond[] = {
        { "files=37\nranks=9\n", "expected a number from 1 to 36, found \"37\"" },
        { "ranks=37\nfiles=9\n", "expected a number from 1 to 36, found \"37\"" },
    };
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        shoogi_variant *v;
        shoogi_error err;
        char small[128];
        const int bytes =
            snprintf(small, sizeof small, "%sroyal=1\nking:K:K:k:a1\n", beyond[i].size);
        assert_int_equal(shoogi_variant_parse(&v, small, (size_t)bytes, &err), SHOOGI_PARSE_ERROR);
        assert_string_equal(err.message, beyond[i].message);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, 7);
    }
}

TEST_SUITE(large)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_games_agree_with_the_reference),
        cmocka_unit_test(trees_are_those_of_the_reference),
        cmocka_unit_test(the_largest_position_is_small),
        cmocka_unit_test(boards_end_at_36),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
