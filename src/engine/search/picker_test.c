/* picker_test.c: the material gain predicted for a move is what it gains; noisy moves are those that gain something. */
#include "engine/search/picker.h"
#include "base/test_suite.h"

#include "support/engine.h"
#include "engine/evaluation/evaluate.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { ROOM = 1 << 14 };

/* The material balance, for Black. */
static int balance_of(const shoogi_position *p, const int *values)
{
    int sum = 0;
    for (unsigned sq = 0; sq < p->variant->squares; sq++)
        if (p->square[sq] != 0)
            sum += (shg_code_colour(p->square[sq]) == SHOOGI_BLACK ? 1 : -1) *
                   values[shg_code_kind(p->square[sq])];
    return sum;
}

typedef struct seen {
    unsigned noisy, aside, vanishing;
} seen;

static void check_move(seen *s, shoogi_position *p, shoogi_move move, const int *values, bool noisy)
{
    const shg_search_ops *const ops = shg_search_class(p->variant);
    const int sign = p->side == SHOOGI_BLACK ? 1 : -1, before = balance_of(p, values);
    const bool vanishes = move & SHOOGI_MOVE_SELF_DESTRUCT;
    const int own = vanishes ? values[shoogi_move_kind(move)] : 0;
    const int gain = ops->material_gain(p, move, values);
    assert_int_equal(ops->is_noisy(p, move), noisy);
    s->noisy += noisy;
    s->vanishing += vanishes;
    assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    s->aside += p->history[p->history_count - 1].removed > 0;
    assert_int_equal(sign * (balance_of(p, values) - before), gain - own);
    assert_true(noisy || gain == 0);
    shoogi_position_undo(p);
}

/* In random games with hoppers, burning pieces, pieces that change by capture, and captures on the way. */
static void moves_gain_what_they_promise(void **state)
{
    (void)state;
    static shoogi_move moves[ROOM];
    static const struct {
        const char *game;
        unsigned positions;
        bool aside, vanishing;
    } cases[] = { { "chu", 100, false, false },
                  { "maka-dai-dai", 40, false, false },
                  { "tenjiku", 60, true, true },
                  { "tenjiku-zillions", 60, true, true },
                  { "taikyoku", 12, true, false } };
    uint64_t chance = 3;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoogi_variant *const v = engine_game(cases[i].game);
        const shg_search_ops *const ops = shg_search_class(v);
        int *const values = calloc(v->kinds + 1u, sizeof *values);
        shoogi_position *p;
        seen s = { 0 };
        assert_non_null(values);
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (shoogi_kind k = 1; k <= v->kinds; k++)
            values[k] = (int)random_below(&chance, 1000) + 1;
        for (unsigned j = 0; j < cases[i].positions / (TEST_SANITIZED ? 4 : 1); j++) {
            size_t listed = 0;
            for (shg_part part = SHG_NOISY; part <= SHG_QUIET; part++) {
                const size_t count = ops->moves_part(p, moves, ROOM, part);
                assert_in_range(count, 0, ROOM);
                for (size_t m = 0; m < count; m++)
                    check_move(&s, p, moves[m], values, part == SHG_NOISY);
                listed += count;
            }
            assert_int_equal(listed, shoogi_position_moves(p, moves, ROOM));
            for (unsigned ply = 0; ply < 5; ply++)
                if (!wander(p, &chance)) {
                    shoogi_position_free(p);
                    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
                }
        }
        assert_true(s.noisy > 0 && (s.aside > 0) == cases[i].aside &&
                    (s.vanishing > 0) == cases[i].vanishing);
        shoogi_position_free(p);
        shoogi_variant_free(v);
        free(values);
    }
}

TEST_SUITE(picker)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_gain_what_they_promise),
    };
    return cmocka_run_group_tests_name("picker", tests, NULL, NULL);
}
