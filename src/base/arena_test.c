/* arena_test.c: alignment, limits and failures of the arena. */
#include "base/arena.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MIB = 1024 * 1024 };

/* Objects are zeroed, aligned and do not overlap; some sizes are close to the size of a block. */
static void objects_do_not_overlap(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1,     63, 64, 65, 0, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1,
                                    100000 };
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    shg_arena arena;
    shg_arena_init(&arena, MIB);
    unsigned char *objects[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        objects[i] = shg_arena_alloc(&arena, sizes[i], 1);
        assert_non_null(objects[i]);
        assert_int_equal((uintptr_t)objects[i] % 64, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(objects[i][k], 0);
        memset(objects[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(objects[i][k], i + 1);
    assert_in_range(arena.used_bytes, 100000, MIB);
    shg_arena_fini(&arena);
    assert_int_equal(arena.used_bytes, 0);
}

static void the_limit_holds(void **state)
{
    (void)state;
    shg_arena arena;
    shg_arena_init(&arena, 64 * 1024);
    assert_null(shg_arena_alloc(&arena, 64 * 1024, 1)); /* no room for the header */
    assert_non_null(shg_arena_alloc(&arena, 1000, 1));
    assert_null(shg_arena_alloc(&arena, 60 * 1024, 1));
    assert_non_null(shg_arena_alloc(&arena, 1000, 1)); /* the arena is usable after a failure */
    assert_in_range(arena.used_bytes, 2000, 64 * 1024);
    shg_arena_fini(&arena);

    shg_arena_init(&arena, 0);
    assert_null(shg_arena_alloc(&arena, 1, 1));
    shg_arena_fini(&arena);
}

static void products_that_do_not_fit(void **state)
{
    (void)state;
    shg_arena arena;
    shg_arena_init(&arena, SIZE_MAX);
    assert_null(shg_arena_alloc(&arena, SIZE_MAX, 2));
    assert_null(shg_arena_alloc(&arena, SIZE_MAX / 2, 4));
    assert_null(shg_arena_alloc(&arena, 3, SIZE_MAX / 4));
    shg_arena_fini(&arena);
}

static void texts(void **state)
{
    (void)state;
    shg_arena arena;
    shg_arena_init(&arena, MIB);
    const char bytes[4] = { 'p', 'a', 'w', 'n' };
    assert_string_equal(shg_arena_text(&arena, bytes, 4), "pawn");
    assert_string_equal(shg_arena_text(&arena, bytes, 2), "pa");
    assert_string_equal(shg_arena_text(&arena, NULL, 0), "");
    shg_arena_fini(&arena);
}

TEST_SUITE(arena)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_do_not_overlap),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(products_that_do_not_fit),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
