/* glyphs.h: the outlines of characters, made by tools/make-glyphs. */
#ifndef SHG_NOTATION_BOARDS_GLYPHS_H
#define SHG_NOTATION_BOARDS_GLYPHS_H

#include <stddef.h>
#include <stdint.h>

enum { SHG_EM = 1000, SHG_EM_TOP = 880 /* of it, above the line on which letters stand */ };

typedef struct shg_glyph {
    uint32_t code_point;
    uint16_t width;   /* in thousandths of an em, as all numbers of the outline are */
    const char *path; /* of SVG, from the left end of the line on which letters stand */
} shg_glyph;

/* By code point. */
extern const shg_glyph shg_glyphs[];
extern const size_t shg_glyph_count;

#endif
