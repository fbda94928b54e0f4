/* faults.h: the errors and warnings found while the text of one game is read, each at its place.
 *
 * Whoever reads says where in the memory of the text the fault stands; lines and columns are counted only
 * for the few that are told in the end.  A game may be read from several texts, each based on the next:
 * what is wrong in a text further down is told at the place where the first one names its base. */
#ifndef SHG_CORE_DEFINITION_FAULTS_H
#define SHG_CORE_DEFINITION_FAULTS_H

#include "shoogi/status.h"
#include "shoogi/variant.h"

#include <stdbool.h>
#include <stddef.h>

/* A stretch of a text.  bytes: borrowed from the text. */
typedef struct shg_span {
    const char *bytes;
    size_t count;
} shg_span;

enum { SHG_SOURCES_MAX = 9 };

/* A text that is read.  All pointers borrowed until the faults are told. */
typedef struct shg_source {
    const char *bytes;
    size_t count;
    /* If it was cut out of a page: the page, and for each byte of the text, and its end, where in the page
     * it stands; else NULL. */
    const char *page;
    const uint32_t *origin; /* [count + 1] */
    shg_span name;          /* where the first text names it; bytes NULL for the first itself */
} shg_source;

typedef struct shg_fault {
    shoogi_error error; /* line and column are counted at the end */
    size_t at;          /* bytes from the beginning of the first text */
} shg_fault;

/* The earliest faults and the earliest warnings, in the order of the text. */
typedef struct shg_faults {
    shg_source sources[SHG_SOURCES_MAX]; /* [source_count], at least 1 */
    size_t source_count;
    shg_fault errors[SHOOGI_DEFINITION_ERRORS_MAX], warnings[SHOOGI_DEFINITION_ERRORS_MAX];
    size_t error_count, warning_count; /* of those kept */
} shg_faults;

/* Begins with nothing found in one text. */
void shg_faults_init(shg_faults *faults, shg_source first);

static inline bool shg_faults_any(const shg_faults *faults)
{
    return faults->error_count > 0;
}

/* A fault of form or of meaning at a place within one of the texts, or at its end.  at.count 0: what
 * stands there is found, up to the next blank. */
void shg_fault_text(shg_faults *faults, shg_span at, const char *expected);
void shg_fault_rules(shg_faults *faults, shg_span at, const char *expected);

/* The same with the words of printf. */
void shg_fault_text_format(shg_faults *faults, shg_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void shg_fault_rules_format(shg_faults *faults, shg_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Worth saying, but no fault.  Not said of a text that another one is based on. */
void shg_warning(shg_faults *faults, shg_span at, const char *expected);

/* The place behind the last byte of the first text: where what is missing altogether is missing. */
shg_span shg_faults_end(const shg_faults *faults);

/* Fills errors[0 .. *count - 1] with at most errors_max of what was found, in the order of the text;
 * warnings only as far as the errors leave room.  Returns the status of the first error, or OK. */
shoogi_status shg_faults_report(const shg_faults *faults, shoogi_error *errors, size_t errors_max,
                                size_t *count);

/* The line and column of a place in a text of its own, from 1; a column is a code point. */
void shg_line_and_column(const char *text, size_t at, uint32_t *line, uint32_t *column);

#endif
