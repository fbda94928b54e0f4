/* variants_of.h: the variants that a test goes through: those of the files it was given, else all that are shipped. */
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

static inline void each_file(char *const *files, size_t count, variant_check *check)
{
    for (size_t i = 0; i < count; i++) {
        char *text;
        size_t bytes;
        shoogi_variant *variant;
        shoogi_error err;
        assert_int_equal(shg_file_read(&text, &bytes, files[i], DEFINITION_BYTES_MAX, NULL),
                         SHOOGI_OK);
        if (shoogi_variant_parse(&variant, text, bytes, &err) != SHOOGI_OK)
            fail_msg("%s:%u:%u: %s", files[i], err.line, err.column, err.message);
        check(files[i], variant, i);
        shoogi_variant_free(variant);
        free(text);
    }
}

static inline void each_variant(char *const *files, size_t file_count, variant_check *check)
{
    shoogi_catalog *catalog;
    const char *const *names;
    size_t count;
    if (file_count > 0) {
        each_file(files, file_count, check);
        return;
    }
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_true(count > 16);
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry;
        shoogi_catalog_fault fault;
        if (shoogi_catalog_get(&entry, catalog, names[i], strlen(names[i]), &fault) != SHOOGI_OK)
            fail_msg("%s", fault.text);
        check(names[i], entry->variant, i);
    }
    shoogi_catalog_free(catalog);
}

#endif
