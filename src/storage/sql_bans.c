/* sql_bans.c: bans, named texts of the server, and totals, in SQL. */
#include "storage/sql_int.h"

#include "storage/row.h"

shoogi_status shg_sql_ban_add(shg_storage *s, int64_t *id, const shg_ban *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_ban(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, BAN_ADD,
                    VALUES(reference(row->player), text(row->network), text(row->reason),
                           number(row->until_ms), number(row->at_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    shg_sql_publish(q, "bans");
    return SHOOGI_OK;
}

shoogi_status shg_sql_ban_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    shg_sql_publish(sql_of(s), "bans");
    return shg_sql_remove_row(sql_of(s), BAN_REMOVE, "ban", id, err);
}

struct ban_reader {
    shg_ban_fn *each;
    void *context;
};

static bool each_ban(const struct cell *c, void *context)
{
    const struct ban_reader *reader = context;
    const shg_ban row = {
        .id = c[0].number,
        .player = c[1].number,
        .player_name = c[2].text,
        .network = c[3].text,
        .reason = c[4].text,
        .until_ms = c[5].number,
        .at_ms = c[6].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_ban_list(shg_storage *s, shg_ban_fn *each, void *context, shoogi_error *err)
{
    struct ban_reader reader = { each, context };
    return shg_sql_list(sql_of(s), BAN_LIST, NO_VALUES, each_ban, &reader, err);
}

shoogi_status shg_sql_notice_set(shg_storage *s, const char *name, const char *words,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_notice(name, words, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    shg_sql_publish(q, "bans");
    if (words[0] == '\0')
        return shg_sql_change(NULL, q, NOTICE_CLEAR, VALUES(text(name)), err);
    return shg_sql_change(NULL, q, NOTICE_SET, VALUES(text(name), text(words)), err);
}

shoogi_status shg_sql_notice_get(shg_storage *s, const char **words, const char *name,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, NOTICE_GET, VALUES(text(name)));
    if (outcome != SQL_ROW && outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *words = outcome == SQL_ROW ? q->cells[0].text : "";
    return SHOOGI_OK;
}

shoogi_status shg_sql_totals(shg_storage *s, shg_totals *totals, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, TOTALS, NO_VALUES);
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    const struct cell *c = q->cells;
    *totals = (shg_totals){ .players = c[0].number,
                            .games = c[1].number,
                            .games_running = c[2].number,
                            .bytes = c[3].number };
    return SHOOGI_OK;
}
