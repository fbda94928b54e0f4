/* mate.h: a solver of mate problems (tsume): a mate by checks alone, its length, and the line of longest defence.
 *
 * The side to move attacks.  Each of its moves must check, that is attack a royal of the other side, or capture one.  The
 * defence has all its legal moves; where a royal may be left in check, only those that do not lose a royal on which the
 * game depends.  It is mate when the defence has no such move, or when the attacker has won by the rules of the game.
 *
 * The length is counted in plies: the shortest mate against the longest defence.  Problems are also counted without futile
 * drops (muda-ai).  A drop between the royal and the checking piece is futile if that piece can capture the dropped one with
 * check, and the defence then lasts no longer than without any drop, although it gets the captured piece back.
 * Source: docs/mate.md. */
#ifndef SHG_ENGINE_MATE_MATE_H
#define SHG_ENGINE_MATE_MATE_H

#include "shoogi/position.h"

#include <stdatomic.h>

enum { SHG_MATE_PLIES_MAX = 1999 };

typedef enum shg_mate_answer {
    SHG_MATE_UNKNOWN, /* not decided within the limits */
    SHG_MATE_FOUND,
    SHG_MATE_NONE /* no mate, or with limits.plies none within that length */
} shg_mate_answer;

typedef struct shg_mate_result {
    shg_mate_answer answer;
    unsigned length_plies; /* FOUND: upper bound of the length */
    bool exact;            /* length_plies is the shortest */
    uint64_t nodes;
    const shoogi_move *moves; /* [move_count] FOUND: the line; borrowed until the solver's next use */
    unsigned move_count;      /* length_plies if exact */
} shg_mate_result;

typedef struct shg_mate_limits {
    uint64_t nodes;           /* 0: no limit */
    unsigned plies;           /* greatest length; 0: any */
    bool any_length;          /* stop at the first mate, whatever its length */
    bool ignore_futile_drops; /* futile drops are no defence */
    /* Called about every hundred nodes, on great boards at each node; true stops the search.  May be NULL. */
    bool (*should_stop)(void *context, uint64_t nodes);
    void *context;
} shg_mate_limits;

typedef struct shg_mate shg_mate;

/* Allocates a solver for a variant: size_mib in all, at least 1, and somewhat more in games with many moves.  variant: borrowed
 * until it is freed.  stop: when any thread sets it, the search ends soon; may be NULL.  Returns OK and *out owned
 * (shg_mate_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mate_new(shg_mate **out, const shoogi_variant *variant,
                                          size_t size_mib, const _Atomic bool *stop);
void shg_mate_free(shg_mate *mate);

/* Searches for a mate by the side to move.  The position is copied; its history does not count.  Proofs and disproofs stay in
 * the table for later calls.  limits: NULL for none.  Returns OK and *out filled; ILLEGAL if the other side has no royal;
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mate_go(shg_mate_result *out, shg_mate *mate,
                                         const shoogi_position *position,
                                         const shg_mate_limits *limits);

#endif
