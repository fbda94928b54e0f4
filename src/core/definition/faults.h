/* faults.h: collects the errors and warnings of one definition with their places.
 *
 * Parsers give the place as a pointer into the text; lines and columns are counted only for the few that are reported
 * in the end.  A definition may have several texts, each based on the next: an error in a base is reported where the
 * first text names its base. */
#ifndef SHG_CORE_DEFINITION_FAULTS_H
#define SHG_CORE_DEFINITION_FAULTS_H

#include "shoogi/status.h"
#include "shoogi/variant.h"

#include <stdbool.h>
#include <stddef.h>

/* A part of a text. bytes: borrowed from the text. */
typedef struct shg_span {
    const char *bytes;
    size_t count;
} shg_span;

enum { SHG_SOURCES_MAX = 9 };

/* A text being parsed.  All pointers borrowed until the faults are reported. */
typedef struct shg_source {
    const char *bytes;
    size_t count;
    /* If the text was extracted from a page: the page, and for each byte of the text and for its end the offset in
     * the page; else NULL. */
    const char *page;
    const uint32_t *origin; /* [count + 1] */
    bool by_lines;          /* of a page that marks its diagram: each piece is on one line */
    shg_span name;          /* where the first text names it; bytes NULL: it is the first */
} shg_source;

typedef struct shg_fault {
    shoogi_error error; /* line and column are computed at the end */
    size_t at;          /* bytes from the beginning of the first text */
} shg_fault;

/* The earliest errors and the earliest warnings, in the order of the text. */
typedef struct shg_faults {
    shg_source sources[SHG_SOURCES_MAX]; /* [source_count], at least 1 */
    size_t source_count;
    shg_fault errors[SHOOGI_DEFINITION_ERRORS_MAX], warnings[SHOOGI_DEFINITION_ERRORS_MAX];
    size_t error_count, warning_count; /* of those kept */
} shg_faults;

/* Starts with no faults and one text. */
void shg_faults_init(shg_faults *faults, shg_source first);

static inline bool shg_faults_any(const shg_faults *faults)
{
    return faults->error_count > 0;
}

/* A syntax error or a semantic error at a place in one of the texts, or at its end. at.count 0: the message quotes
 * what is there up to the next space. */
void shg_fault_text(shg_faults *faults, shg_span at, const char *expected);
void shg_fault_rules(shg_faults *faults, shg_span at, const char *expected);

/* The same with a printf format. */
void shg_fault_text_format(shg_faults *faults, shg_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void shg_fault_rules_format(shg_faults *faults, shg_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A warning.  Ignored for bases. */
void shg_warning(shg_faults *faults, shg_span at, const char *expected);
void shg_warning_format(shg_faults *faults, shg_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The place after the last byte of the first text, for what is missing altogether. */
shg_span shg_faults_end(const shg_faults *faults);

/* Fills errors[0 .. *count - 1] with at most errors_max faults, in the order of the text, warnings only if the errors
 * leave space.  Returns the status of the first error, or OK. */
shoogi_status shg_faults_report(const shg_faults *faults, shoogi_error *errors, size_t errors_max,
                                size_t *count);

/* The line and column of an offset in a text, from 1; columns are code points. */
void shg_line_and_column(const char *text, size_t at, uint32_t *line, uint32_t *column);

#endif
