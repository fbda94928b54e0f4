/* worker.h: a thread that owns a storage and runs jobs on it, so that an event loop never waits for a
 * disk.
 *
 * Group commit without a timer: jobs that arrive during a commit are queued, and the next transaction
 * runs all of them, or as many as the storage takes at once (group_max), each in its own part.  A job is
 * reported done only after its commit.
 *
 * A read-only worker, on a storage opened for reading, gives each job a consistent snapshot.  Jobs run
 * in the order of submission, and their outcomes are delivered in that order, too.  Exception: jobs that
 * shg_worker_refuse_if_silent refuses are delivered before those that run. */
#ifndef SHG_STORAGE_WORKER_H
#define SHG_STORAGE_WORKER_H

#include "storage/storage.h"

typedef struct shg_worker shg_worker;
typedef struct shg_job shg_job;

/* A job in the caller's memory, usually the first member of a struct; it must live until done is
 * called. */
struct shg_job {
    /* Called on the worker's thread within a transaction, which it must not commit or roll back.  A
     * status other than OK undoes the writes of this job only.  May fill job->error. */
    shoogi_status (*run)(shg_job *job, shg_storage *storage);
    /* Called on the thread of shg_worker_deliver with the outcome of run or of the commit.  A failed
     * commit is the outcome of every job of its group, also of those that had failed or only read: they
     * may have seen rows that no longer exist. */
    void (*done)(shg_job *job);
    shoogi_status status; /* the outcome */
    shoogi_error error;   /* if status is not OK: the reason, at least the status text */
    /* The database could not be reached, did not answer, or could store nothing, since its disk is full: the same job may be done
     * later. */
    bool refused;
    shg_job *next;        /* used by the worker */
    int64_t submitted_ms; /* by the monotonic clock; set by the worker */
};

enum { SHG_JOBS_MAX = 65536 };

/* Starts the thread with all signals blocked.  storage: taken.  writes: false for a read-only
 * worker.  wake is called on the worker's thread when outcomes are ready for shg_worker_deliver; it
 * must return quickly (write to an eventfd).  Returns OK and *out owned (shg_worker_free), NO_MEMORY
 * or IO. */
shoogi_status shg_worker_new(shg_worker **out, shg_storage *storage, bool writes,
                             void (*wake)(void *), void *wake_context, shoogi_error *err);

/* Submits a job.  Any thread.  Returns LIMIT_EXCEEDED if SHG_JOBS_MAX jobs are queued, or IO after
 * shg_worker_free has begun; done is then not called. */
shoogi_status shg_worker_submit(shg_worker *worker, shg_job *job);

/* Calls done for every job with an outcome, and returns their number.  One thread at a time; done may
 * submit further jobs and free its own. */
size_t shg_worker_deliver(shg_worker *worker);

/* Whether commit or begin has returned IO, after which only recovery can tell what is stored.  All
 * further jobs then get IO without being run, and the server reports it and stops.  Any thread.
 * Always false for a read-only worker. */
bool shg_worker_failed(const shg_worker *worker);

/* Returns whether a database has not answered the running jobs for silence_ms.  If so, the waiting jobs get LIMIT_EXCEEDED, and
 * shg_worker_full is true until the next transaction ends.  Call it on the thread of shg_worker_deliver. */
bool shg_worker_refuse_if_silent(shg_worker *worker, int64_t silence_ms);

/* Whether the last transaction failed because the disk is full or the database is away, or the running one waits for a silent
 * database; the next ones may fail, too.  The worker looks each second whether the database is still away.  Any thread. */
bool shg_worker_full(const shg_worker *worker);

/* Fills out with the reason of the last such failure, for the log.  Any thread. */
void shg_worker_why_full(shg_worker *worker, char out[SHOOGI_MESSAGE_BYTES]);

/* The worker's storage, which may be used only while no job is pending.  Borrowed. */
const shg_storage *shg_worker_storage(const shg_worker *worker);

/* Whether the storage is a server's, which may be away.  Any thread. */
bool shg_worker_remote(const shg_worker *worker);

/* Milliseconds since the submission of the oldest job without an outcome; 0: all jobs have one.  Any thread. */
int64_t shg_worker_waits_ms(shg_worker *worker);

/* Finishes all submitted jobs, calls their done, stops the thread and closes the storage.  Call it on
 * the thread of shg_worker_deliver.  Accepts NULL. */
void shg_worker_free(shg_worker *worker);

#endif
