/* definition.h: a game as the user names it: by its name, or by a file with its definition. */
#ifndef SHG_CLI_DEFINITION_H
#define SHG_CLI_DEFINITION_H

#include "shoogi/catalog.h"

#include <stdbool.h>

/* Reads the definition in a file, which may be a page of HTML; path "-" is standard input.  lenient: as in
 * shoogi_reading.  Faults and warnings are told on standard error.  Returns OK with *out owned
 * (shoogi_variant_free), or the status of the first fault. */
SHOOGI_CHECKED shoogi_status cli_definition_read(shoogi_variant **out, const char *path,
                                                 shoogi_catalog *catalog, bool lenient);

/* The game of a word: a name or an alias in the catalog, or else, if there is a "." or a "/" in it, the file that
 * is called so.  Returns it borrowed, with *own what is to be freed behind its last use (shoogi_variant_free), if
 * not NULL, or else until the catalog is freed; or NULL after telling the fault. */
const shoogi_variant *cli_variant_find(shoogi_variant **own, shoogi_catalog *catalog,
                                       const char *command, const char *word);

#endif
