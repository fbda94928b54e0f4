/* move_map_test.c: the squares that moves lead to. */
#include "cli/move_map.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* The square at an offset to the right and ahead of the piece. */
static const cli_map_square *at(const cli_move_map *map, int right, int forward)
{
    return &map->at[CLI_MOVE_MAP_RADIUS - forward][CLI_MOVE_MAP_RADIUS + right];
}

static void find(cli_move_map *map, const char *moves, unsigned slide_steps)
{
    shg_arena arena;
    shg_betza betza;
    shg_faults faults;
    shg_arena_init(&arena, 1 << 20);
    shg_faults_init(&faults, (shg_source){ .bytes = moves, .count = strlen(moves) });
    assert_int_equal(shg_betza_read(&betza, &arena, moves, strlen(moves), &faults), SHOOGI_OK);
    assert_false(shg_faults_any(&faults));
    assert_int_equal(cli_move_map_fill(map, &betza, slide_steps), SHOOGI_OK);
    shg_arena_fini(&arena);
}

static unsigned count_reached(const cli_move_map *map)
{
    unsigned count = 0;
    for (int rank = 0; rank < CLI_MOVE_MAP_SIDE; rank++)
        for (int file = 0; file < CLI_MOVE_MAP_SIDE; file++)
            count += map->at[rank][file].way_count > 0;
    return count;
}

static void squares(void **state)
{
    static const struct {
        const char *moves;
        unsigned slide_steps, count; /* of squares with a move */
        int right, forward;          /* one of them, and its move: */
        cli_move_shape shape;
        uint32_t does;
    } cases[] = {
        { "W", 3, 4, 0, 1, CLI_STEP, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "K", 3, 8, -1, -1, CLI_STEP, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "fW", 3, 1, 0, 1, CLI_STEP, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "N", 3, 8, 1, 2, CLI_LEAP, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "fN", 3, 2, -1, 2, CLI_LEAP, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "R", 3, 12, 0, 3, CLI_SLIDE, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "B", 7, 28, 7, -7, CLI_SLIDE, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "mF", 3, 4, 1, 1, CLI_STEP, SHG_MODE_MOVE },
        { "cF", 3, 4, 1, 1, CLI_STEP, SHG_MODE_CAPTURE },
        { "mRcF", 2, 12, 2, 0, CLI_SLIDE, SHG_MODE_MOVE }, /* each does one thing */
        { "R2", 7, 8, 0, -2, CLI_LEGS, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "N0", 3, 24, 3, 6, CLI_RIDE, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
        { "pR", 3, 20, 0, 2, CLI_HOP, SHG_MODE_MOVE | SHG_MODE_CAPTURE },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cli_move_map map;
        find(&map, cases[i].moves, cases[i].slide_steps);
        const cli_map_square *const there = at(&map, cases[i].right, cases[i].forward);
        if (count_reached(&map) != cases[i].count)
            fail_msg("%s: %u squares", cases[i].moves, count_reached(&map));
        if (there->way_count == 0 || there->ways[0].shape != cases[i].shape ||
            there->ways[0].does != cases[i].does)
            fail_msg("%s: %u ways, the first of shape %d, doing %u", cases[i].moves,
                     there->way_count, (int)there->ways[0].shape, (unsigned)there->ways[0].does);
    }
}

/* A lion captures on its way and may pass over empty squares; a hopper needs a piece to hop over. */
static void captures_on_the_way(void **state)
{
    cli_move_map map;
    (void)state;
    find(&map, "KNADcaKcabKmabK", 3);
    assert_true(at(&map, 0, 1)->capturable);
    assert_false(at(&map, 0, 2)->capturable);
    assert_int_equal(at(&map, 0, 0)->way_count > 0, true); /* it can return (jitto, igui) */
    find(&map, "pR", 3);
    assert_true(at(&map, 0, 1)->hopped);
    assert_false(at(&map, 1, 1)->hopped);
    find(&map, "[W-fF]", 3);
    assert_true(at(&map, 0, 1)->passed);
    assert_false(at(&map, 0, 1)->capturable);
}

TEST_SUITE(move_map)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares),
        cmocka_unit_test(captures_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
