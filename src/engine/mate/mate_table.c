#include "engine/mate/mate_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Key 0: an empty slot, as are all slots after it in the bucket. */
typedef struct entry {
    uint64_t key;
    shg_hands hands;
    uint64_t path; /* of a disproof by repetition; otherwise 0 */
    uint32_t proof, disproof;
    uint32_t nodes;
    int16_t plies;
    uint16_t loop_ply;
    bool exact;
    uint32_t search; /* number of the search that stored it */
} entry;

/* All entries of one board are in one bucket. */
enum { GROUP = 32 };

struct shg_mate_table {
    shg_hand_layout layout;
    entry *entries; /* [groups * GROUP] */
    size_t groups;
    uint32_t search, first; /* number of this search, and of the first whose entries are valid */
};

shoogi_status shg_mate_table_new(shg_mate_table **out, size_t bytes)
{
    shg_mate_table *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    t->groups = bytes / (GROUP * sizeof(entry));
    t->groups += t->groups == 0;
    t->entries = calloc(t->groups * GROUP, sizeof *t->entries);
    if (!t->entries) {
        free(t);
        return SHOOGI_NO_MEMORY;
    }
    *out = t;
    return SHOOGI_OK;
}

void shg_mate_table_free(shg_mate_table *table)
{
    if (!table)
        return;
    free(table->entries);
    free(table);
}

static entry *group_of(const shg_mate_table *t, uint64_t key)
{
    return &t->entries[(size_t)((key >> 32) * t->groups >> 32) * GROUP];
}

void shg_mate_table_begin(shg_mate_table *table, const shg_hand_layout *layout)
{
    if (++table->search == 0) { /* the counter has wrapped */
        memset(table->entries, 0, table->groups * GROUP * sizeof *table->entries);
        table->first = 0;
    }
    if (!shg_hand_layout_equals(layout, &table->layout)) {
        table->layout = *layout;
        table->first = table->search;
    }
}

/* Whether the entry is from an earlier search and useless to this one. */
static bool is_stale(const shg_mate_table *t, const entry *e)
{
    return e->search < t->first ||
           (e->search != t->search && ((e->proof > 0 && e->disproof > 0) || e->path != 0));
}

static bool same_hands(shg_hands a, shg_hands b)
{
    return a.attacker == b.attacker && a.defender == b.defender;
}

/* Whether these hands are at least as good for the attacker as those. */
static bool better_hands(const shg_mate_table *t, shg_hands these, shg_hands those)
{
    return shg_hand_contains(&t->layout, these.attacker, those.attacker) &&
           shg_hand_contains(&t->layout, those.defender, these.defender);
}

/* Whether the entry answers the query. */
static bool answers(const shg_mate_table *t, const entry *e, const shg_mate_query *q)
{
    if (e->exact && !same_hands(e->hands, q->hands))
        return false;
    if (e->proof == 0)
        return e->plies <= q->plies && better_hands(t, q->hands, e->hands);
    return e->disproof == 0 && e->plies >= q->plies && (e->path == 0 || e->path == q->path) &&
           better_hands(t, e->hands, q->hands);
}

bool shg_mate_table_find(const shg_mate_table *table, const shg_mate_query *query,
                         shg_mate_state *out)
{
    const entry *const group = group_of(table, query->key), *best = NULL;
    for (size_t i = 0; i < GROUP && group[i].key != 0; i++) {
        const entry *const e = &group[i];
        if (e->key != query->key || is_stale(table, e))
            continue;
        if (answers(table, e, query)) {
            if (!best || best->proof != 0 || (e->proof == 0 && e->plies < best->plies))
                best = e;
        } else if (!best && e->proof > 0 && e->disproof > 0 && e->plies == query->plies &&
                   same_hands(e->hands, query->hands))
            best = e;
    }
    if (!best)
        return false;
    *out = (shg_mate_state){ .proof = best->proof,
                             .disproof = best->disproof,
                             .plies = best->plies,
                             .loop_ply = best->loop_ply,
                             .exact = best->exact,
                             .hands = best->hands };
    return true;
}

/* Whether the new entry answers every query that the old one does. */
static bool is_superseded(const shg_mate_table *t, const entry *e, const entry *by,
                          const shg_mate_query *q)
{
    if (e->proof > 0 && e->disproof > 0)
        return e->plies == q->plies && same_hands(e->hands, q->hands);
    if (by->exact || by->path != 0)
        return false;
    if (by->proof == 0)
        return e->proof == 0 && e->plies >= by->plies && better_hands(t, e->hands, by->hands);
    return by->disproof == 0 && e->disproof == 0 && e->plies <= by->plies &&
           better_hands(t, by->hands, e->hands);
}

static int by_nodes(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Drops the cheaper half of a full bucket; returns the number of entries left. */
static size_t forget_half(entry *group)
{
    uint32_t nodes[GROUP];
    for (size_t i = 0; i < GROUP; i++)
        nodes[i] = group[i].nodes;
    qsort(nodes, GROUP, sizeof nodes[0], by_nodes);
    const uint32_t limit = nodes[GROUP / 2];
    size_t at_limit = 0, kept = 0; /* of those at the limit, as many stay as there is room for */
    for (size_t i = GROUP / 2; i < GROUP && nodes[i] == limit; i++)
        at_limit++;
    for (size_t i = 0; i < GROUP; i++) {
        if (group[i].nodes < limit || (group[i].nodes == limit && at_limit == 0))
            continue;
        at_limit -= group[i].nodes == limit;
        group[kept++] = group[i];
    }
    memset(&group[kept], 0, (GROUP - kept) * sizeof *group);
    return kept;
}

void shg_mate_table_store(shg_mate_table *table, const shg_mate_query *query,
                          const shg_mate_state *state, uint64_t nodes)
{
    assert(query->key != 0);
    const bool by_repetition = state->disproof == 0 && state->loop_ply != SHG_NO_LOOP;
    entry new = { .key = query->key,
                  .hands = state->hands,
                  .path = by_repetition ? query->path : 0,
                  .proof = state->proof,
                  .disproof = state->disproof,
                  .plies = (int16_t)state->plies,
                  .loop_ply = (uint16_t)state->loop_ply,
                  .search = table->search,
                  .exact = state->exact };
    entry *const group = group_of(table, query->key);
    size_t kept = 0, i = 0;
    for (; i < GROUP && group[i].key != 0; i++) {
        if (is_stale(table, &group[i]))
            continue;
        if (group[i].key == query->key && is_superseded(table, &group[i], &new, query))
            nodes += group[i].nodes;
        else
            group[kept++] = group[i];
    }
    if (kept == GROUP)
        kept = forget_half(group);
    else
        memset(&group[kept], 0, (i - kept) * sizeof *group);
    new.nodes = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    group[kept] = new;
}
