/* part.h: the definitions that a server plays by.
 *
 * The room rules keeps the games of the files as they are now (variants.h), those of games that began under an older
 * definition (past_rules.h), and what pieces are called (piece_names.h).  It uses the room loop. */
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
    shg_rules_cache *past; /* the reader's thread's */
} shg_rules_part;

/* Lists the definitions; none is read yet. */
SHOOGI_CHECKED shoogi_status shg_rules_start(shg_server *server, const shg_launch *start);
void shg_rules_stop(shg_server *server);

/* Reads every definition, and writes each fault to faults, a line each.  Returns OK; BAD_RULES with a sentence in fault, if
 * any has one; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_check(FILE *faults, const shg_server *server,
                                             char fault[SHG_SERVER_FAULT_BYTES]);

/* Logs the faults of definitions that have been read since the last call. */
void shg_rules_log_faults(shg_server *server);

/* The variant of this name; NULL if there is none, or it cannot be read.  Any thread. */
const shoogi_catalog_entry *shg_server_variant(const shg_server *server, const char *name);

/* The one that a player means: of that name or, if none has it, alias or title, in letters of either case.  Returns OK with *out
 * borrowed from the server; NOT_FOUND; INVALID_RULES if its definition has a fault, which the log tells; NO_MEMORY.  Any
 * thread. */
SHOOGI_CHECKED shoogi_status shg_server_find_variant(const shoogi_catalog_entry **out,
                                                     const shg_server *server, const char *name,
                                                     size_t name_bytes);

/* The title of the game of this name, in a language; the name where the game is not of this server's, such as one that a
 * player uploaded.  Borrowed from name and the server.  Any thread. */
const char *shg_server_title(const shg_server *server, shg_language language, const char *name);

/* Said of one whose definition has a fault. */
#define SHG_BAD_DEFINITION                                                                         \
    SHG_TEXT("The definition of that game has errors, so it cannot be played here.\n")

#endif
