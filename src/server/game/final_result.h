/* final_result.h: makes a game's result final, and applies its consequences.
 *
 * The result of a rated game becomes final when both players have seen it, at the latest after
 * SHG_FINAL_RESULT_MS. It then counts for their ratings. The first game of a match becomes final
 * at its end, and the second begins. Both happen in the transaction that marks the result as
 * final, which is possible only once. Other games are never marked. */
#ifndef SHG_SERVER_GAME_FINAL_RESULT_H
#define SHG_SERVER_GAME_FINAL_RESULT_H

#include "server/game/current_game.h"
#include "server/loop/host.h"
#include "server/rating/stored_ratings.h"
#include "shoogi/catalog.h"

typedef struct shg_server shg_server;

/* A final result and its consequences, for notification. */
typedef struct shg_final_result {
    int64_t game; /* 0: none */
    int64_t at_ms;
    int64_t player[2];              /* by colour */
    bool counted;                   /* for the ratings, which changed from before to after */
    shg_rating before[2], after[2]; /* by colour */
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shg_speed speed;
    int64_t second;          /* the match's second game, which has begun; 0: none */
    shg_new_current current; /* if it has begun */
} shg_final_result;

/* Within a writing job, after an end or after a player has seen it: makes the result final if it
 * is due. Returns OK and *out filled, or the storage's error. */
SHOOGI_CHECKED shoogi_status shg_final_result_if_due(shg_final_result *out, shg_storage *storage,
                                                     int64_t game, int64_t now_ms,
                                                     shoogi_error *err);

/* Stores that a player has seen the end of a rated game, and makes the result final if it was
 * the last to see it. */
void shg_store_seen_end(shg_server *server, int64_t game, int colour, int64_t event);

/* After that job: notifies those of the two players who are online. */
void shg_final_result_notify(shg_server *server, const shg_final_result *settled);
/* The same for a result that another server has made final. second: the second game of a match has begun. */
void shg_final_result_elsewhere(shg_server *server, int64_t game, const int64_t player[2],
                                bool second);

/* Creates the timer, which the server frees. OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_final_results_init(shg_server *server);

/* Makes all due results final, and sets the timer for the next. */
void shg_final_results_sweep(shg_server *server);

#endif
