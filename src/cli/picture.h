/* picture.h: converts SVG to PNG. */
#ifndef SHG_CLI_PICTURE_H
#define SHG_CLI_PICTURE_H

#include <stddef.h>

/* Renders an SVG, which must come from this program, as PNG to standard output.  Returns an exit status after reporting any
 * error. */
int cli_picture_png(const char *svg, size_t svg_bytes);

#endif
