/* memory_player.c: players and their ignore lists, in memory. */
#include "support/memory_storage/memory_int.h"

#include "base/text.h"
#include "storage/row.h"

#include <stdlib.h>
#include <string.h>

static void remember_player(struct memory *m, shg_player *player)
{
    shg_memory_undo_push(m, PLAYER_CHANGED, player)->old.player = *player;
}

/* A linear scan: with 100,000 players it still takes less time than hashing a password. */
static shg_player *player_named(const struct memory *m, const char *name)
{
    const size_t bytes = strlen(name);
    for (size_t i = 0; i < m->players.count; i++) {
        shg_player *row = m->players.rows[i];
        if (shg_text_same(row->name, strlen(row->name), name, bytes))
            return row;
    }
    return NULL;
}

shoogi_status shg_memory_player_add(shg_storage *s, int64_t *id, const shg_player *row,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_player(row, err);
    if (status != SHOOGI_OK)
        return status;
    if (player_named(m, row->name))
        return shg_row_name_taken(err, row->name);
    if (row->current_game && !list_at(&m->games, row->current_game))
        return shg_row_not_found(err, "game", row->current_game);
    if (!shg_memory_row_reserve(m, &m->players))
        return shg_memory_exhausted(err);
    struct player *added = calloc(1, sizeof *added);
    if (added) {
        memcpy(added->name, row->name, strlen(row->name) + 1);
        added->password = shg_memory_text_new(row->password);
        added->settings = shg_memory_text_new("");
    }
    if (!added || !added->password || !added->settings) {
        if (added)
            shg_memory_player_free(added);
        return shg_memory_exhausted(err);
    }
    added->row = *row;
    added->row.id = (int64_t)m->players.count + 1;
    added->row.name = added->name;
    added->row.password = added->password;
    added->row.settings = added->settings;
    shg_memory_list_push(&m->players, added);
    shg_memory_undo_push(m, PLAYER_ADDED, added);
    *id = added->row.id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_player_by_name(shg_storage *s, shg_player *row, const char *name,
                                        shoogi_error *err)
{
    const shg_player *found = player_named(memory_of(s), name);
    if (!found)
        return shg_row_no_player(err, name);
    *row = *found;
    return SHOOGI_OK;
}

shoogi_status shg_memory_player_by_id(shg_storage *s, shg_player *row, int64_t id,
                                      shoogi_error *err)
{
    const shg_player *found = list_at(&memory_of(s)->players, id);
    if (!found)
        return shg_row_not_found(err, "player", id);
    *row = *found;
    return SHOOGI_OK;
}

shoogi_status shg_memory_player_set_seen(shg_storage *s, int64_t id, int64_t seen_ms,
                                         shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shg_player *player = list_at(&m->players, id);
    if (!player)
        return shg_row_not_found(err, "player", id);
    if (!shg_memory_undo_reserve(m))
        return shg_memory_exhausted(err);
    remember_player(m, player);
    player->seen_ms = seen_ms;
    return SHOOGI_OK;
}

shoogi_status shg_memory_player_set_game(shg_storage *s, int64_t id, int64_t game,
                                         shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shg_player *player = list_at(&m->players, id);
    if (!player)
        return shg_row_not_found(err, "player", id);
    if (game && !list_at(&m->games, game))
        return shg_row_not_found(err, "game", game);
    if (!shg_memory_undo_reserve(m))
        return shg_memory_exhausted(err);
    remember_player(m, player);
    player->current_game = game;
    return SHOOGI_OK;
}

shoogi_status shg_memory_player_set_password(shg_storage *s, int64_t id, const char *password,
                                             shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_password(password, err);
    if (status != SHOOGI_OK)
        return status;
    struct player *player = list_at(&m->players, id);
    if (!player)
        return shg_row_not_found(err, "player", id);
    return shg_memory_change_text(m, PASSWORD_CHANGED, player, &player->password,
                                  &player->row.password, password, err);
}

shoogi_status shg_memory_player_set_settings(shg_storage *s, int64_t id, const char *settings,
                                             shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_settings(settings, err);
    if (status != SHOOGI_OK)
        return status;
    struct player *player = list_at(&m->players, id);
    if (!player)
        return shg_row_not_found(err, "player", id);
    return shg_memory_change_text(m, SETTINGS_CHANGED, player, &player->settings,
                                  &player->row.settings, settings, err);
}

shoogi_status shg_memory_player_rename(shg_storage *s, int64_t id, const char *name,
                                       shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shg_player row = { .name = name, .password = "" };
    const shoogi_status status = shg_row_check_player(&row, err);
    if (status != SHOOGI_OK)
        return status;
    struct player *player = list_at(&m->players, id);
    if (!player)
        return shg_row_not_found(err, "player", id);
    const shg_player *other = player_named(m, name);
    if (other && other != &player->row)
        return shg_row_name_taken(err, name);
    char *old = shg_memory_undo_reserve(m) ? shg_memory_text_new(player->name) : NULL;
    if (!old)
        return shg_memory_exhausted(err);
    shg_memory_undo_push(m, NAME_CHANGED, player)->text = old;
    memcpy(player->name, name, strlen(name) + 1);
    return SHOOGI_OK;
}

static int compare_names(const void *a, const void *b)
{
    const char *one = (*(const shg_player *const *)a)->name;
    const char *other = (*(const shg_player *const *)b)->name;
    while (*one && shg_lower(*one) == shg_lower(*other)) {
        one++;
        other++;
    }
    return (unsigned char)shg_lower(*one) - (unsigned char)shg_lower(*other);
}

/* Calls each for the rows, by name, and frees the array. */
static void list_players(struct memory *m, const shg_player **rows, size_t count,
                         shg_player_fn *each, void *context)
{
    qsort(rows, count, sizeof *rows, compare_names);
    m->listing = true;
    for (size_t i = 0; i < count; i++)
        if (!each(context, rows[i]))
            break;
    m->listing = false;
    free(rows);
}

shoogi_status shg_memory_player_list(shg_storage *s, const char *prefix, shg_player_fn *each,
                                     void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shg_player **rows = calloc(m->players.count + 1, sizeof *rows);
    if (!rows)
        return shg_memory_exhausted(err);
    const size_t prefix_bytes = strlen(prefix);
    size_t count = 0;
    for (size_t i = 0; i < m->players.count; i++) {
        const shg_player *row = m->players.rows[i];
        if (shg_text_same(row->name, strnlen(row->name, prefix_bytes), prefix, prefix_bytes))
            rows[count++] = row;
    }
    list_players(m, rows, count, each, context);
    return SHOOGI_OK;
}

/* --- Ignore lists --- */

static const struct ignored *find_ignored(const struct memory *m, int64_t player, int64_t other)
{
    for (size_t i = 0; i < m->ignored.list.count; i++) {
        const struct ignored *row = m->ignored.list.rows[i];
        if (row->player == player && row->other == other)
            return row;
    }
    return NULL;
}

shoogi_status shg_memory_ignored_set(shg_storage *s, int64_t player, int64_t other, bool ignored,
                                     shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const int64_t ids[] = { player, other };
    for (size_t i = 0; i < 2; i++)
        if (!list_at(&m->players, ids[i]))
            return shg_row_not_found(err, "player", ids[i]);
    const struct ignored *there = find_ignored(m, player, other);
    if (ignored == (there != NULL))
        return SHOOGI_OK;
    if (there)
        return shg_memory_numbered_remove(m, &m->ignored, "row", there->id, err);
    struct ignored *added =
        shg_memory_numbered_reserve(m, &m->ignored) ? calloc(1, sizeof *added) : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = (struct ignored){ m->ignored.made + 1, player, other };
    shg_memory_numbered_add(m, &m->ignored, added);
    return SHOOGI_OK;
}

shoogi_status shg_memory_ignored_list(shg_storage *s, int64_t player, shg_player_fn *each,
                                      void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shg_player **rows = calloc(m->ignored.list.count + 1, sizeof *rows);
    if (!rows)
        return shg_memory_exhausted(err);
    size_t count = 0;
    for (size_t i = 0; i < m->ignored.list.count; i++) {
        const struct ignored *row = m->ignored.list.rows[i];
        if (row->player == player)
            rows[count++] = list_at(&m->players, row->other);
    }
    list_players(m, rows, count, each, context);
    return SHOOGI_OK;
}
