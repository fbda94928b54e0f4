/* memory_document.c: private documents, game chat and deletion of games, in memory. */
#include "support/memory_storage/memory_int.h"

#include "storage/bounds.h"
#include "storage/row.h"

#include <string.h>

/* ---- papers ---- */

static const struct document *paper_of(const struct memory *m, int64_t game, int64_t player,
                                       const char *kind)
{
    for (size_t i = 0; i < m->documents.list.count; i++) {
        const struct document *row = m->documents.list.rows[i];
        if (row->game == game && row->player == player && strcmp(row->kind, kind) == 0)
            return row;
    }
    return NULL;
}

/* Replaces the row, as with notices. */
shoogi_status shg_memory_document_set(shg_storage *s, int64_t game, int64_t player,
                                      const char *kind, const char *text, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = shg_row_check_document(kind, text, err);
    if (status != SHOOGI_OK)
        return status;
    if (!list_at(&m->games, game) || !list_at(&m->players, player))
        return shg_row_no_seat(err);
    const struct document *old = paper_of(m, game, player, kind);
    if (text[0] != '\0') {
        char *texts;
        struct document *added =
            shg_memory_numbered_reserve(m, &m->documents)
                ? shg_memory_row_new(&texts, sizeof *added, strlen(kind) + strlen(text) + 2)
                : NULL;
        if (!added)
            return shg_memory_exhausted(err);
        *added = (struct document){ .id = m->documents.made + 1, .game = game, .player = player };
        added->kind = shg_memory_put_text(&texts, kind);
        added->text = shg_memory_put_text(&texts, text);
        shg_memory_numbered_add(m, &m->documents, added);
    }
    if (old)
        status = shg_memory_numbered_remove(m, &m->documents, "paper", old->id, err);
    return status;
}

shoogi_status shg_memory_document_get(shg_storage *s, const char **text, int64_t game,
                                      int64_t player, const char *kind, shoogi_error *err)
{
    const struct document *row = paper_of(memory_of(s), game, player, kind);
    (void)err;
    *text = row ? row->text : "";
    return SHOOGI_OK;
}

/* ---- remarks ---- */

struct chat_line {
    int64_t id;
    shg_chat_line row;
};

static shoogi_status forget_beyond(struct memory *m, int64_t game, int64_t number,
                                   shoogi_error *err)
{
    for (size_t i = 0; i < m->chat_lines.list.count; i++) {
        const struct chat_line *found = m->chat_lines.list.rows[i];
        if (found->row.game == game && found->row.number <= number - SHG_STORAGE_REMARKS_MAX)
            return shg_memory_numbered_remove(m, &m->chat_lines, "remark", found->id, err);
    }
    return SHOOGI_OK;
}

shoogi_status shg_memory_chat_add(shg_storage *s, int64_t *number, const shg_chat_line *row,
                                  shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_chat_line(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    if (!list_at(&m->games, row->game) || !player)
        return shg_row_no_seat(err);
    *number = 1;
    for (size_t i = 0; i < m->chat_lines.list.count; i++) {
        const struct chat_line *found = m->chat_lines.list.rows[i];
        if (found->row.game == row->game)
            *number = found->row.number + 1;
    }
    char *texts;
    struct chat_line *added =
        shg_memory_numbered_reserve(m, &m->chat_lines)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->kind) + strlen(row->text) + 2)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = (struct chat_line){ .id = m->chat_lines.made + 1, .row = *row };
    added->row.number = *number;
    added->row.player_name = player->name;
    added->row.kind = shg_memory_put_text(&texts, row->kind);
    added->row.text = shg_memory_put_text(&texts, row->text);
    shg_memory_numbered_add(m, &m->chat_lines, added);
    return forget_beyond(m, row->game, *number, err);
}

shoogi_status shg_memory_chat_list(shg_storage *s, int64_t game, int64_t after,
                                   shg_chat_line_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->chat_lines.list.count; i++) {
        const struct chat_line *found = m->chat_lines.list.rows[i];
        if (found->row.game == game && found->row.number > after && !each(context, &found->row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* ---- deletion ---- */

shoogi_status shg_memory_game_delete(shg_storage *s, int64_t id, int64_t at_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    struct game *game = list_at(&m->games, id);
    if (!game)
        return shg_row_not_found(err, "game", id);
    const shoogi_status status =
        shg_row_deletes(id, game->row.outcome, game->row.deleted_ms != 0, err);
    if (status != SHOOGI_OK)
        return status;
    if (!shg_memory_undo_reserve(m))
        return shg_memory_exhausted(err);
    shg_memory_remember_game(m, GAME_CHANGED, game);
    game->row.deleted_ms = at_ms;
    return SHOOGI_OK;
}
