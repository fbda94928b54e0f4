/* variants_of.h: the variants that a test goes through: those of the files or names it was given, else all that are
 * shipped. */
#ifndef SHG_TESTS_VARIANTS_OF_H
#define SHG_TESTS_VARIANTS_OF_H

#include "catalog/file.h"
#include "shoogi/catalog.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { DEFINITION_BYTES_MAX = 256 * 1024 };

/* number: from 0 on. */
typedef void variant_check(const char *name, const shoogi_variant *variant, size_t number);

/* What has a path is a file. */
static inline bool is_file(const char *word)
{
    return strchr(word, '/') != NULL;
}

static inline void one_file(const char *file, size_t number, variant_check *check)
{
    char *text;
    size_t bytes;
    shoogi_variant *variant;
    shoogi_error err;
    assert_int_equal(shg_file_read(&text, &bytes, file, DEFINITION_BYTES_MAX, NULL), SHOOGI_OK);
    if (shoogi_variant_parse(&variant, text, bytes, &err) != SHOOGI_OK)
        fail_msg("%s:%u:%u: %s", file, err.line, err.column, err.message);
    check(file, variant, number);
    shoogi_variant_free(variant);
    free(text);
}

/* The number of a shipped variant is its place among all of them, whether or not all are gone through. */
static inline void each_variant(char *const *words, size_t word_count, variant_check *check)
{
    shoogi_catalog *catalog;
    const char *const *names;
    size_t count, found = 0;
    for (size_t i = 0; i < word_count; i++)
        if (is_file(words[i])) {
            one_file(words[i], i, check);
            found++;
        }
    if (word_count > 0 && found == word_count)
        return;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_true(count > 16);
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry;
        shoogi_catalog_error fault;
        bool wanted = word_count == 0;
        for (size_t k = 0; k < word_count && !wanted; k++)
            wanted = strcmp(words[k], names[i]) == 0;
        if (!wanted)
            continue;
        found++;
        if (shoogi_catalog_get(&entry, catalog, names[i], strlen(names[i]), &fault) != SHOOGI_OK)
            fail_msg("%s", fault.text);
        check(names[i], entry->variant, i);
    }
    assert_int_equal(found, word_count > 0 ? word_count : count);
    shoogi_catalog_free(catalog);
}

#endif
