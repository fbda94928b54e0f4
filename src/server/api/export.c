/* export.c: everything stored about a player, as JSON for that player. */
#include "base/json_write.h"
#include "server/account/account.h"
#include "server/account/token.h"
#include "server/api/account.h"
#include "server/game/game_json.h"
#include "server/lobby/challenge_json.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_AT_ONCE = 200 };

typedef struct export
{
    shg_task task;
    int64_t player, after, games[GAMES_AT_ONCE];
    size_t game_count;
    bool more;
    shg_out out;
}
export;

static bool each_token(void *context, const shg_token *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_text(&e->out, "kind", row->kind);
    shg_json_text(&e->out, "name", row->name);
    shg_json_text(&e->out, "given_to", row->from);
    shg_json_number(&e->out, "created_ms", row->created_ms);
    shg_json_number(&e->out, "seen_ms", row->seen_ms);
    shg_json_number(&e->out, "expires_ms", row->expires_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_name(void *context, const shg_player *row)
{
    shg_json_text(&((export *)context)->out, NULL, row->name);
    return true;
}

static bool each_message(void *context, const shg_message *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_text(&e->out, "from", row->sender_name);
    shg_json_text(&e->out, "text", row->text);
    shg_json_number(&e->out, "at_ms", row->at_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_report(void *context, const shg_report *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_text(&e->out, "about", row->accused_name);
    shg_json_text(&e->out, "text", row->text);
    shg_json_text(&e->out, "heard", row->heard);
    shg_json_number(&e->out, "at_ms", row->at_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_challenge(void *context, const shg_challenge *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_challenge_members_json(&e->out, row, false);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_document(void *context, const shg_document *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "game", row->game);
    shg_json_text(&e->out, "kind", row->kind);
    shg_json_text(&e->out, "text", row->text);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_preset(void *context, const char *name, const char *text)
{
    shg_json_text(&((export *)context)->out, name, text);
    return true;
}

static bool each_device(void *context, const shg_device *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_text(&e->out, "name", row->name);
    shg_json_text(&e->out, "endpoint", row->endpoint);
    shg_json_number(&e->out, "created_ms", row->created_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_rating(void *context, const shg_rating_row *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "game", row->game);
    shg_json_text(&e->out, "variant", row->variant);
    shg_json_text(&e->out, "speed", row->speed);
    shg_json_number(&e->out, "rating_e3", row->rating_e3);
    shg_json_number(&e->out, "deviation_e3", row->deviation_e3);
    shg_json_number(&e->out, "at_ms", row->at_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_record(void *context, const shg_record_row *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "id", row->id);
    shg_json_text(&e->out, "variant", row->variant);
    shg_json_text(&e->out, "black", row->black);
    shg_json_text(&e->out, "white", row->white);
    shg_json_number(&e->out, "created_ms", row->created_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_design(void *context, const shg_design *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "id", row->definition);
    shg_json_text(&e->out, "name", row->name);
    shg_json_number(&e->out, "version", row->version);
    shg_json_number(&e->out, "created_ms", row->created_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_study(void *context, const shg_study *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "id", row->id);
    shg_json_text(&e->out, "name", row->name);
    shg_json_number(&e->out, "created_ms", row->created_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_table(void *context, const shg_free_table *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "id", row->id);
    shg_json_text(&e->out, "title", row->title);
    shg_json_number(&e->out, "created_ms", row->created_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_event(void *context, const shg_event *row)
{
    export *e = context;
    shg_json_open(&e->out, NULL, '{');
    shg_json_text(&e->out, "kind", row->kind);
    shg_json_text(&e->out, "text", row->text);
    shg_json_number(&e->out, "think_ms", row->think_ms);
    shg_json_number(&e->out, "at_ms", row->at_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_chat_line(void *context, const shg_chat_line *row)
{
    export *e = context;
    if (row->player != e->player)
        return true;
    shg_json_open(&e->out, NULL, '{');
    shg_json_text(&e->out, "kind", row->kind);
    shg_json_text(&e->out, "text", row->text);
    shg_json_number(&e->out, "at_ms", row->at_ms);
    shg_json_close(&e->out, '}');
    return true;
}

static bool each_game(void *context, const shg_game *row)
{
    export *e = context;
    e->more = e->game_count == GAMES_AT_ONCE;
    if (!e->more)
        e->games[e->game_count++] = row->id;
    return !e->more;
}

static shoogi_status put_game(export *e, shg_storage *storage, int64_t id, shoogi_error *err)
{
    shg_game row;
    shoogi_status status = storage->ops->game_get(storage, &row, id, err);
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(&e->out, NULL, '{');
    shg_json_number(&e->out, "id", row.id);
    shg_json_text(&e->out, "variant", row.variant);
    shg_json_number(&e->out, "definition", row.definition);
    shg_json_text(&e->out, "black", row.black_name);
    shg_json_text(&e->out, "white", row.white_name);
    shg_json_text(&e->out, "start", row.sfen);
    shg_json_text(&e->out, "options", row.options);
    shg_json_text(&e->out, "comment", row.comment);
    shg_json_number(&e->out, "created_ms", row.created_ms);
    shg_json_text(&e->out, "outcome", row.outcome);
    shg_json_text(&e->out, "reason", row.reason);
    shg_json_open(&e->out, "events", '[');
    status = storage->ops->event_list(storage, id, 1, each_event, e, err);
    shg_json_close(&e->out, ']');
    shg_json_open(&e->out, "said", '[');
    if (status == SHOOGI_OK)
        status = storage->ops->chat_list(storage, id, 0, each_chat_line, e, err);
    shg_json_close(&e->out, ']');
    shg_json_close(&e->out, '}');
    return status;
}

static shoogi_status put_person(export *e, shg_storage *storage, shoogi_error *err)
{
    shg_player player;
    shg_account account;
    shoogi_status status = storage->ops->player_by_id(storage, &player, e->player, err);
    if (status != SHOOGI_OK)
        return status;
    shg_json_text(&e->out, "name", player.name);
    shg_json_number(&e->out, "created_ms", player.created_ms);
    shg_json_number(&e->out, "seen_ms", player.seen_ms);
    shg_json_text(&e->out, "settings", player.settings);
    status = shg_account_read(&account, storage, e->player, err);
    if (status != SHOOGI_OK)
        return status;
    shg_json_text(&e->out, "mail", account.mail);
    shg_json_flag(&e->out, "codes", shg_account_has_codes(&account));
    return SHOOGI_OK;
}

/* One list under its name. */
#define LIST(name, bracket, end, call)                                                             \
    do {                                                                                           \
        shg_json_open(&e->out, name, bracket);                                                     \
        if (status == SHOOGI_OK)                                                                   \
            status = storage->ops->call;                                                           \
        shg_json_close(&e->out, end);                                                              \
    } while (0)

static shoogi_status put_lists(export *e, shg_storage *storage, shoogi_error *err)
{
    const shg_rating_filter ratings = { .player = e->player };
    shoogi_status status = SHOOGI_OK;
    LIST("tokens", '[', ']', token_list(storage, e->player, each_token, e, err));
    LIST("devices", '[', ']', device_list(storage, e->player, each_device, e, err));
    LIST("ignored", '[', ']', ignored_list(storage, e->player, each_name, e, err));
    LIST("messages", '[', ']', message_list(storage, e->player, each_message, e, err));
    LIST("reports", '[', ']', report_list(storage, e->player, 0, each_report, e, err));
    LIST("challenges", '[', ']', challenge_list(storage, e->player, each_challenge, e, err));
    LIST("papers", '[', ']', document_list(storage, e->player, each_document, e, err));
    LIST("presets", '{', '}', preset_list(storage, e->player, each_preset, e, err));
    /* Their contents are at /api/records/NUMBER and so on. */
    LIST("records", '[', ']', record_list(storage, e->player, 0, each_record, e, err));
    LIST("definitions", '[', ']', design_list(storage, e->player, 0, each_design, e, err));
    LIST("studies", '[', ']', study_list(storage, e->player, 0, each_study, e, err));
    LIST("tables", '[', ']', free_table_list(storage, e->player, 0, each_table, e, err));
    LIST("ratings", '[', ']', rating_list(storage, &ratings, each_rating, e, err));
    return status;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    export *e = (export *)(void *)job;
    const shg_game_filter games = { .player = e->player, .after = e->after };
    shg_json_open(&e->out, NULL, '{');
    shoogi_status status = SHOOGI_OK;
    if (e->after == 0) {
        status = put_person(e, storage, &job->error);
        if (status == SHOOGI_OK)
            status = put_lists(e, storage, &job->error);
    }
    if (status == SHOOGI_OK)
        status = storage->ops->game_list(storage, &games, each_game, e, &job->error);
    shg_json_open(&e->out, "games", '[');
    size_t exported = 0;
    for (; exported < e->game_count && status == SHOOGI_OK &&
           (exported == 0 || e->out.length < SHG_API_TEXT_BYTES_MAX);
         exported++)
        status = put_game(e, storage, e->games[exported], &job->error);
    e->more = e->more || exported < e->game_count;
    shg_json_close(&e->out, ']');
    shg_json_flag(&e->out, "more", e->more);
    shg_json_close(&e->out, '}');
    return status == SHOOGI_OK && e->out.spent ? SHOOGI_NO_MEMORY : status;
}

static void finish(shg_task *task)
{
    export *e = (export *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK)
        shg_say_failed(s, &task->job);
    else if (s->door)
        shg_out_bytes(&shg_json_door_of(s)->out, e->out.bytes, e->out.length);
}

static void fini(shg_task *task)
{
    free(((export *)task)->out.bytes);
}

void shg_api_export(shg_session *s, shg_json_door *d)
{
    int64_t after;
    (void)d;
    if (!shg_json_query_number(&after, s, "after", 0))
        return;
    if (s->player == 0) {
        shg_refuse(s, "The server stores nothing about you.\n");
        return;
    }
    export *e = shg_task_alloc(s, sizeof *e);
    if (!e)
        return;
    e->player = s->player;
    e->after = after;
    e->out = shg_out_growing();
    e->task.fini = fini;
    shg_task_read(&e->task, s->server, s, run, finish);
}
