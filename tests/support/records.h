/* records.h: what the tests of formats need: a record from a text, the text of a record, faults at their
 * places. */
#ifndef SHG_SUPPORT_RECORDS_H
#define SHG_SUPPORT_RECORDS_H

#include "support/record_difference.h"
#include "support/notation.h"

/* A text with what is told of it, and what can be kept. */
typedef struct reported {
    const char *text;
    shoogi_status status; /* OK: the text is read, and `message` is a warning */
    uint32_t line, column;
    const char *message;
    unsigned kept;    /* nodes; 0: there is no record */
    const char *rest; /* NULL: there is none */
} reported;

/* Reads a text and compares all that is told of it. */
static inline void expect_reported(shoogi_format format, const shoogi_record_read_options *how,
                                   const reported *expected)
{
    shoogi_record *record = NULL;
    shoogi_error errors[4] = { { .status = SHOOGI_OK } };
    size_t count = 0;
    const shoogi_status status =
        shoogi_record_read(&record, NULL, format, expected->text, strlen(expected->text), how,
                           errors, COUNT(errors), &count);
    const shoogi_error *const e = &errors[0];
    if (status != expected->status || count != 1 || e->status != status ||
        strcmp(e->message, expected->message) != 0 || e->line != expected->line ||
        e->column != expected->column)
        fail_msg("%s\n%zu told, %s, %u:%u: %s", expected->text, count, shoogi_status_text(status),
                 e->line, e->column, e->message);
    const char *const rest = record ? shoogi_record_unparsed(record) : NULL;
    if ((record ? shoogi_record_node_count(record) : 0) != expected->kept ||
        !shg_text_equal(rest, expected->rest))
        fail_msg("%s\n%u nodes, rest: %s", expected->text,
                 record ? shoogi_record_node_count(record) : 0, rest ? rest : "none");
    shoogi_record_free(record);
}

/* The same of rows that do not say the rest where it is just the text from the line of the fault on. */
static inline void expect_reported_from_line(shoogi_format format,
                                             const shoogi_record_read_options *how,
                                             const reported *expected)
{
    reported row = *expected;
    const char *line = row.text;
    for (uint32_t i = 1; i < row.line; i++)
        line = strchr(line, '\n') + 1;
    if (row.kept > 0 && !row.rest)
        row.rest = line;
    expect_reported(format, how, &row);
}

/* The record in a text that has no fault and of which nothing is told.  Owned. */
static inline shoogi_record *good_record(shoogi_format format,
                                         const shoogi_record_read_options *how, const char *text)
{
    shoogi_record *record = NULL;
    shoogi_error errors[4];
    size_t count = 0;
    const shoogi_status status = shoogi_record_read(&record, NULL, format, text, strlen(text), how,
                                                    errors, COUNT(errors), &count);
    if (status != SHOOGI_OK || count > 0)
        fail_msg("%.500s\n%u:%u: %s", text, errors[0].line, errors[0].column, errors[0].message);
    return record;
}

static inline void expect_written(const shoogi_record *record, shoogi_format format,
                                  const char *expected, uint32_t losses_expected)
{
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses = 99;
    assert_int_equal(shoogi_record_write(&text, &bytes, &losses, format, record, NULL, NULL),
                     SHOOGI_OK);
    assert_string_equal(text, expected);
    assert_int_equal(losses, losses_expected);
    assert_int_equal(strlen(text), bytes);
    shoogi_text_free(text);
}

/* Two texts say the same. */
static inline void expect_same(shoogi_format format, const shoogi_record_read_options *how,
                               const char *text, const char *same)
{
    shoogi_record *const a = good_record(format, how, text), *const b =
                                                                 good_record(format, how, same);
    const char *const what = shg_record_difference(NULL, a, b, 0);
    if (what)
        fail_msg("%s\n%s differs", text, what);
    shoogi_record_free(a);
    shoogi_record_free(b);
}

#endif
