/* helper_jobs.h: pieces of work that a child process does, so that what comes from outside can neither take long nor much
 * memory here: drawing, reading records and definitions, telling push services.
 *
 * A child is this program with the command "work": bytes in, bytes out.  Some run at once, others wait; whatever
 * becomes of one, the server goes on. */
#ifndef SHG_SERVER_LOOP_HELPER_JOBS_H
#define SHG_SERVER_LOOP_HELPER_JOBS_H

#include "shoogi/status.h"

#include <stddef.h>

typedef struct shg_server shg_server;
typedef struct shg_helper_jobs shg_helper_jobs;
typedef struct shg_helper_job shg_helper_job;

typedef enum shg_helper_job_end {
    SHG_HELPER_JOB_DONE,
    SHG_HELPER_JOB_FAILED, /* it took too long or too much, or could not go on */
    SHG_HELPER_JOB_REFUSED /* it was not begun: too many wait */
} shg_helper_job_end;

/* out: borrowed for the call; "" unless it is done. */
typedef void shg_helper_job_fn(void *context, shg_helper_job_end end, const char *out,
                               size_t out_bytes);

/* at_once: how many are done at the same time.  Returns OK and *out owned (shg_helper_jobs_free, before the loop ends), or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_helper_jobs_new(shg_helper_jobs **out, shg_server *server,
                                                 size_t at_once);
void shg_helper_jobs_free(shg_helper_jobs *helper_jobs);

/* Has a chore done.  kind: a word of "shoogi work", borrowed for ever; input: copied.  Returns what shg_helper_job_cancel
 * needs, or NULL if ended has been called already. */
shg_helper_job *shg_helper_job_start(shg_helper_jobs *helper_jobs, const char *kind,
                                     const char *input, size_t input_bytes,
                                     shg_helper_job_fn *ended, void *context);

/* Nobody waits for it any more: ended is not called. */
void shg_helper_job_cancel(shg_helper_job *helper_job);

#endif
