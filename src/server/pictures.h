/* pictures.h: pictures as PNG, which a child process draws of our own SVG, a few at a time.
 *
 * A child has bounds of time and memory, and whatever becomes of it the server goes on.  What was drawn last is kept. */
#ifndef SHG_SERVER_PICTURES_H
#define SHG_SERVER_PICTURES_H

#include "shoogi/status.h"

#include <stddef.h>

typedef struct shg_server shg_server;
typedef struct shg_pictures shg_pictures;
typedef struct shg_drawing shg_drawing;

enum { SHG_PICTURE_KEY_BYTES = 32 }; /* hex digits of the hash of the SVG */

/* png: borrowed for the call; NULL: it could not be drawn. */
typedef void shg_drawn_fn(void *context, const char *png, size_t png_bytes);

/* Returns OK and *out owned (shg_pictures_free, when the loop has ended), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_pictures_new(shg_pictures **out, shg_server *server);
void shg_pictures_free(shg_pictures *pictures);

/* Has a picture drawn: drawn is called at once if it is kept, else when it is ready.  key: names the SVG; svg: copied.
 * Returns what shg_drawing_cancel needs, or NULL if drawn has been called already, with NULL where too many
 * wait or memory is short. */
shg_drawing *shg_picture_draw(shg_pictures *pictures, const char key[SHG_PICTURE_KEY_BYTES + 1],
                              const char *svg, size_t svg_bytes, shg_drawn_fn *drawn,
                              void *context);

/* Nobody waits for it any more: drawn is not called. */
void shg_drawing_cancel(shg_drawing *drawing);

#endif
