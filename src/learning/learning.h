/* learning.h: an engine learns a game by self-play, in rounds.
 *
 * Each round plays games with the best weights so far, from random openings; trains new weights on the games of the last
 * rounds; and matches the new weights against the best until a sequential test (SPRT) decides.  When there are enough games it
 * also trains a network, with the best player so far as its teacher, and matches it likewise; once a network is the best, only
 * networks are trained.  Everything is kept in a folder and survives a kill: every finished game counts, and no round is
 * trained twice. */
#ifndef SHG_LEARNING_LEARNING_H
#define SHG_LEARNING_LEARNING_H

#include "engine/evaluation/weights_file.h"
#include "learning/run.h"

enum {
    SHG_LEARNERS_MAX = 256,
    SHG_LEARNED_GAMES_MAX = 10 * 1000 * 1000,
    SHG_LEARNING_MIB_MAX = 1 << 20
};

typedef struct shg_learning {
    const shoogi_variant *variant;
    const char *folder; /* must exist */
    const char *made;   /* the command line, stored with the weights */
    unsigned threads;   /* 1 to SHG_LEARNERS_MAX */
    uint64_t nodes;     /* a move */
    size_t games;       /* in all rounds, at most SHG_LEARNED_GAMES_MAX */
    size_t round; /* games of the first rounds; a later one has a quarter of the games before it */
    size_t network_positions; /* a network is trained from so many positions on; 0: the usual number */
    unsigned memory_mib; /* of the positions a network is trained on, at most SHG_LEARNING_MIB_MAX */
    uint64_t seed;
    shg_run run; /* on_progress also at the start of each step */
} shg_learning;

/* The number of games before a round, from 0.  Rounds grow with the games before them, so that in a run of any length training and
 * matches take a part of the time. */
size_t shg_learning_games_before(const shg_learning *how, size_t round);

/* Learns until all games are played, or the run is over.  The best weights are in the file "best.weights"
 * of the folder, the best network in "best.network", if there is one.  Returns OK; or IO, CONFLICT (another process
 * learns in the folder), PARSE_ERROR (it holds other files or another run, or the definition is no longer that of the run) or
 * NO_MEMORY, with *err filled. */
SHOOGI_CHECKED shoogi_status shg_learn(const shg_learning *how, shoogi_error *err);

#endif
