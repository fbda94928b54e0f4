/* game_name.c: the game or the handicap that 手合割 names, in the spellings of people.  Source: docs/record-format.md,
 * "KIF". */
#include "notation/records/kifu.h"
#include "notation/words/kanji.h"

#include <string.h>

enum { NAME_BYTES = 128 };

/* Whether all that was written is there: a name that does not fit is none. */
static bool is_whole(const shg_out *out)
{
    return out->length < out->room;
}

/* The name without a remark in brackets at its end: 香落ち（指導）. */
static size_t without_remark(const char *name, size_t bytes)
{
    static const char *const open[] = { "(", "（", "[", "【" };
    for (size_t at = 1; at < bytes; at++)
        for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
            if (bytes - at >= strlen(open[i]) && memcmp(name + at, open[i], strlen(open[i])) == 0) {
                while (at > 0 && name[at - 1] == ' ')
                    at--;
                return at;
            }
    return bytes;
}

/* ５五将棋 as 5五将棋. */
static void write_narrow(shg_out *out, const char *name, size_t bytes)
{
    static const char *const wide[] = { "０", "１", "２", "３", "４", "５", "６", "７", "８", "９" };
    for (size_t at = 0; at < bytes;) {
        unsigned digit = 0;
        while (digit < 10 && !(bytes - at >= strlen(wide[digit]) &&
                               memcmp(name + at, wide[digit], strlen(wide[digit])) == 0))
            digit++;
        shg_out_char(out, digit < 10 ? (char)('0' + digit) : name[at]);
        at += digit < 10 ? strlen(wide[digit]) : 1;
    }
}

/* 2枚落ち as 二枚落ち. */
static void write_kanji_number(shg_out *out, const char *name, size_t bytes)
{
    unsigned number = 0;
    const size_t digits = shg_wide_number_read(&number, name, bytes);
    if (digits > 0 && number > 0 && number < 100)
        shg_out_kanji_number(out, number);
    else
        shg_out_bytes(out, name, digits);
    shg_out_bytes(out, name + digits, bytes - digits);
}

/* 飛車・香落ち and 飛車落ち香落ち as 飛車香落ち. */
static void write_joined(shg_out *out, const char *name, size_t bytes)
{
    shg_cursor cursor = { name, bytes, 0, NULL };
    bool fallen = false;
    while (!shg_cursor_done(&cursor)) {
        if (SHG_TAKES(&cursor, "落ち", "落", "おち"))
            fallen = true;
        else if (!SHG_TAKES(&cursor, "・", "、", "，", ",", "＋", "+", "／", "/", "と", " ", "　"))
            shg_out_char(out, name[cursor.at++]);
    }
    shg_out_text(out, fallen ? "落ち" : "");
}

static bool ends_with(const char *name, size_t bytes, const char *end)
{
    const size_t end_bytes = strlen(end);
    return bytes >= end_bytes && memcmp(name + bytes - end_bytes, end, end_bytes) == 0;
}

static bool find(shg_kifu_game *out, const shoogi_record_read_options *options, const char *name,
                 size_t bytes)
{
    const shoogi_variant *found = NULL;
    if (bytes == 0)
        return false;
    out->handicap = shoogi_variant_handicap_by_name(out->variant, name, bytes);
    if (out->handicap)
        return true;
    if (shg_is_called(options->variant, name, bytes))
        found = options->variant;
    else if (options->find_variant)
        found = options->find_variant(options->context, name, bytes);
    if (found)
        out->variant = found;
    return found != NULL;
}

/* The name, and without the ち that people leave out. */
static bool find_spelled(shg_kifu_game *out, const shoogi_record_read_options *options,
                         const char *name, size_t bytes)
{
    if (find(out, options, name, bytes))
        return true;
    char text[NAME_BYTES];
    shg_out full = shg_out_make(text, sizeof text);
    if (ends_with(name, bytes, "落"))
        shg_out_format(&full, "%.*sち", (int)bytes, name);
    else if (ends_with(name, bytes, "おち"))
        shg_out_format(&full, "%.*s落ち", (int)(bytes - strlen("おち")), name);
    if (full.length > 0 && is_whole(&full) && find(out, options, text, full.length))
        return true;
    /* 二枚得: the pieces that are missing in 二枚落ち are in the other player's hand. */
    full = shg_out_make(text, sizeof text);
    if (!ends_with(name, bytes, "得"))
        return false;
    shg_out_format(&full, "%.*s落ち", (int)(bytes - strlen("得")), name);
    out->gains = is_whole(&full) && find(out, options, text, full.length) && out->handicap;
    return out->gains;
}

/* 歩三兵: the second player has a royal alone, and three pawns in hand. */
static bool find_soldiers(shg_kifu_game *out, const char *name, size_t bytes)
{
    shg_kinds kinds;
    unsigned count = 0;
    const size_t sign = shg_sign_read(&kinds, out->variant, name, bytes);
    size_t number = sign > 0 ? shg_kanji_number_read(&count, name + sign, bytes - sign) : 0;
    if (sign > 0 && number == 0)
        number = shg_wide_number_read(&count, name + sign, bytes - sign);
    const size_t rest = bytes - sign - number;
    if (number == 0 || count == 0 || count > 99 || rest != strlen("兵") ||
        !ends_with(name, bytes, "兵"))
        return false;
    for (unsigned k = 1; k <= shoogi_variant_kind_count(out->variant) && out->soldier == 0; k++)
        if (kinds.has[k] && shoogi_variant_kind(out->variant, (shoogi_kind)k).in_hand)
            out->soldier = (shoogi_kind)k;
    out->soldier_count = count;
    return out->soldier != 0;
}

bool shg_kifu_game_of(shg_kifu_game *out, const shoogi_record_read_options *options,
                      const shoogi_variant *variant, const char *name, size_t bytes)
{
    const size_t plain = without_remark(name, bytes);
    *out = (shg_kifu_game){ .variant = variant };
    if (find_spelled(out, options, name, bytes) ||
        (plain < bytes && find_spelled(out, options, name, plain)))
        return true;
    void (*const spellings[])(shg_out *, const char *, size_t) = { write_narrow, write_kanji_number,
                                                                   write_joined };
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        char text[NAME_BYTES];
        shg_out spelled = shg_out_make(text, sizeof text);
        spellings[i](&spelled, name, plain);
        if (is_whole(&spelled) && find_spelled(out, options, text, spelled.length))
            return true;
    }
    return find_soldiers(out, name, plain);
}
