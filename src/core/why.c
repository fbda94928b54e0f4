/* why.c: the reason a move is not legal, found rule by rule in the order a player would ask. */
#include "base/text.h"
#include "core/board_ops.h"
#include "core/square.h"
#include "core/variant_int.h"
#include "shoogi/position.h"

#include <stdlib.h>
#include <string.h>

typedef struct asked {
    const shoogi_position *p;
    const shoogi_variant *v;
    shoogi_move move;
    shg_out *out; /* of the sentence */
} asked;

static const char *const illegal_words[] = {
#define ILLEGAL(name, words) words,
#include "shoogi/illegal.def"
#undef ILLEGAL
};

const char *shg_illegal_text(shoogi_illegal why)
{
    return illegal_words[why];
}

static shoogi_illegal say(const asked *a, shoogi_illegal why)
{
    shg_out_text(a->out, illegal_words[why]);
    return why;
}

static void say_square(const asked *a, shoogi_square square)
{
    shg_out_square(a->out, a->v, square);
}

static const char *name_of(const asked *a, shoogi_kind kind)
{
    return a->v->kind[kind].name;
}

/* "a pawn", "an eagle" */
static void say_a(const asked *a, shoogi_kind kind)
{
    const char *name = name_of(a, kind);
    shg_out_format(a->out, "%s %s", strchr("aeiou", name[0]) ? "an" : "a", name);
}

/* --- exposing the royal -------------------------------------------------------------------------- */

/* The move is legal but for its repeating a position too often. */
static bool is_like_a_move(const asked *a)
{
    return a->p->ops->moves_like(a->p, NULL, 0, a->move, ~(shoogi_move)0, false) > 0;
}

/* The lone royal of the mover would be attacked after the move; so it is taken to be where there is no memory to
 * look. */
static bool is_exposed(const asked *a)
{
    const shoogi_colour own = a->p->side;
    shoogi_position *after;
    bool exposed = true;
    if (!a->v->rules.check_strict)
        return false;
    if (shoogi_position_copy(&after, a->p) != SHOOGI_OK)
        return true;
    if (shoogi_position_do(after, a->move) == SHOOGI_OK) {
        const shoogi_square royal = shoogi_position_royal(after, own);
        exposed = royal != SHOOGI_NO_SQUARE &&
                  shoogi_position_attacked(after, royal, shoogi_colour_other(own));
    }
    shoogi_position_free(after);
    return exposed;
}

/* The royal of the mover would be attacked after the move. */
static shoogi_illegal why_exposed(const asked *a)
{
    const shoogi_colour own = shoogi_position_side(a->p);
    shoogi_position *after;
    if (shoogi_position_copy(&after, a->p) != SHOOGI_OK)
        return say(a, SHOOGI_ILLEGAL_ROYAL_EXPOSED);
    shoogi_square from[8];
    size_t count = 0;
    shoogi_square royal = SHOOGI_NO_SQUARE;
    if (shoogi_position_do(after, a->move) == SHOOGI_OK) {
        royal = shoogi_position_royal(after, own);
        /* Asked from the side of the mover, so that the squares come in their order. */
        shoogi_position_set_side(after, own);
        count = shoogi_position_checkers(after, from, sizeof from / sizeof from[0]);
    }
    if (count == 0 || royal == SHOOGI_NO_SQUARE) {
        shoogi_position_free(after);
        return say(a, SHOOGI_ILLEGAL_ROYAL_EXPOSED);
    }
    shg_out_format(a->out, "your %s would stand in check from ",
                   name_of(a, shoogi_position_piece(after, royal).kind));
    const size_t shown = count < 8 ? count : 8;
    for (size_t i = 0; i < shown; i++) {
        if (i > 0)
            shg_out_text(a->out, i + 1 == shown ? " and " : ", ");
        say_square(a, from[i]);
    }
    shoogi_position_free(after);
    return SHOOGI_ILLEGAL_ROYAL_EXPOSED;
}

/* --- drops --------------------------------------------------------------------------------------- */

static unsigned men_on_file(const asked *a, shoogi_kind kind, unsigned file)
{
    unsigned count = 0;
    for (unsigned rank = 0; rank < a->v->ranks; rank++) {
        const shg_code code = a->p->square[file * a->v->ranks + rank];
        count += code == shg_code_of(kind, a->p->side);
    }
    return count;
}

/* A man of the kind stands on the board or, with a square, on a square of the same colour as that one. */
static bool is_there(const asked *a, shoogi_kind kind, shoogi_square like)
{
    for (unsigned sq = 0; sq < a->v->squares; sq++)
        if (a->p->square[sq] == shg_code_of(kind, a->p->side) &&
            (like == SHOOGI_NO_SQUARE ||
             shg_shade_of(a->v, (shoogi_square)sq) == shg_shade_of(a->v, like)))
            return true;
    return false;
}

/* "two pawns on file 3" */
static shoogi_illegal why_file(const asked *a, shoogi_kind kind, unsigned file, unsigned count)
{
    static const char *const numbers[] = { "two", "three", "four" };
    if (count - 1 < sizeof numbers / sizeof numbers[0])
        shg_out_text(a->out, numbers[count - 1]);
    else
        shg_out_format(a->out, "%u", count + 1);
    shg_out_format(a->out, " %ss on file %u", name_of(a, kind), file + 1);
    return SHOOGI_ILLEGAL_DROP_FILE;
}

static shoogi_illegal why_drop(const asked *a)
{
    const shoogi_kind kind = shoogi_move_kind(a->move);
    const shoogi_square to = shoogi_move_to(a->move);
    const shg_kind *const k = &a->v->kind[kind];
    if (a->move & (SHOOGI_MOVE_PROMOTION | SHOOGI_MOVE_VANISHES | SHOOGI_MOVE_UNLOADS)) {
        shg_out_text(a->out, "a drop never promotes");
        return SHOOGI_ILLEGAL_NO_PROMOTION;
    }
    if (!a->v->rules.drops && a->p->hand[a->p->side][kind] > 0)
        return say(a, SHOOGI_ILLEGAL_NO_DROPS);
    if (k->drawn == 0 || a->p->hand[a->p->side][k->drawn] == 0) {
        shg_out_format(a->out, "no %s is in your hand", k->name);
        return SHOOGI_ILLEGAL_NOT_IN_HAND;
    }
    if (a->p->square[to] != 0) {
        say_square(a, to);
        shg_out_text(a->out, " is occupied, and a piece can be dropped on an empty square only");
        return SHOOGI_ILLEGAL_DROP_OCCUPIED;
    }
    const unsigned file = shg_file_of(a->v, to);
    const unsigned count = men_on_file(a, kind, file);
    if (k->drop_per_file != 0 && count >= k->drop_per_file)
        return why_file(a, kind, file, count);
    if (k->drop_per_shade && is_there(a, kind, to)) {
        shg_out_format(a->out, "two %ss on squares of the colour of ", k->name);
        say_square(a, to);
        return SHOOGI_ILLEGAL_DROP_SHADE;
    }
    if (k->drop_one && is_there(a, kind, SHOOGI_NO_SQUARE)) {
        shg_out_format(a->out, "two %ss on the board", k->name);
        return SHOOGI_ILLEGAL_DROP_ONE;
    }
    if (a->v->rules.drop_dead_barred && !shg_can_ever_move(a->v, kind, a->p->side, to)) {
        say_a(a, kind);
        shg_out_text(a->out, " dropped on ");
        say_square(a, to);
        shg_out_text(a->out, " could never move");
        return SHOOGI_ILLEGAL_DROP_DEAD;
    }
    if (!shg_drop_square(a->v, kind, a->p->side, to)) {
        say_a(a, kind);
        shg_out_text(a->out, " may not be dropped on ");
        say_square(a, to);
        return SHOOGI_ILLEGAL_DROP_ZONE;
    }
    if (is_like_a_move(a))
        return say(a, SHOOGI_ILLEGAL_REPETITION);
    if (!k->drop_mate_barred || is_exposed(a))
        return why_exposed(a);
    say_a(a, kind);
    shg_out_text(a->out, " may not be dropped to give checkmate");
    return SHOOGI_ILLEGAL_DROP_MATE;
}

/* --- moves on the board -------------------------------------------------------------------------- */

static bool can_promote_to(const asked *a, shoogi_kind kind, shoogi_kind form)
{
    const shg_kind *const k = &a->v->kind[kind];
    for (size_t i = 0; i < k->promotion_count; i++)
        if (k->promotions[i] == form)
            return true;
    return false;
}

/* A man stands on the square and is not the mover itself, which may come back to where it was. */
static bool takes_on(const asked *a, shoogi_square square)
{
    return square != SHOOGI_NO_SQUARE && a->p->square[square] != 0 &&
           square != shoogi_move_from(a->move);
}

/* The squares on which the move takes men of the other side, in order; returns how many. */
static unsigned victims_of(const asked *a, shoogi_square victims[SHOOGI_WAY_MAX + 1])
{
    const shoogi_square squares[SHOOGI_WAY_MAX + 1] = { shoogi_move_way(a->move, 0),
                                                        shoogi_move_way(a->move, 1),
                                                        shoogi_move_to(a->move) };
    unsigned count = 0;
    for (unsigned i = 0; i <= SHOOGI_WAY_MAX; i++) {
        bool counted =
            !takes_on(a, squares[i]) || shg_code_colour(a->p->square[squares[i]]) == a->p->side;
        for (unsigned k = 0; k < count; k++)
            counted = counted || victims[k] == squares[i];
        if (!counted)
            victims[count++] = squares[i];
    }
    return count;
}

static shoogi_kind kind_on(const asked *a, shoogi_square square)
{
    return shg_code_kind(a->p->square[square]);
}

/* "the rook on 5e" */
static void say_the(const asked *a, shoogi_square square)
{
    shg_out_format(a->out, "the %s on ", name_of(a, kind_on(a, square)));
    say_square(a, square);
}

/* What captureMatrix and morph make of the man; 0 if they have no say.  Gone is SHG_MORPH_BARRED. */
static shoogi_kind ordained(const asked *a, shoogi_kind kind)
{
    const shg_kind *const k = &a->v->kind[kind];
    const shoogi_square to = shoogi_move_to(a->move);
    shoogi_square victims[SHOOGI_WAY_MAX + 1];
    const unsigned count = k->matrix ? victims_of(a, victims) : 0;
    shoogi_kind becomes = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned action = k->matrix[kind_on(a, victims[i])];
        if (action == SHG_CAPTURE_BOTH_DIE && victims[i] == to)
            return SHG_MORPH_BARRED;
        if (action == SHG_CAPTURE_PROMOTES)
            becomes = k->promotions[0];
        if (action == SHG_CAPTURE_BECOMES)
            becomes = kind_on(a, victims[i]);
    }
    const shoogi_kind there = k->morph && to != shoogi_move_from(a->move)
                                  ? k->morph[shg_seen_by_black(a->v, a->p->side, to)]
                                  : 0;
    return there != 0 ? there : becomes;
}

/* A capture or a landing that the man may never make.  Source: docs/variant-format.md, "Who may take whom". */
static shoogi_illegal why_barred(const asked *a, shoogi_kind kind)
{
    const shg_kind *const k = &a->v->kind[kind];
    const shoogi_square to = shoogi_move_to(a->move);
    shoogi_square victims[SHOOGI_WAY_MAX + 1];
    const unsigned count = k->matrix ? victims_of(a, victims) : 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned action = k->matrix[kind_on(a, victims[i])];
        if (action != SHG_CAPTURE_BARRED && (action != SHG_CAPTURE_BOTH_DIE || victims[i] == to))
            continue;
        say_a(a, kind);
        shg_out_text(a->out, action == SHG_CAPTURE_BARRED ? " may not take " : " is gone with ");
        say_the(a, victims[i]);
        if (action == SHG_CAPTURE_BOTH_DIE)
            shg_out_text(a->out, " and cannot go on");
        return SHOOGI_ILLEGAL_CAPTURE_BARRED;
    }
    if (!k->morph || to == shoogi_move_from(a->move) ||
        k->morph[shg_seen_by_black(a->v, a->p->side, to)] != SHG_MORPH_BARRED)
        return SHOOGI_ILLEGAL_NOTHING;
    say_a(a, kind);
    shg_out_text(a->out, " may not land on ");
    say_square(a, to);
    return SHOOGI_ILLEGAL_LANDING_BARRED;
}

/* The man may promote by this move as far as the squares decide.
 * Source: docs/variant-format.md, "Promotion". */
static bool may_promote(const asked *a, shoogi_kind kind)
{
    const shg_rules *const rules = &a->v->rules;
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const shoogi_colour own = a->p->side;
    shoogi_square victims[SHOOGI_WAY_MAX + 1];
    const bool captures = victims_of(a, victims) > 0;
    if (rules->flip != SHG_FLIP_NONE)
        return rules->flip == SHG_FLIP_MOVE || captures;
    const bool from_zone = shg_in_zone(a->v, own, from), to_zone = shg_in_zone(a->v, own, to);
    if (rules->promotion_ends)
        return to_zone;
    if (!rules->promotion_enters)
        return from_zone || to_zone;
    if (a->v->kind[kind].last_rank && shg_ranks_ahead(a->v, own, to) == 0)
        return true;
    return from_zone ? captures : to_zone;
}

/* What bars a form from being chosen; NOTHING if it is offered. */
static shoogi_illegal why_form(const asked *a, shoogi_kind kind, shoogi_kind form)
{
    const shg_kind *const k = &a->v->kind[kind];
    const shoogi_square to = shoogi_move_to(a->move);
    const unsigned ahead = shg_ranks_ahead(a->v, a->p->side, to);
    for (size_t i = 0; k->choices && i < k->promotion_count; i++) {
        const shg_choice *const choice = &k->choices[i];
        if (choice->kind != form)
            continue;
        if (choice->from_hand && a->p->hand[a->p->side][form] == 0) {
            shg_out_format(a->out, "no %s is in your hand to promote to", name_of(a, form));
            return SHOOGI_ILLEGAL_NOT_IN_HAND;
        }
        if (choice->not_last && ahead == 0) {
            say_a(a, kind);
            shg_out_text(a->out, " may not promote to ");
            say_a(a, form);
            shg_out_text(a->out, " on the last rank");
            return SHOOGI_ILLEGAL_FORM_BARRED;
        }
        if (choice->ranks > 0 && ahead >= choice->ranks) {
            say_a(a, kind);
            shg_out_text(a->out, " may promote to ");
            say_a(a, form);
            shg_out_format(a->out, " on the last %u ranks only", choice->ranks);
            return SHOOGI_ILLEGAL_FORM_BARRED;
        }
    }
    if (!a->v->rules.promotion_alive || shg_can_ever_move(a->v, form, a->p->side, to))
        return SHOOGI_ILLEGAL_NOTHING;
    say_a(a, form);
    shg_out_text(a->out, " on ");
    say_square(a, to);
    shg_out_text(a->out, " could never move");
    return SHOOGI_ILLEGAL_FORM_BARRED;
}

/* Some form is offered. */
static bool has_a_form(const asked *a, shoogi_kind kind)
{
    shg_out unsaid = shg_out_make(NULL, 0);
    const asked quietly = { a->p, a->v, a->move, &unsaid };
    for (size_t i = 0; i < a->v->kind[kind].promotion_count; i++)
        if (why_form(&quietly, kind, a->v->kind[kind].promotions[i]) == SHOOGI_ILLEGAL_NOTHING)
            return true;
    return false;
}

/* The move goes, but not where the man could promote. */
static shoogi_illegal why_not_there(const asked *a)
{
    const shg_rules *const rules = &a->v->rules;
    if (rules->flip == SHG_FLIP_CAPTURE)
        shg_out_text(a->out, "the piece turns over only when it takes something");
    else if (rules->promotion_enters && shg_in_zone(a->v, a->p->side, shoogi_move_from(a->move)))
        shg_out_text(a->out, "from within the promotion zone a piece promotes only when it takes "
                             "something");
    else
        return say(a, SHOOGI_ILLEGAL_NOT_IN_ZONE);
    return SHOOGI_ILLEGAL_NOT_IN_ZONE;
}

static shoogi_illegal why_promotion(const asked *a, shoogi_kind kind)
{
    const shg_rules *const rules = &a->v->rules;
    const shoogi_kind after = shoogi_move_kind(a->move);
    const shoogi_square to = shoogi_move_to(a->move);
    const size_t forms = a->v->kind[kind].promotion_count;
    const bool may = forms > 0 && may_promote(a, kind);
    if (shoogi_move_is_promotion(a->move)) {
        if (!can_promote_to(a, kind, after)) {
            say_a(a, kind);
            shg_out_text(a->out, " does not promote");
            if (forms > 0) {
                shg_out_text(a->out, " to ");
                say_a(a, after);
            }
            return SHOOGI_ILLEGAL_NO_PROMOTION;
        }
        if (!may)
            return why_not_there(a);
        return why_form(a, kind, after);
    }
    if (after != kind)
        return say(a, SHOOGI_ILLEGAL_NO_PROMOTION);
    if (may && rules->flip != SHG_FLIP_NONE)
        return say(a, SHOOGI_ILLEGAL_MUST_FLIP);
    const bool stuck =
        rules->must_move && forms > 0 && !shg_can_ever_move(a->v, kind, a->p->side, to);
    if (!stuck && !(may && rules->promotion_must && has_a_form(a, kind)))
        return SHOOGI_ILLEGAL_NOTHING;
    say_a(a, kind);
    shg_out_text(a->out, " on ");
    say_square(a, to);
    shg_out_text(a->out, stuck ? " could never move again and must promote" : " must promote");
    return SHOOGI_ILLEGAL_MUST_PROMOTE;
}

/* --- who may take whom --------------------------------------------------------------------------- */

/* The move goes, but a rule of trade bars the capture on this square.
 * Source: docs/variant-format.md, "Who may take whom". */
static shoogi_illegal why_trade(const asked *a, shoogi_square square)
{
    const shoogi_kind kind = kind_on(a, shoogi_move_from(a->move));
    const shg_kind *const taker = &a->v->kind[kind];
    const shg_kind *const victim = &a->v->kind[kind_on(a, square)];
    const shoogi_square mark = a->p->mark;
    say_the(a, square);
    if (victim->iron) {
        shg_out_text(a->out, " can never be taken");
        return SHOOGI_ILLEGAL_IRON;
    }
    if (taker->trade_group != 0 && taker->trade_group == victim->trade_group) {
        shg_out_text(a->out, " cannot be taken by ");
        say_a(a, kind);
        return SHOOGI_ILLEGAL_TRADE_GROUP;
    }
    if (victim->counter_strike && !taker->counter_strike && mark != SHOOGI_NO_SQUARE &&
        mark != square) {
        shg_out_text(a->out, " may not be taken by ");
        say_a(a, kind);
        shg_out_text(a->out, ", because on ");
        say_square(a, mark);
        shg_out_text(a->out, " one was taken the turn before");
        return SHOOGI_ILLEGAL_COUNTER_STRIKE;
    }
    const bool by_matrix =
        taker->matrix && taker->matrix[kind_on(a, square)] == SHG_CAPTURE_PROTECTED;
    shg_out_text(a->out, by_matrix ? " is protected" : " is protected and not adjacent");
    return SHOOGI_ILLEGAL_TRADE_PROTECTED;
}

/* One's own man where the man steps or lands. */
static shoogi_illegal why_own_piece(const asked *a, shoogi_square square)
{
    shg_out_format(a->out, "your own %s stands on ",
                   name_of(a, shg_code_kind(a->p->square[square])));
    say_square(a, square);
    return SHOOGI_ILLEGAL_OWN_PIECE;
}

/* The move ends where it started and takes nothing. */
static bool is_pass(const asked *a)
{
    return shoogi_move_from(a->move) == shoogi_move_to(a->move) &&
           !takes_on(a, shoogi_move_way(a->move, 0)) && !takes_on(a, shoogi_move_way(a->move, 1));
}

/* --- ways ---------------------------------------------------------------------------------------- */

#define FROM_BITS   ((shoogi_move)SHOOGI_NO_SQUARE << SHOOGI_MOVE_FROM)
#define WAY_BITS(i) ((shoogi_move)SHOOGI_NO_SQUARE << (SHOOGI_MOVE_WAY + 11 * (i)))

/* In p some way of the man has the squares of the move that lie in these bits, whatever becomes of it. */
static bool goes(const asked *a, const shoogi_position *p, shoogi_move squares)
{
    return p->ops->moves_like(p, NULL, 0, a->move, squares, true) > 0;
}

static unsigned distance(const shoogi_variant *v, shoogi_square a, shoogi_square b)
{
    const int files = abs((int)shg_file_of(v, a) - (int)shg_file_of(v, b));
    const int ranks = abs((int)shg_rank_of(v, a) - (int)shg_rank_of(v, b));
    return (unsigned)(files > ranks ? files : ranks);
}

/* The men that the move does not name, those nearest to its start first; returns how many. */
static size_t men_beside(const asked *a, shoogi_square men[SHOOGI_SQUARES_MAX])
{
    const shoogi_square from = shoogi_move_from(a->move);
    const unsigned most = a->v->files > a->v->ranks ? a->v->files : a->v->ranks;
    size_t count = 0;
    for (unsigned away = 1; away < most; away++)
        for (shoogi_square sq = 0; sq < a->v->squares; sq++)
            if (a->p->square[sq] != 0 && distance(a->v, from, sq) == away &&
                sq != shoogi_move_to(a->move) && sq != shoogi_move_way(a->move, 0) &&
                sq != shoogi_move_way(a->move, 1))
                men[count++] = sq;
    return count;
}

/* The first man that is in the way: without it, and those farther from the start, the man could go by the squares of
 * the move.  SHOOGI_NO_SQUARE if it could not though none of them were there. */
static shoogi_square find_block(const asked *a)
{
    shoogi_square men[SHOOGI_SQUARES_MAX];
    shoogi_position *p;
    size_t clear = 0, blocked = men_beside(a, men); /* with so many of them it goes, or does not */
    if (blocked == 0 || shoogi_position_copy(&p, a->p) != SHOOGI_OK)
        return SHOOGI_NO_SQUARE;
    for (size_t i = 0; i < blocked; i++)
        p->ops->take(p, men[i]);
    const bool found = goes(a, p, SHG_MOVE_SQUARES);
    while (found && blocked - clear > 1) {
        const size_t middle = (clear + blocked) / 2;
        for (size_t i = clear; i < middle; i++)
            p->ops->put(p, men[i], a->p->square[men[i]]);
        if (goes(a, p, SHG_MOVE_SQUARES)) {
            clear = middle;
            continue;
        }
        for (size_t i = clear; i < middle; i++)
            p->ops->take(p, men[i]);
        blocked = middle;
    }
    shoogi_position_free(p);
    return found ? men[clear] : SHOOGI_NO_SQUARE;
}

/* The man would go by the first square on the way, which is empty, if there were something to take. */
static bool lacks_prey(const asked *a, shoogi_kind kind)
{
    const shoogi_square over = shoogi_move_way(a->move, 0);
    shoogi_position *p;
    if (a->p->square[over] != 0 || shoogi_position_copy(&p, a->p) != SHOOGI_OK)
        return false;
    p->ops->put(p, over, shg_code_of(kind, shoogi_colour_other(p->side)));
    const bool found = goes(a, p, FROM_BITS | WAY_BITS(0));
    shoogi_position_free(p);
    return found;
}

/* How far the man comes by the squares of a move of several steps: "a lion that goes from 7f by way of 7e does not go
 * on to 4d". */
static void say_steps(const asked *a, shoogi_kind kind)
{
    const shoogi_square over[SHOOGI_WAY_MAX] = { shoogi_move_way(a->move, 0),
                                                 shoogi_move_way(a->move, 1) };
    const bool begins = goes(a, a->p, FROM_BITS | WAY_BITS(0));
    if (!begins && lacks_prey(a, kind)) {
        shg_out_text(a->out, "nothing stands on ");
        say_square(a, over[0]);
        shg_out_text(a->out, " for ");
        say_a(a, kind);
        shg_out_text(a->out, " to take");
        return;
    }
    const bool twice = over[1] != SHOOGI_NO_SQUARE;
    const bool returns = shoogi_move_to(a->move) == shoogi_move_from(a->move) && !twice;
    say_a(a, kind);
    shg_out_text(a->out, begins && !returns ? " that goes from " : " does not go from ");
    say_square(a, shoogi_move_from(a->move));
    shg_out_text(a->out, returns ? " to " : " by way of ");
    say_square(a, over[0]);
    if (returns)
        shg_out_text(a->out, " and back");
    if (returns || !begins)
        return;
    const bool goes_on = twice && goes(a, a->p, FROM_BITS | WAY_BITS(0) | WAY_BITS(1));
    if (goes_on) {
        shg_out_text(a->out, " and ");
        say_square(a, over[1]);
    }
    shg_out_text(a->out, twice && !goes_on ? " does not go on by way of " : " does not go on to ");
    say_square(a, twice && !goes_on ? over[1] : shoogi_move_to(a->move));
}

/* No way of the man goes by these squares, or not with what it takes put down. */
static shoogi_illegal why_not_its_move(const asked *a, shoogi_kind kind)
{
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const bool unloads = a->move & SHOOGI_MOVE_UNLOADS;
    for (unsigned i = 0; i < SHOOGI_WAY_MAX; i++) {
        const shoogi_square over = shoogi_move_way(a->move, i);
        if (takes_on(a, over) && shg_code_colour(a->p->square[over]) == a->p->side)
            return why_own_piece(a, over);
    }
    const bool by_these = goes(a, a->p, SHG_MOVE_SQUARES);
    const shoogi_square block = by_these ? SHOOGI_NO_SQUARE : find_block(a);
    if (block != SHOOGI_NO_SQUARE) {
        say_a(a, kind_on(a, block));
        shg_out_text(a->out, " stands in the way on ");
        say_square(a, block);
        return SHOOGI_ILLEGAL_BLOCKED;
    }
    if (!by_these && is_pass(a) && a->v->rules.pass == SHG_PASS_NONE)
        return say(a, SHOOGI_ILLEGAL_NO_PASS);
    if (!by_these && (a->move & SHOOGI_MOVE_DIRECT) != SHOOGI_MOVE_DIRECT) {
        say_steps(a, kind);
        return SHOOGI_ILLEGAL_NOT_ITS_MOVE;
    }
    say_a(a, kind);
    shg_out_text(a->out, !by_these ? " does not move from "
                         : unloads ? " does not put what it takes on "
                                   : " puts what it takes on ");
    say_square(a, from);
    if (!by_these) {
        shg_out_text(a->out, " to ");
        say_square(a, to);
    }
    return SHOOGI_ILLEGAL_NOT_ITS_MOVE;
}

/* A pass changes nothing. */
static shoogi_illegal why_pass(const asked *a, shoogi_kind kind)
{
    if (!shoogi_move_is_promotion(a->move) && shoogi_move_kind(a->move) == kind)
        return SHOOGI_ILLEGAL_NOTHING;
    say_a(a, kind);
    shg_out_text(a->out, " that passes does not promote");
    return SHOOGI_ILLEGAL_NO_PROMOTION;
}

/* The man goes there, but not to be what the move says. */
static shoogi_illegal why_what_it_becomes(const asked *a, shoogi_kind kind)
{
    const shoogi_kind must = ordained(a, kind), after = shoogi_move_kind(a->move);
    const bool vanishes = a->move & SHOOGI_MOVE_VANISHES;
    const bool promotes = shoogi_move_is_promotion(a->move);
    if (must == SHG_MORPH_BARRED && (!vanishes || promotes || after != kind)) {
        shg_out_text(a->out, "both pieces are gone by this capture");
        return SHOOGI_ILLEGAL_MUST_BECOME;
    }
    if (must == SHG_MORPH_BARRED)
        return SHOOGI_ILLEGAL_NOTHING;
    if (vanishes) {
        say_a(a, kind);
        shg_out_text(a->out, " is not gone by this move");
        return SHOOGI_ILLEGAL_MUST_BECOME;
    }
    if (must == 0)
        return is_pass(a) ? why_pass(a, kind) : why_promotion(a, kind);
    if (after == must && promotes == (must != kind))
        return SHOOGI_ILLEGAL_NOTHING;
    say_a(a, kind);
    shg_out_text(a->out, " becomes ");
    say_a(a, must);
    shg_out_text(a->out, " by this move");
    return SHOOGI_ILLEGAL_MUST_BECOME;
}

static shoogi_illegal why_board_move(const asked *a)
{
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const shg_code code = a->p->square[from];
    if (code == 0) {
        shg_out_text(a->out, "no piece stands on ");
        say_square(a, from);
        return SHOOGI_ILLEGAL_EMPTY_SQUARE;
    }
    const shoogi_kind kind = shg_code_kind(code);
    if (shg_code_colour(code) != a->p->side) {
        shg_out_format(a->out, "the %s on ", name_of(a, kind));
        say_square(a, from);
        shg_out_text(a->out, " is not yours");
        return SHOOGI_ILLEGAL_NOT_YOURS;
    }
    /* The squares first, whatever becomes of the man at the end of them. */
    if (!goes(a, a->p, SHG_MOVE_SQUARES | SHOOGI_MOVE_UNLOADS)) {
        if (takes_on(a, to) && shg_code_colour(a->p->square[to]) == a->p->side)
            return why_own_piece(a, to);
        return why_not_its_move(a, kind);
    }
    shoogi_illegal why = why_barred(a, kind);
    if (why == SHOOGI_ILLEGAL_NOTHING)
        why = why_what_it_becomes(a, kind);
    if (why != SHOOGI_ILLEGAL_NOTHING)
        return why;
    if (is_like_a_move(a))
        return say(a, SHOOGI_ILLEGAL_REPETITION);
    const shoogi_square barred = a->p->ops->barred_victim(a->p, a->move);
    return barred != SHOOGI_NO_SQUARE ? why_trade(a, barred) : why_exposed(a);
}

static bool is_square(const shoogi_variant *v, shoogi_square square)
{
    return square < v->squares && !v->hole[square];
}

bool shg_move_squares_fit(const shoogi_variant *v, shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move);
    const shoogi_square first = shoogi_move_way(move, 0), second = shoogi_move_way(move, 1);
    if (!is_square(v, shoogi_move_to(move)))
        return false;
    if (shoogi_move_is_drop(move))
        return from == SHOOGI_NO_SQUARE && first == SHOOGI_NO_SQUARE && second == SHOOGI_NO_SQUARE;
    if (second != SHOOGI_NO_SQUARE && (first == SHOOGI_NO_SQUARE || !is_square(v, second)))
        return false;
    return is_square(v, from) && (first == SHOOGI_NO_SQUARE || is_square(v, first));
}

/* True if every number in the move names something of this variant. */
static bool is_well_formed(const shoogi_variant *v, shoogi_move move)
{
    const shoogi_kind kind = shoogi_move_kind(move);
    return kind >= 1 && kind <= v->kinds && move < SHOOGI_MOVE_UNLOADS << 1 &&
           shg_move_squares_fit(v, move);
}

shoogi_illegal shoogi_position_why(const shoogi_position *position, shoogi_move move,
                                   char *sentence, size_t sentence_bytes)
{
    shg_out out = shg_out_make(sentence, sentence ? sentence_bytes : 0);
    const asked a = { position, position->variant, move, &out };
    if (!is_well_formed(a.v, move))
        return say(&a, SHOOGI_ILLEGAL_NO_SUCH_SQUARE);
    if (shg_position_is_legal(position, move))
        return SHOOGI_ILLEGAL_NOTHING;
    if (position->ops->over(position).reason != SHOOGI_REASON_NONE)
        return say(&a, SHOOGI_ILLEGAL_GAME_OVER);
    return shoogi_move_is_drop(move) ? why_drop(&a) : why_board_move(&a);
}
