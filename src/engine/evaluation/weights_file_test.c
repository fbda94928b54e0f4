/* weights_file_test.c: written weights are read back; other files are refused by name; the weights of a game are found. */
#include "engine/evaluation/weights_file.h"
#include "base/test_suite.h"

#include "support/engine.h"
#include "support/network.h"
#include "engine/evaluation/weights_find.h"
#include "engine/network/nnue_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct file {
    shoogi_variant *variant;
    shg_weights *weights;
    char *bytes;
    size_t count;
} file;

static file write_one(const char *game)
{
    static const shg_provenance from = { "shoogi learn mini --games 40", 40, 1234 };
    file f = { .variant = engine_game(game) };
    uint64_t chance = 3;
    assert_int_equal(shg_weights_new(&f.weights, f.variant), SHOOGI_OK);
    for (size_t i = 0; i < f.weights->count; i++)
        f.weights->value[i] = (shg_weight){ (int16_t)((int)random_below(&chance, 65536) - 32768),
                                            (int16_t)((int)random_below(&chance, 65536) - 32768) };
    assert_int_equal(shg_weights_write(&f.bytes, &f.count, f.weights, &from), SHOOGI_OK);
    return f;
}

static void fini(file *f)
{
    free(f->bytes);
    shg_weights_free(f->weights);
    shoogi_variant_free(f->variant);
}

static void reads_what_it_writes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ENGINE_GAMES; i++) {
        file f = write_one(engine_games[i]);
        shg_weights *again;
        shg_provenance from;
        assert_int_equal(shg_weights_read(&again, &from, f.variant, f.bytes, f.count, NULL),
                         SHOOGI_OK);
        assert_int_equal(again->count, f.weights->count);
        assert_memory_equal(again->value, f.weights->value, again->count * sizeof *again->value);
        assert_string_equal(from.made, "shoogi learn mini --games 40");
        assert_int_equal(from.games, 40);
        assert_int_equal(from.positions, 1234);
        assert_true(shg_weights_fit(f.variant, f.bytes, f.count));
        shg_weights_free(again);
        fini(&f);
    }
}

static void expect_refused(const file *f, const shoogi_variant *v, const char *bytes, size_t count,
                           const char *message)
{
    shg_weights *w = NULL;
    shoogi_error err = { 0 };
    (void)f;
    assert_int_not_equal(shg_weights_read(&w, NULL, v, bytes, count, &err), SHOOGI_OK);
    assert_null(w);
    if (message)
        assert_non_null(strstr(err.message, message));
    assert_true(err.message[0] != '\0');
}

static void refuses_other_games(void **state)
{
    (void)state;
    file f = write_one("mini");
    shoogi_variant *const other = engine_game("shogi");
    expect_refused(&f, other, f.bytes, f.count, "expected \"board 9x9\", found \"board 5x5\"");
    assert_false(shg_weights_fit(other, f.bytes, f.count));
    shoogi_variant_free(other);
    fini(&f);
}

/* A rule set of the game, and a game with the same pieces that is won differently. */
static void fits_its_rule_sets(void **state)
{
    (void)state;
    file f = write_one("shogi");
    shoogi_variant *const rule_set = engine_game("shogi-club"), *const other = engine_game("check");
    assert_true(shg_weights_fit(rule_set, f.bytes, f.count));
    assert_false(shg_weights_fit(other, f.bytes, f.count));
    expect_refused(&f, other, f.bytes, f.count, "expected \"moves ");
    shoogi_variant_free(rule_set);
    shoogi_variant_free(other);
    fini(&f);
}

/* Every prefix of a file, and every file with one bit flipped. */
static void refuses_broken_files(void **state)
{
    (void)state;
    file f = write_one("dobutsu");
    for (size_t count = 0; count < f.count; count++) {
        char *const cut =
            malloc(count + 1); /* exact size, so that the sanitizers see an overread */
        assert_non_null(cut);
        memcpy(cut, f.bytes, count);
        expect_refused(&f, f.variant, cut, count, NULL);
        free(cut);
    }
    for (size_t i = 0; i < f.count; i++) {
        f.bytes[i] ^= 4;
        expect_refused(&f, f.variant, f.bytes, f.count, NULL);
        f.bytes[i] ^= 4;
    }
    f.bytes[f.count - 1] ^= 1;
    expect_refused(&f, f.variant, f.bytes, f.count, "checksum");
    char *const games = strstr(f.bytes, "\ngames 40");
    assert_non_null(games);
    memcpy(games, "\ngames -1", 9);
    expect_refused(&f, f.variant, f.bytes, f.count, "expected a number, found \"-1\"");
    fini(&f);
}

static void finds_those_there_are(void **state)
{
    (void)state;
    shoogi_variant *const v = engine_game("mini");
    shg_weights *learned, *guessed;
    shoogi_error err = { .status = SHOOGI_PARSE_ERROR }; /* of an earlier error */
    assert_int_equal(shg_weights_find(&learned, v, &err), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_OK);
    assert_int_equal(shg_weights_new(&guessed, v), SHOOGI_OK);
    assert_memory_not_equal(learned->value, guessed->value,
                            learned->count * sizeof *learned->value);
    shg_weights_free(learned);
    /* A directory without weights: the other directories are searched. */
    assert_int_equal(shg_weights_find_in(&learned, v, "/nowhere", &err), SHOOGI_OK);
    assert_memory_not_equal(learned->value, guessed->value,
                            learned->count * sizeof *learned->value);
    shg_weights_free(guessed);
    shg_weights_free(learned);
    shoogi_variant_free(v);
}

static void put_file(const char *folder, const char *name, const char *bytes, size_t count)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, count, out), count);
    assert_int_equal(fclose(out), 0);
}

static void remove_file(const char *folder, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(unlink(path), 0);
}

/* A game without weights of its own: a broken file is reported, and the next one that fits is taken. */
static void passes_over_broken_files(void **state)
{
    (void)state;
    file f = write_one("files=5\nranks=5\nking:K:K:k:c1\nwolf:W:WF2:w:b1,d1\n"
                       "pawn:P:fW:p:a2,b2,c2,d2,e2\n");
    char folder[] = "/tmp/shoogi-weights-XXXXXX", before[1000];
    const char *const variants = getenv("SHOOGI_VARIANTS");
    snprintf(before, sizeof before, "%s", variants ? variants : "");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("SHOOGI_VARIANTS", folder, 1), 0);
    put_file(folder, "one.weights", f.bytes, f.count - 1);
    put_file(folder, "other.weights", f.bytes, f.count);
    shg_weights *found;
    shoogi_error err;
    assert_int_equal(shg_weights_find(&found, f.variant, &err), SHOOGI_OK);
    assert_memory_equal(found->value, f.weights->value, found->count * sizeof *found->value);
    shg_weights_free(found);
    assert_int_equal(err.status, SHOOGI_PARSE_ERROR);
    assert_non_null(strstr(err.message, "one.weights: expected"));

    remove_file(folder, "other.weights");
    assert_int_equal(shg_weights_find_learned(&found, f.variant, &err), SHOOGI_PARSE_ERROR);
    assert_non_null(strstr(err.message, "one.weights: expected"));
    assert_int_equal(shg_weights_find(&found, f.variant, &err), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_PARSE_ERROR);
    shg_weights_free(found);

    remove_file(folder, "one.weights");
    assert_int_equal(shg_weights_find_learned(&found, f.variant, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "no learned weights for this game");
    assert_int_equal(shg_weights_find(&found, f.variant, &err), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_OK);
    shg_weights_free(found);
    assert_int_equal(variants ? setenv("SHOOGI_VARIANTS", before, 1) : unsetenv("SHOOGI_VARIANTS"),
                     0);
    assert_int_equal(rmdir(folder), 0);
    fini(&f);
}

/* Learned weights may be in a folder of the directory, beside the definition, or in the directory itself. */
static void finds_them_in_folders(void **state)
{
    (void)state;
    static const char *const folders[] = { ".", "weights", "mine" };
    file f = write_one("mini");
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char place[] = "/tmp/shoogi-weights-XXXXXX", folder[200];
        assert_non_null(mkdtemp(place));
        snprintf(folder, sizeof folder, "%s/%s", place, folders[i]);
        assert_true(i == 0 || mkdir(folder, 0755) == 0);
        static const char *const names[] = { "mini.weights", "other.weights" }; /* the other fits */
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            shg_weights *found;
            shoogi_error err;
            put_file(folder, names[n], f.bytes, f.count);
            assert_int_equal(shg_weights_find_in(&found, f.variant, place, &err), SHOOGI_OK);
            assert_memory_equal(found->value, f.weights->value,
                                found->count * sizeof *found->value);
            shg_weights_free(found);
            remove_file(folder, names[n]);
        }
        assert_true(i == 0 || rmdir(folder) == 0);
        assert_int_equal(rmdir(place), 0);
    }
    fini(&f);
}

/* A network goes with the weights beside it; without them it goes with default ones; a broken one is named and left out. */
static void finds_networks(void **state)
{
    (void)state;
    file f = write_one("mini");
    char place[] = "/tmp/shoogi-weights-XXXXXX", path[200], *bytes;
    shg_nnue *network;
    shg_weights *found;
    shoogi_error err;
    size_t count;
    uint64_t chance = 2;
    const shg_provenance from = { .made = "a test" };
    assert_non_null(mkdtemp(place));
    assert_int_equal(shg_nnue_new(&network, f.variant, (shg_nnue_shape){ 64, 16, 16, 1, false }),
                     SHOOGI_OK);
    fill_at_random(network, &chance);
    assert_int_equal(shg_nnue_write(&bytes, &count, network, &from), SHOOGI_OK);

    put_file(place, "mini.network", bytes, count);
    assert_int_equal(shg_weights_find_in(&found, f.variant, place, &err), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_OK);
    assert_memory_equal(found->network->memory, network->memory, network->memory_bytes);
    shg_weights_free(found);
    put_file(place, "mini.weights", f.bytes, f.count);
    assert_int_equal(shg_weights_find_in(&found, f.variant, place, &err), SHOOGI_OK);
    assert_non_null(found->network);
    assert_memory_equal(found->value, f.weights->value, found->count * sizeof *found->value);
    shg_weights_free(found);
    snprintf(path, sizeof path, "%s/mini.network", place);
    assert_int_equal(shg_weights_load(&found, f.variant, path, &err), SHOOGI_OK);
    assert_memory_equal(found->network->memory, network->memory, network->memory_bytes);
    shg_weights_free(found);

    put_file(place, "mini.network", bytes, count - 1);
    assert_int_equal(shg_weights_load(&found, f.variant, path, &err), SHOOGI_PARSE_ERROR);
    assert_int_equal(shg_weights_find_in(&found, f.variant, place, &err), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_PARSE_ERROR);
    assert_non_null(strstr(err.message, "mini.network: expected"));
    assert_null(found->network);
    assert_memory_equal(found->value, f.weights->value, found->count * sizeof *found->value);
    shg_weights_free(found);
    remove_file(place, "mini.network");
    remove_file(place, "mini.weights");
    assert_int_equal(rmdir(place), 0);
    free(bytes);
    shg_nnue_free(network);
    fini(&f);
}

TEST_SUITE(weights_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_writes),     cmocka_unit_test(refuses_other_games),
        cmocka_unit_test(refuses_broken_files),     cmocka_unit_test(finds_those_there_are),
        cmocka_unit_test(passes_over_broken_files), cmocka_unit_test(fits_its_rule_sets),
        cmocka_unit_test(finds_them_in_folders),    cmocka_unit_test(finds_networks),
    };
    return cmocka_run_group_tests_name("weights_file", tests, NULL, NULL);
}
