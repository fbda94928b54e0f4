#include "server/clock/downtime.h"
#include "server/clock/game_time.h"
#include "base/test_suite.h"

#include "base/text.h"
#include "support/server.h"

#include <stdlib.h>
#include <unistd.h>

/* A run from a wall clock time, known to be alive until alive_ms. Returns its start. */
static int64_t run(shg_storage *storage, int64_t wall_ms, int64_t alive_ms, const char *expected)
{
    shg_downtimes downtimes;
    int64_t now_ms = wall_ms;
    assert_int_equal(shg_downtimes_begin(&downtimes, &now_ms, storage, NULL), SHOOGI_OK);
    char text[200] = "";
    shg_out out = shg_out_make(text, sizeof text);
    for (size_t i = 0; i < downtimes.count; i++)
        shg_out_format(&out, "%lld-%lld ", (long long)downtimes.spans[i].from_ms,
                       (long long)downtimes.spans[i].to_ms);
    assert_string_equal(text, expected);
    for (size_t i = 0; i < downtimes.count; i++) {
        const shg_downtime *span = &downtimes.spans[i];
        assert_int_equal(shg_downtimes_after(&downtimes, span->to_ms - 1), i);
        assert_int_equal(shg_downtimes_after(&downtimes, span->to_ms), i + 1);
    }
    shg_downtimes_fini(&downtimes);
    assert_int_equal(storage->ops->begin(storage, NULL), SHOOGI_OK);
    assert_int_equal(storage->ops->run_alive(storage, alive_ms, NULL), SHOOGI_OK);
    assert_int_equal(storage->ops->commit(storage, NULL), SHOOGI_OK);
    return now_ms;
}

static void downtimes_between_runs(void **state)
{
    (void)state;
    shg_storage *s;
    assert_int_equal(shg_storage_open(&s, "memory", false, NULL), SHOOGI_OK);
    assert_int_equal(run(s, 1000, 1500, ""), 1000);
    assert_int_equal(run(s, 2000, 0, "1500-2000 "), 2000); /* never known to be alive */
    assert_int_equal(run(s, 2000, 2600, "1500-2000 "), 2000);
    assert_int_equal(run(s, 3000, 3001, "1500-2000 2600-3000 "), 3000);
    /* The wall clock was put back: time continues from where it was. */
    assert_int_equal(run(s, 10, 3100, "1500-2000 2600-3000 "), 3001);
    assert_int_equal(run(s, 3050, 3050, "1500-2000 2600-3000 "), 3100);
    assert_int_equal(run(s, 9000, 9000, "1500-2000 2600-3000 3100-9000 "), 9000);
    s->ops->close(s);
}

static void pauses_while_the_server_runs(void **state)
{
    (void)state;
    shg_downtimes d = { .room = 3, .spans = calloc(3, sizeof *d.spans) };
    assert_non_null(d.spans);
    assert_true(shg_downtimes_add(&d, (shg_downtime){ 100, 200 }));
    assert_false(shg_downtimes_add(&d, (shg_downtime){ 120, 200 })); /* another found the same */
    assert_true(shg_downtimes_add(&d, (shg_downtime){ 150, 203 }));
    assert_int_equal(d.spans[1].from_ms, 200);
    assert_true(shg_downtimes_add(&d, (shg_downtime){ 300, 400 }));
    assert_false(shg_downtimes_add(&d, (shg_downtime){ 500, 600 })); /* no room */
    assert_int_equal(d.count, 3);
    assert_int_equal(shg_downtimes_after(&d, 350), 2);
    shg_downtimes_fini(&d);
}

static void a_storage_that_cannot_be_written(void **state)
{
    (void)state;
    shg_storage *s;
    char path[] = "/tmp/shoogi-downtime-XXXXXX";
    assert_non_null(mkdtemp(path));
    char file[64], lock[80];
    snprintf(file, sizeof file, "%s/a.db", path);
    const shg_sqlite_options writer = { .path = file },
                             reader = { .path = file, .read_only = true };
    assert_int_equal(shg_storage_sqlite(&s, &writer, NULL), SHOOGI_OK);
    s->ops->close(s);
    assert_int_equal(shg_storage_sqlite(&s, &reader, NULL), SHOOGI_OK);
    shg_downtimes downtimes;
    int64_t now_ms = 5;
    shoogi_error err = { 0 };
    assert_int_equal(shg_downtimes_begin(&downtimes, &now_ms, s, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "the storage is read-only");
    assert_null(downtimes.spans);
    s->ops->close(s);
    static const char *const ends[] = { "", "-lock", "-wal", "-shm" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(lock, sizeof lock, "%s%s", file, ends[i]);
        unlink(lock);
    }
    rmdir(path);
}

/* A move arrives before a pause and is stored after it: the clocks are the same as when the game is read again. */
static void a_late_move_comes_before_a_pause(void **state)
{
    (void)state;
    shg_time_control control = { 0 };
    control.limit[0].bank_ms = control.limit[1].bank_ms = 20000;
    shg_downtime span = { 5000, 9000 };
    const shg_downtimes downtimes = { .spans = &span, .count = 1, .room = 1 };
    shg_game_time *early, *late;
    assert_int_equal(shg_game_time_new(&early, &control, 0, 1000, &downtimes), SHOOGI_OK);
    assert_int_equal(shg_game_time_new(&late, &control, 0, 1000, &downtimes), SHOOGI_OK);
    assert_int_equal(shg_game_time_advance(late, 9500), SHOOGI_OK);
    shg_game_time *const both[] = { early, late };
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(shg_game_time_advance(both[i], 4000), SHOOGI_OK);
        shg_game_time_move(both[i], 4000);
        assert_int_equal(shg_game_time_advance(both[i], 10000), SHOOGI_OK);
        assert_int_equal(both[i]->event_count, 3);
        assert_int_equal(shg_game_clock_flag_fall_ms(&both[i]->clock), 28000);
        shg_game_time_move(both[i], 10000);
        shg_game_time_end(both[i], 11000);
        assert_int_equal(both[i]->end, 4);
    }
    assert_memory_equal(early->clock.account, late->clock.account, sizeof late->clock.account);
    shg_game_time_free(early);
    shg_game_time_free(late);
}

TEST_SUITE(downtime)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(downtimes_between_runs),
                                        cmocka_unit_test(pauses_while_the_server_runs),
                                        cmocka_unit_test(a_late_move_comes_before_a_pause),
                                        cmocka_unit_test(a_storage_that_cannot_be_written) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
