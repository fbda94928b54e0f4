/* message.h: translates the library's messages about errors and illegal moves.
 *
 * libshoogi writes English only.  This module matches a finished message against the known formats, takes the one with the
 * most literal letters, and fills the arguments into its translation.  An argument may itself be a known text and is then
 * translated, too: expected WHAT, found TEXT.  Text in quotation marks is the user's and is not translated. */
#ifndef SHG_LANGUAGE_MESSAGE_H
#define SHG_LANGUAGE_MESSAGE_H

#include "language/language.h"

#include <stddef.h>

enum { SHG_MESSAGE_ROOM = 768 };

/* A message to show; ends in NUL. */
typedef struct shg_translation {
    char text[SHG_MESSAGE_ROOM];
} shg_translation;

/* Translates a message.  Returns it unchanged, cut to the room, if no format matches or the translation is too long.  Any
 * thread.  Time: a small multiple of the number of formats times the length. */
shg_translation shg_message_in(shg_language language, const char *message);

#endif
