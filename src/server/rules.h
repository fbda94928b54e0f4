/* rules.h: variants as they were when a game began, read back from the storage and shared by games.
 *
 * A game is played to its end under the definition it began with, whatever the files say today. */
#ifndef SHG_SERVER_RULES_H
#define SHG_SERVER_RULES_H

#include "shoogi/variant.h"
#include "storage/storage.h"

typedef struct shg_rules shg_rules;

const shoogi_variant *shg_rules_variant(const shg_rules *rules);

/* Any thread.  unref of NULL is accepted. */
shg_rules *shg_rules_ref(shg_rules *rules);
void shg_rules_unref(shg_rules *rules);

/* The SHG_RULES_CACHED definitions used last.  It belongs to the thread that reads games; what it hands
 * out may go anywhere. */
typedef struct shg_rules_cache shg_rules_cache;

/* Returns OK and *out owned (shg_rules_cache_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_cache_new(shg_rules_cache **out);
void shg_rules_cache_free(shg_rules_cache *cache);

/* Returns OK and *out owned (shg_rules_unref); NOT_FOUND, BAD_TEXT or BAD_RULES if the definition is
 * not there or is none; the storage's own; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rules_get(shg_rules **out, shg_rules_cache *cache,
                                           shg_storage *storage, int64_t definition,
                                           shoogi_error *err);

#endif
