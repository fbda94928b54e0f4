#include "server/loop/helper_jobs.h"

#include "server/loop/child.h"
#include "server/loop/host.h"

#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct shg_helper_job {
    shg_claim place; /* in its queue, while it waits; must be first */
    shg_helper_jobs *helper_jobs;
    size_t queue;
    const char *kind;
    char *input; /* owned, until passed to the child */
    size_t input_bytes;
    shg_helper_job_fn *ended; /* NULL: cancelled */
    void *context;
    /* While it runs. */
    shg_child child;
};

struct shg_helper_jobs {
    shg_server *server;
    shg_share *queues[SHG_HELPER_QUEUES_MAX]; /* borrowed */
    size_t queue_count;
    size_t at_once;
    shg_helper_job *at_work[]; /* at_once of them */
};

static void give_way(void *context, shg_claim *place);

shoogi_status shg_helper_jobs_new(shg_helper_jobs **out, shg_server *server, size_t at_once,
                                  const shg_share_id *queues, size_t count)
{
    shg_helper_jobs *all = calloc(1, sizeof *all + at_once * sizeof all->at_work[0]);
    assert(count <= SHG_HELPER_QUEUES_MAX && (count < 2 || at_once > 1));
    if (!all)
        return SHOOGI_NO_MEMORY;
    all->server = server;
    all->at_once = at_once;
    all->queue_count = count;
    for (size_t i = 0; i < count; i++) {
        all->queues[i] = shg_shares_get(server->shares, queues[i]);
        shg_share_set_give_way(all->queues[i], give_way, all);
    }
    *out = all;
    return SHOOGI_OK;
}

static void free_job(shg_helper_job *c)
{
    shg_child_end(&c->child);
    free(c->input);
    free(c);
}

void shg_helper_jobs_reap(shg_helper_jobs *all)
{
    for (size_t i = 0; all && i < all->at_once; i++)
        if (all->at_work[i])
            (void)shg_child_reap(&all->at_work[i]->child);
}

static void start_waiting(shg_helper_jobs *all);

static void end(shg_helper_job *c, shg_helper_job_end how)
{
    shg_helper_jobs *all = c->helper_jobs;
    for (size_t i = 0; i < all->at_once; i++)
        if (all->at_work[i] == c)
            all->at_work[i] = NULL;
    struct evbuffer *input = bufferevent_get_input(c->child.bev);
    const size_t bytes = evbuffer_get_length(input);
    const char *out = bytes > 0 ? (const char *)evbuffer_pullup(input, -1) : "";
    const bool good = shg_child_reap(&c->child) && out;
    if (how == SHG_HELPER_JOB_DONE && !good)
        how = SHG_HELPER_JOB_FAILED;
    const bool done = how == SHG_HELPER_JOB_DONE;
    if (c->ended)
        c->ended(c->context, how, done ? out : "", done ? bytes : 0);
    free_job(c);
    start_waiting(all);
}

/* End of output, timeout, or error. */
static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    end(context, what & BEV_EVENT_EOF       ? SHG_HELPER_JOB_DONE
                 : what & BEV_EVENT_TIMEOUT ? SHG_HELPER_JOB_REFUSED
                                            : SHG_HELPER_JOB_FAILED);
}

static void on_read(struct bufferevent *bev, void *context)
{
    if (evbuffer_get_length(bufferevent_get_input(bev)) > SHG_HELPER_JOB_BYTES_MAX)
        end(context, SHG_HELPER_JOB_FAILED);
}

/* The end of its input tells the child that it has everything. */
static void on_written(struct bufferevent *bev, void *context)
{
    (void)context;
    shutdown(bufferevent_getfd(bev), SHUT_WR);
}

static bool start(shg_helper_job *c)
{
    const char *const words[] = { "shoogi", "work", c->kind, NULL };
    if (!shg_child_start(&c->child, c->helper_jobs->server->base, words))
        return false;
    struct bufferevent *bev = c->child.bev;
    const struct timeval patience = shg_timeval_of_ms(SHG_HELPER_JOB_MS);
    bufferevent_setcb(bev, on_read, on_written, on_event, c);
    bufferevent_set_timeouts(bev, &patience, &patience);
    const bool good = bufferevent_write(bev, c->input, c->input_bytes) == 0 &&
                      bufferevent_enable(bev, EV_READ | EV_WRITE) == 0;
    free(c->input);
    c->input = NULL;
    return good;
}

/* Ends a job that was not started. */
static void refuse(shg_helper_job *c, shg_helper_job_end why)
{
    if (c->ended)
        c->ended(c->context, why, "", 0);
    free_job(c);
}

/* Of others who want the place in a full queue more. */
static void give_way(void *context, shg_claim *place)
{
    (void)context;
    refuse((shg_helper_job *)(void *)place, SHG_HELPER_JOB_FULL);
}

/* The jobs at work of a queue and of those after it. */
static size_t running(const shg_helper_jobs *all, size_t queue)
{
    size_t count = 0;
    for (size_t i = 0; i < all->at_once; i++)
        count += all->at_work[i] && all->at_work[i]->queue >= queue;
    return count;
}

/* Whether a job of a queue may start. Of two queues the first has a place of its own. */
static bool has_place(const shg_helper_jobs *all, size_t queue)
{
    const size_t later_max = all->queue_count > 1 ? all->at_once - 1 : all->at_once;
    return running(all, 0) < all->at_once && (queue == 0 || running(all, 1) < later_max);
}

/* The next job to start. The second queue comes first: it leaves a place to the first, which has all
 * places if nothing waits in the second. */
static shg_helper_job *next_job(shg_helper_jobs *all)
{
    shg_claim *place = NULL;
    for (size_t i = all->queue_count; i-- > 0 && !place;)
        if (has_place(all, i))
            place = shg_share_pop(all->queues[i]);
    return (shg_helper_job *)(void *)place;
}

static bool start_at(shg_helper_jobs *all, shg_helper_job *c)
{
    size_t i = 0;
    if (!start(c))
        return false;
    while (all->at_work[i])
        i++;
    all->at_work[i] = c;
    return true;
}

static void start_waiting(shg_helper_jobs *all)
{
    for (shg_helper_job *c; (c = next_job(all));)
        if (!start_at(all, c))
            refuse(c, SHG_HELPER_JOB_REFUSED);
}

static shg_helper_job *new_job(shg_helper_jobs *all, size_t queue, const char *kind,
                               const char *input, size_t input_bytes)
{
    shg_helper_job *c = all ? calloc(1, sizeof *c) : NULL;
    if (c && !(c->input = malloc(input_bytes + 1))) {
        free(c);
        c = NULL;
    }
    if (c) {
        memcpy(c->input, input, input_bytes);
        c->input_bytes = input_bytes;
        c->helper_jobs = all;
        c->queue = queue;
        c->kind = kind;
    }
    return c;
}

/* Queues a job. While there is a place for it nothing waits in its queue. */
static shoogi_status enqueue(shg_helper_job *c, const shg_owner *owner)
{
    const shg_helper_jobs *all = c->helper_jobs;
    return c->queue < all->queue_count ? shg_share_take(all->queues[c->queue], &c->place, owner, 1)
                                       : SHOOGI_LIMIT_EXCEEDED;
}

shg_helper_job *shg_helper_job_start(shg_helper_jobs *all, size_t queue, const shg_owner *owner,
                                     const char *kind, const char *input, size_t input_bytes,
                                     shg_helper_job_fn *ended, void *context)
{
    shg_helper_job *c = new_job(all, queue, kind, input, input_bytes);
    shoogi_status status = c ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (c && has_place(all, queue))
        status = start_at(all, c) ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    else if (c)
        status = enqueue(c, owner);
    if (status == SHOOGI_OK) {
        c->ended = ended;
        c->context = context;
        return c;
    }
    if (c)
        free_job(c);
    ended(context, status == SHOOGI_LIMIT_EXCEEDED ? SHG_HELPER_JOB_FULL : SHG_HELPER_JOB_REFUSED,
          "", 0);
    return NULL;
}

void shg_helper_job_cancel(shg_helper_job *c)
{
    c->ended = NULL;
    if (c->place.holder) {
        shg_share_release(c->helper_jobs->queues[c->queue], &c->place);
        free_job(c);
    } else if (c->child.pid > 0) {
        kill(c->child.pid, SIGKILL); /* its place is free once its output ends */
    }
}

void shg_helper_jobs_free(shg_helper_jobs *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->at_once; i++)
        if (all->at_work[i])
            free_job(all->at_work[i]);
    for (size_t i = 0; i < all->queue_count; i++)
        for (shg_claim *place; (place = shg_share_pop(all->queues[i]));)
            free_job((shg_helper_job *)(void *)place);
    free(all);
}
