/* memory_library.c: records, the position index, and variants designed by players, in memory. */
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <stdlib.h>
#include <string.h>

/* --- Records --- */

shoogi_status shg_memory_record_add(shg_storage *s, int64_t *id, const shg_record_row *row,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_record(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    const shg_definition *definition = list_at(&m->definitions, row->definition);
    if (!player || !definition)
        return shg_row_no_source(err);
    char *texts;
    const size_t bytes = strlen(row->black) + strlen(row->white) + strlen(row->event) +
                         strlen(row->played) + strlen(row->outcome) + row->text_bytes + 6;
    shg_record_row *added = shg_memory_row_reserve(m, &m->records)
                                ? shg_memory_row_new(&texts, sizeof *added, bytes)
                                : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = (int64_t)m->records.count + 1;
    added->player_name = player->name;
    added->variant = definition->name;
    added->black = shg_memory_put_text(&texts, row->black);
    added->white = shg_memory_put_text(&texts, row->white);
    added->event = shg_memory_put_text(&texts, row->event);
    added->played = shg_memory_put_text(&texts, row->played);
    added->outcome = shg_memory_put_text(&texts, row->outcome);
    memcpy(texts, row->text, row->text_bytes); /* shg_memory_row_new has set the NUL */
    added->text = texts;
    shg_memory_row_add(m, &m->records, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_record_get(shg_storage *s, shg_record_row *row, int64_t id,
                                    shoogi_error *err)
{
    const shg_record_row *found = list_at(&memory_of(s)->records, id);
    if (!found)
        return shg_row_not_found(err, "record", id);
    *row = *found;
    return SHOOGI_OK;
}

shoogi_status shg_memory_record_head(shg_storage *s, shg_record_row *row, int64_t id,
                                     shoogi_error *err)
{
    const shoogi_status status = shg_memory_record_get(s, row, id, err);
    if (status == SHOOGI_OK)
        row->text = NULL;
    return status;
}

/* The highest number of a list below before. */
static int64_t last_of(const struct list *list, int64_t before)
{
    const int64_t count = (int64_t)list->count;
    return before == 0 || before > count ? count : before - 1;
}

shoogi_status shg_memory_record_list(shg_storage *s, int64_t player, int64_t before,
                                     shg_record_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (int64_t id = last_of(&m->records, before); id >= 1; id--) {
        shg_record_row row = *(const shg_record_row *)list_at(&m->records, id);
        row.text = NULL;
        if ((player == 0 || row.player == player) && !each(context, &row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_record_sum(shg_storage *s, shg_record_sums *out, int64_t player,
                                    int64_t since_ms, shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    (void)err;
    *out = (shg_record_sums){ 0 };
    for (size_t i = 0; i < m->records.count; i++) {
        const shg_record_row *row = m->records.rows[i];
        if (player != 0 && row->player != player)
            continue;
        const bool late = row->created_ms / SHG_RECORD_SUM_MS > since_ms / SHG_RECORD_SUM_MS;
        out->records++;
        out->bytes += (int64_t)row->text_bytes;
        out->latest += late;
        out->latest_bytes += late ? (int64_t)row->text_bytes : 0;
    }
    return SHOOGI_OK;
}

/* --- Positions --- */

/* The indexed positions of a game or record. */
struct placed {
    int64_t id;
    int kind;
    int64_t number, events;
    size_t count;
    int64_t hashes[];
};

static struct placed *placed_of(const struct memory *m, int kind, int64_t number)
{
    for (size_t i = 0; i < m->places.list.count; i++) {
        struct placed *row = m->places.list.rows[i];
        if (row->kind == kind && row->number == number)
            return row;
    }
    return NULL;
}

static bool is_there(const struct memory *m, int kind, int64_t number)
{
    return list_at(kind == SHG_POSITION_INDEX_GAME ? &m->games : &m->records, number) != NULL;
}

shoogi_status shg_memory_place_set(shg_storage *s, int kind, int64_t number, int64_t events,
                                   const int64_t *hashes, size_t count, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    if (!is_there(m, kind, number))
        return shg_row_not_found(err, kind == SHG_POSITION_INDEX_GAME ? "game" : "record", number);
    const struct placed *old = placed_of(m, kind, number);
    char *texts;
    struct placed *added = shg_memory_numbered_reserve(m, &m->places)
                               ? shg_memory_row_new(&texts, sizeof *added, count * sizeof *hashes)
                               : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    added->id = m->places.made + 1;
    added->kind = kind;
    added->number = number;
    added->events = events;
    added->count = count;
    for (size_t i = 0; i < count; i++)
        added->hashes[i] = hashes[i];
    shg_memory_numbered_add(m, &m->places, added);
    return old ? shg_memory_numbered_remove(m, &m->places, "place", old->id, err) : SHOOGI_OK;
}

shoogi_status shg_memory_place_next(shg_storage *s, int *kind, int64_t *number, shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    for (size_t i = 0; i < m->games.count; i++) {
        const shg_game *game = &((const struct game *)m->games.rows[i])->row;
        const struct placed *placed = placed_of(m, SHG_POSITION_INDEX_GAME, game->id);
        if (game->outcome[0] && (!placed || placed->events < game->events)) {
            *kind = SHG_POSITION_INDEX_GAME;
            *number = game->id;
            return SHOOGI_OK;
        }
    }
    for (size_t i = 0; i < m->records.count; i++) {
        const shg_record_row *row = m->records.rows[i];
        const struct placed *placed = placed_of(m, SHG_POSITION_INDEX_RECORD, row->id);
        if (!placed || placed->events == 0) {
            *kind = SHG_POSITION_INDEX_RECORD;
            *number = row->id;
            return SHOOGI_OK;
        }
    }
    return shg_row_no_next(err);
}

shoogi_status shg_memory_place_list(shg_storage *s, int kind, int64_t hash, int64_t before,
                                    shg_indexed_position_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    const struct list *of = kind == SHG_POSITION_INDEX_GAME ? &m->games : &m->records;
    bool goes_on = true;
    for (int64_t id = last_of(of, before); id >= 1 && goes_on; id--) {
        const struct placed *placed = placed_of(m, kind, id);
        size_t at = 0;
        while (placed && at < placed->count && placed->hashes[at] != hash)
            at++;
        if (placed && at < placed->count)
            goes_on = each(context, id, (int64_t)at);
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_place_forget(shg_storage *s, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = SHOOGI_OK;
    while (m->places.list.count > 0 && status == SHOOGI_OK) {
        const struct placed *last = m->places.list.rows[m->places.list.count - 1];
        status = shg_memory_numbered_remove(m, &m->places, "place", last->id, err);
    }
    return status;
}

/* --- Designs --- */

shoogi_status shg_memory_design_add(shg_storage *s, int64_t *version, const shg_design *row,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_design(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    int64_t last = 0;
    for (size_t i = 0; i < m->designs.count; i++) {
        const shg_design *other = m->designs.rows[i];
        if (other->definition == row->definition)
            return shg_row_designed_twice(err, row->definition);
        if (other->player == row->player && strcmp(other->name, row->name) == 0)
            last = other->version;
    }
    if (!player || !list_at(&m->definitions, row->definition))
        return shg_row_no_source(err);
    char *texts;
    shg_design *added = shg_memory_row_reserve(m, &m->designs)
                            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->name) + 1)
                            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->player_name = player->name;
    added->name = shg_memory_put_text(&texts, row->name);
    added->version = last + 1;
    shg_memory_row_add(m, &m->designs, added);
    *version = added->version;
    return SHOOGI_OK;
}

shoogi_status shg_memory_design_get(shg_storage *s, shg_design *row, int64_t definition,
                                    shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    for (size_t i = 0; i < m->designs.count; i++) {
        const shg_design *found = m->designs.rows[i];
        if (found->definition != definition)
            continue;
        *row = *found;
        return SHOOGI_OK;
    }
    return shg_row_not_found(err, "design of definition", definition);
}

shoogi_status shg_memory_design_list(shg_storage *s, int64_t player, int64_t before,
                                     shg_design_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = SHOOGI_OK;
    bool goes_on = true;
    for (int64_t id = last_of(&m->definitions, before); id >= 1 && goes_on; id--) {
        shg_design row;
        status = shg_memory_design_get(s, &row, id, NULL);
        m->listing = true;
        if (status == SHOOGI_OK && (player == 0 || row.player == player))
            goes_on = each(context, &row);
        m->listing = false;
    }
    (void)err;
    return SHOOGI_OK;
}
