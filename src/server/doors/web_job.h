/* web_job.h: an answer of the HTTP door that a thread of the storage prepares, so that the loop
 * never waits. */
#ifndef SHG_SERVER_DOORS_WEB_JOB_H
#define SHG_SERVER_DOORS_WEB_JOB_H

#include "server/account/token.h"
#include "server/doors/web_exchange.h"
#include "server/session/task.h"

typedef struct shg_web_job shg_web_job;

/* The first member of the handler's struct, which is one zeroed allocation. */
struct shg_web_job {
    shg_task task;   /* must be first */
    shg_exchange *x; /* NULL: the client has gone */
    shg_claim place; /* among the pages that wait; holds nothing once it is at work */
    bool is_page;    /* it reads, by the thread for pages */
    shg_run_fn *run;
    char hash[SHG_TOKEN_HASH_BYTES + 1]; /* of the client's token; "" if absent */
    int64_t now_ms;
    shg_scope scope; /* what a token must permit; set by the handler, default: READ */
    int64_t viewer;  /* the player whose token it is, known to run; 0: anonymous */
    bool forbidden;  /* the token lacks the scope: refused with 403 */
    /* The client chose the language of the page; else a signed-in player's setting applies. */
    bool chosen;
    shg_web_page page; /* run fills it */
    /* The page at the time of the request, owned so that it stays while it is used. */
    struct shg_web_files *files;
    /* Set by run: the query parameter whose text is parsed, to which an error's position refers;
     * NULL: none. */
    const char *reads;
    /* Called on the loop's thread instead of answering with the page; not for a job that found
     * nothing or failed, which is already refused, nor for a client that has gone. NULL: the
     * page is the answer. */
    void (*then)(shg_web_job *job, shg_exchange *x);
    void (*fini)(shg_web_job *job); /* frees the struct's members; NULL: nothing to free */
};

/* A zeroed struct; NULL after refusing the exchange because memory is short or the address
 * exceeds its rate limit. cost: how many requests it counts as; an address may make
 * SHG_CALLS_MAX at once. */
enum { SHG_COST_PAGE = 1, SHG_COST_WORK = 5 };
void *shg_web_job_alloc(shg_exchange *x, size_t bytes, unsigned cost);

/* Makes the places for pages that wait. */
void shg_web_jobs_share(shg_server *server);

/* Runs the job on a storage thread, then answers: with the page if run returned OK; 404 for
 * NOT_FOUND; 422 with the error's sentence for PARSE_ERROR, INVALID_RULES, ILLEGAL and CONFLICT;
 * 413 for LIMIT_EXCEEDED; 503 otherwise. job: taken.
 *
 * Reading jobs take turns by network and address, because some pages take a long time and anybody may
 * ask for them; one whose client goes before its turn is not run. */
void shg_web_job_read(shg_web_job *job, shg_exchange *x, shg_run_fn *run);
void shg_web_job_write(shg_web_job *job, shg_exchange *x, shg_run_fn *run);

#endif
