#include "notation/words/piece_id.h"

void shg_id_write(shg_out *out, const shoogi_variant *variant, shoogi_kind kind,
                  shoogi_colour colour)
{
    for (const char *c = shoogi_variant_kind(variant, kind).id; *c; c++)
        shg_out_char(out, colour == SHOOGI_WHITE ? shg_lower(*c) : *c);
}

shoogi_kind shg_kind_named(const shoogi_variant *variant, const char *text, size_t text_bytes)
{
    shoogi_kind kind = shoogi_variant_kind_by_id(variant, text, text_bytes);
    const bool sign = text_bytes > 1 && text[0] == '+';
    if (kind == 0 && sign)
        kind = shoogi_variant_kind_by_id(variant, text + 1, text_bytes - 1);
    else if (kind != 0)
        return kind;
    if (kind != 0)
        return shoogi_variant_kind(variant, kind).promoted;
    kind = shoogi_variant_kind_by_input(variant, text, text_bytes);
    if (kind != 0 || !sign)
        return kind;
    kind = shoogi_variant_kind_by_input(variant, text + 1, text_bytes - 1);
    if (kind == 0)
        return 0;
    const shoogi_kind_info base = shoogi_variant_kind(variant, kind);
    return base.id[0] == '+' ? kind : base.promoted; /* a letter of the promoted form itself */
}
