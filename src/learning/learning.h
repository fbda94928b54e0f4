/* learning.h: an engine learns a game from its own games.
 *
 * In rounds: games are played with the best weights so far, from varied openings; weights are trained on the games of
 * the last rounds; and the trained ones play the best ones until it is known which are better (SPRT).  All is kept in
 * a folder, and goes on from there after a kill: every game that was ended counts, and no round is learned from twice. */
#ifndef SHG_LEARNING_LEARNING_H
#define SHG_LEARNING_LEARNING_H

#include "engine/evaluation/weights_file.h"

enum { SHG_LEARNERS_MAX = 256, SHG_LEARNED_GAMES_MAX = 10 * 1000 * 1000 };

typedef struct shg_learning {
    const shoogi_variant *variant;
    const char *folder; /* is there */
    const char *made;   /* the command, for the weights */
    unsigned threads;   /* 1 to SHG_LEARNERS_MAX */
    uint64_t nodes;     /* for each move */
    size_t games;       /* in all, at most SHG_LEARNED_GAMES_MAX */
    size_t round;       /* games of each round */
    uint64_t seed;
    double seconds_max;  /* it ends after so long; 0: no such bound */
    int64_t progress_ms; /* how often it tells how far it is; at least 1 */
    /* Told of what is done, and of how far what it does now is: when it begins, and every progress_ms.  A line without
     * newline; by any of its threads, one at a time.  progress: may be NULL. */
    void (*say)(void *context, const char *line);
    void (*progress)(void *context, const char *line);
    /* Asked between games, by any of its threads, whether to end before its time. */
    bool (*enough)(void *context);
    void *context;
} shg_learning;

/* Learns until the games are played, or enough.  The best weights are in the file "best.weights" of the folder.
 * Returns OK; or IO, PARSE_ERROR (what the folder holds is none of ours, or of another game), NO_MEMORY, and *err. */
SHOOGI_CHECKED shoogi_status shg_learn(const shg_learning *how, shoogi_error *err);

#endif
