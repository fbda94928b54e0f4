/* help_docs_test.c: docs/help/ is what HELP tells.
 *
 *     help_docs_test            compares the pages with what they are made from
 *     help_docs_test --write    writes them
 *
 * Besides, that what definitions tell of disputed rules holds together.
 *
 * A page for each topic of level 1, with the topics inside it, and README.md, which lists them. */
#include "core/variant/variant_int.h"
#include "server/help/write.h"
#include "shoogi/catalog.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024, FILE_BYTES_MAX = 1 << 20 };
static const char made[] =
    "<!-- Made by tests/help_docs_test.c from src/server/help/help.def, commands.def, settings.def and "
    "variants/: see there. -->\n\n";

static bool writing;
static shg_variants *games;
static shg_help *help;

static int set_up(void **state)
{
    (void)state;
    const shoogi_catalog_entry *usual;
    size_t game;
    if (shg_variants_new(&games, NULL, NULL) != SHOOGI_OK ||
        !shg_variants_by_name(&game, games, "shogi", 5) ||
        shg_variants_get(&usual, games, game) != SHOOGI_OK)
        return -1;
    help = shg_help_new(games, usual->variant, usual->name, SHG_ENGLISH);
    return help ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    shg_help_free(help);
    shg_variants_free(games);
    return 0;
}

static void path_of(char path[PATH_BYTES], const char *name)
{
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(path, PATH_BYTES, "%s/docs/help/%s.md", root ? root : ".", name);
}

/* Writes the page, or compares it with what is there. */
static void settle(const char *name, const shg_out *text)
{
    char path[PATH_BYTES];
    path_of(path, name);
    assert_false(text->spent);
    if (writing) {
        FILE *const file = fopen(path, "w");
        assert_non_null(file);
        assert_int_equal(fwrite(text->bytes, 1, text->length, file), text->length);
        assert_int_equal(fclose(file), 0);
        return;
    }
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there: help_docs_test --write makes it", path);
    char *found = malloc(FILE_BYTES_MAX);
    assert_non_null(found);
    const size_t bytes = fread(found, 1, FILE_BYTES_MAX, file);
    fclose(file);
    const bool same = bytes == text->length && memcmp(found, text->bytes, bytes) == 0;
    free(found);
    if (!same)
        fail_msg("%s is not what HELP tells: help_docs_test --write makes it anew", path);
}

static void chapters(void **state)
{
    (void)state;
    unsigned count = 0;
    for (size_t i = 0; i < shg_help_count(help); i++) {
        if (shg_help_level(help, i) != 1)
            continue;
        shg_help_page page = { 0 };
        shg_out text = shg_out_growing();
        shg_out_text(&text, made);
        shg_help_add_topic(&page, help, i);
        assert_false(page.failed);
        shg_help_write_markdown(&text, &page, help);
        char slug[SHG_HELP_SLUG_BYTES];
        shg_help_slug(slug, help, i);
        settle(slug, &text);
        free(text.bytes);
        shg_help_page_fini(&page);
        count++;
    }
    assert_true(count > shg_variants_count(games));
}

/* How many of the games of a reading are this one; fails if one of them is not there. */
static unsigned plays(const shg_told *reading, const char *game)
{
    if (strcmp(reading->games, "*") == 0 || strcmp(reading->games, "-") == 0)
        return reading->games[0] == '*';
    unsigned count = 0;
    for (const char *at = reading->games; *at;) {
        const size_t bytes = strcspn(at, ",");
        char name[64];
        size_t n;
        snprintf(name, sizeof name, "%.*s", (int)bytes, at);
        if (!shg_variants_by_name(&n, games, name, strlen(name)) ||
            strcmp(shg_variants_name(games, n), name) != 0)
            fail_msg("%s: \"%s\": there is no game %s", game, reading->text, name);
        count += strcmp(name, game) == 0;
        at += bytes + (at[bytes] == ',');
    }
    return count;
}

/* Readings name games that are there, and each game that a dispute is told of plays one reading of it. */
static void disputes(void **state)
{
    (void)state;
    for (size_t i = 0; i < shg_variants_count(games); i++) {
        const shoogi_catalog_entry *entry;
        assert_int_equal(shg_variants_get(&entry, games, i), SHOOGI_OK);
        const shoogi_variant *const v = entry->variant;
        for (size_t k = 0; k < v->told_count; k++) {
            if (v->told[k].telling != SHG_TELLS_DISPUTE)
                continue;
            unsigned readings = 0, played = 0;
            for (size_t n = k + 1; n < v->told_count; n++) {
                if (v->told[n].telling == SHG_TELLS_DISPUTE)
                    break;
                if (v->told[n].telling != SHG_TELLS_READING)
                    continue;
                readings++;
                played += plays(&v->told[n], entry->name);
            }
            if (readings < 2 || played != 1)
                fail_msg("%s: \"%s\": %u readings, of which it plays %u", entry->name,
                         v->told[k].text, readings, played);
        }
    }
}

static void list(void **state)
{
    (void)state;
    shg_out text = shg_out_growing();
    shg_out_format(&text, "%s# Help\n\nWhat HELP tells at the telnet door.\n\n", made);
    for (size_t i = 0; i < shg_help_count(help); i++) {
        const unsigned level = shg_help_level(help, i);
        const size_t chapter = shg_help_chapter(help, i);
        if (level > 2)
            continue;
        char slug[SHG_HELP_SLUG_BYTES], page[SHG_HELP_SLUG_BYTES];
        shg_help_slug(slug, help, i);
        shg_help_slug(page, help, chapter);
        const char *names = shg_help_names(help, i);
        shg_out_format(&text, "%s- [%.*s](%s.md%s%s)\n", level > 1 ? "  " : "",
                       (int)strcspn(names, ","), names, page, chapter == i ? "" : "#",
                       chapter == i ? "" : slug);
    }
    settle("README", &text);
    free(text.bytes);
}

int main(int count, char **arguments)
{
    writing = count > 1 && strcmp(arguments[1], "--write") == 0;
    const struct CMUnitTest tests[] = { cmocka_unit_test(chapters), cmocka_unit_test(disputes),
                                        cmocka_unit_test(list) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
