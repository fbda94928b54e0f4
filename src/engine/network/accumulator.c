#include "engine/network/accumulator.h"

#include "base/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Codes are compared eight bytes at a time; boards are filled up with zeros. */
enum { ALIGNED = 64, CODES = 4 };

/* A position as inputs, and its first layer as both sides see it. */
typedef struct entry {
    shg_code *square; /* [squares, rounded up to CODES] */
    uint16_t *hand;   /* [2][in_hand_count] */
    unsigned pieces;
    unsigned region[2]; /* of the own royal */
    int16_t *sum[2];    /* [width] */
    int64_t value[2][SHG_NNUE_BUCKETS_MAX];
} entry;

/* The inputs of the first region that come and go, as both sides see them. */
typedef struct changes {
    unsigned *added[2], *removed[2]; /* [active_max] */
    size_t added_count, removed_count;
} changes;

struct shg_accumulator {
    const shg_nnue *network;
    const shg_nnue_kernel *kernel;
    unsigned plies;
    size_t codes;   /* [squares] rounded up */
    entry *entries; /* [plies] */
    /* The last position of each region that was computed from none of these, at first the empty board.  It has one sum. */
    entry kept[2][SHG_NNUE_REGIONS];
    entry now; /* the position to be scored; without sums */
    changes changes;
    shg_arena arena; /* of all these */
};

/* The board and the hands of an entry. */
static bool entry_init(entry *e, shg_accumulator *a)
{
    e->square = shg_arena_array(&a->arena, shg_code, a->codes);
    e->hand = shg_arena_array(&a->arena, uint16_t, (size_t)2 * a->network->in_hand_count);
    return e->square && e->hand;
}

/* The sum of the empty board. */
static bool sum_init(entry *e, shg_accumulator *a, unsigned seen_by)
{
    const shg_nnue *const n = a->network;
    e->sum[seen_by] = shg_arena_array(&a->arena, int16_t, n->shape.width);
    if (!e->sum[seen_by])
        return false;
    memcpy(e->sum[seen_by], n->bias, n->shape.width * sizeof *n->bias);
    return true;
}

static bool entries_init(shg_accumulator *a)
{
    bool good = true;
    for (unsigned i = 0; i < a->plies && good; i++)
        good = entry_init(&a->entries[i], a) && sum_init(&a->entries[i], a, 0) &&
               sum_init(&a->entries[i], a, 1);
    const unsigned regions = a->network->shape.by_royal ? SHG_NNUE_REGIONS : 1;
    for (unsigned i = 0; i < 2 * regions && good; i++) {
        entry *const e = &a->kept[i % 2][i / 2];
        e->region[i % 2] = i / 2;
        good = entry_init(e, a) && sum_init(e, a, i % 2);
    }
    return good;
}

static bool changes_init(changes *c, shg_accumulator *a)
{
    const size_t changes_max = shg_nnue_active_max(a->network) + 1;
    for (unsigned colour = 0; colour < 2; colour++) {
        c->added[colour] = shg_arena_array(&a->arena, unsigned, changes_max);
        c->removed[colour] = shg_arena_array(&a->arena, unsigned, changes_max);
        if (!c->added[colour] || !c->removed[colour])
            return false;
    }
    return true;
}

shoogi_status shg_accumulator_new(shg_accumulator **out, const shg_nnue *network,
                                  const shg_nnue_kernel *kernel, unsigned plies)
{
    shg_accumulator *const a = calloc(1, sizeof *a);
    if (!a)
        return SHOOGI_NO_MEMORY;
    a->network = network;
    a->kernel = kernel;
    a->plies = plies;
    a->codes = (network->variant->squares + (size_t)CODES - 1) / CODES * CODES;
    shg_arena_init(&a->arena, SIZE_MAX);
    a->entries = shg_arena_array(&a->arena, entry, plies);
    if (!a->entries || !entry_init(&a->now, a) || !changes_init(&a->changes, a) ||
        !entries_init(a)) {
        shg_accumulator_free(a);
        return SHOOGI_NO_MEMORY;
    }
    *out = a;
    return SHOOGI_OK;
}

void shg_accumulator_free(shg_accumulator *accumulator)
{
    if (!accumulator)
        return;
    shg_arena_fini(&accumulator->arena);
    free(accumulator);
}

/* ---- what differs ---- */

static void read_position(shg_accumulator *a, const shoogi_position *p)
{
    const shg_nnue *const n = a->network;
    memcpy(a->now.square, p->square, n->variant->squares * sizeof *p->square);
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned i = 0; i < n->in_hand_count; i++)
            a->now.hand[colour * n->in_hand_count + i] =
                (uint16_t)shg_nnue_held(p, (shoogi_colour)colour, n->in_hand[i]);
    for (unsigned colour = 0; colour < 2; colour++)
        a->now.region[colour] = shg_nnue_region(n, p, (shoogi_colour)colour);
}

static uint64_t codes_at(const shg_code *at)
{
    uint64_t codes;
    memcpy(&codes, at, sizeof codes);
    return codes;
}

/* How much differs, roughly: the groups of CODES squares that do. */
static size_t distance(const shg_accumulator *a, const entry *from)
{
    size_t differ = 0;
    for (size_t i = 0; i < a->codes; i += CODES)
        differ += codes_at(from->square + i) != codes_at(a->now.square + i);
    return differ;
}

static void add_change(unsigned **inputs, size_t *count, const shg_nnue *n, shg_code code,
                       unsigned square)
{
    for (unsigned seen_by = 0; seen_by < 2; seen_by++)
        inputs[seen_by][*count] = shg_nnue_board_input(n, (shoogi_colour)seen_by, code, square);
    ++*count;
}

static void add_hand_change(unsigned **inputs, size_t *count, const shg_nnue *n, unsigned colour,
                            unsigned hand, unsigned nth)
{
    for (unsigned seen_by = 0; seen_by < 2; seen_by++)
        inputs[seen_by][*count] =
            shg_nnue_hand_input(n, (shoogi_colour)seen_by, (shoogi_colour)colour, hand, nth);
    ++*count;
}

static void find_changes(shg_accumulator *a, const entry *from)
{
    const shg_nnue *const n = a->network;
    changes *const c = &a->changes;
    c->added_count = c->removed_count = 0;
    for (size_t at = 0; at < a->codes; at += CODES) {
        if (codes_at(from->square + at) == codes_at(a->now.square + at))
            continue;
        for (size_t sq = at; sq < at + CODES; sq++) {
            const shg_code before = from->square[sq], now = a->now.square[sq];
            if (before == now)
                continue;
            if (before != 0)
                add_change(c->removed, &c->removed_count, n, before, (unsigned)sq);
            if (now != 0)
                add_change(c->added, &c->added_count, n, now, (unsigned)sq);
        }
    }
    a->now.pieces = from->pieces + (unsigned)c->added_count - (unsigned)c->removed_count;
    for (unsigned i = 0; i < 2 * n->in_hand_count; i++) {
        const unsigned before = from->hand[i], now = a->now.hand[i];
        const unsigned colour = i >= n->in_hand_count;
        const unsigned hand = colour ? i - n->in_hand_count : i;
        for (unsigned nth = now; nth < before; nth++)
            add_hand_change(c->removed, &c->removed_count, n, colour, hand, nth);
        for (unsigned nth = before; nth < now; nth++)
            add_hand_change(c->added, &c->added_count, n, colour, hand, nth);
    }
}

/* ---- scores ---- */

/* Makes the sum of an entry, as one side sees it, of that of another in the same region, by the changes. */
static void apply(const shg_accumulator *a, entry *to, const entry *from, unsigned seen_by)
{
    const shg_nnue *const n = a->network;
    const changes *const c = &a->changes;
    const unsigned buckets = n->shape.buckets;
    const size_t first = (size_t)a->now.region[seen_by] * n->region_inputs;
    const int32_t *const values = n->value + first * buckets;
    a->kernel->update(to->sum[seen_by], from->sum[seen_by], n->shape.width,
                      n->weight + first * n->shape.width, c->added[seen_by], c->added_count,
                      c->removed[seen_by], c->removed_count);
    int64_t *const value = to->value[seen_by];
    memmove(value, from->value[seen_by], buckets * sizeof *value);
    for (size_t i = 0; i < c->added_count; i++)
        for (unsigned j = 0; j < buckets; j++)
            value[j] += values[(size_t)c->added[seen_by][i] * buckets + j];
    for (size_t i = 0; i < c->removed_count; i++)
        for (unsigned j = 0; j < buckets; j++)
            value[j] -= values[(size_t)c->removed[seen_by][i] * buckets + j];
}

static void copy_position(const shg_accumulator *a, entry *to)
{
    memcpy(to->square, a->now.square, a->codes * sizeof *to->square);
    memcpy(to->hand, a->now.hand, (size_t)2 * a->network->in_hand_count * sizeof *to->hand);
    to->pieces = a->now.pieces;
}

/* The nearest entry whose sum is of the same region as that of the position now, as one side sees it. */
static entry *nearest(shg_accumulator *a, unsigned ply, unsigned seen_by)
{
    const unsigned region = a->now.region[seen_by];
    entry *const own = &a->entries[ply];
    entry *const others[] = { own, ply > 0 ? own - 1 : own };
    entry *found = &a->kept[seen_by][region];
    size_t least = distance(a, found);
    for (unsigned i = 0; i < 2; i++) {
        const size_t differ = others[i]->region[seen_by] == region ? distance(a, others[i]) : least;
        if (differ < least) {
            least = differ;
            found = others[i];
        }
    }
    return found;
}

/* Keeps the position and a sum of it in an entry of kept. */
static void keep(const shg_accumulator *a, entry *kept, const entry *from, unsigned seen_by)
{
    copy_position(a, kept);
    memcpy(kept->sum[seen_by], from->sum[seen_by],
           a->network->shape.width * sizeof *from->sum[seen_by]);
    memcpy(kept->value[seen_by], from->value[seen_by], sizeof from->value[seen_by]);
}

/* Brings the entry of a ply up to date. */
static const entry *update(shg_accumulator *a, const shoogi_position *p, unsigned ply)
{
    entry *const own = &a->entries[ply];
    read_position(a, p);
    entry *const from[2] = { nearest(a, ply, 0), nearest(a, ply, 1) };
    for (unsigned seen_by = 0; seen_by < 2; seen_by++) {
        if (seen_by == 0 || from[1] != from[0])
            find_changes(a, from[seen_by]);
        apply(a, own, from[seen_by], seen_by);
    }
    copy_position(a, own);
    for (unsigned seen_by = 0; seen_by < 2; seen_by++) {
        own->region[seen_by] = a->now.region[seen_by];
        entry *const kept = &a->kept[seen_by][own->region[seen_by]];
        if (from[seen_by] == kept)
            keep(a, kept, own, seen_by);
    }
    return own;
}

int64_t shg_accumulator_score(shg_accumulator *accumulator, const shoogi_position *position,
                              unsigned ply)
{
    assert(position->variant == accumulator->network->variant && ply < accumulator->plies);
    const shg_nnue *const n = accumulator->network;
    const shg_nnue_kernel *const kernel = accumulator->kernel;
    const shg_nnue_shape s = n->shape;
    _Alignas(ALIGNED) uint8_t active[2 * SHG_NNUE_WIDTH_MAX];
    _Alignas(ALIGNED) uint8_t first[SHG_NNUE_SMALL_MAX], second[SHG_NNUE_SMALL_MAX];
    const entry *const e = update(accumulator, position, ply);
    const shoogi_colour own = position->side, other = shoogi_colour_other(own);
    const unsigned bucket = shg_nnue_bucket(n, e->pieces);
    const shg_nnue_layers *const l = &n->layers[bucket];
    kernel->clip(active, e->sum[own], s.width);
    kernel->clip(active + s.width, e->sum[other], s.width);
    kernel->layer(first, s.first, l->first_bias, l->first_packed, active, 2 * s.width);
    kernel->layer(second, s.second, l->second_bias, l->second_packed, first, s.first);
    return shg_nnue_output(l, s.second, second, e->value[own][bucket], e->value[other][bucket]);
}
