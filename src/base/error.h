/* error.h: fills a shoogi_error in the form that every parser of the project uses:
 * expected WHAT, found "TEXT". */
#ifndef SHG_BASE_ERROR_H
#define SHG_BASE_ERROR_H

#include "base/text.h"
#include "shoogi/status.h"

#include <stddef.h>

/* Messages quote at most this many characters of TEXT. */
enum { SHG_FOUND_CHARACTERS = 40 };

/* Writes the text found at a fault as messages quote it: its first 40 characters, up to the end of the line, with '?' for
 * each unprintable character. */
void shg_error_show(shg_out *out, const char *found, size_t found_bytes);

/* Fills *err, if given, and returns status.  found: found_bytes of UTF-8 at the place of the fault,
 * quoted as by shg_error_show; NULL or 0 bytes give "end of text".  A message that is too long is cut
 * in expected, never in the text found. */
shoogi_status shg_error_expected(shoogi_error *err, shoogi_status status, size_t line,
                                 size_t column, const char *expected, const char *found,
                                 size_t found_bytes);

/* Like shg_error_expected for a named value, with PARSE_ERROR: expected WHAT as "NAME", found "TEXT". */
shoogi_status shg_error_expected_as(shoogi_error *err, const char *expected, const char *name,
                                    const char *found, size_t found_bytes);

/* Like shg_error_expected with head, of at most 30 bytes, in place of "expected ": "move 35: expected ". */
shoogi_status shg_error_headed(shoogi_error *err, shoogi_status status, size_t line, size_t column,
                               const char *head, const char *expected, const char *found,
                               size_t found_bytes);

/* Fills *err, if given, with a warning: the message begins "warning: expected" and the status in *err
 * is OK.  Returns OK. */
shoogi_status shg_warning_expected(shoogi_error *err, size_t line, size_t column,
                                   const char *expected, const char *found, size_t found_bytes);

/* Fills *err, if given, with a formatted message, and returns status. */
shoogi_status shg_error_set(shoogi_error *err, shoogi_status status, size_t line, size_t column,
                            const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
