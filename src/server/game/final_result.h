/* final_result.h: the result of a game becomes final, and what follows from it.
 *
 * A rated game is settled when both players have seen its end, at the latest SHG_FINAL_RESULT_MS after it: then it
 * counts for their ratings.  The first game of a match is settled at its end: then the second begins.  Either
 * happens in the transaction that marks the game as settled, which can be done once.  Other games are never
 * marked. */
#ifndef SHG_SERVER_GAME_FINAL_RESULT_H
#define SHG_SERVER_GAME_FINAL_RESULT_H

#include "server/loop/host.h"
#include "server/rating/stored_ratings.h"
#include "shoogi/catalog.h"

typedef struct shg_server shg_server;

/* What was settled, for telling. */
typedef struct shg_final_result {
    int64_t game; /* 0: none */
    int64_t at_ms;
    int64_t player[2];              /* by colour */
    bool counted;                   /* for the ratings, which went from before to after */
    shg_rating before[2], after[2]; /* by colour */
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shg_speed speed;
    int64_t second; /* the game that has begun; 0: none */
} shg_final_result;

/* Within a writing job, after something that may have been the last that was awaited: an end, or that it was
 * seen.  Returns OK and *out filled, or what the storage said. */
SHOOGI_CHECKED shoogi_status shg_final_result_if_due(shg_final_result *out, shg_storage *storage,
                                                     int64_t game, int64_t now_ms,
                                                     shoogi_error *err);

/* A player has seen the end of a rated game: stores it, and settles the game if he is the last. */
void shg_store_seen_end(shg_server *server, int64_t game, int colour, int64_t event);

/* After that job: tells those of the two who are online. */
void shg_final_result_notify(shg_server *server, const shg_final_result *settled);

/* Makes the timer, which the server frees.  OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_final_results_init(shg_server *server);

/* Settles what is due, and goes on doing so by itself: the timer is set to when the next game is. */
void shg_final_results_sweep(shg_server *server);

#endif
