/* action.h: a player's change of the position, in the form of a game's log: a move in USI, or a
 * handicap.
 *
 * The stored text itself shows which of the two it is. */
#ifndef SHG_SERVER_GAME_ACTION_H
#define SHG_SERVER_GAME_ACTION_H

#include "base/text.h"
#include "shoogi/move_text.h"
#include "storage/bounds.h"

enum { SHG_ACTION_BYTES = SHG_STORAGE_FIRST_MOVE_BYTES_MAX + 1 };

/* Returns the kind of its event: "move" or "handicap". */
const char *shg_action_kind(const char *stored);

/* Writes the stored form of a legal move. */
void shg_action_of_move(char out[SHG_ACTION_BYTES], const shoogi_position *position,
                        shoogi_move move);

/* Converts a handicap as typed, with or without "HANDICAP:". Returns OK and out filled; an error
 * of shoogi_handicap_read, with column 1 at the first character; LIMIT_EXCEEDED if it removes
 * more pieces than fit; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_action_of_handicap(char out[SHG_ACTION_BYTES],
                                                    const shoogi_position *position,
                                                    const char *text, size_t text_bytes,
                                                    shoogi_error *err);

/* Applies it. Returns OK; PARSE_ERROR or ILLEGAL, and *err if given; NO_MEMORY.
 * shoogi_position_undo undoes it. */
SHOOGI_CHECKED shoogi_status shg_action_apply(shoogi_position *position, const char *stored,
                                              shoogi_error *err);

/* Writes it in a reader's notation: "P-7f", "HANDICAP:L@1a", "香落ち". An action that is not legal in the
 * position is written in its stored form. */
void shg_action_write(shg_out *out, const shoogi_position *position, const char *stored,
                      shoogi_notation notation);

/* How many moves may be written in a notation in one turn of the loop, where most are in those
 * whose moves cost little. A Japanese one is found by reading it back: on the largest boards
 * that takes a quarter of a millisecond. */
size_t shg_moves_at_once(const shoogi_variant *variant, shoogi_notation notation, size_t most);

/* Writes a legal move in a reader's notation. */
void shg_move_write(shg_out *out, const shoogi_position *position, shoogi_move move,
                    shoogi_notation notation);

#endif
