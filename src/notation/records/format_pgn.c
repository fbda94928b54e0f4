/* format_pgn.c: PGN as XBoard saves shogi and its relatives.  Source: docs/record-format.md, "PGN". */
#include "notation/records/move_word.h"
#include "notation/records/movetext.h"

static const shg_movetext style = {
    .first_player = "White",
    .second_player = "Black",
    .all_tags = true,
    .fen = true,
    .pairs = true,
    .unfinished = true,
    .write_move = shg_algebraic_move_write,
};

static void read_pgn(shg_reading *reading)
{
    shg_movetext_read(reading, &style);
}

static shoogi_status write_pgn(shg_writing *writing)
{
    return shg_movetext_write(writing, &style);
}

static unsigned looks_pgn(const char *text, size_t text_bytes)
{
    return shg_movetext_looks(SHG_LOOKS_ALGEBRAIC, text, text_bytes);
}

const shg_format shg_format_PGN = { read_pgn, write_pgn, looks_pgn, shg_movetext_begins, NULL };
