/* sql_token.c: tokens and idempotency keys, in SQL. */
#include "storage/bounds.h"
#include "storage/row.h"
#include "storage/sql_int.h"

shoogi_status shg_sql_token_add(shg_storage *s, int64_t *id, const shg_token *row,
                                shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_token(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, TOKEN_ADD,
                    VALUES(number(row->player), text(row->kind), text(row->name), text(row->hash),
                           text(row->from), number(row->created_ms), number(row->seen_ms),
                           number(row->expires_ms), number(row->scopes)));
    if (outcome == SQL_TAKEN)
        return shg_row_token_taken(err);
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

static shg_token token_of(const struct cell *c)
{
    return (shg_token){
        .id = c[0].number,
        .player = c[1].number,
        .kind = c[2].text,
        .name = c[3].text,
        .hash = c[4].text,
        .from = c[5].text,
        .created_ms = c[6].number,
        .seen_ms = c[7].number,
        .expires_ms = c[8].number,
        .scopes = c[9].number,
    };
}

shoogi_status shg_sql_token_get(shg_storage *s, shg_token *row, const char *hash, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, TOKEN_GET, VALUES(text(hash)));
    if (outcome == SQL_DONE)
        return shg_row_no_token(err);
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    *row = token_of(q->cells);
    return SHOOGI_OK;
}

shoogi_status shg_sql_token_set_seen(shg_storage *s, int64_t id, int64_t seen_ms,
                                     int64_t expires_ms, shoogi_error *err)
{
    return shg_sql_change_row(sql_of(s), TOKEN_SET_SEEN, "token", id,
                              VALUES(number(id), number(seen_ms), number(expires_ms)), err);
}

shoogi_status shg_sql_token_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return shg_sql_remove_row(sql_of(s), TOKEN_REMOVE, "token", id, err);
}

shoogi_status shg_sql_token_expire(shg_storage *s, int64_t now_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_write(q, err);
    return status == SHOOGI_OK ? shg_sql_change(NULL, q, TOKEN_EXPIRE, VALUES(number(now_ms)), err)
                               : status;
}

struct token_reader {
    shg_token_fn *each;
    void *context;
};

static bool each_token(const struct cell *cells, void *context)
{
    const struct token_reader *reader = context;
    const shg_token row = token_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_token_list(shg_storage *s, int64_t player, shg_token_fn *each, void *context,
                                 shoogi_error *err)
{
    struct token_reader reader = { each, context };
    return shg_sql_list(sql_of(s), TOKEN_LIST, VALUES(number(player)), each_token, &reader, err);
}

/* ---- requests ---- */

/* Another server may add a key of the same player at the same moment: then the number is taken, and not the key. */
shoogi_status shg_sql_request_add(shg_storage *s, int64_t player, const char *key, int64_t at_ms,
                                  shoogi_error *err)
{
    enum { TRIES = 8 };
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_request(key, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    enum sql_outcome outcome = SQL_TAKEN;
    for (int i = 0; i < TRIES && status == SHOOGI_OK && outcome == SQL_TAKEN; i++) {
        bool there = false;
        outcome = shg_sql_run(q, REQUEST_ADD, VALUES(number(player), text(key), number(at_ms)));
        if (outcome == SQL_TAKEN)
            status = shg_sql_request_get(s, &there, player, key, err);
        if (outcome == SQL_TAKEN && status == SHOOGI_OK && there)
            return shg_row_repeated(err);
    }
    if (status != SHOOGI_OK)
        return status;
    if (outcome == SQL_TAKEN)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "another server stores requests of the same player; try again");
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    return shg_sql_change(NULL, q, REQUEST_FORGET,
                          VALUES(number(player), number(SHG_STORAGE_REQUESTS_MAX)), err);
}

shoogi_status shg_sql_request_get(shg_storage *s, bool *there, int64_t player, const char *key,
                                  shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, REQUEST_GET, VALUES(number(player), text(key)));
    if (outcome != SQL_ROW && outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *there = outcome == SQL_ROW;
    return SHOOGI_OK;
}

shoogi_status shg_sql_request_expire(shg_storage *s, int64_t before_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_write(q, err);
    return status == SHOOGI_OK
               ? shg_sql_change(NULL, q, REQUEST_EXPIRE, VALUES(number(before_ms)), err)
               : status;
}
