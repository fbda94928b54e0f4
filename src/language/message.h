/* message.h: what the library says of faults and reasons, in other languages than its own.
 *
 * The library speaks English and knows no other language.  A message is recognised by the format it was made of: the
 * one that has the most of its letters.  That is said in the language, with what was filled in put back, which may
 * itself be a text that is known: expected WHAT, found TEXT.  What stands between quotation marks was somebody's and
 * stays as it is. */
#ifndef SHG_LANGUAGE_MESSAGE_H
#define SHG_LANGUAGE_MESSAGE_H

#include "language/language.h"

#include <stddef.h>

enum { SHG_MESSAGE_ROOM = 768 };

/* A message to show: NUL at its end. */
typedef struct shg_translation {
    char text[SHG_MESSAGE_ROOM];
} shg_translation;

/* A message in a language; as it is, if it is not recognised or what it becomes has no room, cut to what has.  Any
 * thread.  Time: the number of formats times the length, a few times over. */
shg_translation shg_message_in(shg_language language, const char *message);

#endif
