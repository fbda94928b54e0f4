/* mate_table.h: what a mate solver knows of positions: proofs, disproofs, and how hard those seem that it has neither of.
 *
 * A proof holds as well for an attacker with more in hand, or a defence with less; a disproof the other way round.  So
 * positions are kept by their boards, and beside each what must be in the hands. */
#ifndef SHG_ENGINE_MATE_MATE_TABLE_H
#define SHG_ENGINE_MATE_MATE_TABLE_H

#include "engine/mate/mate_hands.h"

enum {
    SHG_PROOF_MAX = 1 << 28, /* proof or disproof number of what cannot be had */
    SHG_PLIES_ANY = 30000,   /* a bound that is none */
    SHG_RELIES_NOTHING = 65535
};

typedef struct shg_hands {
    uint64_t attacker, defender;
} shg_hands;

/* What is asked about. */
typedef struct shg_mate_query {
    uint64_t key; /* of the board */
    shg_hands hands;
    int plies;     /* a mate no longer than this, or SHG_PLIES_ANY */
    uint64_t path; /* of the positions on the way to it */
} shg_mate_query;

/* A proof number of 0 is a proof, a disproof number of 0 a disproof. */
typedef struct shg_mate_known {
    uint32_t proof, disproof;
    int plies; /* proof: to the mate, at most; disproof: no mate within these; else as asked */
    unsigned
        relies; /* a disproof by repetition: the first ply of the way it needs; else SHG_RELIES_NOTHING */
    bool exact; /* it holds for these hands only */
    shg_hands
        hands; /* proof: the least the attacker needs, the most the defence may hold; disproof: the other way */
} shg_mate_known;

typedef struct shg_mate_table shg_mate_table;

/* A table of so many bytes at most.  Returns OK and *out owned (shg_mate_table_free), empty; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mate_table_new(shg_mate_table **out, size_t bytes);
void shg_mate_table_free(shg_mate_table *table);
/* A new search begins: what is neither proof nor disproof is forgotten, and so are disproofs by repetition.  layout: of the
 * hands from now on, copied; if it is another than before, everything is forgotten.  Takes no time: memory is not
 * touched. */
void shg_mate_table_begin(shg_mate_table *table, const shg_hand_layout *layout);

/* Filled, and true, if something is known. */
bool shg_mate_table_find(const shg_mate_table *table, const shg_mate_query *query,
                         shg_mate_known *out);
/* nodes: what finding it out has cost.  Of a full table what was cheap is forgotten. */
void shg_mate_table_keep(shg_mate_table *table, const shg_mate_query *query,
                         const shg_mate_known *known, uint64_t nodes);

#endif
