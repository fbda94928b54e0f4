/* hints.h: finds the sentences that tell a person which command to type.
 *
 * A page or another program has no command line, so it gets a text without them: "Game 3 is
 * adjourned.  RESUME continues it." becomes "Game 3 is adjourned." A hint is a clause that names a
 * command in capitals. Clauses end at a full stop, semicolon or colon, and at parentheses; what
 * stands in quotation marks is the user's. Used by session.c. */
#ifndef SHG_SERVER_SESSION_HINTS_H
#define SHG_SERVER_SESSION_HINTS_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes around a hint until it is removed; texts made safe to show contain neither. */
#define SHG_HINT_BEGIN '\x0e'
#define SHG_HINT_END   '\x0f'

/* Returns a copy of a sentence or of its format in which hints stand between SHG_HINT_BEGIN and
 * SHG_HINT_END, so that arguments can be filled in before shg_hints_remove: owned (free); NULL
 * without memory, or if there are none. *all, if given: whether nothing else is left. */
char *shg_hints_mark(bool *all, const char *text);

/* Removes what is marked; returns the new length. */
size_t shg_hints_remove(char *text, size_t text_bytes);

#endif
