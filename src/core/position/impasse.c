/* impasse.c: impasse: points, and the claims that end a game in which neither royal can be mated.  Source:
 * docs/variant-format.md, "Impasse". */
#include "base/text.h"
#include "core/board/board_ops.h"
#include "core/position/position_int.h"
#include "core/variant/variant_int.h"
#include "shoogi/position.h"

#include <assert.h>

static const char *const refusal_words[] = {
#define REFUSAL(name, words) words,
#include "shoogi/refusal.def"

#undef REFUSAL
};

typedef struct claimed {
    const shoogi_position *p;
    const shoogi_variant *v;
    shoogi_colour own;
    shoogi_result *result;
    shg_out *out; /* of the sentence */
} claimed;

static shoogi_refusal say(const claimed *c, shoogi_refusal why)
{
    shg_out_text(c->out, refusal_words[why]);
    return why;
}

/* --- points -------------------------------------------------------------------------------------- */

static bool is_own(const claimed *c, shoogi_square square)
{
    assert(square < c->v->squares);
    const shg_code code = c->p->square[square];
    return code != 0 && shg_code_colour(code) == c->own;
}

static const shg_kind *kind_at(const claimed *c, shoogi_square square)
{
    return &c->v->kind[shg_code_kind(c->p->square[square])];
}

static bool in_camp(const claimed *c, shoogi_square square)
{
    assert(square < c->v->squares);
    return shg_in_zone(c->v, c->own, square);
}

/* handicap_pieces: as in shg_rules. */
static unsigned count_points(const claimed *c, bool in_camp_only, uint8_t handicap_pieces)
{
    unsigned points = 0;
    for (unsigned sq = 0; sq < c->v->squares; sq++)
        if (is_own(c, (shoogi_square)sq) && (!in_camp_only || in_camp(c, (shoogi_square)sq)))
            points += kind_at(c, (shoogi_square)sq)->impasse_points;
    for (unsigned k = 1; k <= c->v->kinds; k++)
        points += c->p->hand[c->own][k] * c->v->kind[k].impasse_points;
    if (handicap_pieces == SHG_HANDICAP_IGNORED)
        return points;
    /* As if the player still had them; otherwise unequal sides could never both have enough. */
    for (size_t i = 0; i < c->p->removed_count; i++)
        if (c->p->removed[i].piece.colour == c->own)
            points += c->v->kind[c->p->removed[i].piece.kind].impasse_points;
    return points + c->p->given_points[c->own];
}

unsigned shoogi_position_impasse_points(const shoogi_position *position, shoogi_colour colour)
{
    return count_points(&(claimed){ .p = position, .v = position->variant, .own = colour }, false,
                        position->variant->rules.handicap_pieces);
}

bool shoogi_position_has_entered(const shoogi_position *position, shoogi_colour colour)
{
    const claimed c = { .p = position, .v = position->variant, .own = colour };
    bool any = false;
    for (unsigned i = 0; i < c.v->squares; i++) {
        const shoogi_square square = (shoogi_square)i;
        if (!is_own(&c, square) || !kind_at(&c, square)->royal)
            continue;
        any = true;
        if (!in_camp(&c, square))
            return false;
    }
    return any;
}

static shoogi_outcome win_of(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
}

/* The result by agreement: a side with too few points loses if the other has enough. */
static shoogi_refusal end_by_impasse(const claimed *c)
{
    const unsigned needed = c->v->rules.impasse_points;
    const bool black = shoogi_position_impasse_points(c->p, SHOOGI_BLACK) >= needed;
    const bool white = shoogi_position_impasse_points(c->p, SHOOGI_WHITE) >= needed;
    shoogi_outcome outcome = SHOOGI_OUTCOME_DRAW;
    if (c->v->rules.impasse == SHG_IMPASSE_POINTS)
        outcome = black == white ? SHOOGI_OUTCOME_NO_CONTEST
                                 : win_of(black ? SHOOGI_BLACK : SHOOGI_WHITE);
    *c->result = (shoogi_result){ outcome, SHOOGI_REASON_IMPASSE };
    return SHOOGI_REFUSAL_NONE;
}

/* --- conditions on pieces ------------------------------------------------------------------------ */

/* Whether the claimant's piece on the square violates a condition of the claim. */
typedef bool fault_fn(const claimed *c, shoogi_square square);

static bool is_outside(const claimed *c, shoogi_square square)
{
    return !in_camp(c, square);
}

static bool is_royal_outside(const claimed *c, shoogi_square square)
{
    return kind_at(c, square)->royal && !in_camp(c, square);
}

static bool is_royal_attacked(const claimed *c, shoogi_square square)
{
    assert(square < c->v->squares);
    return kind_at(c, square)->royal &&
           shoogi_position_is_attacked(c->p, square, shoogi_colour_other(c->own));
}

/* Whether no other piece could recapture there, ignoring pins. */
static bool is_unguarded(const claimed *c, shoogi_square square)
{
    assert(square < c->v->squares);
    return !kind_at(c, square)->royal && !shoogi_position_is_attacked(c->p, square, c->own);
}

struct fault {
    fault_fn *has;
    shoogi_refusal refusal;
};

static const struct fault camp_faults[] = {
    { is_outside, SHOOGI_REFUSAL_OUTSIDE_ZONE },
    { is_royal_attacked, SHOOGI_REFUSAL_ROYAL_ATTACKED },
    { is_unguarded, SHOOGI_REFUSAL_UNPROTECTED },
};

static const struct fault declared_faults[] = {
    { is_royal_outside, SHOOGI_REFUSAL_OUTSIDE_ZONE },
    { is_royal_attacked, SHOOGI_REFUSAL_ROYAL_ATTACKED },
};

static void say_piece(const claimed *c, shoogi_refusal refusal, const char *name, const char *place)
{
    if (refusal == SHOOGI_REFUSAL_OUTSIDE_ZONE)
        shg_out_format(c->out, "your %s on %s is outside the promotion zone", name, place);
    else if (refusal == SHOOGI_REFUSAL_ROYAL_ATTACKED)
        shg_out_format(c->out, "your %s on %s is attacked", name, place);
    else
        shg_out_format(c->out, "your %s on %s is not protected", name, place);
}

/* The first piece that violates a condition, by rank from rank a, then by file from file 1: "your rook on 5e is
 * outside". */
static bool has_fault(const claimed *c, const struct fault *fault)
{
    for (unsigned i = 0; i < c->v->squares; i++) {
        const shoogi_square square = shoogi_variant_square(c->v, i % c->v->files, i / c->v->files);
        if (!is_own(c, square) || !fault->has(c, square))
            continue;
        char text[SHOOGI_SQUARE_TEXT_BYTES];
        shoogi_square_text(text, sizeof text, c->v, square);
        say_piece(c, fault->refusal, kind_at(c, square)->name, text);
        return true;
    }
    return false;
}

static shoogi_refusal find_fault(const claimed *c, const struct fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (has_fault(c, &faults[i]))
            return faults[i].refusal;
    return SHOOGI_REFUSAL_NONE;
}

/* --- claims -------------------------------------------------------------------------------------- */

bool shoogi_variant_has_claim(unsigned *points, const shoogi_variant *variant, shoogi_claim claim,
                              shoogi_colour colour)
{
    const shg_rules *const rules = &variant->rules;
    const unsigned declared = rules->claim_declare[colour];
    const bool counted = rules->impasse == SHG_IMPASSE_POINTS;
    bool has = false;
    switch (claim) {
    case SHOOGI_CLAIM_AGREED: has = rules->impasse != SHG_IMPASSE_NONE; break;
    case SHOOGI_CLAIM_ALL_PROTECTED: has = rules->claim_all_protected; break;
    case SHOOGI_CLAIM_DECLARATION: has = declared > 0; break;
    }
    if (has && points)
        *points = claim == SHOOGI_CLAIM_DECLARATION ? declared
                  : counted                         ? rules->impasse_points
                                                    : 0;
    return has;
}

/* The rule of the Shoogi Server for disputes, independent of pieces in hand and of the side to move. */
static shoogi_refusal claim_camp(const claimed *c)
{
    const shoogi_refusal refusal =
        find_fault(c, camp_faults, sizeof camp_faults / sizeof camp_faults[0]);
    return refusal == SHOOGI_REFUSAL_NONE ? end_by_impasse(c) : refusal;
}

/* Pieces besides the royal that a declaration needs in the promotion zone.  Source: the rule of the Japan Shogi
 * Association (27 points). */
enum { DECLARED_PIECES = 10 };

static shoogi_refusal claim_declared(const claimed *c, const shg_declaration *by)
{
    const unsigned win = by->win[c->own], level = by->level[c->own];
    const unsigned needed = level > 0 && level < win ? level : win;
    if (c->p->ops->royal_count(c->p, c->own) == 0)
        return say(c, SHOOGI_REFUSAL_NO_SUCH_CLAIM);
    if (c->p->side != c->own)
        return say(c, SHOOGI_REFUSAL_NOT_YOUR_TURN);
    const shoogi_refusal refusal =
        find_fault(c, declared_faults, sizeof declared_faults / sizeof declared_faults[0]);
    if (refusal != SHOOGI_REFUSAL_NONE)
        return refusal;
    unsigned pieces = 0;
    for (unsigned i = 0; i < c->v->squares; i++) {
        const shoogi_square square = (shoogi_square)i;
        pieces += is_own(c, square) && in_camp(c, square) && !kind_at(c, square)->royal;
    }
    if (pieces < DECLARED_PIECES) {
        shg_out_format(c->out, "%d pieces besides the royal must be in the promotion zone, not %u",
                       DECLARED_PIECES, pieces);
        return SHOOGI_REFUSAL_TOO_FEW_PIECES;
    }
    const unsigned points = count_points(c, true, by->handicap_pieces);
    if (points < needed) {
        shg_out_format(c->out, "%u points are needed in the promotion zone and in hand, not %u",
                       needed, points);
        return SHOOGI_REFUSAL_TOO_FEW_POINTS;
    }
    /* With fewer points than for a win it is an impasse, as if both had agreed to it and had enough. */
    const shoogi_outcome even =
        c->v->rules.impasse == SHG_IMPASSE_POINTS ? SHOOGI_OUTCOME_NO_CONTEST : SHOOGI_OUTCOME_DRAW;
    *c->result = points < win ? (shoogi_result){ even, SHOOGI_REASON_IMPASSE }
                              : (shoogi_result){ win_of(c->own), SHOOGI_REASON_DECLARATION };
    return SHOOGI_REFUSAL_NONE;
}

shg_declaration shg_declaration_of(const shoogi_variant *variant)
{
    const shg_rules *const rules = &variant->rules;
    return (shg_declaration){ .win = { rules->claim_declare[0], rules->claim_declare[1] },
                              .level = { rules->claim_level[0], rules->claim_level[1] },
                              .handicap_pieces = rules->handicap_pieces };
}

shoogi_refusal shg_position_declare(shoogi_result *out, const shoogi_position *position,
                                    const shg_declaration *declaration, shoogi_colour claimant,
                                    char *sentence, size_t sentence_bytes)
{
    shg_out text = shg_out_make(sentence, sentence ? sentence_bytes : 0);
    const claimed c = { position, position->variant, claimant, out, &text };
    if (shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE)
        return say(&c, SHOOGI_REFUSAL_GAME_OVER);
    return declaration->win[claimant] > 0 ? claim_declared(&c, declaration)
                                          : say(&c, SHOOGI_REFUSAL_NO_SUCH_CLAIM);
}

shoogi_refusal shoogi_position_claim(shoogi_result *out, const shoogi_position *position,
                                     shoogi_claim claim, shoogi_colour claimant, char *sentence,
                                     size_t sentence_bytes)
{
    shg_out text = shg_out_make(sentence, sentence ? sentence_bytes : 0);
    const claimed c = { position, position->variant, claimant, out, &text };
    const shg_declaration declaration = shg_declaration_of(position->variant);
    if (shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE)
        return say(&c, SHOOGI_REFUSAL_GAME_OVER);
    if (!shoogi_variant_has_claim(NULL, position->variant, claim, claimant))
        return say(&c, SHOOGI_REFUSAL_NO_SUCH_CLAIM);
    switch (claim) {
    case SHOOGI_CLAIM_AGREED: return end_by_impasse(&c);
    case SHOOGI_CLAIM_ALL_PROTECTED: return claim_camp(&c);
    case SHOOGI_CLAIM_DECLARATION: return claim_declared(&c, &declaration);
    }
    return say(&c, SHOOGI_REFUSAL_NO_SUCH_CLAIM);
}
