/* why.c: the reason a move is not legal, found rule by rule in the order a player would ask. */
#include "base/text.h"
#include "core/board_ops.h"
#include "core/square.h"
#include "core/variant_int.h"
#include "shoogi/position.h"

#include <assert.h>
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
    shoogi_position *after;
    bool exposed = false;
    if (a->v->rules.check_strict && shoogi_position_copy(&after, a->p) == SHOOGI_OK) {
        const shoogi_square royal = shoogi_position_royal(after, a->p->side);
        if (royal != SHOOGI_NO_SQUARE && shoogi_position_do(after, a->move) == SHOOGI_OK)
            exposed = shoogi_position_attacked(after, royal, shoogi_colour_other(a->p->side));
        shoogi_position_free(after);
    }
    if (exposed || !k->drop_mate_barred)
        return why_exposed(a);
    say_a(a, kind);
    shg_out_text(a->out, " may not be dropped to give checkmate");
    return SHOOGI_ILLEGAL_DROP_MATE;
}

/* --- moves on the board -------------------------------------------------------------------------- */

/* Looks for a ride of the man on from that reaches to.  *in_the_way is the first man that blocks it, or
 * SHOOGI_NO_SQUARE if the way is free.  False if no ride goes there. */
static bool find_way(const asked *a, shoogi_kind kind, shoogi_square from, shoogi_square to,
                     shoogi_square *in_the_way)
{
    const shg_kind *const k = &a->v->kind[kind];
    bool found = false;
    for (size_t i = 0; i < k->betza.ride_count; i++) {
        const shg_ride *const ride = &k->betza.rides[i];
        shoogi_square block = SHOOGI_NO_SQUARE;
        for (int steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
            const shoogi_square at = shg_ride_square(a->v, ride, a->p->side, from, steps);
            if (at == SHOOGI_NO_SQUARE)
                break;
            if (at == to) {
                if (!found || block == SHOOGI_NO_SQUARE)
                    *in_the_way = block;
                found = true;
                break;
            }
            if (a->p->square[at] != 0 && block == SHOOGI_NO_SQUARE)
                block = at;
        }
    }
    return found;
}

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

/* The man may promote by this move as far as the squares decide.
 * Source: docs/variant-format.md, "Promotion". */
static bool may_promote(const asked *a, shoogi_kind kind)
{
    const shg_rules *const rules = &a->v->rules;
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const shoogi_colour own = a->p->side;
    const bool captures = takes_on(a, to);
    if (rules->flip != SHG_FLIP_NONE)
        return rules->flip == SHG_FLIP_MOVE || captures;
    const bool from_zone = shg_in_zone(a->v, own, from), to_zone = shg_in_zone(a->v, own, to);
    if (!rules->promotion_enters)
        return from_zone || to_zone;
    if (a->v->kind[kind].last_rank && shg_ranks_ahead(a->v, own, to) == 0)
        return true;
    return from_zone ? captures : to_zone;
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
        if (shg_form_is_drawn(&a->v->kind[kind], a->move) && a->p->hand[a->p->side][after] == 0) {
            shg_out_format(a->out, "no %s is in your hand", name_of(a, after));
            return SHOOGI_ILLEGAL_NOT_IN_HAND;
        }
        if (!rules->must_move || shg_can_ever_move(a->v, after, a->p->side, to))
            return SHOOGI_ILLEGAL_NOTHING;
        say_a(a, after);
        shg_out_text(a->out, " on ");
        say_square(a, to);
        shg_out_text(a->out, " could never move");
        return SHOOGI_ILLEGAL_NO_PROMOTION;
    }
    if (after != kind)
        return say(a, SHOOGI_ILLEGAL_NO_PROMOTION);
    if (may && rules->flip != SHG_FLIP_NONE)
        return say(a, SHOOGI_ILLEGAL_MUST_FLIP);
    const bool stuck =
        rules->must_move && forms > 0 && !shg_can_ever_move(a->v, kind, a->p->side, to);
    if (!stuck && !(may && rules->promotion_must))
        return SHOOGI_ILLEGAL_NOTHING;
    say_a(a, kind);
    shg_out_text(a->out, " on ");
    say_square(a, to);
    shg_out_text(a->out, stuck ? " could never move again and must promote" : " must promote");
    return SHOOGI_ILLEGAL_MUST_PROMOTE;
}

/* --- rules of trade ------------------------------------------------------------------------------ */

/* The move goes, but who takes whom is barred: the first victim at fault.
 * Source: docs/variant-format.md, "Rules of trade". */
static shoogi_illegal why_trade(const asked *a)
{
    const shg_kind *const taker =
        &a->v->kind[shg_code_kind(a->p->square[shoogi_move_from(a->move)])];
    const shoogi_square squares[3] = { shoogi_move_way(a->move, 0), shoogi_move_way(a->move, 1),
                                       shoogi_move_to(a->move) };
    for (int i = 0; i < 3; i++) {
        const shoogi_square sq = squares[i];
        if (!takes_on(a, sq))
            continue;
        const shg_kind *const victim = &a->v->kind[shg_code_kind(a->p->square[sq])];
        shg_out_format(a->out, "the %s on ", victim->name);
        say_square(a, sq);
        if (victim->iron) {
            shg_out_text(a->out, " can never be taken");
            return SHOOGI_ILLEGAL_IRON;
        }
        if (taker->trade_group != 0 && taker->trade_group == victim->trade_group) {
            shg_out_format(a->out, " cannot be taken by a %s", taker->name);
            return SHOOGI_ILLEGAL_TRADE_GROUP;
        }
        if (victim->counter_strike && !taker->counter_strike && a->p->mark != SHOOGI_NO_SQUARE &&
            a->p->mark != sq) {
            shg_out_format(a->out, " may not be taken by a %s, because on ", taker->name);
            say_square(a, a->p->mark);
            shg_out_text(a->out, " one was taken the turn before");
            return SHOOGI_ILLEGAL_COUNTER_STRIKE;
        }
        if (victim->protected && taker->protected) {
            shg_out_text(a->out, " is protected and not adjacent");
            return SHOOGI_ILLEGAL_TRADE_PROTECTED;
        }
        a->out->length = 0; /* this one was not at fault */
        if (a->out->room > 0)
            a->out->bytes[0] = '\0';
    }
    return SHOOGI_ILLEGAL_NOTHING;
}

/* One's own man where the man steps or lands. */
static shoogi_illegal why_own_piece(const asked *a, shoogi_square square)
{
    shg_out_format(a->out, "your own %s stands on ",
                   name_of(a, shg_code_kind(a->p->square[square])));
    say_square(a, square);
    return SHOOGI_ILLEGAL_OWN_PIECE;
}

/* No way of the man goes by these squares. */
static shoogi_illegal why_not_its_move(const asked *a, shoogi_kind kind)
{
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const bool direct = (a->move & SHOOGI_MOVE_DIRECT) == SHOOGI_MOVE_DIRECT;
    shoogi_square in_the_way = SHOOGI_NO_SQUARE;
    if (direct && find_way(a, kind, from, to, &in_the_way) && in_the_way != SHOOGI_NO_SQUARE) {
        say_a(a, shg_code_kind(a->p->square[in_the_way]));
        shg_out_text(a->out, " stands in the way on ");
        say_square(a, in_the_way);
        return SHOOGI_ILLEGAL_BLOCKED;
    }
    for (unsigned i = 0; i < SHOOGI_WAY_MAX; i++) {
        const shoogi_square over = shoogi_move_way(a->move, i);
        if (takes_on(a, over) && shg_code_colour(a->p->square[over]) == a->p->side)
            return why_own_piece(a, over);
    }
    if (from == to && a->v->rules.pass == SHG_PASS_NONE)
        return say(a, SHOOGI_ILLEGAL_NO_PASS);
    say_a(a, kind);
    shg_out_text(a->out, " does not move from ");
    say_square(a, from);
    for (unsigned i = 0; i < SHOOGI_WAY_MAX; i++)
        if (shoogi_move_way(a->move, i) != SHOOGI_NO_SQUARE) {
            shg_out_text(a->out, i == 0 ? " by way of " : " and ");
            say_square(a, shoogi_move_way(a->move, i));
        }
    shg_out_text(a->out, " to ");
    say_square(a, to);
    return SHOOGI_ILLEGAL_NOT_ITS_MOVE;
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
    if (a->p->ops->moves_like(a->p, NULL, 0, a->move, SHG_MOVE_SQUARES, true) == 0) {
        if (takes_on(a, to) && shg_code_colour(a->p->square[to]) == a->p->side)
            return why_own_piece(a, to);
        return why_not_its_move(a, kind);
    }
    const shoogi_illegal promotion = why_promotion(a, kind);
    if (promotion != SHOOGI_ILLEGAL_NOTHING)
        return promotion;
    if (a->p->ops->moves_like(a->p, NULL, 0, a->move, ~(shoogi_move)0, false) > 0)
        return say(a, SHOOGI_ILLEGAL_REPETITION);
    const shoogi_illegal trade = why_trade(a);
    return trade != SHOOGI_ILLEGAL_NOTHING ? trade : why_exposed(a);
}

static bool is_square(const shoogi_variant *v, shoogi_square square)
{
    return square < v->squares && !v->hole[square];
}

/* True if every number in the move names something of this variant. */
static bool is_well_formed(const shoogi_variant *v, shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    for (unsigned i = 0; i < SHOOGI_WAY_MAX; i++)
        if (shoogi_move_way(move, i) != SHOOGI_NO_SQUARE && !is_square(v, shoogi_move_way(move, i)))
            return false;
    const bool from_fits =
        shoogi_move_is_drop(move)
            ? from == SHOOGI_NO_SQUARE && (move & SHOOGI_MOVE_DIRECT) == SHOOGI_MOVE_DIRECT
            : is_square(v, from);
    return kind >= 1 && kind <= v->kinds && is_square(v, shoogi_move_to(move)) && from_fits;
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
