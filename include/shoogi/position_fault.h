/* position_fault.h: checks whether a position can occur in a game, for editors and for positions from outside.
 *
 * A position may be set up with any pieces anywhere, because problems and studies need such positions.  The functions
 * here compare it with the start of its game and with the rules. */
#ifndef SHOOGI_POSITION_FAULT_H
#define SHOOGI_POSITION_FAULT_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum shoogi_position_fault_reason {
#define POSITION_FAULT(name, words) SHOOGI_POSITION_FAULT_##name,
#include "position_fault.def"
#undef POSITION_FAULT
    SHOOGI_POSITION_FAULT_COUNT
} shoogi_position_fault_reason;

/* One fault.  A field that has no meaning for its reason is 0, false or SHOOGI_NO_SQUARE. */
typedef struct shoogi_position_fault {
    shoogi_position_fault_reason reason;
    /* The side that has the piece, or too many of them, or no royal, or is in check. */
    shoogi_colour colour;
    /* Of TOO_MANY_PIECES: captured pieces change sides, so those of both sides count together, and colour has no
     * meaning. */
    bool both_sides;
    shoogi_kind kind; /* of the pieces; of TOO_MANY_PIECES as it is in hand or before it promotes */
    shoogi_square
        square; /* of NO_MOVES the piece; of ROYAL_LEFT_IN_CHECK and TOO_MANY_CHECKERS the royal;
                     * of the limits one of the pieces, on that file or of that colour */
    unsigned count; /* how many pieces there are; of the checks: how many give check */
    unsigned limit; /* how many there can be */
} shoogi_position_fault;

/* Finds what shows that the position cannot occur in a game from the start of its variant, with or without a handicap.
 * Fills faults[0 .. n-1] with the first faults_max of them and returns how many there are; faults may be NULL if
 * faults_max is 0.  They come by reason in the order of position_fault.def.
 *
 * No position that occurs in a game has a fault.  The reverse is not true: a position without a fault may still be one
 * that no game leads to.  Rules under which a fault would not be certain are not checked: nifu is a fault only
 * if the pieces cannot change files, or if the rules forbid that too.
 * TOO_MANY_PIECES counts a kind together with all kinds that may turn into it, by promotion, capture and drop for example.
 * A side without a royal, or with one left in check, is a fault only if the rules of check are strict.
 * Any thread.  Allocates nothing.  Cost: linear in the squares, and at most quadratic in the kinds on the board. */
SHOOGI_API size_t shoogi_position_faults(const shoogi_position *position,
                                         shoogi_position_fault *faults, size_t faults_max);

/* The text of position_fault.def.  Borrowed for the life of the program. */
SHOOGI_API const char *shoogi_position_fault_text(shoogi_position_fault_reason reason);

/* How many pieces are missing from the box: those of the start of the game, on the board and in hand, less those of the
 * position.  kind: as shoogi_variant_kind_in_box returns it, else the number is 0.  Also 0 if there are more than the game
 * has.  In mate problems the defender has all of them in hand, except for royals. */
SHOOGI_API unsigned shoogi_position_missing(const shoogi_position *position, shoogi_kind kind);

#ifdef __cplusplus
}
#endif
#endif
