/* format_bod.c: a position as a board diagram, as programs copy it.  What is written is the position at the end of the main
 * line; read is all that KIF has besides.  Source: docs/record-format.md, "BOD". */
#include "notation/boards/bod.h"
#include "notation/records/record_int.h"

static void read_bod(shg_reading *r)
{
    shg_format_KIF.read(r);
}

static shoogi_status write_bod(shg_writing *w)
{
    const shoogi_node last = shoogi_record_line_end(w->record, 0);
    shoogi_position *position;
    const shoogi_status status = shoogi_record_position(&position, w->record, last);
    if (status != SHOOGI_OK)
        return status;
    shg_out_bod(&w->out, position);
    shoogi_position_free(position);
    w->losses &= ~SHG_LOSS(NUMBER);
    if (last != 0)
        w->losses |= SHG_LOSS(PLAYED);
    return SHOOGI_OK;
}

/* A diagram alone is a record in KIF without moves. */
static unsigned looks_bod(const char *text, size_t text_bytes)
{
    (void)text;
    (void)text_bytes;
    return 0;
}

const shg_format shg_format_BOD = { read_bod, write_bod, looks_bod, NULL, NULL };
