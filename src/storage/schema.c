#include "storage/schema.h"

#include <stdlib.h>
#include <string.h>

/* Steps of versions that do not exist yet; `to` counts from the last version. */
static const shg_schema_step test_steps[] = {
    { 1, SHG_SCHEMA_ADDS, "ALTER TABLE game ADD COLUMN test_added integer NOT NULL DEFAULT 7" },
    { 2, SHG_SCHEMA_CHANGES, "CREATE TABLE test_changed(id integer PRIMARY KEY)" },
};

/* How many of them this program has: SHOOGI_TEST_SCHEMA=adds has the first, SHOOGI_TEST_SCHEMA=changes has both.  meson.build
 * defines SHG_TESTS by the option `tests`, which packages turn off. */
static size_t count_test_steps(void)
{
#if defined SHG_TESTS && !defined NDEBUG
    const char *word = getenv("SHOOGI_TEST_SCHEMA");
    if (word && strcmp(word, "adds") == 0)
        return 1;
    if (word && strcmp(word, "changes") == 0)
        return 2;
#endif
    return 0;
}

static shg_schema_step step_at(const shg_schema *schema, size_t i)
{
    const size_t real = schema->count - schema->test_count;
    if (schema->test_count == 0 || i < real)
        return schema->steps[i];
    shg_schema_step step = test_steps[i - real];
    step.to += schema->steps[real - 1].to;
    return step;
}

shg_schema shg_schema_of(const shg_schema_step *steps, size_t count)
{
    const size_t test_count = count_test_steps();
    shg_schema schema = { .steps = steps, .count = count + test_count, .test_count = test_count };
    schema.version = step_at(&schema, schema.count - 1).to;
    return schema;
}

int shg_schema_oldest(const shg_schema *schema, int64_t version)
{
    int oldest = 0;
    for (size_t i = 0; i < schema->count; i++) {
        const shg_schema_step step = step_at(schema, i);
        if (step.kind == SHG_SCHEMA_CHANGES && step.to <= version)
            oldest = step.to;
    }
    return oldest;
}

const char *shg_schema_commands(size_t *next, const shg_schema *schema, int64_t to)
{
    while (*next < schema->count) {
        const shg_schema_step step = step_at(schema, (*next)++);
        if (step.to == to)
            return step.sql;
    }
    return NULL;
}
