#include "base/json.h"

#include "base/code_point.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t nothing = UINT32_MAX;

/* The tokens that may come next. */
typedef enum expects { A_VALUE, A_VALUE_OR_END, A_NAME, A_NAME_OR_END, A_COMMA_OR_END } expects;

typedef struct reader {
    shg_json *json;
    size_t bytes, at, room;
    uint32_t open; /* the array or object being read; its `after` is its parent */
    expects next;
    shoogi_status status;
    shoogi_error *err;
} reader;

static bool fail_as(reader *r, shoogi_status status, size_t at, const char *expected)
{
    size_t line = 1, begin = 0;
    for (size_t i = 0; i < at; i++)
        if (r->json->text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    r->status = shg_error_expected(r->err, status, line,
                                   shg_utf8_length(r->json->text + begin, at - begin) + 1, expected,
                                   r->json->text + at, r->bytes - at);
    return false;
}

static bool fail(reader *r, size_t at, const char *expected)
{
    return fail_as(r, SHOOGI_PARSE_ERROR, at, expected);
}

static shg_json_value *add(reader *r, shg_json_type type, size_t at, size_t bytes)
{
    shg_json *const json = r->json;
    if (json->count == SHG_JSON_VALUES_MAX) {
        char expected[40];
        shg_out text = shg_out_make(expected, sizeof expected);
        shg_out_format(&text, "at most %d values", SHG_JSON_VALUES_MAX);
        (void)fail_as(r, SHOOGI_LIMIT_EXCEEDED, at, expected);
        return NULL;
    }
    if (json->count == r->room) {
        const size_t room = r->room == 0 ? 256 : r->room * 2;
        shg_json_value *const more = realloc(json->values, room * sizeof *more);
        if (!more) {
            r->status = SHOOGI_NO_MEMORY;
            return NULL;
        }
        json->values = more;
        r->room = room;
    }
    shg_json_value *const value = &json->values[json->count++];
    *value =
        (shg_json_value){ (uint32_t)at, (uint32_t)bytes, (uint32_t)json->count, (uint8_t)type };
    return value;
}

static char next(const reader *r)
{
    return r->at < r->bytes ? r->json->text[r->at] : '\0';
}

static void skip_blanks(reader *r)
{
    while (next(r) != '\0' && strchr(" \t\r\n", next(r)) != NULL)
        r->at++;
}

/* The value of a hexadecimal digit; 16 for any other character. */
static unsigned digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *const found = c != '\0' ? strchr(digits, shg_lower(c)) : NULL;
    return found ? (unsigned)(found - digits) : 16;
}

static bool read_string(reader *r)
{
    const size_t from = ++r->at;
    while (r->at < r->bytes && next(r) != '"') {
        uint32_t c;
        const size_t at = r->at;
        r->at += shg_utf8_read(&c, r->json->text + at, r->bytes - at);
        if (c < ' ' || (c == 0xFFFD && r->at == at + 1))
            return fail(r, at, "a character of a string");
        if (c != '\\')
            continue;
        const char letter = next(r);
        if (letter == '\0' || !strchr("\"\\/bfnrtu", letter))
            return fail(r, at, "an escape, as \\n or \\u6B69");
        r->at++;
        for (unsigned i = 0; letter == 'u' && i < 4; i++, r->at++)
            if (digit_of(next(r)) > 15)
                return fail(r, at, "four hexadecimal digits after \\u");
    }
    if (r->at >= r->bytes)
        return fail(r, r->at, "\" at the end of the string");
    r->at++;
    return add(r, SHG_JSON_STRING, from, r->at - 1 - from) != NULL;
}

static size_t take_digits(reader *r)
{
    const size_t from = r->at;
    while (shg_is_digit(next(r)))
        r->at++;
    return r->at - from;
}

static bool read_number(reader *r)
{
    const size_t from = r->at;
    r->at += next(r) == '-';
    const bool zero = next(r) == '0';
    const size_t digits = take_digits(r);
    bool good = digits > 0 && !(zero && digits > 1);
    if (good && next(r) == '.') {
        r->at++;
        good = take_digits(r) > 0;
    }
    if (good && shg_lower(next(r)) == 'e') {
        r->at++;
        r->at += next(r) == '+' || next(r) == '-';
        good = take_digits(r) > 0;
    }
    if (!good)
        return fail(r, from, "a number");
    return add(r, SHG_JSON_NUMBER, from, r->at - from) != NULL;
}

static bool read_word(reader *r)
{
    static const struct {
        const char *word;
        shg_json_type type;
    } words[] = { { "null", SHG_JSON_NULL },
                  { "false", SHG_JSON_FALSE },
                  { "true", SHG_JSON_TRUE } };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t bytes = strlen(words[i].word);
        if (r->bytes - r->at < bytes || memcmp(r->json->text + r->at, words[i].word, bytes) != 0)
            continue;
        r->at += bytes;
        return add(r, words[i].type, r->at - bytes, bytes) != NULL;
    }
    return fail(r, r->at, "a value of JSON");
}

static bool open_container(reader *r, shg_json_type type)
{
    shg_json_value *const value = add(r, type, r->at++, 0);
    if (!value)
        return false;
    value->after = r->open;
    r->open = (uint32_t)(r->json->count - 1);
    r->next = type == SHG_JSON_OBJECT ? A_NAME_OR_END : A_VALUE_OR_END;
    return true;
}

static void close_container(reader *r)
{
    shg_json_value *const value = &r->json->values[r->open];
    r->open = value->after;
    r->at++;
    value->after = (uint32_t)r->json->count;
    value->bytes = (uint32_t)r->at - value->at;
    r->next = A_COMMA_OR_END;
}

static bool read_value(reader *r)
{
    const char c = next(r);
    if (c == '{')
        return open_container(r, SHG_JSON_OBJECT);
    if (c == '[')
        return open_container(r, SHG_JSON_ARRAY);
    r->next = A_COMMA_OR_END;
    if (c == '"')
        return read_string(r);
    return c == '-' || shg_is_digit(c) ? read_number(r) : read_word(r);
}

static bool read_name(reader *r)
{
    if (next(r) != '"')
        return fail(r, r->at, "a name in \"\"");
    if (!read_string(r))
        return false;
    skip_blanks(r);
    if (next(r) != ':')
        return fail(r, r->at, "\":\" after the name");
    r->at++;
    r->next = A_VALUE;
    return true;
}

/* Reads the next token.  Returns false at a fault. */
static bool step(reader *r)
{
    const bool in_object = r->open != nothing && r->json->values[r->open].type == SHG_JSON_OBJECT;
    const char end = in_object ? '}' : ']';
    switch (r->next) {
    case A_VALUE_OR_END:
    case A_NAME_OR_END:
        if (next(r) == end) {
            close_container(r);
            return true;
        }
        return r->next == A_NAME_OR_END ? read_name(r) : read_value(r);
    case A_VALUE: return read_value(r);
    case A_NAME: return read_name(r);
    case A_COMMA_OR_END: break;
    }
    if (next(r) == end) {
        close_container(r);
        return true;
    }
    if (next(r) != ',')
        return fail(r, r->at, in_object ? "\",\" or \"}\"" : "\",\" or \"]\"");
    r->at++;
    r->next = in_object ? A_NAME : A_VALUE;
    return true;
}

shoogi_status shg_json_read(shg_json *out, const char *text, size_t text_bytes, shoogi_error *err)
{
    *out = (shg_json){ .text = text };
    if (text_bytes >= UINT32_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "%s",
                             shoogi_status_text(SHOOGI_LIMIT_EXCEEDED));
    reader r = { .json = out, .bytes = text_bytes, .open = nothing, .err = err };
    bool good = true;
    do {
        skip_blanks(&r);
        good = step(&r);
    } while (good && !(r.open == nothing && r.next == A_COMMA_OR_END));
    skip_blanks(&r);
    if (good && r.at < r.bytes)
        (void)fail(&r, r.at, "the end of the text");
    if (r.status != SHOOGI_OK)
        shg_json_fini(out);
    return r.status;
}

void shg_json_fini(shg_json *json)
{
    free(json->values);
    json->values = NULL;
    json->count = 0;
}

size_t shg_json_member(const shg_json *json, size_t object, const char *name)
{
    const shg_json_value *const values = json->values;
    size_t found = 0;
    if (values[object].type != SHG_JSON_OBJECT)
        return 0;
    for (size_t i = object + 1; i < values[object].after; i = values[i + 1].after)
        if (values[i].bytes == strlen(name) &&
            memcmp(json->text + values[i].at, name, values[i].bytes) == 0)
            found = i + 1;
    return found;
}

static uint32_t read_unit(const char *digits)
{
    uint32_t unit = 0;
    for (size_t i = 0; i < 4; i++)
        unit = unit << 4 | digit_of(digits[i]);
    return unit;
}

static void add_character(shg_out *out, uint32_t c)
{
    if (c == 0 || (c >= 0xD800 && c < 0xE000))
        c = 0xFFFD;
    shg_out_code_point(out, c);
}

void shg_json_string(shg_out *out, const shg_json *json, size_t string)
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    const char *const text = json->text + json->values[string].at;
    const size_t bytes = json->values[string].bytes;
    for (size_t at = 0; at < bytes;) {
        size_t plain = 0;
        while (at + plain < bytes && text[at + plain] != '\\')
            plain++;
        shg_out_bytes(out, text + at, plain);
        at += plain;
        if (at >= bytes)
            break;
        const char letter = text[at + 1];
        const char *const known = strchr(letters, letter);
        at += 2;
        if (letter == 'u') {
            uint32_t c = read_unit(text + at);
            at += 4;
            if (c >= 0xD800 && c < 0xDC00 && bytes - at >= 6 && text[at] == '\\' &&
                text[at + 1] == 'u' && (read_unit(text + at + 2) & 0xFC00) == 0xDC00) {
                c = 0x10000 + ((c & 0x3FF) << 10) + (read_unit(text + at + 2) & 0x3FF);
                at += 6;
            }
            add_character(out, c);
        } else {
            shg_out_char(out, known ? meant[known - letters] : letter);
        }
    }
}

void shg_json_quote(shg_out *out, const char *text, size_t text_bytes)
{
    shg_out_char(out, '"');
    for (size_t i = 0; i < text_bytes; i++) {
        const uint8_t c = (uint8_t)text[i];
        if (c < ' ' || c == 0x7F)
            shg_out_format(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            shg_out_format(out, "\\%c", c);
        else
            shg_out_char(out, text[i]);
    }
    shg_out_char(out, '"');
}
