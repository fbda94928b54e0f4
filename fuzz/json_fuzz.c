/* json_fuzz.c: any text as JSON: it is refused at a place within it, or what is written of it, value by value, reads to
 * the same values and is written the same way again.  A member of an object is the last one of its name. */
#include "base/json.h"
#include "base/json_write.h"
#include "fuzz.h"

#include <string.h>

/* Objects and names are searched for one another: in texts of so many values at most. */
enum { SEARCHED_MAX = 256 };

/* The unescaped string; borrowed until the next call with the same buffer. */
static const char *meaning(shg_out *buffer, const shg_json *json, size_t string)
{
    buffer->length = 0;
    shg_out_text(buffer, ""); /* an empty string has an end, too */
    shg_json_string(buffer, json, string);
    return buffer->bytes;
}

/* A number that C writes the same way goes through the function for numbers. */
static void write_number(shg_out *out, const char *name, const char *text, size_t bytes)
{
    char digits[24] = "", written[24];
    if (bytes < sizeof digits)
        memcpy(digits, text, bytes);
    const long long value = strtoll(digits, NULL, 10);
    snprintf(written, sizeof written, "%lld", value);
    if (strcmp(written, digits) == 0)
        shg_json_number(out, name, value);
    else
        shg_json_raw(out, name, text, bytes);
}

/* Writes all values.  Returns the text, owned (free). */
static char *write_all(size_t *bytes, const shg_json *json)
{
    shg_out out = shg_out_growing(), name_of = shg_out_growing(), text_of = shg_out_growing();
    size_t *open =
        malloc(json->count * sizeof *open); /* arrays and objects that are not at their end */
    FUZZ_REQUIRE(open);
    size_t depth = 0;
    for (size_t i = 0; i <= json->count; i++) {
        while (depth > 0 && json->values[open[depth - 1]].after == i)
            shg_json_close(&out, json->values[open[--depth]].type == SHG_JSON_OBJECT ? '}' : ']');
        if (i == json->count)
            break;
        const bool named = depth > 0 && json->values[open[depth - 1]].type == SHG_JSON_OBJECT;
        const char *const name = named ? meaning(&name_of, json, i++) : NULL;
        const shg_json_value *const value = &json->values[i];
        switch ((shg_json_type)value->type) {
        case SHG_JSON_NULL: shg_json_null(&out, name); break;
        case SHG_JSON_FALSE: shg_json_flag(&out, name, false); break;
        case SHG_JSON_TRUE: shg_json_flag(&out, name, true); break;
        case SHG_JSON_NUMBER: write_number(&out, name, json->text + value->at, value->bytes); break;
        case SHG_JSON_STRING: shg_json_text(&out, name, meaning(&text_of, json, i)); break;
        case SHG_JSON_ARRAY:
        case SHG_JSON_OBJECT:
            shg_json_open(&out, name, value->type == SHG_JSON_OBJECT ? '{' : '[');
            open[depth++] = i;
            break;
        }
    }
    FUZZ_REQUIRE(depth == 0 && !out.spent && !name_of.spent && !text_of.spent);
    free(open);
    free(name_of.bytes);
    free(text_of.bytes);
    *bytes = out.length;
    return out.bytes;
}

static void require_same(const shg_json *one, const shg_json *other)
{
    shg_out one_text = shg_out_growing(), other_text = shg_out_growing();
    FUZZ_REQUIRE(one->count == other->count);
    for (size_t i = 0; i < one->count; i++) {
        const shg_json_value *const a = &one->values[i], *const b = &other->values[i];
        FUZZ_REQUIRE(a->type == b->type && a->after == b->after);
        if (a->type == SHG_JSON_STRING)
            FUZZ_REQUIRE(strcmp(meaning(&one_text, one, i), meaning(&other_text, other, i)) == 0);
        if (a->type == SHG_JSON_NUMBER)
            FUZZ_REQUIRE(a->bytes == b->bytes &&
                         memcmp(one->text + a->at, other->text + b->at, a->bytes) == 0);
    }
    free(one_text.bytes);
    free(other_text.bytes);
}

static bool same_name(const shg_json *json, size_t a, size_t b)
{
    const shg_json_value *const one = &json->values[a], *const other = &json->values[b];
    return one->bytes == other->bytes &&
           memcmp(json->text + one->at, json->text + other->at, one->bytes) == 0;
}

/* Each member of an object is found by its name, the last of several. */
static void require_members(const shg_json *json, size_t object)
{
    const size_t end = json->values[object].after;
    if (json->values[object].type != SHG_JSON_OBJECT) {
        FUZZ_REQUIRE(shg_json_member(json, object, "a") == 0);
        return;
    }
    for (size_t i = object + 1; i < end; i = json->values[i + 1].after) {
        shg_out name = shg_out_growing();
        shg_out_text(&name, "");
        shg_out_bytes(&name, json->text + json->values[i].at, json->values[i].bytes);
        const size_t found = shg_json_member(json, object, name.bytes);
        FUZZ_REQUIRE(found > i && found < end && same_name(json, found - 1, i));
        for (size_t j = found; j < end; j = json->values[j].after)
            FUZZ_REQUIRE(j == found || !same_name(json, j++, i));
        free(name.bytes);
    }
}

/* A text that has lost its last character, but for spaces, is not JSON; only a number may still be one. */
static void require_end(const shg_json *json, size_t bytes)
{
    shg_json cut;
    while (bytes > 0 && strchr(" \t\r\n", json->text[bytes - 1]))
        bytes--;
    if (json->values[0].type == SHG_JSON_NUMBER)
        return;
    FUZZ_REQUIRE(shg_json_read(&cut, json->text, bytes - 1, NULL) == SHOOGI_PARSE_ERROR);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *const text = (const char *)data;
    shg_json json, again;
    shoogi_error err = { .status = SHOOGI_OK };
    const shoogi_status status = shg_json_read(&json, text, data_bytes, &err);
    if (status != SHOOGI_OK) {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR && err.status == status && err.message[0] != '\0');
        FUZZ_REQUIRE(err.line >= 1 && err.column >= 1);
        FUZZ_REQUIRE(err.line + err.column <= shg_utf8_length(text, data_bytes) + 2);
        FUZZ_REQUIRE(json.count == 0 && !json.values);
        return 0;
    }
    FUZZ_REQUIRE(json.count > 0 && json.values[0].after == json.count);
    size_t bytes = 0, bytes_again = 0;
    char *const once = write_all(&bytes, &json);
    FUZZ_REQUIRE(shg_json_read(&again, once, bytes, NULL) == SHOOGI_OK);
    require_same(&json, &again);
    char *const twice = write_all(&bytes_again, &again);
    FUZZ_REQUIRE(bytes == bytes_again && memcmp(once, twice, bytes) == 0);
    for (size_t i = 0; json.count <= SEARCHED_MAX && i < json.count; i++)
        require_members(&json, i);
    require_end(&json, data_bytes);
    shg_json_fini(&json);
    shg_json_fini(&again);
    free(once);
    free(twice);
    return 0;
}
