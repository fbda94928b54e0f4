#include "server/loop/helper_jobs.h"

#include "server/loop/child.h"
#include "server/loop/host.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct shg_helper_job {
    shg_helper_job *next;
    shg_helper_jobs *helper_jobs;
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
    shg_helper_job *waiting, **waiting_end; /* in order of arrival */
    size_t waiting_count;
    size_t at_once;
    shg_helper_job *at_work[]; /* at_once of them */
};

shoogi_status shg_helper_jobs_new(shg_helper_jobs **out, shg_server *server, size_t at_once)
{
    shg_helper_jobs *all = calloc(1, sizeof *all + at_once * sizeof all->at_work[0]);
    if (!all)
        return SHOOGI_NO_MEMORY;
    all->server = server;
    all->at_once = at_once;
    all->waiting_end = &all->waiting;
    *out = all;
    return SHOOGI_OK;
}

static void free_job(shg_helper_job *c)
{
    shg_child_end(&c->child);
    free(c->input);
    free(c);
}

static void start_waiting(shg_helper_jobs *all);

static void end(shg_helper_job *c, bool good)
{
    shg_helper_jobs *all = c->helper_jobs;
    for (size_t i = 0; i < all->at_once; i++)
        if (all->at_work[i] == c)
            all->at_work[i] = NULL;
    struct evbuffer *input = bufferevent_get_input(c->child.bev);
    const size_t bytes = evbuffer_get_length(input);
    const char *out = bytes > 0 ? (const char *)evbuffer_pullup(input, -1) : "";
    good = shg_child_reap(&c->child) && good && out;
    if (c->ended)
        c->ended(c->context, good ? SHG_HELPER_JOB_DONE : SHG_HELPER_JOB_FAILED, good ? out : "",
                 good ? bytes : 0);
    free_job(c);
    start_waiting(all);
}

/* End of output, timeout, or error. */
static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    end(context, (what & BEV_EVENT_EOF) != 0);
}

static void on_read(struct bufferevent *bev, void *context)
{
    if (evbuffer_get_length(bufferevent_get_input(bev)) > SHG_HELPER_JOB_BYTES_MAX)
        end(context, false);
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

/* In the free places. */
static void start_waiting(shg_helper_jobs *all)
{
    for (size_t i = 0; i < all->at_once; i++)
        while (!all->at_work[i] && all->waiting) {
            shg_helper_job *c = all->waiting;
            all->waiting = c->next;
            all->waiting_count--;
            if (!all->waiting)
                all->waiting_end = &all->waiting;
            if (c->ended && start(c)) {
                all->at_work[i] = c;
            } else {
                if (c->ended)
                    c->ended(c->context, SHG_HELPER_JOB_REFUSED, "", 0);
                free_job(c);
            }
        }
}

static shg_helper_job *new_job(shg_helper_jobs *all, const char *kind, const char *input,
                               size_t input_bytes)
{
    shg_helper_job *c =
        all && all->waiting_count < SHG_HELPER_JOBS_WAITING ? calloc(1, sizeof *c) : NULL;
    if (c && !(c->input = malloc(input_bytes + 1))) {
        free(c);
        c = NULL;
    }
    if (c) {
        memcpy(c->input, input, input_bytes);
        c->input_bytes = input_bytes;
        c->helper_jobs = all;
        c->kind = kind;
    }
    return c;
}

shg_helper_job *shg_helper_job_start(shg_helper_jobs *all, const char *kind, const char *input,
                                     size_t input_bytes, shg_helper_job_fn *ended, void *context)
{
    shg_helper_job *c = new_job(all, kind, input, input_bytes);
    size_t place = 0;
    while (c && place < all->at_once && all->at_work[place])
        place++;
    if (c && place == all->at_once) {
        *all->waiting_end = c;
        all->waiting_end = &c->next;
        all->waiting_count++;
    } else if (c && start(c)) {
        all->at_work[place] = c;
    } else {
        if (c)
            free_job(c);
        ended(context, SHG_HELPER_JOB_REFUSED, "", 0);
        return NULL;
    }
    c->ended = ended;
    c->context = context;
    return c;
}

void shg_helper_job_cancel(shg_helper_job *c)
{
    c->ended = NULL;
    if (c->child.pid > 0)
        kill(c->child.pid, SIGKILL); /* its place is free once its output ends */
}

void shg_helper_jobs_free(shg_helper_jobs *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->at_once; i++)
        if (all->at_work[i])
            free_job(all->at_work[i]);
    for (shg_helper_job *c = all->waiting, *next; c; c = next) {
        next = c->next;
        free_job(c);
    }
    free(all);
}
