/* mate_int.h: what the files of the mate solver share: the tree, and what is known of it. */
#ifndef SHG_ENGINE_MATE_MATE_INT_H
#define SHG_ENGINE_MATE_MATE_INT_H

#include "core/board/board_search.h"
#include "engine/mate/mate.h"
#include "engine/mate/mate_table.h"

typedef struct shg_mate_child {
    shoogi_move move;
    shg_hands hands;
    shg_mate_known known;
    bool delicate; /* that it is no futile drop is known for these hands only */
} shg_mate_child;

typedef struct shg_mate_node {
    bool attacks;
    unsigned ply;
    shg_mate_query asked;
    shg_mate_child *children; /* [count], then [held] drops that are no children yet */
    size_t count, held;
    bool droppable; /* drops might answer the check */
    /* What futile drops rely on: of a proof by them, and of a disproof by others that are not. */
    shg_mate_known futile, useful;
} shg_mate_node;

struct shg_mate {
    const shoogi_variant *variant;
    const shg_search_ops *ops;
    const _Atomic bool *stop;
    shg_mate_table *table;
    shg_hand_layout layout;
    bool forms_from_hand; /* what promotes may need a man in hand */
    bool convention;      /* futile drops are no defence */
    shg_mate_child *pool; /* of the children on the way, one node's after the other's */
    size_t pool_room, pool_used;
    shoogi_move *moves; /* room for those of one position */
    shoogi_move line[SHG_MATE_PLIES_MAX + 1];
    unsigned line_count;

    shoogi_position *position; /* only while it searches */
    const shg_mate_limits *limits;
    shoogi_colour attacker;
    uint64_t nodes, next_poll;
    bool stopped;
    unsigned stretch; /* loops may keep thresholds from being reached: see search() in mate_search.c */
    shg_mate_query way[SHG_MATE_PLIES_MAX + 3]; /* where the attacker was to move */
    uint64_t signature[SHG_MATE_PLIES_MAX + 3]; /* of the way to each ply */
};

static inline void shg_mate_do(shg_mate *m, shoogi_move move)
{
    m->position->ops->do_move(m->position, move);
}

static inline void shg_mate_undo(shg_mate *m)
{
    m->position->ops->undo_move(m->position);
}

static inline int shg_plies_less(int plies)
{
    return plies == SHG_PLIES_ANY ? plies : plies - 1;
}

static inline int shg_plies_more(int plies)
{
    return plies == SHG_PLIES_ANY ? plies : plies + 1;
}

/* ---- mate_rules.c: the rules of mate problems, for the position on the board ---- */

/* Some royal of the colour is. */
bool shg_mate_is_attacked(const shoogi_position *p, shoogi_colour colour);
/* The defence has a royal that it may not leave attacked. */
bool shg_mate_must_guard(const shg_mate *m);
/* The answer that the defence has just given is one: it has neither lost the game by it, nor left a royal to be taken
 * on which the game hangs. */
bool shg_mate_is_answer(const shg_mate *m);
/* A mate within so many plies, or that there is none, whatever men are in hand. */
shg_mate_known shg_mate_proof(const shg_mate *m, int plies);
shg_mate_known shg_mate_disproof(const shg_mate *m, int plies);
/* True, and *known, if the board says that the game is over. */
bool shg_mate_is_over(const shg_mate *m, shg_mate_known *known);
/* A drop could be put between: not if a man checks from the next square.  Two men may be answered by one drop, where one
 * hops over the other. */
bool shg_mate_drop_may_answer(const shg_mate *m);
/* The defence has no move that saves it: says whether that is mate. */
shg_mate_known shg_mate_judge_no_defence(const shg_mate *m, bool no_move);

/* ---- mate_node.c: a node, its children, and what is known of them ---- */

/* The query about a position that has just been reached. */
shg_mate_query shg_mate_query_at(shg_mate *m, unsigned ply, int plies);
/* What the table knows; false if that is nothing. */
bool shg_mate_find(const shg_mate *m, const shg_mate_query *q, shg_mate_known *known);
/* nodes_before: of m->nodes, when the node was begun. */
void shg_mate_keep(shg_mate *m, const shg_mate_node *n, const shg_mate_known *known,
                   uint64_t nodes_before);
/* Fills *c with what is known after its move; false if the move is none that counts. */
bool shg_mate_look(shg_mate *m, const shg_mate_node *n, shg_mate_child *c);
/* Lists the children.  Returns false, with *known, if the answer is plain without them. */
bool shg_mate_expand(shg_mate *m, shg_mate_node *n, shg_mate_known *known);

/* ---- mate_sum.c: what follows for a node from its children ---- */

static inline uint32_t shg_mate_numbers_mine(const shg_mate_node *n, const shg_mate_child *c)
{
    return n->attacks ? c->known.proof : c->known.disproof;
}

/* The child to go on with, or one that settles it, and the two numbers. */
typedef struct shg_mate_sum {
    shg_mate_child *best;
    uint32_t mine, theirs; /* of the side to move, of the other side */
    uint32_t second;       /* mine of the next best */
    uint32_t open;         /* children neither proven nor disproven */
} shg_mate_sum;

shg_mate_sum shg_mate_sum_up(const shg_mate_node *n);
/* What *to says holds only for hands like these, too. */
void shg_mate_add_needs(const shg_mate *m, shg_mate_known *to, shg_hands hands, bool exact);
/* The mover has a move that settles it for its side. */
shg_mate_known shg_mate_settled_by(const shg_mate *m, const shg_mate_node *n,
                                   const shg_mate_child *c);
/* None of its moves helps the mover. */
shg_mate_known shg_mate_settled_by_all(const shg_mate *m, const shg_mate_node *n);

/* ---- mate_search.c: the search ---- */

/* Of a way that goes on with one more position in which the attacker is to move; never 0, 1 for the empty one.  The order
 * counts: what relies on a ply of a way says nothing where another position is at that ply. */
uint64_t shg_mate_signature(uint64_t before, const shg_mate_query *next);

/* Whether there is a mate within so many plies from the position on the board, once and for all; neither if it was
 * stopped. */
shg_mate_known shg_mate_solve(shg_mate *m, bool attacks, unsigned ply, int plies);

/* ---- mate_futile.c: drops that only put off the mate ---- */

/* All other defences are proven to fail: the drops that are not futile become children.  False if it was stopped. */
bool shg_mate_settle_drops(shg_mate *m, shg_mate_node *n);

#endif
