#include "server/clock/absences.h"

#include <stdlib.h>

void shg_absences_fini(shg_absences *a)
{
    free(a->each);
    *a = (shg_absences){ 0 };
}

void shg_absences_begin(shg_absences *a, int64_t player, int64_t node, int64_t from_ms)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->each[i].player == player && a->each[i].node == node)
            return;
    if (a->count == a->room) {
        const size_t room = a->room ? 2 * a->room : 64;
        shg_absence *each = realloc(a->each, room * sizeof *each);
        if (!each)
            return;
        a->each = each;
        a->room = room;
    }
    a->each[a->count++] = (shg_absence){ .player = player, .node = node, .from_ms = from_ms };
}

static void remove_at(shg_absences *a, size_t i)
{
    a->each[i] = a->each[--a->count];
}

void shg_absences_back(shg_absences *a, int64_t player, int64_t at_ms)
{
    for (size_t i = a->count; i-- > 0;) {
        shg_absence *absence = &a->each[i];
        if (absence->player != player || absence->back_ms != 0)
            continue;
        if (at_ms < absence->from_ms)
            remove_at(a, i);
        else
            absence->back_ms = at_ms;
    }
}

void shg_absences_cancel(shg_absences *a, int64_t node, int64_t beat_ms)
{
    for (size_t i = a->count; i-- > 0;)
        if (a->each[i].node == node && a->each[i].back_ms == 0 && a->each[i].from_ms < beat_ms)
            remove_at(a, i);
}

void shg_absences_forget(shg_absences *a, int64_t now_ms)
{
    for (size_t i = a->count; i-- > 0;)
        if (now_ms > shg_absence_end_ms(&a->each[i]) + SHG_ABSENCE_STORED_MS)
            remove_at(a, i);
}

const shg_absence *shg_absences_find(const shg_absences *a, int64_t player)
{
    const shg_absence *latest = NULL;
    for (size_t i = 0; i < a->count; i++)
        if (a->each[i].player == player && (!latest || a->each[i].from_ms > latest->from_ms))
            latest = &a->each[i];
    return latest;
}

int64_t shg_absence_end_ms(const shg_absence *absence)
{
    const int64_t most_ms = absence->from_ms + SHG_ABSENCE_MAX_MS;
    return absence->back_ms != 0 && absence->back_ms < most_ms ? absence->back_ms : most_ms;
}
