/* tuning.h: tunes the constants of the search (tunables.def) by self-play.
 *
 * In each pair of games, an opening with both colours, two sets of values play each other, and the values so far move towards the
 * winner (spsa.h).  At last the new values play the old ones.  A search has a fixed number of nodes, so that neither the
 * machine nor its load matters; several games may take turns, so that the values serve them all.  Everything is kept in the
 * file "state" of a folder, so that a run resumes after a kill, to the same result. */
#ifndef SHG_LEARNING_TUNING_H
#define SHG_LEARNING_TUNING_H

#include "engine/evaluation/evaluate.h"
#include "engine/search/tunable_list.h"
#include "learning/run.h"
#include "match/score.h"

enum { SHG_TUNERS_MAX = 256, SHG_TUNING_PAIRS_MAX = 10 * 1000 * 1000 };

typedef struct shg_tuning {
    const shg_weights *const
        *games;                /* [game_count] weights of the games, which take turns; borrowed */
    size_t game_count;         /* at least 1 */
    const bool *tuned;         /* [SHG_TUNABLES] which values are tuned; borrowed */
    const char *folder;        /* must exist */
    const char *made;          /* the command line, in one line; a folder of another is refused */
    unsigned threads;          /* 1 to SHG_TUNERS_MAX */
    uint64_t nodes;            /* a move */
    size_t pairs, match_pairs; /* of games to tune by, at least 1, and of the match at the end */
    double rate;               /* as in spsa.h; 0.002 is usual */
    uint64_t seed;
    shg_run run;
} shg_tuning;

typedef struct shg_tuned {
    int values[SHG_TUNABLES]; /* rounded; those that are not tuned as they were */
    size_t pairs;             /* played to tune by */
    shg_score match;          /* of the new values against the old ones */
    bool done;                /* everything is played; no match if no value is new */
} shg_tuned;

/* Tunes until all is played, or the run is over.  Returns OK with *out filled; or IO, CONFLICT, PARSE_ERROR
 * (the folder is of another command, holds other files or is damaged; or tunables, a definition or weights are no
 * longer those of the run) or NO_MEMORY, with *err filled, and the folder is as
 * after the last game that was stored. */
SHOOGI_CHECKED shoogi_status shg_tune(shg_tuned *out, const shg_tuning *how, shoogi_error *err);

#endif
