/* past_rules.h: the definitions with which games began, read from the storage and shared between
 * games.
 *
 * A game is played to its end under its first definition, even if the file changes. */
#ifndef SHG_SERVER_RULES_PAST_RULES_H
#define SHG_SERVER_RULES_PAST_RULES_H

#include "shoogi/catalog.h"
#include "shoogi/variant.h"
#include "storage/storage.h"

typedef struct shg_rules shg_rules;

const shoogi_variant *shg_rules_variant(const shg_rules *rules);

/* Returns the number of the definition. */
int64_t shg_rules_definition(const shg_rules *rules);

/* Returns it as a catalog entry, without text; borrowed from rules. */
shoogi_catalog_entry shg_rules_entry(const shg_rules *rules);

/* Returns the number of a stored definition named like a variant, "@3"; 0 for any other name. */
int64_t shg_rules_number(const char *name, size_t name_bytes);

/* Any thread. unref accepts NULL. */
shg_rules *shg_rules_ref(shg_rules *rules);
void shg_rules_unref(shg_rules *rules);

/* A cache of the SHG_RULES_CACHED definitions used last, for the threads that read games. */
typedef struct shg_rules_cache shg_rules_cache;

/* Returns OK and *out owned (shg_rules_cache_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_cache_new(shg_rules_cache **out);
void shg_rules_cache_free(shg_rules_cache *cache);

/* Any thread with its own storage; definitions are read while others use the cache. Returns OK and *out
 * owned (shg_rules_unref); NOT_FOUND if there is no such definition;
 * PARSE_ERROR or INVALID_RULES if it is invalid; an error of the storage; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_get(shg_rules **out, shg_rules_cache *cache,
                                           shg_storage *storage, int64_t definition,
                                           shoogi_error *err);

#endif
