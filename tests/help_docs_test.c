/* help_docs_test.c: docs/help/ and the pages of the games are what HELP tells.
 *
 *     help_docs_test            compares the pages with what they are made from
 *     help_docs_test --write    writes them
 *
 * In docs/help/ there is a page for each topic of level 1, with the topics inside it, and README.md, which lists them.  The
 * pages of games are in tests/help/, two of them whole, to be read; of each other one a line in hashes.txt: its name and
 * the SHA-256 of what `shoogi help game NAME` prints, as 140 pages would bury every change in 5 MB of text.
 *
 * Besides, that what definitions tell of disputed rules holds together. */
#include "core/variant/variant_int.h"
#include "server/help/write.h"
#include "shoogi/catalog.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024, FILE_BYTES_MAX = 1 << 20 };
static const char made[] =
    "<!-- Made by tests/help_docs_test.c from src/server/help/help.def, commands.def, settings.def and "
    "variants/: see there. -->\n\n";

/* The target of links from docs/help/ to games. */
static const char games_list[] = "README.md#games";

/* Kept whole: a small game, and one with what most large ones have. */
static const char *const whole[] = { "dobutsu", "chu" };

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

static void path_of(char path[PATH_BYTES], const char *folder, const char *name)
{
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(path, PATH_BYTES, "%s/%s/%s", root ? root : ".", folder, name);
}

static void write_file(const char *path, const shg_out *text)
{
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text->bytes, 1, text->length, file), text->length);
    assert_int_equal(fclose(file), 0);
}

/* Owned (free), with a NUL behind it. */
static char *read_file(size_t *bytes, const char *path)
{
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there: help_docs_test --write makes it", path);
    char *const found = malloc(FILE_BYTES_MAX);
    assert_non_null(found);
    *bytes = fread(found, 1, FILE_BYTES_MAX - 1, file);
    found[*bytes] = '\0';
    fclose(file);
    return found;
}

/* Writes the page, or compares it with what is there. */
static void settle(const char *folder, const char *name, const shg_out *text)
{
    char path[PATH_BYTES];
    path_of(path, folder, name);
    assert_false(text->spent);
    if (writing) {
        write_file(path, text);
        return;
    }
    size_t bytes;
    char *const found = read_file(&bytes, path);
    const bool same = bytes == text->length && memcmp(found, text->bytes, bytes) == 0;
    free(found);
    if (!same)
        fail_msg("%s is not what HELP tells: help_docs_test --write makes it anew", path);
}

/* Owned (free of bytes): the page of a topic of level 1. */
static shg_out page_of(size_t topic, const char *first, const char *links_to_games)
{
    shg_help_page page = { 0 };
    shg_out text = shg_out_growing();
    shg_out_text(&text, first);
    shg_help_add_topic(&page, help, topic);
    assert_false(page.failed);
    shg_help_write_markdown(&text, &page, help, links_to_games);
    assert_false(text.spent);
    shg_help_page_fini(&page);
    return text;
}

static void file_of(char file[SHG_HELP_SLUG_BYTES + 4], size_t topic)
{
    char slug[SHG_HELP_SLUG_BYTES];
    shg_help_slug(slug, help, topic);
    snprintf(file, SHG_HELP_SLUG_BYTES + 4, "%s.md", slug);
}

static void chapters(void **state)
{
    (void)state;
    unsigned count = 0;
    for (size_t i = 0; i < shg_help_count(help); i++) {
        if (shg_help_level(help, i) != 1 || shg_help_is_game(help, i))
            continue;
        char file[SHG_HELP_SLUG_BYTES + 4];
        file_of(file, i);
        const shg_out text = page_of(i, made, games_list);
        settle("docs/help", file, &text);
        free(text.bytes);
        count++;
    }
    assert_true(count > 10);
}

/* ---- the pages of the games ---- */

static size_t topic_of(const char *game)
{
    char slug[SHG_HELP_SLUG_BYTES];
    snprintf(slug, sizeof slug, "game-%s", game);
    const size_t topic = shg_help_by_slug(help, slug, strlen(slug));
    assert_true(topic < shg_help_count(help));
    return topic;
}

static bool is_whole(const char *game)
{
    bool found = false;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        found = found || strcmp(game, whole[i]) == 0;
    return found;
}

static void whole_pages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        char file[SHG_HELP_SLUG_BYTES + 4];
        const size_t topic = topic_of(whole[i]);
        file_of(file, topic);
        const shg_out text = page_of(topic, made, NULL);
        settle("tests/help", file, &text);
        free(text.bytes);
    }
}

/* Adds "NAME HASH" and an end of line. */
static void add_hash(shg_out *out, const char *game, const shg_out *page)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char digits[2 * sizeof hash + 1];
    assert_int_equal(crypto_hash_sha256(hash, (const unsigned char *)page->bytes, page->length), 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    shg_out_format(out, "%s %s\n", game, digits);
}

/* Fails with the first game whose line differs; both lists are in alphabetical order. */
static void compare_hashes(const char *path, const char *found, const char *wanted)
{
    for (;;) {
        const size_t found_bytes = strcspn(found, "\n"), wanted_bytes = strcspn(wanted, "\n");
        if (found_bytes == 0 && wanted_bytes == 0)
            return;
        if (found_bytes == wanted_bytes && memcmp(found, wanted, found_bytes) == 0) {
            found += found_bytes + 1;
            wanted += wanted_bytes + 1;
            continue;
        }
        const int found_name = (int)strcspn(found, " \n"),
                  wanted_name = (int)strcspn(wanted, " \n");
        if (found_name == wanted_name && strncmp(found, wanted, (size_t)found_name) == 0)
            fail_msg("the page of %.*s is not that of %s: `shoogi help game %.*s` shows it, and "
                     "help_docs_test --write takes it over",
                     wanted_name, wanted, path, wanted_name, wanted);
        fail_msg("%s has a line of \"%.*s\" where one of \"%.*s\" is due: help_docs_test --write "
                 "makes it anew",
                 path, found_name, found, wanted_name, wanted);
    }
}

static void hashes(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    shg_out list = shg_out_growing();
    path_of(path, "tests/help", "hashes.txt");
    for (size_t i = 0; i < shg_variants_count(games); i++) {
        const char *const game = shg_variants_name(games, i);
        if (is_whole(game))
            continue;
        const shg_out page = page_of(topic_of(game), "", NULL);
        add_hash(&list, game, &page);
        free(page.bytes);
    }
    assert_false(list.spent);
    if (writing) {
        write_file(path, &list);
    } else {
        size_t bytes;
        char *const found = read_file(&bytes, path);
        compare_hashes(path, found, list.bytes);
        free(found);
    }
    free(list.bytes);
}

/* ---- what is told of disputed rules ---- */

/* How many of the games of a reading are this one; fails if one of them is not there. */
static unsigned plays(const shg_game_note *reading, const char *game)
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
        for (size_t k = 0; k < v->note_count; k++) {
            if (v->notes[k].kind != SHG_NOTE_DISPUTE)
                continue;
            unsigned readings = 0, played = 0;
            for (size_t n = k + 1; n < v->note_count; n++) {
                if (v->notes[n].kind == SHG_NOTE_DISPUTE)
                    break;
                if (v->notes[n].kind != SHG_NOTE_READING)
                    continue;
                readings++;
                played += plays(&v->notes[n], entry->name);
            }
            if (readings < 2 || played != 1)
                fail_msg("%s: \"%s\": %u readings, of which it plays %u", entry->name,
                         v->notes[k].text, readings, played);
        }
    }
}

/* ---- the list of all ---- */

static void add_topics(shg_out *text)
{
    for (size_t i = 0; i < shg_help_count(help); i++) {
        const unsigned level = shg_help_level(help, i);
        const size_t chapter = shg_help_chapter(help, i);
        if (level > 2 || shg_help_is_game(help, i))
            continue;
        char slug[SHG_HELP_SLUG_BYTES], page[SHG_HELP_SLUG_BYTES];
        shg_help_slug(slug, help, i);
        shg_help_slug(page, help, chapter);
        const char *names = shg_help_names(help, i);
        shg_out_format(text, "%s- [%.*s](%s.md%s%s)\n", level > 1 ? "  " : "",
                       (int)strcspn(names, ","), names, page, chapter == i ? "" : "#",
                       chapter == i ? "" : slug);
    }
}

static void list(void **state)
{
    (void)state;
    shg_out text = shg_out_growing();
    shg_out_format(&text, "%s# Help\n\nWhat HELP tells at the telnet door.\n\n", made);
    add_topics(&text);
    shg_out_text(
        &text,
        "\n## Games\n\nEach game has a page with its set-up, pieces, moves and rules, and with "
        "what is disputed about them.\n`shoogi help chu` prints that of chu; a server shows it "
        "for HELP GAME CHU and at `/help/game-chu`.\n\n");
    for (size_t i = 0; i < shg_variants_count(games); i++)
        shg_out_format(&text, "- %s\n", shg_variants_name(games, i));
    settle("docs/help", "README.md", &text);
    free(text.bytes);
}

int main(int count, char **arguments)
{
    writing = count > 1 && strcmp(arguments[1], "--write") == 0;
    const struct CMUnitTest tests[] = { cmocka_unit_test(chapters), cmocka_unit_test(whole_pages),
                                        cmocka_unit_test(hashes), cmocka_unit_test(disputes),
                                        cmocka_unit_test(list) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
