/* board.c: positions as sets of squares, compiled once for each board class (bits.h).
 *
 * Data first.  Kinds that move alike, cannot promote and have no rule of their own share one *shape*,
 * and a position keeps one set of squares for each shape and colour; which kind stands on a square is in
 * an array of squares.  Golds and promoted men of Shogi are one shape, so that a look for attackers and a
 * count of moves pass over ten shapes, not fourteen kinds.
 *
 * Sliding is by lines: a line is two opposite rays, and the blockers nearest on either side are found
 * with one subtraction (line_attacks).  A ray of limited reach is a ray cut short in its table, so reach
 * costs nothing.
 *
 * Legality is direct: checkers and pins are found once (survey), after which every man's legal squares
 * are an intersection.  generate() writes moves or only counts them; counting a leaf needs no list,
 * because drops and slides are population counts. */
#include "core/board_ops.h"

#include "core/bits.h"

#include <assert.h>
#include <string.h>

enum { LINES_MAX = 4, DIRECTIONS = 8, PINS_MAX = 16 };
enum { NO_DIRECTION = 0xFF };

/* The squares of a line on the two sides of its middle, as numbers: below it and above it. */
typedef struct line {
    bits lower, upper;
} line;

/* How the men of one shape and colour go. */
typedef struct gait {
    bits *leaps;  /* [squares] steps and leaps */
    bits *slides; /* [squares] of an empty board, rays of all lines; NULL without lines */
    bits *reach;  /* [squares] both */
    bits *near;   /* [squares] from which it can attack a square next to a royal that stands here */
    line *lines[LINES_MAX]; /* [squares] each */
    unsigned line_count;
    /* If leaps are one step in all, all men of the shape move at once by a shift. */
    int shift;       /* squares up; 0: not so */
    bits shift_from; /* the squares from which the step stays on the board */
    bits alive;      /* squares from which it has a move on an empty board */
} gait;

typedef struct shape {
    gait gait[2];
    bool royal;
    bool can_promote;
    bool can_be_crowned; /* it promotes to a royal */
    shoogi_kind kind;    /* the only kind of a shape that can promote or is dropped under a rule */
} shape;

/* What colour may drop where: kinds with the same squares share a zone. */
typedef struct drop {
    shoogi_kind kind;
    uint16_t zone[2]; /* index of zones */
    uint16_t shape;
    uint8_t per_file; /* 0: any number */
    bool mate_barred;
} drop;

typedef struct tables {
    bits board;        /* squares that are no holes */
    bits promotion[2]; /* the promotion zone of each colour */
    bits *file;        /* [files] */
    bool crowns;       /* some shape can be crowned */
    unsigned shape_count;
    shape *shape;       /* [shape_count] */
    uint16_t *shape_of; /* [kinds + 1] */
    unsigned leaper_count, slider_count;
    uint16_t *leaper; /* [leaper_count] shapes with leaps */
    uint16_t *slider; /* [slider_count] shapes with lines */
    unsigned drop_count;
    drop *drop; /* [drop_count] */
    unsigned zone_count;
    bits *zone; /* [zone_count] */
    uint8_t *
        direction; /* [squares * squares] of the ray from the first to the second, or NO_DIRECTION */
    bits *ray[DIRECTIONS]; /* [squares] to the edge, not counting the square itself */
} tables;

typedef struct board {
    const tables *t;
    const shoogi_variant *v;
    shoogi_colour side;
    unsigned royals[2];
    bits occupied[2];
    bits *by;          /* [2 * shape_count]: shape * 2 + colour */
    shg_code *square;  /* [squares] */
    uint16_t *hand[2]; /* [kinds + 1] */
    /* A second board in the same memory, where a drop is tried without touching this one; a board that
     * is itself a scratch board points to itself. */
    struct board *scratch;
    bool had_royal[2];
} board;

static const int8_t direction_files[DIRECTIONS] = { 0, -1, -1, -1, 0, 1, 1, 1 };
static const int8_t direction_ranks[DIRECTIONS] = { -1, -1, 0, 1, 1, 1, 0, -1 };

/* --- moving -------------------------------------------------------------------------------------- */

/* The squares a slider attacks along one line: up to and with the first man on either side.
 *
 * Of the men above the middle the lowest blocks, of those below it the highest.  Taking the highest
 * blocker below, as a number, from the set of blockers above flips exactly the bits from it up to the
 * lowest blocker above. */
static inline bits line_attacks(const line *l, bits occupied)
{
    const bits below = bits_highest_or_0(bits_and(l->lower, occupied));
    const bits above = bits_and(l->upper, occupied);
    return bits_and(bits_xor(above, bits_minus(above, below)), bits_or(l->lower, l->upper));
}

static inline bits attacks(const gait *g, unsigned sq, bits occupied)
{
    bits a = g->leaps[sq];
    for (unsigned i = 0; i < g->line_count; i++)
        a = bits_or(a, line_attacks(&g->lines[i][sq], occupied));
    return a;
}

static inline bits shifted(const gait *g, bits men)
{
    men = bits_and(men, g->shift_from);
    return g->shift > 0 ? bits_up(men, (unsigned)g->shift) : bits_down(men, (unsigned)-g->shift);
}

static inline bits *men_of(const board *b, unsigned shape_index, shoogi_colour colour)
{
    return &b->by[shape_index * 2 + (unsigned)colour];
}

/* The squares strictly between two squares of a ray. */
static inline bits between(const tables *t, unsigned squares, unsigned a, unsigned b)
{
    const unsigned d = t->direction[a * squares + b];
    assert(d != NO_DIRECTION);
    return bits_and(t->ray[d][a], t->ray[d ^ 4][b]);
}

static bits occupied_all(const board *b)
{
    return bits_or(b->occupied[0], b->occupied[1]);
}

/* The men of colour that attack sq.  A man's moves are those of the other colour turned round, so what
 * attacks sq stands where a man of the other colour on sq would attack. */
static bits attackers_of(const board *b, unsigned sq, shoogi_colour colour, bits occupied)
{
    bits found = bits_none();
    for (unsigned s = 0; s < b->t->shape_count; s++) {
        const gait *g = &b->t->shape[s].gait[shoogi_colour_other(colour)];
        const bits candidates = bits_and(g->reach[sq], *men_of(b, s, colour));
        if (bits_any(candidates))
            found = bits_or(found, bits_and(candidates, attacks(g, sq, occupied)));
    }
    return found;
}

/* The square of the lone royal of colour; SHOOGI_NO_SQUARE if there is none or more than one. */
static unsigned lone_royal(const board *b, shoogi_colour colour)
{
    if (b->royals[colour] != 1)
        return SHOOGI_NO_SQUARE;
    for (unsigned s = 0; s < b->t->shape_count; s++)
        if (b->t->shape[s].royal && bits_any(*men_of(b, s, colour)))
            return bits_first(*men_of(b, s, colour));
    assert(false);
    return SHOOGI_NO_SQUARE;
}

/* --- legal moves --------------------------------------------------------------------------------- */

typedef struct surveyed_pin {
    unsigned square;
    bits line; /* where the pinned man may go */
} surveyed_pin;

/* What is known of a position once, before any man is looked at. */
typedef struct surveyed {
    bits occupied;
    bits target;      /* where a man other than a guarded royal may land */
    bits drop_target; /* where a man may be dropped, as far as check decides */
    bits pinned;
    unsigned royal; /* the square of the royal that must not be left attacked, or NO_SQUARE */
    unsigned pin_count;
    surveyed_pin pins[PINS_MAX];
} surveyed;

/* Finds what attacks the royal and what is pinned to it. */
static void survey_royal(const board *b, surveyed *k)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side, other = shoogi_colour_other(b->side);
    const unsigned royal = k->royal, squares = b->v->squares;
    bits checkers = bits_none();
    for (unsigned i = 0; i < t->leaper_count; i++) {
        const unsigned s = t->leaper[i];
        checkers =
            bits_or(checkers, bits_and(t->shape[s].gait[own].leaps[royal], *men_of(b, s, other)));
    }
    bits block = checkers; /* squares that answer every check found so far */
    for (unsigned i = 0; i < t->slider_count; i++) {
        const unsigned s = t->slider[i];
        bits candidates = bits_and(t->shape[s].gait[own].slides[royal], *men_of(b, s, other));
        candidates = bits_without(candidates, checkers);
        EACH_SQUARE(sq, candidates)
        {
            const bits path = between(t, squares, royal, (unsigned)sq);
            const bits men = bits_and(path, k->occupied);
            if (!bits_any(men)) {
                bits_set(&checkers, (unsigned)sq);
                block = bits_or(path, bits_one((unsigned)sq));
            } else if (bits_single(men) && bits_meet(men, b->occupied[own])) {
                assert(k->pin_count < PINS_MAX);
                k->pins[k->pin_count].square = bits_first(men);
                k->pins[k->pin_count++].line = bits_or(path, bits_one((unsigned)sq));
                k->pinned = bits_or(k->pinned, men);
            }
        }
    }
    if (!bits_any(checkers))
        return;
    if (!bits_single(checkers))
        block = bits_none(); /* no man but the royal can answer two checks */
    k->target = bits_and(k->target, block);
    k->drop_target = bits_and(k->drop_target, block);
}

static inline void survey(const board *b, surveyed *k)
{
    k->occupied = occupied_all(b);
    k->target = bits_without(b->t->board, b->occupied[b->side]);
    k->drop_target = bits_without(b->t->board, k->occupied);
    k->pinned = bits_none();
    k->pin_count = 0;
    k->royal = b->v->rules.check_strict ? lone_royal(b, b->side) : SHOOGI_NO_SQUARE;
    if (k->royal != SHOOGI_NO_SQUARE)
        survey_royal(b, k);
}

/* The squares of targets, next to the royal, that an enemy attacks once the royal has left its own. */
static bits attacked_around(const board *b, const surveyed *k)
{
    const tables *t = b->t;
    const shoogi_colour other = shoogi_colour_other(b->side);
    const bits without_royal = bits_without(k->occupied, bits_one(k->royal));
    bits attacked = bits_none();
    for (unsigned s = 0; s < t->shape_count; s++) {
        const gait *g = &t->shape[s].gait[other];
        const bits near = bits_and(g->near[k->royal], *men_of(b, s, other));
        EACH_SQUARE(sq, near) attacked = bits_or(attacked, attacks(g, (unsigned)sq, without_royal));
    }
    return attacked;
}

static size_t count_moves(const board *b);
static void board_drop(board *b, shoogi_kind kind, unsigned to);
static void board_undrop(board *b, shoogi_kind kind, unsigned to);
static void copy_board(board *to, const board *from);

/* True if the drop leaves the other side in check without a legal move. */
static bool drop_mates(const board *b, shoogi_kind kind, unsigned to)
{
    board *const s = b->scratch;
    if (s != b)
        copy_board(s, b);
    board_drop(s, kind, to);
    s->side = shoogi_colour_other(s->side);
    const bool mates = count_moves(s) == 0;
    s->side = shoogi_colour_other(s->side);
    board_undrop(s, kind, to);
    return mates;
}

/* The squares among places from which a drop of d attacks the other royal and mates it. */
static bits mating_drops(const board *b, const surveyed *k, const drop *d, bits places)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    const unsigned royal = lone_royal(b, other);
    bits mating = bits_none();
    if (royal == SHOOGI_NO_SQUARE)
        return mating;
    const bits checks =
        bits_and(places, attacks(&b->t->shape[d->shape].gait[other], royal, k->occupied));
    EACH_SQUARE(sq, checks)
    {
        if (drop_mates(b, d->kind, (unsigned)sq))
            bits_set(&mating, (unsigned)sq);
    }
    return mating;
}

/* The squares of files that have no room for one more man of the shape. */
static bits full_files(const board *b, const drop *d)
{
    const bits men = *men_of(b, d->shape, b->side);
    const unsigned ranks = b->v->ranks;
    bits full = bits_none();
    if (d->per_file == 1) {
        EACH_SQUARE(sq, men) full = bits_or(full, b->t->file[(unsigned)sq / ranks]);
        return full;
    }
    for (unsigned f = 0; f < b->v->files; f++)
        if (bits_count(bits_and(men, b->t->file[f])) >= d->per_file)
            full = bits_or(full, b->t->file[f]);
    return full;
}

/* Where moves go: into a list, or nowhere. */
typedef struct sink {
    shoogi_move *moves;
    size_t room, count;
    shoogi_move wanted; /* one to look for */
    bool found;
} sink;

static inline void emit(sink *out, shoogi_move move)
{
    if (out->count < out->room)
        out->moves[out->count] = move;
    out->found |= move == out->wanted;
    out->count++;
}

/* Those of targets on which a man from sq may promote: by a move that starts or ends in the zone; where
 * nothing is ever dropped, by one that enters the zone or captures from inside it.
 * Source: docs/variant-format.md, "Promotion". */
static inline bits promoting(const board *b, unsigned sq, bits targets)
{
    const bits *const zone = &b->t->promotion[b->side];
    if (!bits_has(zone, sq))
        return bits_and(targets, *zone);
    if (b->v->rules.drops)
        return targets;
    return bits_and(targets, b->occupied[shoogi_colour_other(b->side)]);
}

/* A man goes from sq to each of targets, with and without promotion as the rules allow. */
static inline __attribute__((always_inline)) void go(const board *b, const shape *sh, unsigned sq,
                                                     bits targets, sink *out, bool listing)
{
    const shoogi_colour own = b->side;
    if (!sh->can_promote) {
        if (!listing) {
            out->count += bits_count(targets);
            return;
        }
        const shoogi_kind kind = shg_code_kind(b->square[sq]);
        EACH_SQUARE(to, targets)
        emit(out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, kind, false));
        return;
    }
    const bits promotable = promoting(b, sq, targets);
    const bits plain = b->v->rules.must_move ? bits_and(targets, sh->gait[own].alive) : targets;
    const shg_kind *const kind = &b->v->kind[sh->kind];
    if (!listing) {
        out->count += bits_count(plain) + bits_count(promotable) * kind->promotion_count;
        return;
    }
    EACH_SQUARE(to, plain)
    emit(out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, sh->kind, false));
    EACH_SQUARE(to, promotable)
    for (size_t i = 0; i < kind->promotion_count; i++)
        emit(out,
             shoogi_move_make((shoogi_square)sq, (shoogi_square)to, kind->promotions[i], true));
}

static const surveyed_pin *pin_of(const surveyed *k, unsigned sq)
{
    unsigned i = 0;
    while (k->pins[i].square != sq)
        i++;
    return &k->pins[i];
}

/* A man that becomes a second royal answers every check and breaks every pin, because neither of two
 * royals is in check: its promotions to squares that check or pin would bar, and that go() leaves out.
 * Source: docs/variant-format.md, "Royals". */
static void crown(const board *b, const surveyed *k, sink *out, bool listing)
{
    const tables *const t = b->t;
    const shoogi_colour own = b->side;
    for (unsigned s = 0; s < t->shape_count; s++) {
        const shape *const sh = &t->shape[s];
        if (!sh->can_be_crowned || sh->royal)
            continue;
        EACH_SQUARE(sq, *men_of(b, s, own))
        {
            const bits reach =
                bits_and(attacks(&sh->gait[own], (unsigned)sq, k->occupied), t->board);
            const bits free = bits_without(reach, b->occupied[own]);
            bits allowed = bits_and(free, k->target);
            if (bits_has(&k->pinned, (unsigned)sq))
                allowed = bits_and(allowed, pin_of(k, (unsigned)sq)->line);
            const bits barred = promoting(b, (unsigned)sq, bits_without(free, allowed));
            const shg_kind *const kind = &b->v->kind[sh->kind];
            for (size_t i = 0; i < kind->promotion_count; i++) {
                if (!b->v->kind[kind->promotions[i]].royal)
                    continue;
                if (!listing) {
                    out->count += bits_count(barred);
                    continue;
                }
                EACH_SQUARE(to, barred)
                emit(out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to,
                                           kind->promotions[i], true));
            }
        }
    }
}

/* Counts the moves of all men of a shape at once; for shapes that take one step in one direction. */
static inline void count_shifted(const board *b, const shape *sh, bits men, bits target, sink *out)
{
    const shoogi_colour own = b->side;
    const gait *const g = &sh->gait[own];
    const bits to = bits_and(shifted(g, men), target);
    if (!sh->can_promote) {
        out->count += bits_count(to);
        return;
    }
    const bits zone = b->t->promotion[own];
    bits inside = bits_and(shifted(g, bits_and(men, zone)), target);
    if (!b->v->rules.drops)
        inside = bits_and(inside, b->occupied[shoogi_colour_other(own)]);
    bits entering = bits_and(shifted(g, bits_without(men, zone)), target);
    entering = bits_and(entering, zone);
    const size_t forms = b->v->kind[sh->kind].promotion_count;
    out->count += bits_count(b->v->rules.must_move ? bits_and(to, g->alive) : to) +
                  (bits_count(inside) + bits_count(entering)) * forms;
}

static inline __attribute__((always_inline)) void generate_drops(const board *b, const surveyed *k,
                                                                 sink *out, bool listing)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side;
    unsigned counted_zone = ~0u, counted = 0;
    for (unsigned i = 0; i < t->drop_count; i++) {
        const drop *const d = &t->drop[i];
        if (b->hand[own][d->kind] == 0)
            continue;
        const unsigned zone = d->zone[own];
        if (!listing && d->per_file == 0 && !d->mate_barred) {
            if (zone != counted_zone) { /* kinds of one zone stand together in the table */
                counted = bits_count(bits_and(t->zone[zone], k->drop_target));
                counted_zone = zone;
            }
            out->count += counted;
            continue;
        }
        bits places = bits_and(t->zone[zone], k->drop_target);
        if (d->per_file != 0)
            places = bits_without(places, full_files(b, d));
        if (d->mate_barred)
            places = bits_without(places, mating_drops(b, k, d, places));
        if (!listing) {
            out->count += bits_count(places);
            continue;
        }
        EACH_SQUARE(to, places) emit(out, shoogi_move_make_drop(d->kind, (shoogi_square)to));
    }
}

static inline __attribute__((always_inline)) void generate(const board *b, sink *out, bool listing)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side;
    if (b->had_royal[own] && b->royals[own] == 0)
        return; /* the last royal is gone, and the game with it */
    surveyed k;
    survey(b, &k);
    if (k.royal != SHOOGI_NO_SQUARE) {
        const shape *const sh = &t->shape[t->shape_of[shg_code_kind(b->square[k.royal])]];
        bits targets = attacks(&sh->gait[own], k.royal, k.occupied);
        targets = bits_without(bits_and(targets, t->board), b->occupied[own]);
        if (bits_any(targets)) {
            targets = bits_without(targets, attacked_around(b, &k));
            go(b, sh, k.royal, targets, out, listing);
        }
    }
    if (t->crowns && k.royal != SHOOGI_NO_SQUARE)
        crown(b, &k, out, listing);
    if (!bits_any(k.target) && !bits_any(k.drop_target))
        return; /* double check */
    for (unsigned s = 0; s < t->shape_count; s++) {
        const shape *const sh = &t->shape[s];
        const gait *const g = &sh->gait[own];
        if (sh->royal && k.royal != SHOOGI_NO_SQUARE)
            continue;
        const bits men = bits_without(*men_of(b, s, own), k.pinned);
        if (!listing && g->shift != 0) {
            count_shifted(b, sh, men, k.target, out);
            continue;
        }
        EACH_SQUARE(sq, men)
        go(b, sh, (unsigned)sq, bits_and(attacks(g, (unsigned)sq, k.occupied), k.target), out,
           listing);
    }
    for (unsigned i = 0; i < k.pin_count; i++) {
        const unsigned sq = k.pins[i].square;
        const shape *const sh = &t->shape[t->shape_of[shg_code_kind(b->square[sq])]];
        const bits targets = bits_and(attacks(&sh->gait[own], sq, k.occupied), k.target);
        go(b, sh, sq, bits_and(targets, k.pins[i].line), out, listing);
    }
    generate_drops(b, &k, out, listing);
}

static size_t count_moves(const board *b)
{
    sink out = { 0 };
    generate(b, &out, false);
    return out.count;
}

static size_t list_moves(const board *b, shoogi_move *moves, size_t room)
{
    sink out = { .moves = moves, .room = room };
    generate(b, &out, true);
    return out.count;
}

/* --- making moves -------------------------------------------------------------------------------- */

static inline void add_man(board *b, unsigned sq, shg_code code)
{
    const unsigned s = b->t->shape_of[shg_code_kind(code)];
    const shoogi_colour colour = shg_code_colour(code);
    b->square[sq] = code;
    bits_flip(&b->occupied[colour], sq);
    bits_flip(men_of(b, s, colour), sq);
}

static inline void remove_man(board *b, unsigned sq, shg_code code)
{
    const unsigned s = b->t->shape_of[shg_code_kind(code)];
    const shoogi_colour colour = shg_code_colour(code);
    b->square[sq] = 0;
    bits_flip(&b->occupied[colour], sq);
    bits_flip(men_of(b, s, colour), sq);
}

static inline unsigned is_royal(const board *b, shg_code code)
{
    return b->v->kind[shg_code_kind(code)].royal;
}

static void board_drop(board *b, shoogi_kind kind, unsigned to)
{
    b->hand[b->side][kind]--;
    add_man(b, to, shg_code_of(kind, b->side));
}

static void board_undrop(board *b, shoogi_kind kind, unsigned to)
{
    remove_man(b, to, shg_code_of(kind, b->side));
    b->hand[b->side][kind]++;
}

static inline uint64_t key_of(const shoogi_variant *v, shg_code code, unsigned sq)
{
    return shg_key(v->piece_key[code], v->square_key[sq]);
}

static void do_move(shoogi_position *p, shoogi_move move)
{
    board *const b = p->board;
    const shoogi_variant *const v = p->variant;
    const shoogi_colour own = b->side;
    const unsigned to = shoogi_move_to(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    const shg_code after = shg_code_of(kind, own);
    shg_past *const past = &p->past[p->past_count++];
    *past = (shg_past){ .move = move, .hash = p->hash };
    uint64_t hash = p->hash + key_of(v, after, to);
    if (shoogi_move_is_drop(move)) {
        board_drop(b, kind, to);
        hash -= v->hand_key[own][kind];
    } else {
        const unsigned from = shoogi_move_from(move);
        const shg_code captured = b->square[to];
        past->mover = b->square[from];
        past->captured = captured;
        remove_man(b, from, past->mover);
        hash -= key_of(v, past->mover, from);
        if (captured != 0) {
            const shoogi_kind hand = v->kind[shg_code_kind(captured)].hand;
            remove_man(b, to, captured);
            hash -= key_of(v, captured, to);
            b->royals[shg_code_colour(captured)] -= is_royal(b, captured);
            b->hand[own][hand]++; /* kind 0 is where men go that are gone */
            hash += v->hand_key[own][hand];
        }
        add_man(b, to, after);
        b->royals[own] += is_royal(b, after) - is_royal(b, past->mover);
    }
    p->hash = own == SHOOGI_BLACK ? hash + SHG_SIDE_KEY : hash - SHG_SIDE_KEY;
    p->side = b->side = shoogi_colour_other(own);
}

static void undo_move(shoogi_position *p)
{
    board *const b = p->board;
    const shg_past *const past = &p->past[--p->past_count];
    const shoogi_move move = past->move;
    const unsigned to = shoogi_move_to(move);
    p->side = b->side = shoogi_colour_other(b->side);
    p->hash = past->hash;
    if (shoogi_move_is_drop(move)) {
        board_undrop(b, shoogi_move_kind(move), to);
        return;
    }
    const shg_code after = shg_code_of(shoogi_move_kind(move), b->side);
    b->royals[b->side] += is_royal(b, past->mover) - is_royal(b, after);
    remove_man(b, to, after);
    add_man(b, shoogi_move_from(move), past->mover);
    if (past->captured != 0) {
        add_man(b, to, past->captured);
        b->royals[shg_code_colour(past->captured)] += is_royal(b, past->captured);
        b->hand[b->side][p->variant->kind[shg_code_kind(past->captured)].hand]--;
    }
}

static uint64_t perft(shoogi_position *p, unsigned depth_plies, shoogi_move *moves_room)
{
    if (depth_plies == 0)
        return 1;
    if (depth_plies == 1)
        return count_moves(p->board);
    const size_t room = p->variant->moves_max;
    const size_t count = list_moves(p->board, moves_room, room);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        do_move(p, moves_room[i]);
        nodes += perft(p, depth_plies - 1, moves_room + room);
        undo_move(p);
    }
    return nodes;
}

/* --- the interface ------------------------------------------------------------------------------- */

static size_t moves(const shoogi_position *p, shoogi_move *out, size_t moves_max)
{
    return moves_max == 0 ? count_moves(p->board) : list_moves(p->board, out, moves_max);
}

static bool is_legal(const shoogi_position *p, shoogi_move move)
{
    sink out = { .wanted = move };
    generate(p->board, &out, true);
    return out.found;
}

static size_t attackers(const shoogi_position *p, shoogi_square square, shoogi_colour colour,
                        shoogi_square *squares, size_t squares_max)
{
    const board *const b = p->board;
    const bits found = attackers_of(b, square, colour, occupied_all(b));
    size_t count = 0;
    EACH_SQUARE(sq, found)
    {
        if (count < squares_max)
            squares[count] = (shoogi_square)sq;
        count++;
    }
    return count;
}

static shoogi_square royal(const shoogi_position *p, shoogi_colour colour)
{
    return (shoogi_square)lone_royal(p->board, colour);
}

static unsigned royal_count(const shoogi_position *p, shoogi_colour colour)
{
    return ((const board *)p->board)->royals[colour];
}

static bool check(const shoogi_position *p)
{
    const board *const b = p->board;
    bits occupied[2] = { bits_none(), bits_none() };
    unsigned royals[2] = { 0, 0 };
    for (unsigned sq = 0; sq < p->variant->squares; sq++) {
        const shg_code code = b->square[sq];
        if (code == 0)
            continue;
        const shoogi_colour colour = shg_code_colour(code);
        bits_set(&occupied[colour], sq);
        royals[colour] += is_royal(b, code);
        if (!bits_has(men_of(b, b->t->shape_of[shg_code_kind(code)], colour), sq))
            return false;
    }
    bool good = b->side == p->side;
    for (int colour = 0; colour < 2; colour++) {
        unsigned men = 0;
        for (unsigned s = 0; s < b->t->shape_count; s++)
            men += bits_count(*men_of(b, s, (shoogi_colour)colour));
        good = good && men == bits_count(occupied[colour]) && royals[colour] == b->royals[colour] &&
               memcmp(&occupied[colour], &b->occupied[colour], sizeof(bits)) == 0;
    }
    return good;
}

static void put(shoogi_position *p, shoogi_square square, shg_code code)
{
    board *const b = p->board;
    add_man(b, square, code);
    b->royals[shg_code_colour(code)] += is_royal(b, code);
}

static void take(shoogi_position *p, shoogi_square square)
{
    board *const b = p->board;
    const shg_code code = b->square[square];
    b->royals[shg_code_colour(code)] -= is_royal(b, code);
    remove_man(b, square, code);
}

/* A board and its arrays lie one behind the other: board, sets, squares, both hands; then the same
 * again for the scratch board. */
static size_t round_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t one_board_bytes(const shoogi_variant *v)
{
    const tables *const t = v->tables;
    return round_up(sizeof(board)) + round_up(2 * t->shape_count * sizeof(bits)) +
           round_up(v->squares * sizeof(shg_code)) +
           2 * round_up((v->kinds + 1) * sizeof(uint16_t));
}

static size_t board_bytes(const shoogi_variant *v)
{
    return 2 * one_board_bytes(v);
}

static void place_arrays(const shoogi_variant *v, board *b)
{
    const tables *const t = v->tables;
    char *at = (char *)b + round_up(sizeof(board));
    b->by = (bits *)(void *)at;
    at += round_up(2 * t->shape_count * sizeof(bits));
    b->square = (shg_code *)(void *)at;
    at += round_up(v->squares * sizeof(shg_code));
    for (int colour = 0; colour < 2; colour++) {
        b->hand[colour] = (uint16_t *)(void *)at;
        at += round_up((v->kinds + 1) * sizeof(uint16_t));
    }
}

/* What a scratch board needs of its model: all but the pointers. */
static void copy_board(board *to, const board *from)
{
    board *const scratch = to->scratch;
    bits *const by = to->by;
    shg_code *const square = to->square;
    uint16_t *const hand[2] = { to->hand[0], to->hand[1] };
    const size_t arrays = one_board_bytes(from->v) - round_up(sizeof(board));
    *to = *from;
    to->scratch = scratch;
    to->by = by;
    to->square = square;
    to->hand[0] = hand[0];
    to->hand[1] = hand[1];
    memcpy(by, from->by, arrays);
}

static void board_moved(const shoogi_variant *v, void *memory, shoogi_position *p)
{
    board *const b = memory;
    board *const scratch = (board *)(void *)((char *)memory + one_board_bytes(v));
    place_arrays(v, b);
    place_arrays(v, scratch);
    b->scratch = scratch;
    scratch->scratch = scratch;
    p->board = b;
    p->square = b->square;
    p->hand[0] = b->hand[0];
    p->hand[1] = b->hand[1];
}

static void board_init(const shoogi_variant *v, void *memory, shoogi_position *p)
{
    memset(memory, 0, board_bytes(v));
    board_moved(v, memory, p);
    board *const b = memory;
    b->v = v;
    b->t = v->tables;
}

static void ready(shoogi_position *p)
{
    board *const b = p->board;
    b->side = p->side;
    for (int colour = 0; colour < 2; colour++)
        b->had_royal[colour] = p->had_royal[colour];
}

/* --- building the tables ------------------------------------------------------------------------- */

typedef struct build {
    shoogi_variant *v;
    tables *t;
    bool spent; /* an allocation failed; the rest only has to be harmless */
} build;

static bits *new_sets(build *m, size_t count)
{
    bits *const sets = shg_arena_array(&m->v->arena, bits, count);
    m->spent = m->spent || !sets;
    return sets;
}

static bool rides_same(const shg_kind *a, const shg_kind *b)
{
    if (a->ride_count != b->ride_count)
        return false;
    for (size_t i = 0; i < a->ride_count; i++) {
        size_t j = 0;
        while (j < b->ride_count && (a->rides[i].right != b->rides[j].right ||
                                     a->rides[i].forward != b->rides[j].forward ||
                                     a->rides[i].reach != b->rides[j].reach))
            j++;
        if (j == b->ride_count)
            return false;
    }
    return true;
}

/* Nothing but its moves tells such a kind from another. */
static bool is_plain(const shg_kind *kind)
{
    return kind->promotion_count == 0 && !kind->royal && kind->drop_per_file == 0;
}

/* The direction of a ride that slides, or NO_DIRECTION if its steps are none of the eight. */
static unsigned direction_of(int files, int ranks)
{
    for (unsigned d = 0; d < DIRECTIONS; d++)
        if (direction_files[d] == files && direction_ranks[d] == ranks)
            return d;
    return NO_DIRECTION;
}

static bool is_slide(const shg_ride *ride)
{
    return ride->reach != 1;
}

/* The ray of a ride from one square, on an empty board. */
static bits ride_ray(const shoogi_variant *v, const shg_ride *ride, shoogi_colour colour,
                     unsigned sq)
{
    bits ray = bits_none();
    for (int steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
        const shoogi_square to = shg_ride_square(v, ride, colour, (shoogi_square)sq, steps);
        if (to == SHOOGI_NO_SQUARE)
            break;
        bits_set(&ray, to);
    }
    return ray;
}

/* Adds a slide to the line of its direction; opposite slides share a line. */
static void add_line(build *m, gait *g, const shg_ride *ride, shoogi_colour colour,
                     unsigned line_of[DIRECTIONS / 2])
{
    const shoogi_variant *const v = m->v;
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    const unsigned d = direction_of(sign * ride->right, sign * ride->forward);
    assert(d != NO_DIRECTION);
    if (line_of[d % 4] == LINES_MAX) {
        line *const fresh = shg_arena_array(&m->v->arena, line, v->squares);
        if (!fresh) {
            m->spent = true;
            return;
        }
        g->lines[g->line_count] = fresh;
        line_of[d % 4] = g->line_count++;
    }
    line *const lines = g->lines[line_of[d % 4]];
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const bits ray = ride_ray(v, ride, colour, sq);
        g->slides[sq] = bits_or(g->slides[sq], ray);
        if (bits_any(ray) && bits_first(ray) > sq)
            lines[sq].upper = bits_or(lines[sq].upper, ray);
        else
            lines[sq].lower = bits_or(lines[sq].lower, ray);
    }
}

static void build_gait(build *m, gait *g, const shg_kind *kind, shoogi_colour colour)
{
    const shoogi_variant *const v = m->v;
    unsigned line_of[DIRECTIONS / 2] = { LINES_MAX, LINES_MAX, LINES_MAX, LINES_MAX };
    g->leaps = new_sets(m, v->squares);
    g->slides = new_sets(m, v->squares);
    g->reach = new_sets(m, v->squares);
    g->near = new_sets(m, v->squares);
    if (m->spent)
        return;
    for (size_t i = 0; i < kind->ride_count && !m->spent; i++) {
        const shg_ride *const ride = &kind->rides[i];
        if (is_slide(ride)) {
            add_line(m, g, ride, colour, line_of);
            continue;
        }
        for (unsigned sq = 0; sq < v->squares; sq++) {
            const shoogi_square to = shg_ride_square(v, ride, colour, (shoogi_square)sq, 1);
            if (to != SHOOGI_NO_SQUARE)
                bits_set(&g->leaps[sq], to);
        }
    }
    if (m->spent)
        return;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        if (v->hole[sq])
            g->leaps[sq] = g->slides[sq] = bits_none();
        g->reach[sq] = bits_or(g->leaps[sq], g->slides[sq]);
        if (bits_any(g->reach[sq]))
            bits_set(&g->alive, sq);
    }
    if (kind->ride_count != 1 || is_slide(&kind->rides[0]))
        return;
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    const int shift = sign * (kind->rides[0].right * (int)v->ranks + kind->rides[0].forward);
    if (shift > -64 && shift < 64) {
        g->shift = shift;
        g->shift_from = g->alive;
    }
}

/* near[r]: where a man of the shape stands that can, on an empty board, attack a square that a royal of
 * the other side on r can go to. */
static void build_near(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    for (int colour = 0; colour < 2 && !m->spent; colour++) {
        for (unsigned r = 0; r < v->squares; r++) {
            bits around = bits_none();
            for (unsigned s = 0; s < t->shape_count; s++)
                if (t->shape[s].royal)
                    around = bits_or(around, t->shape[s].gait[!colour].reach[r]);
            for (unsigned s = 0; s < t->shape_count; s++) {
                const gait *const g = &t->shape[s].gait[colour];
                const gait *const back = &t->shape[s].gait[!colour];
                EACH_SQUARE(sq, around) g->near[r] = bits_or(g->near[r], back->reach[sq]);
            }
        }
    }
}

static void build_shapes(build *m)
{
    shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->shape = shg_arena_array(&v->arena, shape, v->kinds);
    t->shape_of = shg_arena_array(&v->arena, uint16_t, v->kinds + 1);
    t->leaper = shg_arena_array(&v->arena, uint16_t, v->kinds);
    t->slider = shg_arena_array(&v->arena, uint16_t, v->kinds);
    m->spent = m->spent || !t->shape || !t->shape_of || !t->leaper || !t->slider;
    for (unsigned k = 1; k <= v->kinds && !m->spent; k++) {
        const shg_kind *const kind = &v->kind[k];
        unsigned s = 0;
        while (s < t->shape_count && !(is_plain(kind) && is_plain(&v->kind[t->shape[s].kind]) &&
                                       rides_same(kind, &v->kind[t->shape[s].kind])))
            s++;
        t->shape_of[k] = (uint16_t)s;
        if (s < t->shape_count)
            continue;
        shape *const sh = &t->shape[t->shape_count++];
        sh->royal = kind->royal;
        sh->can_promote = kind->promotion_count > 0;
        for (size_t i = 0; i < kind->promotion_count; i++)
            sh->can_be_crowned = sh->can_be_crowned || v->kind[kind->promotions[i]].royal;
        t->crowns = t->crowns || sh->can_be_crowned;
        sh->kind = (shoogi_kind)k;
        for (int colour = 0; colour < 2; colour++)
            build_gait(m, &sh->gait[colour], kind, (shoogi_colour)colour);
        bool leaps = false;
        for (size_t i = 0; i < kind->ride_count; i++)
            leaps = leaps || !is_slide(&kind->rides[i]);
        if (leaps)
            t->leaper[t->leaper_count++] = (uint16_t)s;
        if (sh->gait[0].line_count > 0)
            t->slider[t->slider_count++] = (uint16_t)s;
    }
}

static void build_rays(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->direction = shg_arena_array(&m->v->arena, uint8_t, (size_t)v->squares * v->squares);
    m->spent = m->spent || !t->direction;
    for (unsigned d = 0; d < DIRECTIONS; d++)
        t->ray[d] = new_sets(m, v->squares);
    if (m->spent)
        return;
    memset(t->direction, NO_DIRECTION, (size_t)v->squares * v->squares);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        const shg_ride ride = { (int8_t)-direction_files[d], (int8_t)-direction_ranks[d], 0 };
        for (unsigned sq = 0; sq < v->squares; sq++) {
            t->ray[d][sq] = ride_ray(v, &ride, SHOOGI_BLACK, sq);
            EACH_SQUARE(to, t->ray[d][sq]) t->direction[sq * v->squares + to] = (uint8_t)d;
        }
    }
}

static void build_board(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->file = new_sets(m, v->files);
    if (m->spent)
        return;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        if (v->hole[sq])
            continue;
        bits_set(&t->board, sq);
        bits_set(&t->file[sq / v->ranks], sq);
        for (int colour = 0; colour < 2; colour++)
            if (shg_in_zone(v, (shoogi_colour)colour, (shoogi_square)sq))
                bits_set(&t->promotion[colour], sq);
    }
}

/* The index of a zone with these squares, made if there is none yet. */
static uint16_t zone_index(tables *t, bits zone)
{
    unsigned z = 0;
    while (z < t->zone_count && memcmp(&t->zone[z], &zone, sizeof zone) != 0)
        z++;
    if (z == t->zone_count)
        t->zone[t->zone_count++] = zone;
    return (uint16_t)z;
}

static void build_drops(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->drop = shg_arena_array(&m->v->arena, drop, v->kinds);
    t->zone = new_sets(m, 2 * v->kinds);
    m->spent = m->spent || !t->drop;
    for (unsigned k = 1; k <= v->kinds && !m->spent; k++) {
        const shg_kind *const kind = &v->kind[k];
        if (!kind->droppable)
            continue;
        drop d = { .kind = (shoogi_kind)k,
                   .shape = t->shape_of[k],
                   .per_file = kind->drop_per_file,
                   .mate_barred = kind->drop_mate_barred };
        for (unsigned colour = 0; colour < 2; colour++) {
            bits zone = bits_none();
            for (unsigned sq = 0; sq < v->squares; sq++)
                if (shg_drop_square(v, (shoogi_kind)k, (shoogi_colour)colour, (shoogi_square)sq))
                    bits_set(&zone, sq);
            d.zone[colour] = zone_index(t, zone);
        }
        /* Kinds of one zone stand together, so that its squares are counted once. */
        unsigned at = t->drop_count++;
        while (at > 0 && t->drop[at - 1].zone[0] > d.zone[0]) {
            t->drop[at] = t->drop[at - 1];
            at--;
        }
        t->drop[at] = d;
    }
}

static shoogi_status build_tables(shoogi_variant *v)
{
    build m = { .v = v, .t = shg_arena_array(&v->arena, tables, 1) };
    if (!m.t)
        return SHOOGI_NO_MEMORY;
    v->tables = m.t;
    build_board(&m);
    build_rays(&m);
    build_shapes(&m);
    if (!m.spent)
        build_near(&m);
    build_drops(&m);
    return m.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
}

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

extern const shg_board_ops BC(shg_board_ops);
const shg_board_ops BC(shg_board_ops) = {
    .words = BOARD_WORDS,
    .name = TEXT(BOARD_WORDS) " words, " TEXT(BOARD_CPU),
    .build = build_tables,
    .board_bytes = board_bytes,
    .board_init = board_init,
    .board_moved = board_moved,
    .ready = ready,
    .put = put,
    .take = take,
    .moves = moves,
    .is_legal = is_legal,
    .do_move = do_move,
    .undo_move = undo_move,
    .perft = perft,
    .attackers = attackers,
    .royal = royal,
    .royal_count = royal_count,
    .check = check,
};
