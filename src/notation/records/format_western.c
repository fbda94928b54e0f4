/* format_western.c: a game as a list of Western moves.  Source: docs/record-format.md, "Western". */
#include "notation/records/movetext.h"
#include "shoogi/notation.h"

static shoogi_status write_move(shg_out *out, const shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shg_out_bytes(out, text, shoogi_western_write(text, sizeof text, position, move));
    return SHOOGI_OK;
}

static const shg_movetext style = {
    .first_player = "Black",
    .second_player = "White",
    .handicaps = true,
    .write_move = write_move,
};

static void read_western(shg_reading *reading)
{
    shg_movetext_read(reading, &style);
}

static shoogi_status write_western(shg_writing *writing)
{
    return shg_movetext_write(writing, &style);
}

static unsigned looks_western(const char *text, size_t text_bytes)
{
    return shg_movetext_looks(SHG_LOOKS_WESTERN, text, text_bytes);
}

const shg_format shg_format_WESTERN = { read_western, write_western, looks_western,
                                        shg_movetext_begins, NULL };
