/* error.h: filling a shoogi_error in the one form every reader of the project uses:
 * expected WHAT, found "TEXT". */
#ifndef SHG_BASE_ERROR_H
#define SHG_BASE_ERROR_H

#include "base/text.h"
#include "shoogi/status.h"

#include <stddef.h>

/* TEXT is shown to at most this many characters. */
enum { SHG_FOUND_CHARACTERS = 40 };

/* The text that stands at a fault as messages show it: of the first 40 characters those up to the end of the line, what is
 * not printable as '?'. */
void shg_error_show(shg_out *out, const char *found, size_t found_bytes);

/* Fills *err, if given, and returns status.  found: found_bytes of UTF-8 that stand at the place of the
 * fault; at most the first 40 characters are shown, up to the end of the line, control characters as
 * '?'; NULL or 0 bytes read "end of text".  expected is cut rather than the text found. */
shoogi_status shg_error_expected(shoogi_error *err, shoogi_status status, size_t line,
                                 size_t column, const char *expected, const char *found,
                                 size_t found_bytes);

/* The same of what has a name, PARSE_ERROR: expected WHAT as "NAME", found "TEXT". */
shoogi_status shg_error_expected_as(shoogi_error *err, const char *expected, const char *name,
                                    const char *found, size_t found_bytes);

/* The same with another head than "expected ", of at most 30 bytes: "move 35: expected ". */
shoogi_status shg_error_headed(shoogi_error *err, shoogi_status status, size_t line, size_t column,
                               const char *head, const char *expected, const char *found,
                               size_t found_bytes);

/* The same for what is worth saying but no fault: the message begins "warning: expected", and the status in
 * *err is OK.  Returns OK. */
shoogi_status shg_warning_expected(shoogi_error *err, size_t line, size_t column,
                                   const char *expected, const char *found, size_t found_bytes);

/* Fills *err, if given, with a message of its own, and returns status. */
shoogi_status shg_error_set(shoogi_error *err, shoogi_status status, size_t line, size_t column,
                            const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
