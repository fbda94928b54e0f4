/* class_tables.c: makes the board class tables of a variant once, on the first thread that needs them. */
#include "core/board/board_ops.h"

#include <assert.h>
#include <stdatomic.h>

/* Owned (shg_class_tables_free); NULL: out of memory. */
static shg_class_tables *make_tables(const shoogi_variant *v)
{
    shg_arena arena;
    shg_arena_init(&arena, SHG_VARIANT_BYTES_MAX - v->arena.used_bytes);
    shg_class_tables *const made = shg_arena_array(&arena, shg_class_tables, 1);
    const void *const tables = made ? v->ops->build(v, &arena) : NULL;
    if (!tables) {
        shg_arena_fini(&arena);
        return NULL;
    }
    *made = (shg_class_tables){ arena, tables };
    return made;
}

const void *shg_variant_tables(const shoogi_variant *v)
{
    assert(v->class_tables && "an outline has no rules");
    shg_class_tables *made = atomic_load_explicit(v->class_tables, memory_order_acquire);
    if (made)
        return made->tables;
    shg_class_tables *const mine = make_tables(v);
    if (!mine)
        return NULL;
    if (atomic_compare_exchange_strong(v->class_tables, &made, mine))
        return mine->tables;
    shg_class_tables_free(mine); /* another thread was first */
    return made->tables;
}
