#include "server/doors/door_json.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/account/token.h"
#include "server/doors/part.h"
#include "server/doors/web_credentials.h"
#include "server/doors/web_exchange.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned shg_refusal_status(shg_refusal refusal)
{
    static const unsigned statuses[] = {
        [SHG_REFUSED_NOT] = 200,        [SHG_REFUSED] = 422,
        [SHG_REFUSED_UNREADABLE] = 400, [SHG_REFUSED_NOT_FOUND] = 404,
        [SHG_REFUSED_FORBIDDEN] = 403,  [SHG_REFUSED_TOO_MUCH] = 429,
        [SHG_REFUSED_FAILED] = 503,
    };
    return statuses[refusal];
}

/* ---- the door ---- */

static void door_write(shg_session *s, const char *text, size_t text_bytes)
{
    shg_json_door *d = s->carrier;
    if (d->serving && d->said.length + text_bytes <= SHG_API_TEXT_BYTES_MAX)
        shg_out_bytes(&d->said, text, text_bytes);
}

static void door_prompt(shg_session *s, const char *text, shg_typing typing)
{
    (void)s;
    (void)text;
    (void)typing;
}

static void door_interject(shg_session *s)
{
    (void)s;
}

static void pump(shg_json_door *d);

static void door_go_on(shg_session *s)
{
    pump(s->carrier);
}

static void door_finish(shg_session *s)
{
    pump(s->carrier);
}

static void door_event(shg_session *s, const char *json, size_t json_bytes)
{
    shg_json_door *d = s->carrier;
    if (d->carrier->event && !s->quitting)
        d->carrier->event(d, json, json_bytes);
}

static bool door_knows(const shg_session *s, int64_t game, int64_t number)
{
    const shg_json_door *d = s->carrier;
    return d->carrier->knows && d->carrier->knows(d, game, number);
}

static void door_result(shg_session *s, const char *name, int64_t value)
{
    shg_json_door *d = s->carrier;
    if (d->serving)
        shg_json_number(&d->out, name, value);
}

static void door_result_text(shg_session *s, const char *name, const char *text)
{
    shg_json_door *d = s->carrier;
    if (d->serving)
        shg_json_text(&d->out, name, text);
}

/* The line of a call was built from its members, so a column in it means nothing to the program.
 * After an answer the line may be the program's own text. */
static bool door_place(shg_session *s, shg_out *name, uint32_t *column)
{
    const shg_json_door *d = s->carrier;
    return d->answers_used == 0 && shg_api_place(name, &d->places, column);
}

static void door_fault(shg_session *s, const char *name, uint32_t column,
                       const shg_fault_parts *parts)
{
    shg_json_door *d = s->carrier;
    d->fault = *parts;
    d->fault_column = column;
    snprintf(d->fault_field, sizeof d->fault_field, "%s", name);
}

static const shg_door door = {
    .write = door_write,
    .prompt = door_prompt,
    .interject = door_interject,
    .go_on = door_go_on,
    .finish = door_finish,
    .event = door_event,
    .knows = door_knows,
    .result = door_result,
    .result_text = door_result_text,
    .place = door_place,
    .fault = door_fault,
    .query = shg_json_query_text,
};

shoogi_status shg_json_door_init_inside(shg_json_door *d, shg_server *server,
                                        const shg_json_carrier *carrier)
{
    d->carrier = carrier;
    return shg_session_new(&d->session, server, &door, d, (shg_address_key){ 0 });
}

shoogi_status shg_json_door_init(shg_json_door *d, const shg_exchange *x,
                                 const shg_json_carrier *carrier)
{
    d->carrier = carrier;
    const shoogi_status status = shg_session_new(&d->session, x->server, &door, d, x->address);
    if (status == SHOOGI_OK) {
        d->session->typed_ms = x->came_ms;
        shg_web_device(d->session, x);
        d->session->settings.value[SHG_SET_LANGUAGE] = (uint8_t)x->language;
        d->session->client_language = x->language_chosen ? (uint8_t)(x->language + 1) : 0;
    }
    return status;
}

shoogi_status shg_json_door_restore(shg_json_door *d, shg_server *server, shg_address_key address,
                                    const shg_json_carrier *carrier, const shg_json *json)
{
    d->carrier = carrier;
    const shoogi_status status = shg_session_new(&d->session, server, &door, d, address);
    if (status != SHOOGI_OK || shg_session_restore(d->session, json))
        return status;
    shg_session_gone(d->session);
    return SHOOGI_NOT_FOUND;
}

bool shg_json_door_is_idle(const shg_json_door *d)
{
    return !d->serving && d->answer_status == 0 && !d->session->quitting && d->session->busy == 0 &&
           !d->session->question;
}

static void forget_request(shg_json_door *d)
{
    shg_json_fini(&d->json);
    if (d->body)
        shg_wipe(d->body, strlen(d->body));
    free(d->body);
    free(d->said.bytes);
    free(d->out.bytes);
    d->json = (shg_json){ 0 };
    d->body = NULL;
    d->said = d->out = (shg_out){ 0 };
    d->fault_field[0] = '\0';
    d->serving = false;
}

void shg_json_door_fini(shg_json_door *d)
{
    shg_session_gone(d->session);
    forget_request(d);
    free(d->answer.bytes);
}

/* ---- the answer ---- */

/* json: taken. */
static void finish_answer(shg_json_door *d, unsigned status, shg_out *json)
{
    forget_request(d);
    d->answer = *json;
    d->answer_status = json->spent || json->length == 0 ? 503 : status;
}

/* Passes the answer to the carrier. False: the door has ended. */
static bool deliver(shg_json_door *d)
{
    static const char no_memory[] = "{\"ok\":false,\"error\":\"The server is out of memory.\"}";
    const unsigned status = d->answer_status;
    const shg_out json = d->answer;
    d->answer = (shg_out){ 0 };
    d->answer_status = 0;
    const bool whole = !json.spent && json.length > 0;
    const bool lives = d->carrier->answered(d, status, whole ? json.bytes : no_memory,
                                            whole ? json.length : sizeof no_memory - 1);
    free(json.bytes);
    return lives;
}

/* The text without leading empty lines and trailing spaces and line ends. */
static void put_output(shg_out *json, const char *name, const shg_out *said)
{
    const char *text = said->bytes && !said->spent ? said->bytes : "";
    size_t bytes = said->spent ? 0 : said->length;
    size_t begin = 0; /* of the first line that is not empty */
    for (size_t i = 0; i < bytes && (text[i] == '\n' || text[i] == ' '); i++)
        if (text[i] == '\n')
            begin = i + 1;
    text += begin;
    bytes -= begin;
    while (bytes > 0 && (text[bytes - 1] == '\n' || text[bytes - 1] == ' '))
        bytes--;
    shg_json_bytes(json, name, text, bytes);
}

/* The position and the fault, beside the sentence; found is "" at the end of the text. */
static void put_fault(shg_out *json, const shg_json_door *d)
{
    if (d->fault_field[0] == '\0')
        return;
    shg_json_text(json, "field", d->fault_field);
    shg_json_number(json, "column", d->fault_column);
    if (d->fault.expected[0] != '\0') {
        shg_json_text(json, "expected", d->fault.expected);
        shg_json_text(json, "found", d->fault.found);
    }
}

static void answer_refusal(shg_json_door *d, const char *question)
{
    shg_out json = shg_out_growing();
    const shg_refusal refusal = d->session->refusal ? d->session->refusal : SHG_REFUSED;
    shg_json_open(&json, NULL, '{');
    shg_json_flag(&json, "ok", false);
    if (question && !d->session->refusal)
        shg_json_text(&json, "error",
                      shg_text_in(shg_session_language(d->session),
                                  "The command asks a question.  Answer it in \"answers\"."));
    else
        put_output(&json, "error", &d->said);
    put_fault(&json, d);
    if (question) {
        const size_t length = strlen(question);
        shg_json_bytes(&json, "question", question,
                       length - (length > 0 && question[length - 1] == ' '));
        put_output(&json, "text", &d->said);
    }
    if (d->resource && d->out.length > 0 && !d->out.spent) {
        shg_out_char(&json, ',');
        shg_out_bytes(&json, d->out.bytes, d->out.length);
    }
    shg_json_close(&json, '}');
    finish_answer(d, d->status ? d->status : shg_refusal_status(refusal), &json);
}

static void answer_call(shg_json_door *d)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_flag(&json, "ok", true);
    if (d->session->repeated)
        shg_json_flag(&json, "repeated", true);
    if (d->out.length > 0) {
        shg_out_char(&json, ',');
        shg_out_bytes(&json, d->out.bytes, d->out.spent ? 0 : d->out.length);
    }
    /* A repeat found when it was to be written made the call report failure. */
    if (d->session->repeated)
        shg_json_text(&json, "text", "");
    else
        put_output(&json, "text", &d->said);
    shg_json_close(&json, '}');
    json.spent |= d->out.spent || d->said.spent;
    finish_answer(d, 200, &json);
}

static void answer_resource(shg_json_door *d)
{
    const unsigned status = d->status ? d->status : 200;
    shg_out json = d->out;
    d->out = (shg_out){ 0 };
    if (json.length == 0 && !json.spent)
        shg_out_text(&json,
                     d->session->repeated ? "{\"ok\":true,\"repeated\":true}" : "{\"ok\":true}");
    finish_answer(d, status, &json);
}

/* question: the one left open; NULL for none. */
static void answer(shg_json_door *d, const char *question)
{
    if (question || (d->session->refusal && !d->session->repeated))
        answer_refusal(d, question);
    else if (d->resource)
        answer_resource(d);
    else
        answer_call(d);
}

static void refuse_early(shg_json_door *d, unsigned status, const char *reason)
{
    shg_out json = shg_out_growing();
    shg_refusal_json(&json, shg_text_in(shg_session_language(d->session), reason));
    finish_answer(d, status, &json);
}

/* ---- continuing ---- */

/* The next of "answers", or NULL; its text is freed with free(). */
static char *next_answer(shg_json_door *d)
{
    const size_t list = shg_json_member(&d->json, 0, SHG_API_ANSWERS);
    if (list == 0 || d->json.values[list].type != SHG_JSON_ARRAY)
        return NULL;
    size_t at = list + 1;
    for (size_t i = 0; i < d->answers_used && at < d->json.values[list].after; i++)
        at = d->json.values[at].after;
    if (at >= d->json.values[list].after || d->json.values[at].type != SHG_JSON_STRING)
        return NULL;
    d->answers_used++;
    shg_out text = { .grows = true, .secret = true };
    shg_json_string(&text, &d->json, at);
    if (!text.bytes)
        shg_out_text(&text, "");
    if (text.spent || memchr(text.bytes, '\n', text.length)) {
        free(text.bytes);
        return NULL;
    }
    return text.bytes;
}

/* Answers the question for which the session waits. */
static void answer_question(shg_json_door *d)
{
    shg_session *s = d->session;
    char *text = next_answer(d);
    if (text) {
        shg_session_line(s, text, strlen(text));
        shg_wipe(text, strlen(text));
        free(text);
        return;
    }
    char question[sizeof s->question->prompt];
    memcpy(question, s->question->prompt, sizeof question);
    shg_session_drop_question(s);
    answer(d, question);
}

/* Continues the request until the session waits for something or the answer is complete. */
static void advance(shg_json_door *d)
{
    shg_session *s = d->session;
    while (d->serving && !s->quitting) {
        const shg_wants wants = shg_session_wants(s);
        if (wants == SHG_WANTS_NOTHING)
            return;
        if (wants == SHG_WANTS_ROOM)
            shg_session_stream(s);
        else if (s->question)
            answer_question(d);
        else
            answer(d, NULL);
    }
    if (s->quitting && s->busy == 0 && d->serving)
        answer(d, NULL);
}

/* Whether advance has something to do. */
static bool can_advance(const shg_json_door *d)
{
    const shg_session *s = d->session;
    return d->serving &&
           (shg_session_wants(s) != SHG_WANTS_NOTHING || (s->quitting && s->busy == 0));
}

/* Calls idle: the next request may be served. False: the door has ended. */
static bool offer_next(shg_json_door *d)
{
    const bool waits = !d->serving && d->answer_status == 0 && !d->session->quitting &&
                       shg_session_wants(d->session) == SHG_WANTS_LINE;
    return !waits || d->carrier->idle(d);
}

/* Continues the request and delivers answer and events, which may begin another request. The
 * door may have ended afterwards. */
static void pump(shg_json_door *d)
{
    if (d->pumping)
        return;
    d->pumping = true;
    bool more = true;
    while (more) {
        advance(d);
        more = d->answer_status != 0;
        if (more ? !deliver(d) : !offer_next(d))
            return;
        more = more || can_advance(d) || d->answer_status != 0;
    }
    d->pumping = false;
    if (d->session->quitting && d->session->busy == 0 && !d->finished) {
        d->finished = true;
        d->carrier->over(d);
    }
}

/* ---- requests ---- */

static bool same(const char *text, size_t text_bytes, const char *word)
{
    return strlen(word) == text_bytes && memcmp(text, word, text_bytes) == 0;
}

/* Whether a path fits that of a resource; copies its arguments. */
static bool fits(shg_json_door *d, const shg_resource *resource, const char *path,
                 size_t path_bytes)
{
    const char *row = resource->path;
    for (size_t n = 0; *row;) {
        assert(*row == '/');
        const size_t row_bytes = strcspn(row + 1, "/");
        if (row[1] != '{') {
            if (path_bytes < row_bytes + 1 || memcmp(path, row, row_bytes + 1) != 0 ||
                (path_bytes > row_bytes + 1 && path[row_bytes + 1] != '/'))
                return false;
            path += row_bytes + 1;
            path_bytes -= row_bytes + 1;
        } else {
            shg_out part = shg_out_make(d->argument[n], SHG_API_ARGUMENT_BYTES);
            if (!shg_path_next(&part, &path, &path_bytes) || part.length == 0 ||
                part.length >= SHG_API_ARGUMENT_BYTES)
                return false;
            n++;
        }
        row += row_bytes + 1;
    }
    return path_bytes == 0;
}

static const shg_command *find_command(const char *path, size_t path_bytes)
{
    for (size_t i = 0; i < shg_command_count; i++)
        if (path_bytes > 1 && same(path + 1, path_bytes - 1, shg_commands[i].id))
            return &shg_commands[i];
    return NULL;
}

/* Finds the command or resource of the request. Returns 0, or the status of the refusal. */
static unsigned find(shg_json_door *d, const shg_api_request *r)
{
    const shg_resource_table *resources = d->session->server->doors->resources;
    bool other_method = false;
    d->resource = NULL;
    d->command = NULL;
    for (size_t i = 0; i < resources->count; i++) {
        if (!fits(d, &resources->row[i], r->path, r->path_bytes))
            continue;
        if (same(r->method, r->method_bytes, resources->row[i].method)) {
            d->resource = &resources->row[i];
            return 0;
        }
        other_method = true;
    }
    d->command = find_command(r->path, r->path_bytes);
    if (d->command && same(r->method, r->method_bytes, "POST"))
        return 0;
    return d->command || other_method ? 405 : 404;
}

/* Reads the body.  False after answering. */
static bool read_body(shg_json_door *d, const shg_api_request *r)
{
    shoogi_error err = { 0 };
    d->body = malloc(r->body_bytes + 3);
    if (!d->body) {
        refuse_early(d, 503, "The server is out of memory.");
        return false;
    }
    memcpy(d->body, r->body_bytes > 0 ? r->body : "{}", r->body_bytes > 0 ? r->body_bytes : 2);
    const size_t bytes = r->body_bytes > 0 ? r->body_bytes : 2;
    d->body[bytes] = '\0';
    const shoogi_status status = shg_json_read(&d->json, d->body, bytes, &err);
    if (status == SHOOGI_OK && d->json.values[0].type == SHG_JSON_OBJECT)
        return true;
    if (status == SHOOGI_OK) {
        refuse_early(d, 400, "expected an object, { and }, as the body");
    } else {
        char reason[SHG_FAULT_BYTES];
        refuse_early(d, 400, shg_session_fault_text(reason, d->session, "body", &err));
    }
    return false;
}

/* The fields that every call may have. */
static shoogi_status read_common_fields(shg_json_door *d, shoogi_error *err)
{
    shg_session *s = d->session;
    int64_t game = 0, known = INT64_MAX;
    shoogi_status status = shg_api_number(&game, &d->json, SHG_API_GAME, err);
    if (status == SHOOGI_OK)
        status = shg_api_number(&known, &d->json, SHG_API_KNOWN, err);
    if (status == SHOOGI_OK && game != 0)
        s->current_game = game; /* for this session alone */
    s->loaded_game = s->current_game;
    s->loaded_event = known;
    return status;
}

static void dispatch(shg_session *s)
{
    shoogi_error err = { 0 };
    shg_json_door *d = s->door ? s->carrier : NULL;
    if (!d || s->repeated)
        return;
    shg_out line = shg_out_growing();
    if (shg_api_line(&line, &d->places, d->command, &d->json, &err) == SHOOGI_OK)
        shg_session_command(s, line.bytes, line.length, d->places.text_at);
    else
        shg_say_fault(s, &err);
    free(line.bytes);
}

/* A call with an idempotency key takes effect once. */
static void run_command(shg_session *s, void *context)
{
    shg_json_door *d = context;
    shoogi_error err = { 0 };
    char key[SHG_REQUEST_KEY_BYTES_MAX + 1];
    shoogi_status status = read_common_fields(d, &err);
    if (status == SHOOGI_OK)
        status = shg_api_text(key, sizeof key, &d->json, SHG_API_REQUEST, &err);
    if (status != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (key[0])
        shg_request_begin(s, key, strlen(key), dispatch);
    else
        dispatch(s);
}

static void run_resource(shg_session *s, void *context)
{
    shg_json_door *d = context;
    shoogi_error err = { 0 };
    if (!shg_session_may(s, d->resource->scope))
        return;
    if (shg_api_check(&d->json, d->resource->body, &err) == SHOOGI_OK)
        d->resource->run(s, d);
    else
        shg_say_fault(s, &err);
}

static void begin(shg_json_door *d, const shg_api_request *r)
{
    assert(!d->serving && d->answer_status == 0);
    shg_session *s = d->session;
    d->serving = true;
    d->said = shg_out_growing();
    d->out = shg_out_growing();
    d->status = 0;
    d->headers[0] = '\0';
    d->places.count = 0;
    d->answers_used = 0;
    s->refusal = SHG_REFUSED_NOT;
    s->request[0] = '\0';
    s->repeated = false;
    s->typed_ms = r->came_ms;
    if (!shg_session_counts(s, s->server->doors->calls, 1, SHG_CALLS_MAX)) {
        refuse_early(d, 429, "Too many requests.  Please wait a moment.");
        return;
    }
    const unsigned status = find(d, r);
    if (status != 0) {
        refuse_early(d, status,
                     status == 405 ? "That path needs another method."
                                   : "Not found.  /api describes what there is.");
        return;
    }
    if (!s->name[0] && (!d->resource || d->resource->members)) {
        refuse_early(d, 401, "Please sign in first.");
        return;
    }
    if (r->query_bytes >= sizeof d->query) {
        refuse_early(d, 400, "expected a shorter query");
        return;
    }
    memcpy(d->query, r->query, r->query_bytes);
    d->query_bytes = r->query_bytes;
    if (!read_body(d, r))
        return;
    shg_session_run(s, d->command ? run_command : run_resource, d);
}

void shg_json_door_serve(shg_json_door *d, const shg_api_request *r)
{
    const bool pumping = d->pumping;
    d->pumping = true;
    begin(d, r);
    d->pumping = pumping;
    pump(d);
}

void shg_json_door_begin(shg_json_door *d)
{
    pump(d);
}

/* ---- for resources ---- */

bool shg_json_argument_number(int64_t *out, shg_session *s, size_t argument)
{
    const char *text = shg_json_door_of(s)->argument[argument];
    char *end;
    *out = shg_is_digit(text[0]) && strlen(text) <= 17 ? strtoll(text, &end, 10) : 0;
    if (*out > 0 && *end == '\0')
        return true;
    shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "Not found: expected a number.\n");
    return false;
}

bool shg_json_query_text(char *out, size_t room, shg_session *s, const char *name)
{
    const shg_json_door *d = shg_json_door_of(s);
    shg_out text = shg_out_make(out, room);
    shg_query_get(&text, d->query, d->query_bytes, name);
    if (text.length < room)
        return true;
    shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "expected a shorter \"%s\"\n", name);
    return false;
}

bool shg_json_query_number(int64_t *out, shg_session *s, const char *name, int64_t otherwise)
{
    char text[20], *end;
    if (!shg_json_query_text(text, sizeof text, s, name))
        return false;
    *out = otherwise;
    if (!text[0])
        return true;
    *out = shg_is_digit(text[0]) && strlen(text) <= 17 ? strtoll(text, &end, 10) : -1;
    if (*out >= 0 && *end == '\0')
        return true;
    shoogi_error err;
    (void)shg_error_expected_as(&err, "a whole number", name, text, strlen(text));
    shg_say_fault(s, &err);
    return false;
}

bool shg_json_query_notation(shoogi_notation *out, shg_session *s, shoogi_notation otherwise)
{
    char text[20];
    if (!shg_json_query_text(text, sizeof text, s, "notation"))
        return false;
    *out = text[0] ? shoogi_notation_find(text) : otherwise;
    if (!text[0] || *out < SHOOGI_NOTATION_COURIER)
        return true;
    shoogi_error err;
    (void)shg_error_expected_as(&err, "usi, western, japanese or kitao", "notation", text,
                                strlen(text));
    shg_say_fault(s, &err);
    return false;
}

bool shg_json_charge(shg_session *s, unsigned calls)
{
    if (shg_session_counts(s, s->server->doors->calls, calls - 1, SHG_CALLS_MAX))
        return true;
    shg_refuse_as(s, SHG_REFUSED_TOO_MUCH, "Too many requests.  Please wait a moment.\n");
    return false;
}

void shg_json_header(shg_json_door *d, const char *name, const char *value)
{
    const size_t length = strlen(d->headers);
    shg_out out = shg_out_make(d->headers + length, sizeof d->headers - length);
    shg_out_format(&out, "%s: %s\r\n", name, value);
    assert(length + out.length < sizeof d->headers);
}
