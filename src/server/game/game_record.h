/* game_record.h: a game of the server as a record, which every format can be written from. */
#ifndef SHG_SERVER_GAME_GAME_RECORD_H
#define SHG_SERVER_GAME_GAME_RECORD_H

#include "server/game/game.h"
#include "shoogi/record.h"

/* Players, when it began, the comment, the moves with their times and how it ended.  Returns OK and *out owned
 * (shoogi_record_free), which the game's rules must outlive; NO_MEMORY; or PARSE_ERROR if a text is none that a
 * record can hold. */
SHOOGI_CHECKED shoogi_status shg_game_record(shoogi_record **out, const shg_game_state *game);

#endif
