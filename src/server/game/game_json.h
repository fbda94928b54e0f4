/* game_json.h: games, their events and challenges as JSON. Fields: docs/api. */
#ifndef SHG_SERVER_GAME_GAME_JSON_H
#define SHG_SERVER_GAME_GAME_JSON_H

#include "server/game/add_events.h"
#include "server/game/game.h"

/* Writes a game with at most SHG_GAME_JSON_MOVES moves (see shg_moves_at_once) after event `after`; "more" is true if some
 * are left out. own: colour of the requesting player, who gets their own conditional moves; -1 for
 * others. notation: of the texts of moves. Cost: see shg_game_json_moves. */
enum { SHG_GAME_JSON_MOVES = 1000 };
void shg_game_json(shg_out *out, const shg_game_state *game, int own, int64_t after, int64_t now_ms,
                   shoogi_notation notation);
/* The number of moves made, undone or written for that. */
size_t shg_game_json_moves(const shg_game_state *game, int64_t after, shoogi_notation notation);

/* Writes a row of a list of games. */
void shg_game_row_json(shg_out *out, const char *name, const shg_game *row);

/* Writes an event as in the log. mover: see shg_event_mover. */
void shg_event_row_json(shg_out *out, const shg_event *event, int mover);

/* Writes a new event and the state of the game after it. event: NULL if it has to be read again. */
void shg_game_event_json(shg_out *out, const shg_game_state *game, const shg_event *event,
                         int64_t now_ms, shoogi_notation notation);

/* Writes the event that a game has begun, for the player of a colour. */
void shg_game_begun_json(shg_out *out, const shg_game_state *game, int own, int64_t now_ms);

/* Writes the members "rated", "undo", "privacy", "illegal_loses" and "clock". */
void shg_options_json(shg_out *out, const char *options);

#endif
