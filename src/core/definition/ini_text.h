/* ini_text.h: the text that a game of variants.ini is translated to, with the place in the file of each byte. */
#ifndef SHG_CORE_DEFINITION_INI_TEXT_H
#define SHG_CORE_DEFINITION_INI_TEXT_H

#include "core/definition/faults.h"

#include <stdint.h>

/* A value and its place in the file; a value of a built-in game or a default has the place of what made it count. */
typedef struct shg_ini_value {
    shg_span text, place;
} shg_ini_value;

typedef struct shg_ini_text {
    const char *file;
    size_t file_bytes;
    char *out;
    uint32_t *origin; /* [room + 1] */
    size_t count, room;
    bool too_big;
} shg_ini_text;

/* Appends text that stands for what is at this place. */
void shg_ini_put(shg_ini_text *t, shg_span place, const char *text);
void shg_ini_put_format(shg_ini_text *t, shg_span place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The place in the file of the bytes of a value from this one on. */
shg_span shg_ini_place(const shg_ini_text *t, const shg_ini_value *value, size_t from,
                       size_t count);

/* How a pawn moves that takes double steps from its own squares, and whether it captures en passant. */
typedef struct shg_ini_pawn {
    bool double_step, en_passant;
} shg_ini_pawn;

/* Appends moves in the Betza notation of Fairy-Stockfish as XBetza, or reports what cannot be said.  Source:
 * docs/variants-ini.md, "Moves". */
void shg_ini_put_moves(shg_ini_text *t, const shg_ini_value *moves, shg_ini_pawn pawn,
                       shg_faults *faults);

#endif
