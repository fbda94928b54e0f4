/* nnue_test.c: every kernel scores as the reference does, along the lines of a search; files are read back or refused. */
#include "engine/network/accumulator.h"
#include "engine/network/nnue_file.h"
#include "engine/evaluation/evaluator.h"
#include "base/test_suite.h"

#include "support/engine.h"
#include "support/network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static shg_nnue *random_network(const shoogi_variant *v, shg_nnue_shape shape, uint64_t seed)
{
    shg_nnue *n;
    assert_int_equal(shg_nnue_new(&n, v, shape), SHOOGI_OK);
    fill_at_random(n, &seed);
    return n;
}

/* ---- scores ---- */

enum { PLIES = 6, KERNELS_MAX = 8 };

/* A game whose positions all kernels score. */
typedef struct scene {
    shoogi_variant *v;
    shg_nnue *n;
    shoogi_position *p;
    shg_accumulator *accumulators[KERNELS_MAX];
    size_t kernels;
    size_t scored;
    int64_t least, most;
} scene;

static scene begin(const char *game, shg_nnue_shape shape, uint64_t seed)
{
    scene s = { .v = engine_game(game), .least = INT64_MAX, .most = INT64_MIN };
    s.n = random_network(s.v, shape, seed);
    assert_int_equal(shoogi_position_new(&s.p, s.v), SHOOGI_OK);
    for (const shg_nnue_kernel *k; (k = shg_nnue_kernel_number(s.kernels)); s.kernels++) {
        assert_true(s.kernels < KERNELS_MAX);
        assert_int_equal(shg_accumulator_new(&s.accumulators[s.kernels], s.n, k, PLIES + 1),
                         SHOOGI_OK);
    }
    return s;
}

static void end(scene *s)
{
    for (size_t i = 0; i < s->kernels; i++)
        shg_accumulator_free(s->accumulators[i]);
    shoogi_position_free(s->p);
    shg_nnue_free(s->n);
    shoogi_variant_free(s->v);
}

static void score(scene *s, unsigned ply)
{
    int64_t plain;
    assert_int_equal(shg_nnue_score_plain(&plain, s->n, s->p), SHOOGI_OK);
    for (size_t i = 0; i < s->kernels; i++)
        assert_int_equal(shg_accumulator_score(s->accumulators[i], s->p, ply), plain);
    s->least = plain < s->least ? plain : s->least;
    s->most = plain > s->most ? plain : s->most;
    s->scored++;
}

/* Random lines from a position, of which some positions are scored, as in a search. */
static void wander_from(scene *s, uint64_t *chance)
{
    unsigned ply = 0;
    for (unsigned i = 0; i < 30; i++) {
        if (ply > 0 && (ply == PLIES || random_below(chance, 3) == 0)) {
            shoogi_position_undo(s->p);
            ply--;
        } else if (wander(s->p, chance)) {
            ply++;
        } else if (ply == 0) {
            break;
        }
        if (random_below(chance, 3) > 0)
            score(s, ply);
    }
    for (; ply > 0; ply--)
        shoogi_position_undo(s->p);
}

/* Games with drops, flips, burns, demotions, lions, changes of captors, and a wide board that shares inputs, of which few are
 * quick. */
static void scores_like_the_reference(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        shg_nnue_shape shape;
    } games[] = {
        { "shogi", { 256, 32, 32, 1, false } },   { "mini", { 64, 16, 16, 8, true } },
        { "dobutsu", { 128, 64, 48, 2, false } }, { "kyoto", { 64, 16, 32, 1, true } },
        { "micro", { 192, 32, 16, 3, true } },    { "shosu", { 512, 16, 64, 1, true } },
        { "chu", { 64, 48, 16, 4, true } },       { "mortal", { 128, 16, 32, 2, true } },
        { "tenjiku", { 64, 16, 16, 5, false } },  { "macadamia", { 64, 16, 32, 8, false } },
        { "tori", { 64, 32, 32, 1, true } },      { "tai", { 64, 16, 16, 2, false } },
    };
    uint64_t chance = 11;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        scene s = begin(games[i].game, games[i].shape, 17 + i);
        const unsigned moves = s.v->squares > 256 ? 10 : 60;
        score(&s, 0);
        for (unsigned j = 0; j < moves && wander(s.p, &chance); j++)
            if (j % 5 == 0)
                wander_from(&s, &chance);
        assert_true(s.scored > 20 && s.most > s.least + 100);
        end(&s);
    }
}

/* The evaluation of a search is the network of its weights, and that of a null move too. */
static void evaluates_by_it(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("mini");
    shg_weights *w;
    shg_evaluator *e;
    shoogi_position *p;
    int64_t plain;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    w->network = random_network(v, (shg_nnue_shape){ 64, 16, 16, 1, false }, 5);
    assert_int_equal(shg_evaluator_new(&e, w, PLIES), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shg_position_make_room(p, 2), SHOOGI_OK);
    shg_evaluator_begin(e);
    for (unsigned side = 0; side < 2; side++) {
        assert_int_equal(shg_nnue_score_plain(&plain, w->network, p), SHOOGI_OK);
        assert_int_equal(shg_evaluator_score(e, p, side), shg_squash(plain));
        w->ops->do_null(p);
        shg_evaluator_moved(e, p, side + 1);
    }
    shoogi_position_free(p);
    shg_evaluator_free(e);
    shg_weights_free(w);
    shoogi_variant_free(v);
}

static void keeps_to_its_bounds(void **state)
{
    (void)state;
    static const shg_nnue_shape bad[] = {
        { 0, 16, 16, 1, false },  { 32, 16, 16, 1, false }, { 576, 16, 16, 1, false },
        { 64, 0, 16, 1, false },  { 64, 80, 16, 1, false }, { 64, 16, 8, 1, false },
        { 64, 16, 16, 0, false }, { 64, 16, 16, 9, false }, { 1u << 31, 16, 16, 1, false },
    };
    shoogi_variant *v = engine_game("mini");
    shg_nnue *n = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(shg_nnue_new(&n, v, bad[i]), SHOOGI_LIMIT_EXCEEDED);
    assert_null(n);
    shoogi_variant_free(v);
    /* The greatest boards have room for a network, but not for one by regions. */
    static const char *const wide[] = { "tai", "taikyoku" };
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        v = engine_game(wide[i]);
        assert_int_equal(shg_nnue_new(&n, v, (shg_nnue_shape){ 64, 16, 16, 1, true }),
                         SHOOGI_LIMIT_EXCEEDED);
        assert_null(n);
        assert_int_equal(shg_nnue_new(&n, v, (shg_nnue_shape){ 64, 16, 16, 1, false }), SHOOGI_OK);
        shg_nnue_free(n);
        n = NULL;
        shoogi_variant_free(v);
    }
}

/* ---- files ---- */

static const shg_provenance made = { "shoogi learn mini --games 40", 40, 1234 };

static char *write_one(size_t *count, const shoogi_variant *v, shg_nnue_shape shape)
{
    char *bytes;
    shg_nnue *const n = random_network(v, shape, 3);
    assert_int_equal(shg_nnue_write(&bytes, count, n, &made), SHOOGI_OK);
    shg_nnue_free(n);
    return bytes;
}

static void reads_what_it_writes(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("mini");
    shg_nnue *const n = random_network(v, (shg_nnue_shape){ 64, 32, 16, 2, true }, 9), *again;
    shg_provenance from;
    char *bytes;
    size_t count;
    assert_int_equal(shg_nnue_write(&bytes, &count, n, &made), SHOOGI_OK);
    assert_true(shg_nnue_is_file(bytes, count) && shg_nnue_fits(v, bytes, count));
    assert_int_equal(shg_nnue_read(&again, &from, v, bytes, count, NULL), SHOOGI_OK);
    assert_int_equal(again->memory_bytes, n->memory_bytes);
    assert_memory_equal(again->memory, n->memory, n->memory_bytes);
    assert_string_equal(from.made, made.made);
    assert_int_equal(from.games, 40);
    assert_int_equal(from.positions, 1234);
    shg_nnue_free(again);
    shg_nnue_free(n);
    free(bytes);
    shoogi_variant_free(v);
}

static void expect_refused(const shoogi_variant *v, const char *bytes, size_t count,
                           const char *message)
{
    shg_nnue *n = NULL;
    shoogi_error err = { 0 };
    char *const exact = malloc(count + (count == 0)); /* so that the sanitizers see an overread */
    assert_non_null(exact);
    memcpy(exact, bytes, count);
    assert_int_not_equal(shg_nnue_read(&n, NULL, v, exact, count, &err), SHOOGI_OK);
    assert_null(n);
    assert_non_null(strstr(err.message, message));
    assert_true(err.message[0] != '\0');
    free(exact);
}

/* Of another game, version or shape; cut; altered. */
static void refuses_other_files(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("dobutsu"), *const other = engine_game("mini");
    size_t count;
    char *const bytes = write_one(&count, v, (shg_nnue_shape){ 64, 16, 16, 1, false });
    expect_refused(other, bytes, count, "expected \"board 5x5\", found \"board 3x4\"");
    assert_false(shg_nnue_fits(other, bytes, count));
    static const struct {
        const char *line, *as, *message;
    } altered[] = {
        { "shoogi-network 1", "shoogi-network 2", "expected \"shoogi-network 1\"" },
        { "shape 64 16 16 1", "shape 64 16 16 0", "expected the shape of a network" },
        { "shape 64 16 16 1", "shape 64 16 16 x", "expected the shape of a network" },
        { "shape 64 16 16 1\n", "shape 64 16 1 by", "expected the shape of a network" },
        { "shape 64 16 16 1", "shape 64 16 32 1", "bytes of numbers, found" },
        { "inputs ", "inputz ", "expected \"inputs ...\"" },
        { "games 40", "games 41", "the file is damaged" },
    };
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        char *const at = strstr(bytes, altered[i].line);
        assert_non_null(at);
        memcpy(at, altered[i].as, strlen(altered[i].as));
        expect_refused(v, bytes, count, altered[i].message);
        memcpy(at, altered[i].line, strlen(altered[i].line));
    }
    for (size_t cut = 0; cut < count; cut += cut < 300 ? 1 : 997)
        expect_refused(v, bytes, cut, "expected ");
    for (size_t at = 0; at < count; at += at < 300 ? 1 : 499) {
        bytes[at] ^= 4;
        expect_refused(v, bytes, count, "expected ");
        bytes[at] ^= 4;
    }
    free(bytes);
    shoogi_variant_free(other);
    shoogi_variant_free(v);
}

/* A number with which a sum could overflow, in a file that is whole. */
static void refuses_numbers_beyond_their_bound(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("dobutsu");
    for (int beyond = 0; beyond < 2; beyond++) {
        shg_nnue *const n = random_network(v, (shg_nnue_shape){ 64, 16, 16, 1, false }, 3),
                        *again = NULL;
        char *bytes;
        size_t count;
        *n->layers[0].output_bias = -SHG_BIAS_MAX - beyond;
        assert_int_equal(shg_nnue_write(&bytes, &count, n, &made), SHOOGI_OK);
        if (beyond)
            expect_refused(v, bytes, count, "expected numbers from -268435456 to 268435456");
        else
            assert_int_equal(shg_nnue_read(&again, NULL, v, bytes, count, NULL), SHOOGI_OK);
        free(bytes);
        shg_nnue_free(again);
        shg_nnue_free(n);
    }
    shoogi_variant_free(v);
}

TEST_SUITE(nnue)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_like_the_reference),
        cmocka_unit_test(evaluates_by_it),
        cmocka_unit_test(keeps_to_its_bounds),
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(refuses_other_files),
        cmocka_unit_test(refuses_numbers_beyond_their_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
