#include "server/library/position_index.h"

#include "server/clock/part.h"
#include "server/game/game.h"
#include "server/library/part.h"
#include "server/rules/part.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

/* ---- hashes of positions ---- */

/* The number of indexed positions of a line with so many moves. */
static size_t indexed_positions(size_t moves)
{
    return moves + 1 < SHG_POSITION_INDEX_MAX ? moves + 1 : SHG_POSITION_INDEX_MAX;
}

static shoogi_status make_room(int64_t **out, size_t moves)
{
    *out = calloc(indexed_positions(moves), sizeof **out);
    return *out ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* From the last position backwards. */
static void fill_hashes(int64_t *hashes, shoogi_position *position, size_t moves)
{
    for (size_t i = moves;; i--) {
        if (i < SHG_POSITION_INDEX_MAX)
            hashes[i] = (int64_t)shoogi_position_hash(position);
        if (i == 0)
            break;
        shoogi_position_undo(position);
    }
}

/* position: after all moves; it is taken back to the start. */
static shoogi_status hash_positions(int64_t **out, size_t *count, shoogi_position *position)
{
    const size_t moves = shoogi_position_moves_played(position);
    const shoogi_status status = make_room(out, moves);
    if (status == SHOOGI_OK) {
        fill_hashes(*out, position, moves);
        *count = indexed_positions(moves);
    }
    return status;
}

shoogi_status shg_position_index_of_record(int64_t **out, size_t *count,
                                           const shoogi_record *record)
{
    shoogi_position *position = NULL;
    shoogi_status status =
        shoogi_record_position(&position, record, shoogi_record_line_end(record, 0));
    if (status == SHOOGI_OK)
        status = hash_positions(out, count, position);
    shoogi_position_free(position);
    return status;
}

/* ---- indexing, one game after another ---- */

typedef struct indexing {
    shg_task task; /* must be first */
    int kind;
    int64_t number, events;
    int64_t *hashes; /* owned */
    size_t count;
} indexing;

static void fini(shg_task *task)
{
    free(((indexing *)task)->hashes);
}

/* A game that cannot be played through has no positions and is not tried again. */
static bool is_unplayable(shoogi_status status)
{
    return status != SHOOGI_OK && status != SHOOGI_NO_MEMORY && status != SHOOGI_IO;
}

static shoogi_status read_game(indexing *p, shg_storage *storage, shoogi_error *err)
{
    const shg_server *server = p->task.server;
    shg_game_state *game = NULL;
    shoogi_status status = shg_game_read(&game, storage, server->rules->past,
                                         &server->clocks->downtimes, p->number, err);
    if (status == SHOOGI_OK) {
        p->events = game->events;
        status = hash_positions(&p->hashes, &p->count, game->position);
    } else if (is_unplayable(status)) {
        shg_game row;
        status = storage->ops->game_get(storage, &row, p->number, err);
        p->events = row.events;
    }
    shg_game_free(game);
    return status;
}

static shoogi_status read_record(indexing *p, shg_storage *storage, shoogi_error *err)
{
    shg_record_row row;
    shg_rules *rules = NULL;
    shoogi_record *record = NULL;
    size_t errors;
    shoogi_status status = storage->ops->record_get(storage, &row, p->number, err);
    if (status != SHOOGI_OK)
        return status;
    /* The row is borrowed only until the next call of the storage. */
    const size_t bytes = row.text_bytes;
    const int64_t definition = row.definition;
    char *text = malloc(bytes + 1);
    status = text ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (text)
        memcpy(text, row.text, bytes);
    if (status == SHOOGI_OK)
        status = shg_rules_get(&rules, p->task.server->rules->past, storage, definition, err);
    p->events = 1;
    if (status == SHOOGI_OK) {
        const shoogi_record_read_options how = { .variant = shg_rules_variant(rules) };
        shoogi_error error;
        status = shoogi_record_read(&record, NULL, SHOOGI_FORMAT_SHOOGI, text, bytes, &how, &error,
                                    1, &errors);
    }
    if (status == SHOOGI_OK)
        status = shg_position_index_of_record(&p->hashes, &p->count, record);
    else if (is_unplayable(status))
        status = SHOOGI_OK;
    shoogi_record_free(record);
    shg_rules_unref(rules);
    free(text);
    return status;
}

static shoogi_status run_finding(shg_job *job, shg_storage *storage)
{
    indexing *p = (indexing *)(void *)job;
    const shoogi_status status =
        storage->ops->place_next(storage, &p->kind, &p->number, &job->error);
    if (status != SHOOGI_OK)
        return status;
    return p->kind == SHG_POSITION_INDEX_GAME ? read_game(p, storage, &job->error)
                                              : read_record(p, storage, &job->error);
}

static shoogi_status run_storing(shg_job *job, shg_storage *storage)
{
    const indexing *p = (const indexing *)(const void *)job;
    return storage->ops->place_set(storage, p->kind, p->number, p->events, p->hashes, p->count,
                                   &job->error);
}

static void index_next(shg_server *server);

static void finish_storing(shg_task *task)
{
    if (task->job.status == SHOOGI_OK && !task->server->stopping)
        index_next(task->server); /* for the next game or record */
    else
        task->server->library->indexing = false;
}

static void finish_finding(shg_task *task)
{
    indexing *found = (indexing *)task;
    indexing *p = task->job.status == SHOOGI_OK ? shg_task_alloc(NULL, sizeof *p) : NULL;
    if (!p) {
        task->server->library->indexing = false;
        return;
    }
    p->kind = found->kind;
    p->number = found->number;
    p->events = found->events;
    p->hashes = found->hashes;
    p->count = found->count;
    found->hashes = NULL;
    p->task.fini = fini;
    shg_task_write(&p->task, task->server, NULL, run_storing, finish_storing);
}

static void index_next(shg_server *server)
{
    indexing *p = shg_task_alloc(NULL, sizeof *p);
    server->library->indexing = p != NULL;
    if (!p)
        return;
    p->task.fini = fini;
    shg_task_read(&p->task, server, NULL, run_finding, finish_finding);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    if (server->library->indexing) /* a later one may have been missed */
        shg_position_index_wake(server);
    else if (!server->stopping)
        index_next(server);
}

shoogi_status shg_position_index_init(shg_server *server)
{
    server->library->position_index_event = event_new(server->base, -1, 0, on_timer, server);
    return server->library->position_index_event ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

void shg_position_index_wake(shg_server *server)
{
    if (server->another_leads) {
        shg_publish_surely(server, "positions");
        return;
    }
    const struct timeval delay = shg_timeval_of_ms(SHG_POSITION_INDEX_SOON_MS);
    if (!server->stopping && server->library->position_index_event &&
        !event_pending(server->library->position_index_event, EV_TIMEOUT, NULL))
        event_add(server->library->position_index_event, &delay);
}
