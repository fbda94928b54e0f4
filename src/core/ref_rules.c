#include "core/ref_rules.h"

#include "core/definition.h"
#include "core/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Everything that tells one position from another. */
typedef struct state {
    shg_code square[SHOOGI_SQUARES_MAX];
    uint16_t hand[2][SHOOGI_KINDS_MAX + 1];
    shoogi_colour side;
} state;

struct shg_ref {
    const shoogi_variant *v;
    bool had_royal[2];
    state *states; /* [count], the last being the position on the board */
    size_t count, room;
};

static const state *now(const shg_ref *ref)
{
    return &ref->states[ref->count - 1];
}

static bool is_man(const state *s, shoogi_square square, shoogi_colour colour)
{
    return s->square[square] != 0 && shg_code_colour(s->square[square]) == colour;
}

static bool is_royal(const shoogi_variant *v, const state *s, shoogi_square square,
                     shoogi_colour colour)
{
    return is_man(s, square, colour) && v->kind[shg_code_kind(s->square[square])].royal;
}

static unsigned count_royals(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < v->squares; sq++)
        count += is_royal(v, s, (shoogi_square)sq, colour);
    return count;
}

/* True if the man on from reaches to, whatever stands on to. */
static bool reaches(const shoogi_variant *v, const state *s, shoogi_square from, shoogi_square to)
{
    const shg_kind *kind = &v->kind[shg_code_kind(s->square[from])];
    const shoogi_colour colour = shg_code_colour(s->square[from]);
    for (size_t i = 0; i < kind->ride_count; i++) {
        const shg_ride *ride = &kind->rides[i];
        for (int steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
            const shoogi_square at = shg_ride_square(v, ride, colour, from, steps);
            if (at == SHOOGI_NO_SQUARE)
                break;
            if (at == to)
                return true;
            if (s->square[at] != 0)
                break;
        }
    }
    return false;
}

static bool is_attacked(const shoogi_variant *v, const state *s, shoogi_square square,
                        shoogi_colour by)
{
    for (unsigned from = 0; from < v->squares; from++)
        if (is_man(s, (shoogi_square)from, by) && reaches(v, s, (shoogi_square)from, square))
            return true;
    return false;
}

/* The lone royal of colour stands attacked. */
static bool in_check(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    if (count_royals(v, s, colour) != 1)
        return false;
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (is_royal(v, s, (shoogi_square)sq, colour))
            return is_attacked(v, s, (shoogi_square)sq, shoogi_colour_other(colour));
    return false;
}

/* The man on from attacks the lone royal of the side to move. */
static bool checks(const shoogi_variant *v, const state *s, shoogi_square from)
{
    if (count_royals(v, s, s->side) != 1)
        return false;
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (is_royal(v, s, (shoogi_square)sq, s->side))
            return reaches(v, s, from, (shoogi_square)sq);
    return false;
}

static void make(const shoogi_variant *v, state *s, shoogi_move move)
{
    const shoogi_square to = shoogi_move_to(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    if (shoogi_move_is_drop(move)) {
        s->hand[s->side][kind]--;
    } else {
        if (s->square[to] != 0) {
            const shoogi_kind in_hand = v->kind[shg_code_kind(s->square[to])].hand;
            if (in_hand != 0)
                s->hand[s->side][in_hand]++;
        }
        s->square[shoogi_move_from(move)] = 0;
    }
    s->square[to] = shg_code_of(kind, s->side);
    s->side = shoogi_colour_other(s->side);
}

typedef struct list {
    shoogi_move *moves;
    size_t room, count;
} list;

static bool has_moves(const shoogi_variant *v, const state *s);

/* The rules that look at the position after the move. */
static bool is_allowed(const shoogi_variant *v, const state *s, shoogi_move move)
{
    state after = *s;
    make(v, &after, move);
    if (v->rules.check_strict && in_check(v, &after, s->side))
        return false;
    if (!shoogi_move_is_drop(move) || !v->kind[shoogi_move_kind(move)].drop_mate_barred)
        return true;
    return !(checks(v, &after, shoogi_move_to(move)) && !has_moves(v, &after));
}

static void add(const shoogi_variant *v, const state *s, shoogi_move move, list *out)
{
    if (!is_allowed(v, s, move))
        return;
    if (out->count < out->room)
        out->moves[out->count] = move;
    out->count++;
}

/* One man to one square: without promotion and with every one allowed. */
static void add_forms(const shoogi_variant *v, const state *s, shoogi_square from, shoogi_square to,
                      list *out)
{
    const shoogi_kind k = shg_code_kind(s->square[from]);
    const shg_kind *kind = &v->kind[k];
    const bool stuck = !shg_can_ever_move(v, k, s->side, to);
    if (!(v->rules.must_move && stuck && kind->promotion_count > 0))
        add(v, s, shoogi_move_make(from, to, k, false), out);
    const bool starts_inside = shg_in_zone(v, s->side, from),
               ends_inside = shg_in_zone(v, s->side, to);
    const bool may_promote = v->rules.drops  ? starts_inside || ends_inside
                             : starts_inside ? s->square[to] != 0
                                             : ends_inside;
    for (size_t i = 0; may_promote && i < kind->promotion_count; i++)
        add(v, s, shoogi_move_make(from, to, kind->promotions[i], true), out);
}

static void add_man(const shoogi_variant *v, const state *s, shoogi_square from, list *out)
{
    for (unsigned to = 0; to < v->squares; to++)
        if (!is_man(s, (shoogi_square)to, s->side) && reaches(v, s, from, (shoogi_square)to))
            add_forms(v, s, from, (shoogi_square)to, out);
}

static unsigned men_on_file(const shoogi_variant *v, const state *s, shoogi_kind kind,
                            unsigned file)
{
    unsigned count = 0;
    for (unsigned rank = 0; rank < v->ranks; rank++)
        count += s->square[file * v->ranks + rank] == shg_code_of(kind, s->side);
    return count;
}

static void add_drops(const shoogi_variant *v, const state *s, shoogi_kind kind, list *out)
{
    const shg_kind *k = &v->kind[kind];
    for (unsigned to = 0; to < v->squares; to++) {
        if (s->square[to] != 0 || !shg_drop_square(v, kind, s->side, (shoogi_square)to))
            continue;
        if (k->drop_per_file > 0 && men_on_file(v, s, kind, to / v->ranks) >= k->drop_per_file)
            continue;
        add(v, s, shoogi_move_make_drop(kind, (shoogi_square)to), out);
    }
}

static size_t list_moves(const shoogi_variant *v, const state *s, shoogi_move *moves, size_t room)
{
    list out = { moves, room, 0 };
    for (unsigned from = 0; from < v->squares; from++)
        if (is_man(s, (shoogi_square)from, s->side))
            add_man(v, s, (shoogi_square)from, &out);
    for (unsigned k = 1; k <= v->kinds; k++)
        if (s->hand[s->side][k] > 0)
            add_drops(v, s, (shoogi_kind)k, &out);
    return out.count;
}

static bool has_moves(const shoogi_variant *v, const state *s)
{
    return list_moves(v, s, NULL, 0) > 0;
}

static bool royal_lost(const shg_ref *ref)
{
    const shoogi_colour side = now(ref)->side;
    return ref->had_royal[side] && count_royals(ref->v, now(ref), side) == 0;
}

/* --- the interface ------------------------------------------------------------------------------- */

static shoogi_status push(shg_ref *ref, const state *s)
{
    if (ref->count == ref->room) {
        const size_t room = ref->room ? ref->room * 2 : 64;
        state *states = realloc(ref->states, room * sizeof *states);
        if (!states)
            return SHOOGI_NO_MEMORY;
        ref->states = states;
        ref->room = room;
    }
    ref->states[ref->count++] = *s;
    return SHOOGI_OK;
}

static void read_state(state *s, const shoogi_position *position)
{
    const shoogi_variant *v = shoogi_position_variant(position);
    memset(s, 0, sizeof *s);
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const shoogi_piece piece = shoogi_position_piece(position, (shoogi_square)sq);
        s->square[sq] = piece.kind == 0 ? 0 : shg_code_of(piece.kind, piece.colour);
    }
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            s->hand[colour][k] =
                (uint16_t)shoogi_position_hand(position, (shoogi_colour)colour, (shoogi_kind)k);
    s->side = shoogi_position_side(position);
}

shoogi_status shg_ref_new(shg_ref **out, const shoogi_position *position)
{
    shg_ref *ref = calloc(1, sizeof *ref);
    state s;
    read_state(&s, position);
    if (!ref || push(ref, &s) != SHOOGI_OK) {
        shg_ref_free(ref);
        return SHOOGI_NO_MEMORY;
    }
    ref->v = shoogi_position_variant(position);
    for (int colour = 0; colour < 2; colour++)
        ref->had_royal[colour] = count_royals(ref->v, &s, (shoogi_colour)colour) > 0;
    *out = ref;
    return SHOOGI_OK;
}

void shg_ref_free(shg_ref *ref)
{
    if (!ref)
        return;
    free(ref->states);
    free(ref);
}

size_t shg_ref_moves(const shg_ref *ref, shoogi_move *moves, size_t moves_max)
{
    if (royal_lost(ref))
        return 0;
    return list_moves(ref->v, now(ref), moves, moves_max);
}

shoogi_status shg_ref_do(shg_ref *ref, shoogi_move move)
{
    state s = *now(ref);
    make(ref->v, &s, move);
    return push(ref, &s);
}

void shg_ref_undo(shg_ref *ref)
{
    assert(ref->count > 1);
    ref->count--;
}

/* state i is the one before the move of its side. */
static bool checked_throughout(const shg_ref *ref, size_t first, shoogi_colour colour)
{
    bool any = false;
    for (size_t i = first; i + 1 < ref->count; i++) {
        if (ref->states[i].side != colour)
            continue;
        any = true;
        if (!in_check(ref->v, &ref->states[i + 1], shoogi_colour_other(colour)))
            return false;
    }
    return any;
}

static shoogi_outcome win_of(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
}

static shoogi_result repetition(const shg_ref *ref)
{
    const shg_rules *rules = &ref->v->rules;
    size_t occurrences = 0, first = ref->count - 1;
    for (size_t i = ref->count; i-- > 0;) {
        if (memcmp(&ref->states[i], now(ref), sizeof(state)) == 0) {
            occurrences++;
            first = i;
        }
    }
    if (rules->repetition_count == 0 || occurrences < rules->repetition_count)
        return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    const bool black = checked_throughout(ref, first, SHOOGI_BLACK);
    const bool white = checked_throughout(ref, first, SHOOGI_WHITE);
    if (black != white && rules->perpetual == SHG_PERPETUAL_LOSS)
        return (shoogi_result){ win_of(black ? SHOOGI_WHITE : SHOOGI_BLACK),
                                SHOOGI_REASON_PERPETUAL_CHECK };
    if (black != white && rules->perpetual == SHG_PERPETUAL_DRAW)
        return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_PERPETUAL_CHECK };
    return (shoogi_result){ rules->repetition_result == SHG_REPETITION_DRAW
                                ? SHOOGI_OUTCOME_DRAW
                                : SHOOGI_OUTCOME_NO_CONTEST,
                            SHOOGI_REASON_REPETITION };
}

shoogi_result shg_ref_result(const shg_ref *ref)
{
    const shoogi_colour side = now(ref)->side, other = shoogi_colour_other(side);
    if (royal_lost(ref))
        return (shoogi_result){ win_of(other), SHOOGI_REASON_ROYAL_CAPTURED };
    if (shg_ref_moves(ref, NULL, 0) > 0)
        return repetition(ref);
    if (ref->v->rules.check_strict && in_check(ref->v, now(ref), side))
        return (shoogi_result){ win_of(other), SHOOGI_REASON_CHECKMATE };
    switch (ref->v->rules.stalemate) {
    case SHG_STALEMATE_WIN: return (shoogi_result){ win_of(other), SHOOGI_REASON_STALEMATE };
    case SHG_STALEMATE_LOSS: return (shoogi_result){ win_of(side), SHOOGI_REASON_STALEMATE };
    default: return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_STALEMATE };
    }
}

bool shg_ref_equals(const shg_ref *ref, const shoogi_position *position)
{
    state s;
    read_state(&s, position);
    return memcmp(&s, now(ref), sizeof s) == 0;
}
