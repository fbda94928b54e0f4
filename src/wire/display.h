/* display.h: text from outside made safe to show on somebody else's terminal. */
#ifndef SHG_WIRE_DISPLAY_H
#define SHG_WIRE_DISPLAY_H

#include "base/text.h"

#include <stdbool.h>

/* Writes text without what could move, recolour, hide or reorder anything: control characters (C0, DEL,
 * C1, with them every escape sequence), bidi marks, embeddings, overrides and isolates, zero-width and
 * other invisible characters, separators of lines, non-characters.  Tabs and line ends become blanks,
 * ill-formed bytes U+FFFD, and of combining marks in a row two are kept.  Private characters are kept.
 * At most characters_max code points are written.  What comes out is well-formed UTF-8 on one line, and
 * written again comes out the same. */
void shg_display_write(shg_out *out, const char *text, size_t text_bytes, size_t characters_max);

/* The columns that a text on one line takes at a terminal. */
size_t shg_display_columns(const char *text, size_t text_bytes);

/* True if shg_display_write would leave all of text as it is. */
bool shg_display_clean(const char *text, size_t text_bytes);

#endif
