/* analysis_test.c: every position is analysed, losing moves are marked and others are not, and the result is deterministic. */
#include "engine/analysis.h"
#include "base/test_suite.h"

#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct table {
    shoogi_variant *variant;
    shg_engine *engine;
    shoogi_position *position;
} table;

static void sit_down(table *t, const char *game)
{
    shg_weights *weights;
    *t = (table){ .variant = engine_game(game) };
    assert_int_equal(shg_weights_new(&weights, t->variant), SHOOGI_OK);
    assert_int_equal(shg_engine_new(&t->engine, weights, 1, 4), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&t->position, t->variant), SHOOGI_OK);
}

static void get_up(table *t)
{
    shoogi_position_free(t->position);
    shg_engine_free(t->engine);
    shoogi_variant_free(t->variant);
}

/* Moves a piece, or drops one if from is 0; squares as file and rank letter. */
static void play(table *t, const char *from, const char *to)
{
    shoogi_move moves[600];
    const size_t count = shoogi_position_moves(t->position, moves, sizeof moves / sizeof moves[0]);
    const unsigned ranks = t->variant->ranks;
    const shoogi_square end =
        (shoogi_square)((unsigned)(to[0] - '1') * ranks + (unsigned)(to[1] - 'a'));
    for (size_t i = 0; i < count; i++) {
        if (shoogi_move_to(moves[i]) != end || shoogi_move_is_drop(moves[i]) != (from == NULL))
            continue;
        if (from &&
            shoogi_move_from(moves[i]) !=
                (shoogi_square)((unsigned)(from[0] - '1') * ranks + (unsigned)(from[1] - 'a')))
            continue;
        assert_int_equal(shoogi_position_do(t->position, moves[i]), SHOOGI_OK);
        return;
    }
    fail_msg("no move to %s", to);
}

typedef struct progress {
    size_t calls, all;
} progress;

static void tell(void *context, size_t done, size_t all)
{
    progress *const t = context;
    assert_int_equal(done, ++t->calls);
    t->all = all;
}

/* Either side could mate: Black drops the gold elsewhere, and is mated. */
static void a_mate_that_is_missed_is_a_blunder(void **state)
{
    (void)state;
    table t;
    progress heard = { 0 };
    shg_analysis a;
    sit_down(&t, "shogi");
    put_up(t.position, "K5i vK5a P5c vP5g G* vG*");
    play(&t, NULL, "1i");
    play(&t, NULL, "5h");
    const shg_go how = { .nodes = 2000 };
    assert_int_equal(shg_analyse(&a, t.engine, t.position, &how, tell, &heard), SHOOGI_OK);
    assert_int_equal(a.count, 3);
    assert_int_equal(heard.calls, 3);
    assert_int_equal(heard.all, 3);
    assert_int_equal(a.positions[0].side, SHOOGI_BLACK);
    assert_int_equal(a.positions[0].score, SHG_SCORE_MATE - 1);
    assert_int_equal(a.positions[0].lines[0].move_count, 1);
    assert_int_equal(a.positions[0].verdict, SHG_VERDICT_BLUNDER);
    assert_true(a.positions[0].loss > 0.99);
    assert_int_equal(a.positions[1].side, SHOOGI_WHITE);
    assert_int_equal(a.positions[1].score, 1 - SHG_SCORE_MATE);
    assert_int_equal(a.positions[1].verdict, SHG_VERDICT_GOOD);
    assert_true(a.positions[1].loss == 0);
    assert_true(a.positions[1].played == shoogi_position_move_at(t.position, 1));
    assert_int_equal(a.positions[2].result.reason, SHOOGI_REASON_CHECKMATE);
    assert_int_equal(a.positions[2].line_count, 0);
    assert_int_equal(a.positions[2].score, -SHG_SCORE_MATE);
    assert_true(a.positions[2].played == 0);
    shg_analysis_fini(&a);
    get_up(&t);
}

/* A possible declaration is a win, if declarations count; a king move out of the zone throws it away. */
static void a_declaration_wins(void **state)
{
    (void)state;
    table t;
    shg_analysis a;
    sit_down(&t, "base=shogi\nimpasseClaim=declare:28:27\n");
    put_up(t.position, "K5c +R9a +R8a +B7a +B6a +P9b +P8b +P7b +P6b +P9c +P8c G* S* N* L* P* "
                       "vK1i vG2i vP1h vP2h vP3h");
    play(&t, "5c", "5d");
    shg_go how = { .nodes = 2000, .pv_count = 3, .may_declare = true };
    assert_int_equal(shg_analyse(&a, t.engine, t.position, &how, NULL, NULL), SHOOGI_OK);
    const shg_position_analysis *const view = &a.positions[0];
    assert_int_equal(view->score, SHG_SCORE_MATE - 1);
    assert_int_equal(view->line_count, 1);
    assert_int_equal(view->lines[0].score, SHG_SCORE_MATE - 1);
    assert_int_equal(view->lines[0].move_count, 0);
    assert_true(view->loss ==
                shg_winning_chance(view->score) - shg_winning_chance(a.positions[1].score));
    assert_true(a.positions[1].lines[0].move_count > 0);
    shg_analysis_fini(&a);
    how.may_declare = false;
    assert_int_equal(shg_analyse(&a, t.engine, t.position, &how, NULL, NULL), SHOOGI_OK);
    assert_int_equal(a.positions[0].line_count, 3);
    assert_true(a.positions[0].lines[0].move_count > 0);
    shg_analysis_fini(&a);
    get_up(&t);
}

/* Every game: an analysis for each move, legal lines in order, and the same result again. */
static void is_the_same_every_time(void **state)
{
    (void)state;
    enum { LINES = 4, PLIES = 6 };
    uint64_t chance = 11;
    for (size_t g = 0; g < ENGINE_GAMES; g++) {
        table t;
        shg_analysis a, again;
        sit_down(&t, engine_games[g]);
        for (int i = 0; i < PLIES; i++)
            assert_true(wander(t.position, &chance));
        const shg_go how = { .nodes = TEST_SHARE(1500, 1500, 300), .pv_count = LINES };
        assert_int_equal(shg_analyse(&a, t.engine, t.position, &how, NULL, NULL), SHOOGI_OK);
        assert_int_equal(shg_analyse(&again, t.engine, t.position, &how, NULL, NULL), SHOOGI_OK);
        assert_int_equal(a.count, PLIES + 1);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, t.variant), SHOOGI_OK);
        for (size_t i = 0; i < a.count; i++) {
            const shg_position_analysis *const view = &a.positions[i], *const other =
                                                                           &again.positions[i];
            const int sign = view->side == SHOOGI_BLACK ? 1 : -1;
            assert_int_equal(view->ply, i + 1);
            assert_int_equal(view->score, other->score);
            assert_int_equal(view->verdict, other->verdict);
            assert_int_equal(view->nodes, other->nodes);
            assert_true(view->line_count > 0 && view->line_count <= LINES);
            assert_int_equal(view->line_count, other->line_count);
            for (unsigned l = 0; l < view->line_count; l++) {
                const shg_analysis_pv *const line = &view->lines[l];
                assert_true(line->move_count > 0);
                assert_true(line->moves[0] == other->lines[l].moves[0]);
                assert_int_equal(shoogi_position_why_illegal(p, line->moves[0], NULL, 0),
                                 SHOOGI_ILLEGAL_NONE);
                assert_true(l == 0 || line->moves[0] != view->lines[0].moves[0]);
                assert_true(sign * line->score <= sign * view->score || l == 0);
            }
            if (i < PLIES)
                assert_int_equal(shoogi_position_do(p, view->played), SHOOGI_OK);
        }
        shoogi_position_free(p);
        shg_analysis_fini(&a);
        shg_analysis_fini(&again);
        get_up(&t);
    }
}

static void winning_chances_of_scores(void **state)
{
    (void)state;
    assert_true(shg_winning_chance(0) == 0.5);
    assert_true(shg_winning_chance(SHG_SCORE_MATE) > 0.999);
    assert_true(shg_winning_chance(-SHG_SCORE_MATE) < 0.001);
    assert_true(shg_winning_chance(100) > 0.55 && shg_winning_chance(100) < 0.57);
}

TEST_SUITE(analysis)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mate_that_is_missed_is_a_blunder),
        cmocka_unit_test(a_declaration_wins),
        cmocka_unit_test(is_the_same_every_time),
        cmocka_unit_test(winning_chances_of_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
