/* why.c: the reason why a move is illegal, found rule by rule in the order in which a player would ask. */
#include "base/text.h"
#include "core/position/position_int.h"
#include "core/variant/piece_rules.h"
#include "core/variant/square.h"
#include "core/variant/variant_int.h"
#include "shoogi/position.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
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

/* Each sentence is one whole format, so that it can be recognised and translated. */
static shoogi_illegal tell(const asked *a, shoogi_illegal why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static shoogi_illegal tell(const asked *a, shoogi_illegal why, const char *format, ...)
{
    char sentence[SHOOGI_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    shg_out_text(a->out, sentence);
    return why;
}

/* What replaces a %s of a sentence. */
typedef struct phrase {
    char text[SHOOGI_MESSAGE_BYTES];
} phrase;

static phrase place(const asked *a, shoogi_square square)
{
    assert(square < a->v->squares);
    phrase p;
    shg_out out = shg_out_make(p.text, sizeof p.text);
    shg_out_square(&out, a->v, square);
    return p;
}

static const char *name_of(const asked *a, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    return a->v->kind[kind].name;
}

/* "a pawn", "an eagle" */
static phrase a_piece(const asked *a, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    phrase p;
    shg_out out = shg_out_make(p.text, sizeof p.text);
    const char *name = name_of(a, kind);
    shg_out_format(&out, strchr("aeiou", name[0]) ? "an %s" : "a %s", name);
    return p;
}

/* --- exposing the royal -------------------------------------------------------------------------- */

/* Whether the move is legal except that it repeats a position too often. */
static bool is_like_a_move(const asked *a)
{
    return a->p->ops->moves_like(a->p, NULL, 0, a->move, ~(shoogi_move)0, false) > 0;
}

static unsigned victims_of(const asked *a, shoogi_square victims[SHG_VICTIMS_MAX]);

static bool captures_any(const asked *a)
{
    shoogi_square victims[SHG_VICTIMS_MAX];
    return !shoogi_move_is_drop(a->move) && victims_of(a, victims) > 0;
}

/* Whether the move captures nothing while another, legal one does, and captures are compulsory. */
static bool must_capture(const asked *a)
{
    asked other = *a;
    return a->v->rules.must_capture && !captures_any(a) &&
           a->p->ops->some_moves(a->p, &other.move, 1) > 0 && captures_any(&other);
}

/* Whether the last royal piece of the mover would be attacked after the move.  Assumes so if memory runs out. */
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
        const shoogi_square royal = shoogi_position_royal_square(after, own);
        exposed = royal != SHOOGI_NO_SQUARE &&
                  shoogi_position_is_attacked(after, royal, shoogi_colour_other(own));
    }
    shoogi_position_free(after);
    return exposed;
}

/* Names the pieces that would attack the royal piece of the mover after the move. */
static shoogi_illegal why_exposed(const asked *a)
{
    const shoogi_colour own = shoogi_position_side(a->p);
    shoogi_position *after;
    if (shoogi_position_copy(&after, a->p) != SHOOGI_OK)
        return say(a, SHOOGI_ILLEGAL_ROYAL_IN_CHECK);
    shoogi_square from[8];
    size_t count = 0;
    shoogi_square royal = SHOOGI_NO_SQUARE;
    if (shoogi_position_do(after, a->move) == SHOOGI_OK) {
        royal = shoogi_position_royal_square(after, own);
        /* From the side of the mover, so that the squares are in their order. */
        shoogi_position_set_side(after, own);
        count = shoogi_position_checkers(after, from, sizeof from / sizeof from[0]);
    }
    if (count == 0 || royal == SHOOGI_NO_SQUARE) {
        shoogi_position_free(after);
        return say(a, SHOOGI_ILLEGAL_ROYAL_IN_CHECK);
    }
    const char *name = name_of(a, shoogi_position_piece(after, royal).kind);
    shoogi_position_free(after);
    const size_t shown = count < 8 ? count : 8;
    phrase places;
    shg_out list = shg_out_make(places.text, sizeof places.text);
    for (size_t i = 0; i + 1 < shown; i++)
        shg_out_format(&list, i > 0 ? ", %s" : "%s", place(a, from[i]).text);
    if (shown == 1)
        return tell(a, SHOOGI_ILLEGAL_ROYAL_IN_CHECK, "your %s would be in check from %s", name,
                    place(a, from[0]).text);
    return tell(a, SHOOGI_ILLEGAL_ROYAL_IN_CHECK, "your %s would be in check from %s and %s", name,
                places.text, place(a, from[shown - 1]).text);
}

/* --- drops --------------------------------------------------------------------------------------- */

static unsigned pieces_on_file(const asked *a, shoogi_kind kind, unsigned file)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    unsigned count = 0;
    for (unsigned rank = 0; rank < a->v->ranks; rank++) {
        const shg_code code = a->p->square[file * a->v->ranks + rank];
        count += code == shg_code_of(kind, a->p->side);
    }
    return count;
}

/* Whether the side has a piece of the kind on the board or, given a square, on a square of that square's colour. */
static bool is_there(const asked *a, shoogi_kind kind, shoogi_square like)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    for (unsigned sq = 0; sq < a->v->squares; sq++)
        if (a->p->square[sq] == shg_code_of(kind, a->p->side) &&
            (like == SHOOGI_NO_SQUARE ||
             shg_shade_of(a->v, (shoogi_square)sq) == shg_shade_of(a->v, like)))
            return true;
    return false;
}

/* "two unpromoted pawns on file 3 (nifu)" */
static shoogi_illegal why_file(const asked *a, shoogi_kind kind, unsigned file, unsigned count)
{
    const char *name = name_of(a, kind);
    if (count == 1)
        return tell(a, SHOOGI_ILLEGAL_DROP_FILE_LIMIT, "two unpromoted %ss on file %u (nifu)", name,
                    file + 1);
    if (count == 2)
        return tell(a, SHOOGI_ILLEGAL_DROP_FILE_LIMIT, "three unpromoted %ss on file %u", name,
                    file + 1);
    if (count == 3)
        return tell(a, SHOOGI_ILLEGAL_DROP_FILE_LIMIT, "four unpromoted %ss on file %u", name,
                    file + 1);
    return tell(a, SHOOGI_ILLEGAL_DROP_FILE_LIMIT, "%u unpromoted %ss on file %u", count + 1, name,
                file + 1);
}

/* What a side may not do while its royal piece is in hand. */
static shoogi_illegal why_waiting(const asked *a, bool captures)
{
    const shoogi_colour own = a->p->side;
    if (!shg_royal_is_in_hand(a->v, a->p->hand[own], a->p->ops->royal_count(a->p, own)) ||
        !shg_royal_in_hand_forbids(a->v, a->move, captures))
        return SHOOGI_ILLEGAL_NONE;
    shoogi_kind royal = 1;
    while (!a->v->kind[royal].royal || a->p->hand[own][royal] == 0)
        royal++;
    if (a->v->rules.royal_in_hand == SHG_WAITING_FIRST)
        return tell(a, SHOOGI_ILLEGAL_ROYAL_IN_HAND, "you must drop your %s first",
                    name_of(a, royal));
    return tell(a, SHOOGI_ILLEGAL_ROYAL_IN_HAND,
                captures ? "you may not capture while your %s is in hand"
                         : "you may not promote while your %s is in hand",
                name_of(a, royal));
}

static shoogi_illegal why_drop(const asked *a)
{
    const shoogi_kind kind = shoogi_move_kind(a->move);
    const shoogi_square to = shoogi_move_to(a->move);
    const shg_kind *const k = &a->v->kind[kind];
    if (a->move & (SHOOGI_MOVE_PROMOTION | SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD))
        return tell(a, SHOOGI_ILLEGAL_NO_PROMOTION, "a drop cannot promote");
    if (!a->v->rules.drops && a->p->hand[a->p->side][kind] > 0)
        return say(a, SHOOGI_ILLEGAL_NO_DROPS);
    if (k->hand_kind == 0 || a->p->hand[a->p->side][k->hand_kind] == 0)
        return tell(a, SHOOGI_ILLEGAL_NOT_IN_HAND, "you have no %s in hand", k->name);
    if (a->p->square[to] != 0)
        return tell(a, SHOOGI_ILLEGAL_DROP_OCCUPIED,
                    "%s is occupied, and a piece can be dropped only on an empty square",
                    place(a, to).text);
    const unsigned file = shg_file_of(a->v, to);
    const unsigned count = pieces_on_file(a, kind, file);
    if (k->drop_per_file != 0 && count >= k->drop_per_file)
        return why_file(a, kind, file, count);
    if (k->drop_per_shade && is_there(a, kind, to))
        return tell(a, SHOOGI_ILLEGAL_DROP_SHADE_LIMIT,
                    "two %ss on squares of the same colour as %s", k->name, place(a, to).text);
    if (k->drop_one && is_there(a, kind, SHOOGI_NO_SQUARE))
        return tell(a, SHOOGI_ILLEGAL_DROP_BOARD_LIMIT, "two %ss on the board", k->name);
    if (a->v->rules.drop_no_moves_barred && !shg_can_ever_move(a->v, kind, a->p->side, to))
        return tell(a, SHOOGI_ILLEGAL_DROP_NO_MOVES, "%s dropped on %s could never move",
                    a_piece(a, kind).text, place(a, to).text);
    if (!shg_drop_square(a->v, kind, a->p->side, to))
        return tell(a, SHOOGI_ILLEGAL_DROP_ZONE, "%s may not be dropped on %s",
                    a_piece(a, kind).text, place(a, to).text);
    if (is_like_a_move(a))
        return say(a, SHOOGI_ILLEGAL_REPETITION);
    const shoogi_illegal waiting = why_waiting(a, false);
    if (waiting != SHOOGI_ILLEGAL_NONE)
        return waiting;
    if (is_exposed(a))
        return why_exposed(a);
    if (must_capture(a))
        return say(a, SHOOGI_ILLEGAL_MUST_CAPTURE);
    if (k->drop_check_barred)
        return tell(a, SHOOGI_ILLEGAL_DROP_CHECK, "%s may not be dropped to give check",
                    a_piece(a, kind).text);
    return tell(a, SHOOGI_ILLEGAL_DROP_MATE, "%s may not be dropped to give checkmate (uchifuzume)",
                a_piece(a, kind).text);
}

/* --- moves on the board -------------------------------------------------------------------------- */

static bool can_promote_to(const asked *a, shoogi_kind kind, shoogi_kind form)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    const shg_kind *const k = &a->v->kind[kind];
    for (size_t i = 0; i < k->promotion_count; i++)
        if (k->promotions[i] == form)
            return true;
    return false;
}

/* Whether there is a piece on the square other than the moving piece, which may return to its square. */
static bool captures_on(const asked *a, shoogi_square square)
{
    assert(square < a->v->squares);
    return square != SHOOGI_NO_SQUARE && a->p->square[square] != 0 &&
           square != shoogi_move_from(a->move);
}

/* Finds the pieces of a colour between start and end of a move that captures all of them; returns their number. */
static unsigned find_swept(const asked *a, shoogi_colour colour,
                           shoogi_square victims[SHG_VICTIMS_MAX])
{
    const int ranks = (int)a->v->ranks;
    const int from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const int files_away = to / ranks - from / ranks, ranks_away = to % ranks - from % ranks;
    const int steps = abs(files_away) > abs(ranks_away) ? abs(files_away) : abs(ranks_away);
    unsigned count = 0;
    for (int i = 1; i < steps; i++) {
        const shoogi_square sq =
            (shoogi_square)(from + (files_away / steps * ranks + ranks_away / steps) * i);
        if (a->p->square[sq] != 0 && shg_code_colour(a->p->square[sq]) == colour)
            victims[count++] = sq;
    }
    return count;
}

/* Finds the squares on which the move captures enemy pieces, in order; returns their number. */
static unsigned victims_of(const asked *a, shoogi_square victims[SHG_VICTIMS_MAX])
{
    shoogi_square squares[SHG_VISITED_MAX];
    const unsigned stops = shg_visited_squares(squares, a->move, a->v->ranks);
    if (shoogi_move_is_castling(a->move))
        return 0;
    unsigned count = a->move & SHOOGI_MOVE_CAPTURES_LINE
                         ? find_swept(a, shoogi_colour_other(a->p->side), victims)
                         : 0;
    for (unsigned i = 0; i < stops; i++) {
        bool counted =
            !captures_on(a, squares[i]) || shg_code_colour(a->p->square[squares[i]]) == a->p->side;
        for (unsigned k = 0; k < count; k++)
            counted = counted || victims[k] == squares[i];
        if (!counted)
            victims[count++] = squares[i];
    }
    return count;
}

static shoogi_kind kind_on(const asked *a, shoogi_square square)
{
    assert(square < a->v->squares);
    return shg_code_kind(a->p->square[square]);
}

/* "the rook on 5e" */
static phrase the_piece(const asked *a, shoogi_square square)
{
    phrase p;
    shg_out out = shg_out_make(p.text, sizeof p.text);
    shg_out_format(&out, "the %s on %s", name_of(a, kind_on(a, square)), place(a, square).text);
    return p;
}

static bool can_be_royal(const asked *a, shoogi_kind kind)
{
    const shg_kind *const k = &a->v->kind[kind];
    for (size_t i = 0; i < k->promotion_count; i++)
        if (a->v->kind[k->promotions[i]].royal)
            return true;
    return false;
}

/* Whether what it captures, or the last rank, makes promotion compulsory, where it may promote.  Source: docs/variant-format.md, "Promotion",
 * promoMust and contagion. */
static bool is_forced(const asked *a, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(a, victims);
    const bool heir =
        !a->v->kind[kind].royal && can_be_royal(a, kind) && !a->v->rules.contagion_hits_royals;
    bool forced = a->v->rules.promotion_must_last && a->v->kind[kind].last_rank &&
                  shg_ranks_ahead(a->v, a->p->side, shoogi_move_to(a->move)) == 0;
    for (unsigned i = 0; i < count; i++) {
        const shoogi_kind victim = kind_on(a, victims[i]);
        forced = forced || (heir && a->v->kind[victim].contagion != 0) ||
                 (a->v->rules.promotion_must_if_promoted && shg_is_promoted(a->v, victim));
    }
    return forced;
}

/* Whether an enemy burner that is not captured is next to the end of the move. */
static bool is_burnt(const asked *a)
{
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(a, victims);
    for (shoogi_square sq = 0; sq < a->v->squares; sq++) {
        bool burns = a->p->square[sq] != 0 && shg_code_colour(a->p->square[sq]) != a->p->side &&
                     a->v->kind[kind_on(a, sq)].burns &&
                     shg_distance(a->v, sq, shoogi_move_to(a->move)) <= 1;
        for (unsigned i = 0; i < count; i++)
            burns = burns && victims[i] != sq;
        if (burns)
            return true;
    }
    return false;
}

/* What captureMatrix, contagion and morph turn the piece into; 0: nothing.  SHG_MORPH_BARRED: it is removed. */
static shoogi_kind forced_form(const asked *a, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    const shg_kind *const k = &a->v->kind[kind];
    const shoogi_square to = shoogi_move_to(a->move);
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(a, victims);
    shoogi_kind becomes = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned action = k->matrix ? k->matrix[kind_on(a, victims[i])] : SHG_CAPTURE_PLAIN;
        if (action == SHG_CAPTURE_BOTH_DIE && victims[i] == to)
            return SHG_MORPH_BARRED;
        if (action == SHG_CAPTURE_PROMOTES || action == SHG_CAPTURE_SHOT)
            becomes = k->promotions[0];
        if (action == SHG_CAPTURE_BECOMES)
            becomes = kind_on(a, victims[i]);
    }
    const bool immune = (k->royal || can_be_royal(a, kind)) && !a->v->rules.contagion_hits_royals;
    for (unsigned i = 0; i < count && !immune; i++)
        if (a->v->kind[kind_on(a, victims[i])].contagion != 0)
            becomes = a->v->kind[kind_on(a, victims[i])].contagion;
    const shoogi_kind there = k->morph && to != shoogi_move_from(a->move)
                                  ? k->morph[shg_square_for_black(a->v, a->p->side, to)]
                                  : 0;
    return there != 0 ? there : becomes;
}

/* A capture or a landing that the piece may never make.  Source: docs/variant-format.md, "Captures". */
static shoogi_illegal why_barred(const asked *a, shoogi_kind kind)
{
    const shg_kind *const k = &a->v->kind[kind];
    const shoogi_square to = shoogi_move_to(a->move);
    shoogi_square victims[SHG_VICTIMS_MAX];
    const unsigned count = k->matrix ? victims_of(a, victims) : 0;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t action = k->matrix[kind_on(a, victims[i])];
        if (!shg_is_barred(action) && (action != SHG_CAPTURE_BOTH_DIE || victims[i] == to))
            continue;
        if (shg_may_be_shot(a->v, kind, a->move, victims[i]))
            continue;
        return tell(a, SHOOGI_ILLEGAL_CAPTURE_BARRED,
                    shg_is_barred(action) ? "%s may not capture %s"
                                          : "%s is removed together with %s and cannot move on",
                    a_piece(a, kind).text, the_piece(a, victims[i]).text);
    }
    if (!k->morph || to == shoogi_move_from(a->move) ||
        k->morph[shg_square_for_black(a->v, a->p->side, to)] != SHG_MORPH_BARRED)
        return SHOOGI_ILLEGAL_NONE;
    return tell(a, SHOOGI_ILLEGAL_LANDING_BARRED, "%s may not land on %s", a_piece(a, kind).text,
                place(a, to).text);
}

/* Whether the squares of the move allow promotion.  *elsewhere: another way to the same end does not, so promotion is
 * optional.
 * Source: docs/variant-format.md, "Promotion". */
static bool may_promote(const asked *a, shoogi_kind kind, bool *elsewhere)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    const shg_rules *const rules = &a->v->rules;
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const shoogi_colour own = a->p->side;
    shoogi_square victims[SHG_VICTIMS_MAX];
    const bool captures = victims_of(a, victims) > 0;
    if (rules->promotion_captures)
        return captures;
    if (rules->flip != SHG_FLIP_NONE)
        return rules->flip == SHG_FLIP_MOVE || captures;
    const bool from_zone = shg_in_zone(a->v, own, from), to_zone = shg_in_zone(a->v, own, to);
    if (a->v->kind[kind].promotes_from_zone)
        return from_zone;
    if (rules->promotion_passes && !to_zone) {
        const unsigned ways = a->p->ops->zone_paths(a->p, a->move);
        *elsewhere = ways & SHG_PATH_ELSEWHERE;
        return ways & SHG_PATH_THROUGH_ZONE;
    }
    if (rules->promotion_ends)
        return to_zone;
    if (!rules->promotion_enters)
        return from_zone || to_zone;
    if (shg_has_last_chance(a->v, kind, own, to))
        return true;
    return from_zone ? captures : to_zone;
}

/* Whether the move empties the square: it captures there or moves away. */
static bool clears(const asked *a, shoogi_square square)
{
    assert(square < a->v->squares);
    shoogi_square swept[SHG_VICTIMS_MAX];
    const unsigned count =
        a->move & SHOOGI_MOVE_CAPTURES_LINE ? find_swept(a, a->p->side, swept) : 0;
    bool cleared = square == shoogi_move_from(a->move) || square == shoogi_move_to(a->move);
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, a->move, a->v->ranks);
    for (unsigned i = 0; i < via_count; i++)
        cleared = cleared || square == via[i];
    for (unsigned i = 0; i < count; i++)
        cleared = cleared || square == swept[i];
    return cleared;
}

/* The piece of the mover's side on a square after the move, other than the moving piece; 0: none. */
static shg_code left_on(const asked *a, shoogi_square square)
{
    shg_code code = clears(a, square) ? 0 : a->p->square[square];
    if (square == shoogi_move_from(a->move) && (a->move & SHOOGI_MOVE_UNLOAD))
        code = a->p->square[shoogi_move_to(a->move)];
    return code != 0 && shg_code_colour(code) == a->p->side ? code : 0;
}

/* Finds a piece that must be in the zone for the promotion and is not, and its square; 0 if all are there. */
static shg_code find_missed(const asked *a, shoogi_kind kind, shoogi_square *where)
{
    if (!a->v->kind[kind].companions)
        return 0;
    for (*where = 0; *where < a->v->squares; ++*where) {
        const shg_code code = left_on(a, *where);
        if (code != 0 && shg_is_missing_companion(a->v, kind, code, *where))
            return code;
    }
    return 0;
}

/* The first set of promoNeeds of which the side has no other piece on the board; need_count if it has one of each. */
static unsigned find_needed(const asked *a, shoogi_kind kind)
{
    const shg_kind *const k = &a->v->kind[kind];
    unsigned had = 0, needed = 0;
    for (shoogi_square sq = 0; sq < a->v->squares && k->needs; sq++) {
        const shg_code code = left_on(a, sq);
        had |= code != 0 ? shg_needs_met(a->v, k, code) : 0;
    }
    while (needed < k->need_count && had >> needed & 1)
        needed++;
    return needed;
}

/* The kinds of a set of promoNeeds: "advance guard, rear guard". */
static phrase list_needed(const asked *a, shoogi_kind kind, unsigned set)
{
    phrase said;
    shg_out list = shg_out_make(said.text, sizeof said.text);
    const char *before = "";
    for (unsigned k = 1; k <= a->v->declared; k++) {
        if (!a->v->kind[kind].needs[set][k])
            continue;
        shg_out_format(&list, "%s%s", before, name_of(a, (shoogi_kind)k));
        before = ", ";
    }
    return said;
}

/* Why a form may not be chosen; SHOOGI_ILLEGAL_NONE if it may. */
static shoogi_illegal why_form(const asked *a, shoogi_kind kind, shoogi_kind form)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    const shg_kind *const k = &a->v->kind[kind];
    const shoogi_square to = shoogi_move_to(a->move);
    const unsigned ahead = shg_ranks_ahead(a->v, a->p->side, to);
    for (size_t i = 0; k->choices && i < k->promotion_count; i++) {
        const shg_choice *const choice = &k->choices[i];
        if (choice->kind != form)
            continue;
        if (choice->from_hand && a->p->hand[a->p->side][form] == 0)
            return tell(a, SHOOGI_ILLEGAL_NOT_IN_HAND, "you have no %s in hand to promote to",
                        name_of(a, form));
        if (choice->not_last && ahead == 0)
            return tell(a, SHOOGI_ILLEGAL_PROMOTION_BARRED,
                        "%s may not promote to %s on the last rank", a_piece(a, kind).text,
                        a_piece(a, form).text);
        if (choice->ranks > 0 && ahead >= choice->ranks)
            return tell(a, SHOOGI_ILLEGAL_PROMOTION_BARRED,
                        "%s may promote to %s only on the last %u ranks", a_piece(a, kind).text,
                        a_piece(a, form).text, choice->ranks);
    }
    if (!a->v->rules.promotion_alive || shg_can_ever_move(a->v, form, a->p->side, to))
        return SHOOGI_ILLEGAL_NONE;
    return tell(a, SHOOGI_ILLEGAL_PROMOTION_BARRED, "%s on %s could never move",
                a_piece(a, form).text, place(a, to).text);
}

/* Whether some form may be chosen. */
static bool has_a_form(const asked *a, shoogi_kind kind)
{
    shg_out unsaid = shg_out_make(NULL, 0);
    const asked quietly = { a->p, a->v, a->move, &unsaid };
    for (size_t i = 0; i < a->v->kind[kind].promotion_count; i++)
        if (why_form(&quietly, kind, a->v->kind[kind].promotions[i]) == SHOOGI_ILLEGAL_NONE)
            return true;
    return false;
}

/* Whether a piece that may promote may not stay what it is.  Source: docs/variant-format.md, "Promotion", promoMust and
 * promoChoice. */
static bool is_compulsory(const asked *a, shoogi_kind kind)
{
    const shg_kind *const k = &a->v->kind[kind];
    const unsigned ahead = shg_ranks_ahead(a->v, a->p->side, shoogi_move_to(a->move));
    const bool forced = is_forced(a, kind), offered = has_a_form(a, kind);
    if (!a->v->rules.promotion_must || !k->choices)
        return (forced || a->v->rules.promotion_must) && offered;
    if (!k->stay)
        return offered || ahead == 0;
    const bool stays =
        (k->stay->ranks == 0 || ahead < k->stay->ranks) && !(k->stay->not_last && ahead == 0);
    return !stays || (forced && offered);
}

/* The piece may move there, but may not promote there. */
static shoogi_illegal why_not_there(const asked *a, shoogi_kind kind)
{
    const shg_rules *const rules = &a->v->rules;
    if (rules->flip == SHG_FLIP_CAPTURE)
        return tell(a, SHOOGI_ILLEGAL_NOT_IN_ZONE, "the piece turns over only when it captures");
    if (rules->promotion_captures)
        return tell(a, SHOOGI_ILLEGAL_NOT_IN_ZONE, "a piece promotes only when it captures");
    if (a->v->kind[kind].promotes_from_zone)
        return tell(a, SHOOGI_ILLEGAL_NOT_IN_ZONE,
                    "%s promotes only with a move that starts in the promotion zone",
                    a_piece(a, kind).text);
    if (rules->promotion_enters && shg_in_zone(a->v, a->p->side, shoogi_move_from(a->move)))
        return tell(a, SHOOGI_ILLEGAL_NOT_IN_ZONE,
                    "a move that starts in the promotion zone promotes only when it captures");
    if (rules->promotion_passes)
        return tell(a, SHOOGI_ILLEGAL_NOT_IN_ZONE,
                    "the move neither ends in the promotion zone nor passes through it");
    return say(a, SHOOGI_ILLEGAL_NOT_IN_ZONE);
}

static shoogi_illegal why_promotion(const asked *a, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    const shg_rules *const rules = &a->v->rules;
    const shoogi_kind after = shoogi_move_kind(a->move);
    const shoogi_square to = shoogi_move_to(a->move);
    const size_t forms = a->v->kind[kind].promotion_count;
    bool elsewhere = false;
    const bool there = (forms > 0 || a->v->kind[kind].stay) && may_promote(a, kind, &elsewhere);
    shoogi_square where = 0;
    const shg_code missed = there ? find_missed(a, kind, &where) : 0;
    const unsigned needed = there ? find_needed(a, kind) : 0;
    const bool needs = there && needed < a->v->kind[kind].need_count;
    const bool may = there && missed == 0 && !needs;
    if (shoogi_move_is_promotion(a->move)) {
        if (forms == 0)
            return tell(a, SHOOGI_ILLEGAL_NO_PROMOTION, "%s does not promote",
                        a_piece(a, kind).text);
        if (!can_promote_to(a, kind, after))
            return tell(a, SHOOGI_ILLEGAL_NO_PROMOTION, "%s does not promote to %s",
                        a_piece(a, kind).text, a_piece(a, after).text);
        if (!there)
            return why_not_there(a, kind);
        if (needs)
            return tell(a, SHOOGI_ILLEGAL_PROMOTION_NEEDS_OTHERS,
                        "%s may not promote while you have none of these on the board: %s",
                        a_piece(a, kind).text, list_needed(a, kind, needed).text);
        if (!may)
            return tell(a, SHOOGI_ILLEGAL_PROMOTION_NEEDS_OTHERS,
                        "%s may not promote while your %s is on %s, outside the promotion zone",
                        a_piece(a, kind).text, name_of(a, shg_code_kind(missed)),
                        place(a, where).text);
        return why_form(a, kind, after);
    }
    if (after != kind)
        return say(a, SHOOGI_ILLEGAL_NO_PROMOTION);
    if (may && rules->flip != SHG_FLIP_NONE)
        return say(a, SHOOGI_ILLEGAL_MUST_FLIP);
    const bool stuck =
        rules->must_move && forms > 0 && !shg_can_ever_move(a->v, kind, a->p->side, to);
    const bool must = may && !elsewhere && is_compulsory(a, kind);
    if (!stuck && !must)
        return SHOOGI_ILLEGAL_NONE;
    if (must && !has_a_form(a, kind))
        return tell(a, SHOOGI_ILLEGAL_MUST_PROMOTE,
                    "%s on %s must promote, and there is nothing it could promote to",
                    a_piece(a, kind).text, place(a, to).text);
    return tell(a, SHOOGI_ILLEGAL_MUST_PROMOTE,
                stuck ? "%s on %s could never move again and must promote"
                      : "%s on %s must promote",
                a_piece(a, kind).text, place(a, to).text);
}

/* --- barred captures ---------------------------------------------------------------------------- */

/* The piece reaches the square, but a trade rule bars the capture.
 * Source: docs/variant-format.md, "Captures". */
static shoogi_illegal why_trade(const asked *a, shoogi_square square)
{
    assert(square < a->v->squares);
    const shoogi_kind kind = kind_on(a, shoogi_move_from(a->move));
    const shg_kind *const capturer = &a->v->kind[kind];
    const shg_kind *const victim = &a->v->kind[kind_on(a, square)];
    const shoogi_square mark = a->p->counter_strike_square;
    const phrase it = the_piece(a, square);
    if (victim->uncapturable)
        return tell(a, SHOOGI_ILLEGAL_UNCAPTURABLE, "%s can never be captured", it.text);
    if (capturer->trade_group != 0 && capturer->trade_group == victim->trade_group)
        return tell(a, SHOOGI_ILLEGAL_TRADE_GROUP, "%s cannot be captured by %s", it.text,
                    a_piece(a, kind).text);
    if (victim->counter_strike && !capturer->counter_strike && mark != SHOOGI_NO_SQUARE &&
        mark != square)
        return tell(a, SHOOGI_ILLEGAL_COUNTER_STRIKE,
                    "%s may not be captured by %s, because one was captured on %s the turn before",
                    it.text, a_piece(a, kind).text, place(a, mark).text);
    const bool by_matrix =
        capturer->matrix && capturer->matrix[kind_on(a, square)] == SHG_CAPTURE_PROTECTED;
    return tell(a, SHOOGI_ILLEGAL_TRADE_PROTECTED,
                by_matrix || capturer->captures_unprotected_only ||
                        a->v->rules.adjacent == SHG_ADJACENT_BOUND
                    ? "%s is protected"
                    : "%s is protected and not adjacent",
                it.text);
}

/* A friendly piece is on a square of the move. */
static shoogi_illegal why_own_piece(const asked *a, shoogi_square square)
{
    return tell(a, SHOOGI_ILLEGAL_OWN_PIECE, "your own %s is on %s", name_of(a, kind_on(a, square)),
                place(a, square).text);
}

/* Whether the move ends where it started and captures nothing. */
static bool is_pass(const asked *a)
{
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, a->move, a->v->ranks);
    bool captures = false;
    for (unsigned i = 0; i < via_count; i++)
        captures = captures || captures_on(a, via[i]);
    return !captures && shoogi_move_from(a->move) == shoogi_move_to(a->move);
}

/* --- via squares ----------------------------------------------------------------------------------- */

/* Whether in p a move of the piece has the squares of this move in these bits, whatever the piece becomes. */
static bool can_move(const asked *a, const shoogi_position *p, shoogi_move squares)
{
    return p->ops->moves_like(p, NULL, 0, a->move, squares, true) > 0;
}

/* Whether in p a move of the piece begins with the first count squares of this move.  False also if memory runs out. */
static bool starts_path(const asked *a, const shoogi_position *p, unsigned count)
{
    const shoogi_move from = (shoogi_move)SHOOGI_NO_SQUARE << SHOOGI_MOVE_FROM;
    shoogi_square via[SHOOGI_VIA_MAX], other[SHOOGI_VIA_MAX];
    const size_t all = p->ops->moves_like(p, NULL, 0, a->move, from, true);
    shoogi_move *const moves = malloc((all + 1) * sizeof *moves);
    bool found = false;
    (void)shoogi_move_via(via, a->move, a->v->ranks);
    if (moves)
        (void)p->ops->moves_like(p, moves, all, a->move, from, true);
    for (size_t i = 0; moves && i < all && !found; i++)
        found = shoogi_move_via(other, moves[i], a->v->ranks) >= count &&
                memcmp(via, other, count * sizeof *via) == 0;
    free(moves);
    return found;
}

/* Whether the moving piece borrows the moves of the piece there. */
static bool is_lender(const asked *a, shoogi_square square)
{
    assert(square < a->v->squares);
    shoogi_square lenders[SHG_LENDERS_MAX];
    unsigned count = shg_find_lenders(a->v, a->p->square, shoogi_move_from(a->move), lenders);
    while (count > 0 && lenders[count - 1] != square)
        count--;
    return count > 0;
}

/* Finds the pieces that are neither on the move nor lenders, nearest to its start first; returns their number. */
static size_t other_pieces(const asked *a, shoogi_square pieces[SHOOGI_SQUARES_MAX])
{
    const shoogi_square from = shoogi_move_from(a->move);
    const unsigned most = a->v->files > a->v->ranks ? a->v->files : a->v->ranks;
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, a->move, a->v->ranks);
    size_t count = 0;
    for (unsigned away = 1; away < most; away++)
        for (shoogi_square sq = 0; sq < a->v->squares; sq++) {
            bool named = sq == shoogi_move_to(a->move);
            for (unsigned i = 0; i < via_count; i++)
                named = named || sq == via[i];
            if (a->p->square[sq] != 0 && shg_distance(a->v, from, sq) == away && !named &&
                !is_lender(a, sq))
                pieces[count++] = sq;
        }
    return count;
}

/* The first piece in the way: without it and those farther away the piece could make the move.  SHOOGI_NO_SQUARE if it
 * could not even on a board without them. */
static shoogi_square find_block(const asked *a)
{
    shoogi_square pieces[SHOOGI_SQUARES_MAX];
    shoogi_position *p;
    size_t clear = 0,
           blocked = other_pieces(
               a,
               pieces); /* with the first clear pieces the move works, with the first blocked it does not */
    if (blocked == 0 || shoogi_position_copy(&p, a->p) != SHOOGI_OK)
        return SHOOGI_NO_SQUARE;
    for (size_t i = 0; i < blocked; i++)
        p->ops->remove(p, pieces[i]);
    const bool found = can_move(a, p, SHOOGI_MOVE_SQUARES);
    while (found && blocked - clear > 1) {
        const size_t middle = (clear + blocked) / 2;
        for (size_t i = clear; i < middle; i++)
            p->ops->put(p, pieces[i], a->p->square[pieces[i]]);
        if (can_move(a, p, SHOOGI_MOVE_SQUARES)) {
            clear = middle;
            continue;
        }
        for (size_t i = clear; i < middle; i++)
            p->ops->remove(p, pieces[i]);
        blocked = middle;
    }
    shoogi_position_free(p);
    return found ? pieces[clear] : SHOOGI_NO_SQUARE;
}

/* Whether the piece could move by this square, the first or the last, if an empty square had a piece to capture, or an
 * occupied one were empty. */
static bool would_move(const asked *a, shoogi_kind kind, shoogi_square by)
{
    shoogi_position *p;
    if (shoogi_position_copy(&p, a->p) != SHOOGI_OK)
        return false;
    if (p->square[by] == 0)
        p->ops->put(p, by, shg_code_of(kind, shoogi_colour_other(p->side)));
    else
        p->ops->remove(p, by);
    const bool found =
        by == shoogi_move_to(a->move) ? can_move(a, p, SHOOGI_MOVE_SQUARES) : starts_path(a, p, 1);
    shoogi_position_free(p);
    return found;
}

/* Whether the piece jumps over others to a piece that it may not capture after a jump, though it may capture some.
 * Source: docs/variant-format.md, "Captures", jumpTakes. */
static bool is_barred_beyond(const asked *a, shoogi_kind kind)
{
    const shoogi_square to = shoogi_move_to(a->move);
    shoogi_kind other = 1;
    shoogi_position *p;
    if (!captures_on(a, to) || shg_code_colour(a->p->square[to]) == a->p->side ||
        shg_may_capture_beyond(a->v, kind, kind_on(a, to)))
        return false;
    while (other <= a->v->kinds &&
           (a->v->kind[other].uncapturable || !shg_may_capture_beyond(a->v, kind, other)))
        other++;
    if (other > a->v->kinds || shoogi_position_copy(&p, a->p) != SHOOGI_OK)
        return false;
    p->ops->remove(p, to);
    p->ops->put(p, to, shg_code_of(other, shoogi_colour_other(p->side)));
    const bool found = can_move(a, p, SHOOGI_MOVE_SQUARES);
    shoogi_position_free(p);
    return found;
}

/* Where a move of several steps fails: "a lion that moves from 7f by way of 7e does not move on to 4d". */
static shoogi_illegal why_steps(const asked *a, shoogi_kind kind)
{
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, a->move, a->v->ranks);
    const shoogi_illegal why = SHOOGI_ILLEGAL_NOT_ITS_MOVE;
    unsigned gone = 0; /* the number of squares that it reaches */
    while (gone < via_count && starts_path(a, a->p, gone + 1))
        gone++;
    const phrase piece = a_piece(a, kind), first = place(a, via[0]);
    const phrase from = place(a, shoogi_move_from(a->move)), to = place(a, shoogi_move_to(a->move));
    if (gone == 0 && a->p->square[via[0]] == 0 && would_move(a, kind, via[0]))
        return tell(a, why, "there is nothing on %s for %s to capture", first.text, piece.text);
    if (shoogi_move_to(a->move) == shoogi_move_from(a->move) && via_count == 1)
        return tell(a, why, "%s does not move from %s to %s and back", piece.text, from.text,
                    first.text);
    if (gone == 0)
        return tell(a, why, "%s does not move from %s by way of %s", piece.text, from.text,
                    first.text);
    phrase by;
    shg_out list = shg_out_make(by.text, sizeof by.text);
    for (unsigned i = 0; i < gone; i++) {
        shg_out_text(&list, i == 0 ? "" : ", ");
        shg_out_square(&list, a->v, via[i]);
    }
    return gone == via_count
               ? tell(a, why, "%s that moves from %s by way of %s does not move on to %s",
                      piece.text, from.text, by.text, to.text)
               : tell(a, why, "%s that moves from %s by way of %s does not move on by way of %s",
                      piece.text, from.text, by.text, place(a, via[gone]).text);
}

/* The square of an enemy piece that covers square i of the way from shots, once the pieces before it are shot. */
static shoogi_square find_cover(const asked *a, shoogi_kind kind, const shoogi_square *via,
                                unsigned i)
{
    const bool any = a->v->kind[kind].shooting.cover;
    for (shoogi_square sq = 0; any && sq < a->v->squares; sq++) {
        const shg_code code = a->p->square[sq];
        bool there =
            code != 0 && shg_code_colour(code) != a->p->side && sq != shoogi_move_to(a->move);
        for (unsigned n = 0; n < i; n++)
            there = there && via[n] != sq;
        if (there && shg_is_covered(a->v, kind, shg_code_kind(code), shg_distance(a->v, sq, via[i])))
            return sq;
    }
    return SHOOGI_NO_SQUARE;
}

/* No move of the piece visits these squares, or it does not unload as the move says. */
static shoogi_illegal why_not_its_move(const asked *a, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= a->v->kinds);
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const bool unloads = a->move & SHOOGI_MOVE_UNLOAD;
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, a->move, a->v->ranks);
    for (unsigned i = 0; i < via_count; i++) {
        if (!captures_on(a, via[i]))
            continue;
        if (shg_code_colour(a->p->square[via[i]]) == a->p->side)
            return why_own_piece(a, via[i]);
        if (a->v->kind[kind].shooting.count > 0 &&
            !shg_may_shoot(a->v, kind, kind_on(a, via[i]), shg_distance(a->v, to, via[i])))
            return tell(a, SHOOGI_ILLEGAL_CAPTURE_BARRED, "%s may not shoot %s from %s",
                        a_piece(a, kind).text, the_piece(a, via[i]).text, place(a, to).text);
        const shoogi_square cover = find_cover(a, kind, via, i);
        if (cover != SHOOGI_NO_SQUARE)
            return tell(a, SHOOGI_ILLEGAL_CAPTURE_BARRED, "%s may not shoot %s near %s",
                        a_piece(a, kind).text, the_piece(a, via[i]).text, the_piece(a, cover).text);
    }
    const bool by_these = can_move(a, a->p, SHOOGI_MOVE_SQUARES);
    if (!by_these && is_barred_beyond(a, kind))
        return tell(a, SHOOGI_ILLEGAL_CAPTURE_BARRED,
                    "%s may not capture %s by jumping over others", a_piece(a, kind).text,
                    the_piece(a, to).text);
    const shoogi_square block = by_these ? SHOOGI_NO_SQUARE : find_block(a);
    if (block != SHOOGI_NO_SQUARE)
        return tell(a, SHOOGI_ILLEGAL_BLOCKED, "%s is in the way on %s",
                    a_piece(a, kind_on(a, block)).text, place(a, block).text);
    if (!by_these && is_pass(a) && a->v->rules.pass == SHG_PASS_NONE)
        return say(a, SHOOGI_ILLEGAL_NO_PASS);
    if (!by_these && (a->move & SHOOGI_MOVE_DIRECT) != SHOOGI_MOVE_DIRECT)
        return why_steps(a, kind);
    shoogi_square lenders[SHG_LENDERS_MAX];
    const unsigned count = shg_find_lenders(a->v, a->p->square, from, lenders);
    const bool borrows = count > 1 || lenders[0] != from;
    if (!by_these && count == 2)
        return tell(a, SHOOGI_ILLEGAL_NOT_ITS_MOVE,
                    "%s moves like %s and %s, so it cannot move to %s", the_piece(a, from).text,
                    the_piece(a, lenders[0]).text, the_piece(a, lenders[1]).text,
                    place(a, to).text);
    if (!by_these && count > 2)
        return tell(a, SHOOGI_ILLEGAL_NOT_ITS_MOVE,
                    "%s has the moves of %u pieces, and with none of them can it move to %s",
                    the_piece(a, from).text, count, place(a, to).text);
    if (!by_these && borrows)
        return tell(a, SHOOGI_ILLEGAL_NOT_ITS_MOVE, "%s moves like %s, so it cannot move to %s",
                    the_piece(a, from).text, the_piece(a, lenders[0]).text, place(a, to).text);
    if (!by_these)
        return tell(a, SHOOGI_ILLEGAL_NOT_ITS_MOVE,
                    !would_move(a, kind, to) ? "%s does not move from %s to %s"
                    : a->p->square[to] == 0  ? "%s moves from %s to %s only to capture"
                                             : "%s moves from %s to %s only without capturing",
                    a_piece(a, kind).text, place(a, from).text, place(a, to).text);
    return tell(a, SHOOGI_ILLEGAL_NOT_ITS_MOVE,
                unloads ? "%s does not put the piece it captures on %s"
                        : "%s puts the piece it captures on %s",
                a_piece(a, kind).text, place(a, from).text);
}

/* A pass does not promote. */
static shoogi_illegal why_pass(const asked *a, shoogi_kind kind)
{
    if (!shoogi_move_is_promotion(a->move) && shoogi_move_kind(a->move) == kind)
        return SHOOGI_ILLEGAL_NONE;
    return tell(a, SHOOGI_ILLEGAL_NO_PROMOTION, "%s that passes does not promote",
                a_piece(a, kind).text);
}

/* must: what the piece becomes by force; 0: promotion decides. */
static shoogi_illegal why_unburnt(const asked *a, shoogi_kind kind, shoogi_kind must)
{
    if (must == 0)
        return why_promotion(a, kind);
    if (shoogi_move_kind(a->move) == must && shoogi_move_is_promotion(a->move) == (must != kind))
        return SHOOGI_ILLEGAL_NONE;
    return tell(a, SHOOGI_ILLEGAL_MUST_CHANGE, "%s becomes %s with this move",
                a_piece(a, kind).text, a_piece(a, must).text);
}

/* The move ends next to a burner: the piece is removed as what it was, unless it still burns others.
 * Source: docs/variant-format.md, "Captures", burns. */
static shoogi_illegal why_burnt(const asked *a, shoogi_kind kind, shoogi_kind must)
{
    const shoogi_kind after = shoogi_move_kind(a->move);
    const bool promotes = shoogi_move_is_promotion(a->move);
    const bool in_turn = a->v->rules.burn_meeting != SHG_MEETING_MOVER;
    shg_out unsaid = shg_out_make(NULL, 0);
    asked other = *a;
    if (!(a->move & SHOOGI_MOVE_SELF_DESTRUCT) ||
        (promotes && !(in_turn && shg_starts_burning(a->v, kind, after))))
        return tell(a, SHOOGI_ILLEGAL_MUST_CHANGE, "%s is burnt on %s and removed",
                    a_piece(a, kind).text, place(a, shoogi_move_to(a->move)).text);
    other.move &= ~SHOOGI_MOVE_SELF_DESTRUCT;
    if (promotes || (in_turn && shg_starts_burning(a->v, kind, kind)))
        return why_unburnt(&other, kind, must);
    /* Some form that it could take must lead to the same. */
    other.out = &unsaid;
    if (must != 0 ? must == kind || !(in_turn && shg_starts_burning(a->v, kind, must))
                  : why_unburnt(&other, kind, 0) == SHOOGI_ILLEGAL_NONE)
        return SHOOGI_ILLEGAL_NONE;
    for (size_t i = 0; must == 0 && i < a->v->kind[kind].promotion_count; i++) {
        const shoogi_kind form = a->v->kind[kind].promotions[i];
        other.move = (other.move & ~SHOOGI_MOVE_KIND_BITS) | (shoogi_move)form << SHOOGI_MOVE_KIND |
                     SHOOGI_MOVE_PROMOTION;
        if (!(in_turn && shg_starts_burning(a->v, kind, form)) &&
            why_unburnt(&other, kind, 0) == SHOOGI_ILLEGAL_NONE)
            return SHOOGI_ILLEGAL_NONE;
    }
    other = *a;
    other.move &= ~SHOOGI_MOVE_SELF_DESTRUCT;
    return why_unburnt(&other, kind, must);
}

/* The piece may move there, but does not become what the move says. */
static shoogi_illegal why_what_it_becomes(const asked *a, shoogi_kind kind)
{
    const shoogi_kind must = forced_form(a, kind), after = shoogi_move_kind(a->move);
    const bool vanishes = a->move & SHOOGI_MOVE_SELF_DESTRUCT;
    const bool promotes = shoogi_move_is_promotion(a->move);
    if (must == SHG_MORPH_BARRED && (!vanishes || promotes || after != kind))
        return tell(a, SHOOGI_ILLEGAL_MUST_CHANGE, "this capture removes both pieces");
    if (must == SHG_MORPH_BARRED)
        return SHOOGI_ILLEGAL_NONE;
    if (!is_pass(a) && is_burnt(a))
        return why_burnt(a, kind, must);
    if (vanishes)
        return tell(a, SHOOGI_ILLEGAL_MUST_CHANGE, "this move does not remove %s",
                    a_piece(a, kind).text);
    return is_pass(a) && must == 0 ? why_pass(a, kind) : why_unburnt(a, kind, must);
}

/* Source: docs/variant-format.md, "Hands and drops", fileLimit. */
static shoogi_illegal why_crowded(const asked *a)
{
    const shoogi_kind kind = shoogi_move_kind(a->move);
    const unsigned file = shg_file_of(a->v, shoogi_move_to(a->move));
    const unsigned most = a->v->kind[kind].drop_per_file, count = pieces_on_file(a, kind, file);
    const bool stays = shg_file_of(a->v, shoogi_move_from(a->move)) == file &&
                       kind_on(a, shoogi_move_from(a->move)) == kind;
    if (!a->v->rules.file_limit_moves || most == 0 || stays || count < most)
        return SHOOGI_ILLEGAL_NONE;
    return why_file(a, kind, file, count);
}

/* --- castling ------------------------------------------------------------------------------------ */

/* Where the royal that castles is attacked before it does, or on its way. */
static shoogi_illegal why_not_through_check(const asked *a, const shg_castle *castle)
{
    const shoogi_colour own = a->p->side;
    const shoogi_square from = shoogi_move_from(a->move);
    const shg_ride ride = shg_castle_step(a->v, castle, own);
    const char *const name = name_of(a, kind_on(a, from));
    shoogi_position *p;
    if (!a->v->rules.check_strict || a->p->ops->royal(a->p, own) != from)
        return SHOOGI_ILLEGAL_NONE;
    if (shoogi_position_checkers(a->p, NULL, 0) > 0)
        return tell(a, SHOOGI_ILLEGAL_ROYAL_IN_CHECK,
                    "your %s is in check and may not castle out of it", name);
    if (shoogi_position_copy(&p, a->p) != SHOOGI_OK)
        return SHOOGI_ILLEGAL_NONE;
    const shg_code code = p->square[from];
    shoogi_square attacked = SHOOGI_NO_SQUARE;
    p->ops->remove(p, from);
    for (int steps = 1; steps < castle->steps && attacked == SHOOGI_NO_SQUARE; steps++) {
        const shoogi_square sq = shg_ride_square(a->v, &ride, own, from, steps);
        p->ops->put(p, sq, code);
        if (p->ops->attackers(p, sq, shoogi_colour_other(own), NULL, 0) > 0)
            attacked = sq;
        p->ops->remove(p, sq);
    }
    shoogi_position_free(p);
    return attacked == SHOOGI_NO_SQUARE
               ? SHOOGI_ILLEGAL_NONE
               : tell(a, SHOOGI_ILLEGAL_ROYAL_IN_CHECK, "your %s would castle through check on %s",
                      name, place(a, attacked).text);
}

/* The piece may not castle with its partner on home. */
static shoogi_illegal why_not_with(const asked *a, const shg_castle *castle, shoogi_square home)
{
    const shoogi_square from = shoogi_move_from(a->move);
    const shoogi_colour own = a->p->side;
    const shg_ride ride = shg_castle_step(a->v, castle, own);
    const shoogi_illegal why = SHOOGI_ILLEGAL_NOT_ITS_MOVE;
    if (castle->initial && !a->p->ops->is_unmoved(a->p, from))
        return tell(a, why, "%s has moved, so it may not castle", the_piece(a, from).text);
    if (a->p->square[home] == 0 || shg_code_colour(a->p->square[home]) != own)
        return tell(a, why, "there is no piece of yours on %s to castle with", place(a, home).text);
    if (!a->p->ops->is_unmoved(a->p, home))
        return tell(a, why, "%s has moved, so you may not castle with it", the_piece(a, home).text);
    int distance = 1;
    for (shoogi_square sq; (sq = shg_ride_square(a->v, &ride, own, from, distance)) != home;
         distance++)
        if (a->p->square[sq] != 0)
            return tell(a, SHOOGI_ILLEGAL_BLOCKED, "%s is in the way on %s",
                        a_piece(a, kind_on(a, sq)).text, place(a, sq).text);
    const shoogi_square net =
        a->v->rules.immobilises ? shg_find_immobiliser(a->v, a->p->square, home) : SHOOGI_NO_SQUARE;
    if (net != SHOOGI_NO_SQUARE)
        return tell(a, SHOOGI_ILLEGAL_IMMOBILISED, "%s immobilises %s", the_piece(a, net).text,
                    the_piece(a, home).text);
    asked other = *a;
    other.move = shg_castling_make(a->v, castle, kind_on(a, from), own, from, home);
    if (a->p->ops->moves_like(a->p, NULL, 0, other.move, ~(shoogi_move)0, true) == 0 ||
        shg_position_is_legal(a->p, other.move))
        return SHOOGI_ILLEGAL_NONE;
    if (is_like_a_move(&other))
        return say(a, SHOOGI_ILLEGAL_REPETITION);
    shoogi_illegal bar = why_not_through_check(a, castle);
    if (bar == SHOOGI_ILLEGAL_NONE)
        bar = why_waiting(&other, false);
    return bar != SHOOGI_ILLEGAL_NONE ? bar
           : is_exposed(&other)       ? why_exposed(&other)
           : a->v->rules.mate_in_hand ? SHOOGI_ILLEGAL_NONE
                                      : say(a, SHOOGI_ILLEGAL_MATE_WITH_HAND);
}

/* The move goes where the piece could castle, and no other move of it does.  Source: docs/xbetza.md, "Castling". */
static shoogi_illegal why_castling(const asked *a, shoogi_kind kind)
{
    const shg_betza *const betza = &a->v->kind[kind].betza;
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    if (betza->castle_count == 0 || !shg_has_own_moves(a->v, a->p->square, from) ||
        (!shoogi_move_is_castling(a->move) &&
         a->p->ops->moves_like(a->p, NULL, 0, a->move, SHOOGI_MOVE_SQUARES | SHOOGI_MOVE_CASTLING,
                               true) > 0))
        return SHOOGI_ILLEGAL_NONE;
    for (size_t i = 0; i < betza->castle_count; i++) {
        const shg_castle *const castle = &betza->castles[i];
        const shg_ride ride = shg_castle_step(a->v, castle, a->p->side);
        const shoogi_square home = shg_castling_home(a->v, castle, a->p->side, from);
        if (shg_ride_square(a->v, &ride, a->p->side, from, castle->steps) != to ||
            home == SHOOGI_NO_SQUARE || shg_code_colour(a->v->start[home]) != a->p->side ||
            (home != to && a->p->square[to] != 0 && captures_on(a, to) &&
             shg_code_colour(a->p->square[to]) != a->p->side))
            continue;
        return why_not_with(a, castle, home);
    }
    return SHOOGI_ILLEGAL_NONE;
}

static shoogi_illegal why_board_move(const asked *a)
{
    const shoogi_square from = shoogi_move_from(a->move), to = shoogi_move_to(a->move);
    const shg_code code = a->p->square[from];
    if (code == 0)
        return tell(a, SHOOGI_ILLEGAL_NO_PIECE, "there is no piece on %s", place(a, from).text);
    const shoogi_kind kind = shg_code_kind(code);
    if (shg_code_colour(code) != a->p->side)
        return tell(a, SHOOGI_ILLEGAL_NOT_YOUR_PIECE, "%s is not yours", the_piece(a, from).text);
    const shoogi_square net =
        a->v->rules.immobilises ? shg_find_immobiliser(a->v, a->p->square, from) : SHOOGI_NO_SQUARE;
    if (net != SHOOGI_NO_SQUARE)
        return tell(a, SHOOGI_ILLEGAL_IMMOBILISED, "%s immobilises %s", the_piece(a, net).text,
                    the_piece(a, from).text);
    const shoogi_illegal castling = why_castling(a, kind);
    if (castling != SHOOGI_ILLEGAL_NONE)
        return castling;
    /* The squares first, whatever the piece becomes. */
    const shoogi_move squares =
        SHOOGI_MOVE_SQUARES | SHOOGI_MOVE_UNLOAD | SHOOGI_MOVE_CAPTURES_LINE;
    asked other = *a;
    other.move ^= SHOOGI_MOVE_CAPTURES_LINE;
    if (a->v->kind[kind].betza.sweep_count > 0 && !can_move(a, a->p, squares) &&
        can_move(&other, a->p, squares)) {
        if (!shg_position_is_legal(a->p, other.move))
            return why_board_move(&other);
        return tell(a, SHOOGI_ILLEGAL_NOT_ITS_MOVE, "%s captures everything on its way to %s",
                    a_piece(a, kind).text, place(a, to).text);
    }
    if (!can_move(a, a->p, squares)) {
        if (captures_on(a, to) && shg_code_colour(a->p->square[to]) == a->p->side)
            return why_own_piece(a, to);
        return why_not_its_move(a, kind);
    }
    shoogi_illegal why = why_barred(a, kind);
    if (why == SHOOGI_ILLEGAL_NONE)
        why = why_what_it_becomes(a, kind);
    if (why != SHOOGI_ILLEGAL_NONE)
        return why;
    if (is_like_a_move(a))
        return say(a, SHOOGI_ILLEGAL_REPETITION);
    const shoogi_square barred = a->p->ops->barred_victim(a->p, a->move);
    if (barred != SHOOGI_NO_SQUARE)
        return why_trade(a, barred);
    shoogi_square victims[SHG_VICTIMS_MAX];
    why = why_waiting(a, victims_of(a, victims) > 0);
    if (why == SHOOGI_ILLEGAL_NONE)
        why = why_crowded(a);
    if (why != SHOOGI_ILLEGAL_NONE)
        return why;
    if (must_capture(a) && !is_exposed(a))
        return say(a, SHOOGI_ILLEGAL_MUST_CAPTURE);
    return a->v->rules.mate_in_hand || is_exposed(a) ? why_exposed(a)
                                                     : say(a, SHOOGI_ILLEGAL_MATE_WITH_HAND);
}

static bool is_square(const shoogi_variant *v, shoogi_square square)
{
    return square < v->squares && !v->hole[square];
}

bool shg_move_squares_fit(const shoogi_variant *v, shoogi_move move)
{
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, move, v->ranks);
    bool fit = is_square(v, shoogi_move_to(move));
    if (shoogi_move_is_drop(move))
        return fit && shoogi_move_from(move) == SHOOGI_NO_SQUARE && via_count == 0;
    fit = fit && is_square(v, shoogi_move_from(move));
    for (unsigned i = 0; i < via_count; i++)
        fit = fit && is_square(v, via[i]);
    return fit && shoogi_move_with_via(move, v->ranks, via, via_count) == move;
}

/* Whether every number in the move names something of this variant. */
static bool is_well_formed(const shoogi_variant *v, shoogi_move move)
{
    const shoogi_kind kind = shoogi_move_kind(move);
    return kind >= 1 && kind <= v->kinds && !shoogi_move_is_handicap(move) &&
           shg_move_squares_fit(v, move);
}

shoogi_illegal shoogi_position_why_illegal(const shoogi_position *position, shoogi_move move,
                                           char *sentence, size_t sentence_bytes)
{
    shg_out out = shg_out_make(sentence, sentence ? sentence_bytes : 0);
    const asked a = { position, position->variant, move, &out };
    if (!is_well_formed(a.v, move))
        return say(&a, SHOOGI_ILLEGAL_NO_SUCH_SQUARE);
    if (shg_position_is_legal(position, move))
        return SHOOGI_ILLEGAL_NONE;
    if (position->ops->board_result(position).reason != SHOOGI_REASON_NONE)
        return say(&a, SHOOGI_ILLEGAL_GAME_OVER);
    return shoogi_move_is_drop(move) ? why_drop(&a) : why_board_move(&a);
}
