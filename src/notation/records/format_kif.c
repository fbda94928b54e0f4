/* format_kif.c: KIF, a move with its origin and time in each line.  Source: docs/record-format.md, "KIF". */
#include "notation/moves/japanese.h"
#include "notation/records/kifu.h"

#include "base/error.h"
#include "core/variant/variant_int.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

/* --- lines of moves ------------------------------------------------------------------------------ */

static const char *const steps[SHG_PLACES_MAX] = { "一歩目", "二歩目", "三歩目", "四歩目",
                                                   "五歩目" };

/* The parts of " 57手目一歩目 ７六歩(77) ( 0:16/00:00:16)+". */
typedef struct move_line {
    unsigned number;
    size_t number_at, number_bytes;
    unsigned step;    /* of a multi-step move: from 1; 0: the whole move */
    size_t at, bytes; /* of the move text */
    size_t used;      /* of these: the move itself */
    int64_t time_ms;  /* -1: not given */
} move_line;

/* Cuts the time off the end: ( 0:16/00:00:16), whose second part is optional. */
static void cut_time(move_line *line, const char *text, size_t bytes)
{
    for (size_t at = bytes; at-- > line->at;) {
        shg_cursor cursor = { text, bytes, at, NULL };
        int64_t time_ms = -1;
        if (!SHG_TAKES(&cursor, "(", "（", "[", "［"))
            continue;
        cursor.at = at;
        if (!shg_kifu_takes_time(&time_ms, false, &cursor))
            return;
        shg_skip_spaces(&cursor);
        if (cursor.at == bytes) {
            line->time_ms = time_ms;
            line->bytes = at - line->at;
        }
        return;
    }
}

/* Cuts what follows a move off a line. */
static void cut_end(move_line *out, const char *text, size_t bytes)
{
    while (bytes > out->at && (text[bytes - 1] == ' ' || text[bytes - 1] == '\t'))
        bytes--;
    bytes -= bytes > out->at && text[bytes - 1] == '+';
    out->bytes = bytes - out->at;
    cut_time(out, text, bytes);
    while (out->bytes > 0 && text[out->at + out->bytes - 1] == ' ')
        out->bytes--;
}

/* Whether a move or an end begins here. */
static bool is_move_or_end(const shoogi_variant *v, const char *text, size_t bytes)
{
    return shg_kifu_has_move(v, text, bytes) || shg_kifu_end_bytes(text, bytes) > 0;
}

/* Splits a line as people change it: another sign than a space behind the number, none at all, or no number.  What
 * follows must be a move or a known end then. */
static bool cut_loosely(move_line *out, const shoogi_variant *v, const char *text, size_t bytes)
{
    enum { DIGITS_MAX = 8 };
    shg_cursor cursor = { text, bytes, 0, NULL };
    shg_kifu_number_at number = { .number = 0 };
    *out = (move_line){ .time_ms = -1 };
    const bool numbered = shg_kifu_front(&number, &cursor);
    if (numbered && is_move_or_end(v, text + cursor.at, bytes - cursor.at)) {
        *out = (move_line){ .number = number.number,
                            .number_at = number.at,
                            .number_bytes = number.bytes,
                            .at = cursor.at,
                            .time_ms = -1 };
        return true;
    }
    /* The digits of the number and of the square may run together. */
    const size_t at = numbered ? number.at : cursor.at;
    size_t split = at;
    for (unsigned digits = 0; digits < DIGITS_MAX; digits++) {
        if (shg_kifu_has_move(v, text + split, bytes - split)) {
            out->number_at = at;
            out->number_bytes = split - at;
            shg_cursor before = { text, split, at, NULL };
            (void)shg_number_read(&out->number, &before, SHOOGI_RECORD_NODES_MAX);
            out->at = split;
            return true;
        }
        unsigned digit;
        shg_cursor next = { text, bytes, split, NULL };
        uint32_t c;
        next.bytes = split + (split < bytes ? shg_utf8_read(&c, text + split, bytes - split) : 0);
        if (!shg_number_read(&digit, &next, 9))
            return false;
        split = next.at;
    }
    return false;
}

/* Splits a line with a number and a space; false if it is not one. */
static bool cut_strictly(move_line *out, const char *text, size_t bytes)
{
    shg_cursor cursor = { text, bytes, 0, NULL };
    unsigned number;
    *out = (move_line){ .time_ms = -1 };
    shg_skip_spaces(&cursor);
    out->number_at = cursor.at;
    if (!shg_number_read(&out->number, &cursor, SHOOGI_RECORD_NODES_MAX))
        return false;
    const size_t behind = cursor.at;
    out->number_bytes = behind - out->number_at;
    (void)shg_takes(&cursor, "手目");
    for (unsigned i = 0; i < SHG_PLACES_MAX && out->step == 0; i++)
        if (shg_takes(&cursor, steps[i]))
            out->step = i + 1;
    const size_t unit = cursor.at;
    shg_skip_spaces(&cursor);
    if (cursor.at == unit && unit == behind)
        return false; /* 2014年 */
    out->at = cursor.at;
    /* The numbers of the files above a board are no moves. */
    bool numbers = true;
    for (; numbers && !shg_cursor_done(&cursor); shg_skip_spaces(&cursor))
        numbers = shg_number_read(&number, &cursor, SHOOGI_RECORD_NODES_MAX);
    cursor.at = out->at;
    return !numbers && !SHG_TAKES(&cursor, ".", "．", ":", "：", ")", "）", ",", "，", "、", "-",
                                  "]", "・", "=", ";", "|");
}

/* Splits a line; false if it is not a line of moves.  v: NULL: not known. */
static bool cut(move_line *out, const shoogi_variant *v, const char *text, size_t bytes)
{
    if (!cut_strictly(out, text, bytes) && !cut_loosely(out, v, text, bytes))
        return false;
    cut_end(out, text, bytes);
    return true;
}

static bool is_moves(const shoogi_variant *v, unsigned *number, const char *line, size_t line_bytes)
{
    move_line cut_up;
    if (!cut_strictly(&cut_up, line, line_bytes) && !cut_loosely(&cut_up, v, line, line_bytes))
        return false;
    if (number)
        *number = cut_up.number;
    return true;
}

/* Several marks in a line, or one and no number, are KI2. */
static bool looks(const char *line, size_t bytes)
{
    move_line cut_up;
    shg_cursor cursor = { line, bytes, 0, NULL };
    unsigned marks = !cut_strictly(&cut_up, line, bytes) &&
                     cut_loosely(&cut_up, NULL, line, bytes) && cut_up.number_bytes == 0;
    for (; !shg_cursor_done(&cursor) && marks < 2; cursor.at++) {
        const size_t at = cursor.at;
        if ((unsigned char)line[at] >= 0xE2 && SHG_TAKES(&cursor, "▲", "△", "▼", "▽", "☗", "☖"))
            marks++;
        cursor.at = at;
    }
    return marks < 2;
}

/* --- reading ------------------------------------------------------------------------------------- */

/* Whether the text is a move and not a word: it begins with a square, optionally after a mark. */
static bool is_place(const shoogi_variant *v, const char *text, size_t bytes)
{
    shg_cursor cursor = { text, bytes, 0, NULL };
    shoogi_square square;
    unsigned number;
    (void)SHG_TAKES(&cursor, "▲", "△", "▼", "▽", "☗", "☖");
    shg_skip_spaces(&cursor);
    return SHG_TAKES(&cursor, "同", "仝", "じっと") ||
           shg_place_read(&square, v, text + cursor.at, bytes - cursor.at) > 0 ||
           shg_wide_number_read(&number, text + cursor.at, bytes - cursor.at) > 0;
}

/* The content of a line of moves; a step gives its destination.  False, with an error reported, otherwise. */
static bool read_said(shg_kifu *kifu, shg_said *said, move_line *line, shoogi_square previous)
{
    if (!shg_kifu_said(kifu, said, &line->used, line->at, line->bytes, previous))
        return false;
    if (line->step == 0 || said->places > 0)
        return true;
    (void)shg_reading_fail(kifu->r, line->at, line->used, "a square such as ７六, or 同");
    return false;
}

/* Adds the steps of a move from the following lines. */
static bool read_steps(shg_kifu *kifu, shg_said *said, move_line *line)
{
    shg_reading *const r = kifu->r;
    for (unsigned step = line->step; step > 0; step++) {
        move_line next;
        shg_said more;
        const char *const before = kifu->line;
        const size_t before_bytes = kifu->bytes;
        if (!shg_kifu_line(kifu))
            return r->status == SHOOGI_OK;
        const bool is_move = cut(&next, kifu->variant, kifu->line, kifu->bytes);
        if (!is_move || next.step != step + 1) {
            if (step == 1 && is_move) /* one step is a whole move elsewhere: its line is missing */
                shg_reading_warn(r, 0, kifu->bytes, "the second step of the move");
            shg_kifu_back(kifu, before, before_bytes);
            return true;
        }
        if (!read_said(kifu, &more, &next, said->place[said->places - 1]))
            return false;
        if (said->places == SHG_PLACES_MAX && more.place[0] != said->from) {
            (void)shg_reading_fail(r, next.at, next.bytes, "no more steps");
            return false;
        }
        said->returns = said->places == SHG_PLACES_MAX;
        if (!said->returns)
            said->place[said->places++] = more.place[0];
        said->promotes |= more.promotes;
        *line = next;
    }
    return true;
}

/* What stands behind a move or an end: its time, and perhaps another move, with a number or a mark before it or an
 * origin behind it.  Returns whether there is one; *line is at it then. */
static bool read_behind(shg_kifu *kifu, move_line *line)
{
    shg_reading *const r = kifu->r;
    shg_cursor cursor = { kifu->line, line->at + line->bytes, line->at + line->used, NULL };
    int64_t time_ms = -1;
    do {
        shg_skip_spaces(&cursor);
    } while (SHG_TAKES(&cursor, ",", "，", "、", "。", ";"));
    (void)shg_kifu_takes_time(&time_ms, true, &cursor);
    shg_skip_spaces(&cursor);
    (void)shg_cursor_take(&cursor, '+');
    shg_said said = { .from = SHOOGI_NO_SQUARE };
    move_line next;
    const char *const rest = cursor.text + cursor.at;
    const size_t rest_bytes = cursor.bytes - cursor.at;
    bool more = cut_loosely(&next, kifu->variant, rest, rest_bytes);
    if (more && next.number_bytes == 0) {
        shg_cursor mark = { rest, rest_bytes, next.at, NULL };
        shg_skip_spaces(&mark);
        more = SHG_TAKES(&mark, "▲", "△", "▼", "▽", "☗", "☖") ||
               (shg_kifu_move(&said, kifu->variant, rest + next.at, rest_bytes - next.at) > 0 &&
                (said.from != SHOOGI_NO_SQUARE || (said.marks & SHG_MARK_DROP) ||
                 line->number_bytes == 0));
    }
    if (time_ms < 0 && !more)
        time_ms = line->time_ms;
    if (time_ms >= 0)
        shoogi_record_set_time(r->record, r->last, time_ms);
    if (!more) {
        shg_kifu_tail(kifu, cursor.at, rest_bytes);
        return false;
    }
    next.number_at += cursor.at;
    next.at += cursor.at;
    next.bytes = cursor.bytes - next.at;
    next.time_ms = line->time_ms;
    *line = next;
    return true;
}

/* A move, perhaps of several lines, or a termination.  Returns whether another follows in the line. */
static bool read_move(shg_kifu *kifu, move_line *line)
{
    shg_reading *const r = kifu->r;
    const shoogi_position *const position = r->walker.position;
    const shoogi_node before = r->last;
    const bool was_open = r->foul.is_open;
    shg_said said;
    shg_kifu_number(kifu, line->number_at, line->number_bytes, line->number);
    if (!is_place(shoogi_position_variant(position), kifu->line + line->at, line->bytes)) {
        size_t word = shg_kifu_end_bytes(kifu->line + line->at, line->bytes);
        if (word == 0)
            word = shg_kifu_end_front(kifu->line + line->at, line->bytes);
        line->used = word > 0 ? word : line->bytes;
        shg_kifu_add_end(kifu, line->at, line->used, true);
    } else {
        if (!read_said(kifu, &said, line, shg_previous(position)) ||
            (line->step == 1 && !read_steps(kifu, &said, line)))
            return false;
        if (said.places == 1 && line->step > 1)
            shg_reading_warn(r, line->at, line->used,
                             "the first step of this move before its second");
        /* In steps the squares identify the move: it returns if the last is the first. */
        if (line->step > 0)
            said.returns = said.idle = false;
        else if (said.idle && said.places == 1 && said.place[0] == said.from)
            said.places = 0;
        shg_kifu_add_move(kifu, line->at, shg_kifu_length(kifu, line->at, line->used), &said);
        if (line->step > 0) /* the text of an illegal move is one line */
            (void)shg_reading_settle(r);
    }
    if (r->status != SHOOGI_OK || (r->last == before && r->foul.is_open == was_open))
        return false;
    return read_behind(kifu, line);
}

/* The bytes of words before a move, "先手 " of "先手 ７六歩(77)", and of their last space; 0: there are none. */
static size_t words_before_move(size_t *space, const shoogi_variant *v, const char *text,
                                size_t bytes)
{
    shg_said said;
    if (is_place(v, text, bytes) || shg_kifu_end_bytes(text, bytes) > 0 ||
        shg_kifu_end_front(text, bytes) > 0)
        return 0;
    for (size_t at = 0; at<bytes; at += *space> 0 ? *space : 1) {
        *space = shg_space_bytes(text + at, bytes - at);
        const size_t after = at + *space;
        if (*space > 0 && shg_space_bytes(text + after, bytes - after) == 0 &&
            shg_kifu_move(&said, v, text + after, bytes - after) > 0 &&
            (said.from != SHOOGI_NO_SQUARE || (said.marks & SHG_MARK_DROP)))
            return after;
    }
    return 0;
}

/* Skips words before a move, with a warning: "1 先手 ７六歩(77)". */
static void skip_words(shg_kifu *kifu, move_line *line)
{
    size_t space;
    const size_t words =
        words_before_move(&space, kifu->variant, kifu->line + line->at, line->bytes);
    if (words == 0)
        return;
    shg_reading_warn(kifu->r, line->at, words - space,
                     "a move or how the game ended, such as 投了");
    line->at += words;
    line->bytes -= words;
}

static void read_moves(shg_kifu *kifu)
{
    const char *const first = kifu->line;
    move_line line;
    (void)cut(&line, kifu->variant, kifu->line, kifu->bytes);
    skip_words(kifu, &line);
    while (read_move(kifu, &line))
        continue;
    if (kifu->r->status != SHOOGI_OK && kifu->r->begin > first) {
        /* of the kept text: includes the steps before the wrong one */
        kifu->r->begin = first;
        kifu->r->lead = shg_kifu_lead_before(kifu->r, first);
    }
}

/* --- writing ------------------------------------------------------------------------------------- */

/* The largest board whose squares have two digits, for which this format was made. */
static bool is_large(const shoogi_variant *v)
{
    return v->files > 9 || v->ranks > 9;
}

/* The origin of a step: (77), or on a large board （←7七）. */
static void write_origin(shg_out *out, const shoogi_variant *v, shoogi_square from)
{
    if (!is_large(v)) {
        shg_out_format(out, "(%u%u)", shg_file_of(v, from) + 1, shg_rank_of(v, from) + 1);
        return;
    }
    shg_out_text(out, " （←");
    shg_out_place(out, v, from, SHG_FILES_NARROW);
    shg_out_text(out, "）");
}

/* The part before the piece: 同 歩, on a large board 仝歩兵. */
static void write_place(shg_out *out, const shoogi_variant *v, shoogi_square square, bool same,
                        const char *sign)
{
    if (same && is_large(v))
        shg_out_text(out, "仝");
    else if (same)
        shg_out_text(out, shg_text_columns(sign) <= 2 ? "同　" : "同");
    else
        shg_out_place(out, v, square, is_large(v) ? SHG_FILES_NARROW : SHG_FILES_WIDE);
    if (!same)
        shg_out_apart(out, v, square, sign);
}

/* The part after the number of a move. from (or SHOOGI_NO_SQUARE) and to are those of a step. */
static void write_step(shg_out *out, const shoogi_position *position, shoogi_move move,
                       shoogi_square from, shoogi_square to, shoogi_square previous)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const char *const sign = shg_mover_sign(position, move, is_large(v));
    shoogi_square places[SHG_PLACES_MAX];
    write_place(out, v, to, to == previous, sign);
    shg_out_text(out, sign);
    if (to == shoogi_move_from(move))
        shg_out_text(out, shg_places(places, position, move) == 0 ? "（じっと）" : "（居食い）");
    if (to == shoogi_move_to(move) && shoogi_move_is_promotion(move)) {
        shg_out_text(out, "成");
        shg_out_form(out, position, move);
    }
    if (shoogi_move_is_drop(move))
        shg_out_text(out, "打");
    else
        write_origin(out, v, from);
}

void shg_kifu_move_write(shg_out *out, const shoogi_position *position, shoogi_move move)
{
    write_step(out, position, move, shoogi_move_from(move), shoogi_move_to(move), SHOOGI_NO_SQUARE);
}

/* ( 0:16/00:00:16) */
static void write_time(shg_out *out, int64_t time_ms, int64_t all_ms)
{
    const long long time = time_ms / 1000, all = all_ms / 1000;
    shg_out_format(out, "(%2lld:%02lld/%02lld:%02lld:%02lld)", time / 60, time % 60, all / 3600,
                   all / 60 % 60, all % 60);
}

/* A line: the move, its time if known, and "+" if there are variations. */
static void write_line(shg_kifu_writer *k, const char *text, const char *step,
                       const shoogi_node_info *node, bool last)
{
    enum { TEXT_COLUMNS = 13 };
    shg_out *const out = &k->w->out;
    const shoogi_colour side = shoogi_position_side(k->walker.position);
    shg_out_format(out, "%4u%s %s", node->ply + (node->termination != SHOOGI_TERMINATION_NONE),
                   step, text);
    if (last && node->time_ms >= 0) {
        k->time_ms[side] += node->time_ms;
        for (size_t column = shg_text_columns(text); column < TEXT_COLUMNS; column++)
            shg_out_char(out, ' ');
        if (shg_text_columns(text) >= TEXT_COLUMNS)
            shg_out_char(out, ' ');
        write_time(out, node->time_ms, k->time_ms[side]);
    }
    shg_out_text(out, last && node->next_sibling != SHOOGI_NO_NODE ? "+\n" : "\n");
}

/* It must not be mistaken for anything else. */
static bool is_end(const shoogi_variant *v, const char *word)
{
    move_line line;
    size_t space;
    shg_out text = shg_out_growing();
    shg_out_format(&text, "1 %s", word);
    const bool plain = !text.spent && cut(&line, v, text.bytes, text.length) && line.at == 2 &&
                       line.bytes == text.length - 2 && line.step == 0 &&
                       shg_kifu_end_bytes(word, strlen(word)) == 0 &&
                       !is_place(v, word, strlen(word)) &&
                       words_before_move(&space, v, word, strlen(word)) == 0;
    free(text.bytes);
    return plain;
}

static void write_node(shg_kifu_writer *k, const shoogi_node_info *node)
{
    const shoogi_position *const position = k->walker.position;
    shoogi_square places[SHG_PLACES_MAX], stops[SHG_PLACES_MAX];
    char foul[SHOOGI_JAPANESE_TEXT_BYTES];
    if (shg_kifu_foul(foul, sizeof foul, k, node)) {
        write_line(k, foul, "", node, true);
        shg_out_format(&k->w->out, "%4u %s\n", node->ply + 2, shg_kifu_foul_word);
        return;
    }
    if (node->termination != SHOOGI_TERMINATION_NONE) {
        write_line(k, shg_kifu_end_word(k, node), "", node, true);
        return;
    }
    const shoogi_move move = node->move;
    shoogi_square from = shoogi_move_from(move), previous = shg_previous(position);
    const bool back = from == shoogi_move_to(move);
    size_t count = 0;
    if (back || shg_places(places, position, move) > 1)
        count = shoogi_move_via(stops, move,
                                shoogi_variant_rank_count(shoogi_position_variant(position)));
    stops[count++] = shoogi_move_to(move);
    for (size_t i = 0; i < count; i++) {
        char text[SHOOGI_JAPANESE_TEXT_BYTES];
        shg_out out = shg_out_make(text, sizeof text);
        write_step(&out, position, move, from, stops[i], previous);
        write_line(k, text, count > 1 ? steps[i] : "", node, i + 1 == count);
        from = previous = stops[i];
    }
}

static void end_line(shg_kifu_writer *k)
{
    (void)k; /* each move has its own line */
}

/* --- the format ---------------------------------------------------------------------------------- */

static const shg_kifu_style style = {
    .name = "KIF",
    .head = "手数----指手---------消費時間--\n",
    .is_moves = is_moves,
    .looks = looks,
    .read_moves = read_moves,
    .write_node = write_node,
    .is_end = is_end,
    .end_line = end_line,
    .has_ends = true,
    .looks_by_headers = 60,
    .exact = true,
};

static void read_kif(shg_reading *r)
{
    shg_kifu_read(r, &style);
}

static shoogi_status write_kif(shg_writing *w)
{
    return shg_kifu_write(w, &style);
}

static bool begins_after_kif(unsigned *state, const char *line, size_t line_bytes)
{
    return shg_kifu_begins_after(&style, state, line, line_bytes);
}

static unsigned looks_kif(const char *text, size_t text_bytes)
{
    return shg_kifu_looks(&style, text, text_bytes);
}

const shg_format shg_format_KIF = { read_kif, write_kif, looks_kif, shg_kifu_begins,
                                    begins_after_kif };
