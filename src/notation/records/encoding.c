/* encoding.c: see shoogi/encoding.h.  The C library knows Shift-JIS and EUC-JP with Microsoft's extensions, and maps
 * them to the same characters.  It does not know the extended ISO-2022-JP, which is EUC-JP with escapes instead of the
 * high bits: this file converts it, so that all three agree. */
#include "shoogi/encoding.h"

#include "base/code_point.h"
#include "base/error.h"
#include "base/text.h"
#include "notation/records/encoding_int.h"
#include "shoogi/record.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *other, *extensions;
} encodings[] = {
#define ENCODING(name, word, other, extensions) { word, other, extensions },
#include "shoogi/encoding.def"
#undef ENCODING
};

const char *shoogi_encoding_name(shoogi_encoding encoding)
{
    return (size_t)encoding < SHOOGI_ENCODING_COUNT ? encodings[encoding].word : "unknown";
}

/* Whether a word is in a list separated by spaces. */
static bool is_listed(const char *list, const char *word, size_t word_bytes)
{
    while (*list != '\0') {
        const size_t bytes = strcspn(list, " ");
        if (shg_text_same(list, bytes, word, word_bytes))
            return true;
        list += bytes + strspn(list + bytes, " ");
    }
    return false;
}

shoogi_encoding shoogi_encoding_find(const char *word, size_t word_bytes)
{
    for (unsigned e = 0; e < SHOOGI_ENCODING_COUNT; e++)
        if (is_listed(encodings[e].word, word, word_bytes) ||
            is_listed(encodings[e].other, word, word_bytes))
            return (shoogi_encoding)e;
    return SHOOGI_ENCODING_COUNT;
}

shoogi_encoding shoogi_encoding_of_extension(const char *extension)
{
    unsigned e = 0;
    while (e < SHOOGI_ENCODING_COUNT &&
           !is_listed(encodings[e].extensions, extension, strlen(extension)))
        e++;
    return (shoogi_encoding)e;
}

/* --- ISO-2022-JP and EUC-JP ---------------------------------------------------------------------- */

enum { ESCAPE = 0x1B, KANA_FOLLOWS = 0x8E, FURTHER_FOLLOWS = 0x8F };

/* The meaning of bytes after an escape: the bytes per character, and their prefix in EUC-JP. */
static const struct set {
    const char *escape;
    uint8_t bytes, before;
} sets[] = {
    { "\x1B(B", 1, 0 },               /* ASCII */
    { "\x1B(J", 1, 0 },               /* ASCII with a yen sign */
    { "\x1B(I", 1, KANA_FOLLOWS },    /* half-width kana */
    { "\x1B$B", 2, 0 },               /* kanji */
    { "\x1B$@", 2, 0 },               /* kanji, of 1978 */
    { "\x1B$(D", 2, FURTHER_FOLLOWS } /* more kanji */
};
enum { ASCII = 0, KANA = 2, KANJI = 3, FURTHER = 5, SETS = 6 };
_Static_assert(sizeof sets / sizeof sets[0] == SETS, "a row for each set");

static void jis_to_euc(shg_out *out, const char *bytes, size_t count)
{
    unsigned set = ASCII;
    for (size_t at = 0; at < count;) {
        unsigned next = 0;
        while (next < SETS &&
               (strlen(sets[next].escape) > count - at ||
                memcmp(bytes + at, sets[next].escape, strlen(sets[next].escape)) != 0))
            next++;
        const uint8_t c = (uint8_t)bytes[at];
        if (next < SETS) {
            set = next;
            at += strlen(sets[next].escape);
        } else if (c <= ' ' || (sets[set].bytes == 1 && sets[set].before == 0)) {
            set = c == '\n' || c == '\r' ? ASCII : set; /* where an escape is missing */
            shg_out_char(out, bytes[at++]);
        } else {
            if (sets[set].before != 0)
                shg_out_char(out, (char)sets[set].before);
            for (unsigned i = 0; i < sets[set].bytes && at < count && (uint8_t)bytes[at] > ' '; i++)
                shg_out_char(out, (char)(bytes[at++] | 0x80));
        }
    }
}

static void euc_to_jis(shg_out *out, const char *bytes, size_t count)
{
    unsigned set = ASCII;
    for (size_t at = 0; at < count;) {
        const uint8_t c = (uint8_t)bytes[at];
        const unsigned next = c < 0x80               ? ASCII
                              : c == KANA_FOLLOWS    ? KANA
                              : c == FURTHER_FOLLOWS ? FURTHER
                                                     : KANJI;
        if (next != set)
            shg_out_text(out, sets[next].escape);
        set = next;
        at += sets[set].before != 0;
        for (unsigned i = 0; i < sets[set].bytes && at < count; i++)
            shg_out_char(out, (char)(bytes[at++] & 0x7F));
    }
    if (set != ASCII)
        shg_out_text(out, sets[ASCII].escape);
}

/* --- reporting invalid bytes --------------------------------------------------------------------- */

typedef struct faults {
    size_t count;
    shoogi_error *err; /* the first; may be NULL */
    shoogi_encoding encoding;
} faults;

/* before: the text up to there in UTF-8. */
static void tell(faults *f, const char *before, size_t before_bytes, const char *found)
{
    if (f->count++ > 0 || !f->err)
        return;
    size_t line = 1, begin = 0;
    for (size_t i = 0; i < before_bytes; i++)
        if (before[i] == '\n' ||
            (before[i] == '\r' && (i + 1 == before_bytes || before[i + 1] != '\n'))) {
            line++;
            begin = i + 1;
        }
    char expected[64];
    shg_out text = shg_out_make(expected, sizeof expected);
    shg_out_format(&text, "a character of %s", encodings[f->encoding].word);
    (void)shg_error_expected(f->err, SHOOGI_PARSE_ERROR, line,
                             shg_utf8_length(before + begin, before_bytes - begin) + 1, expected,
                             found, strlen(found));
}

/* Writes an invalid byte. */
static void add_byte(shg_out *out, faults *f, uint8_t byte)
{
    static const char digits[] = "0123456789ABCDEF";
    const char text[] = { '\\', 'x', digits[byte >> 4], digits[byte & 15], '\0' };
    tell(f, out->bytes, out->spent ? 0 : out->length, text);
    shg_out_text(out, text);
}

static shoogi_status fail(shoogi_error *err, shoogi_status status)
{
    return shg_error_set(err, status, 0, 0, "%s", shoogi_status_text(status));
}

/* Returns the text as owned unless memory was exhausted. */
static shoogi_status finish(char **out, size_t *out_bytes, shg_out *text, shoogi_error *err)
{
    if (text->spent) {
        free(text->bytes);
        return fail(err, SHOOGI_NO_MEMORY);
    }
    *out = text->bytes;
    *out_bytes = text->length;
    return SHOOGI_OK;
}

/* --- iconv --------------------------------------------------------------------------------------- */

typedef struct conversion {
    iconv_t how;
    char *copy; /* a copy of the text, which the C library may change */
    char *in;   /* what remains of it */
    size_t in_bytes;
} conversion;

static void conversion_fini(conversion *c)
{
    free(c->copy);
    if (c->how != (iconv_t)-1)
        (void)iconv_close(c->how);
}

/* ISO-2022-JP is converted as EUC-JP. */
static const char *name_of(shoogi_encoding encoding)
{
    return encoding == SHOOGI_ENCODING_SHIFT_JIS ? "CP932" : "EUC-JP-MS";
}

void shg_converters_hold(void *held[SHG_CONVERTERS])
{
    held[0] = iconv_open("UTF-8", name_of(SHOOGI_ENCODING_SHIFT_JIS));
    held[1] = iconv_open("UTF-8", name_of(SHOOGI_ENCODING_EUC_JP));
}

static shoogi_status conversion_init(conversion *c, const char *to, const char *from,
                                     const char *bytes, size_t count)
{
    *c = (conversion){ .how = iconv_open(to, from), .copy = malloc(count + 1), .in_bytes = count };
    if (c->copy && c->how != (iconv_t)-1) {
        memcpy(c->copy, bytes, count);
        c->in = c->copy;
        return SHOOGI_OK;
    }
    const shoogi_status status = !c->copy || errno == ENOMEM ? SHOOGI_NO_MEMORY : SHOOGI_IO;
    conversion_fini(c);
    return status;
}

/* Converts up to the end of the text, or to the first invalid character. */
static void conversion_run(conversion *c, shg_out *out)
{
    size_t done;
    do {
        char room[4096];
        char *to = room;
        size_t left = sizeof room;
        done = iconv(c->how, &c->in, &c->in_bytes, &to, &left);
        shg_out_bytes(out, room, sizeof room - left);
    } while (done == (size_t)-1 && errno == E2BIG);
}

/* --- to UTF-8 ------------------------------------------------------------------------------------ */

static void decode_utf_8(shg_out *out, faults *f, const char *bytes, size_t count)
{
    size_t from = 0, at = 0; /* everything in between is valid */
    while (at < count) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, bytes + at, count - at);
        if (c != 0 && !(c == 0xFFFD && took == 1)) {
            at += took;
            continue;
        }
        shg_out_bytes(out, bytes + from, at - from);
        add_byte(out, f, (uint8_t)bytes[at]);
        from = ++at;
    }
    shg_out_bytes(out, bytes + from, count - from);
}

/* The order of the bytes by the mark at the beginning; as given if there is none.  *mark: its bytes. */
static shoogi_encoding utf_16_order(size_t *mark, shoogi_encoding given, const char *bytes,
                                    size_t count)
{
    const bool little = count >= 2 && memcmp(bytes, "\xFF\xFE", 2) == 0,
               big = count >= 2 && memcmp(bytes, "\xFE\xFF", 2) == 0;
    *mark = little || big ? 2 : 0;
    return little ? SHOOGI_ENCODING_UTF_16LE : big ? SHOOGI_ENCODING_UTF_16BE : given;
}

static bool is_utf_16(shoogi_encoding encoding)
{
    return encoding == SHOOGI_ENCODING_UTF_16LE || encoding == SHOOGI_ENCODING_UTF_16BE;
}

/* The code unit of two bytes. */
static uint32_t unit_of(bool little, const char *bytes)
{
    const uint8_t first = (uint8_t)bytes[0], second = (uint8_t)bytes[1];
    return (uint32_t)(little ? second << 8 | first : first << 8 | second);
}

static void decode_utf_16(shg_out *out, faults *f, const char *bytes, size_t count)
{
    size_t at;
    const bool little = utf_16_order(&at, f->encoding, bytes, count) == SHOOGI_ENCODING_UTF_16LE;
    while (at < count) {
        size_t took = count - at >= 2 ? 2 : 1;
        uint32_t c = took == 2 ? unit_of(little, bytes + at) : 0;
        if (c >= 0xD800 && c < 0xE000) {
            const uint32_t low = count - at >= 4 ? unit_of(little, bytes + at + 2) : 0;
            const bool pair = c < 0xDC00 && low >= 0xDC00 && low < 0xE000;
            c = pair ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : 0;
            took = pair ? 4 : 2;
        }
        if (c != 0)
            shg_out_code_point(out, c);
        for (size_t i = 0; c == 0 && i < took; i++)
            add_byte(out, f, (uint8_t)bytes[at + i]);
        at += took;
    }
}

static shoogi_status decode_other(shg_out *out, faults *f, const char *bytes, size_t count)
{
    conversion c;
    const shoogi_status status = conversion_init(&c, "UTF-8", name_of(f->encoding), bytes, count);
    if (status != SHOOGI_OK)
        return status;
    char *const end = c.in + count;
    char *stop =
        NULL; /* the next NUL, which is invalid here but valid for the C library; or the end */
    while (c.in < end && !out->spent) {
        if (!stop || c.in > stop) /* not for each error: there may be millions */
            stop = memchr(c.in, '\0', (size_t)(end - c.in));
        if (!stop)
            stop = end;
        c.in_bytes = (size_t)(stop - c.in);
        conversion_run(&c, out);
        if (c.in < end) {
            add_byte(out, f, (uint8_t)*c.in);
            c.in++;
        }
    }
    conversion_fini(&c);
    return SHOOGI_OK;
}

shoogi_status shoogi_text_decode(char **out, size_t *out_bytes, shoogi_encoding from,
                                 const char *bytes, size_t byte_count, size_t *fault_count,
                                 shoogi_error *err)
{
    faults f = { .err = err, .encoding = from };
    shg_out text = shg_out_growing(), euc = shg_out_growing();
    shg_out_text(&text, "");
    shoogi_status status = SHOOGI_OK;
    if (from == SHOOGI_ENCODING_ISO_2022_JP) {
        jis_to_euc(&euc, bytes, byte_count);
        status = euc.spent ? SHOOGI_NO_MEMORY
                           : decode_other(&text, &f, euc.length > 0 ? euc.bytes : "", euc.length);
    } else if (is_utf_16(from)) {
        decode_utf_16(&text, &f, bytes, byte_count);
    } else if (from == SHOOGI_ENCODING_UTF_8) {
        const size_t mark = byte_count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
        decode_utf_8(&text, &f, bytes + mark, byte_count - mark);
    } else {
        status = decode_other(&text, &f, bytes, byte_count);
    }
    free(euc.bytes);
    if (status != SHOOGI_OK) {
        free(text.bytes);
        return fail(err, status);
    }
    if (fault_count)
        *fault_count = f.count;
    return finish(out, out_bytes, &text, err);
}

/* --- detection ----------------------------------------------------------------------------------- */

enum { DECLARED_LINES = 4 };

/* A declaration in a remark among the first lines: #KIF version=2.0 encoding=Shift_JIS, 'CSA encoding=UTF-8. */
static shoogi_encoding declared(const char *bytes, size_t count)
{
    static const char says[] = "encoding=";
    const size_t says_bytes = sizeof says - 1;
    size_t at = 0;
    for (int line = 0; line < DECLARED_LINES && at < count; line++) {
        size_t end = at;
        while (end < count && bytes[end] != '\n' && bytes[end] != '\r')
            end++;
        const bool remark = bytes[at] == '#' || bytes[at] == '\'';
        for (size_t i = at; remark && i + says_bytes < end; i++)
            if (shg_text_same(bytes + i, says_bytes, says, says_bytes)) {
                size_t word = i + says_bytes, word_bytes = 0;
                while (word + word_bytes < end && bytes[word + word_bytes] > ' ')
                    word_bytes++;
                return shoogi_encoding_find(bytes + word, word_bytes);
            }
        at = end + 1;
    }
    return SHOOGI_ENCODING_COUNT;
}

static size_t count_faults(shoogi_encoding encoding, const char *bytes, size_t count)
{
    char *text;
    size_t text_bytes, found;
    if (shoogi_text_decode(&text, &text_bytes, encoding, bytes, count, &found, NULL) != SHOOGI_OK)
        return SIZE_MAX;
    shoogi_text_free(text);
    return found;
}

static bool has_escapes(const char *bytes, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if ((uint8_t)bytes[i] >= 0x80)
            return false;
        found = found || (bytes[i] == ESCAPE && i + 1 < count &&
                          (bytes[i + 1] == '$' || bytes[i + 1] == '('));
    }
    return found;
}

/* UTF-16 without a mark: no other encoding has zero bytes, and in a record much is ASCII, whose zeros are all in the same
 * half. */
static shoogi_encoding by_zero_bytes(const char *bytes, size_t count)
{
    enum { SHARE = 8 }; /* the least share of them */
    size_t zeros[2] = { 0 };
    if (count % 2 != 0 || !memchr(bytes, '\0', count))
        return SHOOGI_ENCODING_COUNT;
    for (size_t i = 0; i < count; i++)
        zeros[i % 2] += bytes[i] == '\0';
    return (zeros[0] > 0) == (zeros[1] > 0) || (zeros[0] + zeros[1]) * SHARE < count
               ? SHOOGI_ENCODING_COUNT
           : zeros[0] > 0 ? SHOOGI_ENCODING_UTF_16BE
                          : SHOOGI_ENCODING_UTF_16LE;
}

shoogi_encoding shg_encoding_wide(const char *bytes, size_t byte_count)
{
    size_t mark;
    return utf_16_order(&mark, by_zero_bytes(bytes, byte_count), bytes, byte_count);
}

shoogi_encoding shoogi_encoding_detect(const char *bytes, size_t byte_count)
{
    const shoogi_encoding wide = shg_encoding_wide(bytes, byte_count);
    if (wide != SHOOGI_ENCODING_COUNT)
        return wide;
    if (byte_count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        return SHOOGI_ENCODING_UTF_8;
    if (has_escapes(bytes, byte_count))
        return SHOOGI_ENCODING_ISO_2022_JP;
    /* Shift-JIS has bytes from 81 to 9F, except in text of half-width kana only, and EUC-JP has almost none.  Much
     * EUC-JP is valid Shift-JIS of half-width kana.  So EUC-JP is tried first. */
    const shoogi_encoding asked[] = { declared(bytes, byte_count), SHOOGI_ENCODING_UTF_8,
                                      SHOOGI_ENCODING_EUC_JP, SHOOGI_ENCODING_SHIFT_JIS };
    shoogi_encoding best = SHOOGI_ENCODING_UTF_8;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0] && least > 0; i++) {
        if (asked[i] == SHOOGI_ENCODING_COUNT || asked[i] == SHOOGI_ENCODING_ISO_2022_JP ||
            is_utf_16(asked[i])) /* the declaration would not be legible */
            continue;
        const size_t found = count_faults(asked[i], bytes, byte_count);
        if (found < least) {
            least = found;
            best = asked[i];
        }
    }
    return best;
}

/* --- from UTF-8 ---------------------------------------------------------------------------------- */

/* Substitutes for missing characters: equivalents of another form. */
static const struct {
    const char *missing, *instead;
} shapes[] = {
    { "\u2617", "\u25B2" }, /* the piece mark of Black: a triangle */
    { "\u2616", "\u25B3" }  /* that of White */
};
static const char no_such_sign[] = "\u3013";

/* Substitutes another text for the next character, of `bytes` bytes. */
static void encode_instead(conversion *c, shg_out *out, faults *f, const char *text, size_t bytes)
{
    char found[8] = { 0 };
    memcpy(found, c->in, bytes);
    const char *instead = no_such_sign;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (strcmp(found, shapes[i].missing) == 0)
            instead = shapes[i].instead;
    if (instead == no_such_sign)
        tell(f, text, (size_t)(c->in - c->copy), found);
    char *const rest = c->in + bytes;
    const size_t rest_bytes = c->in_bytes - bytes;
    char copy[8];
    c->in = memcpy(copy, instead, strlen(instead) + 1);
    c->in_bytes = strlen(instead);
    conversion_run(c, out);
    c->in = rest;
    c->in_bytes = rest_bytes;
}

/* The controls from U+0080 to U+009F are in none of the encodings, whatever the C library accepts. */
static bool is_control(const char *text, size_t bytes)
{
    return bytes >= 2 && text[0] == '\xC2' && (unsigned char)text[1] < 0xA0;
}

/* The text with a sign for each of them, and for what would begin an escape. */
static void replace_controls(shg_out *out, faults *f, const char *text, size_t text_bytes)
{
    shg_out_text(out, "");
    for (size_t at = 0; at < text_bytes; at++) {
        if (!is_control(text + at, text_bytes - at) &&
            (text[at] != ESCAPE || f->encoding != SHOOGI_ENCODING_ISO_2022_JP)) {
            shg_out_char(out, text[at]);
            continue;
        }
        char found[3] = { 0 };
        const size_t bytes = text[at] == ESCAPE ? 1 : 2;
        memcpy(found, text + at, bytes);
        tell(f, text, at, found);
        shg_out_text(out, no_such_sign);
        at += bytes - 1;
    }
}

static shoogi_status encode_plain(shg_out *out, faults *f, const char *text, size_t text_bytes)
{
    conversion c;
    const shoogi_status status =
        conversion_init(&c, name_of(f->encoding), "UTF-8", text, text_bytes);
    if (status != SHOOGI_OK)
        return status;
    for (;;) {
        conversion_run(&c, out);
        if (c.in_bytes == 0 || out->spent)
            break;
        uint32_t ignored;
        encode_instead(&c, out, f, text, shg_utf8_read(&ignored, c.in, c.in_bytes));
    }
    conversion_fini(&c);
    return SHOOGI_OK;
}

static shoogi_status encode_other(shg_out *out, faults *f, const char *text, size_t text_bytes)
{
    shg_out plain = shg_out_growing();
    replace_controls(&plain, f, text, text_bytes);
    const shoogi_status status =
        plain.spent ? SHOOGI_NO_MEMORY : encode_plain(out, f, plain.bytes, plain.length);
    free(plain.bytes);
    return status;
}

static void add_unit(shg_out *out, bool little, uint32_t unit)
{
    const char high = (char)(unit >> 8), low = (char)(unit & 0xFF);
    shg_out_char(out, little ? low : high);
    shg_out_char(out, little ? high : low);
}

static void encode_utf_16(shg_out *out, bool little, const char *text, size_t text_bytes)
{
    add_unit(out, little, 0xFEFF);
    for (size_t at = 0; at < text_bytes;) {
        uint32_t c;
        at += shg_utf8_read(&c, text + at, text_bytes - at);
        if (c >= 0x10000) {
            add_unit(out, little, 0xD800 + ((c - 0x10000) >> 10));
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        add_unit(out, little, c);
    }
}

shoogi_status shoogi_text_encode(char **out, size_t *out_bytes, shoogi_encoding to,
                                 const char *text, size_t text_bytes, size_t *fault_count,
                                 shoogi_error *err)
{
    faults f = { .err = err, .encoding = to };
    shg_out bytes = shg_out_growing(), jis = shg_out_growing();
    shg_out_text(&bytes, "");
    shg_out_text(&jis, "");
    shoogi_status status = SHOOGI_OK;
    if (!shg_utf8_valid(text, text_bytes))
        status = SHOOGI_PARSE_ERROR;
    else if (to == SHOOGI_ENCODING_UTF_8)
        shg_out_bytes(&bytes, text, text_bytes);
    else if (is_utf_16(to))
        encode_utf_16(&bytes, to == SHOOGI_ENCODING_UTF_16LE, text, text_bytes);
    else
        status = encode_other(&bytes, &f, text, text_bytes);
    if (status == SHOOGI_OK && to == SHOOGI_ENCODING_ISO_2022_JP && !bytes.spent) {
        euc_to_jis(&jis, bytes.bytes, bytes.length);
        const shg_out swap = jis;
        jis = bytes;
        bytes = swap;
    }
    free(jis.bytes);
    if (status != SHOOGI_OK) {
        free(bytes.bytes);
        return fail(err, status);
    }
    if (fault_count)
        *fault_count = f.count;
    return finish(out, out_bytes, &bytes, err);
}
