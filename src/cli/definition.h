/* definition.h: finds the variant that the user names, in the catalog or in a file. */
#ifndef SHG_CLI_DEFINITION_H
#define SHG_CLI_DEFINITION_H

#include "shoogi/catalog.h"

#include <stdbool.h>

/* Reads the definition in a file, which may be an HTML page; path "-" is standard input, and FILE:NAME a game of
 * Fairy-Stockfish's variants.ini.  lenient: as in
 * shoogi_parse_options.  Reports errors and warnings on standard error.  Returns OK with *out owned
 * (shoogi_variant_free), or the status of the first error. */
SHOOGI_CHECKED shoogi_status cli_definition_read(shoogi_variant **out, const char *path,
                                                 shoogi_catalog *catalog, bool lenient);

/* Reads each game of a file, or the one of FILE:NAME, reports errors, and calls good for each that is valid: label is
 * FILE, or FILE:NAME for a game of variants.ini.  Returns the greatest exit status. */
typedef int cli_definition_visit(const char *label, const shoogi_variant *variant);
int cli_definition_each(const char *path, shoogi_catalog *catalog, bool lenient,
                        cli_definition_visit *good);

/* Finds a variant: a name or alias in the catalog, or else, if word contains "." or "/", the file of that path.  Returns the
 * variant: if *own is not NULL it is the same and owned (shoogi_variant_free), else borrowed until the catalog is freed.
 * Returns NULL after reporting an error. */
const shoogi_variant *cli_variant_find(shoogi_variant **own, shoogi_catalog *catalog,
                                       const char *command, const char *word);

/* A variant that the user has chosen, with its catalog entry. */
typedef struct cli_chosen {
    shoogi_catalog *catalog;
    shoogi_variant *own;
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_catalog_entry entry; /* name, path and variant; borrowed from the others */
} cli_chosen;

/* Finds a variant as cli_variant_find does; a variant from a file is named after the file.  Returns false after reporting an
 * error.  In both cases *chosen must be freed (cli_chosen_fini). */
bool cli_choose(cli_chosen *chosen, const char *command, const char *word);
/* Accepts an all-zero struct. */
void cli_chosen_fini(cli_chosen *chosen);

#endif
