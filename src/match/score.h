/* score.h: the statistics of a match: difference in Elo, confidence interval, and sequential test.
 *
 * Two games make a pair: the same opening with colours reversed.  The games of a pair are correlated, so pairs are counted, by their
 * points (pentanomial model), and not single games. */
#ifndef SHG_MATCH_SCORE_H
#define SHG_MATCH_SCORE_H

enum { SHG_PAIR_RESULTS = 5 };

/* From the point of view of the first side. */
typedef struct shg_score {
    unsigned won, drawn, lost;        /* games, including those of incomplete pairs */
    unsigned pairs[SHG_PAIR_RESULTS]; /* [n]: pairs that brought n half points */
} shg_score;

/* The difference in strength of the first side and the second.  Elo may be infinite. */
typedef struct shg_estimate {
    double share;          /* of the points of complete pairs; 0.5 if there are none */
    double elo, low, high; /* with its 95 % confidence interval */
    double superiority;    /* likelihood of superiority of the first side */
} shg_estimate;

/* Source: the normal approximation for the mean of pairs, and elo = 400 log10(s / (1 - s)) for it and its bounds, as
 * Fishtest shows them: M. Van den Bergh, "Normalized Elo practical", and Fishtest's stat_util.py, get_elo.  Where all
 * pairs end alike there is no spread to go by: the bounds are those of C. Clopper and E. Pearson, "The use of confidence
 * or fiducial limits", 1934, for such pairs, with all other pairs lost or won. */
shg_estimate shg_score_estimate(const shg_score *score);

/* The log-likelihood ratio (LLR) of the pairs for a difference of elo1 against elo0.  In both cases the probabilities of the five
 * results are the maximum-likelihood ones with the mean in question.  A result that never occurred counts as a thousandth of a
 * pair.
 * Source: M. Van den Bergh, "A practical introduction to the GSPRT", and Fishtest's LLRcalc.py, LLR_logistic. */
double shg_score_log_likelihood(const shg_score *score, double elo0, double elo1);

/* A sequential probability ratio test (SPRT) of elo0 against elo1 with these error probabilities: its bounds on the LLR.
 * Source: A. Wald, "Sequential tests of statistical hypotheses", 1945. */
typedef struct shg_sprt {
    double elo0, elo1;
    double alpha, beta; /* of accepting elo1 when elo0 is true, and vice versa */
} shg_sprt;

typedef enum shg_sprt_decision {
    SHG_SPRT_UNDECIDED,
    SHG_SPRT_ELO0,
    SHG_SPRT_ELO1
} shg_sprt_decision;

void shg_sprt_bounds(double *lower, double *upper, const shg_sprt *sprt);
shg_sprt_decision shg_sprt_decide(const shg_sprt *sprt, const shg_score *score);

#endif
