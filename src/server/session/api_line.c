#include "server/session/api_line.h"

#include "base/error.h"
#include "wire/telnet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const common_fields[] = { SHG_API_GAME, SHG_API_KNOWN, SHG_API_ANSWERS,
                                             SHG_API_REQUEST };

/* "expected WHAT as "NAME", found ...". */
static shoogi_status expected(const shg_json *json, size_t value, const char *what,
                              const char *name, size_t name_bytes, shoogi_error *err)
{
    char wanted[120];
    snprintf(wanted, sizeof wanted, "%s as \"%.*s\"", what, (int)name_bytes, name);
    const shg_json_value *v = value > 0 ? &json->values[value] : NULL;
    if (!v)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected %s, found nothing", wanted);
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, wanted, json->text + v->at, v->bytes);
}

static shoogi_status no_field(const char *name, size_t name_bytes, shoogi_error *err)
{
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, "a field of this call", name,
                              name_bytes);
}

/* Returns the member of that field's name; 0 if absent or null. */
static size_t member_of(const shg_json *json, const char *name, size_t name_bytes)
{
    char text[40];
    snprintf(text, sizeof text, "%.*s", (int)name_bytes, name);
    const size_t value = shg_json_member(json, 0, text);
    return json->values[value].type == SHG_JSON_NULL ? 0 : value;
}

static bool is_number(const shg_json *json, size_t value)
{
    const shg_json_value *v = &json->values[value];
    if (v->type != SHG_JSON_NUMBER && v->type != SHG_JSON_STRING)
        return false;
    for (size_t i = 0; i < v->bytes; i++)
        if (!shg_is_digit(json->text[v->at + i]))
            return false;
    return v->bytes > 0 && v->bytes <= 17;
}

shoogi_status shg_api_number(int64_t *out, const shg_json *json, const char *name,
                             shoogi_error *err)
{
    const size_t value = member_of(json, name, strlen(name));
    if (value == 0)
        return SHOOGI_OK;
    if (!is_number(json, value))
        return expected(json, value, "a whole number", name, strlen(name), err);
    *out = strtoll(json->text + json->values[value].at, NULL, 10);
    return SHOOGI_OK;
}

shoogi_status shg_api_text(char *out, size_t room, const shg_json *json, const char *name,
                           shoogi_error *err)
{
    out[0] = '\0';
    const size_t value = member_of(json, name, strlen(name));
    if (value == 0)
        return SHOOGI_OK;
    if (json->values[value].type != SHG_JSON_STRING)
        return expected(json, value, "a text", name, strlen(name), err);
    shg_out text = shg_out_make(out, room);
    shg_json_string(&text, json, value);
    if (text.length < room)
        return SHOOGI_OK;
    out[0] = '\0';
    char what[60];
    snprintf(what, sizeof what, "a text of at most %zu bytes", room - 1);
    (void)expected(json, value, what, name, strlen(name), err);
    return SHOOGI_LIMIT_EXCEEDED;
}

shoogi_status shg_api_text_copy(char **out, const shg_json *json, const char *name, bool needed,
                                shoogi_error *err)
{
    *out = NULL;
    const size_t value = member_of(json, name, strlen(name));
    if (value == 0 && !needed)
        return SHOOGI_OK;
    if (json->values[value].type != SHG_JSON_STRING)
        return expected(json, value, "a text", name, strlen(name), err);
    shg_out text = shg_out_growing();
    shg_json_string(&text, json, value);
    shg_out_char(&text, '\0');
    if (text.spent) {
        free(text.bytes);
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    }
    *out = text.bytes;
    return SHOOGI_OK;
}

shoogi_status shg_api_flag(bool *out, const shg_json *json, const char *name, shoogi_error *err)
{
    const size_t value = member_of(json, name, strlen(name));
    const uint8_t type = json->values[value].type;
    *out = value > 0 && type == SHG_JSON_TRUE;
    if (value == 0 || type == SHG_JSON_TRUE || type == SHG_JSON_FALSE)
        return SHOOGI_OK;
    return expected(json, value, "true or false", name, strlen(name), err);
}

/* ---- members ---- */

/* Returns the type of a name in a list, "boolean" for "on" in "name on:boolean", with its
 * length; an empty string for text; NULL if the name is not in the list. */
static const char *type_of(size_t *type_bytes, const char *names, const char *name,
                           size_t name_bytes)
{
    for (size_t bytes; *names; names += bytes + (names[bytes] == ' ')) {
        bytes = strcspn(names, " ");
        const size_t own_bytes = strcspn(names, " :");
        if (own_bytes != name_bytes || memcmp(names, name, name_bytes) != 0)
            continue;
        const size_t colon = own_bytes < bytes;
        *type_bytes = bytes - own_bytes - colon;
        return names + own_bytes + colon;
    }
    return NULL;
}

static bool is_type(const char *type, size_t type_bytes, const char *word)
{
    return strlen(word) == type_bytes && memcmp(type, word, type_bytes) == 0;
}

static shoogi_status check_value(const shg_json *json, size_t value, const char *type,
                                 size_t type_bytes, const char *name, size_t name_bytes,
                                 shoogi_error *err)
{
    const uint8_t is = json->values[value].type;
    if (is == SHG_JSON_NULL)
        return SHOOGI_OK; /* null: as if absent */
    if (type_bytes == 0 && is != SHG_JSON_STRING)
        return expected(json, value, "a text", name, name_bytes, err);
    if (is_type(type, type_bytes, "integer") && !is_number(json, value))
        return expected(json, value, "a whole number", name, name_bytes, err);
    if (is_type(type, type_bytes, "boolean") && is != SHG_JSON_TRUE && is != SHG_JSON_FALSE)
        return expected(json, value, "true or false", name, name_bytes, err);
    return SHOOGI_OK;
}

shoogi_status shg_api_check(const shg_json *json, const char *names, shoogi_error *err)
{
    /* Programs may send these with every call. */
    static const char common[] = SHG_API_GAME ":integer " SHG_API_KNOWN ":integer " SHG_API_ANSWERS
                                              ":array " SHG_API_REQUEST;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 1; status == SHOOGI_OK && i < json->values[0].after;
         i = json->values[i + 1].after) {
        const shg_json_value *at = &json->values[i];
        const char *name = json->text + at->at;
        size_t type_bytes;
        const char *type = type_of(&type_bytes, names, name, at->bytes);
        if (!type)
            type = type_of(&type_bytes, common, name, at->bytes);
        status = type ? check_value(json, i + 1, type, type_bytes, name, at->bytes, err)
                      : no_field(name, at->bytes, err);
    }
    return status;
}

/* ---- fields ---- */

bool shg_api_place(shg_out *out, const shg_api_places *places, uint32_t *column)
{
    size_t i = places->count;
    while (i > 0 && places->of[i - 1].column > *column)
        i--;
    if (i == 0)
        return false;
    shg_out_bytes(out, places->of[i - 1].name, (size_t)places->of[i - 1].name_bytes);
    *column -= places->of[i - 1].column - 1;
    return true;
}

static void add_place(shg_api_places *places, const shg_out *line, const shg_field *field)
{
    if (places->count == SHG_API_PLACES_MAX || line->spent)
        return;
    const size_t before = shg_utf8_length(line->bytes, line->length);
    places->of[places->count].name = field->name;
    places->of[places->count].name_bytes = field->name_bytes;
    places->of[places->count++].column = (uint32_t)before + 1;
}

/* Writes a text field. A word must be a single word, so that later fields keep their positions. */
static shoogi_status write_value(shg_out *out, shg_api_places *places, const shg_field *field,
                                 const shg_json *json, size_t value, shoogi_error *err)
{
    const size_t name_bytes = (size_t)field->name_bytes;
    const uint8_t type = json->values[value].type;
    const bool counts = field->kind == SHG_FIELD_GAME || field->kind == SHG_FIELD_NUMBER;
    if (counts && !is_number(json, value))
        return expected(json, value, "a whole number", field->name, name_bytes, err);
    if (!counts && type != SHG_JSON_STRING && type != SHG_JSON_NUMBER)
        return expected(json, value, "a text", field->name, name_bytes, err);
    shg_out text = shg_out_growing();
    if (type == SHG_JSON_STRING)
        shg_json_string(&text, json, value);
    else
        shg_out_bytes(&text, json->text + json->values[value].at, json->values[value].bytes);
    shoogi_status status = text.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    if (status == SHOOGI_OK && field->kind != SHG_FIELD_TEXT &&
        (text.length == 0 || memchr(text.bytes, ' ', text.length)))
        status = expected(json, value, "one word", field->name, name_bytes, err);
    if (status == SHOOGI_OK) {
        shg_out_char(out, ' ');
        add_place(places, out, field);
        shg_out_bytes(out, text.bytes, text.length);
    }
    free(text.bytes);
    return status;
}

static shoogi_status write_option(shg_out *out, shg_api_places *places, const shg_field *field,
                                  const shg_json *json, size_t value, shoogi_error *err)
{
    const uint8_t type = json->values[value].type;
    if (value == 0)
        return SHOOGI_OK;
    if (field->kind == SHG_FIELD_OPTION) {
        shg_out_format(out, " -%c", field->letter);
        return write_value(out, places, field, json, value, err);
    }
    if (type != SHG_JSON_TRUE && type != SHG_JSON_FALSE)
        return expected(json, value, "true or false", field->name, (size_t)field->name_bytes, err);
    if (type == SHG_JSON_TRUE)
        shg_out_format(out, " -%c", field->letter);
    return SHOOGI_OK;
}

/* Whether a field after the n-th is given. */
static bool later_given(const shg_command *command, size_t n, const shg_json *json)
{
    shg_field field;
    while (shg_command_field(&field, command, ++n))
        if (member_of(json, field.name, (size_t)field.name_bytes) > 0)
            return true;
    return false;
}

/* Writes a part of the argument: the given value, nothing if optional, or its default. */
static shoogi_status write_part(shg_out *out, shg_api_places *places, const shg_command *command,
                                size_t n, const shg_field *field, const shg_json *json,
                                shoogi_error *err)
{
    const size_t value = member_of(json, field->name, (size_t)field->name_bytes);
    if (value > 0)
        return write_value(out, places, field, json, value, err);
    if (field->otherwise_bytes > 0 && later_given(command, n, json))
        shg_out_format(out, " %.*s", field->otherwise_bytes, field->otherwise);
    if (field->optional)
        return SHOOGI_OK;
    return expected(json, 0, "something", field->name, (size_t)field->name_bytes, err);
}

static bool is_field(const shg_command *command, const char *name, size_t name_bytes)
{
    for (size_t i = 0; i < sizeof common_fields / sizeof common_fields[0]; i++)
        if (strlen(common_fields[i]) == name_bytes &&
            memcmp(common_fields[i], name, name_bytes) == 0)
            return true;
    shg_field field;
    for (size_t n = 0; shg_command_field(&field, command, n); n++)
        if ((size_t)field.name_bytes == name_bytes && memcmp(field.name, name, name_bytes) == 0)
            return true;
    return false;
}

/* Rejects unknown members, so no intended field is silently ignored. */
static shoogi_status check_names(const shg_command *command, const shg_json *json,
                                 shoogi_error *err)
{
    for (size_t i = 1; i < json->values[0].after; i = json->values[i + 1].after) {
        const shg_json_value *name = &json->values[i];
        if (!is_field(command, json->text + name->at, name->bytes))
            return no_field(json->text + name->at, name->bytes, err);
    }
    return SHOOGI_OK;
}

static shoogi_status check_answers(const shg_json *json, shoogi_error *err)
{
    static const char name[] = SHG_API_ANSWERS;
    const size_t list = member_of(json, name, sizeof name - 1);
    const size_t end = list > 0 ? json->values[list].after : 0;
    size_t wrong = list;
    if (list > 0 && json->values[list].type == SHG_JSON_ARRAY)
        for (wrong = list + 1; wrong < end && json->values[wrong].type == SHG_JSON_STRING;)
            wrong++;
    if (wrong == end)
        return SHOOGI_OK;
    return expected(json, wrong, "a list of texts", name, sizeof name - 1, err);
}

shoogi_status shg_api_line(shg_out *out, shg_api_places *places, const shg_command *command,
                           const shg_json *json, shoogi_error *err)
{
    shoogi_status status = check_names(command, json, err);
    if (status == SHOOGI_OK)
        status = check_answers(json, err);
    const char *name;
    size_t bytes;
    places->count = 0;
    if (shg_command_name(&name, &bytes, command, 0))
        shg_out_bytes(out, name, bytes);
    places->text_at = out->length;
    shg_field field;
    for (size_t n = 0; status == SHOOGI_OK && shg_command_field(&field, command, n); n++) {
        const bool option = field.kind == SHG_FIELD_FLAG || field.kind == SHG_FIELD_OPTION;
        if (option)
            status = write_option(out, places, &field, json,
                                  member_of(json, field.name, (size_t)field.name_bytes), err);
        else
            status = write_part(out, places, command, n, &field, json, err);
        if (field.kind != SHG_FIELD_TEXT) /* the last field */
            places->text_at = out->length;
    }
    if (status == SHOOGI_OK && out->spent)
        status = SHOOGI_NO_MEMORY;
    /* A position from which a game begins may be longer than a line. */
    const size_t start = member_of(json, "start", 5);
    const size_t start_bytes = start > 0 ? json->values[start].bytes : 0;
    if (status == SHOOGI_OK && out->length > SHG_TELNET_LINE_BYTES_MAX + start_bytes)
        status = shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                               "expected a call of at most %d bytes", SHG_TELNET_LINE_BYTES_MAX);
    return status == SHOOGI_OK ? shg_telnet_check_line(out->bytes, out->length, err) : status;
}
