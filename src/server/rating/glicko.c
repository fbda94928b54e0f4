#include "server/rating/glicko.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* Rating points per unit of the Glicko-2 scale: 400 / ln 10. */
static const double scale = 173.71779276130073;

/* The system constant, which limits changes of volatility. Glickman: between 0.3 and 1.2;
 * smaller values change less. */
static const double tau = 0.5;

static const double pi = 3.14159265358979324;

static int32_t keep(double value, double unit, int32_t least, int32_t most)
{
    const double units = value / unit;
    return units <= least ? least : units >= most ? most : (int32_t)lround(units);
}

static double periods_in(int64_t span_ms)
{
    return span_ms > 0 ? (double)span_ms / (double)SHG_RATING_PERIOD_MS : 0.0;
}

/* Never negative, and without overflow for any times. */
static int64_t since_ms(const shg_rating *rating, int64_t now_ms)
{
    if (rating->games == 0 || now_ms <= rating->at_ms)
        return 0;
    const uint64_t span_ms = (uint64_t)now_ms - (uint64_t)rating->at_ms;
    return span_ms < INT64_MAX ? (int64_t)span_ms : INT64_MAX;
}

/* A player on the Glicko-2 scale. */
typedef struct player {
    double mu, phi, sigma;
} player;

static player of_rating(const shg_rating *rating)
{
    return (player){ .mu = (rating->rating_e3 - SHG_RATING_START_E3) / 1e3 / scale,
                     .phi = rating->deviation_e3 / 1e3 / scale,
                     .sigma = rating->volatility_e9 / 1e9 };
}

/* Writes the numbers of *rating; its other members stay. */
static void put(shg_rating *rating, player p)
{
    rating->rating_e3 = keep(p.mu * scale + SHG_RATING_START_E3 / 1e3, 1e-3, SHG_RATING_LEAST_E3,
                             SHG_RATING_MOST_E3);
    rating->deviation_e3 = keep(p.phi * scale, 1e-3, SHG_DEVIATION_LEAST_E3, SHG_DEVIATION_MOST_E3);
    rating->volatility_e9 = keep(p.sigma, 1e-9, SHG_VOLATILITY_LEAST_E9, SHG_VOLATILITY_MOST_E9);
}

/* Step 6, with a period of the elapsed length. The deviation never exceeds that of a new player. */
static double deviation_after(double phi, double sigma, int64_t elapsed_ms)
{
    return fmin(sqrt(phi * phi + sigma * sigma * periods_in(elapsed_ms)),
                SHG_DEVIATION_MOST_E3 / 1e3 / scale);
}

/* Steps 3 and 4, summed over the games: information is 1/v, surprise is delta/v. */
typedef struct results_summary {
    double information, surprise;
} results_summary;

static results_summary weigh(player p, const shg_rated_game *games, size_t game_count)
{
    results_summary sum = { 0 };
    for (size_t i = 0; i < game_count; i++) {
        const double phi = games[i].deviation_e3 / 1e3 / scale;
        const double mu = (games[i].rating_e3 - SHG_RATING_START_E3) / 1e3 / scale;
        const double g = 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
        const double expected = 1 / (1 + exp(-g * (p.mu - mu)));
        sum.information += g * g * expected * (1 - expected);
        sum.surprise += g * (games[i].halves / 2.0 - expected);
    }
    return sum;
}

/* Step 5: the volatility at which Glickman's f, a function of the logarithm of its square, is 0.
 * After a very unlikely result f can have several zeroes, and his iteration then finds an
 * arbitrary one. Within our limits of volatility f is decreasing, so bisection finds the only
 * zero, or the nearest limit. */
static double new_volatility(player p, results_summary e)
{
    const double v = 1 / e.information;
    const double delta2 = v * e.surprise * (v * e.surprise);
    const double a = log(p.sigma * p.sigma);
    double low = 2 * log(SHG_VOLATILITY_LEAST_E9 / 1e9);
    double high = 2 * log(SHG_VOLATILITY_MOST_E9 / 1e9);
    for (int halvings = 0; halvings < 50; halvings++) {
        const double x = (low + high) / 2;
        const double variance = exp(x);
        const double spread = p.phi * p.phi + v + variance;
        const double f =
            variance * (delta2 - spread) / (2 * spread * spread) - (x - a) / (tau * tau);
        if (f > 0)
            low = x;
        else
            high = x;
    }
    return exp(low / 2);
}

/* --- interface --- */

shg_rating shg_rating_new(void)
{
    return (shg_rating){ .rating_e3 = SHG_RATING_START_E3,
                         .deviation_e3 = SHG_DEVIATION_START_E3,
                         .volatility_e9 = SHG_VOLATILITY_START_E9 };
}

shg_rating shg_rating_at(const shg_rating *rating, int64_t now_ms)
{
    shg_rating later = *rating;
    player p = of_rating(rating);
    p.phi = deviation_after(p.phi, p.sigma, since_ms(rating, now_ms));
    put(&later, p);
    return later;
}

shg_rating shg_rating_period(const shg_rating *rating, const shg_rated_game *games,
                             size_t game_count, int64_t elapsed_ms)
{
    shg_rating after = *rating;
    player p = of_rating(rating);
    const results_summary e = weigh(p, games, game_count);
    if (game_count > 0)
        p.sigma = new_volatility(p, e);
    p.phi = deviation_after(p.phi, p.sigma, elapsed_ms);
    /* Step 7. */
    p.phi = 1 / sqrt(1 / (p.phi * p.phi) + e.information);
    p.mu += p.phi * p.phi * e.surprise;
    put(&after, p);
    after.games +=
        game_count < UINT32_MAX - after.games ? (uint32_t)game_count : UINT32_MAX - after.games;
    return after;
}

void shg_rating_play(shg_rating players[2], int halves, int64_t at_ms)
{
    assert(halves >= 0 && halves <= 2);
    shg_rating after[2];
    for (int i = 0; i < 2; i++) {
        /* An opponent who was absent for long has a large deviation, so the game says little. */
        const shg_rating opponent = shg_rating_at(&players[1 - i], at_ms);
        const shg_rated_game game = { .rating_e3 = opponent.rating_e3,
                                      .deviation_e3 = opponent.deviation_e3,
                                      .halves = i == 0 ? halves : 2 - halves };
        after[i] = shg_rating_period(&players[i], &game, 1, since_ms(&players[i], at_ms));
        if (players[i].games == 0 || at_ms > players[i].at_ms)
            after[i].at_ms = at_ms;
    }
    players[0] = after[0];
    players[1] = after[1];
}

void shg_rating_write(char out[SHG_RATING_TEXT_BYTES], const shg_rating *rating)
{
    snprintf(out, SHG_RATING_TEXT_BYTES, "%d%s", (int)((rating->rating_e3 + 500) / 1000),
             shg_rating_provisional(rating) ? "?" : "");
}
