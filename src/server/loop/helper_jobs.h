/* helper_jobs.h: jobs run in helper processes, so that outside input costs the server neither time
 * nor memory: drawing, parsing records and definitions, sending push notifications.
 *
 * A helper is this program with the command "work": bytes in, bytes out. A few run at once, others wait
 * in queues, one for each sort of work. A queue is a share: clients take turns, and when it is full the
 * last job of the client with most of it gives way. Jobs of later queues leave a place for those of the
 * first. A crash of a helper does not affect the server. */
#ifndef SHG_SERVER_LOOP_HELPER_JOBS_H
#define SHG_SERVER_LOOP_HELPER_JOBS_H

#include "server/loop/shares.h"
#include "shoogi/status.h"

#include <stddef.h>

typedef struct shg_server shg_server;
typedef struct shg_helper_jobs shg_helper_jobs;
typedef struct shg_helper_job shg_helper_job;

typedef enum shg_helper_job_end {
    SHG_HELPER_JOB_DONE,
    SHG_HELPER_JOB_FAILED, /* crashed, or exceeded its CPU time or output */
    SHG_HELPER_JOB_FULL,   /* not started: the queue is full, or others took its place */
    SHG_HELPER_JOB_REFUSED /* not done: memory, processes or processors are short */
} shg_helper_job_end;

/* out: borrowed for the call; "" unless DONE. */
typedef void shg_helper_job_fn(void *context, shg_helper_job_end end, const char *out,
                               size_t out_bytes);

enum { SHG_HELPER_QUEUES_MAX = 2 };
/* The queues of the server's helper_jobs. */
enum { SHG_HELPER_UPLOADS, SHG_HELPER_PICTURES };

/* at_once: number of jobs run at once, more than one if there are several queues. queues: of shares.def,
 * the first the one with a place of its own; copied. count: at most SHG_HELPER_QUEUES_MAX; 0: no job
 * waits. Returns OK and *out owned (shg_helper_jobs_free, before the loop ends), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_helper_jobs_new(shg_helper_jobs **out, shg_server *server,
                                                 size_t at_once, const shg_share_id *queues,
                                                 size_t count);
void shg_helper_jobs_free(shg_helper_jobs *helper_jobs);
/* Ends the processes, whose jobs then fail. NULL is accepted. */
void shg_helper_jobs_reap(shg_helper_jobs *helper_jobs);

/* Starts a job. queue: an index of queues; owner: who waits for it, copied. kind: a command of "shoogi
 * work", borrowed for ever; input: copied. Returns a handle for shg_helper_job_cancel, or NULL if ended
 * was already called. */
shg_helper_job *shg_helper_job_start(shg_helper_jobs *helper_jobs, size_t queue,
                                     const shg_owner *owner, const char *kind, const char *input,
                                     size_t input_bytes, shg_helper_job_fn *ended, void *context);

/* Cancels the job: ended is not called. */
void shg_helper_job_cancel(shg_helper_job *helper_job);

#endif
