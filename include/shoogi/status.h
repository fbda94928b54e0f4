/* status.h: the status codes and errors that libshoogi functions return.
 *
 * Errors are values.  A function that can fail returns a shoogi_status.  If the error is in a text, it also fills
 * a shoogi_error that the caller owns.  The library never prints, exits or aborts on bad input. */
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

/* An error and its place.  Callers print it as "FILE:LINE:COLUMN: MESSAGE". */
typedef struct shoogi_error {
    shoogi_status status;
    uint32_t line, column; /* from 1, the column in code points; 0 if the error is in no text */
    char message[SHOOGI_MESSAGE_BYTES]; /* one line without a newline: what was expected and what was found */
} shoogi_error;

/* The text of status.def for a status; "unknown status" for any other number.
 * Borrowed for the life of the program.  Any thread. */
SHOOGI_API const char *shoogi_status_text(shoogi_status status);

#ifdef __cplusplus
}
#endif
#endif
