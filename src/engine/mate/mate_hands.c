#include "engine/mate/mate_hands.h"

#include "core/board/board_ops.h"

#include <stdlib.h>

/* Whether a drop of this kind may not mate (as with uchifuzume) and could be answered by a drop: then more pieces in the
 * defence's hand may help the attacker. */
static bool mates_from_distance(const shg_kind *kind)
{
    if (!kind->drop_mate_barred)
        return false;
    if (kind->betza.chain_count > 0)
        return true;
    for (size_t i = 0; i < kind->betza.ride_count; i++) {
        const shg_ride *const ride = &kind->betza.rides[i];
        if (ride->reach != 1 || abs(ride->right) > 1 || abs(ride->forward) > 1)
            return true;
    }
    return false;
}

/* Whether a captured piece is always held as the same kind, promoted or not: then the number of each kind cannot exceed the
 * number of those pieces now. */
static bool keeps_its_kind(const shoogi_variant *v, shoogi_kind k)
{
    const shg_kind *const kind = &v->kind[k];
    if (kind->morph || kind->matrix ||
        (kind->hand_kind != 0 && kind->captured_as != 0 && kind->captured_as != kind->hand_kind))
        return false;
    for (size_t i = 0; i < kind->promotion_count; i++)
        if (v->kind[kind->promotions[i]].captured_as != kind->captured_as)
            return false;
    return true;
}

shg_hand_layout shg_hand_layout_for(const shoogi_position *p)
{
    static const shg_hand_layout none = { 0 };
    const shoogi_variant *const v = p->variant;
    shg_hand_layout layout = none;
    unsigned shift = 0;
    if (!v->rules.drops)
        return none;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        if (mates_from_distance(&v->kind[k]) || !keeps_its_kind(v, k))
            return none;
        if (!shg_kind_in_hand(v, k))
            continue;
        uint64_t pieces = (uint64_t)p->hand[0][k] + p->hand[1][k];
        for (unsigned sq = 0; sq < v->squares; sq++)
            pieces += p->square[sq] != 0 && v->kind[shg_code_kind(p->square[sq])].captured_as == k;
        unsigned bits = 1;
        while (((uint64_t)1 << bits) - 1 <= pieces)
            bits++;
        if (layout.count == SHG_HAND_FIELDS || shift + bits + 1 > 64)
            return none;
        layout.field[layout.count].kind = k;
        layout.field[layout.count].shift = (uint8_t)shift;
        layout.field[layout.count++].most = ((uint64_t)1 << bits) - 1;
        layout.full |= (((uint64_t)1 << bits) - 1) << shift;
        layout.guard_bits |= (uint64_t)1 << (shift + bits);
        shift += bits + 1;
    }
    return layout;
}

bool shg_hand_layout_equals(const shg_hand_layout *a, const shg_hand_layout *b)
{
    return a->count == b->count && a->guard_bits == b->guard_bits && a->full == b->full;
}

static uint64_t field_of(const shg_hand_layout *l, unsigned i, uint64_t hand)
{
    return hand >> l->field[i].shift & l->field[i].most;
}

uint64_t shg_hand_propagate(const shg_hand_layout *l, uint64_t limit, uint64_t below, uint64_t here)
{
    if (below == here)
        return limit;
    uint64_t hand = 0;
    for (unsigned i = 0; i < l->count; i++) {
        const uint64_t most = l->field[i].most, is = field_of(l, i, limit);
        int64_t count = (int64_t)is;
        if (is != most)
            count += (int64_t)field_of(l, i, here) - (int64_t)field_of(l, i, below);
        count = count < 0 ? 0 : count > (int64_t)most ? (int64_t)most : count;
        hand |= (uint64_t)count << l->field[i].shift;
    }
    return hand;
}

uint64_t shg_hand_min(const shg_hand_layout *l, uint64_t a, uint64_t b)
{
    uint64_t hand = 0;
    for (unsigned i = 0; i < l->count && a != b; i++) {
        const uint64_t x = field_of(l, i, a), y = field_of(l, i, b);
        hand |= (x < y ? x : y) << l->field[i].shift;
    }
    return a == b ? a : hand;
}

uint64_t shg_hand_max(const shg_hand_layout *l, uint64_t a, uint64_t b)
{
    return a == b ? a : a + b - shg_hand_min(l, a, b);
}

uint64_t shg_hand_only_held(const shg_hand_layout *l, uint64_t limit, uint64_t hand)
{
    for (unsigned i = 0; i < l->count; i++)
        if (field_of(l, i, hand) == 0)
            limit &= ~(l->field[i].most << l->field[i].shift);
    return limit;
}
