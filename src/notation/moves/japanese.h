/* japanese.h: shared by the Japanese notations: finds the move that a text means.  Source: docs/notation.md,
 * "Japanese". */
#ifndef SHG_NOTATION_MOVES_JAPANESE_H
#define SHG_NOTATION_MOVES_JAPANESE_H

#include "notation/words/kanji.h"
#include "shoogi/position.h"

/* The words after a piece: those that identify it, what it does on the way, and 打 for a drop; in the order in which
 * they are written.  Sides and directions are the mover's. */
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

/* The contents of the text of a move. */
typedef struct shg_said {
    shoogi_square place[SHG_PLACES_MAX]; /* visited one after the other */
    size_t places;                       /* 0: not given, for a pass */
    shoogi_square from;                  /* SHOOGI_NO_SQUARE: not given */
    bool from_board;                     /* it is no drop */
    bool kind_open;                      /* no piece is named */
    shg_kinds kinds;                     /* the kinds that it can be */
    unsigned marks;
    bool promotes, declines; /* 成, 不成 */
    bool form_open;          /* the text does not say to what it promotes */
    shg_kinds forms;
    bool returns,
        idle; /* back to its origin, with or without a capture: 居喰い (igui), じっと (jitto) */
} shg_said;

/* Reads a move at the beginning of a text, up to what is no part of it. previous: the destination of the move before,
 * or SHOOGI_NO_SQUARE. Returns OK with *used_bytes; PARSE_ERROR with the column. */
SHOOGI_CHECKED shoogi_status shg_said_read(shg_said *out, size_t *used_bytes,
                                           const shoogi_variant *variant, shoogi_square previous,
                                           const char *text, size_t text_bytes, shoogi_error *err);

/* Finds the one legal move that matches: first strictly, then as loosely as a reader would.  *strained, if given, is
 * set if something in the text had to be ignored.  Returns OK; PARSE_ERROR if several match, with a list; ILLEGAL if
 * none does, with the reason for the likeliest; NO_MEMORY. The column of *err is 1. */
SHOOGI_CHECKED shoogi_status shg_said_move(shoogi_move *out, bool *strained, const shg_said *said,
                                           const shoogi_position *position, shoogi_error *err);

/* The words that distinguish a legal move from others, a set of SHG_MARK_. */
unsigned shg_marks(const shoogi_position *position, shoogi_move move);
void shg_out_marks(shg_out *out, unsigned marks);

/* The squares written for a move on the board, in order: those of captures on the way, and the destination if it is
 * not the origin.  Returns how many there are. */
size_t shg_places(shoogi_square places[SHG_PLACES_MAX], const shoogi_position *position,
                  shoogi_move move);

/* How the piece of a legal move is written: by its sign, or its long name; for a drop, if another droppable kind
 * reads the same, by its id.  Borrowed from the variant. */
const char *shg_mover_sign(const shoogi_position *position, shoogi_move move, bool long_name);

/* Whether the piece declined a promotion. */
bool shg_declined(const shoogi_position *position, shoogi_move move);

/* Writes the kind after promotion, if there is a choice. */
void shg_out_form(shg_out *out, const shoogi_position *position, shoogi_move move);

/* The destination of the move that led to the position; SHOOGI_NO_SQUARE: none. */
shoogi_square shg_previous(const shoogi_position *position);

#endif
