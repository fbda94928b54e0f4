/* catalog_int.h: catalog functions for programs that list games: a fixed set of texts, and games without their rules. */
#ifndef SHG_CATALOG_CATALOG_INT_H
#define SHG_CATALOG_CATALOG_INT_H

#include "shoogi/catalog.h"

/* Reads the texts of all files into memory.  From then on the catalog reads no file, so later changes on disk have no effect.
 * Call it once, before any other function.  Returns OK even if some files cannot be read, which shoogi_catalog_get then
 * reports; or NO_MEMORY, after which the catalog can only be freed.  Cost: 2 ms for 140 files. */
SHOOGI_CHECKED shoogi_status shg_catalog_hold(shoogi_catalog *catalog);

/* Returns the aliases of a definition without parsing the rest of it: in lower case, each followed by a NUL, and "" after the
 * last.  name: as shoogi_catalog_names returns it.  An unreadable file has no aliases.  Returns OK and *out owned (free), or
 * NO_MEMORY.  Cost: reading the file. */
SHOOGI_CHECKED shoogi_status shg_catalog_aliases(char **out, shoogi_catalog *catalog,
                                                 const char *name);

/* Returns the title of a definition, "" if it has none; else like shg_catalog_aliases. */
SHOOGI_CHECKED shoogi_status shg_catalog_title(char **out, shoogi_catalog *catalog,
                                               const char *name);

/* Reads the outline (core/definition/outline.h) of a game from its file.  Returns OK and *out owned (shoogi_variant_free); else
 * as shoogi_catalog_get, except that an outline detects fewer faults. */
SHOOGI_CHECKED shoogi_status shg_catalog_outline(shoogi_variant **out, shoogi_catalog *catalog,
                                                 const char *name, shoogi_catalog_error *fault);

/* The default game.  Its file is like all others. */
#define SHG_DEFAULT_VARIANT "shogi"

#endif
