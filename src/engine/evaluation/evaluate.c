#include "engine/evaluation/evaluate.h"

#include "core/variant/square.h"
#include "engine/evaluation/guess.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A royal whose loss ends the game; the most that exchanges count with. */
enum { ROYAL_WORTH = 10000, SEE_MAX = 15000 };

static shg_stages stages_of(const shoogi_variant *variant)
{
    size_t men = 0;
    for (unsigned sq = 0; sq < variant->squares; sq++)
        men += variant->start[sq] != 0;
    /* Where men come back fewer are gone at a time. */
    const size_t gone = variant->rules.drops ? men * 2 / 5 : men * 4 / 5;
    return (shg_stages){ .men = men, .gone = gone > 0 ? gone : 1 };
}

shoogi_status shg_weights_new(shg_weights **out, const shoogi_variant *variant)
{
    shg_weights *const w = calloc(1, sizeof *w);
    if (!w)
        return SHOOGI_NO_MEMORY;
    w->variant = variant;
    w->ops = shg_search_class(variant);
    w->count = shg_feature(variant, (shoogi_kind)(variant->kinds + 1), 0);
    w->stages = stages_of(variant);
    w->value = calloc(w->count, sizeof *w->value);
    if (!w->value) {
        free(w);
        return SHOOGI_NO_MEMORY;
    }
    w->grade = calloc(variant->kinds + 1u, sizeof *w->grade);
    w->in_hand = calloc(variant->kinds, sizeof *w->in_hand);
    if (!w->grade || !w->in_hand) {
        shg_weights_free(w);
        return SHOOGI_NO_MEMORY;
    }
    for (shoogi_kind k = 1; k <= variant->kinds && variant->rules.drops; k++)
        if (variant->kind[k].in_hand)
            w->in_hand[w->in_hand_count++] = k;
    const shoogi_status status = shg_guess(w);
    if (status != SHOOGI_OK) {
        shg_weights_free(w);
        return status;
    }
    *out = w;
    return SHOOGI_OK;
}

void shg_weights_free(shg_weights *weights)
{
    if (!weights)
        return;
    free(weights->value);
    free(weights->grade);
    free(weights->in_hand);
    free(weights);
}

void shg_weights_worth(const shg_weights *weights, int *worth)
{
    const shoogi_variant *const v = weights->variant;
    worth[0] = 0;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const shoogi_kind in_hand = v->kind[k].captured_as;
        worth[k] = shg_mean(weights->value[shg_feature(v, k, SHG_FEATURE_BOARD)]);
        if (in_hand != 0 && v->rules.drops)
            worth[k] += shg_mean(weights->value[shg_feature(v, in_hand, SHG_FEATURE_HAND)]);
        if (v->kind[k].royal)
            worth[k] = ROYAL_WORTH;
        worth[k] = worth[k] < SEE_MAX ? worth[k] : SEE_MAX;
    }
}

/* ---- a position ---- */

shoogi_status shg_board_view_new(shg_board_view **out, const shoogi_variant *variant)
{
    shg_board_view *const s = calloc(1, sizeof *s);
    if (!s)
        return SHOOGI_NO_MEMORY;
    s->pieces = calloc(variant->squares, sizeof *s->pieces);
    s->threats = calloc((size_t)SHG_THREATS_PER_SQUARE * variant->squares, sizeof *s->threats);
    if (!s->pieces || !s->threats) {
        shg_board_view_free(s);
        return SHOOGI_NO_MEMORY;
    }
    *out = s;
    return SHOOGI_OK;
}

void shg_board_view_free(shg_board_view *sight)
{
    if (!sight)
        return;
    free(sight->pieces);
    free(sight->threats);
    free(sight);
}

/* Where a man stands to a royal, as its owner looks. */
static unsigned near_of(const shoogi_variant *v, unsigned square, unsigned royal,
                        shoogi_colour owner)
{
    const int ranks = (int)v->ranks, half = SHG_NEAR_RANKS / 2;
    const int files = abs((int)square / ranks - (int)royal / ranks);
    int ahead = (int)royal % ranks - (int)square % ranks;
    if (owner == SHOOGI_WHITE)
        ahead = -ahead;
    ahead = ahead < -half ? -half : ahead > half ? half : ahead;
    return (unsigned)(files < SHG_NEAR_FILES ? files : SHG_NEAR_FILES - 1) * SHG_NEAR_RANKS +
           (unsigned)(ahead + half);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Where features go: their weights are summed up, or they are listed. */
typedef struct sink {
    const shg_weight *weights;
    int early, late;
    shg_found *found;
    size_t count;
} sink;

ALWAYS_INLINE void take(sink *to, size_t feature, int often)
{
    if (!to->found) {
        const shg_weight weight = to->weights[feature];
        to->early += weight.early * often;
        to->late += weight.late * often;
    } else if (often != 0) {
        to->found[to->count++] = (shg_found){ (uint32_t)feature, often };
    }
}

/* Of one kind in the hand of one side. */
ALWAYS_INLINE void take_hand(sink *to, size_t first, unsigned in_hand, int sign)
{
    for (unsigned i = 0; i < in_hand && i < SHG_HAND_STEPS - 1; i++)
        take(to, first + i, sign);
    if (in_hand >= SHG_HAND_STEPS)
        take(to, first + SHG_HAND_STEPS - 1, sign * (int)(in_hand - (SHG_HAND_STEPS - 1)));
}

/* A man where he stands. */
ALWAYS_INLINE void take_standing(sink *to, const shoogi_variant *v, const unsigned *royal,
                                 unsigned square, shg_code code, int sign)
{
    const shoogi_colour own = shg_code_colour(code), other = shoogi_colour_other(own);
    const size_t kind = shg_feature(v, shg_code_kind(code), 0);
    const unsigned turned = own == SHOOGI_BLACK ? square : v->squares - 1 - square;
    take(to, kind + SHG_FEATURE_BOARD, sign);
    take(to, kind + SHG_FEATURE_SQUARE + shg_spot_of(v, (shoogi_square)turned), sign);
    if (royal[own] != SHOOGI_NO_SQUARE)
        take(to, kind + SHG_FEATURE_OWN + near_of(v, square, royal[own], own), sign);
    if (royal[other] != SHOOGI_NO_SQUARE)
        take(to, kind + SHG_FEATURE_THEIR + near_of(v, square, royal[other], own), sign);
}

/* What a man does there, and counts what he does to royals. */
ALWAYS_INLINE void take_doing(sink *to, const shoogi_variant *v, const shg_piece_view *s, int sign,
                              unsigned *hits)
{
    const size_t kind = shg_feature(v, shg_code_kind(s->code), 0);
    hits[shg_code_colour(s->code)] += s->on_their_royal;
    take(to, kind + SHG_FEATURE_STATE + s->attacked + 2u * s->guarded + 4u * (sign > 0), sign);
    take(to, kind + SHG_FEATURE_MOBILITY + least(s->mobility, SHG_MOBILITIES - 1), sign);
    take(to, kind + SHG_FEATURE_GUARDS, sign * s->on_own_royal);
    take(to, kind + SHG_FEATURE_THREATENS, sign * s->on_their_royal);
}

ALWAYS_INLINE void take_threats(sink *to, const uint8_t *grade, const shg_board_view *sight,
                                const int *sign_of)
{
    for (size_t i = 0; i < sight->threat_count; i++) {
        const shg_threat *const t = &sight->threats[i];
        take(to,
             SHG_FEATURE_THREAT + (size_t)grade[shg_code_kind(t->by)] * SHG_GRADES +
                 grade[shg_code_kind(t->on)],
             sign_of[shg_code_colour(t->by)]);
    }
}

ALWAYS_INLINE void take_common(sink *to, const shg_king_zone *court, const unsigned *hits,
                               const unsigned *armed, const int *sign_of)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned by = least(armed[!colour], SHG_ARMED - 1);
        take(to, SHG_FEATURE_DANGER + least(hits[!colour], SHG_HITS - 1), sign_of[!colour]);
        take(to, SHG_FEATURE_WEAK + least(court->weak[colour], SHG_FEW - 1) * SHG_ARMED + by,
             sign_of[!colour]);
        take(to, SHG_FEATURE_FLIGHTS + least(court->flights[colour], SHG_FEW - 1) * SHG_ARMED + by,
             sign_of[!colour]);
    }
    take(to, SHG_FEATURE_TEMPO, 1);
}

/* A kind in the hands of both, and counts men in hand. */
ALWAYS_INLINE void take_hands(sink *to, const shoogi_position *p, shoogi_kind kind, unsigned *armed,
                              const int *sign_of)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned in_hand = p->hand[colour][kind];
        if (in_hand > 0)
            take_hand(to, shg_feature(p->variant, kind, SHG_FEATURE_HAND), in_hand,
                      sign_of[colour]);
        armed[colour] += in_hand;
    }
}

/* All but where men stand.  sight: of the position. */
ALWAYS_INLINE void take_rest(sink *to, const shg_weights *weights, const shoogi_position *p,
                             const shg_board_view *sight, const int *sign_of)
{
    unsigned hits[2] = { 0, 0 }, armed[2] = { 0, 0 };
    for (size_t i = 0; i < sight->count; i++)
        take_doing(to, p->variant, &sight->pieces[i],
                   sign_of[shg_code_colour(sight->pieces[i].code)], hits);
    for (size_t i = 0; i < weights->in_hand_count; i++)
        take_hands(to, p, weights->in_hand[i], armed, sign_of);
    take_threats(to, weights->grade, sight, sign_of);
    take_common(to, &sight->king_zone, hits, armed, sign_of);
}

static void find_royals(unsigned *royal, const shoogi_position *p)
{
    royal[SHOOGI_BLACK] = p->ops->royal(p, SHOOGI_BLACK);
    royal[SHOOGI_WHITE] = p->ops->royal(p, SHOOGI_WHITE);
}

/* ---- the sum ---- */

enum { CHANGES_MAX = 1 + SHG_VISITED_MAX };

/* The squares of the last move, each once, and what stood there before it. */
static size_t changes_of(shoogi_square *square, shg_code *before, const shg_made_move *past,
                         unsigned ranks)
{
    shoogi_square of_move[CHANGES_MAX] = { shoogi_move_from(past->move) };
    shg_code codes[CHANGES_MAX] = { past->mover };
    const size_t stops = shg_visited_squares(of_move + 1, past->move, ranks);
    memcpy(codes + 1, past->captured_on_via, (stops - 1) * sizeof *codes);
    codes[stops] = past->captured;
    size_t count = 0;
    for (size_t i = 0; i <= stops; i++) {
        bool again = of_move[i] == SHOOGI_NO_SQUARE;
        for (size_t j = 0; j < count && !again; j++)
            again = square[j] == of_move[i];
        if (again)
            continue;
        square[count] = of_move[i];
        before[count++] = codes[i];
    }
    return count;
}

shg_standing shg_standing_after(shg_standing before, const shg_weights *weights,
                                const shoogi_position *position)
{
    const shoogi_variant *const v = weights->variant;
    unsigned royal[2];
    shoogi_square square[CHANGES_MAX];
    shg_code code[CHANGES_MAX];
    const shg_made_move *const past = &position->history[position->history_count - 1];
    if (past->move == 0 || !before.known)
        return before;
    if (past->removed > 0 || past->changed > 0) /* more than the squares of the move have changed */
        return (shg_standing){ .known = false };
    const size_t count = changes_of(square, code, past, v->ranks);
    sink to = { .weights = weights->value };
    find_royals(royal, position);
    for (size_t i = 0; i < count; i++) {
        const shg_code now = position->square[square[i]];
        if (code[i] == now)
            continue;
        if ((code[i] != 0 && v->kind[shg_code_kind(code[i])].royal) ||
            (now != 0 && v->kind[shg_code_kind(now)].royal))
            return (shg_standing){ .known = false };
        if (code[i] != 0)
            take_standing(&to, v, royal, square[i], code[i],
                          shg_code_colour(code[i]) == SHOOGI_BLACK ? -1 : 1);
        if (now != 0)
            take_standing(&to, v, royal, square[i], now,
                          shg_code_colour(now) == SHOOGI_BLACK ? 1 : -1);
    }
    return (shg_standing){ before.early + to.early, before.late + to.late, .known = true };
}

shg_standing shg_standing_of(const shg_weights *weights, const shoogi_position *position)
{
    const shoogi_variant *const v = weights->variant;
    sink to = { .weights = weights->value };
    unsigned royal[2];
    find_royals(royal, position);
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (position->square[sq] != 0)
            take_standing(&to, v, royal, sq, position->square[sq],
                          shg_code_colour(position->square[sq]) == SHOOGI_BLACK ? 1 : -1);
    return (shg_standing){ to.early, to.late, .known = true };
}

/* The sum as a score. */
static int within(int64_t sum)
{
    enum { ROOM = SHG_EVAL_MAX - SHG_EVAL_PLAIN };
    const int64_t more = (sum < 0 ? -sum : sum) - SHG_EVAL_PLAIN;
    if (more <= 0)
        return (int)sum;
    const int score = SHG_EVAL_PLAIN + (int)(ROOM * more / (ROOM + more));
    return sum < 0 ? -score : score;
}

int shg_evaluate(const shg_weights *weights, const shoogi_position *position, shg_board_view *sight,
                 shg_standing *standing)
{
    const int for_black = position->side == SHOOGI_BLACK ? 1 : -1;
    const int sign_of[2] = { for_black, -for_black };
    weights->ops->view(position, sight);
    if (!standing->known)
        *standing = shg_standing_of(weights, position);
    assert(standing->early == shg_standing_of(weights, position).early &&
           standing->late == shg_standing_of(weights, position).late);
    sink to = { .weights = weights->value,
                .early = standing->early * for_black,
                .late = standing->late * for_black };
    take_rest(&to, weights, position, sight, sign_of);
    const int64_t late = shg_late(weights->stages, sight->count);
    return within((to.early * (SHG_LATE - late) + to.late * late) / SHG_LATE);
}

/* ---- the features ---- */

size_t shg_features_max(const shoogi_variant *variant)
{
    enum { OF_A_MAN = 8 + SHG_THREATS_PER_SQUARE, OF_A_SIDE = 3 };
    return (size_t)OF_A_MAN * variant->squares + (size_t)2 * SHG_HAND_STEPS * (variant->kinds + 1) +
           2 * OF_A_SIDE + 1;
}

size_t shg_features(shg_found *found, const shg_weights *weights, const shoogi_position *position,
                    shg_board_view *sight)
{
    const shoogi_variant *const v = position->variant;
    const int for_black = position->side == SHOOGI_BLACK ? 1 : -1;
    const int sign_of[2] = { for_black, -for_black };
    unsigned royal[2];
    sink to = { .found = found };
    find_royals(royal, position);
    weights->ops->view(position, sight);
    for (size_t i = 0; i < sight->count; i++) {
        const shg_piece_view *const man = &sight->pieces[i];
        take_standing(&to, v, royal, man->square, man->code, sign_of[shg_code_colour(man->code)]);
    }
    take_rest(&to, weights, position, sight, sign_of);
    return to.count;
}
