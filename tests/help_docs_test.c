/* help_docs_test.c: docs/help/ is what HELP tells.
 *
 *     help_docs_test            compares the pages with what they are made from
 *     help_docs_test --write    writes them
 *
 * A page for each topic of level 1, with the topics inside it, and README.md, which lists them. */
#include "server/help_write.h"
#include "shoogi/catalog.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024, FILE_BYTES_MAX = 1 << 20 };
static const char made[] =
    "<!-- Made by tests/help_docs_test.c from src/server/help.def, commands.def, settings.def and "
    "variants/: see there. -->\n\n";

static bool writing;
static shoogi_catalog *catalog;
static const shoogi_catalog_entry **games;
static size_t games_count;
static shg_help *help;

static int set_up(void **state)
{
    (void)state;
    const char *const *names;
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK ||
        shoogi_catalog_names(&names, &games_count, catalog) != SHOOGI_OK)
        return -1;
    games = calloc(games_count, sizeof *games);
    const shoogi_catalog_entry *usual;
    if (!games || shoogi_catalog_get(&usual, catalog, "shogi", 5, NULL) != SHOOGI_OK)
        return -1;
    for (size_t i = 0; i < games_count; i++)
        if (shoogi_catalog_get(&games[i], catalog, names[i], strlen(names[i]), NULL) != SHOOGI_OK)
            return -1;
    help = shg_help_new(games, games_count, usual->variant, usual->name, SHG_ENGLISH);
    return help ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    shg_help_free(help);
    free(games);
    shoogi_catalog_free(catalog);
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
    assert_true(count > games_count);
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(chapters), cmocka_unit_test(list) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
