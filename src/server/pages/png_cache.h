/* png_cache.h: a cache of PNG pictures, which a helper process draws from our own SVG. */
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

/* The cached picture with a key, borrowed until the next is added; NULL: not found. */
const char *shg_picture_find(shg_pictures *pictures, const char *key, size_t *bytes);

/* Adds a picture in place of the least recently used ones. False if it is not a PNG. */
bool shg_picture_add(shg_pictures *pictures, const char *key, const char *png, size_t bytes);

#endif
