/* mate_int.h: shared by the files of the mate solver: nodes and children of the tree, and the functions of each file. */
#ifndef SHG_ENGINE_MATE_MATE_INT_H
#define SHG_ENGINE_MATE_MATE_INT_H

#include "core/board/board_search.h"
#include "engine/mate/mate.h"
#include "engine/mate/mate_table.h"

typedef struct shg_mate_child {
    shoogi_move move;
    shg_hands hands;
    shg_mate_state state;
    bool exact_hands; /* a drop: known not to be futile for these hands only */
} shg_mate_child;

typedef struct shg_mate_node {
    bool attacks; /* the attacker is to move (OR node), else the defence (AND node) */
    unsigned ply;
    shg_mate_query query;
    shg_mate_child
        *children; /* [count], then [held_drops]: drops that are tried after all other moves */
    size_t count, held_drops;
    bool droppable; /* the defence might interpose a drop */
    /* The hands for which drops are futile, for a proof; and for which others are not, for a disproof. */
    shg_mate_state futile, useful;
} shg_mate_node;

struct shg_mate {
    const shoogi_variant *variant;
    const shg_search_ops *ops;
    const _Atomic bool *stop;
    shg_mate_table *table;
    shg_hand_layout layout;
    bool forms_from_hand;     /* promotions may need a piece in hand */
    bool ignore_futile_drops; /* as in the limits, where the game has such drops */
    shg_mate_child *pool; /* the children of all nodes of the path, one node's after another's */
    size_t pool_room, pool_used;
    shoogi_move *moves; /* scratch for the moves of one position */
    shoogi_move line[SHG_MATE_PLIES_MAX + 1];
    unsigned line_count;

    shoogi_position *position; /* during a search only */
    const shg_mate_limits *limits;
    shoogi_colour attacker;
    uint64_t nodes, next_poll;
    bool stopped;
    unsigned threshold_stretch; /* threshold control; see search() in mate_search.c */
    shg_mate_query path[SHG_MATE_PLIES_MAX + 3]; /* the positions with the attacker to move */
    uint64_t path_hash[SHG_MATE_PLIES_MAX + 3];  /* of the path to each ply */
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

/* Whether any royal of the colour is attacked. */
bool shg_mate_is_attacked(const shoogi_position *p, shoogi_colour colour);
/* Whether the defence must get out of check: it has a single royal, in a game that forbids leaving it in check. */
bool shg_mate_must_evade(const shg_mate *m);
/* Whether the move just made by the defence is a defence: it neither loses the game nor leaves a decisive royal to be
 * captured. */
bool shg_mate_is_defence(const shg_mate *m);
/* A mate within `plies`, and no mate, whatever the hands. */
shg_mate_state shg_mate_proven(const shg_mate *m, int plies);
shg_mate_state shg_mate_disproven(const shg_mate *m, int plies);
/* Returns true, with *state filled, if the game is over on the board. */
bool shg_mate_is_over(const shg_mate *m, shg_mate_state *state);
/* Whether a drop might answer the check: not if the checking piece is adjacent.  One drop may answer two checkers when one
 * hops over the other. */
bool shg_mate_drop_may_interpose(const shg_mate *m);
/* The state of a node whose defence has no saving move: mate, unless it is a stalemate that does not win. */
shg_mate_state shg_mate_judge_no_defence(const shg_mate *m, bool no_move);

/* ---- mate_node.c: expansion of nodes, and access to the table ---- */

/* The query for the position on the board. */
shg_mate_query shg_mate_query_at(shg_mate *m, unsigned ply, int plies);
/* Looks up the table; false if it has nothing. */
bool shg_mate_find(const shg_mate *m, const shg_mate_query *q, shg_mate_state *state);
/* nodes_before: m->nodes when the node was entered. */
void shg_mate_store(shg_mate *m, const shg_mate_node *n, const shg_mate_state *state,
                    uint64_t nodes_before);
/* Fills c->hands and c->state for the position after c->move; false if the move is no check, or no defence. */
bool shg_mate_examine(shg_mate *m, const shg_mate_node *n, shg_mate_child *c);
/* Lists the children.  Returns false if there are none, with *state filled, or if memory is short, with m->stopped set. */
bool shg_mate_expand(shg_mate *m, shg_mate_node *n, shg_mate_state *state);

/* ---- mate_proof_numbers.c: the numbers of a node from those of its children ---- */

/* The child's phi as its parent sees it: the proof number if the parent attacks, else the disproof number. */
static inline uint32_t shg_mate_phi(const shg_mate_node *n, const shg_mate_child *c)
{
    return n->attacks ? c->state.proof : c->state.disproof;
}

/* phi is the number to the goal of the side to move, delta that of the other side. */
typedef struct shg_mate_sum {
    shg_mate_child *best; /* the most promising child, or one that settles the node */
    uint32_t phi, delta;
    uint32_t second_phi; /* of the next best child */
    uint32_t open;       /* children neither proven nor disproven */
} shg_mate_sum;

shg_mate_sum shg_mate_sum_children(const shg_mate_node *n);
/* Restricts a proof or disproof to the hands for which another one holds, too. */
void shg_mate_add_needs(const shg_mate *m, shg_mate_state *to, shg_hands hands, bool exact);
/* The state of a node that one child settles for the side to move. */
shg_mate_state shg_mate_settled_by(const shg_mate *m, const shg_mate_node *n,
                                   const shg_mate_child *c);
/* The state of a node that all children together settle against the side to move. */
shg_mate_state shg_mate_settled_by_all(const shg_mate *m, const shg_mate_node *n);

/* ---- mate_search.c: the search ---- */

/* Appends a position with the attacker to move to the hash of a path; never 0, 1 for the empty path.  It depends on the order
 * of the positions, since a disproof by repetition refers to a ply. */
uint64_t shg_mate_path_hash(uint64_t before, const shg_mate_query *next);

/* Searches until the position on the board is proven or disproven; neither if the search was stopped. */
shg_mate_state shg_mate_solve(shg_mate *m, bool attacks, unsigned ply, int plies);

/* ---- mate_futile.c: futile drops ---- */

/* Called when all other defences are proven to fail: drops that are not futile become children.  False if stopped. */
bool shg_mate_settle_drops(shg_mate *m, shg_mate_node *n);

#endif
