/* tables_test.c: the tables of a variant are made by the first thread that needs them. */
#include "core/board/board_ops.h"
#include "support/core.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <pthread.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 20 };

static struct {
    const shoogi_variant *variant;
    pthread_barrier_t begin;
} common;

typedef struct seen {
    const void *tables;
    uint64_t count;
} seen;

/* Starts together with the other threads, and counts the moves of its own position. */
static void *set_up(void *context)
{
    seen *const s = context;
    shoogi_position *p;
    (void)pthread_barrier_wait(&common.begin);
    if (shoogi_position_new(&p, common.variant) != SHOOGI_OK)
        return NULL;
    s->tables = shg_variant_tables(common.variant);
    if (shoogi_position_perft(&s->count, p, 2) != SHOOGI_OK)
        s->count = 0;
    shoogi_position_free(p);
    return NULL;
}

static void threads_share_what_one_of_them_made(void **state)
{
    (void)state;
    static char text[SHOOGI_DEFINITION_BYTES_MAX];
    const long bytes = read_definition(text, "shogi");
    assert_true(bytes > 0);
    for (unsigned round = 0; round < ROUNDS; round++) {
        shoogi_variant *v;
        pthread_t thread[THREADS];
        seen all[THREADS] = { { 0 } };
        assert_int_equal(shoogi_variant_parse(&v, text, (size_t)bytes, NULL), SHOOGI_OK);
        common.variant = v;
        assert_int_equal(pthread_barrier_init(&common.begin, NULL, THREADS), 0);
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, set_up, &all[i]), 0);
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(thread[i], NULL), 0);
        for (unsigned i = 0; i < THREADS; i++) {
            assert_non_null(all[i].tables);
            assert_ptr_equal(all[i].tables, all[0].tables);
            assert_int_equal(all[i].count, 900);
        }
        pthread_barrier_destroy(&common.begin);
        shoogi_variant_free(v);
    }
}

TEST_SUITE(tables)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_share_what_one_of_them_made) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
