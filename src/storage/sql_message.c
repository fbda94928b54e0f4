/* sql_message.c: messages left for players, and reports for moderators, in SQL. */
#include "storage/sql_int.h"

#include "storage/row.h"

shoogi_status shg_sql_message_add(shg_storage *s, int64_t *id, const shg_message *row,
                                  shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_message(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(
        q, MESSAGE_ADD,
        VALUES(number(row->recipient), number(row->sender), text(row->text), number(row->at_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_no_people(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

shoogi_status shg_sql_message_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return shg_sql_remove_row(sql_of(s), MESSAGE_REMOVE, "message", id, err);
}

struct message_reader {
    shg_message_fn *each;
    void *context;
};

static bool each_message(const struct cell *c, void *context)
{
    const struct message_reader *reader = context;
    const shg_message row = {
        .id = c[0].number,
        .recipient = c[1].number,
        .sender = c[2].number,
        .sender_name = c[3].text,
        .text = c[4].text,
        .at_ms = c[5].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_message_list(shg_storage *s, int64_t recipient, shg_message_fn *each,
                                   void *context, shoogi_error *err)
{
    struct message_reader reader = { each, context };
    return shg_sql_list(sql_of(s), MESSAGE_LIST, VALUES(number(recipient)), each_message, &reader,
                        err);
}

/* --- Reports --- */

shoogi_status shg_sql_report_add(shg_storage *s, int64_t *id, const shg_report *row,
                                 shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_report(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, REPORT_ADD,
                    VALUES(number(row->sender), number(row->accused), number(row->game),
                           text(row->text), text(row->heard), number(row->at_ms)));
    if (outcome == SQL_MISSING)
        return shg_row_no_people(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    return SHOOGI_OK;
}

struct report_reader {
    shg_report_fn *each;
    void *context;
};

static bool each_report(const struct cell *c, void *context)
{
    const struct report_reader *reader = context;
    const shg_report row = {
        .id = c[0].number,
        .sender = c[1].number,
        .accused = c[2].number,
        .sender_name = c[3].text,
        .accused_name = c[4].text,
        .game = c[5].number,
        .text = c[6].text,
        .heard = c[7].text,
        .at_ms = c[8].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_report_list(shg_storage *s, int64_t sender, int64_t after,
                                  shg_report_fn *each, void *context, shoogi_error *err)
{
    struct report_reader reader = { each, context };
    return sender == 0
               ? shg_sql_list(sql_of(s), REPORT_LIST, VALUES(number(after)), each_report, &reader,
                              err)
               : shg_sql_list(sql_of(s), REPORT_LIST_OF, VALUES(number(after), number(sender)),
                              each_report, &reader, err);
}

shoogi_status shg_sql_report_count(shg_storage *s, int64_t *out, int64_t sender, int64_t since_ms,
                                   shoogi_error *err)
{
    return shg_sql_count(sql_of(s), out, REPORT_COUNT, VALUES(number(sender), number(since_ms)),
                         err);
}
