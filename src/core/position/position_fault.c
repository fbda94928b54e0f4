#include "shoogi/position_fault.h"

#include "core/position/position_int.h"
#include "core/variant/piece_rules.h"
#include "core/variant/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const fault_words[] = {
#define POSITION_FAULT(name, words) words,
#include "shoogi/position_fault.def"
#undef POSITION_FAULT
};

const char *shoogi_position_fault_text(shoogi_position_fault_reason reason)
{
    return (size_t)reason < SHOOGI_POSITION_FAULT_COUNT ? fault_words[reason] : "unknown fault";
}

/* The faults found so far. */
typedef struct found {
    shoogi_position_fault *faults;
    size_t count, max;
} found;

static void report(found *f, shoogi_position_fault fault)
{
    if (f->count < f->max)
        f->faults[f->count] = fault;
    f->count++;
}

/* --- what may become of a piece ------------------------------------------------------------------ */

/* Pieces by place, colour and kind. */
enum { ON_BOARD, IN_HAND, PLACES };
typedef struct piece_set {
    bool has[PLACES][2][SHOOGI_KINDS_MAX + 1];
} piece_set;

typedef struct piece_counts {
    unsigned of[PLACES][2][SHOOGI_KINDS_MAX + 1];
} piece_counts;

/* Whether a capture of one of the kinds turns the capturing piece into a kind that is wanted. */
static bool wants_contagion(const shoogi_variant *v, const bool *wanted)
{
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].contagion != 0 && wanted[v->kind[k].contagion])
            return true;
    return false;
}

static bool changes_into(const shoogi_variant *v, shoogi_kind kind, const bool *wanted)
{
    for (size_t i = 0; i < v->change_count; i++)
        for (int side = 0; side < 2; side++) {
            const shoogi_kind *const becomes = v->changes[i].becomes[side];
            const shoogi_kind form = becomes ? becomes[v->kind[kind].number] : 0;
            if (form != 0 && form != SHG_REMOVED_KIND && wanted[form])
                return true;
        }
    return false;
}

/* Whether a piece of the kind may turn into one that is wanted while it is on the board; contagion aside. */
static bool turns_into(const shoogi_variant *v, shoogi_kind kind, const bool *wanted)
{
    const shg_kind *const k = &v->kind[kind];
    for (size_t i = 0; i < k->promotion_count; i++)
        if (wanted[k->promotions[i]])
            return true;
    if (v->rules.flip != SHG_FLIP_NONE && wanted[k->base])
        return true;
    for (unsigned sq = 0; k->morph && sq < v->squares; sq++)
        if (k->morph[sq] != 0 && k->morph[sq] != SHG_MORPH_BARRED && wanted[k->morph[sq]])
            return true;
    for (unsigned victim = 1; k->matrix && victim <= v->kinds; victim++)
        if (k->matrix[victim] == SHG_CAPTURE_BECOMES && wanted[victim])
            return true;
    return changes_into(v, kind, wanted);
}

/* Whether pieces of the kind come about on the board in other ways than by a drop. */
static bool comes_about(const shoogi_variant *v, shoogi_kind kind)
{
    bool wanted[SHOOGI_KINDS_MAX + 1] = { false };
    wanted[kind] = true;
    if (wants_contagion(v, wanted))
        return true;
    for (unsigned k = 1; k <= v->kinds; k++)
        if (k != kind && turns_into(v, (shoogi_kind)k, wanted))
            return true;
    return false;
}

/* Adds the pieces that may turn into one of the set, in any number of steps. */
static void add_origins(const shoogi_variant *v, piece_set *set)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (int colour = 0; colour < 2; colour++) {
            bool *const board = set->has[ON_BOARD][colour], *const hand = set->has[IN_HAND][colour];
            const bool *const into = set->has[IN_HAND][v->rules.holdings_own ? colour : 1 - colour];
            const bool by_contagion = wants_contagion(v, board);
            for (unsigned k = 1; k <= v->kinds; k++) {
                const shg_kind *const kind = &v->kind[k];
                /* A drop, or a promotion to a piece in hand. */
                if (board[k] && !(hand[k] && hand[kind->hand_kind]))
                    hand[k] = hand[kind->hand_kind] = grows = true;
                if (!board[k] && (by_contagion || turns_into(v, (shoogi_kind)k, board) ||
                                  (kind->captured_as != 0 && into[kind->captured_as])))
                    board[k] = grows = true;
            }
        }
    }
}

/* --- pieces beyond the box ----------------------------------------------------------------------- */

static void count_pieces(piece_counts *now, piece_counts *start, const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    memset(now, 0, sizeof *now);
    memset(start, 0, sizeof *start);
    for (unsigned sq = 0; sq < v->squares; sq++) {
        now->of[ON_BOARD][shg_code_colour(p->square[sq])][shg_code_kind(p->square[sq])]++;
        start->of[ON_BOARD][shg_code_colour(v->start[sq])][shg_code_kind(v->start[sq])]++;
    }
    for (int colour = 0; colour < 2; colour++)
        for (unsigned k = 1; k <= v->kinds; k++) {
            now->of[IN_HAND][colour][k] = p->hand[colour][k];
            start->of[IN_HAND][colour][k] = v->start_hand[colour][k];
        }
}

/* All pieces that the game had at its start as one of a set, which no move makes more of, and those there are now. */
typedef struct balance {
    piece_set origins;
    unsigned count, limit; /* now and at the start */
    unsigned size;         /* of the set */
} balance;

static unsigned excess(const balance *b)
{
    return b->count > b->limit ? b->count - b->limit : 0;
}

static void find_balance(balance *b, const shoogi_variant *v, const piece_counts *now,
                         const piece_counts *start, int place, int colour, unsigned kind)
{
    memset(b, 0, sizeof *b);
    b->origins.has[place][colour][kind] = true;
    add_origins(v, &b->origins);
    for (int at = 0; at < PLACES; at++)
        for (int c = 0; c < 2; c++)
            for (unsigned k = 1; k <= v->kinds; k++) {
                if (!b->origins.has[at][c][k])
                    continue;
                b->count += now->of[at][c][k];
                b->limit += start->of[at][c][k];
                b->size++;
            }
}

/* The excess of each kind, and the size of its set. */
typedef struct excesses {
    unsigned of[PLACES][2][SHOOGI_KINDS_MAX + 1];
    uint16_t size[PLACES][2][SHOOGI_KINDS_MAX + 1];
} excesses;

/* Whether the fault has been reported for another kind of the set: nine pawns are not also too many pieces for a queen. */
static bool is_reported_elsewhere(const shoogi_variant *v, const balance *b, const excesses *all,
                                  int place, int colour, unsigned kind)
{
    for (int at = 0; at < PLACES; at++)
        for (int c = 0; c < 2; c++)
            for (unsigned k = 1; k <= v->kinds; k++) {
                const bool before = at != place ? at < place : c != colour ? c < colour : k < kind;
                if (b->origins.has[at][c][k] && all->of[at][c][k] >= excess(b) &&
                    (all->size[at][c][k] < b->size || before))
                    return true;
            }
    return false;
}

static void find_too_many(found *f, const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    piece_counts now, start;
    excesses all;
    balance b;
    bool any = false;
    count_pieces(&now, &start, p);
    memset(&all, 0, sizeof all);
    for (int at = 0; at < PLACES; at++)
        for (int c = 0; c < 2; c++)
            for (unsigned k = 1; k <= v->kinds; k++) {
                if (now.of[at][c][k] == 0)
                    continue;
                find_balance(&b, v, &now, &start, at, c, k);
                all.of[at][c][k] = excess(&b);
                all.size[at][c][k] = (uint16_t)b.size;
                any = any || excess(&b) > 0;
            }
    for (int at = 0; at < PLACES && any; at++)
        for (int c = 0; c < 2; c++)
            for (unsigned k = 1; k <= v->kinds; k++) {
                if (all.of[at][c][k] == 0)
                    continue;
                find_balance(&b, v, &now, &start, at, c, k);
                if (is_reported_elsewhere(v, &b, &all, at, c, k))
                    continue;
                bool sides[2] = { false, false };
                for (unsigned i = 1; i <= v->kinds; i++)
                    for (int side = 0; side < 2; side++)
                        sides[side] = sides[side] || b.origins.has[ON_BOARD][side][i];
                const bool both = sides[0] && sides[1];
                report(f, (shoogi_position_fault){
                              .reason = SHOOGI_POSITION_FAULT_TOO_MANY_PIECES,
                              .colour = both ? SHOOGI_BLACK : (shoogi_colour)c,
                              .both_sides = both,
                              .kind = shoogi_variant_kind_in_box(v, (shoogi_kind)k),
                              .square = SHOOGI_NO_SQUARE,
                              .count = b.count,
                              .limit = b.limit });
            }
}

unsigned shoogi_position_missing(const shoogi_position *position, shoogi_kind kind)
{
    const shoogi_variant *const v = position->variant;
    assert(kind >= 1 && kind <= v->kinds);
    piece_counts now, start;
    unsigned had = 0, has = 0;
    count_pieces(&now, &start, position);
    for (unsigned k = 1; k <= v->kinds; k++) {
        if (shoogi_variant_kind_in_box(v, (shoogi_kind)k) != kind)
            continue;
        for (int at = 0; at < PLACES; at++)
            for (int c = 0; c < 2; c++) {
                had += start.of[at][c][k];
                has += now.of[at][c][k];
            }
    }
    return had > has ? had - has : 0;
}

/* --- royals and checks --------------------------------------------------------------------------- */

static void find_lost_royals(found *f, const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    if (!v->rules.check_strict || v->rules.royal_pair)
        return;
    for (int colour = 0; colour < 2; colour++) {
        bool began = false, waits = false;
        for (unsigned sq = 0; sq < v->squares; sq++)
            began = began ||
                    (v->start[sq] != 0 && shg_code_colour(v->start[sq]) == (shoogi_colour)colour &&
                     v->kind[shg_code_kind(v->start[sq])].royal);
        for (unsigned k = 1; k <= v->kinds; k++)
            waits = waits || (v->kind[k].royal && p->hand[colour][k] > 0);
        if (began && !waits && p->ops->royal_count(p, (shoogi_colour)colour) == 0)
            report(f, (shoogi_position_fault){ .reason = SHOOGI_POSITION_FAULT_NO_ROYAL,
                                               .colour = (shoogi_colour)colour,
                                               .square = SHOOGI_NO_SQUARE });
    }
}

/* The checks of colour's only royal. */
static shoogi_position_fault checks_of(const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_square royal = p->ops->royal(p, colour);
    shoogi_position_fault fault = { .colour = colour, .square = royal };
    if (royal != SHOOGI_NO_SQUARE) {
        fault.kind = shg_code_kind(p->square[royal]);
        fault.count = (unsigned)p->ops->attackers(p, royal, shoogi_colour_other(colour), NULL, 0);
    }
    return fault;
}

static void find_left_in_check(found *f, const shoogi_position *p)
{
    shoogi_position_fault fault = checks_of(p, shoogi_colour_other(p->side));
    fault.reason = SHOOGI_POSITION_FAULT_ROYAL_LEFT_IN_CHECK;
    if (p->variant->rules.check_strict && fault.count > 0)
        report(f, fault);
}

/* Whether a ride passes over no square of its line: two of them would be opened by one piece. */
static bool visits_each_square(const shg_ride *ride)
{
    int a = abs(ride->right), b = abs(ride->forward);
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

/* Whether each move only carries one piece from square to square, or drops one, in straight lines, and takes at most the
 * piece on its destination away. */
static bool has_simple_moves(const shoogi_variant *v)
{
    bool simple = v->change_count == 0 && !shg_borrows(v) && !v->rules.immobilises &&
                  v->rules.royal_in_hand == SHG_WAITING_FREE;
    for (unsigned k = 1; k <= v->kinds && simple; k++) {
        const shg_kind *const kind = &v->kind[k];
        simple = kind->betza.chain_count == 0 && kind->betza.sweep_count == 0 &&
                 kind->betza.universal == 0 && !kind->betza.imitates && kind->shooting.count == 0 &&
                 !kind->burns && !kind->matrix && kind->jump_rank == 0;
        for (size_t i = 0; i < kind->betza.ride_count && simple; i++)
            simple = kind->betza.rides[i].reach == 1 || visits_each_square(&kind->betza.rides[i]);
    }
    return simple;
}

/* The piece that moved gives check, and one line is opened by its leaving.  Lines through one square to the royal are one
 * line, on which only the nearest piece gives check. */
static void find_too_many_checks(found *f, const shoogi_position *p)
{
    enum { CHECKERS_MAX = 2 };
    shoogi_position_fault fault = checks_of(p, p->side);
    fault.reason = SHOOGI_POSITION_FAULT_TOO_MANY_CHECKERS;
    fault.limit = CHECKERS_MAX;
    if (p->variant->rules.check_strict && fault.count > CHECKERS_MAX && has_simple_moves(p->variant))
        report(f, fault);
}

/* --- squares on which a piece cannot be ---------------------------------------------------------- */

static bool has_drops(const shoogi_variant *v, shoogi_kind kind)
{
    return v->rules.drops && v->kind[kind].hand_kind != 0;
}

/* Whether some move puts a captured piece on another square. */
static bool has_unloads(const shoogi_variant *v)
{
    for (unsigned k = 1; k <= v->kinds; k++)
        for (size_t i = 0; i < v->kind[k].betza.chain_count; i++)
            for (size_t n = 0; n < v->kind[k].betza.chains[i].leg_count; n++)
                if (v->kind[k].betza.chains[i].legs[n].modes & SHG_MODE_UNLOAD)
                    return true;
    return false;
}

static void find_stuck(found *f, const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    if (!v->rules.must_move || v->rules.flip != SHG_FLIP_NONE || has_unloads(v))
        return;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const shg_code code = p->square[sq];
        const shoogi_kind kind = shg_code_kind(code);
        const shoogi_colour colour = shg_code_colour(code);
        if (code == 0 || code == v->start[sq] || v->kind[kind].promotion_count == 0 ||
            shg_can_ever_move(v, kind, colour, (shoogi_square)sq) ||
            (has_drops(v, kind) && !v->rules.drop_no_moves_barred) || comes_about(v, kind))
            continue;
        report(f, (shoogi_position_fault){ .reason = SHOOGI_POSITION_FAULT_NO_MOVES,
                                           .colour = colour,
                                           .kind = kind,
                                           .square = (shoogi_square)sq,
                                           .count = 1 });
    }
}

/* Whether no move of a piece of the kind changes its file, or the colour of its square. */
static bool keeps_file(const shoogi_variant *v, shoogi_kind kind, bool shade)
{
    const shg_betza *const b = &v->kind[kind].betza;
    bool keeps = b->chain_count == 0 && b->sweep_count == 0 && b->universal == 0 && !b->imitates &&
                 !shg_borrows(v);
    for (size_t i = 0; i < b->ride_count; i++)
        keeps = keeps && (shade ? (b->rides[i].right + b->rides[i].forward) % 2 == 0
                                : b->rides[i].right == 0);
    return keeps;
}

/* A limit on drops: at most so many of a kind in one part of the board. */
typedef struct drop_limit {
    shoogi_position_fault_reason reason;
    unsigned parts;
    unsigned (*part_of)(const shoogi_variant *v, shoogi_square square);
    /* The number; 0: no limit, or moves may exceed it. */
    unsigned (*most)(const shoogi_variant *v, shoogi_kind kind);
} drop_limit;

static unsigned most_per_file(const shoogi_variant *v, shoogi_kind kind)
{
    return v->rules.file_limit_moves || keeps_file(v, kind, false) ? v->kind[kind].drop_per_file
                                                                   : 0;
}

static unsigned most_per_shade(const shoogi_variant *v, shoogi_kind kind)
{
    return v->kind[kind].drop_per_shade && keeps_file(v, kind, true);
}

static unsigned most_on_board(const shoogi_variant *v, shoogi_kind kind)
{
    return v->kind[kind].drop_one;
}

static unsigned whole_board(const shoogi_variant *v, shoogi_square square)
{
    (void)v;
    (void)square;
    return 0;
}

static void find_over_limit(found *f, const shoogi_position *p, const drop_limit *limit,
                            shg_code code)
{
    const shoogi_variant *const v = p->variant;
    unsigned count[SHOOGI_FILES_MAX] = { 0 }, began[SHOOGI_FILES_MAX] = { 0 };
    shoogi_square first[SHOOGI_FILES_MAX];
    const unsigned most = limit->most(v, shg_code_kind(code));
    if (most == 0 || !has_drops(v, shg_code_kind(code)) || comes_about(v, shg_code_kind(code)))
        return;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const unsigned part = limit->part_of(v, (shoogi_square)sq);
        began[part] += v->start[sq] == code;
        if (p->square[sq] == code && count[part]++ == 0)
            first[part] = (shoogi_square)sq;
    }
    for (unsigned part = 0; part < limit->parts; part++) {
        const unsigned can = began[part] > most ? began[part] : most;
        if (count[part] > can)
            report(f, (shoogi_position_fault){ .reason = limit->reason,
                                               .colour = shg_code_colour(code),
                                               .kind = shg_code_kind(code),
                                               .square = first[part],
                                               .count = count[part],
                                               .limit = can });
    }
}

static void find_over_limits(found *f, const shoogi_position *p)
{
    const drop_limit limits[] = {
        { SHOOGI_POSITION_FAULT_FILE_LIMIT, p->variant->files, shg_file_of, most_per_file },
        { SHOOGI_POSITION_FAULT_SHADE_LIMIT, 2, shg_shade_of, most_per_shade },
        { SHOOGI_POSITION_FAULT_BOARD_LIMIT, 1, whole_board, most_on_board },
    };
    if (has_unloads(p->variant))
        return;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        for (unsigned k = 1; k <= p->variant->kinds; k++)
            for (int colour = 0; colour < 2; colour++)
                find_over_limit(f, p, &limits[i],
                                shg_code_of((shoogi_kind)k, (shoogi_colour)colour));
}

/* Whether each piece is where it is at the start, pieces given as a handicap aside: a game may begin with a check. */
static bool is_start(const shoogi_position *p)
{
    bool same = true;
    for (unsigned sq = 0; sq < p->variant->squares && same; sq++)
        same = p->square[sq] == 0 || p->square[sq] == p->variant->start[sq];
    return same;
}

size_t shoogi_position_faults(const shoogi_position *position, shoogi_position_fault *faults,
                              size_t faults_max)
{
    found f = { faults, 0, faults_max };
    find_too_many(&f, position);
    find_lost_royals(&f, position);
    if (!is_start(position)) {
        find_left_in_check(&f, position);
        find_too_many_checks(&f, position);
    }
    find_stuck(&f, position);
    find_over_limits(&f, position);
    return f.count;
}
