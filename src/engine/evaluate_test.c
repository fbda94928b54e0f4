/* evaluate_test.c: the fast sum is the sum of the features; the two sides are treated alike. */
#include "engine/evaluate.h"

#include "engine/engine_support.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static shg_found found[16 * SHOOGI_SQUARES_MAX + 2 * SHG_HAND_STEPS * (SHOOGI_KINDS_MAX + 1)];

static shg_weights *weights_by_chance(const shoogi_variant *v, uint64_t *chance)
{
    shg_weights *w;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    for (size_t i = 0; i < w->count; i++)
        w->value[i] = (shg_weight){ (int16_t)((int)random_below(chance, 41) - 20),
                                    (int16_t)((int)random_below(chance, 41) - 20) };
    return w;
}

static void is_the_sum_of_its_features(void **state)
{
    (void)state;
    uint64_t chance = 5;
    for (unsigned i = 0; i < ENGINE_GAMES; i++) {
        shoogi_variant *const v = engine_game(engine_games[i]);
        shg_weights *const w = weights_by_chance(v, &chance);
        shoogi_position *p;
        shg_sight *sight;
        assert_int_equal(shg_sight_new(&sight, v), SHOOGI_OK);
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        shg_standing kept = { .known = false };
        unsigned kept_often = 0;
        long lateness = 0;
        for (unsigned looked = 0; looked < 200; looked++) {
            long early = 0, late = 0;
            const size_t count = shg_features(found, w, p, sight);
            for (size_t j = 0; j < count; j++) {
                assert_true(found[j].feature < w->count && found[j].count != 0);
                early += (long)w->value[found[j].feature].early * found[j].count;
                late += (long)w->value[found[j].feature].late * found[j].count;
            }
            const long share = shg_late(w->stages, sight->count);
            assert_in_range(share, 0, SHG_LATE);
            lateness = share > lateness ? share : lateness;
            const long sum = (early * (SHG_LATE - share) + late * share) / SHG_LATE;
            assert_in_range(count, 1, shg_features_max(v));
            assert_int_equal(shg_evaluate(w, p, sight, &(shg_standing){ 0 }), sum);
            assert_int_equal(shg_evaluate(w, p, sight, &kept), sum);
            if (wander(p, &chance)) {
                kept = shg_standing_after(kept, w, p);
                kept_often += kept.known;
            } else { /* another game */
                kept.known = false;
                shoogi_position_free(p);
                assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
            }
        }
        assert_in_range(kept_often, 20, 200);
        assert_in_range(lateness, SHG_LATE / 16, SHG_LATE);
        shg_sight_free(sight);
        shoogi_position_free(p);
        shg_weights_free(w);
        shoogi_variant_free(v);
    }
}

/* The board turned round, with the other side to move, is worth the same. */
static void knows_no_colour(void **state)
{
    (void)state;
    uint64_t chance = 9;
    shoogi_variant *const v = engine_game("shogi");
    shg_weights *const w = weights_by_chance(v, &chance);
    shoogi_position *p, *turned;
    shg_sight *sight;
    assert_int_equal(shg_sight_new(&sight, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&turned, v), SHOOGI_OK);
    for (unsigned i = 0; i < 60 && wander(p, &chance); i++) {
        shoogi_position_clear(turned);
        for (shoogi_square sq = 0; sq < v->squares; sq++) {
            shoogi_piece man = shoogi_position_piece(p, sq);
            man.colour = shoogi_colour_other(man.colour);
            if (man.kind != 0)
                shoogi_position_put(turned, (shoogi_square)(v->squares - 1 - sq), man);
        }
        for (shoogi_kind k = 1; k <= v->kinds; k++)
            for (int colour = 0; colour < 2; colour++)
                assert_int_equal(
                    shoogi_position_set_hand(turned, (shoogi_colour)!colour, k,
                                             shoogi_position_hand(p, (shoogi_colour)colour, k)),
                    SHOOGI_OK);
        shoogi_position_set_side(turned, shoogi_colour_other(shoogi_position_side(p)));
        shoogi_position_ready(turned);
        assert_int_equal(shg_evaluate(w, p, sight, &(shg_standing){ 0 }),
                         shg_evaluate(w, turned, sight, &(shg_standing){ 0 }));
    }
    shg_sight_free(sight);
    shoogi_position_free(p);
    shoogi_position_free(turned);
    shg_weights_free(w);
    shoogi_variant_free(v);
}

/* What is guessed of men puts them in the order that everybody agrees on. */
static void guesses_sensibly(void **state)
{
    (void)state;
    static const char *const order[] = { "P", "N", "L", "S", "G", "B", "R", "+R" };
    shoogi_variant *const v = engine_game("shogi");
    shg_weights *w;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    int worth[SHOOGI_KINDS_MAX + 1], last = 0;
    shg_weights_worth(w, worth);
    for (unsigned i = 0; i < sizeof order / sizeof order[0] - 1; i++) {
        const shoogi_kind k = shg_kind_by_id(v, order[i], strlen(order[i]));
        assert_true(k != 0 && worth[k] > last);
        last = worth[k];
    }
    shg_weights_free(w);
    shoogi_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_sum_of_its_features),
        cmocka_unit_test(knows_no_colour),
        cmocka_unit_test(guesses_sensibly),
    };
    return cmocka_run_group_tests_name("evaluate", tests, NULL, NULL);
}
