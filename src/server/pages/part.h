/* part.h: pages that read without a script, and boards as pictures.
 *
 * The room uses those below it. */
#ifndef SHG_SERVER_PAGES_PART_H
#define SHG_SERVER_PAGES_PART_H

#include "server/loop/host.h"
#include "server/pages/png_cache.h"

typedef struct shg_page_part {
    shg_pictures *pictures;
} shg_page_part;

#endif
