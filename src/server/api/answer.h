/* answer.h: an answer in JSON that a thread of the storage writes.
 *
 * The struct of a resource begins with it, and has what only this resource reads and writes. */
#ifndef SHG_SERVER_API_ANSWER_H
#define SHG_SERVER_API_ANSWER_H

#include "base/text.h"
#include "server/session/task.h"

typedef struct shg_api_answer {
    shg_task task; /* must be first */
    shg_out out;   /* what run writes */
    /* Of the session that asks, when it asks. */
    int64_t player; /* 0: signed out, or a guest who has not played yet */
    int64_t now_ms;
    bool guest;
} shg_api_answer;

/* Makes the struct of a resource, which begins with the answer; the rest is zeroed.  bytes: its size.  Returns it owned until it is
 * started (free, since nothing is written yet); NULL after reporting the lack of memory. */
void *shg_api_answer_new(shg_session *session, size_t bytes);

/* Queues it; what run has written is sent, or the failure of run reported.  answer: taken. */
void shg_api_answer_start(shg_api_answer *answer, shg_session *session, shg_run_fn *run);

/* Sends or reports as above: for a resource that queues its task with a finish of its own, which ends with this. */
void shg_api_answer_finish(shg_task *task);

#endif
