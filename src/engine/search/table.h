/* table.h: the transposition table: search results by Zobrist hash, shared by all threads.
 *
 * An entry is 16 bytes in two atomic words, so that threads share the table without locks.  When another thread has
 * overwritten one of the words, the move may belong to another position, and the score to one whose key has the same 16
 * bits.  Callers check that the move is legal, and accept the rare wrong score.
 * Sources: Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967; Zobrist, "A new hashing method with
 * application for game playing", 1970; Chess Programming Wiki, "Transposition Table", for aging and buckets. */
#ifndef SHG_ENGINE_SEARCH_TABLE_H
#define SHG_ENGINE_SEARCH_TABLE_H

#include "shoogi/status.h"
#include "shoogi/types.h"

typedef struct shg_table shg_table;

/* What an entry's score says about the value of its position. */
typedef enum shg_bound {
    SHG_BOUND_NONE,
    SHG_BOUND_UPPER, /* the value is at most the score */
    SHG_BOUND_LOWER, /* at least */
    SHG_BOUND_EXACT
} shg_bound;

typedef struct shg_entry {
    shoogi_move move; /* the hash move: best move, or the one that caused the cutoff; 0: none */
    int score, eval;  /* -32768 .. 32767; eval: the static evaluation */
    int depth_plies;  /* -8 .. 247 */
    shg_bound bound;
    bool was_pv; /* the position has been on a principal variation */
} shg_entry;

/* A table of size_mib, at least 1, in huge pages if the system has any.  Returns OK and *out owned (shg_table_free), empty;
 * or NO_MEMORY.  Constant time: the system maps pages as they are used, or all at once in shg_table_clear. */
SHOOGI_CHECKED shoogi_status shg_table_new(shg_table **out, size_t size_mib);
/* The same for games of searches of so many nodes each: no larger than those need, so that clearing it between two games takes
 * less than the games do. */
SHOOGI_CHECKED shoogi_status shg_table_new_for_nodes(shg_table **out, uint64_t nodes);
void shg_table_free(shg_table *table);
/* How many entries it has room for. */
size_t shg_table_entries(const shg_table *table);
void shg_table_clear(shg_table *table);
/* Starts a new generation: entries of earlier searches are replaced first. */
void shg_table_age(shg_table *table);

/* Returns true, with *out filled, if the table has an entry for the hash.  Any thread. */
bool shg_table_find(const shg_table *table, uint64_t hash, shg_entry *out);
/* Stores an entry.  If entry.move is 0, the move of the old entry stays.  Any thread. */
void shg_table_store(shg_table *table, uint64_t hash, const shg_entry *entry);
void shg_table_prefetch(const shg_table *table, uint64_t hash);

/* The share of entries written by this search, per mille, from a sample ("hashfull"). */
unsigned shg_table_full_permille(const shg_table *table);

#endif
