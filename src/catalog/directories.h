/* directories.h: the directories with files about games, and the folders in them. */
#ifndef SHG_CATALOG_DIRECTORIES_H
#define SHG_CATALOG_DIRECTORIES_H

#include "shoogi/status.h"

#include <stddef.h>

enum { SHG_CATALOG_DIRECTORIES = 3, SHG_CATALOG_FOLDERS_MAX = 1000 };

/* Fills directories with the default ones, in order of precedence: the environment variable SHOOGI_VARIANTS, the installation,
 * the source tree.  Returns their number.  The paths are borrowed until the environment changes. */
size_t shg_catalog_directories(const char *directories[SHG_CATALOG_DIRECTORIES]);

typedef struct shg_folders {
    char **paths; /* [count], owned */
    size_t count;
} shg_folders;

/* Lists a directory and then its folders in alphabetical order, such as one for each family of games.  Links to folders count.
 * Names that begin with "." are left out, as are folders past SHG_CATALOG_FOLDERS_MAX and nested folders, since
 * SHOOGI_VARIANTS may be "." and links may form a cycle.  Returns OK, even if the directory is missing, with *out owned
 * (shg_folders_fini); or NO_MEMORY with *out empty. */
SHOOGI_CHECKED shoogi_status shg_folders_of(shg_folders *out, const char *directory);
/* Frees the paths.  Accepts an all-zero struct. */
void shg_folders_fini(shg_folders *folders);

#endif
