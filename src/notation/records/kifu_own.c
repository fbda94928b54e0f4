/* kifu_own.c: what KIF has no words for, as lines for programs, which other readers skip: "#shoogi time 5.250".
 * Source: docs/record-format.md, "KIF". */
#include "notation/moves/japanese.h"
#include "notation/records/kifu.h"

#include <string.h>

const char shg_kifu_own_sign[] = "#shoogi ";

/* --- reading ------------------------------------------------------------------------------------- */

static void read_time(shg_kifu *kifu, shg_cursor *cursor)
{
    shg_reading *const r = kifu->r;
    const size_t at = cursor->at;
    int64_t time_ms;
    if (r->last == 0 || !shg_seconds_read(&time_ms, cursor) || !shg_cursor_done(cursor))
        shg_reading_warn(r, at, r->length - at, "the seconds of a move, such as 5.250");
    else
        shoogi_record_set_time(r->record, r->last, time_ms);
}

static void read_end(shg_kifu *kifu, shg_cursor *cursor)
{
    shg_kifu_end end = { .known = true };
    const char *const expected = shg_result_read(&end.end, &end.result, cursor);
    if (expected) {
        shg_reading_warn(kifu->r, cursor->at, kifu->bytes - cursor->at, expected);
        return;
    }
    if (shg_takes(cursor, " : ")) {
        end.text = cursor->text + cursor->at;
        end.bytes = cursor->bytes - cursor->at;
    }
    kifu->reported = end;
}

static void read_header(shg_kifu *kifu, size_t at)
{
    const size_t colon = shg_header_colon(kifu->r, at);
    if (colon == kifu->bytes || colon == at)
        shg_reading_warn(kifu->r, at, kifu->bytes - at, "a header, as black: Anna");
    else
        (void)shg_header_read(kifu->r, at, colon);
}

static void read_rest(shg_kifu *kifu, size_t at)
{
    shg_out_text(&kifu->unparsed, kifu->unparsed_open ? "\n" : "");
    shg_out_bytes(&kifu->unparsed, kifu->line + at, kifu->bytes - at);
    kifu->unparsed_open = true;
}

void shg_kifu_own_read(shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    if (!shg_takes(&cursor, shg_kifu_own_sign))
        return;
    if (shg_takes(&cursor, "time "))
        read_time(kifu, &cursor);
    else if (shg_takes(&cursor, "end "))
        read_end(kifu, &cursor);
    else if (shg_takes(&cursor, "header "))
        read_header(kifu, cursor.at);
    else if (shg_takes(&cursor, "> ") || shg_takes(&cursor, ">"))
        read_rest(kifu, cursor.at);
    else
        shg_reading_warn(kifu->r, cursor.at, kifu->bytes - cursor.at, "time, end, header or >");
}

/* --- writing ------------------------------------------------------------------------------------- */

void shg_kifu_own_time(shg_out *out, int64_t time_ms)
{
    shg_out_format(out, "%stime ", shg_kifu_own_sign);
    shg_seconds_write(out, time_ms);
    shg_out_char(out, '\n');
}

void shg_kifu_own_end(shg_out *out, const shoogi_node_info *node)
{
    shg_out_format(out, "%send ", shg_kifu_own_sign);
    shg_result_write(out, node->termination, node->result);
    if (node->termination_text)
        shg_out_format(out, " : %s", node->termination_text);
    shg_out_char(out, '\n');
}

void shg_kifu_own_header(shg_out *out, const char *name, const char *value)
{
    shg_out_format(out, "%sheader ", shg_kifu_own_sign);
    shg_header_write(out, name, value);
}

void shg_kifu_own_unparsed(shg_out *out, const char *unparsed)
{
    shg_lines_write(out, "#shoogi >", unparsed);
}
