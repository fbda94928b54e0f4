/* memory_bans.c: bans, named texts of the server, and totals, in memory. */
#include "support/memory_storage/memory_int.h"

#include "storage/row.h"

#include <string.h>

shoogi_status shg_memory_ban_add(shg_storage *s, int64_t *id, const shg_ban *row, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_ban(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    if (row->player != 0 && !player)
        return shg_row_not_found(err, "player", row->player);
    char *texts;
    shg_ban *added = shg_memory_numbered_reserve(m, &m->bans)
                         ? shg_memory_row_new(&texts, sizeof *added,
                                              strlen(row->network) + 1 + strlen(row->reason) + 1)
                         : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = m->bans.made + 1;
    added->player_name = player ? player->name : "";
    added->network = shg_memory_put_text(&texts, row->network);
    added->reason = shg_memory_put_text(&texts, row->reason);
    shg_memory_numbered_add(m, &m->bans, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_ban_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->bans, "ban", id, err);
}

shoogi_status shg_memory_ban_list(shg_storage *s, shg_ban_fn *each, void *context,
                                  shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->bans.list.count; i++)
        if (!each(context, m->bans.list.rows[i]))
            break;
    m->listing = false;
    return SHOOGI_OK;
}

/* A named text of the server. */
struct notice {
    int64_t id;
    const char *name, *text;
};

static const struct notice *notice_named(const struct memory *m, const char *name)
{
    for (size_t i = 0; i < m->notices.list.count; i++) {
        const struct notice *row = m->notices.list.rows[i];
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

/* Replaces the row: undo steps exist for adding and removing rows only. */
shoogi_status shg_memory_notice_set(shg_storage *s, const char *name, const char *text,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = shg_row_check_notice(name, text, err);
    const struct notice *old = status == SHOOGI_OK ? notice_named(m, name) : NULL;
    struct notice *added = NULL;
    if (status == SHOOGI_OK && text[0] != '\0') {
        char *texts;
        added = shg_memory_numbered_reserve(m, &m->notices)
                    ? shg_memory_row_new(&texts, sizeof *added, strlen(name) + strlen(text) + 2)
                    : NULL;
        if (!added)
            return shg_memory_exhausted(err);
        added->id = m->notices.made + 1;
        added->name = shg_memory_put_text(&texts, name);
        added->text = shg_memory_put_text(&texts, text);
        shg_memory_numbered_add(m, &m->notices, added);
    }
    if (old)
        status = shg_memory_numbered_remove(m, &m->notices, "notice", old->id, err);
    return status;
}

shoogi_status shg_memory_notice_get(shg_storage *s, const char **text, const char *name,
                                    shoogi_error *err)
{
    const struct notice *row = notice_named(memory_of(s), name);
    (void)err;
    *text = row ? row->text : "";
    return SHOOGI_OK;
}

shoogi_status shg_memory_totals(shg_storage *s, shg_totals *totals, shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    (void)err;
    *totals =
        (shg_totals){ .players = (int64_t)m->players.count, .games = (int64_t)m->games.count };
    for (size_t i = 0; i < m->games.count; i++)
        totals->games_running += ((const struct game *)m->games.rows[i])->row.outcome[0] == '\0';
    return SHOOGI_OK;
}
