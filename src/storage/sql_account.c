/* sql_account.c: accounts and queued e-mails, in SQL. */
#include "storage/row.h"
#include "storage/sql_int.h"

shoogi_status shg_sql_account_get(shg_storage *s, shg_account_row *row, int64_t player,
                                  shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, ACCOUNT_GET, VALUES(number(player)));
    if (outcome == SQL_DONE) {
        *row = (shg_account_row){ .player = player, .mail = "", .totp = "" };
        return SHOOGI_OK;
    }
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    const struct cell *c = q->cells;
    *row = (shg_account_row){ .player = c[0].number,
                              .mail = c[1].text,
                              .totp = c[2].text,
                              .totp_step = c[3].number,
                              .reminded_ms = c[4].number };
    return SHOOGI_OK;
}

shoogi_status shg_sql_account_set(shg_storage *s, const shg_account_row *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_account(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, ACCOUNT_SET,
                    VALUES(number(row->player), text(row->mail), text(row->totp),
                           number(row->totp_step), number(row->reminded_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    return outcome == SQL_DONE ? SHOOGI_OK : shg_sql_fail(err, q);
}

struct number_reader {
    shg_number_fn *each;
    void *context;
};

static bool each_number(const struct cell *c, void *context)
{
    const struct number_reader *reader = context;
    return reader->each(reader->context, c[0].number);
}

shoogi_status shg_sql_account_list(shg_storage *s, int64_t after, shg_number_fn *each,
                                   void *context, shoogi_error *err)
{
    struct number_reader reader = { each, context };
    return shg_sql_list(sql_of(s), ACCOUNT_LIST, VALUES(number(after)), each_number, &reader, err);
}

shoogi_status shg_sql_player_rename(shg_storage *s, int64_t id, const char *name, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shg_player row = { .name = name, .password = "" };
    shoogi_status status = shg_row_check_player(&row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, PLAYER_RENAME, VALUES(number(id), text(name)));
    if (outcome == SQL_TAKEN)
        return shg_row_name_taken(err, name);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    return q->changed ? SHOOGI_OK : shg_row_not_found(err, "player", id);
}

shoogi_status shg_sql_player_forget(shg_storage *s, int64_t player, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_sql_may_write(q, err);
    for (unsigned which = FORGET_CHALLENGES; which <= FORGET_ACCOUNT && status == SHOOGI_OK;
         which++)
        status = shg_sql_change(NULL, q, (enum statement)which, VALUES(number(player)), err);
    return status;
}

struct document_reader {
    shg_document_fn *each;
    void *context;
};

static bool each_paper(const struct cell *c, void *context)
{
    const struct document_reader *reader = context;
    const shg_document row = {
        .game = c[0].number, .player = c[1].number, .kind = c[2].text, .text = c[3].text
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_document_list(shg_storage *s, int64_t player, shg_document_fn *each,
                                    void *context, shoogi_error *err)
{
    struct document_reader reader = { each, context };
    return shg_sql_list(sql_of(s), PAPER_LIST, VALUES(number(player)), each_paper, &reader, err);
}

/* ---- letters ---- */

shoogi_status shg_sql_email_add(shg_storage *s, int64_t *id, const shg_email *row,
                                shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_email(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(NULL, q, LETTER_REPLACE,
                                VALUES(number(row->player), text(row->topic)), err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(
        q, LETTER_ADD,
        VALUES(number(row->player), text(row->address), text(row->subject), text(row->text),
               number(row->at_ms), number(row->tries), number(row->next_ms), text(row->topic)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", row->player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

shoogi_status shg_sql_email_set_next(shg_storage *s, int64_t id, int64_t tries, int64_t next_ms,
                                     shoogi_error *err)
{
    return shg_sql_change_row(sql_of(s), LETTER_SET_NEXT, "letter", id,
                              VALUES(number(id), number(tries), number(next_ms)), err);
}

shoogi_status shg_sql_email_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return shg_sql_remove_row(sql_of(s), LETTER_REMOVE, "letter", id, err);
}

struct letter_reader {
    shg_email_fn *each;
    void *context;
};

static bool each_letter(const struct cell *c, void *context)
{
    const struct letter_reader *reader = context;
    const shg_email row = { .id = c[0].number,
                            .player = c[1].number,
                            .address = c[2].text,
                            .subject = c[3].text,
                            .text = c[4].text,
                            .at_ms = c[5].number,
                            .tries = c[6].number,
                            .next_ms = c[7].number,
                            .topic = c[8].text };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_email_list(shg_storage *s, int64_t due_ms, shg_email_fn *each, void *context,
                                 shoogi_error *err)
{
    struct letter_reader reader = { each, context };
    return shg_sql_list(sql_of(s), LETTER_LIST, VALUES(number(due_ms)), each_letter, &reader, err);
}
