/* web_job.h: an answer of the HTTP door that a thread of the storage makes, so that the loop never waits for it. */
#ifndef SHG_SERVER_DOORS_WEB_JOB_H
#define SHG_SERVER_DOORS_WEB_JOB_H

#include "server/account/token.h"
#include "server/doors/web_exchange.h"
#include "server/session/task.h"

typedef struct shg_web_job shg_web_job;

/* The first thing in a struct of the answerer's, which is one piece of memory and zeroed. */
struct shg_web_job {
    shg_task task;   /* must be first */
    shg_exchange *x; /* NULL: the client has gone */
    shg_run_fn *run;
    char hash[SHG_TOKEN_HASH_BYTES + 1]; /* of the token that the client showed; "" for none */
    int64_t now_ms;
    int64_t viewer; /* whose that is, known to run; 0: anybody's */
    bool chosen;    /* the language of the page was, by who asks; else it is his who is logged in */
    shg_web_page page; /* run fills it */
    struct shg_web_files
        *files; /* the server's page when it was asked: owned, so that it stays while it is used */
    const char *
        reads; /* set by run: the name of what is read of the query, in which an error has a place; NULL: nothing */
    /* On the loop's thread, instead of answering with the page: a job that found nothing or failed was refused
     * already.  NULL: the page is the answer.  Not called for a client that has gone. */
    void (*then)(shg_web_job *job, shg_exchange *x);
    void (*fini)(shg_web_job *job); /* frees what the struct holds; NULL: nothing */
};

/* A zeroed struct; NULL after refusing the exchange: memory is short, or its address asks too much.  cost: how much it
 * counts among the requests of an address, of which SHG_CALLS_MAX may come at once. */
enum { SHG_COST_PAGE = 1, SHG_COST_WORK = 5 };
void *shg_web_job_alloc(shg_exchange *x, size_t bytes, unsigned cost);

/* Hands it over and answers when it is done: with the page if run was OK; with 404 if that was NOT_FOUND, 422 and the
 * sentence of the error for PARSE_ERROR, INVALID_RULES, ILLEGAL and CONFLICT, 413 for LIMIT_EXCEEDED, 503 otherwise.  job: taken. */
void shg_web_job_read(shg_web_job *job, shg_exchange *x, shg_run_fn *run);
void shg_web_job_write(shg_web_job *job, shg_exchange *x, shg_run_fn *run);

#endif
