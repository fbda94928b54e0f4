#include "language/message.h"

#include "base/text.h"
#include "language/language_int.h"

#include <string.h>

/* Bounds: arguments of a format, nesting of messages, literal letters of a format that is known without its arguments, and
 * bytes of an argument that are looked up. */
enum { PARTS_MAX = 9, DEPTH_MAX = 5, FEW_LETTERS = 6, LOOKED_UP_BYTES = 256 };

/* A part of a message or of a format. */
typedef struct part {
    const char *bytes;
    size_t count;
    bool quoted;
} part;

/* A conversion such as "%2$-5.60lld", after its percent sign. */
typedef struct directive {
    size_t bytes; /* of the whole conversion */
    size_t place; /* number of the argument, from 1; 0: the next one */
    char letter;
} directive;

static directive read_directive(const char *at)
{
    directive d = { .bytes = 1 };
    if (shg_is_digit(at[1]) && at[2] == '$') {
        d.place = (size_t)(at[1] - '0');
        d.bytes = 3;
    }
    d.bytes += strspn(at + d.bytes, "-+ #0123456789.hlzjt");
    d.letter = at[d.bytes];
    d.bytes += d.letter != '\0';
    return d;
}

/* The bytes up to the next directive. */
static size_t literal_bytes(const char *format)
{
    return strcspn(format, "%");
}

/* ---- a message and a format ---- */

static size_t find(const part *text, size_t from, const char *literal, size_t count)
{
    for (size_t at = from; at + count <= text->count; at++)
        if (memcmp(text->bytes + at, literal, count) == 0)
            return at;
    return text->count + 1;
}

/* Finds the end of the argument of a conversion: a number ends with its digits, a text where the format's next literal first
 * occurs.  Returns more than text->count if the text does not match.  There is no backtracking, so a hostile message costs
 * no more than another; a message whose arguments contain words of the format may be recognised in part or not at all. */
static size_t end_of(const part *text, size_t at, char letter, const char *literal, size_t count)
{
    if (letter == 's' && literal[count] == '\0')
        return at + count <= text->count ? text->count - count : text->count + 1;
    if (letter == 's')
        return find(text, at, literal, count);
    size_t end = at;
    while (end < text->count && (letter == 'X' ? shg_is_hex(text->bytes[end])
                                               : shg_is_digit(text->bytes[end]) ||
                                                     (end == at && text->bytes[end] == '-')))
        end++;
    return end > at ? end : text->count + 1;
}

/* Matches text against a format and fills parts with the arguments.  Returns false if it does not match. */
static bool fits(part parts[PARTS_MAX], const char *format, const part *text)
{
    size_t at = literal_bytes(format), count = 0;
    if (at > text->count || memcmp(text->bytes, format, at) != 0)
        return false;
    for (const char *next = format + at; *next != '\0';) {
        const directive d = read_directive(next);
        const bool quoted = next > format && next[-1] == '"' && next[d.bytes] == '"';
        next += d.bytes;
        const size_t literal = literal_bytes(next);
        const size_t end = end_of(text, at, d.letter, next, literal);
        if (count == PARTS_MAX || end + literal > text->count ||
            memcmp(text->bytes + end, next, literal) != 0)
            return false;
        parts[count++] = (part){ text->bytes + at, end - at, quoted };
        at = end + literal;
        next += literal;
    }
    return at == text->count;
}

/* ---- saying it ---- */

static bool say(shg_out *out, shg_language language, const part *text, unsigned depth);

/* Writes a translated format with its arguments, which may be in another order than in English.  Returns false if an
 * argument is not a known text. */
static bool fill_in(shg_out *out, shg_language language, const char *format,
                    const part parts[PARTS_MAX], unsigned depth)
{
    bool known = true;
    size_t place = 0;
    while (*format != '\0') {
        const size_t literal = literal_bytes(format);
        shg_out_bytes(out, format, literal);
        format += literal;
        if (*format == '\0')
            break;
        const directive d = read_directive(format);
        format += d.bytes;
        place = d.place > 0 ? d.place : place + 1;
        if (place > PARTS_MAX || parts[place - 1].bytes == NULL)
            continue;
        known = say(out, language, &parts[place - 1], depth + 1) && known;
    }
    return known;
}

/* Translates a whole text or the name of a piece.  Returns NULL if it is neither. */
static const char *look_up(shg_language language, const part *text)
{
    char whole[LOOKED_UP_BYTES];
    if (text->count >= sizeof whole)
        return NULL;
    memcpy(whole, text->bytes, text->count);
    whole[text->count] = '\0';
    const char *said = shg_text_in(language, whole);
    if (said == whole)
        said = shg_word_in(language, "piece", whole);
    return said == whole ? NULL : said;
}

/* Writes the translation of text, or text itself if it is unknown.  Returns whether it is known. */
static bool say(shg_out *out, shg_language language, const part *text, unsigned depth)
{
    const char *said = text->quoted || text->count == 0 ? NULL : look_up(language, text);
    if (said)
        shg_out_text(out, said);
    for (size_t i = 0; !said && !text->quoted && depth < DEPTH_MAX && i < shg_message_format_count;
         i++) {
        const char *format = shg_message_formats[i];
        part parts[PARTS_MAX] = { { 0 } };
        const char *translated = shg_text_in(language, format);
        if (translated == format || !fits(parts, format, text))
            continue;
        const size_t mark = out->length;
        /* A format as short as "a %s" matches anything, so its argument must be known. */
        if (fill_in(out, language, translated, parts, depth) || strlen(format) >= FEW_LETTERS)
            return true;
        out->length = mark;
    }
    if (!said)
        shg_out_bytes(out, text->bytes, text->count);
    return said != NULL;
}

shg_translation shg_message_in(shg_language language, const char *message)
{
    shg_translation found;
    shg_out out = shg_out_make(found.text, sizeof found.text);
    const part whole = { message, strlen(message), false };
    if (language != SHG_ENGLISH)
        (void)say(&out, language, &whole, 0);
    if (language == SHG_ENGLISH || out.length >= sizeof found.text) {
        out = shg_out_make(found.text, sizeof found.text);
        shg_out_text(&out, message);
    }
    return found;
}
