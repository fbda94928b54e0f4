/* why.c: the reason a move is not legal, found rule by rule in the order a player would ask. */
#include "base/text.h"
#include "core/board_ops.h"
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

static shoogi_illegal say(const asked *a, shoogi_illegal why)
{
    shg_out_text(a->out, illegal_words[why]);
    return why;
}

static void say_square(const asked *a, shoogi_square square)
{
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shoogi_square_text(text, sizeof text, a->v, square);
    shg_out_text(a->out, text);
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
    if (!k->droppable || a->p->hand[a->p->side][kind] == 0) {
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
    for (size_t i = 0; i < k->ride_count; i++) {
        const shg_ride *const ride = &k->rides[i];
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

static shoogi_illegal why_promotion(const asked *a, shoogi_kind kind)
{
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const shoogi_colour own = a->p->side;
    if (shoogi_move_is_promotion(a->move)) {
        if (!can_promote_to(a, kind, shoogi_move_kind(a->move))) {
            say_a(a, kind);
            shg_out_text(a->out, " does not promote");
            return SHOOGI_ILLEGAL_NO_PROMOTION;
        }
        const bool from_zone = shg_in_zone(a->v, own, from);
        if (!from_zone && !shg_in_zone(a->v, own, to))
            return say(a, SHOOGI_ILLEGAL_NOT_IN_ZONE);
        if (from_zone && !a->v->rules.drops && a->p->square[to] == 0)
            return say(a, SHOOGI_ILLEGAL_NOT_IN_ZONE);
        return SHOOGI_ILLEGAL_NOTHING;
    }
    if (shoogi_move_kind(a->move) != kind)
        return say(a, SHOOGI_ILLEGAL_NO_PROMOTION);
    if (a->v->rules.must_move && a->v->kind[kind].promotion_count > 0 &&
        !shg_can_ever_move(a->v, kind, own, to)) {
        say_a(a, kind);
        shg_out_text(a->out, " on ");
        say_square(a, to);
        shg_out_text(a->out, " could never move again and must promote");
        return SHOOGI_ILLEGAL_MUST_PROMOTE;
    }
    return SHOOGI_ILLEGAL_NOTHING;
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
    if (a->p->square[to] != 0 && shg_code_colour(a->p->square[to]) == a->p->side) {
        shg_out_format(a->out, "your own %s stands on ",
                       name_of(a, shg_code_kind(a->p->square[to])));
        say_square(a, to);
        return SHOOGI_ILLEGAL_OWN_PIECE;
    }
    shoogi_square in_the_way = SHOOGI_NO_SQUARE;
    if (!find_way(a, kind, from, to, &in_the_way)) {
        say_a(a, kind);
        shg_out_text(a->out, " does not move from ");
        say_square(a, from);
        shg_out_text(a->out, " to ");
        say_square(a, to);
        return SHOOGI_ILLEGAL_NOT_ITS_MOVE;
    }
    if (in_the_way != SHOOGI_NO_SQUARE) {
        say_a(a, shg_code_kind(a->p->square[in_the_way]));
        shg_out_text(a->out, " stands in the way on ");
        say_square(a, in_the_way);
        return SHOOGI_ILLEGAL_BLOCKED;
    }
    const shoogi_illegal promotion = why_promotion(a, kind);
    return promotion != SHOOGI_ILLEGAL_NOTHING ? promotion : why_exposed(a);
}

/* True if every number in the move names something of this variant. */
static bool is_well_formed(const shoogi_variant *v, shoogi_move move)
{
    const shoogi_square to = shoogi_move_to(move), from = shoogi_move_from(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    const bool from_fits =
        shoogi_move_is_drop(move) ? from == SHOOGI_NO_SQUARE : from < v->squares && !v->hole[from];
    return kind >= 1 && kind <= v->kinds && to < v->squares && !v->hole[to] && from_fits &&
           (move & SHOOGI_MOVE_DIRECT) == SHOOGI_MOVE_DIRECT;
}

shoogi_illegal shoogi_position_why(const shoogi_position *position, shoogi_move move,
                                   char *sentence, size_t sentence_bytes)
{
    shg_out out = shg_out_make(sentence, sentence ? sentence_bytes : 0);
    const asked a = { position, position->variant, move, &out };
    if (!is_well_formed(a.v, move))
        return say(&a, SHOOGI_ILLEGAL_NO_SUCH_SQUARE);
    if (position->ops->is_legal(position, move))
        return SHOOGI_ILLEGAL_NOTHING;
    if (position->had_royal[position->side] &&
        position->ops->royal_count(position, position->side) == 0)
        return say(&a, SHOOGI_ILLEGAL_GAME_OVER);
    return shoogi_move_is_drop(move) ? why_drop(&a) : why_board_move(&a);
}
