/* worker.h: a thread that owns one storage and does jobs on it, so that no loop ever waits for a
 * disk.
 *
 * Group commit without a timer: while one transaction is being committed jobs queue up; the next
 * transaction takes them all, each in a part of its own.  A job is done, and said to be done, only
 * after its commit.
 *
 * A worker that does not write, on a storage opened for reading, gives each job a view of its
 * own: all that the job reads is of one moment.  Jobs are run in the order in which they were
 * handed over, and their outcomes come in that order too. */
#ifndef SHG_STORAGE_WORKER_H
#define SHG_STORAGE_WORKER_H

#include "storage/storage.h"

typedef struct shg_worker shg_worker;
typedef struct shg_job shg_job;

/* The caller's memory, usually at the beginning of a struct of its own; it must live until done has
 * been called. */
struct shg_job {
    /* On the worker's thread, within a transaction, which it neither commits nor rolls back.  A
     * status other than OK takes back what this job wrote, and nothing else; it may fill
     * job->error. */
    shoogi_status (*run)(shg_job *job, shg_storage *storage);
    /* On the thread that calls shg_worker_deliver, with the outcome: that of run, or of the
     * commit.  If the commit failed it is the outcome of every job of its group, of those as
     * well that had failed or found something out: they may have seen what is not there any
     * more. */
    void (*done)(shg_job *job);
    shoogi_status status; /* the outcome */
    shoogi_error error;   /* if it is not OK: why; at least the words of the status */
    shg_job *next;        /* the worker's */
};

enum { SHG_JOBS_MAX = 65536 };

/* Starts the thread, with all signals blocked.  storage: taken.  writes: false for a worker
 * whose jobs only read.  wake is called on the worker's thread whenever outcomes wait for
 * shg_worker_deliver; it must be short (write to an eventfd).  Returns OK and *out owned
 * (shg_worker_free), NO_MEMORY or IO. */
shoogi_status shg_worker_new(shg_worker **out, shg_storage *storage, bool writes,
                             void (*wake)(void *), void *wake_context, shoogi_error *err);

/* Hands a job over.  Any thread.  LIMIT_EXCEEDED when SHG_JOBS_MAX jobs wait, IO once shg_worker_free
 * has begun: then done is not called. */
shoogi_status shg_worker_submit(shg_worker *worker, shg_job *job);

/* Calls done for every job whose outcome is known.  Returns how many.  One thread at a time;
 * done may hand over further jobs, and may free its own. */
size_t shg_worker_deliver(shg_worker *worker);

/* True once the storage failed in a way after which only recovery can tell what is stored:
 * commit or begin answered IO.  The worker then answers all further jobs IO without running
 * them; the server says so and stops.  Any thread.  A worker that does not write never fails so. */
bool shg_worker_failed(const shg_worker *worker);

/* True if the last commit found the disk full: what it was to store has been refused, and what comes may be, too.  Any
 * thread. */
bool shg_worker_full(const shg_worker *worker);

/* Finishes all jobs handed over, calls their done, stops the thread and closes the storage.  On
 * the thread that delivers.  NULL is accepted. */
void shg_worker_free(shg_worker *worker);

#endif
