/* current_game.h: whether a game that begins becomes the current game of its players.
 *
 * A game with a fast clock always does: the clock runs, so a move typed now is meant for it. Another
 * game does if the player has no current game, or one that is over. A game that is not in memory
 * says nothing about itself, so the job that stores the new game looks the old ones up. */
#ifndef SHG_SERVER_GAME_CURRENT_GAME_H
#define SHG_SERVER_GAME_CURRENT_GAME_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_new_current {
    bool live;      /* the clock of the new game is fast */
    int64_t was[2]; /* the stored current games, by colour; 0: none */
    bool over[2];   /* these need not stay current: over, deleted, or none */
} shg_new_current;

/* Within a writing job, after the game was added: finds out what its players' current games were,
 * and stores the new one where it becomes current, and always for chooser, the player who began it
 * just now (0: neither). options: of the new game, borrowed. Returns OK and *out filled, or the
 * storage's error. */
SHOOGI_CHECKED shoogi_status shg_new_current_store(shg_new_current *out, shg_storage *storage,
                                                   int64_t game, const int64_t player[2],
                                                   const char *options, int64_t chooser,
                                                   shoogi_error *err);

/* Makes it current in the session, if it is wanted there or always is set. */
void shg_new_current_take(const shg_new_current *current, shg_session *session, int colour,
                          int64_t game, bool always);

/* Fills in the sentence that says which running game the new one replaced, in the session's
 * language, once; "" if it replaced none. */
enum { SHG_REPLACED_BYTES = 200 };
void shg_new_current_replaced(char out[SHG_REPLACED_BYTES], shg_session *session);

#endif
