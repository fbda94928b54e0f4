#include "server/account/password_check.h"

#include "server/account/part.h"
#include "server/loop/host.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct shg_login_delay delayed_check;

struct shg_login_delay {
    shg_password_job job; /* must be first */
    shg_session *session; /* held */
    shg_password_check_fn *then;
    void *context;
    struct event *timer; /* of the delay; while it runs, the check is in the server's list */
    delayed_check *before, *after;
};

static void stop_waiting(delayed_check *a)
{
    if (!a->timer)
        return;
    event_free(a->timer);
    a->timer = NULL;
    *(a->before ? &a->before->after : &a->session->server->accounts->delays) = a->after;
    if (a->after)
        a->after->before = a->before;
}

static void end(delayed_check *a, shoogi_status status)
{
    shg_session *s = a->session;
    s->server->jobs--;
    a->then(s, status, a->job.verifier, a->context);
    sodium_memzero(a, sizeof *a);
    free(a);
    shg_session_release(s);
}

static void done(shg_password_job *job)
{
    end((delayed_check *)(void *)job, job->status);
}

static void submit(delayed_check *a)
{
    stop_waiting(a);
    shg_server *server = a->session->server;
    shoogi_status status = SHOOGI_CONFLICT;
    /* If the connection is gone the answer is not needed; the attempt was counted. */
    if (!server->stopping && a->session->door)
        status = shg_passwords_submit(server->accounts->passwords, &a->job);
    if (status != SHOOGI_OK)
        end(a, status);
}

static void waited(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    submit(context);
}

void shg_password_checks_cancel(shg_server *server)
{
    while (server->accounts->delays)
        submit(server->accounts->delays); /* the server is stopping, so none is hashed */
}

/* Starts the delay; false without memory. */
static bool start_waiting(delayed_check *a, int64_t delay_ms)
{
    shg_server *server = a->session->server;
    const struct timeval delay = shg_timeval_of_ms(delay_ms);
    a->timer = event_new(server->base, -1, 0, waited, a);
    if (!a->timer)
        return false;
    if (event_add(a->timer, &delay) != 0) {
        event_free(a->timer);
        a->timer = NULL;
        return false;
    }
    a->after = server->accounts->delays;
    if (a->after)
        a->after->before = a;
    server->accounts->delays = a;
    return true;
}

void shg_password_check_start(shg_session *s, const char *password, size_t password_bytes,
                              const char *verifier, int64_t delay_ms, shg_password_check_fn *then,
                              void *context)
{
    delayed_check *a = calloc(1, sizeof *a);
    if (!a) {
        then(s, SHOOGI_NO_MEMORY, "", context);
        return;
    }
    a->session = s;
    a->then = then;
    a->context = context;
    a->job.done = done;
    a->job.from = s->address;
    a->job.make = verifier == NULL;
    a->job.password_bytes = password_bytes;
    memcpy(a->job.password, password, password_bytes);
    if (verifier)
        snprintf(a->job.verifier, sizeof a->job.verifier, "%s", verifier);
    shg_session_hold(s);
    s->server->jobs++;
    if (delay_ms == 0 || !start_waiting(a, delay_ms))
        submit(a);
}
