/* sql_device.c: devices and queued push notifications, in SQL. */
#include "storage/row.h"
#include "storage/sql_int.h"

shoogi_status shg_sql_device_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(NULL, q, PUSH_FORGET, VALUES(number(id)), err);
    return status == SHOOGI_OK ? shg_sql_remove_row(q, DEVICE_REMOVE, "device", id, err) : status;
}

shoogi_status shg_sql_device_add(shg_storage *s, int64_t *id, const shg_device *row,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_device(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    enum sql_outcome outcome = shg_sql_run(q, DEVICE_AT, VALUES(text(row->endpoint)));
    if (outcome == SQL_ROW)
        status = shg_sql_device_remove(s, q->cells[0].number, err);
    else if (outcome != SQL_DONE)
        status = shg_sql_fail(err, q);
    if (status != SHOOGI_OK)
        return status;
    outcome = shg_sql_run(q, DEVICE_ADD,
                          VALUES(number(row->player), text(row->endpoint), text(row->key),
                                 text(row->auth), text(row->name), number(row->created_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

struct device_reader {
    shg_device_fn *each;
    void *context;
};

static bool each_device(const struct cell *c, void *context)
{
    const struct device_reader *reader = context;
    const shg_device row = { .id = c[0].number,
                             .player = c[1].number,
                             .endpoint = c[2].text,
                             .key = c[3].text,
                             .auth = c[4].text,
                             .name = c[5].text,
                             .created_ms = c[6].number };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_device_list(shg_storage *s, int64_t player, shg_device_fn *each,
                                  void *context, shoogi_error *err)
{
    struct device_reader reader = { each, context };
    return shg_sql_list(sql_of(s), DEVICE_LIST, VALUES(number(player)), each_device, &reader, err);
}

/* ---- push notifications ---- */

shoogi_status shg_sql_push_add(shg_storage *s, int64_t *id, const shg_push *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    int changed = 0;
    shoogi_status status = shg_row_check_push(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(NULL, q, PUSH_REPLACE,
                                VALUES(number(row->device), text(row->topic)), err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(&changed, q, PUSH_ADD,
                                VALUES(number(row->device), text(row->topic), text(row->text),
                                       number(row->urgent), number(row->at_ms), number(row->tries),
                                       number(row->next_ms)),
                                err);
    if (status != SHOOGI_OK)
        return status;
    if (!changed)
        return shg_row_not_found(err, "device", row->device);
    *id = q->added;
    return SHOOGI_OK;
}

shoogi_status shg_sql_push_set_next(shg_storage *s, int64_t id, int64_t tries, int64_t next_ms,
                                    shoogi_error *err)
{
    return shg_sql_change_row(sql_of(s), PUSH_SET_NEXT, "message", id,
                              VALUES(number(id), number(tries), number(next_ms)), err);
}

shoogi_status shg_sql_push_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return shg_sql_remove_row(sql_of(s), PUSH_REMOVE, "message", id, err);
}

struct push_reader {
    shg_push_fn *each;
    void *context;
};

static bool each_push(const struct cell *c, void *context)
{
    const struct push_reader *reader = context;
    const shg_push row = { .id = c[0].number,
                           .device = c[1].number,
                           .player = c[2].number,
                           .endpoint = c[3].text,
                           .key = c[4].text,
                           .auth = c[5].text,
                           .topic = c[6].text,
                           .text = c[7].text,
                           .urgent = c[8].number != 0,
                           .at_ms = c[9].number,
                           .tries = c[10].number,
                           .next_ms = c[11].number };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_push_list(shg_storage *s, int64_t due_ms, shg_push_fn *each, void *context,
                                shoogi_error *err)
{
    struct push_reader reader = { each, context };
    return shg_sql_list(sql_of(s), PUSH_LIST, VALUES(number(due_ms)), each_push, &reader, err);
}
