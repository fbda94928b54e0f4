/* json.h: a JSON parser that returns a flat array of values, which needs no recursion to walk.
 *
 * Values are in text order: an array or object precedes its contents, and in an object each value follows
 * its name, which is a string.  Source: RFC 8259. */
#ifndef SHG_BASE_JSON_H
#define SHG_BASE_JSON_H

#include "base/text.h"
#include "shoogi/status.h"

typedef enum shg_json_type {
    SHG_JSON_NULL,
    SHG_JSON_FALSE,
    SHG_JSON_TRUE,
    SHG_JSON_NUMBER,
    SHG_JSON_STRING,
    SHG_JSON_ARRAY,
    SHG_JSON_OBJECT
} shg_json_type;

typedef struct shg_json_value {
    uint32_t at, bytes; /* its place in the text; a string's excludes the quotes */
    uint32_t after;     /* index of the next value after this one and its contents */
    uint8_t type;
} shg_json_value;

typedef struct shg_json {
    const char *text;       /* borrowed */
    shg_json_value *values; /* [count]; the root is value 0 */
    size_t count;
} shg_json;

enum { SHG_JSON_VALUES_MAX = 1024 * 1024 };

/* Parses text, which is borrowed until shg_json_fini.  Returns OK with *out filled (shg_json_fini); PARSE_ERROR with the place;
 * LIMIT_EXCEEDED, with the place for more than SHG_JSON_VALUES_MAX values, without one for a text of 4 GiB; NO_MEMORY.
 * Memory: 16 bytes a value at any depth. */
SHOOGI_CHECKED shoogi_status shg_json_read(shg_json *out, const char *text, size_t text_bytes,
                                           shoogi_error *err);
void shg_json_fini(shg_json *json);

/* Finds a member of an object by name.  Returns the index of its value, the last if the name is repeated; 0 if the object
 * has no such member or the value is not an object. */
size_t shg_json_member(const shg_json *json, size_t object, const char *name);

/* Writes the unescaped string as UTF-8, with U+FFFD for an unpaired surrogate and for NUL. */
void shg_json_string(shg_out *out, const shg_json *json, size_t string);

/* Writes text as a JSON string, with quotes and escapes. */
void shg_json_quote(shg_out *out, const char *text, size_t text_bytes);

#endif
