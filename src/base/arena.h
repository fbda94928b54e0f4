/* arena.h: an allocator whose objects are freed all at once. */
#ifndef SHG_BASE_ARENA_H
#define SHG_BASE_ARENA_H

#include <stddef.h>

/* A list of blocks.  Objects never move. */
typedef struct shg_arena {
    struct shg_arena_block *blocks;
    size_t used_bytes, limit_bytes; /* total of all blocks, headers included */
} shg_arena;

void shg_arena_init(shg_arena *arena, size_t limit_bytes);

/* Frees all objects. */
void shg_arena_fini(shg_arena *arena);

/* Allocates count objects of size bytes each, zeroed and aligned to 64 bytes; count 0 gives a valid
 * pointer.  Returns NULL if the limit or the memory is exhausted or count * size overflows size_t. */
void *shg_arena_alloc(shg_arena *arena, size_t count, size_t size);

#define shg_arena_array(arena, type, count)                                                        \
    ((type *)shg_arena_alloc((arena), (count), sizeof(type)))

/* Copies count bytes and appends a NUL.  Returns NULL if the limit or the memory is exhausted. */
char *shg_arena_text(shg_arena *arena, const char *bytes, size_t count);

#endif
