/* mate.h: what tests of the mate solver need: its lines and proofs, replayed by the reference rules. */
#ifndef SHG_SUPPORT_MATE_H
#define SHG_SUPPORT_MATE_H

#include "support/ref_rules.h"
#include "core/variant/variant_int.h"
#include "engine/mate/mate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOVES_ROOM = 4096 };

static inline shoogi_colour side_of(const shoogi_position *p)
{
    return shoogi_position_side(p);
}

static inline bool wins(shoogi_result result, shoogi_colour colour)
{
    return result.outcome == (colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
}

/* The answer just given is none: it leaves a royal to be taken on which the game hangs, or loses by what the board
 * says. */
static inline bool is_no_answer(const shoogi_variant *v, const shg_ref *ref, shoogi_colour defender)
{
    const bool last_only = v->rules.extinction >> defender & 1;
    const unsigned royals = shg_ref_royals(ref, defender);
    const shoogi_result result = shg_ref_result(ref);
    if (result.reason != SHOOGI_REASON_NONE && result.reason != SHOOGI_REASON_STALEMATE)
        return wins(result, shoogi_colour_other(defender));
    if (v->rules.check_strict && royals == 1)
        return false;
    return (!last_only || royals == 1) && shg_ref_attacks_royal(ref, defender);
}

/* The solver mates within so many plies in the position: its move is made by the reference rules, then every answer,
 * to each of which it is asked again. */
static inline void replay(shg_mate *mate, shoogi_position *position, shg_ref *ref, unsigned plies)
{
    shg_mate_result found;
    const shg_mate_limits limits = { .plies = plies };
    assert_int_equal(shg_mate_go(&found, mate, position, &limits), SHOOGI_OK);
    assert_int_equal(found.answer, SHG_MATE_FOUND);
    assert_true(found.length_plies <= plies && found.move_count > 0);
    const shoogi_colour attacker = side_of(position), defender = shoogi_colour_other(attacker);
    const shoogi_move move = found.moves[0];
    const unsigned length = found.length_plies;
    const unsigned royals = shg_ref_royals(ref, defender);
    shoogi_move moves[MOVES_ROOM];
    size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
    assert_true(count <= MOVES_ROOM);
    bool legal = false;
    for (size_t i = 0; i < count; i++)
        legal = legal || moves[i] == move;
    assert_true(legal);
    assert_int_equal(shg_ref_do(ref, move), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
    assert_true(shg_ref_royals(ref, defender) < royals || shg_ref_attacks_royal(ref, defender));
    const shoogi_result result = shg_ref_result(ref);
    if (result.reason == SHOOGI_REASON_NONE) {
        count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
        assert_true(count <= MOVES_ROOM);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
            assert_int_equal(shoogi_position_do(position, moves[i]), SHOOGI_OK);
            if (!is_no_answer(shoogi_position_variant(position), ref, defender)) {
                assert_true(length >= 3);
                replay(mate, position, ref, length - 2);
            }
            shg_ref_undo(ref);
            shoogi_position_undo(position);
        }
    } else {
        assert_true(wins(result, attacker));
    }
    shg_ref_undo(ref);
    shoogi_position_undo(position);
}

/* The solver proves, answer by answer, that the side to move mates within so many plies. */
static inline void replay_proof(shg_mate *mate, shoogi_position *position, unsigned plies)
{
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, position), SHOOGI_OK);
    replay(mate, position, ref, plies);
    shg_ref_free(ref);
}

/* The line is one of legal moves, as long as it is said to be, and ends in mate. */
static inline void check_line(const shoogi_position *position, const shg_mate_result *found)
{
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, position), SHOOGI_OK);
    assert_int_equal(found->move_count, found->length_plies);
    for (unsigned i = 0; i < found->move_count; i++)
        assert_int_equal(shg_ref_do(ref, found->moves[i]), SHOOGI_OK);
    const shoogi_colour defender = shoogi_colour_other(side_of(position));
    shoogi_move moves[MOVES_ROOM];
    if (shg_ref_result(ref).reason == SHOOGI_REASON_NONE) {
        const size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
            assert_true(is_no_answer(shoogi_position_variant(position), ref, defender));
            shg_ref_undo(ref);
        }
    }
    shg_ref_free(ref);
}

#endif
