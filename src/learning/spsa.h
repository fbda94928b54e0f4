/* spsa.h: simultaneous perturbation stochastic approximation (SPSA): finds the values that win the most by trials.
 *
 * A trial moves every value up or down by chance, to two sets of integers on opposite sides of the values so far, and compares
 * the two.  The values then move a little towards the set that won.  So one trial tells something of all values, however many
 * there are.
 * Source: J. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", 1998: the
 * gains and their exponents.  From Fishtest: gains that are given by what they are at the end, and random rounding. */
#ifndef SHG_LEARNING_SPSA_H
#define SHG_LEARNING_SPSA_H

#include <stddef.h>
#include <stdint.h>

typedef struct shg_spsa_value {
    double value;
    double least, most; /* whole numbers */
    double step; /* by how much the last trial moves it; the first ones move it two or three times as much */
} shg_spsa_value;

typedef struct shg_spsa {
    shg_spsa_value *values; /* [count] borrowed */
    size_t count;
    size_t trials; /* in all; they set the pace */
    double rate;   /* how far the last trial moves a value by each game won, in steps */
    uint64_t seed;
} shg_spsa;

/* Fills plus and minus, [count] each, with the two sets that a trial compares.  trial: its number, from 0.  The same for the same
 * values, seed and number. */
void shg_spsa_perturb(int *plus, int *minus, const shg_spsa *spsa, size_t trial);

/* Moves the values by the result of a trial: games won by plus, minus those that it lost.  Trials that were made from the same
 * values may follow one another. */
void shg_spsa_update(shg_spsa *spsa, size_t trial, int result);

#endif
