/* weights_file_test.c: weights that are written are read again; whatever else is read is refused by name; those of a
 * game are found. */
#include "engine/weights_file.h"

#include "engine/engine_support.h"
#include "engine/weights_found.h"

#include <setjmp.h>
#include <stdarg.h>

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

/* Each beginning of a file, and each file with one bit turned. */
static void refuses_broken_files(void **state)
{
    (void)state;
    file f = write_one("dobutsu");
    for (size_t count = 0; count < f.count; count++) {
        char *const cut = malloc(count + 1); /* so that reading beyond it is seen */
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
    shoogi_error err = { .status = SHOOGI_BAD_TEXT }; /* of something else, before */
    assert_int_equal(shg_weights_find(&learned, v, &err), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_OK);
    assert_int_equal(shg_weights_new(&guessed, v), SHOOGI_OK);
    assert_memory_not_equal(learned->value, guessed->value,
                            learned->count * sizeof *learned->value);
    shg_weights_free(guessed);
    shg_weights_free(learned);
    shoogi_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(refuses_other_games),
        cmocka_unit_test(refuses_broken_files),
        cmocka_unit_test(finds_those_there_are),
    };
    return cmocka_run_group_tests_name("weights_file", tests, NULL, NULL);
}
