/* mate.h: a solver of mate problems: a mate by checks alone, its length, and the line of longest defence.
 *
 * The side to move attacks.  Each of its moves must attack a royal of the other side, or take one; the defence has
 * all its legal moves, and where royals may be left to be taken, those that do not lose one that the game hangs on.  It
 * is mate when it has none, or when the board says that the attacker has won.
 *
 * A length is counted in plies, of the shortest mate against the longest defence.  Problems are also counted without
 * futile drops.  A drop between the royal and the man that checks it is futile if that man takes what was dropped,
 * checking again, and the defence then lasts no longer than it would have without any drop, although the man taken is
 * given back.  Source: docs/mate.md. */
#ifndef SHG_ENGINE_MATE_MATE_H
#define SHG_ENGINE_MATE_MATE_H

#include "shoogi/position.h"

#include <stdatomic.h>

enum { SHG_MATE_PLIES_MAX = 1999 };

typedef enum shg_mate_answer {
    SHG_MATE_OPEN, /* not known within the limits */
    SHG_MATE_FOUND,
    SHG_MATE_NONE /* there is none, or if limits.plies is given none so short */
} shg_mate_answer;

typedef struct shg_mate_finding {
    shg_mate_answer answer;
    unsigned length_plies; /* FOUND: of the mate, at most */
    bool exact;            /* there is no shorter one */
    uint64_t nodes;
    const shoogi_move
        *moves;          /* [move_count] FOUND: the line; borrowed until the solver is used again */
    unsigned move_count; /* length_plies if exact */
} shg_mate_finding;

typedef struct shg_mate_limits {
    uint64_t nodes;   /* positions looked at; 0: no limit */
    unsigned plies;   /* no longer mates; 0: any */
    bool any_length;  /* the first mate that is found will do */
    bool futile_free; /* futile drops are no defence */
    /* Asked every hundred nodes or so, on great boards each time; true ends the search.  May be NULL. */
    bool (*enough)(void *context, uint64_t nodes);
    void *context;
} shg_mate_limits;

typedef struct shg_mate shg_mate;

/* Memory for mate problems of a variant, size_mib in all, at least 1; in games of many moves somewhat more.  variant:
 * borrowed until it is freed.  stop: set by anybody, ends the search soon; may be NULL.  Returns OK and *out owned
 * (shg_mate_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mate_new(shg_mate **out, const shoogi_variant *variant,
                                          size_t size_mib, const _Atomic bool *stop);
void shg_mate_free(shg_mate *mate);

/* Looks for a mate by the side to move.  The position is copied; what was played before does not count.  What is found
 * out stays in memory and serves positions that come later.  limits: NULL for none.  Returns OK and *out filled;
 * ILLEGAL if the other side has no royal to be mated; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mate_go(shg_mate_finding *out, shg_mate *mate,
                                         const shoogi_position *position,
                                         const shg_mate_limits *limits);

#endif
