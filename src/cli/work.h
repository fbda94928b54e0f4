/* work.h: chores of a server, each done by a process of its own: bytes in, text out. */
#ifndef SHG_CLI_WORK_H
#define SHG_CLI_WORK_H

#include "base/text.h"

/* What the first two below write begins with a line, "ok" or "fault".  Behind "fault" stand lines LINE SPACE COLUMN SPACE
 * MESSAGE.  Behind "ok" stand lines NAME=VALUE, an empty line, and the text that came of it. */

/* A definition.  input: a line with the name that records are to call the game by, then the text.  Out: the warnings, as
 * "warning=LINE COLUMN MESSAGE", and the definition in its canonical form. */
void cli_work_definition(shg_out *out, const char *input, size_t input_bytes);

/* A record.  input: lines "variant=NAME", which is the game where the text does not name it, "format=WORD" or "format=",
 * "definition=BYTES"; an empty line; so many bytes of a definition, the variant's where there are some; then the
 * record as it came, in whatever encoding.  Out: "variant", "black", "white", "event", "played", "outcome", "moves", and the record in
 * our own format. */
void cli_work_record(shg_out *out, const char *input, size_t input_bytes);

/* A message to a device.  input: lines "endpoint=URL", "key=", "auth=" (of the subscription), "pair=" (the server's keys),
 * "subject=", "topic=", "urgency=", "ttl=SECONDS", "anywhere=0" or 1; an empty line; the message.  Out: a line with the status
 * of the answer, or "0 " and why there was none. */
void cli_work_push(shg_out *out, const char *input, size_t input_bytes);

/* The value of a line "NAME=VALUE" that comes next; *at moves behind it.  "" if it is another. */
void cli_take_line(char *out, size_t room, const char **at, const char *end, const char *name);

#endif
