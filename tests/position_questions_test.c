/* position_questions_test.c: what callers ask of a position without making moves: checks, captures, attackers, repetition.
 * board_test asks the first two of every move in random games. */
#include "base/test_suite.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static shoogi_catalog *catalog;

static int set_up_catalog(void **state)
{
    (void)state;
    return shoogi_catalog_new(&catalog) != SHOOGI_OK;
}

static int free_catalog(void **state)
{
    (void)state;
    shoogi_catalog_free(catalog);
    return 0;
}

static void play(shoogi_position *p, const char *moves)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        shoogi_move move;
        shoogi_error err;
        if (shoogi_usi_read(&move, p, word, strlen(word), &err) != SHOOGI_OK)
            fail_msg("%s: %s", word, err.message);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    }
}

/* The position after these moves in USI.  moves: NULL: none. */
static shoogi_position *set_up(const char *game, const char *sfen, const char *moves)
{
    const shoogi_catalog_entry *entry;
    shoogi_position *p;
    shoogi_error err;
    assert_int_equal(shoogi_catalog_get(&entry, catalog, game, strlen(game), NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, entry->variant), SHOOGI_OK);
    if (shoogi_sfen_read(p, sfen, strlen(sfen), &err) != SHOOGI_OK)
        fail_msg("%s: %s", sfen, err.message);
    if (moves)
        play(p, moves);
    return p;
}

/* "3f 4e " */
static const char *tell_squares(const shoogi_position *p, const shoogi_square *squares,
                                size_t count)
{
    static char text[256];
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char square[SHOOGI_SQUARE_TEXT_BYTES];
        shoogi_square_text(square, sizeof square, shoogi_position_variant(p), squares[i]);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s ", square);
    }
    return text;
}

static void checks_and_captures_are_told_before_the_move(void **state)
{
    (void)state;
    static const struct {
        const char *game, *sfen, *move, *captured;
        bool checks;
    } moves[] = {
        { "shogi", "startpos", "7g7f", "", false },
        { "shogi", "4k4/9/9/4P4/9/9/9/9/4K4 b G 1", "G*5b", "", true },
        { "shogi", "4k4/9/9/4P4/9/9/9/9/4K4 b G 1", "G*5c", "", false },
        { "shogi", "4k4/4p4/9/9/4L4/9/9/9/4K4 b - 1", "5e5b+", "5b ", true },
        { "shogi", "4k4/4p4/9/9/4L4/9/9/9/4K4 b - 1", "5e5b", "5b ", true },
        { "shogi", "4k4/9/4S4/9/4L4/9/9/9/4K4 b - 1", "5c6d", "", true }, /* discovered */
        { "shogi", "4k4/9/9/9/9/9/9/4r4/4K4 b - 1", "5i5h", "5h ", false },
        /* A lion captures two pieces, or one without moving; a pass captures none. */
        { "chu", "5k6/12/12/12/12/5p6/5p6/5N6/12/12/12/5K6 b - 1", "7h7g7f", "7f 7g ", false },
        { "chu", "5k6/12/12/12/12/12/5p6/5N6/12/12/12/5K6 b - 1", "7h7g7h", "7g ", false },
        { "chu", "5k6/12/5N6/12/12/12/12/12/12/12/12/5K6 w - 1", "7a8a", "", false },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *const p = set_up(moves[i].game, moves[i].sfen, NULL);
        const uint64_t hash = shoogi_position_hash(p);
        shoogi_move move;
        shoogi_error err;
        shoogi_square squares[2];
        if (shoogi_usi_read(&move, p, moves[i].move, strlen(moves[i].move), &err) != SHOOGI_OK)
            fail_msg("%s: %s", moves[i].move, err.message);
        const size_t count = shoogi_position_captures(p, move, squares, COUNT(squares));
        const char *const captured = tell_squares(p, squares, count);
        if (strcmp(captured, moves[i].captured) != 0 ||
            shoogi_position_gives_check(p, move) != moves[i].checks)
            fail_msg("%s %s: captures \"%s\"", moves[i].sfen, moves[i].move, captured);
        assert_int_equal(shoogi_position_captures(p, move, NULL, 0), count);
        assert_true(shoogi_position_hash(p) == hash);
        assert_int_equal(shoogi_position_moves_played(p), 0);
        shoogi_position_free(p);
    }
}

static void attackers_come_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *square;
        shoogi_colour colour;
        const char *attackers;
    } cases[] = {
        { "startpos", "7f", SHOOGI_BLACK, "7g " },
        { "startpos", "7f", SHOOGI_WHITE, "" },
        { "startpos", "5h", SHOOGI_BLACK, "2h 4i 5i 6i " },
        { "startpos", "2b", SHOOGI_WHITE, "3a 8b " }, /* its own bishop, protected */
        { "4k4/9/4p4/3+B5/5N3/4R4/9/9/4K4 w - 1", "5c", SHOOGI_BLACK, "6d 4e 5f " },
        { "4k4/9/4p4/3+B5/5N3/4R4/9/9/4K4 b - 1", "5c", SHOOGI_BLACK, "6d 4e 5f " },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        shoogi_position *const p = set_up("shogi", cases[i].sfen, NULL);
        shoogi_square square = 0, squares[8];
        shoogi_square_read(&square, shoogi_position_variant(p), cases[i].square, 2);
        const size_t count =
            shoogi_position_attackers(p, square, cases[i].colour, squares, COUNT(squares));
        assert_true(count <= COUNT(squares));
        assert_string_equal(tell_squares(p, squares, count), cases[i].attackers);
        assert_int_equal(shoogi_position_attackers(p, square, cases[i].colour, NULL, 0), count);
        assert_int_equal(shoogi_position_is_attacked(p, square, cases[i].colour), count > 0);
        if (count > 0) { /* a list too short has the first ones */
            const shoogi_square first = squares[0];
            assert_int_equal(shoogi_position_attackers(p, square, cases[i].colour, squares, 1),
                             count);
            assert_int_equal(squares[0], first);
        }
        shoogi_position_free(p);
    }
}

/* Four times the same moves: each position is counted, and the checker is known before the end. */
static void repetition_is_counted_before_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *game, *sfen, *moves;
        shoogi_outcome outcome;
        shoogi_reason reason;
        bool checks[2];
    } games[] = {
        { "shogi",
          "startpos",
          "2h3h 8b7b 3h2h 7b8b",
          SHOOGI_OUTCOME_NO_CONTEST,
          SHOOGI_REASON_REPETITION,
          { false, false } },
        { "shogi",
          "4k4/9/9/9/9/9/9/9/R3K4 b - 1",
          "9i9a 5a5b 9a9b 5b5a",
          SHOOGI_OUTCOME_WHITE,
          SHOOGI_REASON_PERPETUAL_CHECK,
          { true, false } },
        { "shogi",
          "4k4/9/9/9/9/9/9/9/R3K4 b - 1",
          "9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a",
          SHOOGI_OUTCOME_WHITE,
          SHOOGI_REASON_PERPETUAL_CHECK,
          { true, false } },
        /* A game that knows no perpetual check, or another result of it. */
        { "mini",
          "4k/5/5/5/R3K b - 1",
          "5e5a 1a1b 5a5b 1b1a",
          SHOOGI_OUTCOME_WHITE,
          SHOOGI_REASON_PERPETUAL_CHECK,
          { true, false } },
        { "dobutsu",
          "startpos",
          "2d3c 2a1b 3c2d 1b2a",
          SHOOGI_OUTCOME_DRAW,
          SHOOGI_REASON_REPETITION,
          { false, false } },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_position *const p = set_up(games[i].game, games[i].sfen, NULL);
        const unsigned most = shoogi_variant_repetition_count(shoogi_position_variant(p));
        bool checks;
        assert_int_equal(shoogi_position_occurrences(p), 1);
        assert_int_equal(shoogi_position_repetition_result(p).reason, SHOOGI_REASON_NONE);
        assert_int_equal(shoogi_position_perpetual_check(&checks, p, SHOOGI_BLACK), SHOOGI_OK);
        assert_false(checks);
        play(p, games[i].moves);
        if (strstr(games[i].moves, "9i9a") || strstr(games[i].moves, "5e5a"))
            play(p, strstr(games[i].moves, "9i9a") ? "9b9a 5a5b" : "5b5a 1a1b");
        const unsigned times = shoogi_position_occurrences(p);
        assert_in_range(times, 2, most - 1);
        assert_int_equal(shoogi_position_result(p).reason, SHOOGI_REASON_NONE);
        const shoogi_result result = shoogi_position_repetition_result(p);
        if (result.outcome != games[i].outcome || result.reason != games[i].reason)
            fail_msg("%s %s: %d %s", games[i].game, games[i].moves, (int)result.outcome,
                     shoogi_reason_text(result.reason));
        for (int colour = 0; colour < 2; colour++) {
            assert_int_equal(shoogi_position_perpetual_check(&checks, p, (shoogi_colour)colour),
                             SHOOGI_OK);
            assert_int_equal(checks, games[i].checks[colour]);
        }
        shoogi_position_free(p);
    }
}

/* The same where the rules do not record which moves gave check. */
static void perpetual_check_is_known_without_a_rule(void **state)
{
    (void)state;
    static const char *const definition = "base=shogi perpetual=none";
    shoogi_variant *v = NULL;
    shoogi_error err[4];
    size_t count = 0;
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup, .context = catalog };
    if (shoogi_variant_parse_with(&v, definition, strlen(definition), &how, err, COUNT(err),
                                  &count) != SHOOGI_OK)
        fail_msg("%s", err[0].message);
    static const char *const sfen = "4k4/9/9/9/9/9/9/9/R3K4 b - 1";
    shoogi_position *p;
    bool checks;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shoogi_sfen_read(p, sfen, strlen(sfen), NULL), SHOOGI_OK);
    play(p, "9i9a 5a5b 9a9b 5b5a");
    assert_int_equal(shoogi_position_occurrences(p), 1); /* the rook stood on 9i */
    play(p, "9b9a 5a5b");
    assert_int_equal(shoogi_position_occurrences(p), 2);
    assert_int_equal(shoogi_position_repetition_result(p).reason, SHOOGI_REASON_REPETITION);
    assert_int_equal(shoogi_position_perpetual_check(&checks, p, SHOOGI_BLACK), SHOOGI_OK);
    assert_true(checks);
    assert_int_equal(shoogi_position_perpetual_check(&checks, p, SHOOGI_WHITE), SHOOGI_OK);
    assert_false(checks);
    play(p, "9a9c 5b5a 9c9b 5a4a 9b9a 4a5b 9a9b 5b5a 9b9a 5a5b");
    assert_int_equal(shoogi_position_perpetual_check(&checks, p, SHOOGI_BLACK), SHOOGI_OK);
    assert_false(checks); /* not every move */
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

TEST_SUITE(position_questions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_and_captures_are_told_before_the_move),
        cmocka_unit_test(attackers_come_in_order),
        cmocka_unit_test(repetition_is_counted_before_the_end),
        cmocka_unit_test(perpetual_check_is_known_without_a_rule),
    };
    return cmocka_run_group_tests(tests, set_up_catalog, free_catalog);
}
