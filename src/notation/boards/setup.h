/* setup.h: a position parsed from its text, before it is applied to a shoogi_position; and the ranks of SFEN, which
 * other notations write the same way. */
#ifndef SHG_NOTATION_BOARDS_SETUP_H
#define SHG_NOTATION_BOARDS_SETUP_H

#include "notation/words/cursor.h"
#include "notation/words/piece_id.h"
#include "shoogi/position.h"

enum { SHG_HAND_MAX = SHOOGI_IN_HAND_MAX, SHG_PLY_MAX = 999999 };

typedef struct shg_setup {
    shoogi_piece board[SHOOGI_SQUARES_MAX];
    unsigned hand[2][SHOOGI_KINDS_MAX + 1];
    unsigned in_hand; /* in both hands together, at most SHG_HAND_MAX */
    shoogi_colour side;
    shoogi_square mark;
    unsigned checks[2]; /* given by each side, in a game that counts them */
    unsigned ply;
    shoogi_square passed; /* by the last move, for capture en passant; SHOOGI_NO_SQUARE: none */
    /* [rights_bytes] of the text: the field of castling rights; NULL: none, so that all pieces of the start count as
     * unmoved. */
    const char *rights;
    size_t rights_bytes;
} shg_setup;

typedef struct shg_setup_reader {
    shg_cursor cursor;
    const shoogi_variant *variant;
    size_t longest_id;
    shg_setup *setup;
} shg_setup_reader;

/* Starts with an empty board, and Black to make the first move. */
void shg_setup_begin(shg_setup_reader *reader, shg_setup *setup, const shoogi_variant *variant,
                     const char *text, size_t text_bytes, shoogi_error *err);

/* The piece whose id is at the cursor, the longest that matches, with all letters in one case.  If no kind has the id
 * "+X", "+x" means the promotion of X, whatever its id: some programs write the sides of a piece that flips so.
 * Returns false and reads nothing if there is none. */
bool shg_piece_read(shoogi_piece *out, shg_setup_reader *reader);

/* Reads all ranks from the top. */
SHOOGI_CHECKED shoogi_status shg_ranks_read(shg_setup_reader *reader);

/* Adds pieces to a hand; false, with nothing changed, if there are too many. */
bool shg_setup_give(shg_setup *setup, shoogi_colour colour, shoogi_kind kind, unsigned count);

/* The same for pieces of the text, at byte `at`. */
SHOOGI_CHECKED shoogi_status shg_hand_add(shg_setup_reader *reader, size_t at, shoogi_piece piece,
                                          unsigned count);

/* Reads a count of checks, in a game that counts them: those that Black and White still need, `3+1`, or those that they
 * have given, `+0+2`.  Returns false and reads nothing if there is none, or a number is greater than the checks that win. */
bool shg_checks_read(shg_setup_reader *reader);

/* Writes the checks that Black and White still need. */
void shg_checks_write(shg_out *out, const shoogi_position *position);

/* Whether the game counts checks; whether the position has any. */
bool shg_counts_checks(const shoogi_variant *variant);
bool shg_has_checks(const shoogi_position *position);

/* Applies the setup to the position. */
void shg_setup_apply(shoogi_position *position, const shg_setup *setup);

/* Whether squares are separated by commas, because an id has more than one letter. */
bool shg_ids_need_commas(const shoogi_variant *variant);

void shg_ranks_write(shg_out *out, const shoogi_position *position);

/* Writes all fields of SFEN. */
void shg_out_sfen(shg_out *out, const shoogi_position *position);

#endif
