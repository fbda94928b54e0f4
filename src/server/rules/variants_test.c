/* variants_test.c: the variants of a server: names, summaries, parsing on first use, errors. */
#include "server/rules/variants.h"
#include "server/loop/bounds.h"
#include "server/rules/past_rules.h"
#include "server/rules/piece_names.h"
#include "support/server.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define GAME         "files=3\nranks=4\nsymmetry=rotate\nking:K:K:k:b1\n"

/* ---- failing allocations (the linker sends every allocation here) ---- */

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
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);

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

static shg_variants *variants;

/* ---- a directory of our own ---- */

static char folder[64];

static const char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s.variant", folder, name);
    return path;
}

static void write_definition(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/shoogi-variants-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    shg_variants_free(variants);
    variants = NULL;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 ? 0 : -1;
}

static void open_folder(void)
{
    assert_int_equal(shg_variants_new(&variants, folder, NULL), SHOOGI_OK);
}

static size_t game_of(const char *name)
{
    size_t game = SIZE_MAX;
    if (!shg_variants_by_name(&game, variants, name, strlen(name)))
        fail_msg("there is no %s", name);
    return game;
}

static void expect_fault(const char *name, const char *tail)
{
    char expected[300], found[SHOOGI_CATALOG_ERROR_BYTES];
    size_t game;
    assert_true(shg_variants_next_fault(&game, found, variants));
    assert_string_equal(shg_variants_name(variants, game), name);
    snprintf(expected, sizeof expected, "%s%s", path_of(name), tail);
    assert_string_equal(found, expected);
}

static void expect_no_fault(void)
{
    char found[SHOOGI_CATALOG_ERROR_BYTES];
    size_t game;
    if (shg_variants_next_fault(&game, found, variants))
        fail_msg("%s", found);
}

/* ---- shipped definitions ---- */

static void names_and_rule_sets(void **state)
{
    (void)state;
    static const char *const rule_sets[][2] = {
        { "chu", "chu" },         { "chu-jcsa", "chu" },
        { "dai-dai", "dai-dai" }, { "dai-dai-hooks", "dai-dai" },
        { "dai", "dai" },         { "maka-dai-dai-hooks", "maka-dai-dai" },
    };
    size_t game;
    assert_int_equal(shg_variants_new(&variants, NULL, NULL), SHOOGI_OK);
    for (size_t i = 1; i < shg_variants_count(variants); i++)
        assert_true(strcmp(shg_variants_name(variants, i - 1), shg_variants_name(variants, i)) < 0);
    for (size_t i = 0; i < COUNT(rule_sets); i++)
        assert_int_equal(shg_variants_game_of(variants, game_of(rule_sets[i][0])),
                         game_of(rule_sets[i][1]));
    assert_int_equal(game_of("CHU-jcsa"), game_of("chu-jcsa"));
    assert_false(shg_variants_by_name(&game, variants, "chu-", 4));
    assert_false(shg_variants_by_name(&game, variants, "", 0));
    assert_int_equal(shg_variants_by_alias(&game, variants, "\u7985\u5C06\u68CB", 9),
                     SHOOGI_NOT_FOUND);
    assert_int_equal(shg_variants_by_alias(&game, variants, "TORISHOGI", 9), SHOOGI_OK);
    assert_int_equal(game, game_of("tori"));
    static const char *const titles[][2] = {
        { "Chu Shogi", "chu" },
        { "chu-shogi", "chu" },
        { "CHUSHOGI", "chu-lishogi" }, /* an alias has priority */
        { "tai shogi, rules of hachu", "tai-hachu" },
        /* another spelling of a name, an alias or a title */
        { "Mini_Shogi", "mini" },
        { "gorogoro plus", "gorogoroplus" },
        { "ｍｉｎｉ", "mini" },
        { "5x5+5_shogi", "mini" },
        { "TaiShogi rules of HaChu", "tai-hachu" },
    };
    for (size_t i = 0; i < COUNT(titles); i++) {
        assert_int_equal(shg_variants_find(&game, variants, titles[i][0], strlen(titles[i][0])),
                         SHOOGI_OK);
        assert_int_equal(game, game_of(titles[i][1]));
    }
    assert_int_equal(shg_variants_find(&game, variants, "chu shog", 8), SHOOGI_NOT_FOUND);
    assert_string_equal(shg_variants_title(variants, game_of("dai-dai-hooks")),
                        "Dai-dai Shogi, hook movers capture twice");
}

static const char *next(const char *at)
{
    return at + strlen(at) + 1;
}

/* Every definition parses, and each summary agrees with its variant. */
static void summaries_agree_with_variants(void **state)
{
    (void)state;
    assert_int_equal(shg_variants_new(&variants, NULL, NULL), SHOOGI_OK);
    for (size_t i = 0; i < shg_variants_count(variants); i++) {
        const char *const name = shg_variants_name(variants, i);
        const shg_variant_summary *summary, *again;
        const shoogi_catalog_entry *entry = NULL;
        if (shg_variants_summary(&summary, variants, i) != SHOOGI_OK ||
            shg_variants_get(&entry, variants, i) != SHOOGI_OK)
            fail_msg("%s cannot be read", name);
        assert_int_equal(shg_variants_summary(&again, variants, i), SHOOGI_OK);
        assert_ptr_equal(summary, again);
        const shoogi_variant *const v = entry->variant;
        assert_string_equal(entry->name, name);
        assert_string_equal(shoogi_variant_name(v), name);
        assert_int_equal(summary->files, shoogi_variant_file_count(v));
        assert_int_equal(summary->ranks, shoogi_variant_rank_count(v));
        assert_int_equal(summary->kinds, shoogi_variant_kind_count(v));
        assert_string_equal(summary->title, shoogi_variant_title(v));
        assert_ptr_equal(shg_variants_title(variants, i), summary->title);
        const char *at = summary->aliases, *alias;
        for (size_t n = 0; (alias = shoogi_variant_alias(v, n)) != NULL; n++, at = next(at))
            assert_string_equal(at, alias);
        assert_string_equal(at, "");
        const shg_typed_letters typed = shg_typed_letters_of(v);
        at = summary->pieces;
        for (unsigned kind = 1; kind <= summary->kinds; kind++, at = next(at)) {
            char names[SHG_PIECE_NAMES_BYTES];
            shg_piece_names_write(names, v, (shoogi_kind)kind, &typed);
            assert_string_equal(at, names);
        }
        assert_string_equal(at, "");
    }
    expect_no_fault();
}

/* ---- other definitions ---- */

static void no_definitions(void **state)
{
    (void)state;
    assert_int_equal(shg_variants_new(&variants, folder, NULL), SHOOGI_NOT_FOUND);
    assert_null(variants);
    shg_variants_free(NULL);
}

/* Each error is reported once, however often its variant is used. Changes of the files have no
 * effect. */
static void faults(void **state)
{
    (void)state;
    const shoogi_catalog_entry *entry = NULL;
    const shg_variant_summary *summary = NULL;
    write_definition("good", "alias=fine\n" GAME);
    write_definition("form", "alias=ill\nfiles=3\nranks=x\nking:K:K:k:b1\n");
    write_definition("rules",
                     "files=3\nranks=4\nking:K:K:k:b9\n"); /* which a summary does not parse */
    write_definition("gone", GAME);
    assert_int_equal(mkdir(path_of("none"), 0755), 0);
    open_folder();
    assert_int_equal(shg_variants_count(variants), 5);
    assert_int_equal(unlink(path_of("gone")), 0);
    write_definition("form", GAME);
    write_definition("late", GAME);

    assert_int_equal(shg_variants_get(&entry, variants, game_of("form")), SHOOGI_PARSE_ERROR);
    assert_int_equal(shg_variants_summary(&summary, variants, game_of("form")), SHOOGI_PARSE_ERROR);
    assert_null(entry);
    assert_null(summary);
    expect_fault("form", ":3:7: expected a number from 1 to 36, found \"x\"");
    expect_no_fault();
    assert_int_equal(shg_variants_get(&entry, variants, game_of("form")), SHOOGI_PARSE_ERROR);
    expect_no_fault();
    size_t game;
    assert_int_equal(shg_variants_by_alias(&game, variants, "Ill", 3), SHOOGI_OK);
    assert_int_equal(game, game_of("form"));

    assert_int_equal(shg_variants_summary(&summary, variants, game_of("rules")), SHOOGI_OK);
    assert_int_equal(summary->kinds, 1);
    assert_int_not_equal(shg_variants_get(&entry, variants, game_of("rules")), SHOOGI_OK);
    expect_fault("rules", ":3:13: expected a rank from 1 to 4, found \"9\"");
    expect_no_fault();
    assert_int_equal(shg_variants_get(&entry, variants, game_of("none")), SHOOGI_IO);
    assert_int_equal(shg_variants_summary(&summary, variants, game_of("none")), SHOOGI_IO);
    expect_fault("none", ": cannot read: Is a directory");
    expect_no_fault();
    assert_false(shg_variants_by_name(&game, variants, "late", 4));
    assert_int_equal(shg_variants_get(&entry, variants, game_of("gone")), SHOOGI_OK);
    assert_int_equal(shoogi_variant_file_count(entry->variant), 3);
    assert_int_equal(shg_variants_get(&entry, variants, game_of("good")), SHOOGI_OK);
    assert_string_equal(entry->path, path_of("good"));
    expect_no_fault();
}

/* An extra variant is added in order, or replaces another. */
static void guests(void **state)
{
    (void)state;
    static const char text[] = "alias=visitor\nfiles=5\nranks=4\nsymmetry=rotate\nking:K:K:k:c1\n";
    static const char *const names[] = { "a", "c", "d", "e" };
    shoogi_variant *own = NULL;
    assert_int_equal(shoogi_variant_parse(&own, text, sizeof text - 1, NULL), SHOOGI_OK);
    write_definition("b-old", GAME);
    write_definition("d", GAME);
    for (size_t i = 0; i < COUNT(names); i++) {
        const shoogi_catalog_entry guest = { .name = names[i], .path = "x", .variant = own },
                                   *entry;
        const shg_variant_summary *summary;
        size_t game;
        assert_int_equal(shg_variants_new(&variants, folder, &guest), SHOOGI_OK);
        assert_int_equal(shg_variants_count(variants), names[i][0] == 'd' ? 2 : 3);
        for (size_t n = 1; n < shg_variants_count(variants); n++)
            assert_true(strcmp(shg_variants_name(variants, n - 1), shg_variants_name(variants, n)) <
                        0);
        assert_int_equal(shg_variants_get(&entry, variants, game_of(names[i])), SHOOGI_OK);
        assert_ptr_equal(entry, &guest);
        assert_int_equal(shg_variants_by_alias(&game, variants, "visitor", 7), SHOOGI_OK);
        assert_int_equal(game, game_of(names[i]));
        assert_int_equal(shg_variants_summary(&summary, variants, game), SHOOGI_OK);
        assert_int_equal(summary->files, 5);
        assert_string_equal(summary->aliases, "visitor");
        assert_int_equal(shg_variants_get(&entry, variants, game_of("b-old")), SHOOGI_OK);
        assert_int_equal(shoogi_variant_file_count(entry->variant), 3);
        shg_variants_free(variants);
        variants = NULL;
    }
    shoogi_variant_free(own);
}

/* Uses everything; returns NO_MEMORY as soon as a call does. */
static shoogi_status ask_all(void)
{
    const shg_variant_summary *summary;
    const shoogi_catalog_entry *entry;
    size_t game;
    shoogi_status status = shg_variants_new(&variants, folder, NULL);
    if (status == SHOOGI_OK)
        status = shg_variants_by_alias(&game, variants, "other", 5);
    if (status == SHOOGI_OK)
        status = shg_variants_summary(&summary, variants, game_of("based"));
    if (status == SHOOGI_OK)
        status = shg_variants_get(&entry, variants, game_of("based"));
    if (status != SHOOGI_OK)
        return status;
    status = shg_variants_get(&entry, variants, game_of("form"));
    return status == SHOOGI_NO_MEMORY ? status : SHOOGI_OK;
}

/* The n-th allocation fails, for every n: the call reports it, no variant counts as invalid, and
 * the next call succeeds. */
static void memory_runs_out(void **state)
{
    (void)state;
    write_definition("based", "base=game\nfiles=4\nalias=other\n");
    write_definition("form", "files=3\nranks=x\nking:K:K:k:b1\n");
    write_definition("game", GAME);
    bool done = false;
    unsigned failures = 0;
    for (unsigned n = 0; !done; n++, failures++) {
        assert_in_range(n, 0, 2000);
        allocations_left = n;
        const shoogi_status status = ask_all();
        done = allocations_left > 0;
        allocations_left = UINT32_MAX;
        if (status != SHOOGI_OK)
            assert_int_equal(status, SHOOGI_NO_MEMORY);
        assert_true(status == SHOOGI_OK || !done);
        if (variants) {
            const shoogi_catalog_entry *entry;
            assert_int_equal(shg_variants_get(&entry, variants, game_of("based")), SHOOGI_OK);
            assert_int_equal(shoogi_variant_file_count(entry->variant), 4);
            assert_int_equal(shg_variants_get(&entry, variants, game_of("form")),
                             SHOOGI_PARSE_ERROR);
            expect_fault("form", ":2:7: expected a number from 1 to 36, found \"x\"");
            expect_no_fault();
        }
        shg_variants_free(variants);
        variants = NULL;
    }
    assert_true(failures > 20);
}

/* ---- threads ---- */

enum { THREADS = 4 };

typedef struct asking {
    pthread_t thread;
    const shoogi_catalog_entry *entries[200];
    const shg_variant_summary *faces[200];
    size_t failed;
} asking;

/* Each thread begins elsewhere. */
static void *ask(void *context)
{
    static atomic_size_t turn;
    asking *a = context;
    const size_t count = shg_variants_count(variants), first = atomic_fetch_add(&turn, 1);
    for (size_t n = 0; n < count; n++) {
        const size_t i = (first * count / THREADS + n) % count;
        char fault[SHOOGI_CATALOG_ERROR_BYTES];
        size_t game;
        a->failed += first % 2 == 0 && shg_variants_summary(&a->faces[i], variants, i) != SHOOGI_OK;
        a->failed += shg_variants_get(&a->entries[i], variants, i) != SHOOGI_OK;
        a->failed += shg_variants_summary(&a->faces[i], variants, i) != SHOOGI_OK;
        a->failed += shg_variants_by_alias(&game, variants, "nobody", 6) != SHOOGI_NOT_FOUND;
        a->failed += shg_variants_next_fault(&game, fault, variants);
        a->failed += shoogi_variant_file_count(a->entries[i]->variant) != a->faces[i]->files;
    }
    return NULL;
}

static void threads(void **state)
{
    (void)state;
    static asking each[THREADS];
    for (unsigned i = 0; i < 40; i++) {
        char name[20];
        snprintf(name, sizeof name, "game-%02u", i);
        write_definition(name, i % 3 == 0 ? GAME : "base=game-00\nfiles=4\n");
    }
    open_folder();
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&each[i].thread, NULL, ask, &each[i]), 0);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(each[i].thread, NULL), 0);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(each[i].failed, 0);
        assert_memory_equal(each[i].entries, each[0].entries, sizeof each[0].entries);
        assert_memory_equal(each[i].faces, each[0].faces, sizeof each[0].faces);
    }
}

/* ---- the definitions of games, for several threads ---- */

enum { DEFINITIONS = SHG_RULES_CACHED + 8 };

typedef struct reading {
    pthread_t thread;
    shg_rules_cache *cache;
    shg_storage *storage;
    size_t failed;
} reading;

/* Gets each definition several times: in turn, so that the cache forgets them, and one again and again. */
static void *get_all(void *context)
{
    reading *r = context;
    for (int64_t i = 0; i < 3 * DEFINITIONS; i++) {
        const int64_t numbers[] = { 1 + i % DEFINITIONS, 1 };
        for (size_t j = 0; j < COUNT(numbers); j++) {
            shg_rules *rules = NULL;
            if (shg_rules_get(&rules, r->cache, r->storage, numbers[j], NULL) != SHOOGI_OK ||
                shg_rules_definition(rules) != numbers[j])
                r->failed++;
            shg_rules_unref(rules);
        }
    }
    return NULL;
}

static void past_rules_for_threads(void **state)
{
    (void)state;
    static reading each[2];
    shg_rules_cache *cache = NULL;
    assert_int_equal(shg_rules_cache_new(&cache), SHOOGI_OK);
    for (size_t i = 0; i < COUNT(each); i++) {
        each[i] = (reading){ .cache = cache };
        assert_int_equal(shg_storage_open(&each[i].storage, "memory", false, NULL), SHOOGI_OK);
        assert_int_equal(each[i].storage->ops->begin(each[i].storage, NULL), SHOOGI_OK);
        for (int64_t id = 0, j = 0; j < DEFINITIONS; j++) {
            char text[200];
            snprintf(text, sizeof text, GAME "title=Game %d\n", (int)j);
            const shg_definition row = { .name = "game", .text = text, .text_bytes = strlen(text) };
            assert_int_equal(each[i].storage->ops->definition_put(each[i].storage, &id, &row, NULL),
                             SHOOGI_OK);
            assert_int_equal(id, j + 1);
        }
        assert_int_equal(each[i].storage->ops->commit(each[i].storage, NULL), SHOOGI_OK);
    }
    for (size_t i = 0; i < COUNT(each); i++)
        assert_int_equal(pthread_create(&each[i].thread, NULL, get_all, &each[i]), 0);
    for (size_t i = 0; i < COUNT(each); i++)
        assert_int_equal(pthread_join(each[i].thread, NULL), 0);
    for (size_t i = 0; i < COUNT(each); i++) {
        assert_int_equal(each[i].failed, 0);
        each[i].storage->ops->close(each[i].storage);
    }
    shg_rules_cache_free(cache);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(names_and_rule_sets),
        CASE(summaries_agree_with_variants),
        CASE(no_definitions),
        CASE(faults),
        CASE(guests),
        CASE(memory_runs_out),
        CASE(threads),
        CASE(past_rules_for_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
