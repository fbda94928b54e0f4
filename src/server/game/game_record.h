/* game_record.h: converts a game to a record, from which every format can be written. */
#ifndef SHG_SERVER_GAME_GAME_RECORD_H
#define SHG_SERVER_GAME_GAME_RECORD_H

#include "server/game/game.h"
#include "shoogi/record.h"

/* Includes players, start time, comment, moves with their times, and the end. Returns OK and
 * *out owned (shoogi_record_free); the game's rules must outlive it; NO_MEMORY; PARSE_ERROR for
 * a text that a record cannot contain. */
SHOOGI_CHECKED shoogi_status shg_game_record(shoogi_record **out, const shg_game_state *game);

#endif
