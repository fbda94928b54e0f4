#include "notation/words/piece_id.h"

void shg_id_write(shg_out *out, const shoogi_variant *variant, shoogi_kind kind,
                  shoogi_colour colour)
{
    for (const char *c = shoogi_variant_kind(variant, kind).id; *c; c++)
        shg_out_char(out, colour == SHOOGI_WHITE ? shg_lower(*c) : *c);
}
