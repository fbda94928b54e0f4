/* sql_study.c: studies, free tables and their events, in SQL. */
#include "storage/row.h"
#include "storage/sql_int.h"

#include <inttypes.h>

shoogi_status shg_sql_study_add(shg_storage *s, int64_t *id, const shg_study *row,
                                shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_study(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, STUDY_ADD,
                    VALUES(number(row->player), number(row->definition), text(row->name),
                           text(row->sfen), number(row->hidden), number(row->created_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_no_source(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

static shg_study study_of(const struct cell *c)
{
    return (shg_study){ .id = c[0].number,
                        .player = c[1].number,
                        .player_name = c[2].text,
                        .definition = c[3].number,
                        .variant = c[4].text,
                        .name = c[5].text,
                        .sfen = c[6].text,
                        .hidden = c[7].number != 0,
                        .created_ms = c[8].number,
                        .events = c[9].number };
}

shoogi_status shg_sql_study_get(shg_storage *s, shg_study *row, int64_t id, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_find_row(q, STUDY_GET, "study", id, err);
    if (status == SHOOGI_OK)
        *row = study_of(q->cells);
    return status;
}

struct study_reader {
    shg_study_fn *each;
    void *context;
};

static bool each_study(const struct cell *cells, void *context)
{
    const struct study_reader *reader = context;
    const shg_study row = study_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_study_list(shg_storage *s, int64_t player, int64_t before, shg_study_fn *each,
                                 void *context, shoogi_error *err)
{
    struct study_reader reader = { each, context };
    const struct value values[] = { number(before == 0 ? INT64_MAX : before), number(player) };
    return shg_sql_list(sql_of(s), player ? STUDY_LIST_PLAYER : STUDY_LIST, values, player ? 2 : 1,
                        each_study, &reader, err);
}

static shoogi_status add_event(struct sql *q, enum statement add, enum statement count,
                               const shg_study_event *row, shoogi_error *err)
{
    const enum sql_outcome outcome =
        shg_sql_run(q, add,
                    VALUES(number(row->study), number(row->number), number(row->player),
                           text(row->kind), text(row->text), number(row->at_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    return shg_sql_change(NULL, q, count, VALUES(number(row->study), number(row->number)), err);
}

static shoogi_status may_add(struct sql *q, const shg_study_event *row, shoogi_error *err)
{
    const shoogi_status status = shg_row_check_study_event(row, err);
    return status == SHOOGI_OK ? shg_sql_may_write(q, err) : status;
}

shoogi_status shg_sql_study_event_add(shg_storage *s, const shg_study_event *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = may_add(q, row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_find_row(q, STUDY_EVENTS, "study", row->study, err);
    if (status != SHOOGI_OK)
        return status;
    const int64_t events = q->cells[0].number;
    if (row->number != events + 1)
        return shg_row_study_gap(err, "study", row, events);
    shg_sql_publish(q, "study %" PRId64 " %" PRId64, row->study, row->number);
    return add_event(q, STUDY_EVENT_ADD, STUDY_COUNT_EVENT, row, err);
}

struct study_event_reader {
    shg_study_event_fn *each;
    void *context;
};

static bool each_study_event(const struct cell *c, void *context)
{
    const struct study_event_reader *reader = context;
    const shg_study_event row = { .study = c[0].number,
                                  .number = c[1].number,
                                  .player = c[2].number,
                                  .player_name = c[3].text,
                                  .kind = c[4].text,
                                  .text = c[5].text,
                                  .at_ms = c[6].number };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_study_event_list(shg_storage *s, int64_t study, int64_t from_number,
                                       shg_study_event_fn *each, void *context, shoogi_error *err)
{
    struct study_event_reader reader = { each, context };
    return shg_sql_list(sql_of(s), STUDY_EVENT_LIST, VALUES(number(study), number(from_number)),
                        each_study_event, &reader, err);
}

/* ---- tables without rules ---- */

shoogi_status shg_sql_free_table_add(shg_storage *s, int64_t *id, const shg_free_table *row,
                                     shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_free_table(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, FREE_TABLE_ADD,
                    VALUES(number(row->player), number(row->opponent), text(row->title),
                           text(row->text), text(row->secret), number(row->second),
                           number(row->hidden), number(row->created_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_no_people(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

static shg_free_table free_table_of(const struct cell *c)
{
    return (shg_free_table){ .id = c[0].number,
                             .player = c[1].number,
                             .player_name = c[2].text,
                             .opponent = c[3].number,
                             .opponent_name = c[4].text,
                             .title = c[5].text,
                             .text = c[6].text,
                             .secret = c[7].text,
                             .second = c[8].number != 0,
                             .hidden = c[9].number != 0,
                             .created_ms = c[10].number,
                             .events = c[11].number };
}

shoogi_status shg_sql_free_table_get(shg_storage *s, shg_free_table *row, int64_t id,
                                     shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_find_row(q, FREE_TABLE_GET, "table", id, err);
    if (status == SHOOGI_OK)
        *row = free_table_of(q->cells);
    return status;
}

struct free_table_reader {
    shg_free_table_fn *each;
    void *context;
};

static bool each_free_table(const struct cell *cells, void *context)
{
    const struct free_table_reader *reader = context;
    const shg_free_table row = free_table_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_free_table_list(shg_storage *s, int64_t player, int64_t before,
                                      shg_free_table_fn *each, void *context, shoogi_error *err)
{
    struct free_table_reader reader = { each, context };
    const struct value values[] = { number(before == 0 ? INT64_MAX : before), number(player) };
    return shg_sql_list(sql_of(s), player ? FREE_TABLE_LIST_PLAYER : FREE_TABLE_LIST, values,
                        player ? 2 : 1, each_free_table, &reader, err);
}

shoogi_status shg_sql_free_table_sit(shg_storage *s, int64_t id, int64_t player, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_find_row(q, FREE_TABLE_GET, "table", id, err);
    if (status != SHOOGI_OK)
        return status;
    if (free_table_of(q->cells).opponent != 0)
        return shg_row_seat_taken(err, id);
    const enum sql_outcome outcome =
        shg_sql_run(q, FREE_TABLE_SIT, VALUES(number(id), number(player)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", player);
    if (outcome == SQL_DONE && q->changed == 0) /* another server was first */
        return shg_row_seat_taken(err, id);
    return outcome == SQL_DONE ? SHOOGI_OK : shg_sql_fail(err, q);
}

shoogi_status shg_sql_free_table_event_add(shg_storage *s, const shg_study_event *row,
                                           shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = may_add(q, row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_find_row(q, FREE_TABLE_EVENTS, "table", row->study, err);
    if (status != SHOOGI_OK)
        return status;
    const int64_t events = q->cells[0].number;
    if (row->number != events + 1)
        return shg_row_study_gap(err, "table", row, events);
    shg_sql_publish(q, "table %" PRId64 " %" PRId64, row->study, row->number);
    return add_event(q, FREE_TABLE_EVENT_ADD, FREE_TABLE_COUNT_EVENT, row, err);
}

shoogi_status shg_sql_free_table_event_list(shg_storage *s, int64_t table, int64_t from_number,
                                            shg_study_event_fn *each, void *context,
                                            shoogi_error *err)
{
    struct study_event_reader reader = { each, context };
    return shg_sql_list(sql_of(s), FREE_TABLE_EVENT_LIST,
                        VALUES(number(table), number(from_number)), each_study_event, &reader, err);
}
