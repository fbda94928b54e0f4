/* chance.h: what a score says of winning, and what is to be thought of a move that gives some of it away. */
#ifndef SHG_BASE_CHANCE_H
#define SHG_BASE_CHANCE_H

#include <math.h>

/* So much more, in hundredths of a pawn or so, makes the odds e times as good: what engines learn is scaled to that. */
enum { SHG_SCALE = 400 };

/* The chance of who has the score, from 0 to 1. */
static inline double shg_winning_chance(double score)
{
    return 1 / (1 + exp(-score / SHG_SCALE));
}

/* What is to be thought of a move. */
typedef enum shg_verdict {
    SHG_VERDICT_GOOD,
    SHG_VERDICT_DOUBTFUL, /* it loses a tenth of all chances or more */
    SHG_VERDICT_MISTAKE,  /* a fifth */
    SHG_VERDICT_BLUNDER,  /* three tenths */
    SHG_VERDICTS
} shg_verdict;

/* loss: of the chance to win, from 0 to 1. */
static inline shg_verdict shg_verdict_of(double loss)
{
    return loss >= 0.3   ? SHG_VERDICT_BLUNDER
           : loss >= 0.2 ? SHG_VERDICT_MISTAKE
           : loss >= 0.1 ? SHG_VERDICT_DOUBTFUL
                         : SHG_VERDICT_GOOD;
}

/* As it has long been written behind moves. */
static inline const char *shg_verdict_sign(shg_verdict verdict)
{
    static const char *const signs[SHG_VERDICTS] = { "", "?!", "?", "??" };
    return signs[verdict];
}

#endif
