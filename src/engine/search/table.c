#include "engine/search/table.h"

#include "engine/search/tunables.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__ /* madvise, for huge pages */
#include <sys/mman.h>
#endif

/* An entry in two words:
 *
 *   move
 *   data   bits  0-15  the key: the low bits of the hash     48-55  depth + 8
 *          bits 16-31  score                                 56-57  bound
 *          bits 32-47  eval                                  58     was_pv      59-63  age */
typedef struct slot {
    _Atomic uint64_t move, data;
} slot;

enum { SLOTS = 4, DEPTH_OFFSET = 8, AGES = 32, PAGE_BYTES = 2 * 1024 * 1024 };
enum { SIZE_MIB_MAX = 128 * 1024 }; /* clusters are counted in 32 bits */
/* A search finds most of what it looks for among the entries of the last few searches, and stores one a node. */
enum { ENTRIES_PER_NODE = 16, ENTRIES_LEAST = 1 << 10, ENTRIES_MOST = 1 << 17 };

/* A bucket: what one memory access brings into the cache. */
typedef struct cluster {
    slot slot[SLOTS];
} cluster;
static_assert(sizeof(cluster) == 64, "a cluster is a cache line");

struct shg_table {
    void *memory;
    cluster *clusters; /* within memory, aligned to a huge page */
    size_t count;
    unsigned age;
};

static shoogi_status table_new(shg_table **out, size_t bytes)
{
    shg_table *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    t->count = bytes / sizeof *t->clusters;
    /* Not aligned_alloc: calloc of a large block need not touch it. */
    t->memory = calloc(1, bytes + PAGE_BYTES);
    if (!t->memory) {
        free(t);
        return SHOOGI_NO_MEMORY;
    }
    t->clusters = (cluster *)((char *)t->memory + (PAGE_BYTES - (uintptr_t)t->memory % PAGE_BYTES));
#ifdef MADV_HUGEPAGE
    (void)madvise(t->clusters, bytes, MADV_HUGEPAGE); /* a hint: small pages will do */
#endif
    *out = t;
    return SHOOGI_OK;
}

shoogi_status shg_table_new(shg_table **out, size_t size_mib)
{
    return size_mib < 1 || size_mib > SIZE_MIB_MAX ? SHOOGI_NO_MEMORY
                                                   : table_new(out, size_mib * 1024 * 1024);
}

shoogi_status shg_table_new_for_nodes(shg_table **out, uint64_t nodes)
{
    size_t entries = ENTRIES_LEAST;
    while (entries < ENTRIES_MOST && entries / ENTRIES_PER_NODE < nodes)
        entries *= 2;
    return table_new(out, entries * sizeof(slot));
}

size_t shg_table_entries(const shg_table *table)
{
    return table->count * SLOTS;
}

void shg_table_free(shg_table *table)
{
    if (!table)
        return;
    free(table->memory);
    free(table);
}

void shg_table_clear(shg_table *table)
{
    memset((void *)table->clusters, 0, table->count * sizeof *table->clusters);
    table->age = 0;
}

void shg_table_age(shg_table *table)
{
    table->age = (table->age + 1) % AGES;
}

/* The index uses the upper bits of the hash, the key the lower ones. */
static cluster *cluster_of(const shg_table *t, uint64_t hash)
{
    return &t->clusters[(size_t)((hash >> 32) * t->count >> 32)];
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> 59);
}

static int depth_of(uint64_t data)
{
    return (int)(data >> 48 & 0xFF) - DEPTH_OFFSET;
}

static shg_bound bound_of(uint64_t data)
{
    return (shg_bound)(data >> 56 & 3);
}

bool shg_table_find(const shg_table *table, uint64_t hash, shg_entry *out)
{
    cluster *const c = cluster_of(table, hash);
    for (unsigned i = 0; i < SLOTS; i++) {
        const uint64_t data = atomic_load_explicit(&c->slot[i].data, memory_order_relaxed);
        if ((uint16_t)data != (uint16_t)hash || bound_of(data) == SHG_BOUND_NONE)
            continue;
        *out = (shg_entry){ .move = atomic_load_explicit(&c->slot[i].move, memory_order_relaxed),
                            .score = (int16_t)(data >> 16),
                            .eval = (int16_t)(data >> 32),
                            .depth_plies = depth_of(data),
                            .bound = bound_of(data),
                            .was_pv = data >> 58 & 1 };
        return true;
    }
    return false;
}

/* Replacement: the entry of least value goes.  Deep entries and those of this search are worth more. */
static int value_of(const shg_table *t, uint64_t data)
{
    if (bound_of(data) == SHG_BOUND_NONE)
        return -1000;
    const unsigned old = (t->age + AGES - age_of(data)) % AGES;
    return depth_of(data) - TUNE_table_age_plies * (int)old;
}

void shg_table_store(shg_table *table, uint64_t hash, const shg_entry *entry)
{
    cluster *const c = cluster_of(table, hash);
    slot *worst = NULL;
    uint64_t worst_data = 0;
    bool same = false;
    for (unsigned i = 0; i < SLOTS && !same; i++) {
        const uint64_t data = atomic_load_explicit(&c->slot[i].data, memory_order_relaxed);
        same = (uint16_t)data == (uint16_t)hash && bound_of(data) != SHG_BOUND_NONE;
        if (same || !worst || value_of(table, data) < value_of(table, worst_data)) {
            worst = &c->slot[i];
            worst_data = data;
        }
    }
    if (entry->move != 0 || !same)
        atomic_store_explicit(&worst->move, entry->move, memory_order_relaxed);
    /* A deeper entry of the same position stays, unless the new one is exact or the old one is from an earlier search. */
    if (same && entry->bound != SHG_BOUND_EXACT && age_of(worst_data) == table->age &&
        entry->depth_plies + TUNE_table_keep_plies < depth_of(worst_data))
        return;
    const uint64_t data = (uint64_t)(uint16_t)hash | (uint64_t)(uint16_t)entry->score << 16 |
                          (uint64_t)(uint16_t)entry->eval << 32 |
                          (uint64_t)(uint8_t)(entry->depth_plies + DEPTH_OFFSET) << 48 |
                          (uint64_t)entry->bound << 56 | (uint64_t)entry->was_pv << 58 |
                          (uint64_t)table->age << 59;
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
}

void shg_table_prefetch(const shg_table *table, uint64_t hash)
{
    __builtin_prefetch(cluster_of(table, hash));
}

unsigned shg_table_full_permille(const shg_table *table)
{
    const size_t sampled = table->count < 250 ? table->count : 250;
    size_t used = 0;
    for (size_t i = 0; i < sampled; i++) {
        for (unsigned j = 0; j < SLOTS; j++) {
            const uint64_t data =
                atomic_load_explicit(&table->clusters[i].slot[j].data, memory_order_relaxed);
            used += bound_of(data) != SHG_BOUND_NONE && age_of(data) == table->age;
        }
    }
    return (unsigned)(used * 1000 / (sampled * SLOTS));
}
