/* tuning_test.c: values of the search are tuned by games; a run that was stopped or killed, or has other threads, ends alike. */
#include "learning/tuning.h"
#include "base/test_suite.h"

#include "catalog/file.h"
#include "engine/evaluation/evaluate.h"
#include "engine/learning/tuned_game.h"
#include "learning/folder.h"
#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* How well the games are played does not matter here. */
enum { PAIRS = 20, MATCH_PAIRS = 4, NODES = 60, GAMES = 2 };

static const char made[] = "shoogi tune micro dobutsu --nodes 60";

typedef struct place {
    char folder[64];
    shoogi_variant *variants[GAMES];
    shg_weights *weights[GAMES];
    bool tuned[SHG_TUNABLES];
    const char *made;
    unsigned threads, asked, enough_at; /* 0: never */
    unsigned lines, progress;
    char last_line[400], resumed[400];
} place;

static place place_new(void)
{
    static const char *const names[GAMES] = { "micro", "dobutsu" };
    place at = { .folder = "/tmp/shoogi-tuning-XXXXXX", .made = made, .threads = 1 };
    assert_non_null(mkdtemp(at.folder));
    for (unsigned i = 0; i < GAMES; i++) {
        at.variants[i] = engine_game(names[i]);
        assert_int_equal(shg_weights_new(&at.weights[i], at.variants[i]), SHOOGI_OK);
    }
    at.tuned[SHG_TUNABLE_rfp_margin] = at.tuned[SHG_TUNABLE_order_gain] = true;
    at.tuned[SHG_TUNABLE_lmr_base] = true;
    return at;
}

static void place_fini(place *at)
{
    char path[128];
    snprintf(path, sizeof path, "%s/state", at->folder);
    (void)unlink(path);
    assert_int_equal(rmdir(at->folder), 0); /* no other files are left */
    for (unsigned i = 0; i < GAMES; i++) {
        shg_weights_free(at->weights[i]);
        shoogi_variant_free(at->variants[i]);
    }
}

static bool is_enough(void *context)
{
    place *const at = context;
    return at->enough_at > 0 && ++at->asked >= at->enough_at;
}

static void hear(void *context, const char *line)
{
    place *const at = context;
    at->lines++;
    snprintf(strncmp(line, "resuming", 8) == 0 ? at->resumed : at->last_line, sizeof at->last_line,
             "%s", line);
}

static void hear_progress(void *context, const char *line)
{
    place *const at = context;
    at->progress += strncmp(line, "game ", 5) == 0 && strstr(line, " of 48, ");
}

static shoogi_status tune(shg_tuned *out, place *at, shoogi_error *err)
{
    const shg_tuning how = {
        .games = (const shg_weights *const *)at->weights,
        .game_count = GAMES,
        .tuned = at->tuned,
        .folder = at->folder,
        .made = at->made,
        .threads = at->threads,
        .nodes = NODES,
        .pairs = PAIRS,
        .match_pairs = MATCH_PAIRS,
        .rate = 0.5,
        .seed = 7,
        .run = { .progress_ms = 1,
                 .on_line = hear,
                 .on_progress = hear_progress,
                 .should_stop = is_enough,
                 .context = at },
    };
    at->asked = 0;
    return shg_tune(out, &how, err);
}

/* The file of a folder; owned. */
static char *state_of(const place *at)
{
    char *bytes;
    size_t count;
    assert_int_equal(shg_folder_read(&bytes, &count, at->folder, "state", 1 << 20, NULL),
                     SHOOGI_OK);
    return bytes;
}

static void put_state(const place *at, const char *text)
{
    assert_int_equal(shg_folder_write(at->folder, "state", text, strlen(text), NULL), SHOOGI_OK);
}

static void expect_same(const place *one, const place *other)
{
    char *const a = state_of(one), *const b = state_of(other);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void expect_same_result(const shg_tuned *one, const shg_tuned *other)
{
    assert_memory_equal(one->values, other->values, sizeof one->values);
    assert_memory_equal(&one->match, &other->match, sizeof one->match);
    assert_int_equal(one->pairs, other->pairs);
    assert_int_equal(one->done, other->done);
}

static void tunes_and_plays_the_match(void **state)
{
    (void)state;
    place at = place_new();
    shg_tuned tuned;
    shoogi_error err = { 0 };
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    assert_true(tuned.done);
    assert_int_equal(tuned.pairs, PAIRS);
    assert_int_equal(tuned.match.won + tuned.match.drawn + tuned.match.lost, 2 * MATCH_PAIRS);
    assert_int_equal(at.lines, 3); /* 16 pairs, 4 more, and the match */
    assert_non_null(strstr(at.last_line, "match: 4 of 4 pairs, new against old: +"));
    assert_true(at.progress > 0);
    unsigned changed = 0;
    for (size_t i = 0; i < SHG_TUNABLES; i++) {
        const bool same = tuned.values[i] == shg_tunables[i].value;
        assert_true(same || at.tuned[i]);
        changed += !same;
    }
    assert_true(changed > 0);
    /* The same command has nothing more to do, and knows the result. */
    shg_tuned again;
    assert_int_equal(tune(&again, &at, &err), SHOOGI_OK);
    expect_same_result(&again, &tuned);
    assert_string_equal(at.resumed, "resuming after 24 pairs");
    place_fini(&at);
}

/* Stopped anywhere, a run ends as one that was not; what a kill loses is played again. */
static void goes_on_where_it_was(void **state)
{
    (void)state;
    place one = place_new(), other = place_new();
    shg_tuned tuned, resumed = { .done = false };
    shoogi_error err = { 0 };
    assert_int_equal(tune(&tuned, &one, &err), SHOOGI_OK);
    char *killed = NULL;
    for (unsigned runs = 0; !resumed.done; runs++) {
        assert_true(runs < 30);
        other.enough_at = 8;
        assert_int_equal(tune(&resumed, &other, &err), SHOOGI_OK);
        if (runs == 1)
            killed = state_of(&other);
    }
    expect_same(&one, &other);
    expect_same_result(&resumed, &tuned);
    put_state(&other, killed);
    other.enough_at = 0;
    assert_int_equal(tune(&resumed, &other, &err), SHOOGI_OK);
    expect_same(&one, &other);
    free(killed);
    place_fini(&one);
    place_fini(&other);
}

static void several_threads_tune_alike(void **state)
{
    (void)state;
    place one = place_new(), other = place_new();
    shg_tuned tuned;
    shoogi_error err = { 0 };
    other.threads = 3;
    assert_int_equal(tune(&tuned, &one, &err), SHOOGI_OK);
    assert_int_equal(tune(&tuned, &other, &err), SHOOGI_OK);
    expect_same(&one, &other);
    place_fini(&one);
    place_fini(&other);
}

/* Replaces the first `from` of a text. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *const at = strstr(text, from);
    assert_non_null(at);
    char *out;
    assert_true(asprintf(&out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
    return out;
}

static void refuses_other_folders(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
        uint32_t line;
    } bad[] = {
        { "shoogi tune micro", "shoogi tune shogi",
          "this folder is of \"shoogi tune shogi dobutsu --nodes 60\": begin in another folder", 0 },
        { "shoogi tune micro", "tune micro", "expected \"shoogi tune micro dobutsu", 1 },
        { "game ", "game ?", "expected \"game\" and two numbers", 2 },
        { "pairs 20", "pears 20", "expected \"pairs\" and a number", 4 },
        { "games ", "games ?", "expected \"games\" and their results", 5 },
        { "games ", "games ............................................", "expected \"games\"", 5 },
        { "match 0", "match -", "expected \"match\" and eight numbers", 6 },
        { "aspiration_depth 4", "aspiration_depth 5", "the constant aspiration_depth changed", 0 },
        { "aspiration_delta", "delta", "expected \"aspiration_delta 25", 8 },
        { "lmr_base 40 0 200 10 ", "lmr_base 40 0 200 10 2", "a value of lmr_base from 0 to 200",
          0 },
        { "lmr_base 40 0 200 10 ", "lmr_base 40 0 200 10 -", "a value of lmr_base from 0 to 200",
          0 },
        { "lmr_base 40 0 200 10 ", "lmr_base 40 0 200 10 nan", "a value of lmr_base", 0 },
        { "lmr_base 40 0 200 10 ", "lmr_base 40 0 200 10", "a value of lmr_base", 0 },
        { "lmr_divisor 210 100 400 10", "lmr_divisor 210 100 400 10 250", "not tuned", 0 },
        { "poll_squares 81 16 400 1\n", "poll_squares 81 16 400 1\nx 1 1 1 1\n", "end of the table",
          0 },
        { "poll_squares", "", "expected \"poll_squares", 0 },
    };
    place at = place_new();
    shg_tuned tuned;
    shoogi_error err = { 0 };
    at.enough_at = 2 * PAIRS + 6; /* within the match */
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    assert_true(!tuned.done && tuned.pairs == PAIRS);
    char *const before = state_of(&at);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *const text = replaced(before, bad[i].from, bad[i].to);
        put_state(&at, text);
        assert_int_equal(tune(&tuned, &at, &err), SHOOGI_PARSE_ERROR);
        if (!strstr(err.message, bad[i].message))
            fail_msg("%s", err.message);
        if (bad[i].line > 0)
            assert_int_equal(err.line, bad[i].line);
        char *const after = state_of(&at);
        assert_string_equal(after, text); /* it is as it was */
        free(after);
        free(text);
    }
    char path[128], games[128];
    snprintf(path, sizeof path, "%s/state", at.folder);
    snprintf(games, sizeof games, "%s/games", at.folder);
    assert_int_equal(rename(path, games), 0);
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_PARSE_ERROR);
    assert_non_null(strstr(err.message, "expected an empty folder, or that of a run"));
    assert_non_null(strstr(err.message, ", found \"games\""));
    assert_int_equal(unlink(games), 0);
    put_state(&at, "rounds 3\n"); /* a folder of shoogi learn */
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_PARSE_ERROR);
    assert_int_equal(shg_folder_write(at.folder, "state", "\0\n", 2, NULL), SHOOGI_OK);
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_PARSE_ERROR);
    put_state(&at, before);
    at.enough_at = 0;
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    assert_true(tuned.done);
    free(before);
    place_fini(&at);
}

/* The definition or the weights of a game have changed, which the command does not show. */
static void refuses_other_games(void **state)
{
    (void)state;
    static const char *const messages[] = {
        "the definition of the game changed after this run began: put back what was there, or begin "
        "in another folder",
        "the weights of the game changed after this run began: put back what was there, or begin in "
        "another folder",
    };
    place at = place_new();
    shg_tuned tuned;
    shoogi_error err = { 0 };
    at.enough_at = 8;
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    char *const before = state_of(&at);
    shg_weights *const own = at.weights[0];
    shoogi_variant *const other = changed_game("micro", "4:draw", "5:draw");
    for (unsigned i = 0; i < 2; i++) {
        if (i == 0)
            assert_int_equal(shg_weights_new(&at.weights[0], other), SHOOGI_OK);
        else
            own->value[own->count - 1].late++;
        assert_int_equal(tune(&tuned, &at, &err), SHOOGI_PARSE_ERROR);
        assert_string_equal(err.message, messages[i]);
        assert_int_equal(err.line, 0);
        char *const after = state_of(&at);
        assert_string_equal(after, before);
        free(after);
        if (i == 0)
            shg_weights_free(at.weights[0]);
        else
            own->value[own->count - 1].late--;
        at.weights[0] = own;
    }
    shoogi_variant_free(other);
    /* An older version of the program wrote no hashes; they are there from now on. */
    char *const games = strstr(before, "game "), *const rest = strstr(before, "pairs ");
    char *old;
    assert_true(asprintf(&old, "%.*s%s", (int)(games - before), before, rest) > 0);
    put_state(&at, old);
    at.enough_at = 1;
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    char *const now = state_of(&at);
    assert_string_equal(now, before);
    free(now);
    free(old);
    free(before);
    place_fini(&at);
}

/* The new state cannot be written: the old one stays, and the run goes on from it when there is room again. */
static void loses_nothing_on_a_full_disk(void **state)
{
    (void)state;
    place at = place_new(), one = place_new();
    shg_tuned tuned;
    shoogi_error err = { 0 };
    char path[128];
    at.enough_at = 8;
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    char *const before = state_of(&at);
    at.enough_at = 0;
    snprintf(path, sizeof path, "%s/state.new", at.folder);
    assert_int_equal(symlink("/dev/full", path), 0);
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_IO);
    assert_non_null(strstr(err.message, "No space left"));
    char *const after = state_of(&at);
    assert_string_equal(after, before);
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_OK);
    /* A kill may have left this before there was a state. */
    assert_int_equal(shg_folder_write(one.folder, "state.new", "x", 1, &err), SHOOGI_OK);
    assert_int_equal(tune(&tuned, &one, &err), SHOOGI_OK);
    expect_same(&at, &one);
    free(before);
    free(after);
    place_fini(&at);
    place_fini(&one);
}

static void lets_nobody_else_in(void **state)
{
    (void)state;
    place at = place_new();
    shg_tuned tuned;
    shoogi_error err = { 0 };
    int lock;
    assert_int_equal(shg_folder_lock(&lock, at.folder, &err), SHOOGI_OK);
    assert_int_equal(tune(&tuned, &at, &err), SHOOGI_CONFLICT);
    assert_non_null(strstr(err.message, "another process uses this folder"));
    shg_folder_unlock(lock);
    assert_int_equal(shg_folder_lock(&lock, "/nowhere/at/all", &err), SHOOGI_IO);
    place_fini(&at);
}

/* With the values of the engine, the search that is tuned plays as the engine does; with others it does not. */
static void plays_as_the_engine_does(void **state)
{
    (void)state;
    static const _Atomic bool never = false;
    enum { MORE_NODES = 200 };
    place at = place_new();
    int values[SHG_TUNABLES];
    for (size_t i = 0; i < SHG_TUNABLES; i++)
        values[i] = shg_tunables[i].value;
    for (unsigned other = 0; other < 2; other++) {
        shg_game games[2] = { 0 };
        uint64_t random = shg_random_for(3, 0, 0);
        values[SHG_TUNABLE_order_gain] += (int)other * 5;
        values[SHG_TUNABLE_lmr_base] += (int)other * 100;
        const shg_tuned_game how = { at.weights[0], { values, values }, MORE_NODES };
        assert_int_equal(shg_tuned_game_play(&games[0], &how, &random), SHOOGI_OK);
        random = shg_random_for(3, 0, 0);
        shg_self_play play = shg_self_play_usual(at.variants[0], MORE_NODES, &random);
        shg_table *tables[2];
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(shg_table_new_for_nodes(&tables[i], MORE_NODES), SHOOGI_OK);
            assert_int_equal(shg_search_new(&play.players[i], tables[i], at.weights[0], &never),
                             SHOOGI_OK);
        }
        assert_int_equal(shg_self_play_game(&games[1], &play, at.variants[0], &random), SHOOGI_OK);
        bool same = games[0].count == games[1].count && games[0].outcome == games[1].outcome;
        for (size_t i = 0; same && i < games[0].count; i++)
            same = games[0].played[i].move == games[1].played[i].move &&
                   games[0].played[i].score == games[1].played[i].score;
        assert_int_equal(same, other == 0);
        for (unsigned i = 0; i < 2; i++) {
            shg_game_fini(&games[i]);
            shg_search_free(play.players[i]);
            shg_table_free(tables[i]);
        }
    }
    place_fini(&at);
}

TEST_SUITE(tuning)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tunes_and_plays_the_match),    cmocka_unit_test(goes_on_where_it_was),
        cmocka_unit_test(several_threads_tune_alike),   cmocka_unit_test(refuses_other_folders),
        cmocka_unit_test(loses_nothing_on_a_full_disk), cmocka_unit_test(lets_nobody_else_in),
        cmocka_unit_test(refuses_other_games),          cmocka_unit_test(plays_as_the_engine_does),
    };
    return cmocka_run_group_tests_name("tuning", tests, NULL, NULL);
}
