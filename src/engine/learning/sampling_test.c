/* sampling_test.c: samples of a search are positions that it has searched, with their scores. */
#include "engine/learning/self_play.h"
#include "base/test_suite.h"

#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What a search says, besides what a sampler keeps of it. */
typedef struct heard {
    shg_sampler *sampler;
    struct {
        uint64_t hash;
        int score;
        shg_bound bound;
    } nodes[4000];
    size_t count;
} heard;

static void hear(void *context, const shg_search_node *node)
{
    heard *const h = context;
    assert_true(h->count < sizeof h->nodes / sizeof h->nodes[0]);
    assert_int_equal(shoogi_position_checkers(node->position, NULL, 0), 0);
    h->nodes[h->count].hash = node->position->hash;
    h->nodes[h->count].score = node->score;
    h->nodes[h->count++].bound = node->bound;
    shg_sampler_see(h->sampler, node);
}

/* The last that was said of a position. */
static void expect_heard(const heard *h, const shoogi_position *p, const shg_sample *s)
{
    size_t i = h->count;
    while (i > 0 && h->nodes[i - 1].hash != p->hash)
        i--;
    assert_true(i > 0);
    assert_int_equal(h->nodes[i - 1].score, s->score);
    assert_int_equal(h->nodes[i - 1].bound, s->bound);
}

static void samples_are_what_was_searched(void **state)
{
    (void)state;
    static const char *const games[] = { "shogi", "chu", "micro", "cannon" };
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        shoogi_variant *const v = engine_game(games[g]);
        static const _Atomic bool never = false;
        shg_weights *w;
        shg_table *table;
        shg_search *search;
        shoogi_position *p;
        heard *const h = calloc(1, sizeof *h);
        shoogi_move *const moves = calloc(v->moves_max, sizeof *moves);
        uint64_t chance = 3;
        size_t seen = 0;
        assert_true(h && moves);
        assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
        assert_int_equal(shg_table_new_for_nodes(&table, 500), SHOOGI_OK);
        assert_int_equal(shg_search_new(&search, table, w, &never), SHOOGI_OK);
        assert_int_equal(shg_sampler_new(&h->sampler, v), SHOOGI_OK);
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (unsigned ply = 0; ply < 12 && wander(p, &chance); ply++) {
            const shg_search_limits limits = { .nodes = 500, .on_node = hear, .context = h };
            shoogi_move best;
            int score;
            shg_sample samples[SHG_SAMPLES];
            h->count = 0;
            shg_sampler_begin(h->sampler);
            assert_int_equal(shg_search_go(&best, &score, search, p, &limits), SHOOGI_OK);
            const uint64_t hash = p->hash;
            const size_t count = shg_sampler_take(samples, h->sampler, p, ply);
            assert_in_range(count, 0, SHG_SAMPLES);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(samples[i].ply, ply);
                assert_int_equal(shg_sample_reach(p, &samples[i], moves), SHOOGI_OK);
                expect_heard(h, p, &samples[i]);
                for (unsigned j = 0; j < samples[i].ply_count; j++)
                    shoogi_position_undo(p);
                assert_true(p->hash == hash);
                /* There is no such move. */
                samples[i].moves[samples[i].ply_count - 1] = UINT16_MAX;
                assert_int_equal(shg_sample_reach(p, &samples[i], moves), SHOOGI_ILLEGAL);
                assert_true(p->hash == hash);
            }
            seen += count;
        }
        assert_true(seen > 20);
        shoogi_position_free(p);
        shg_sampler_free(h->sampler);
        shg_search_free(search);
        shg_table_free(table);
        shg_weights_free(w);
        free(moves);
        free(h);
        shoogi_variant_free(v);
    }
}

/* Each position of a tree is kept with the same probability, and once. */
static void keeps_each_with_the_same_probability(void **state)
{
    (void)state;
    enum { RUNS = 4000 };
    shoogi_variant *const v = engine_game("mini");
    shg_sampler *sampler;
    shoogi_position *p;
    shoogi_move moves[64];
    unsigned often[64] = { 0 };
    uint64_t chance = 9;
    assert_int_equal(shg_sampler_new(&sampler, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    const size_t count = shoogi_position_moves(p, moves, 64);
    assert_in_range(count, SHG_SAMPLES + 1, 64);
    for (unsigned run = 0; run < RUNS; run++) {
        shg_sample samples[SHG_SAMPLES];
        const uint64_t change = shg_random(&chance); /* as if it were another game */
        shg_sampler_begin(sampler);
        for (size_t i = 0; i < 2 * count; i++) {
            assert_int_equal(shoogi_position_do(p, moves[i % count]), SHOOGI_OK);
            p->hash ^= change;
            shg_sampler_see(sampler, &(shg_search_node){ p, 1, (int)i, SHG_BOUND_EXACT });
            p->hash ^= change;
            shoogi_position_undo(p);
        }
        assert_int_equal(shg_sampler_take(samples, sampler, p, 0), SHG_SAMPLES);
        for (size_t i = 0; i < SHG_SAMPLES; i++) {
            assert_in_range(samples[i].score, count, 2 * count - 1); /* the second time */
            often[(size_t)samples[i].score - count]++;
        }
    }
    const double expected = (double)RUNS * SHG_SAMPLES / (double)count;
    for (size_t i = 0; i < count; i++)
        assert_true(often[i] > 0.8 * expected && often[i] < 1.2 * expected);
    shoogi_position_free(p);
    shg_sampler_free(sampler);
    shoogi_variant_free(v);
}

TEST_SUITE(sampling)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_what_was_searched),
        cmocka_unit_test(keeps_each_with_the_same_probability),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
