/* example_set_test.c: what is packed is what is read. */
#include "engine/learning/example_set.h"
#include "base/test_suite.h"

#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static int compare(const void *a, const void *b)
{
    const unsigned x = *(const uint16_t *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static int compare_short(const void *a, const void *b)
{
    const unsigned x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return (x > y) - (x < y);
}

static int compare_long(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Both lists have the same inputs, in any order. */
static void expect_same(uint16_t *found, unsigned *wanted, size_t count)
{
    qsort(found, count, sizeof *found, compare_short);
    qsort(wanted, count, sizeof *wanted, compare_long);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(compare(&found[i], &wanted[i]), 0);
}

/* Both sides' inputs of positions of a random game; joined from two sets. */
static void expect_positions(const char *name, bool turns)
{
    enum { POSITIONS = 60, INPUTS_MAX = 2000 };
    shoogi_variant *const v = engine_game(name);
    shg_nnue *n;
    shoogi_position *p;
    uint16_t *turned;
    uint64_t chance = 5;
    shg_example_set sets[2] = { { 0 }, { 0 } };
    static unsigned wanted[POSITIONS][2][INPUTS_MAX];
    size_t counts[POSITIONS];
    assert_int_equal(shg_nnue_new(&n, v, (shg_nnue_shape){ 64, 16, 16, 1, false }), SHOOGI_OK);
    assert_int_equal(shg_turned_inputs(&turned, n), SHOOGI_OK);
    assert_int_equal(turned != NULL, turns);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (size_t i = 0; i < POSITIONS; i++) {
        unsigned lists[2][INPUTS_MAX], pieces;
        for (unsigned other = 0; other < 2; other++) {
            const shoogi_colour by = other ? shoogi_colour_other(p->side) : p->side;
            counts[i] = shg_nnue_active(lists[other], &pieces, n, p, by);
            assert_in_range(counts[i], 2, INPUTS_MAX);
            memcpy(wanted[i][other], lists[other], counts[i] * sizeof *lists[0]);
        }
        assert_int_equal(
            shg_example_set_add(&sets[i % 2], lists[0], turned ? NULL : lists[1],
                                (shg_lesson){ .target = (float)i, .count = (uint16_t)counts[i] }),
            SHOOGI_OK);
        if (!wander(p, &chance)) {
            shoogi_position_free(p);
            assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        }
    }
    assert_int_equal(shg_example_set_append(&sets[0], &sets[1]), SHOOGI_OK);
    assert_int_equal(sets[0].count, POSITIONS);
    for (size_t i = 0; i < POSITIONS; i++) {
        uint16_t own[INPUTS_MAX], other[INPUTS_MAX];
        const size_t at = (size_t)sets[0].lessons[i].target;
        assert_int_equal(sets[0].lessons[i].count, counts[at]);
        shg_example_set_read(own, other, &sets[0], i, turned, n->region_inputs);
        expect_same(own, wanted[at][0], counts[at]);
        expect_same(other, wanted[at][1], counts[at]);
    }
    shg_example_set_fini(&sets[0]);
    shg_example_set_fini(&sets[1]);
    shoogi_position_free(p);
    free(turned);
    shg_nnue_free(n);
    shoogi_variant_free(v);
}

static void reads_what_was_added(void **state)
{
    (void)state;
    expect_positions("shogi", true);
    expect_positions("dobutsu", true);
    expect_positions("tai", false); /* its blocks of squares are uneven when turned */
}

TEST_SUITE(example_set)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_was_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
