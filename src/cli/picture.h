/* picture.h: an SVG as PNG. */
#ifndef SHG_CLI_PICTURE_H
#define SHG_CLI_PICTURE_H

#include <stddef.h>

/* Writes an SVG of our own making to standard output.  Returns an exit status; a fault has been told. */
int cli_picture_png(const char *svg, size_t svg_bytes);

#endif
