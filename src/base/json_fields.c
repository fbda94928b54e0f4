#include "base/json_fields.h"

#include "base/json_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void shg_json_hex(shg_out *out, const char *name, const void *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    if (count == 0)
        return;
    char *hex = malloc(2 * count + 1);
    if (!hex) {
        out->spent = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t byte = ((const uint8_t *)bytes)[i];
        hex[2 * i] = digits[byte >> 4];
        hex[2 * i + 1] = digits[byte & 15];
    }
    shg_json_bytes(out, name, hex, 2 * count);
    shg_wipe(hex, 2 * count);
    free(hex);
}

/* The index of a member of this type; 0 if there is none. */
static size_t member(const shg_json *json, size_t object, const char *name, shg_json_type type)
{
    const size_t at = json->count > 0 ? shg_json_member(json, object, name) : 0;
    return at > 0 && json->values[at].type == type ? at : 0;
}

int64_t shg_json_number_at(const shg_json *json, size_t at, int64_t otherwise)
{
    char text[24];
    if (json->values[at].type != SHG_JSON_NUMBER || json->values[at].bytes >= sizeof text)
        return otherwise;
    memcpy(text, json->text + json->values[at].at, json->values[at].bytes);
    text[json->values[at].bytes] = '\0';
    char *end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' ? value : otherwise;
}

int64_t shg_field_number(const shg_json *json, size_t object, const char *name, int64_t otherwise)
{
    const size_t at = member(json, object, name, SHG_JSON_NUMBER);
    return at > 0 ? shg_json_number_at(json, at, otherwise) : otherwise;
}

bool shg_field_each(size_t *at, const shg_json *json, size_t object, const char *name)
{
    const size_t array = member(json, object, name, SHG_JSON_ARRAY);
    if (array == 0)
        return false;
    *at = *at == 0 ? array + 1 : json->values[*at].after;
    return *at < json->values[array].after;
}

bool shg_field_is_set(const shg_json *json, size_t object, const char *name)
{
    return member(json, object, name, SHG_JSON_TRUE) > 0;
}

void shg_field_copy(char *out, size_t room, const shg_json *json, size_t object, const char *name)
{
    const size_t at = member(json, object, name, SHG_JSON_STRING);
    shg_out text = shg_out_make(out, room);
    if (at > 0)
        shg_json_string(&text, json, at);
    if (text.length >= room)
        out[0] = '\0';
}

char *shg_field_text(const shg_json *json, size_t object, const char *name)
{
    const size_t at = member(json, object, name, SHG_JSON_STRING);
    shg_out text = { .grows = true, .secret = true };
    if (at > 0)
        shg_json_string(&text, json, at);
    return text.bytes; /* NULL for "" */
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char *shg_field_hex(size_t *count, const shg_json *json, size_t object, const char *name)
{
    const size_t at = member(json, object, name, SHG_JSON_STRING);
    *count = 0;
    if (at == 0 || json->values[at].bytes % 2 != 0)
        return NULL;
    const size_t bytes = json->values[at].bytes / 2;
    const char *const hex = json->text + json->values[at].at;
    char *out = malloc(bytes + 1);
    if (!out)
        return NULL;
    for (size_t i = 0; i < bytes; i++) {
        const int high = digit_of(hex[2 * i]), low = digit_of(hex[2 * i + 1]);
        if (high < 0 || low < 0) {
            free(out);
            return NULL;
        }
        out[i] = (char)(high << 4 | low);
    }
    out[bytes] = '\0';
    *count = bytes;
    return out;
}
