/* work.h: chores of a server, each done by a process of its own: bytes in, text out. */
#ifndef SHG_CLI_WORK_H
#define SHG_CLI_WORK_H

#include "base/text.h"

/* What the two below write begins with a line, "ok" or "fault".  Behind "fault" stand lines LINE SPACE COLUMN SPACE
 * MESSAGE.  Behind "ok" stand lines NAME=VALUE, an empty line, and the text that came of it. */

/* A definition.  input: a line with the name that records are to call the game by, then the text.  Out: the warnings, as
 * "warning=LINE COLUMN MESSAGE", and the definition in its canonical form. */
void cli_work_definition(shg_out *out, const char *input, size_t input_bytes);

/* A record.  input: lines "variant=NAME", which is the game where the text does not name it, "format=WORD" or "format=",
 * "definition=BYTES"; an empty line; so many bytes of a definition, the variant's where there are some; then the
 * record as it came, in whatever encoding.  Out: "variant", "black", "white", "event", "played", "outcome", "moves", and the record in
 * our own format. */
void cli_work_record(shg_out *out, const char *input, size_t input_bytes);

#endif
