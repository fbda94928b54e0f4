#include "engine/mate/mate_int.h"

enum { CHECKERS_MAX = 2, CAPTURES_MAX = 4 };

/* The board after the drop was taken again by the man that checked from there, and the man taken is given back: puts it
 * up, and true, if that is a legal check; then unput() takes it down. */
static bool put_taken(shg_mate *m, shoogi_move drop, shoogi_move capture)
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

static void unput(shg_mate *m, shoogi_move drop)
{
    shoogi_position *const p = m->position;
    const shoogi_kind kind = shoogi_move_kind(drop);
    p->hand[m->attacker][m->variant->kind[kind].captured_as]++;
    p->hand[shoogi_colour_other(m->attacker)][m->variant->kind[kind].hand_kind]--;
    shg_mate_undo(m);
}

/* The longest defence without drops lasts so long at least. */
static bool lasts(shg_mate *m, shg_mate_node *n, int plies)
{
    for (size_t i = 0; i < n->count && !m->stopped; i++) {
        shg_mate_child *const c = &n->children[i];
        if (shoogi_move_is_drop(c->move))
            continue;
        shg_mate_do(m, c->move);
        const shg_mate_known known = shg_mate_solve(m, true, n->ply + 1, plies - 3);
        shg_mate_undo(m);
        if (known.disproof == 0)
            return true;
    }
    return false;
}

/* What is known of the defence after a capture that makes a drop futile, if it lasts no longer than the other moves. */
static bool is_as_short(shg_mate *m, shg_mate_node *n, shoogi_move drop, shoogi_move capture,
                        int longest)
{
    for (;;) {
        shg_mate_known known = shg_mate_disproof(m, 0);
        if (put_taken(m, drop, capture))
            known = shg_mate_solve(m, false, n->ply + 2, longest);
        unput(m, drop);
        if (m->stopped)
            return false;
        if (known.disproof == 0) {
            shg_mate_add_needs(m, &n->useful, known.hands, known.exact);
            return false;
        }
        shg_mate_undo(m);
        const bool as_short = known.plies == 0 || lasts(m, n, known.plies);
        shg_mate_do(m, drop);
        if (as_short) {
            shg_mate_add_needs(m, &n->futile, known.hands, known.exact || known.plies > 0);
            return true;
        }
        if (m->stopped)
            return false;
        longest = known.plies - 2;
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
        if (shg_plies_more(n->children[i].known.plies) > longest)
            longest = shg_plies_more(n->children[i].known.plies);
    for (; n->held > 0; n->held--) {
        shg_mate_child *const c = &n->children[n->count];
        const bool capturable =
            checker_count == 1 && m->variant->kind[shoogi_move_kind(c->move)].captured_as != 0;
        if (capturable && is_futile(m, n, c->move, checkers[0], longest)) {
            *c = c[n->held - 1];
            continue;
        }
        if (m->stopped)
            return false;
        if (!shg_mate_look(m, n, c)) {
            *c = c[n->held - 1];
            continue;
        }
        c->delicate = capturable && (others || n->useful.exact);
        n->count++;
    }
    return true;
}
