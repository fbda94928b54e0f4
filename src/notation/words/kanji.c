#include "notation/words/kanji.h"

#include "core/variant/variant_int.h"

#include <string.h>

bool shg_takes(shg_cursor *cursor, const char *word)
{
    if (shg_cursor_next(cursor) != word[0]) /* usually true, without a call */
        return false;
    const size_t bytes = strlen(word), left = cursor->bytes - cursor->at;
    if (left < bytes || memcmp(cursor->text + cursor->at, word, bytes) != 0)
        return false;
    cursor->at += bytes;
    return true;
}

bool shg_has_word(const shg_cursor *cursor, const char *word)
{
    for (shg_cursor look = *cursor; !shg_cursor_done(&look); look.at++)
        if (shg_takes(&look, word))
            return true;
    return false;
}

bool shg_takes_one_of(shg_cursor *cursor, const char *const *words, size_t count)
{
    const char first = shg_cursor_next(cursor);
    for (size_t i = 0; i < count; i++)
        if (words[i][0] == first && shg_takes(cursor, words[i]))
            return true;
    return false;
}

/* Characters in ranges, the first and the last of each. */
typedef struct range {
    uint32_t first, last;
} range;

static bool is_in(uint32_t c, const range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

size_t shg_space_bytes(const char *text, size_t text_bytes)
{
    /* Of any width, and those without one: joiners, marks of direction, byte order marks. */
    static const range spaces[] = { { 0xA0, 0xA0 },     { 0xAD, 0xAD },     { 0x1680, 0x1680 },
                                    { 0x180E, 0x180E }, { 0x2000, 0x200F }, { 0x2028, 0x202F },
                                    { 0x205F, 0x206F }, { 0x3000, 0x3000 }, { 0x3164, 0x3164 },
                                    { 0xFEFF, 0xFEFF } };
    const unsigned char first = text_bytes > 0 ? (unsigned char)text[0] : 0;
    if (first < 0x80)
        return first == ' ' || first == '\t' || first == '\v' || first == '\f';
    if (first != 0xC2 && first != 0xE1 && first != 0xE2 && first != 0xE3 && first != 0xEF)
        return 0;
    uint32_t c;
    const size_t bytes = shg_utf8_read(&c, text, text_bytes);
    return is_in(c, spaces, sizeof spaces / sizeof spaces[0]) ? bytes : 0;
}

void shg_skip_spaces(shg_cursor *cursor)
{
    for (size_t took = 1; took > 0; cursor->at += took)
        took = shg_space_bytes(cursor->text + cursor->at, cursor->bytes - cursor->at);
}

bool shg_is_word_end(const char *text, size_t text_bytes)
{
    static const range signs[] = {
        { 0x0001, 0x002F }, { 0x003A, 0x0040 }, { 0x005B, 0x0060 }, { 0x007B, 0x00BF },
        { 0x2000, 0x2BFF }, { 0x3000, 0x3004 }, { 0x3008, 0x3020 }, { 0x3030, 0x3030 },
        { 0x30FB, 0x30FB }, { 0xFE30, 0xFE6F }, { 0xFEFF, 0xFEFF }, { 0xFF01, 0xFF0F },
        { 0xFF1A, 0xFF20 }, { 0xFF3B, 0xFF40 }, { 0xFF5B, 0xFF65 }, { 0x1F000, 0x1FAFF },
    };
    uint32_t c = 0;
    if (text_bytes > 0)
        (void)shg_utf8_read(&c, text, text_bytes);
    return text_bytes == 0 || is_in(c, signs, sizeof signs / sizeof signs[0]);
}

/* --- numbers ------------------------------------------------------------------------------------- */

static const char *const kanji_digits[] = {
    "", "一", "二", "三", "四", "五", "六", "七", "八", "九"
};
static const char ten[] = "十";
enum { KANJI_BYTES = 3 }; /* of each of these, and of a wide digit */

void shg_out_kanji_number(shg_out *out, unsigned number)
{
    if (number >= 20)
        shg_out_text(out, kanji_digits[number / 10 % 10]);
    if (number >= 10)
        shg_out_text(out, ten);
    shg_out_text(out, kanji_digits[number % 10]);
}

static bool begins(const char *text, size_t text_bytes, const char *word)
{
    const size_t bytes = strlen(word);
    return text_bytes >= bytes && memcmp(text, word, bytes) == 0;
}

/* The kanji digit at this place; 0: none. */
static unsigned kanji_digit(const char *text, size_t text_bytes)
{
    for (unsigned digit = 1; digit <= 9; digit++)
        if (begins(text, text_bytes, kanji_digits[digit]))
            return digit;
    return 0;
}

size_t shg_kanji_number_read(unsigned *out, const char *text, size_t text_bytes)
{
    const unsigned first = kanji_digit(text, text_bytes);
    size_t at = first > 0 ? KANJI_BYTES : 0;
    unsigned number = first;
    if (begins(text + at, text_bytes - at, ten)) {
        at += KANJI_BYTES;
        const unsigned last = kanji_digit(text + at, text_bytes - at);
        at += last > 0 ? KANJI_BYTES : 0;
        number = (first > 0 ? first : 1) * 10 + last;
    }
    *out = at > 0 ? number : *out;
    return at;
}

/* The digit of either width at this place, and its bytes; 0 bytes: none. */
static size_t wide_digit(unsigned *digit, const char *text, size_t text_bytes)
{
    if (text_bytes > 0 && shg_is_digit(text[0])) {
        *digit = (unsigned)(text[0] - '0');
        return 1;
    }
    uint32_t c = 0;
    if (text_bytes > 0 && shg_utf8_read(&c, text, text_bytes) == KANJI_BYTES && c >= 0xFF10 &&
        c <= 0xFF19) {
        *digit = c - 0xFF10;
        return KANJI_BYTES;
    }
    return 0;
}

size_t shg_wide_number_read(unsigned *out, const char *text, size_t text_bytes)
{
    unsigned number = 0, digit = 0;
    size_t at = 0;
    for (size_t took; (took = wide_digit(&digit, text + at, text_bytes - at)) > 0; at += took) {
        if ((at > 0 && number == 0) || number > 9)
            return 0; /* a leading zero, or three digits */
        number = number * 10 + digit;
    }
    if (at > 0 && number == 0)
        return 0;
    *out = at > 0 ? number : *out;
    return at;
}

bool shg_number_read(unsigned *out, shg_cursor *cursor, unsigned most)
{
    unsigned number = 0, digit = 0;
    size_t at = cursor->at;
    for (size_t took; (took = wide_digit(&digit, cursor->text + at, cursor->bytes - at)) > 0;
         at += took) {
        if (digit > most || number > (most - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (at == cursor->at)
        return false;
    cursor->at = at;
    *out = number;
    return true;
}

/* --- squares ------------------------------------------------------------------------------------- */

void shg_out_number(shg_out *out, unsigned number, shg_files files)
{
    static const char *const branches[] = { "子", "丑", "寅", "卯", "辰", "巳",
                                            "午", "未", "申", "酉", "戌", "亥" };
    static const char *const wide[] = { "０", "１", "２", "３", "４", "５", "６", "７", "８", "９" };
    if (files == SHG_FILES_NARROW && number < 10) {
        shg_out_char(out, (char)('0' + number)); /* of each move in most files: without a format */
    } else if (files == SHG_FILES_NARROW) {
        shg_out_format(out, "%u", number);
    } else if (files == SHG_FILES_BRANCHES && number <= 12) {
        shg_out_text(out, branches[number - 1]);
    } else {
        if (number >= 10)
            shg_out_text(out, wide[number / 10 % 10]);
        shg_out_text(out, wide[number % 10]);
    }
}

void shg_out_place(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                   shg_files files)
{
    shg_out_number(out, shg_file_of(variant, square) + 1, files);
    shg_out_kanji_number(out, shg_rank_of(variant, square) + 1);
}

void shg_out_apart(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                   const char *sign)
{
    char text[32];
    unsigned number;
    shg_out joined = shg_out_make(text, sizeof text);
    shg_out_kanji_number(&joined, shg_rank_of(variant, square) + 1);
    const size_t rank_bytes = joined.length;
    shg_out_bytes(&joined, sign, strlen(sign) < KANJI_BYTES ? strlen(sign) : KANJI_BYTES);
    if (shg_kanji_number_read(&number, text, joined.length) != rank_bytes)
        shg_out_text(out, "　");
}

/* The hyphen and the rank of 7-6.  Returns their bytes; 0: none. */
static size_t rank_apart(unsigned *rank, const char *text, size_t text_bytes)
{
    shg_cursor cursor = { text, text_bytes, 0, NULL };
    if (!SHG_TAKES(&cursor, "-", "－", "−", "‐", "–", "ー"))
        return 0;
    size_t bytes = wide_digit(rank, text + cursor.at, text_bytes - cursor.at);
    if (bytes == 0)
        bytes = shg_kanji_number_read(rank, text + cursor.at, text_bytes - cursor.at);
    return bytes > 0 ? cursor.at + bytes : 0;
}

size_t shg_place_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                      size_t text_bytes)
{
    unsigned file = 0, rank = 0;
    size_t at = shg_wide_number_read(&file, text, text_bytes);
    if (at == 0) { /* 七六 */
        file = kanji_digit(text, text_bytes);
        at = file > 0 ? KANJI_BYTES : 0;
    }
    if (at == 0)
        return 0;
    size_t rank_bytes = shg_kanji_number_read(&rank, text + at, text_bytes - at);
    if (rank_bytes == 0 && file < 10)
        rank_bytes = rank_apart(&rank, text + at, text_bytes - at);
    if (rank_bytes == 0 && file >= 10) { /* two digits are a file and a rank */
        rank = file % 10;
        file /= 10;
    }
    if (rank == 0 || !shoogi_variant_has_square(variant, file - 1, rank - 1))
        return 0;
    *out = shoogi_variant_square(variant, file - 1, rank - 1);
    return at + rank_bytes;
}

/* --- pieces -------------------------------------------------------------------------------------- */

static const char promoted[] = "成";

const char *shg_sign(const shoogi_variant *variant, shoogi_kind kind)
{
    const char *const *const names = variant->kind[kind].names[SHOOGI_BLACK];
    const char *const whole = names[SHOOGI_STYLE_KANJI];
    return begins(whole, strlen(whole), promoted) ? whole : names[SHOOGI_STYLE_KANJI_SHORT];
}

/* What has been read at the place so far. */
typedef struct sign_search {
    const char *text;
    size_t text_bytes, longest;
    bool own; /* the longest is a kind's own name */
    shg_kinds *kinds;
} sign_search;

/* Whether a name may begin with the kanji at this place; false for most. */
static bool may_begin(const char *text, size_t text_bytes, const char *name)
{
    for (size_t i = 0; i < 3 && name[i] != '\0'; i++)
        if (i >= text_bytes || shg_lower(text[i]) != shg_lower(name[i]))
            return false;
    return true;
}

/* Tries a name, with and without 成 before it. */
static void look(sign_search *s, shoogi_kind kind, const char *front, const char *name)
{
    const size_t before = strlen(front);
    const bool own = before == 0;
    if (before > s->text_bytes || !may_begin(s->text + before, s->text_bytes - before, name))
        return;
    const size_t bytes = before + strlen(name);
    if (bytes > s->text_bytes || bytes < s->longest || (bytes == s->longest && s->own && !own) ||
        !begins(s->text, s->text_bytes, front) ||
        !shg_text_same(s->text + before, bytes - before, name, bytes - before))
        return;
    if (bytes > s->longest || (own && !s->own))
        *s->kinds = (shg_kinds){ { false } };
    s->longest = bytes;
    s->own = own;
    s->kinds->has[kind] = true;
}

static void look_at_names(sign_search *s, shoogi_kind kind, const char *front,
                          const shg_kind *named)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        look(s, kind, front, named->names[colour][SHOOGI_STYLE_KANJI]);
        look(s, kind, front, named->names[colour][SHOOGI_STYLE_KANJI_SHORT]);
    }
    for (size_t i = 0; i < named->sign_count; i++)
        look(s, kind, front, named->signs[i]);
}

size_t shg_sign_read(shg_kinds *out, const shoogi_variant *variant, const char *text,
                     size_t text_bytes)
{
    sign_search search = { .text = text, .text_bytes = text_bytes, .kinds = out };
    const bool is_promoted = begins(text, text_bytes, promoted);
    *out = (shg_kinds){ { false } };
    for (unsigned k = 1; k <= variant->kinds; k++) {
        const shg_kind *const kind = &variant->kind[k];
        look_at_names(&search, (shoogi_kind)k, "", kind);
        look(&search, (shoogi_kind)k, "", kind->id);
        if (is_promoted && kind->base != k) {
            look_at_names(&search, (shoogi_kind)k, promoted, kind);
            look_at_names(&search, (shoogi_kind)k, promoted, &variant->kind[kind->base]);
        }
    }
    return search.longest;
}
