/* fault.h: explains an invalid line in a sentence for the person who typed it.
 *
 * The parsers of the library fill a shoogi_error with "expected WHAT, found TEXT" and a column,
 * which suits files and programs. A person who has just typed the line needs neither file nor
 * column. */
#ifndef SHG_SERVER_SESSION_FAULT_H
#define SHG_SERVER_SESSION_FAULT_H

#include "base/text.h"
#include "language/language.h"
#include "server/session/command.h"
#include "shoogi/status.h"

/* The parts of "expected WHAT, found TEXT". */
typedef struct shg_fault_parts {
    char expected[SHOOGI_MESSAGE_BYTES];
    char found[SHOOGI_MESSAGE_BYTES]; /* the quoted text; "" for none */
    bool at_end;                      /* the text ended too early */
} shg_fault_parts;

/* Splits a message. Returns false, and *out empty, if the message has another form. */
bool shg_fault_parts_of(shg_fault_parts *out, const char *message);

/* Finds the field that such parts are about, in `a whole number as "game"` or `a field of this call`, and leaves the rest in
 * expected. Returns false, and name "", if they name none. */
bool shg_fault_field_of(char *name, size_t room, shg_fault_parts *parts);

/* Adds the sentence, without a line end. command: NULL if none was recognised; line: as typed,
 * in which err->column counts; NULL if unknown. */
void shg_fault_write(shg_out *out, shg_language language, const shg_command *command,
                     const char *line, size_t line_bytes, const shoogi_error *err);

#endif
