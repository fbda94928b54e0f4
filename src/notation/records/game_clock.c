#include "notation/records/game_clock.h"

#include "notation/records/record_int.h"

#include <stdlib.h>
#include <string.h>

const char shg_clock_command[] = "[%clk ";

void shg_game_clock_init(shg_game_clock *clock, const shoogi_record *record)
{
    *clock = (shg_game_clock){ .record = record, .limit_ms = -1 };
    const char *const limit = shoogi_record_header(record, "time-limit");
    shg_cursor c = { limit, limit ? strlen(limit) : 0, 0, NULL };
    int64_t limit_ms, gain_ms = 0;
    if (!limit || !shg_seconds_read(&limit_ms, &c) ||
        (shg_cursor_take(&c, '+') && !shg_seconds_read(&gain_ms, &c)) || !shg_cursor_done(&c))
        return;
    clock->limit_ms = limit_ms;
    clock->gain_ms = gain_ms;
}

void shg_game_clock_fini(shg_game_clock *clock)
{
    free(clock->left_ms);
    clock->left_ms = NULL;
}

/* The move that the player made before; 0: none. */
static shoogi_node own_before(const shoogi_record *record, shoogi_node node)
{
    const shoogi_node parent = shoogi_record_node(record, node).parent;
    return parent == 0 ? 0 : shoogi_record_node(record, parent).parent;
}

int64_t shg_game_clock_before(const shg_game_clock *clock, shoogi_node node)
{
    const shoogi_node before = own_before(clock->record, node);
    if (before == 0)
        return clock->limit_ms;
    return before < clock->count ? clock->left_ms[before] : -1;
}

shoogi_status shg_game_clock_set(shg_game_clock *clock, shoogi_node node, int64_t left_ms)
{
    if (node >= clock->room) {
        const size_t room = ((size_t)node + 1) * 2;
        int64_t *const more = realloc(clock->left_ms, room * sizeof *more);
        if (!more)
            return SHOOGI_NO_MEMORY;
        clock->left_ms = more;
        clock->room = room;
    }
    while (clock->count <= node)
        clock->left_ms[clock->count++] = -1;
    clock->left_ms[node] = left_ms;
    return SHOOGI_OK;
}

bool shg_game_clock_rests(const shg_game_clock *clock, shoogi_node node, int64_t left_ms)
{
    return clock->gain_ms > 0 && left_ms == clock->limit_ms && own_before(clock->record, node) == 0;
}

bool shg_clock_read(int64_t *time_ms, const char *text, size_t bytes)
{
    shg_cursor c = { text, bytes, 0, NULL };
    int64_t before = 0;
    for (int parts = 0; parts < 3; parts++) {
        if (!shg_seconds_read(time_ms, &c))
            return false;
        *time_ms += before;
        if (shg_cursor_done(&c))
            return *time_ms <= SHOOGI_RECORD_TIME_MS_MAX;
        if (!shg_cursor_take(&c, ':'))
            return false;
        before = *time_ms * 60;
    }
    return false;
}
