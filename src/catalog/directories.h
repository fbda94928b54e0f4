/* directories.h: where files about games are looked for: in a few directories, and in the folders that are in them. */
#ifndef SHG_CATALOG_DIRECTORIES_H
#define SHG_CATALOG_DIRECTORIES_H

#include "shoogi/status.h"

#include <stddef.h>

enum { SHG_CATALOG_DIRECTORIES = 3, SHG_CATALOG_FOLDERS_MAX = 1000 };

/* The usual directories, the first that counts first: that of the environment variable SHOOGI_VARIANTS, that of the
 * installation, that of the source tree.  Filled with text that is borrowed until the environment changes; returns how
 * many there are. */
size_t shg_catalog_directories(const char *directories[SHG_CATALOG_DIRECTORIES]);

typedef struct shg_folders {
    char **paths; /* [count], owned */
    size_t count;
} shg_folders;

/* A directory, and behind it the folders in it, in alphabetical order: one for each family of games, for example.  Links
 * to folders count; names that begin with "." do not, nor what is beyond SHG_CATALOG_FOLDERS_MAX, nor folders in the
 * folders: SHOOGI_VARIANTS may be ".", and a link may go round.  Returns OK, also if the directory is missing, with *out
 * owned (shg_folders_fini); or NO_MEMORY, and *out is empty. */
SHOOGI_CHECKED shoogi_status shg_folders_of(shg_folders *out, const char *directory);
/* Also of one that is all zeros. */
void shg_folders_fini(shg_folders *folders);

#endif
