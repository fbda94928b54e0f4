/* memory.c: the storage whose rows live in memory and die with it.
 *
 * Each row is one allocation, its strings behind it.  What a transaction changes is written to a
 * list of undo steps; rollback and part_drop walk it backwards.  Every function asks for all the
 * memory it needs before it changes anything, so that a spent memory leaves no half of a change
 * behind. */
#include "storage/memory_int.h"

#include "base/error.h"
#include "base/text.h"
#include "storage/row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- Lists and rows --- */

shoogi_status shg_memory_spent(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
}

/* Makes room for one more. */
static bool list_reserve(struct list *list)
{
    if (list->count < list->room)
        return true;
    const size_t room = list->room ? 2 * list->room : 8;
    void **rows = realloc(list->rows, room * sizeof *rows);
    if (!rows)
        return false;
    list->rows = rows;
    list->room = room;
    return true;
}

void shg_memory_list_push(struct list *list, void *row)
{
    assert(list->count < list->room);
    list->rows[list->count++] = row;
}

static void list_free(struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->rows[i]);
    free(list->rows);
}

static int64_t number_of(const void *row)
{
    return *(const int64_t *)row;
}

/* The place of the first row with this number or a greater one. */
static size_t numbered_place(const struct numbered *rows, int64_t id)
{
    size_t low = 0, high = rows->list.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (number_of(rows->list.rows[middle]) < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void *shg_memory_numbered_at(const struct numbered *rows, int64_t id)
{
    const size_t place = numbered_place(rows, id);
    if (place == rows->list.count || number_of(rows->list.rows[place]) != id)
        return NULL;
    return rows->list.rows[place];
}

static void numbered_insert(struct numbered *rows, void *row)
{
    struct list *list = &rows->list;
    const size_t place = numbered_place(rows, number_of(row));
    assert(list->count < list->room);
    memmove(list->rows + place + 1, list->rows + place, (list->count - place) * sizeof *list->rows);
    list->rows[place] = row;
    list->count++;
}

/* Takes it out of the list without freeing it. */
static void numbered_take_out(struct numbered *rows, const void *row)
{
    struct list *list = &rows->list;
    const size_t place = numbered_place(rows, number_of(row));
    assert(place < list->count && list->rows[place] == row);
    list->count--;
    memmove(list->rows + place, list->rows + place + 1, (list->count - place) * sizeof *list->rows);
}

/* A row of row_bytes, zeroed, and behind it room for strings of text_bytes with their NULs. */
void *shg_memory_row_new(char **texts, size_t row_bytes, size_t text_bytes)
{
    char *row = calloc(1, row_bytes + text_bytes);
    *texts = row ? row + row_bytes : NULL;
    return row;
}

static const char *put_bytes(char **texts, const char *text, size_t bytes)
{
    char *place = *texts;
    memcpy(place, text, bytes);
    place[bytes] = '\0';
    *texts += bytes + 1;
    return place;
}

const char *shg_memory_put_text(char **texts, const char *text)
{
    return put_bytes(texts, text, strlen(text));
}

static char *text_new(const char *text)
{
    char *place, *out = shg_memory_row_new(&place, 0, strlen(text) + 1);
    if (out)
        shg_memory_put_text(&place, text);
    return out;
}

/* --- Transactions --- */

/* Makes room for one more undo step. */
bool shg_memory_undo_reserve(struct memory *m)
{
    assert(m->in_transaction);
    if (m->undo_count < m->undo_room)
        return true;
    const size_t room = m->undo_room ? 2 * m->undo_room : 16;
    struct undo *undo = realloc(m->undo, room * sizeof *undo);
    if (!undo)
        return false;
    m->undo = undo;
    m->undo_room = room;
    return true;
}

struct undo *shg_memory_undo_push(struct memory *m, enum change what, void *row)
{
    assert(m->undo_count < m->undo_room);
    struct undo *undo = &m->undo[m->undo_count++];
    memset(undo, 0, sizeof *undo);
    undo->what = what;
    undo->row = row;
    return undo;
}

bool shg_memory_row_reserve(struct memory *m, struct list *list)
{
    return shg_memory_undo_reserve(m) && list_reserve(list);
}

void shg_memory_row_add(struct memory *m, struct list *list, void *row)
{
    shg_memory_list_push(list, row);
    shg_memory_undo_push(m, ROW_ADDED, row)->list = list;
}

static void take_back_to(struct memory *m, size_t count);

static void remember_player(struct memory *m, shg_player *player)
{
    shg_memory_undo_push(m, PLAYER_CHANGED, player)->old.player = *player;
}

shoogi_status shg_memory_change_numbers(struct memory *m, const struct number_change *changes,
                                        size_t count, shoogi_error *err)
{
    const size_t before = m->undo_count;
    for (size_t i = 0; i < count; i++) {
        if (!shg_memory_undo_reserve(m)) {
            take_back_to(m, before);
            return shg_memory_spent(err);
        }
        shg_memory_undo_push(m, NUMBER_CHANGED, changes[i].number)->old.number = *changes[i].number;
        *changes[i].number = changes[i].to;
    }
    return SHOOGI_OK;
}

void shg_memory_remember_game(struct memory *m, enum change what, struct game *game)
{
    shg_memory_undo_push(m, what, game)->old.game = game->row;
}

static void player_free(struct player *player)
{
    free(player->password);
    free(player->settings);
    free(player);
}

static void game_free(struct game *game)
{
    list_free(&game->events);
    free(game);
}

static void study_free(struct study *study)
{
    list_free(&study->events);
    free(study);
}

static void free_table_free(struct free_table *table)
{
    list_free(&table->events);
    free(table);
}

static void free_numbered(const struct memory *m, const struct numbered *of, void *row)
{
    if (of == &m->challenges)
        free(((struct challenge *)row)->options);
    free(row);
}

static void put_back(char **text, const char **in_row, char *was)
{
    free(*text);
    *text = was;
    *in_row = was;
}

static void take_back(struct memory *m, const struct undo *undo)
{
    struct game *game = undo->row; /* meant only where the step is about one */
    struct player *player = undo->row;
    struct challenge *challenge = undo->row;
    struct study *study = undo->row;
    struct free_table *table = undo->row;
    switch (undo->what) {
    case PLAYER_ADDED:
        m->players.count--;
        player_free(player);
        break;
    case NAME_CHANGED:
        memcpy(player->name, undo->text, strlen(undo->text) + 1);
        free(undo->text);
        break;
    case PASSWORD_CHANGED: put_back(&player->password, &player->row.password, undo->text); break;
    case SETTINGS_CHANGED: put_back(&player->settings, &player->row.settings, undo->text); break;
    case PLAYER_CHANGED: *(shg_player *)undo->row = undo->old.player; break;
    case ROW_ADDED:
        undo->list->count--;
        free(undo->row);
        break;
    case NUMBERED_ADDED:
        numbered_take_out(undo->of, undo->row);
        free_numbered(m, undo->of, undo->row);
        undo->of->made--;
        break;
    case NUMBERED_REMOVED:
        numbered_insert(undo->of, undo->row); /* its room in the list is still there */
        break;
    case OPTIONS_CHANGED: put_back(&challenge->options, &challenge->row.options, undo->text); break;
    case GAME_ADDED:
        m->games.count--;
        game_free(game);
        break;
    case EVENT_ADDED:
        free(game->events.rows[--game->events.count]);
        game->row = undo->old.game;
        break;
    case STUDY_ADDED:
        m->studies.count--;
        study_free(study);
        break;
    case STUDY_EVENT_ADDED:
        free(study->events.rows[--study->events.count]);
        study->row.events--;
        break;
    case FREE_TABLE_ADDED:
        m->free_tables.count--;
        free_table_free(table);
        break;
    case FREE_TABLE_EVENT_ADDED:
        free(table->events.rows[--table->events.count]);
        table->row.events--;
        break;
    case GAME_CHANGED: game->row = undo->old.game; break;
    case RUN_CHANGED: *(shg_run *)undo->row = undo->old.run; break;
    case NUMBER_CHANGED: *(int64_t *)undo->row = undo->old.number; break;
    }
}

static void take_back_to(struct memory *m, size_t count)
{
    while (m->undo_count > count)
        take_back(m, &m->undo[--m->undo_count]);
}

shoogi_status shg_memory_begin(shg_storage *s, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    assert(!m->in_transaction);
    m->in_transaction = true;
    return SHOOGI_OK;
}

shoogi_status shg_memory_commit(shg_storage *s, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    assert(m->in_transaction && !m->in_part);
    for (size_t i = 0; i < m->undo_count; i++) {
        if (m->undo[i].what == NUMBERED_REMOVED)
            free_numbered(m, m->undo[i].of, m->undo[i].row);
        free(m->undo[i].text);
    }
    m->undo_count = 0;
    m->in_transaction = false;
    return SHOOGI_OK;
}

void shg_memory_rollback(shg_storage *s)
{
    struct memory *m = memory_of(s);
    assert(m->in_transaction);
    take_back_to(m, 0);
    m->in_transaction = m->in_part = false;
}

shoogi_status shg_memory_part_begin(shg_storage *s, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    assert(m->in_transaction && !m->in_part);
    m->in_part = true;
    m->part_start = m->undo_count;
    return SHOOGI_OK;
}

shoogi_status shg_memory_part_keep(shg_storage *s, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    assert(m->in_part);
    m->in_part = false;
    return SHOOGI_OK;
}

void shg_memory_part_drop(shg_storage *s)
{
    struct memory *m = memory_of(s);
    assert(m->in_part);
    take_back_to(m, m->part_start);
    m->in_part = false;
}

/* --- Players --- */

/* A scan: for a hundred thousand players still less than a password takes to hash. */
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
        return shg_memory_spent(err);
    struct player *added = calloc(1, sizeof *added);
    if (added) {
        memcpy(added->name, row->name, strlen(row->name) + 1);
        added->password = text_new(row->password);
        added->settings = text_new("");
    }
    if (!added || !added->password || !added->settings) {
        if (added)
            player_free(added);
        return shg_memory_spent(err);
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
        return shg_memory_spent(err);
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
        return shg_memory_spent(err);
    remember_player(m, player);
    player->current_game = game;
    return SHOOGI_OK;
}

/* Changes a text of a row that is there. */
static shoogi_status change_text(struct memory *m, enum change what, void *row, char **text,
                                 const char **in_row, const char *to, shoogi_error *err)
{
    char *changed = shg_memory_undo_reserve(m) ? text_new(to) : NULL;
    if (!changed)
        return shg_memory_spent(err);
    shg_memory_undo_push(m, what, row)->text = *text;
    *text = changed;
    *in_row = changed;
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
    return change_text(m, PASSWORD_CHANGED, player, &player->password, &player->row.password,
                       password, err);
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
    return change_text(m, SETTINGS_CHANGED, player, &player->settings, &player->row.settings,
                       settings, err);
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
    char *old = shg_memory_undo_reserve(m) ? text_new(player->name) : NULL;
    if (!old)
        return shg_memory_spent(err);
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

/* Hands them out in the order of names, and frees them. */
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
        return shg_memory_spent(err);
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

/* --- Rows that may be removed --- */

/* Makes room for one more of them. */
bool shg_memory_numbered_reserve(struct memory *m, struct numbered *rows)
{
    return shg_memory_row_reserve(m, &rows->list);
}

/* The row has the number made + 1, and there is room. */
void shg_memory_numbered_add(struct memory *m, struct numbered *rows, void *row)
{
    shg_memory_list_push(&rows->list, row);
    shg_memory_undo_push(m, NUMBERED_ADDED, row)->of = rows;
    rows->made++;
}

shoogi_status shg_memory_numbered_remove(struct memory *m, struct numbered *rows, const char *what,
                                         int64_t id, shoogi_error *err)
{
    void *found = shg_memory_numbered_at(rows, id);
    if (!found)
        return shg_row_not_found(err, what, id);
    if (!shg_memory_undo_reserve(m))
        return shg_memory_spent(err);
    numbered_take_out(rows, found);
    shg_memory_undo_push(m, NUMBERED_REMOVED, found)->of = rows;
    return SHOOGI_OK;
}

/* --- Who is ignored --- */

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
        return shg_memory_spent(err);
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
        return shg_memory_spent(err);
    size_t count = 0;
    for (size_t i = 0; i < m->ignored.list.count; i++) {
        const struct ignored *row = m->ignored.list.rows[i];
        if (row->player == player)
            rows[count++] = list_at(&m->players, row->other);
    }
    list_players(m, rows, count, each, context);
    return SHOOGI_OK;
}

/* --- Messages --- */

shoogi_status shg_memory_message_add(shg_storage *s, int64_t *id, const shg_message *row,
                                     shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_message(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *sender = list_at(&m->players, row->sender);
    if (!sender || !list_at(&m->players, row->recipient))
        return shg_row_no_people(err);
    char *texts;
    shg_message *added = shg_memory_numbered_reserve(m, &m->messages)
                             ? shg_memory_row_new(&texts, sizeof *added, strlen(row->text) + 1)
                             : NULL;
    if (!added)
        return shg_memory_spent(err);
    *added = *row;
    added->id = m->messages.made + 1;
    added->sender_name = sender->name;
    added->text = shg_memory_put_text(&texts, row->text);
    shg_memory_numbered_add(m, &m->messages, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_message_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->messages, "message", id, err);
}

shoogi_status shg_memory_message_list(shg_storage *s, int64_t recipient, shg_message_fn *each,
                                      void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->messages.list.count; i++) {
        const shg_message *row = m->messages.list.rows[i];
        if (row->recipient == recipient && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* --- Reports --- */

shoogi_status shg_memory_report_add(shg_storage *s, int64_t *id, const shg_report *row,
                                    shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_report(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *sender = list_at(&m->players, row->sender);
    const shg_player *accused = list_at(&m->players, row->accused);
    if (!sender || !accused)
        return shg_row_no_people(err);
    char *texts;
    shg_report *added =
        shg_memory_row_reserve(m, &m->reports)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->text) + strlen(row->heard) + 2)
            : NULL;
    if (!added)
        return shg_memory_spent(err);
    *added = *row;
    added->id = (int64_t)m->reports.count + 1;
    added->sender_name = sender->name;
    added->accused_name = accused->name;
    added->text = shg_memory_put_text(&texts, row->text);
    added->heard = shg_memory_put_text(&texts, row->heard);
    shg_memory_row_add(m, &m->reports, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_report_list(shg_storage *s, int64_t sender, int64_t after,
                                     shg_report_fn *each, void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = after > 0 ? (size_t)after : 0; i < m->reports.count; i++) {
        const shg_report *row = m->reports.rows[i];
        if ((sender == 0 || row->sender == sender) && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_report_count(shg_storage *s, int64_t *out, int64_t sender,
                                      int64_t since_ms, shoogi_error *err)
{
    const struct memory *m = memory_of(s);
    (void)err;
    *out = 0;
    for (size_t i = 0; i < m->reports.count; i++) {
        const shg_report *row = m->reports.rows[i];
        *out += row->sender == sender && row->at_ms >= since_ms;
    }
    return SHOOGI_OK;
}

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
        return shg_memory_spent(err);
    char *texts;
    shg_definition *added =
        shg_memory_row_new(&texts, sizeof *added, strlen(row->name) + row->text_bytes + 2);
    if (!added)
        return shg_memory_spent(err);
    added->id = (int64_t)m->definitions.count + 1;
    added->name = shg_memory_put_text(&texts, row->name);
    added->text = put_bytes(&texts, row->text, row->text_bytes);
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

/* --- Challenges --- */

shoogi_status shg_memory_challenge_add(shg_storage *s, int64_t *id, const shg_challenge *row,
                                       shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_challenge(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    if (!player)
        return shg_row_not_found(err, "player", row->player);
    if (!shg_memory_numbered_reserve(m, &m->challenges))
        return shg_memory_spent(err);
    char *texts;
    struct challenge *made =
        shg_memory_row_new(&texts, sizeof *made,
                           strlen(row->variant) + strlen(row->pattern) + strlen(row->colour) +
                               strlen(row->first_move) + strlen(row->comment) + 5);
    if (made)
        made->options = text_new(row->options);
    if (!made || !made->options) {
        free(made);
        return shg_memory_spent(err);
    }
    shg_challenge *added = &made->row;
    added->id = m->challenges.made + 1;
    added->player = row->player;
    added->player_name = player->name; /* players are never removed while a challenge is there */
    added->variant = shg_memory_put_text(&texts, row->variant);
    added->pattern = shg_memory_put_text(&texts, row->pattern);
    added->colour = shg_memory_put_text(&texts, row->colour);
    added->options = made->options;
    added->first_move = shg_memory_put_text(&texts, row->first_move);
    added->comment = shg_memory_put_text(&texts, row->comment);
    added->created_ms = row->created_ms;
    shg_memory_numbered_add(m, &m->challenges, made);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_challenge_get(shg_storage *s, shg_challenge *row, int64_t id,
                                       shoogi_error *err)
{
    const shg_challenge *found = shg_memory_numbered_at(&memory_of(s)->challenges, id);
    if (!found)
        return shg_row_not_found(err, "challenge", id);
    *row = *found;
    return SHOOGI_OK;
}

shoogi_status shg_memory_challenge_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->challenges, "challenge", id, err);
}

shoogi_status shg_memory_challenge_set_options(shg_storage *s, int64_t id, const char *options,
                                               shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_options(options, err);
    if (status != SHOOGI_OK)
        return status;
    struct challenge *found = shg_memory_numbered_at(&m->challenges, id);
    if (!found)
        return shg_row_not_found(err, "challenge", id);
    return change_text(m, OPTIONS_CHANGED, found, &found->options, &found->row.options, options,
                       err);
}

shoogi_status shg_memory_challenge_list(shg_storage *s, int64_t player, shg_challenge_fn *each,
                                        void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->challenges.list.count; i++) {
        const struct challenge *challenge = m->challenges.list.rows[i];
        if ((player == 0 || challenge->row.player == player) && !each(context, &challenge->row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

shoogi_status shg_memory_challenge_count(shg_storage *s, int64_t *out, shoogi_error *err)
{
    (void)err;
    *out = (int64_t)memory_of(s)->challenges.list.count;
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
        return shg_memory_spent(err);
    char *texts;
    struct game *added = shg_memory_row_new(
        &texts, sizeof *added, strlen(row->sfen) + strlen(row->options) + strlen(row->comment) + 3);
    if (!added)
        return shg_memory_spent(err);
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
        return shg_memory_spent(err);
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

shoogi_status shg_memory_game_set_seen(shg_storage *s, int64_t id, int colour, int64_t number,
                                       int64_t at_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    struct game *game = list_at(&m->games, id);
    if (!game)
        return shg_row_not_found(err, "game", id);
    assert(colour == 0 || colour == 1);
    if (!shg_memory_undo_reserve(m))
        return shg_memory_spent(err);
    shg_memory_remember_game(m, GAME_CHANGED, game);
    int64_t *seen = colour == 0 ? &game->row.black_seen : &game->row.white_seen;
    if (number > game->row.events)
        number = game->row.events;
    if (number > *seen) {
        *seen = number;
        *(colour == 0 ? &game->row.black_seen_ms : &game->row.white_seen_ms) = at_ms;
    }
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
    if (!shg_memory_undo_reserve(m) || !list_reserve(&game->events))
        return shg_memory_spent(err);
    char *texts;
    shg_event *added =
        shg_memory_row_new(&texts, sizeof *added, strlen(row->kind) + strlen(row->text) + 2);
    if (!added)
        return shg_memory_spent(err);
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

/* --- Making and closing --- */

void shg_memory_close(shg_storage *s)
{
    struct memory *m = memory_of(s);
    if (m->in_transaction)
        shg_memory_rollback(s);
    for (size_t i = 0; i < m->games.count; i++)
        list_free(&((struct game *)m->games.rows[i])->events);
    list_free(&m->games);
    for (size_t i = 0; i < m->challenges.list.count; i++)
        free(((struct challenge *)m->challenges.list.rows[i])->options);
    list_free(&m->challenges.list);
    list_free(&m->reports);
    list_free(&m->runs);
    list_free(&m->ratings);
    list_free(&m->records);
    list_free(&m->designs);
    for (size_t i = 0; i < m->studies.count; i++)
        list_free(&((struct study *)m->studies.rows[i])->events);
    list_free(&m->studies);
    for (size_t i = 0; i < m->free_tables.count; i++)
        list_free(&((struct free_table *)m->free_tables.rows[i])->events);
    list_free(&m->free_tables);
    list_free(&m->places.list);
    list_free(&m->messages.list);
    list_free(&m->bans.list);
    list_free(&m->notices.list);
    list_free(&m->tokens.list);
    list_free(&m->requests.list);
    list_free(&m->papers.list);
    list_free(&m->presets.list);
    list_free(&m->remarks.list);
    list_free(&m->accounts.list);
    list_free(&m->letters.list);
    list_free(&m->devices.list);
    list_free(&m->pushes.list);
    list_free(&m->ignored.list);
    list_free(&m->definitions);
    for (size_t i = 0; i < m->players.count; i++) {
        struct player *player = m->players.rows[i];
        free(player->password);
        free(player->settings);
    }
    list_free(&m->players);
    free(m->undo);
    free(m);
}

static const shg_storage_ops memory_ops = {
    .version = SHG_STORAGE_VERSION,
#define OP(result, name, parameters) .name = shg_memory_##name,
#include "storage/ops.def"
};

shoogi_status shg_storage_memory(shg_storage **out, shoogi_error *err)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return shg_memory_spent(err);
    m->base.ops = &memory_ops;
    *out = &m->base;
    return SHOOGI_OK;
}
