/* glicko.h: how strong a player is at one game and speed, by Glicko-2.
 *
 * Pure: time comes in as an argument, and the same games give the same numbers.  They are kept as whole
 * numbers of a fixed precision, far coarser than the last bits in which compilers and mathematical libraries
 * differ; each game starts from what was kept of the one before, so differences do not add up.
 *
 * Source: M. E. Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf (2013), whose
 * steps the functions name.  Choices that are ours: docs/ratings.md.
 *
 * The room rating: how strong players are, reckoned here and stored in stored_ratings.h.  Which games count, and when, is decided in
 * game/final_result.h.  It uses the rooms loop, rules and clock. */
#ifndef SHG_SERVER_RATING_GLICKO_H
#define SHG_SERVER_RATING_GLICKO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Thousandths of a point, of a deviation; thousand-millionths of a volatility. */
enum {
    SHG_RATING_START_E3 = 1500000,
    SHG_RATING_LEAST_E3 = 100000,
    SHG_RATING_MOST_E3 = 4000000,
    SHG_DEVIATION_START_E3 = 350000,
    SHG_DEVIATION_LEAST_E3 = 45000,
    SHG_DEVIATION_MOST_E3 = 350000,
    SHG_DEVIATION_PROVISIONAL_E3 = 110000,
    SHG_VOLATILITY_START_E9 = 60000000,
    SHG_VOLATILITY_LEAST_E9 = 10000000,
    SHG_VOLATILITY_MOST_E9 = 150000000,
    SHG_RATING_TEXT_BYTES = 16
};

/* Glickman's rating period; see docs/ratings.md. */
#define SHG_RATING_PERIOD_MS (INT64_C(112) * 3600 * 1000)

typedef struct shg_rating {
    int32_t rating_e3, deviation_e3, volatility_e9;
    int64_t at_ms;  /* when the latest game ended; without one it does not count */
    uint32_t games; /* how many; stays at the greatest there is */
} shg_rating;

/* One game as the player saw it; halves: 2 for a win, 1 for a draw, 0. */
typedef struct shg_rated_game {
    int32_t rating_e3, deviation_e3; /* the opponent's */
    int halves;
} shg_rated_game;

/* Of one who has not yet played. */
shg_rating shg_rating_new(void);

/* What is known of him at a later moment: the deviation grows with time. */
shg_rating shg_rating_at(const shg_rating *rating, int64_t now_ms);

/* Glickman's steps 2 to 8: the games of one rating period, game_count of them, that took elapsed_ms. */
shg_rating shg_rating_period(const shg_rating *rating, const shg_rated_game *games,
                             size_t game_count, int64_t elapsed_ms);

/* One game between two players that ended at_ms; halves: the first player's.  Each game is a period of its
 * own, as long as the time since the player's game before. */
void shg_rating_play(shg_rating players[2], int halves, int64_t at_ms);

/* Too little is known for the number to mean much. */
static inline bool shg_rating_provisional(const shg_rating *rating)
{
    return rating->deviation_e3 >= SHG_DEVIATION_PROVISIONAL_E3;
}

/* "1623", or "1623?" while it is provisional. */
void shg_rating_write(char out[SHG_RATING_TEXT_BYTES], const shg_rating *rating);

#endif
