/* display.h: makes text from outside safe to show on another person's terminal. */
#ifndef SHG_WIRE_DISPLAY_H
#define SHG_WIRE_DISPLAY_H

#include "base/text.h"

#include <stdbool.h>

/* Writes text without characters that could move, recolour, hide or reorder anything: control characters
 * (C0, DEL, C1, and with them every escape sequence), bidi marks, embeddings, overrides and isolates,
 * zero-width and other invisible characters, line separators, non-characters.  Tabs and line ends become
 * spaces, ill-formed bytes U+FFFD.  Keeps at most two combining marks in a row, and private-use characters.
 * Writes at most characters_max code points.  The result is one line of well-formed UTF-8, and filtering
 * it again does not change it. */
void shg_display_write(shg_out *out, const char *text, size_t text_bytes, size_t characters_max);

/* Returns the width of a one-line text on a terminal, in columns. */
size_t shg_display_columns(const char *text, size_t text_bytes);

/* Whether shg_display_write would leave text unchanged. */
bool shg_display_clean(const char *text, size_t text_bytes);

#endif
