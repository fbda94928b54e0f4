/* status.h: how functions of libshoogi report what went wrong.
 *
 * Errors are values.  A function that can fail returns a shoogi_status and, where text was at fault,
 * fills an error that the caller owns.  The library never prints, exits or aborts on bad input. */
#ifndef SHOOGI_STATUS_H
#define SHOOGI_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SHOOGI_CHECKED __attribute__((warn_unused_result))
#define SHOOGI_API     __attribute__((visibility("default")))
#else
#define SHOOGI_CHECKED
#define SHOOGI_API
#endif

typedef enum shoogi_status {
#define STATUS(name, words) SHOOGI_##name,
#include "status.def"
#undef STATUS
    SHOOGI_STATUS_COUNT
} shoogi_status;

enum { SHOOGI_MESSAGE_BYTES = 160 };

/* What went wrong, and where.  Callers print "FILE:LINE:COLUMN: MESSAGE". */
typedef struct shoogi_error {
    shoogi_status status;
    uint32_t line, column; /* 1-based, column in code points; 0 where no text is at fault */
    char message[SHOOGI_MESSAGE_BYTES]; /* one line, no newline: what was expected, then what stood there */
} shoogi_error;

/* The words of status.def for a status; "unknown status" for a number that is none.
 * Borrowed for ever.  Any thread. */
SHOOGI_API const char *shoogi_status_text(shoogi_status status);

#ifdef __cplusplus
}
#endif
#endif
