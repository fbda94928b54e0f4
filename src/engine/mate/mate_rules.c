#include "engine/mate/mate_int.h"

enum { CHECKERS_MAX = 2 };

bool shg_mate_is_attacked(const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_colour other = shoogi_colour_other(colour);
    const shoogi_square royal = p->ops->royal(p, colour);
    if (royal != SHOOGI_NO_SQUARE)
        return p->ops->attackers(p, royal, other, NULL, 0) > 0;
    if (p->ops->royal_count(p, colour) == 0)
        return false;
    for (shoogi_square sq = 0; sq < p->variant->squares; sq++) {
        const shg_code code = p->square[sq];
        if (code != 0 && shg_code_colour(code) == colour &&
            p->variant->kind[shg_code_kind(code)].royal &&
            p->ops->attackers(p, sq, other, NULL, 0) > 0)
            return true;
    }
    return false;
}

bool shg_mate_must_evade(const shg_mate *m)
{
    return m->variant->rules.check_strict &&
           m->position->ops->royal_count(m->position, shoogi_colour_other(m->attacker)) == 1;
}

static bool wins(const shg_mate *m, shoogi_result result)
{
    return result.outcome ==
           (m->attacker == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
}

bool shg_mate_is_defence(const shg_mate *m)
{
    const shoogi_position *const p = m->position;
    const shoogi_colour defender = shoogi_colour_other(m->attacker);
    const shoogi_result result = p->ops->board_result(p);
    if (result.reason != SHOOGI_REASON_NONE)
        return !wins(m, result);
    if (shg_mate_must_evade(m))
        return true;
    const bool last_only = p->variant->rules.extinction >> defender & 1;
    return (last_only && p->ops->royal_count(p, defender) > 1) || p->ops->has_pair(p, defender) ||
           !shg_mate_is_attacked(p, defender);
}

static const shg_mate_state won = { .proof = 0, .disproof = SHG_PROOF_MAX };
static const shg_mate_state lost = { .proof = SHG_PROOF_MAX, .disproof = 0 };

shg_mate_state shg_mate_proven(const shg_mate *m, int plies)
{
    shg_mate_state state = won;
    state.plies = plies;
    state.loop_ply = SHG_NO_LOOP;
    state.hands = (shg_hands){ 0, m->layout.full };
    return state;
}

shg_mate_state shg_mate_disproven(const shg_mate *m, int plies)
{
    shg_mate_state state = lost;
    state.plies = plies;
    state.loop_ply = SHG_NO_LOOP;
    state.hands = (shg_hands){ m->layout.full, 0 };
    return state;
}

bool shg_mate_is_over(const shg_mate *m, shg_mate_state *state)
{
    const shoogi_result result = m->position->ops->board_result(m->position);
    if (result.reason == SHOOGI_REASON_NONE)
        return false;
    *state = wins(m, result) ? shg_mate_proven(m, 0) : shg_mate_disproven(m, SHG_PLIES_ANY);
    return true;
}

/* Whether the piece on `from` is adjacent to the royal and attacks it directly, not by a move of several legs. */
static bool checks_adjacent(const shoogi_position *p, shoogi_square from, shoogi_square royal)
{
    const shoogi_variant *const v = p->variant;
    return shg_distance(v, from, royal) <= 1 &&
           v->kind[shg_code_kind(p->square[from])].betza.chain_count == 0;
}

bool shg_mate_drop_may_interpose(const shg_mate *m)
{
    const shoogi_position *const p = m->position;
    const shoogi_square royal = p->ops->royal(p, p->side);
    if (royal == SHOOGI_NO_SQUARE || m->forms_from_hand || !shg_mate_must_evade(m))
        return true;
    shoogi_square from[CHECKERS_MAX];
    const size_t count = p->ops->attackers(p, royal, m->attacker, from, CHECKERS_MAX);
    for (size_t i = 0; i < count && i < CHECKERS_MAX; i++)
        if (checks_adjacent(p, from[i], royal))
            return false;
    return true;
}

shg_mate_state shg_mate_judge_no_defence(const shg_mate *m, bool no_move)
{
    if (no_move && !shg_mate_must_evade(m) && m->variant->rules.stalemate != SHG_STALEMATE_WIN)
        return shg_mate_disproven(m, SHG_PLIES_ANY);
    return shg_mate_proven(m, 0);
}
