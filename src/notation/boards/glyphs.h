/* glyphs.h: the outlines of characters, made by tools/make-glyphs. */
#ifndef SHG_NOTATION_BOARDS_GLYPHS_H
#define SHG_NOTATION_BOARDS_GLYPHS_H

#include <stddef.h>
#include <stdint.h>

enum { SHG_EM = 1000, SHG_EM_TOP = 880 /* of the glyph, above the baseline */ };

typedef struct shg_glyph {
    uint32_t code_point;
    uint16_t width;   /* in thousandths of an em, like all numbers of the outline */
    const char *path; /* of SVG, from the left end of the baseline */
} shg_glyph;

/* By code point. */
extern const shg_glyph shg_glyphs[];
extern const size_t shg_glyph_count;

#endif
