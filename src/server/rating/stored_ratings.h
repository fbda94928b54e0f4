/* stored_ratings.h: the ratings of players, as they are stored: each is what the latest game that counted made of it. */
#ifndef SHG_SERVER_RATING_STORED_RATINGS_H
#define SHG_SERVER_RATING_STORED_RATINGS_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/time_control.h"
#include "server/rating/glicko.h"
#include "shoogi/catalog.h"
#include "storage/storage.h"

enum { SHG_RATING_TOLD_BYTES = 300 };

/* Writes what a game made of a player's rating: "Game 12 is settled.  Your rating in shogi, blitz: 1500? -> 1662?"
 * and a line end. */
void shg_rating_tell(shg_out *out, int64_t game, const char *variant, const char *speed,
                     const shg_rating *before, const shg_rating *after, shg_language language);

/* What a row says of the rating after the game, and of it before. */
shg_rating shg_rating_after(const shg_rating_row *row);
shg_rating shg_rating_before(const shg_rating_row *row);

/* A player's rating at a variant and speed, or that of one who has not played.  Any storage, within a job. */
SHOOGI_CHECKED shoogi_status shg_ratings_get(shg_rating *out, shg_storage *storage, int64_t player,
                                             const char *variant, shg_speed speed,
                                             shoogi_error *err);

/* What a player is rated at, by variant and speed, in the order in which he first was. */
typedef struct shg_latest_rating {
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char speed[SHG_SPEED_BYTES];
    shg_rating rating;
} shg_latest_rating;

typedef struct shg_latest_ratings {
    shg_latest_rating *each;
    size_t count;
    bool spent;
} shg_latest_ratings;

/* Fills *out (shg_latest_ratings_fini, also when it failed); the storage's errors, NO_MEMORY.  Any storage, within a
 * job. */
SHOOGI_CHECKED shoogi_status shg_ratings_latest(shg_latest_ratings *out, shg_storage *storage,
                                                int64_t player, shoogi_error *err);
void shg_latest_ratings_fini(shg_latest_ratings *ratings);

/* Within a writing job: counts a game.  players: Black first; halves: his, see glicko.h.  before and after:
 * filled, both as they stand when the game ended. */
typedef struct shg_counted_game {
    int64_t game, player[2];
    const char *variant;
    shg_speed speed;
    int halves;
    int64_t ended_ms;
} shg_counted_game;

SHOOGI_CHECKED shoogi_status shg_ratings_count(shg_rating before[2], shg_rating after[2],
                                               shg_storage *storage, const shg_counted_game *game,
                                               shoogi_error *err);

#endif
