/* memory_device.c: devices and queued push notifications, in memory. */
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <string.h>

shoogi_status shg_memory_device_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = m->pushes.list.count; i > 0 && status == SHOOGI_OK; i--) {
        const shg_push *row = m->pushes.list.rows[i - 1];
        if (row->device == id)
            status = shg_memory_numbered_remove(m, &m->pushes, "message", row->id, err);
    }
    return status == SHOOGI_OK ? shg_memory_numbered_remove(m, &m->devices, "device", id, err)
                               : status;
}

/* The device with this endpoint; NULL: none. */
static const shg_device *device_at(const struct memory *m, const char *endpoint)
{
    for (size_t i = 0; i < m->devices.list.count; i++) {
        const shg_device *row = m->devices.list.rows[i];
        if (strcmp(row->endpoint, endpoint) == 0)
            return row;
    }
    return NULL;
}

shoogi_status shg_memory_device_add(shg_storage *s, int64_t *id, const shg_device *row,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = shg_row_check_device(row, err);
    if (status != SHOOGI_OK)
        return status;
    if (!list_at(&m->players, row->player))
        return shg_row_not_found(err, "player", row->player);
    const shg_device *old = device_at(m, row->endpoint);
    if (old)
        status = shg_memory_device_remove(s, old->id, err);
    if (status != SHOOGI_OK)
        return status;
    char *texts;
    shg_device *added = shg_memory_numbered_reserve(m, &m->devices)
                            ? shg_memory_row_new(&texts, sizeof *added,
                                                 strlen(row->endpoint) + strlen(row->key) +
                                                     strlen(row->auth) + strlen(row->name) + 4)
                            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = m->devices.made + 1;
    added->endpoint = shg_memory_put_text(&texts, row->endpoint);
    added->key = shg_memory_put_text(&texts, row->key);
    added->auth = shg_memory_put_text(&texts, row->auth);
    added->name = shg_memory_put_text(&texts, row->name);
    shg_memory_numbered_add(m, &m->devices, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_device_list(shg_storage *s, int64_t player, shg_device_fn *each,
                                     void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->devices.list.count; i++) {
        const shg_device *row = m->devices.list.rows[i];
        if (row->player == player && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* ---- push notifications ---- */

/* The queued notification of this device and topic; 0: none. */
static int64_t queued_push(const struct memory *m, int64_t device, const char *topic)
{
    for (size_t i = 0; i < m->pushes.list.count; i++) {
        const shg_push *row = m->pushes.list.rows[i];
        if (row->device == device && strcmp(row->topic, topic) == 0)
            return row->id;
    }
    return 0;
}

shoogi_status shg_memory_push_add(shg_storage *s, int64_t *id, const shg_push *row,
                                  shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_push(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_device *device = shg_memory_numbered_at(&m->devices, row->device);
    if (!device)
        return shg_row_not_found(err, "device", row->device);
    const int64_t old = queued_push(m, row->device, row->topic);
    char *texts;
    shg_push *added =
        shg_memory_numbered_reserve(m, &m->pushes)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->topic) + strlen(row->text) + 2)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = m->pushes.made + 1;
    added->player = device->player;
    added->topic = shg_memory_put_text(&texts, row->topic);
    added->text = shg_memory_put_text(&texts, row->text);
    shg_memory_numbered_add(m, &m->pushes, added);
    *id = added->id;
    return old ? shg_memory_numbered_remove(m, &m->pushes, "message", old, err) : SHOOGI_OK;
}

shoogi_status shg_memory_push_set_next(shg_storage *s, int64_t id, int64_t tries, int64_t next_ms,
                                       shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shg_push *row = shg_memory_numbered_at(&m->pushes, id);
    if (!row || row->tries >= tries)
        return shg_row_not_found(err, "message", id);
    return shg_memory_change_numbers(
        m, (const struct number_change[]){ { &row->tries, tries }, { &row->next_ms, next_ms } }, 2,
        err);
}

shoogi_status shg_memory_push_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->pushes, "message", id, err);
}

/* The next notification by next_ms and number; NULL: none. */
static const shg_push *next_push(const struct memory *m, const shg_push *after)
{
    const shg_push *next = NULL;
    for (size_t i = 0; i < m->pushes.list.count; i++) {
        const shg_push *row = m->pushes.list.rows[i];
        const bool behind = !after || row->next_ms > after->next_ms ||
                            (row->next_ms == after->next_ms && row->id > after->id);
        if (behind && (!next || row->next_ms < next->next_ms))
            next = row;
    }
    return next;
}

shoogi_status shg_memory_push_list(shg_storage *s, int64_t due_ms, shg_push_fn *each, void *context,
                                   shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (const shg_push *at = next_push(m, NULL); at && at->next_ms <= due_ms;
         at = next_push(m, at)) {
        shg_push row = *at;
        const shg_device *device = shg_memory_numbered_at(&m->devices, row.device);
        row.endpoint = device->endpoint;
        row.key = device->key;
        row.auth = device->auth;
        if (!each(context, &row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}
