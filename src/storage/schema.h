/* schema.h: which versions of the program can use which versions of a database.
 *
 * A database is made by steps (migrations), and the number of the last one is its version.  It also stores the oldest version
 * whose programs can use it, which is lower if the last steps only add: then servers of both versions run side by side, and the
 * older ones can be started again.
 *
 * A step only adds if programs of the version before it
 *   - find every table, column and function as before,
 *   - write nothing that newer programs cannot read: a new column has a default, and a row may be absent,
 *   - can read what newer programs write: a new kind of event or option that older ones do not know needs a step that does not
 *     only add, even if it has no commands. */
#ifndef SHG_STORAGE_SCHEMA_H
#define SHG_STORAGE_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Commands of the step to a version.  A step can have several rows, and only adds if each of them does. */
typedef struct shg_schema_step {
    int to;
    enum { SHG_SCHEMA_CHANGES, SHG_SCHEMA_ADDS } kind;
    const char *sql;
} shg_schema_step;

typedef struct shg_schema {
    int version;
    const shg_schema_step *steps;
    size_t count, test_count; /* of all steps; of the last of them, which tests add */
} shg_schema;

/* The schema of these steps, borrowed, and of the steps that SHOOGI_TEST_SCHEMA adds in tests. */
shg_schema shg_schema_of(const shg_schema_step *steps, size_t count);

/* The oldest version whose programs can use a database of this version. */
int shg_schema_oldest(const shg_schema *schema, int64_t version);

/* Whether servers that use a database of this version can go on while it is brought to the version of the schema. */
static inline bool shg_schema_only_adds(const shg_schema *schema, int64_t version)
{
    return shg_schema_oldest(schema, schema->version) <= version;
}

/* Returns the commands of the step to a version, row by row, and NULL after the last: *next is 0 at the first call. */
const char *shg_schema_commands(size_t *next, const shg_schema *schema, int64_t to);

#endif
