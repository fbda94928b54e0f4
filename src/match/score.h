/* score.h: what the games of a match tell: how much stronger one side is, and how sure that is.
 *
 * Two games make a pair: the same opening with colours exchanged.  Its games hang together, so what is counted is pairs,
 * by their points (pentanomial), and not single games. */
#ifndef SHG_MATCH_SCORE_H
#define SHG_MATCH_SCORE_H

enum { SHG_PAIR_RESULTS = 5 };

/* As the first side sees it. */
typedef struct shg_score {
    unsigned won, drawn, lost;        /* games, whether or not they have their second one yet */
    unsigned pairs[SHG_PAIR_RESULTS]; /* [n]: so many pairs brought n half points */
} shg_score;

/* The strength of the first side above that of the second.  Elo may be infinite. */
typedef struct shg_estimate {
    double share;          /* of all points in pairs; 0.5 without any */
    double elo, low, high; /* with its bounds of 95 % confidence */
    double superiority;    /* how likely it is that the first side is stronger at all */
} shg_estimate;

/* Source: the normal approximation for the mean of pairs, and elo = 400 log10(s / (1 - s)) for it and its bounds, as
 * Fishtest shows them: M. Van den Bergh, "Normalized Elo practical", and Fishtest's stat_util.py, get_elo.  Where all
 * pairs end alike there is no spread to go by: the bounds are those of C. Clopper and E. Pearson, "The use of confidence
 * or fiducial limits", 1934, for such pairs, with all other pairs lost or won. */
shg_estimate shg_score_estimate(const shg_score *score);

/* The logarithm of how much likelier the pairs are with a difference of elo1 than with elo0.  The probabilities of the
 * five results are in both cases the likeliest ones that have the mean in question.  A result that never happened
 * counts as a thousandth of a pair.
 * Source: M. Van den Bergh, "A practical introduction to the GSPRT", and Fishtest's LLRcalc.py, LLR_logistic. */
double shg_score_log_likelihood(const shg_score *score, double elo0, double elo1);

/* A sequential test of elo0 against elo1 with these chances of error: the likelihoods at which it ends.
 * Source: A. Wald, "Sequential tests of statistical hypotheses", 1945. */
typedef struct shg_sprt {
    double elo0, elo1;
    double alpha, beta; /* of taking elo1 for true when elo0 is, and the other way round */
} shg_sprt;

typedef enum shg_verdict { SHG_VERDICT_NONE, SHG_VERDICT_ELO0, SHG_VERDICT_ELO1 } shg_verdict;

void shg_sprt_bounds(double *lower, double *upper, const shg_sprt *sprt);
shg_verdict shg_sprt_verdict(const shg_sprt *sprt, const shg_score *score);

#endif
