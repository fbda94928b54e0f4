/* sql_game.c: definitions, games and their events, in SQL. */
#include "storage/sql_int.h"

#include "base/hash.h"
#include "storage/append.h"
#include "storage/row.h"

#include <assert.h>
#include <inttypes.h>

/* --- Definitions --- */

/* The hash of a definition as a signed number, as databases store it. */
static int64_t digest(const char *name, const char *text_of_it, size_t text_bytes)
{
    const uint64_t hash = shg_hash_bytes(SHG_HASH_START, name, strlen(name));
    return (int64_t)(shg_hash_bytes(hash, text_of_it, text_bytes) >> 1);
}

shoogi_status shg_sql_definition_put(shg_storage *s, int64_t *id, const shg_definition *row,
                                     shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_definition(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const struct value values[] = { number(digest(row->name, row->text, row->text_bytes)),
                                    text(row->name), bytes(row->text, row->text_bytes) };
    const size_t count = sizeof values / sizeof values[0];
    const enum sql_outcome outcome = shg_sql_run(q, DEFINITION_FIND, values, count);
    if (outcome == SQL_ROW) {
        *id = q->cells[0].number;
        return SHOOGI_OK;
    }
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    status = shg_sql_change(NULL, q, DEFINITION_ADD, values, count, err);
    if (status == SHOOGI_OK)
        *id = q->added;
    return status;
}

shoogi_status shg_sql_definition_get(shg_storage *s, shg_definition *row, int64_t id,
                                     shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_find_row(q, DEFINITION_GET, "definition", id, err);
    const struct cell *c = q->cells;
    if (status == SHOOGI_OK)
        *row = (shg_definition){
            .id = c[0].number, .name = c[1].text, .text = c[2].text, .text_bytes = c[2].bytes
        };
    return status;
}

/* --- Games --- */

shoogi_status shg_sql_game_add(shg_storage *s, int64_t *id, const shg_game *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_game(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome =
        shg_sql_run(q, GAME_ADD,
                    VALUES(number(row->definition), number(row->black), number(row->white),
                           text(row->sfen), text(row->comment), number(row->created_ms),
                           text(row->options), number(row->rated)));
    if (outcome == SQL_MISSING)
        return shg_row_no_parts(err);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    *id = q->added;
    shg_sql_publish(q, "begun %" PRId64 " %" PRId64 " %" PRId64, q->added, row->black, row->white);
    return SHOOGI_OK;
}

static shg_game game_of(const struct cell *c)
{
    return (shg_game){
        .id = c[0].number,
        .definition = c[1].number,
        .variant = c[2].text,
        .black = c[3].number,
        .white = c[4].number,
        .black_name = c[5].text,
        .white_name = c[6].text,
        .sfen = c[7].text,
        .comment = c[8].text,
        .created_ms = c[9].number,
        .events = c[10].number,
        .moves = c[11].number,
        .outcome = c[12].text,
        .reason = c[13].text,
        .black_seen = c[14].number,
        .white_seen = c[15].number,
        .options = c[16].text,
        .ended_ms = c[17].number,
        .black_seen_ms = c[18].number,
        .white_seen_ms = c[19].number,
        .rated = c[20].number != 0,
        .settled_ms = c[21].number,
        .deleted_ms = c[22].number,
        .sealed = c[23].number != 0,
    };
}

shoogi_status shg_sql_game_get(shg_storage *s, shg_game *row, int64_t id, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_find_row(q, GAME_GET, "game", id, err);
    if (status == SHOOGI_OK)
        *row = game_of(q->cells);
    return status;
}

struct game_reader {
    shg_game_fn *each;
    void *context;
};

static bool each_game(const struct cell *cells, void *context)
{
    const struct game_reader *reader = context;
    const shg_game row = game_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_game_list(shg_storage *s, const shg_game_filter *filter, shg_game_fn *each,
                                void *context, shoogi_error *err)
{
    static const enum statement which[2][2] = { { GAME_LIST, GAME_LIST_RUNNING },
                                                { GAME_LIST_PLAYER, GAME_LIST_PLAYER_RUNNING } };
    struct game_reader reader = { each, context };
    if (filter->unsettled)
        return shg_sql_list(sql_of(s), GAME_LIST_UNSETTLED, NO_VALUES, each_game, &reader, err);
    const bool newest = filter->newest_first && !filter->running_only;
    const bool open = filter->player && filter->open_only && !filter->running_only;
    const struct value values[] = {
        number(newest && filter->after == 0 ? INT64_MAX : filter->after), number(filter->player)
    };
    return shg_sql_list(sql_of(s),
                        open     ? GAME_LIST_PLAYER_OPEN
                        : newest ? filter->player ? GAME_LIST_PLAYER_NEWEST : GAME_LIST_NEWEST
                                 : which[filter->player != 0][filter->running_only],
                        values, filter->player ? 2 : 1, each_game, &reader, err);
}

shoogi_status shg_sql_game_set_seen(shg_storage *s, int64_t *events, int64_t game, int colour,
                                    int64_t to, int64_t at_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    assert(colour == 0 || colour == 1);
    const shoogi_status status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    shg_sql_publish(q, "seen %" PRId64 " %d %" PRId64 " %" PRId64, game, colour, to, at_ms);
    const enum sql_outcome outcome = shg_sql_run(q, colour == 0 ? GAME_SEEN_BLACK : GAME_SEEN_WHITE,
                                                 VALUES(number(game), number(to), number(at_ms)));
    if (outcome == SQL_DONE)
        return shg_row_not_found(err, "game", game);
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    if (events)
        *events = q->cells[0].number;
    return SHOOGI_OK;
}

/* --- Events --- */

shoogi_status shg_sql_game_summary(struct sql *q, int64_t game, shoogi_error *err)
{
    return shg_sql_find_row(q, GAME_SUMMARY, "game", game, err);
}

/* player: the cells of black and white of the game. */
static void publish_events(struct sql *q, int64_t game, int64_t first, int64_t last,
                           const struct cell player[2])
{
    shg_sql_publish(q, "game %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, game, first,
                    last, player[0].number, player[1].number);
}

shoogi_status shg_sql_event_add(shg_storage *s, const shg_event *row, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_event(row, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    status = shg_sql_game_summary(q, row->game, err);
    if (status != SHOOGI_OK)
        return status;
    status = shg_row_event_fits(row, q->cells[0].number, q->cells[1].text, q->cells[2].number != 0,
                                q->cells[3].number != 0, err);
    if (status != SHOOGI_OK)
        return status;

    publish_events(q, row->game, row->number, row->number, &q->cells[4]);
    /* Three statements.  If one fails the whole transaction fails, so that none is committed
     * without the others. */
    const shg_row_effect effect = shg_row_event_effect(row);
    status = shg_sql_change(
        NULL, q, GAME_COUNT_EVENT,
        VALUES(number(row->game), number(row->number), number(effect.moves), number(effect.sealed)),
        err);
    if (status == SHOOGI_OK && effect.sets_result)
        status = shg_sql_change(NULL, q, GAME_FINISH,
                                VALUES(number(row->game), text(effect.outcome), text(effect.reason),
                                       number(effect.ended_ms)),
                                err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(NULL, q, EVENT_ADD,
                                VALUES(number(row->game), number(row->number), text(row->kind),
                                       text(row->text), number(row->think_ms), number(row->at_ms)),
                                err);
    return status;
}

shoogi_status shg_sql_game_append(shg_storage *s, const shg_append *what, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    if (!q->driver->append)
        return shg_append_in_steps(s, what, err);
    shoogi_status status = shg_row_check_append(what, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_row_effect effect = shg_row_append_effect(what);
    const int64_t game = what->events[0].game;
    const enum sql_outcome outcome = q->driver->append(q, what, &effect);
    if (outcome == SQL_DONE)
        return shg_row_not_found(err, "game", game);
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, q);
    const struct cell *c = q->cells;
    if (c[0].number != 0) {
        publish_events(q, game, what->events[0].number, what->events[what->count - 1].number,
                       &c[8]);
        return SHOOGI_OK;
    }
    if (c[1].number == SQL_EARLY)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "it is too early to say whether the flag has fallen");
    if (c[1].number != 0)
        return shg_row_other_plan(err, game);
    const int64_t seen[2] = { c[6].number, c[7].number };
    return shg_row_append_fits(what, c[2].number, c[3].text, c[4].number != 0, c[5].number != 0,
                               seen, err);
}

struct event_reader {
    shg_event_fn *each;
    void *context;
};

static bool each_event(const struct cell *c, void *context)
{
    const struct event_reader *reader = context;
    const shg_event row = {
        .game = c[0].number,
        .number = c[1].number,
        .kind = c[2].text,
        .text = c[3].text,
        .think_ms = c[4].number,
        .at_ms = c[5].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_event_list(shg_storage *s, int64_t game, int64_t from_number,
                                 shg_event_fn *each, void *context, shoogi_error *err)
{
    struct event_reader reader = { each, context };
    return shg_sql_list(sql_of(s), EVENT_LIST, VALUES(number(game), number(from_number)),
                        each_event, &reader, err);
}
