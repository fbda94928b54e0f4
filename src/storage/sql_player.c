/* sql_player.c: players and their ignore lists, in SQL. */
#include "storage/sql_int.h"

#include "storage/row.h"

shoogi_status shg_sql_player_add(shg_storage *s, int64_t *id, const shg_player *row,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_player(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, PLAYER_ADD,
                    VALUES(text(row->name), text(row->password), number(row->created_ms),
                           number(row->seen_ms), reference(row->current_game)));
    if (outcome == SQL_TAKEN)
        return shg_row_name_taken(err, row->name);
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "game", row->current_game);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

static shg_player player_of(const struct cell *c)
{
    return (shg_player){
        .id = c[0].number,
        .name = c[1].text,
        .password = c[2].text,
        .created_ms = c[3].number,
        .seen_ms = c[4].number,
        .current_game = c[5].number,
        .settings = c[6].text,
    };
}

/* Reads a player's row.  Returns OK with *found false if there is none. */
static shoogi_status read_player(bool *found, struct sql *q, shg_player *row, enum statement which,
                                 struct value key, shoogi_error *err)
{
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, which, VALUES(key));
    *found = outcome == SQL_ROW;
    if (outcome != SQL_ROW && outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    if (*found)
        *row = player_of(q->cells);
    return SHOOGI_OK;
}

shoogi_status shg_sql_player_by_name(shg_storage *s, shg_player *row, const char *name,
                                     shoogi_error *err)
{
    bool found;
    const shoogi_status status =
        read_player(&found, sql_of(s), row, PLAYER_BY_NAME, text(name), err);
    return status == SHOOGI_OK && !found ? shg_row_no_player(err, name) : status;
}

shoogi_status shg_sql_player_by_id(shg_storage *s, shg_player *row, int64_t id, shoogi_error *err)
{
    bool found;
    const shoogi_status status = read_player(&found, sql_of(s), row, PLAYER_BY_ID, number(id), err);
    return status == SHOOGI_OK && !found ? shg_row_not_found(err, "player", id) : status;
}

shoogi_status shg_sql_player_set_seen(shg_storage *s, int64_t id, int64_t seen_ms,
                                      shoogi_error *err)
{
    return shg_sql_change_row(sql_of(s), PLAYER_SET_SEEN, "player", id,
                              VALUES(number(id), number(seen_ms)), err);
}

shoogi_status shg_sql_player_set_game(shg_storage *s, int64_t id, int64_t game, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, PLAYER_SET_GAME, VALUES(number(id), reference(game)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "game", game);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    return q->changed ? SHOOGI_OK : shg_row_not_found(err, "player", id);
}

shoogi_status shg_sql_player_set_password(shg_storage *s, int64_t id, const char *password,
                                          shoogi_error *err)
{
    const shoogi_status status = shg_row_check_password(password, err);
    return status == SHOOGI_OK
               ? shg_sql_set_text(sql_of(s), PLAYER_SET_PASSWORD, "player", id, password, err)
               : status;
}

shoogi_status shg_sql_player_set_settings(shg_storage *s, int64_t id, const char *settings,
                                          shoogi_error *err)
{
    const shoogi_status status = shg_row_check_settings(settings, err);
    return status == SHOOGI_OK
               ? shg_sql_set_text(sql_of(s), PLAYER_SET_SETTINGS, "player", id, settings, err)
               : status;
}

struct player_reader {
    shg_player_fn *each;
    void *context;
};

static bool each_player(const struct cell *cells, void *context)
{
    const struct player_reader *reader = context;
    const shg_player row = player_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_player_list(shg_storage *s, const char *prefix, shg_player_fn *each,
                                  void *context, shoogi_error *err)
{
    struct player_reader reader = { each, context };
    return shg_sql_list(sql_of(s), PLAYER_LIST, VALUES(text(prefix)), each_player, &reader, err);
}

/* --- Ignore lists --- */

shoogi_status shg_sql_ignored_set(shg_storage *s, int64_t player, int64_t other, bool ignored,
                                  shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    /* Both players must exist; deleting a row would not check that. */
    const int64_t ids[] = { player, other };
    for (size_t i = 0; i < 2; i++) {
        const enum sql_outcome there = shg_sql_run(q, PLAYER_BY_ID, VALUES(number(ids[i])));
        if (there == SQL_DONE)
            return shg_row_not_found(err, "player", ids[i]);
        if (there != SQL_ROW)
            return shg_sql_fail(err, q);
    }
    return shg_sql_change(NULL, q, ignored ? IGNORED_ADD : IGNORED_REMOVE,
                          VALUES(number(player), number(other)), err);
}

shoogi_status shg_sql_ignored_list(shg_storage *s, int64_t player, shg_player_fn *each,
                                   void *context, shoogi_error *err)
{
    struct player_reader reader = { each, context };
    return shg_sql_list(sql_of(s), IGNORED_LIST, VALUES(number(player)), each_player, &reader, err);
}
