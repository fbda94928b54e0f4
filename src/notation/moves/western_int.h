/* western_int.h: a text while it is fitted to the legal moves; shared by the files of Western notation. */
#ifndef SHG_NOTATION_MOVES_WESTERN_INT_H
#define SHG_NOTATION_MOVES_WESTERN_INT_H

#include "notation/words/cursor.h"
#include "notation/moves/wording.h"
#include "shoogi/notation.h"

typedef struct shg_fitting {
    shg_cursor cursor; /* at the first byte that is no blank */
    const shoogi_position *position;
    const shoogi_variant *variant;
    shg_wording wordings[SHG_WORDINGS_MAX];
    size_t wording_count;
    shoogi_move *legal; /* owned; if none of them fits, with every way to write each */
    size_t legal_count;
    shoogi_move *fits; /* owned; those that fit, one for each result */
    size_t fit_count;
} shg_fitting;

/* True if a legal move is what the wording says, the mark apart: with the right signs, or any. */
bool shg_fits_squares(const shg_fitting *fitting, const shg_wording *wording, shoogi_move move,
                      bool signs);

/* True if two moves differ in nothing but what becomes of the man. */
bool shg_differ_in_form(const shoogi_position *position, shoogi_move a, shoogi_move b);

/* As shoogi_western_read, of a text in another notation of which the meaning is known. */
SHOOGI_CHECKED shoogi_status shg_western_find(shoogi_parsed_move *out,
                                              const shoogi_position *position,
                                              const shg_wording *wording, const char *text,
                                              size_t text_bytes, shoogi_error *err);

/* No legal move fits, or several do: says so in the error.  Returns PARSE_ERROR or ILLEGAL. */
SHOOGI_CHECKED shoogi_status shg_western_fail(const shg_fitting *fitting);

#endif
