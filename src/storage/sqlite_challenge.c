/* sqlite_challenge.c: challenges, in SQLite. */
#include "storage/sqlite_int.h"

#include "storage/row.h"

shoogi_status shg_sqlite_challenge_add(shg_storage *s, int64_t *id, const shg_challenge *row,
                                       shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_challenge(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code =
        shg_sqlite_run(q, CHALLENGE_ADD,
                       VALUES(number(row->player), text(row->variant), text(row->pattern),
                              text(row->colour), text(row->first_move), text(row->comment),
                              number(row->created_ms), text(row->options)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_not_found(err, "player", row->player);
    if (code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

static shg_challenge challenge_of(const struct cell *c)
{
    return (shg_challenge){
        .id = c[0].number,
        .player = c[1].number,
        .player_name = c[2].text,
        .variant = c[3].text,
        .pattern = c[4].text,
        .colour = c[5].text,
        .first_move = c[6].text,
        .comment = c[7].text,
        .created_ms = c[8].number,
        .options = c[9].text,
    };
}

shoogi_status shg_sqlite_challenge_get(shg_storage *s, shg_challenge *row, int64_t id,
                                       shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, CHALLENGE_GET, VALUES(number(id)));
    if (code == SQLITE_DONE)
        return shg_row_not_found(err, "challenge", id);
    if (code != SQLITE_ROW)
        return shg_sqlite_fail(err, q, code);
    *row = challenge_of(q->cells);
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_challenge_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return shg_sqlite_remove_row(sqlite_of(s), CHALLENGE_REMOVE, "challenge", id, err);
}

shoogi_status shg_sqlite_challenge_set_options(shg_storage *s, int64_t id, const char *options,
                                               shoogi_error *err)
{
    const shoogi_status status = shg_row_check_options(options, err);
    return status == SHOOGI_OK ? shg_sqlite_set_text(sqlite_of(s), CHALLENGE_SET_OPTIONS,
                                                     "challenge", id, options, err)
                               : status;
}

struct challenge_reader {
    shg_challenge_fn *each;
    void *context;
};

static bool each_challenge(const struct cell *cells, void *context)
{
    const struct challenge_reader *reader = context;
    const shg_challenge row = challenge_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_challenge_list(shg_storage *s, int64_t player, shg_challenge_fn *each,
                                        void *context, shoogi_error *err)
{
    struct challenge_reader reader = { each, context };
    const struct value values[] = { number(player) };
    return shg_sqlite_list(sqlite_of(s), player ? CHALLENGE_LIST_PLAYER : CHALLENGE_LIST, values,
                           player != 0, each_challenge, &reader, err);
}
