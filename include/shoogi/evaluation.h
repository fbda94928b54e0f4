/* evaluation.h: what engines say in the comments of a record: the score of a position, and how they expect the game to go on.
 *
 * Programs write it as comments, each in its own form: CSA and Floodgate, ShogiGUI, ShogiHome, Piyo Shogi, PGN.  The comments
 * remain as they are, so that a record comes back with them from every format that holds comments; these functions read all
 * the forms, from any format, and write them.  Source: docs/record-format.md, "Engine comments". */
#ifndef SHOOGI_EVALUATION_H
#define SHOOGI_EVALUATION_H

#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SHOOGI_EVALUATION_MOVES_MAX = 64,
    SHOOGI_EVALUATION_COUNT_MAX = 32, /* in one comment */
    SHOOGI_EVALUATION_SCORE_MAX = 1000000000
};

typedef struct shoogi_evaluation {
    bool has_score, is_mate;
    /* Whatever side is to move, positive is good for Black: in centipawns, or for a forced win the plies to it; a forced
     * win after an unknown number of plies is SHOOGI_EVALUATION_SCORE_MAX. */
    int32_t score;
    uint32_t depth_plies; /* of the search; 0: unknown */
    uint64_t nodes;       /* searched; 0: unknown */
    /* The line that the engine expects.  It begins at the position after the move of the node, or, if replaces_move is set,
     * at the one before it, as an alternative to that move.  At most SHOOGI_EVALUATION_MOVES_MAX of its moves, up to
     * the first that is not legal. */
    bool replaces_move;
    uint32_t move_count;
    shoogi_move moves[SHOOGI_EVALUATION_MOVES_MAX];
} shoogi_evaluation;

/* Reads the evaluations in the comment of a node.  out: filled with as many as there are, at most out_max.
 * position: the one at the node, from shoogi_record_position or from making the same moves; for a termination, that before
 * it.  Returns OK with *count; NO_MEMORY.  Any thread.  Cost: linear in the comment. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_evaluations(shoogi_evaluation *out,
                                                                  size_t out_max, size_t *count,
                                                                  const shoogi_record *record,
                                                                  shoogi_node node,
                                                                  const shoogi_position *position);

/* Adds an evaluation to the comment of a node in the form that programs read in a format: that of CSA, of ShogiHome in KIF,
 * KI2 and JKF, of PGN elsewhere.  position: as above, or before the move of the node if replaces_move is set.
 * Returns OK; LIMIT_EXCEEDED or NO_MEMORY, perhaps after adding some of the lines. */
SHOOGI_API SHOOGI_CHECKED shoogi_status
shoogi_record_add_evaluation(shoogi_record *record, shoogi_node node, shoogi_format format,
                             const shoogi_evaluation *evaluation, const shoogi_position *position);

#ifdef __cplusplus
}
#endif
#endif
