/* directories.h: where files about games are looked for. */
#ifndef SHG_CATALOG_DIRECTORIES_H
#define SHG_CATALOG_DIRECTORIES_H

#include <stddef.h>

enum { SHG_CATALOG_DIRECTORIES = 3 };

/* The usual directories, the first that counts first: that of the environment variable SHOOGI_VARIANTS, that of the
 * installation, that of the source tree.  Filled with text that is borrowed until the environment changes; returns how
 * many there are. */
size_t shg_catalog_directories(const char *directories[SHG_CATALOG_DIRECTORIES]);

#endif
