/* code_point.h: writes code points in UTF-8. */
#ifndef SHG_BASE_CODE_POINT_H
#define SHG_BASE_CODE_POINT_H

#include "base/text.h"

#include <assert.h>

/* Writes a code point that is no surrogate. */
static inline void shg_out_code_point(shg_out *out, uint32_t code_point)
{
    static const uint8_t leads[] = { 0, 0xC0, 0xE0, 0xF0 };
    assert(code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF));
    const unsigned more = code_point < 0x80      ? 0
                          : code_point < 0x800   ? 1
                          : code_point < 0x10000 ? 2
                                                 : 3;
    shg_out_char(out, (char)(leads[more] | code_point >> (6 * more)));
    for (unsigned i = more; i-- > 0;)
        shg_out_char(out, (char)(0x80 | (code_point >> (6 * i) & 0x3F)));
}

#endif
