#include "support/ref_rules.h"

#include "base/hash.h"
#include "core/board/board_ops.h"
#include "core/variant/piece_rules.h"
#include "core/variant/square.h"
#include "core/variant/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Rules are cited as "Heading" of docs/variant-format.md, or of docs/xbetza.md where that is said. */

/* Everything that tells one position from another, and what later moves may ask of earlier ones. */
typedef struct state {
    shg_code square[SHOOGI_SQUARES_MAX];
    uint16_t hand[2][SHOOGI_KINDS_MAX + 1];
    shoogi_colour side;
    shoogi_square mark;               /* of counterStrike */
    bool unmoved[SHOOGI_SQUARES_MAX]; /* the piece there has not moved */
    /* Where the move before ended, if it may be captured en passant, and on which squares. */
    shoogi_square push_to;
    bool marked[SHOOGI_SQUARES_MAX];
    shoogi_kind last_kind;  /* the kind that moved last, as it was before it moved */
    unsigned royals_had[2]; /* the most royals each side has had; a pair as one */
    uint16_t checks[2];     /* the checks that each side has given, where they count */
} state;

struct shg_ref {
    const shoogi_variant *v;
    state *states;      /* [count], the last being the position on the board */
    shoogi_move *moves; /* [count]: moves[i] led from states[i] to states[i + 1] */
    size_t count, room;
    shoogi_colour began; /* made the first move of the game, or is to make it */
};

static const state *now(const shg_ref *ref)
{
    return &ref->states[ref->count - 1];
}

static shoogi_kind kind_on(const state *s, shoogi_square square)
{
    return shg_code_kind(s->square[square]);
}

static bool is_piece(const state *s, shoogi_square square, shoogi_colour colour)
{
    return s->square[square] != 0 && shg_code_colour(s->square[square]) == colour;
}

static bool is_royal(const shoogi_variant *v, const state *s, shoogi_square square,
                     shoogi_colour colour)
{
    return is_piece(s, square, colour) && v->kind[kind_on(s, square)].royal;
}

static unsigned count_royals(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    unsigned count = 0;
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        count += is_royal(v, s, sq, colour);
    return count;
}

/* "Royals and the end of the game", royalPair: what keeps each side in the game, its royals or, where it has none, the
 * pair. */
static void count_lives(unsigned lives[2], const shoogi_variant *v, const state *s)
{
    unsigned royals[2] = { 0, 0 };
    bool has[2][3] = { { false }, { false } };
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        if (s->square[sq] == 0)
            continue;
        const shg_kind *const kind = &v->kind[kind_on(s, sq)];
        const shoogi_colour colour = shg_code_colour(s->square[sq]);
        royals[colour] += kind->royal;
        has[colour][kind->royal_pair] = true;
    }
    for (int colour = 0; colour < 2; colour++)
        lives[colour] = royals[colour] > 0 ? royals[colour] : has[colour][1] && has[colour][2];
}

/* --- the paths of a piece: docs/xbetza.md ---------------------------------------------------------- */

/* A leg of a path that marks its squares for capture en passant, and the one before it. */
typedef struct mark {
    const shg_leg *leg;
    shoogi_square from;
    unsigned direction, steps;
    bool left, last;
    const struct mark *before;
} mark;

/* One of them: what is taken on the way, in order, and where it ends; nothing of what it becomes there. */
typedef struct path {
    shoogi_square to;
    shoogi_square taken[SHOOGI_VIA_MAX];
    unsigned taken_count;
    shoogi_square stop; /* where the first leg ended */
    bool unloads;       /* what is taken at the end is put down at the start */
    bool by_zone;       /* it came into the promotion zone from outside */
    const mark *marks;  /* NULL: none */
} path;

typedef void found_fn(void *context, const path *p);

/* In place of the number of a leg. */
enum { BY_RIDE = SHG_LEGS_MAX };

/* A piece on its way. */
typedef struct walker {
    const shoogi_variant *v;
    const state *s;
    shoogi_square from;
    shoogi_colour colour;
    bool borrowing; /* the moves of another kind */
    const shg_chain *chain;
    found_fn *found; /* called with each path, with some again and again */
    void *context;
} walker;

static bool was_taken(const path *p, shoogi_square square)
{
    for (unsigned i = 0; i < p->taken_count; i++)
        if (p->taken[i] == square)
            return true;
    return false;
}

/* "Legs": the origin of the piece is empty, and so is a square on which this move captured. */
static bool is_empty(const walker *w, const path *p, shoogi_square square)
{
    return w->s->square[square] == 0 || square == w->from || was_taken(p, square);
}

static bool is_friend(const walker *w, shoogi_square square)
{
    return square != w->from && is_piece(w->s, square, w->colour);
}

/* "Modes", c d k t.  "Captures": iron is never taken. */
static bool may_take(const walker *w, uint32_t modes, shoogi_square square)
{
    const shg_kind *victim = &w->v->kind[kind_on(w->s, square)];
    if (is_friend(w, square))
        return modes & SHG_MODE_DESTROY;
    if (victim->uncapturable)
        return false;
    if (victim->royal)
        return (modes & SHG_MODE_ROYAL) || ((modes & SHG_MODE_CAPTURE) && !(modes & SHG_MODE_TAME));
    return modes & SHG_MODE_CAPTURE;
}

static void go_on(const walker *w, unsigned k, shoogi_square at, unsigned direction, unsigned steps,
                  path p);

/* "Captures", shotCover: a piece still on the board protects the one on a square from shots of a kind at another. */
static bool is_covered(const walker *w, const path *p, shoogi_kind shooter, shoogi_square at,
                       shoogi_square square)
{
    const bool any = w->v->kind[shooter].shooting.cover;
    for (shoogi_square sq = 0; any && sq < w->v->squares; sq++)
        if (sq != at && !is_empty(w, p, sq) && !is_friend(w, sq) &&
            shg_is_covered(w->v, shooter, kind_on(w->s, sq), shg_distance(w->v, sq, square)))
            return true;
    return false;
}

/* "Captures", shoots: after leg k the piece shoots one piece after another, and goes on or ends after any of them. */
static void shoot(const walker *w, unsigned k, shoogi_square at, unsigned direction, unsigned steps,
                  const path *p, unsigned left)
{
    const shoogi_kind shooter = kind_on(w->s, w->from);
    const shg_shooting *shooting = &w->v->kind[shooter].shooting;
    for (size_t i = 0; left > 0 && i < shooting->ride_count; i++) {
        const shg_ride *ride = &shooting->ride[i];
        for (unsigned n = 1; ride->reach == 0 || n <= ride->reach; n++) {
            const shoogi_square sq = shg_ride_square(w->v, ride, w->colour, at, (int)n);
            if (sq == SHOOGI_NO_SQUARE)
                break;
            if (is_empty(w, p, sq))
                continue;
            if (!is_friend(w, sq) && (ride->modes & SHG_MODE_CAPTURE) &&
                shg_may_shoot(w->v, shooter, kind_on(w->s, sq), shg_distance(w->v, at, sq)) &&
                !is_covered(w, p, shooter, at, sq)) {
                path q = *p;
                q.taken[q.taken_count++] = sq;
                go_on(w, k, at, direction, steps, q);
                shoot(w, k, at, direction, steps, &q, left - 1);
            }
            break;
        }
    }
}

/* Leg k has come to a square on which it may end.  A piece shoots only after moves of its own. */
static void arrive(const walker *w, unsigned k, shoogi_square at, unsigned direction,
                   unsigned steps, path p)
{
    go_on(w, k, at, direction, steps, p);
    if (!w->borrowing)
        shoot(w, k, at, direction, steps, &p, w->v->kind[kind_on(w->s, w->from)].shooting.count);
}

/* "Range": over empty squares, up to the first piece. */
static void walk_ride(const walker *w, const shg_ride *ride)
{
    path p = { .stop = SHOOGI_NO_SQUARE };
    for (unsigned steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
        p.to = shg_ride_square(w->v, ride, w->colour, w->from, (int)steps);
        if (p.to == SHOOGI_NO_SQUARE)
            return;
        const bool empty = w->s->square[p.to] == 0;
        if (empty ? ride->modes & SHG_MODE_MOVE : may_take(w, ride->modes, p.to))
            arrive(w, BY_RIDE, p.to, 0, steps, p);
        if (!empty)
            return;
    }
}

/* "Atoms", U: to every other square. */
static void walk_anywhere(const walker *w, uint32_t modes)
{
    path p = { .stop = SHOOGI_NO_SQUARE };
    for (p.to = 0; p.to < w->v->squares; p.to++) {
        if (w->v->hole[p.to] || p.to == w->from)
            continue;
        if (w->s->square[p.to] == 0 ? modes & SHG_MODE_MOVE : may_take(w, modes, p.to))
            w->found(w->context, &p);
    }
}

/* One step right and forward, over the edges that the leg joins.  "Modes", o oo. */
static shoogi_square step(const walker *w, const shg_leg *leg, shoogi_square square, int right,
                          int forward, bool *round)
{
    const int files = (int)w->v->files, ranks = (int)w->v->ranks;
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
    const int file = (int)shg_file_of(w->v, square) + sign * right;
    const int rank = (int)shg_rank_of(w->v, square) + sign * forward;
    const bool beside = file < 0 || file >= files, beyond = rank < 0 || rank >= ranks;
    if ((beside && !(leg->modes & SHG_MODE_CYLINDER)) || (beyond && !(leg->modes & SHG_MODE_TORUS)))
        return SHOOGI_NO_SQUARE;
    *round = *round || beside || beyond;
    /* Leaps are shorter than 64, boards at least 1 wide. */
    const shoogi_square to =
        (shoogi_square)((file + 64 * files) % files * ranks + (rank + 64 * ranks) % ranks);
    return w->v->hole[to] ? SHOOGI_NO_SQUARE : to;
}

/* "Modes", z q: the direction of a step. */
static unsigned turned(const shg_leg *leg, unsigned direction, unsigned steps, bool left)
{
    unsigned turn = 0;
    if (leg->modes & SHG_MODE_CROOKED)
        turn = steps % 2 == 0 ? 2 : 0;
    if (leg->modes & SHG_MODE_CIRCULAR)
        turn = (steps - 1) % 8;
    return (direction + (left ? 8 - turn : turn)) % 8;
}

/* The square between a leap of two, for N the neighbour along its longer side. */
static shoogi_square midway(const walker *w, const shg_leg *leg, shoogi_square at, int right,
                            int forward)
{
    bool round = false;
    return step(w, leg, at, abs(right) == 1 ? 0 : right / 2, abs(forward) == 1 ? 0 : forward / 2,
                &round);
}

static bool is_free(const walker *w, const shg_leg *leg, const path *p, shoogi_square at, int right,
                    int forward)
{
    bool round = false;
    const shoogi_square square = step(w, leg, at, right, forward, &round);
    return square != SHOOGI_NO_SQUARE && is_empty(w, p, square);
}

/* "Modes", n: whether all squares of one of the ways of king's steps are free, as many steps as the leap is long, each
 * along its longer side, some of them diagonal towards its end. */
static bool has_free_way(const walker *w, const shg_leg *leg, const path *p, shoogi_square at,
                         int right, int forward)
{
    bool reached[64] = { true }; /* by the steps so far, of which so many were diagonal */
    const bool sideways = abs(right) > abs(forward);
    const int length = sideways ? abs(right) : abs(forward);
    const int width = sideways ? abs(forward) : abs(right);
    for (int steps = 1; steps < length; steps++)
        for (int n = width; n >= 0; n--) {
            const int x = sideways ? steps : n, y = sideways ? n : steps;
            reached[n] = (reached[n] || (n > 0 && reached[n - 1])) &&
                         is_free(w, leg, p, at, right < 0 ? -x : x, forward < 0 ? -y : y);
        }
    return reached[width] || reached[width - 1];
}

/* "Modes", n j: whether the squares between allow the leap. */
static bool between_allows(const walker *w, const shg_leg *leg, const path *p, shoogi_square at,
                           int right, int forward)
{
    const bool lame = leg->modes & SHG_MODE_LAME;
    if (leg->longer == 2) {
        const bool jumps = leg->modes & SHG_MODE_JUMP;
        if (!lame && !jumps)
            return true;
        const shoogi_square half = midway(w, leg, at, right, forward);
        if (half == SHOOGI_NO_SQUARE)
            return false;
        const bool empty = is_empty(w, p, half);
        return (!lame || empty) && (!jumps || !empty);
    }
    if (lame && right != 0 && forward != 0 && abs(right) != abs(forward))
        return has_free_way(w, leg, p, at, right, forward);
    for (int n = 1; lame && n < leg->longer; n++)
        if (!is_free(w, leg, p, at, right / leg->longer * n, forward / leg->longer * n))
            return false;
    return true;
}

/* "En passant": whether the last move may be captured on the square. */
static bool was_passed(const walker *w, shoogi_square square)
{
    return w->s->push_to != SHOOGI_NO_SQUARE && !is_piece(w->s, w->s->push_to, w->colour) &&
           w->s->marked[square];
}

static void walk_leg(const walker *w, unsigned k, shoogi_square at, unsigned before,
                     unsigned steps_before, const path *p);

/* Handles the square where leg k ended: the move ends there, or the next leg begins.  A repeatable leg may repeat or be
 * skipped.  "Legs", (x a y). */
static void go_on(const walker *w, unsigned k, shoogi_square at, unsigned direction, unsigned steps,
                  path p)
{
    if (k == BY_RIDE || k + 1 == w->chain->leg_count) {
        p.to = at;
        w->found(w->context, &p);
        return;
    }
    if (k == 0)
        p.stop = at;
    if (w->chain->legs[k].modes & SHG_MODE_LOOP)
        walk_leg(w, k, at, direction, steps, &p);
    bool loops;
    do {
        loops = w->chain->legs[++k].modes & SHG_MODE_LOOP;
        walk_leg(w, k, at, direction, steps, &p);
    } while (loops);
}

static void walk_kind(walker *w, shoogi_kind kind);

/* "Modes", x: moves as a friend of another kind that stands there. */
static void walk_as(const walker *w, shoogi_square square)
{
    if (w->borrowing || !is_friend(w, square) || kind_on(w->s, square) == kind_on(w->s, w->from))
        return;
    walker lent = *w;
    lent.borrowing = true;
    walk_kind(&lent, kind_on(w->s, square));
}

/* Leg k meets a piece. */
static void meet(const walker *w, unsigned k, shoogi_square at, unsigned direction, unsigned steps,
                 const path *p)
{
    const uint32_t modes = w->chain->legs[k].modes;
    const bool last = k + 1 == w->chain->leg_count;
    const shoogi_kind mover = kind_on(w->s, w->from), met = kind_on(w->s, at);
    const bool beyond = shg_chain_is_beyond(w->chain, k);
    if (modes & SHG_MODE_RELAY)
        walk_as(w, at);
    if (may_take(w, modes, at) && (!beyond || shg_may_capture_beyond(w->v, mover, met)) &&
        (last || shg_may_step_on(w->v, mover, met))) {
        path q = *p;
        q.unloads = modes & SHG_MODE_UNLOAD;
        if (!last)
            q.taken[q.taken_count++] = at;
        arrive(w, k, at, direction, steps, q);
    }
    if ((modes & SHG_MODE_HOP) && (is_friend(w, at) || !(modes & SHG_MODE_TAME)) &&
        shg_may_pass_over(w->v, mover, met))
        arrive(w, k, at, direction, steps, *p);
}

/* Leg k comes to a square on which it may end. */
static void land(const walker *w, unsigned k, shoogi_square at, unsigned direction, unsigned steps,
                 const path *p)
{
    const uint32_t modes = w->chain->legs[k].modes;
    if (!is_empty(w, p, at)) {
        meet(w, k, at, direction, steps, p);
        return;
    }
    if (modes & SHG_MODE_MOVE)
        arrive(w, k, at, direction, steps, *p);
    if ((modes & SHG_MODE_PASSANT) && was_passed(w, at) && !was_taken(p, w->s->push_to) &&
        may_take(w, SHG_MODE_CAPTURE | (modes & SHG_MODE_TAME), w->s->push_to)) {
        path q = *p;
        q.taken[q.taken_count++] = w->s->push_to;
        arrive(w, k, at, direction, steps, q);
    }
}

/* Leg k from one square in one direction, turning left or right if it turns.  "Legs" and "Modes". */
static void walk_ray(const walker *w, unsigned k, shoogi_square at, unsigned direction, bool left,
                     unsigned steps_before, const path *before)
{
    path gone = *before;
    const path *const p = &gone;
    const shg_leg *leg = &w->chain->legs[k];
    mark made = { .leg = leg,
                  .from = at,
                  .direction = direction,
                  .left = left,
                  .last = k + 1 == w->chain->leg_count,
                  .before = before->marks };
    if (leg->modes & SHG_MODE_MARK)
        gone.marks = &made;
    unsigned most = shg_steps_max(w->v, leg->range, w->colour, at);
    if ((leg->modes & SHG_MODE_CIRCULAR) && most > 7)
        most = 7;
    if (leg->modes & SHG_MODE_EQUAL)
        most = steps_before;
    bool round = false;
    for (unsigned steps = 1; steps <= most; steps++) {
        int right, forward;
        made.steps = steps;
        shg_leg_step(leg, turned(leg, direction, steps, left), &right, &forward);
        if (!between_allows(w, leg, p, at, right, forward))
            return;
        const bool outside = !shg_in_zone(w->v, w->colour, at);
        at = step(w, leg, at, right, forward, &round);
        if (at == SHOOGI_NO_SQUARE || (round && at == w->from))
            return; /* around the edge the piece blocks itself */
        gone.by_zone = gone.by_zone || (outside && shg_in_zone(w->v, w->colour, at));
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer == 1 && steps == 1)
            continue;
        const bool ends_here = !(leg->modes & SHG_MODE_EQUAL) || steps == steps_before;
        const bool empty = is_empty(w, p, at);
        if (ends_here)
            land(w, k, at, direction, steps, p);
        if (!empty)
            return;
    }
}

/* "Atoms", U with other letters than m and c. */
static void leap_anywhere(const walker *w, unsigned k, const path *p)
{
    for (shoogi_square sq = 0; sq < w->v->squares; sq++) {
        path q = *p;
        q.by_zone = !shg_in_zone(w->v, w->colour, w->from) && shg_in_zone(w->v, w->colour, sq);
        if (!w->v->hole[sq] && sq != w->from)
            land(w, k, sq, 0, 1, &q);
    }
}

/* Leg k from a square, after a leg that went so many steps in direction before.  "Legs": the directions of
 * a later leg are relative. */
static void walk_leg(const walker *w, unsigned k, shoogi_square at, unsigned before,
                     unsigned steps_before, const path *p)
{
    const shg_leg *leg = &w->chain->legs[k];
    if (leg->modes & SHG_MODE_ANYWHERE) {
        leap_anywhere(w, k, p);
        return;
    }
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = k == 0 ? n : shg_leg_turn(leg, before, n);
        walk_ray(w, k, at, direction, false, steps_before, p);
        if (leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR))
            walk_ray(w, k, at, direction, true, steps_before, p);
    }
}

/* "Modes", i ii iii: only a piece that has not moved; only one rank in front of its start; only from the last rank. */
static bool may_begin(const walker *w, const shg_leg *leg)
{
    if (leg->modes & SHG_MODE_FAR)
        return shg_ranks_ahead(w->v, w->colour, w->from) == 0;
    if (leg->modes & SHG_MODE_SECOND) {
        const shg_ride back = { 0, -1, 1, 0 };
        const shoogi_square behind = shg_ride_square(w->v, &back, w->colour, w->from, 1);
        return behind != SHOOGI_NO_SQUARE && w->v->start[behind] == w->s->square[w->from];
    }
    return !(leg->modes & SHG_MODE_INITIAL) || w->s->unmoved[w->from];
}

/* All moves of a kind from the square of the piece. */
static void walk_kind(walker *w, shoogi_kind kind)
{
    const shg_betza *betza = &w->v->kind[kind].betza;
    for (size_t i = 0; i < betza->ride_count; i++)
        walk_ride(w, &betza->rides[i]);
    if (betza->universal)
        walk_anywhere(w, betza->universal);
    for (size_t i = 0; i < betza->chain_count; i++) {
        w->chain = &betza->chains[i];
        const path p = { .stop = SHOOGI_NO_SQUARE };
        if (may_begin(w, &w->chain->legs[0]))
            walk_leg(w, 0, w->from, 0, 0, &p);
    }
}

/* "Borrowed moves", borrow: whether the piece on square lends its moves to the one on from, as the words of one side
 * have it.  right, forward: from the borrower to it, as the borrower sees the board. */
static bool lends_by_place(unsigned words, int right, int forward)
{
    const int across = abs(right), along = abs(forward);
    return ((words & SHG_BORROW_BEHIND) && right == 0 && forward == -1) ||
           ((words & SHG_BORROW_FRONT) && right == 0 && forward == 1) ||
           ((words & SHG_BORROW_BESIDE) && across == 1 && forward == 0) ||
           ((words & SHG_BORROW_KNIGHTS) && across * along == 2);
}

/* Whether two squares of a file or of a rank are counterparts: the line of pieces to which they belong, cut at the
 * other side's pieces unless any side counts, has its middle between them. */
static bool are_counterparts(const shoogi_variant *v, const state *s, shoogi_square a,
                             shoogi_square b, bool on_file, bool any)
{
    const shoogi_colour colour = shg_code_colour(s->square[a]);
    const unsigned line = on_file ? shg_file_of(v, a) : shg_rank_of(v, a);
    if (line != (on_file ? shg_file_of(v, b) : shg_rank_of(v, b)))
        return false;
    const unsigned length = on_file ? v->ranks : v->files;
    const unsigned from = on_file ? shg_rank_of(v, a) : shg_file_of(v, a);
    const unsigned to = on_file ? shg_rank_of(v, b) : shg_file_of(v, b);
    for (unsigned first = 0; first < length; first++)
        for (unsigned last = first; last < length; last++) {
            bool whole = true;
            for (unsigned i = first; i <= last; i++) {
                const unsigned square = on_file ? line * v->ranks + i : i * v->ranks + line;
                whole = whole && s->square[square] != 0 &&
                        (any || shg_code_colour(s->square[square]) == colour);
            }
            const unsigned before =
                on_file ? line * v->ranks + first - 1 : (first - 1) * v->ranks + line;
            const unsigned after =
                on_file ? line * v->ranks + last + 1 : (last + 1) * v->ranks + line;
            const bool begins = first == 0 || s->square[before] == 0 ||
                                (!any && shg_code_colour(s->square[before]) != colour);
            const bool ends = last + 1 == length || s->square[after] == 0 ||
                              (!any && shg_code_colour(s->square[after]) != colour);
            if (whole && begins && ends && first <= from && from <= last)
                return from != to && from + to == first + last;
        }
    return false;
}

/* Whether a piece could go from one square to another, with a friend of the borrower there, by its own moves. */
static bool could_capture(const shoogi_variant *v, const state *s, shoogi_square from,
                          shoogi_square to)
{
    const shoogi_colour colour = shg_code_colour(s->square[from]);
    const shg_betza *const betza = &v->kind[kind_on(s, from)].betza;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        for (unsigned steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
            const shoogi_square at = shg_ride_square(v, ride, colour, from, (int)steps);
            if (at == SHOOGI_NO_SQUARE)
                break;
            if (at == to && (ride->modes & SHG_MODE_CAPTURE))
                return true;
            if (s->square[at] != 0)
                break;
        }
    }
    return false;
}

static bool lends(const shoogi_variant *v, const state *s, shoogi_square lender, shoogi_square from)
{
    if (s->square[lender] == 0 || lender == from)
        return false;
    const shoogi_colour colour = shg_code_colour(s->square[from]);
    const bool friend = shg_code_colour(s->square[lender]) == colour;
    const unsigned friends = v->rules.borrow[0], enemies = v->rules.borrow[1];
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    const int right = sign * ((int)shg_file_of(v, lender) - (int)shg_file_of(v, from)),
              forward = sign * ((int)shg_rank_of(v, lender) - (int)shg_rank_of(v, from));
    return lends_by_place(friend ? friends : enemies, right, forward) ||
           ((friends & SHG_BORROW_FILE) &&
            are_counterparts(v, s, from, lender, true, enemies & SHG_BORROW_FILE)) ||
           ((friends & SHG_BORROW_RANK) &&
            are_counterparts(v, s, from, lender, false, enemies & SHG_BORROW_RANK)) ||
           ((friends & SHG_BORROW_GUARDS) && friend && could_capture(v, s, lender, from));
}

static bool moves_by_its_own(const shoogi_variant *v, const state *s, shoogi_square from)
{
    bool borrows = false;
    for (shoogi_square sq = 0; sq < v->squares && shg_borrows(v); sq++)
        borrows = borrows || lends(v, s, sq, from);
    return !borrows || (v->rules.borrow[0] & SHG_BORROW_OWN);
}

/* Calls found with all paths of the piece on from, ignoring check and trade rules. */
static void walk(const shoogi_variant *v, const state *s, shoogi_square from, found_fn *found,
                 void *context)
{
    walker w = { .v = v,
                 .s = s,
                 .from = from,
                 .colour = shg_code_colour(s->square[from]),
                 .found = found,
                 .context = context };
    for (shoogi_square sq = 0; sq < v->squares && shg_borrows(v); sq++)
        if (lends(v, s, sq, from))
            walk_kind(&w, kind_on(s, sq));
    if (!moves_by_its_own(v, s, from))
        return;
    walk_kind(&w, kind_on(s, from));
    if (v->kind[kind_on(s, from)].betza.imitates && s->last_kind != 0) { /* "Atoms", I */
        w.borrowing = true;
        walk_kind(&w, s->last_kind);
    }
}

/* --- range jumps: docs/xbetza.md, "Legs" ----------------------------------------------------------- */

typedef void swept_fn(void *context, shoogi_square to);

/* Whether the piece on from may pass over and capture the one on square. */
static bool may_sweep(const shoogi_variant *v, const state *s, const shg_ride *sweep,
                      shoogi_square from, shoogi_square square)
{
    const bool friend = is_piece(s, square, shg_code_colour(s->square[from]));
    return (sweep->modes & (friend ? SHG_MODE_DESTROY : SHG_MODE_CAPTURE)) &&
           (friend || !v->kind[kind_on(s, square)].uncapturable) &&
           shg_may_pass_over(v, kind_on(s, from), kind_on(s, square));
}

/* Calls found with each square on which a range jump of the piece on from may end. */
static void sweep(const shoogi_variant *v, const state *s, shoogi_square from, swept_fn *found,
                  void *context)
{
    const shoogi_kind k = kind_on(s, from);
    const shoogi_colour colour = shg_code_colour(s->square[from]);
    for (size_t i = 0; i < v->kind[k].betza.sweep_count; i++) {
        const shg_ride *ride = &v->kind[k].betza.sweeps[i];
        bool over = false;
        for (int steps = 1;; steps++) {
            const shoogi_square to = shg_ride_square(v, ride, colour, from, steps);
            if (to == SHOOGI_NO_SQUARE)
                break;
            const bool empty = s->square[to] == 0;
            if (over &&
                (empty || (!is_piece(s, to, colour) && !v->kind[kind_on(s, to)].uncapturable &&
                           shg_may_capture_beyond(v, k, kind_on(s, to)))))
                found(context, to);
            if (!empty && !may_sweep(v, s, ride, from, to))
                break;
            over = over || !empty;
        }
    }
}

/* The squares strictly between two that lie on one line of a queen, the nearest to from first; how many. */
static unsigned between(const shoogi_variant *v, shoogi_square from, shoogi_square to,
                        shoogi_square squares[SHOOGI_FILES_MAX])
{
    int file = (int)shg_file_of(v, from), rank = (int)shg_rank_of(v, from);
    const int last_file = (int)shg_file_of(v, to), last_rank = (int)shg_rank_of(v, to);
    const int right = (last_file > file) - (last_file < file),
              down = (last_rank > rank) - (last_rank < rank);
    unsigned count = 0;
    for (;;) {
        file += right;
        rank += down;
        if (file == last_file && rank == last_rank)
            return count;
        squares[count++] = (shoogi_square)(file * (int)v->ranks + rank);
    }
}

/* --- attacks ------------------------------------------------------------------------------------- */

typedef struct attack {
    shoogi_square from, victim;
    bool found;
} attack;

/* The captures of a range jump: between its ends, and at the last square. */
typedef struct swept_attack {
    const shoogi_variant *v;
    attack a;
} swept_attack;

static void look_for_swept(void *context, shoogi_square to)
{
    swept_attack *look = context;
    shoogi_square over[SHOOGI_FILES_MAX];
    const unsigned count = between(look->v, look->a.from, to, over);
    look->a.found = look->a.found || to == look->a.victim;
    for (unsigned i = 0; i < count; i++)
        look->a.found = look->a.found || over[i] == look->a.victim;
}

static void look_for_victim(void *context, const path *p)
{
    attack *a = context;
    a->found = a->found || (p->to == a->victim && p->to != a->from) || was_taken(p, a->victim);
}

/* "Captures", nets: an enemy piece immobilises the one on square. */
static bool is_held(const shoogi_variant *v, const state *s, shoogi_square square)
{
    return v->rules.immobilises && shg_find_immobiliser(v, s->square, square) != SHOOGI_NO_SQUARE;
}

/* Whether the piece on from could capture the one on square, on the way or at the end of a move. */
static bool attacks(const shoogi_variant *v, const state *s, shoogi_square from,
                    shoogi_square square)
{
    const shoogi_colour by = shg_code_colour(s->square[from]);
    if (v->rules.royal_in_hand && shg_is_peaceful(v, s->hand[by], count_royals(v, s, by)))
        return false;
    if (is_held(v, s, from))
        return false;
    attack a = { from, square, false };
    swept_attack swept = { v, a };
    walk(v, s, from, look_for_victim, &a);
    sweep(v, s, from, look_for_swept, &swept);
    return a.found || swept.a.found;
}

/* Whether an enemy piece attacks the one on square. */
static bool is_attacked(const shoogi_variant *v, const state *s, shoogi_square square)
{
    const shoogi_colour by = shoogi_colour_other(shg_code_colour(s->square[square]));
    for (shoogi_square from = 0; from < v->squares; from++)
        if (is_piece(s, from, by) && attacks(v, s, from, square))
            return true;
    return false;
}

/* The lone royal of colour, or none. */
static shoogi_square lone_royal(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    shoogi_square royal = SHOOGI_NO_SQUARE;
    unsigned count = 0;
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        if (!is_royal(v, s, sq, colour))
            continue;
        royal = sq;
        count++;
    }
    return count == 1 ? royal : SHOOGI_NO_SQUARE;
}

static bool in_check(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    const shoogi_square royal = lone_royal(v, s, colour);
    return royal != SHOOGI_NO_SQUARE && is_attacked(v, s, royal);
}

/* --- making moves -------------------------------------------------------------------------------- */

/* The same move, of which another kind stands at the end. */
static shoogi_move with_kind(shoogi_move move, shoogi_kind kind, bool promotes)
{
    const shoogi_move others = SHOOGI_MOVE_KIND_BITS | SHOOGI_MOVE_PROMOTION;
    return (move & ~others) | (shoogi_move)kind << SHOOGI_MOVE_KIND |
           (promotes ? SHOOGI_MOVE_PROMOTION : 0);
}

/* The squares on which a move takes something, in order; how many. */
static unsigned victims_of(const shoogi_variant *v, const state *s, shoogi_move move,
                           shoogi_square victims[SHG_VICTIMS_MAX])
{
    shoogi_square over[SHOOGI_FILES_MAX];
    if (shoogi_move_is_castling(move))
        return 0;
    const unsigned over_count = move & SHOOGI_MOVE_CAPTURES_LINE
                                    ? between(v, shoogi_move_from(move), shoogi_move_to(move), over)
                                    : 0;
    shoogi_square squares[SHG_VISITED_MAX];
    const unsigned stops = shg_visited_squares(squares, move, v->ranks);
    unsigned count = 0;
    for (unsigned i = 0; i < over_count; i++)
        if (s->square[over[i]] != 0)
            victims[count++] = over[i];
    for (unsigned i = 0; i < stops; i++) {
        bool counted = squares[i] == shoogi_move_from(move) || s->square[squares[i]] == 0;
        for (unsigned k = 0; k < count; k++)
            counted = counted || victims[k] == squares[i];
        if (!counted)
            victims[count++] = squares[i];
    }
    return count;
}

static const shg_choice *choice_of(const shg_kind *kind, shoogi_kind form)
{
    for (size_t i = 0; kind->choices && i < kind->promotion_count; i++)
        if (kind->choices[i].kind == form)
            return &kind->choices[i];
    return NULL;
}

/* A move that is made, and the squares it marks. */
typedef struct marking {
    const walker *w;
    shoogi_square to;
    bool *marked; /* [SHOOGI_SQUARES_MAX] */
} marking;

/* "En passant": the empty squares on which a leg could be blocked, and where it ends if another follows. */
static void mark_squares(const marking *m, const mark *made)
{
    const shg_leg *leg = made->leg;
    shoogi_square at = made->from;
    bool round = false;
    for (unsigned n = 1; n <= made->steps; n++) {
        int right, forward;
        shg_leg_step(leg, turned(leg, made->direction, n, made->left), &right, &forward);
        if ((leg->modes & SHG_MODE_LAME) && leg->longer == 2)
            m->marked[midway(m->w, leg, at, right, forward)] = true;
        const bool straight = right == 0 || forward == 0 || abs(right) == abs(forward);
        for (int i = 1; (leg->modes & SHG_MODE_LAME) && straight && i < leg->longer; i++)
            m->marked[step(m->w, leg, at, right / leg->longer * i, forward / leg->longer * i,
                           &round)] = true;
        at = step(m->w, leg, at, right, forward, &round);
        const bool skipped = n == 1 && (leg->modes & SHG_MODE_JUMP) && leg->longer == 1;
        if (!skipped && (n < made->steps || !made->last) &&
            (m->w->s->square[at] == 0 || at == m->w->from))
            m->marked[at] = true;
    }
}

static void mark_path(void *context, const path *p)
{
    const marking *m = context;
    if (p->to != m->to || p->taken_count > 0)
        return;
    for (const mark *made = p->marks; made; made = made->before)
        mark_squares(m, made);
}

/* "En passant": fills in the squares that the side's own move from from to to marks; false: none.  It takes nothing. */
static bool find_marked(bool marked[SHOOGI_SQUARES_MAX], const shoogi_variant *v, const state *s,
                        shoogi_square from, shoogi_square to)
{
    walker w = { .v = v, .s = s, .from = from, .colour = s->side, .found = mark_path };
    marking m = { &w, to, marked };
    w.context = &m;
    bool any = false;
    const shg_betza *betza = &v->kind[kind_on(s, from)].betza;
    for (size_t i = 0; i < betza->chain_count; i++) {
        w.chain = &betza->chains[i];
        const path p = { .stop = SHOOGI_NO_SQUARE };
        if (shg_chain_marks(w.chain) && may_begin(&w, &w.chain->legs[0]))
            walk_leg(&w, 0, from, 0, 0, &p);
    }
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        any = any || marked[sq];
    return any;
}

/* Whether some piece captures en passant. */
static bool captures_en_passant(const shoogi_variant *v)
{
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        for (size_t i = 0; i < v->kind[k].betza.chain_count; i++)
            for (size_t n = 0; n < v->kind[k].betza.chains[i].leg_count; n++)
                if (v->kind[k].betza.chains[i].legs[n].modes & SHG_MODE_PASSANT)
                    return true;
    return false;
}

/* "Hands and drops", holdingsType: the kind in hand of a piece that the side to move captures.  "Captures",
 * counterStrike: its square is recorded. */
static void take(const shoogi_variant *v, state *s, shoogi_square square, bool marks)
{
    const shg_kind *victim = &v->kind[kind_on(s, square)];
    const shoogi_colour owner = shg_code_colour(s->square[square]);
    if (victim->captured_as != 0 && v->rules.holdings_own)
        s->hand[owner][victim->captured_as]++;
    else if (victim->captured_as != 0)
        s->hand[s->side][victim->captured_as]++;
    if (victim->counter_strike && owner != s->side && marks)
        s->mark = square;
    s->square[square] = 0;
}

/* A square and the eight next to it, as far as the board goes; returns how many. */
enum { AROUND_MAX = 9 };
static unsigned squares_around(const shoogi_variant *v, shoogi_square square,
                               shoogi_square out[AROUND_MAX])
{
    unsigned count = 0;
    for (int right = -1; right <= 1; right++)
        for (int up = -1; up <= 1; up++) {
            const unsigned file = shg_file_of(v, square) + (unsigned)right;
            const unsigned rank = shg_rank_of(v, square) + (unsigned)up;
            if (file < v->files && rank < v->ranks)
                out[count++] = (shoogi_square)(file * v->ranks + rank);
        }
    return count;
}

/* "Captures", burns: after its captures the piece ends next to an enemy piece that burns it. */
static bool is_burnt(const shoogi_variant *v, const state *s, shoogi_move move)
{
    shoogi_square victims[SHG_VICTIMS_MAX], near[AROUND_MAX];
    const unsigned count = victims_of(v, s, move, victims);
    const unsigned squares = squares_around(v, shoogi_move_to(move), near);
    for (unsigned n = 0; n < squares; n++) {
        const shoogi_square sq = near[n];
        bool burns = is_piece(s, sq, shoogi_colour_other(s->side)) && v->kind[kind_on(s, sq)].burns;
        for (unsigned i = 0; i < count; i++)
            burns = burns && victims[i] != sq;
        if (burns)
            return true;
    }
    return false;
}

/* burnMeeting: the piece, as the kind it becomes, burns its neighbours although it is burnt. */
static bool burns_in_turn(const shoogi_variant *v, shoogi_kind before, shoogi_kind after)
{
    return shg_starts_burning(v, before, after) && v->rules.burn_meeting != SHG_MEETING_MOVER;
}

/* Removes enemy pieces next to a square; burning ones only by burnMeeting=both. */
static void burn_around(const shoogi_variant *v, state *s, shoogi_square square)
{
    shoogi_square near[AROUND_MAX];
    const unsigned count = squares_around(v, square, near);
    for (unsigned i = 0; i < count; i++) {
        const shoogi_square sq = near[i];
        if (!is_piece(s, sq, shoogi_colour_other(s->side)) ||
            (v->kind[kind_on(s, sq)].burns && v->rules.burn_meeting != SHG_MEETING_BOTH))
            continue;
        s->square[sq] = 0;
        s->unmoved[sq] = false;
    }
}

static void make_drop(const shoogi_variant *v, state *s, shoogi_move move)
{
    const shoogi_kind kind = shoogi_move_kind(move);
    s->hand[s->side][v->kind[kind].hand_kind]--;
    s->square[shoogi_move_to(move)] = shg_code_of(kind, s->side);
    s->last_kind = kind;
}

/* docs/xbetza.md, "Castling": the first piece on the way, or beyond, comes to the square before the end. */
static void make_castling(const shoogi_variant *v, state *s, shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const int files = (int)shg_file_of(v, to) - (int)shg_file_of(v, from);
    const int ranks = (int)shg_rank_of(v, to) - (int)shg_rank_of(v, from);
    const int one = ((files > 0) - (files < 0)) * (int)v->ranks + (ranks > 0) - (ranks < 0);
    const shg_code castler = s->square[from];
    shoogi_square partner = (shoogi_square)(from + one);
    while (s->square[partner] == 0)
        partner = (shoogi_square)(partner + one);
    const shg_code other = s->square[partner];
    s->last_kind = kind_on(s, from);
    s->square[from] = s->square[partner] = 0;
    s->unmoved[from] = s->unmoved[partner] = false;
    s->square[to] = castler;
    s->square[to - one] = other;
    if (v->kind[shg_code_kind(castler)].burns)
        burn_around(v, s, to);
}

static void make_board_move(const shoogi_variant *v, state *s, shoogi_move move)
{
    if (shoogi_move_is_castling(move)) {
        make_castling(v, s, move);
        return;
    }
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const shg_kind *mover = &v->kind[kind_on(s, from)];
    const bool unloads = move & SHOOGI_MOVE_UNLOAD;
    const shg_code unloaded = unloads ? s->square[to] : 0;
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(v, s, move, victims) - unloads;
    const shoogi_kind before = kind_on(s, from), end = shoogi_move_kind(move);
    const bool burns = is_burnt(v, s, move) ? burns_in_turn(v, before, end)
                                            : shg_starts_burning(v, before, end) &&
                                                  !(move & SHOOGI_MOVE_SELF_DESTRUCT);
    if (from == to && count == 0) { /* "Captures", pass: all it may do is burn */
        if (burns)
            burn_around(v, s, to);
        return;
    }
    if (count == 0 && captures_en_passant(v) && find_marked(s->marked, v, s, from, to))
        s->push_to = to;
    s->last_kind = kind_on(s, from);
    for (unsigned i = 0; i < count; i++) {
        take(v, s, victims[i], !mover->counter_strike);
        s->unmoved[victims[i]] = false;
    }
    /* "Promotion", promoChoice: * takes the form from the hand. */
    const shg_choice *choice =
        shoogi_move_is_promotion(move) ? choice_of(mover, shoogi_move_kind(move)) : NULL;
    if (choice && choice->from_hand)
        s->hand[s->side][choice->kind]--;
    s->square[from] = unloaded;
    s->square[to] = shg_code_of(shoogi_move_kind(move), s->side);
    if (move & SHOOGI_MOVE_SELF_DESTRUCT)
        s->square[to] = 0;
    s->unmoved[from] = s->unmoved[to] = false;
    if (burns)
        burn_around(v, s, to);
}

/* Without the changes that follow. */
static void go(const shoogi_variant *v, state *s, shoogi_move move)
{
    s->mark = s->push_to = SHOOGI_NO_SQUARE;
    memset(s->marked, 0, sizeof s->marked);
    if (shoogi_move_is_drop(move))
        make_drop(v, s, move);
    else
        make_board_move(v, s, move);
    s->side = shoogi_colour_other(s->side);
}

/* "Changes by circumstances": whether a piece of one of the causes is on the board; of colour, or near a square. */
static bool has_cause(const shoogi_variant *v, const state *s, const shg_change *change,
                      shoogi_colour colour)
{
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        if (is_piece(s, sq, colour) && change->cause[v->kind[kind_on(s, sq)].number])
            return true;
    return false;
}

static bool has_cause_near(const shoogi_variant *v, const state *s, const shg_change *change,
                           shoogi_square square)
{
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        if (s->square[sq] != 0 && change->cause[v->kind[kind_on(s, sq)].number] &&
            shg_distance(v, sq, square) <= change->distance)
            return true;
    return false;
}

/* Applies one rule. own: the side that moved; trigger: what its piece became.  All pieces change at the same time. */
static void change_by(const shoogi_variant *v, state *s, const shg_change *change,
                      shoogi_colour own, shoogi_kind herald)
{
    const bool became = change->when == SHG_CHANGE_BECAME && herald != 0 && change->cause[herald];
    const bool by_place = change->when == SHG_CHANGE_NEAR || change->when == SHG_CHANGE_FAR;
    bool all[2]; /* of a colour, wherever they stand */
    for (int colour = 0; colour < 2; colour++)
        all[colour] = became || (change->when == SHG_CHANGE_LOST &&
                                 !has_cause(v, s, change, (shoogi_colour)colour));
    if (!by_place && !all[SHOOGI_BLACK] && !all[SHOOGI_WHITE])
        return;
    shg_code after[SHOOGI_SQUARES_MAX];
    memcpy(after, s->square, sizeof after);
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        if (s->square[sq] == 0)
            continue;
        const shoogi_colour colour = shg_code_colour(s->square[sq]);
        const shoogi_kind becomes =
            change->becomes[became && colour != own][v->kind[kind_on(s, sq)].number];
        if (becomes == 0 ||
            !(by_place ? has_cause_near(v, s, change, sq) == (change->when == SHG_CHANGE_NEAR)
                       : all[colour]))
            continue;
        after[sq] = becomes == SHG_REMOVED_KIND ? 0 : shg_code_of(becomes, colour);
        s->unmoved[sq] = s->unmoved[sq] && becomes != SHG_REMOVED_KIND;
    }
    memcpy(s->square, after, sizeof after);
}

/* What the moving piece becomes by the move, if that changes other pieces; a captured piece becomes nothing. */
static shoogi_kind heralded(const shoogi_variant *v, const state *s, shoogi_move move)
{
    return shoogi_move_is_drop(move) || (move & SHOOGI_MOVE_SELF_DESTRUCT)
               ? 0
               : shg_change_trigger(v, kind_on(s, shoogi_move_from(move)), shoogi_move_kind(move));
}

/* The changes that follow. */
static void change(const shoogi_variant *v, state *after, const state *before, shoogi_move move)
{
    const shoogi_kind herald = heralded(v, before, move);
    /* After a pass that burns nothing there is nothing to look at. */
    const bool passes =
        v->change_count > 0 && memcmp(before->square, after->square, sizeof after->square) == 0;
    for (size_t i = 0; i < v->change_count && !passes; i++)
        change_by(v, after, &v->changes[i], before->side, herald);
}

/* Royals that a side has now it has had. */
static void note_royals(const shoogi_variant *v, state *after)
{
    unsigned lives[2];
    count_lives(lives, v, after);
    for (int colour = 0; colour < 2; colour++)
        if (lives[colour] > after->royals_had[colour])
            after->royals_had[colour] = lives[colour];
}

/* checkWins: the move has given check. */
static void note_check(const shoogi_variant *v, state *after)
{
    if (v->rules.check_wins > 1 && in_check(v, after, after->side))
        after->checks[shoogi_colour_other(after->side)]++;
}

static void make(const shoogi_variant *v, state *after, const state *before, shoogi_move move)
{
    *after = *before;
    go(v, after, move);
    change(v, after, before, move);
    note_royals(v, after);
    note_check(v, after);
}

/* --- "Captures" ------------------------------------------------------------------------- */

/* Whether the piece on from attacks the one on square and captures it even if it is protected. */
static bool guards(const shoogi_variant *v, const state *s, shoogi_square from,
                   shoogi_square square)
{
    const shg_kind *const guard = &v->kind[kind_on(s, from)];
    const bool only_unguarded =
        guard->captures_unprotected_only ||
        (guard->matrix && guard->matrix[kind_on(s, square)] == SHG_CAPTURE_PROTECTED);
    return !only_unguarded && attacks(v, s, from, square);
}

static bool any_guards(const shoogi_variant *v, const state *s, shoogi_square square)
{
    const shoogi_colour by = shoogi_colour_other(shg_code_colour(s->square[square]));
    for (shoogi_square from = 0; from < v->squares; from++)
        if (is_piece(s, from, by) && guards(v, s, from, square))
            return true;
    return false;
}

/* protection: whether the other side could recapture on the square of a victim after the whole move.  The moving piece
 * counts as what it was before; if it went on, such a piece is put there for the test. */
static bool is_guarded(const shoogi_variant *v, const state *s, shoogi_move move,
                       shoogi_square square)
{
    const shoogi_square from = shoogi_move_from(move);
    state after = *s;
    go(v, &after, with_kind(move & ~SHOOGI_MOVE_SELF_DESTRUCT, kind_on(s, from), false));
    after.square[square] = s->square[from];
    if (any_guards(v, &after, square))
        return true;
    if (v->rules.protection != SHG_PROTECTION_TAKEN)
        return false;
    /* A piece captured on the way protects too, if it could have. */
    shoogi_square way[SHOOGI_VIA_MAX];
    const unsigned ways = shoogi_move_via(way, move, v->ranks);
    for (unsigned i = 0; i < ways; i++) {
        const shoogi_square over = way[i];
        if (after.square[over] != 0 || !is_piece(s, over, after.side))
            continue;
        state with = after;
        with.square[over] = s->square[over];
        if (guards(v, &with, over, square))
            return true;
    }
    return false;
}

/* protected, tradeThreshold: a victim before this one is above the threshold. */
static bool took_enough(const shoogi_variant *v, const state *s, const shoogi_square *victims,
                        unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!is_piece(s, victims[i], s->side) &&
            v->kind[kind_on(s, victims[i])].number > v->rules.trade_threshold)
            return true;
    return false;
}

/* May the move take its victim number i? */
static bool may_take_victim(const shoogi_variant *v, const state *s, shoogi_move move,
                            const shoogi_square *victims, unsigned i)
{
    const shoogi_square from = shoogi_move_from(move), square = victims[i];
    const shg_kind *taker = &v->kind[kind_on(s, from)], *victim = &v->kind[kind_on(s, square)];
    if (is_piece(s, square, s->side)) /* the rules are about enemy pieces */
        return true;
    if (taker->trade_group != 0 && taker->trade_group == victim->trade_group) /* antiTrade */
        return false;
    if (victim->counter_strike && !taker->counter_strike && s->mark != SHOOGI_NO_SQUARE &&
        s->mark != square && !(v->rules.okazaki && !is_guarded(v, s, move, square)))
        return false;
    if (taker->captures_unprotected_only && is_guarded(v, s, move, square))
        return false;
    if (!victim->protected || !taker->protected ||
        (v->rules.adjacent == SHG_ADJACENT_FREE && shg_distance(v, from, square) <= 1) ||
        (square == s->mark && v->rules.recapture == SHG_RECAPTURE_FREE) ||
        took_enough(v, s, victims, i))
        return true;
    return !is_guarded(v, s, move, square);
}

static bool is_fair(const shoogi_variant *v, const state *s, shoogi_move move)
{
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(v, s, move, victims);
    for (unsigned i = 0; i < count; i++)
        if (!may_take_victim(v, s, move, victims, i))
            return false;
    return true;
}

/* "Repetition and impasse": what tells two positions apart, as numbers; returns how many. */
enum { TELLING_MAX = SHOOGI_SQUARES_MAX + 2 * (SHOOGI_KINDS_MAX + 1) + 4 };

static size_t tell(const shoogi_variant *v, const state *s, uint16_t out[TELLING_MAX])
{
    size_t count = v->squares;
    memcpy(out, s->square, count * sizeof *out);
    for (int colour = 0; colour < 2; colour++) {
        memcpy(out + count, s->hand[colour] + 1, v->kinds * sizeof *out);
        count += v->kinds;
    }
    out[count++] = (uint16_t)s->side;
    out[count++] = s->mark;
    out[count++] = s->checks[SHOOGI_BLACK];
    out[count++] = s->checks[SHOOGI_WHITE];
    return count;
}

static bool is_same(const shoogi_variant *v, const state *a, const state *b)
{
    uint16_t telling[2][TELLING_MAX];
    const size_t count = tell(v, a, telling[0]);
    (void)tell(v, b, telling[1]);
    return memcmp(telling[0], telling[1], count * sizeof telling[0][0]) == 0;
}

/* --- legal moves --------------------------------------------------------------------------------- */

/* A move that was found. */
typedef struct found_move {
    shoogi_move move;
    uint64_t number; /* of what follows, so that most are told apart at once */
    size_t result;   /* where in results what it changes begins */
    uint32_t next;   /* one more than the index of another whose number ends alike; 0: none */
} found_move;

/* The list that receives moves. */
enum { ENDS = 1024 };
typedef struct list {
    const shoogi_variant *v;
    const state *s;
    bool paths;          /* every way to write each */
    bool one_will_do;    /* it is only asked whether there is any */
    unsigned mate_tests; /* of drops, one within the other */
    bool any, spent;     /* found one; no memory left */
    found_move *found;   /* [count] */
    size_t count, room;
    uint16_t *results; /* [result_count], of all one behind the other */
    size_t result_count, result_room;
    uint32_t ends[ENDS]; /* one more than the index of the last whose number ends so; 0: none */
    uint16_t before[TELLING_MAX]; /* the position */
} list;

static bool has_moves(const shoogi_variant *v, const state *s, unsigned mate_tests);
static shoogi_result ended(const shoogi_variant *v, const state *s);

/* After a move of the list the game goes on, and the other side has no move. */
static bool has_no_answer(const list *l, const state *after)
{
    state then = *after;
    note_royals(l->v, &then);
    note_check(l->v, &then);
    return ended(l->v, &then).reason == SHOOGI_REASON_NONE &&
           !has_moves(l->v, &then, l->mate_tests + 1);
}

/* "Hands and drops", dropMate (uchifuzume): the dropped piece itself checks the only royal of a side without a legal
 * move. */
static bool mates_by_drop(const list *l, shoogi_move move, const state *after)
{
    const shoogi_square royal = lone_royal(l->v, after, after->side);
    return royal != SHOOGI_NO_SQUARE && attacks(l->v, after, shoogi_move_to(move), royal) &&
           has_no_answer(l, after);
}

/* "Hands and drops", dropCheck: the dropped piece itself checks the only royal. */
static bool checks_by_drop(const shoogi_variant *v, const state *after, shoogi_move move)
{
    if (!shoogi_move_is_drop(move) || !v->kind[shoogi_move_kind(move)].drop_check_barred)
        return false;
    const shoogi_square royal = lone_royal(v, after, after->side);
    return royal != SHOOGI_NO_SQUARE && attacks(v, after, shoogi_move_to(move), royal);
}

/* fileLimit (nifu): too many of the kind on the file to which a piece moved from another. */
static bool crowds_a_file(const shoogi_variant *v, const state *s, const state *after,
                          shoogi_move move)
{
    const shoogi_square to = shoogi_move_to(move);
    const unsigned most = v->kind[shoogi_move_kind(move)].drop_per_file;
    unsigned count = 0;
    if (!v->rules.file_limit_moves || most == 0 || shoogi_move_is_drop(move) ||
        (shg_file_of(v, shoogi_move_from(move)) == shg_file_of(v, to) &&
         kind_on(s, shoogi_move_from(move)) == shoogi_move_kind(move)))
        return false;
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        count += shg_file_of(v, sq) == shg_file_of(v, to) &&
                 after->square[sq] == shg_code_of(shoogi_move_kind(move), s->side);
    return count > most;
}

/* mateInHand: the side mates with pieces in hand. */
static bool mates_with_pieces_in_hand(const list *l, const state *after)
{
    if (l->v->rules.mate_in_hand)
        return false;
    bool any = false;
    for (shoogi_kind k = 1; k <= l->v->kinds; k++)
        any = any || after->hand[l->s->side][k] > 0;
    return any && l->mate_tests < SHG_MATE_TESTS_MAX && in_check(l->v, after, after->side) &&
           has_no_answer(l, after);
}

/* royalInHand */
static bool is_barred_while_waiting(const shoogi_variant *v, const state *s, shoogi_move move)
{
    if (v->rules.royal_in_hand == SHG_WAITING_FREE)
        return false;
    shoogi_square victims[SHG_VICTIMS_MAX];
    const bool takes = !shoogi_move_is_drop(move) && victims_of(v, s, move, victims) > 0;
    return shg_royal_is_in_hand(v, s->hand[s->side], count_royals(v, s, s->side)) &&
           shg_royal_in_hand_forbids(v, move, takes);
}

/* The rules that look at the whole move and what it leads to. */
static bool is_allowed(const list *l, shoogi_move move, const state *after)
{
    if (is_barred_while_waiting(l->v, l->s, move) || checks_by_drop(l->v, after, move) ||
        crowds_a_file(l->v, l->s, after, move))
        return false;
    if (!shoogi_move_is_drop(move) && !is_fair(l->v, l->s, move))
        return false;
    if (l->v->rules.check_strict && in_check(l->v, after, l->s->side)) /* "Royals ..." */
        return false;
    if (mates_with_pieces_in_hand(l, after))
        return false;
    return !shoogi_move_is_drop(move) || !l->v->kind[shoogi_move_kind(move)].drop_mate_barred ||
           l->mate_tests == SHG_MATE_TESTS_MAX || !mates_by_drop(l, move, after);
}

static void list_begin(list *l, const shoogi_variant *v, const state *s)
{
    *l = (list){ .v = v, .s = s };
    (void)tell(v, s, l->before);
}

static void make_room(list *l, size_t result_length)
{
    if (l->count == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        found_move *const found = realloc(l->found, room * sizeof *found);
        l->spent = l->spent || !found;
        if (found) {
            l->found = found;
            l->room = room;
        }
    }
    if (l->result_count + result_length > l->result_room) {
        const size_t room = 2 * l->result_room + result_length;
        uint16_t *const results = realloc(l->results, room * sizeof *results);
        l->spent = l->spent || !results;
        if (results) {
            l->results = results;
            l->result_room = room;
        }
    }
}

static void free_list(list *l)
{
    free(l->found);
    free(l->results);
}

/* The difference that a move makes to the encoded state: the number of changes, the position and value of each, and the
 * kind that the move heralds. */
enum { RESULT_MAX = 2 * TELLING_MAX + 2 };

static size_t tell_changes(const list *l, const state *after, shoogi_kind herald,
                           uint16_t out[RESULT_MAX])
{
    enum { AT_ONCE = 64 };
    uint16_t telling[TELLING_MAX];
    const size_t length = tell(l->v, after, telling);
    size_t count = 1;
    for (size_t begin = 0; begin < length; begin += AT_ONCE) {
        const size_t end = begin + AT_ONCE < length ? begin + AT_ONCE : length;
        if (memcmp(telling + begin, l->before + begin, (end - begin) * sizeof *telling) == 0)
            continue;
        for (size_t i = begin; i < end; i++)
            if (telling[i] != l->before[i]) {
                out[count++] = (uint16_t)i;
                out[count++] = telling[i];
            }
    }
    out[count++] = herald;
    out[0] = (uint16_t)count;
    return count;
}

static bool has_enough(const list *l)
{
    return l->one_will_do && l->any;
}

/* Adds a move if it is legal; of those with one result one. */
static void add(list *l, shoogi_move move)
{
    if (l->spent || has_enough(l))
        return;
    state after = *l->s;
    go(l->v, &after, move);
    /* Two moves are one if the same stands on the board before the changes, and the same changes follow. */
    uint16_t result[RESULT_MAX];
    const size_t length = tell_changes(l, &after, heralded(l->v, l->s, move), result);
    change(l->v, &after, l->s, move);
    if (!is_allowed(l, move, &after))
        return;
    l->any = true;
    const uint64_t number =
        l->paths ? move : shg_hash_bytes(SHG_HASH_START, result, length * sizeof result[0]);
    uint32_t *const last = &l->ends[number % ENDS];
    for (uint32_t i = *last; i > 0; i = l->found[i - 1].next) {
        found_move *const other = &l->found[i - 1];
        const uint16_t *const its = l->results + other->result;
        if (other->number != number ||
            (!l->paths && (its[0] != length || memcmp(its, result, length * sizeof *its) != 0)))
            continue;
        if (shg_is_written_before(l->v, move, other->move))
            other->move = move;
        return;
    }
    make_room(l, length);
    if (l->spent)
        return;
    memcpy(l->results + l->result_count, result, length * sizeof result[0]);
    l->found[l->count++] = (found_move){ move, number, l->result_count, *last };
    l->result_count += length;
    *last = (uint32_t)l->count;
}

/* "Promotion", promoWith and promoNeeds: after the move all companions are in the zone, and a piece of each needed
 * set is on the board. */
static bool others_are_there(const shoogi_variant *v, const state *s, shoogi_move move)
{
    const shoogi_kind k = kind_on(s, shoogi_move_from(move));
    const shg_kind *const kind = &v->kind[k];
    if (!kind->companions && !kind->needs)
        return true;
    state after = *s;
    go(v, &after, move);
    unsigned had = 0;
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        if (sq == shoogi_move_to(move) || !is_piece(&after, sq, s->side))
            continue;
        if (shg_is_missing_companion(v, k, after.square[sq], sq))
            return false;
        had |= shg_needs_met(v, kind, after.square[sq]);
    }
    return had == shg_all_needs(kind);
}

/* "Promotion", promoWhen, lastRank and flip: whether a piece may promote by this move, which passes through the zone
 * or not. */
static bool may_promote(const shoogi_variant *v, const state *s, shoogi_move move, bool takes,
                        bool by_zone)
{
    const shg_rules *rules = &v->rules;
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const bool starts_inside = shg_in_zone(v, s->side, from),
               ends_inside = shg_in_zone(v, s->side, to);
    if (rules->flip == SHG_FLIP_MOVE)
        return true;
    if (rules->flip == SHG_FLIP_CAPTURE)
        return takes;
    if (rules->promotion_captures)
        return takes;
    if (v->kind[kind_on(s, from)].promotes_from_zone)
        return starts_inside;
    if (rules->promotion_ends)
        return ends_inside || (rules->promotion_passes && by_zone);
    if (!rules->promotion_enters)
        return starts_inside || ends_inside;
    if (shg_has_last_chance(v, kind_on(s, from), s->side, to))
        return true;
    return starts_inside ? takes : ends_inside;
}

/* "Promotion", mustMove and promoChoice: is the form one to choose on the square? */
static bool is_offered(const shoogi_variant *v, const state *s, const shg_kind *kind,
                       shoogi_kind form, shoogi_square to)
{
    const shg_choice *choice = choice_of(kind, form);
    const unsigned ahead = shg_ranks_ahead(v, s->side, to);
    if (choice &&
        ((choice->ranks > 0 && ahead >= choice->ranks) || (choice->not_last && ahead == 0) ||
         (choice->from_hand && s->hand[s->side][form] == 0)))
        return false;
    return !v->rules.promotion_alive || shg_can_ever_move(v, form, s->side, to);
}

/* "Promotion", promoChoice: may the piece stay what it is on the square? */
static bool stays(const shoogi_variant *v, const state *s, const shg_choice *stay, shoogi_square to)
{
    const unsigned ahead = shg_ranks_ahead(v, s->side, to);
    if (stay->not_last && ahead == 0)
        return false;
    return stay->ranks == 0 || ahead < stay->ranks;
}

/* Adds a move of a piece to kind k.  If it ends next to a piece that burns it, its kind makes no difference, unless it
 * burns others. */
static void add_unless_burnt(list *l, shoogi_kind k, shoogi_move move)
{
    if (!is_burnt(l->v, l->s, move))
        add(l, move);
    else if (burns_in_turn(l->v, k, shoogi_move_kind(move)))
        add(l, move | SHOOGI_MOVE_SELF_DESTRUCT);
    else
        add(l, with_kind(move, k, false) | SHOOGI_MOVE_SELF_DESTRUCT);
}

/* forced: promotion is compulsory where it is possible. */
static void add_promotions(list *l, shoogi_move plain, bool by_zone, bool takes, bool forced)
{
    const shoogi_variant *v = l->v;
    const shg_rules *rules = &v->rules;
    const shoogi_kind k = shoogi_move_kind(plain);
    const shg_kind *kind = &v->kind[k];
    const shoogi_square to = shoogi_move_to(plain);
    const bool promotes = (kind->promotion_count > 0 || kind->stay) &&
                          may_promote(v, l->s, plain, takes, by_zone) &&
                          others_are_there(v, l->s, plain);
    bool offered = false;
    for (size_t i = 0; promotes && i < kind->promotion_count; i++) {
        const shoogi_kind form = kind->promotions[i];
        if (!is_offered(v, l->s, kind, form, to))
            continue;
        offered = true;
        add_unless_burnt(l, k, with_kind(plain, form, true));
    }
    const bool last = shg_ranks_ahead(v, l->s->side, to) == 0;
    bool must = promotes && (rules->flip != SHG_FLIP_NONE ||
                             ((forced || rules->promotion_must ||
                               (rules->promotion_must_last && kind->last_rank && last)) &&
                              offered));
    /* "Promotion", promoChoice: the piece itself is a choice, or there is none left on the last rank. */
    if (promotes && rules->promotion_must && kind->stay)
        must = !stays(v, l->s, kind->stay, to) || (forced && offered);
    else if (promotes && rules->promotion_must && kind->choices && last)
        must = true;
    const bool stuck =
        kind->promotion_count > 0 && rules->must_move && !shg_can_ever_move(v, k, l->s->side, to);
    if (!must && !stuck)
        add_unless_burnt(l, k, plain);
}

static bool can_be_royal(const shoogi_variant *v, const shg_kind *kind)
{
    for (size_t i = 0; i < kind->promotion_count; i++)
        if (v->kind[kind->promotions[i]].royal)
            return true;
    return false;
}

/* What a piece becomes by a move without promotion.  "Captures", captureMatrix and morph; if neither applies,
 * "Promotion". */
static void add_forms(list *l, shoogi_move plain, bool by_zone)
{
    const shoogi_variant *v = l->v;
    const shoogi_square from = shoogi_move_from(plain), to = shoogi_move_to(plain);
    const shoogi_kind k = shoogi_move_kind(plain);
    const shg_kind *kind = &v->kind[k];
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(v, l->s, plain, victims);
    bool takes = false, vanishes = false, forced = false;
    shoogi_kind becomes = 0;
    for (unsigned i = 0; i < count; i++) {
        const shoogi_kind victim = kind_on(l->s, victims[i]);
        if (is_piece(l->s, victims[i], l->s->side)) /* of the other side it speaks */
            continue;
        takes = true;
        forced = forced || (v->rules.promotion_must_if_promoted && shg_is_promoted(v, victim));
        switch (kind->matrix ? kind->matrix[victim] : SHG_CAPTURE_PLAIN) {
        case SHG_CAPTURE_PLAIN: break;
        case SHG_CAPTURE_BARRED:
        case SHG_CAPTURE_SHOT:
            if (!shg_may_be_shot(v, k, plain, victims[i]))
                return;
            if (kind->matrix[victim] == SHG_CAPTURE_SHOT)
                becomes = kind->promotions[0];
            break;
        case SHG_CAPTURE_PROTECTED:
            if (is_guarded(v, l->s, plain, victims[i]))
                return;
            break;
        case SHG_CAPTURE_PROMOTES: becomes = kind->promotions[0]; break;
        case SHG_CAPTURE_BECOMES: becomes = victim; break;
        case SHG_CAPTURE_BOTH_DIE:
            if (victims[i] != to) /* gone, it cannot go on */
                return;
            vanishes = true;
        }
    }
    const bool catches = v->rules.contagion_hits_royals; /* "Promotion", contagion */
    for (unsigned i = 0; i < count && (catches || !kind->royal); i++) {
        const shoogi_kind caught = v->kind[kind_on(l->s, victims[i])].contagion;
        if (caught == 0 || is_piece(l->s, victims[i], l->s->side))
            continue;
        if (!catches && can_be_royal(v, kind))
            forced = true;
        else
            becomes = caught;
    }
    if (kind->morph && to != from) {
        const shoogi_kind there = kind->morph[shg_square_for_black(v, l->s->side, to)];
        if (there == SHG_MORPH_BARRED)
            return;
        becomes = there != 0 ? there : becomes;
    }
    if (vanishes)
        add(l, (plain & ~SHOOGI_MOVE_UNLOAD) | SHOOGI_MOVE_SELF_DESTRUCT);
    else if (becomes != 0)
        add_unless_burnt(l, k, with_kind(plain, becomes, becomes != k));
    else
        add_promotions(l, plain, by_zone, takes, forced);
}

/* The piece whose moves are generated. */
typedef struct going {
    list *list;
    shoogi_square from, to; /* to: of a path to look for */
    bool found;
} going;

/* docs/xbetza.md, "Legs": what ends where it started and takes nothing is a pass, written by way of the square
 * its first leg ended on. */
static void add_path(void *context, const path *p)
{
    const going *m = context;
    if (p->unloads && m->list->s->square[p->to] == m->list->s->square[m->from])
        return; /* "Modes", u: like pieces do not change places */
    shoogi_move plain = shoogi_move_make(m->from, p->to, kind_on(m->list->s, m->from), false);
    plain = shoogi_move_with_via(plain, m->list->v->ranks, p->taken, p->taken_count);
    if (p->unloads)
        plain |= SHOOGI_MOVE_UNLOAD;
    if (p->to != m->from || p->taken_count > 0)
        add_forms(m->list, plain, p->by_zone);
    else if (m->list->v->rules.pass != SHG_PASS_NONE && m->list->s->square[p->stop] == 0)
        add(m->list, shoogi_move_with_via(plain, m->list->v->ranks, &p->stop, 1));
}

static void look_for_end(void *context, const path *p)
{
    going *m = context;
    m->found = m->found || (p->to == m->to && p->taken_count == 0 && !p->unloads);
}

/* A piece that could also move there directly does so, without captures on the way. */
static void add_sweep(void *context, shoogi_square to)
{
    going *m = context;
    m->to = to;
    m->found = false;
    walk(m->list->v, m->list->s, m->from, look_for_end, m);
    if (!m->found)
        add_forms(m->list,
                  shoogi_move_make(m->from, to, kind_on(m->list->s, m->from), false) |
                      SHOOGI_MOVE_CAPTURES_LINE,
                  false);
}

/* A way to write a move that leads there at once; and a way by which it comes into the zone. */
static void add_visit(void *context, const path *p)
{
    going *m = context;
    const shoogi_move direct =
        shoogi_move_make(m->from, p->to, kind_on(m->list->s, m->from), false);
    m->to = p->to;
    m->found = false;
    if (p->to != m->from)
        walk(m->list->v, m->list->s, m->from, look_for_end, m);
    if (m->found && p->by_zone && m->list->v->rules.promotion_passes)
        add_forms(m->list, direct, true);
    if (m->found && m->list->paths)
        add_forms(m->list, shoogi_move_with_via(direct, m->list->v->ranks, &p->stop, 1),
                  p->by_zone);
}

/* As paths, a piece that may capture on an adjacent square and step on may also visit it empty, unless it might shoot
 * there. */
static void add_visits(going *m)
{
    const list *l = m->list;
    const shg_kind *kind = &l->v->kind[kind_on(l->s, m->from)];
    const shg_betza *betza = &kind->betza;
    for (size_t i = 0; kind->shooting.count == 0 && i < betza->chain_count; i++) {
        if (!shg_chain_is_double_step(&betza->chains[i]))
            continue;
        shg_leg legs[2] = { betza->chains[i].legs[0], betza->chains[i].legs[1] };
        legs[0].modes = SHG_MODE_MOVE;
        const shg_chain chain = { legs, 2 };
        const walker w = { .v = l->v,
                           .s = l->s,
                           .from = m->from,
                           .colour = l->s->side,
                           .chain = &chain,
                           .found = add_visit,
                           .context = m };
        walk_leg(&w, 0, m->from, 0, 0, &(path){ .stop = SHOOGI_NO_SQUARE });
    }
}

/* --- castling: docs/xbetza.md, "Castling" ----------------------------------------------------------- */

/* Where a piece comes in so many steps on its way to castle; SHOOGI_NO_SQUARE: off the board. */
static shoogi_square castling_way(const shoogi_variant *v, const shg_castle *c,
                                  shoogi_colour colour, shoogi_square from, int steps)
{
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    const int mirror = colour == SHOOGI_WHITE && v->rules.castle_flip ? -1 : 1;
    const int file = (int)shg_file_of(v, from) + sign * mirror * c->right * steps;
    const int rank = (int)shg_rank_of(v, from) + sign * c->forward * steps;
    if (file < 0 || file >= (int)v->files || rank < 0 || rank >= (int)v->ranks)
        return SHOOGI_NO_SQUARE;
    const shoogi_square at = (shoogi_square)(file * (int)v->ranks + rank);
    return v->hole[at] ? SHOOGI_NO_SQUARE : at;
}

/* How far away the partner stood at the start of the game: outermost, or the next to it; 0: there is none. */
static int partner_distance(const shoogi_variant *v, const shg_castle *c, shoogi_colour colour,
                            shoogi_square from)
{
    int wanted = c->second ? 2 : 1, steps = 1;
    while (castling_way(v, c, colour, from, steps) != SHOOGI_NO_SQUARE)
        steps++;
    while (--steps > 0)
        if (v->start[castling_way(v, c, colour, from, steps)] != 0 && --wanted == 0)
            return steps;
    return 0;
}

/* Whether landing on the square has an effect of its own. */
static bool lands_oddly(const shoogi_variant *v, const state *s, shoogi_kind k,
                        shoogi_square square)
{
    const shoogi_kind *morph = v->kind[k].morph;
    shoogi_square near[AROUND_MAX];
    const unsigned count = squares_around(v, square, near);
    bool odd = morph && morph[shg_square_for_black(v, s->side, square)] != 0;
    for (unsigned i = 0; i < count; i++)
        odd = odd || (is_piece(s, near[i], shoogi_colour_other(s->side)) &&
                      v->kind[kind_on(s, near[i])].burns);
    return odd;
}

/* The distance of the partner if the piece on from may castle so, check apart; else 0. */
static int may_castle(const shoogi_variant *v, const state *s, const shg_castle *c,
                      shoogi_square from)
{
    const int distance = partner_distance(v, c, s->side, from);
    if (distance < c->steps || (c->initial && !s->unmoved[from]))
        return 0;
    for (int i = 1; i < distance; i++)
        if (s->square[castling_way(v, c, s->side, from, i)] != 0)
            return 0;
    const shoogi_square partner = castling_way(v, c, s->side, from, distance);
    const shoogi_square to = castling_way(v, c, s->side, from, c->steps);
    const shoogi_square stop = castling_way(v, c, s->side, from, c->steps - 1);
    return s->unmoved[partner] && is_piece(s, partner, s->side) && !is_held(v, s, partner) &&
                   v->kind[kind_on(s, partner)].betza.castle_count == 0 &&
                   !lands_oddly(v, s, kind_on(s, from), to) &&
                   !lands_oddly(v, s, kind_on(s, partner), stop)
               ? distance
               : 0;
}

/* Whether the only royal would castle out of check or through it. */
static bool passes_check(const shoogi_variant *v, const state *s, const shg_castle *c,
                         shoogi_square from)
{
    for (int i = 0; i < c->steps; i++) {
        const shoogi_square at = castling_way(v, c, s->side, from, i);
        state there = *s;
        there.square[from] = 0;
        there.square[at] = s->square[from];
        if (is_attacked(v, &there, at))
            return true;
    }
    return false;
}

static void add_castling(list *l, shoogi_square from)
{
    const shoogi_variant *v = l->v;
    const shg_betza *betza = &v->kind[kind_on(l->s, from)].betza;
    if (!moves_by_its_own(v, l->s, from))
        return;
    for (size_t i = 0; i < betza->castle_count; i++) {
        const shg_castle *c = &betza->castles[i];
        const int distance = may_castle(v, l->s, c, from);
        if (distance == 0 || (v->rules.check_strict && lone_royal(v, l->s, l->s->side) == from &&
                              passes_check(v, l->s, c, from)))
            continue;
        const shoogi_square partner = castling_way(v, c, l->s->side, from, distance);
        const shoogi_square to = castling_way(v, c, l->s->side, from, c->steps);
        const shoogi_move move =
            shoogi_move_make(from, to, kind_on(l->s, from), false) | SHOOGI_MOVE_CASTLING;
        add(l, c->names_partner ? shoogi_move_with_via(move, v->ranks, &partner, 1) : move);
    }
}

/* docs/xbetza.md, "The drop atom": so many of the kind as the side to move may have are there already. */
static bool is_full(const shoogi_variant *v, const state *s, shoogi_kind k, shoogi_square to)
{
    const shg_kind *kind = &v->kind[k];
    unsigned on_file = 0, on_shade = 0, on_board = 0;
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        if (s->square[sq] != shg_code_of(k, s->side))
            continue;
        on_file += shg_file_of(v, sq) == shg_file_of(v, to);
        on_shade += shg_shade_of(v, sq) == shg_shade_of(v, to);
        on_board++;
    }
    return (kind->drop_per_file > 0 && on_file >= kind->drop_per_file) ||
           (kind->drop_per_shade && on_shade > 0) || (kind->drop_one && on_board > 0);
}

/* "Hands and drops". */
static void add_drops(list *l, shoogi_kind k)
{
    const shoogi_kind drawn = l->v->kind[k].hand_kind;
    if (drawn == 0 || l->s->hand[l->s->side][drawn] == 0)
        return;
    for (shoogi_square to = 0; to < l->v->squares; to++)
        if (l->s->square[to] == 0 && shg_drop_square(l->v, k, l->s->side, to) &&
            !is_full(l->v, l->s, k, to))
            add(l, shoogi_move_make_drop(k, to));
}

/* Fills the list with the legal moves, repetition apart. */
static void add_moves(list *l)
{
    if (ended(l->v, l->s).reason != SHOOGI_REASON_NONE)
        return;
    for (shoogi_square from = 0; from < l->v->squares; from++) {
        if (has_enough(l))
            return;
        if (!is_piece(l->s, from, l->s->side) || is_held(l->v, l->s, from))
            continue;
        going m = { .list = l, .from = from };
        walk(l->v, l->s, from, add_path, &m);
        sweep(l->v, l->s, from, add_sweep, &m);
        if (l->paths || l->v->rules.promotion_passes)
            add_visits(&m);
        add_castling(l, from);
        if (l->v->rules.pass == SHG_PASS_ANY) /* by standing still */
            add(l, shoogi_move_make(from, from, kind_on(l->s, from), false));
    }
    for (shoogi_kind k = 1; k <= l->v->kinds; k++)
        add_drops(l, k);
}

static bool has_moves(const shoogi_variant *v, const state *s, unsigned mate_tests)
{
    list l;
    list_begin(&l, v, s);
    l.one_will_do = true;
    l.mate_tests = mate_tests;
    add_moves(&l);
    free_list(&l);
    return l.any;
}

/* --- "Royals and the end of the game" ------------------------------------------------------------ */

static const shoogi_result goes_on = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };

static shoogi_result win_of(shoogi_colour colour, shoogi_reason reason)
{
    return (shoogi_result){ colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE,
                            reason };
}

static shoogi_result loss_of(shoogi_colour colour, shoogi_reason reason)
{
    return win_of(shoogi_colour_other(colour), reason);
}

/* extinction: by its bit a side loses only with its last royal, else with any. */
static bool royals_are_lost(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    unsigned left[2];
    count_lives(left, v, s);
    const unsigned had = s->royals_had[colour];
    return v->rules.extinction >> colour & 1 ? had > 0 && left[colour] == 0 : left[colour] < had;
}

/* try: a royal of colour on one of its squares that cannot be captured at once. */
static bool try_succeeds(const shoogi_variant *v, const state *s, shoogi_colour colour)
{
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        if (is_royal(v, s, sq, colour) && v->try_square[colour][sq] && !is_attacked(v, s, sq))
            return true;
    return false;
}

/* baring, baringDead: whether the piece on a square keeps its side from being bare. */
static bool counts(const shoogi_variant *v, const state *s, shoogi_square square)
{
    const shoogi_kind k = kind_on(s, square);
    return !v->kind[k].royal && !v->kind[k].bare &&
           (!v->rules.baring_dead ||
            shg_can_ever_move(v, k, shg_code_colour(s->square[square]), square));
}

/* Those of a side, and its royals but one; strong: without those of baringWeak. */
static unsigned count_pieces(const shoogi_variant *v, const state *s, shoogi_colour colour,
                             bool strong)
{
    const unsigned royals = count_royals(v, s, colour);
    unsigned count = royals > 0 ? royals - 1 : 0;
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        count += is_piece(s, sq, colour) && counts(v, s, sq) &&
                 !(strong && v->kind[kind_on(s, sq)].weak);
    return count;
}

/* Whether a piece of colour that counts, or a royal if royals are meant, is attacked. */
static bool one_is_attacked(const shoogi_variant *v, const state *s, shoogi_colour colour,
                            bool royals)
{
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        if (is_piece(s, sq, colour) && (royals ? is_royal(v, s, sq, colour) : counts(v, s, sq)) &&
            is_attacked(v, s, sq))
            return true;
    return false;
}

static shoogi_result judge_baring(const shoogi_variant *v, const state *s)
{
    const shoogi_colour own = s->side, other = shoogi_colour_other(own);
    const unsigned royals = count_royals(v, s, other);
    if (count_royals(v, s, own) == 0 || royals == 0)
        return goes_on;
    const unsigned own_pieces = count_pieces(v, s, own, false),
                   pieces = count_pieces(v, s, other, false);
    if (own_pieces == 0 && pieces == 0) {
        const bool either = one_is_attacked(v, s, own, true) || one_is_attacked(v, s, other, true);
        return v->rules.baring_both == SHG_BARING_BOTH_ATTACK && either
                   ? goes_on
                   : (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_BARE_ROYAL };
    }
    if (pieces == 0) /* it had its turn and did not bare in turn */
        return count_pieces(v, s, own, true) > 0 ? win_of(own, SHOOGI_REASON_BARE_ROYAL) : goes_on;
    if (own_pieces > 0 || count_pieces(v, s, other, true) == 0)
        return goes_on;
    const bool can_bare =
        v->rules.baring_back && pieces == 1 && one_is_attacked(v, s, other, royals == 2);
    const bool can_win = v->rules.baring_dead && royals == 1 && one_is_attacked(v, s, other, true);
    return can_bare || can_win ? goes_on : loss_of(own, SHOOGI_REASON_BARE_ROYAL);
}

/* The ends that the board shows, apart from there being no move. */
static shoogi_result ended(const shoogi_variant *v, const state *s)
{
    const shoogi_colour own = s->side, other = shoogi_colour_other(own);
    if (royals_are_lost(v, s, own))
        return loss_of(own, SHOOGI_REASON_ROYAL_CAPTURED);
    if (royals_are_lost(v, s, other))
        return loss_of(other, SHOOGI_REASON_ROYAL_CAPTURED);
    if (v->rules.check_wins == 1
            ? in_check(v, s, own)
            : v->rules.check_wins > 0 && s->checks[other] >= v->rules.check_wins)
        return win_of(other, SHOOGI_REASON_CHECK);
    if (v->rules.check_wins > 1 && s->checks[own] >= v->rules.check_wins)
        return win_of(own, SHOOGI_REASON_CHECK);
    const bool tried = v->rules.try_wins && try_succeeds(v, s, own);
    const bool other_tried = v->rules.try_wins && try_succeeds(v, s, other);
    if (tried && other_tried && v->rules.try_draws)
        return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_TRY };
    if (other_tried)
        return win_of(other, SHOOGI_REASON_TRY);
    if (tried)
        return win_of(own, SHOOGI_REASON_TRY);
    return v->rules.baring ? judge_baring(v, s) : goes_on;
}

/* --- "Repetition and impasse" ----------------------------------------------------------------------------- */

/* Whether the moves of the piece on a square, or of one that castles with it, depend on its not having moved.  In games
 * where pieces move as others do, or change, all of them count. */
static bool unmoved_counts(const shoogi_variant *v, const state *s, shoogi_square square)
{
    const uint32_t by_rank = SHG_MODE_SECOND | SHG_MODE_FAR;
    const shg_code code = v->start[square];
    bool counts = v->change_count > 0 || shg_borrows(v);
    if (!s->unmoved[square])
        return false;
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shg_code other = v->start[sq];
        const shg_betza *betza = &v->kind[shg_code_kind(other)].betza;
        for (size_t i = 0; other != 0 && i < betza->castle_count; i++) {
            const shoogi_colour colour = shg_code_colour(other);
            const int distance = partner_distance(v, &betza->castles[i], colour, sq);
            const shoogi_square partner = castling_way(v, &betza->castles[i], colour, sq, distance);
            counts = counts || (distance > 0 && s->unmoved[sq] && s->unmoved[partner] &&
                                shg_code_colour(v->start[partner]) == colour &&
                                (square == sq || square == partner));
        }
    }
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        for (size_t i = 0; i < v->kind[k].betza.castle_count; i++)
            counts = counts || !v->kind[k].betza.castles[i].initial;
    const shg_betza *betza = &v->kind[shg_code_kind(code)].betza;
    counts = counts || betza->imitates;
    for (size_t i = 0; i < betza->chain_count; i++) {
        const uint32_t modes = betza->chains[i].legs[0].modes;
        counts = counts || (modes & SHG_MODE_RELAY) ||
                 ((modes & SHG_MODE_INITIAL) && !(modes & by_rank));
    }
    return counts;
}

/* Two positions are also the same in what later moves may ask of earlier ones, if any kind asks. */
static bool remember_the_same(const shoogi_variant *v, const state *a, const state *b)
{
    const bool push = captures_en_passant(v);
    bool kind = false, unmoved = push;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const shg_betza *betza = &v->kind[k].betza;
        kind = kind || betza->imitates;
        unmoved = unmoved || betza->castle_count > 0;
        for (size_t i = 0; i < betza->chain_count; i++)
            unmoved = unmoved || (betza->chains[i].legs[0].modes & SHG_MODE_INITIAL);
    }
    if ((kind && a->last_kind != b->last_kind) || (push && a->push_to != b->push_to))
        return false;
    for (shoogi_square sq = 0; unmoved && sq < v->squares; sq++)
        if (unmoved_counts(v, a, sq) != unmoved_counts(v, b, sq))
            return false;
    return true;
}

/* How often a position has occurred, the one on the board included, and *first since when. */
static size_t count_occurrences(const shg_ref *ref, const state *wanted, size_t *first)
{
    size_t occurrences = 0;
    for (size_t i = ref->count; i-- > 0;) {
        if (is_same(ref->v, &ref->states[i], wanted) &&
            remember_the_same(ref->v, &ref->states[i], wanted)) {
            occurrences++;
            *first = i;
        }
    }
    return occurrences;
}

static bool forbids_repetition(const shoogi_variant *v)
{
    return v->rules.repetition_count > 0 && v->rules.repetition_result == SHG_REPETITION_FORBID;
}

/* repetition, n:forbid */
static bool is_forbidden(const shg_ref *ref, shoogi_move move)
{
    if (!forbids_repetition(ref->v))
        return false;
    state after;
    size_t first;
    make(ref->v, &after, now(ref), move);
    return count_occurrences(ref, &after, &first) + 1 >= ref->v->rules.repetition_count;
}

/* perpetual: what the sides have done since a position first occurred, by every move. */
typedef struct conduct {
    bool moved[2], checked[2], attacked[2];
    bool passed; /* both of them */
} conduct;

/* Whether the moved piece attacks something from its new square. */
static bool moved_to_attack(const shoogi_variant *v, const state *after, shoogi_move move)
{
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        if (is_piece(after, sq, after->side) && after->square[shoogi_move_to(move)] != 0 &&
            attacks(v, after, shoogi_move_to(move), sq))
            return true;
    return false;
}

static conduct conduct_since(const shg_ref *ref, size_t first)
{
    conduct c = { { false, false }, { true, true }, { true, true }, true };
    for (size_t i = first; i + 1 < ref->count; i++) {
        const shoogi_colour mover = ref->states[i].side;
        const state *after = &ref->states[i + 1];
        const bool check = in_check(ref->v, after, after->side);
        c.moved[mover] = true;
        c.checked[mover] = c.checked[mover] && check;
        c.attacked[mover] =
            c.attacked[mover] && (check || moved_to_attack(ref->v, after, ref->moves[i]));
        c.passed = c.passed && shoogi_move_from(ref->moves[i]) == shoogi_move_to(ref->moves[i]);
    }
    for (int colour = 0; colour < 2; colour++) {
        c.checked[colour] = c.checked[colour] && c.moved[colour];
        c.attacked[colour] = c.attacked[colour] && c.moved[colour];
    }
    return c;
}

/* perpetual: the exception to repetition. */
static shoogi_result judge_perpetual(const shg_ref *ref, size_t first)
{
    const unsigned rule = ref->v->rules.perpetual;
    const conduct c = conduct_since(ref, first);
    const bool one_checked = c.checked[0] != c.checked[1];
    const bool one_attacked = c.attacked[0] != c.attacked[1];
    const shoogi_colour checker = c.checked[0] ? SHOOGI_BLACK : SHOOGI_WHITE;
    const shoogi_colour attacker = c.attacked[0] ? SHOOGI_BLACK : SHOOGI_WHITE;
    if (rule == SHG_PERPETUAL_DRAW && one_checked)
        return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_PERPETUAL_CHECK };
    if ((rule == SHG_PERPETUAL_LOSS || rule == SHG_PERPETUAL_JCSA) && one_checked)
        return loss_of(checker, SHOOGI_REASON_PERPETUAL_CHECK);
    if ((rule == SHG_PERPETUAL_ATTACK || rule == SHG_PERPETUAL_JCSA) && one_attacked)
        return loss_of(attacker, SHOOGI_REASON_PERPETUAL_ATTACK);
    if (rule == SHG_PERPETUAL_JCSA && c.passed && c.moved[0] && c.moved[1])
        return loss_of(ref->states[first].side, SHOOGI_REASON_REPETITION);
    return goes_on;
}

static shoogi_result judge_repetition(const shg_ref *ref)
{
    const shg_rules *rules = &ref->v->rules;
    size_t first = ref->count - 1;
    const size_t occurrences = count_occurrences(ref, now(ref), &first);
    if (rules->repetition_count == 0 || occurrences < rules->repetition_count)
        return goes_on;
    const shoogi_result perpetual = judge_perpetual(ref, first);
    if (perpetual.reason != SHOOGI_REASON_NONE)
        return perpetual;
    switch (rules->repetition_result) {
    case SHG_REPETITION_NO_CONTEST:
        return (shoogi_result){ SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION };
    case SHG_REPETITION_LOSS:
    case SHG_REPETITION_FORBID: /* it was made all the same */
        return win_of(now(ref)->side, SHOOGI_REASON_REPETITION);
    case SHG_REPETITION_FIRST: return loss_of(ref->began, SHOOGI_REASON_REPETITION);
    default: return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION };
    }
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
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shoogi_piece piece = shoogi_position_piece(position, sq);
        s->square[sq] = piece.kind == 0 ? 0 : shg_code_of(piece.kind, piece.colour);
        s->unmoved[sq] = s->square[sq] != 0 && position->ops->is_unmoved(position, sq);
    }
    for (int colour = 0; colour < 2; colour++)
        for (shoogi_kind k = 1; k <= v->kinds; k++)
            s->hand[colour][k] = (uint16_t)shoogi_position_hand(position, (shoogi_colour)colour, k);
    count_lives(s->royals_had, v, s);
    for (int colour = 0; colour < 2; colour++)
        s->checks[colour] = (uint16_t)shoogi_position_checks_given(position, (shoogi_colour)colour);
    s->side = shoogi_position_side(position);
    s->mark = shoogi_position_counter_strike_square(position);
    s->push_to = SHOOGI_NO_SQUARE;
    memset(s->marked, 0, sizeof s->marked);
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
    ref->began = shoogi_position_ply(position) % 2 == 1 ? s.side : shoogi_colour_other(s.side);
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

static bool captures_any(const list *l, shoogi_move move)
{
    shoogi_square victims[SHG_VICTIMS_MAX];
    return !shoogi_move_is_drop(move) && victims_of(l->v, l->s, move, victims) > 0;
}

/* "Captures", mustCapture: one of the moves captures. */
static bool captures_are_compulsory(const list *l)
{
    bool any = false;
    for (size_t i = 0; i < l->count && l->v->rules.must_capture; i++)
        any = any || captures_any(l, l->found[i].move);
    return any;
}

size_t shg_ref_moves(const shg_ref *ref, shoogi_move *moves, size_t moves_max, bool paths)
{
    list l;
    list_begin(&l, ref->v, now(ref));
    l.paths = paths;
    add_moves(&l);
    size_t count = 0;
    const bool captures = captures_are_compulsory(&l);
    for (size_t i = 0; i < l.count; i++) {
        if ((captures && !captures_any(&l, l.found[i].move)) || is_forbidden(ref, l.found[i].move))
            continue;
        if (count < moves_max)
            moves[count] = l.found[i].move;
        count++;
    }
    free_list(&l);
    return l.spent ? SIZE_MAX : count;
}

shoogi_status shg_ref_do(shg_ref *ref, shoogi_move move)
{
    state after;
    make(ref->v, &after, now(ref), move);
    return push(ref, &after, move);
}

void shg_ref_undo(shg_ref *ref)
{
    assert(ref->count > 1);
    ref->count--;
}

shoogi_result shg_ref_result(const shg_ref *ref)
{
    const shoogi_variant *v = ref->v;
    const shoogi_colour own = now(ref)->side;
    const shoogi_result end = ended(v, now(ref));
    if (end.reason != SHOOGI_REASON_NONE)
        return end;
    const bool can_move =
        forbids_repetition(v) ? shg_ref_moves(ref, NULL, 0, false) > 0 : has_moves(v, now(ref), 0);
    if (can_move)
        return judge_repetition(ref);
    if (v->rules.check_strict && in_check(v, now(ref), own))
        return loss_of(own, SHOOGI_REASON_CHECKMATE);
    switch (v->rules.stalemate) {
    case SHG_STALEMATE_WIN: return loss_of(own, SHOOGI_REASON_STALEMATE);
    case SHG_STALEMATE_LOSS: return win_of(own, SHOOGI_REASON_STALEMATE);
    default: return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_STALEMATE };
    }
}

unsigned shg_ref_royals(const shg_ref *ref, shoogi_colour colour)
{
    return count_royals(ref->v, now(ref), colour);
}

bool shg_ref_attacks_royal(const shg_ref *ref, shoogi_colour colour)
{
    return one_is_attacked(ref->v, now(ref), colour, true);
}

bool shg_ref_equals(const shg_ref *ref, const shoogi_position *position)
{
    state s;
    read_state(&s, position);
    return is_same(ref->v, &s, now(ref));
}
