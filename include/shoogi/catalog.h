/* catalog.h: the variants found on disk, each read once.
 *
 * A variant is the file NAME.variant in one of a few directories, of which the first that has it counts:
 * the directory named by the environment variable SHOOGI_VARIANTS, that of the installation, that of the
 * source tree.  In a directory it is the file itself or one in a folder there, whatever that is called: what is shipped
 * has a folder for each family, FAMILY/NAME.variant.  Two files of one name in a directory are a fault of that
 * variant, unless they are the same by a link; what is deeper in folders is not found.
 * NAME is of lower-case letters, digits and '-'; a name that is anything else is
 * refused before the file system sees it.  A definition may give itself other names (alias=), and may be
 * based on another (base=).
 *
 * This is the one part of the library that reads files; without it, a definition comes from wherever the
 * caller has it (shoogi_variant_parse). */
#ifndef SHOOGI_CATALOG_H
#define SHOOGI_CATALOG_H

#include "status.h"
#include "variant.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A catalog belongs to one thread; the variants it hands out are const, and any thread may read them. */
typedef struct shoogi_catalog shoogi_catalog;

enum {
    SHOOGI_CATALOG_NAME_BYTES_MAX = 40,
    SHOOGI_CATALOG_DIRECTORIES_MAX = 8,
    SHOOGI_CATALOG_ERROR_BYTES = 2048
};

/* What went wrong, as it is shown: "FILE:LINE:COLUMN: expected WHAT, found TEXT", or for a name that is
 * none a sentence with the names there are.  One line, no newline. */
typedef struct shoogi_catalog_error {
    shoogi_status status;
    char text[SHOOGI_CATALOG_ERROR_BYTES];
} shoogi_catalog_error;

/* A catalog of the usual directories.  Returns OK and *out owned (shoogi_catalog_free), or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_new(shoogi_catalog **out);

/* A catalog of these directories, copied; at most SHOOGI_CATALOG_DIRECTORIES_MAX of them, else LIMIT_EXCEEDED. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_new_in(shoogi_catalog **out,
                                                              const char *const *directories,
                                                              size_t directory_count);

/* Frees the catalog and all its variants; no position of them may be alive.  NULL is accepted. */
SHOOGI_API void shoogi_catalog_free(shoogi_catalog *catalog);

/* One variant of a catalog.  All pointers are borrowed until the catalog is freed. */
typedef struct shoogi_catalog_entry {
    const char *name; /* as records keep it: "chu-lishogi" */
    const char *path; /* the file it was read from */
    const char *text; /* the definition, text_bytes bytes and a NUL */
    size_t text_bytes;
    const shoogi_variant *variant;
} shoogi_catalog_entry;

/* The variant of a name or an alias, name_bytes long, compared without case; read now, or kept from an
 * earlier call.  A word that is no file's name costs a look into all files.
 * Returns OK and *out borrowed until the catalog is freed; else *fault, if given, filled: NOT_FOUND if
 * no variant has the name, PARSE_ERROR, INVALID_RULES or LIMIT_EXCEEDED if its file is at fault, IO, NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_get(const shoogi_catalog_entry **out,
                                                           shoogi_catalog *catalog,
                                                           const char *name, size_t name_bytes,
                                                           shoogi_catalog_error *fault);

/* The names of all variants in alphabetical order, as they stand on disk now.  Returns OK with *names and
 * *count borrowed until the next call for names or the end of the catalog, or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_names(const char *const **names,
                                                             size_t *count,
                                                             shoogi_catalog *catalog);

/* A shoogi_definition_lookup whose context is a catalog: with it a definition from elsewhere may be based on any of
 * the catalog's, also on one that is no whole game or has faults: those are told by who reads it.  Each file is read
 * once.  *text is borrowed until the catalog is freed. */
SHOOGI_API shoogi_status shoogi_catalog_lookup(void *catalog, const char *name, size_t name_bytes,
                                               const char **text, size_t *text_bytes);

/* A shoogi_find_variant whose context is a catalog: with it a record may be of any game of the catalog.  What it
 * returns is borrowed until the catalog is freed; NULL if shoogi_catalog_get has none. */
SHOOGI_API const shoogi_variant *shoogi_catalog_find(void *catalog, const char *name,
                                                     size_t name_bytes);

#ifdef __cplusplus
}
#endif
#endif
