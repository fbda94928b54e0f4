/* example_maker_test.c: what a sample of a search teaches. */
#include "engine/learning/example_maker.h"
#include "base/test_suite.h"
#include "base/winning_chance.h"

#include "support/engine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SCORE = 777 };

/* Moves of Black at the start of Mini. */
typedef struct step {
    unsigned file, from_rank, to_rank; /* from 0 */
} step;
static const step gold = { 3, 4, 3 };          /* nothing hangs after it */
static const step rook_for_pawn = { 0, 4, 1 }; /* the king can capture the rook */

static shoogi_move find(const shoogi_position *p, step s)
{
    enum { MOVES_MAX = 200 };
    shoogi_move moves[MOVES_MAX];
    const size_t count = shoogi_position_moves(p, moves, MOVES_MAX);
    for (size_t i = 0; i < count; i++)
        if (shoogi_move_from(moves[i]) == s.file * p->variant->ranks + s.from_rank &&
            shoogi_move_to(moves[i]) == s.file * p->variant->ranks + s.to_rank)
            return moves[i];
    abort();
}

/* The lesson of a position after the first move, in whose search it had the score or more, and what the teacher says of it. */
static shg_lesson learn(int *eval, step s, bool taught)
{
    shoogi_variant *const v = engine_game("mini");
    shg_weights *w;
    shg_nnue *n;
    uint16_t *turned;
    shoogi_position *p;
    shg_sampler *sampler;
    shg_sample sample;
    shg_example_maker *maker;
    shg_example_set set = { 0 };
    shg_played played = { .score = SHG_SCORE_NONE };
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    assert_int_equal(shg_nnue_new(&n, v, (shg_nnue_shape){ 64, 16, 16, 1, false }), SHOOGI_OK);
    assert_int_equal(shg_turned_inputs(&turned, n), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    played.move = find(p, s);
    assert_int_equal(shg_sampler_new(&sampler, v), SHOOGI_OK);
    shg_sampler_begin(sampler);
    assert_int_equal(shoogi_position_do(p, played.move), SHOOGI_OK);
    shg_sampler_see(sampler, &(shg_search_node){ p, 1, SCORE, SHG_BOUND_LOWER });
    const shg_examples how = { .teacher = taught ? w : NULL };
    shg_evaluator *e;
    assert_int_equal(shg_evaluator_new(&e, w, 1), SHOOGI_OK);
    *eval = shg_evaluator_score(e, p, 0);
    shg_evaluator_free(e);
    shoogi_position_undo(p);
    assert_int_equal(shg_sampler_take(&sample, sampler, p, 0), 1);
    const shg_game game = { .played = &played, .count = 1, .samples = &sample, .sample_count = 1 };
    assert_int_equal(shg_example_maker_new(&maker, n, turned, &how), SHOOGI_OK);
    assert_int_equal(shg_example_maker_add(&set, maker, &(shg_example_game){ .game = &game }),
                     SHOOGI_OK);
    assert_int_equal(set.count, 1);
    const shg_lesson lesson = set.lessons[0];
    shg_example_set_fini(&set);
    shg_example_maker_free(maker);
    shg_sampler_free(sampler);
    shoogi_position_free(p);
    free(turned);
    shg_nnue_free(n);
    shg_weights_free(w);
    shoogi_variant_free(v);
    return lesson;
}

static void expect(step s, bool taught, bool of_teacher)
{
    int eval;
    const shg_lesson lesson = learn(&eval, s, taught);
    assert_true(abs(eval - SCORE) > 100);
    assert_true(fabs(lesson.target - shg_winning_chance(of_teacher ? eval : SCORE)) < 1e-6);
    assert_int_equal(lesson.bound, of_teacher ? SHG_BOUND_EXACT : SHG_BOUND_LOWER);
}

/* A score tells how a capture ends that the network's own search will find; an evaluation should not know it. */
static void where_something_hangs_the_teacher_speaks(void **state)
{
    (void)state;
    expect(gold, true, false);
    expect(rook_for_pawn, true, true);
}

static void without_a_teacher_the_search_speaks(void **state)
{
    (void)state;
    expect(gold, false, false);
    expect(rook_for_pawn, false, false);
}

TEST_SUITE(example_maker)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_something_hangs_the_teacher_speaks),
        cmocka_unit_test(without_a_teacher_the_search_speaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
