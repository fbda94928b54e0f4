/* variant_list_test.c: docs/variants.md lists the definitions that are shipped.
 *
 *     variant_list_test            compares the page with the definitions
 *     variant_list_test --write    writes it
 *
 * A family is a folder of variants/ and a section of the page: the size of the board, the pieces of each side, the first paragraph of
 * its history, then its rule sets. */
#include "shoogi/catalog.h"
#include "shoogi/position.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024, PAGE_BYTES_MAX = 1 << 18, FACTS_BYTES = 256, FAMILY_BYTES = 64 };

static bool writing;
static char page[PAGE_BYTES_MAX];
static size_t page_bytes;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(page + page_bytes, sizeof page - page_bytes, format, arguments);
    va_end(arguments);
    assert_true(bytes >= 0 && (size_t)bytes < sizeof page - page_bytes);
    page_bytes += (size_t)bytes;
}

static const shoogi_catalog_entry *get(shoogi_catalog *catalog, const char *name)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error err;
    if (shoogi_catalog_get(&entry, catalog, name, strlen(name), &err) != SHOOGI_OK)
        fail_msg("%s", err.text);
    return entry;
}

/* The folder that the definition stands in. */
static void family_of(char family[FAMILY_BYTES], const shoogi_catalog_entry *entry)
{
    const char *const end = strrchr(entry->path, '/');
    assert_non_null(end);
    const char *begin = end;
    while (begin > entry->path && begin[-1] != '/')
        begin--;
    snprintf(family, FAMILY_BYTES, "%.*s", (int)(end - begin), begin);
}

/* The value of the first line of the text that begins with the word; NULL without one. */
static const char *line_of(size_t *bytes, const char *text, const char *word)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, strlen(word)) == 0) {
            line += strlen(word);
            *bytes = strcspn(line, "\r\n");
            return line;
        }
    }
    return NULL;
}

static unsigned in_hand(const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    unsigned count = 0;
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(v); kind++)
        count += shoogi_position_hand(p, colour, (shoogi_kind)kind);
    return count;
}

static unsigned on_board(const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    unsigned count = 0;
    for (unsigned square = 0; square < shoogi_variant_square_count(v); square++) {
        const shoogi_piece piece = shoogi_position_piece(p, (shoogi_square)square);
        count += piece.kind != 0 && piece.colour == colour;
    }
    return count;
}

/* "9x9, 20 pieces a side". */
static void facts_of(char facts[FACTS_BYTES], const shoogi_catalog_entry *entry)
{
    const shoogi_variant *const v = entry->variant;
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    unsigned pieces[2], hand[2];
    for (unsigned i = 0; i < 2; i++) {
        const shoogi_colour colour = i == 0 ? SHOOGI_BLACK : SHOOGI_WHITE;
        hand[i] = in_hand(p, colour);
        pieces[i] = on_board(p, colour) + hand[i];
    }
    shoogi_position_free(p);
    assert_int_equal(pieces[0], pieces[1]);
    assert_int_equal(hand[0], hand[1]);
    const int bytes =
        snprintf(facts, FACTS_BYTES, "%ux%u, %u pieces a side", shoogi_variant_file_count(v),
                 shoogi_variant_rank_count(v), pieces[0]);
    if (hand[0] == pieces[0])
        snprintf(facts + bytes, FACTS_BYTES - (size_t)bytes, ", all in hand");
    else if (hand[0] > 0)
        snprintf(facts + bytes, FACTS_BYTES - (size_t)bytes, ", %u of them in hand", hand[0]);
}

/* The title of a game; its name if the definition has no title. */
static void add_title(const shoogi_catalog_entry *entry)
{
    size_t bytes;
    const char *const title = line_of(&bytes, entry->text, "title=");
    if (title)
        add("%.*s", (int)bytes, title);
    else
        add("%s", entry->name);
}

/* The section of a family: the game it is named after, then its other definitions, in the order of their names. */
static void add_family(shoogi_catalog *catalog, const char *family, const char *const *names,
                       size_t count)
{
    const shoogi_catalog_entry *const first = get(catalog, family);
    char facts[FACTS_BYTES];
    facts_of(facts, first);
    add("\n## ");
    add_title(first);
    add("\n\n`%s`: %s\n", family, facts);
    size_t bytes;
    const char *const history = line_of(&bytes, first->text, "history=");
    if (history)
        add("\n%.*s\n", (int)bytes, history);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *const entry = get(catalog, names[i]);
        char own[FAMILY_BYTES], other[FACTS_BYTES];
        family_of(own, entry);
        if (entry == first || strcmp(own, family) != 0)
            continue;
        facts_of(other, entry);
        const bool same = strcmp(facts, other) == 0;
        add("%s- `%s`: ", any ? "" : "\n", names[i]);
        add_title(entry);
        add("%s%s\n", same ? "" : "; ", same ? "" : other);
        any = true;
    }
}

static void make_page(void)
{
    shoogi_catalog *catalog;
    const char *const *names;
    size_t count, families = 0;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    char family[FAMILY_BYTES];
    for (size_t i = 0; i < count; i++) {
        family_of(family, get(catalog, names[i]));
        families += strcmp(family, names[i]) == 0;
    }
    add("<!-- Made by tests/variant_list_test.c from variants/: see there. -->\n\n"
        "# Variants\n\n"
        "%zu definitions in %zu families. The game that a family is named after comes first; below it stand its rule sets and "
        "relatives,\nwith board and pieces where they differ. `shoogi help GAME` prints the rules of each, and where sources "
        "differ.\n",
        count, families);
    for (size_t i = 0; i < count; i++) {
        family_of(family, get(catalog, names[i]));
        if (strcmp(family, names[i]) == 0)
            add_family(catalog, family, names, count);
    }
    shoogi_catalog_free(catalog);
}

static void list(void **state)
{
    (void)state;
    static char found[PAGE_BYTES_MAX];
    const char *const root = getenv("SHOOGI_SOURCE_ROOT");
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/docs/variants.md", root ? root : ".");
    make_page();
    FILE *const file = fopen(path, writing ? "wb" : "rb");
    if (!file)
        fail_msg("%s is not there: variant_list_test --write makes it", path);
    const size_t bytes =
        writing ? fwrite(page, 1, page_bytes, file) : fread(found, 1, sizeof found, file);
    assert_int_equal(fclose(file), 0);
    if (bytes != page_bytes || (!writing && memcmp(found, page, page_bytes) != 0))
        fail_msg("%s differs from the definitions: variant_list_test --write makes it anew", path);
}

int main(int count, char **arguments)
{
    writing = count > 1 && strcmp(arguments[1], "--write") == 0;
    const struct CMUnitTest tests[] = { cmocka_unit_test(list) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
