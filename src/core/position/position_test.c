/* position_test.c: what a position rejects, bounds and remembers apart from the moves. */
#include "core/position/position_int.h"
#include "base/test_suite.h"
#include "support/ref_rules.h"
#include "support/core.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static shoogi_position *begin(const char *variant)
{
    shoogi_position *p = NULL;
    shoogi_variant *const v = load_variant(variant, (shg_class_choice){ 1, false });
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    return p;
}

static void end(shoogi_position *p)
{
    shoogi_variant *const v = (shoogi_variant *)(uintptr_t)shoogi_position_variant(p);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static shoogi_square at(const shoogi_position *p, const char *text)
{
    shoogi_square square = SHOOGI_NO_SQUARE;
    assert_int_equal(shoogi_square_read(&square, p->variant, text, strlen(text)), strlen(text));
    return square;
}

static shoogi_kind kind_of(const shoogi_position *p, const char *id)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(p->variant, id, strlen(id));
    assert_int_not_equal(kind, 0);
    return kind;
}

static void play(shoogi_position *p, const char *from, const char *to)
{
    const shoogi_square square = at(p, from);
    const shoogi_kind kind = shoogi_position_piece(p, square).kind;
    const shoogi_move move = shoogi_move_make(square, at(p, to), kind, false);
    assert_int_equal(shoogi_position_why_illegal(p, move, NULL, 0), SHOOGI_ILLEGAL_NONE);
    assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
}

/* Invalid squares in every part of a move are reported and never looked up. */
static void squares_of_a_move_are_looked_at(void **state)
{
    (void)state;
    shoogi_position *const p = begin("shogi");
    const shoogi_square from = at(p, "2i"), to = at(p, "5e"), none = SHOOGI_NO_SQUARE;
    const shoogi_move plain = shoogi_move_make(from, to, kind_of(p, "N"), false);
    const shoogi_move drop = shoogi_move_make_drop(kind_of(p, "P"), to);
    const shoogi_square off[] = { to, 81 };
    const shoogi_square gap[] = { none, to }; /* the second via square without the first */
    const shoogi_square near[] = { at(p, "3h"), at(p, "4g"), at(p, "4f"), at(p, "5f") };
    const shoogi_move by_four = shoogi_move_with_via(plain, 9, near, 4);
    const shoogi_move no_way = plain & ~SHOOGI_MOVE_DIRECT;
    const shoogi_move bad[] = {
        shoogi_move_with_via(plain, 9, gap, 2),
        shoogi_move_with_via(plain, 9, off + 1, 1),
        shoogi_move_with_via(plain, 9, off, 2),
        plain | (shoogi_move)1 << SHOOGI_MOVE_VIA_END, /* a bit of long via squares without them */
        no_way | SHOOGI_MOVE_VIA_BITS,                 /* not a number of four digits */
        no_way | SHOOGI_MOVE_LONG_VIA,                 /* over the edge */
        by_four | SHOOGI_MOVE_HANDICAP,
        shoogi_move_make(none, to, 1, false),
        shoogi_move_make(81, to, 1, false),
        shoogi_move_make(from, none, 1, false),
        shoogi_move_make_drop(1, none),
        shoogi_move_with_via(drop, 9, off, 1),
        shoogi_move_with_via(drop, 9, gap, 2),
        SHOOGI_MOVE_HANDICAP | shoogi_move_make(none, none, 0, false),
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_move choices[SHOOGI_PROMOTION_CHOICES_MAX];
        char sentence[80];
        if (shoogi_position_why_illegal(p, bad[i], sentence, sizeof sentence) !=
            SHOOGI_ILLEGAL_NO_SUCH_SQUARE)
            fail_msg("%zu: %s", i, sentence);
        assert_int_equal(shoogi_position_promotion_choices(p, bad[i], choices, COUNT(choices)), 0);
    }
    const shoogi_square piece = at(p, "2b");
    assert_int_equal(shoogi_position_handicap(p, &piece, 1), SHOOGI_OK);
    assert_int_equal(shoogi_position_promotion_choices(p, shoogi_position_move_at(p, 0), NULL, 0),
                     0);
    end(p);
}

/* Via squares survive writing and reading, up to their bounds. */
static void via_squares_are_kept(void **state)
{
    (void)state;
    enum { RANKS = SHOOGI_RANKS_MAX, MIDDLE = 18 * RANKS + 18 };
    shoogi_square way[SHOOGI_VIA_MAX + 1], again[SHOOGI_VIA_MAX];
    uint64_t chance = 1;
    for (unsigned i = 0; i < 100000; i++) {
        unsigned count = 0;
        shoogi_square at = MIDDLE;
        while (count < i % (SHOOGI_VIA_MAX + 1)) {
            const uint64_t drawn = random_below(&chance, 81);
            const int files = (int)(drawn / 9) - 4, ranks = (int)(drawn % 9) - 4;
            if (files == 0 && ranks == 0)
                continue;
            at = (shoogi_square)(at + files * RANKS + ranks);
            way[count++] = at;
        }
        const shoogi_move plain = shoogi_move_make(MIDDLE, at, SHOOGI_KINDS_MAX, i % 2 == 0);
        const shoogi_move move = shoogi_move_with_via(plain, RANKS, way, count);
        assert_true(move != 0);
        assert_int_equal(shoogi_move_via(again, move, RANKS), count);
        assert_memory_equal(again, way, count * sizeof *way);
        assert_int_equal(shoogi_move_with_via(move, RANKS, way, 0), plain);
        assert_true((move & SHOOGI_MOVE_DIRECT) != SHOOGI_MOVE_DIRECT || count == 0);
    }
    for (unsigned i = 0; i <= SHOOGI_VIA_MAX; i++)
        way[i] = (shoogi_square)(MIDDLE + i + 1);
    const shoogi_move plain = shoogi_move_make(MIDDLE, MIDDLE, 1, false);
    assert_true(shoogi_move_with_via(plain, RANKS, way, SHOOGI_VIA_MAX) != 0);
    assert_true(shoogi_move_with_via(plain, RANKS, way, SHOOGI_VIA_MAX + 1) == 0);
    static const int too_far[] = { 5, -5, 5 * RANKS, -5 * RANKS, 0 };
    for (size_t i = 0; i < COUNT(too_far); i++) {
        way[2] = (shoogi_square)(way[1] + too_far[i]);
        assert_true(shoogi_move_with_via(plain, RANKS, way, 3) == 0);
        assert_true(shoogi_move_with_via(plain, RANKS, way + 1, 2) != 0);
    }
}

/* The maximum of pieces in hand, and one more by a capture. */
static void hands_have_a_bound(void **state)
{
    (void)state;
    shoogi_position *const p = begin("shogi");
    const shoogi_kind pawn = kind_of(p, "P"), rook = kind_of(p, "R");
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, pawn, SHOOGI_IN_HAND_MAX + 1),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, pawn, UINT32_MAX),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, pawn), 0);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, pawn, SHOOGI_IN_HAND_MAX),
                     SHOOGI_OK);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_WHITE, pawn, 1), SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, rook, 1), SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, kind_of(p, "K"), 1), SHOOGI_ILLEGAL);
    shoogi_position_put(p, at(p, "2g"), (shoogi_piece){ 0, SHOOGI_BLACK });
    shoogi_position_setup_done(p);
    const uint64_t hash = shoogi_position_hash(p);
    play(p, "2h", "2c");
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, pawn), SHOOGI_IN_HAND_MAX + 1);
    assert_true(shg_position_check(p));
    shoogi_position_undo(p);
    assert_true(shoogi_position_hash(p) == hash);
    /* A hand that grew in play may be set to less, but not to more. */
    play(p, "2h", "2c");
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, pawn, SHOOGI_IN_HAND_MAX),
                     SHOOGI_OK);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_WHITE, rook, 1), SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_BLACK, pawn, 9), SHOOGI_OK);
    assert_int_equal(shoogi_position_set_hand(p, SHOOGI_WHITE, rook, 1), SHOOGI_OK);
    end(p);
}

/* Any number is counted, and the first of them are in order. */
static void every_checker_is_listed(void **state)
{
    (void)state;
    enum { PIECES = 70 };
    shoogi_square all[SHOOGI_SQUARES_MAX], few[3];
    shoogi_position *const p =
        begin("files=16\nranks=16\nmaxPromote=0\nuniversal:U:U:u:\nking:K:K:k:i1\n");
    for (unsigned file = 0; file < PIECES / 5; file++)
        for (unsigned rank = 4; rank < 9; rank++)
            shoogi_position_put(p, shoogi_variant_square(p->variant, file, rank),
                                (shoogi_piece){ 1, SHOOGI_WHITE });
    shoogi_position_setup_done(p);
    assert_int_equal(shoogi_position_checkers(p, NULL, 0), PIECES);
    assert_int_equal(shoogi_position_checkers(p, all, COUNT(all)), PIECES);
    for (unsigned i = 0; i < PIECES; i++)
        assert_int_equal(all[i],
                         shoogi_variant_square(p->variant, i % (PIECES / 5), 4 + i / (PIECES / 5)));
    assert_int_equal(shoogi_position_checkers(p, few, COUNT(few)), PIECES);
    assert_memory_equal(few, all, sizeof few);
    end(p);
}

/* The side that moved first in the game follows from the ply, whatever is known of the game. */
/* Undoes all moves. hashes: of the positions. */
static shoogi_position *begin_again(shoogi_position *p, const uint64_t *hashes)
{
    while (shoogi_position_moves_played(p) > 0) {
        shoogi_position_undo(p);
        assert_true(shg_position_check(p));
        assert_true(shoogi_position_hash(p) == hashes[shoogi_position_moves_played(p)]);
    }
    return p;
}

/* Fog, which changes pieces, comes and goes for two thousand moves, and a copy can be undone as far as the game
 * itself. */
static void changes_are_taken_back_to_the_start(void **state)
{
    (void)state;
    enum { PLIES = 2000, SPLIT = 1000 };
    static const char text[] =
        "files=7\nranks=7\nsymmetry=rotate\nmaxPromote=0\nrepetition=none\n"
        "changes=near2:I:F>T;far2:I:T>F;lost:F:K>L;lost:T:L>K\n"
        "fog:F:mWifmR2:f:a2,d2,g2\nthin fog:T:mF:t:\nlight:I:mK:i:b1,f1\nlame king:L:mW:l:\nking:K:mK:k:d1\n"
        "royal=4\nroyal=5\n";
    shoogi_position *const p = begin(text);
    shoogi_position *other = NULL;
    static shoogi_move moves[1 << 10];
    static uint64_t hashes[PLIES + 1];
    uint64_t chance = 20261121;
    unsigned played = 0;
    size_t changed = 0;
    for (; played < PLIES; played++) {
        hashes[played] = shoogi_position_hash(p);
        const size_t count = shoogi_position_moves(p, moves, COUNT(moves));
        assert_in_range(count, 0, COUNT(moves));
        if (count == 0)
            break;
        const shoogi_move move = moves[random_below(&chance, count)];
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        changed += p->history[p->history_count - 1].changed;
        if (played == SPLIT)
            assert_int_equal(shoogi_position_copy(&other, p), SHOOGI_OK);
    }
    assert_in_range(played, SPLIT + 1, PLIES);
    assert_in_range(changed, 250, PLIES);
    shoogi_position_free(begin_again(p, hashes));
    end(begin_again(other, hashes));
}

static void the_first_side_follows_from_the_ply(void **state)
{
    (void)state;
    static const struct {
        shoogi_colour side;
        unsigned ply;
        shoogi_outcome outcome;
    } starts[] = {
        { SHOOGI_BLACK, 1, SHOOGI_OUTCOME_WHITE },
        { SHOOGI_WHITE, 1, SHOOGI_OUTCOME_BLACK },
        { SHOOGI_WHITE, 2, SHOOGI_OUTCOME_WHITE },
        { SHOOGI_BLACK, 8, SHOOGI_OUTCOME_BLACK },
    };
    static const char *const moves[2][2] = { { "2d", "1d" }, { "2a", "1a" } };
    shoogi_position *const p = begin("files=2\nranks=4\nmaxPromote=0\nrepetition=2:first\n"
                                     "perpetual=none\nking:K:sW:k:a1\n");
    for (size_t i = 0; i < COUNT(starts); i++) {
        shg_ref *ref;
        shoogi_position_set_side(p, starts[i].side);
        shoogi_position_set_ply(p, starts[i].ply);
        shoogi_position_setup_done(p);
        assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
        for (unsigned move = 0; move < 4; move++) {
            const shoogi_colour side = shoogi_position_side(p);
            assert_int_equal(shoogi_position_result(p).reason, SHOOGI_REASON_NONE);
            play(p, moves[side][move / 2], moves[side][1 - move / 2]);
            assert_int_equal(shg_ref_do(ref, shoogi_position_move_at(p, move)), SHOOGI_OK);
        }
        assert_int_equal(shoogi_position_result(p).outcome, starts[i].outcome);
        assert_int_equal(shg_ref_result(ref).outcome, starts[i].outcome);
        assert_int_equal(shoogi_position_result(p).reason, SHOOGI_REASON_REPETITION);
        shg_ref_free(ref);
    }
    end(p);
}

/* Positions that differ in the checks given are different, on a copy and after taking back too. */
static void checks_are_counted_and_taken_back(void **state)
{
    (void)state;
    shoogi_position *const p = begin("base=shogi\ncheckWins=3\n");
    shoogi_position_clear(p);
    shoogi_position_put(p, at(p, "5a"), (shoogi_piece){ kind_of(p, "K"), SHOOGI_WHITE });
    shoogi_position_put(p, at(p, "5i"), (shoogi_piece){ kind_of(p, "K"), SHOOGI_BLACK });
    shoogi_position_put(p, at(p, "9i"), (shoogi_piece){ kind_of(p, "R"), SHOOGI_BLACK });
    shoogi_position_setup_done(p);
    const uint64_t start = shoogi_position_hash(p);
    play(p, "9i", "9a");
    assert_int_equal(shoogi_position_checks_given(p, SHOOGI_BLACK), 1);
    assert_int_equal(shoogi_position_checks_given(p, SHOOGI_WHITE), 0);
    play(p, "5a", "5b");
    play(p, "9a", "9i");
    play(p, "5b", "5a");
    assert_true(shoogi_position_hash(p) != start);
    assert_int_equal(shoogi_position_occurrences(p), 1);
    shoogi_position *copy;
    assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_OK);
    play(copy, "9i", "9a");
    assert_int_equal(shoogi_position_checks_given(copy, SHOOGI_BLACK), 2);
    assert_int_equal(shoogi_position_checks_given(p, SHOOGI_BLACK), 1);
    shoogi_position_free(copy);
    for (unsigned i = 0; i < 4; i++)
        shoogi_position_undo(p);
    assert_true(shoogi_position_hash(p) == start);
    assert_int_equal(shoogi_position_checks_given(p, SHOOGI_BLACK), 0);
    shoogi_position_set_checks_given(p, SHOOGI_WHITE, 2);
    shoogi_position_setup_done(p);
    assert_true(shoogi_position_hash(p) != start);
    end(p);
}

TEST_SUITE(position)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_of_a_move_are_looked_at),
        cmocka_unit_test(via_squares_are_kept),
        cmocka_unit_test(hands_have_a_bound),
        cmocka_unit_test(every_checker_is_listed),
        cmocka_unit_test(changes_are_taken_back_to_the_start),
        cmocka_unit_test(the_first_side_follows_from_the_ply),
        cmocka_unit_test(checks_are_counted_and_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
