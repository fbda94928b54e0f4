/* action.h: what a player does to a position, as the log of a game has it: a move in USI, or a handicap.
 *
 * A stored text says by itself which of the two it is. */
#ifndef SHG_SERVER_GAME_ACTION_H
#define SHG_SERVER_GAME_ACTION_H

#include "base/text.h"
#include "shoogi/position.h"
#include "storage/bounds.h"

enum { SHG_ACTION_BYTES = SHG_STORAGE_FIRST_MOVE_BYTES_MAX + 1 };

/* The kind of the event that holds it: "move" or "handicap". */
const char *shg_action_kind(const char *stored);

/* A move, which must be legal, as it is stored. */
void shg_action_of_move(char out[SHG_ACTION_BYTES], const shoogi_position *position,
                        shoogi_move move);

/* A handicap as it was typed, with "HANDICAP:" or without.  Returns OK and out filled; what
 * shoogi_handicap_read says, column 1 being its first character; LIMIT_EXCEEDED if it has too many pieces to be kept;
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_action_of_handicap(char out[SHG_ACTION_BYTES],
                                                    const shoogi_position *position,
                                                    const char *text, size_t text_bytes,
                                                    shoogi_error *err);

/* Does it.  Returns OK; PARSE_ERROR or ILLEGAL, and *err if given; NO_MEMORY.  shoogi_position_undo takes it
 * back. */
SHOOGI_CHECKED shoogi_status shg_action_apply(shoogi_position *position, const char *stored,
                                              shoogi_error *err);

/* Writes it as players do: "P-7f", "HANDICAP:L@1a".  What does not fit the position is written as it is
 * stored. */
void shg_action_write(shg_out *out, const shoogi_position *position, const char *stored);

#endif
