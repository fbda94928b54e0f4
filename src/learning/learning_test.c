/* learning_test.c: results are stored, and an interrupted run resumes. */
#include "learning/learning.h"
#include "base/test_suite.h"

#include "catalog/file.h"
#include "support/engine.h"
#include "engine/learning/nnue_training.h"
#include "engine/network/nnue_file.h"
#include "learning/games_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* How well the games are played does not matter here. */
enum { GAMES = 8, ROUND = 4, NODES = 5 };

static const char made[] = "shoogi learn micro --nodes 5";

typedef struct place {
    char folder[64];
    double seconds_max;
    shoogi_variant *variant;
    unsigned asked, enough_at; /* 0: never */
    unsigned trained;          /* rounds */
    unsigned networks;         /* trained */
    size_t network_positions;  /* as in shg_learning, but 0: none */
    unsigned threads;
    unsigned phases[4]; /* reports of games, training, matches, networks */
    bool bound_told;
    bool stops_at_network; /* when it begins to train one */
    bool stops_at_match;   /* of one that is trained */
    bool stops_at_gate;    /* of weights that are trained */
} place;

static place place_new(void)
{
    place at = { .folder = "/tmp/shoogi-learning-XXXXXX",
                 .variant = engine_game("micro"),
                 .threads = 1 };
    assert_non_null(mkdtemp(at.folder));
    return at;
}

static const char *file_of(const place *at, const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", at->folder, name);
    return path;
}

static void place_fini(place *at)
{
    static const char *const names[] = { "games", "state", "best.weights", "best.network",
                                         "newest.network" };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        (void)unlink(file_of(at, names[i]));
    assert_int_equal(rmdir(at->folder), 0); /* no other files are left */
    shoogi_variant_free(at->variant);
}

static bool is_enough(void *context)
{
    place *const at = context;
    return (at->stops_at_network && at->phases[3] > 0) ||
           (at->stops_at_match && at->networks > 0) || (at->stops_at_gate && at->trained > 0) ||
           (at->enough_at > 0 && ++at->asked >= at->enough_at);
}

static void hear(void *context, const char *line)
{
    place *const at = context;
    at->trained += strstr(line, ": trained on") != NULL;
    at->networks += strstr(line, ": network trained on") != NULL;
}

static void hear_progress(void *context, const char *line)
{
    static const char *const words[] = { "round 1, games: ", "round 1, training: pass ",
                                         "round 1, against the best: game ",
                                         "round 1, network: pass " };
    place *const at = context;
    for (unsigned i = 0; i < 4; i++)
        at->phases[i] += strncmp(line, words[i], strlen(words[i])) == 0;
    at->bound_told = at->bound_told || strstr(line, ", 0:59 left");
}

static shoogi_status learn(place *at, size_t games, shoogi_error *err)
{
    const shg_learning how = {
        .variant = at->variant,
        .folder = at->folder,
        .made = made,
        .threads = at->threads,
        .nodes = NODES,
        .games = games,
        .round = ROUND,
        .memory_mib = 64,
        .network_positions = at->network_positions > 0 ? at->network_positions : SIZE_MAX,
        .seed = 7,
        .run = { .seconds_max = at->seconds_max,
                 .progress_ms = 1,
                 .on_line = hear,
                 .on_progress = hear_progress,
                 .should_stop = is_enough,
                 .context = at },
    };
    at->asked = at->trained = at->networks = 0;
    return shg_learn(&how, err);
}

typedef struct whole {
    char *bytes;
    size_t count;
} whole;

static whole read_whole(const place *at, const char *name)
{
    whole file = { NULL, 0 };
    assert_int_equal(shg_file_read(&file.bytes, &file.count, file_of(at, name), 1 << 24, NULL),
                     SHOOGI_OK);
    return file;
}

static size_t games_in(const place *at)
{
    shg_game games[GAMES] = { 0 };
    shg_games_file *file;
    size_t have;
    const shg_games_wanted wanted = {
        .variant = at->variant, .games = games, .first = 2, .count = GAMES
    };
    assert_int_equal(shg_games_file_open(&file, file_of(at, "games"), made, NULL), SHOOGI_OK);
    assert_int_equal(shg_games_file_read(&have, file, &wanted, NULL), SHOOGI_OK);
    for (size_t i = 0; i < GAMES; i++) {
        assert_int_equal(games[i].count > 0, i < have); /* a single thread plays them in order */
        assert_int_equal(games[i].played != NULL, i >= 2 && i < have);
        shg_game_fini(&games[i]);
    }
    shg_games_file_close(file);
    return have;
}

/* Interrupted and killed at several points, a run gives the same games and weights as an uninterrupted one. */
static void goes_on_where_it_was(void **state)
{
    (void)state;
    place one = place_new(), other = place_new();
    shoogi_error err = { 0 };
    assert_int_equal(learn(&one, GAMES, &err), SHOOGI_OK);
    assert_int_equal(games_in(&one), GAMES);

    other.enough_at = 7;
    assert_int_equal(learn(&other, GAMES, &err), SHOOGI_OK);
    const size_t had = games_in(&other);
    assert_in_range(had, 1, GAMES - 1);
    struct stat about;
    assert_int_equal(stat(file_of(&other, "games"), &about), 0);
    assert_int_equal(truncate(file_of(&other, "games"), about.st_size - 5), 0);
    assert_int_equal(games_in(&other), had - 1);
    other.enough_at = 0;
    assert_int_equal(learn(&other, GAMES, &err), SHOOGI_OK);
    assert_int_equal(games_in(&other), GAMES);

    static const char *const names[] = { "games", "state" };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const whole a = read_whole(&one, names[i]), b = read_whole(&other, names[i]);
        assert_int_equal(a.count, b.count);
        assert_memory_equal(a.bytes, b.bytes, a.count);
        free(a.bytes);
        free(b.bytes);
    }
    place_fini(&one);
    place_fini(&other);
}

/* Any number of threads gives the same games and weights. */
static void several_threads_learn_the_same(void **state)
{
    (void)state;
    place one = place_new(), other = place_new();
    shoogi_error err = { 0 };
    other.threads = 4;
    assert_int_equal(learn(&one, GAMES, &err), SHOOGI_OK);
    assert_int_equal(learn(&other, GAMES, &err), SHOOGI_OK);
    assert_int_equal(games_in(&other), GAMES);
    for (unsigned i = 0; i < 2; i++) {
        const whole a = read_whole(&one, i ? "state" : "games"),
                    b = read_whole(&other, i ? "state" : "games");
        assert_int_equal(a.count, b.count);
        if (i == 1) /* games are stored in the order in which they ended */
            assert_memory_equal(a.bytes, b.bytes, a.count);
        free(a.bytes);
        free(b.bytes);
    }
    place_fini(&one);
    place_fini(&other);
}

static void write_whole(const place *at, const char *name, const char *bytes, size_t count)
{
    FILE *const file = fopen(file_of(at, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* A round cut short by a lower number of games is completed. */
static void leaves_no_game_out(void **state)
{
    (void)state;
    place at = place_new();
    shoogi_error err = { 0 };
    write_whole(&at, "state", "rounds 1\n", 9);
    at.enough_at = GAMES + 2; /* called before the round, before each game, and after them */
    assert_int_equal(learn(&at, GAMES, &err), SHOOGI_OK);
    assert_int_equal(at.trained, 0);
    assert_int_equal(games_in(&at), GAMES);
    place_fini(&at);
}

/* Every stage is reported; the time left is at most the time limit. */
static void tells_how_far_it_is(void **state)
{
    (void)state;
    place at = place_new();
    shoogi_error err = { 0 };
    at.seconds_max = 3600;
    at.network_positions = 1;
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    for (unsigned i = 0; i < 4; i++)
        assert_true(at.phases[i] > 0);
    assert_true(at.bound_told); /* before the first game there is no estimate */
    at.seconds_max = 1e-9;
    assert_int_equal(learn(&at, GAMES, &err), SHOOGI_OK);
    assert_int_equal(games_in(&at), ROUND);
    place_fini(&at);
}

/* Killed after the weights of a round were written and before its number: the round counts as done. */
static void learns_from_no_round_twice(void **state)
{
    (void)state;
    static const char *const states[] = { NULL, "rounds 0\n" };
    place at = place_new();
    shoogi_error err = { 0 };
    shg_weights *weights;
    shg_provenance from = { .games = ROUND - 1, .positions = 100 };
    char *bytes;
    size_t count;
    snprintf(from.made, sizeof from.made, "%s", made);
    assert_int_equal(shg_weights_new(&weights, at.variant), SHOOGI_OK);
    assert_int_equal(shg_weights_write(&bytes, &count, weights, &from), SHOOGI_OK);
    write_whole(&at, "best.weights", bytes, count);
    free(bytes);
    shg_weights_free(weights);
    for (size_t i = 0; i < 2; i++) {
        if (states[i])
            write_whole(&at, "state", states[i], strlen(states[i]));
        assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
        assert_int_equal(at.trained, 0);
    }
    place_fini(&at);
}

/* The same command with another definition, even if all moves of the games so far are legal by it. */
static void refuses_a_folder_of_another_game(void **state)
{
    (void)state;
    place at = place_new();
    shoogi_error err = { 0 };
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    const whole before = read_whole(&at, "state");
    shoogi_variant *const own = at.variant;
    for (unsigned i = 0; i < 2; i++) {
        at.variant = i == 0 ? engine_game("shogi") : changed_game("micro", "4:draw", "5:draw");
        assert_int_equal(learn(&at, GAMES, &err), SHOOGI_PARSE_ERROR);
        assert_string_equal(err.message, "the definition of the game changed after this run began: "
                                         "put back what was there, or begin in another folder");
        shoogi_variant_free(at.variant);
        at.variant = own;
        const whole after = read_whole(&at, "state");
        assert_string_equal(after.bytes, before.bytes);
        free(after.bytes);
    }
    /* An older version of the program wrote no hash of the definition; it has one from now on. */
    write_whole(&at, "state", "rounds 1\n", 9);
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    const whole now = read_whole(&at, "state");
    assert_string_equal(now.bytes, before.bytes);
    free(now.bytes);
    free(before.bytes);
    place_fini(&at);
}

/* Nothing is written into a folder of something else; what a kill may leave is no hindrance. */
static void leaves_other_folders_alone(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *message;
    } bad[] = {
        { "notes", "x",
          "expected an empty folder, or that of a run of this command, found \"notes\"" },
        { ".notes", "", "found \".notes\"" },
        { "games", "1. P-3d\n", "games:1:1: expected \"shoogi-games 1 shoogi learn micro" },
        { "games", "shoogi-games 1 shoogi learn mini\n",
          "this folder is of \"shoogi learn mini\": begin in another folder" },
        { "state", "shoogi tune micro\npairs 3\n", "state:1:1: expected \"rounds\"" },
        { "state", "rounds 1\ndefinition ?\n", "state:1:1: expected \"rounds\" and \"definition\"" },
        { "best.weights", "x\n", "best.weights:1:1: expected" },
        { "best.network", "", "best.network: expected" },
        { "newest.network", "shoogi-network 1\n", "newest.network" },
    };
    static const char *const left[] = { "state.new", "best.weights.new", "best.network.new" };
    place at = place_new();
    shoogi_error err = { 0 };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_whole(&at, bad[i].name, bad[i].text, strlen(bad[i].text));
        assert_int_equal(learn(&at, ROUND, &err), SHOOGI_PARSE_ERROR);
        if (!strstr(err.message, bad[i].message))
            fail_msg("%s", err.message);
        const whole after = read_whole(&at, bad[i].name);
        assert_string_equal(after.bytes, bad[i].text);
        free(after.bytes);
        assert_int_equal(unlink(file_of(&at, bad[i].name)), 0);
        assert_int_equal(rmdir(at.folder), 0); /* there is no other file */
        assert_int_equal(mkdir(at.folder, 0700), 0);
    }
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
        write_whole(&at, left[i], "ro", 2);
    write_whole(&at, "games", "shoogi-games 1 shoo", 19);
    at.enough_at = 4; /* before anything is trained */
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    assert_in_range(games_in(&at), 1, ROUND - 1);
    write_whole(&at, "log", "", 0); /* a run that has begun does not mind it */
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    assert_int_equal(unlink(file_of(&at, "log")), 0);
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
        (void)unlink(file_of(&at, left[i]));
    place_fini(&at);
}

/* Whether two folders hold the same file, or neither has it. */
static bool same_file(const place *one, const place *other, const char *name)
{
    whole file[2] = { { NULL, 0 }, { NULL, 0 } };
    const place *const at[] = { one, other };
    for (unsigned i = 0; i < 2; i++)
        if (access(file_of(at[i], name), F_OK) == 0)
            file[i] = read_whole(at[i], name);
    const bool same = file[0].count == file[1].count &&
                      (!file[0].bytes || !file[1].bytes
                           ? file[0].bytes == file[1].bytes
                           : memcmp(file[0].bytes, file[1].bytes, file[0].count) == 0);
    free(file[0].bytes);
    free(file[1].bytes);
    return same;
}

/* A round trains a network if there are enough positions; several threads come to the same, and so does a run that was
 * stopped while it trained one, and before its match, which is then played without training it again. */
static void trains_networks(void **state)
{
    (void)state;
    static const char *const names[] = { "state", "best.weights", "best.network",
                                         "newest.network" };
    place one = place_new(), other = place_new();
    shoogi_error err = { 0 };
    one.network_positions = other.network_positions = 10;
    assert_int_equal(learn(&one, GAMES, &err), SHOOGI_OK);
    assert_int_equal(one.networks, 2);
    other.stops_at_network = true;
    assert_int_equal(learn(&other, GAMES, &err), SHOOGI_OK);
    assert_true(other.trained == 1 && other.networks == 0);
    assert_int_not_equal(access(file_of(&other, "newest.network"), F_OK), 0);
    other.stops_at_network = false;
    other.stops_at_match = true;
    other.threads = 3;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(learn(&other, GAMES, &err), SHOOGI_OK);
        assert_int_equal(other.networks, 1);
        assert_false(same_file(&one, &other, "state"));
        assert_int_equal(access(file_of(&other, "newest.network"), F_OK), 0);
    }
    other.stops_at_match = false;
    assert_int_equal(learn(&other, GAMES, &err), SHOOGI_OK);
    assert_int_equal(other.networks, 0);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(same_file(&one, &other, names[i]));
    place_fini(&one);
    place_fini(&other);
}

/* Games that nobody has played (bench/invented.py): a hopper with drops, a burner without, two royals with drops. */
static void learns_invented_games(void **state)
{
    (void)state;
    static const char *const invented[] = { "ferry", "lantern", "tide" };
    const char *const root = getenv("SHOOGI_SOURCE_ROOT");
    for (unsigned i = 0; i < sizeof invented / sizeof invented[0]; i++) {
        char path[512], *text;
        size_t count;
        shoogi_error err = { 0 };
        place at = place_new();
        snprintf(path, sizeof path, "%s/tests/invented/%s.variant", root ? root : ".", invented[i]);
        assert_int_equal(shg_file_read(&text, &count, path, SHOOGI_DEFINITION_BYTES_MAX, NULL),
                         SHOOGI_OK);
        shoogi_variant_free(at.variant);
        at.variant = engine_game(text);
        free(text);
        at.stops_at_gate = true;
        assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
        assert_int_equal(at.trained, 1);
        place_fini(&at);
    }
}

/* The best network of the folder plays its games, and from then on only networks are trained. */
static void plays_by_its_network(void **state)
{
    (void)state;
    place with = place_new(), without = place_new();
    shoogi_error err = { 0 };
    shg_weights *weights;
    shg_nnue *network;
    const shg_provenance from = { .made = "another command" };
    uint64_t random = 5;
    char *bytes;
    size_t count;
    assert_int_equal(shg_weights_new(&weights, with.variant), SHOOGI_OK);
    assert_int_equal(
        shg_nnue_begin(&network, weights, (shg_nnue_shape){ 64, 16, 16, 1, false }, &random),
        SHOOGI_OK);
    assert_int_equal(shg_nnue_write(&bytes, &count, network, &from), SHOOGI_OK);
    write_whole(&with, "best.network", bytes, count);
    with.network_positions = 1;
    assert_int_equal(learn(&with, ROUND, &err), SHOOGI_OK);
    assert_int_equal(learn(&without, ROUND, &err), SHOOGI_OK);
    assert_false(same_file(&with, &without, "games"));
    assert_int_equal(with.trained, 0);
    assert_int_equal(with.networks, 1);

    write_whole(&with, "best.network", bytes, count - 1);
    assert_int_equal(learn(&with, GAMES, &err), SHOOGI_PARSE_ERROR);
    assert_non_null(strstr(err.message, "bytes of numbers"));
    free(bytes);
    shg_nnue_free(network);
    shg_weights_free(weights);
    place_fini(&with);
    place_fini(&without);
}

/* A flipped bit in the middle: the file is refused and not truncated. */
static void refuses_damaged_games(void **state)
{
    (void)state;
    place at = place_new();
    shoogi_error err = { 0 };
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    const whole before = read_whole(&at, "games");
    for (size_t i = 0; i < before.count; i += 97) {
        FILE *const file = fopen(file_of(&at, "games"), "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, (long)i, SEEK_SET), 0);
        assert_int_equal(fputc(before.bytes[i] ^ 1, file), (unsigned char)(before.bytes[i] ^ 1));
        fclose(file);
        const shoogi_status status = learn(&at, ROUND, &err);
        const whole after = read_whole(&at, "games");
        assert_true(status == SHOOGI_PARSE_ERROR || i + 2000 > before.count);
        if (status == SHOOGI_PARSE_ERROR)
            assert_int_equal(after.count, before.count);
        free(after.bytes);
        FILE *const mended = fopen(file_of(&at, "games"), "wb");
        assert_int_equal(fwrite(before.bytes, 1, before.count, mended), before.count);
        fclose(mended);
    }
    free(before.bytes);
    place_fini(&at);
}

static void add_game(shg_games_file *file, size_t number, const shoogi_variant *v,
                     const shg_sample *samples, size_t count)
{
    shoogi_position *p;
    shoogi_move moves[64];
    shg_sample copy[4];
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_in_range(shoogi_position_moves(p, moves, 64), 1, 64);
    shg_played played = { .move = moves[number], .score = 20, .quiet = true };
    memcpy(copy, samples, count * sizeof *copy);
    const shg_game game = { .played = &played, .count = 1, .samples = copy, .sample_count = count };
    assert_int_equal(shg_games_file_add(file, &game, number, NULL), SHOOGI_OK);
    shoogi_position_free(p);
}

/* The samples of games are read by their numbers, from what was written before and after the file was opened.  A game
 * may have none, as those of older versions of the program. */
static void keeps_samples(void **state)
{
    (void)state;
    static const shg_sample samples[] = {
        { .ply = 0, .score = -300, .bound = SHG_BOUND_UPPER, .ply_count = 1, .moves = { 3 } },
        { .ply = 0, .score = 31, .bound = SHG_BOUND_EXACT, .ply_count = 2, .moves = { 0, 259 } },
    };
    static const size_t counts[] = { 2, 0, 1 };
    place at = place_new();
    for (size_t have = 0; have < 3; have++) {
        shg_game games[3] = { 0 };
        shg_games_file *file;
        shoogi_error err = { 0 };
        size_t found;
        const shg_games_wanted wanted = { .variant = at.variant, .games = games, .count = 3 };
        assert_int_equal(shg_games_file_open(&file, file_of(&at, "games"), made, &err), SHOOGI_OK);
        assert_int_equal(shg_games_file_read(&found, file, &wanted, &err), SHOOGI_OK);
        assert_int_equal(found, have);
        add_game(file, have, at.variant, samples, counts[have]);
        for (size_t i = 0; i <= have; i++) {
            assert_int_equal(shg_games_file_samples(&games[i], file, i, &err), SHOOGI_OK);
            assert_int_equal(games[i].sample_count, counts[i]);
            assert_true(i == have || (games[i].count == 1 && games[i].played->score == 20));
            for (size_t j = 0; j < counts[i]; j++)
                assert_memory_equal(&games[i].samples[j], &samples[j], sizeof samples[j]);
            shg_game_fini(&games[i]);
        }
        shg_games_file_close(file);
    }
    place_fini(&at);
}

/* Two processes in one folder would mix their games. */
static void lets_nobody_else_in(void **state)
{
    (void)state;
    place at = place_new();
    shg_games_file *file;
    shoogi_error err = { 0 };
    assert_int_equal(shg_games_file_open(&file, file_of(&at, "games"), made, &err), SHOOGI_OK);
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_CONFLICT);
    shg_games_file_close(file);
    assert_int_equal(learn(&at, ROUND, &err), SHOOGI_OK);
    place_fini(&at);
}

static void rounds_grow(void **state)
{
    (void)state;
    const shg_learning how = { .games = 30000, .round = 1000 };
    static const struct {
        size_t round, games;
    } cases[] = { { 0, 0 },      { 1, 1000 },   { 4, 4000 },   { 5, 5000 },
                  { 6, 6250 },   { 7, 7812 },   { 8, 9765 },   { 9, 12206 },
                  { 12, 23838 }, { 13, 29797 }, { 14, 30000 }, { 99, 30000 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(shg_learning_games_before(&how, cases[i].round), cases[i].games);
}

TEST_SUITE(learning)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_where_it_was),
        cmocka_unit_test(several_threads_learn_the_same),
        cmocka_unit_test(leaves_no_game_out),
        cmocka_unit_test(tells_how_far_it_is),
        cmocka_unit_test(learns_from_no_round_twice),
        cmocka_unit_test(trains_networks),
        cmocka_unit_test(plays_by_its_network),
        cmocka_unit_test(learns_invented_games),
        cmocka_unit_test(refuses_a_folder_of_another_game),
        cmocka_unit_test(leaves_other_folders_alone),
        cmocka_unit_test(refuses_damaged_games),
        cmocka_unit_test(keeps_samples),
        cmocka_unit_test(lets_nobody_else_in),
        cmocka_unit_test(rounds_grow),
    };
    return cmocka_run_group_tests_name("learning", tests, NULL, NULL);
}
