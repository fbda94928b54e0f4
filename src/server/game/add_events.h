/* add_events.h: something happens in a game: stored first, then shown.
 *
 * All that happens at once is stored in one transaction, under the number of the event it is expected to
 * be; so of two who act at the same moment one finds that the other was first. */
#ifndef SHG_SERVER_GAME_ADD_EVENTS_H
#define SHG_SERVER_GAME_ADD_EVENTS_H

#include "server/game/action.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

enum { SHG_ADDITIONS_MAX = 4, SHG_ADDITION_BYTES = SHG_ACTION_BYTES };

typedef struct shg_addition {
    const char *kind; /* of shg_event; a literal */
    char text[SHG_ADDITION_BYTES];
} shg_addition;

typedef struct shg_additions {
    int64_t number; /* of the first */
    size_t count;
    shg_addition each[SHG_ADDITIONS_MAX];
    int64_t sealer;                /* whose sealed move is kept or done with by it; 0: nobody's */
    char sealed[SHG_ACTION_BYTES]; /* that move; "" if it is done with */
} shg_additions;

/* Adds that the game ends so. */
void shg_additions_end(shg_additions *additions, shoogi_outcome outcome, const char *reason);

/* Adds a deed, and the end of the game if the deed brings it about; the position is as it was.  False, and nothing is
 * added, if it cannot be done. */
bool shg_additions_action(shg_additions *additions, shoogi_position *position, const char *stored);

/* Adds what a player says about the last move, or the one that comes before it in the additions.  False after saying
 * why not.  text: of the player's, cleaned here. */
bool shg_comment_add(shg_additions *additions, shg_session *session, const shg_game_state *game,
                     const char *text, size_t text_bytes);

/* Called when all of it is stored and the game has it; nobody else has been told yet. */
typedef void shg_added_fn(shg_session *session, shg_game_state *game);

/* If the clock of the player to move had fallen when the line came that this is about, it is only said that he
 * has lost, and the game ends on time.  Else: stores, then calls added, then tells the players.  If it could not
 * be stored the session is told why, and added is not called; if somebody else was first, or memory is too short
 * to have it here too, the game is read again and shown.  additions: copied. */
void shg_add_events(shg_session *session, shg_game_state *game, const shg_additions *additions,
                    shg_added_fn *added);

/* The same of what the server does by itself: nobody has seen it, and it happened at at_ms, or with the latest
 * event of the game if that was later.  If it could not be stored nobody is told. */
void shg_add_events_of_nobody(shg_server *server, shg_game_state *game,
                              const shg_additions *additions, int64_t at_ms);

#endif
