/* part.h: pages that can be read without a script, and boards as pictures.
 *
 * Keeps the cache of PNG pictures. Calls api, library, help, doors and those below; the doors
 * call it through the routes of routes.h, which server.c passes to them. */
#ifndef SHG_SERVER_PAGES_PART_H
#define SHG_SERVER_PAGES_PART_H

#include "server/loop/host.h"
#include "server/pages/png_cache.h"

typedef struct shg_page_part {
    shg_pictures *pictures;
} shg_page_part;

#endif
