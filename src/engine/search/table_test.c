/* table_test.c: the table returns what was stored, and a full table still stores. */
#include "engine/search/table.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void what_is_kept_is_found(void **state)
{
    (void)state;
    static const shg_entry entries[] = {
        { 1, 0, 0, 0, SHG_BOUND_EXACT, false },
        { UINT64_MAX, 32767, -32768, 247, SHG_BOUND_LOWER, true },
        { 0, -32768, 32767, -8, SHG_BOUND_UPPER, false },
        { 77, -1, 1, -1, SHG_BOUND_UPPER, true },
    };
    shg_table *t;
    assert_int_equal(shg_table_new(&t, 1), SHOOGI_OK);
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const uint64_t hash = UINT64_C(0x123456789ABCDEF0) * (i + 1);
        shg_entry found;
        assert_false(shg_table_find(t, hash, &found));
        shg_table_store(t, hash, &entries[i]);
        assert_true(shg_table_find(t, hash, &found));
        assert_true(found.move == entries[i].move);
        assert_int_equal(found.score, entries[i].score);
        assert_int_equal(found.eval, entries[i].eval);
        assert_int_equal(found.depth_plies, entries[i].depth_plies);
        assert_int_equal(found.bound, entries[i].bound);
        assert_int_equal(found.was_pv, entries[i].was_pv);
    }
    shg_table_clear(t);
    shg_entry found;
    assert_false(shg_table_find(t, UINT64_C(0x123456789ABCDEF0), &found));
    shg_table_free(t);
}

static void a_move_stays_where_none_is_known(void **state)
{
    (void)state;
    shg_table *t;
    assert_int_equal(shg_table_new(&t, 1), SHOOGI_OK);
    shg_table_store(t, 5, &(shg_entry){ .move = 9, .depth_plies = 3, .bound = SHG_BOUND_LOWER });
    shg_table_store(t, 5, &(shg_entry){ .score = 4, .depth_plies = 5, .bound = SHG_BOUND_UPPER });
    shg_entry found;
    assert_true(shg_table_find(t, 5, &found));
    assert_true(found.move == 9);
    assert_int_equal(found.score, 4);
    /* A deeper entry of the same search stays. */
    shg_table_store(
        t, 5, &(shg_entry){ .move = 8, .score = 1, .depth_plies = 0, .bound = SHG_BOUND_UPPER });
    assert_true(shg_table_find(t, 5, &found));
    assert_int_equal(found.depth_plies, 5);
    shg_table_free(t);
}

/* Deep entries outlive shallow ones; old ones are replaced first. */
static void the_least_of_four_gives_way(void **state)
{
    (void)state;
    shg_table *t;
    assert_int_equal(shg_table_new(&t, 1), SHOOGI_OK);
    for (uint64_t i = 1; i <= 5; i++)
        shg_table_store(
            t, i,
            &(shg_entry){ .move = i, .depth_plies = i == 3 ? 1 : 20, .bound = SHG_BOUND_EXACT });
    shg_entry found;
    for (uint64_t i = 1; i <= 5; i++)
        assert_int_equal(shg_table_find(t, i, &found), i != 3);
    for (int i = 0; i < 4; i++)
        shg_table_age(t);
    for (uint64_t i = 11; i <= 14; i++)
        shg_table_store(t, i,
                        &(shg_entry){ .move = i, .depth_plies = 1, .bound = SHG_BOUND_EXACT });
    for (uint64_t i = 11; i <= 14; i++)
        assert_true(shg_table_find(t, i, &found));
    assert_true(shg_table_full_permille(t) <= 1000);
    shg_table_free(t);
}

static void sizes_have_bounds(void **state)
{
    (void)state;
    shg_table *t = NULL;
    assert_int_equal(shg_table_new(&t, 0), SHOOGI_NO_MEMORY);
    assert_int_equal(shg_table_new(&t, SIZE_MAX / 1024), SHOOGI_NO_MEMORY);
    assert_null(t);
    shg_table_free(NULL);
}

static void the_nodes_of_a_search_decide_the_size(void **state)
{
    (void)state;
    static const struct {
        uint64_t nodes;
        size_t entries;
    } sizes[] = {
        { 0, 1024 },     { 64, 1024 },     { 65, 2048 },
        { 1000, 16384 }, { 8192, 131072 }, { UINT64_MAX, 131072 },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        shg_table *t;
        shg_entry found;
        assert_int_equal(shg_table_new_for_nodes(&t, sizes[i].nodes), SHOOGI_OK);
        assert_int_equal(shg_table_entries(t), sizes[i].entries);
        shg_table_store(t, UINT64_MAX, &(shg_entry){ .move = 1, .bound = SHG_BOUND_EXACT });
        assert_true(shg_table_find(t, UINT64_MAX, &found));
        shg_table_free(t);
    }
}

TEST_SUITE(table)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_found),
        cmocka_unit_test(a_move_stays_where_none_is_known),
        cmocka_unit_test(the_least_of_four_gives_way),
        cmocka_unit_test(sizes_have_bounds),
        cmocka_unit_test(the_nodes_of_a_search_decide_the_size),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
