/* winning_chance.h: winning chances from engine scores, and verdicts on moves that lose some of them. */
#ifndef SHG_BASE_WINNING_CHANCE_H
#define SHG_BASE_WINNING_CHANCE_H

#include <math.h>

/* The scale of the logistic function, in centipawns: the odds of winning grow by a factor of e for each 400.
 * Learned evaluations are fitted to it. */
enum { SHG_SCALE = 400 };

/* Converts the score of a side to its winning chance, from 0 to 1. */
static inline double shg_winning_chance(double score)
{
    return 1 / (1 + exp(-score / SHG_SCALE));
}

/* The verdict on a move, by the winning chance that it loses. */
typedef enum shg_verdict {
    SHG_VERDICT_GOOD,
    SHG_VERDICT_DOUBTFUL, /* loses 0.1 or more */
    SHG_VERDICT_MISTAKE,  /* 0.2 or more */
    SHG_VERDICT_BLUNDER,  /* 0.3 or more */
    SHG_VERDICTS
} shg_verdict;

/* loss: the loss of winning chance, from 0 to 1. */
static inline shg_verdict shg_verdict_of(double loss)
{
    return loss >= 0.3   ? SHG_VERDICT_BLUNDER
           : loss >= 0.2 ? SHG_VERDICT_MISTAKE
           : loss >= 0.1 ? SHG_VERDICT_DOUBTFUL
                         : SHG_VERDICT_GOOD;
}

/* Returns the conventional annotation symbol; "" for a good move. */
static inline const char *shg_verdict_sign(shg_verdict verdict)
{
    static const char *const signs[SHG_VERDICTS] = { "", "?!", "?", "??" };
    return signs[verdict];
}

#endif
