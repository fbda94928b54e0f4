#include "core/ref_rules.h"

#include "core/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Everything that tells one position from another. */
typedef struct state {
    shg_code square[SHOOGI_SQUARES_MAX];
    bool unmoved[SHOOGI_SQUARES_MAX];
    uint16_t hand[2][SHOOGI_KINDS_MAX + 1];
    shoogi_colour side;
    shoogi_square mark;
    shoogi_square pushed_from,
        pushed_to;         /* the move before, if it was a first one of two steps or more */
    shoogi_kind last_kind; /* the kind that moved last */
} state;

struct shg_ref {
    const shoogi_variant *v;
    unsigned royals[2]; /* at the beginning */
    state *states;      /* [count], the last being the position on the board */
    shoogi_move *moves; /* [count]: moves[i] led from states[i] to states[i + 1] */
    size_t count, room;
};

static const state *now(const shg_ref *ref)
{
    return &ref->states[ref->count - 1];
}

static const shg_kind *kind_at(const shoogi_variant *v, const state *s, shoogi_square square)
{
    return &v->kind[shg_code_kind(s->square[square])];
}

static bool is_man(const state *s, shoogi_square square, shoogi_colour colour)
{
    return s->square[square] != 0 && shg_code_colour(s->square[square]) == colour;
}

static bool is_royal(const shoogi_variant *v, const state *s, shoogi_square square,
                     shoogi_colour colour)
{
    return is_man(s, square, colour) && kind_at(v, s, square)->royal;
}

static unsigned count_royals(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < v->squares; sq++)
        count += is_royal(v, s, (shoogi_square)sq, colour);
    return count;
}

/* --- every path of one man ----------------------------------------------------------------------- */

/* One way to move, without promotion: from, what was visited between legs, what was taken on the way. */
typedef struct path {
    shoogi_square to;
    shoogi_square stops[SHG_LEGS_MAX];
    unsigned stop_count;
    shoogi_square taken[3];
    unsigned taken_count;
    bool unloads;
    bool passes; /* a single step to an empty square and back */
} path;

typedef struct walker {
    const shoogi_variant *v;
    const state *s;
    shoogi_square from;
    shoogi_colour colour;
    const shg_chain *chain;
    path *paths; /* [count], owned by who asked */
    size_t count, room;
} walker;

static void found(walker *w, path p, shoogi_square to)
{
    if (w->count == w->room) {
        w->room = w->room ? 2 * w->room : 64;
        w->paths = realloc(w->paths, w->room * sizeof *w->paths);
        assert(w->paths); /* the reference runs in tests only */
    }
    p.to = to;
    w->paths[w->count++] = p;
}

static bool was_taken(const path *p, shoogi_square square)
{
    for (unsigned i = 0; i < p->taken_count; i++)
        if (p->taken[i] == square)
            return true;
    return false;
}

/* The start square counts as empty, and so does one on which the move took. */
static bool is_empty(const walker *w, const path *p, shoogi_square square)
{
    return w->s->square[square] == 0 || square == w->from || was_taken(p, square);
}

/* The rides of a kind, from where the mover stands. */
static void walk_rides_of(walker *w, const shg_betza *betza)
{
    const path none = { 0 };
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        for (int steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
            const shoogi_square at = shg_ride_square(w->v, ride, w->colour, w->from, steps);
            if (at == SHOOGI_NO_SQUARE)
                break;
            if (w->s->square[at] == 0) {
                if (ride->modes & SHG_MODE_MOVE)
                    found(w, none, at);
                continue;
            }
            if ((ride->modes & SHG_MODE_CAPTURE) && !is_man(w->s, at, w->colour))
                found(w, none, at);
            break;
        }
    }
    if (!betza->universal)
        return;
    for (unsigned sq = 0; sq < w->v->squares; sq++)
        if (!w->v->hole[sq] && !is_man(w->s, (shoogi_square)sq, w->colour))
            found(w, none, (shoogi_square)sq);
}

static void walk_rides(walker *w)
{
    const shg_betza *betza = &kind_at(w->v, w->s, w->from)->betza;
    walk_rides_of(w, betza);
    if (betza->imitates && w->s->last_kind != 0)
        walk_rides_of(w, &w->v->kind[w->s->last_kind].betza);
}

/* True if the double push before passed over the square. */
static bool was_passed(const walker *w, shoogi_square square)
{
    if (w->s->pushed_from == SHOOGI_NO_SQUARE)
        return false;
    int file = (int)shg_file_of(w->v, w->s->pushed_from),
        rank = (int)shg_rank_of(w->v, w->s->pushed_from);
    const int last_file = (int)shg_file_of(w->v, w->s->pushed_to);
    const int last_rank = (int)shg_rank_of(w->v, w->s->pushed_to);
    for (;;) {
        file += (last_file > file) - (last_file < file);
        rank += (last_rank > rank) - (last_rank < rank);
        if (file == last_file && rank == last_rank)
            return false;
        if ((unsigned)file == shg_file_of(w->v, square) &&
            (unsigned)rank == shg_rank_of(w->v, square))
            return true;
    }
}

/* Right and forward from a square, over the edges the leg joins. */
static shoogi_square go_from(const walker *w, const shg_leg *leg, shoogi_square square, int right,
                             int forward)
{
    const int files = (int)w->v->files, ranks = (int)w->v->ranks;
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
    int file = (int)shg_file_of(w->v, square) + sign * right;
    int rank = (int)shg_rank_of(w->v, square) + sign * forward;
    if (leg->modes & SHG_MODE_CYLINDER)
        file = ((file % files) + files) % files;
    if (leg->modes & SHG_MODE_TORUS)
        rank = ((rank % ranks) + ranks) % ranks;
    if (file < 0 || file >= files || rank < 0 || rank >= ranks)
        return SHOOGI_NO_SQUARE;
    const shoogi_square to = (shoogi_square)(file * ranks + rank);
    return w->v->hole[to] ? SHOOGI_NO_SQUARE : to;
}

static bool may_take(const walker *w, const shg_leg *leg, shoogi_square square)
{
    const bool own = is_man(w->s, square, w->colour), royal = kind_at(w->v, w->s, square)->royal;
    if (own)
        return (leg->modes & SHG_MODE_DESTROY) != 0;
    if (kind_at(w->v, w->s, square)->iron)
        return false;
    if (royal && (leg->modes & SHG_MODE_ROYAL))
        return true;
    return (leg->modes & SHG_MODE_CAPTURE) && !(royal && (leg->modes & SHG_MODE_TAME));
}

static void walk_leg(walker *w, unsigned k, shoogi_square at, int before, int steps_before,
                     const path *p);

/* Source: docs/xbetza.md, "Legs". */
static void next_leg(walker *w, unsigned k, shoogi_square at, int direction, int steps, path p)
{
    p.stops[p.stop_count++] = at;
    if (p.stop_count == SHG_LEGS_MAX)
        return;
    if (w->chain->legs[k].modes & SHG_MODE_LOOP)
        walk_leg(w, k, at, direction, steps, &p);
    unsigned n = k + 1;
    while (w->chain->legs[n].modes & SHG_MODE_LOOP)
        walk_leg(w, n++, at, direction, steps, &p);
    walk_leg(w, n, at, direction, steps, &p);
}

static void walk_direction(walker *w, unsigned k, shoogi_square at, int direction, int side,
                           int steps_before, const path *p)
{
    const shg_leg *leg = &w->chain->legs[k];
    const bool last = k + 1 == w->chain->leg_count;
    int most = leg->range == 0 ? 100 : leg->range;
    if (leg->modes & SHG_MODE_CIRCULAR)
        most = most < 7 ? most : 7;
    if (leg->modes & SHG_MODE_EQUAL)
        most = steps_before;
    for (int steps = 1; steps <= most; steps++) {
        int turn = direction;
        if (leg->modes & SHG_MODE_CROOKED)
            turn = steps % 2 == 1 ? direction : (direction + side * 2 + 8) % 8;
        if (leg->modes & SHG_MODE_CIRCULAR)
            turn = ((direction + side * (steps - 1)) % 8 + 8) % 8;
        int right, forward;
        shg_leg_step(leg, (unsigned)turn, &right, &forward);
        /* The square midway: of N the neighbour on the long side. */
        const bool steep = abs(forward) > abs(right), flat = abs(right) > abs(forward);
        const shoogi_square half =
            go_from(w, leg, at, steep ? 0 : right / 2, flat ? 0 : forward / 2);
        const bool leap_of_two = abs(right) == 2 || abs(forward) == 2;
        const bool half_empty = half == SHOOGI_NO_SQUARE || is_empty(w, p, half);
        const shoogi_square to = go_from(w, leg, at, right, forward);
        if (to == SHOOGI_NO_SQUARE)
            return;
        if ((leg->modes & SHG_MODE_LAME) && leap_of_two && !half_empty)
            return;
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer != 1 && (!leap_of_two || half_empty))
            return;
        at = to;
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer == 1 && steps == 1)
            continue;
        if ((leg->modes & SHG_MODE_EQUAL) && steps != steps_before && is_empty(w, p, at))
            continue;
        if (is_empty(w, p, at)) {
            if (last && (leg->modes & SHG_MODE_PASSANT) && was_passed(w, at) && p->taken_count < 2) {
                path q = *p;
                q.taken[q.taken_count++] = w->s->pushed_to;
                found(w, q, at);
            }
            if (leg->modes & SHG_MODE_MOVE) {
                if (last)
                    found(w, *p, at);
                else
                    next_leg(w, k, at, direction, steps, *p);
            }
            continue;
        }
        if ((leg->modes & SHG_MODE_EQUAL) && steps != steps_before)
            return;
        if (last && (leg->modes & SHG_MODE_RELAY) && is_man(w->s, at, w->colour) &&
            w->s->square[at] != w->s->square[w->from])
            walk_rides_of(w, &kind_at(w->v, w->s, at)->betza);
        if (may_take(w, leg, at)) {
            if (last) {
                path q = *p;
                q.unloads = k == 0 && (leg->modes & SHG_MODE_UNLOAD);
                found(w, q, at);
            } else if (p->taken_count < 2) {
                path q = *p;
                q.taken[q.taken_count++] = at;
                next_leg(w, k, at, direction, steps, q);
            }
        }
        if (!last && (leg->modes & SHG_MODE_HOP) &&
            !((leg->modes & SHG_MODE_TAME) && !is_man(w->s, at, w->colour)))
            next_leg(w, k, at, direction, steps, *p);
        return;
    }
}

/* before: the direction of the leg before, or -1. */
static void walk_leg(walker *w, unsigned k, shoogi_square at, int before, int steps_before,
                     const path *p)
{
    const shg_leg *leg = &w->chain->legs[k];
    int base = before < 0 ? 0 : before;
    if (before >= 0 && k > 0 && w->chain->legs[k - 1].class == SHG_OBLIQUE &&
        leg->class != SHG_OBLIQUE) {
        /* Leap i lies between directions i and i + 1; the one the new atom can go. */
        if (base % 2 != (leg->class == SHG_DIAGONAL ? 1 : 0))
            base = (base + 1) % 8;
    }
    for (int n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const int direction = before < 0 ? n : (base + n) % 8;
        walk_direction(w, k, at, direction, 1, steps_before, p);
        if (leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR))
            walk_direction(w, k, at, direction, -1, steps_before, p);
    }
}

static bool may_begin(const walker *w, const shg_leg *leg)
{
    if (leg->modes & SHG_MODE_SECOND) {
        const shg_ride back = { 0, -1, 1, 0 };
        const shoogi_square behind = shg_ride_square(w->v, &back, w->colour, w->from, 1);
        return behind != SHOOGI_NO_SQUARE && w->v->start[behind] == w->s->square[w->from];
    }
    return !(leg->modes & SHG_MODE_INITIAL) || w->s->unmoved[w->from];
}

/* All paths of the man on from, with repetitions, whatever check and trade say.  plain_only: those of its
 * rides.  .paths owned (free). */
static walker find_paths(const shoogi_variant *v, const state *s, shoogi_square from,
                         bool plain_only)
{
    walker w = { .v = v, .s = s, .from = from, .colour = shg_code_colour(s->square[from]) };
    const shg_betza *betza = &kind_at(v, s, from)->betza;
    walk_rides(&w);
    for (size_t i = 0; i < betza->chain_count && !plain_only; i++) {
        path none = { 0 };
        w.chain = &betza->chains[i];
        const shg_leg *legs = w.chain->legs;
        none.passes = w.chain->leg_count == 2 && legs[0].range == 1 && legs[1].range == 1 &&
                      legs[0].modes == SHG_MODE_MOVE && legs[1].directions == 1 << 4;
        if (may_begin(&w, &w.chain->legs[0]))
            walk_leg(&w, 0, from, -1, 0, &none);
    }
    return w;
}

/* --- attacks ------------------------------------------------------------------------------------- */

/* True if the man on from could take on square, in any way of its own. */
static bool takes(const shoogi_variant *v, const state *s, shoogi_square from, shoogi_square square,
                  bool plain_only)
{
    if (s->square[square] == 0)
        return false;
    const walker w = find_paths(v, s, from, plain_only);
    bool does = false;
    for (size_t i = 0; i < w.count && !does; i++) {
        const path *p = &w.paths[i];
        does = p->to == square && p->to != from && !was_taken(p, square);
        for (unsigned t = 0; t < p->taken_count; t++)
            does = does || p->taken[t] == square;
    }
    free(w.paths);
    return does;
}

static bool is_attacked(const shoogi_variant *v, const state *s, shoogi_square square,
                        shoogi_colour by, bool plain_only)
{
    for (unsigned from = 0; from < v->squares; from++)
        if (is_man(s, (shoogi_square)from, by) &&
            takes(v, s, (shoogi_square)from, square, plain_only))
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
            return is_attacked(v, s, (shoogi_square)sq, shoogi_colour_other(colour), false);
    return false;
}

/* --- making moves -------------------------------------------------------------------------------- */

static shoogi_square on_the_way(shoogi_move move, unsigned index)
{
    return (shoogi_square)(move >> (22 + 11 * index) & SHOOGI_NO_SQUARE);
}

static void capture(const shoogi_variant *v, state *s, shoogi_square square, bool marks)
{
    const shg_code victim = s->square[square];
    if (victim == 0)
        return;
    const shg_kind *kind = &v->kind[shg_code_kind(victim)];
    if (kind->hand != 0 && v->rules.holdings_own)
        s->hand[shg_code_colour(victim)][kind->hand]++;
    else if (kind->hand != 0 && shg_code_colour(victim) != s->side)
        s->hand[s->side][kind->hand]++;
    if (marks && kind->counter_strike && shg_code_colour(victim) != s->side)
        s->mark = square;
    s->square[square] = 0;
    s->unmoved[square] = false;
}

/* A first move straight on over two squares or more to an empty one. */
static bool is_push(const shoogi_variant *v, const state *s, shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const int files = abs((int)shg_file_of(v, from) - (int)shg_file_of(v, to));
    const int ranks = abs((int)shg_rank_of(v, from) - (int)shg_rank_of(v, to));
    return s->unmoved[from] && s->square[to] == 0 && (files >= 2 || ranks >= 2) &&
           (files == 0 || ranks == 0 || files == ranks);
}

static void make(const shoogi_variant *v, state *s, shoogi_move move)
{
    const shoogi_square to = shoogi_move_to(move), from = shoogi_move_from(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    const shg_code victim = to == from ? 0 : s->square[to];
    const bool pushes = !shoogi_move_is_drop(move) && is_push(v, s, move);
    s->mark = SHOOGI_NO_SQUARE;
    s->pushed_from = pushes ? from : SHOOGI_NO_SQUARE;
    s->pushed_to = pushes ? to : SHOOGI_NO_SQUARE;
    if (shoogi_move_is_drop(move)) {
        s->hand[s->side][v->kind[kind].drawn]--;
        s->last_kind = kind;
    } else {
        const bool marks = !kind_at(v, s, from)->counter_strike;
        s->last_kind = shg_code_kind(s->square[from]);
        for (unsigned i = 0; i < 2; i++)
            if (on_the_way(move, i) != SHOOGI_NO_SQUARE)
                capture(v, s, on_the_way(move, i), marks);
        s->square[from] = 0;
        s->unmoved[from] = false;
        if (move & SHOOGI_MOVE_UNLOADS)
            s->square[from] = victim;
        else
            capture(v, s, to, marks);
    }
    s->square[to] = move & SHOOGI_MOVE_VANISHES ? 0 : shg_code_of(kind, s->side);
    s->unmoved[to] = false;
    s->side = shoogi_colour_other(s->side);
}

/* --- rules of trade ------------------------------------------------------------------------------ */

static bool next_to(const shoogi_variant *v, shoogi_square a, shoogi_square b)
{
    return abs((int)shg_file_of(v, a) - (int)shg_file_of(v, b)) <= 1 &&
           abs((int)shg_rank_of(v, a) - (int)shg_rank_of(v, b)) <= 1;
}

/* Could the other side take back on square after the whole move?  The man there is the mover's. */
static bool guarded_after(const shoogi_variant *v, const state *s, shoogi_move move,
                          shoogi_square square)
{
    state after = *s;
    make(v, &after, move);
    if (after.square[square] == 0) /* the mover went on: put a man of its side there to be taken */
        after.square[square] = s->square[shoogi_move_from(move)];
    if (is_attacked(v, &after, square, after.side, true))
        return true;
    if (v->rules.protection != SHG_PROTECTION_TAKEN)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        const shoogi_square over = on_the_way(move, i);
        if (over == SHOOGI_NO_SQUARE || s->square[over] == 0 || over == square)
            continue;
        state with = after;
        with.square[over] = s->square[over];
        if (takes(v, &with, over, square, true))
            return true;
    }
    return false;
}

/* One capture of a move: on square, by the man on from, after it took on over if that is a square. */
static bool capture_is_fair(const shoogi_variant *v, const state *s, shoogi_move move,
                            shoogi_square over, shoogi_square square)
{
    const shoogi_square from = shoogi_move_from(move);
    const shg_kind *taker = kind_at(v, s, from), *victim = kind_at(v, s, square);
    if (is_man(s, square, s->side)) /* the rules are about men of the other side */
        return true;
    if (victim->iron)
        return false;
    if (taker->trade_group != 0 && taker->trade_group == victim->trade_group)
        return false;
    if (victim->counter_strike && !taker->counter_strike && s->mark != SHOOGI_NO_SQUARE &&
        s->mark != square)
        return v->rules.okazaki && !guarded_after(v, s, move, square);
    if (!victim->protected || !taker->protected || next_to(v, from, square))
        return true;
    if (square == s->mark && v->rules.recapture == SHG_RECAPTURE_FREE)
        return true;
    if (over != SHOOGI_NO_SQUARE && shg_code_kind(s->square[over]) > v->rules.trade_threshold)
        return true;
    return !guarded_after(v, s, move, square);
}

static bool is_fair(const shoogi_variant *v, const state *s, shoogi_move move)
{
    shoogi_square over = SHOOGI_NO_SQUARE;
    for (unsigned i = 0; i < 2; i++) {
        const shoogi_square at = on_the_way(move, i);
        if (at == SHOOGI_NO_SQUARE || s->square[at] == 0)
            continue;
        if (!capture_is_fair(v, s, move, over, at))
            return false;
        over = at;
    }
    const shoogi_square to = shoogi_move_to(move);
    return s->square[to] == 0 || to == shoogi_move_from(move) ||
           capture_is_fair(v, s, move, over, to);
}

/* --- legal moves --------------------------------------------------------------------------------- */

/* What a move makes of a position, so that two that make the same can be told. */
typedef struct outcome {
    shoogi_square vacated, filled;
    shg_code after;
    shoogi_square gone[3]; /* in order of number */
    shoogi_square mark;
    uint8_t flags; /* vanishes, unloads */
} outcome;

typedef struct entry {
    shoogi_move move;
    outcome outcome;
} entry;

typedef struct list {
    const shoogi_variant *v;
    entry *entries;
    size_t count, room;
    bool paths;
    unsigned depth; /* of tests whether a drop mates */
} list;

static outcome outcome_of(const shoogi_variant *v, const state *s, shoogi_move move)
{
    outcome o;
    memset(&o, 0, sizeof o);
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const bool stays = from == to;
    o.vacated = stays ? SHOOGI_NO_SQUARE : from;
    o.filled = stays ? SHOOGI_NO_SQUARE : to;
    o.after = stays ? 0 : shg_code_of(shoogi_move_kind(move), s->side);
    o.flags = (uint8_t)(move >> 56 & 3);
    const shoogi_square squares[3] = { on_the_way(move, 0), on_the_way(move, 1),
                                       stays ? SHOOGI_NO_SQUARE : to };
    for (unsigned i = 0; i < 3; i++)
        o.gone[i] = squares[i] != SHOOGI_NO_SQUARE && s->square[squares[i]] != 0 ? squares[i]
                                                                                 : SHOOGI_NO_SQUARE;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = i + 1; j < 3; j++)
            if (o.gone[j] < o.gone[i]) {
                const shoogi_square swap = o.gone[i];
                o.gone[i] = o.gone[j];
                o.gone[j] = swap;
            }
    state after = *s;
    make(v, &after, move);
    o.mark = after.mark;
    return o;
}

/* Which of two ways to write one result stands for it: the shorter, then the first in sort order; of two
 * that take the same two men in other order, the one that takes the lower square first. */
static bool comes_first(const shoogi_variant *v, const state *s, shoogi_move a, shoogi_move b)
{
    const shoogi_move moves[2] = { a, b };
    char text[2][4 * SHOOGI_SQUARE_TEXT_BYTES] = { "", "" };
    if (on_the_way(a, 1) != SHOOGI_NO_SQUARE && on_the_way(b, 1) != SHOOGI_NO_SQUARE &&
        s->square[on_the_way(a, 1)] != 0 && s->square[on_the_way(b, 1)] != 0)
        return on_the_way(a, 0) < on_the_way(b, 0);
    for (int i = 0; i < 2; i++) {
        const shoogi_square squares[4] = { shoogi_move_from(moves[i]), on_the_way(moves[i], 0),
                                           on_the_way(moves[i], 1), shoogi_move_to(moves[i]) };
        for (unsigned k = 0; k < 4; k++) {
            const size_t at = strlen(text[i]);
            if (squares[k] != SHOOGI_NO_SQUARE)
                shoogi_square_text(text[i] + at, sizeof text[i] - at, v, squares[k]);
        }
    }
    const size_t bytes[2] = { strlen(text[0]), strlen(text[1]) };
    return bytes[0] != bytes[1] ? bytes[0] < bytes[1] : strcmp(text[0], text[1]) < 0;
}

static bool has_moves(const shoogi_variant *v, const state *s, unsigned depth);

/* The man on from attacks the lone royal of the side to move by a plain move. */
static bool checks(const shoogi_variant *v, const state *s, shoogi_square from)
{
    if (count_royals(v, s, s->side) != 1)
        return false;
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (is_royal(v, s, (shoogi_square)sq, s->side))
            return takes(v, s, from, (shoogi_square)sq, true);
    return false;
}

/* The rules that look at the position after the move. */
static bool is_allowed(const shoogi_variant *v, const state *s, shoogi_move move, unsigned depth)
{
    if (!shoogi_move_is_drop(move) && !is_fair(v, s, move))
        return false;
    state after = *s;
    make(v, &after, move);
    if (v->rules.check_strict && in_check(v, &after, s->side))
        return false;
    if (!shoogi_move_is_drop(move) || !v->kind[shoogi_move_kind(move)].drop_mate_barred ||
        depth == SHG_MATE_TESTS_MAX)
        return true;
    return !(checks(v, &after, shoogi_move_to(move)) && !has_moves(v, &after, depth + 1));
}

static void add(const state *s, shoogi_move move, list *out)
{
    if (!is_allowed(out->v, s, move, out->depth))
        return;
    const outcome o = outcome_of(out->v, s, move);
    for (size_t i = 0; i < out->count; i++) {
        if (out->paths ? out->entries[i].move != move
                       : memcmp(&out->entries[i].outcome, &o, sizeof o) != 0)
            continue;
        if (!out->paths && comes_first(out->v, s, move, out->entries[i].move))
            out->entries[i].move = move;
        return;
    }
    if (out->count == out->room) {
        out->room = out->room ? 2 * out->room : 256;
        out->entries = realloc(out->entries, out->room * sizeof *out->entries);
        assert(out->entries); /* the reference runs in tests only */
    }
    out->entries[out->count].move = move;
    out->entries[out->count++].outcome = o;
}

/* May the man on from promote by going to to?  Source: docs/variant-format.md, "Promotion". */
static bool may_promote(const shoogi_variant *v, const state *s, shoogi_square from,
                        shoogi_square to)
{
    const bool captures = is_man(s, to, shoogi_colour_other(s->side));
    if (v->rules.flip == SHG_FLIP_MOVE)
        return true;
    if (v->rules.flip == SHG_FLIP_CAPTURE)
        return captures;
    const bool starts_inside = shg_in_zone(v, s->side, from),
               ends_inside = shg_in_zone(v, s->side, to);
    if (!v->rules.promotion_enters)
        return starts_inside || ends_inside;
    if (kind_at(v, s, from)->last_rank && shg_ranks_ahead(v, s->side, to) == 0)
        return true;
    return starts_inside ? captures : ends_inside;
}

/* Landings and captures with rules of their own; true if one applies.
 * Source: docs/variant-format.md, "Changes on landing". */
static bool add_change(const state *s, shoogi_square from, shoogi_square to, list *out)
{
    const shoogi_variant *v = out->v;
    const shoogi_kind k = shg_code_kind(s->square[from]), victim = shg_code_kind(s->square[to]);
    const shg_kind *kind = &v->kind[k];
    const unsigned action = kind->matrix && victim != 0 ? kind->matrix[victim] : SHG_CAPTURE_PLAIN;
    const unsigned seen = s->side == SHOOGI_BLACK ? to : v->squares - 1u - to;
    const shoogi_kind morph = kind->morph ? kind->morph[seen] : 0;
    const shoogi_move plain = shoogi_move_make(from, to, k, false);
    if (action == SHG_CAPTURE_BARRED || morph == SHG_MORPH_BARRED ||
        (action == SHG_CAPTURE_PROTECTED && guarded_after(v, s, plain, to)))
        return true;
    if (action == SHG_CAPTURE_BOTH_DIE)
        add(s, plain | SHOOGI_MOVE_VANISHES, out);
    else if (morph != 0)
        add(s, shoogi_move_make(from, to, morph, morph != k), out);
    else if (action == SHG_CAPTURE_BECOMES)
        add(s, shoogi_move_make(from, to, victim, victim != k), out);
    else if (action == SHG_CAPTURE_PROMOTES && kind->promotion_count > 0)
        add(s, shoogi_move_make(from, to, kind->promotions[0], true), out);
    else
        return false;
    return true;
}

/* One man to one square: without promotion and with every one allowed. */
static void add_forms(const state *s, shoogi_square from, shoogi_square to, list *out)
{
    const shoogi_variant *v = out->v;
    const shoogi_kind k = shg_code_kind(s->square[from]);
    const shg_kind *kind = &v->kind[k];
    if (add_change(s, from, to, out))
        return;
    const bool promotes = kind->promotion_count > 0 && may_promote(v, s, from, to);
    const bool must = promotes && (v->rules.promotion_must || v->rules.flip != SHG_FLIP_NONE);
    const bool stuck =
        kind->promotion_count > 0 && v->rules.must_move && !shg_can_ever_move(v, k, s->side, to);
    if (!must && !stuck)
        add(s, shoogi_move_make(from, to, k, false), out);
    for (size_t i = 0; promotes && i < kind->promotion_count; i++)
        if (!v->rules.must_move || shg_can_ever_move(v, kind->promotions[i], s->side, to))
            add(s, shoogi_move_make(from, to, kind->promotions[i], true), out);
}

static shoogi_move with_stops(shoogi_move move, const shoogi_square *stops, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned shift = 22 + 11 * i;
        move &= ~((shoogi_move)SHOOGI_NO_SQUARE << shift);
        move |= (shoogi_move)stops[i] << shift;
    }
    return move;
}

/* True if some path leads there at once, taking nothing on the way. */
static bool goes_at_once(const state *s, const path *paths, size_t count, shoogi_square to)
{
    for (size_t i = 0; i < count; i++)
        if (paths[i].to == to && paths[i].taken_count == 0 &&
            !(paths[i].unloads && s->square[to] != 0))
            return true;
    return false;
}

/* As paths, a man that may take on a neighbour and go on may also visit it empty: the squares it visits are
 * then part of how the move is written. */
static void add_visits(const state *s, shoogi_square from, const path *paths, size_t count,
                       list *out)
{
    const shoogi_variant *v = out->v;
    const shoogi_kind k = shg_code_kind(s->square[from]);
    const shg_betza *betza = &v->kind[k].betza;
    for (size_t i = 0; i < betza->chain_count; i++) {
        const shg_chain *chain = &betza->chains[i];
        if (chain->leg_count != 2 || chain->legs[0].range != 1 || chain->legs[1].range != 1 ||
            chain->legs[0].modes != SHG_MODE_CAPTURE ||
            chain->legs[1].modes != (SHG_MODE_MOVE | SHG_MODE_CAPTURE))
            continue;
        for (unsigned n = 0; n < 8; n++) {
            if (!(chain->legs[0].directions >> n & 1))
                continue;
            const walker w = { .v = v, .s = s, .from = from, .colour = s->side };
            int right, forward;
            shg_leg_step(&chain->legs[0], n, &right, &forward);
            const shoogi_square over = go_from(&w, &chain->legs[0], from, right, forward);
            if (over == SHOOGI_NO_SQUARE || s->square[over] != 0)
                continue;
            for (unsigned turn = 0; turn < 8; turn++) {
                if (!(chain->legs[1].directions >> turn & 1))
                    continue;
                shg_leg_step(&chain->legs[1], (n + turn) % 8, &right, &forward);
                const shoogi_square to = go_from(&w, &chain->legs[1], over, right, forward);
                if (to == SHOOGI_NO_SQUARE || to == from || is_man(s, to, s->side) ||
                    !goes_at_once(s, paths, count, to))
                    continue;
                add(s, with_stops(shoogi_move_make(from, to, k, false), &over, 1), out);
            }
        }
    }
}

static void add_man(const state *s, shoogi_square from, list *out)
{
    const shoogi_variant *v = out->v;
    const shoogi_kind k = shg_code_kind(s->square[from]);
    const walker w = find_paths(v, s, from, false);
    for (size_t i = 0; i < w.count; i++) {
        const path *p = &w.paths[i];
        const shoogi_move move = shoogi_move_make(from, p->to, k, false);
        if (p->taken_count > 0)
            add(s, with_stops(move, p->taken, p->taken_count), out);
        else if (p->unloads && s->square[p->to] != 0)
            add(s, move | SHOOGI_MOVE_UNLOADS, out);
        else if (p->to != from)
            add_forms(s, from, p->to, out);
        else if (p->passes && v->rules.pass != SHG_PASS_NONE)
            add(s, with_stops(move, p->stops, 1), out);
    }
    if (out->paths)
        add_visits(s, from, w.paths, w.count, out);
    free(w.paths);
}

/* So many of the kind as the side to move may have are there already.
 * Source: docs/xbetza.md, "The drop atom". */
static bool is_full(const shoogi_variant *v, const state *s, shoogi_kind kind, shoogi_square to)
{
    const shg_kind *k = &v->kind[kind];
    unsigned on_file = 0, on_shade = 0, on_board = 0;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        if (s->square[sq] != shg_code_of(kind, s->side))
            continue;
        const shoogi_square at = (shoogi_square)sq;
        on_file += shg_file_of(v, at) == shg_file_of(v, to);
        on_shade += shg_shade_of(v, at) == shg_shade_of(v, to);
        on_board++;
    }
    return (k->drop_per_file > 0 && on_file >= k->drop_per_file) ||
           (k->drop_per_shade && on_shade > 0) || (k->drop_one && on_board > 0);
}

static void add_drops(const state *s, shoogi_kind kind, list *out)
{
    const shoogi_variant *v = out->v;
    for (unsigned to = 0; to < v->squares; to++) {
        if (s->square[to] != 0 || !shg_drop_square(v, kind, s->side, (shoogi_square)to) ||
            is_full(v, s, kind, (shoogi_square)to))
            continue;
        add(s, shoogi_move_make_drop(kind, (shoogi_square)to), out);
    }
}

static shoogi_result ended(const shoogi_variant *v, const state *s, const unsigned royals[2]);

/* *entries owned (free). */
static list list_moves(const shoogi_variant *v, const state *s, bool paths, unsigned depth)
{
    list out = { .v = v, .paths = paths, .depth = depth };
    for (unsigned from = 0; from < v->squares; from++)
        if (is_man(s, (shoogi_square)from, s->side))
            add_man(s, (shoogi_square)from, &out);
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].drawn != 0 && s->hand[s->side][v->kind[k].drawn] > 0)
            add_drops(s, (shoogi_kind)k, &out);
    return out;
}

static bool has_moves(const shoogi_variant *v, const state *s, unsigned depth)
{
    list out = list_moves(v, s, false, depth);
    free(out.entries);
    return out.count > 0;
}

/* --- ends of the game that the board shows ------------------------------------------------------- */

static shoogi_outcome win_of(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
}

static const shoogi_result goes_on = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };

/* Men other than royals that count for or against bareness. */
static unsigned count_men(const shoogi_variant *v, const state *s, shoogi_colour colour,
                          bool strong)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        if (!is_man(s, (shoogi_square)sq, colour) || is_royal(v, s, (shoogi_square)sq, colour))
            continue;
        const shg_kind *kind = kind_at(v, s, (shoogi_square)sq);
        const bool dead =
            v->rules.baring_dead &&
            !shg_can_ever_move(v, shg_code_kind(s->square[sq]), colour, (shoogi_square)sq);
        count += !dead && !kind->bare && !(strong && kind->weak);
    }
    return count;
}

/* The lone royal of colour could take a royal of the other side, or with men any man that counts. */
static bool royal_can_take(const shoogi_variant *v, const state *s, shoogi_colour colour,
                           bool royals, bool men)
{
    const shoogi_colour other = shoogi_colour_other(colour);
    for (unsigned from = 0; from < v->squares; from++) {
        if (!is_royal(v, s, (shoogi_square)from, colour))
            continue;
        for (unsigned sq = 0; sq < v->squares; sq++) {
            if (!is_man(s, (shoogi_square)sq, other))
                continue;
            const shg_kind *kind = kind_at(v, s, (shoogi_square)sq);
            const bool dead =
                v->rules.baring_dead &&
                !shg_can_ever_move(v, shg_code_kind(s->square[sq]), other, (shoogi_square)sq);
            const bool wanted = kind->royal ? royals : men && !kind->bare && !dead;
            if (wanted && takes(v, s, (shoogi_square)from, (shoogi_square)sq, false))
                return true;
        }
    }
    return false;
}

static shoogi_result bared(const shoogi_variant *v, const state *s)
{
    const shoogi_colour own = s->side, other = shoogi_colour_other(own);
    const unsigned own_royals = count_royals(v, s, own), other_royals = count_royals(v, s, other);
    if (own_royals == 0 || other_royals == 0)
        return goes_on;
    const unsigned own_men = count_men(v, s, own, false) + own_royals - 1;
    const unsigned other_men = count_men(v, s, other, false) + other_royals - 1;
    if (own_men == 0 && other_men == 0)
        return royal_can_take(v, s, own, true, false)
                   ? goes_on
                   : (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_BARE_ROYAL };
    if (other_men == 0 && count_men(v, s, own, true) + own_royals - 1 > 0)
        return (shoogi_result){ win_of(own), SHOOGI_REASON_BARE_ROYAL };
    if (own_men == 0 && count_men(v, s, other, true) + other_royals - 1 > 0) {
        const bool one_left = other_men == 1;
        if (royal_can_take(v, s, own, other_royals == 1 || one_left, one_left))
            return goes_on;
        return (shoogi_result){ win_of(other), SHOOGI_REASON_BARE_ROYAL };
    }
    return goes_on;
}

/* A royal of colour stands on its last rank and cannot be taken at once. */
static bool try_succeeds(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (is_royal(v, s, (shoogi_square)sq, colour) &&
            shg_ranks_ahead(v, colour, (shoogi_square)sq) == 0 &&
            !is_attacked(v, s, (shoogi_square)sq, shoogi_colour_other(colour), false))
            return true;
    return false;
}

static shoogi_result ended(const shoogi_variant *v, const state *s, const unsigned royals[2])
{
    const shoogi_colour own = s->side, other = shoogi_colour_other(own);
    const unsigned left = count_royals(v, s, own);
    const bool last_only = v->rules.extinction >> own & 1;
    if (last_only ? left == 0 && royals[own] > 0 : left < royals[own])
        return (shoogi_result){ win_of(other), SHOOGI_REASON_ROYAL_CAPTURED };
    if (v->rules.try_wins && try_succeeds(v, s, other))
        return (shoogi_result){ win_of(other), SHOOGI_REASON_TRY };
    if (v->rules.try_wins && try_succeeds(v, s, own))
        return (shoogi_result){ win_of(own), SHOOGI_REASON_TRY };
    return v->rules.baring ? bared(v, s) : goes_on;
}

/* --- the interface ------------------------------------------------------------------------------- */

static shoogi_status push(shg_ref *ref, const state *s, shoogi_move move)
{
    if (ref->count == ref->room) {
        const size_t room = ref->room ? ref->room * 2 : 64;
        state *states = realloc(ref->states, room * sizeof *states);
        if (!states)
            return SHOOGI_NO_MEMORY;
        ref->states = states;
        shoogi_move *moves = realloc(ref->moves, room * sizeof *moves);
        if (!moves)
            return SHOOGI_NO_MEMORY;
        ref->moves = moves;
        ref->room = room;
    }
    if (ref->count > 0)
        ref->moves[ref->count - 1] = move;
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
        s->unmoved[sq] = s->square[sq] != 0 && s->square[sq] == v->start[sq];
    }
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            s->hand[colour][k] =
                (uint16_t)shoogi_position_hand(position, (shoogi_colour)colour, (shoogi_kind)k);
    s->side = shoogi_position_side(position);
    s->mark = shoogi_position_mark(position);
    s->pushed_from = s->pushed_to = SHOOGI_NO_SQUARE;
}

shoogi_status shg_ref_new(shg_ref **out, const shoogi_position *position)
{
    shg_ref *ref = calloc(1, sizeof *ref);
    state s;
    read_state(&s, position);
    if (!ref || push(ref, &s, 0) != SHOOGI_OK) {
        shg_ref_free(ref);
        return SHOOGI_NO_MEMORY;
    }
    ref->v = shoogi_position_variant(position);
    for (int colour = 0; colour < 2; colour++)
        ref->royals[colour] = count_royals(ref->v, &s, (shoogi_colour)colour);
    *out = ref;
    return SHOOGI_OK;
}

void shg_ref_free(shg_ref *ref)
{
    if (!ref)
        return;
    free(ref->states);
    free(ref->moves);
    free(ref);
}

shoogi_status shg_ref_do(shg_ref *ref, shoogi_move move)
{
    state s = *now(ref);
    make(ref->v, &s, move);
    return push(ref, &s, move);
}

void shg_ref_undo(shg_ref *ref)
{
    assert(ref->count > 1);
    ref->count--;
}

static bool same_position(const shg_ref *ref, const state *a, const state *b)
{
    const unsigned squares = ref->v->squares;
    return memcmp(a->square, b->square, squares * sizeof a->square[0]) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->side == b->side &&
           a->mark == b->mark;
}

/* The same, and the same in what later moves may ask of earlier ones. */
static bool same_memory(const shg_ref *ref, const state *a, const state *b)
{
    bool imitates = false, initial = false, passant = false;
    for (unsigned k = 1; k <= ref->v->kinds; k++) {
        const shg_betza *betza = &ref->v->kind[k].betza;
        imitates = imitates || betza->imitates;
        for (size_t i = 0; i < betza->chain_count; i++) {
            initial = initial || (betza->chains[i].legs[0].modes & SHG_MODE_INITIAL);
            for (size_t n = 0; n < betza->chains[i].leg_count; n++)
                passant = passant || (betza->chains[i].legs[n].modes & SHG_MODE_PASSANT);
        }
    }
    return (!imitates || a->last_kind == b->last_kind) &&
           (!passant || a->pushed_to == b->pushed_to) &&
           (!(initial || passant) || memcmp(a->unmoved, b->unmoved, sizeof a->unmoved) == 0);
}

/* How often a position has occurred, the one on the board included. */
static size_t count_occurrences(const shg_ref *ref, const state *wanted, size_t *first)
{
    size_t occurrences = 0;
    for (size_t i = ref->count; i-- > 0;) {
        if (same_position(ref, &ref->states[i], wanted) &&
            same_memory(ref, &ref->states[i], wanted)) {
            occurrences++;
            *first = i;
        }
    }
    return occurrences;
}

/* The rules forbid to bring a position about so often. */
static bool is_forbidden(const shg_ref *ref, shoogi_move move)
{
    const shg_rules *rules = &ref->v->rules;
    if (rules->repetition_count == 0 || rules->repetition_result != SHG_REPETITION_FORBID)
        return false;
    state after = *now(ref);
    size_t first;
    make(ref->v, &after, move);
    return count_occurrences(ref, &after, &first) + 1 >= rules->repetition_count;
}

size_t shg_ref_moves(const shg_ref *ref, shoogi_move *moves, size_t moves_max, bool paths)
{
    if (ended(ref->v, now(ref), ref->royals).reason != SHOOGI_REASON_NONE)
        return 0;
    list out = list_moves(ref->v, now(ref), paths, 0);
    size_t count = 0;
    for (size_t i = 0; i < out.count; i++) {
        if (is_forbidden(ref, out.entries[i].move))
            continue;
        if (count < moves_max)
            moves[count] = out.entries[i].move;
        count++;
    }
    free(out.entries);
    return count;
}

/* What the sides have done since a position first occurred. */
typedef struct conduct {
    bool any[2], checked[2], attacked[2]; /* by every move */
    bool passed;                          /* every move of both was a pass */
    shoogi_colour first;                  /* who moved first in the cycle */
} conduct;

/* The moved man attacks an enemy man where it stands now. */
static bool attacks_something(const shoogi_variant *v, const state *after, shoogi_move move)
{
    const shoogi_colour mover = shoogi_colour_other(after->side);
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (is_man(after, (shoogi_square)sq, shoogi_colour_other(mover)) &&
            takes(v, after, shoogi_move_to(move), (shoogi_square)sq, false))
            return true;
    return false;
}

static conduct conduct_since(const shg_ref *ref, size_t first)
{
    conduct c = { { false, false }, { true, true }, { true, true }, true, ref->states[first].side };
    for (size_t i = first; i + 1 < ref->count; i++) {
        const shoogi_colour mover = ref->states[i].side;
        const state *after = &ref->states[i + 1];
        const bool check = in_check(ref->v, after, shoogi_colour_other(mover));
        const bool attack = check || attacks_something(ref->v, after, ref->moves[i]);
        c.any[mover] = true;
        c.checked[mover] = c.checked[mover] && check;
        c.attacked[mover] = c.attacked[mover] && attack;
        c.passed = c.passed && shoogi_move_from(ref->moves[i]) == shoogi_move_to(ref->moves[i]);
    }
    for (int colour = 0; colour < 2; colour++) {
        c.checked[colour] = c.checked[colour] && c.any[colour];
        c.attacked[colour] = c.attacked[colour] && c.any[colour];
    }
    return c;
}

static shoogi_result loss_of(shoogi_colour colour, shoogi_reason reason)
{
    return (shoogi_result){ win_of(shoogi_colour_other(colour)), reason };
}

/* Source: docs/variant-format.md, "Repetition". */
static shoogi_result repetition(const shg_ref *ref)
{
    const shg_rules *rules = &ref->v->rules;
    size_t first = ref->count - 1;
    const size_t occurrences = count_occurrences(ref, now(ref), &first);
    if (rules->repetition_count == 0 || occurrences < rules->repetition_count)
        return goes_on;
    const conduct c = conduct_since(ref, first);
    const bool one_checked = c.checked[0] != c.checked[1],
               one_attacked = c.attacked[0] != c.attacked[1];
    const shoogi_colour checker = c.checked[0] ? SHOOGI_BLACK : SHOOGI_WHITE;
    const shoogi_colour attacker = c.attacked[0] ? SHOOGI_BLACK : SHOOGI_WHITE;
    switch (rules->perpetual) {
    case SHG_PERPETUAL_LOSS:
        if (one_checked)
            return loss_of(checker, SHOOGI_REASON_PERPETUAL_CHECK);
        break;
    case SHG_PERPETUAL_DRAW:
        if (one_checked)
            return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_PERPETUAL_CHECK };
        break;
    case SHG_PERPETUAL_ATTACK:
        if (one_attacked)
            return loss_of(attacker, SHOOGI_REASON_PERPETUAL_ATTACK);
        break;
    case SHG_PERPETUAL_JCSA:
        if (one_checked)
            return loss_of(checker, SHOOGI_REASON_PERPETUAL_CHECK);
        if (one_attacked)
            return loss_of(attacker, SHOOGI_REASON_PERPETUAL_ATTACK);
        if (c.passed && c.any[0] && c.any[1])
            return loss_of(c.first, SHOOGI_REASON_REPETITION);
        break;
    default: break;
    }
    const shoogi_colour mover = shoogi_colour_other(now(ref)->side);
    switch (rules->repetition_result) {
    case SHG_REPETITION_NO_CONTEST:
        return (shoogi_result){ SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION };
    case SHG_REPETITION_LOSS:
    case SHG_REPETITION_FORBID: return loss_of(mover, SHOOGI_REASON_REPETITION);
    case SHG_REPETITION_FIRST: return loss_of(ref->states[0].side, SHOOGI_REASON_REPETITION);
    default: return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION };
    }
}

shoogi_result shg_ref_result(const shg_ref *ref)
{
    const shoogi_colour side = now(ref)->side, other = shoogi_colour_other(side);
    const shoogi_result end = ended(ref->v, now(ref), ref->royals);
    if (end.reason != SHOOGI_REASON_NONE)
        return end;
    if (shg_ref_moves(ref, NULL, 0, false) > 0)
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
    return same_position(ref, &s, now(ref));
}
