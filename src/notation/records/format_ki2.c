/* format_ki2.c: KI2, moves as people write them, several in a line.  Source: docs/record-format.md, "KI2". */
#include "notation/moves/japanese.h"
#include "notation/records/kifu.h"

#include "shoogi/notation.h"

#include <string.h>

/* --- reading ------------------------------------------------------------------------------------- */

static bool takes_mark(shg_cursor *cursor)
{
    return SHG_TAKES(cursor, "▲", "△", "▼", "▽", "☗", "☖");
}

/* Advances to the next mark of a side; false: none. */
static bool find_mark(shg_cursor *cursor)
{
    static const char first_byte = "▲"[0]; /* of all of them */
    for (; !shg_cursor_done(cursor); cursor->at++) {
        const size_t at = cursor->at;
        if (shg_cursor_next(cursor) == first_byte && takes_mark(cursor)) {
            cursor->at = at;
            return true;
        }
    }
    return false;
}

/* Whether nothing but a number and the like stands before the mark. */
static bool is_front(const char *line, size_t mark)
{
    shg_cursor cursor = { line, mark, 0, NULL };
    shg_kifu_number_at number;
    return shg_kifu_front(&number, &cursor) && cursor.at == mark;
}

/* Whether it contains a mark, and no colon before the mark: a header may mention moves. */
static bool is_moves(const shoogi_variant *variant, unsigned *number, const char *line,
                     size_t line_bytes)
{
    shg_cursor cursor = { line, line_bytes, 0, NULL };
    (void)variant;
    if (number)
        *number = 0;
    if (!find_mark(&cursor))
        return false;
    const size_t mark = cursor.at;
    if (is_front(line, mark))
        return true;
    for (cursor.at = 0; cursor.at < mark; cursor.at++)
        if (SHG_TAKES(&cursor, ":", "："))
            return false;
    return true;
}

/* Without the number of the next move at the end: "12." or "12", or after a space "第12手：" and the like; the number of
 * an id ("C2") is none. */
static size_t without_number(const char *text, size_t bytes)
{
    size_t end = 0, word = 0; /* without spaces at the end; after the last other space */
    for (size_t at = 0, took, space = 0; at<bytes; at += took> 0 ? took : 1) {
        took = shg_space_bytes(text + at, bytes - at);
        if (took == 0) {
            word = space;
            end = at + 1;
        } else {
            space = at + took;
        }
    }
    shg_cursor cursor = { text, end, word, NULL };
    if (!SHG_TAKES(&cursor, "(", "（") && is_front(text + word, end - word))
        return word;
    size_t left = end;
    while (left > 0 && (shg_is_digit(text[left - 1]) || text[left - 1] == '.'))
        left--;
    if (left > 0 && (shg_is_letter(text[left - 1]) || text[left - 1] == ':'))
        return end; /* C2, 0:03 */
    while (left > 0 && text[left - 1] == ' ')
        left--;
    return left;
}

static void check_side(shg_kifu *kifu, size_t at, size_t bytes, shoogi_colour side)
{
    shg_cursor cursor = { kifu->line, at + bytes, at, NULL };
    const bool black = SHG_TAKES(&cursor, "▲", "☗", "▼");
    if (black != (side == SHOOGI_BLACK))
        shg_reading_warn(kifu->r, at, bytes,
                         side == SHOOGI_BLACK ? "a move of Black, ▲" : "a move of White, △");
}

/* One move, or a word for a termination, from a mark up to the next one. */
static void read_move(shg_kifu *kifu, size_t at, size_t bytes)
{
    const shoogi_position *const position = kifu->r->walker.position;
    shg_cursor cursor = { kifu->line, at + bytes, at, NULL };
    shg_said said;
    size_t used;
    (void)takes_mark(&cursor);
    shg_skip_spaces(&cursor);
    const size_t left = at + bytes - cursor.at;
    const shoogi_colour side = shoogi_position_side(position);
    const size_t word = shg_kifu_end_bytes(kifu->line + cursor.at, left);
    if (word > 0) {
        shg_kifu_add_end(kifu, cursor.at, word, true);
        if (kifu->r->status == SHOOGI_OK)
            shg_kifu_tail(kifu, cursor.at + word, left - word);
        return;
    }
    if (!shg_kifu_said(kifu, &said, &used, at, bytes, shg_previous(position)))
        return;
    shg_kifu_add_move(kifu, at, shg_kifu_length(kifu, at, used), &said);
    if (kifu->r->status != SHOOGI_OK)
        return;
    check_side(kifu, at, used, side);
    cursor.at = at + used;
    shg_skip_spaces(&cursor);
    int64_t time_ms = -1;
    if (shg_kifu_takes_time(&time_ms, false, &cursor) && time_ms >= 0)
        shoogi_record_set_time(kifu->r->record, kifu->r->last, time_ms);
    shg_kifu_tail(kifu, cursor.at, at + bytes - cursor.at);
}

static void read_moves(shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    bool more = find_mark(&cursor);
    if (!is_front(kifu->line, cursor.at))
        shg_kifu_remark(kifu, 0, without_number(kifu->line, cursor.at));
    while (more && kifu->r->status == SHOOGI_OK) {
        const size_t at = cursor.at;
        (void)takes_mark(&cursor);
        more = find_mark(&cursor);
        const size_t bytes = cursor.at - at;
        read_move(kifu, at, more ? without_number(kifu->line + at, bytes) : bytes);
    }
}

/* --- writing ------------------------------------------------------------------------------------- */

static void write_text(shg_kifu_writer *k, const char *text)
{
    enum { IN_LINE_MAX = 6, COLUMNS = 12 };
    const shoogi_position *const position = k->walker.position;
    shg_out *const out = &k->w->out;
    if (k->in_line == IN_LINE_MAX)
        k->style->end_line(k);
    for (size_t spaces = k->in_line > 0 ? k->spaces : 0; spaces > 0; spaces--)
        shg_out_char(out, ' ');
    shg_out_text(out, shoogi_position_side(position) == SHOOGI_BLACK ? "▲" : "△");
    shg_out_text(out, text);
    const size_t columns = 2 + shg_text_columns(text);
    k->spaces = columns < COLUMNS ? COLUMNS - columns : 1;
    k->in_line++;
}

static void write_node(shg_kifu_writer *k, const shoogi_node_info *node)
{
    const shoogi_position *const position = k->walker.position;
    char text[SHOOGI_JAPANESE_TEXT_BYTES];
    k->w->out.spent |=
        shoogi_japanese_write(text, sizeof text, position, node->move, shg_previous(position)) == 0;
    write_text(k, text);
}

static void end_line(shg_kifu_writer *k)
{
    if (k->in_line > 0)
        shg_out_char(&k->w->out, '\n');
    k->in_line = 0;
}

/* --- the format ---------------------------------------------------------------------------------- */

static const shg_kifu_style style = {
    .name = "KI2",
    .head = "\n",
    .is_moves = is_moves,
    .read_moves = read_moves,
    .write_node = write_node,
    .write_foul = write_text,
    .end_line = end_line,
    .looks_by_headers = 40,
    .bare = true,
    .losses =
        SHG_LOSS(TIMES) | SHG_LOSS(TERMINATION_TIME) | SHG_LOSS(FRACTIONS) | SHG_LOSS(UNPARSED),
};

static void read_ki2(shg_reading *r)
{
    shg_kifu_read(r, &style);
}

static shoogi_status write_ki2(shg_writing *w)
{
    return shg_kifu_write(w, &style);
}

static bool begins_after_ki2(unsigned *state, const char *line, size_t line_bytes)
{
    return shg_kifu_begins_after(&style, state, line, line_bytes);
}

static unsigned looks_ki2(const char *text, size_t text_bytes)
{
    return shg_kifu_looks(&style, text, text_bytes);
}

const shg_format shg_format_KI2 = { read_ki2, write_ki2, looks_ki2, shg_kifu_begins,
                                    begins_after_ki2 };
