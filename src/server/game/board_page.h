/* board_page.h: the page that BOARD prints, and what a session and a player know by having been sent it. */
#ifndef SHG_SERVER_GAME_BOARD_PAGE_H
#define SHG_SERVER_GAME_BOARD_PAGE_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* From which side a session sees a game: a player from his own, anyone else from Black's. */
shoogi_colour shg_view_of(const shg_session *session, const shg_game_state *game);

/* Sends the board of a position with the hands, nothing else. */
void shg_say_board(shg_session *session, const shoogi_position *position, shoogi_colour view);

/* Sends the page: players, board, number of the next move and whose it is, the last move, checks, the
 * result.  The session has the game loaded then, and its player has seen all of it. */
void shg_say_board_page(shg_session *session, shg_game_state *game, bool other_side);

/* The same with the part of the board around a square, as much as the screen holds.  around: borrowed, NULL for none. */
void shg_say_board_around(shg_session *session, shg_game_state *game, bool other_side,
                          const shoogi_square *around);

/* The same for somebody who only watches: nothing is loaded by it. */
void shg_show_board_page(shg_session *session, const shg_game_state *game, bool other_side);

/* The same for many watchers of one move: the page is made once for all of them who see it alike, one after the
 * other.  page: zeroed at first, shg_shared_page_fini at the end. */
typedef struct shg_shared_page {
    shg_out text;
    shg_settings settings;
    uint8_t terminal;
    uint16_t columns;
    shoogi_colour view;
} shg_shared_page;

void shg_show_shared_page(shg_session *session, const shg_game_state *game, shg_shared_page *page);
void shg_shared_page_fini(shg_shared_page *page);

/* After the session's own player has ended the game: the result.  Loads the game. */
void shg_say_ended(shg_session *session, shg_game_state *game);

/* After the session's own player has moved: the move as it is recorded, checks, the result.  Loads the game. */
void shg_say_moved(shg_session *session, shg_game_state *game);

/* The session has been sent the first items of the list of moves; the player has seen them. */
void shg_set_loaded(shg_session *session, shg_game_state *game, size_t items);

/* Says that the time of the player to move has run out: before the game has ended by it. */
void shg_say_lost_on_time(shg_session *session, const shg_game_state *game);

/* Says that a game is over, and how it ended. */
void shg_say_over(shg_session *session, const shg_game_state *game);

/* Whether somebody wants to see the board: not while a machine is to move. */
bool shg_board_is_wanted(const shg_session *session, const shg_game_state *game);

#endif
