#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ALIGN is a cache line, and enough for every vector type the board classes use. */
enum { ALIGN = 64, BLOCK_BYTES = 16 * 1024 };

struct shg_arena_block {
    struct shg_arena_block *next;
    size_t used, room; /* bytes after the header */
};

enum { HEADER_BYTES = ALIGN };
_Static_assert(sizeof(struct shg_arena_block) <= HEADER_BYTES,
               "the header fits before the first object");

void shg_arena_init(shg_arena *arena, size_t limit_bytes)
{
    *arena = (shg_arena){ .limit_bytes = limit_bytes };
}

void shg_arena_fini(shg_arena *arena)
{
    while (arena->blocks) {
        struct shg_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    arena->used_bytes = 0;
}

static struct shg_arena_block *add_block(shg_arena *arena, size_t bytes)
{
    const size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    const size_t whole = room + HEADER_BYTES;
    if (whole > arena->limit_bytes - arena->used_bytes)
        return NULL;
    struct shg_arena_block *block = aligned_alloc(ALIGN, whole);
    if (!block)
        return NULL;
    memset(block, 0, whole);
    *block = (struct shg_arena_block){ arena->blocks, 0, room };
    arena->blocks = block;
    arena->used_bytes += whole;
    return block;
}

void *shg_arena_alloc(shg_arena *arena, size_t count, size_t size)
{
    if (count != 0 && size > (SIZE_MAX / 2) / count)
        return NULL;
    const size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    struct shg_arena_block *block = arena->blocks;
    if (!block || block->room - block->used < bytes)
        block = add_block(arena, bytes);
    if (!block)
        return NULL;
    void *object = (char *)block + HEADER_BYTES + block->used;
    block->used += bytes;
    return object;
}

char *shg_arena_text(shg_arena *arena, const char *bytes, size_t count)
{
    char *text = shg_arena_alloc(arena, count + 1, 1);
    if (text && count > 0)
        memcpy(text, bytes, count);
    return text;
}
