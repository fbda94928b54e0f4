/* memory_game.c: definitions, games and their events, in memory. */
#include "support/memory_storage/memory_int.h"

#include "storage/append.h"
#include "storage/row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- Definitions --- */

shoogi_status shg_memory_definition_put(shg_storage *s, int64_t *id, const shg_definition *row,
                                        shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_definition(row, err);
    if (status != SHOOGI_OK)
        return status;
    for (size_t i = 0; i < m->definitions.count; i++) {
        const shg_definition *old = m->definitions.rows[i];
        if (old->text_bytes == row->text_bytes && strcmp(old->name, row->name) == 0 &&
            memcmp(old->text, row->text, row->text_bytes) == 0) {
            *id = old->id;
            return SHOOGI_OK;
        }
    }
    if (!shg_memory_row_reserve(m, &m->definitions))
        return shg_memory_exhausted(err);
    char *texts;
    shg_definition *added =
        shg_memory_row_new(&texts, sizeof *added, strlen(row->name) + row->text_bytes + 2);
    if (!added)
        return shg_memory_exhausted(err);
    added->id = (int64_t)m->definitions.count + 1;
    added->name = shg_memory_put_text(&texts, row->name);
    added->text = shg_memory_put_bytes(&texts, row->text, row->text_bytes);
    added->text_bytes = row->text_bytes;
    shg_memory_row_add(m, &m->definitions, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_definition_get(shg_storage *s, shg_definition *row, int64_t id,
                                        shoogi_error *err)
{
    const shg_definition *found = list_at(&memory_of(s)->definitions, id);
    if (!found)
        return shg_row_not_found(err, "definition", id);
    *row = *found;
    return SHOOGI_OK;
}

/* --- Games and events --- */

shoogi_status shg_memory_game_add(shg_storage *s, int64_t *id, const shg_game *row,
                                  shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_game(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_definition *definition = list_at(&m->definitions, row->definition);
    const shg_player *black = list_at(&m->players, row->black);
    const shg_player *white = list_at(&m->players, row->white);
    if (!definition || !black || !white)
        return shg_row_no_parts(err);
    if (!shg_memory_row_reserve(m, &m->games))
        return shg_memory_exhausted(err);
    char *texts;
    struct game *added = shg_memory_row_new(
        &texts, sizeof *added, strlen(row->sfen) + strlen(row->options) + strlen(row->comment) + 3);
    if (!added)
        return shg_memory_exhausted(err);
    added->row = (shg_game){
        .id = (int64_t)m->games.count + 1,
        .definition = row->definition,
        .variant = definition->name,
        .black = row->black,
        .white = row->white,
        .black_name = black->name,
        .white_name = white->name,
        .sfen = shg_memory_put_text(&texts, row->sfen),
        .options = shg_memory_put_text(&texts, row->options),
        .comment = shg_memory_put_text(&texts, row->comment),
        .created_ms = row->created_ms,
        .rated = row->rated,
        .outcome = "",
        .reason = "",
    };
    shg_memory_list_push(&m->games, added);
    shg_memory_undo_push(m, GAME_ADDED, added);
    *id = added->row.id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_game_get(shg_storage *s, shg_game *row, int64_t id, shoogi_error *err)
{
    const struct game *found = list_at(&memory_of(s)->games, id);
    if (!found)
        return shg_row_not_found(err, "game", id);
    *row = found->row;
    return SHOOGI_OK;
}

static int compare_ends(const void *a, const void *b)
{
    const shg_game *one = *(const shg_game *const *)a, *other = *(const shg_game *const *)b;
    if (one->ended_ms != other->ended_ms)
        return one->ended_ms < other->ended_ms ? -1 : 1;
    return one->id < other->id ? -1 : 1;
}

static shoogi_status list_unsettled(struct memory *m, shg_game_fn *each, void *context,
                                    shoogi_error *err)
{
    const shg_game **rows = calloc(m->games.count + 1, sizeof *rows);
    if (!rows)
        return shg_memory_exhausted(err);
    size_t count = 0;
    for (size_t i = 0; i < m->games.count; i++) {
        const struct game *game = m->games.rows[i];
        if (game->row.rated && game->row.outcome[0] && game->row.settled_ms == 0)
            rows[count++] = &game->row;
    }
    qsort(rows, count, sizeof *rows, compare_ends);
    m->listing = true;
    for (size_t i = 0; i < count; i++)
        if (!each(context, rows[i]))
            break;
    m->listing = false;
    free(rows);
    return SHOOGI_OK;
}

static bool is_wanted(const shg_game *row, const shg_game_filter *filter)
{
    if (filter->running_only && row->outcome[0])
        return false;
    if (filter->player == 0)
        return true;
    if (row->black != filter->player && row->white != filter->player)
        return false;
    const int64_t seen = row->black == filter->player ? row->black_seen : row->white_seen;
    return !filter->open_only || row->outcome[0] == '\0' || seen < row->events;
}

shoogi_status shg_memory_game_list(shg_storage *s, const shg_game_filter *filter, shg_game_fn *each,
                                   void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    if (filter->unsettled)
        return list_unsettled(m, each, context, err);
    const bool newest =
        filter->newest_first && !filter->running_only && !(filter->player && filter->open_only);
    const int64_t count = (int64_t)m->games.count;
    m->listing = true;
    int64_t id = newest && (filter->after == 0 || filter->after > count) ? count
                 : newest                                                ? filter->after - 1
                 : filter->after < 0                                     ? 1
                 : filter->after < count                                 ? filter->after + 1
                                                                         : count + 1;
    for (; id >= 1 && id <= count; id += newest ? -1 : 1) {
        const struct game *game = list_at(&m->games, id);
        if (is_wanted(&game->row, filter) && !each(context, &game->row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_game_set_seen(shg_storage *s, int64_t *events, int64_t id, int colour,
                                       int64_t number, int64_t at_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    struct game *game = list_at(&m->games, id);
    if (!game)
        return shg_row_not_found(err, "game", id);
    assert(colour == 0 || colour == 1);
    if (!shg_memory_undo_reserve(m))
        return shg_memory_exhausted(err);
    shg_memory_remember_game(m, GAME_CHANGED, game);
    int64_t *seen = colour == 0 ? &game->row.black_seen : &game->row.white_seen;
    if (number > game->row.events)
        number = game->row.events;
    if (number > *seen) {
        *seen = number;
        *(colour == 0 ? &game->row.black_seen_ms : &game->row.white_seen_ms) = at_ms;
    }
    if (events)
        *events = game->row.events;
    return SHOOGI_OK;
}

shoogi_status shg_memory_event_add(shg_storage *s, const shg_event *row, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = shg_row_check_event(row, err);
    if (status != SHOOGI_OK)
        return status;
    struct game *game = list_at(&m->games, row->game);
    if (!game)
        return shg_row_not_found(err, "game", row->game);
    status = shg_row_event_fits(row, game->row.events, game->row.outcome, game->row.settled_ms != 0,
                                game->row.deleted_ms != 0, err);
    if (status != SHOOGI_OK)
        return status;
    if (!shg_memory_row_reserve(m, &game->events))
        return shg_memory_exhausted(err);
    char *texts;
    shg_event *added =
        shg_memory_row_new(&texts, sizeof *added, strlen(row->kind) + strlen(row->text) + 2);
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->kind = shg_memory_put_text(&texts, row->kind);
    added->text = shg_memory_put_text(&texts, row->text);
    shg_memory_remember_game(m, EVENT_ADDED, game);
    shg_memory_list_push(&game->events, added);
    /* The reason is borrowed from the event's text, which lives as long as the game. */
    const shg_row_effect effect = shg_row_event_effect(added);
    game->row.events++;
    game->row.moves += effect.moves;
    if (effect.sealed >= 0)
        game->row.sealed = effect.sealed != 0;
    if (effect.sets_result) {
        game->row.outcome = effect.outcome;
        game->row.reason = effect.reason;
        game->row.ended_ms = effect.ended_ms;
    }
    return SHOOGI_OK;
}

shoogi_status shg_memory_game_append(shg_storage *s, const shg_append *what, shoogi_error *err)
{
    return shg_append_in_steps(s, what, err);
}

shoogi_status shg_memory_event_list(shg_storage *s, int64_t id, int64_t from_number,
                                    shg_event_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    const struct game *game = list_at(&m->games, id);
    if (!game)
        return SHOOGI_OK;
    m->listing = true;
    const size_t start = from_number > 1 ? (size_t)from_number - 1 : 0;
    for (size_t i = start; i < game->events.count; i++)
        if (!each(context, game->events.rows[i]))
            break;
    m->listing = false;
    return SHOOGI_OK;
}
