/* memory_message.c: messages left for players, and reports for moderators, in memory. */
#include "support/memory_storage/memory_int.h"

#include "storage/row.h"

#include <string.h>

shoogi_status shg_memory_message_add(shg_storage *s, int64_t *id, const shg_message *row,
                                     shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_message(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *sender = list_at(&m->players, row->sender);
    if (!sender || !list_at(&m->players, row->recipient))
        return shg_row_no_people(err);
    char *texts;
    shg_message *added = shg_memory_numbered_reserve(m, &m->messages)
                             ? shg_memory_row_new(&texts, sizeof *added, strlen(row->text) + 1)
                             : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = m->messages.made + 1;
    added->sender_name = sender->name;
    added->text = shg_memory_put_text(&texts, row->text);
    shg_memory_numbered_add(m, &m->messages, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_message_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->messages, "message", id, err);
}

shoogi_status shg_memory_message_list(shg_storage *s, int64_t recipient, shg_message_fn *each,
                                      void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->messages.list.count; i++) {
        const shg_message *row = m->messages.list.rows[i];
        if (row->recipient == recipient && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* --- Reports --- */

shoogi_status shg_memory_report_add(shg_storage *s, int64_t *id, const shg_report *row,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_report(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *sender = list_at(&m->players, row->sender);
    const shg_player *accused = list_at(&m->players, row->accused);
    if (!sender || !accused)
        return shg_row_no_people(err);
    char *texts;
    shg_report *added =
        shg_memory_row_reserve(m, &m->reports)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->text) + strlen(row->heard) + 2)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = (int64_t)m->reports.count + 1;
    added->sender_name = sender->name;
    added->accused_name = accused->name;
    added->text = shg_memory_put_text(&texts, row->text);
    added->heard = shg_memory_put_text(&texts, row->heard);
    shg_memory_row_add(m, &m->reports, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_report_list(shg_storage *s, int64_t sender, int64_t after,
                                     shg_report_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = after > 0 ? (size_t)after : 0; i < m->reports.count; i++) {
        const shg_report *row = m->reports.rows[i];
        if ((sender == 0 || row->sender == sender) && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_report_count(shg_storage *s, int64_t *out, int64_t sender,
                                      int64_t since_ms, shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    (void)err;
    *out = 0;
    for (size_t i = 0; i < m->reports.count; i++) {
        const shg_report *row = m->reports.rows[i];
        *out += row->sender == sender && row->at_ms >= since_ms;
    }
    return SHOOGI_OK;
}
