/* json.h: JSON as a row of values that can be gone through without recursion.
 *
 * Values stand in the order of the text, an array or object before what is in it; in an object each value
 * stands behind its name, which is a string.  Source: RFC 8259. */
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
    uint32_t at,
        bytes;      /* in the text: of a string what is between the quotes, of others all of it */
    uint32_t after; /* the index of the value behind this one and all that is in it */
    uint8_t type;
} shg_json_value;

typedef struct shg_json {
    const char *text;       /* borrowed */
    shg_json_value *values; /* [count]; the whole is 0 */
    size_t count;
} shg_json;

enum { SHG_JSON_VALUES_MAX = 1024 * 1024 };

/* Reads a text.  Returns OK with *out to be ended with shg_json_fini; PARSE_ERROR with the place; LIMIT_EXCEEDED with the
 * place for more values than above, without for 4 GiB; NO_MEMORY.  Memory: 16 bytes for a value, however deep it lies. */
SHOOGI_CHECKED shoogi_status shg_json_read(shg_json *out, const char *text, size_t text_bytes,
                                           shoogi_error *err);
void shg_json_fini(shg_json *json);

/* The value of a name in an object; 0 if it has none of the name, or is no object.  Of several the last. */
size_t shg_json_member(const shg_json *json, size_t object, const char *name);

/* Writes what a string means, as UTF-8; half of a pair, and NUL, as U+FFFD. */
void shg_json_string(shg_out *out, const shg_json *json, size_t string);

/* Writes a text as a string with its quotes. */
void shg_json_quote(shg_out *out, const char *text, size_t text_bytes);

#endif
