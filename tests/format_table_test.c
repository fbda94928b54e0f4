/* format_table_test.c: the table of docs/record-format.md says what each format holds.
 *
 * The table is made anew from records with one feature each, and must stand in the document as it is. */
#include "base/test_suite.h"
#include "shoogi/catalog.h"
#include "shoogi/record.h"
#include "shoogi/variant.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 12, PAGE_BYTES_MAX = 65536, TABLE_BYTES_MAX = 8192 };

/* A column, and our own records with what it is about, behind their first line.  Games of Shogi are not named:
 * that is what the column of games is about. */
static const struct {
    const char *words;
    const char *samples[SAMPLES_MAX];
} features[SHOOGI_LOSS_COUNT] = {
    [SHOOGI_LOSS_MOVES] = { "moves", { "1 7g7f\n2 3c3d\n", "game chu\n1 7i7h\n" } },
    [SHOOGI_LOSS_VARIATIONS] = { "variations",
                                 { "1 7g7f\n2 3c3d\n2 8c8d\n3 2g2f\n3 1g1f\n2 4a3b\n",
                                   "1 7g7f\n2 end resign black\n2 3c3d\n" } },
    [SHOOGI_LOSS_COMMENTS] = { "comments",
                               { "* before\n* it\n1 7g7f\n* behind\n",
                                 "1 7g7f\n2 end resign black\n* behind the end\n" } },
    [SHOOGI_LOSS_BOOKMARKS] = { "bookmarks", { "1 7g7f\n& here\n" } },
    [SHOOGI_LOSS_TIMES] = { "times", { "1 7g7f 3\n2 3c3d\n3 2g2f 4000\n" } },
    [SHOOGI_LOSS_FRACTIONS] = { "fractions", { "1 7g7f 3.250\n" } },
    [SHOOGI_LOSS_HEADERS] = { "headers",
                              { "black: Anna\nwhite: Bert\nevent: Cup\n1 7g7f\n",
                                "weather: fine\n1 7g7f\n" } },
    [SHOOGI_LOSS_GAME] = { "game",
                           { "game mini\n1 2e3d\n", "game kyoto\n1 1e1d+\n",
                             "game chu\n1 7i7h\n" } },
    [SHOOGI_LOSS_NUMBER] = { "number", { "start 4k4/9/9/9/9/9/9/9/4K4 b P 35\n1 P*5e\n" } },
    [SHOOGI_LOSS_TERMINATION] = { "end",
                                  { "1 7g7f\n2 end resign black\n",
                                    "1 7g7f\n2 end suspended none\n", "1 7g7f\n2 end time black\n",
                                    "1 7g7f\n2 end draw draw\n", "1 7g7f\n2 end forfeit-won white\n",
                                    "1 7g7f\n2 end black-foul white\n",
                                    "1 7g7f\n2 end other none : 雨\n",
                                    "start 4k4/4+P4/9/9/9/9/9/9/4K4 b G 1\n1 G*4b\n2 end board black checkmate\n" } },
    [SHOOGI_LOSS_TERMINATION_TIME] = { "its time", { "1 7g7f 3\n2 end resign black 30\n" } },
    [SHOOGI_LOSS_UNPARSED] = { "rest", { "1 7g7f\n> what is this\n" } },
    [SHOOGI_LOSS_PLAYED] = { "game played", { "1 7g7f\n2 3c3d\n" } },
    [SHOOGI_LOSS_CHECKS] = { "checks given",
                             { "game three-check\nstart 4k4/9/9/9/9/9/9/9/4K4 b P 1+3 35\n1 P*5e\n" } },
};

static shoogi_catalog *catalog;

static const shoogi_variant *find_variant(void *context, const char *name, size_t name_bytes)
{
    const shoogi_catalog_entry *entry;
    (void)context;
    return shoogi_catalog_get(&entry, catalog, name, name_bytes, NULL) == SHOOGI_OK ? entry->variant
                                                                                    : NULL;
}

static shoogi_record *read_sample(const char *sample)
{
    char text[1024];
    const int bytes = snprintf(text, sizeof text, "shoogi record 1\n%s", sample);
    const shoogi_record_read_options how = { .variant = find_variant(NULL, "shogi", 5),
                                             .find_variant = find_variant };
    shoogi_record *record;
    shoogi_error error;
    size_t count;
    if (shoogi_record_read(&record, NULL, SHOOGI_FORMAT_SHOOGI, text, (size_t)bytes, &how, &error,
                           1, &count) != SHOOGI_OK ||
        count > 0)
        fail_msg("%s\n%u:%u: %s", text, error.line, error.column, error.message);
    return record;
}

static bool holds(shoogi_format format, shoogi_loss feature, const char *sample)
{
    shoogi_record *const record = read_sample(sample);
    char *text = NULL;
    size_t bytes;
    uint32_t losses = 0;
    const shoogi_status status =
        shoogi_record_write(&text, &bytes, &losses, format, record, NULL, NULL);
    assert_true(status == SHOOGI_OK || status == SHOOGI_ILLEGAL);
    shoogi_text_free(text);
    shoogi_record_free(record);
    return status == SHOOGI_OK && (losses >> feature & 1) == 0;
}

static const char *cell(shoogi_format format, shoogi_loss feature)
{
    unsigned held = 0, count = 0;
    while (count < SAMPLES_MAX && features[feature].samples[count])
        held += holds(format, feature, features[feature].samples[count++]);
    assert_true(count > 0); /* a feature without a sample proves nothing */
    return held == count ? "yes" : held > 0 ? "some" : "no";
}

static void make_table(char table[TABLE_BYTES_MAX])
{
    size_t at = (size_t)snprintf(table, TABLE_BYTES_MAX, "| format | games in a file |");
    for (unsigned f = 0; f < SHOOGI_LOSS_COUNT; f++)
        at += (size_t)snprintf(table + at, TABLE_BYTES_MAX - at, " %s |", features[f].words);
    at += (size_t)snprintf(table + at, TABLE_BYTES_MAX - at, "\n|---|---|");
    for (unsigned f = 0; f < SHOOGI_LOSS_COUNT; f++)
        at += (size_t)snprintf(table + at, TABLE_BYTES_MAX - at, "---|");
    for (unsigned row = 0; row < SHOOGI_FORMAT_COUNT; row++) {
        const shoogi_format format = (shoogi_format)row;
        at += (size_t)snprintf(table + at, TABLE_BYTES_MAX - at, "\n| `%s` | %s |",
                               shoogi_format_name(format),
                               shoogi_format_allows_several(format) ? "many" : "one");
        for (unsigned f = 0; f < SHOOGI_LOSS_COUNT; f++)
            at += (size_t)snprintf(table + at, TABLE_BYTES_MAX - at, " %s |",
                                   cell(format, (shoogi_loss)f));
    }
    (void)snprintf(table + at, TABLE_BYTES_MAX - at, "\n");
}

static void the_table_is_true(void **state)
{
    (void)state;
    static char page[PAGE_BYTES_MAX], table[TABLE_BYTES_MAX];
    const char *const root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(page, sizeof page, "%s/docs/record-format.md", root ? root : ".");
    FILE *const file = fopen(page, "r");
    if (!file)
        fail_msg("%s cannot be read", page);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    make_table(table);
    shoogi_catalog_free(catalog);
    if (strstr(page, table))
        return;
    fprintf(stderr, "docs/record-format.md needs this table:\n%s", table);
    fail();
}

TEST_SUITE(format_table)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_table_is_true) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
