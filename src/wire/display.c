#include "wire/display.h"

#include <utf8proc.h>

/* Characters that must not reach a terminal, in ascending order.  Sources: Unicode 15.0, the properties Bidi_Control,
 * Default_Ignorable_Code_Point and the general categories Cc, Zl, Zp; ECMA-48 for C1, whose 0x9B begins
 * an escape sequence without an ESC. */
static const struct {
    uint32_t first, last;
} hidden[] = {
    { 0x0000, 0x001F }, /* C0 */
    { 0x007F, 0x009F }, /* DEL, C1 */
    { 0x00AD, 0x00AD }, /* soft hyphen */
    { 0x034F, 0x034F }, /* grapheme joiner */
    { 0x061C, 0x061C }, /* Arabic letter mark */
    { 0x115F, 0x1160 }, /* Hangul fillers */
    { 0x17B4, 0x17B5 }, /* Khmer inherent vowels */
    { 0x180B, 0x180F }, /* Mongolian selectors, vowel separator */
    { 0x200B, 0x200F }, /* zero width space, joiners, left-to-right and right-to-left mark */
    { 0x2028, 0x202E }, /* line and paragraph separator, embeddings, overrides */
    { 0x2060,
      0x206F }, /* word joiner, invisible operators, isolates, deprecated format characters */
    { 0x3164, 0x3164 },   /* Hangul filler */
    { 0xFDD0, 0xFDEF },   /* non-characters */
    { 0xFE00, 0xFE0F },   /* variation selectors */
    { 0xFEFF, 0xFEFF },   /* zero width no-break space */
    { 0xFFA0, 0xFFA0 },   /* half-width Hangul filler */
    { 0xFFF0, 0xFFFB },   /* unassigned ignorables, interlinear annotation */
    { 0x1BCA0, 0x1BCA3 }, /* shorthand format controls */
    { 0x1D173, 0x1D17A }, /* musical format controls */
    { 0xE0000, 0xE0FFF }, /* tags, more variation selectors */
};

/* Combining marks have no width and could pile up over the line above.  A Thai letter may have two. */
enum { COMBINING_MAX = 2 };

static bool is_hidden(uint32_t c)
{
    if ((c & 0xFFFE) == 0xFFFE) /* the last two of every plane are non-characters */
        return true;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0] && hidden[i].first <= c; i++)
        if (c <= hidden[i].last)
            return true;
    return false;
}

static bool is_combining(uint32_t c)
{
    if (c < 0x0300)
        return false;
    const utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

void shg_display_write(shg_out *out, const char *text, size_t text_bytes, size_t characters_max)
{
    size_t characters = 0;
    size_t marks = 0; /* combining marks in a row */
    for (size_t at = 0; at < text_bytes && characters < characters_max;) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, text + at, text_bytes - at);
        const char *bytes = text + at;
        at += took;
        if (c == '\t' || c == '\n' || c == '\r') {
            shg_out_char(out, ' ');
        } else if (c == 0xFFFD) {
            shg_out_text(out, "\xEF\xBF\xBD"); /* also for an ill-formed byte */
        } else if (is_hidden(c)) {
            continue;
        } else if (is_combining(c)) {
            if (marks == COMBINING_MAX)
                continue;
            marks++;
            shg_out_bytes(out, bytes, took);
            characters++;
            continue;
        } else {
            shg_out_bytes(out, bytes, took);
        }
        marks = 0;
        characters++;
    }
}

size_t shg_display_columns(const char *text, size_t text_bytes)
{
    size_t columns = 0;
    for (size_t at = 0; at < text_bytes;) {
        uint32_t c;
        at += shg_utf8_read(&c, text + at, text_bytes - at);
        const int own = c < 0x7F ? c >= 0x20 : utf8proc_charwidth((utf8proc_int32_t)c);
        columns += own > 0 ? (size_t)own : 0;
    }
    return columns;
}

bool shg_display_clean(const char *text, size_t text_bytes)
{
    size_t marks = 0;
    for (size_t at = 0; at < text_bytes;) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, text + at, text_bytes - at);
        marks = is_combining(c) ? marks + 1 : 0;
        if (is_hidden(c) || marks > COMBINING_MAX || (c == 0xFFFD && took == 1))
            return false;
        at += took;
    }
    return true;
}
