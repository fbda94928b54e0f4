/* handicap_test.c: handicaps as the first move of a game: making, undoing and rejecting them. */
#include "core/position/position_int.h"
#include "base/test_suite.h"
#include "support/ref_rules.h"
#include "support/core.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A variant with initial moves, pieces in hand at the start, and White moving first. */
static const char odd[] =
    "files=6\nranks=6\nfirstRank=1\nfirstMove=black\nholdingsType=-2\nmaxPromote=0\nroyal=4\n"
    "pawn:P:ifmnDfmWfceF:p:a2-f2:1\nrook:R:R:r:a1,f1\nghost:G:WI:g:b1\nking:K:KisO2:k:d1\n";
/* White's guard on 2b is between White's rook and Black's king. */
static const char opens[] =
    "files=3\nranks=5\nsymmetry=none\nholdingsType=-1\nmaxPromote=0\nroyal=3\nrook:R:R:r:,,b5\n"
    "guard:G:WfF:g:a1,,b4\nking:K:K:k:b1,,a5\n";

/* Rooks that give up the right to castle with them. */
static const char castles[] =
    "files=5\nranks=4\nsymmetry=mirror\nholdingsType=0\nmaxPromote=0\nroyal=2\n"
    "rook:R:R:r:a1,e1\nking:K:KisO1:k:c1\n";

static shoogi_variant *read(const char *text)
{
    return load_variant(text, (shg_class_choice){ 1, false });
}

static shoogi_position *begin(const shoogi_variant *v)
{
    shoogi_position *p = NULL;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    return p;
}

/* The squares of "1a 8b". */
static size_t squares_of(shoogi_square *squares, const shoogi_variant *v, const char *text)
{
    size_t count = 0;
    while (*text) {
        const size_t bytes = shoogi_square_read(&squares[count++], v, text, strlen(text));
        assert_true(bytes > 0);
        text += bytes;
        text += *text == ' ';
    }
    return count;
}

static void expect_removed(const shoogi_position *p, const char *expected)
{
    const shoogi_variant *v = shoogi_position_variant(p);
    shoogi_removed_piece removed[SHOOGI_SQUARES_MAX];
    char text[256] = "";
    const size_t count = shoogi_position_removed_pieces(p, removed, COUNT(removed));
    for (size_t i = 0; i < count; i++) {
        char square[SHOOGI_SQUARE_TEXT_BYTES];
        shoogi_square_text(square, sizeof square, v, removed[i].square);
        const size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s%c%s@%s", at > 0 ? " " : "",
                 removed[i].piece.colour == SHOOGI_WHITE ? 'w' : 'b',
                 shoogi_variant_kind(v, removed[i].piece.kind).id, square);
    }
    assert_string_equal(text, expected);
}

/* Every field of the position that a move can change. */
static void expect_same(const shoogi_position *a, const shoogi_position *b)
{
    const shoogi_variant *v = a->variant;
    assert_memory_equal(a->square, b->square, v->squares * sizeof *a->square);
    for (int colour = 0; colour < 2; colour++)
        assert_memory_equal(a->hand[colour], b->hand[colour], (v->kinds + 1) * sizeof(uint16_t));
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->counter_strike_square, b->counter_strike_square);
    assert_int_equal(a->first_ply, b->first_ply);
    assert_int_equal(a->history_count, b->history_count);
    assert_int_equal(a->removed_count, b->removed_count);
    assert_true(a->hash == b->hash);
    assert_true(shg_position_check(a));
}

static void a_handicap_is_one_ply(void **state)
{
    (void)state;
    static const struct {
        const char *game, *squares, *removed;
        size_t moves; /* of the other side then */
    } handicaps[] = {
        { "shogi", "1a", "wL@1a", 30 }, { "shogi", "8b 1a", "wL@1a wR@8b", 25 },
        { "shogi", "2b", "wB@2b", 33 }, { "shosu", "5a 1a", "wL@1a wQ@5a", 0 },
        { "mini", "5a", "wR@5a", 0 },   { odd, "3e 1f", "bP@3e bR@1f", 0 },
        { castles, "1a", "wR@1a", 0 },
    };
    for (size_t i = 0; i < COUNT(handicaps); i++) {
        shoogi_variant *v = read(handicaps[i].game);
        shoogi_position *p = begin(v), *start = begin(v);
        const shoogi_colour giver = shoogi_colour_other(shoogi_position_side(p));
        shoogi_square squares[8];
        const size_t count = squares_of(squares, v, handicaps[i].squares);
        expect_removed(p, "");
        char sentence[160];
        size_t at = 99;
        assert_int_equal(
            shoogi_position_why_handicap_illegal(p, squares, count, &at, sentence, sizeof sentence),
            SHOOGI_ILLEGAL_NONE);
        assert_string_equal(sentence, "");
        assert_int_equal(at, count);
        expect_same(p, start);

        assert_int_equal(shoogi_position_handicap(p, squares, count), SHOOGI_OK);
        assert_true(shg_position_check(p));
        expect_removed(p, handicaps[i].removed);
        assert_int_equal(shoogi_position_side(p), giver);
        assert_int_equal(shoogi_position_ply(p), 2);
        assert_int_equal(shoogi_position_moves_played(p), 1);
        assert_true(shoogi_move_is_handicap(shoogi_position_move_at(p, 0)));
        assert_int_equal(shoogi_move_from(shoogi_position_move_at(p, 0)), SHOOGI_NO_SQUARE);
        assert_int_equal(shoogi_move_to(shoogi_position_move_at(p, 0)), SHOOGI_NO_SQUARE);
        for (size_t k = 0; k < count; k++)
            assert_int_equal(shoogi_position_piece(p, squares[k]).kind, 0);
        for (int colour = 0; colour < 2; colour++)
            for (unsigned k = 1; k <= v->kinds; k++)
                assert_int_equal(shoogi_position_hand(p, (shoogi_colour)colour, (shoogi_kind)k),
                                 v->start_hand[colour][k]);
        if (handicaps[i].moves > 0)
            assert_int_equal(shoogi_position_moves(p, NULL, 0), handicaps[i].moves);
        assert_int_equal(shoogi_position_result(p).outcome, SHOOGI_OUTCOME_NONE);

        shoogi_position *copy;
        assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_OK);
        expect_same(copy, p);
        shoogi_position_undo(p);
        expect_same(p, start);
        expect_removed(p, "");
        expect_removed(copy, handicaps[i].removed);
        /* A new set-up forgets the handicap. */
        shoogi_position_setup_done(copy);
        expect_removed(copy, "");
        assert_int_equal(shoogi_position_moves_played(copy), 0);
        shoogi_position_free(copy);
        shoogi_position_free(start);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

static void what_a_handicap_may_not_be(void **state)
{
    (void)state;
    static const struct {
        const char *game, *squares;
        shoogi_illegal why;
        size_t at;
        const char *sentence;
    } bad[] = {
        { "shogi", "", SHOOGI_ILLEGAL_HANDICAP_EMPTY, 0, "a handicap removes at least one piece" },
        { "shogi", "1a 5e", SHOOGI_ILLEGAL_NO_PIECE, 1, "there is no piece on 5e" },
        { "shogi", "7g 1a", SHOOGI_ILLEGAL_HANDICAP_OWN, 0, "the pawn on 7g is your own" },
        { "shogi", "1a 5a 5e", SHOOGI_ILLEGAL_HANDICAP_ROYAL, 1,
          "the king on 5a cannot be removed" },
        { "shogi", "5i", SHOOGI_ILLEGAL_HANDICAP_OWN, 0, "the king on 5i is your own" },
        { "shogi", "1a 8b 1a", SHOOGI_ILLEGAL_HANDICAP_TWICE, 2, "the lance on 1a is named twice" },
        { odd, "3b", SHOOGI_ILLEGAL_HANDICAP_OWN, 0, "the pawn on 3b is your own" },
        { opens, "2b", SHOOGI_ILLEGAL_ROYAL_IN_CHECK, 1, "your royal piece would be in check" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_variant *v = read(bad[i].game);
        shoogi_position *p = begin(v), *start = begin(v);
        shoogi_square squares[8];
        const size_t count = squares_of(squares, v, bad[i].squares);
        char sentence[160];
        size_t at = 99;
        assert_int_equal(
            shoogi_position_why_handicap_illegal(p, squares, count, &at, sentence, sizeof sentence),
            bad[i].why);
        assert_string_equal(sentence, bad[i].sentence);
        assert_int_equal(at, bad[i].at);
        assert_int_equal(shoogi_position_why_handicap_illegal(p, squares, count, NULL, NULL, 0),
                         bad[i].why);
        assert_int_equal(shoogi_position_handicap(p, squares, count), SHOOGI_ILLEGAL);
        expect_same(p, start);
        shoogi_position_free(start);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
    /* Without the rook nothing gives check. */
    shoogi_variant *v = read(opens);
    shoogi_position *p = begin(v);
    shoogi_square both[2], hole = 15;
    assert_int_equal(squares_of(both, v, "2a 2b"), 2);
    assert_int_equal(shoogi_position_handicap(p, &hole, 1), SHOOGI_ILLEGAL);
    assert_int_equal(shoogi_position_why_handicap_illegal(p, &hole, 1, NULL, NULL, 0),
                     SHOOGI_ILLEGAL_NO_SUCH_SQUARE);
    assert_int_equal(shoogi_position_handicap(p, both, 2), SHOOGI_OK);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Only at the start, and only as the first move. */
static void a_handicap_comes_first(void **state)
{
    (void)state;
    shoogi_variant *v = read("shogi");
    const shoogi_square lance = shoogi_variant_square(v, 0, 0);
    const shoogi_square other = shoogi_variant_square(v, 8, 0);
    for (int change = 0; change < 7; change++) {
        shoogi_position *p = begin(v);
        shoogi_move move;
        switch (change) {
        case 0: break;
        case 1:
            assert_true(shoogi_position_moves(p, &move, 1) == 30);
            assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
            break;
        case 2: assert_int_equal(shoogi_position_handicap(p, &other, 1), SHOOGI_OK); break;
        case 3: shoogi_position_put(p, other, (shoogi_piece){ 0, SHOOGI_WHITE }); break;
        case 4: assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, 1, 1), SHOOGI_OK); break;
        case 5: shoogi_position_set_side(p, SHOOGI_WHITE); break;
        case 6: shoogi_position_set_ply(p, 2); break;
        }
        if (change > 2)
            shoogi_position_setup_done(p);
        char sentence[160];
        assert_int_equal(
            shoogi_position_why_handicap_illegal(p, &lance, 1, NULL, sentence, sizeof sentence),
            change == 0 ? SHOOGI_ILLEGAL_NONE : SHOOGI_ILLEGAL_HANDICAP_LATE);
        assert_string_equal(
            sentence,
            change == 0 ? "" : "a handicap can be given only as the first move of the game");
        assert_int_equal(shoogi_position_handicap(p, &lance, 1),
                         change == 0 ? SHOOGI_OK : SHOOGI_ILLEGAL);
        shoogi_position_free(p);
    }
    shoogi_variant_free(v);
}

/* --- games with a handicap ----------------------------------------------------------------------- */

/* Any pieces of the handicap giver except royals. */
static size_t choose(shoogi_square *squares, const shoogi_position *p, uint64_t *chance)
{
    const shoogi_variant *v = shoogi_position_variant(p);
    size_t count = 0;
    while (count == 0)
        for (unsigned i = 0; i < v->squares; i++) {
            const shoogi_piece piece = shoogi_position_piece(p, (shoogi_square)i);
            if (piece.kind != 0 && piece.colour != shoogi_position_side(p) &&
                !v->kind[piece.kind].royal && random_below(chance, 4) == 0)
                squares[count++] = (shoogi_square)i;
        }
    return count;
}

/* Then the game goes on as any other: the reference rules agree, and everything can be undone. */
static void games_with_a_handicap(void **state)
{
    (void)state;
    static const char *const games[] = { "shogi", "chu-lishogi", "mini", odd };
    static shoogi_move moves[4096], expected[4096];
    uint64_t chance = 20260401;
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *v = read(games[i]);
        shoogi_position *start = begin(v);
        for (int game = 0; game < 20; game++) {
            shoogi_position *p = begin(v);
            shoogi_square squares[SHOOGI_SQUARES_MAX];
            shg_ref *ref;
            const size_t given = choose(squares, p, &chance);
            if (shoogi_position_handicap(p, squares, given) != SHOOGI_OK) {
                assert_true(games[i] == odd); /* lines to its rooks can be opened */
                shoogi_position_free(p);
                continue;
            }
            assert_int_equal(shoogi_position_removed_pieces(p, NULL, 0), given);
            assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
            for (int ply = 0; ply < 60; ply++) {
                const size_t count = shoogi_position_moves(p, moves, COUNT(moves));
                assert_int_equal(shg_ref_moves(ref, expected, COUNT(expected), false), count);
                assert_int_equal(shoogi_position_result(p).reason, shg_ref_result(ref).reason);
                if (count == 0)
                    break;
                const shoogi_move move = moves[random_below(&chance, count)];
                assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
                assert_int_equal(shg_ref_do(ref, move), SHOOGI_OK);
                assert_true(shg_ref_equals(ref, p) && shg_position_check(p));
            }
            assert_int_equal(shoogi_position_removed_pieces(p, NULL, 0), given);
            while (shoogi_position_moves_played(p) > 0)
                shoogi_position_undo(p);
            expect_same(p, start);
            assert_int_equal(shoogi_position_moves(p, moves, COUNT(moves)),
                             shoogi_position_moves(start, NULL, 0));
            shg_ref_free(ref);
            shoogi_position_free(p);
        }
        shoogi_position_free(start);
        shoogi_variant_free(v);
    }
}

/* A rook moves forth and back; repetition counts the position after the handicap. */
static void positions_repeat_after_a_handicap(void **state)
{
    (void)state;
    shoogi_variant *v = read("shogi");
    shoogi_position *p = begin(v);
    shoogi_square squares[4];
    assert_int_equal(squares_of(squares, v, "1a"), 1);
    assert_int_equal(shoogi_position_handicap(p, squares, 1), SHOOGI_OK);
    const uint64_t hash = shoogi_position_hash(p);
    const shoogi_kind rook = shoogi_variant_kind_by_id(v, "R", 1);
    for (int again = 2; again <= 4; again++) {
        assert_int_equal(shoogi_position_result(p).outcome, SHOOGI_OUTCOME_NONE);
        static const char *const moves[] = { "8b 7b", "2h 3h", "7b 8b", "3h 2h" };
        for (size_t i = 0; i < COUNT(moves); i++) {
            assert_int_equal(squares_of(squares, v, moves[i]), 2);
            const shoogi_move move = shoogi_move_make(squares[0], squares[1], rook, false);
            assert_int_equal(shoogi_position_why_illegal(p, move, NULL, 0), SHOOGI_ILLEGAL_NONE);
            assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        }
        assert_true(shoogi_position_hash(p) == hash);
    }
    assert_int_equal(shoogi_position_result(p).outcome, SHOOGI_OUTCOME_NO_CONTEST);
    assert_int_equal(shoogi_position_result(p).reason, SHOOGI_REASON_REPETITION);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* --- handicaps of the definition ----------------------------------------------------------------- */

static void usual_handicaps(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned points; /* removed */
    } shogi[] = {
        { "lance", 1 },
        { "right-lance", 1 },
        { "bishop", 5 },
        { "rook", 5 },
        { "rook-lance", 6 },
        { "two-pieces", 10 },
        { "three-pieces", 11 },
        { "right-three-pieces", 11 },
        { "four-pieces", 12 },
        { "five-pieces", 13 },
        { "left-five-pieces", 13 },
        { "six-pieces", 14 },
        { "right-seven-pieces", 15 },
        { "left-seven-pieces", 15 },
        { "eight-pieces", 16 },
        { "nine-pieces", 17 },
        { "ten-pieces", 18 },
        { "naked-king", 27 },
        { "two-lances", 2 },
        { "dragonfly", 8 },
        { "dragonfly-lances", 6 },
        { "dragonfly-lances-knights", 4 },
        { "taiko", 1 },
    };
    shoogi_variant *v = read("shogi"), *ignores = read("base=shogi\nhandicapMen=ignore\n");
    for (size_t i = 0; i < COUNT(shogi); i++) {
        const shoogi_handicap *handicap = shoogi_variant_handicap(v, i);
        assert_non_null(handicap);
        assert_string_equal(handicap->name, shogi[i].name);
        shoogi_position *p = begin(v), *q = begin(ignores);
        assert_int_equal(shoogi_position_handicap(p, handicap->squares, handicap->square_count),
                         SHOOGI_OK);
        assert_int_equal(shoogi_position_handicap(q, handicap->squares, handicap->square_count),
                         SHOOGI_OK);
        assert_int_equal(shoogi_position_removed_pieces(p, NULL, 0), handicap->square_count);
        /* Source: docs/variant-format.md, "Impasse": the pieces count for White, or not. */
        assert_int_equal(shoogi_position_impasse_points(p, SHOOGI_WHITE), 27);
        assert_int_equal(shoogi_position_impasse_points(q, SHOOGI_WHITE), 27 - shogi[i].points);
        assert_int_equal(shoogi_position_impasse_points(p, SHOOGI_BLACK), 27);
        shoogi_result result;
        assert_int_equal(
            shoogi_position_claim(&result, q, SHOOGI_CLAIM_AGREED, SHOOGI_BLACK, NULL, 0),
            SHOOGI_REFUSAL_NONE);
        assert_int_equal(result.outcome,
                         shogi[i].points > 3 ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_NO_CONTEST);
        shoogi_position_free(p);
        shoogi_position_free(q);
    }
    assert_null(shoogi_variant_handicap(v, COUNT(shogi)));
    const shoogi_handicap *const two = shoogi_variant_handicap_by_name(v, "二枚落ち", 12);
    assert_string_equal(two->name, "two-pieces");
    assert_ptr_equal(shoogi_variant_handicap_by_name(v, "TWO-PIECES", 10), two);
    assert_null(shoogi_variant_handicap_by_name(v, "two", 3));
    shoogi_variant_free(ignores);
    shoogi_variant_free(v);
}

/* The table of the Japanese Shogi Federation for players one to seven grades apart. */
static void handicaps_by_grades(void **state)
{
    (void)state;
    static const char *const games[][2] = {
        { "lance", NULL },      { "lance", "bishop" },  { "bishop", NULL },
        { "rook", NULL },       { "rook-lance", NULL }, { "rook-lance", "two-pieces" },
        { "two-pieces", NULL },
    };
    static const char *const texts[] = { "shogi", "shogi-club", "base=shogi\ngradeHandicap=none\n",
                                         "chu", "base=shogi\ngradeHandicap=二枚落ち/rook,LANCE\n" };
    const shoogi_handicap *found[2];
    for (size_t t = 0; t < COUNT(texts); t++) {
        shoogi_variant *v = read(texts[t]);
        assert_int_equal(shoogi_variant_grade_handicap(found, v, 0), 0);
        for (size_t i = 0; i < COUNT(games) && t < 2; i++) {
            const size_t count = games[i][1] ? 2 : 1;
            assert_int_equal(shoogi_variant_grade_handicap(found, v, i + 1), count);
            for (size_t k = 0; k < count; k++)
                assert_string_equal(found[k]->name, games[i][k]);
        }
        assert_int_equal(shoogi_variant_grade_handicap(found, v, t == 4 ? 3 : 8), 0);
        assert_int_equal(shoogi_variant_grade_handicap(found, v, SIZE_MAX), 0);
        if (t == 2 || t == 3)
            assert_int_equal(shoogi_variant_grade_handicap(found, v, 1), 0);
        if (t == 4) {
            char printed[8192];
            shoogi_variant_print(printed, sizeof printed, v);
            assert_non_null(strstr(printed, "\ngradeHandicap=two-pieces/rook,lance\n"));
        }
        shoogi_variant_free(v);
    }
}

TEST_SUITE(handicap)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handicaps_by_grades),
        cmocka_unit_test(a_handicap_is_one_ply),
        cmocka_unit_test(what_a_handicap_may_not_be),
        cmocka_unit_test(a_handicap_comes_first),
        cmocka_unit_test(games_with_a_handicap),
        cmocka_unit_test(positions_repeat_after_a_handicap),
        cmocka_unit_test(usual_handicaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
