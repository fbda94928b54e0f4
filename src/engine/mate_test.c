/* mate_test.c: the mate solver beside one that tries everything by the reference rules; proofs replayed with every
 * defence answered; lengths with and without futile drops; bounds of nodes, plies and memory; games of all sorts. */
#include "engine/mate.h"

#include "core/ref_rules.h"
#include "engine/engine_support.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOVES_ROOM = 4096 };

typedef struct table {
    shoogi_variant *variant;
    shoogi_position *position;
    shg_mate *mate;
} table;

static void set_up(table *t, const char *game, size_t mib)
{
    t->variant = engine_game(game);
    assert_int_equal(shoogi_position_new(&t->position, t->variant), SHOOGI_OK);
    assert_int_equal(shg_mate_new(&t->mate, t->variant, mib, NULL), SHOOGI_OK);
}

static void take_down(table *t)
{
    shg_mate_free(t->mate);
    shoogi_position_free(t->position);
    shoogi_variant_free(t->variant);
}

static shg_mate_finding go(table *t, shg_mate_limits limits)
{
    shg_mate_finding found;
    assert_int_equal(shg_mate_go(&found, t->mate, t->position, &limits), SHOOGI_OK);
    return found;
}

static shoogi_colour side_of(const shoogi_position *p)
{
    return shoogi_position_side(p);
}

/* ---- everything tried, by the reference rules ---- */

static bool is_loss_of_last(const shoogi_variant *v, const shg_ref *ref, shoogi_colour defender)
{
    const bool last_only = v->rules.extinction >> defender & 1;
    const unsigned royals = shg_ref_royals(ref, defender);
    if (v->rules.check_strict && royals == 1)
        return false;
    return (!last_only || royals == 1) && shg_ref_attacks_royal(ref, defender);
}

static bool ref_mates(const shoogi_variant *v, shg_ref *ref, shoogi_colour attacker, int plies);

/* The attacker has just moved, and mates within so many plies more. */
static bool ref_holds_out_not(const shoogi_variant *v, shg_ref *ref, shoogi_colour attacker,
                              int plies)
{
    const shoogi_result result = shg_ref_result(ref);
    if (result.reason != SHOOGI_REASON_NONE)
        return result.outcome ==
               (attacker == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
    shoogi_move moves[MOVES_ROOM];
    const size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
    assert_true(count <= MOVES_ROOM);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
        if (!is_loss_of_last(v, ref, shoogi_colour_other(attacker)))
            good = plies >= 2 && shg_ref_result(ref).reason == SHOOGI_REASON_NONE &&
                   ref_mates(v, ref, attacker, plies - 1);
        shg_ref_undo(ref);
    }
    return good;
}

static bool ref_mates(const shoogi_variant *v, shg_ref *ref, shoogi_colour attacker, int plies)
{
    const shoogi_colour defender = shoogi_colour_other(attacker);
    shoogi_move moves[MOVES_ROOM];
    const size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
    assert_true(count <= MOVES_ROOM);
    const unsigned royals = shg_ref_royals(ref, defender);
    bool good = false;
    for (size_t i = 0; i < count && !good; i++) {
        assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
        good = (shg_ref_royals(ref, defender) < royals || shg_ref_attacks_royal(ref, defender)) &&
               ref_holds_out_not(v, ref, attacker, plies - 1);
        shg_ref_undo(ref);
    }
    return good;
}

/* The length of the shortest mate of at most so many plies; 0 if there is none. */
static unsigned ref_length(const shoogi_position *p, unsigned most)
{
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
    unsigned length = 1;
    while (length <= most && !ref_mates(shoogi_position_variant(p), ref, side_of(p), (int)length))
        length += 2;
    shg_ref_free(ref);
    return length <= most ? length : 0;
}

/* ---- proofs replayed ---- */

/* The solver mates within so many plies in the position: its move is made by the reference rules, then every answer,
 * to each of which it is asked again. */
static void replay(table *t, shg_ref *ref, unsigned plies)
{
    shg_mate_finding found = go(t, (shg_mate_limits){ .plies = plies });
    assert_int_equal(found.answer, SHG_MATE_FOUND);
    assert_true(found.length_plies <= plies && found.move_count > 0);
    const shoogi_colour attacker = side_of(t->position), defender = shoogi_colour_other(attacker);
    const shoogi_move move = found.moves[0];
    const unsigned length = found.length_plies;
    const unsigned royals = shg_ref_royals(ref, defender);
    shoogi_move moves[MOVES_ROOM];
    size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
    bool legal = false;
    for (size_t i = 0; i < count; i++)
        legal = legal || moves[i] == move;
    assert_true(legal);
    assert_int_equal(shg_ref_do(ref, move), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(t->position, move), SHOOGI_OK);
    assert_true(shg_ref_royals(ref, defender) < royals || shg_ref_attacks_royal(ref, defender));
    const shoogi_result result = shg_ref_result(ref);
    if (result.reason == SHOOGI_REASON_NONE) {
        count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
            assert_int_equal(shoogi_position_do(t->position, moves[i]), SHOOGI_OK);
            if (!is_loss_of_last(t->variant, ref, defender)) {
                assert_true(length >= 3);
                replay(t, ref, length - 2);
            }
            shg_ref_undo(ref);
            shoogi_position_undo(t->position);
        }
    } else
        assert_int_equal(result.outcome,
                         attacker == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
    shg_ref_undo(ref);
    shoogi_position_undo(t->position);
}

static void replay_proof(table *t, unsigned plies)
{
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, t->position), SHOOGI_OK);
    replay(t, ref, plies);
    shg_ref_free(ref);
}

/* The line is one of legal moves, as long as it is said to be, and ends in mate. */
static void check_line(const table *t, const shg_mate_finding *found)
{
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, t->position), SHOOGI_OK);
    assert_int_equal(found->move_count, found->length_plies);
    for (unsigned i = 0; i < found->move_count; i++)
        assert_int_equal(shg_ref_do(ref, found->moves[i]), SHOOGI_OK);
    const shoogi_colour defender = shoogi_colour_other(side_of(t->position));
    shoogi_move moves[MOVES_ROOM];
    if (shg_ref_result(ref).reason == SHOOGI_REASON_NONE) {
        const size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
            assert_true(is_loss_of_last(t->variant, ref, defender));
            shg_ref_undo(ref);
        }
    }
    shg_ref_free(ref);
}

/* ---- positions by chance ---- */

/* A royal of each side, men of the attacker's around the defender's, some of the defender's, some in hand. */
static bool throw_men(table *t, uint64_t *chance, unsigned men, unsigned held)
{
    const shoogi_variant *const v = t->variant;
    shoogi_position *const p = t->position;
    shoogi_position_clear(p);
    shoogi_kind kinds[SHOOGI_KINDS_MAX + 1];
    size_t kind_count = 0;
    shoogi_kind royal = 0;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        if (v->kind[k].royal && royal == 0)
            royal = k;
        if (!v->kind[k].royal)
            kinds[kind_count++] = k;
    }
    const shoogi_square own = (shoogi_square)random_below(chance, v->squares),
                        other = (shoogi_square)random_below(chance, v->squares);
    if (own == other || v->hole[own] || v->hole[other])
        return false;
    shoogi_position_put(p, own, (shoogi_piece){ royal, SHOOGI_BLACK });
    shoogi_position_put(p, other, (shoogi_piece){ royal, SHOOGI_WHITE });
    for (unsigned i = 0; i < men; i++) {
        const int file = (int)shg_file_of(v, other) + (int)random_below(chance, 7) - 3,
                  rank = (int)shg_rank_of(v, other) + (int)random_below(chance, 7) - 3;
        if (file < 0 || rank < 0 || file >= (int)v->files || rank >= (int)v->ranks)
            continue;
        const shoogi_square sq = (shoogi_square)(file * (int)v->ranks + rank);
        const shoogi_colour colour = random_below(chance, 2) ? SHOOGI_BLACK : SHOOGI_WHITE;
        const shoogi_kind kind = kinds[random_below(chance, kind_count)];
        if (shoogi_position_piece(p, sq).kind == 0 && !v->hole[sq] &&
            shg_can_ever_move(v, kind, colour, sq))
            shoogi_position_put(p, sq, (shoogi_piece){ kind, colour });
    }
    for (unsigned i = 0; i < held; i++) {
        const shoogi_kind kind = kinds[random_below(chance, kind_count)];
        const shoogi_colour colour = random_below(chance, 2) ? SHOOGI_BLACK : SHOOGI_WHITE;
        if (v->rules.drops && shg_kind_in_hand(v, kind))
            assert_int_equal(shoogi_position_set_hand(p, colour, kind,
                                                      shoogi_position_hand(p, colour, kind) + 1),
                             SHOOGI_OK);
    }
    shoogi_position_ready(p);
    return shoogi_position_result(p).reason == SHOOGI_REASON_NONE &&
           !shoogi_position_attacked(p, other, SHOOGI_BLACK);
}

static const struct chances {
    const char *game;
    unsigned tries, men, held, plies;
} chances[] = {
    { "shogi", 150, 10, 3, 5 }, { "mini", 300, 8, 3, 7 },    { "micro", 300, 6, 4, 7 },
    { "kyoto", 200, 8, 3, 5 },  { "dobutsu", 200, 5, 3, 7 }, { "judkins", 100, 10, 2, 5 },
    { "shosu", 60, 10, 1, 3 },  { "chu", 60, 8, 0, 3 },      { "sho", 60, 10, 0, 3 },
    { "mortal", 40, 10, 2, 3 }, { "euro", 60, 8, 2, 5 },
};

/* Mates of so many plies, and that there are none, as when everything is tried; each proof is replayed. */
static void agrees_with_trying_everything(void **state)
{
    (void)state;
    uint64_t chance = 7;
    for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++) {
        const struct chances *const c = &chances[i];
        table t;
        set_up(&t, c->game, 2);
        unsigned found_count = 0, none = 0;
        for (unsigned j = 0; j < c->tries; j++) {
            if (!throw_men(&t, &chance, c->men, c->held))
                continue;
            const unsigned length = ref_length(t.position, c->plies);
            const shg_mate_finding found = go(&t, (shg_mate_limits){ .plies = c->plies });
            if (length == 0) {
                assert_int_equal(found.answer, SHG_MATE_NONE);
                none++;
                continue;
            }
            assert_int_equal(found.answer, SHG_MATE_FOUND);
            assert_true(found.exact);
            assert_int_equal(found.length_plies, length);
            check_line(&t, &found);
            replay_proof(&t, length);
            found_count += length > 1;
        }
        print_message("%s: %u mates longer than 1, %u none\n", c->game, found_count, none);
        take_down(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_trying_everything),
    };
    return cmocka_run_group_tests_name("mate", tests, NULL, NULL);
}
