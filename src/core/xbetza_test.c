/* xbetza_test.c: what is read from the moves of a kind, and what is refused where. */
#include "core/xbetza.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* Rides as text, "1,1 0,1:3" being right,forward and, where it is not 1, the reach; sorted as read. */
static void print_rides(char *out, size_t room, const shg_betza *betza)
{
    size_t at = 0;
    out[0] = '\0';
    for (size_t i = 0; i < betza->ride_count && at < room; i++) {
        const shg_ride *ride = &betza->rides[i];
        at += (size_t)snprintf(out + at, room - at, "%s%d,%d", i ? " " : "", ride->right,
                               ride->forward);
        if (ride->reach != 1 && at < room)
            at += (size_t)snprintf(out + at, room - at, ":%d", ride->reach);
    }
}

static void good_moves_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rides;
    } good[] = {
        /* the men of Shogi; docs/xbetza.md, "Worked examples" */
        { "K", "0,1 1,1 1,0 1,-1 0,-1 -1,-1 -1,0 -1,1" },
        { "WfF", "0,1 1,0 0,-1 -1,0 1,1 -1,1" },
        { "FfW", "1,1 1,-1 -1,-1 -1,1 0,1" },
        { "fN", "1,2 -1,2" },
        { "fR", "0,1:0" },
        { "fW", "0,1" },
        { "R", "0,1:0 1,0:0 0,-1:0 -1,0:0" },
        { "BW", "1,1:0 1,-1:0 -1,-1:0 -1,1:0 0,1 1,0 0,-1 -1,0" },
        { "WvR", "0,1:0 1,0 0,-1:0 -1,0" },
        { "FfsW", "1,1 1,-1 -1,-1 -1,1 0,1 1,0 -1,0" },
        { "N", "1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2" },
        /* directions by class: section 4 */
        { "frW", "0,1 1,0" },
        { "frF", "1,1" },
        { "fF", "1,1 -1,1" },
        { "lF", "-1,-1 -1,1" },
        { "rvF", "1,1 1,-1" },
        { "frblF", "1,1 -1,-1" },
        { "frN", "2,1" },
        { "rfN", "1,2" },
        { "ffrrN", "1,2 2,1 2,-1 -1,2" },
        { "fhN", "1,2 2,1 -2,1 -1,2" },
        { "hrN", "1,2 2,-1 -1,-2 -2,1" },
        { "hlN", "2,1 1,-2 -2,-1 -1,2" },
        { "fK", "0,1" },
        { "fhK", "0,1 1,1 -1,1" },
        { "fsffK", "0,1 1,1 -1,1" },
        { "ffsK", "0,1 1,0 -1,0" },
        { "fsK", "1,1 -1,1" },
        { "fQ", "0,1:0" },
        { "vQ2", "0,1:2 0,-1:2" },
        /* ranges: section 3 */
        { "R4", "0,1:4 1,0:4 0,-1:4 -1,0:4" },
        { "fR1", "0,1" },
        { "fW0", "0,1:0" },
        { "fWW", "0,1:0" },
        { "fW99", "0,1:99" },
        /* the longer of two rides that go the same way */
        { "fWfR", "0,1:0" },
        { "fR3fR2", "0,1:3" },
        /* atoms and extensions: section 2 */
        { "fD", "0,2" },
        { "frA", "2,2" },
        { "fH", "0,3" },
        { "frG", "3,3" },
        { "rfC", "1,3" },
        { "rfL", "1,3" },
        { "rfZ", "2,3" },
        { "fWX", "0,4" },
        { "rfFX", "1,4" },
        { "rfNY", "3,4" },
        { "frFY", "3,3" },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        shg_arena arena;
        shg_arena_init(&arena, 1 << 20);
        shg_betza betza;
        shoogi_error err = { 0 };
        char rides[512];
        if (shg_betza_read(&betza, &arena, good[i].text, strlen(good[i].text), 1, 1, &err) !=
            SHOOGI_OK)
            fail_msg("%s: %s", good[i].text, err.message);
        print_rides(rides, sizeof rides, &betza);
        if (strcmp(rides, good[i].rides) != 0)
            fail_msg("%s reads %s, not %s", good[i].text, rides, good[i].rides);
        shg_arena_fini(&arena);
    }
}

static void the_drop_atom_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int depth, per_file;
        bool not_back_rank;
    } good[] = { { "fWf@8", 8, 1, false },
                 { "R@9", 9, 0, false },
                 { "fWff@7", 7, 2, false },
                 { "Kj@5", 5, 0, true },
                 { "K@", 1, 0, false } };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        shg_arena arena;
        shg_arena_init(&arena, 1 << 20);
        shg_betza betza;
        assert_int_equal(
            shg_betza_read(&betza, &arena, good[i].text, strlen(good[i].text), 1, 1, NULL),
            SHOOGI_OK);
        assert_true(betza.has_drop);
        assert_int_equal(betza.drop_depth, good[i].depth);
        assert_int_equal(betza.drop_per_file, good[i].per_file);
        assert_int_equal(betza.drop_not_back_rank, good[i].not_back_rank);
        shg_arena_fini(&arena);
    }
}

static void bad_moves_are_refused_at_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t column;
        const char *message;
    } bad[] = {
        { "", 7, "expected a move, such as fW, found end of text" },
        { "f", 8,
          "expected an atom (W F D A H G N C Z K Q R B or the drop atom @), found end of text" },
        { "E", 7, "expected an atom (W F D A H G N C Z K Q R B or the drop atom @), found \"E\"" },
        { "WfE", 9, "expected an atom (W F D A H G N C Z K Q R B or the drop atom @), found \"E\"" },
        { "fxW", 8, "expected a direction (f b l r v s h) or an atom, found \"xW\"" },
        { "R100", 8, "expected a range from 1 to 99, or 0 for any distance, found \"100\"" },
        { "W03", 8, "expected a range from 1 to 99, or 0 for any distance, found \"03\"" },
        { "hW", 7, "expected a direction before \"h\", found \"hW\"" },
        { "fhW", 8, "expected a direction before \"h\", found \"hW\"" },
        { "jW", 7, "expected a direction (f b l r v s h) or an atom, found \"jW\"" },
        { "fWl@8", 9, "expected f, ff or j before the drop atom @, found \"l@8\"" },
        { "fW@0", 10, "expected a number of ranks from 1 to 99, found \"0\"" },
        { "fW@8@9", 11, "expected one drop atom @ at most, found \"@9\"" },
        { "QQ", 0, "" },
        { "f\xE6\xAD\xA9W", 8,
          "expected an atom (W F D A H G N C Z K Q R B or the drop atom @), found \"\xE6\xAD\xA9W\"" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_arena arena;
        shg_arena_init(&arena, 1 << 20);
        shg_betza betza;
        shoogi_error err = { 0 };
        const shoogi_status status =
            shg_betza_read(&betza, &arena, bad[i].text, strlen(bad[i].text), 3, 7, &err);
        if (bad[i].column == 0) { /* no fault: QQ is twice the same group */
            assert_int_equal(status, SHOOGI_OK);
        } else {
            assert_int_equal(status, SHOOGI_BAD_TEXT);
            assert_int_equal(err.line, 3);
            assert_int_equal(err.column, bad[i].column);
            assert_string_equal(err.message, bad[i].message);
        }
        shg_arena_fini(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_moves_are_read),
        cmocka_unit_test(the_drop_atom_is_read),
        cmocka_unit_test(bad_moves_are_refused_at_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
