/* catalog_test.c: finding variants on disk by name, caching them, and reporting faults with their place. */
#include "catalog/catalog_int.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Failing allocations (the linker redirects every allocation here) ---------------------------- */

static unsigned allocations_left = UINT32_MAX;

static bool spent(void)
{
    return allocations_left != UINT32_MAX && (allocations_left == 0 || allocations_left-- == 0);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

void *__wrap_malloc(size_t size)
{
    return spent() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return spent() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return spent() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return spent() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return spent() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return spent() ? NULL : __real_strndup(text, size);
}

/* ---- Temporary directories --------------------------------------------------------------------- */

static char place[64], folder_a[64 + 2], folder_b[64 + 2]; /* its folders a and b */

static const char tiny[] = "files=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n";
static const char other[] = "files=5\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n";

static const char *path_of(const char *file)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", place, file);
    return path;
}

static void put_bytes(const char *file, const char *bytes, size_t count)
{
    FILE *out = fopen(path_of(file), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, count, out), count);
    assert_int_equal(fclose(out), 0);
}

static void put(const char *file, const char *text)
{
    put_bytes(file, text, strlen(text));
}

static void clear(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    assert_int_equal(system(command), 0);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(place, "/tmp/shoogi-catalog-XXXXXX");
    assert_non_null(mkdtemp(place));
    snprintf(folder_a, sizeof folder_a, "%s/a", place);
    snprintf(folder_b, sizeof folder_b, "%s/b", place);
    assert_int_equal(mkdir(folder_a, 0755), 0);
    assert_int_equal(mkdir(folder_b, 0755), 0);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    allocations_left = UINT32_MAX;
    clear();
    return 0;
}

/* Opens a catalog of a and b, or of a alone. */
static shoogi_catalog *open_catalog(size_t directories)
{
    const char *const both[] = { folder_a, folder_b };
    shoogi_catalog *catalog = NULL;
    assert_int_equal(shoogi_catalog_new_in(&catalog, both, directories), SHOOGI_OK);
    return catalog;
}

static const shoogi_catalog_entry *get(shoogi_catalog *catalog, const char *name)
{
    const shoogi_catalog_entry *entry = NULL;
    shoogi_catalog_error fault;
    if (shoogi_catalog_get(&entry, catalog, name, strlen(name), &fault) != SHOOGI_OK)
        fail_msg("%s: %s", name, fault.text);
    return entry;
}

static void expect_fault(shoogi_catalog *catalog, const char *name, shoogi_status status,
                         const char *text)
{
    const shoogi_catalog_entry *entry = NULL;
    shoogi_catalog_error fault = { SHOOGI_OK, "" };
    assert_int_equal(shoogi_catalog_get(&entry, catalog, name, strlen(name), &fault), status);
    assert_null(entry);
    assert_int_equal(fault.status, status);
    assert_string_equal(fault.text, text);
    assert_int_equal(shoogi_catalog_get(&entry, catalog, name, strlen(name), NULL), status);
}

/* ---- Cases ------------------------------------------------------------------------------------- */

static void shipped(void **state)
{
    (void)state;
    shoogi_catalog *catalog = NULL;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    const char *const *names;
    size_t count;
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_true(count >= 2);
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry = get(catalog, names[i]);
        assert_string_equal(entry->name, names[i]);
        assert_string_equal(shoogi_variant_name(entry->variant), names[i]);
        assert_int_equal(entry->text_bytes, strlen(entry->text));
        assert_true(shoogi_variant_kind_count(entry->variant) > 0);
    }
    assert_int_equal(shoogi_variant_file_count(get(catalog, "shogi")->variant), 9);
    shoogi_catalog_free(catalog);
    shoogi_catalog_free(NULL);
}

static void read_once(void **state)
{
    (void)state;
    put("a/tiny.variant", tiny);
    shoogi_catalog *catalog = open_catalog(2);
    const shoogi_catalog_entry *entry = get(catalog, "tiny");
    assert_string_equal(entry->name, "tiny");
    assert_string_equal(entry->path, path_of("a/tiny.variant"));
    assert_string_equal(entry->text, tiny);
    assert_int_equal(entry->text_bytes, strlen(tiny));
    assert_int_equal(shoogi_variant_file_count(entry->variant), 3);
    put("a/tiny.variant", other); /* a variant that was read is not read again */
    assert_ptr_equal(get(catalog, "tiny"), entry);
    assert_ptr_equal(get(catalog, "TiNy"), entry);
    assert_int_equal(shoogi_variant_file_count(entry->variant), 3);
    shoogi_catalog_free(catalog);
}

static void first_directory_counts(void **state)
{
    (void)state;
    put("a/one.variant", tiny);
    put("b/one.variant", other);
    put("b/two.variant", other);
    shoogi_catalog *catalog = open_catalog(2);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "one")->variant), 3);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "two")->variant), 5);
    shoogi_catalog_free(catalog);

    /* A faulty file is not passed over for one of a later directory. */
    put("a/two.variant", "files=3\n");
    catalog = open_catalog(2);
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    assert_int_not_equal(shoogi_catalog_get(&entry, catalog, "two", 3, &fault), SHOOGI_OK);
    assert_memory_equal(fault.text, path_of("a/two.variant"), strlen(path_of("a/two.variant")));
    shoogi_catalog_free(catalog);
}

/* The environment variable takes precedence over the built-in directories. */
static void environment(void **state)
{
    (void)state;
    const char *before = getenv("SHOOGI_VARIANTS");
    char *kept = before ? strdup(before) : NULL;
    put("a/shogi.variant", tiny);
    assert_int_equal(setenv("SHOOGI_VARIANTS", folder_a, 1), 0);
    shoogi_catalog *catalog = NULL;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "shogi")->variant), 3);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "shosu")->variant), 10);
    shoogi_catalog_free(catalog);
    if (kept)
        assert_int_equal(setenv("SHOOGI_VARIANTS", kept, 1), 0);
    else
        assert_int_equal(unsetenv("SHOOGI_VARIANTS"), 0);
    free(kept);
}

static void names_in_order(void **state)
{
    (void)state;
    static const char *const files[] = {
        "b/zebra.variant", "a/mini.variant",      "b/mini.variant",       "b/a1.variant",
        "a/Upper.variant", "a/.variant",          "a/x.variant~",         "a/x.txt",
        "a/-v.variant",    "a/two words.variant", "a/chu-lishogi.variant"
    };
    for (size_t i = 0; i < COUNT(files); i++)
        put(files[i], tiny);
    shoogi_catalog *catalog = open_catalog(2);
    for (int twice = 0; twice < 2; twice++) {
        const char *const *names;
        size_t count;
        assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
        assert_int_equal(count, 4);
        assert_string_equal(names[0], "a1");
        assert_string_equal(names[1], "chu-lishogi");
        assert_string_equal(names[2], "mini");
        assert_string_equal(names[3], "zebra");
    }
    shoogi_catalog_free(catalog);
}

static void names_that_are_none(void **state)
{
    (void)state;
    put("a/mini.variant", tiny);
    put("b/shogi.variant", tiny);
    put("x.variant", tiny);
    static const struct {
        const char *name;
        size_t bytes;
        const char *found;
        const char *meant;
    } names[] = {
        { "shgoi", 5, "\"shgoi\"", ", perhaps shogi" },
        { "", 0, "end of text", " (mini, shogi)" },
        { "../x", 4, "\"../x\"", " (mini, shogi)" },
        { "../a/mini", 9, "\"../a/mini\"", " (mini, shogi)" },
        { "/etc/passwd", 11, "\"/etc/passwd\"", " (mini, shogi)" },
        { ".", 1, "\".\"", " (mini, shogi)" },
        { "mini.variant", 12, "\"mini.variant\"", " (mini, shogi)" },
        { "mini\0x", 6, "\"mini?x\"", ", perhaps mini" },
        { "-v", 2, "\"-v\"", " (mini, shogi)" },
        { "m\xC3\xADni", 5, "\"m\xC3\xADni\"", " (mini, shogi)" },
        { "mini\n", 5, "\"mini\"", ", perhaps mini" },
        { "\x1B[2J", 4, "\"?[2J\"", " (mini, shogi)" },
        { "abcdefghijklmnopqrstuvwxyzabcdefghijklmn", 40,
          "\"abcdefghijklmnopqrstuvwxyzabcdefghijklmn\"", " (mini, shogi)" },
        { "abcdefghijklmnopqrstuvwxyzabcdefghijklmno", 41,
          "\"abcdefghijklmnopqrstuvwxyzabcdefghijklmn\"", " (mini, shogi)" },
    };
    shoogi_catalog *catalog = open_catalog(2);
    for (size_t i = 0; i < COUNT(names); i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "expected the name of a variant%s, found %s",
                 names[i].meant, names[i].found);
        const shoogi_catalog_entry *entry = NULL;
        shoogi_catalog_error fault;
        assert_int_equal(shoogi_catalog_get(&entry, catalog, names[i].name, names[i].bytes, &fault),
                         SHOOGI_NOT_FOUND);
        assert_string_equal(fault.text, expected);
        assert_null(entry);
    }
    shoogi_catalog_free(catalog);
}

/* A name of the greatest length is valid. */
static void longest_name(void **state)
{
    (void)state;
    static const char name[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmn";
    assert_int_equal(sizeof name - 1, SHOOGI_CATALOG_NAME_BYTES_MAX);
    put("a/abcdefghijklmnopqrstuvwxyzabcdefghijklmn.variant", tiny);
    put("a/abcdefghijklmnopqrstuvwxyzabcdefghijklmno.variant", tiny);
    shoogi_catalog *catalog = open_catalog(1);
    assert_string_equal(get(catalog, name)->name, name);
    const char *const *names;
    size_t count;
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_int_equal(count, 1);
    shoogi_catalog_free(catalog);
}

/* A file is deleted after the names were listed and before it is read by a name of the list. */
static void gone_since_it_was_listed(void **state)
{
    (void)state;
    put("a/tiny.variant", tiny);
    put("a/zero.variant", tiny);
    shoogi_catalog *catalog = open_catalog(1);
    const char *const *names;
    size_t count;
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_int_equal(count, 2);
    assert_int_equal(remove(path_of("a/zero.variant")), 0);
    expect_fault(catalog, names[1], SHOOGI_NOT_FOUND,
                 "expected the name of a variant (tiny), found \"zero\"");
    assert_string_equal(get(catalog, names[0])->name, "tiny");
    assert_string_equal(names[1], "zero");
    shoogi_catalog_free(catalog);
}

static void empty_directories(void **state)
{
    (void)state;
    shoogi_catalog *catalog = open_catalog(2);
    char expected[512];
    snprintf(expected, sizeof expected,
             "expected the name of a variant (but there is none in %s or %s), found \"shogi\"",
             folder_a, folder_b);
    expect_fault(catalog, "shogi", SHOOGI_NOT_FOUND, expected);
    clear(); /* the directories too */
    expect_fault(catalog, "shogi", SHOOGI_NOT_FOUND, expected);
    shoogi_catalog_free(catalog);

    /* More names than fit a message. */
    assert_int_equal(mkdir(place, 0755), 0);
    assert_int_equal(mkdir(folder_a, 0755), 0);
    for (int i = 0; i < 300; i++) {
        char file[32];
        snprintf(file, sizeof file, "a/variant-%03d.variant", i);
        put(file, tiny);
    }
    catalog = open_catalog(1);
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    assert_int_equal(shoogi_catalog_get(&entry, catalog, "none", 4, &fault), SHOOGI_NOT_FOUND);
    assert_non_null(strstr(fault.text, "(variant-000, variant-001, "));
    assert_non_null(strstr(fault.text, " ...), found \"none\""));
    shoogi_catalog_free(catalog);
}

static void make_folder(const char *folder)
{
    assert_int_equal(mkdir(path_of(folder), 0755), 0);
}

static void expect_names(shoogi_catalog *catalog, const char *expected)
{
    const char *const *names;
    size_t count;
    char found[512] = "";
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i > 0 ? " " : "",
                 names[i]);
    assert_string_equal(found, expected);
}

/* A game may be in the directory itself or in a folder of any name. */
static void folders_of_families(void **state)
{
    (void)state;
    make_folder("a/tiny");
    make_folder("a/.hidden");
    make_folder("b/mine");
    put("a/flat.variant", tiny);
    put("a/tiny/tiny.variant", tiny);
    put("a/tiny/tiny-wide.variant", "base=tiny\nfiles=5\nalias=wider\n");
    put("a/.hidden/secret.variant", tiny);
    put("a/tiny/notes.txt", "no game");
    put("b/mine/tiny.variant", other);
    put("b/mine/own.variant", "base=flat\n");
    for (unsigned held = 0; held < 2; held++) {
        shoogi_catalog *catalog = open_catalog(2);
        if (held)
            assert_int_equal(shg_catalog_hold(catalog), SHOOGI_OK);
        expect_names(catalog, "flat own tiny tiny-wide");
        assert_string_equal(get(catalog, "tiny")->path, path_of("a/tiny/tiny.variant"));
        assert_int_equal(shoogi_variant_file_count(get(catalog, "WIDER")->variant), 5);
        assert_string_equal(get(catalog, "own")->path, path_of("b/mine/own.variant"));
        assert_int_equal(shoogi_variant_file_count(get(catalog, "own")->variant), 3);
        expect_fault(catalog, "secret", SHOOGI_NOT_FOUND,
                     "expected the name of a variant (flat, own, tiny), found \"secret\"");
        shoogi_catalog_free(catalog);
    }
}

/* Two files of a directory define the same name: neither takes precedence, so the message names both. */
static void the_same_name_twice(void **state)
{
    (void)state;
    make_folder("a/one");
    make_folder("a/two");
    put("a/flat.variant", tiny);
    put("a/one/flat.variant", tiny);
    put("a/one/both.variant", tiny);
    put("a/two/both.variant", other);
    put("a/two/all.variant", "base=both\n");
    put("b/flat.variant", other);
    for (unsigned held = 0; held < 2; held++) {
        shoogi_catalog *catalog = open_catalog(2);
        if (held)
            assert_int_equal(shg_catalog_hold(catalog), SHOOGI_OK);
        expect_names(catalog, "all both flat");
        char expected[256];
        snprintf(expected, sizeof expected,
                 "%s/a/flat.variant: expected the only definition of flat, found another in "
                 "one/flat.variant",
                 place);
        expect_fault(catalog, "flat", SHOOGI_PARSE_ERROR, expected);
        snprintf(expected, sizeof expected,
                 "%s/a/one/both.variant: expected the only definition of both, found another in "
                 "two/both.variant",
                 place);
        expect_fault(catalog, "both", SHOOGI_PARSE_ERROR, expected);
        shoogi_catalog_free(catalog);
    }
    assert_int_equal(remove(path_of("a/one/flat.variant")), 0);
    shoogi_catalog *catalog = open_catalog(2);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "flat")->variant), 3);
    shoogi_catalog_free(catalog);
}

/* Nested folders are not searched, but the message says where the file is. */
static void too_deep_in_folders(void **state)
{
    (void)state;
    make_folder("a/one");
    make_folder("a/one/two");
    make_folder("a/one/two/three");
    put("a/tiny.variant", tiny);
    put("a/one/two/deep.variant", tiny);
    put("a/one/two/three/deeper.variant", tiny);
    shoogi_catalog *catalog = open_catalog(1);
    expect_names(catalog, "tiny");
    static const struct {
        const char *name, *path;
    } deep[] = { { "deep", "one/two/deep" }, { "deeper", "one/two/three/deeper" } };
    for (size_t i = 0; i < COUNT(deep); i++) {
        char expected[512];
        snprintf(expected, sizeof expected,
                 "expected the name of a variant (tiny), found \"%s\"; %s/%s.variant is too deep: "
                 "definitions are in %s and in its folders",
                 deep[i].name, folder_a, deep[i].path, folder_a);
        expect_fault(catalog, deep[i].name, SHOOGI_NOT_FOUND, expected);
    }
    shoogi_catalog_free(catalog);
}

/* Links to folders and files are followed once, and two paths to one file are one definition. */
static void links_that_go_round(void **state)
{
    (void)state;
    make_folder("a/tiny");
    put("a/tiny/tiny.variant", tiny);
    put("a/flat.variant", tiny);
    put("b/elsewhere.variant", other);
    assert_int_equal(symlink("..", path_of("a/tiny/up")), 0);
    assert_int_equal(symlink(".", path_of("a/round")), 0);
    assert_int_equal(symlink("itself", path_of("a/itself")), 0);
    assert_int_equal(symlink("tiny", path_of("a/again")), 0);
    assert_int_equal(symlink("../b", path_of("a/linked")), 0);
    assert_int_equal(symlink("nowhere", path_of("a/lost")), 0);
    assert_int_equal(symlink("nowhere", path_of("a/lost.variant")), 0);
    shoogi_catalog *catalog = open_catalog(1);
    expect_names(catalog, "elsewhere flat tiny");
    assert_string_equal(get(catalog, "flat")->path, path_of("a/flat.variant"));
    assert_string_equal(get(catalog, "tiny")->path, path_of("a/again/tiny.variant"));
    assert_int_equal(shoogi_variant_file_count(get(catalog, "elsewhere")->variant), 5);
    expect_fault(catalog, "lost", SHOOGI_NOT_FOUND,
                 "expected the name of a variant (elsewhere, flat, tiny), found \"lost\"");
    shoogi_catalog_free(catalog);
}

/* Faults name the file, line and column; a pipe is refused without waiting. */
static void files_at_fault(void **state)
{
    (void)state;
    put("a/number.variant", "files=3\nranks=x\n");
    put("a/empty.variant", "");
    assert_int_equal(mkdir(path_of("a/folder.variant"), 0755), 0);
    assert_int_equal(mkfifo(path_of("a/pipe.variant"), 0644), 0);
    assert_int_equal(symlink("loop.variant", path_of("a/loop.variant")), 0);
    static const struct {
        const char *name, *tail;
        shoogi_status status;
    } faults[] = {
        { "number", ":2:7: expected a number from 1 to 36, found \"x\"", SHOOGI_PARSE_ERROR },
        { "folder", ": cannot read: Is a directory", SHOOGI_IO },
        { "pipe", ": cannot read: not a plain file", SHOOGI_IO },
        { "loop", ": cannot read: Too many levels of symbolic links", SHOOGI_IO },
    };
    shoogi_catalog *catalog = open_catalog(2);
    for (size_t i = 0; i < COUNT(faults); i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "%s/a/%s.variant%s", place, faults[i].name,
                 faults[i].tail);
        expect_fault(catalog, faults[i].name, faults[i].status, expected);
    }
    const shoogi_catalog_entry *entry;
    assert_int_not_equal(shoogi_catalog_get(&entry, catalog, "empty", 5, NULL), SHOOGI_OK);

    /* A corrected file is read again. */
    put("a/number.variant", tiny);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "number")->variant), 3);
    shoogi_catalog_free(catalog);
}

/* Files of the greatest size, and one byte more. */
static void size_of_a_file(void **state)
{
    (void)state;
    enum { MAX = SHOOGI_DEFINITION_BYTES_MAX };
    char *text = malloc(MAX + 1);
    assert_non_null(text);
    memset(text, '\n', MAX + 1);
    memcpy(text, tiny, strlen(tiny));
    put_bytes("a/full.variant", text, MAX);
    put_bytes("a/over.variant", text, MAX + 1);
    free(text);
    shoogi_catalog *catalog = open_catalog(1);
    assert_int_equal(get(catalog, "full")->text_bytes, MAX);
    char expected[512];
    snprintf(expected, sizeof expected, "%s: expected at most %d bytes, found more",
             path_of("a/over.variant"), MAX);
    expect_fault(catalog, "over", SHOOGI_LIMIT_EXCEEDED, expected);
    shoogi_catalog_free(catalog);
}

/* Aliases, also with characters that file names cannot have. */
static void aliases(void **state)
{
    (void)state;
    put("a/tiny.variant",
        "alias=petit,tiny+,小将棋\nalias=Mini\nfiles=3\nranks=4\nsymmetry=rotate\n"
        "king:K:K:k:b1\n");
    put("b/petit-2.variant", other);
    put("b/broken.variant", "files=3\nalias=rotten\ntitle=Rotten, Bad Shogi\n");
    put("a/titled.variant", "title=Tiny Shogi, rules of a\nbase=tiny\n");
    put("a/untitled.variant", "title=Petit\nbase=tiny\n");
    shoogi_catalog *catalog = open_catalog(2);
    const shoogi_catalog_entry *const entry = get(catalog, "PETIT");
    assert_string_equal(entry->name, "tiny");
    assert_ptr_equal(get(catalog, "tiny+"), entry);
    assert_ptr_equal(get(catalog, "mini"), entry);
    assert_ptr_equal(get(catalog, "小将棋"), entry);
    assert_ptr_equal(get(catalog, "tiny"), entry);
    /* A title does, too, but an alias comes first. */
    assert_string_equal(get(catalog, "Tiny Shogi, rules of a")->name, "titled");
    assert_string_equal(get(catalog, "tiny-shogi-rules-of-a")->name, "titled");
    assert_string_equal(get(catalog, "untitled")->name, "untitled");
    /* Another spelling of a name, an alias or a title comes last. */
    assert_ptr_equal(get(catalog, "Ti ny"), entry);
    assert_ptr_equal(get(catalog, "小　将棋"), entry);
    assert_ptr_equal(get(catalog, "ｍｉｎｉ"), entry);
    assert_string_equal(get(catalog, "petit_2")->name, "petit-2");
    assert_string_equal(get(catalog, "Petit 2")->name, "petit-2");
    assert_string_equal(get(catalog, "TinyShogi rules of a")->name, "titled");
    const shoogi_catalog_entry *none;
    assert_int_equal(shoogi_catalog_get(&none, catalog, "rotten bad shogi", 16, NULL),
                     SHOOGI_INVALID_RULES);
    assert_int_equal(shoogi_catalog_get(&none, catalog, "rotten", 6, NULL), SHOOGI_INVALID_RULES);
    expect_fault(catalog, "pet", SHOOGI_NOT_FOUND,
                 "expected the name of a variant, perhaps petit-2, found \"pet\"");
    expect_fault(
        catalog, "a+", SHOOGI_NOT_FOUND,
        "expected the name of a variant (broken, petit-2, tiny, titled, untitled), found \"a+\"");
    shoogi_catalog_free(catalog);
}

/* Aliases and outlines do not depend on the rules, which may be faulty. */
static void aliases_and_outlines(void **state)
{
    (void)state;
    put("a/tiny.variant",
        "alias=Petit,tiny+,小将棋\nfiles=3\nalias=Mini\nranks=4\nsymmetry=rotate\n"
        "king:K:K:k:b1\n");
    put("a/wide.variant", "base=tiny\nfiles=5\n");
    put("a/again.variant", "title=One\ntitle=Twice Two\nalias=one\nalias=none\nalias=,two,\n");
    put("a/broken.variant", "history=alias=none\nfiles=3\nalias=rotten\nranks=x\nking:K:K:k:b1\n");
    static const struct {
        const char *name, *title, *aliases; /* separated by spaces */
    } files[] = { { "tiny", "", "petit tiny+ 小将棋 mini " },
                  { "wide", "", "" }, /* it is another game than its base */
                  { "again", "Twice Two", "two " },
                  { "broken", "", "rotten " },
                  { "none", "", "" } };
    shoogi_catalog *catalog = open_catalog(1);
    for (size_t i = 0; i < COUNT(files); i++) {
        char *list = NULL, found[100] = "";
        assert_int_equal(shg_catalog_aliases(&list, catalog, files[i].name), SHOOGI_OK);
        for (const char *at = list; *at; at += strlen(at) + 1) {
            strcat(found, at);
            strcat(found, " ");
        }
        assert_string_equal(found, files[i].aliases);
        free(list);
        char *title = NULL;
        assert_int_equal(shg_catalog_title(&title, catalog, files[i].name), SHOOGI_OK);
        assert_string_equal(title, files[i].title);
        free(title);
    }
    shoogi_variant *outline = NULL;
    shoogi_catalog_error fault = { SHOOGI_OK, "" };
    char expected[512];
    assert_int_equal(shg_catalog_outline(&outline, catalog, "wide", &fault), SHOOGI_OK);
    assert_string_equal(shoogi_variant_name(outline), "wide");
    assert_int_equal(shoogi_variant_file_count(outline), 5);
    assert_int_equal(shoogi_variant_rank_count(outline), 4);
    assert_null(shoogi_variant_alias(outline, 0));
    shoogi_variant_free(outline);
    outline = NULL;
    assert_int_equal(shg_catalog_outline(&outline, catalog, "broken", &fault), SHOOGI_PARSE_ERROR);
    assert_null(outline);
    assert_int_equal(fault.status, SHOOGI_PARSE_ERROR);
    snprintf(expected, sizeof expected, "%s:4:7: expected a number from 1 to 36, found \"x\"",
             path_of("a/broken.variant"));
    assert_string_equal(fault.text, expected);
    assert_int_equal(shg_catalog_outline(&outline, catalog, "none", &fault), SHOOGI_NOT_FOUND);
    assert_int_equal(fault.status, SHOOGI_NOT_FOUND);
    assert_int_equal(shg_catalog_outline(&outline, catalog, "none", NULL), SHOOGI_NOT_FOUND);
    shoogi_catalog_free(catalog);
}

/* After shg_catalog_hold no file is read, even if files change or disappear. */
static void texts_that_are_held(void **state)
{
    (void)state;
    put("a/tiny.variant", "alias=petit\nfiles=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n");
    put("b/tiny.variant", other);
    put("b/wide.variant", "base=PETIT\nfiles=5\n");
    put("b/number.variant", "files=3\nranks=x\n");
    assert_int_equal(mkdir(path_of("a/folder.variant"), 0755), 0);
    shoogi_catalog *catalog = open_catalog(2);
    assert_int_equal(shg_catalog_hold(catalog), SHOOGI_OK);
    char number[256], directory[256], *aliases = NULL;
    snprintf(number, sizeof number, "%s:2:7: expected a number from 1 to 36, found \"x\"",
             path_of("b/number.variant"));
    snprintf(directory, sizeof directory, "%s: cannot read: Is a directory",
             path_of("a/folder.variant"));
    put("a/late.variant", tiny);
    clear();

    const char *const *names;
    size_t count;
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_int_equal(count, 4);
    assert_string_equal(names[0], "folder");
    assert_string_equal(names[3], "wide");
    assert_int_equal(shoogi_variant_file_count(get(catalog, "wide")->variant), 5);
    const shoogi_catalog_entry *const entry = get(catalog, "petit");
    assert_string_equal(entry->name, "tiny");
    assert_string_equal(entry->path, path_of("a/tiny.variant"));
    assert_int_equal(shoogi_variant_file_count(entry->variant), 3);
    expect_fault(catalog, "number", SHOOGI_PARSE_ERROR, number);
    expect_fault(catalog, "folder", SHOOGI_IO, directory);
    expect_fault(catalog, "late", SHOOGI_NOT_FOUND,
                 "expected the name of a variant (folder, number, tiny, wide), found \"late\"");
    assert_int_equal(shg_catalog_aliases(&aliases, catalog, "tiny"), SHOOGI_OK);
    assert_string_equal(aliases, "petit");
    free(aliases);
    shoogi_variant *outline = NULL;
    assert_int_equal(shg_catalog_outline(&outline, catalog, "wide", NULL), SHOOGI_OK);
    assert_int_equal(shoogi_variant_file_count(outline), 5);
    shoogi_variant_free(outline);
    shoogi_catalog_free(catalog);
    assert_int_equal(mkdir(place, 0755), 0);

    catalog = open_catalog(2); /* no files */
    assert_int_equal(shg_catalog_hold(catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    assert_int_equal(count, 0);
    shoogi_catalog_free(catalog);
}

/* For every shipped definition: the same aliases as in the parsed variant. */
static void aliases_shipped(void **state)
{
    (void)state;
    shoogi_catalog *catalog = NULL;
    const char *const *names;
    size_t count, aliases = 0;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++) {
        shoogi_variant *outline = NULL;
        char *list = NULL;
        assert_int_equal(shg_catalog_outline(&outline, catalog, names[i], NULL), SHOOGI_OK);
        assert_int_equal(shg_catalog_aliases(&list, catalog, names[i]), SHOOGI_OK);
        const char *at = list, *alias;
        for (size_t n = 0; (alias = shoogi_variant_alias(outline, n)) != NULL; n++, aliases++) {
            assert_string_equal(at, alias);
            at += strlen(at) + 1;
        }
        assert_string_equal(at, "");
        free(list);
        shoogi_variant_free(outline);
    }
    assert_true(aliases > 20);
    shoogi_catalog_free(catalog);
}

/* A definition may be based on another, found by name or alias in any directory. */
static void bases_of_definitions(void **state)
{
    (void)state;
    put("b/tiny.variant", "alias=petit\nfiles=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n");
    put("a/wide.variant", "base=tiny\nfiles=5\n");
    put("a/wider.variant", "base=wide\nfiles=7\n");
    put("a/other.variant", "base=PETIT\nranks=6\n");
    put("a/circle.variant", "base=circle\n");
    put("a/lost.variant", "files=3\nbase=nowhere\n");
    shoogi_catalog *catalog = open_catalog(2);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "wide")->variant), 5);
    assert_int_equal(shoogi_variant_file_count(get(catalog, "wider")->variant), 7);
    assert_int_equal(shoogi_variant_rank_count(get(catalog, "wider")->variant), 4);
    assert_int_equal(shoogi_variant_rank_count(get(catalog, "other")->variant), 6);
    char expected[512];
    snprintf(expected, sizeof expected,
             "%s:2:6: expected the name of a definition, found \"nowhere\"",
             path_of("a/lost.variant"));
    expect_fault(catalog, "lost", SHOOGI_INVALID_RULES, expected);
    const shoogi_catalog_entry *entry;
    assert_int_equal(shoogi_catalog_get(&entry, catalog, "circle", 6, NULL), SHOOGI_INVALID_RULES);
    shoogi_catalog_free(catalog);
}

/* A definition from outside may be based on one of the catalog. */
static void bases_of_outside_definitions(void **state)
{
    (void)state;
    static const char wide[] = "base=tiny\nfiles=7\n", lost[] = "base=nowhere\n",
                      bad[] = "base=bad\n",
                      whole[] = "base=PART\nfiles=3\nranks=4\nking:K:K:k:b1\n",
                      circle[] = "base=chicken\n";
    put("a/part-2.variant", "alias=part\nsymmetry=rotate\n");
    put("a/chicken.variant", "base=egg\n");
    put("a/egg.variant", "alias=ovum\nbase=chicken\n");
    put("a/tiny.variant", "files=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n");
    put("a/bad.variant", "files=x\n");
    shoogi_catalog *catalog = open_catalog(1);
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup, .context = catalog };
    shoogi_variant *variant = NULL;
    shoogi_error error;
    size_t count;
    assert_int_equal(
        shoogi_variant_parse_with(&variant, wide, sizeof wide - 1, &how, &error, 1, &count),
        SHOOGI_OK);
    assert_int_equal(shoogi_variant_file_count(variant), 7);
    assert_int_equal(shoogi_variant_rank_count(variant), 4);
    shoogi_variant_free(variant);
    assert_int_equal(shoogi_variant_file_count(shoogi_catalog_find(catalog, "TINY", 4)), 3);
    assert_null(shoogi_catalog_find(catalog, "bad", 3));
    assert_null(shoogi_catalog_find(catalog, "nowhere", 7));
    assert_int_equal(
        shoogi_variant_parse_with(&variant, lost, sizeof lost - 1, &how, &error, 1, &count),
        SHOOGI_INVALID_RULES);
    assert_int_equal(
        shoogi_variant_parse_with(&variant, bad, sizeof bad - 1, &how, &error, 1, &count),
        SHOOGI_PARSE_ERROR);
    assert_int_equal(error.column, 6);
    assert_string_equal(error.message,
                        "expected a base without errors (1:7: expected a number from 1 "
                        "to 36, found \"x\"), found \"bad\"");
    assert_int_equal(
        shoogi_variant_parse_with(&variant, circle, sizeof circle - 1, &how, &error, 1, &count),
        SHOOGI_INVALID_RULES);
    assert_string_equal(
        error.message,
        "expected a base without errors (2:6: expected the name of a definition that "
        "is not based on this one, found \"chicken\"), found \"chicken\"");
    /* A base need not be a complete game. */
    assert_int_equal(
        shoogi_variant_parse_with(&variant, whole, sizeof whole - 1, &how, &error, 1, &count),
        SHOOGI_OK);
    assert_int_equal(shoogi_variant_rank_count(variant), 4);
    shoogi_variant_free(variant);
    assert_null(shoogi_catalog_find(catalog, "part", 4));
    shoogi_catalog_free(catalog);
}

static void too_many_directories(void **state)
{
    (void)state;
    const char *directories[SHOOGI_CATALOG_DIRECTORIES_MAX + 1];
    for (size_t i = 0; i < COUNT(directories); i++)
        directories[i] = place;
    shoogi_catalog *catalog = NULL;
    assert_int_equal(shoogi_catalog_new_in(&catalog, directories, COUNT(directories)),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_null(catalog);
    assert_int_equal(shoogi_catalog_new_in(&catalog, directories, COUNT(directories) - 1),
                     SHOOGI_OK);
    shoogi_catalog_free(catalog);
}

/* The n-th allocation fails, for every n: the call reports it, nothing leaks, and the next call
 * succeeds. */
static void run_out_of_memory(bool holds)
{
    bool done = false;
    for (unsigned n = 0; !done; n++) {
        assert_in_range(n, 0, 1000);
        const char *const both[] = { folder_a, folder_b };
        shoogi_catalog *catalog = NULL;
        const shoogi_catalog_entry *entry = NULL;
        const char *const *names;
        size_t count;
        shoogi_catalog_error fault = { SHOOGI_OK, "" };

        allocations_left = n;
        shoogi_status status = shoogi_catalog_new_in(&catalog, both, 2);
        if (status == SHOOGI_OK && holds)
            status = shg_catalog_hold(catalog);
        const bool good = catalog && (!holds || status == SHOOGI_OK);
        if (status == SHOOGI_OK)
            status = shoogi_catalog_names(&names, &count, catalog);
        if (status == SHOOGI_OK)
            status = shoogi_catalog_get(&entry, catalog, "shogi", 5, &fault);
        if (status == SHOOGI_OK)
            status = shoogi_catalog_get(&entry, catalog, "small", 5, &fault);
        char *aliases = NULL;
        shoogi_variant *outline = NULL;
        if (status == SHOOGI_OK)
            status = shg_catalog_aliases(&aliases, catalog, "mini");
        if (status == SHOOGI_OK)
            status = shg_catalog_outline(&outline, catalog, "mini", &fault);
        free(aliases);
        shoogi_variant_free(outline);
        if (status == SHOOGI_OK) {
            status = shoogi_catalog_get(&entry, catalog, "none", 4, &fault);
            done = status == SHOOGI_NOT_FOUND;
        }
        allocations_left = UINT32_MAX;
        if (!done)
            assert_int_equal(status, SHOOGI_NO_MEMORY);
        if (good) {
            assert_int_equal(shoogi_variant_file_count(get(catalog, "shogi")->variant), 5);
            assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
            assert_int_equal(count, 2);
        }
        shoogi_catalog_free(catalog);
    }
}

static void memory_runs_out(void **state)
{
    (void)state;
    put("a/mini.variant", "alias=small\nbase=shogi\nfiles=3\n");
    make_folder("b/shogi");
    put("b/shogi/shogi.variant", other);
    run_out_of_memory(false);
    run_out_of_memory(true);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, take_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(shipped),
        CASE(read_once),
        CASE(first_directory_counts),
        CASE(environment),
        CASE(names_in_order),
        CASE(names_that_are_none),
        CASE(longest_name),
        CASE(gone_since_it_was_listed),
        CASE(empty_directories),
        CASE(folders_of_families),
        CASE(the_same_name_twice),
        CASE(too_deep_in_folders),
        CASE(links_that_go_round),
        CASE(files_at_fault),
        CASE(size_of_a_file),
        CASE(aliases),
        CASE(aliases_and_outlines),
        CASE(aliases_shipped),
        CASE(texts_that_are_held),
        CASE(bases_of_definitions),
        CASE(bases_of_outside_definitions),
        CASE(too_many_directories),
        CASE(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
