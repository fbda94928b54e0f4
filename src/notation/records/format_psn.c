/* format_psn.c: PSN, a form of PGN for shogi.  Source: docs/record-format.md, "PSN". */
#include "notation/records/move_word.h"
#include "notation/records/movetext.h"

static shoogi_status write_move(shg_out *out, const shoogi_position *position, shoogi_move move)
{
    shg_psn_move_write(out, position, move);
    return SHOOGI_OK;
}

static const shg_movetext style = {
    .first_player = "Black",
    .second_player = "White",
    .pairs = true,
    .braces = true,
    .write_move = write_move,
};

static void read_psn(shg_reading *reading)
{
    shg_movetext_read(reading, &style);
}

static shoogi_status write_psn(shg_writing *writing)
{
    return shg_movetext_write(writing, &style);
}

static unsigned looks_psn(const char *text, size_t text_bytes)
{
    return shg_movetext_looks(SHG_LOOKS_PSN, text, text_bytes);
}

const shg_format shg_format_PSN = { read_psn, write_psn, looks_psn, shg_movetext_begins, NULL };
