/* docs_test.c: every example of docs/ is what it says it is.
 *
 * In docs/variant-format.md and docs/xbetza.md a block of indented lines that begins with files= or base= is a
 * definition; the first cells of the table under "Examples" in docs/xbetza.md are moves.  In
 * docs/record-format.md one that looks like a record is one. */
#include "base/test_suite.h"
#include "shoogi/catalog.h"
#include "shoogi/record.h"
#include "shoogi/variant.h"
#include "support/definition_files.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES_MAX = 1024, BLOCK_BYTES_MAX = 8192, FILE_BYTES_MAX = 65536 };

static FILE *open_file(const char *folder, const char *name)
{
    char path[1024];
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/%s/%s", root ? root : ".", folder, name);
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    return file;
}

/* Examples may be based on the games that are here. */
static void check_definition(const char *name, unsigned line, const char *text)
{
    const shoogi_parse_options how = { .lookup = look_up_definition };
    shoogi_variant *v = NULL;
    shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count;
    const shoogi_status status = shoogi_variant_parse_with(&v, text, strlen(text), &how, errors,
                                                           SHOOGI_DEFINITION_ERRORS_MAX, &count);
    if (count > 0)
        fail_msg("docs/%s:%u: %u:%u: %s", name, line, errors[0].line, errors[0].column,
                 errors[0].message);
    assert_int_equal(status, SHOOGI_OK);
    shoogi_variant_free(v);
}

static bool check_if_definition(const char *name, unsigned line, const char *block)
{
    const bool begins = strncmp(block, "files=", 6) == 0 || strncmp(block, "base=", 5) == 0;
    if (begins)
        check_definition(name, line, block);
    return begins;
}

static shoogi_catalog *catalog;

static const shoogi_variant *find_variant(void *context, const char *name, size_t name_bytes)
{
    const shoogi_catalog_entry *entry;
    (void)context;
    return shoogi_catalog_get(&entry, catalog, name, name_bytes, NULL) == SHOOGI_OK ? entry->variant
                                                                                    : NULL;
}

/* Takes out the line that changes with the definition of the game. */
static void cut_rules(char *text)
{
    char *const rules = strstr(text, "\nrules ");
    if (rules)
        memmove(rules, strchr(rules + 1, '\n'), strlen(strchr(rules + 1, '\n')) + 1);
}

/* A record reads without a fault; one of our own is written again as it stands. */
static bool check_if_record(const char *name, unsigned line, const char *block)
{
    const shoogi_format format = shoogi_format_detect(block, strlen(block));
    if (format == SHOOGI_FORMAT_COUNT)
        return false;
    char text[BLOCK_BYTES_MAX];
    strcpy(text, block);
    cut_rules(text);
    const shoogi_record_read_options how = { .variant = find_variant(NULL, "shogi", 5),
                                             .find_variant = find_variant };
    shoogi_record *record = NULL;
    shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
    size_t count;
    const shoogi_status status = shoogi_record_read(&record, NULL, format, text, strlen(text), &how,
                                                    errors, SHOOGI_RECORD_ERRORS_MAX, &count);
    if (count > 0)
        fail_msg("docs/%s:%u: %u:%u: %s", name, line, errors[0].line, errors[0].column,
                 errors[0].message);
    assert_int_equal(status, SHOOGI_OK);
    char *again;
    size_t again_bytes;
    uint32_t losses;
    assert_int_equal(shoogi_record_write(&again, &again_bytes, &losses, format, record, NULL, NULL),
                     SHOOGI_OK);
    if (format == SHOOGI_FORMAT_SHOOGI) {
        cut_rules(again);
        assert_string_equal(again, text);
    }
    shoogi_text_free(again);
    shoogi_record_free(record);
    return true;
}

/* Shows the indented blocks of a page to a function that checks those it is for; returns how many those are. */
static unsigned check_blocks(const char *name,
                             bool (*check)(const char *name, unsigned line, const char *block))
{
    FILE *const file = open_file("docs", name);
    char line[LINE_BYTES_MAX], block[BLOCK_BYTES_MAX] = "";
    unsigned number = 0, first = 0, found = 0, empty = 0;
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, file) != NULL;
        number++;
        if (more && strncmp(line, "    ", 4) == 0) {
            if (block[0] == '\0')
                first = number;
            assert_true(strlen(block) + strlen(line) + empty < sizeof block);
            for (; empty > 0; empty--)
                strcat(block, "\n");
            strcat(block, line + 4);
            continue;
        }
        if (more && line[0] == '\n' && block[0] != '\0') {
            empty++; /* of the block, if it goes on */
            continue;
        }
        empty = 0;
        found += check(name, first, block);
        block[0] = '\0';
    }
    fclose(file);
    return found;
}

static void definitions_are_games(void **state)
{
    (void)state;
    assert_true(check_blocks("variant-format.md", check_if_definition) >= 6);
    (void)check_blocks("xbetza.md", check_if_definition);
}

static void records_are_records(void **state)
{
    (void)state;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_true(check_blocks("record-format.md", check_if_record) >= 4);
    shoogi_catalog_free(catalog);
}

static void moves_are_moves(void **state)
{
    (void)state;
    FILE *const file = open_file("docs", "xbetza.md");
    char line[LINE_BYTES_MAX];
    unsigned found = 0;
    bool here = false;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            here = strcmp(line, "## Examples\n") == 0;
        char *const end = here && strncmp(line, "| `", 3) == 0 ? strchr(line + 3, '`') : NULL;
        if (!end)
            continue;
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        *end = '\0';
        (void)!shoogi_xbetza_check(line + 3, strlen(line + 3), errors, SHOOGI_DEFINITION_ERRORS_MAX,
                                   &count);
        if (count > 0)
            fail_msg("%s: %u: %s", line + 3, errors[0].column, errors[0].message);
        found++;
    }
    fclose(file);
    assert_true(found >= 20);
}

/* Each parameter has its row. */
static void every_parameter_is_described(void **state)
{
    (void)state;
    static char page[FILE_BYTES_MAX];
    FILE *const file = open_file("docs", "variant-format.md");
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    FILE *const rows = open_file("src/core/definition", "parameters.def");
    char line[LINE_BYTES_MAX], wanted[64];
    unsigned found = 0;
    while (fgets(line, sizeof line, rows)) {
        char ident[64], name[64];
        if (strchr(line, '(') == NULL || strncmp(line, " *", 2) == 0 ||
            sscanf(line, "%*[A-Z](%63[A-Z_], \"%60[A-Za-z]\"", ident, name) != 2)
            continue;
        const bool looks = strncmp(line, "LOOKS", 5) == 0;
        snprintf(wanted, sizeof wanted, looks ? "%s" : "`%s`", name);
        if (!strstr(page, wanted))
            fail_msg("%s is not described", name);
        found++;
    }
    fclose(rows);
    assert_true(found >= 60);
}

TEST_SUITE(docs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_are_games),
        cmocka_unit_test(moves_are_moves),
        cmocka_unit_test(records_are_records),
        cmocka_unit_test(every_parameter_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
