/* sql.c: running statements for the storages in SQL, and their errors. */
#include "storage/sql_int.h"

#include "storage/news.h"
#include "storage/row.h"

#include <stdarg.h>
#include <stdio.h>

shoogi_status shg_sql_fail(shoogi_error *err, struct sql *q)
{
    shoogi_error failure;
    const shoogi_status status = q->driver->describe(&failure, q);
    if (q->in_transaction && q->failed_status == SHOOGI_OK) {
        q->failed_status = status;
        q->failure = failure;
    }
    if (err)
        *err = failure;
    return status;
}

shoogi_status shg_sql_repeat_failure(shoogi_error *err, const struct sql *q)
{
    if (err)
        *err = q->failure;
    return q->failure.status;
}

const char *shg_sql_unfinished_words(const struct sql *q)
{
    return q->copies ? "another version of shoogi began to copy into it: begin with an empty one"
                     : "a copy into it is not finished: run shoogi admin migrate again";
}

void shg_sql_accept_unfinished(struct sql *q, int64_t *version)
{
    if (!q->copies || *version != SHG_UNFINISHED_VERSION + q->schema_version)
        return;
    *version = q->schema_version;
    q->unfinished = true;
}

shoogi_status shg_sql_may_read(const struct sql *q, shoogi_error *err)
{
    return q->failed_status != SHOOGI_OK ? shg_sql_repeat_failure(err, q) : SHOOGI_OK;
}

shoogi_status shg_sql_may_write(const struct sql *q, shoogi_error *err)
{
    if (q->read_only)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "the storage is read-only");
    assert(q->in_transaction);
    return shg_sql_may_read(q, err);
}

void shg_sql_publish(struct sql *q, const char *format, ...)
{
    char line[SHG_NEWS_LINE_BYTES];
    if (!q->driver->publish)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    q->driver->publish(q, line);
}

shoogi_status shg_sql_change(int *changed, struct sql *q, enum statement which,
                             const struct value *values, size_t count, shoogi_error *err)
{
    const bool later = !changed && q->in_transaction && q->driver->run_later;
    if (later ? !q->driver->run_later(q, which, values, count)
              : shg_sql_run(q, which, values, count) != SQL_DONE)
        return shg_sql_fail(err, q);
    if (changed)
        *changed = q->changed;
    return SHOOGI_OK;
}

shoogi_status shg_sql_list(struct sql *q, enum statement which, const struct value *values,
                           size_t count, shg_cells_fn *each, void *context, shoogi_error *err)
{
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    q->listing = true;
    const enum sql_outcome outcome = q->driver->list(q, which, values, count, each, context);
    q->listing = false;
    return outcome == SQL_DONE ? SHOOGI_OK : shg_sql_fail(err, q);
}

shoogi_status shg_sql_find_row(struct sql *q, enum statement which, const char *what, int64_t id,
                               shoogi_error *err)
{
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, which, VALUES(number(id)));
    if (outcome == SQL_DONE)
        return shg_row_not_found(err, what, id);
    return outcome == SQL_ROW ? SHOOGI_OK : shg_sql_fail(err, q);
}

shoogi_status shg_sql_change_row(struct sql *q, enum statement which, const char *what, int64_t id,
                                 const struct value *values, size_t count, shoogi_error *err)
{
    int changed = 0;
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(&changed, q, which, values, count, err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, what, id) : status;
}

shoogi_status shg_sql_set_text(struct sql *q, enum statement which, const char *what, int64_t id,
                               const char *to, shoogi_error *err)
{
    return shg_sql_change_row(q, which, what, id, VALUES(number(id), text(to)), err);
}

shoogi_status shg_sql_remove_row(struct sql *q, enum statement which, const char *what, int64_t id,
                                 shoogi_error *err)
{
    return shg_sql_change_row(q, which, what, id, VALUES(number(id)), err);
}

shoogi_status shg_sql_count(struct sql *q, int64_t *out, enum statement which,
                            const struct value *values, size_t value_count, shoogi_error *err)
{
    const shoogi_status status = shg_sql_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    if (shg_sql_run(q, which, values, value_count) != SQL_ROW)
        return shg_sql_fail(err, q);
    *out = q->cells[0].number;
    return SHOOGI_OK;
}
