#include "engine/mate/mate_int.h"

enum { CHECKERS_MAX = 2, CAPTURES_MAX = 4 };

/* Lets the checking piece capture the dropped one, and gives the captured piece back to the defence.  Returns whether the
 * capture checks; undo_capture_and_return() restores the position in any case. */
static bool capture_and_return(shg_mate *m, shoogi_move drop, shoogi_move capture)
{
    shoogi_position *const p = m->position;
    const shoogi_variant *const v = m->variant;
    const shoogi_kind kind = shoogi_move_kind(drop), held = v->kind[kind].captured_as,
                      drawn = v->kind[kind].hand_kind;
    shg_mate_do(m, capture);
    p->hand[m->attacker][held]--;
    p->hand[shoogi_colour_other(m->attacker)][drawn]++;
    p->hash +=
        v->hand_key[shoogi_colour_other(m->attacker)][drawn] - v->hand_key[m->attacker][held];
    return shg_mate_is_attacked(p, shoogi_colour_other(m->attacker));
}

static void undo_capture_and_return(shg_mate *m, shoogi_move drop)
{
    shoogi_position *const p = m->position;
    const shoogi_kind kind = shoogi_move_kind(drop);
    p->hand[m->attacker][m->variant->kind[kind].captured_as]++;
    p->hand[shoogi_colour_other(m->attacker)][m->variant->kind[kind].hand_kind]--;
    shg_mate_undo(m);
}

/* Whether the longest defence without a drop lasts at least this long. */
static bool lasts(shg_mate *m, shg_mate_node *n, int plies)
{
    for (size_t i = 0; i < n->count && !m->stopped; i++) {
        shg_mate_child *const c = &n->children[i];
        if (shoogi_move_is_drop(c->move))
            continue;
        shg_mate_do(m, c->move);
        const shg_mate_state state = shg_mate_solve(m, true, n->ply + 1, plies - 3);
        shg_mate_undo(m);
        if (state.disproof == 0)
            return true;
    }
    return false;
}

/* Whether the defence after the drop and this capture lasts no longer than without a drop. */
static bool is_as_short(shg_mate *m, shg_mate_node *n, shoogi_move drop, shoogi_move capture,
                        int longest)
{
    for (;;) {
        shg_mate_state state = shg_mate_disproven(m, 0);
        if (capture_and_return(m, drop, capture))
            state = shg_mate_solve(m, false, n->ply + 2, longest);
        undo_capture_and_return(m, drop);
        if (m->stopped)
            return false;
        if (state.disproof == 0) {
            shg_mate_add_needs(m, &n->useful, state.hands, state.exact);
            return false;
        }
        shg_mate_undo(m);
        const bool as_short = state.plies == 0 || lasts(m, n, state.plies);
        shg_mate_do(m, drop);
        if (as_short) {
            shg_mate_add_needs(m, &n->futile, state.hands, state.exact || state.plies > 0);
            return true;
        }
        if (m->stopped)
            return false;
        longest = state.plies - 2;
    }
}

static bool is_futile(shg_mate *m, shg_mate_node *n, shoogi_move drop, shoogi_square checker,
                      int longest)
{
    const shoogi_position *const p = m->position;
    shoogi_move captures[CAPTURES_MAX];
    const shoogi_move like = shoogi_move_make(checker, shoogi_move_to(drop), 0, false);
    shg_mate_do(m, drop);
    size_t count = p->ops->moves_like(p, captures, CAPTURES_MAX, like, SHOOGI_MOVE_SQUARES, false);
    count = count < CAPTURES_MAX ? count : CAPTURES_MAX;
    bool futile = false;
    for (size_t i = 0; i < count && !futile && !m->stopped; i++)
        futile = is_as_short(m, n, drop, captures[i], longest);
    shg_mate_undo(m);
    return futile;
}

bool shg_mate_settle_drops(shg_mate *m, shg_mate_node *n)
{
    const shoogi_position *const p = m->position;
    const shoogi_square royal = p->ops->royal(p, p->side);
    const bool others = n->count > 0;
    shoogi_square checkers[CHECKERS_MAX];
    size_t checker_count = 0;
    int longest = 0;
    if (royal != SHOOGI_NO_SQUARE)
        checker_count = p->ops->attackers(p, royal, m->attacker, checkers, CHECKERS_MAX);
    for (size_t i = 0; i < n->count; i++)
        if (shg_plies_more(n->children[i].state.plies) > longest)
            longest = shg_plies_more(n->children[i].state.plies);
    for (; n->held_drops > 0; n->held_drops--) {
        shg_mate_child *const c = &n->children[n->count];
        const bool capturable =
            checker_count == 1 && m->variant->kind[shoogi_move_kind(c->move)].captured_as != 0;
        if (capturable && is_futile(m, n, c->move, checkers[0], longest)) {
            *c = c[n->held_drops - 1];
            continue;
        }
        if (m->stopped)
            return false;
        if (!shg_mate_examine(m, n, c)) {
            *c = c[n->held_drops - 1];
            continue;
        }
        c->exact_hands = capturable && (others || n->useful.exact);
        n->count++;
    }
    return true;
}
