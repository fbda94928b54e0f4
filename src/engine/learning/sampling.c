#include "engine/learning/sampling.h"

#include <stdlib.h>
#include <string.h>

typedef struct candidate {
    uint64_t key; /* the mixed hash of its position */
    shoogi_move moves[SHG_SAMPLE_PLIES_MAX];
    unsigned ply_count;
    int score;
    shg_bound bound;
} candidate;

struct shg_sampler {
    candidate kept[SHG_SAMPLES]; /* [count] in the order of keys */
    size_t count;
    shoogi_move *moves; /* [moves_max] scratch */
};

shoogi_status shg_sampler_new(shg_sampler **out, const shoogi_variant *variant)
{
    shg_sampler *const s = calloc(1, sizeof *s);
    if (!s)
        return SHOOGI_NO_MEMORY;
    s->moves = malloc(variant->moves_max * sizeof *s->moves);
    if (!s->moves) {
        free(s);
        return SHOOGI_NO_MEMORY;
    }
    *out = s;
    return SHOOGI_OK;
}

void shg_sampler_free(shg_sampler *sampler)
{
    if (!sampler)
        return;
    free(sampler->moves);
    free(sampler);
}

void shg_sampler_begin(shg_sampler *sampler)
{
    sampler->count = 0;
}

/* Another order than that of hashes, by which a transposition table replaces its entries. */
static uint64_t mix(uint64_t hash)
{
    hash = (hash ^ hash >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* The line from the root to a node; false if it is too long, or a side passes in it. */
static bool copy_line(shoogi_move *line, const shg_search_node *node)
{
    const shoogi_position *const p = node->position;
    if (node->ply > SHG_SAMPLE_PLIES_MAX)
        return false;
    for (unsigned i = 0; i < node->ply; i++) {
        line[i] = p->history[p->history_count - node->ply + i].move;
        if (line[i] == 0)
            return false;
    }
    return true;
}

static void remove_at(shg_sampler *s, size_t at)
{
    s->count--;
    memmove(&s->kept[at], &s->kept[at + 1], (s->count - at) * sizeof *s->kept);
}

static void insert_at(shg_sampler *s, size_t at, const candidate *new)
{
    s->count += s->count < SHG_SAMPLES;
    memmove(&s->kept[at + 1], &s->kept[at], (s->count - 1 - at) * sizeof *s->kept);
    s->kept[at] = *new;
}

/* A position that is searched again, deeper, replaces itself. */
void shg_sampler_see(void *sampler, const shg_search_node *node)
{
    shg_sampler *const s = sampler;
    candidate new = { .key = mix(node->position->hash),
                      .ply_count = node->ply,
                      .score = node->score,
                      .bound = node->bound };
    size_t at = s->count;
    while (at > 0 && new.key <= s->kept[at - 1].key)
        at--;
    if (at == SHG_SAMPLES)
        return;
    if (at < s->count && s->kept[at].key == new.key)
        remove_at(s, at);
    if (node->ply > 0 && abs(node->score) < SHG_SCORE_WON && copy_line(new.moves, node))
        insert_at(s, at, &new);
}

/* How many legal moves come before it in the order of their bits; -1: it is none of them. */
static ptrdiff_t rank_of(shoogi_move move, const shoogi_move *moves, size_t count)
{
    ptrdiff_t before = 0;
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        before += moves[i] < move;
        found = found || moves[i] == move;
    }
    return found ? before : -1;
}

/* The legal move with this rank, which is below count.  Source: Hoare, "Algorithm 65: find", 1961. */
static shoogi_move ranked(size_t rank, shoogi_move *moves, size_t count)
{
    for (size_t begin = 0, end = count; end - begin > 1;) {
        const shoogi_move pivot = moves[begin + (end - 1 - begin) / 2];
        size_t i = begin, j = end - 1;
        for (;; i++, j--) {
            while (moves[i] < pivot)
                i++;
            while (moves[j] > pivot)
                j--;
            if (i >= j)
                break;
            const shoogi_move other = moves[i];
            moves[i] = moves[j];
            moves[j] = other;
        }
        /* Up to j none is greater than the pivot, after it none smaller; no two moves are the same. */
        if (rank <= j)
            end = j + 1;
        else
            begin = j + 1;
    }
    return moves[rank];
}

static void take_back(shoogi_position *p, unsigned plies)
{
    for (; plies > 0; plies--)
        shoogi_position_undo(p);
}

static bool write_line(shg_sample *out, shg_sampler *s, const candidate *from, shoogi_position *p)
{
    unsigned made = 0;
    bool good = true;
    for (; made < from->ply_count && good; made += good) {
        const size_t count = shoogi_position_moves(p, s->moves, p->variant->moves_max);
        const ptrdiff_t rank = rank_of(from->moves[made], s->moves, count);
        out->moves[made] = (uint16_t)rank;
        good = rank >= 0 && rank <= UINT16_MAX &&
               shoogi_position_do(p, from->moves[made]) == SHOOGI_OK;
    }
    take_back(p, made);
    return good;
}

size_t shg_sampler_take(shg_sample *out, shg_sampler *sampler, shoogi_position *position,
                        uint32_t ply)
{
    size_t count = 0;
    for (size_t i = 0; i < sampler->count; i++) {
        const candidate *const c = &sampler->kept[i];
        out[count] = (shg_sample){ .ply = ply,
                                   .score = (int16_t)c->score,
                                   .bound = (uint8_t)c->bound,
                                   .ply_count = (uint8_t)c->ply_count };
        count += write_line(&out[count], sampler, c, position);
    }
    return count;
}

shoogi_status shg_sample_reach(shoogi_position *position, const shg_sample *sample,
                               shoogi_move *moves)
{
    shoogi_status status = SHOOGI_OK;
    unsigned made = 0;
    for (; made < sample->ply_count && status == SHOOGI_OK; made += status == SHOOGI_OK) {
        const size_t count = shoogi_position_moves(position, moves, position->variant->moves_max);
        status = sample->moves[made] < count
                     ? shoogi_position_do(position, ranked(sample->moves[made], moves, count))
                     : SHOOGI_ILLEGAL;
    }
    if (status != SHOOGI_OK)
        take_back(position, made);
    return status;
}
