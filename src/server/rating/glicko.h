/* glicko.h: the rating of a player in one variant and speed, by Glicko-2.
 *
 * Pure functions: time is an argument, and the same games give the same numbers. These are stored
 * as integers of a fixed precision, far coarser than the differences between compilers and math
 * libraries. Each game starts from the stored numbers, so such differences do not accumulate.
 *
 * Source: M. E. Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf (2013);
 * the functions name its steps. Our own choices: docs/ratings.md.
 *
 * The room rating computes ratings here and stores them in stored_ratings.h. It calls clock;
 * game, lobby, commands, the API and pages call it. game/final_result.h decides which games count,
 * and when. */
#ifndef SHG_SERVER_RATING_GLICKO_H
#define SHG_SERVER_RATING_GLICKO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Units: 1/1000 of a point and of a deviation, 1/10^9 of a volatility. */
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
    int64_t at_ms;  /* end of the latest game; unused without games */
    uint32_t games; /* number of games; saturates */
} shg_rating;

/* One game from the player's view; halves: 2 for a win, 1 for a draw, 0 for a loss. */
typedef struct shg_rated_game {
    int32_t rating_e3, deviation_e3; /* the opponent's */
    int halves;
} shg_rated_game;

/* The rating of a new player. */
shg_rating shg_rating_new(void);

/* The rating at a later time: the deviation grows with time. */
shg_rating shg_rating_at(const shg_rating *rating, int64_t now_ms);

/* Glickman's steps 2 to 8: the game_count games of one rating period of elapsed_ms. */
shg_rating shg_rating_period(const shg_rating *rating, const shg_rated_game *games,
                             size_t game_count, int64_t elapsed_ms);

/* Rates one game that ended at at_ms; halves: the first player's. Each game is its own period,
 * as long as the time since the player's previous game. */
void shg_rating_play(shg_rating players[2], int halves, int64_t at_ms);

/* Whether the deviation is too large for the number to mean much. */
static inline bool shg_rating_provisional(const shg_rating *rating)
{
    return rating->deviation_e3 >= SHG_DEVIATION_PROVISIONAL_E3;
}

/* Writes "1623", or "1623?" while provisional. */
void shg_rating_write(char out[SHG_RATING_TEXT_BYTES], const shg_rating *rating);

#endif
