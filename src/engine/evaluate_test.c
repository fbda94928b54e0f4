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

/* Wide boards count square by square what narrow ones count in sets. */
static void every_class_sees_the_same(void **state)
{
    (void)state;
    static const char *const games[] = { "shogi", "chu", "annan", "tenjiku" };
    static const unsigned widths[] = { 0, 6, 21 };
    enum { GAMES = sizeof games / sizeof games[0], CLASSES = sizeof widths / sizeof widths[0] };
    for (unsigned i = 0; i < GAMES; i++) {
        shoogi_variant *v[CLASSES];
        shg_weights *w[CLASSES];
        shoogi_position *p[CLASSES];
        shg_sight *sight[CLASSES];
        uint64_t chance = 12;
        for (unsigned c = 0; c < CLASSES; c++) {
            uint64_t weighing = 11;
            v[c] = load_variant(games[i], (shg_class_choice){ .words_least = widths[c] });
            w[c] = weights_by_chance(v[c], &weighing);
            assert_int_equal(shoogi_position_new(&p[c], v[c]), SHOOGI_OK);
            assert_int_equal(shg_sight_new(&sight[c], v[c]), SHOOGI_OK);
        }
        for (unsigned ply = 0; ply < 100 && wander(p[0], &chance); ply++) {
            const int worth = shg_evaluate(w[0], p[0], sight[0], &(shg_standing){ 0 });
            const shoogi_move move = shoogi_position_move_at(p[0], ply);
            for (unsigned c = 1; c < CLASSES; c++) {
                assert_int_equal(shoogi_position_do(p[c], move), SHOOGI_OK);
                assert_int_equal(shg_evaluate(w[c], p[c], sight[c], &(shg_standing){ 0 }), worth);
                assert_int_equal(sight[c]->threat_count, sight[0]->threat_count);
            }
        }
        assert_in_range(shoogi_position_played(p[1]), 10, 100);
        for (unsigned c = 0; c < CLASSES; c++) {
            shg_sight_free(sight[c]);
            shoogi_position_free(p[c]);
            shg_weights_free(w[c]);
            shoogi_variant_free(v[c]);
        }
    }
}

/* What is guessed of men puts them in the order that everybody agrees on: what goes on after a turn, and what flies over
 * men, is worth more than what only slides. */
static void guesses_sensibly(void **state)
{
    (void)state;
    enum { ORDERED_MAX = 8 };
    static const struct {
        const char *game, *order[ORDERED_MAX];
    } cases[] = { { "shogi", { "P", "N", "L", "S", "G", "B", "R", "+R" } },
                  { "chu", { "P", "S", "B", "R", "H", "D", "Q" } },
                  { "cannon", { "P", "A", "C", "R" } },
                  { "maka-dai-dai", { "P", "R", "FK", "HM" } },
                  { "tenjiku", { "P", "R", "FK", "VG" } },
                  { "taikyoku", { "P", "FK", "FLG", "GG" } } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoogi_variant *const v = engine_game(cases[i].game);
        shg_weights *w;
        assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
        int *const worth = calloc(v->kinds + 1u, sizeof *worth), last = 0;
        assert_non_null(worth);
        shg_weights_worth(w, worth);
        for (unsigned j = 0; j < ORDERED_MAX && cases[i].order[j]; j++) {
            const char *const id = cases[i].order[j];
            const shoogi_kind k = shg_kind_by_id(v, id, strlen(id));
            if (k == 0 || worth[k] <= last)
                fail_msg("%s: %s is worth %d, expected more than %d", cases[i].game, id, worth[k],
                         last);
            last = worth[k];
        }
        free(worth);
        shg_weights_free(w);
        shoogi_variant_free(v);
    }
}

/* Who has a prince beside the king is better off, and knows it before either is in danger. */
static void counts_spare_royals(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("sho");
    shg_weights *w;
    shg_sight *sight;
    shoogi_position *p;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    assert_int_equal(shg_sight_new(&sight, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    const int before = shg_evaluate(w, p, sight, &(shg_standing){ 0 });
    const shoogi_kind elephant = shg_kind_by_id(v, "E", 1), prince = shg_kind_by_id(v, "+E", 2);
    unsigned promoted = 0;
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shoogi_piece man = shoogi_position_piece(p, sq);
        if (man.kind != elephant || man.colour != SHOOGI_BLACK)
            continue;
        shoogi_position_put(p, sq, (shoogi_piece){ .kind = prince, .colour = SHOOGI_BLACK });
        promoted++;
    }
    shoogi_position_ready(p);
    assert_int_equal(promoted, 1);
    assert_true(v->kind[prince].royal);
    assert_in_range(shg_evaluate(w, p, sight, &(shg_standing){ 0 }) - before, 200, 1000);
    shg_sight_free(sight);
    shoogi_position_free(p);
    shg_weights_free(w);
    shoogi_variant_free(v);
}

/* Nine men beyond any score are more than eight, and not a forced win. */
static void never_has_enough(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("shogi");
    shg_weights *w;
    shg_sight *sight;
    shoogi_position *p;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    assert_int_equal(shg_sight_new(&sight, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    const shoogi_kind pawn = shg_kind_by_id(v, "P", 1);
    w->value[shg_feature(v, pawn, SHG_FEATURE_HAND)] = (shg_weight){ 30000, 30000 };
    for (unsigned i = 1; i < SHG_HAND_STEPS; i++)
        w->value[shg_feature(v, pawn, SHG_FEATURE_HAND + i)] = (shg_weight){ 3000, 3000 };
    int last[2] = { 0, 0 };
    for (unsigned in_hand = 0; in_hand <= 9; in_hand++) {
        for (int colour = 0; colour < 2; colour++) {
            shoogi_position_clear(p);
            assert_int_equal(shoogi_position_set_hand(p, (shoogi_colour)colour, pawn, in_hand),
                             SHOOGI_OK);
            shoogi_position_ready(p);
            const int score = shg_evaluate(w, p, sight, &(shg_standing){ 0 });
            assert_in_range(abs(score), 0, SHG_EVAL_MAX);
            assert_true(in_hand == 0 ||
                        (colour == SHOOGI_BLACK ? score > last[colour] : score < last[colour]));
            last[colour] = score;
        }
    }
    assert_in_range(last[SHOOGI_BLACK], SHG_EVAL_PLAIN, SHG_EVAL_MAX);
    assert_in_range(-last[SHOOGI_WHITE], SHG_EVAL_PLAIN, SHG_EVAL_MAX);
    shg_sight_free(sight);
    shoogi_position_free(p);
    shg_weights_free(w);
    shoogi_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_sum_of_its_features), cmocka_unit_test(knows_no_colour),
        cmocka_unit_test(every_class_sees_the_same),  cmocka_unit_test(guesses_sensibly),
        cmocka_unit_test(counts_spare_royals),        cmocka_unit_test(never_has_enough),
    };
    return cmocka_run_group_tests_name("evaluate", tests, NULL, NULL);
}
