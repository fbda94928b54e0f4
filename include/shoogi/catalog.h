/* catalog.h: the variants on disk, by name, each read once.
 *
 * A variant is the file NAME.variant in one of these directories, of which the first that has it counts: the
 * directory in the environment variable SHOOGI_VARIANTS, that of the installation, that of the source tree.  The file is
 * in the directory itself or in a folder there, of any name; the shipped ones are FAMILY/NAME.variant.  Deeper folders
 * are not searched.  Two files of the same name in one directory are an error of that variant, unless they are links to
 * the same file.
 * NAME has lower-case letters, digits and '-'; any other name is rejected before the file system is accessed.  A
 * definition may have aliases (alias=) and may be based on another (base=).
 *
 * This is the only part of the library that reads files.  Without it the caller provides the text of a definition
 * (shoogi_variant_parse). */
#ifndef SHOOGI_CATALOG_H
#define SHOOGI_CATALOG_H

#include "status.h"
#include "variant.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A catalog belongs to one thread.  Its variants are constant, and any thread may use them. */
typedef struct shoogi_catalog shoogi_catalog;

enum {
    SHOOGI_CATALOG_NAME_BYTES_MAX = 40,
    SHOOGI_CATALOG_DIRECTORIES_MAX = 8,
    SHOOGI_CATALOG_ERROR_BYTES = 2048
};

/* An error as it is shown to the user: "FILE:LINE:COLUMN: expected WHAT, found TEXT", or for an unknown name a sentence
 * that lists the known ones.  One line without a newline. */
typedef struct shoogi_catalog_error {
    shoogi_status status;
    char text[SHOOGI_CATALOG_ERROR_BYTES];
} shoogi_catalog_error;

/* A catalog of the default directories.  Returns OK and *out owned (shoogi_catalog_free), or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_new(shoogi_catalog **out);

/* A catalog of these directories, copied; LIMIT_EXCEEDED for more than SHOOGI_CATALOG_DIRECTORIES_MAX of them. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_new_in(shoogi_catalog **out,
                                                              const char *const *directories,
                                                              size_t directory_count);

/* Frees the catalog and all its variants.  No position of them may exist any more.  Accepts NULL. */
SHOOGI_API void shoogi_catalog_free(shoogi_catalog *catalog);

/* One variant of a catalog.  All pointers are borrowed until the catalog is freed. */
typedef struct shoogi_catalog_entry {
    const char *name; /* its name in records: "chu-lishogi" */
    const char *path; /* of the file */
    const char *text; /* the definition, text_bytes bytes and a NUL */
    size_t text_bytes;
    const shoogi_variant *variant;
} shoogi_catalog_entry;

/* The variant with this name, alias or title, name_bytes long, compared without case.  If none is written so, spaces, hyphens,
 * underscores and commas do not count, nor does full width: "Mini Shogi" is "mini-shogi".  It is read from its file by the first call.  Cost: an alias or a title reads all files.
 * Returns OK and *out borrowed until the catalog is freed; else fills *error, if given: NOT_FOUND for an unknown name;
 * PARSE_ERROR, INVALID_RULES or LIMIT_EXCEEDED for an error in the file; IO; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_get(const shoogi_catalog_entry **out,
                                                           shoogi_catalog *catalog,
                                                           const char *name, size_t name_bytes,
                                                           shoogi_catalog_error *error);

/* The names of all variants on disk now, in alphabetical order.  Returns OK with *names borrowed until the next call or
 * until the catalog is freed, and *count filled; or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_catalog_names(const char *const **names,
                                                             size_t *count,
                                                             shoogi_catalog *catalog);

/* A shoogi_definition_lookup with a catalog as its context: a definition from elsewhere may be based on any definition of
 * the catalog, even on an incomplete or invalid one; the parser reports its errors.  Each file is read once.  *text is
 * borrowed until the catalog is freed. */
SHOOGI_API shoogi_status shoogi_catalog_lookup(void *catalog, const char *name, size_t name_bytes,
                                               const char **text, size_t *text_bytes);

/* A shoogi_find_variant with a catalog as its context: a record may be of any variant of the catalog.  The variant is
 * borrowed until the catalog is freed; NULL if shoogi_catalog_get fails. */
SHOOGI_API const shoogi_variant *shoogi_catalog_find(void *catalog, const char *name,
                                                     size_t name_bytes);

#ifdef __cplusplus
}
#endif
#endif
