/* foul.h: the illegal move that ended a game: the text of an end ILLEGAL, in whatever notation it was read. */
#ifndef SHG_NOTATION_RECORDS_FOUL_H
#define SHG_NOTATION_RECORDS_FOUL_H

#include "shoogi/record.h"

/* The move that a text means in a position where it is illegal: USI, or Japanese or Western notation with the origin or
 * of a drop.  NULL means nothing.  False: none, or a legal one. */
bool shg_foul_read(shoogi_move *out, const shoogi_position *position, const char *text);

/* Whether the text reads in KIF and KI2 as a move, and that is illegal. */
bool shg_foul_is_japanese(const shoogi_position *position, const char *text);

#endif
