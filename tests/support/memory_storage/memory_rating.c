/* memory_rating.c: final results and ratings, in memory. */
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <string.h>

shoogi_status shg_memory_game_finalise(shg_storage *s, int64_t id, int64_t at_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    struct game *game = list_at(&m->games, id);
    if (!game)
        return shg_row_not_found(err, "game", id);
    const shoogi_status status =
        shg_row_settles(id, game->row.outcome, game->row.settled_ms != 0, err);
    if (status != SHOOGI_OK)
        return status;
    if (!shg_memory_undo_reserve(m))
        return shg_memory_exhausted(err);
    shg_memory_remember_game(m, GAME_CHANGED, game);
    game->row.settled_ms = at_ms;
    return SHOOGI_OK;
}

shoogi_status shg_memory_rating_add(shg_storage *s, const shg_rating_row *row, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_rating(row, err);
    if (status != SHOOGI_OK)
        return status;
    for (size_t i = 0; i < m->ratings.count; i++) {
        const shg_rating_row *other = m->ratings.rows[i];
        if (other->game == row->game && other->player == row->player)
            return shg_row_rated_twice(err, row);
    }
    if (!list_at(&m->games, row->game) || !list_at(&m->players, row->player))
        return shg_row_no_rated(err);
    char *texts;
    shg_rating_row *added = shg_memory_row_reserve(m, &m->ratings)
                                ? shg_memory_row_new(&texts, sizeof *added,
                                                     strlen(row->variant) + strlen(row->speed) + 2)
                                : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->number = (int64_t)m->ratings.count + 1;
    added->variant = shg_memory_put_text(&texts, row->variant);
    added->speed = shg_memory_put_text(&texts, row->speed);
    shg_memory_row_add(m, &m->ratings, added);
    return SHOOGI_OK;
}

shoogi_status shg_memory_rating_get(shg_storage *s, shg_rating_row *row, int64_t player,
                                    const char *variant, const char *speed, int64_t until_ms,
                                    shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    for (size_t i = m->ratings.count; i > 0; i--) {
        const shg_rating_row *found = m->ratings.rows[i - 1];
        if (found->player != player || found->at_ms > until_ms ||
            strcmp(found->variant, variant) != 0 || strcmp(found->speed, speed) != 0)
            continue;
        *row = *found;
        return SHOOGI_OK;
    }
    return shg_row_no_rating(err, variant, speed);
}

static bool is_latest_of(const struct memory *m, const shg_rating_row *row)
{
    for (size_t i = m->ratings.count; i > (size_t)row->number; i--) {
        const shg_rating_row *later = m->ratings.rows[i - 1];
        if (later->player == row->player && strcmp(later->variant, row->variant) == 0 &&
            strcmp(later->speed, row->speed) == 0)
            return false;
    }
    return true;
}

/* Whether a row comes before another in a list of the best. */
static bool is_better(const shg_rating_row *a, const shg_rating_row *b, int64_t deviation_e3)
{
    const bool vague = a->deviation_e3 >= deviation_e3, other = b->deviation_e3 >= deviation_e3;
    return vague != other                 ? other
           : a->rating_e3 != b->rating_e3 ? a->rating_e3 > b->rating_e3
                                          : a->number < b->number;
}

shoogi_status shg_memory_rating_best(shg_storage *s, const char *variant, const char *speed,
                                     int64_t deviation_e3, int64_t rows_max, shg_rating_fn *each,
                                     void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shg_rating_row *last = NULL;
    bool more = true;
    (void)err;
    m->listing = true;
    for (int64_t n = 0; n < rows_max && more; n++) {
        const shg_rating_row *next = NULL; /* the best behind the last one */
        for (size_t i = 0; i < m->ratings.count; i++) {
            const shg_rating_row *row = m->ratings.rows[i];
            if (strcmp(row->variant, variant) == 0 && strcmp(row->speed, speed) == 0 &&
                is_latest_of(m, row) && (!last || is_better(last, row, deviation_e3)) &&
                (!next || is_better(row, next, deviation_e3)))
                next = row;
        }
        more = next && each(context, next);
        last = next;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_rating_list(shg_storage *s, const shg_rating_filter *filter,
                                     shg_rating_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = filter->after > 0 ? (size_t)filter->after : 0; i < m->ratings.count; i++) {
        const shg_rating_row *row = m->ratings.rows[i];
        if ((filter->player == 0 || row->player == filter->player) && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}
