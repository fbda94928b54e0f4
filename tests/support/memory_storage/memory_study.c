/* memory_study.c: studies, free tables and their events, in memory. */
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <string.h>

shoogi_status shg_memory_study_add(shg_storage *s, int64_t *id, const shg_study *row,
                                   shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_study(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    const shg_definition *definition = list_at(&m->definitions, row->definition);
    if (!player || !definition)
        return shg_row_no_source(err);
    char *texts;
    struct study *added =
        shg_memory_row_reserve(m, &m->studies)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->name) + strlen(row->sfen) + 2)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    added->row = *row;
    added->row.id = (int64_t)m->studies.count + 1;
    added->row.player_name = player->name;
    added->row.variant = definition->name;
    added->row.name = shg_memory_put_text(&texts, row->name);
    added->row.sfen = shg_memory_put_text(&texts, row->sfen);
    added->row.events = 0;
    shg_memory_list_push(&m->studies, added);
    shg_memory_undo_push(m, STUDY_ADDED, added);
    *id = added->row.id;
    return SHOOGI_OK;
}

/* The row with the study's current name. */
static shg_study with_current_name(const struct study *study)
{
    shg_study row = study->row;
    for (size_t i = 0; i < study->events.count; i++) {
        const shg_study_event *event = study->events.rows[i];
        if (strcmp(event->kind, SHG_STUDY_NAME) == 0)
            row.name = event->text;
    }
    return row;
}

shoogi_status shg_memory_study_get(shg_storage *s, shg_study *row, int64_t id, shoogi_error *err)
{
    const struct study *found = list_at(&memory_of(s)->studies, id);
    if (!found)
        return shg_row_not_found(err, "study", id);
    *row = with_current_name(found);
    return SHOOGI_OK;
}

shoogi_status shg_memory_study_list(shg_storage *s, int64_t player, int64_t before,
                                    shg_study_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = m->studies.count; i > 0; i--) {
        const shg_study row = with_current_name(m->studies.rows[i - 1]);
        if ((before == 0 || row.id < before) && (player == 0 || row.player == player) &&
            !each(context, &row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* Adds an event to the events of owner and increments *count. */
static shoogi_status add_event(struct memory *m, struct list *events, int64_t *count, void *owner,
                               enum change change, const shg_study_event *row, shoogi_error *err)
{
    const shg_player *player = list_at(&m->players, row->player);
    if (!player)
        return shg_row_not_found(err, "player", row->player);
    char *texts;
    shg_study_event *added =
        shg_memory_row_reserve(m, events)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->kind) + strlen(row->text) + 2)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->player_name = player->name;
    added->kind = shg_memory_put_text(&texts, row->kind);
    added->text = shg_memory_put_text(&texts, row->text);
    shg_memory_list_push(events, added);
    ++*count;
    shg_memory_undo_push(m, change, owner);
    return SHOOGI_OK;
}

static void list_events(struct memory *m, const struct list *events, int64_t from_number,
                        shg_study_event_fn *each, void *context)
{
    m->listing = true;
    for (size_t i = from_number > 1 ? (size_t)from_number - 1 : 0; i < events->count; i++)
        if (!each(context, events->rows[i]))
            break;
    m->listing = false;
}

shoogi_status shg_memory_study_event_add(shg_storage *s, const shg_study_event *row,
                                         shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_study_event(row, err);
    if (status != SHOOGI_OK)
        return status;
    struct study *study = list_at(&m->studies, row->study);
    if (!study)
        return shg_row_not_found(err, "study", row->study);
    if (row->number != study->row.events + 1)
        return shg_row_study_gap(err, "study", row, study->row.events);
    return add_event(m, &study->events, &study->row.events, study, STUDY_EVENT_ADDED, row, err);
}

shoogi_status shg_memory_study_event_list(shg_storage *s, int64_t id, int64_t from_number,
                                          shg_study_event_fn *each, void *context,
                                          shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    const struct study *study = list_at(&m->studies, id);
    if (study)
        list_events(m, &study->events, from_number, each, context);
    return SHOOGI_OK;
}

/* ---- tables without rules ---- */

shoogi_status shg_memory_free_table_add(shg_storage *s, int64_t *id, const shg_free_table *row,
                                        shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_free_table(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    if (!player || (row->opponent != 0 && !list_at(&m->players, row->opponent)))
        return shg_row_no_people(err);
    char *texts;
    struct free_table *added =
        shg_memory_row_reserve(m, &m->free_tables)
            ? shg_memory_row_new(&texts, sizeof *added,
                                 strlen(row->title) + strlen(row->text) + strlen(row->secret) + 3)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    added->row = *row;
    added->row.id = (int64_t)m->free_tables.count + 1;
    added->row.player_name = player->name;
    added->row.title = shg_memory_put_text(&texts, row->title);
    added->row.text = shg_memory_put_text(&texts, row->text);
    added->row.secret = shg_memory_put_text(&texts, row->secret);
    added->row.events = 0;
    shg_memory_list_push(&m->free_tables, added);
    shg_memory_undo_push(m, FREE_TABLE_ADDED, added);
    *id = added->row.id;
    return SHOOGI_OK;
}

static shg_free_table as_read(struct memory *m, const struct free_table *table)
{
    shg_free_table row = table->row;
    const shg_player *opponent = row.opponent != 0 ? list_at(&m->players, row.opponent) : NULL;
    row.opponent_name = opponent ? opponent->name : "";
    return row;
}

shoogi_status shg_memory_free_table_get(shg_storage *s, shg_free_table *row, int64_t id,
                                        shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const struct free_table *found = list_at(&m->free_tables, id);
    if (!found)
        return shg_row_not_found(err, "table", id);
    *row = as_read(m, found);
    return SHOOGI_OK;
}

shoogi_status shg_memory_free_table_list(shg_storage *s, int64_t player, int64_t before,
                                         shg_free_table_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = m->free_tables.count; i > 0; i--) {
        const shg_free_table row = as_read(m, m->free_tables.rows[i - 1]);
        const bool wanted = player == 0 || row.player == player || row.opponent == player;
        if ((before == 0 || row.id < before) && wanted && !each(context, &row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_free_table_sit(shg_storage *s, int64_t id, int64_t player,
                                        shoogi_error *err)
{
    struct memory *m = memory_of(s);
    struct free_table *table = list_at(&m->free_tables, id);
    if (!table)
        return shg_row_not_found(err, "table", id);
    if (table->row.opponent != 0)
        return shg_row_seat_taken(err, id);
    if (!list_at(&m->players, player))
        return shg_row_not_found(err, "player", player);
    const struct number_change change = { &table->row.opponent, player };
    return shg_memory_change_numbers(m, &change, 1, err);
}

shoogi_status shg_memory_free_table_event_add(shg_storage *s, const shg_study_event *row,
                                              shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_study_event(row, err);
    if (status != SHOOGI_OK)
        return status;
    struct free_table *table = list_at(&m->free_tables, row->study);
    if (!table)
        return shg_row_not_found(err, "table", row->study);
    if (row->number != table->row.events + 1)
        return shg_row_study_gap(err, "table", row, table->row.events);
    return add_event(m, &table->events, &table->row.events, table, FREE_TABLE_EVENT_ADDED, row,
                     err);
}

shoogi_status shg_memory_free_table_event_list(shg_storage *s, int64_t id, int64_t from_number,
                                               shg_study_event_fn *each, void *context,
                                               shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    const struct free_table *table = list_at(&m->free_tables, id);
    if (table)
        list_events(m, &table->events, from_number, each, context);
    return SHOOGI_OK;
}
