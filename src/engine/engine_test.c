/* engine_test.c: eight threads search one position: one legal best move each time, an existing mate, and an end on stop or
 * ponderhit. */
#include "engine/engine.h"
#include "base/test_suite.h"

#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>

#include <cmocka.h>

enum { THREADS = 8 };

typedef struct table {
    shoogi_variant *variant;
    shg_engine *engine;
    shoogi_position *position;
    unsigned findings; /* received, from one thread of the engine */
    _Atomic unsigned answers;
    shoogi_move best;
} table;

static void on_info(void *context, const shg_search_info *info, int64_t elapsed_ms)
{
    table *const t = context;
    (void)elapsed_ms;
    t->findings += info->pv_length > 0;
}

static void on_best(void *context, shoogi_move best, shoogi_move answer)
{
    table *const t = context;
    (void)answer;
    t->best = best;
    atomic_fetch_add(&t->answers, 1);
}

static void sit_down(table *t, const char *game)
{
    shg_weights *weights;
    *t = (table){ .variant = engine_game(game) };
    assert_int_equal(shg_weights_new(&weights, t->variant), SHOOGI_OK);
    assert_int_equal(shg_engine_new(&t->engine, weights, THREADS, 1), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&t->position, t->variant), SHOOGI_OK);
}

static void get_up(table *t)
{
    shoogi_position_free(t->position);
    shg_engine_free(t->engine);
    shoogi_variant_free(t->variant);
}

static void begin(table *t, shg_go go)
{
    const shg_engine_listener listener = { .on_info = on_info, .on_best = on_best, .context = t };
    t->findings = 0;
    atomic_store(&t->answers, 0);
    assert_int_equal(shg_engine_go(t->engine, t->position, &go, &listener), SHOOGI_OK);
}

/* The single best move, after the search has ended. */
static shoogi_move answer_of(table *t)
{
    shg_engine_wait(t->engine);
    assert_int_equal(atomic_load(&t->answers), 1);
    assert_true(t->findings > 0 && shg_engine_nodes(t->engine) > 0);
    return t->best;
}

/* With a table so small that threads overwrite each other's entries. */
static void eight_threads_play(void **state)
{
    (void)state;
    for (size_t i = 0; i < ENGINE_GAMES; i++) {
        table t;
        sit_down(&t, engine_games[i]);
        for (unsigned ply = 0; ply < TEST_SHARE(4, 4, 2); ply++) {
            begin(&t, (shg_go){ .nodes = TEST_SHARE(20000, 10000, 1500), .pv_count = 1 + ply % 2 });
            const shoogi_move move = answer_of(&t);
            assert_int_equal(shoogi_position_why_illegal(t.position, move, NULL, 0),
                             SHOOGI_ILLEGAL_NONE);
            assert_int_equal(shoogi_position_do(t.position, move), SHOOGI_OK);
        }
        get_up(&t);
    }
}

static void eight_threads_mate(void **state)
{
    (void)state;
    table t;
    sit_down(&t, "shogi");
    for (unsigned time = 0; time < 8; time++) {
        put_up(t.position, "K5i vK5a P5c G*");
        begin(&t, (shg_go){ .depth_plies = 3 });
        assert_int_equal(shoogi_position_do(t.position, answer_of(&t)), SHOOGI_OK);
        assert_int_equal(shoogi_position_result(t.position).reason, SHOOGI_REASON_CHECKMATE);
    }
    get_up(&t);
}

static void eight_threads_end(void **state)
{
    (void)state;
    table t;
    sit_down(&t, "mini");
    for (unsigned time = 0; time < 8; time++) {
        begin(&t, (shg_go){ .infinite = true });
        assert_int_equal(atomic_load(&t.answers), 0);
        shg_engine_stop(t.engine);
        shg_engine_wait(t.engine);
        assert_int_equal(atomic_load(&t.answers), 1);
        begin(&t, (shg_go){ .pondering = true, .clock = { .move_ms = 5 } });
        assert_int_equal(atomic_load(&t.answers), 0);
        shg_engine_ponderhit(t.engine, NULL);
        (void)answer_of(&t);
    }
    get_up(&t);
}

TEST_SUITE(engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_threads_play),
        cmocka_unit_test(eight_threads_mate),
        cmocka_unit_test(eight_threads_end),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
