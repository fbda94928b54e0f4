/* memory_preset.c: players' presets, in memory. */
#include "storage/bounds.h"
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <string.h>

/* The next preset of a player by name; after: NULL for the first. */
static const struct preset *next_of(const struct memory *m, int64_t player, const char *after)
{
    const struct preset *next = NULL;
    for (size_t i = 0; i < m->presets.list.count; i++) {
        const struct preset *row = m->presets.list.rows[i];
        if (row->player == player && (!after || strcmp(row->name, after) > 0) &&
            (!next || strcmp(row->name, next->name) < 0))
            next = row;
    }
    return next;
}

/* Replaces the row, as with notices. */
shoogi_status shg_memory_preset_set(shg_storage *s, int64_t player, const char *name,
                                    const char *text, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = shg_row_check_preset(name, text, err);
    if (status != SHOOGI_OK)
        return status;
    if (!list_at(&m->players, player))
        return shg_row_not_found(err, "player", player);
    const struct preset *old = NULL;
    size_t others = 0;
    for (size_t i = 0; i < m->presets.list.count; i++) {
        const struct preset *row = m->presets.list.rows[i];
        const bool same = row->player == player && strcmp(row->name, name) == 0;
        old = same ? row : old;
        others += row->player == player && !same;
    }
    if (text[0] != '\0') {
        if (others >= SHG_STORAGE_PRESETS_MAX)
            return shg_row_too_many_presets(err);
        char *texts;
        struct preset *added =
            shg_memory_numbered_reserve(m, &m->presets)
                ? shg_memory_row_new(&texts, sizeof *added, strlen(name) + strlen(text) + 2)
                : NULL;
        if (!added)
            return shg_memory_exhausted(err);
        *added = (struct preset){ .id = m->presets.made + 1, .player = player };
        added->name = shg_memory_put_text(&texts, name);
        added->text = shg_memory_put_text(&texts, text);
        shg_memory_numbered_add(m, &m->presets, added);
    }
    return old ? shg_memory_numbered_remove(m, &m->presets, "preset", old->id, err) : SHOOGI_OK;
}

shoogi_status shg_memory_preset_list(shg_storage *s, int64_t player, shg_preset_fn *each,
                                     void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (const struct preset *row = next_of(m, player, NULL);
         row && each(context, row->name, row->text); row = next_of(m, player, row->name))
        ;
    m->listing = false;
    return SHOOGI_OK;
}
