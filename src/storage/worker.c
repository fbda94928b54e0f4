#include "storage/worker.h"

#include "base/error.h"
#include "base/monotonic.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LOOK_AGAIN_S = 1, /* at a database that was away */
    REST_S = 10,      /* without a job until memory is given back */
};

/* A first-in, first-out queue. */
struct queue {
    shg_job *first, *last;
    size_t count;
};

struct shg_worker {
    shg_storage *storage;
    bool writes;
    void (*wake)(void *);
    void *wake_context;
    pthread_t thread;
    atomic_bool failed, full;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t handed_over;
    struct queue waiting, finished;
    int64_t running_since_ms; /* when the first of the running jobs was submitted; 0: none runs */
    bool stopping;
    bool rested;                    /* since the last job */
    char why[SHOOGI_MESSAGE_BYTES]; /* why `full` was last set */
};

/* --- Queues --- */

static void push(struct queue *queue, shg_job *job)
{
    job->next = NULL;
    if (queue->last)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
    queue->count++;
}

static void push_all(struct queue *queue, const struct queue *more)
{
    if (!more->first)
        return;
    if (queue->last)
        queue->last->next = more->first;
    else
        queue->first = more->first;
    queue->last = more->last;
    queue->count += more->count;
}

static struct queue take_all(struct queue *queue)
{
    const struct queue taken = *queue;
    *queue = (struct queue){ 0 };
    return taken;
}

/* Takes the first jobs, at most max. */
static struct queue take(struct queue *queue, size_t max)
{
    if (queue->count <= max)
        return take_all(queue);
    struct queue taken = { .first = queue->first, .last = queue->first, .count = max };
    for (size_t i = 1; i < max; i++)
        taken.last = taken.last->next;
    queue->first = taken.last->next;
    queue->count -= max;
    taken.last->next = NULL;
    return taken;
}

/* --- Outcomes --- */

/* Sets the outcome of a job.  error: may be NULL or unfilled. */
static void set_outcome(shg_job *job, shoogi_status status, const shoogi_error *error)
{
    job->status = status;
    if (error && error != &job->error)
        job->error = *error;
    if (status != SHOOGI_OK && job->error.status == SHOOGI_OK)
        shg_error_set(&job->error, status, 0, 0, "%s", shoogi_status_text(status));
}

/* refused: as in struct shg_job. */
static void conclude_all(const struct queue *group, shoogi_status status, const shoogi_error *error,
                         bool refused)
{
    for (shg_job *job = group->first; job; job = job->next) {
        set_outcome(job, status, error);
        job->refused = refused;
    }
}

/* --- Running --- */

static void run_job(shg_job *job, shg_storage *storage)
{
    job->error = (shoogi_error){ 0 };
    job->refused = false;
    const shoogi_status status = job->run(job, storage);
    set_outcome(job, status, NULL);
}

/* Runs a job so that its failure undoes only its own writes. */
static void run_in_part(shg_job *job, shg_storage *storage)
{
    const shg_storage_ops *ops = storage->ops;
    shoogi_error error = { 0 };
    shoogi_status status = ops->part_begin(storage, &error);
    if (status != SHOOGI_OK) {
        /* The transaction has failed; commit will report it to all jobs. */
        set_outcome(job, status, &error);
        return;
    }
    run_job(job, storage);
    if (job->status == SHOOGI_OK) {
        status = ops->part_keep(storage, &error);
        if (status == SHOOGI_OK)
            return;
        set_outcome(job, status, &error);
    }
    ops->part_drop(storage);
}

/* Keeps what the outcome of a transaction says about the storage. */
static void note_outcome(shg_worker *worker, shoogi_status status, const shoogi_error *error)
{
    const char *trouble = worker->storage->trouble;
    if (status == SHOOGI_IO)
        atomic_store(&worker->failed, true);
    if (status == SHOOGI_LIMIT_EXCEEDED) {
        pthread_mutex_lock(&worker->lock);
        snprintf(worker->why, sizeof worker->why, "%s", trouble[0] ? trouble : error->message);
        pthread_mutex_unlock(&worker->lock);
    }
    atomic_store(&worker->full, status == SHOOGI_LIMIT_EXCEEDED);
}

static void write_group(shg_worker *worker, const struct queue *group)
{
    shg_storage *storage = worker->storage;
    shoogi_error error = { 0 };
    shoogi_status status = storage->ops->begin(storage, &error);
    if (status == SHOOGI_OK) {
        for (shg_job *job = group->first; job; job = job->next)
            run_in_part(job, storage);
        status = storage->ops->commit(storage, &error);
    }
    if (status != SHOOGI_OK)
        conclude_all(group, status, &error, storage->away || status == SHOOGI_LIMIT_EXCEEDED);
    note_outcome(worker, status, &error);
}

/* Runs a job of a read-only worker.  The transaction only provides a consistent snapshot. */
static void read_job(shg_worker *worker, const struct queue *one)
{
    shg_storage *storage = worker->storage;
    shoogi_error error = { 0 };
    const shoogi_status status = storage->ops->begin(storage, &error);
    if (status == SHOOGI_OK) {
        run_job(one->first, storage);
        storage->ops->rollback(storage);
        one->first->refused = storage->away;
    } else {
        conclude_all(one, status, &error, storage->away);
    }
}

static void refuse_group(const struct queue *group)
{
    shoogi_error error;
    shg_error_set(&error, SHOOGI_IO, 0, 0, "the storage failed earlier; restart the server");
    conclude_all(group, SHOOGI_IO, &error, false);
}

/* Whether a database that was away is there again.  Without a look nobody would know: a server that says that it cannot store is
 * sent no jobs. */
static void look_again(shg_worker *worker)
{
    shg_storage *storage = worker->storage;
    shoogi_error error = { 0 };
    const shoogi_status status = storage->ops->begin(storage, &error);
    if (status == SHOOGI_OK)
        storage->ops->rollback(storage);
    note_outcome(worker, status, &error);
    worker->wake(worker->wake_context);
}

bool shg_worker_refuse_if_silent(shg_worker *worker, int64_t silence_ms)
{
    shoogi_error error;
    const int64_t before_ms = shg_monotonic_ms() - silence_ms;
    shg_error_set(&error, SHOOGI_LIMIT_EXCEEDED, 0, 0, "the database does not answer; try again");
    pthread_mutex_lock(&worker->lock);
    const bool silent =
        worker->running_since_ms != 0 && atomic_load(&worker->storage->heard_ms) < before_ms;
    if (silent) {
        const struct queue refused = take_all(&worker->waiting);
        snprintf(worker->why, sizeof worker->why, "%s", error.message);
        atomic_store(&worker->full, true);
        conclude_all(&refused, SHOOGI_LIMIT_EXCEEDED, &error, true);
        push_all(&worker->finished, &refused);
    }
    pthread_mutex_unlock(&worker->lock);
    return silent;
}

/* Waits until it is woken, or has looked again, or has given memory back.  Called and returns with the lock. */
static void wait_for_jobs(shg_worker *worker)
{
    const bool looks = worker->writes && worker->storage->ops->remote && atomic_load(&worker->full);
    if (!looks && worker->rested) {
        pthread_cond_wait(&worker->handed_over, &worker->lock);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += looks ? LOOK_AGAIN_S : REST_S;
    if (pthread_cond_timedwait(&worker->handed_over, &worker->lock, &until) != ETIMEDOUT)
        return;
    pthread_mutex_unlock(&worker->lock);
    if (looks)
        look_again(worker);
    else
        worker->storage->ops->rest(worker->storage);
    pthread_mutex_lock(&worker->lock);
    worker->rested = !looks;
}

static void *work(void *context)
{
    shg_worker *worker = context;
    pthread_mutex_lock(&worker->lock);
    for (;;) {
        while (!worker->waiting.first && !worker->stopping)
            wait_for_jobs(worker);
        if (!worker->waiting.first)
            break;
        /* Readers share no commit, so each outcome is delivered at once. */
        const size_t max = worker->writes ? worker->storage->ops->group_max : 1;
        const struct queue group = take(&worker->waiting, max ? max : SHG_JOBS_MAX);
        worker->rested = false;
        worker->running_since_ms = group.first->submitted_ms;
        atomic_store(&worker->storage->heard_ms, shg_monotonic_ms());
        pthread_mutex_unlock(&worker->lock);

        if (atomic_load(&worker->failed))
            refuse_group(&group);
        else if (worker->writes)
            write_group(worker, &group);
        else
            read_job(worker, &group);

        pthread_mutex_lock(&worker->lock);
        worker->running_since_ms = 0;
        push_all(&worker->finished, &group);
        pthread_mutex_unlock(&worker->lock);
        worker->wake(worker->wake_context);
        pthread_mutex_lock(&worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

/* --- Creating, submitting, delivering, freeing --- */

/* Blocks all signals in the new thread: the event loop's thread handles them. */
static bool start_thread(shg_worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&worker->thread, NULL, work, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

shoogi_status shg_worker_new(shg_worker **out, shg_storage *storage, bool writes,
                             void (*wake)(void *), void *wake_context, shoogi_error *err)
{
    assert(storage->ops->version == SHG_STORAGE_VERSION);
    shg_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    worker->storage = storage;
    worker->writes = writes;
    worker->wake = wake;
    worker->wake_context = wake_context;
    atomic_init(&worker->failed, false);
    atomic_init(&worker->full, false);
    /* On Linux no call can fail. */
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->handed_over, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (!start_thread(worker)) {
        pthread_cond_destroy(&worker->handed_over);
        pthread_mutex_destroy(&worker->lock);
        free(worker);
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot start a thread for the storage");
    }
    *out = worker;
    return SHOOGI_OK;
}

shoogi_status shg_worker_submit(shg_worker *worker, shg_job *job)
{
    assert(job->run && job->done);
    job->submitted_ms = shg_monotonic_ms();
    pthread_mutex_lock(&worker->lock);
    shoogi_status status = SHOOGI_OK;
    if (worker->stopping)
        status = SHOOGI_IO;
    else if (worker->waiting.count >= SHG_JOBS_MAX)
        status = SHOOGI_LIMIT_EXCEEDED;
    else
        push(&worker->waiting, job);
    pthread_cond_signal(&worker->handed_over);
    pthread_mutex_unlock(&worker->lock);
    return status;
}

size_t shg_worker_deliver(shg_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const struct queue finished = take_all(&worker->finished);
    pthread_mutex_unlock(&worker->lock);
    for (shg_job *job = finished.first; job;) {
        shg_job *next = job->next; /* done may free the job or submit it again */
        job->done(job);
        job = next;
    }
    return finished.count;
}

int64_t shg_worker_waits_ms(shg_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const int64_t since_ms = worker->running_since_ms ? worker->running_since_ms
                             : worker->waiting.first  ? worker->waiting.first->submitted_ms
                                                      : 0;
    pthread_mutex_unlock(&worker->lock);
    return since_ms ? shg_monotonic_ms() - since_ms : 0;
}

bool shg_worker_failed(const shg_worker *worker)
{
    return atomic_load(&worker->failed);
}

void shg_worker_why_full(shg_worker *worker, char out[SHOOGI_MESSAGE_BYTES])
{
    pthread_mutex_lock(&worker->lock);
    memcpy(out, worker->why, sizeof worker->why);
    pthread_mutex_unlock(&worker->lock);
}

bool shg_worker_full(const shg_worker *worker)
{
    return atomic_load(&worker->full);
}

const shg_storage *shg_worker_storage(const shg_worker *worker)
{
    return worker->storage;
}

bool shg_worker_remote(const shg_worker *worker)
{
    return worker->storage->ops->remote;
}

void shg_worker_free(shg_worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_signal(&worker->handed_over);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    shg_worker_deliver(worker);
    worker->storage->ops->close(worker->storage);
    pthread_cond_destroy(&worker->handed_over);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}
