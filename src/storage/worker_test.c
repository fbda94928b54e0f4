/* worker_test.c: jobs in groups, their order, their failures, and the failures of the storage.
 *
 * Linked with --wrap=calloc, so that the worker's own allocation can fail. */
#include "storage/worker.h"

#include "support/memory_storage/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* --- A storage that counts calls, and fails as planned --- */

/* The call of this number, counted from 1, returns this status instead of calling the storage. */
struct plan {
    int at;
    shoogi_status status;
};

struct wrapped {
    shg_storage base;
    shg_storage *inner;
    int begins, commits, rollbacks, part_begins, keeps, drops;
    struct plan begin, commit, part_begin, part_keep;
    bool *closed;
};

static struct wrapped *wrapped_of(shg_storage *s)
{
    return (struct wrapped *)s;
}

static shoogi_status planned(const struct plan *plan, int call, shoogi_error *err)
{
    if (call != plan->at)
        return SHOOGI_OK;
    err->status = plan->status;
    snprintf(err->message, sizeof err->message, "as planned");
    return plan->status;
}

static shoogi_status wrapped_begin(shg_storage *s, shoogi_error *err)
{
    struct wrapped *w = wrapped_of(s);
    const shoogi_status status = planned(&w->begin, ++w->begins, err);
    return status != SHOOGI_OK ? status : w->inner->ops->begin(w->inner, err);
}

static shoogi_status wrapped_commit(shg_storage *s, shoogi_error *err)
{
    struct wrapped *w = wrapped_of(s);
    const shoogi_status status = planned(&w->commit, ++w->commits, err);
    if (status == SHOOGI_OK)
        return w->inner->ops->commit(w->inner, err);
    w->inner->ops->rollback(w->inner);
    return status;
}

static void wrapped_rollback(shg_storage *s)
{
    wrapped_of(s)->rollbacks++;
    wrapped_of(s)->inner->ops->rollback(wrapped_of(s)->inner);
}

static shoogi_status wrapped_part_begin(shg_storage *s, shoogi_error *err)
{
    struct wrapped *w = wrapped_of(s);
    const shoogi_status status = planned(&w->part_begin, ++w->part_begins, err);
    return status != SHOOGI_OK ? status : w->inner->ops->part_begin(w->inner, err);
}

static shoogi_status wrapped_part_keep(shg_storage *s, shoogi_error *err)
{
    struct wrapped *w = wrapped_of(s);
    const shoogi_status status = planned(&w->part_keep, ++w->keeps, err);
    return status != SHOOGI_OK ? status : w->inner->ops->part_keep(w->inner, err);
}

static void wrapped_part_drop(shg_storage *s)
{
    wrapped_of(s)->drops++;
    wrapped_of(s)->inner->ops->part_drop(wrapped_of(s)->inner);
}

static shoogi_status wrapped_player_add(shg_storage *s, int64_t *id, const shg_player *row,
                                        shoogi_error *err)
{
    return wrapped_of(s)->inner->ops->player_add(wrapped_of(s)->inner, id, row, err);
}

static shoogi_status wrapped_player_by_name(shg_storage *s, shg_player *row, const char *name,
                                            shoogi_error *err)
{
    return wrapped_of(s)->inner->ops->player_by_name(wrapped_of(s)->inner, row, name, err);
}

static void wrapped_rest(shg_storage *s)
{
    wrapped_of(s)->inner->ops->rest(wrapped_of(s)->inner);
}

static void wrapped_close(shg_storage *s)
{
    struct wrapped *w = wrapped_of(s);
    *w->closed = true;
    w->inner->ops->close(w->inner);
}

static const shg_storage_ops wrapped_ops = {
    .version = SHG_STORAGE_VERSION,
    .begin = wrapped_begin,
    .commit = wrapped_commit,
    .rollback = wrapped_rollback,
    .part_begin = wrapped_part_begin,
    .part_keep = wrapped_part_keep,
    .part_drop = wrapped_part_drop,
    .player_add = wrapped_player_add,
    .player_by_name = wrapped_player_by_name,
    .rest = wrapped_rest,
    .close = wrapped_close,
};

/* --- A worker and what belongs to it --- */

struct fixture {
    struct wrapped storage; /* accessed only while the worker is idle */
    shg_worker *worker;
    sem_t woken;
    bool closed;
    int done_count;
};

static void wake(void *context)
{
    struct fixture *f = context;
    sem_post(&f->woken);
}

static void start(struct fixture *f, bool writes)
{
    memset(f, 0, sizeof *f);
    sem_init(&f->woken, 0, 0);
    f->storage.base.ops = &wrapped_ops;
    f->storage.closed = &f->closed;
    assert_int_equal(shg_storage_memory(&f->storage.inner, NULL), SHOOGI_OK);
    assert_int_equal(shg_worker_new(&f->worker, &f->storage.base, writes, wake, f, NULL),
                     SHOOGI_OK);
}

static void stop(struct fixture *f)
{
    shg_worker_free(f->worker);
    assert_true(f->closed);
    sem_destroy(&f->woken);
}

/* Delivers until this many jobs are done in all. */
static void deliver_until(struct fixture *f, int done)
{
    while (f->done_count < done) {
        while (sem_wait(&f->woken) != 0)
            ;
        shg_worker_deliver(f->worker);
    }
    assert_int_equal(f->done_count, done);
}

/* A job that adds a player and may then fail. */
struct adding {
    shg_job job;
    struct fixture *f;
    char name[32];
    shoogi_status fails;
    bool fills_error;
    int place; /* the order in which it was done: 1, 2, 3 ... */
    bool ran;
};

static shoogi_status run_adding(shg_job *job, shg_storage *storage)
{
    struct adding *a = (struct adding *)job;
    a->ran = true;
    int64_t id;
    const shg_player row = { .name = a->name, .password = "" };
    const shoogi_status status = storage->ops->player_add(storage, &id, &row, &job->error);
    if (status != SHOOGI_OK)
        return status;
    if (a->fills_error)
        snprintf(job->error.message, sizeof job->error.message, "its own words");
    if (a->fills_error)
        job->error.status = a->fails;
    return a->fails;
}

static void done_adding(shg_job *job)
{
    struct adding *a = (struct adding *)job;
    a->place = ++a->f->done_count;
}

/* A gate must block the worker if members of the job are set afterwards. */
static void submit_adding(struct fixture *f, struct adding *a, const char *name)
{
    *a = (struct adding){ .job = { .run = run_adding, .done = done_adding }, .f = f };
    snprintf(a->name, sizeof a->name, "%s", name);
    assert_int_equal(shg_worker_submit(f->worker, &a->job), SHOOGI_OK);
}

/* A job that blocks the worker until it is released, so that jobs submitted meanwhile form one
 * group. */
struct gate {
    shg_job job;
    struct fixture *f;
    sem_t reached, opened;
};

static shoogi_status run_gate(shg_job *job, shg_storage *storage)
{
    struct gate *g = (struct gate *)job;
    (void)storage;
    sem_post(&g->reached);
    while (sem_wait(&g->opened) != 0)
        ;
    return SHOOGI_OK;
}

static void done_gate(shg_job *job)
{
    ((struct gate *)job)->f->done_count++;
}

static void close_gate(struct fixture *f, struct gate *g)
{
    *g = (struct gate){ .job = { .run = run_gate, .done = done_gate }, .f = f };
    sem_init(&g->reached, 0, 0);
    sem_init(&g->opened, 0, 0);
    assert_int_equal(shg_worker_submit(f->worker, &g->job), SHOOGI_OK);
    while (sem_wait(&g->reached) != 0)
        ;
}

static void open_gate(struct gate *g)
{
    sem_post(&g->opened);
}

static bool is_there(struct fixture *f, const char *name)
{
    shg_player row;
    return f->storage.inner->ops->player_by_name(f->storage.inner, &row, name, NULL) == SHOOGI_OK;
}

/* --- Cases --- */

static void a_group_is_one_commit(void **state)
{
    (void)state;
    enum { JOBS = 200 };
    static struct adding jobs[JOBS];
    struct fixture f;
    start(&f, true);
    struct gate gate;
    close_gate(&f, &gate);
    for (int i = 0; i < JOBS; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        submit_adding(&f, &jobs[i], name);
    }
    assert_int_equal(shg_worker_deliver(f.worker), 0); /* nothing is done before its commit */
    open_gate(&gate);
    deliver_until(&f, JOBS + 1);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(jobs[i].job.status, SHOOGI_OK);
        assert_int_equal(jobs[i].place, i + 2); /* in order, after the gate */
        assert_true(is_there(&f, jobs[i].name));
    }
    assert_int_equal(f.storage.begins, 2);
    assert_int_equal(f.storage.commits, 2);
    assert_int_equal(f.storage.part_begins, JOBS + 1);
    assert_int_equal(f.storage.drops, 0);
    assert_int_equal(f.storage.rollbacks, 0);
    stop(&f);
}

static void a_group_is_no_larger_than_the_storage_wants(void **state)
{
    (void)state;
    enum { JOBS = 200, GROUP_MAX = 64 };
    static struct adding jobs[JOBS];
    shg_storage_ops bounded = wrapped_ops;
    bounded.group_max = GROUP_MAX;
    struct fixture f;
    start(&f, true);
    f.storage.base.ops = &bounded; /* nothing reads it before the first job */
    struct gate gate;
    close_gate(&f, &gate);
    for (int i = 0; i < JOBS; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        submit_adding(&f, &jobs[i], name);
    }
    open_gate(&gate);
    deliver_until(&f, JOBS + 1);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(jobs[i].place, i + 2); /* in order */
    assert_int_equal(f.storage.commits, 1 + (JOBS + GROUP_MAX - 1) / GROUP_MAX);
    assert_int_equal(f.storage.part_begins, JOBS + 1);
    stop(&f);
}

/* Nobody sends jobs to a server that says that it cannot store. */
static void a_database_that_comes_back_is_noticed(void **state)
{
    (void)state;
    static struct adding job;
    shg_storage_ops remote = wrapped_ops;
    remote.remote = true;
    struct fixture f;
    start(&f, true);
    f.storage.base.ops = &remote;
    f.storage.begin = (struct plan){ .at = 1, .status = SHOOGI_LIMIT_EXCEEDED };
    submit_adding(&f, &job, "a");
    deliver_until(&f, 1);
    assert_int_equal(job.job.status, SHOOGI_LIMIT_EXCEEDED);
    assert_false(job.ran);
    while (shg_worker_full(f.worker)) /* the worker wakes us after each look */
        sem_wait(&f.woken);
    assert_false(shg_worker_failed(f.worker));
    submit_adding(&f, &job, "a");
    while (f.done_count < 2)
        shg_worker_deliver(f.worker);
    assert_int_equal(job.job.status, SHOOGI_OK);
    stop(&f);
}

/* The job that was begun may still be stored. */
static void jobs_behind_a_silent_database_are_refused(void **state)
{
    enum { NO_TIME_MS = -1 };
    (void)state;
    static struct adding job;
    struct fixture f;
    start(&f, true);
    assert_false(shg_worker_refuse_if_silent(f.worker, NO_TIME_MS));
    struct gate gate;
    close_gate(&f, &gate);
    submit_adding(&f, &job, "a");
    assert_false(shg_worker_refuse_if_silent(f.worker, 3600 * 1000));
    assert_false(shg_worker_full(f.worker));
    assert_true(shg_worker_refuse_if_silent(f.worker, NO_TIME_MS));
    assert_true(shg_worker_full(f.worker));
    assert_int_equal(shg_worker_deliver(f.worker), 1);
    assert_int_equal(job.job.status, SHOOGI_LIMIT_EXCEEDED);
    assert_string_equal(job.job.error.message, "the database does not answer; try again");
    assert_false(job.ran);
    open_gate(&gate);
    deliver_until(&f, 2);
    assert_int_equal(gate.job.status, SHOOGI_OK);
    assert_false(shg_worker_full(f.worker));
    stop(&f);
}

static void a_job_that_fails_takes_back_its_own(void **state)
{
    (void)state;
    static struct adding jobs[6];
    struct fixture f;
    start(&f, true);
    struct gate gate;
    close_gate(&f, &gate);
    static const char *const names[6] = { "a", "b", "a", "c", "d", "b" };
    for (int i = 0; i < 6; i++)
        submit_adding(&f, &jobs[i], names[i]);
    jobs[1].fails = SHOOGI_ILLEGAL; /* after its write */
    jobs[4].fails = SHOOGI_LIMIT_EXCEEDED;
    jobs[4].fills_error = true;
    open_gate(&gate);
    deliver_until(&f, 7);
    static const shoogi_status expected[6] = { SHOOGI_OK, SHOOGI_ILLEGAL,        SHOOGI_CONFLICT,
                                               SHOOGI_OK, SHOOGI_LIMIT_EXCEEDED, SHOOGI_OK };
    for (int i = 0; i < 6; i++)
        assert_int_equal(jobs[i].job.status, expected[i]);
    assert_string_equal(jobs[1].job.error.message, "the rules do not allow it");
    assert_string_equal(jobs[2].job.error.message, "expected a name that is free, found \"a\"");
    assert_string_equal(jobs[4].job.error.message, "its own words");
    assert_true(is_there(&f, "a") && is_there(&f, "b") && is_there(&f, "c"));
    assert_false(is_there(&f, "d"));
    assert_int_equal(f.storage.commits, 2);
    assert_int_equal(f.storage.drops, 3);
    assert_false(shg_worker_failed(f.worker));
    stop(&f);
}

/* Runs a group of three jobs after a gate with the planned failures. */
static void run_group_of_three(struct fixture *f, struct adding jobs[3])
{
    struct gate gate;
    close_gate(f, &gate);
    submit_adding(f, &jobs[0], "a");
    submit_adding(f, &jobs[1], "A"); /* a conflict with the one before */
    submit_adding(f, &jobs[2], "b");
    open_gate(&gate);
    deliver_until(f, 4);
}

static void a_full_disk_refuses_the_group(void **state)
{
    (void)state;
    static struct adding jobs[4];
    struct fixture f;
    start(&f, true);
    f.storage.commit = (struct plan){ 2, SHOOGI_LIMIT_EXCEEDED };
    run_group_of_three(&f, jobs);
    for (int i = 0; i < 3; i++) {
        /* Also the conflict: it was with a row that no longer exists. */
        assert_int_equal(jobs[i].job.status, SHOOGI_LIMIT_EXCEEDED);
        assert_string_equal(jobs[i].job.error.message, "as planned");
        assert_true(jobs[i].ran);
    }
    assert_false(is_there(&f, "a") || is_there(&f, "b"));
    assert_false(shg_worker_failed(f.worker));
    assert_true(shg_worker_full(f.worker));
    submit_adding(&f, &jobs[3], "a"); /* there is room again */
    deliver_until(&f, 5);
    assert_false(shg_worker_full(f.worker));
    assert_int_equal(jobs[3].job.status, SHOOGI_OK);
    assert_true(is_there(&f, "a"));
    stop(&f);
}

/* After IO at commit or begin the contents are unknown, and nothing more is tried. */
static void io_is_the_end(bool at_commit)
{
    static struct adding jobs[5];
    struct fixture f;
    start(&f, true);
    *(at_commit ? &f.storage.commit : &f.storage.begin) = (struct plan){ 2, SHOOGI_IO };
    run_group_of_three(&f, jobs);
    assert_true(shg_worker_failed(f.worker));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(jobs[i].job.status, SHOOGI_IO);
        assert_string_equal(jobs[i].job.error.message, "as planned");
        assert_int_equal(jobs[i].ran, at_commit);
    }
    for (int i = 3; i < 5; i++) {
        submit_adding(&f, &jobs[i], "c");
        deliver_until(&f, i + 2);
        assert_int_equal(jobs[i].job.status, SHOOGI_IO);
        assert_string_equal(jobs[i].job.error.message,
                            "the storage failed earlier; restart the server");
        assert_false(jobs[i].ran);
    }
    assert_int_equal(f.storage.begins, 2);
    stop(&f);
}

static void io_at_commit_is_the_end(void **state)
{
    (void)state;
    io_is_the_end(true);
}

static void io_at_begin_is_the_end(void **state)
{
    (void)state;
    io_is_the_end(false);
}

static void a_busy_database_refuses_the_group(void **state)
{
    (void)state;
    static struct adding jobs[4];
    struct fixture f;
    start(&f, true);
    f.storage.begin = (struct plan){ 2, SHOOGI_CONFLICT };
    run_group_of_three(&f, jobs);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(jobs[i].job.status, SHOOGI_CONFLICT);
        assert_false(jobs[i].ran);
    }
    assert_int_equal(f.storage.commits, 1);
    submit_adding(&f, &jobs[3], "a");
    deliver_until(&f, 5);
    assert_int_equal(jobs[3].job.status, SHOOGI_OK);
    stop(&f);
}

static void parts_may_fail(void **state)
{
    (void)state;
    static struct adding jobs[3];
    struct fixture f;
    start(&f, true);
    f.storage.part_keep = (struct plan){ 2, SHOOGI_NO_MEMORY };  /* that of "a" */
    f.storage.part_begin = (struct plan){ 4, SHOOGI_NO_MEMORY }; /* that of "b" */
    run_group_of_three(&f, jobs);
    assert_int_equal(jobs[0].job.status, SHOOGI_NO_MEMORY);
    assert_string_equal(jobs[0].job.error.message, "as planned");
    assert_int_equal(jobs[1].job.status, SHOOGI_OK); /* "a" was dropped, so "A" is free */
    assert_int_equal(jobs[2].job.status, SHOOGI_NO_MEMORY);
    assert_false(jobs[2].ran);
    assert_true(is_there(&f, "a"));
    assert_false(is_there(&f, "b"));
    assert_int_equal(f.storage.drops, 1);
    stop(&f);
}

/* --- Several threads submit --- */

enum { SUBMITTERS = 4, JOBS_EACH = 1500 };

struct submitter {
    struct fixture *f;
    struct adding *jobs;
    int number;
};

static void *submit_many(void *context)
{
    struct submitter *s = context;
    for (int i = 0; i < JOBS_EACH; i++) {
        struct adding *a = &s->jobs[i];
        *a = (struct adding){ .job = { .run = run_adding, .done = done_adding }, .f = s->f };
        /* Names of two submitters meet in every third. */
        snprintf(a->name, sizeof a->name, "p%d-%d", i % 3 ? s->number : s->number / 2, i);
        if (shg_worker_submit(s->f->worker, &a->job) != SHOOGI_OK)
            return s;
    }
    return NULL;
}

static void many_threads_hand_over(void **state)
{
    (void)state;
    static struct adding jobs[SUBMITTERS][JOBS_EACH];
    struct fixture f;
    start(&f, true);
    pthread_t threads[SUBMITTERS];
    struct submitter submitters[SUBMITTERS];
    for (int t = 0; t < SUBMITTERS; t++) {
        submitters[t] = (struct submitter){ &f, jobs[t], t };
        assert_int_equal(pthread_create(&threads[t], NULL, submit_many, &submitters[t]), 0);
    }
    deliver_until(&f, SUBMITTERS * JOBS_EACH);
    for (int t = 0; t < SUBMITTERS; t++) {
        void *failed;
        pthread_join(threads[t], &failed);
        assert_null(failed);
    }
    int conflicts = 0;
    for (int t = 0; t < SUBMITTERS; t++)
        for (int i = 0; i < JOBS_EACH; i++) {
            const shoogi_status status = jobs[t][i].job.status;
            assert_true(status == SHOOGI_OK || status == SHOOGI_CONFLICT);
            conflicts += status == SHOOGI_CONFLICT;
            assert_true(is_there(&f, jobs[t][i].name));
            if (i > 0) /* each submitter's own order is kept */
                assert_true(jobs[t][i].place > jobs[t][i - 1].place);
        }
    assert_int_equal(conflicts, SUBMITTERS / 2 * (JOBS_EACH / 3));
    assert_int_equal(f.storage.commits, f.storage.begins);
    assert_true(f.storage.commits <= SUBMITTERS * JOBS_EACH);
    stop(&f);
}

/* --- Ends --- */

static void free_finishes_what_was_handed_over(void **state)
{
    (void)state;
    static struct adding jobs[100];
    struct fixture f;
    start(&f, true);
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        submit_adding(&f, &jobs[i], name);
    }
    stop(&f);
    assert_int_equal(f.done_count, 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(jobs[i].job.status, SHOOGI_OK);
    shg_worker_free(NULL);
}

/* A job on the heap that submits another, up to a number, and frees itself. */
struct chained {
    shg_job job;
    struct fixture *f;
    int left;
    shoogi_status *refused;
};

static shoogi_status run_chained(shg_job *job, shg_storage *storage)
{
    (void)job, (void)storage;
    return SHOOGI_OK;
}

static void done_chained(shg_job *job)
{
    struct chained *c = (struct chained *)job;
    c->f->done_count++;
    if (c->left > 0) {
        struct chained *next = malloc(sizeof *next);
        assert_non_null(next);
        *next = *c;
        next->left--;
        const shoogi_status status = shg_worker_submit(c->f->worker, &next->job);
        if (status != SHOOGI_OK) {
            *c->refused = status;
            free(next);
        }
    }
    free(c);
}

static void done_may_hand_over_and_free(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, true);
    shoogi_status refused = SHOOGI_OK;
    struct chained *first = malloc(sizeof *first);
    assert_non_null(first);
    *first = (struct chained){ { .run = run_chained, .done = done_chained }, &f, 20, &refused };
    assert_int_equal(shg_worker_submit(f.worker, &first->job), SHOOGI_OK);
    deliver_until(&f, 21);
    assert_int_equal(refused, SHOOGI_OK);

    first = malloc(sizeof *first);
    assert_non_null(first);
    *first = (struct chained){ { .run = run_chained, .done = done_chained }, &f, 20, &refused };
    assert_int_equal(shg_worker_submit(f.worker, &first->job), SHOOGI_OK);
    stop(&f); /* terminates */
    assert_int_equal(refused, SHOOGI_IO);
}

static void the_queue_is_bounded(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, true);
    struct chained *jobs = calloc(SHG_JOBS_MAX + 1, sizeof *jobs);
    assert_non_null(jobs);
    struct gate gate;
    close_gate(&f, &gate); /* releases the gate's job */
    for (int i = 0; i <= SHG_JOBS_MAX; i++) {
        jobs[i].job = (shg_job){ .run = run_chained, .done = done_gate };
        jobs[i].f = &f;
        assert_int_equal(shg_worker_submit(f.worker, &jobs[i].job),
                         i < SHG_JOBS_MAX ? SHOOGI_OK : SHOOGI_LIMIT_EXCEEDED);
    }
    open_gate(&gate);
    deliver_until(&f, SHG_JOBS_MAX + 1);
    assert_int_equal(shg_worker_submit(f.worker, &jobs[SHG_JOBS_MAX].job), SHOOGI_OK);
    deliver_until(&f, SHG_JOBS_MAX + 2);
    assert_int_equal(f.storage.commits, 3);
    stop(&f);
    free(jobs);
}

static shoogi_status run_asking_for_signals(shg_job *job, shg_storage *storage)
{
    (void)job, (void)storage;
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    return sigismember(&blocked, SIGTERM) && sigismember(&blocked, SIGINT) ? SHOOGI_OK
                                                                           : SHOOGI_ILLEGAL;
}

static void signals_go_elsewhere(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, true);
    struct chained c = { .job = { .run = run_asking_for_signals, .done = done_gate }, .f = &f };
    assert_int_equal(shg_worker_submit(f.worker, &c.job), SHOOGI_OK);
    deliver_until(&f, 1);
    assert_int_equal(c.job.status, SHOOGI_OK);
    stop(&f);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
static atomic_bool calloc_fails;

void *__wrap_calloc(size_t count, size_t size)
{
    return atomic_load(&calloc_fails) ? NULL : __real_calloc(count, size);
}

static void memory_runs_out(void **state)
{
    (void)state;
    shg_storage *storage;
    assert_int_equal(shg_storage_memory(&storage, NULL), SHOOGI_OK);
    shg_worker *worker = NULL;
    atomic_store(&calloc_fails, true);
    const shoogi_status status = shg_worker_new(&worker, storage, true, wake, NULL, NULL);
    atomic_store(&calloc_fails, false);
    assert_int_equal(status, SHOOGI_NO_MEMORY);
    assert_null(worker);
    storage->ops->close(storage); /* the worker did not take it */
}

/* --- Readers --- */

static shoogi_status run_looking(shg_job *job, shg_storage *storage)
{
    struct adding *a = (struct adding *)job;
    shg_player row;
    return storage->ops->player_by_name(storage, &row, a->name, &job->error);
}

static void a_reader_has_a_view_for_each_job(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, false);
    static struct adding jobs[3];
    struct gate gate;
    close_gate(&f, &gate);
    for (int i = 0; i < 3; i++) {
        jobs[i] = (struct adding){ .job = { .run = run_looking, .done = done_adding }, .f = &f };
        assert_int_equal(shg_worker_submit(f.worker, &jobs[i].job), SHOOGI_OK);
    }
    f.storage.begin = (struct plan){ 3, SHOOGI_IO };
    open_gate(&gate);
    deliver_until(&f, 4);
    assert_int_equal(jobs[0].job.status, SHOOGI_NOT_FOUND);
    assert_int_equal(jobs[1].job.status, SHOOGI_IO); /* for this job alone: nothing can be lost */
    assert_int_equal(jobs[2].job.status, SHOOGI_NOT_FOUND);
    assert_false(shg_worker_failed(f.worker));
    assert_int_equal(f.storage.begins, 4);
    assert_int_equal(f.storage.rollbacks, 3);
    assert_int_equal(f.storage.commits, 0);
    assert_int_equal(f.storage.part_begins, 0);
    stop(&f);
}

/* A writer and a reader on one SQLite file, each on its own thread.  Each read makes two queries, in which
 * the summary of the game and its events must agree. */
struct counting {
    shg_job job;
    int64_t number; /* of the event to add */
    int64_t summary, listed;
    int *done;
};

static shoogi_status run_appending(shg_job *job, shg_storage *storage)
{
    const shg_event row = {
        .game = 1, .number = ((struct counting *)job)->number, .kind = "move", .text = "7g7f"
    };
    return storage->ops->event_add(storage, &row, &job->error);
}

static bool count_event(void *context, const shg_event *row)
{
    int64_t *count = context;
    ++*count;
    return row->number == *count;
}

static shoogi_status run_counting(shg_job *job, shg_storage *storage)
{
    struct counting *c = (struct counting *)job;
    shg_game game;
    shoogi_status status = storage->ops->game_get(storage, &game, 1, &job->error);
    if (status != SHOOGI_OK)
        return status;
    c->summary = game.events;
    return storage->ops->event_list(storage, 1, 1, count_event, &c->listed, &job->error);
}

static void done_counting(shg_job *job)
{
    ++*((struct counting *)job)->done;
}

static void make_one_game(const char *path)
{
    const shg_sqlite_options options = { .path = path };
    shg_storage *s;
    int64_t id;
    assert_int_equal(shg_storage_sqlite(&s, &options, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    const shg_player player = { .name = "Ota", .password = "" };
    const shg_definition definition = { .name = "shogi", .text = "x", .text_bytes = 1 };
    const shg_game game = {
        .definition = 1, .black = 1, .white = 1, .sfen = "", .options = "", .comment = ""
    };
    assert_int_equal(s->ops->player_add(s, &id, &player, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->definition_put(s, &id, &definition, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->game_add(s, &id, &game, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    s->ops->close(s);
}

static void post(void *context)
{
    sem_post(context);
}

static shg_worker *sqlite_worker(const char *path, bool writes, sem_t *woken)
{
    /* Checkpoints happen while the reader reads. */
    const shg_sqlite_options options = { .path = path,
                                         .read_only = !writes,
                                         .checkpoint_pages = 20 };
    shg_storage *s;
    shg_worker *worker;
    assert_int_equal(shg_storage_sqlite(&s, &options, NULL), SHOOGI_OK);
    assert_int_equal(shg_worker_new(&worker, s, writes, post, woken, NULL), SHOOGI_OK);
    return worker;
}

static void a_reader_reads_while_a_writer_writes(void **state)
{
    (void)state;
    enum { ROUNDS = 60, WRITES = 5, READS = 3 };
    static struct counting writes[ROUNDS * WRITES], reads[ROUNDS * READS];
    char directory[] = "/tmp/shoogi-worker-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/shoogi.db", directory);
    make_one_game(path);
    sem_t woken;
    sem_init(&woken, 0, 0);
    shg_worker *writer = sqlite_worker(path, true, &woken);
    shg_worker *reader = sqlite_worker(path, false, &woken);
    int written = 0, read = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = round * WRITES; i < (round + 1) * WRITES; i++) {
            writes[i] = (struct counting){ .job = { .run = run_appending, .done = done_counting },
                                           .number = i + 1,
                                           .done = &written };
            assert_int_equal(shg_worker_submit(writer, &writes[i].job), SHOOGI_OK);
        }
        for (int i = round * READS; i < (round + 1) * READS; i++) {
            reads[i] = (struct counting){ .job = { .run = run_counting, .done = done_counting },
                                          .done = &read };
            assert_int_equal(shg_worker_submit(reader, &reads[i].job), SHOOGI_OK);
        }
        while (written < (round + 1) * WRITES || read < (round + 1) * READS) {
            while (sem_wait(&woken) != 0)
                ;
            shg_worker_deliver(writer);
            shg_worker_deliver(reader);
        }
    }
    int64_t before = 0;
    for (int i = 0; i < ROUNDS * WRITES; i++)
        assert_int_equal(writes[i].job.status, SHOOGI_OK);
    for (int i = 0; i < ROUNDS * READS; i++) {
        assert_int_equal(reads[i].job.status, SHOOGI_OK);
        assert_int_equal(reads[i].summary, reads[i].listed);
        assert_true(reads[i].summary >= before);
        assert_true(reads[i].summary >=
                    i / READS * WRITES); /* the writes acknowledged before the read */
        before = reads[i].summary;
    }
    shg_worker_free(reader);
    shg_worker_free(writer);
    sem_destroy(&woken);
    unlink(path);
    strcat(path, "-lock");
    unlink(path);
    assert_int_equal(rmdir(directory), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_is_one_commit),
        cmocka_unit_test(a_database_that_comes_back_is_noticed),
        cmocka_unit_test(a_group_is_no_larger_than_the_storage_wants),
        cmocka_unit_test(a_job_that_fails_takes_back_its_own),
        cmocka_unit_test(a_full_disk_refuses_the_group),
        cmocka_unit_test(jobs_behind_a_silent_database_are_refused),
        cmocka_unit_test(io_at_commit_is_the_end),
        cmocka_unit_test(io_at_begin_is_the_end),
        cmocka_unit_test(a_busy_database_refuses_the_group),
        cmocka_unit_test(parts_may_fail),
        cmocka_unit_test(many_threads_hand_over),
        cmocka_unit_test(free_finishes_what_was_handed_over),
        cmocka_unit_test(done_may_hand_over_and_free),
        cmocka_unit_test(the_queue_is_bounded),
        cmocka_unit_test(signals_go_elsewhere),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(a_reader_has_a_view_for_each_job),
        cmocka_unit_test(a_reader_reads_while_a_writer_writes),
    };
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
