/* sql_library.c: records, the position index, and variants designed by players, in SQL. */
#include "storage/row.h"
#include "storage/sql_int.h"

/* --- Records --- */

shoogi_status shg_sql_record_add(shg_storage *s, int64_t *id, const shg_record_row *row,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_record(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(
        q, RECORD_ADD,
        VALUES(number(row->player), number(row->definition), text(row->black), text(row->white),
               text(row->event), text(row->played), text(row->outcome), number(row->moves),
               number((int64_t)row->text_bytes), number(row->created_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_no_source(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return shg_sql_change(NULL, q, RECORD_ADD_TEXT,
                          VALUES(number(*id), bytes(row->text, row->text_bytes)), err);
}

enum { RECORD_CELLS = 13 }; /* of a list; the text follows them */

static shg_record_row record_of(const struct cell *c)
{
    return (shg_record_row){
        .id = c[0].number,
        .player = c[1].number,
        .player_name = c[2].text,
        .definition = c[3].number,
        .variant = c[4].text,
        .black = c[5].text,
        .white = c[6].text,
        .event = c[7].text,
        .played = c[8].text,
        .outcome = c[9].text,
        .moves = c[10].number,
        .created_ms = c[11].number,
        .text_bytes = (size_t)c[12].number,
    };
}

static shoogi_status get(shg_record_row *row, shg_storage *s, enum statement which, int64_t id,
                         shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_find_row(q, which, "record", id, err);
    if (status == SHOOGI_OK)
        *row = record_of(q->cells);
    return status;
}

shoogi_status shg_sql_record_get(shg_storage *s, shg_record_row *row, int64_t id, shoogi_error *err)
{
    const shoogi_status status = get(row, s, RECORD_GET, id, err);
    if (status == SHOOGI_OK) {
        row->text = sql_of(s)->cells[RECORD_CELLS].text;
        row->text_bytes = sql_of(s)->cells[RECORD_CELLS].bytes;
    }
    return status;
}

shoogi_status shg_sql_record_head(shg_storage *s, shg_record_row *row, int64_t id,
                                  shoogi_error *err)
{
    return get(row, s, RECORD_HEAD, id, err);
}

static shoogi_status sum_hours(int64_t *records, int64_t *total_bytes, struct sql *q,
                               int64_t player, int64_t first, int64_t last, shoogi_error *err)
{
    const enum sql_outcome outcome =
        shg_sql_run(q, RECORD_SUM, VALUES(number(player), number(first), number(last)));
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    *records = q->cells[0].number;
    *total_bytes = q->cells[1].number;
    return SHOOGI_OK;
}

shoogi_status shg_sql_record_sum(shg_storage *s, shg_record_sums *out, int64_t player,
                                 int64_t since_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_read(q, err);
    if (status == SHOOGI_OK)
        status = sum_hours(&out->records, &out->bytes, q, player, -1, -1, err);
    if (status == SHOOGI_OK)
        status = sum_hours(&out->latest, &out->latest_bytes, q, player,
                           since_ms / SHG_RECORD_SUM_MS + 1, INT64_MAX, err);
    return status;
}

struct record_reader {
    shg_record_fn *each;
    void *context;
};

static bool each_record(const struct cell *cells, void *context)
{
    const struct record_reader *reader = context;
    const shg_record_row row = record_of(cells);
    return reader->each(reader->context, &row);
}

/* The upper bound of a list that begins with the highest number. */
static struct value from(int64_t before)
{
    return number(before == 0 ? INT64_MAX : before);
}

shoogi_status shg_sql_record_list(shg_storage *s, int64_t player, int64_t before,
                                  shg_record_fn *each, void *context, shoogi_error *err)
{
    struct record_reader reader = { each, context };
    const struct value values[] = { from(before), number(player) };
    return shg_sql_list(sql_of(s), player ? RECORD_LIST_PLAYER : RECORD_LIST, values,
                        player ? 2 : 1, each_record, &reader, err);
}

/* --- Positions --- */

shoogi_status shg_sql_place_set(shg_storage *s, int kind, int64_t id, int64_t events,
                                const int64_t *hashes, size_t count, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const bool game = kind == SHG_POSITION_INDEX_GAME;
    int changed = 0;
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(&changed, q, game ? PLACE_OF_GAME : PLACE_OF_RECORD,
                                VALUES(number(id), number(events)), err);
    if (status == SHOOGI_OK && !changed)
        return shg_row_not_found(err, game ? "game" : "record", id);
    if (status == SHOOGI_OK)
        status = shg_sql_change(NULL, q, PLACE_CLEAR, VALUES(number(kind), number(id)), err);
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++)
        status = shg_sql_change(
            NULL, q, PLACE_ADD,
            VALUES(number(hashes[i]), number(kind), number(id), number((int64_t)i)), err);
    return status;
}

shoogi_status shg_sql_place_next(shg_storage *s, int *kind, int64_t *id, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, PLACE_NEXT, NO_VALUES);
    if (outcome == SQL_DONE)
        return shg_row_no_next(err);
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    *kind = (int)q->cells[0].number;
    *id = q->cells[1].number;
    return SHOOGI_OK;
}

struct place_reader {
    shg_indexed_position_fn *each;
    void *context;
};

static bool each_place(const struct cell *cells, void *context)
{
    const struct place_reader *reader = context;
    return reader->each(reader->context, cells[0].number, cells[1].number);
}

shoogi_status shg_sql_place_list(shg_storage *s, int kind, int64_t hash, int64_t before,
                                 shg_indexed_position_fn *each, void *context, shoogi_error *err)
{
    struct place_reader reader = { each, context };
    return shg_sql_list(sql_of(s), PLACE_LIST, VALUES(number(hash), number(kind), from(before)),
                        each_place, &reader, err);
}

shoogi_status shg_sql_place_forget(shg_storage *s, shoogi_error *err)
{
    static const enum statement all[] = { PLACE_FORGET, PLACE_FORGET_GAMES, PLACE_FORGET_RECORDS };
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_write(q, err);
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == SHOOGI_OK; i++)
        status = shg_sql_change(NULL, q, all[i], NO_VALUES, err);
    return status;
}

/* --- Designs --- */

shoogi_status shg_sql_design_add(shg_storage *s, int64_t *version, const shg_design *row,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_design(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    enum sql_outcome outcome =
        shg_sql_run(q, DESIGN_VERSION, VALUES(number(row->player), text(row->name)));
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    const int64_t next = q->cells[0].number;
    outcome = shg_sql_run(q, DESIGN_ADD,
                          VALUES(number(row->definition), number(row->player), text(row->name),
                                 number(next), number(row->created_ms)));
    if (outcome == SQL_TAKEN)
        return shg_row_designed_twice(err, row->definition);
    if (outcome == SQL_MISSING)
        return shg_row_no_source(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *version = next;
    return SHOOGI_OK;
}

static shg_design design_of(const struct cell *c)
{
    return (shg_design){ .definition = c[0].number,
                         .player = c[1].number,
                         .player_name = c[2].text,
                         .name = c[3].text,
                         .version = c[4].number,
                         .created_ms = c[5].number };
}

shoogi_status shg_sql_design_get(shg_storage *s, shg_design *row, int64_t definition,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status =
        shg_sql_find_row(q, DESIGN_GET, "design of definition", definition, err);
    if (status == SHOOGI_OK)
        *row = design_of(q->cells);
    return status;
}

struct design_reader {
    shg_design_fn *each;
    void *context;
};

static bool each_design(const struct cell *cells, void *context)
{
    const struct design_reader *reader = context;
    const shg_design row = design_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_design_list(shg_storage *s, int64_t player, int64_t before,
                                  shg_design_fn *each, void *context, shoogi_error *err)
{
    struct design_reader reader = { each, context };
    const struct value values[] = { from(before), number(player) };
    return shg_sql_list(sql_of(s), player ? DESIGN_LIST_PLAYER : DESIGN_LIST, values,
                        player ? 2 : 1, each_design, &reader, err);
}
