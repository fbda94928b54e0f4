/* game_json.h: games, what happens in them, and challenges, as programs read them.  The fields: docs/api. */
#ifndef SHG_SERVER_GAME_GAME_JSON_H
#define SHG_SERVER_GAME_GAME_JSON_H

#include "server/game/add_events.h"
#include "server/game/game.h"

/* Writes a game with its moves behind event after, so many of them at most; "more" is true if some are left out.
 * own: the colour of the player who asks, who is told his own plan; -1 for others.  Time: that of
 * shg_game_json_moves. */
enum { SHG_GAME_JSON_MOVES = 1000 };
void shg_game_json(shg_out *out, const shg_game_state *game, int own, int64_t after,
                   int64_t now_ms);
/* How many moves are made, taken back or written for that. */
size_t shg_game_json_moves(const shg_game_state *game, int64_t after);

/* Writes a row of a list of games. */
void shg_game_row_json(shg_out *out, const char *name, const shg_game *row);

/* Writes an event of a game as its log has it.  mover: as of shg_event_mover. */
void shg_event_row_json(shg_out *out, const shg_event *event, int mover);

/* Writes an event that has just been added, and how the game stands after it.  event: NULL if it has to be read
 * again. */
void shg_game_event_json(shg_out *out, const shg_game_state *game, const shg_event *event,
                         int64_t now_ms);

/* Writes the event that a game has begun, as the player of a colour is told. */
void shg_game_begun_json(shg_out *out, const shg_game_state *game, int own, int64_t now_ms);

/* Writes the members "rated", "undo", "privacy", "illegal_loses" and "clock" of the conditions of a game. */
void shg_options_json(shg_out *out, const char *options);

#endif
