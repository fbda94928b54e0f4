/* work.h: the jobs of the server's helper processes: bytes in, text out. */
#ifndef SHG_CLI_WORK_H
#define SHG_CLI_WORK_H

#include "base/text.h"

/* The output of the first two jobs begins with a line "ok" or "fault".  After "fault" it has lines LINE SPACE COLUMN SPACE
 * MESSAGE; after "ok", lines NAME=VALUE, an empty line, and the resulting text. */

/* Checks a definition.  input: a line with the variant's name in records, then the text.  Output: warnings, as
 * "warning=LINE COLUMN MESSAGE", and the definition in its canonical form. */
void cli_work_definition(shg_out *out, const char *input, size_t input_bytes);

/* Reads a record.  input: lines "variant=NAME", the variant if the record does not name one, "format=WORD" or "format=",
 * "definition=BYTES"; an empty line; that many bytes of the variant's definition, if any; then the record in any encoding.
 * Output: "variant", "black", "white", "event", "played", "outcome", "moves", warnings as of a definition, and the
 * record in our own format. */
void cli_work_record(shg_out *out, const char *input, size_t input_bytes);

/* Sends a push notification.  input: lines "endpoint=URL", "key=", "auth=" (of the subscription), "pair=" (the server's keys),
 * "subject=", "topic=", "urgency=", "ttl=SECONDS", "anywhere=0" or 1; an empty line; the message.  Output: a line with the HTTP
 * status of the answer, or "0 " and the reason why there was none. */
void cli_work_push(shg_out *out, const char *input, size_t input_bytes);

/* Reads the value of the next line "NAME=VALUE" and advances *at past it.  Fills "" if the line has another name. */
void cli_next_line(char *out, size_t room, const char **at, const char *end, const char *name);

#endif
