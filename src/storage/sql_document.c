/* sql_document.c: private documents, game chat and deletion of games, in SQL. */
#include "storage/bounds.h"
#include "storage/row.h"
#include "storage/sql_int.h"

#include <inttypes.h>

/* ---- papers ---- */

shoogi_status shg_sql_document_set(shg_storage *s, int64_t game, int64_t player, const char *kind,
                                   const char *words, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_document(kind, words, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    shg_sql_publish(q, "changed %" PRId64, game);
    /* The game and player must exist, even if there is nothing to remove. */
    const enum sql_outcome outcome =
        shg_sql_run(q, PAPER_SET, VALUES(number(game), number(player), text(kind), text(words)));
    if (outcome == SQL_MISSING)
        return shg_row_no_seat(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    if (words[0] != '\0')
        return SHOOGI_OK;
    return shg_sql_change(NULL, q, PAPER_CLEAR, VALUES(number(game), number(player), text(kind)),
                          err);
}

shoogi_status shg_sql_document_get(shg_storage *s, const char **words, int64_t game, int64_t player,
                                   const char *kind, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, PAPER_GET, VALUES(number(game), number(player), text(kind)));
    if (outcome != SQL_ROW && outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *words = outcome == SQL_ROW ? q->cells[0].text : "";
    return SHOOGI_OK;
}

/* ---- remarks ---- */

shoogi_status shg_sql_chat_add(shg_storage *s, int64_t *id, const shg_chat_line *row,
                               shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_chat_line(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    enum sql_outcome outcome = shg_sql_run(q, REMARK_LAST, VALUES(number(row->game)));
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    const int64_t next = q->cells[0].number + 1;
    outcome = shg_sql_run(q, REMARK_ADD,
                          VALUES(number(row->game), number(next), number(row->player),
                                 text(row->kind), text(row->text), number(row->at_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_no_seat(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = next;
    return shg_sql_change(NULL, q, REMARK_FORGET,
                          VALUES(number(row->game), number(next - SHG_STORAGE_REMARKS_MAX)), err);
}

struct remark_reader {
    shg_chat_line_fn *each;
    void *context;
};

static bool each_remark(const struct cell *c, void *context)
{
    const struct remark_reader *reader = context;
    const shg_chat_line row = {
        .game = c[0].number,
        .number = c[1].number,
        .player = c[2].number,
        .player_name = c[3].text,
        .kind = c[4].text,
        .text = c[5].text,
        .at_ms = c[6].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_chat_list(shg_storage *s, int64_t game, int64_t after, shg_chat_line_fn *each,
                                void *context, shoogi_error *err)
{
    struct remark_reader reader = { each, context };
    return shg_sql_list(sql_of(s), REMARK_LIST, VALUES(number(game), number(after)), each_remark,
                        &reader, err);
}

/* ---- deletion ---- */

shoogi_status shg_sql_game_delete(shg_storage *s, int64_t game, int64_t at_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_game_summary(q, game, err);
    if (status != SHOOGI_OK)
        return status;
    shg_sql_publish(q, "changed %" PRId64, game);
    const shoogi_status fits =
        shg_row_deletes(game, q->cells[1].text, q->cells[3].number != 0, err);
    return fits == SHOOGI_OK
               ? shg_sql_change(NULL, q, GAME_DELETE, VALUES(number(game), number(at_ms)), err)
               : fits;
}
