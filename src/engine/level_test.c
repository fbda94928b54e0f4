/* level_test.c: mistakes depend on the seed alone; the upper levels never miss a win in one or allow one; and each level is
 * stronger than those far below it. */
#include "engine/engine.h"
#include "base/test_suite.h"
#include "support/engine.h"
#include "support/level.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static bool level_match_of(level_match *m, const shoogi_variant *variant)
{
    shg_weights *weights;
    return shg_weights_new(&weights, variant) == SHOOGI_OK && level_match_init(m, variant, weights);
}

static shoogi_move move_of(level_match *m, const shoogi_position *p, unsigned level, uint64_t seed)
{
    shoogi_move move;
    shg_table_clear(m->tables[0]);
    shg_search_clear(m->searches[0]);
    assert_int_equal(shg_level_move(&move, m->searches[0], p, level, seed, 1000), SHOOGI_OK);
    return move;
}

static void a_seed_decides(void **state)
{
    (void)state;
    enum { SEEDS = TEST_SANITIZED ? 4 : 12 };
    level_match m;
    shoogi_variant *const v = engine_game("mini");
    shoogi_position *p;
    assert_true(level_match_of(&m, v));
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    unsigned others[SHG_LEVEL_FULL + 1] = { 0 };
    for (unsigned level = SHG_LEVEL_LEAST; level <= SHG_LEVEL_FULL; level++) {
        const shoogi_move first = move_of(&m, p, level, 1);
        assert_int_not_equal(first, 0);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            const shoogi_move move = move_of(&m, p, level, seed);
            assert_true(move == move_of(&m, p, level, seed));
            others[level] += move != first;
        }
    }
    assert_true(others[SHG_LEVEL_LEAST] > SEEDS / 3);
    assert_int_equal(others[SHG_LEVEL_FULL], 0);
    shoogi_position_free(p);
    level_match_fini(&m);
    shoogi_variant_free(v);
}

/* The choice among candidates, each `apart` centipawns worse than the one before. */
static shoogi_move choice(const shoogi_position *p, const shoogi_move *moves, size_t count,
                          unsigned level, uint64_t seed, int apart)
{
    shg_level_player level_player;
    shoogi_move answer;
    shg_level_player_init(&level_player, level, seed, p);
    for (size_t i = 0; i < count; i++)
        shg_level_player_on_info(&level_player, &(shg_search_info){ .score = -(int)i * apart,
                                                                    .pv_number = (unsigned)i + 1,
                                                                    .pv = &moves[i],
                                                                    .pv_length = 1 });
    return shg_level_player_choose(&answer, &level_player, p);
}

/* The choice does not depend on the scale of scores, which differs from game to game and with the weights. */
static void the_scale_of_scores_is_nothing(void **state)
{
    (void)state;
    enum { LINES = 8 };
    shoogi_variant *const v = engine_game("mini");
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    shoogi_move moves[LINES];
    assert_true(shoogi_position_moves(p, moves, LINES) >= LINES);
    for (unsigned level = SHG_LEVEL_LEAST; level < SHG_LEVEL_FULL; level++)
        for (uint64_t seed = 1; seed <= 40; seed++)
            assert_true(choice(p, moves, LINES, level, seed, 3) ==
                        choice(p, moves, LINES, level, seed, 300));
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Whether the side to move has a win in one, by trying every move. */
static bool wins_at_once(shoogi_position *p)
{
    static shoogi_move moves[1 << 16];
    const shoogi_outcome own =
        shoogi_position_side(p) == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const size_t count = shoogi_position_moves(p, moves, sizeof moves / sizeof moves[0]);
    bool wins = false;
    for (size_t i = 0; i < count && !wins; i++) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        wins = shoogi_position_result(p).outcome == own;
        shoogi_position_undo(p);
    }
    return wins;
}

static void strong_levels_mate_at_once(void **state)
{
    (void)state;
    enum { GAMES = TEST_SANITIZED ? 2 : 8 };
    uint64_t chance = 20;
    unsigned wins = 0, missed_below = 0;
    for (size_t g = 0; g < ENGINE_GAMES; g++) {
        level_match m;
        shoogi_variant *const v = engine_game(engine_games[g]);
        assert_true(level_match_of(&m, v));
        for (unsigned game = 0; game < GAMES; game++) {
            shoogi_position *p;
            assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
            while (shoogi_position_ply(p) < 200 && wander(p, &chance)) {
                if (shoogi_position_result(p).reason != SHOOGI_REASON_NONE || !wins_at_once(p))
                    continue;
                for (unsigned level = SHG_LEVEL_LEAST; level <= SHG_LEVEL_NO_BLUNDER; level++) {
                    const shoogi_colour own = shoogi_position_side(p);
                    const shoogi_move move = move_of(&m, p, level, chance);
                    assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
                    const bool won =
                        shoogi_position_result(p).outcome ==
                        (own == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
                    shoogi_position_undo(p);
                    if (level < SHG_LEVEL_NO_BLUNDER)
                        missed_below += !won;
                    else if (!won)
                        fail_msg("%s, after %u moves", engine_games[g], shoogi_position_ply(p));
                }
                wins++;
                break;
            }
            shoogi_position_free(p);
        }
        level_match_fini(&m);
        shoogi_variant_free(v);
    }
    assert_true(wins > 4 * GAMES - GAMES / 4);
    assert_true(missed_below > 0);
}

/* Black threatens a drop mate, which most of White's moves ignore. */
static void strong_levels_do_not_blunder(void **state)
{
    (void)state;
    enum { SEEDS = 12 };
    level_match m;
    shoogi_variant *const v = engine_game("shogi");
    shoogi_position *p;
    assert_true(level_match_of(&m, v));
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    unsigned blunders[SHG_LEVEL_FULL] = { 0 };
    put_up(p, "K5h vK5a P5c G* vP1c vP2c vP3c vP8c vP9c vL1a vL9a vN2a vN8a vR9d vS3b");
    shoogi_move moves[600];
    const size_t count = shoogi_position_moves(p, moves, sizeof moves / sizeof moves[0]);
    assert_true(wins_at_once(p));
    bool moved = false;
    for (size_t i = 0; i < count && !moved; i++) {
        /* A loop of odd length: the king steps back to 5i, and White is to move. */
        moved = shoogi_move_to(moves[i]) == 4u * v->ranks + 8u;
        if (moved)
            assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
    }
    assert_true(moved);
    for (unsigned level = SHG_LEVEL_LEAST; level < SHG_LEVEL_FULL; level++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            assert_int_equal(shoogi_position_do(p, move_of(&m, p, level, seed)), SHOOGI_OK);
            blunders[level] += wins_at_once(p);
            shoogi_position_undo(p);
        }
    assert_true(blunders[SHG_LEVEL_LEAST] > 0);
    for (unsigned level = SHG_LEVEL_NO_BLUNDER; level < SHG_LEVEL_FULL; level++)
        assert_int_equal(blunders[level], 0);
    shoogi_position_free(p);
    level_match_fini(&m);
    shoogi_variant_free(v);
}

/* Perpetual check: the check that repeats the position for the fourth time loses at once. */
static void strong_levels_do_not_check_too_often(void **state)
{
    (void)state;
    enum { ROUND = 4, OTHER = 5 };
    static const struct {
        const char *kind, *from, *to;
    } way[] = { { "R", "5c", "5b" }, { "K", "1b", "1a" }, { "R", "5b", "5a" },
                { "K", "1a", "1b" }, { "R", "5a", "5b" }, { "K", "9i", "8h" } };
    shoogi_variant *const v = engine_game("shogi");
    shoogi_position *p;
    shoogi_move moves[OTHER + 1];
    for (size_t i = 0; i <= OTHER; i++) {
        const char *const from = way[i].from, *const to = way[i].to;
        moves[i] = shoogi_move_make(
            (shoogi_square)((unsigned)(from[0] - '1') * v->ranks + (unsigned)(from[1] - 'a')),
            (shoogi_square)((unsigned)(to[0] - '1') * v->ranks + (unsigned)(to[1] - 'a')),
            shg_kind_by_id(v, way[i].kind, 1), false);
    }
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    put_up(p, "K9i vK1b R5c");
    for (unsigned i = 0; i < 3 * ROUND; i++)
        assert_int_equal(shoogi_position_do(p, moves[i == 0 || i % ROUND > 0 ? i % ROUND : ROUND]),
                         SHOOGI_OK);
    for (uint64_t seed = 1; seed <= 25; seed++) {
        shg_level_player level_player;
        shoogi_move answer;
        shg_level_player_init(&level_player, SHG_LEVEL_FULL - 1, seed, p);
        for (unsigned line = 0; line < 2; line++)
            shg_level_player_on_info(&level_player, &(shg_search_info){ .score = 100 - (int)line,
                                                                        .depth_plies = 1,
                                                                        .pv_number = line + 1,
                                                                        .pv = &moves[ROUND + line],
                                                                        .pv_length = 1 });
        assert_true(shg_level_player_choose(&answer, &level_player, p) == moves[OTHER]);
    }
    assert_int_equal(shoogi_position_do(p, moves[ROUND]), SHOOGI_OK);
    assert_int_equal(shoogi_position_result(p).outcome, SHOOGI_OUTCOME_WHITE);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Adjacent levels are measured by bench/levels_bench; three levels apart, a few games suffice. */
static void levels_differ(void **state)
{
    (void)state;
    enum { GAMES = TEST_SANITIZED ? 2 : 8, APART = 3 };
    level_match m;
    shoogi_variant *const v = engine_game("mini");
    assert_true(level_match_of(&m, v));
    for (unsigned level = SHG_LEVEL_LEAST; level + APART < SHG_LEVEL_FULL; level += APART) {
        unsigned points = 0;
        for (unsigned game = 0; game < GAMES; game++)
            points += level_match_game(&m, level, level + APART, (shoogi_colour)(game % 2),
                                       game / 2, 4, 200, 0);
        assert_true(points >= 2 * GAMES * 3 / 4);
    }
    level_match_fini(&m);
    shoogi_variant_free(v);
}

typedef struct last_report {
    shoogi_move best;
    unsigned lines;
} last_report;

static void on_info(void *context, const shg_search_info *info, int64_t elapsed_ms)
{
    last_report *const h = context;
    (void)elapsed_ms;
    if (info->pv_number > h->lines)
        h->lines = info->pv_number;
}

static void on_best(void *context, shoogi_move best, shoogi_move answer)
{
    last_report *const h = context;
    (void)answer;
    h->best = best;
}

/* With several threads a level plays the same moves as with one, and reports no more lines than asked for. */
static void engine_has_levels(void **state)
{
    (void)state;
    level_match m;
    shg_engine *engine;
    shg_weights *weights;
    shoogi_variant *const v = engine_game("shosu");
    shoogi_position *p;
    assert_true(level_match_of(&m, v));
    assert_int_equal(shg_weights_new(&weights, v), SHOOGI_OK);
    assert_int_equal(shg_engine_new(&engine, weights, 2, 4), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (unsigned level = SHG_LEVEL_LEAST; level < SHG_LEVEL_FULL; level += 4) {
        last_report h = { 0 };
        const shg_go go = { .level = level, .seed = 7 };
        const shg_engine_listener listener = { .on_info = on_info,
                                               .on_best = on_best,
                                               .context = &h };
        shg_engine_clear(engine);
        assert_int_equal(shg_engine_go(engine, p, &go, &listener), SHOOGI_OK);
        shg_engine_wait(engine);
        assert_true(h.best == move_of(&m, p, level, 7));
        assert_int_equal(h.lines, 1);
    }
    shoogi_position_free(p);
    shg_engine_free(engine);
    level_match_fini(&m);
    shoogi_variant_free(v);
}

TEST_SUITE(level)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_decides),
        cmocka_unit_test(the_scale_of_scores_is_nothing),
        cmocka_unit_test(strong_levels_mate_at_once),
        cmocka_unit_test(strong_levels_do_not_blunder),
        cmocka_unit_test(strong_levels_do_not_check_too_often),
        cmocka_unit_test(levels_differ),
        cmocka_unit_test(engine_has_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
