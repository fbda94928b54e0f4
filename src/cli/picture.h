/* picture.h: converts SVG to PNG. */
#ifndef SHG_CLI_PICTURE_H
#define SHG_CLI_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

/* Renders an SVG, which must come from this program, as PNG to standard output.  Returns an exit status after reporting any
 * error.  shut_in: called once the library is loaded, before the picture is parsed, with the folders of fonts that it still has
 * to read, NULL-ended; none if our own outlines suffice.  False: nothing is drawn.  NULL: not called. */
int cli_picture_png(const char *svg, size_t svg_bytes, bool (*shut_in)(const char *const *folders));

#endif
