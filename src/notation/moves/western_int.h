/* western_int.h: a text while it is matched with the legal moves; shared by the files of Western notation. */
#ifndef SHG_NOTATION_MOVES_WESTERN_INT_H
#define SHG_NOTATION_MOVES_WESTERN_INT_H

#include "notation/words/cursor.h"
#include "notation/moves/wording.h"
#include "shoogi/notation.h"

typedef struct shg_fitting {
    shg_cursor cursor; /* from the first byte that is not a space */
    const shoogi_position *position;
    const shoogi_variant *variant;
    shg_wording wordings[SHG_WORDINGS_MAX];
    size_t wording_count;
    shoogi_move *legal; /* owned; every path if no move matches */
    size_t legal_count;
    shoogi_move *fits; /* owned; the matching moves, one for each result */
    size_t fit_count;
} shg_fitting;

/* Whether a legal move matches the wording, apart from the mark: with the right signs, or with any. */
bool shg_fits_squares(const shg_fitting *fitting, const shg_wording *wording, shoogi_move move,
                      bool signs);

/* Whether two moves differ only in the kind after the move. */
bool shg_differ_in_form(const shoogi_position *position, shoogi_move a, shoogi_move b);

/* As shoogi_western_read, for a text in another notation with a known meaning. */
SHOOGI_CHECKED shoogi_status shg_western_find(shoogi_parsed_move *out,
                                              const shoogi_position *position,
                                              const shg_wording *wording, const char *text,
                                              size_t text_bytes, shoogi_error *err);

/* No legal move matches, or several do: fills the error.  Returns PARSE_ERROR or ILLEGAL. */
SHOOGI_CHECKED shoogi_status shg_western_fail(const shg_fitting *fitting);

#endif
