#include "server/admin/shutdown_notice.h"

#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/admin/part.h"
#include "server/loop/event_loop.h"
#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/part.h"

#include <stdio.h>
#include <string.h>

enum { MINUTE_MS = 60 * 1000 };

int64_t shg_shutdown_next_notice_ms(int64_t at_ms, int64_t now_ms)
{
    static const int minutes[] = { 60, 30, 15, 10, 5, 2, 1 };
    for (size_t i = 0; i < sizeof minutes / sizeof minutes[0]; i++)
        if (at_ms - minutes[i] * MINUTE_MS > now_ms)
            return at_ms - minutes[i] * MINUTE_MS;
    return at_ms;
}

/* "The server stops in 10 minutes: a new version.  Your games are kept." */
static void write_warning(shg_text_buffer *out, const shg_shutdown_notice *shutdown, int64_t now_ms,
                          shg_language language)
{
    const long long minutes = (long long)((shutdown->at_ms - now_ms + MINUTE_MS / 2) / MINUTE_MS);
    char when[160];
    if (minutes > 120)
        snprintf(when, sizeof when, shg_text_in(language, "The server shuts down in %lld hours"),
                 (minutes + 30) / 60);
    else if (minutes > 0)
        snprintf(when, sizeof when,
                 shg_text_in(language, minutes == 1 ? "The server shuts down in %lld minute"
                                                    : "The server shuts down in %lld minutes"),
                 minutes);
    else
        snprintf(when, sizeof when, "%s", shg_text_in(language, "The server is shutting down now"));
    shg_text_buffer reason = { 0 };
    if (shutdown->reason[0])
        shg_text_add_reason(&reason, shutdown->reason);
    if (reason.length > 0)
        shg_text_add(out, shg_text_in(language, "%s%s  Your games are saved.\n"), when,
                     reason.bytes);
    else
        shg_text_add(out, shg_text_in(language, "%s.  Your games are saved.\n"), when);
    out->failed |= reason.failed;
    shg_text_fini(&reason);
}

static void warn_all(shg_server *server)
{
    for (shg_session *s = server->sessions->online.first; s; s = s->after) {
        shg_text_buffer text = { 0 };
        write_warning(&text, &server->admin->shutdown, shg_now_ms(server), shg_session_language(s));
        if (!text.failed)
            shg_notify(s, "%s", text.bytes);
        shg_text_fini(&text);
    }
}

static void wait_for_next(shg_server *server)
{
    const int64_t now_ms = shg_now_ms(server);
    const int64_t wait_ms =
        shg_shutdown_next_notice_ms(server->admin->shutdown.at_ms, now_ms) - now_ms;
    const struct timeval wait = shg_timeval_of_ms(wait_ms);
    event_add(server->admin->shutdown.timer, &wait);
}

static void on_due(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    if (shg_now_ms(server) >= server->admin->shutdown.at_ms) {
        shg_server_stop(server, 0);
        return;
    }
    warn_all(server);
    wait_for_next(server);
}

static bool make_timer(shg_server *server)
{
    shg_shutdown_notice *shutdown = &server->admin->shutdown;
    if (!shutdown->timer)
        shutdown->timer = event_new(server->base, -1, 0, on_due, server);
    return shutdown->timer != NULL;
}

shoogi_status shg_shutdown_plan(shg_server *server, int64_t at_ms, const char *reason)
{
    shg_shutdown_notice *shutdown = &server->admin->shutdown;
    if (!make_timer(server))
        return SHOOGI_NO_MEMORY;
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, reason, strlen(reason), SHG_SHUTDOWN_REASON_BYTES / 4 - 1);
    snprintf(shutdown->reason, sizeof shutdown->reason, "%s", clean.bytes ? clean.bytes : "");
    shg_text_fini(&clean);
    shutdown->at_ms = at_ms;
    warn_all(server);
    wait_for_next(server);
    return SHOOGI_OK;
}

bool shg_shutdown_cancel(shg_server *server)
{
    if (server->admin->shutdown.at_ms == 0)
        return false;
    server->admin->shutdown.at_ms = 0;
    event_del(server->admin->shutdown.timer);
    for (shg_session *s = server->sessions->online.first; s; s = s->after)
        shg_notify(s, "The shutdown is cancelled.\n");
    return true;
}

void shg_shutdown_notify(shg_session *s)
{
    const shg_server *server = s->server;
    if (server->admin->shutdown.at_ms == 0)
        return;
    shg_text_buffer text = { 0 };
    write_warning(&text, &server->admin->shutdown, shg_now_ms(server), shg_session_language(s));
    shg_say_bytes(s, text.bytes, text.length);
    shg_text_fini(&text);
}

void shg_shutdown_hand_over(shg_handover_out *out, const shg_server *server)
{
    const shg_shutdown_notice *shutdown = &server->admin->shutdown;
    if (shutdown->at_ms == 0)
        return;
    shg_handover_open(out, "shutdown");
    shg_json_number(&out->text, "at_ms", shutdown->at_ms);
    shg_json_text(&out->text, "reason", shutdown->reason);
    shg_handover_close(out);
}

void shg_shutdown_restore(shg_server *server)
{
    shg_shutdown_notice *shutdown = &server->admin->shutdown;
    const shg_handover *h = server->handover;
    if (!shg_handover_find(server->handover, "shutdown", NULL) || !make_timer(server))
        return;
    shutdown->at_ms = shg_field_number(&h->json, 0, "at_ms", 0);
    shg_field_copy(shutdown->reason, sizeof shutdown->reason, &h->json, 0, "reason");
    if (shutdown->at_ms > 0)
        wait_for_next(server);
}

void shg_shutdown_notice_fini(shg_shutdown_notice *shutdown)
{
    shg_event_free(shutdown->timer);
    shutdown->timer = NULL;
}
