#include "server/api/openapi.h"

#include "server/api/openapi_answers.h"
#include "server/api/resources.h"
#include "server/doors/door_json.h"
#include "server/session/settings.h"

#include <string.h>

/* ---- texts ---- */

static const char head[] =
    "openapi: 3.1.0\n"
    "info:\n"
    "  title: shoogi\n"
    "  version: '1'\n"
    "  license: {name: MIT, identifier: MIT}\n"
    "  description: |\n"
    "    Everything that a person can do on the server, a program can do too.  Each command is a POST with its\n"
    "    parts as named members of the body; resources are read beside the commands.  The same requests go over one\n"
    "    WebSocket at /api/socket as messages {\"id\": 7, \"method\": \"POST\", \"path\": \"/play\", \"body\": {...}}, answered by\n"
    "    {\"id\": 7, \"status\": 200, \"body\": {...}}, with events in between.  Sentences are for people, in the language of\n"
    "    SET LANGUAGE or Accept-Language, or of ?language=ja.  README.md beside this file is the full description,\n"
    "    with examples.\n"
    "servers:\n"
    "  - url: /api\n"
    "security:\n"
    "  - token: []\n"
    "  - browser: []\n";

static const char components[] =
    "components:\n"
    "  securitySchemes:\n"
    "    token: {type: http, scheme: bearer, description: 'The command TOKEN makes one, with some of the scopes read, play,\n"
    "      records and manage.  Each operation names the scope that it needs.'}\n"
    "    browser: {type: apiKey, in: cookie, name: __Host-shoogi}\n"
    "  schemas:\n"
    "    Answer:\n"
    "      type: object\n"
    "      required: [ok]\n"
    "      properties:\n"
    "        ok: {type: boolean, const: true}\n"
    "        text: {type: string, description: What a person would read.}\n"
    "        repeated: {type: boolean, description: The call was already carried out under this request key.}\n"
    "        game: {type: integer, description: The game that has begun.}\n"
    "        challenge: {type: integer, description: The challenge that was made.}\n"
    "        outcome: {type: string, description: 'The result, if the call ended the game: black, white, draw or no-contest.'}\n"
    "        reason: {type: string, description: 'Why, if the call ended the game.'}\n"
    "    Refusal:\n"
    "      type: object\n"
    "      required: [ok, error]\n"
    "      properties:\n"
    "        ok: {type: boolean, const: false}\n"
    "        error: {type: string, description: 'Why, as a sentence for people.'}\n"
    "        field: {type: string, description: 'The field of the request that could not be read.'}\n"
    "        column: {type: integer, description: 'Where in it, from 1.'}\n"
    "        expected: {type: string, description: 'What was expected there, in English.'}\n"
    "        found: {type: string, description: 'What was found there; empty at the end of the field.'}\n"
    "        question: {type: string, description: 'The question that has no answer in \"answers\".'}\n";

static const char responses[] =
    "  responses:\n"
    "    Refused:\n"
    "      description: Refused.\n"
    "      content: {application/json: {schema: {$ref: '#/components/schemas/Refusal'}}}\n"
    "    Answered:\n"
    "      description: Done.\n"
    "      content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}\n"
    "    Read:\n"
    "      description: The resource.\n"
    "      content: {application/json: {schema: {type: object}}}\n";

/* ---- writing ---- */

/* A text in single quotes. */
static void put_quoted(shg_out *out, const char *text, size_t bytes)
{
    shg_out_char(out, '\'');
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\'')
            shg_out_char(out, '\'');
        shg_out_char(out, text[i]);
    }
    shg_out_char(out, '\'');
}

static void put_settings(shg_out *out, unsigned indent)
{
    for (size_t i = 0; i < SHG_SETTINGS; i++) {
        const shg_setting *row = &shg_setting_rows[i];
        shg_out_format(out, "%*s%s :: %s:", (int)indent, "", row->name, row->brief);
        for (const shg_value *value = row->values; value->word; value++)
            shg_out_format(out, " %s", value->word);
        shg_out_char(out, '\n');
    }
}

/* A block of lines, indented. */
static void put_block(shg_out *out, const char *text, unsigned indent)
{
    while (*text) {
        const size_t bytes = strcspn(text, "\n");
        if (shg_text_same(text, bytes, "@settings", 9))
            put_settings(out, indent);
        else
            shg_out_format(out, bytes > 0 ? "%*s%.*s\n" : "\n", bytes > 0 ? (int)indent : 0, "",
                           (int)bytes, text);
        text += bytes + (text[bytes] == '\n');
    }
}

/* What a token must permit; a browser's cookie permits everything. */
static void put_scope(shg_out *out, shg_scope scope)
{
    if (scope != SHG_SCOPE_NONE)
        shg_out_format(out, "      security: [{token: [%s]}, {browser: []}]\n",
                       shg_scope_word(scope));
}

static void put_responses(shg_out *out, const char *good)
{
    shg_out_format(out,
                   "      responses:\n"
                   "        '200': {$ref: '#/components/responses/%s'}\n"
                   "        default: {$ref: '#/components/responses/Refused'}\n",
                   good);
}

/* ---- commands ---- */

static void put_field(shg_out *out, const shg_field *field)
{
    static const char *const types[] = {
        [SHG_FIELD_FLAG] = "boolean",   [SHG_FIELD_OPTION] = "string", [SHG_FIELD_GAME] = "integer",
        [SHG_FIELD_NUMBER] = "integer", [SHG_FIELD_WORD] = "string",   [SHG_FIELD_TEXT] = "string",
    };
    const bool one_word = field->kind == SHG_FIELD_OPTION || field->kind == SHG_FIELD_WORD;
    shg_out_format(out, "                %.*s: {type: %s%s", field->name_bytes, field->name,
                   types[field->kind], one_word ? ", pattern: '^[^ ]+$'" : "");
    if (field->otherwise_bytes > 0) {
        shg_out_text(out, ", default: ");
        put_quoted(out, field->otherwise, (size_t)field->otherwise_bytes);
    }
    shg_out_text(out, "}\n");
}

static bool needs_any(const shg_command *command)
{
    shg_field field;
    for (size_t n = 0; shg_command_field(&field, command, n); n++)
        if (!field.optional)
            return true;
    return false;
}

static void put_required(shg_out *out, const shg_command *command)
{
    shg_field field;
    bool any = false;
    shg_out_text(out, "              required: [");
    for (size_t n = 0; shg_command_field(&field, command, n); n++) {
        if (field.optional)
            continue;
        shg_out_format(out, "%s%.*s", any ? ", " : "", field.name_bytes, field.name);
        any = true;
    }
    shg_out_text(out, "]\n");
}

static bool has_game(const shg_command *command)
{
    shg_field field;
    for (size_t n = 0; shg_command_field(&field, command, n); n++)
        if (field.name_bytes == 4 && memcmp(field.name, SHG_API_GAME, 4) == 0)
            return true;
    return false;
}

static void put_command(shg_out *out, const shg_command *command)
{
    shg_out_format(out, "    post:\n      operationId: %s\n      tags: [commands]\n      summary: ",
                   command->id);
    put_quoted(out, command->brief, strlen(command->brief));
    shg_out_char(out, '\n');
    put_scope(out, command->scope);
    shg_out_text(out, "      description: |\n");
    put_block(out, command->help, 8);
    shg_out_text(out, "      requestBody:\n"
                      "        content:\n"
                      "          application/json:\n"
                      "            schema:\n"
                      "              type: object\n");
    if (needs_any(command))
        put_required(out, command);
    shg_out_text(out, "              additionalProperties: false\n"
                      "              properties:\n");
    shg_field field;
    for (size_t n = 0; shg_command_field(&field, command, n); n++)
        put_field(out, &field);
    if (!has_game(command))
        shg_out_text(
            out,
            "                game: {type: integer, description: The game; by default the current one.}\n");
    shg_out_text(
        out,
        "                known: {type: integer, description: 'The last event of the game that you know; the call is refused if there are newer ones.'}\n"
        "                answers: {type: array, items: {type: string}, description: 'The answers to the questions it asks, in turn.'}\n"
        "                request: {type: string, maxLength: 64, description: 'An idempotency key: the call is carried out once, however often it is sent.'}\n");
    put_responses(out, "Answered");
}

/* ---- resources ---- */

/* Whether a resource is the first with its path; the resources of a path share a heading. */
static bool is_first_of_path(size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(shg_resources.row[i].path, shg_resources.row[index].path) == 0)
            return false;
    return true;
}

/* "name on:boolean": names with their types, string by default. */
static void put_names(shg_out *out, const char *names, const char *before, const char *between,
                      const char *after)
{
    while (*names) {
        const size_t bytes = strcspn(names, " "), name_bytes = strcspn(names, " :");
        const char *const type = name_bytes < bytes ? names + name_bytes + 1 : "string";
        const size_t type_bytes = name_bytes < bytes ? bytes - name_bytes - 1 : strlen(type);
        shg_out_format(out, "%s%.*s%s{type: %.*s}%s", before, (int)name_bytes, names, between,
                       (int)type_bytes, type, after);
        names += bytes + (names[bytes] == ' ');
    }
}

/* Whether a command has a resource with its path: with any method if NULL, or with this one. */
static bool has_resource(const shg_command *command, const char *method)
{
    for (size_t i = 0; i < shg_resources.count; i++)
        if (strcmp(shg_resources.row[i].path + 1, command->id) == 0 &&
            (!method || strcmp(shg_resources.row[i].method, method) == 0))
            return true;
    return false;
}

static void put_arguments(shg_out *out, const char *path)
{
    for (const char *at = path; (at = strchr(at, '{')) != NULL; at++)
        shg_out_format(out,
                       "        - {name: %.*s, in: path, required: true, schema: {type: string}}\n",
                       (int)strcspn(at + 1, "}"), at + 1);
}

static void put_resource(shg_out *out, const shg_resource *resource)
{
    const bool posts = strcmp(resource->method, "POST") == 0;
    const char *const answer = shg_openapi_answer(resource->method, resource->path);
    shg_out_format(out,
                   "    %s:\n      tags: [resources]\n      summary: ", posts ? "post" : "get");
    put_quoted(out, resource->brief, strlen(resource->brief));
    shg_out_char(out, '\n');
    if (resource->members)
        put_scope(out, resource->scope);
    else if (resource->scope == SHG_SCOPE_NONE)
        shg_out_text(out, "      security: [{}]\n");
    else
        shg_out_format(out, "      security: [{}, {token: [%s]}, {browser: []}]\n",
                       shg_scope_word(resource->scope));
    if (strchr(resource->path, '{') || resource->query[0])
        shg_out_text(out, "      parameters:\n");
    put_arguments(out, resource->path);
    put_names(out, resource->query, "        - {name: ", ", in: query, schema: ", "}\n");
    if (resource->body[0]) {
        shg_out_text(out, "      requestBody:\n"
                          "        content:\n"
                          "          application/json:\n"
                          "            schema:\n"
                          "              type: object\n"
                          "              properties:\n");
        put_names(out, resource->body, "                ", ": ", "\n");
    }
    put_responses(out, answer ? answer : posts ? "Answered" : "Read");
}

void shg_openapi_write(shg_out *out)
{
    shg_out_text(out, head);
    shg_out_text(out, "paths:\n");
    for (size_t i = 0; i < shg_resources.count; i++) {
        if (!is_first_of_path(i))
            continue;
        shg_out_format(out, "  %s:\n", shg_resources.row[i].path);
        for (size_t j = i; j < shg_resources.count; j++)
            if (strcmp(shg_resources.row[i].path, shg_resources.row[j].path) == 0)
                put_resource(out, &shg_resources.row[j]);
        for (size_t j = 0; j < shg_command_count; j++)
            if (strcmp(shg_resources.row[i].path + 1, shg_commands[j].id) == 0 &&
                !has_resource(&shg_commands[j], "POST"))
                put_command(out, &shg_commands[j]);
    }
    for (size_t i = 0; i < shg_command_count; i++) {
        if (has_resource(&shg_commands[i], NULL) ||
            strcmp(shg_commands[i].id, "shell") == 0) /* no server door has a shell */
            continue;
        shg_out_format(out, "  /%s:\n", shg_commands[i].id);
        put_command(out, &shg_commands[i]);
    }
    shg_out_text(out, components);
    shg_openapi_schemas_write(out);
    shg_out_text(out, responses);
    shg_openapi_responses_write(out);
}
