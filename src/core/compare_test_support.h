/* compare_test_support.h: the rules of boards beside the reference rules.
 *
 * What differs ends the test by an assertion of cmocka; then compared is the position it was found in. */
#ifndef SHG_CORE_COMPARE_TEST_SUPPORT_H
#define SHG_CORE_COMPARE_TEST_SUPPORT_H

#include "core/board_ops.h"
#include "core/ref_rules.h"
#include "core/test_support.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

enum { COMPARE_MOVES_ROOM = 32768, COMPARE_PLIES_MAX = 300 };

static shoogi_position *compared;

/* What results were compared: a comparison that never saw one would prove nothing. */
static size_t results_seen[SHOOGI_REASON_COUNT];

static inline int compare_moves(const void *a, const void *b)
{
    const shoogi_move x = *(const shoogi_move *)a, y = *(const shoogi_move *)b;
    return (x > y) - (x < y);
}

/* The lists of both, sorted.  One that has no room is counted only: cut, it is in no order. */
static inline void assert_same_list(shoogi_move *moves, size_t count, shoogi_move *expected,
                                    size_t expected_count)
{
    assert_int_equal(count, expected_count);
    const size_t listed = count <= COMPARE_MOVES_ROOM ? count : 0;
    qsort(moves, listed, sizeof *moves, compare_moves);
    qsort(expected, listed, sizeof *expected, compare_moves);
    assert_memory_equal(moves, expected, listed * sizeof *moves);
}

/* Fills moves, of room COMPARE_MOVES_ROOM, and returns how many there are. */
static inline size_t assert_same_moves(const shoogi_position *p, const shg_ref *ref,
                                       shoogi_move *moves)
{
    static shoogi_move expected[COMPARE_MOVES_ROOM];
    const size_t room = COMPARE_MOVES_ROOM;
    const size_t paths = shoogi_position_paths(p, moves, room);
    assert_true(paths <= shoogi_variant_moves_max(p->variant));
    assert_same_list(moves, paths, expected, shg_ref_moves(ref, expected, room, true));
    const size_t count = shoogi_position_moves(p, moves, room);
    assert_int_equal(count, shoogi_position_moves(p, NULL, 0));
    assert_same_list(moves, count, expected, shg_ref_moves(ref, expected, room, false));
    return count;
}

/* do and undo of each move leave every byte of the board, and the hash, as they were. */
static inline void assert_undo_restores(shoogi_position *p, const shoogi_move *moves, size_t count)
{
    const size_t bytes = p->ops->board_bytes(p->variant) / 2; /* the other half is scratch */
    char *before = malloc(bytes);
    assert_non_null(before);
    memcpy(before, p->board, bytes);
    const uint64_t hash = p->hash;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        assert_true(shg_position_check(p));
        shoogi_position_undo(p);
        assert_memory_equal(before, p->board, bytes);
        assert_true(p->hash == hash);
    }
    free(before);
}

/* A number that is no legal move of the position has a reason, and a legal one has none. */
static inline void assert_reasons(const shoogi_position *p, const shoogi_move *moves, size_t count,
                                  uint64_t *chance)
{
    const shoogi_variant *v = p->variant;
    for (int i = 0; i < 20; i++) {
        const shoogi_square to = (shoogi_square)random_below(chance, v->squares);
        const shoogi_square from = (shoogi_square)random_below(chance, v->squares);
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        const shoogi_kind stays = shg_code_kind(p->square[from]);
        shoogi_move move = random_below(chance, 2)
                               ? shoogi_move_make_drop(kind, to)
                               : shoogi_move_make(from, to, stays ? stays : kind, false);
        if (!shoogi_move_is_drop(move) && random_below(chance, 3) == 0)
            move = shoogi_move_make(from, to, kind, true);
        const bool legal = bsearch(&move, moves, count, sizeof *moves, compare_moves) != NULL;
        char sentence[160];
        const shoogi_illegal why = shoogi_position_why(p, move, sentence, sizeof sentence);
        assert_int_equal(why == SHOOGI_ILLEGAL_NOTHING, legal);
        assert_int_equal(sentence[0] == '\0', legal);
    }
}

/* Compares moves and result of a position; thoroughly: also that each move can be undone, and the reasons for
 * what is no move.  Returns the number of moves that are in the list. */
static inline size_t compare_position(shoogi_position *p, const shg_ref *ref, shoogi_move *moves,
                                      bool thoroughly, uint64_t *chance)
{
    compared = p;
    const size_t count = assert_same_moves(p, ref, moves);
    const size_t listed = count <= COMPARE_MOVES_ROOM ? count : 0;
    const shoogi_result result = shoogi_position_result(p), expected = shg_ref_result(ref);
    assert_int_equal(result.outcome, expected.outcome);
    assert_int_equal(result.reason, expected.reason);
    results_seen[result.reason]++;
    if (thoroughly && listed == count) {
        assert_undo_restores(p, moves, count);
        assert_reasons(p, moves, count, chance);
    }
    return listed;
}

/* The move that takes back what the side to move did last, if it is legal; else any. */
static inline shoogi_move back_again(const shoogi_position *p, const shoogi_move *moves,
                                     size_t count, uint64_t *chance)
{
    const size_t played = shoogi_position_played(p);
    if (played >= 2) {
        const shoogi_move last = shoogi_position_move_at(p, (unsigned)played - 2);
        const shoogi_move back = shoogi_move_make(shoogi_move_to(last), shoogi_move_from(last),
                                                  shoogi_move_kind(last), false);
        if (bsearch(&back, moves, count, sizeof *moves, compare_moves))
            return back;
    }
    return moves[random_below(chance, count)];
}

/* A random game, of at most *left positions, which are taken off.  shuffling: most moves take back what was done
 * before, so that positions come again and again. */
static inline void compare_game(const shoogi_variant *v, uint64_t *chance, size_t *left,
                                bool shuffling)
{
    static shoogi_move moves[COMPARE_MOVES_ROOM];
    shoogi_position *p;
    shg_ref *ref;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
    for (int ply = 0; ply<COMPARE_PLIES_MAX && * left> 0; ply++, (*left)--) {
        const size_t count = compare_position(p, ref, moves, ply % 16 == 0, chance);
        if (count == 0)
            break;
        const shoogi_move move = shuffling && random_below(chance, 5) > 0
                                     ? back_again(p, moves, count, chance)
                                     : moves[random_below(chance, count)];
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        assert_int_equal(shg_ref_do(ref, move), SHOOGI_OK);
        assert_true(shg_ref_equals(ref, p));
    }
    while (shoogi_position_played(p) > 0) {
        shoogi_position_undo(p);
        shg_ref_undo(ref);
        assert_true(shg_ref_equals(ref, p));
    }
    shg_ref_free(ref);
    shoogi_position_free(p);
    compared = NULL;
}

static inline shoogi_square random_square(const shoogi_variant *v, uint64_t *chance)
{
    shoogi_square square;
    do {
        square = (shoogi_square)random_below(chance, v->squares);
    } while (v->hole[square]);
    return square;
}

/* Men of any kind anywhere, many in hand, and one royal a side: checks, pins, mates and barred drops,
 * which games from the start take long to come to. */
static inline void scatter(shoogi_position *p, uint64_t *chance)
{
    const shoogi_variant *const v = p->variant;
    shoogi_position_clear(p);
    const size_t men = 2 + random_below(chance, v->squares / 2);
    for (size_t i = 0; i < men; i++) {
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        const shoogi_piece piece = { v->kind[kind].royal ? 1 : kind,
                                     (shoogi_colour)random_below(chance, 2) };
        shoogi_position_put(p, random_square(v, chance), piece);
    }
    shoogi_kind royal = 1;
    while (!v->kind[royal].royal)
        royal++;
    const shoogi_square first = random_square(v, chance), second = random_square(v, chance);
    shoogi_position_put(p, first, (shoogi_piece){ royal, SHOOGI_BLACK });
    if (second != first)
        shoogi_position_put(p, second, (shoogi_piece){ royal, SHOOGI_WHITE });
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            if (shg_kind_in_hand(v, (shoogi_kind)k) && random_below(chance, 3) == 0)
                assert_int_equal(shoogi_position_set_hand(p, (shoogi_colour)colour, (shoogi_kind)k,
                                                          (unsigned)random_below(chance, 4)),
                                 SHOOGI_OK);
    shoogi_position_set_side(p, (shoogi_colour)random_below(chance, 2));
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].counter_strike && random_below(chance, 4) == 0)
            shoogi_position_set_mark(p, random_square(v, chance));
    shoogi_position_ready(p);
}

static inline void compare_scattered(const shoogi_variant *v, uint64_t *chance, size_t positions)
{
    static shoogi_move moves[COMPARE_MOVES_ROOM];
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    while (positions-- > 0) {
        scatter(p, chance);
        assert_true(shg_position_check(p));
        shg_ref *ref;
        assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
        compare_position(p, ref, moves, positions % 16 == 0, chance);
        shg_ref_free(ref);
    }
    shoogi_position_free(p);
    compared = NULL;
}

#endif
