/* sql_challenge.c: challenges, in SQL. */
#include "storage/sql_int.h"

#include "storage/row.h"

#include <inttypes.h>

shoogi_status shg_sql_challenge_add(shg_storage *s, int64_t *id, const shg_challenge *row,
                                    shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_challenge(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, CHALLENGE_ADD,
                    VALUES(number(row->player), text(row->variant), text(row->pattern),
                           text(row->colour), text(row->first_move), text(row->comment),
                           number(row->created_ms), text(row->options)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    shg_sql_publish(q, "challenge %" PRId64, *id);
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

shoogi_status shg_sql_challenge_get(shg_storage *s, shg_challenge *row, int64_t id,
                                    shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_find_row(q, CHALLENGE_GET, "challenge", id, err);
    if (status == SHOOGI_OK)
        *row = challenge_of(q->cells);
    return status;
}

shoogi_status shg_sql_challenge_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    shg_sql_publish(sql_of(s), "challenge %" PRId64, id);
    return shg_sql_remove_row(sql_of(s), CHALLENGE_REMOVE, "challenge", id, err);
}

shoogi_status shg_sql_challenge_set_pattern(shg_storage *s, int64_t id, const char *pattern,
                                            shoogi_error *err)
{
    const shoogi_status status = shg_row_check_pattern(pattern, err);
    return status == SHOOGI_OK
               ? shg_sql_set_text(sql_of(s), CHALLENGE_SET_PATTERN, "challenge", id, pattern, err)
               : status;
}

shoogi_status shg_sql_challenge_set_options(shg_storage *s, int64_t id, const char *options,
                                            shoogi_error *err)
{
    const shoogi_status status = shg_row_check_options(options, err);
    return status == SHOOGI_OK
               ? shg_sql_set_text(sql_of(s), CHALLENGE_SET_OPTIONS, "challenge", id, options, err)
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

shoogi_status shg_sql_challenge_list(shg_storage *s, int64_t player, shg_challenge_fn *each,
                                     void *context, shoogi_error *err)
{
    struct challenge_reader reader = { each, context };
    const struct value values[] = { number(player) };
    return shg_sql_list(sql_of(s), player ? CHALLENGE_LIST_PLAYER : CHALLENGE_LIST, values,
                        player != 0, each_challenge, &reader, err);
}
