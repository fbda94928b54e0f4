/* variants.h: the variants of a server: texts are loaded at startup, and each definition is parsed
 * on first use.
 *
 * The variants are those of the files at startup, in alphabetical order; later changes of files
 * have no effect. To parse a hundred and forty definitions takes a third of a second and fifty
 * megabytes, and a server plays only a few of them. So a variant is parsed when it is needed,
 * and kept. Lists need only its summary, which takes a fifth of the time and is kept as well. An
 * error in a definition is found on first use, and waits for the log. Any thread. */
#ifndef SHG_SERVER_RULES_VARIANTS_H
#define SHG_SERVER_RULES_VARIANTS_H

#include "shoogi/catalog.h"

typedef struct shg_variants shg_variants;

/* directory: of the definitions; NULL: as shoogi_catalog_new. guest: an extra variant, which
 * replaces one of the same name; NULL: none; borrowed until free. Returns OK and *out owned
 * (shg_variants_free), NOT_FOUND if there is no variant, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_variants_new(shg_variants **out, const char *directory,
                                              const shoogi_catalog_entry *guest);
/* NULL is accepted. */
void shg_variants_free(shg_variants *variants);

/* Variants are numbered from 0; the name is borrowed until free. */
size_t shg_variants_count(const shg_variants *variants);
const char *shg_variants_name(const shg_variants *variants, size_t game);

/* Returns the game of which this variant is a rule set: the one with the longest name that is a
 * prefix of its own, up to a hyphen. Returns the variant itself if there is none, or if it has
 * rule sets itself: dai-dai is not a rule set of dai. */
size_t shg_variants_game_of(const shg_variants *variants, size_t game);

/* Finds a variant by name, name_bytes long, in any case. False if there is none. */
bool shg_variants_by_name(size_t *game, const shg_variants *variants, const char *name,
                          size_t name_bytes);

/* Finds the first variant with this alias, or its game if the alias is the title of that in some language. OK, NOT_FOUND or
 * NO_MEMORY. The first call scans all texts for aliases: 3 ms. */
SHOOGI_CHECKED shoogi_status shg_variants_by_alias(size_t *game, shg_variants *variants,
                                                   const char *name, size_t name_bytes);

/* Finds a variant by name or, failing that, alias or, failing that, title (shg_title_is) or,
 * failing that, any of them in another spelling (shg_name_same).  Results as above. */
SHOOGI_CHECKED shoogi_status shg_variants_find(size_t *game, shg_variants *variants,
                                               const char *name, size_t name_bytes);

/* Returns the English title, or the name if it has none. Borrowed until free. Any thread. */
const char *shg_variants_title(shg_variants *variants, size_t game);

/* Returns the whole variant: OK and *out borrowed until free; NO_MEMORY; or another status: its
 * definition has an error. */
SHOOGI_CHECKED shoogi_status shg_variants_get(const shoogi_catalog_entry **out,
                                              shg_variants *variants, size_t game);

/* Returns SHG_DEFAULT_VARIANT or, if it is missing or invalid, the first valid variant, borrowed
 * until free; NULL: none is valid. */
const shoogi_catalog_entry *shg_variants_default(shg_variants *variants);

/* The summary of a variant, for lists. */
typedef struct shg_variant_summary {
    unsigned files, ranks, kinds;
    const char *title;
    const char *aliases; /* each NUL-terminated, "" at the end */
    const char *pieces; /* the names of each kind (piece_names.h), from kind 1 on, in the same form */
} shg_variant_summary;

/* Returns the summary, in the same way. */
SHOOGI_CHECKED shoogi_status shg_variants_summary(const shg_variant_summary **out,
                                                  shg_variants *variants, size_t game);

/* Returns an error that was not returned before: the variant, and "FILE:LINE:COLUMN: expected
 * WHAT, found TEXT". False: there is none. */
bool shg_variants_next_fault(size_t *game, char fault[SHOOGI_CATALOG_ERROR_BYTES],
                             shg_variants *variants);

#endif
