/* japanese.h: what the notations of Japan share: which move a text means.
 * Source: docs/notation.md, "Japanese". */
#ifndef SHG_NOTATION_MOVES_JAPANESE_H
#define SHG_NOTATION_MOVES_JAPANESE_H

#include "notation/words/kanji.h"
#include "shoogi/position.h"

/* The words behind a man that tell it from others, what it does on the way, and that it is dropped; in the
 * order in which they are written.  Sides and directions are the mover's. */
enum {
    SHG_MARK_LEFT = 1 << 0,
    SHG_MARK_STRAIGHT = 1 << 1,
    SHG_MARK_RIGHT = 1 << 2,
    SHG_MARK_MIDDLE = 1 << 3,
    SHG_MARK_JUMP = 1 << 4,
    SHG_MARK_UP = 1 << 5,
    SHG_MARK_ACROSS = 1 << 6,
    SHG_MARK_BACK = 1 << 7,
    SHG_MARK_DROP = 1 << 8
};

enum { SHG_PLACES_MAX = SHOOGI_VIA_MAX + 1 };

/* What a text says of a move. */
typedef struct shg_said {
    shoogi_square place[SHG_PLACES_MAX]; /* visited one after the other */
    size_t places;                       /* 0: it is idle, and where is not said */
    shoogi_square from;                  /* SHOOGI_NO_SQUARE: not said */
    bool from_board;                     /* it is no drop */
    bool kind_open;                      /* nothing is said of the man */
    shg_kinds kinds;                     /* what it can be */
    unsigned marks;
    bool promotes, declines; /* 成, 不成 */
    bool form_open;          /* nothing is said of what it promotes to */
    shg_kinds forms;
    bool returns,
        idle; /* to where it came from, having taken something or nothing: 居喰い, じっと */
} shg_said;

/* Reads a move at the beginning of a text, up to what is no part of it.  previous: where the move before ended,
 * or SHOOGI_NO_SQUARE.  Returns OK with *used_bytes; PARSE_ERROR with the column. */
SHOOGI_CHECKED shoogi_status shg_said_read(shg_said *out, size_t *used_bytes,
                                           const shoogi_variant *variant, shoogi_square previous,
                                           const char *text, size_t text_bytes, shoogi_error *err);

/* Finds the one legal move that fits what was said; first to the letter, then by what any reader would
 * understand.  *strained, if given, is true if something that was said had to be passed over.
 * Returns OK; PARSE_ERROR if several fit, which are named; ILLEGAL if none does, with the reason why the likeliest
 * is not legal; NO_MEMORY.  The column of *err is 1. */
SHOOGI_CHECKED shoogi_status shg_said_move(shoogi_move *out, bool *strained, const shg_said *said,
                                           const shoogi_position *position, shoogi_error *err);

/* The words that tell a legal move from others, a set of SHG_MARK_. */
unsigned shg_marks(const shoogi_position *position, shoogi_move move);
void shg_out_marks(shg_out *out, unsigned marks);

/* The squares that are written of a board move, in their order: where it takes something on its way, and where
 * it ends if that is not where it began.  Returns how many. */
size_t shg_places(shoogi_square places[SHG_PLACES_MAX], const shoogi_position *position,
                  shoogi_move move);

/* How the man of a legal move is written: by its sign, or its long name; if it is dropped and another kind that can be
 * is read there as well, by its id.  Borrowed from the variant. */
const char *shg_mover_sign(const shoogi_position *position, shoogi_move move, bool long_name);

/* Whether the man could have promoted, and did not. */
bool shg_declined(const shoogi_position *position, shoogi_move move);

/* Writes what the man promotes to, if there is a choice. */
void shg_out_form(shg_out *out, const shoogi_position *position, shoogi_move move);

/* Where the move ended that led to the position; SHOOGI_NO_SQUARE if there is none. */
shoogi_square shg_previous(const shoogi_position *position);

#endif
