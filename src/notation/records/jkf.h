/* jkf.h: what reading and writing of JKF share.  Source: docs/record-format.md, "JKF". */
#ifndef SHG_NOTATION_RECORDS_JKF_H
#define SHG_NOTATION_RECORDS_JKF_H

#include "notation/records/csa.h"
#include "notation/records/record_int.h"

/* A start with a name: White's men that are missing, by their squares.  White moves first. */
typedef struct shg_jkf_preset {
    const char *name, *missing;
    bool with_board; /* many readers do not know the name */
} shg_jkf_preset;

enum { SHG_JKF_PRESETS = 15 };
extern const shg_jkf_preset shg_jkf_presets[SHG_JKF_PRESETS];

/* The usual start has a name, and all that have none. */
#define SHG_JKF_USUAL "HIRATE"
#define SHG_JKF_OTHER "OTHER"

/* Takes the men of a preset off the start.  False if one of them is not there. */
bool shg_jkf_set_up(shoogi_position *position, const shg_csa *csa, const shg_jkf_preset *preset);

/* What tells a man from others that could go to the square, in the order in which it is written. */
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
