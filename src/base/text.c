#include "base/text.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shg_wipe(void *bytes, size_t count)
{
    volatile char *at = bytes;
    while (count-- > 0)
        *at++ = 0;
}

void shg_out_wipe(shg_out *out)
{
    if (out->bytes)
        shg_wipe(out->bytes, out->room);
    free(out->bytes);
    *out = (shg_out){ .grows = true, .secret = out->secret };
}

/* Makes room for count more bytes and a NUL, if the buffer grows and there is memory. */
static void make_room(shg_out *out, size_t count)
{
    if (!out->grows || out->spent || out->length + count < out->room)
        return;
    const size_t room =
        2 * out->room > out->length + count + 1 ? 2 * out->room : out->length + count + 1;
    char *const more = out->secret ? malloc(room) : realloc(out->bytes, room);
    if (!more) {
        out->spent = true;
        return;
    }
    if (!out->bytes) {
        more[0] = '\0';
    } else if (out->secret) {
        memcpy(more, out->bytes, out->room);
        shg_wipe(out->bytes, out->room);
        free(out->bytes);
    }
    out->bytes = more;
    out->room = room;
}

void shg_out_bytes(shg_out *out, const char *bytes, size_t count)
{
    make_room(out, count);
    if (out->length + 1 < out->room) {
        const size_t left = out->room - out->length - 1;
        const size_t fits = count < left ? count : left;
        if (fits > 0) /* of no bytes, NULL */
            memcpy(out->bytes + out->length, bytes, fits);
        out->bytes[out->length + fits] = '\0';
    }
    out->length += count;
}

void shg_out_char(shg_out *out, char c)
{
    shg_out_bytes(out, &c, 1);
}

void shg_out_text(shg_out *out, const char *text)
{
    shg_out_bytes(out, text, strlen(text));
}

/* Formats behind what is written, as far as there is room.  Returns the bytes of the whole text. */
__attribute__((format(printf, 2, 0))) static size_t format_behind(shg_out *out, const char *format,
                                                                  va_list arguments)
{
    const size_t left = out->length < out->room ? out->room - out->length : 0;
    const int wrote =
        vsnprintf(left > 0 ? out->bytes + out->length : NULL, left, format, arguments);
    return wrote > 0 ? (size_t)wrote : 0;
}

/* Most texts fit into the room that is left: only others are formatted twice. */
void shg_out_format(shg_out *out, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const size_t count = format_behind(out, format, arguments);
    if (out->grows && out->length + count >= out->room) {
        make_room(out, count);
        (void)format_behind(out, format, again);
    }
    out->length += count;
    va_end(again);
    va_end(arguments);
}

size_t shg_utf8_read(uint32_t *code_point, const char *bytes, size_t count)
{
    static const struct {
        uint8_t mask, lead;
        uint32_t least;
    } forms[] = {
        { 0x80, 0x00, 0 }, { 0xE0, 0xC0, 0x80 }, { 0xF0, 0xE0, 0x800 }, { 0xF8, 0xF0, 0x10000 }
    };
    const uint8_t first = (uint8_t)bytes[0];
    for (size_t extra = 0; extra < sizeof forms / sizeof forms[0]; extra++) {
        if ((first & forms[extra].mask) != forms[extra].lead)
            continue;
        if (extra >= count)
            break;
        uint32_t value = first & (uint8_t)~forms[extra].mask;
        size_t i = 1;
        while (i <= extra && ((uint8_t)bytes[i] & 0xC0) == 0x80)
            value = value << 6 | ((uint8_t)bytes[i++] & 0x3F);
        if (i <= extra || value < forms[extra].least || value > 0x10FFFF ||
            (value >= 0xD800 && value <= 0xDFFF))
            break;
        *code_point = value;
        return extra + 1;
    }
    *code_point = 0xFFFD;
    return 1;
}

size_t shg_utf8_length(const char *bytes, size_t count)
{
    size_t length = 0;
    for (size_t at = 0; at < count; length++) {
        uint32_t ignored;
        at += shg_utf8_read(&ignored, bytes + at, count - at);
    }
    return length;
}

size_t shg_text_columns(const char *text)
{
    enum { FIRST_WIDE = 0x2E80 };
    size_t columns = 0;
    uint32_t c;
    for (const char *const end = text + strlen(text); text < end; columns += c < FIRST_WIDE ? 1 : 2)
        text += shg_utf8_read(&c, text, (size_t)(end - text));
    return columns;
}

bool shg_utf8_valid(const char *bytes, size_t count)
{
    for (size_t at = 0; at < count;) {
        uint32_t code_point;
        const size_t took = shg_utf8_read(&code_point, bytes + at, count - at);
        /* U+FFFD itself has three bytes, so one byte is always ill-formed. */
        if (code_point == 0xFFFD && took == 1)
            return false;
        at += took;
    }
    return true;
}

/* Whether names are compared without it: spaces of all widths, hyphens and dashes, and marks of zero width. */
static bool is_between_words(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '-' || c == '_' || c == ',' || c == 0xA0 ||
           (c >= 0x2000 && c <= 0x2015) || c == 0x2060 || c == 0x2212 || c == 0x3000 || c == 0xFEFF;
}

/* The next character of a name as it is compared; 0 at the end. */
static uint32_t name_letter(const char *name, size_t bytes, size_t *at)
{
    enum { FULL_WIDTH_FIRST = 0xFF01, FULL_WIDTH_LAST = 0xFF5E };
    while (*at < bytes) {
        uint32_t c;
        *at += shg_utf8_read(&c, name + *at, bytes - *at);
        if (c >= FULL_WIDTH_FIRST && c <= FULL_WIDTH_LAST)
            c = c - FULL_WIDTH_FIRST + '!';
        if (c < 0x80)
            c = (uint32_t)(unsigned char)shg_lower((char)c);
        if (!is_between_words(c))
            return c;
    }
    return 0;
}

bool shg_name_same(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    size_t i = 0, k = 0;
    uint32_t letter = name_letter(a, a_bytes, &i);
    if (letter == 0)
        return false;
    while (letter != 0 && letter == name_letter(b, b_bytes, &k))
        letter = name_letter(a, a_bytes, &i);
    return letter == 0 && name_letter(b, b_bytes, &k) == 0;
}

bool shg_text_same(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    if (a_bytes != b_bytes)
        return false;
    for (size_t i = 0; i < a_bytes; i++)
        if (shg_lower(a[i]) != shg_lower(b[i]))
            return false;
    return true;
}

bool shg_text_contains(const char *text, size_t text_bytes, const char *part, size_t part_bytes)
{
    for (size_t i = 0; part_bytes <= text_bytes && i <= text_bytes - part_bytes; i++)
        if (shg_text_same(text + i, part_bytes, part, part_bytes))
            return true;
    return false;
}

uint64_t shg_text_hash(const char *text, size_t bytes)
{
    uint64_t hash = SHG_HASH_START;
    for (size_t i = 0; i < bytes; i++) {
        const char lower = shg_lower(text[i]);
        hash = shg_hash_bytes(hash, &lower, 1);
    }
    return hash;
}

bool shg_is_misleading(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || (c >= 0x7F && c < 0xA0) ||
           c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

/* Whether a byte may begin a misleading character: most bytes of a text do not, and need no decoding. */
static bool may_mislead(unsigned char byte)
{
    return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F ||
           byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF;
}

size_t shg_text_misleading(const char *text, size_t bytes)
{
    for (size_t at = 0; at < bytes; at++) {
        uint32_t c;
        if (!may_mislead((unsigned char)text[at]))
            continue;
        (void)shg_utf8_read(&c, text + at, bytes - at);
        if (shg_is_misleading(c))
            return at;
    }
    return bytes;
}

size_t shg_text_strip(char *text, size_t *bytes)
{
    size_t count = 0, kept = shg_text_misleading(text, *bytes);
    for (size_t at = kept; at < *bytes; count++) {
        uint32_t c;
        at += shg_utf8_read(&c, text + at, *bytes - at);
        const size_t good = shg_text_misleading(text + at, *bytes - at);
        memmove(text + kept, text + at, good);
        kept += good;
        at += good;
    }
    *bytes = kept;
    return count;
}
