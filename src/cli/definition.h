/* definition.h: a game as the user names it: by its name, or by a file with its definition. */
#ifndef SHG_CLI_DEFINITION_H
#define SHG_CLI_DEFINITION_H

#include "shoogi/catalog.h"

#include <stdbool.h>

/* Reads the definition in a file, which may be a page of HTML; path "-" is standard input.  lenient: as in
 * shoogi_parse_options.  Faults and warnings are told on standard error.  Returns OK with *out owned
 * (shoogi_variant_free), or the status of the first fault. */
SHOOGI_CHECKED shoogi_status cli_definition_read(shoogi_variant **out, const char *path,
                                                 shoogi_catalog *catalog, bool lenient);

/* The game of a word: a name or an alias in the catalog, or else, if there is a "." or a "/" in it, the file that
 * is called so.  Returns it borrowed, with *own what is to be freed behind its last use (shoogi_variant_free), if
 * not NULL, or else until the catalog is freed; or NULL after telling the fault. */
const shoogi_variant *cli_variant_find(shoogi_variant **own, shoogi_catalog *catalog,
                                       const char *command, const char *word);

/* A game as a word names it, with the name it has for those who list games. */
typedef struct cli_chosen {
    shoogi_catalog *catalog;
    shoogi_variant *own;
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_catalog_entry entry; /* name, path and variant; borrowed from the others */
} cli_chosen;

/* Fills *chosen with the game of a word, as cli_variant_find; the game of a file is called as the file is.  Returns false
 * after telling the fault.  In both cases *chosen is to be freed (cli_chosen_fini). */
bool cli_choose(cli_chosen *chosen, const char *command, const char *word);
/* Also of one that is all zeros. */
void cli_chosen_fini(cli_chosen *chosen);

#endif
