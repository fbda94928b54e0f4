/* http.c: the API over HTTP: each request has a session of its own, which serves it and ends, or
 * a stream of events. */
#include "server/api/http.h"

#include "base/json_write.h"
#include "server/account/token.h"
#include "server/api/openapi.h"
#include "server/doors/door_json.h"
#include "server/doors/part.h"
#include "server/doors/web_credentials.h"
#include "server/game/game_json.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/game/watch.h"
#include "server/lobby/lobby.h"
#include "server/loop/test_settings.h"
#include "server/session/task.h"
#include "server/study/free_table_api.h"
#include "wire/gzip.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct call {
    shg_json_door door; /* must be first */
    shg_exchange *x;
    shg_deadline heartbeat;
    shg_api_request request;        /* borrowed from x until it is answered */
    bool begun, follows, streaming; /* follows: a stream was requested */
    bool by_cookie, forget;         /* forget: clear the cookie that the request sent */
    bool failed;                    /* the token could not be looked up */
    /* The stream of one game, else 0: the events already in its log come first. */
    int64_t game, after;
    /* The log was read up to this event; the events before `after` are read too, because the
     * side to move follows from them. */
    int64_t read;
    int turn; /* the turn after that event */
    bool reading, missed, caught_up;
} call;

static call *call_of(shg_json_door *door)
{
    return (call *)(void *)door;
}

static void end(call *c)
{
    shg_deadline_stop(&c->heartbeat);
    shg_json_door_fini(&c->door);
    free(c);
}

/* ---- streams ---- */

static void beat(void *context)
{
    call *c = context;
    shg_deadline_start(&c->heartbeat,
                       &c->door.session->server->doors->deadlines[SHG_DEADLINE_HEARTBEAT], beat, c);
    shg_exchange_send(c->x, "\n", 1);
}

/* Begins a stream instead of an answer. False: the exchange has ended. */
static bool begin_stream(call *c)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    page.content_type = "application/x-ndjson";
    c->streaming = true;
    if (!shg_exchange_stream(c->x, &page)) {
        end(c);
        return false;
    }
    shg_deadline_start(&c->heartbeat,
                       &c->door.session->server->doors->deadlines[SHG_DEADLINE_HEARTBEAT], beat, c);
    return true;
}

/* ---- answers ---- */

/* Whether an answer is packed: a long one that is the same for everybody.  Others may contain text of a client beside secrets,
 * and an observer of the connection could guess these from the size of the packed answer. */
static bool is_packed(const call *c, unsigned status)
{
    static const char path[] = "/variants";
    return status == 200 &&
           shg_text_same(c->request.path, c->request.path_bytes, path, sizeof path - 1) &&
           shg_http_lists(c->x->head, "Accept-Encoding", "gzip");
}

static bool answered(shg_json_door *d, unsigned status, const char *json, size_t json_bytes)
{
    call *c = call_of(d);
    shg_exchange *x = c->x;
    if (c->forget && d->headers[0] == '\0')
        shg_json_header(d, "Set-Cookie", SHG_COOKIE_NONE);
    if (status == 200 && c->follows)
        return begin_stream(c);
    shg_web_page page = shg_web_page_new();
    static const char packing[] = "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n";
    const bool packed = is_packed(c, status);
    char headers[sizeof d->headers + sizeof packing];
    snprintf(headers, sizeof headers, "%s%s", d->headers, packed ? packing : "");
    page.status = status;
    page.content_type = "application/json";
    page.more = headers;
    if (packed)
        shg_gzip(&page.body, json, json_bytes);
    else
        shg_out_bytes(&page.body, json, json_bytes);
    end(c);
    shg_exchange_answer(x, &page);
    return false;
}

static const shg_json_carrier carrier;

static void over(shg_json_door *d)
{
    call *c = call_of(d);
    shg_exchange *x = c->x;
    const bool streaming = c->streaming, failed = c->failed;
    end(c);
    if (streaming)
        shg_exchange_end(x);
    else if (failed)
        shg_exchange_refuse(x, 503, "Your sign-in could not be checked.  Please try again later.");
    else
        shg_exchange_refuse(x, 401, "Please sign in first.");
}

static void gone(shg_exchange *x)
{
    end(x->context);
}

static void event(shg_json_door *d, const char *json, size_t json_bytes)
{
    call *c = call_of(d);
    if (!c->streaming)
        return;
    if (c->game != 0 && !c->caught_up) {
        c->missed = true; /* it is in the log */
        return;
    }
    if (shg_exchange_send(c->x, json, json_bytes))
        shg_exchange_send(c->x, "\n", 1);
}

/* An event read from the log may be announced afterwards. */
static bool knows(const shg_json_door *d, int64_t game, int64_t number)
{
    const call *c = (const call *)(const void *)d;
    return c->game == game && c->caught_up && number <= c->after;
}

/* ---- events in the log ---- */

typedef struct catching {
    shg_task task;
    shg_out out;
    int64_t game, after, read; /* as in call */
    int turn;
    bool more; /* there is more to read */
} catching;

static bool each_event(void *context, const shg_event *row)
{
    catching *k = context;
    const int mover = shg_event_mover(&k->turn, row);
    k->read = row->number;
    if (row->number <= k->after)
        return true;
    shg_event_row_json(&k->out, row, mover);
    shg_out_char(&k->out, '\n');
    k->after = row->number;
    k->more = k->out.length >= SHG_OUTPUT_BYTES_PAUSE;
    return !k->more;
}

static shoogi_status run_catching(shg_job *job, shg_storage *storage)
{
    catching *k = (catching *)(void *)job;
    return storage->ops->event_list(storage, k->game, k->read + 1, each_event, k, &job->error);
}

static void finish_catching(shg_task *task)
{
    catching *k = (catching *)task;
    const shg_session *s = task->session;
    call *c = s->door ? call_of(s->carrier) : NULL;
    if (!c)
        return;
    c->reading = false;
    c->after = k->after;
    c->read = k->read;
    c->turn = k->turn;
    if (task->job.status != SHOOGI_OK || k->out.spent) {
        shg_session_quit(task->session);
        return;
    }
    shg_exchange_send(c->x, k->out.bytes, k->out.length);
    c->caught_up = !k->more && !c->missed;
    c->missed = false;
}

static void fini_catching(shg_task *task)
{
    free(((catching *)task)->out.bytes);
}

static void catch_up(shg_session *s, void *context)
{
    const call *c = context;
    catching *k = shg_task_alloc(s, sizeof *k);
    if (!k)
        return;
    *k = (catching){ .game = c->game,
                     .after = c->after,
                     .read = c->read,
                     .turn = c->turn,
                     .out = shg_out_growing() };
    k->task.fini = fini_catching;
    shg_task_read(&k->task, s->server, s, run_catching, finish_catching);
}

/* Continues to read the log, as fast as the client reads. */
static void read_more(call *c)
{
    if (c->game == 0 || c->caught_up || c->reading ||
        shg_exchange_waiting(c->x) > (size_t)shg_test_bound(SHG_OUTPUT_BYTES_PAUSE, 0) ||
        shg_session_wants(c->door.session) != SHG_WANTS_LINE)
        return;
    c->reading = true;
    shg_session_run(c->door.session, catch_up, c);
}

static void room(shg_exchange *x)
{
    read_more(x->context);
}

static void watch(shg_session *s, shg_game_state *game)
{
    if (!game || !s->door)
        return;
    call *c = call_of(s->carrier);
    c->follows = shg_watch_add(&s->server->games->watches, s, game->id) == SHOOGI_OK;
    c->game = game->id;
    c->turn = shg_game_first_side(game);
    if (!c->follows)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
}

/* ---- streaming resources ---- */

/* The notation of the moves in the events to come. */
static bool read_notation(shg_session *s)
{
    shoogi_notation notation;
    if (!shg_json_query_notation(&notation, s, SHOOGI_NOTATION_WESTERN))
        return false;
    s->program_notation = (uint8_t)(notation + 1);
    return true;
}

void shg_api_follow_game(shg_session *s, shg_json_door *d)
{
    int64_t id;
    if (d->carrier != &carrier)
        shg_refuse(s, "Use HTTP for this; over a WebSocket OBSERVE follows a game.\n");
    else if (shg_json_argument_number(&id, s, 0) &&
             shg_json_query_number(&call_of(d)->after, s, "after", 0) && read_notation(s))
        shg_with_game(s, id, watch);
}

static void follow_table(shg_session *s)
{
    call_of(s->carrier)->follows = true;
}

void shg_api_follow_table(shg_session *s, shg_json_door *d)
{
    if (d->carrier != &carrier)
        shg_refuse(s, "Use HTTP for this; over a WebSocket watch the free board.\n");
    else
        shg_api_table_subscribe(s, d, follow_table);
}

void shg_api_follow_player(shg_session *s, shg_json_door *d)
{
    char lobby[8];
    if (d->carrier != &carrier)
        shg_refuse(s, "Use HTTP for this; a WebSocket sends events by itself.\n");
    else if (shg_json_query_text(lobby, sizeof lobby, s, "lobby") && read_notation(s)) {
        if (strcmp(lobby, "true") == 0)
            shg_lobby_follow(s);
        call_of(d)->follows = true;
    }
}

/* ---- one request ---- */

/* The session belongs to its player and has done nothing yet; or there are more events of a game
 * to send. */
static bool idle(shg_json_door *d)
{
    call *c = call_of(d);
    if (!c->begun) {
        c->begun = true;
        shg_json_door_serve(d, &c->request);
    } else if (c->streaming) {
        read_more(c);
    }
    return true;
}

static const shg_json_carrier carrier = {
    .idle = idle, .answered = answered, .event = event, .knows = knows, .over = over
};

static void entered(shg_session *s, shg_token_outcome outcome)
{
    if (!s->door)
        return;
    /* An anonymous session may read what is public, but a program with an invalid token is
     * refused. A browser sends its cookie by itself: the answer clears it, so that the user can
     * sign in again. */
    call *c = call_of(s->carrier);
    c->failed = outcome == SHG_TOKEN_FAILED;
    if (outcome == SHG_TOKEN_UNKNOWN && c->by_cookie)
        c->forget = true;
    else if (outcome == SHG_TOKEN_UNKNOWN || outcome == SHG_TOKEN_FAILED)
        shg_session_quit(s);
}

static bool is_json(const shg_exchange *x)
{
    static const char json[] = "application/json";
    shg_http_span type;
    size_t index = 0;
    if (!shg_http_find(&type, x->head, "Content-Type", &index) || type.bytes < sizeof json - 1)
        return false;
    const char *text = shg_http_text(x->head, type);
    return shg_text_same(text, sizeof json - 1, json, sizeof json - 1) &&
           (type.bytes == sizeof json - 1 || strchr("; ", text[sizeof json - 1]));
}

/* Serves /api and /api/openapi.yaml. */
static bool describes(shg_exchange *x)
{
    static const char file[] = "/openapi.yaml";
    if (x->path_bytes > 0 &&
        (x->path_bytes != sizeof file - 1 || memcmp(x->path, file, sizeof file - 1) != 0))
        return false;
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    page.content_type = "application/yaml";
    shg_openapi_write(&page.body);
    shg_exchange_answer(x, &page);
    return true;
}

void shg_api_web(shg_exchange *x)
{
    if (describes(x))
        return;
    shg_credentials who;
    shg_credentials_read(&who, x);
    const bool reads = !shg_http_is(x->head, x->head->method, "POST", false);
    if (who.by_cookie && !reads && !shg_web_same_origin(x)) {
        shg_exchange_refuse(x, 403, "The request came from a page of another site.");
        return;
    }
    if (x->body_bytes > 0 && !is_json(x)) {
        shg_exchange_refuse(x, 415, "expected Content-Type: application/json");
        return;
    }
    call *c = calloc(1, sizeof *c);
    if (!c || shg_json_door_init(&c->door, x, &carrier) != SHOOGI_OK) {
        free(c);
        shg_exchange_refuse(x, 503, "The server is out of memory.");
        return;
    }
    c->x = x;
    x->context = c;
    x->gone = gone;
    x->room = room;
    c->by_cookie = who.by_cookie;
    c->door.http = true;
    c->door.secure = x->secure;
    shg_web_agent(c->door.agent, sizeof c->door.agent, x);
    c->request = (shg_api_request){ .method = shg_http_text(x->head, x->head->method),
                                    .method_bytes = reads ? 3 : x->head->method.bytes,
                                    .path = x->path,
                                    .path_bytes = x->path_bytes,
                                    .query = x->query,
                                    .query_bytes = x->query_bytes,
                                    .body = x->body,
                                    .body_bytes = x->body_bytes,
                                    .came_ms = x->came_ms };
    if (reads)
        c->request.method = "GET"; /* the door handles HEAD */
    const bool stream = x->path_bytes == 7 && memcmp(x->path, "/events", 7) == 0;
    if (who.token_bytes > 0)
        shg_token_enter(c->door.session, who.token, who.token_bytes,
                        stream ? SHG_PRESENCE_SILENT : SHG_PRESENCE_CALL, entered);
    else
        shg_json_door_begin(&c->door);
}
