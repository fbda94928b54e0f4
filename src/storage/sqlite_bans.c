/* sqlite_bans.c: bans, named texts of the server, and totals, in SQLite. */
#include "storage/sqlite_int.h"

#include "storage/row.h"

shoogi_status shg_sqlite_ban_add(shg_storage *s, int64_t *id, const shg_ban *row, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_ban(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code =
        shg_sqlite_run(q, BAN_ADD,
                       VALUES(reference(row->player), text(row->network), text(row->reason),
                              number(row->until_ms), number(row->at_ms)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_not_found(err, "player", row->player);
    if (code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_ban_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, BAN_REMOVE, VALUES(number(id)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, "ban", id) : status;
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

shoogi_status shg_sqlite_ban_list(shg_storage *s, shg_ban_fn *each, void *context,
                                  shoogi_error *err)
{
    struct ban_reader reader = { each, context };
    return shg_sqlite_list(sqlite_of(s), BAN_LIST, NO_VALUES, each_ban, &reader, err);
}

shoogi_status shg_sqlite_notice_set(shg_storage *s, const char *name, const char *words,
                                    shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_notice(name, words, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    if (words[0] == '\0')
        return shg_sqlite_change(NULL, q, NOTICE_CLEAR, VALUES(text(name)), err);
    return shg_sqlite_change(NULL, q, NOTICE_SET, VALUES(text(name), text(words)), err);
}

shoogi_status shg_sqlite_notice_get(shg_storage *s, const char **words, const char *name,
                                    shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, NOTICE_GET, VALUES(text(name)));
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    *words = code == SQLITE_ROW ? q->cells[0].text : "";
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_totals(shg_storage *s, shg_totals *totals, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, TOTALS, NO_VALUES);
    if (code != SQLITE_ROW)
        return shg_sqlite_fail(err, q, code);
    const struct cell *c = q->cells;
    *totals = (shg_totals){ .players = c[0].number,
                            .games = c[1].number,
                            .games_running = c[2].number,
                            .bytes = c[3].number };
    return SHOOGI_OK;
}
