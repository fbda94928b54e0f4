/* evaluate_test.c: the fast evaluation equals the sum of the features, and is symmetric. */
#include "engine/evaluation/evaluate.h"
#include "base/test_suite.h"

#include "support/engine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static shg_feature_count found[16 * SHOOGI_SQUARES_MAX + 2 * SHG_HAND_STEPS * (SHOOGI_KINDS_MAX + 1)];

static shg_weights *random_weights(const shoogi_variant *v, uint64_t *chance)
{
    shg_weights *w;
    assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
    for (size_t i = 0; i < w->count; i++)
        w->value[i] = (shg_weight){ (int16_t)((int)random_below(chance, 41) - 20),
                                    (int16_t)((int)random_below(chance, 41) - 20) };
    return w;
}

/* The initial position of a game, with weights. */
typedef struct scene {
    shoogi_variant *v;
    shg_weights *w;
    shoogi_position *p;
    shg_board_view *view;
} scene;

/* v: taken; chance: seed of random weights; NULL: default weights. */
static scene begin(shoogi_variant *v, uint64_t *chance)
{
    scene s = { .v = v };
    if (chance)
        s.w = random_weights(v, chance);
    else
        assert_int_equal(shg_weights_new(&s.w, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&s.p, v), SHOOGI_OK);
    assert_int_equal(shg_board_view_new(&s.view, v), SHOOGI_OK);
    return s;
}

static void end(scene *s)
{
    shg_board_view_free(s->view);
    shoogi_position_free(s->p);
    shg_weights_free(s->w);
    shoogi_variant_free(s->v);
}

static int judge(const scene *s)
{
    return shg_evaluate(s->w, s->p, s->view, &(shg_psq){ 0 });
}

static void is_the_sum_of_its_features(void **state)
{
    (void)state;
    uint64_t chance = 5;
    for (unsigned i = 0; i < ENGINE_GAMES; i++) {
        scene s = begin(engine_game(engine_games[i]), &chance);
        shg_psq kept = { .known = false };
        unsigned kept_often = 0;
        long lateness = 0;
        for (unsigned looked = 0; looked < 200; looked++) {
            long early = 0, late = 0;
            const size_t count = shg_features(found, s.w, s.p, s.view);
            for (size_t j = 0; j < count; j++) {
                assert_true(found[j].feature < s.w->count && found[j].count != 0);
                early += (long)s.w->value[found[j].feature].early * found[j].count;
                late += (long)s.w->value[found[j].feature].late * found[j].count;
            }
            const long share = shg_phase(s.w->phases, s.view->count);
            assert_in_range(share, 0, SHG_PHASE_MAX);
            lateness = share > lateness ? share : lateness;
            const long sum = (early * (SHG_PHASE_MAX - share) + late * share) / SHG_PHASE_MAX;
            assert_in_range(count, 1, shg_features_max(s.v));
            assert_int_equal(judge(&s), sum);
            assert_int_equal(shg_evaluate(s.w, s.p, s.view, &kept), sum);
            if (wander(s.p, &chance)) {
                kept = shg_psq_after(kept, s.w, s.p);
                kept_often += kept.known;
            } else { /* another game */
                kept.known = false;
                shoogi_position_free(s.p);
                assert_int_equal(shoogi_position_new(&s.p, s.v), SHOOGI_OK);
            }
        }
        assert_in_range(kept_often, 20, 200);
        assert_in_range(lateness, SHG_PHASE_MAX / 16, SHG_PHASE_MAX);
        end(&s);
    }
}

/* The rotated board with the other side to move has the same score. */
static void knows_no_colour(void **state)
{
    (void)state;
    uint64_t chance = 9;
    scene s = begin(engine_game("shogi"), &chance);
    shoogi_position *const p = s.p, *turned;
    assert_int_equal(shoogi_position_new(&turned, s.v), SHOOGI_OK);
    for (unsigned i = 0; i < 60 && wander(p, &chance); i++) {
        shoogi_position_clear(turned);
        for (shoogi_square sq = 0; sq < s.v->squares; sq++) {
            shoogi_piece piece = shoogi_position_piece(p, sq);
            piece.colour = shoogi_colour_other(piece.colour);
            if (piece.kind != 0)
                shoogi_position_put(turned, (shoogi_square)(s.v->squares - 1 - sq), piece);
        }
        for (shoogi_kind k = 1; k <= s.v->kinds; k++)
            for (int colour = 0; colour < 2; colour++)
                assert_int_equal(
                    shoogi_position_set_hand(turned, (shoogi_colour)!colour, k,
                                             shoogi_position_hand(p, (shoogi_colour)colour, k)),
                    SHOOGI_OK);
        shoogi_position_set_side(turned, shoogi_colour_other(shoogi_position_side(p)));
        shoogi_position_setup_done(turned);
        assert_int_equal(shg_evaluate(s.w, turned, s.view, &(shg_psq){ 0 }), judge(&s));
    }
    shoogi_position_free(turned);
    end(&s);
}

/* Rays of one square, leaps beyond the board, a piece that moves anywhere, holes. */
#define ODD_STEPS                                                                                  \
    "files=6\nranks=9\nsymmetry=rotate\nholdingsType=-1\nmaxPromote=0\nhole::::c4\n"               \
    "elephant:E:BAGX:e:a1,f1\ntower:T:RDsWXXX:t:b1\nhorse:H:NNFNYvWXXX:h:c1\nall:A:mUcK:a:e1\n"    \
    "king:K:K:k:d1\n"

/* Wide boards count square by square what narrow ones count by bit sets. */
static void every_class_sees_the_same(void **state)
{
    (void)state;
    static const char *const games[] = { "shogi", "chu", "annan", "tenjiku", ODD_STEPS };
    static const unsigned widths[] = { 0, 6, 21 };
    enum { GAMES = sizeof games / sizeof games[0], CLASSES = sizeof widths / sizeof widths[0] };
    for (unsigned i = 0; i < GAMES; i++) {
        scene s[CLASSES];
        uint64_t chance = 12;
        for (unsigned c = 0; c < CLASSES; c++) {
            uint64_t weighing = 11;
            s[c] = begin(load_variant(games[i], (shg_class_choice){ .words_least = widths[c] }),
                         &weighing);
        }
        for (unsigned ply = 0; ply < 100 && wander(s[0].p, &chance); ply++) {
            const int score = judge(&s[0]);
            const shoogi_move move = shoogi_position_move_at(s[0].p, ply);
            for (unsigned c = 1; c < CLASSES; c++) {
                assert_int_equal(shoogi_position_do(s[c].p, move), SHOOGI_OK);
                assert_int_equal(judge(&s[c]), score);
                assert_int_equal(s[c].view->threat_count, s[0].view->threat_count);
            }
        }
        assert_in_range(shoogi_position_moves_played(s[1].p), 10, 100);
        for (unsigned c = 0; c < CLASSES; c++)
            end(&s[c]);
    }
}

/* Default piece values are in the accepted order: hook movers and pieces that jump over others exceed plain sliders. */
static void guesses_sensibly(void **state)
{
    (void)state;
    enum { ORDERED_MAX = 8 };
    static const struct {
        const char *game, *order[ORDERED_MAX];
    } cases[] = { { "shogi", { "P", "N", "L", "S", "G", "B", "R", "+R" } },
                  { "chu", { "P", "S", "B", "R", "H", "D", "Q" } },
                  { "cannon", { "P", "A", "C", "R" } },
                  { "maka-dai-dai", { "P", "R", "FK", "HM" } },
                  { "tenjiku", { "P", "R", "FK", "VG" } },
                  { "taikyoku", { "P", "FK", "FLG", "GG" } } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoogi_variant *const v = engine_game(cases[i].game);
        shg_weights *w;
        assert_int_equal(shg_weights_new(&w, v), SHOOGI_OK);
        int *const values = calloc(v->kinds + 1u, sizeof *values), last = 0;
        assert_non_null(values);
        shg_weights_piece_values(w, values);
        for (unsigned j = 0; j < ORDERED_MAX && cases[i].order[j]; j++) {
            const char *const id = cases[i].order[j];
            const shoogi_kind k = shg_kind_by_id(v, id, strlen(id));
            if (k == 0 || values[k] <= last)
                fail_msg("%s: %s is worth %d, expected more than %d", cases[i].game, id, values[k],
                         last);
            last = values[k];
        }
        free(values);
        shg_weights_free(w);
        shoogi_variant_free(v);
    }
}

/* A prince besides the king is an advantage, even when neither is attacked. */
static void counts_spare_royals(void **state)
{
    (void)state;
    scene s = begin(engine_game("sho"), NULL);
    const int before = judge(&s);
    const shoogi_kind elephant = shg_kind_by_id(s.v, "E", 1), prince = shg_kind_by_id(s.v, "+E", 2);
    unsigned promoted = 0;
    for (shoogi_square sq = 0; sq < s.v->squares; sq++) {
        const shoogi_piece piece = shoogi_position_piece(s.p, sq);
        if (piece.kind != elephant || piece.colour != SHOOGI_BLACK)
            continue;
        shoogi_position_put(s.p, sq, (shoogi_piece){ .kind = prince, .colour = SHOOGI_BLACK });
        promoted++;
    }
    shoogi_position_setup_done(s.p);
    assert_int_equal(promoted, 1);
    assert_true(s.v->kind[prince].royal);
    assert_in_range(judge(&s) - before, 200, 1000);
    end(&s);
}

/* The greatest weights of a file, with a piece on every square: the score stays in range. */
static void never_counts_too_far(void **state)
{
    (void)state;
    scene s = begin(engine_game("chu"), NULL);
    for (size_t i = 0; i < s.w->count; i++)
        s.w->value[i] = (shg_weight){ INT16_MAX, INT16_MAX };
    const shoogi_kind gold = shg_kind_by_id(s.v, "G", 1);
    for (shoogi_square sq = 0; sq < s.v->squares; sq++)
        if (shoogi_position_piece(s.p, sq).kind == 0)
            shoogi_position_put(s.p, sq, (shoogi_piece){ .kind = gold, .colour = SHOOGI_BLACK });
    shoogi_position_setup_done(s.p);
    assert_in_range(judge(&s), SHG_EVAL_PLAIN, SHG_EVAL_MAX);
    end(&s);
}

/* Beyond the range of scores, nine pieces still score more than eight, and no forced win. */
static void never_has_enough(void **state)
{
    (void)state;
    scene s = begin(engine_game("shogi"), NULL);
    const shoogi_kind pawn = shg_kind_by_id(s.v, "P", 1);
    shg_weight *const in_hand = &s.w->value[shg_feature(s.v, pawn, SHG_FEATURE_HAND)];
    in_hand[0] = (shg_weight){ 30000, 30000 };
    for (unsigned i = 1; i < SHG_HAND_STEPS; i++)
        in_hand[i] = (shg_weight){ 3000, 3000 };
    int last[2] = { 0, 0 };
    for (unsigned held = 0; held <= 9; held++) {
        for (int colour = 0; colour < 2; colour++) {
            shoogi_position_clear(s.p);
            assert_int_equal(shoogi_position_set_hand(s.p, (shoogi_colour)colour, pawn, held),
                             SHOOGI_OK);
            shoogi_position_setup_done(s.p);
            const int score = judge(&s);
            assert_in_range(abs(score), 0, SHG_EVAL_MAX);
            assert_true(held == 0 ||
                        (colour == SHOOGI_BLACK ? score > last[colour] : score < last[colour]));
            last[colour] = score;
        }
    }
    assert_in_range(last[SHOOGI_BLACK], SHG_EVAL_PLAIN, SHG_EVAL_MAX);
    assert_in_range(-last[SHOOGI_WHITE], SHG_EVAL_PLAIN, SHG_EVAL_MAX);
    end(&s);
}

TEST_SUITE(evaluate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_sum_of_its_features), cmocka_unit_test(knows_no_colour),
        cmocka_unit_test(every_class_sees_the_same),  cmocka_unit_test(guesses_sensibly),
        cmocka_unit_test(counts_spare_royals),        cmocka_unit_test(never_has_enough),
        cmocka_unit_test(never_counts_too_far),
    };
    return cmocka_run_group_tests_name("evaluate", tests, NULL, NULL);
}
