/* nnue_training_test.c: a network learns the scores of games, the same with any number of threads. */
#include "engine/learning/nnue_training.h"
#include "base/test_suite.h"

#include "support/engine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { GAMES = 24, PLIES = 40 };

/* Random games whose scores say that a kind of piece is worth much, so that there is something to learn. */
typedef struct scene {
    shoogi_variant *v;
    shg_weights *w;
    shg_game games[GAMES];
    shg_nnue *network;
} scene;

static int lead_of(const shoogi_position *p, shoogi_kind kind)
{
    int lead = 0;
    for (unsigned sq = 0; sq < p->variant->squares; sq++)
        if (p->square[sq] != 0 && shg_code_kind(p->square[sq]) == kind)
            lead += shg_code_colour(p->square[sq]) == p->side ? 1 : -1;
    return lead;
}

static void play(scene *s, shg_game *g, uint64_t *chance)
{
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, s->v), SHOOGI_OK);
    g->played = calloc(PLIES, sizeof *g->played);
    assert_non_null(g->played);
    while (g->count < PLIES) {
        const int lead = lead_of(p, 3);
        if (!wander(p, chance))
            break;
        g->played[g->count++] = (shg_played){ .move = p->history[p->history_count - 1].move,
                                              .score = (int16_t)(600 * lead),
                                              .quiet = g->count % 7 != 0 };
    }
    shoogi_position_free(p);
}

static scene begin(const char *game)
{
    scene s = { .v = engine_game(game) };
    uint64_t chance = 21;
    assert_int_equal(shg_weights_new(&s.w, s.v), SHOOGI_OK);
    for (unsigned i = 0; i < GAMES; i++)
        play(&s, &s.games[i], &chance);
    assert_int_equal(
        shg_nnue_begin(&s.network, s.w, (shg_nnue_shape){ 64, 16, 16, 2, false }, &chance),
        SHOOGI_OK);
    return s;
}

static void end(scene *s)
{
    for (unsigned i = 0; i < GAMES; i++)
        shg_game_fini(&s->games[i]);
    shg_nnue_free(s->network);
    shg_weights_free(s->w);
    shoogi_variant_free(s->v);
}

static shg_nnue_training *training_by(const scene *s, const shg_nnue_step *step, unsigned threads,
                                      unsigned random_moves)
{
    shg_nnue_training *t;
    shg_example_game games[GAMES];
    const shg_examples how = { .random_moves = random_moves, .teacher = s->w };
    assert_int_equal(shg_nnue_training_new(&t, s->network, step, 64, threads), SHOOGI_OK);
    for (unsigned i = 0; i < GAMES; i++)
        games[i] =
            (shg_example_game){ .game = &s->games[i], .random = i + 1, .held_out = i % 6 == 0 };
    assert_int_equal(shg_nnue_training_add(t, games, GAMES, &how), SHOOGI_OK);
    return t;
}

static shg_nnue_training *training_of(const scene *s, unsigned threads, unsigned random_moves)
{
    return training_by(s, shg_nnue_step_number(0), threads, random_moves);
}

static double train(shg_nnue_training *t, unsigned passes)
{
    uint64_t chance = 8;
    double loss = 0;
    for (unsigned i = 0; i < passes; i++)
        assert_int_equal(shg_nnue_training_pass(&loss, t, 0.01, 0.01, &chance), SHOOGI_OK);
    return loss;
}

/* The error falls, also that of positions it has not seen, and that of the integers of the result. */
static void learns_what_scores_say(void **state)
{
    (void)state;
    scene s = begin("mini");
    shg_nnue_training *const t = training_of(&s, 1, 0);
    double before, after;
    assert_int_equal(shg_nnue_training_measure(&before, t), SHOOGI_OK);
    const double first = train(t, 1), last = train(t, 40);
    assert_int_equal(shg_nnue_training_measure(&after, t), SHOOGI_OK);
    assert_true(last < first / 4 && after < before / 2);
    shg_nnue_training_result(t, s.network);
    double sum = 0;
    size_t count = 0;
    for (unsigned i = 0; i < GAMES; i += 6) {
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, s.v), SHOOGI_OK);
        for (size_t j = 0; j < s.games[i].count; j++) {
            const shg_played *const m = &s.games[i].played[j];
            int64_t score;
            assert_int_equal(shg_nnue_score_plain(&score, s.network, p), SHOOGI_OK);
            const double error =
                shg_winning_chance((double)score) - shg_target(m, s.games[i].outcome, p->side, 0);
            sum += m->quiet ? error * error : 0;
            count += m->quiet;
            assert_int_equal(shoogi_position_do(p, m->move), SHOOGI_OK);
        }
        shoogi_position_free(p);
    }
    assert_true(fabs(sqrt(sum / (double)count) - sqrt(after)) < 0.01);
    shg_nnue_training_free(t);
    end(&s);
}

/* Before training, the network says what the weights say of material. */
static void begins_with_the_values_of_the_weights(void **state)
{
    (void)state;
    scene s = begin("shogi");
    shoogi_position *p;
    int64_t even, ahead;
    assert_int_equal(shoogi_position_new(&p, s.v), SHOOGI_OK);
    assert_int_equal(shg_nnue_score_plain(&even, s.network, p), SHOOGI_OK);
    p->ops->remove(p, 0); /* one of White's */
    const shoogi_kind lost = shg_code_kind(s.v->start[0]);
    assert_int_equal(shg_nnue_score_plain(&ahead, s.network, p), SHOOGI_OK);
    const int worth = shg_weight_mean(s.w->value[shg_feature(s.v, lost, SHG_FEATURE_BOARD)]);
    assert_true(llabs(ahead - even - worth) < worth / 3 + 30);
    shoogi_position_free(p);
    end(&s);
}

static void any_number_of_threads_learns_the_same(void **state)
{
    (void)state;
    scene s = begin("dobutsu");
    unsigned char *one = NULL;
    for (unsigned threads = 1; threads <= 3; threads++) {
        shg_nnue_training *const t = training_of(&s, threads, 2);
        shg_nnue *result;
        uint64_t chance = 1;
        assert_int_equal(shg_nnue_begin(&result, s.w, s.network->shape, &chance), SHOOGI_OK);
        (void)train(t, 3);
        shg_nnue_training_result(t, result);
        if (!one) {
            one = malloc(result->memory_bytes);
            assert_non_null(one);
            memcpy(one, result->memory, result->memory_bytes);
            assert_memory_not_equal(one, s.network->memory, result->memory_bytes);
        }
        assert_memory_equal(one, result->memory, result->memory_bytes);
        shg_nnue_free(result);
        shg_nnue_training_free(t);
    }
    free(one);
    end(&s);
}

/* The arithmetic for each kind of processor learns what that for every one does, but for what they round. */
static void any_processor_learns_the_same(void **state)
{
    (void)state;
    scene s = begin("mini");
    double plain_before, plain_after;
    size_t last = 0;
    while (shg_nnue_step_number(last + 1))
        last++;
    for (size_t i = last + 1; i-- > 0;) {
        shg_nnue_training *const t = training_by(&s, shg_nnue_step_number(i), 1, 0);
        double before, after;
        assert_int_equal(shg_nnue_training_measure(&before, t), SHOOGI_OK);
        (void)train(t, 3);
        assert_int_equal(shg_nnue_training_measure(&after, t), SHOOGI_OK);
        shg_nnue_training_free(t);
        if (i == last) {
            plain_before = before;
            plain_after = after;
        }
        assert_true(fabs(before - plain_before) < 1e-5 * plain_before);
        assert_true(fabs(after - plain_after) < 0.02 * plain_after);
    }
    end(&s);
}

/* Random moves add positions; nothing to learn from is no error. */
static void counts_its_positions(void **state)
{
    (void)state;
    scene s = begin("micro");
    double loss;
    uint64_t chance = 1;
    shg_nnue_training *t = training_of(&s, 1, 0);
    const size_t quiet = shg_nnue_training_positions(t);
    shg_nnue_training_free(t);
    t = training_of(&s, 1, 3);
    assert_in_range(shg_nnue_training_positions(t), quiet + 1, quiet * 6);
    shg_nnue_training_free(t);
    assert_int_equal(shg_nnue_training_new(&t, s.network, shg_nnue_step_number(0), 64, 2),
                     SHOOGI_OK);
    assert_int_equal(shg_nnue_training_pass(&loss, t, 0.01, 0.01, &chance), SHOOGI_OK);
    assert_int_equal(shg_nnue_training_measure(&loss, t), SHOOGI_OK);
    assert_true(loss == 0 && shg_nnue_training_positions(t) == 0);
    shg_nnue_training_free(t);
    end(&s);
}

/* It keeps what it has when there is no room for more, and learns from that. */
static void keeps_to_its_memory(void **state)
{
    (void)state;
    enum { EXAMPLE_BYTES = 20, ROUNDS_MAX = 2000 }; /* at least */
    scene s = begin("micro");
    shg_nnue_training *t;
    uint64_t chance = 1;
    double loss;
    const shg_examples how = { 0 };
    assert_int_equal(shg_nnue_training_new(&t, s.network, shg_nnue_step_number(0), 1, 1),
                     SHOOGI_OK);
    shoogi_status status = SHOOGI_OK;
    for (unsigned i = 0; i < ROUNDS_MAX * GAMES && status == SHOOGI_OK; i++)
        status =
            shg_nnue_training_add(t, &(shg_example_game){ .game = &s.games[i % GAMES] }, 1, &how);
    assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
    assert_in_range(shg_nnue_training_positions(t), 1000, (1 << 20) / EXAMPLE_BYTES);
    assert_int_equal(shg_nnue_training_pass(&loss, t, 0.01, 0.01, &chance), SHOOGI_OK);
    assert_true(loss > 0);
    shg_nnue_training_free(t);
    end(&s);
}

/* A bound pulls a prediction that it forbids, and no other. */
static void learns_from_bounds(void **state)
{
    (void)state;
    static const struct {
        int score;
        shg_bound bound;
        int moves; /* 1: the score of the position rises; -1: it falls */
    } cases[] = {
        { 900, SHG_BOUND_EXACT, 1 },   { 900, SHG_BOUND_LOWER, 1 },   { 900, SHG_BOUND_UPPER, 0 },
        { -900, SHG_BOUND_EXACT, -1 }, { -900, SHG_BOUND_UPPER, -1 }, { -900, SHG_BOUND_LOWER, 0 },
    };
    scene s = begin("mini");
    shoogi_position *p;
    int64_t before, after;
    assert_int_equal(shoogi_position_new(&p, s.v), SHOOGI_OK);
    const shoogi_move first = s.games[0].played[0].move;
    assert_int_equal(shoogi_position_do(p, first), SHOOGI_OK);
    assert_int_equal(shg_nnue_score_plain(&before, s.network, p), SHOOGI_OK);
    shoogi_position_undo(p);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shg_played played = { .move = first };
        shg_sampler *sampler;
        shg_sample sample;
        assert_int_equal(shg_sampler_new(&sampler, s.v), SHOOGI_OK);
        shg_sampler_begin(sampler);
        assert_int_equal(shoogi_position_do(p, first), SHOOGI_OK);
        shg_sampler_see(sampler, &(shg_search_node){ p, 1, cases[i].score, cases[i].bound });
        shoogi_position_undo(p);
        assert_int_equal(shg_sampler_take(&sample, sampler, p, 0), 1);
        shg_sampler_free(sampler);
        shg_game game = { .played = &played, .count = 1, .samples = &sample, .sample_count = 1 };
        shg_nnue_training *t;
        shg_nnue *result;
        uint64_t chance = 1;
        assert_int_equal(shg_nnue_training_new(&t, s.network, shg_nnue_step_number(0), 64, 1),
                         SHOOGI_OK);
        assert_int_equal(
            shg_nnue_training_add(t, &(shg_example_game){ .game = &game }, 1, &(shg_examples){ 0 }),
            SHOOGI_OK);
        assert_int_equal(shg_nnue_training_positions(t), 1);
        (void)train(t, 5);
        assert_int_equal(shg_nnue_begin(&result, s.w, s.network->shape, &chance), SHOOGI_OK);
        shg_nnue_training_result(t, result);
        assert_int_equal(shoogi_position_do(p, first), SHOOGI_OK);
        assert_int_equal(shg_nnue_score_plain(&after, result, p), SHOOGI_OK);
        shoogi_position_undo(p);
        /* The weights decay a little, whatever is learned. */
        const int64_t moved = after - before;
        assert_true(cases[i].moves == 0 ? llabs(moved) < 20 : moved * cases[i].moves > 40);
        shg_nnue_free(result);
        shg_nnue_training_free(t);
    }
    shoogi_position_free(p);
    end(&s);
}

TEST_SUITE(nnue_training)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_what_scores_say),
        cmocka_unit_test(begins_with_the_values_of_the_weights),
        cmocka_unit_test(any_number_of_threads_learns_the_same),
        cmocka_unit_test(any_processor_learns_the_same),
        cmocka_unit_test(counts_its_positions),
        cmocka_unit_test(keeps_to_its_memory),
        cmocka_unit_test(learns_from_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
