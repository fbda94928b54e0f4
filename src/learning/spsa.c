#include "learning/spsa.h"

#include "engine/learning/self_play.h"

#include <assert.h>
#include <math.h>

enum { DIRECTIONS, ROUNDING }; /* kinds of random numbers */

/* Spall's exponents of the gains, and A as a share of all trials. */
static const double alpha = 0.602, gamma_ = 0.101, stability = 0.1;

/* c of a trial, in steps. */
static double perturbation(const shg_spsa *spsa, size_t trial)
{
    return pow((double)spsa->trials / (double)(trial + 1), gamma_);
}

/* a / c of a trial, in steps. */
static double gain(const shg_spsa *spsa, size_t trial)
{
    const double all = (double)spsa->trials, offset = stability * all;
    return spsa->rate * pow((offset + all) / (offset + (double)(trial + 1)), alpha) /
           perturbation(spsa, trial);
}

static double within(double value, const shg_spsa_value *bounds)
{
    return fmin(fmax(value, bounds->least), bounds->most);
}

static int direction(uint64_t *random)
{
    return shg_random(random) >> 63 ? 1 : -1;
}

/* One of the two nearest whole numbers, the nearer the likelier, so that the mean is the value: a small value would otherwise
 * not move at all. */
static int round_at_random(double value, uint64_t *random)
{
    const double chance = (double)(shg_random(random) >> 11) / 9007199254740992.0; /* 2^53 */
    return (int)floor(value + chance);
}

void shg_spsa_perturb(int *plus, int *minus, const shg_spsa *spsa, size_t trial)
{
    assert(trial < spsa->trials);
    uint64_t directions = shg_random_for(spsa->seed, DIRECTIONS, trial);
    uint64_t rounding = shg_random_for(spsa->seed, ROUNDING, trial);
    const double c = perturbation(spsa, trial);
    for (size_t i = 0; i < spsa->count; i++) {
        const shg_spsa_value *const v = &spsa->values[i];
        const double by = c * v->step * direction(&directions);
        plus[i] = round_at_random(within(v->value + by, v), &rounding);
        minus[i] = round_at_random(within(v->value - by, v), &rounding);
    }
}

void shg_spsa_update(shg_spsa *spsa, size_t trial, int result)
{
    assert(trial < spsa->trials);
    uint64_t directions = shg_random_for(spsa->seed, DIRECTIONS, trial);
    const double by = gain(spsa, trial) * result;
    for (size_t i = 0; i < spsa->count; i++) {
        shg_spsa_value *const v = &spsa->values[i];
        v->value = within(v->value + by * v->step * direction(&directions), v);
    }
}
