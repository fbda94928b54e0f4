#include "server/clock/game_time.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The most clock events per game event: a RESUME after the end and one for the undone move. */
enum { CLOCK_EVENTS_OF_ONE = 2 };

shoogi_status shg_game_time_new(shg_game_time **out, const shg_time_control *control, int first,
                                int64_t start_ms, const shg_downtimes *downtimes)
{
    shg_game_time *time = calloc(1, sizeof *time);
    if (!time)
        return SHOOGI_NO_MEMORY;
    time->start_ms = start_ms;
    time->first = first;
    time->end = SIZE_MAX;
    time->downtimes = downtimes;
    time->downtimes_done = downtimes ? shg_downtimes_after(downtimes, start_ms) : 0;
    shg_game_clock_start(&time->clock, control, first, start_ms);
    *out = time;
    return SHOOGI_OK;
}

void shg_game_time_free(shg_game_time *time)
{
    if (time)
        free(time->events);
    free(time);
}

static void replay(shg_game_time *time)
{
    const shg_time_control control = time->clock.control;
    const size_t done = shg_game_clock_replay(&time->clock, &control, time->first, time->start_ms,
                                              time->events, time->event_count);
    assert(done == time->event_count);
    (void)done;
}

/* Returns the index at which an event of this time is inserted.  An event that is stored late may find a downtime in the list that
 * ended after it: the event comes before that downtime, as when the game is read again. */
static size_t place_of(const shg_game_time *time, int64_t at_ms)
{
    size_t i = time->event_count;
    while (i >= 2 && time->events[i - 1].kind == SHG_CLOCK_RESUME &&
           time->events[i - 1].at_ms > at_ms)
        i -= 2;
    return i;
}

static void add(shg_game_time *time, shg_clock_event event)
{
    assert(time->event_count < time->events_room);
    const size_t place = place_of(time, event.at_ms), later = time->event_count++ - place;
    shg_clock_event *at = &time->events[place];
    memmove(at + 1, at, later * sizeof *at);
    *at = event;
    if (later > 0) {
        replay(time);
        return;
    }
    const bool done = shg_game_clock_apply(&time->clock, &event);
    assert(done);
    (void)done;
}

static bool make_room(shg_game_time *time, size_t more)
{
    if (time->events_room - time->event_count >= more)
        return true;
    const size_t room = 2 * time->events_room + more + 16;
    shg_clock_event *events = realloc(time->events, room * sizeof *events);
    if (!events)
        return false;
    time->events = events;
    time->events_room = room;
    return true;
}

shoogi_status shg_game_time_advance(shg_game_time *time, int64_t at_ms)
{
    const size_t until = time->downtimes ? shg_downtimes_after(time->downtimes, at_ms) : 0;
    const size_t spans = until > time->downtimes_done ? until - time->downtimes_done : 0;
    if (!make_room(time, 2 * spans + CLOCK_EVENTS_OF_ONE))
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < spans; i++) {
        const shg_downtime *span = &time->downtimes->spans[time->downtimes_done++];
        add(time, (shg_clock_event){ .at_ms = span->from_ms, .kind = SHG_CLOCK_PAUSE });
        add(time, (shg_clock_event){ .at_ms = span->to_ms, .kind = SHG_CLOCK_RESUME });
    }
    return SHOOGI_OK;
}

void shg_game_time_move(shg_game_time *time, int64_t at_ms)
{
    add(time, (shg_clock_event){ .at_ms = at_ms, .kind = SHG_CLOCK_MOVE });
}

void shg_game_time_end(shg_game_time *time, int64_t at_ms)
{
    time->end = place_of(time, at_ms);
    add(time, (shg_clock_event){ .at_ms = at_ms, .kind = SHG_CLOCK_PAUSE });
}

void shg_game_time_pause(shg_game_time *time, int64_t at_ms)
{
    add(time, (shg_clock_event){ .at_ms = at_ms, .kind = SHG_CLOCK_PAUSE });
}

void shg_game_time_resume(shg_game_time *time, int64_t at_ms)
{
    add(time, (shg_clock_event){ .at_ms = at_ms, .kind = SHG_CLOCK_RESUME });
}

void shg_game_time_extra(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms)
{
    add(time, (shg_clock_event){ .at_ms = at_ms,
                                 .length_ms = length_ms,
                                 .kind = SHG_CLOCK_EXTRA,
                                 .colour = (uint8_t)colour });
}

void shg_game_time_back(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms)
{
    add(time, (shg_clock_event){ .at_ms = at_ms,
                                 .length_ms = length_ms,
                                 .kind = SHG_CLOCK_BACK,
                                 .colour = (uint8_t)colour });
}

void shg_game_time_vacation(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms)
{
    add(time, (shg_clock_event){ .at_ms = at_ms,
                                 .length_ms = length_ms,
                                 .kind = SHG_CLOCK_VACATION,
                                 .colour = (uint8_t)colour });
}

static void take_out(shg_game_time *time, size_t index)
{
    shg_clock_event *at = &time->events[index];
    time->event_count--;
    memmove(at, at + 1, (time->event_count - index) * sizeof *at);
}

void shg_game_time_undo(shg_game_time *time, bool move, bool give_back, int64_t at_ms)
{
    if (time->end != SIZE_MAX && give_back)
        add(time, (shg_clock_event){ .at_ms = at_ms, .kind = SHG_CLOCK_RESUME });
    else if (time->end != SIZE_MAX)
        take_out(time, time->end);
    time->end = SIZE_MAX;
    if (move)
        shg_clock_events_undo(time->events, &time->event_count, at_ms, give_back);
    replay(time);
}

shoogi_status shg_game_time_take_back(shg_game_time *time, size_t moves, int64_t at_ms)
{
    if (!make_room(time, moves))
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < moves; i++)
        shg_clock_events_undo(time->events, &time->event_count, at_ms, true);
    replay(time);
    return SHOOGI_OK;
}

bool shg_game_time_undo_loses_on_time(const shg_game_time *time, bool move, int64_t at_ms)
{
    shg_game_time after = *time;
    after.events = calloc(time->events_room + 1, sizeof *after.events);
    if (!after.events)
        return true;
    memcpy(after.events, time->events, time->event_count * sizeof *after.events);
    shg_game_time_undo(&after, move, false, at_ms);
    free(after.events);
    return shg_game_clock_flag_fell(&after.clock, at_ms);
}
