#include "server/commands/low_time.h"

#include "server/clock/part.h"
#include "server/clock/running_clocks.h"
#include "server/loop/event_loop.h"
#include "server/loop/host.h"

#include <stdlib.h>

/* When a warning is due: SHG_NEVER_MS if it is not the player's turn, the clock stands still, or no warning is wanted. */
static int64_t due_ms(const shg_session *s)
{
    const int64_t seconds = shg_low_time_seconds(s->settings.value[SHG_SET_LOWTIME]);
    const shg_running_clock *running =
        seconds > 0 && s->player != 0 && s->current_game != 0
            ? shg_running_clocks_find(s->server->clocks->running, s->current_game)
            : NULL;
    if (!running || running->player[running->clock.turn] != s->player)
        return SHG_NEVER_MS;
    const int64_t fall_ms = shg_game_clock_flag_fall_ms(&running->clock);
    return fall_ms == SHG_NEVER_MS ? SHG_NEVER_MS : fall_ms - seconds * 1000;
}

static void fired(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_session *s = context;
    const int64_t due = due_ms(s), now_ms = shg_now_ms(s->server);
    if (due > now_ms) { /* the clock has changed, or a day is over */
        shg_low_time_watch(s);
        return;
    }
    const int64_t left_ms =
        due + shg_low_time_seconds(s->settings.value[SHG_SET_LOWTIME]) * 1000 - now_ms;
    if (left_ms <= 0)
        return;
    shg_ring(s);
    shg_notify(s, "Game %lld: %lld seconds left on your clock.\n", (long long)s->current_game,
               (long long)((left_ms + 999) / 1000));
}

/* A turn that begins with less time gets no warning, so that byoyomi does not bring one with each move. */
void shg_low_time_watch(shg_session *s)
{
    const int64_t due = due_ms(s), now_ms = shg_now_ms(s->server);
    if (due == SHG_NEVER_MS || due <= now_ms) {
        if (s->low_time_event)
            event_del(s->low_time_event);
        return;
    }
    if (!s->low_time_event)
        s->low_time_event = event_new(s->server->base, -1, 0, fired, s);
    if (!s->low_time_event)
        return;
    const int64_t wait_ms = due - now_ms < SHG_DAY_MS ? due - now_ms : SHG_DAY_MS;
    const struct timeval wait = shg_timeval_of_ms(wait_ms);
    event_add(s->low_time_event, &wait);
}

void shg_low_time_stop(shg_session *s)
{
    shg_event_free(s->low_time_event);
    s->low_time_event = NULL;
}
