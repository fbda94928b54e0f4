/* board_page.h: the page that BOARD prints, and the record of what a session and a player have
 * seen. */
#ifndef SHG_SERVER_GAME_BOARD_PAGE_H
#define SHG_SERVER_GAME_BOARD_PAGE_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* The side at the bottom of the board: a player's own, for others Black. */
shoogi_colour shg_view_of(const shg_session *session, const shg_game_state *game);

/* Writes a position's board and hands only, as the session's settings draw them. */
void shg_board_write(shg_out *out, const shg_session *session, const shoogi_position *position,
                     shoogi_colour view);
/* Sends them. */
void shg_say_board(shg_session *session, const shoogi_position *position, shoogi_colour view);

/* Sends the page: players, board, number of the next move, whose turn it is, last move, checks,
 * result. The game then counts as loaded in the session, and as seen by its player. */
void shg_say_board_page(shg_session *session, shg_game_state *game, bool other_side);

/* The same for a board that the server draws by itself: the game counts as loaded, but as seen only once the player
 * types a line, if it allows UNDO. */
void shg_draw_board_page(shg_session *session, shg_game_state *game);
/* The player has typed a line: what was drawn counts as seen. */
void shg_drawn_is_seen(shg_session *session);

/* The same with the part of the board around a square that fits the screen. around: borrowed,
 * NULL for none. */
void shg_say_board_around(shg_session *session, shg_game_state *game, bool other_side,
                          const shoogi_square *around);

/* The same for a watcher: does not load the game. */
void shg_show_board_page(shg_session *session, const shg_game_state *game, bool other_side);

/* The same for many watchers of one move: consecutive watchers with the same view share a page.
 * page: zeroed before the first, shg_shared_page_fini after the last. */
typedef struct shg_shared_page {
    shg_out text;
    shg_settings settings;
    uint8_t terminal;
    uint16_t rows, columns;
    shoogi_colour view;
    int own; /* the colour of the reader, or -1 */
} shg_shared_page;

void shg_show_shared_page(shg_session *session, const shg_game_state *game, shg_shared_page *page);
void shg_shared_page_fini(shg_shared_page *page);

/* Sends the result after the session's player has ended the game. Loads the game. */
void shg_say_ended(shg_session *session, shg_game_state *game);

/* Sends the move as recorded, checks and the result after the session's player has moved. Loads
 * the game. */
void shg_say_moved(shg_session *session, shg_game_state *game);

/* Records that the first `items` items of the list of moves were sent to the session and seen by
 * the player. */
void shg_set_loaded(shg_session *session, shg_game_state *game, size_t items);

/* Whether the session has been sent everything that concerns the board: shg_event_in_passing. */
bool shg_is_loaded(const shg_session *session, const shg_game_state *game);

/* Reports that the mover's time has run out, before that ends the game. */
void shg_say_lost_on_time(shg_session *session, const shg_game_state *game);

/* Reports that a game is over, and how it ended. */
void shg_say_over(shg_session *session, const shg_game_state *game);

/* Whether the board should be drawn: not while an engine is to move. */
bool shg_board_is_wanted(const shg_session *session, const shg_game_state *game);

#endif
