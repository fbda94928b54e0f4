/* kifu_line.c: the parts of a line of KIF or KI2, also as mail, web pages and people change it: what stands before a
 * move, the move, its time.  Source: docs/record-format.md, "KIF". */
#include "notation/moves/japanese.h"
#include "notation/records/kifu.h"

#include "base/error.h"

#include <string.h>

/* --- before a move ------------------------------------------------------------------------------- */

size_t shg_kifu_lead(const char *line, size_t line_bytes)
{
    shg_cursor cursor = { line, line_bytes, 0, NULL };
    const unsigned char first = line_bytes > 0 ? (unsigned char)line[0] : 'P';
    if (first > ' ' && first < 0x80 && first != '>') /* usually */
        return 0;
    do {
        shg_skip_spaces(&cursor);
    } while (SHG_TAKES(&cursor, ">", "＞"));
    return cursor.at;
}

/* Signs of lists. */
static void skip_bullets(shg_cursor *cursor)
{
    do {
        shg_skip_spaces(cursor);
    } while (SHG_TAKES(cursor, "-", "－", "−", "‐", "–", "—", "ー", "・", "･", "•", "●", "○", "■",
                       "□", "◆", "◇", "»", "》", ":", "："));
}

/* ① to ㊿ */
static bool takes_circled(unsigned *out, shg_cursor *cursor)
{
    uint32_t c = 0;
    const size_t took = shg_cursor_done(cursor) ? 0
                                                : shg_utf8_read(&c, cursor->text + cursor->at,
                                                                cursor->bytes - cursor->at);
    if (c >= 0x2460 && c <= 0x2473)
        *out = c - 0x2460 + 1;
    else if (c >= 0x3251 && c <= 0x325F)
        *out = c - 0x3251 + 21;
    else if (c >= 0x32B1 && c <= 0x32BF)
        *out = c - 0x32B1 + 36;
    else
        return false;
    cursor->at += took;
    return true;
}

bool shg_kifu_front(shg_kifu_number_at *out, shg_cursor *cursor)
{
    skip_bullets(cursor);
    (void)SHG_TAKES(cursor, "第", "No.", "no.", "№");
    (void)SHG_TAKES(cursor, "(", "（", "[", "［", "【", "#", "＃");
    out->at = cursor->at;
    if (!takes_circled(&out->number, cursor) &&
        !shg_number_read(&out->number, cursor, SHOOGI_RECORD_NODES_MAX))
        return false;
    out->bytes = cursor->at - out->at;
    shg_skip_spaces(cursor);
    (void)SHG_TAKES(cursor, "手目", "手");
    do {
        shg_skip_spaces(cursor);
    } while (SHG_TAKES(cursor, ".", "．", ":", "：", ";", "；", ")", "）", "]", "］", "】", ",",
                       "，", "、", "。", "-", "－", "–", "—", "・", "→", "|", "｜", "="));
    return true;
}

/* --- moves --------------------------------------------------------------------------------------- */

bool shg_kifu_ends_apart(const char *text, size_t used, size_t bytes)
{
    size_t last = used;
    while (last > 0 && ((unsigned char)text[last - 1] & 0xC0) == 0x80)
        last--;
    last -= last > 0;
    if (used == bytes || (used > 0 && shg_space_bytes(text + last, used - last) == used - last))
        return true;
    shg_cursor cursor = { text, bytes, used, NULL };
    const bool has_origin = text[last] == ')' || memcmp(text + last, "）", used - last) == 0;
    if (has_origin && shg_is_digit(shg_cursor_next(&cursor))) /* (77)2 ３四歩 */
        return true;
    if (SHG_TAKES(&cursor, "(", "（")) { /* the origin, damaged, unless it is a time */
        unsigned number;
        int64_t time_ms;
        cursor.at = used;
        if (shg_kifu_takes_time(&time_ms, false, &cursor))
            return true;
        (void)SHG_TAKES(&cursor, "(", "（");
        shg_skip_spaces(&cursor);
        return !shg_takes(&cursor, "←") && !shg_number_read(&number, &cursor, UINT32_MAX / 16);
    }
    return shg_is_word_end(text + used, bytes - used);
}

/* Whether a text looks like a move of some game: a square and one of the usual pieces, or an origin. */
static bool looks_like_move(const char *text, size_t bytes)
{
    shg_cursor cursor = { text, bytes, 0, NULL };
    unsigned file = 0, rank = 0;
    (void)SHG_TAKES(&cursor, "▲", "△", "▼", "▽", "☗", "☖");
    shg_skip_spaces(&cursor);
    cursor.at += shg_wide_number_read(&file, text + cursor.at, bytes - cursor.at);
    cursor.at += shg_kanji_number_read(&rank, text + cursor.at, bytes - cursor.at);
    shg_skip_spaces(&cursor);
    return file > 0 && (rank > 0 || file > 9) &&
           SHG_TAKES(&cursor, "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "王", "と", "馬",
                     "竜", "龍", "成", "杏", "圭", "全");
}

size_t shg_kifu_move(shg_said *said, const shoogi_variant *variant, const char *text, size_t bytes)
{
    size_t used = 0;
    const unsigned char first = bytes > 0 ? (unsigned char)text[0] : 0;
    if ((first < 0x80 && !shg_is_digit((char)first) && first != ' ') ||
        shg_said_read(said, &used, variant, 0, text, bytes, NULL) != SHOOGI_OK || said->places == 0)
        return 0;
    return shg_kifu_ends_apart(text, used, bytes) ? used : 0;
}

/* Whether there is one that names its square, whatever follows it. */
static bool has_square_and_piece(const shoogi_variant *variant, const char *text, size_t bytes)
{
    shg_said said;
    size_t used;
    return variant ? shg_said_read(&said, &used, variant, SHOOGI_NO_SQUARE, text, bytes, NULL) ==
                         SHOOGI_OK
                   : looks_like_move(text, bytes);
}

bool shg_kifu_has_move(const shoogi_variant *variant, const char *text, size_t bytes)
{
    shg_said said;
    return variant ? shg_kifu_move(&said, variant, text, bytes) > 0 : looks_like_move(text, bytes);
}

/* --- headers ------------------------------------------------------------------------------------- */

/* (77) */
static bool is_origin(const char *text, size_t bytes)
{
    shg_cursor cursor = { text, bytes, 0, NULL };
    unsigned number;
    return SHG_TAKES(&cursor, "(", "（") && shg_number_read(&number, &cursor, 99) && number > 9 &&
           SHG_TAKES(&cursor, ")", "）");
}

bool shg_kifu_is_key(const shoogi_variant *variant, const char *key, size_t key_bytes)
{
    shg_cursor cursor = { key, key_bytes, 0, NULL };
    unsigned number;
    if (shg_number_read(&number, &cursor, UINT32_MAX / 16) ||
        SHG_TAKES(&cursor, "-", "－", "−", "–", ">", "＞", "(", "（", "[", "［"))
        return false;
    bool after_digit = false;
    for (size_t at = 0, took; at < key_bytes; at += took) {
        uint32_t c;
        took = shg_utf8_read(&c, key + at, key_bytes - at);
        const bool digit = (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19);
        const bool same = c == 0x540C || c == 0x4EDD; /* 同, 仝: also parts of words */
        if ((digit && !after_digit && has_square_and_piece(variant, key + at, key_bytes - at)) ||
            (same && shg_kifu_has_move(variant, key + at, key_bytes - at)) ||
            is_origin(key + at, key_bytes - at))
            return false;
        after_digit = digit;
    }
    return true;
}

bool shg_kifu_has_origin(const shoogi_variant *variant, const char *text, size_t bytes)
{
    shg_said said;
    size_t used;
    bool after_digit = false;
    for (size_t at = 0, took; at < bytes && variant; at += took) {
        uint32_t c;
        took = shg_utf8_read(&c, text + at, bytes - at);
        const bool digit = (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19);
        if (digit && !after_digit &&
            shg_said_read(&said, &used, variant, SHOOGI_NO_SQUARE, text + at, bytes - at, NULL) ==
                SHOOGI_OK &&
            said.from != SHOOGI_NO_SQUARE)
            return true;
        after_digit = digit;
    }
    return false;
}

/* Takes "10:00:00", "10時00分" and the like, and writes it after a space.  False: there is none, or another text. */
static bool take_clock(shg_out *out, shg_cursor *cursor)
{
    enum { PARTS_MAX = 3 };
    unsigned parts = 0, part;
    while (parts < PARTS_MAX && shg_number_read(&part, cursor, parts == 0 ? 23 : 59)) {
        shg_out_format(out, parts == 0 ? " %02u" : ":%02u", part);
        parts++;
        if (!SHG_TAKES(cursor, ":", "：", "時", "分", "秒"))
            break;
    }
    if (parts == 1)
        shg_out_text(out, ":00");
    return parts > 0;
}

bool shg_kifu_date(char date[static SHG_KIFU_DATE_BYTES], const char *text, size_t bytes)
{
    enum { YEAR_MIN = 1000, YEAR_MAX = 9999 };
    shg_cursor cursor = { text, bytes, 0, NULL };
    shg_out out = shg_out_make(date, SHG_KIFU_DATE_BYTES);
    unsigned year, month, day;
    if (!shg_number_read(&year, &cursor, YEAR_MAX) || year < YEAR_MIN ||
        !SHG_TAKES(&cursor, "年", "/", "／", "-", "－", ".", "．") ||
        !shg_number_read(&month, &cursor, 12) || month == 0 ||
        !SHG_TAKES(&cursor, "月", "/", "／", "-", "－", ".", "．") ||
        !shg_number_read(&day, &cursor, 31) || day == 0)
        return false;
    (void)shg_takes(&cursor, "日");
    shg_out_format(&out, "%04u/%02u/%02u", year, month, day);
    shg_skip_spaces(&cursor);
    if (SHG_TAKES(&cursor, "(", "（")) /* the day of the week */
        if (!SHG_TAKES(&cursor, "日", "月", "火", "水", "木", "金", "土") ||
            !SHG_TAKES(&cursor, ")", "）", "曜)", "曜）", "曜日)", "曜日）"))
            return false;
    shg_skip_spaces(&cursor);
    return (shg_cursor_done(&cursor) || take_clock(&out, &cursor)) && shg_cursor_done(&cursor) &&
           !out.spent;
}

/* --- times --------------------------------------------------------------------------------------- */

/* Takes a unit.  Returns its milliseconds; 0: there is none. */
static int64_t take_unit(shg_cursor *cursor)
{
    return SHG_TAKES(cursor, "時間", "時") ? 3600000
           : shg_takes(cursor, "分")       ? 60000
           : shg_takes(cursor, "秒")       ? 1000
                                           : 0;
}

/* 16, 1:05, 0:01.5, 1分5秒; or only spaces and colons, then *time_ms is -1.  *clear: it can be nothing but a time. */
static bool take_time(int64_t *time_ms, bool *clear, shg_cursor *cursor)
{
    enum { PART_MAX = 150000000, PARTS_MAX = 3 }; /* minutes of the longest time */
    int64_t total = 0;
    unsigned parts = 0, part;
    bool more = true;
    *time_ms = -1;
    shg_skip_spaces(cursor);
    while (more && shg_number_read(&part, cursor, PART_MAX)) {
        more = ++parts < PARTS_MAX;
        shg_skip_spaces(cursor);
        const int64_t unit = take_unit(cursor);
        if (unit > 0) {
            total += (int64_t)part * unit;
            *clear = true;
        } else {
            total = total * 60 + (int64_t)part * 1000;
            more &= SHG_TAKES(cursor, ":", "：");
            *clear |= parts > 1;
        }
        shg_skip_spaces(cursor);
    }
    if (parts > 0) {
        int64_t unit = 100;
        if (shg_cursor_take(cursor, '.'))
            for (; shg_is_digit(shg_cursor_next(cursor)); cursor->at++, unit /= 10)
                total += unit * (shg_cursor_next(cursor) - '0');
        *time_ms = total;
    } else {
        while (SHG_TAKES(cursor, ":", "：", "-", "分", "秒"))
            shg_skip_spaces(cursor);
    }
    shg_skip_spaces(cursor);
    return parts == 0 || total <= SHOOGI_RECORD_TIME_MS_MAX;
}

/* After the opening bracket, if there is one. */
static bool take_times(int64_t *time_ms, bool open, bool plain, shg_cursor *cursor)
{
    int64_t all_ms = 0;
    bool clear = false;
    const size_t start = cursor->at;
    if (!take_time(time_ms, &clear, cursor))
        return false;
    if (SHG_TAKES(cursor, "/", "／")) {
        clear = true;
        if (!take_time(&all_ms, &clear, cursor))
            return false;
    }
    if (!open)
        return clear && *time_ms >= 0 &&
               (shg_cursor_done(cursor) || cursor->at == start ||
                shg_kifu_ends_apart(cursor->text + start, cursor->at - start,
                                    cursor->bytes - start));
    if (SHG_TAKES(cursor, ")", "）", "]", "］"))
        return clear || plain || *time_ms < 0;
    return clear && (shg_cursor_done(cursor) || shg_cursor_next(cursor) == '+');
}

bool shg_kifu_takes_time(int64_t *time_ms, bool plain, shg_cursor *cursor)
{
    const size_t start = cursor->at;
    const bool zeros = SHG_TAKES(cursor, "(00)", "（００）"); /* the hand */
    cursor->at = start;
    const bool open = SHG_TAKES(cursor, "(", "（", "[", "［");
    if (!zeros && take_times(time_ms, open, plain, cursor))
        return true;
    *time_ms = -1;
    cursor->at = start;
    return false;
}
