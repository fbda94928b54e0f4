/* mate_table.h: the mate solver's transposition table: proofs, disproofs, and the numbers of positions with neither.
 *
 * A proof also holds for an attacker with more pieces in hand, or a defence with fewer; a disproof the other way round
 * (proof pieces and disproof pieces).  So entries are found by the board alone, and each has limits on the hands.
 * Source: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002. */
#ifndef SHG_ENGINE_MATE_MATE_TABLE_H
#define SHG_ENGINE_MATE_MATE_TABLE_H

#include "engine/mate/mate_hands.h"

enum {
    SHG_PROOF_MAX = 1 << 28, /* infinity: the number of what cannot be proven, or disproven */
    SHG_PLIES_ANY = 30000,   /* no bound on the length */
    SHG_NO_LOOP = 65535      /* not by repetition */
};

typedef struct shg_hands {
    uint64_t attacker, defender;
} shg_hands;

/* A question: is it mate within `plies`? */
typedef struct shg_mate_query {
    uint64_t key; /* Zobrist hash of the board */
    shg_hands hands;
    int plies;     /* or SHG_PLIES_ANY */
    uint64_t path; /* hash of the positions on the path; 0 if plies has a bound */
} shg_mate_query;

/* What is known of a position.  A proof number of 0 is a proof, a disproof number of 0 a disproof. */
typedef struct shg_mate_state {
    uint32_t proof, disproof;
    int plies; /* proven: upper bound of the length; disproven: no mate within these; otherwise as in the query */
    unsigned
        loop_ply; /* disproven by repetition: the first ply of the path it depends on; otherwise SHG_NO_LOOP */
    bool exact; /* holds for these hands only */
    shg_hands
        hands; /* proven: the least hand of the attacker and the greatest of the defence; disproven: vice versa */
} shg_mate_state;

typedef struct shg_mate_table shg_mate_table;

/* A table of at most this many bytes.  Returns OK and *out owned (shg_mate_table_free), empty; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mate_table_new(shg_mate_table **out, size_t bytes);
void shg_mate_table_free(shg_mate_table *table);
/* Starts a new search: proofs and disproofs stay, except those by repetition; all other entries are dropped.  layout: of the
 * hands from now on, copied; a new layout empties the table.  Constant time: memory is not touched. */
void shg_mate_table_begin(shg_mate_table *table, const shg_hand_layout *layout);

/* Returns true, with *out filled, if the table has an answer, or numbers for the same query. */
bool shg_mate_table_find(const shg_mate_table *table, const shg_mate_query *query,
                         shg_mate_state *out);
/* nodes: the cost of the result.  A full bucket drops its cheaper half. */
void shg_mate_table_store(shg_mate_table *table, const shg_mate_query *query,
                          const shg_mate_state *state, uint64_t nodes);

#endif
