/* png_cache.h: pictures as PNG, the latest of which are kept: a chore draws them of our own SVG. */
#ifndef SHG_SERVER_PAGES_PNG_CACHE_H
#define SHG_SERVER_PAGES_PNG_CACHE_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct shg_pictures shg_pictures;

enum { SHG_PICTURE_KEY_BYTES = 32 }; /* hex digits of the hash of an SVG */

/* Returns OK and *out owned (shg_pictures_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_pictures_new(shg_pictures **out);
void shg_pictures_free(shg_pictures *pictures);

/* What is kept under a key, borrowed until the next is kept; NULL: nothing. */
const char *shg_picture_find(shg_pictures *pictures, const char *key, size_t *bytes);

/* Keeps one; those used longest ago go for it.  False if it is no PNG. */
bool shg_picture_keep(shg_pictures *pictures, const char *key, const char *png, size_t bytes);

#endif
