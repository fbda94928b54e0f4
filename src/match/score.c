#include "match/score.h"

#include <math.h>

static const double Z_95 = 1.959963984540054, TAIL_95 = 0.025;

static double elo_of_share(double share)
{
    if (share <= 0)
        return -INFINITY;
    return share >= 1 ? INFINITY : 400 * log10(share / (1 - share));
}

static double share_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

static double share_of_pair(unsigned half_points)
{
    return half_points / (SHG_PAIR_RESULTS - 1.0);
}

shg_estimate shg_score_estimate(const shg_score *score)
{
    double count = 0, sum = 0, squares = 0;
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++) {
        count += score->pairs[i];
        sum += score->pairs[i] * share_of_pair(i);
    }
    if (count == 0)
        return (
            shg_estimate){ .share = 0.5, .low = -INFINITY, .high = INFINITY, .superiority = 0.5 };
    const double mean = sum / count;
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++)
        squares += score->pairs[i] * (share_of_pair(i) - mean) * (share_of_pair(i) - mean);
    const double deviation = sqrt(squares / count / count);
    double low = mean - Z_95 * deviation, high = mean + Z_95 * deviation;
    if (squares ==
        0) { /* all alike: what is as likely as this at the least, and what the rest may bring */
        const double alike = pow(TAIL_95, 1 / count);
        low = alike * mean;
        high = 1 - alike * (1 - mean);
    }
    return (shg_estimate){
        .share = mean,
        .elo = elo_of_share(mean),
        .low = elo_of_share(low),
        .high = elo_of_share(high),
        .superiority = deviation > 0 ? erfc(-(mean - 0.5) / deviation / sqrt(2)) / 2
                                     : (mean > 0.5) + (mean == 0.5) * 0.5,
    };
}

/* The likeliest probabilities of the results that have a mean: p / (1 + x (a - mean)), where x is the root of the sum of
 * p (a - mean) / (1 + x (a - mean)), which falls with x between its poles. */
static void maximum_likelihood(double *out, const double *p, double mean)
{
    double low = -1 / (1 - mean),
           high = 1 / mean; /* 1 and 0 are the greatest and the least share */
    for (unsigned step = 0; step < 200; step++) {
        const double x = (low + high) / 2;
        double sum = 0;
        for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++) {
            const double above = share_of_pair(i) - mean;
            sum += p[i] * above / (1 + x * above);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    const double x = (low + high) / 2;
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++)
        out[i] = p[i] / (1 + x * (share_of_pair(i) - mean));
}

double shg_score_log_likelihood(const shg_score *score, double elo0, double elo1)
{
    static const double never = 1e-3;
    double p[SHG_PAIR_RESULTS], p0[SHG_PAIR_RESULTS], p1[SHG_PAIR_RESULTS], count = 0, sum = 0;
    unsigned pairs = 0;
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++) {
        p[i] = score->pairs[i] > 0 ? score->pairs[i] : never;
        count += p[i];
        pairs += score->pairs[i];
    }
    if (pairs == 0)
        return 0;
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++)
        p[i] /= count;
    maximum_likelihood(p0, p, share_of_elo(elo0));
    maximum_likelihood(p1, p, share_of_elo(elo1));
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++)
        sum += p[i] * log(p1[i] / p0[i]);
    return count * sum;
}

void shg_sprt_bounds(double *lower, double *upper, const shg_sprt *sprt)
{
    *lower = log(sprt->beta / (1 - sprt->alpha));
    *upper = log((1 - sprt->beta) / sprt->alpha);
}

shg_sprt_decision shg_sprt_decide(const shg_sprt *sprt, const shg_score *score)
{
    double lower, upper;
    shg_sprt_bounds(&lower, &upper, sprt);
    const double now = shg_score_log_likelihood(score, sprt->elo0, sprt->elo1);
    return now >= upper ? SHG_SPRT_ELO1 : now <= lower ? SHG_SPRT_ELO0 : SHG_SPRT_UNDECIDED;
}
