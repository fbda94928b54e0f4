/* catalog_int.h: what programs that list games ask of a catalog: texts that stay, and games without their rules. */
#ifndef SHG_CATALOG_CATALOG_INT_H
#define SHG_CATALOG_CATALOG_INT_H

#include "shoogi/catalog.h"

/* Takes the texts of all files there are now.  From then on the catalog looks at no file: what is put on disk later is
 * not there, and what goes or changes stays as it was.  Once, before anything else.  Returns OK, also if some cannot be
 * read, which shoogi_catalog_get then reports; or NO_MEMORY, and then the catalog can only be freed.  Cost: 2 ms for 140
 * files. */
SHOOGI_CHECKED shoogi_status shg_catalog_hold(shoogi_catalog *catalog);

/* The other names that a definition gives itself, found without looking at anything else in it: in lower case, a NUL behind
 * each, and "" behind the last.  name: as shoogi_catalog_names gives it.  A file that cannot be read gives itself none.
 * Returns OK and *out owned (free), or NO_MEMORY.  Cost: reading the file. */
SHOOGI_CHECKED shoogi_status shg_catalog_aliases(char **out, shoogi_catalog *catalog,
                                                 const char *name);

/* The title that a definition gives itself; "" if it gives none.  The rest as shg_catalog_aliases. */
SHOOGI_CHECKED shoogi_status shg_catalog_title(char **out, shoogi_catalog *catalog,
                                               const char *name);

/* The outline (core/definition/outline.h) of the game of this name, read now.  Returns OK and *out owned (shoogi_variant_free); else as
 * shoogi_catalog_get, except that an outline shows fewer faults. */
SHOOGI_CHECKED shoogi_status shg_catalog_outline(shoogi_variant **out, shoogi_catalog *catalog,
                                                 const char *name, shoogi_catalog_error *fault);

/* The game that is meant where none is named: a file like all others, but one has to be it. */
#define SHG_USUAL_VARIANT "shogi"

#endif
