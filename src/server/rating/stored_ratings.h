/* stored_ratings.h: stored ratings: each row is the rating after one rated game. */
#ifndef SHG_SERVER_RATING_STORED_RATINGS_H
#define SHG_SERVER_RATING_STORED_RATINGS_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/time_control.h"
#include "server/rating/glicko.h"
#include "shoogi/catalog.h"
#include "storage/storage.h"

enum { SHG_RATING_CHANGE_BYTES = 300 };

/* Writes a game's change of a player's rating as a sentence, with the rating before and after,
 * and a line end. */
void shg_rating_change_write(shg_out *out, int64_t game, const char *variant, const char *speed,
                             const shg_rating *before, const shg_rating *after,
                             shg_language language);

/* Return a row's rating after the game, and before it. */
shg_rating shg_rating_after(const shg_rating_row *row);
shg_rating shg_rating_before(const shg_rating_row *row);

/* Reads a player's rating in a variant and speed as it was at a time, or that of a new player. until_ms: INT64_MAX for the
 * current one. Any storage, within a job. */
SHOOGI_CHECKED shoogi_status shg_ratings_get(shg_rating *out, shg_storage *storage, int64_t player,
                                             const char *variant, shg_speed speed, int64_t until_ms,
                                             shoogi_error *err);

/* A player's current ratings, by variant and speed, in the order of their first games. */
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

/* Fills *out (shg_latest_ratings_fini, also after a failure); an error of the storage, or
 * NO_MEMORY. Any storage, within a job. */
SHOOGI_CHECKED shoogi_status shg_ratings_latest(shg_latest_ratings *out, shg_storage *storage,
                                                int64_t player, shoogi_error *err);
void shg_latest_ratings_fini(shg_latest_ratings *ratings);

/* Within a writing job: rates a game. players: Black first; halves: Black's, see glicko.h.
 * before and after: filled, both as of the end of the game. */
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
