/* sqlite_document.c: private documents, game chat and deletion of games, in SQLite. */
#include "storage/bounds.h"
#include "storage/row.h"
#include "storage/sqlite_int.h"

/* ---- papers ---- */

shoogi_status shg_sqlite_document_set(shg_storage *s, int64_t game, int64_t player,
                                      const char *kind, const char *words, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_document(kind, words, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    /* The game and player must exist, even if there is nothing to remove. */
    const int code =
        shg_sqlite_run(q, PAPER_SET, VALUES(number(game), number(player), text(kind), text(words)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_no_seat(err);
    if (code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    if (words[0] != '\0')
        return SHOOGI_OK;
    return shg_sqlite_change(NULL, q, PAPER_CLEAR, VALUES(number(game), number(player), text(kind)),
                             err);
}

shoogi_status shg_sqlite_document_get(shg_storage *s, const char **words, int64_t game,
                                      int64_t player, const char *kind, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, PAPER_GET, VALUES(number(game), number(player), text(kind)));
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    *words = code == SQLITE_ROW ? q->cells[0].text : "";
    return SHOOGI_OK;
}

/* ---- remarks ---- */

shoogi_status shg_sqlite_chat_add(shg_storage *s, int64_t *id, const shg_chat_line *row,
                                  shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_chat_line(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    int code = shg_sqlite_run(q, REMARK_LAST, VALUES(number(row->game)));
    if (code != SQLITE_ROW)
        return shg_sqlite_fail(err, q, code);
    const int64_t next = q->cells[0].number + 1;
    code = shg_sqlite_run(q, REMARK_ADD,
                          VALUES(number(row->game), number(next), number(row->player),
                                 text(row->kind), text(row->text), number(row->at_ms)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_no_seat(err);
    if (code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    *id = next;
    return shg_sqlite_change(NULL, q, REMARK_FORGET,
                             VALUES(number(row->game), number(next - SHG_STORAGE_REMARKS_MAX)),
                             err);
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

shoogi_status shg_sqlite_chat_list(shg_storage *s, int64_t game, int64_t after,
                                   shg_chat_line_fn *each, void *context, shoogi_error *err)
{
    struct remark_reader reader = { each, context };
    return shg_sqlite_list(sqlite_of(s), REMARK_LIST, VALUES(number(game), number(after)),
                           each_remark, &reader, err);
}

/* ---- deletion ---- */

shoogi_status shg_sqlite_game_delete(shg_storage *s, int64_t game, int64_t at_ms, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_game_summary(q, game, err);
    if (status != SHOOGI_OK)
        return status;
    const shoogi_status fits =
        shg_row_deletes(game, q->cells[1].text, q->cells[3].number != 0, err);
    return fits == SHOOGI_OK
               ? shg_sqlite_change(NULL, q, GAME_DELETE, VALUES(number(game), number(at_ms)), err)
               : fits;
}
