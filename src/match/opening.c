#include "match/opening.h"

#include "base/error.h"
#include "engine/learning/self_play.h"
#include "match/royal_capture.h"
#include "shoogi/record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t shg_seed_of(uint64_t seed, uint64_t first, uint64_t second)
{
    return mix(mix(mix(seed) ^ first) ^ second) | 1;
}

/* ---- lists ---- */

static shoogi_status read_line(shoogi_position **out, const shg_openings *o, const char *line,
                               size_t bytes, shoogi_error *err)
{
    const shoogi_record_read_options how = { .variant = o->variant };
    shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
    size_t error_count = 0;
    shoogi_record *record;
    shoogi_status status = shoogi_record_read(&record, NULL, SHOOGI_FORMAT_USI, line, bytes, &how,
                                              errors, SHOOGI_RECORD_ERRORS_MAX, &error_count);
    if (status != SHOOGI_OK) {
        for (size_t i = 0; i < error_count; i++)
            if (errors[i].status != SHOOGI_OK)
                *err = errors[i];
        return status;
    }
    status = shoogi_record_position(out, record, shoogi_record_line_end(record, 0));
    shoogi_record_free(record);
    return status;
}

static bool is_empty(const char *line, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (strchr(" \t\r", line[i]) == NULL)
            return false;
    return true;
}

/* Adds a line of the list after checking it. */
static shoogi_status add_line(shg_openings *o, size_t begin, size_t bytes, shoogi_error *err)
{
    shoogi_position *p;
    shoogi_status status = read_line(&p, o, o->text + begin, bytes, err);
    if (status != SHOOGI_OK)
        return status;
    if (shoogi_position_result(p).reason != SHOOGI_REASON_NONE)
        status = shg_error_set(err, SHOOGI_PARSE_ERROR, 1, 1,
                               "expected an opening, found one after which the game is over");
    shoogi_position_free(p);
    if (status == SHOOGI_OK &&
        (o->count & (o->count - 1)) == 0) { /* the capacity is a power of two */
        const size_t room = o->count > 0 ? 2 * o->count : 1;
        shg_opening_line *const more = realloc(o->lines, room * sizeof *more);
        if (!more)
            return SHOOGI_NO_MEMORY;
        o->lines = more;
    }
    if (status == SHOOGI_OK)
        o->lines[o->count++] = (shg_opening_line){ begin, bytes };
    return status;
}

shoogi_status shg_openings_read(shg_openings *o, const char *text, size_t text_bytes,
                                shoogi_error *err)
{
    shg_openings list = *o;
    list.text = text;
    list.text_bytes = text_bytes;
    list.lines = NULL;
    list.count = 0;
    uint32_t number = 0;
    shoogi_status status = SHOOGI_OK;
    *err = (shoogi_error){ 0 };
    for (size_t at = 0; at < text_bytes && status == SHOOGI_OK;) {
        const char *const lf = memchr(text + at, '\n', text_bytes - at);
        const size_t bytes = lf ? (size_t)(lf - text) - at : text_bytes - at;
        number++;
        if (!is_empty(text + at, bytes))
            status = add_line(&list, at, bytes, err);
        at += bytes + 1;
    }
    if (status == SHOOGI_OK) {
        *o = list;
    } else {
        err->line = number;
        shg_openings_fini(&list);
    }
    return status;
}

void shg_openings_fini(shg_openings *openings)
{
    free(openings->lines);
    openings->lines = NULL;
    openings->count = 0;
}

/* ---- random openings ---- */

/* Whether a game may start in this position. */
static shoogi_status can_start(bool *out, const shg_openings *o, shoogi_position *p)
{
    bool in_reach = false;
    shoogi_status status = SHOOGI_OK;
    *out = shoogi_position_result(p).reason == SHOOGI_REASON_NONE;
    if (*out && o->no_royal_capturable)
        status = shg_can_capture_royal(&in_reach, p);
    *out = *out && !in_reach;
    return status;
}

/* Makes random moves; *made: whether all of them could be made. */
static shoogi_status play_random_moves(bool *made, shoogi_position *p, const shg_openings *o,
                                       uint64_t *random, shoogi_move *moves)
{
    const size_t moves_max = shoogi_variant_moves_max(o->variant);
    shoogi_status status = can_start(made, o, p);
    for (unsigned i = 0; i < o->plies && *made && status == SHOOGI_OK; i++) {
        const size_t count = shoogi_position_moves(p, moves, moves_max);
        status = shoogi_position_do(p, moves[shg_random(random) % count]);
        if (status == SHOOGI_OK)
            status = can_start(made, o, p);
    }
    return status;
}

static shoogi_status begin(shoogi_position **out, const shg_openings *o, size_t index)
{
    shoogi_error err;
    if (o->count == 0)
        return shoogi_position_new(out, o->variant);
    const shg_opening_line line = o->lines[index % o->count];
    return read_line(out, o, o->text + line.begin, line.bytes, &err);
}

/* ---- the most even opening ---- */

/* The search that scores positions; all NULL if there is nothing to choose from. */
typedef struct balance_search {
    shg_weights *weights;
    shg_table *table;
    shg_search *search;
    _Atomic bool stop;
} balance_search;

static shoogi_status begin_balance_search(balance_search *s, const shoogi_variant *variant)
{
    shoogi_status status = shg_weights_new(&s->weights, variant);
    if (status == SHOOGI_OK)
        status = shg_table_new(&s->table, 1);
    if (status == SHOOGI_OK)
        status = shg_search_new(&s->search, s->table, s->weights, &s->stop);
    return status;
}

static void end_balance_search(balance_search *s)
{
    shg_search_free(s->search);
    shg_table_free(s->table);
    shg_weights_free(s->weights);
}

/* The absolute score of the position, in centipawns. */
static shoogi_status measure_imbalance(int *out, balance_search *s, const shoogi_position *p)
{
    const shg_search_limits limits = { .nodes = 2000 };
    shoogi_move best;
    int score = 0;
    shg_table_clear(s->table);
    shg_search_clear(s->search);
    const shoogi_status status = shg_search_go(&best, &score, s->search, p, &limits);
    *out = abs(score);
    return status;
}

/* Tries until enough openings are found, and keeps the most even one. */
static shoogi_status choose_balanced(shoogi_position **p, const shg_openings *o, size_t index,
                                     balance_search *s, shoogi_move *moves)
{
    enum { TRIALS_MAX = 100 };
    const unsigned wanted = s->search ? o->candidates : 1,
                   before = shoogi_position_moves_played(*p);
    uint64_t random = shg_seed_of(o->seed, index, 0);
    unsigned found = 0;
    int least = INT_MAX;
    shoogi_position *best = NULL;
    shoogi_status status = SHOOGI_OK;
    for (unsigned trial = 0; trial < TRIALS_MAX && found < wanted && status == SHOOGI_OK; trial++) {
        bool made;
        int uneven = 0;
        while (shoogi_position_moves_played(*p) > before)
            shoogi_position_undo(*p);
        status = play_random_moves(&made, *p, o, &random, moves);
        if (made && status == SHOOGI_OK && s->search)
            status = measure_imbalance(&uneven, s, *p);
        if (!made || status != SHOOGI_OK)
            continue;
        found++;
        if (uneven < least) {
            least = uneven;
            shoogi_position_free(best);
            best = NULL;
            status = shoogi_position_copy(&best, *p);
        }
    }
    if (status == SHOOGI_OK && found == 0)
        status = SHOOGI_ILLEGAL;
    if (status == SHOOGI_OK) {
        shoogi_position_free(*p);
        *p = best;
    } else {
        shoogi_position_free(best);
    }
    return status;
}

shoogi_status shg_opening_at(shoogi_position **out, const shg_openings *o, size_t index)
{
    balance_search s = { .weights = NULL };
    shoogi_position *p;
    shoogi_status status = begin(&p, o, index);
    if (status != SHOOGI_OK)
        return status;
    shoogi_move *const moves = malloc(shoogi_variant_moves_max(o->variant) * sizeof *moves);
    if (!moves)
        status = SHOOGI_NO_MEMORY;
    else if (o->candidates > 1)
        status = begin_balance_search(&s, o->variant);
    if (status == SHOOGI_OK)
        status = choose_balanced(&p, o, index, &s, moves);
    end_balance_search(&s);
    free(moves);
    if (status == SHOOGI_OK)
        *out = p;
    else
        shoogi_position_free(p);
    return status;
}
