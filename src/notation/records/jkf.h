/* jkf.h: shared by the reader and the writer of JKF. Source: docs/record-format.md, "JKF". */
#ifndef SHG_NOTATION_RECORDS_JKF_H
#define SHG_NOTATION_RECORDS_JKF_H

#include "notation/records/csa.h"
#include "notation/records/record_int.h"

/* A named start position: the squares of White's missing pieces.  White moves first. */
typedef struct shg_jkf_preset {
    const char *name, *missing;
    bool with_board; /* many readers do not know the name */
} shg_jkf_preset;

enum { SHG_JKF_PRESETS = 15 };
extern const shg_jkf_preset shg_jkf_presets[SHG_JKF_PRESETS];

/* The even game has a name too, as has any position without one. */
#define SHG_JKF_USUAL "HIRATE"
#define SHG_JKF_OTHER "OTHER"

/* Removes the pieces of a preset from the start position.  False if one of them is not there. */
bool shg_jkf_set_up(shoogi_position *position, const shg_csa *csa, const shg_jkf_preset *preset);

/* The letters that distinguish a piece from others that could move to the square, in the order of writing. */
typedef struct shg_jkf_relative {
    char letter;
    unsigned mark; /* of japanese.h */
} shg_jkf_relative;

enum { SHG_JKF_RELATIVES = 7 };
extern const shg_jkf_relative shg_jkf_relatives[SHG_JKF_RELATIVES];

/* The functions of the format. */
void shg_jkf_read(shg_reading *reading);
shoogi_status shg_jkf_write(shg_writing *writing);

#endif
