/* arena.h: memory for things that are freed all at once. */
#ifndef SHG_BASE_ARENA_H
#define SHG_BASE_ARENA_H

#include <stddef.h>

/* Blocks in a list; what has been handed out never moves.  Everything is zeroed. */
typedef struct shg_arena {
    struct shg_arena_block *blocks;
    size_t used_bytes, limit_bytes; /* of all blocks together, headers included */
} shg_arena;

void shg_arena_init(shg_arena *arena, size_t limit_bytes);

/* Frees all that was handed out. */
void shg_arena_fini(shg_arena *arena);

/* count objects of size bytes each, zeroed, aligned to 64 bytes; count 0 gives a valid pointer.  NULL
 * when the limit or the memory is spent, or when count times size does not fit a size_t. */
void *shg_arena_alloc(shg_arena *arena, size_t count, size_t size);

#define shg_arena_array(arena, type, count)                                                        \
    ((type *)shg_arena_alloc((arena), (count), sizeof(type)))

/* A copy of count bytes and a NUL after them; NULL when spent. */
char *shg_arena_text(shg_arena *arena, const char *bytes, size_t count);

#endif
