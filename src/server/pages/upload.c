/* upload.c: players' uploads to the library: definitions of games and records, as the bodies of
 * requests.
 *
 *     POST /api/definitions?name=wolf             a definition of at most 256 KiB
 *     POST /api/records?variant=chu&format=kif    a record of at most 4 MiB, in any encoding
 *
 * The reader's thread finds the player before the body is read and again after it, a helper process parses
 * the upload, the writer stores the result. */
#include "base/error.h"
#include "base/json_write.h"
#include "language/message.h"
#include "server/api/http.h"
#include "server/clock/time_control.h"
#include "server/doors/web_credentials.h"
#include "server/doors/web_job.h"
#include "server/library/library.h"
#include "server/library/part.h"
#include "server/library/position_index.h"
#include "server/loop/helper_jobs.h"
#include "server/pages/pages.h"
#include "server/rules/part.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An upload, from the first check to the helper process. */
typedef struct upload {
    shg_web_job web; /* must be first */
    bool record;
    /* Of a definition: its own; of a record: that of its game. */
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1];
    char format[16];
    char owner[SHG_NAME_BYTES_MAX + 1];
    int64_t definition; /* of a record by a stored definition, "@3"; else 0 */
    bool is_new;        /* so is the player's account */
    char *text;         /* the text of that definition, or of the named game; owned */
    size_t text_bytes;
} upload;

/* ---- answers ---- */

static void answer_json(shg_exchange *x, unsigned status, shg_out *json)
{
    shg_web_page page = shg_web_page_new();
    page.status = status;
    page.content_type = "application/json";
    page.body = *json;
    shg_exchange_answer(x, &page);
}

/* "3 12 expected a number, found x": a line from the helper process. */
static void put_fault(shg_out *json, shg_language in, const char *line, size_t bytes)
{
    char text[SHOOGI_MESSAGE_BYTES + 40];
    char *at;
    snprintf(text, sizeof text, "%.*s", (int)bytes, line);
    const long number = strtol(text, &at, 10);
    const long column = strtol(at, &at, 10);
    shg_json_open(json, NULL, '{');
    shg_json_number(json, "line", number);
    shg_json_number(json, "column", column);
    shg_json_text(json, "message", shg_message_in(in, *at == ' ' ? at + 1 : at).text);
    shg_json_close(json, '}');
}

static void put_first(shg_out *json, shg_language in, const char *lines, size_t bytes)
{
    char text[SHOOGI_MESSAGE_BYTES + 40], output[SHG_MESSAGE_ROOM + 40];
    const char *end = memchr(lines, '\n', bytes);
    char *at;
    snprintf(text, sizeof text, "%.*s", end ? (int)(end - lines) : (int)bytes, lines);
    const long line = strtol(text, &at, 10);
    const long column = strtol(at, &at, 10);
    const shg_translation message = shg_message_in(in, *at == ' ' ? at + 1 : at);
    if (line > 0)
        snprintf(output, sizeof output, "%ld:%ld: %s", line, column, message.text);
    else
        snprintf(output, sizeof output, "%s", message.text);
    shg_json_text(json, "error", output);
}

/* Answers with the faults that the helper process found. */
static void answer_faults(shg_exchange *x, const char *lines, size_t bytes)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_flag(&json, "ok", false);
    put_first(&json, x->language, lines, bytes);
    shg_json_open(&json, "faults", '[');
    for (const char *at = lines, *const end = lines + bytes; at < end;) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end)
            break;
        put_fault(&json, x->language, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    shg_json_close(&json, ']');
    shg_json_close(&json, '}');
    answer_json(x, 422, &json);
}

/* ---- limits ---- */

enum { MIB = 1024 * 1024 };

/* CONFLICT if a player has reached a limit, of a day or in all; of a new account these are smaller. */
static shoogi_status check_own(const shg_record_sums *own, bool is_new, shoogi_error *err)
{
    if (is_new && own->records >= SHG_RECORDS_PER_NEW)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have uploaded %d records, the most allowed in the first %d days "
                             "of an account",
                             SHG_RECORDS_PER_NEW, SHG_NEW_ACCOUNT_DAYS);
    if (is_new && own->bytes / MIB >= SHG_RECORD_MIB_PER_NEW)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have uploaded %d MiB of records, the most allowed in the first "
                             "%d days of an account",
                             SHG_RECORD_MIB_PER_NEW, SHG_NEW_ACCOUNT_DAYS);
    if (own->latest >= SHG_RECORDS_PER_DAY)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have uploaded %d records in 24 hours, the most allowed",
                             SHG_RECORDS_PER_DAY);
    if (own->latest_bytes / MIB >= SHG_RECORD_MIB_PER_DAY)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have uploaded %d MiB of records in 24 hours, the most allowed",
                             SHG_RECORD_MIB_PER_DAY);
    if (own->records >= SHG_RECORDS_PER_PLAYER)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have uploaded %d records, the most allowed",
                             SHG_RECORDS_PER_PLAYER);
    if (own->bytes / MIB >= SHG_RECORD_MIB_PER_PLAYER)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have uploaded %d MiB of records, the most allowed",
                             SHG_RECORD_MIB_PER_PLAYER);
    return SHOOGI_OK;
}

static bool is_near(int64_t used, int64_t most)
{
    return used >= most / 4 * 3;
}

static void put_limit(shg_out *json, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_limit(shg_out *json, const char *format, ...)
{
    char text[SHG_MESSAGE_ROOM];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    shg_json_open(json, NULL, '{');
    shg_json_number(json, "line", 0);
    shg_json_number(json, "column", 0);
    shg_json_text(json, "message", text);
    shg_json_close(json, '}');
}

/* Warns of limits that are near. */
static void put_limits(shg_out *json, shg_language in, const shg_record_sums *own, bool is_new)
{
    const int records = (int)own->records, mib = (int)(own->bytes / MIB);
    const int latest = (int)own->latest, latest_mib = (int)(own->latest_bytes / MIB);
    if (is_new && is_near(records, SHG_RECORDS_PER_NEW))
        put_limit(json,
                  shg_text_in(in, "you have uploaded %d of at most %d records in the first %d days "
                                  "of an account"),
                  records, SHG_RECORDS_PER_NEW, SHG_NEW_ACCOUNT_DAYS);
    if (is_new && is_near(mib, SHG_RECORD_MIB_PER_NEW))
        put_limit(json,
                  shg_text_in(in, "you have uploaded %d of at most %d MiB of records in the first "
                                  "%d days of an account"),
                  mib, SHG_RECORD_MIB_PER_NEW, SHG_NEW_ACCOUNT_DAYS);
    if (is_near(latest, SHG_RECORDS_PER_DAY))
        put_limit(json, shg_text_in(in, "you have uploaded %d of at most %d records in 24 hours"),
                  latest, SHG_RECORDS_PER_DAY);
    if (is_near(latest_mib, SHG_RECORD_MIB_PER_DAY))
        put_limit(json,
                  shg_text_in(in, "you have uploaded %d of at most %d MiB of records in 24 hours"),
                  latest_mib, SHG_RECORD_MIB_PER_DAY);
    if (is_near(records, SHG_RECORDS_PER_PLAYER))
        put_limit(json, shg_text_in(in, "you have uploaded %d of at most %d records"), records,
                  SHG_RECORDS_PER_PLAYER);
    if (is_near(mib, SHG_RECORD_MIB_PER_PLAYER))
        put_limit(json, shg_text_in(in, "you have uploaded %d of at most %d MiB of records"), mib,
                  SHG_RECORD_MIB_PER_PLAYER);
}

/* ---- storing, on the writer's thread ---- */

typedef struct storing {
    shg_web_job web; /* must be first */
    bool record, is_new;
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1];     /* of a definition, without its owner's name */
    char full[2 * SHG_STORAGE_NAME_BYTES_MAX + 2]; /* of the definition's row */
    int64_t player, definition, version, id;
    char *definition_text; /* owned; NULL: definition is set */
    size_t definition_bytes;
    char *output; /* the output of the helper process, owned */
    size_t said_bytes;
    shg_record_sums sums; /* of the player's records, with this one */
    bool nearly_full;     /* so are those of all players */
} storing;

static void fini_storing(shg_web_job *job)
{
    storing *s = (storing *)job;
    free(s->definition_text);
    free(s->output);
}

/* A value from the lines after "ok", cut to its room. */
static void get_value(char *out, size_t room, const storing *s, const char *name)
{
    const size_t name_bytes = strlen(name);
    const char *const end = s->output + s->said_bytes;
    out[0] = '\0';
    for (const char *at = s->output; at < end && *at != '\n';) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end)
            return;
        if ((size_t)(line_end - at) > name_bytes && memcmp(at, name, name_bytes) == 0 &&
            at[name_bytes] == '=') {
            size_t bytes = (size_t)(line_end - at) - name_bytes - 1;
            bytes = bytes < room ? bytes : room - 1;
            const char *value = at + name_bytes + 1;
            while (bytes > 0 && bytes == room - 1 && ((unsigned char)value[bytes] & 0xC0) == 0x80)
                bytes--; /* do not cut a character */
            snprintf(out, room, "%.*s", (int)bytes, value);
            return;
        }
        at = line_end + 1;
    }
}

/* The text after the empty line. */
static const char *text_of(size_t *bytes, const storing *s)
{
    const char *at = s->output, *const end = s->output + s->said_bytes;
    while (at < end && *at != '\n') {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : end;
    }
    at += at < end;
    *bytes = (size_t)(end - at);
    return at;
}

static shoogi_status store_record(storing *s, shg_storage *storage, shoogi_error *err)
{
    char black[SHG_STORAGE_HEADER_BYTES_MAX + 1], white[SHG_STORAGE_HEADER_BYTES_MAX + 1];
    char event[SHG_STORAGE_HEADER_BYTES_MAX + 1], played[SHG_STORAGE_HEADER_BYTES_MAX + 1];
    char outcome[SHG_STORAGE_KIND_BYTES_MAX + 1], moves[20];
    shg_record_row row = { .player = s->player,
                           .definition = s->definition,
                           .black = black,
                           .white = white,
                           .event = event,
                           .played = played,
                           .outcome = outcome,
                           .created_ms = s->web.now_ms };
    get_value(black, sizeof black, s, "black");
    get_value(white, sizeof white, s, "white");
    get_value(event, sizeof event, s, "event");
    get_value(played, sizeof played, s, "played");
    get_value(outcome, sizeof outcome, s, "outcome");
    get_value(moves, sizeof moves, s, "moves");
    row.moves = strtoll(moves, NULL, 10);
    row.text = text_of(&row.text_bytes, s);
    shg_record_sums all;
    const int64_t since_ms = s->web.now_ms - SHG_DAY_MS;
    shoogi_status status = storage->ops->record_add(storage, &s->id, &row, err);
    if (status == SHOOGI_OK)
        status = storage->ops->record_sum(storage, &s->sums, s->player, since_ms, err);
    if (status == SHOOGI_OK)
        status = storage->ops->record_sum(storage, &all, 0, since_ms, err);
    s->nearly_full =
        status == SHOOGI_OK && (is_near(all.latest_bytes / MIB, SHG_ALL_RECORD_MIB_PER_DAY) ||
                                is_near(all.latest, SHG_ALL_RECORDS_PER_DAY) ||
                                is_near(all.bytes / MIB, SHG_ALL_RECORD_MIB));
    return status;
}

/* The same text again is the existing version. */
static shoogi_status store_design(storing *s, shg_storage *storage, shoogi_error *err)
{
    shg_design row;
    shoogi_status status = storage->ops->design_get(storage, &row, s->definition, NULL);
    if (status == SHOOGI_OK) {
        s->version = row.version;
        return SHOOGI_OK;
    }
    if (status != SHOOGI_NOT_FOUND)
        return status;
    row = (shg_design){ .definition = s->definition,
                        .player = s->player,
                        .name = s->name,
                        .created_ms = s->web.now_ms };
    return storage->ops->design_add(storage, &s->version, &row, err);
}

static shoogi_status run_storing(shg_job *job, shg_storage *storage)
{
    storing *s = (storing *)(void *)job;
    shoogi_status status = SHOOGI_OK;
    if (s->definition_text) {
        const shg_definition row = { .name = s->full,
                                     .text = s->definition_text,
                                     .text_bytes = s->definition_bytes };
        status = storage->ops->definition_put(storage, &s->definition, &row, &job->error);
    }
    if (status == SHOOGI_OK)
        status = s->record ? store_record(s, storage, &job->error)
                           : store_design(s, storage, &job->error);
    return status;
}

static void put_warnings(shg_out *json, shg_language in, const storing *s)
{
    static const char name[] = "warning=";
    const char *const end = s->output + s->said_bytes;
    shg_json_open(json, "warnings", '[');
    for (const char *at = s->output; at < end && *at != '\n';) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end)
            break;
        if ((size_t)(line_end - at) > sizeof name && memcmp(at, name, sizeof name - 1) == 0)
            put_fault(json, in, at + sizeof name - 1, (size_t)(line_end - at) - (sizeof name - 1));
        at = line_end + 1;
    }
    if (s->record)
        put_limits(json, in, &s->sums, s->is_new);
    shg_json_close(json, ']');
}

static void stored(shg_web_job *job, shg_exchange *x)
{
    storing *s = (storing *)job;
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_flag(&json, "ok", true);
    if (s->record) {
        shg_json_number(&json, "record", s->id);
        put_warnings(&json, x->language, s);
        shg_position_index_wake(x->server);
        if (s->nearly_full)
            shg_log_write(&x->server->log, shg_now_ms(x->server), SHG_LOG_records_nearly_full,
                          NULL);
    } else {
        shg_json_text(&json, "name", s->full);
        shg_json_number(&json, "version", s->version);
        put_warnings(&json, x->language, s);
    }
    shg_json_number(&json, "definition", s->definition);
    shg_json_close(&json, '}');
    answer_json(x, 200, &json);
}

/* ---- the helper process ---- */

typedef struct reading {
    shg_exchange *x;
    shg_helper_job *helper_job;
    storing *next; /* owned */
} reading;

static void free_storing(storing *s)
{
    if (s) {
        fini_storing(&s->web);
        free(s->web.page.body.bytes);
    }
    free(s);
}

static bool is_line(const char *text, size_t bytes, const char *line)
{
    return bytes >= strlen(line) && memcmp(text, line, strlen(line)) == 0;
}

static char *copy_of(const char *text, size_t bytes)
{
    char *copy = malloc(bytes + 1);
    if (copy) {
        memcpy(copy, text, bytes);
        copy[bytes] = '\0';
    }
    return copy;
}

/* A record may name its own game. */
static bool read_game(storing *s, const shg_server *server)
{
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1];
    get_value(name, sizeof name, s, "variant");
    if (strcmp(name, s->full) == 0)
        return true;
    const shoogi_catalog_entry *entry = shg_server_variant(server, name);
    if (!entry)
        return false;
    const size_t bytes = shoogi_variant_print(NULL, 0, entry->variant);
    free(s->definition_text);
    s->definition_text = malloc(bytes + 1);
    if (!s->definition_text)
        return false;
    shoogi_variant_print(s->definition_text, bytes + 1, entry->variant);
    s->definition_bytes = bytes;
    snprintf(s->full, sizeof s->full, "%s", entry->name);
    return true;
}

/* For a definition, the text to store is its canonical form. */
static bool read_output(storing *s, const shg_server *server, const char *out, size_t bytes)
{
    s->said_bytes = bytes;
    s->output = copy_of(out, bytes);
    if (!s->output)
        return false;
    if (s->record)
        return read_game(s, server);
    size_t text_bytes;
    const char *text = text_of(&text_bytes, s);
    s->definition_text = copy_of(text, text_bytes);
    s->definition_bytes = text_bytes;
    return s->definition_text != NULL;
}

static void have_read(void *context, shg_helper_job_end end, const char *out, size_t bytes)
{
    static const char ok[] = "ok\n", fault[] = "fault\n";
    reading *r = context;
    shg_exchange *x = r->x;
    storing *s = r->next;
    r->next = NULL;
    free(r);
    x->gone = NULL;
    if (end == SHG_HELPER_JOB_DONE && is_line(out, bytes, ok)) {
        if (read_output(s, x->server, out + sizeof ok - 1, bytes - (sizeof ok - 1))) {
            shg_web_job_write(&s->web, x, run_storing);
            return;
        }
        shg_exchange_refuse(x, 503, "The server is out of memory.");
    } else if (end == SHG_HELPER_JOB_DONE && is_line(out, bytes, fault)) {
        answer_faults(x, out + sizeof fault - 1, bytes - (sizeof fault - 1));
    } else if (end == SHG_HELPER_JOB_FULL) {
        shg_exchange_refuse(x, 503, shg_share_rows[SHG_SHARE_uploads].refusal);
    } else if (end == SHG_HELPER_JOB_REFUSED) {
        shg_exchange_refuse(x, 503, "The server is busy.  Try again later.");
    } else {
        shg_exchange_refuse(x, 422, "The text is too large for this server.");
    }
    free_storing(s);
}

static void gone(shg_exchange *x)
{
    reading *r = x->context;
    shg_helper_job_cancel(r->helper_job);
    free_storing(r->next);
    free(r);
}

static void put_input(shg_out *input, const upload *u, const shg_exchange *x)
{
    if (u->record) {
        shg_out_format(input, "variant=%s\nformat=%s\ndefinition=%zu\n\n", u->name, u->format,
                       u->definition != 0 ? u->text_bytes : 0);
        if (u->definition != 0)
            shg_out_bytes(input, u->text, u->text_bytes);
    } else {
        shg_out_format(input, "%s/%s\n", u->owner, u->name);
    }
    shg_out_bytes(input, x->body, x->body_bytes);
}

/* The player is known. */
static void start_helper(shg_web_job *job, shg_exchange *x)
{
    upload *u = (upload *)job;
    reading *r = calloc(1, sizeof *r);
    storing *s = calloc(1, sizeof *s);
    shg_out input = shg_out_growing();
    put_input(&input, u, x);
    if (!r || !s || input.spent || !x->server->helper_jobs) {
        free(r);
        free(s);
        free(input.bytes);
        shg_exchange_refuse(x, 503,
                            x->server->helper_jobs ? "The server is out of memory."
                                                   : "This server accepts no uploads.");
        return;
    }
    s->web.page = shg_web_page_new();
    s->web.then = stored;
    s->web.fini = fini_storing;
    s->record = u->record;
    s->is_new = u->is_new;
    s->player = u->web.viewer;
    s->definition = u->definition;
    memcpy(s->name, u->name, sizeof s->name);
    if (u->record) {
        snprintf(s->full, sizeof s->full, "%s", u->name);
        if (u->definition == 0) {
            s->definition_text = u->text;
            s->definition_bytes = u->text_bytes;
            u->text = NULL;
        }
    } else {
        snprintf(s->full, sizeof s->full, "%s/%s", u->owner, u->name);
    }
    r->x = x;
    r->next = s;
    x->context = r;
    x->gone = gone;
    const shg_owner owner = { .address = x->address, .player = u->web.viewer };
    shg_helper_job *helper_job = shg_helper_job_start(x->server->helper_jobs, SHG_HELPER_UPLOADS,
                                                      &owner, u->record ? "record" : "definition",
                                                      input.bytes, input.length, have_read, r);
    if (helper_job) {
        r->helper_job = helper_job;
        shg_exchange_drop_body(x); /* the job has a copy */
    }
    free(input.bytes);
}

/* ---- limits, on the reader's thread ---- */

/* CONFLICT if the uploads of this player or of all have reached a limit, of a day or in all. */
static shoogi_status check_limits(upload *u, shg_storage *storage, shoogi_error *err)
{
    shg_record_sums own, all;
    shg_player player;
    const int64_t since_ms = u->web.now_ms - SHG_DAY_MS;
    shoogi_status status = storage->ops->player_by_id(storage, &player, u->web.viewer, err);
    if (status == SHOOGI_OK) {
        u->is_new = u->web.now_ms - player.created_ms < SHG_NEW_ACCOUNT_DAYS * SHG_DAY_MS;
        status = storage->ops->record_sum(storage, &own, u->web.viewer, since_ms, err);
    }
    if (status == SHOOGI_OK)
        status = storage->ops->record_sum(storage, &all, 0, since_ms, err);
    if (status == SHOOGI_OK)
        status = check_own(&own, u->is_new, err);
    if (status != SHOOGI_OK)
        return status;
    if (all.latest >= SHG_ALL_RECORDS_PER_DAY ||
        all.latest_bytes >= (int64_t)SHG_ALL_RECORD_MIB_PER_DAY * MIB)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "the server has reached its daily limit of uploads");
    if (all.bytes >= (int64_t)SHG_ALL_RECORD_MIB * MIB)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "the server has as many records as it may store");
    return SHOOGI_OK;
}

static bool each_design(void *context, const shg_design *row)
{
    (void)row;
    return ++*(size_t *)context < SHG_DESIGNS_PER_PLAYER;
}

static shoogi_status find_design(upload *u, shg_storage *storage, shoogi_error *err)
{
    size_t designs = 0;
    const shoogi_status status =
        storage->ops->design_list(storage, u->web.viewer, 0, each_design, &designs, err);
    if (status == SHOOGI_OK && designs >= SHG_DESIGNS_PER_PLAYER)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "you have %d definitions, the most allowed", SHG_DESIGNS_PER_PLAYER);
    return status;
}

/* The rules of the record: by the name of a game, in canonical form, or a stored definition. */
static shoogi_status find_rules(upload *u, shg_storage *storage, shoogi_error *err)
{
    const shoogi_variant *variant = NULL;
    shg_rules *kept = NULL;
    shoogi_status status = check_limits(u, storage, err);
    if (status == SHOOGI_OK)
        status = shg_rules_named(&variant, &kept, u->web.task.server, storage, u->name,
                                 strlen(u->name), err);
    if (status != SHOOGI_OK)
        return status;
    u->text_bytes = shoogi_variant_print(NULL, 0, variant);
    u->text = malloc(u->text_bytes + 1);
    if (u->text)
        shoogi_variant_print(u->text, u->text_bytes + 1, variant);
    else
        status = SHOOGI_NO_MEMORY;
    if (u->name[0] == '@')
        u->definition = strtoll(u->name + 1, NULL, 10);
    snprintf(u->name, sizeof u->name, "%s", shoogi_variant_name(variant));
    shg_rules_unref(kept);
    return status;
}

static shoogi_status run_upload(shg_job *job, shg_storage *storage)
{
    upload *u = (upload *)(void *)job;
    if (u->web.viewer == 0)
        return SHOOGI_OK;
    shg_player player;
    const shoogi_status status =
        storage->ops->player_by_id(storage, &player, u->web.viewer, &job->error);
    if (status != SHOOGI_OK)
        return status;
    snprintf(u->owner, sizeof u->owner, "%s", player.name);
    if (!u->record && strlen(u->owner) + 1 + strlen(u->name) > SHOOGI_CATALOG_NAME_BYTES_MAX)
        return shg_error_set(&job->error, SHOOGI_PARSE_ERROR, 0, 0, "expected a shorter name");
    return u->record ? find_rules(u, storage, &job->error) : find_design(u, storage, &job->error);
}

/* ---- the first check, before the body is read ---- */

static shoogi_status run_admission(shg_job *job, shg_storage *storage)
{
    upload *u = (upload *)(void *)job;
    return u->web.viewer != 0 && u->record ? check_limits(u, storage, &job->error) : SHOOGI_OK;
}

static void admitted(shg_web_job *job, shg_exchange *x)
{
    if (job->viewer == 0)
        shg_exchange_refuse(x, 401, "Please sign in first.");
    else
        shg_exchange_read_body(x);
}

/* False after refusing a request that no page of ours and no program made. */
static bool is_ours(shg_exchange *x)
{
    shg_credentials who;
    shg_credentials_read(&who, x);
    if (!who.by_cookie || shg_web_same_origin(x))
        return true;
    shg_exchange_refuse(x, 403, "The request came from a page of another site.");
    return false;
}

/* A stranger, or a player who has uploaded enough, is refused before megabytes arrive. */
static void admit(shg_exchange *x, bool record)
{
    upload *u = is_ours(x) ? shg_web_job_alloc(x, sizeof *u, SHG_COST_PAGE) : NULL;
    if (!u)
        return;
    u->record = record;
    u->web.scope = SHG_SCOPE_RECORDS;
    u->web.then = admitted;
    shg_web_job_read(&u->web, x, run_admission);
}

void shg_definitions_admit(shg_exchange *x)
{
    admit(x, false);
}

void shg_records_admit(shg_exchange *x)
{
    admit(x, true);
}

/* ---- the second check ---- */

static void checked(shg_web_job *job, shg_exchange *x)
{
    if (job->viewer == 0)
        shg_exchange_refuse(x, 401, "Please sign in first.");
    else
        start_helper(job, x);
}

static void fini_upload(shg_web_job *job)
{
    free(((upload *)job)->text);
}

/* ---- asking ---- */

/* Whether the text can be the name of a definition: the same as that of a game's file. */
static bool is_name(const char *name)
{
    const size_t bytes = strlen(name);
    return bytes > 0 && bytes <= SHOOGI_CATALOG_NAME_BYTES_MAX / 2 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == bytes;
}

/* Counts the bytes of a record for its address. False after refusing it. */
static bool charge_address(shg_exchange *x)
{
    const unsigned blocks = (unsigned)(x->body_bytes / SHG_RECORD_BLOCK_BYTES) + 1;
    if (shg_rate_limit_allows(x->server->library->record_blocks, 0, &x->address, blocks,
                              SHG_RECORD_BLOCKS_PER_ADDRESS, shg_now_ms(x->server)))
        return true;
    shg_exchange_refuse(x, 429,
                        "Too many records came from your address today.  Try again in an hour.");
    return false;
}

static void start(shg_exchange *x, bool record)
{
    if (record && !charge_address(x))
        return;
    upload *u = is_ours(x) ? shg_web_job_alloc(x, sizeof *u, SHG_COST_WORK) : NULL;
    if (!u)
        return;
    shg_out name = shg_out_make(u->name, sizeof u->name);
    shg_out format = shg_out_make(u->format, sizeof u->format);
    shg_query_get(&name, x->query, x->query_bytes, record ? "variant" : "name");
    shg_query_get(&format, x->query, x->query_bytes, "format");
    u->record = record;
    /* "": the format is detected. */
    if (record && u->format[0] && shoogi_format_find(u->format) == SHOOGI_FORMAT_COUNT) {
        static const char query[] = "format";
        shoogi_error err;
        (void)shg_error_expected_as(&err, "the name of a format", query, u->format,
                                    strlen(u->format));
        free(u);
        shg_exchange_refuse(x, 400, shg_message_in(x->language, err.message).text);
        return;
    }
    if (record && !u->name[0])
        snprintf(u->name, sizeof u->name, SHG_DEFAULT_VARIANT);
    if (!record && !is_name(u->name)) {
        free(u);
        shg_exchange_refuse(x, 400,
                            "expected name=, at most 20 of a to z, 0 to 9 and \"-\", in the query");
        return;
    }
    u->web.scope = SHG_SCOPE_RECORDS;
    u->web.then = checked;
    u->web.fini = fini_upload;
    shg_web_job_read(&u->web, x, run_upload);
}

/* Reading them is a resource like others. */
static void hand_to_api(shg_exchange *x, const char *prefix)
{
    x->path -= strlen(prefix);
    x->path_bytes += strlen(prefix);
    shg_api_web(x);
}

void shg_definitions_web(shg_exchange *x)
{
    if (shg_http_is(x->head, x->head->method, "POST", false))
        start(x, false);
    else
        hand_to_api(x, "/definitions");
}

void shg_records_post_web(shg_exchange *x)
{
    start(x, true);
}
