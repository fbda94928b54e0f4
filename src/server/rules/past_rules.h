/* past_rules.h: variants as they were when a game began, read back from the storage and shared by games.
 *
 * A game is played to its end under the definition it began with, whatever the files say today. */
#ifndef SHG_SERVER_RULES_PAST_RULES_H
#define SHG_SERVER_RULES_PAST_RULES_H

#include "shoogi/catalog.h"
#include "shoogi/variant.h"
#include "storage/storage.h"

typedef struct shg_rules shg_rules;

const shoogi_variant *shg_rules_variant(const shg_rules *rules);

/* The number of the definition. */
int64_t shg_rules_definition(const shg_rules *rules);

/* The same as an entry of the catalog has it, without text; borrowed as long as rules. */
shoogi_catalog_entry shg_rules_entry(const shg_rules *rules);

/* The number of a stored definition that is named as a game, "@3"; 0 if it is no such name. */
int64_t shg_rules_number(const char *name, size_t name_bytes);

/* Any thread.  unref of NULL is accepted. */
shg_rules *shg_rules_ref(shg_rules *rules);
void shg_rules_unref(shg_rules *rules);

/* The SHG_RULES_CACHED definitions used last.  It belongs to the thread that reads games; what it hands
 * out may go anywhere. */
typedef struct shg_rules_cache shg_rules_cache;

/* Returns OK and *out owned (shg_rules_cache_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_cache_new(shg_rules_cache **out);
void shg_rules_cache_free(shg_rules_cache *cache);

/* Returns OK and *out owned (shg_rules_unref); NOT_FOUND, PARSE_ERROR or INVALID_RULES if the definition is
 * not there or is none; the storage's own; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_get(shg_rules **out, shg_rules_cache *cache,
                                           shg_storage *storage, int64_t definition,
                                           shoogi_error *err);

#endif
