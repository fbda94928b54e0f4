/* memory_rows.c: lists of rows in memory, and transactions on them.
 *
 * Each row is one allocation with its strings at the end.  A transaction records its changes as undo
 * steps; rollback and part_drop apply them backwards.  Every function allocates all the memory it needs
 * before it changes anything, so that an allocation failure leaves no partial change. */
#include "support/memory_storage/memory_int.h"

#include "base/error.h"
#include "storage/row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- Lists and rows --- */

shoogi_status shg_memory_exhausted(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
}

/* Reserves room for one row. */
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

/* The index of the first row with this number or a greater one. */
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

/* Removes a row from the list without freeing it. */
static void numbered_take_out(struct numbered *rows, const void *row)
{
    struct list *list = &rows->list;
    const size_t place = numbered_place(rows, number_of(row));
    assert(place < list->count && list->rows[place] == row);
    list->count--;
    memmove(list->rows + place, list->rows + place + 1, (list->count - place) * sizeof *list->rows);
}

void *shg_memory_row_new(char **texts, size_t row_bytes, size_t text_bytes)
{
    char *row = calloc(1, row_bytes + text_bytes);
    *texts = row ? row + row_bytes : NULL;
    return row;
}

const char *shg_memory_put_bytes(char **texts, const char *text, size_t bytes)
{
    char *place = *texts;
    memcpy(place, text, bytes);
    place[bytes] = '\0';
    *texts += bytes + 1;
    return place;
}

const char *shg_memory_put_text(char **texts, const char *text)
{
    return shg_memory_put_bytes(texts, text, strlen(text));
}

char *shg_memory_text_new(const char *text)
{
    char *place, *out = shg_memory_row_new(&place, 0, strlen(text) + 1);
    if (out)
        shg_memory_put_text(&place, text);
    return out;
}

/* --- Transactions --- */

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

shoogi_status shg_memory_change_numbers(struct memory *m, const struct number_change *changes,
                                        size_t count, shoogi_error *err)
{
    const size_t before = m->undo_count;
    for (size_t i = 0; i < count; i++) {
        if (!shg_memory_undo_reserve(m)) {
            take_back_to(m, before);
            return shg_memory_exhausted(err);
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

void shg_memory_player_free(struct player *player)
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
    if (of == &m->challenges) {
        free(((struct challenge *)row)->pattern);
        free(((struct challenge *)row)->options);
    }
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
    struct game *game = undo->row; /* used only by steps of games */
    struct player *player = undo->row;
    struct challenge *challenge = undo->row;
    struct study *study = undo->row;
    struct free_table *table = undo->row;
    switch (undo->what) {
    case PLAYER_ADDED:
        m->players.count--;
        shg_memory_player_free(player);
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
        numbered_insert(undo->of, undo->row); /* the list has not shrunk */
        break;
    case PATTERN_CHANGED: put_back(&challenge->pattern, &challenge->row.pattern, undo->text); break;
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

/* --- Removable rows and mutable texts --- */

bool shg_memory_numbered_reserve(struct memory *m, struct numbered *rows)
{
    return shg_memory_row_reserve(m, &rows->list);
}

/* Appends a row with the number made + 1; room must be reserved. */
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
        return shg_memory_exhausted(err);
    numbered_take_out(rows, found);
    shg_memory_undo_push(m, NUMBERED_REMOVED, found)->of = rows;
    return SHOOGI_OK;
}

shoogi_status shg_memory_change_text(struct memory *m, enum change what, void *row, char **text,
                                     const char **in_row, const char *to, shoogi_error *err)
{
    char *changed = shg_memory_undo_reserve(m) ? shg_memory_text_new(to) : NULL;
    if (!changed)
        return shg_memory_exhausted(err);
    shg_memory_undo_push(m, what, row)->text = *text;
    *text = changed;
    *in_row = changed;
    return SHOOGI_OK;
}

/* --- Closing --- */

void shg_memory_rest(shg_storage *s)
{
    (void)s; /* all of it is the rows */
}

void shg_memory_close(shg_storage *s)
{
    struct memory *m = memory_of(s);
    if (m->in_transaction)
        shg_memory_rollback(s);
    for (size_t i = 0; i < m->games.count; i++)
        list_free(&((struct game *)m->games.rows[i])->events);
    list_free(&m->games);
    for (size_t i = 0; i < m->challenges.list.count; i++) {
        free(((struct challenge *)m->challenges.list.rows[i])->pattern);
        free(((struct challenge *)m->challenges.list.rows[i])->options);
    }
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
    list_free(&m->documents.list);
    list_free(&m->presets.list);
    list_free(&m->chat_lines.list);
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

void shg_memory_publish(shg_storage *s, const char *line)
{
    (void)s, (void)line; /* no other server has it */
}
