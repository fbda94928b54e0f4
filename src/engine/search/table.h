/* table.h: the transposition table: what searches of all threads have found out about positions.
 *
 * An entry is 16 bytes in two atomic words, so that threads share the table without locks.  A word that another thread
 * has written over since gives a move of another position, or a score of one with the same 16 bits of its key: users
 * look whether the move is legal, and live with the score. */
#ifndef SHG_ENGINE_SEARCH_TABLE_H
#define SHG_ENGINE_SEARCH_TABLE_H

#include "shoogi/status.h"
#include "shoogi/types.h"

typedef struct shg_table shg_table;

/* How the score of an entry stands to the value of its position. */
typedef enum shg_bound {
    SHG_BOUND_NONE,
    SHG_BOUND_UPPER, /* the value is at most the score */
    SHG_BOUND_LOWER, /* at least */
    SHG_BOUND_EXACT
} shg_bound;

typedef struct shg_entry {
    shoogi_move move; /* the best one known; 0: none */
    int score, eval;  /* -32768 .. 32767; eval: that of the board alone */
    int depth_plies;  /* -8 .. 247 */
    shg_bound bound;
    bool was_pv;
} shg_entry;

/* A table of at most size_mib, at least 1, in huge pages if the system gives any.  Returns OK and *out owned
 * (shg_table_free), empty; or NO_MEMORY.  Takes no time: pages come as they are used, or at once by shg_table_clear. */
SHOOGI_CHECKED shoogi_status shg_table_new(shg_table **out, size_t size_mib);
void shg_table_free(shg_table *table);
void shg_table_clear(shg_table *table);
/* A new search begins: entries of earlier ones give way more readily. */
void shg_table_age(shg_table *table);

/* Filled, and true, if something is known of the position.  Any thread. */
bool shg_table_find(const shg_table *table, uint64_t hash, shg_entry *out);
/* entry.move 0: the move that is known already stays.  Any thread. */
void shg_table_keep(shg_table *table, uint64_t hash, const shg_entry *entry);
void shg_table_prefetch(const shg_table *table, uint64_t hash);

/* Of 1,000 entries so many are of this search. */
unsigned shg_table_full_permille(const shg_table *table);

#endif
