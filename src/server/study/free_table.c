#include "server/study/free_table.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/doors/door_json.h"
#include "server/game/part.h"
#include "server/game/watch.h"
#include "server/library/library.h"
#include "server/loop/text_buffer.h"
#include "server/messages/talk.h"
#include "server/rules/part.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/task.h"
#include "server/study/free_board.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- access ---- */

bool shg_table_name_read(shg_table_name *out, const char *text, size_t text_bytes)
{
    *out = (shg_table_name){ .id = shg_key_number(text, text_bytes) };
    if (out->id != 0 && text_bytes < sizeof out->key) {
        memcpy(out->key, text, text_bytes);
        return true;
    }
    out->id = 0;
    for (size_t i = 0; i < text_bytes; i++) {
        if (!shg_is_digit(text[i]) || i >= 17)
            return false;
        out->id = out->id * 10 + (text[i] - '0');
    }
    return out->id > 0;
}

bool shg_free_table_has_seat(const shg_free_table *row, int64_t player)
{
    return player != 0 && (row->player == player || row->opponent == player);
}

static bool opens(const shg_free_table *row, const char *key)
{
    return shg_key_fits(key, strlen(key), row->id, row->secret, strlen(row->secret));
}

static bool may_see(const shg_free_table *row, int64_t player, const char *key)
{
    return !row->hidden || shg_free_table_has_seat(row, player) || opens(row, key);
}

const char *shg_free_table_seat(const shg_free_table *row, int side)
{
    return row->second == (side != 0) ? row->player_name : row->opponent_name;
}

shoogi_status shg_free_table_read(shg_free_table *row, shg_storage *storage,
                                  const shg_table_name *name, int64_t player, shoogi_error *err)
{
    const shoogi_status status = storage->ops->free_table_get(storage, row, name->id, err);
    if (status == SHOOGI_OK && !may_see(row, player, name->key))
        return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no free board %" PRId64,
                             name->id);
    return status;
}

/* ---- lines ---- */

void shg_lines_add(shg_lines *lines, const shg_study_event *event)
{
    if (strcmp(event->kind, SHG_FREE_MOVE) == 0 && lines->count < SHG_FREE_EVENTS_MAX)
        lines->each[lines->count++] = (struct shg_line){ event->number, event->player };
    else if (strcmp(event->kind, SHG_FREE_UNDO) == 0 && lines->count > 0)
        lines->count--;
}

void shg_free_event_json(shg_out *json, const shg_study_event *event)
{
    shg_json_number(json, "number", event->number);
    shg_json_text(json, "kind", event->kind);
    shg_json_text(json, "text", event->text);
    shg_json_text(json, "by", event->player_name);
    shg_json_number(json, "at_ms", event->at_ms);
}

/* ---- actions ---- */

/* Why an action is refused, apart from failures of the storage. */
typedef enum why_not {
    WHY_NOTHING,
    WHY_NOT_YOURS,
    WHY_YOU_SIT,
    WHY_TWO_SIT,
    WHY_NO_KEY,
    WHY_YOU_STAND,
    WHY_FULL,
    WHY_MORE_DONE,
    WHY_TOO_MANY,
    WHY_NO_PLAYER,
    WHY_YOURSELF,
    WHY_NO_GAME,
    WHY_BAD_DEFINITION
} why_not;

typedef struct table_task {
    shg_task task; /* must be first */
    shg_table_name name;
    int64_t player, known, at_ms;
    char who[SHG_NAME_BYTES_MAX + 1];
    const char *kind;
    char *wanted; /* owned */
    shg_out text; /* of the event */
    int64_t number;
    int64_t seats[2]; /* of the players to notify; 0: none */
    why_not why;
} table_task;

static shoogi_status refuse(why_not *why, why_not reason)
{
    *why = reason;
    return SHOOGI_ILLEGAL;
}

static void report_refusal(shg_session *s, why_not why)
{
    switch (why) {
    case WHY_NOTHING: shg_refuse(s, "There is no line to take back.\n"); break;
    case WHY_NOT_YOURS:
        shg_refuse(s, "The last line is not yours, so you cannot take it back.\n");
        break;
    case WHY_YOU_SIT: shg_refuse(s, "You are already at that board.\n"); break;
    case WHY_TWO_SIT: shg_refuse(s, "That board already has two players.\n"); break;
    case WHY_NO_KEY: shg_refuse(s, "You need its key to join that board.\n"); break;
    case WHY_YOU_STAND: shg_refuse(s, "Only its two players can use that board.\n"); break;
    case WHY_FULL: shg_refuse(s, "That board has reached its maximum number of lines.\n"); break;
    case WHY_MORE_DONE:
        shg_refuse(s, "That board has changed meanwhile.  Look at it again.\n");
        break;
    case WHY_TOO_MANY:
        shg_refuse(s, "You have set up %d free boards, the most allowed.\n",
                   SHG_FREE_TABLES_PER_PLAYER);
        break;
    case WHY_NO_PLAYER:
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no player of that name.\n");
        break;
    case WHY_YOURSELF: shg_refuse(s, "Name another player: you cannot play yourself.\n"); break;
    case WHY_NO_GAME:
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no game of that name.\n");
        break;
    case WHY_BAD_DEFINITION: shg_refuse_text(s, SHG_BAD_DEFINITION); break;
    }
}

static bool each_line(void *context, const shg_study_event *event)
{
    shg_lines_add(context, event);
    return true;
}

/* Checks UNDO: the last valid line becomes invalid. */
static shoogi_status check_undo(table_task *d, shg_storage *storage, shoogi_error *err)
{
    shg_lines *lines = calloc(1, sizeof *lines);
    if (!lines)
        return SHOOGI_NO_MEMORY;
    shoogi_status status =
        storage->ops->free_table_event_list(storage, d->name.id, 1, each_line, lines, err);
    const struct shg_line last =
        lines->count > 0 ? lines->each[lines->count - 1] : (struct shg_line){ 0 };
    free(lines);
    if (status == SHOOGI_OK && last.number == 0)
        status = refuse(&d->why, WHY_NOTHING);
    else if (status == SHOOGI_OK && last.player != d->player)
        status = refuse(&d->why, WHY_NOT_YOURS);
    shg_out_format(&d->text, "%" PRId64, last.number);
    return status;
}

static shoogi_status check_join(table_task *d, const shg_free_table *row, shg_storage *storage,
                                shoogi_error *err)
{
    if (shg_free_table_has_seat(row, d->player))
        return refuse(&d->why, WHY_YOU_SIT);
    if (row->opponent != 0)
        return refuse(&d->why, WHY_TWO_SIT);
    if (!opens(row, d->name.key))
        return refuse(&d->why, WHY_NO_KEY);
    d->seats[1] = d->player;
    return storage->ops->free_table_sit(storage, row->id, d->player, err);
}

static shoogi_status check_line(table_task *d, const shg_free_table *row, shoogi_error *err)
{
    shg_free_board board;
    const shoogi_status status = shg_free_setup_read(&board, row->text, strlen(row->text), err);
    return status == SHOOGI_OK
               ? shg_free_line_read(&d->text, &board, d->wanted, strlen(d->wanted), err)
               : status;
}

static shoogi_status check(table_task *d, const shg_free_table *row, shg_storage *storage,
                           shoogi_error *err)
{
    const bool joins = strcmp(d->kind, SHG_FREE_JOIN) == 0;
    if (!joins && !shg_free_table_has_seat(row, d->player))
        return refuse(&d->why, WHY_YOU_STAND);
    if (row->events >= SHG_FREE_EVENTS_MAX)
        return refuse(&d->why, WHY_FULL);
    if (row->events > d->known)
        return refuse(&d->why, WHY_MORE_DONE);
    d->number = row->events + 1;
    d->seats[0] = row->player;
    d->seats[1] = row->opponent;
    if (joins)
        return check_join(d, row, storage, err);
    if (strcmp(d->kind, SHG_FREE_MOVE) == 0)
        return check_line(d, row, err);
    if (strcmp(d->kind, SHG_FREE_UNDO) == 0)
        return check_undo(d, storage, err);
    shg_out_text(&d->text, d->wanted);
    return SHOOGI_OK;
}

static shg_study_event event_of(const table_task *d)
{
    return (shg_study_event){ .study = d->name.id,
                              .number = d->number,
                              .player = d->player,
                              .player_name = d->who,
                              .kind = d->kind,
                              .text = d->text.bytes ? d->text.bytes : "",
                              .at_ms = d->at_ms };
}

static shoogi_status run_doing(shg_job *job, shg_storage *storage)
{
    table_task *d = (table_task *)(void *)job;
    shg_free_table row;
    d->text.length = 0; /* a job may be run again */
    shoogi_status status = shg_free_table_read(&row, storage, &d->name, d->player, &job->error);
    if (status == SHOOGI_OK)
        status = check(d, &row, storage, &job->error);
    if (status == SHOOGI_OK && d->text.spent)
        status = SHOOGI_NO_MEMORY;
    const shg_study_event event = event_of(d);
    return status == SHOOGI_OK ? storage->ops->free_table_event_add(storage, &event, &job->error)
                               : status;
}

/* ---- notifying the players and observers ---- */

/* by: as in shg_free_table_announce. */
static void notify_session(shg_session *to, const shg_study_event *event, const shg_session *by,
                           const shg_out *json)
{
    const long long id = (long long)event->study;
    const char *who = event->player_name, *text = event->text;
    if (shg_session_is_program(to))
        to->door->event(to, json->bytes, json->length);
    else if (to == by || shg_ignores(to, who))
        return;
    else if (strcmp(event->kind, SHG_FREE_JOIN) == 0)
        shg_notify(to, "Free board %lld: %s joins.\n", id, who);
    else if (strcmp(event->kind, SHG_FREE_UNDO) == 0)
        shg_notify(to, "Free board %lld: %s takes back line %s.\n", id, who, text);
    else
        shg_notify(to, "Free board %lld: %s: %s\n", id, who, text);
}

void shg_free_table_announce(shg_server *server, const shg_study_event *event,
                             const int64_t seats[2], const shg_session *by)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "table");
    shg_json_number(&json, "table", event->study);
    shg_free_event_json(&json, event);
    shg_json_close(&json, '}');
    if (!json.spent) {
        for (int i = 0; i < 2; i++)
            for (shg_session *s = shg_online_first(&server->sessions->online, seats[i]);
                 s && seats[i] != 0; s = shg_online_next(s))
                notify_session(s, event, by, &json);
        /* Players at the table were already notified. */
        shg_watch *w = shg_watch_first(&server->games->watches, shg_watched_table(event->study));
        for (; w; w = shg_watch_next(w)) {
            const shg_session *s = w->session;
            if (!s->online || (s->player != seats[0] && s->player != seats[1]))
                notify_session(w->session, event, by, &json);
        }
    }
    free(json.bytes);
}

static void refuse_job(shg_session *s, const shg_job *job, why_not why)
{
    if (job->status == SHOOGI_NOT_FOUND)
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no such free board.\n");
    else if (job->status == SHOOGI_PARSE_ERROR || job->status == SHOOGI_LIMIT_EXCEEDED)
        shg_say_fault(s, &job->error);
    else if (job->status == SHOOGI_ILLEGAL)
        report_refusal(s, why);
    else
        shg_say_failed(s, job);
}

static void finish_doing(shg_task *task)
{
    const table_task *d = (const table_task *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        refuse_job(s, &task->job, d->why);
        return;
    }
    const shg_study_event event = event_of(d);
    shg_free_table_announce(task->server, &event, d->seats, s);
    shg_result(s, "event", d->number);
    shg_say(s, "Free board %lld, line %lld: %s\n", (long long)d->name.id, (long long)d->number,
            d->text.bytes ? d->text.bytes : d->kind);
}

static void fini_doing(shg_task *task)
{
    table_task *d = (table_task *)task;
    free(d->wanted);
    free(d->text.bytes);
}

static bool is_member(shg_session *s)
{
    if (s->player == 0)
        shg_refuse(
            s, "Guests can set up free boards after their first game.  Play one, or register.\n");
    return s->player != 0;
}

/* The kind of event that the words mean; their argument is left in text. */
static const char *kind_of(const char **text, size_t *bytes)
{
    const char *space = memchr(*text, ' ', *bytes);
    const size_t first = space ? (size_t)(space - *text) : *bytes;
    if (first == *bytes && shg_text_same(*text, first, "JOIN", 4))
        return SHG_FREE_JOIN;
    if (first == *bytes && shg_text_same(*text, first, "UNDO", 4))
        return SHG_FREE_UNDO;
    if (first == *bytes || !shg_text_same(*text, first, "SAY", 3))
        return SHG_FREE_MOVE;
    *text += first + 1;
    *bytes -= first + 1;
    return SHG_FREE_COMMENT;
}

void shg_free_table_do(shg_session *s, const shg_table_name *name, const char *text,
                       size_t text_bytes, int64_t known)
{
    const char *kind = kind_of(&text, &text_bytes);
    shg_text_buffer clean = { 0 };
    if (!is_member(s))
        return;
    if (text_bytes > SHG_FREE_LINE_BYTES) {
        shg_refuse(s, "A line may have at most %d bytes.\n", SHG_FREE_LINE_BYTES);
        return;
    }
    /* Chat counts towards the rate limit of talk, and so do lines, since they may contain
     * comments. */
    if (!shg_talk_begin(&clean, s, text, text_bytes, 1))
        return;
    table_task *d = shg_task_alloc(s, sizeof *d);
    if (d) {
        d->name = *name;
        d->player = s->player;
        d->known = known;
        d->at_ms = shg_now_ms(s->server);
        d->kind = kind;
        d->text = shg_out_growing();
        d->task.fini = fini_doing;
        memcpy(d->who, s->name, sizeof d->who);
        d->wanted = clean.bytes;
        clean = (shg_text_buffer){ 0 };
        shg_task_write(&d->task, s->server, s, run_doing, finish_doing);
    }
    shg_text_fini(&clean);
}

/* ---- making one ---- */

typedef struct making {
    shg_task task; /* must be first */
    shg_free_table row;
    shg_free_board board;
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1], opponent[SHG_NAME_BYTES_MAX + 1];
    char who[SHG_NAME_BYTES_MAX + 1], secret[SHG_SECRET_BYTES + 1];
    shg_out text; /* owned: the set-up */
    size_t own;
    int64_t id;
    why_not why;
} making;

static bool each_own(void *context, const shg_free_table *row)
{
    making *m = context;
    m->own += row->player == m->row.player;
    return m->own < SHG_FREE_TABLES_PER_PLAYER;
}

/* The initial position of a game. */
static shoogi_status write_start(shg_out *out, const char *name, const shoogi_variant *variant)
{
    shoogi_position *position = NULL;
    const shoogi_status status = shoogi_position_new(&position, variant);
    const size_t bytes = position ? shoogi_courier_fen_write(NULL, 0, position) : 0;
    char *fen = position ? malloc(bytes + 1) : NULL;
    if (fen) {
        bool drops = false;
        shoogi_courier_fen_write(fen, bytes + 1, position);
        for (shoogi_kind kind = 1; kind <= shoogi_variant_kind_count(variant); kind++)
            drops = drops || shoogi_variant_kind(variant, kind).in_hand;
        shg_out_format(out, "title=%s\nsigns=%s\ncoordinates=shogi\ncaptures=%s\nlabels=",
                       shoogi_variant_name(variant), name, drops ? "hand" : "gone");
        for (shoogi_kind kind = 1; kind <= shoogi_variant_kind_count(variant); kind++)
            shg_out_format(out, "%s%s", kind > 1 ? "," : "", shoogi_variant_kind(variant, kind).id);
        shg_out_format(out, "\nstart=%s %s -\n", fen,
                       shoogi_position_side(position) == SHOOGI_BLACK ? "b" : "w");
    }
    const bool written = fen != NULL;
    free(fen);
    shoogi_position_free(position);
    return status == SHOOGI_OK && !written ? SHOOGI_NO_MEMORY : status;
}

static shoogi_status run_opponent(making *m, shg_storage *storage, shoogi_error *err)
{
    shg_player row;
    if (!m->opponent[0])
        return SHOOGI_OK;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, m->opponent, err);
    if (status == SHOOGI_NOT_FOUND)
        return refuse(&m->why, WHY_NO_PLAYER);
    if (status == SHOOGI_OK && row.id == m->row.player)
        return refuse(&m->why, WHY_YOURSELF);
    m->row.opponent = row.id;
    return status;
}

static shoogi_status run_making(shg_job *job, shg_storage *storage)
{
    making *m = (making *)(void *)job;
    m->own = 0;
    shoogi_status status =
        storage->ops->free_table_list(storage, m->row.player, 0, each_own, m, &job->error);
    if (status == SHOOGI_OK && m->own >= SHG_FREE_TABLES_PER_PLAYER)
        status = refuse(&m->why, WHY_TOO_MANY);
    if (status == SHOOGI_OK)
        status = run_opponent(m, storage, &job->error);
    m->row.title = m->board.title;
    m->row.text = m->text.bytes;
    m->row.secret = m->secret;
    return status == SHOOGI_OK ? storage->ops->free_table_add(storage, &m->id, &m->row, &job->error)
                               : status;
}

static void finish_making(shg_task *task)
{
    const making *m = (const making *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        refuse_job(s, &task->job, m->why);
        return;
    }
    const long long id = (long long)m->id;
    shg_session *to = m->row.opponent != 0
                          ? shg_online_first(&task->server->sessions->online, m->row.opponent)
                          : NULL;
    for (; to; to = shg_online_next(to))
        if (shg_talk_reaches(to, s))
            shg_notify(to, "%s has set up free board %lld for you.  TABLE %lld shows it.\n", m->who,
                       id, id);
    char key[SHG_KEY_BYTES + 1];
    snprintf(key, sizeof key, "%lld-%s", id, m->secret);
    /* The answer of a command consists of members; a resource writes a whole answer. */
    shg_json_door *d = shg_session_is_program(s) ? shg_json_door_of(s) : NULL;
    const bool whole = d && d->resource;
    if (whole) {
        shg_json_open(&d->out, NULL, '{');
        shg_json_flag(&d->out, "ok", true);
    }
    shg_result(s, "table", m->id);
    shg_result_text(s, "key", key);
    if (whole)
        shg_json_close(&d->out, '}');
    if (m->row.opponent != 0)
        shg_say(s, "This is free board %lld.  TABLE %lld shows it.\n", id, id);
    else
        shg_say(s, "This is free board %lld.  Anyone who types TABLE %s JOIN joins it.\n", id, key);
}

static void fini_making(shg_task *task)
{
    free(((making *)task)->text.bytes);
}

void shg_free_table_make(shg_session *s, const shg_new_table *wanted)
{
    shoogi_error err = { 0 };
    making *m = is_member(s) ? shg_task_alloc(s, sizeof *m) : NULL;
    if (!m)
        return;
    const shoogi_catalog_entry *entry = NULL;
    const shoogi_status known =
        wanted->setup
            ? SHOOGI_OK
            : shg_server_find_variant(&entry, s->server, wanted->variant, strlen(wanted->variant));
    shoogi_status status = SHOOGI_OK;
    m->text = shg_out_growing();
    if (wanted->setup)
        shg_out_bytes(&m->text, wanted->setup, wanted->setup_bytes);
    else if (entry)
        status = write_start(&m->text, entry->name, entry->variant);
    else
        status =
            known == SHOOGI_NO_MEMORY
                ? known
                : refuse(&m->why, known == SHOOGI_NOT_FOUND ? WHY_NO_GAME : WHY_BAD_DEFINITION);
    if (status == SHOOGI_OK && (m->text.spent || !m->text.bytes))
        status = m->text.spent ? SHOOGI_NO_MEMORY : SHOOGI_PARSE_ERROR;
    if (status == SHOOGI_OK)
        status = shg_free_setup_read(&m->board, m->text.bytes, m->text.length, &err);
    if (status != SHOOGI_OK) {
        const shg_job job = { .status = status, .error = err };
        if (wanted->setup &&
            err.line > 0) /* a text of several lines: the place is part of the answer */
            shg_say_fault_in(s, "setup", &err);
        else
            refuse_job(s, &job, m->why);
        fini_making(&m->task);
        free(m);
        return;
    }
    m->row = (shg_free_table){ .player = s->player,
                               .second = wanted->second,
                               .hidden = wanted->hidden,
                               .created_ms = shg_now_ms(s->server) };
    m->task.fini = fini_making;
    snprintf(m->opponent, sizeof m->opponent, "%s", wanted->opponent);
    memcpy(m->who, s->name, sizeof m->who);
    shg_secret_make(m->secret);
    shg_task_write(&m->task, s->server, s, run_making, finish_making);
}
