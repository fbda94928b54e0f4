#include "server/api/openapi_answers.h"

#include "base/json.h"
#include "base/json_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of answers.def. */
typedef struct answer_row {
    enum { OBJECT_ROW, EVENT_ROW, STREAM_ROW, HAS_ROW, MAY_ROW } kind;
    const char *name, *is, *brief; /* is: paths, a word or a type */
} answer_row;

static const answer_row rows[] = {
#define OBJECT(name, paths, brief) { OBJECT_ROW, #name, paths, brief },
#define EVENT(name, word, brief)   { EVENT_ROW, #name, word, brief },
#define STREAM(name, paths, brief) { STREAM_ROW, #name, paths, brief },
#define HAS(name, type, brief)     { HAS_ROW, #name, type, brief },
#define MAY(name, type, brief)     { MAY_ROW, #name, type, brief },
#include "server/api/answers.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_member(size_t row)
{
    return row < ROWS && (rows[row].kind == HAS_ROW || rows[row].kind == MAY_ROW);
}

/* ---- types ---- */

static void put_null(shg_out *out)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "type", "null");
    shg_json_close(out, '}');
}

static void put_reference(shg_out *out, const char *name, size_t bytes, bool or_null)
{
    char to[80];
    snprintf(to, sizeof to, "#/components/schemas/%.*s", (int)bytes, name);
    if (or_null) {
        shg_json_open(out, "anyOf", '[');
        shg_json_open(out, NULL, '{');
    }
    shg_json_text(out, "$ref", to);
    if (or_null) {
        shg_json_close(out, '}');
        put_null(out);
        shg_json_close(out, ']');
    }
}

static void put_plain(shg_out *out, const char *type, bool or_null)
{
    if (!or_null) {
        shg_json_text(out, "type", type);
        return;
    }
    shg_json_open(out, "type", '[');
    shg_json_text(out, NULL, type);
    shg_json_text(out, NULL, "null");
    shg_json_close(out, ']');
}

static void put_words(shg_out *out, const char *words, size_t bytes, bool or_null)
{
    const char *const end = words + bytes;
    shg_json_open(out, "enum", '[');
    while (words < end) {
        const size_t word = strcspn(words, "|?]}");
        shg_json_bytes(out, NULL, words, word);
        words += word + 1;
    }
    if (or_null)
        shg_json_null(out, NULL);
    shg_json_close(out, ']');
}

/* Writes the members of the schema of a type. */
static void put_type(shg_out *out, const char *type, size_t bytes)
{
    static const char *const plain[] = { "string", "integer", "boolean", "object" };
    const bool is_list = type[0] == '[', or_null = type[bytes - 1] == '?';
    bytes -= or_null;
    if (is_list || type[0] == '{') {
        shg_json_text(out, "type", is_list ? "array" : "object");
        shg_json_open(out, is_list ? "items" : "additionalProperties", '{');
        put_type(out, type + 1, bytes - 2);
        shg_json_close(out, '}');
        return;
    }
    if (type[0] >= 'A' && type[0] <= 'Z') {
        put_reference(out, type, bytes, or_null);
        return;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (shg_text_same(type, bytes, plain[i], strlen(plain[i]))) {
            put_plain(out, plain[i], or_null);
            return;
        }
    put_words(out, type, bytes, or_null);
}

/* ---- objects ---- */

static void put_property(shg_out *out, const char *name, const char *type, const char *brief)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    put_type(&json, type, strlen(type));
    if (brief[0])
        shg_json_text(&json, "description", brief);
    shg_json_close(&json, '}');
    shg_out_format(out, "        %s: %s\n", name, json.spent ? "" : json.bytes);
    out->spent |= json.spent;
    free(json.bytes);
}

static void put_members(shg_out *out, size_t object)
{
    const bool is_event = rows[object].kind == EVENT_ROW;
    const char *between = is_event ? ", " : "";
    shg_out_format(out, "      type: object\n      required: [%s", is_event ? "\"event\"" : "");
    for (size_t i = object + 1; is_member(i); i++) {
        if (rows[i].kind == MAY_ROW)
            continue;
        shg_out_format(out, "%s\"%s\"", between, rows[i].name);
        between = ", ";
    }
    shg_out_text(out, "]\n      properties:\n");
    if (is_event)
        put_property(out, "event", rows[object].is, "");
    for (size_t i = object + 1; is_member(i); i++)
        put_property(out, rows[i].name, rows[i].is, rows[i].brief);
}

static void put_events(shg_out *out)
{
    shg_out_text(out, "      anyOf:\n");
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind == EVENT_ROW)
            shg_out_format(out, "        - {$ref: '#/components/schemas/%s'}\n", rows[i].name);
}

static void put_heading(shg_out *out, const answer_row *row)
{
    shg_out_format(out, "    %s:\n      description: ", row->name);
    shg_json_quote(out, row->brief, strlen(row->brief));
    shg_out_char(out, '\n');
}

void shg_openapi_schemas_write(shg_out *out)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (is_member(i))
            continue;
        put_heading(out, &rows[i]);
        if (rows[i].kind == STREAM_ROW)
            put_events(out);
        else
            put_members(out, i);
    }
}

/* ---- resources ---- */

static bool is_read(const answer_row *row)
{
    return (row->kind == OBJECT_ROW || row->kind == STREAM_ROW) && row->is[0];
}

void shg_openapi_responses_write(shg_out *out)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (!is_read(&rows[i]))
            continue;
        put_heading(out, &rows[i]);
        shg_out_format(out, "      content: {%s: {schema: {$ref: '#/components/schemas/%s'}}}\n",
                       rows[i].kind == STREAM_ROW ? "application/x-ndjson" : "application/json",
                       rows[i].name);
    }
}

const char *shg_openapi_answer(const char *method, const char *path)
{
    for (size_t i = 0; i < ROWS; i++) {
        const char *at = rows[i].is;
        while (is_read(&rows[i]) && *at) {
            const size_t bytes = strcspn(at, " "), before = strcspn(at, "/");
            const char *const of = before > 0 ? at : "GET";
            if (shg_text_same(of, before > 0 ? before : 3, method, strlen(method)) &&
                shg_text_same(at + before, bytes - before, path, strlen(path)))
                return rows[i].name;
            at += bytes + (at[bytes] == ' ');
        }
    }
    return NULL;
}
