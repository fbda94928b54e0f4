/* training_test.c: training recovers the weights that produced the games. */
#include "engine/learning/training.h"
#include "base/test_suite.h"

#include "core/position/position_int.h"
#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void plays_games_by_the_rules(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("mini");
    shg_weights *w;
    shg_table *table;
    shg_search *search;
    const _Atomic bool stop = false;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    assert_int_equal(shg_table_new(&table, 1), SHOOGI_OK);
    assert_int_equal(shg_search_new(&search, table, w, &stop), SHOOGI_OK);
    shg_game game = { 0 };
    uint64_t chance = 1;
    const shg_self_play how = {
        .players = { search, search }, .nodes = 100, .random_plies = 4, .plies_max = 300
    };
    unsigned ended = 0;
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(shg_self_play_game(&game, &how, v, &chance), SHOOGI_OK);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (size_t j = 0; j < game.count; j++) {
            assert_int_equal(shoogi_position_result(p).reason, SHOOGI_REASON_NONE);
            assert_true(shg_position_is_legal(p, game.played[j].move));
            assert_int_equal(game.played[j].score == SHG_SCORE_NONE, j < how.random_plies);
            assert_int_equal(shoogi_position_do(p, game.played[j].move), SHOOGI_OK);
        }
        if (game.count < how.plies_max)
            assert_int_equal(shoogi_position_result(p).outcome, game.outcome);
        ended += game.outcome != SHOOGI_OUTCOME_NONE;
        shoogi_position_free(p);
    }
    assert_true(ended > 2);
    shg_game_fini(&game);
    shg_search_free(search);
    shg_table_free(table);
    shg_weights_free(w);
    shoogi_variant_free(v);
}

enum { GAMES = 40, PLIES = 60 };

/* Random games, scored by given weights. */
static void random_games(shg_game games[GAMES], const shg_weights *scored_by, uint64_t *chance)
{
    const shoogi_variant *const v = scored_by->variant;
    shg_board_view *view;
    assert_int_equal(shg_board_view_new(&view, v), SHOOGI_OK);
    for (unsigned i = 0; i < GAMES; i++) {
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        games[i] = (shg_game){ .played = calloc(PLIES, sizeof *games[i].played) };
        assert_non_null(games[i].played);
        while (games[i].count < PLIES) {
            const int score = shg_evaluate(scored_by, p, view, &(shg_psq){ 0 });
            if (!wander(p, chance))
                break;
            games[i].played[games[i].count++] =
                (shg_played){ shoogi_position_move_at(p, shoogi_position_moves_played(p) - 1),
                              (int16_t)score, true };
        }
        shoogi_position_free(p);
    }
    shg_board_view_free(view);
}

/* Training recovers the weights behind the scores. */
static void finds_weights_again(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("mini");
    shg_weights *true_ones, *w;
    assert_int_equal(shg_weights_new(&true_ones, v), SHOOGI_OK);
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    const shoogi_kind gold = shg_kind_by_id(v, "G", 1);
    assert_true(gold != 0);
    shg_weight *const weight = &true_ones->value[shg_feature(v, gold, SHG_FEATURE_BOARD)];
    weight->early = (int16_t)(weight->early + 150);
    weight->late = (int16_t)(weight->late + 50);
    shg_game games[GAMES];
    uint64_t chance = 4;
    random_games(games, true_ones, &chance);
    shg_training *t;
    assert_int_equal(shg_training_new(&t, w, 1), SHOOGI_OK);
    const shg_training_options options = { .result_share = 0, .rate = 4 };
    double first = 0, last = 0;
    for (unsigned pass = 0; pass < 60; pass++) {
        size_t positions;
        assert_int_equal(shg_training_pass(&last, &positions, t, games, GAMES, &chance, &options),
                         SHOOGI_OK);
        assert_true(positions > 500);
        first = pass == 0 ? last : first;
    }
    shg_training_result(t, w);
    assert_true(last < first / 4);
    for (unsigned i = 0; i < GAMES; i++)
        shg_game_fini(&games[i]);
    shg_training_free(t);
    shg_weights_free(w);
    shg_weights_free(true_ones);
    shoogi_variant_free(v);
}

/* Loss and weights, to the last bit. */
static void is_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    enum { PASSES = 8, OTHERS = 3 };
    static const unsigned threads[1 + OTHERS] = { 1, 2, 5, 20 };
    shoogi_variant *const v = engine_game("mini");
    shg_weights *w, *learned[1 + OTHERS];
    double loss[1 + OTHERS][PASSES];
    shg_game games[GAMES];
    uint64_t chance = 6;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    random_games(games, w, &chance);
    for (unsigned i = 0; i < GAMES; i++)
        games[i].outcome = i % 2 == 0 ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    for (unsigned i = 0; i < 1 + OTHERS; i++) {
        shg_training *t;
        uint64_t order = 9;
        const shg_training_options options = { .result_share = 0.3, .rate = 4, .spread = 10 };
        assert_int_equal(shg_weights_new(&learned[i], v), SHOOGI_OK);
        assert_int_equal(shg_training_new(&t, w, threads[i]), SHOOGI_OK);
        for (unsigned pass = 0; pass < PASSES; pass++) {
            size_t positions;
            assert_int_equal(
                shg_training_pass(&loss[i][pass], &positions, t, games, GAMES, &order, &options),
                SHOOGI_OK);
            assert_true(loss[i][pass] == loss[0][pass]);
        }
        shg_training_result(t, learned[i]);
        shg_training_free(t);
        assert_memory_equal(learned[i]->value, learned[0]->value,
                            w->count * sizeof *learned[i]->value);
    }
    assert_true(loss[0][PASSES - 1] < loss[0][0]);
    assert_memory_not_equal(learned[0]->value, w->value, w->count * sizeof *w->value);
    for (unsigned i = 0; i < GAMES; i++)
        shg_game_fini(&games[i]);
    for (unsigned i = 0; i < 1 + OTHERS; i++)
        shg_weights_free(learned[i]);
    shg_weights_free(w);
    shoogi_variant_free(v);
}

TEST_SUITE(training)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_games_by_the_rules),
        cmocka_unit_test(finds_weights_again),
        cmocka_unit_test(is_the_same_with_any_number_of_threads),
    };
    return cmocka_run_group_tests_name("training", tests, NULL, NULL);
}
