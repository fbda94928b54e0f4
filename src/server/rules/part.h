/* part.h: the variants of a server.
 *
 * The room rules keeps the current definitions (variants.h), the older definitions of games in
 * progress (past_rules.h), and the names of pieces (piece_names.h). It calls loop; clock, game
 * and most later rooms call it. */
#ifndef SHG_SERVER_RULES_PART_H
#define SHG_SERVER_RULES_PART_H

#include "catalog/catalog_int.h"
#include "language/language.h"
#include "server/loop/host.h"
#include "server/rules/past_rules.h"
#include "server/rules/variants.h"

#include <stdio.h>

typedef struct shg_rules_part {
    shg_variants *variants;
    shg_rules_cache *past; /* used by the threads that read games */
} shg_rules_part;

/* Lists the definitions without reading them. */
SHOOGI_CHECKED shoogi_status shg_rules_start(shg_server *server, const shg_launch *start);
void shg_rules_stop(shg_server *server);

/* Reads every definition, and writes each error to faults, one per line. Returns OK;
 * INVALID_RULES with a sentence in fault, if there was an error; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_check(FILE *faults, const shg_server *server,
                                             char fault[SHG_SERVER_FAULT_BYTES]);

/* Logs the errors in definitions read since the last call. */
void shg_rules_log_faults(shg_server *server);

/* Returns the variant of this name; NULL if it does not exist or cannot be read. Any thread. */
const shoogi_catalog_entry *shg_server_variant(const shg_server *server, const char *name);

/* Finds a variant by name or, failing that, alias or title, in any case. Returns OK with *out
 * borrowed from the server; NOT_FOUND; INVALID_RULES if its definition has an error, which is
 * logged; NO_MEMORY. Any thread. */
SHOOGI_CHECKED shoogi_status shg_server_find_variant(const shoogi_catalog_entry **out,
                                                     const shg_server *server, const char *name,
                                                     size_t name_bytes);

/* Returns the title of a variant in a language; the name itself if this server does not have the
 * variant, such as one that a player uploaded. Borrowed from name and the server. Any thread. */
const char *shg_server_title(const shg_server *server, shg_language language, const char *name);

/* The sentence for a variant whose definition has an error. */
#define SHG_BAD_DEFINITION                                                                         \
    SHG_TEXT("The definition of that game has errors, so it cannot be played here.")

#endif
