#include "server/rules/past_rules.h"

#include "server/loop/bounds.h"
#include "server/loop/test_settings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct shg_rules {
    atomic_uint references;
    int64_t definition;
    shoogi_variant *variant;
};

struct shg_rules_cache {
    pthread_mutex_t lock;
    shg_rules *rows[SHG_RULES_CACHED]; /* most recently used first */
};

const shoogi_variant *shg_rules_variant(const shg_rules *rules)
{
    return rules->variant;
}

int64_t shg_rules_definition(const shg_rules *rules)
{
    return rules->definition;
}

shoogi_catalog_entry shg_rules_entry(const shg_rules *rules)
{
    return (shoogi_catalog_entry){ .name = shoogi_variant_name(rules->variant),
                                   .path = "",
                                   .text = "",
                                   .variant = rules->variant };
}

int64_t shg_rules_number(const char *name, size_t name_bytes)
{
    int64_t number = 0;
    if (name_bytes < 2 || name_bytes > 18 || name[0] != '@')
        return 0;
    for (size_t i = 1; i < name_bytes; i++) {
        if (name[i] < '0' || name[i] > '9')
            return 0;
        number = number * 10 + (name[i] - '0');
    }
    return number;
}

shg_rules *shg_rules_ref(shg_rules *rules)
{
    atomic_fetch_add_explicit(&rules->references, 1, memory_order_relaxed);
    return rules;
}

void shg_rules_unref(shg_rules *rules)
{
    /* Release publishes this thread's use; acquire sees the other threads' before freeing. */
    if (!rules || atomic_fetch_sub_explicit(&rules->references, 1, memory_order_acq_rel) != 1)
        return;
    shoogi_variant_free(rules->variant);
    free(rules);
}

shoogi_status shg_rules_cache_new(shg_rules_cache **out)
{
    shg_rules_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return SHOOGI_NO_MEMORY;
    if (pthread_mutex_init(&cache->lock, NULL) != 0) {
        free(cache);
        return SHOOGI_NO_MEMORY;
    }
    *out = cache;
    return SHOOGI_OK;
}

void shg_rules_cache_free(shg_rules_cache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < SHG_RULES_CACHED; i++)
        shg_rules_unref(cache->rows[i]);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* Moves rules to the front; those after its old place stay. */
static void move_to_front(shg_rules_cache *cache, size_t from, shg_rules *rules)
{
    for (size_t i = from; i > 0; i--)
        cache->rows[i] = cache->rows[i - 1];
    cache->rows[0] = rules;
}

static bool has_line(const char *text, size_t text_bytes, const char *begin)
{
    const size_t count = strlen(begin);
    for (size_t at = 0; at + count <= text_bytes; at++)
        if ((at == 0 || text[at - 1] == '\n') && memcmp(text + at, begin, count) == 0)
            return true;
    return false;
}

/* A copy of a stored definition, which is canonical, with what it meant when it was stored.  The trade rule had always an
 * exception for adjacent pieces; since it has to be asked for, the canonical form always says whether it is.
 * Owned (free); NULL: no memory. */
static char *with_old_defaults(const char *text, size_t text_bytes)
{
    static const char exception[] = "adjacent=free\n";
    const bool old =
        has_line(text, text_bytes, "protected=") && !has_line(text, text_bytes, "adjacent=");
    char *const copy = malloc(text_bytes + sizeof exception + 1);
    if (!copy)
        return NULL;
    size_t bytes = 0;
    if (old) {
        memcpy(copy, exception, sizeof exception - 1);
        bytes = sizeof exception - 1;
    }
    if (text_bytes > 0)
        memcpy(copy + bytes, text, text_bytes);
    copy[bytes + text_bytes] = '\0';
    return copy;
}

static shoogi_status read_rules(shg_rules **out, shg_storage *storage, int64_t definition,
                                shoogi_error *err)
{
    shg_definition row;
    shoogi_status status = storage->ops->definition_get(storage, &row, definition, err);
    if (status != SHOOGI_OK)
        return status;
    shoogi_variant *variant = NULL;
    const shoogi_parse_options how = { .name = row.name };
    shoogi_error first = { 0 };
    size_t count = 0;
    char *const whole = with_old_defaults(row.text, row.text_bytes);
    if (!whole)
        return SHOOGI_NO_MEMORY;
    status = shoogi_variant_parse_with(&variant, whole, strlen(whole), &how, &first, 1, &count);
    free(whole);
    if (status != SHOOGI_OK) {
        if (err)
            *err = first;
        return status;
    }
    shg_rules *rules = calloc(1, sizeof *rules);
    if (!rules) {
        shoogi_variant_free(variant);
        return SHOOGI_NO_MEMORY;
    }
    atomic_init(&rules->references, 1);
    rules->definition = definition;
    rules->variant = variant;
    *out = rules;
    return SHOOGI_OK;
}

/* The cached rules of a definition. made: to be added if there are none, taken; NULL: none are. Returns them owned
 * by the caller as well, or NULL. */
static shg_rules *find(shg_rules_cache *cache, int64_t definition, shg_rules *made)
{
    const size_t room = (size_t)shg_test_bound(SHG_RULES_CACHED, 1);
    size_t at = 0;
    shg_rules *found = NULL, *unused = made;
    pthread_mutex_lock(&cache->lock);
    while (at < room && cache->rows[at] && cache->rows[at]->definition != definition)
        at++;
    if (at < room && cache->rows[at]) {
        found = cache->rows[at];
        move_to_front(cache, at, found);
    } else if (made) {
        found = made;
        const size_t last = at < room ? at : room - 1;
        unused = cache->rows[last];
        move_to_front(cache, last, found);
    }
    if (found)
        shg_rules_ref(found);
    pthread_mutex_unlock(&cache->lock);
    shg_rules_unref(unused);
    return found;
}

shoogi_status shg_rules_get(shg_rules **out, shg_rules_cache *cache, shg_storage *storage,
                            int64_t definition, shoogi_error *err)
{
    shg_rules *rules = find(cache, definition, NULL);
    if (!rules) {
        const shoogi_status status = read_rules(&rules, storage, definition, err);
        if (status != SHOOGI_OK)
            return status;
        rules = find(cache, definition, rules); /* those of another thread, if it was faster */
    }
    *out = rules;
    return SHOOGI_OK;
}
