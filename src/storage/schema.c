#include "storage/schema.h"

#include <stdlib.h>
#include <string.h>

/* Steps of a version that does not exist yet, by the word that asks for each. */
static const struct {
    const char *word, *sql;
    bool adds;
} tests[] = {
    { "adds", "ALTER TABLE game ADD COLUMN test_added integer NOT NULL DEFAULT 7", true },
    { "changes", "CREATE TABLE test_changed(id integer PRIMARY KEY)", false },
};

enum { TESTS = sizeof tests / sizeof tests[0] };

/* How many of them this program has: SHOOGI_TEST_SCHEMA=adds, or changes, which has both.  meson.build defines SHG_TESTS by the
 * option `tests`, which packages turn off. */
static size_t count_tests(void)
{
#if defined SHG_TESTS && !defined NDEBUG
    const char *last = getenv("SHOOGI_TEST_SCHEMA");
    for (size_t i = 0; last && i < TESTS; i++)
        if (strcmp(last, tests[i].word) == 0)
            return i + 1;
#endif
    return 0;
}

static int last_real(const shg_schema *schema)
{
    return schema->steps[schema->count - 1].to;
}

shg_schema shg_schema_of(const shg_schema_step *steps, size_t count)
{
    shg_schema schema = { .steps = steps, .count = count };
    schema.version = last_real(&schema) + (int)count_tests();
    return schema;
}

int shg_schema_oldest(const shg_schema *schema, int64_t version)
{
    int oldest = 0;
    for (size_t i = 0; i < schema->count; i++)
        if (schema->steps[i].kind == SHG_SCHEMA_CHANGES && schema->steps[i].to <= version)
            oldest = schema->steps[i].to;
    for (int to = last_real(schema) + 1; to <= version && to <= schema->version; to++)
        if (!tests[to - last_real(schema) - 1].adds)
            oldest = to;
    return oldest;
}

const char *shg_schema_commands(size_t *next, const shg_schema *schema, int64_t to)
{
    while (*next < schema->count)
        if (schema->steps[(*next)++].to == to)
            return schema->steps[*next - 1].sql;
    return to > last_real(schema) && (*next)++ == schema->count
               ? tests[to - last_real(schema) - 1].sql
               : NULL;
}
