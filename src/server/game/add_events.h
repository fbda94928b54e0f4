/* add_events.h: adds events to a game: stores them first, then shows them.
 *
 * Events that happen together are stored in one transaction, under the number expected for the
 * first. If two players act simultaneously, the second gets a conflict. */
#ifndef SHG_SERVER_GAME_ADD_EVENTS_H
#define SHG_SERVER_GAME_ADD_EVENTS_H

#include "server/game/action.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

enum { SHG_ADDITIONS_MAX = SHG_APPEND_EVENTS_MAX, SHG_ADDITION_BYTES = SHG_ACTION_BYTES };

typedef struct shg_addition {
    const char *kind; /* of shg_event; a literal */
    char text[SHG_ADDITION_BYTES];
} shg_addition;

typedef struct shg_additions {
    int64_t number; /* of the first event */
    size_t count;
    shg_addition each[SHG_ADDITIONS_MAX];
    int64_t sealer;                /* the player whose sealed move is stored or removed; 0: none */
    char sealed[SHG_ACTION_BYTES]; /* that move; "" to remove it */
    int64_t unseen; /* an event that the player of colour unseen_by must not have seen; 0: none */
    int unseen_by;
    int64_t fell_ms, pause; /* of a time forfeit, as in shg_append; 0: none */
} shg_additions;

/* Adds the end of the game. */
void shg_additions_end(shg_additions *additions, shoogi_outcome outcome, const char *reason);

/* Adds an action, and the end of the game if the action ends it; the position is unchanged
 * afterwards. Returns false, adding nothing, if the action is impossible. */
bool shg_additions_action(shg_additions *additions, shoogi_position *position, const char *stored);

/* Adds a player's comment on the last move, or on the move before it in the additions. Returns
 * false after reporting the reason. text: from the player, cleaned here. */
bool shg_comment_add(shg_additions *additions, shg_session *session, const shg_game_state *game,
                     const char *text, size_t text_bytes);

/* Called when the events are stored and applied to the game, before anybody else is notified. */
typedef void shg_added_fn(shg_session *session, shg_game_state *game);

/* Refuses everything while the common time of several servers is unknown (shg_time_trust).
 * If the mover's time had run out when the line arrived, reports the loss and ends the game on
 * time instead. Otherwise stores the events, calls added, and notifies the players. If storing
 * fails, the session gets the reason and added is not called. If another event came first, or
 * memory runs out, the game is read again and shown. additions: copied. */
void shg_add_events(shg_session *session, shg_game_state *game, const shg_additions *additions,
                    shg_added_fn *added);

/* The same for an action of the server itself: it happens at at_ms, or at the time of the latest
 * event if that is later. Failures are not reported to anybody. */
void shg_add_server_events(shg_server *server, shg_game_state *game, const shg_additions *additions,
                           int64_t at_ms);

#endif
