/* memory_study.c: studies and their events, in memory. */
#include "storage/memory_int.h"
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
        return shg_memory_spent(err);
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

shoogi_status shg_memory_study_get(shg_storage *s, shg_study *row, int64_t id, shoogi_error *err)
{
    const struct study *found = list_at(&memory_of(s)->studies, id);
    if (!found)
        return shg_row_not_found(err, "study", id);
    *row = found->row;
    return SHOOGI_OK;
}

shoogi_status shg_memory_study_list(shg_storage *s, int64_t player, int64_t before,
                                    shg_study_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = m->studies.count; i > 0; i--) {
        const shg_study *row = &((const struct study *)m->studies.rows[i - 1])->row;
        if ((before == 0 || row->id < before) && (player == 0 || row->player == player) &&
            !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_study_event_add(shg_storage *s, const shg_study_event *row,
                                         shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_study_event(row, err);
    if (status != SHOOGI_OK)
        return status;
    struct study *study = list_at(&m->studies, row->study);
    const shg_player *player = list_at(&m->players, row->player);
    if (!study)
        return shg_row_not_found(err, "study", row->study);
    if (row->number != study->row.events + 1)
        return shg_row_study_gap(err, row, study->row.events);
    if (!player)
        return shg_row_not_found(err, "player", row->player);
    char *texts;
    shg_study_event *added =
        shg_memory_row_reserve(m, &study->events)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->kind) + strlen(row->text) + 2)
            : NULL;
    if (!added)
        return shg_memory_spent(err);
    *added = *row;
    added->player_name = player->name;
    added->kind = shg_memory_put_text(&texts, row->kind);
    added->text = shg_memory_put_text(&texts, row->text);
    shg_memory_list_push(&study->events, added);
    study->row.events++;
    shg_memory_undo_push(m, STUDY_EVENT_ADDED, study);
    return SHOOGI_OK;
}

shoogi_status shg_memory_study_event_list(shg_storage *s, int64_t id, int64_t from_number,
                                          shg_study_event_fn *each, void *context,
                                          shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    const struct study *study = list_at(&m->studies, id);
    m->listing = true;
    for (size_t i = from_number > 1 ? (size_t)from_number - 1 : 0; study && i < study->events.count;
         i++)
        if (!each(context, study->events.rows[i]))
            break;
    m->listing = false;
    return SHOOGI_OK;
}
