#include "engine/evaluation/evaluate.h"

#include "base/hash.h"
#include "core/variant/square.h"
#include "engine/evaluation/default_weights.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The value of a royal whose loss ends the game, and the greatest value, in static exchange evaluation. */
enum { ROYAL_VALUE = 10000, SEE_MAX = 15000 };

static shg_phases phases_of(const shoogi_variant *variant)
{
    size_t pieces = 0;
    for (unsigned sq = 0; sq < variant->squares; sq++)
        pieces += variant->start[sq] != 0;
    /* With drops, captured pieces come back: fewer are off the board at a time. */
    const size_t gone = variant->rules.drops ? pieces * 2 / 5 : pieces * 4 / 5;
    return (shg_phases){ .pieces = pieces, .gone = gone > 0 ? gone : 1 };
}

shoogi_status shg_weights_new(shg_weights **out, const shoogi_variant *variant)
{
    shg_weights *const w = calloc(1, sizeof *w);
    if (!w)
        return SHOOGI_NO_MEMORY;
    w->variant = variant;
    w->ops = shg_search_class(variant);
    w->count = shg_feature(variant, (shoogi_kind)(variant->kinds + 1), 0);
    w->phases = phases_of(variant);
    w->value = calloc(w->count, sizeof *w->value);
    if (!w->value) {
        free(w);
        return SHOOGI_NO_MEMORY;
    }
    w->value_class = calloc(variant->kinds + 1u, sizeof *w->value_class);
    w->in_hand = calloc(variant->kinds, sizeof *w->in_hand);
    if (!w->value_class || !w->in_hand) {
        shg_weights_free(w);
        return SHOOGI_NO_MEMORY;
    }
    for (shoogi_kind k = 1; k <= variant->kinds && variant->rules.drops; k++)
        if (variant->kind[k].in_hand)
            w->in_hand[w->in_hand_count++] = k;
    const shoogi_status status = shg_default_weights(w);
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
    free(weights->value_class);
    free(weights->in_hand);
    shg_nnue_free(weights->network);
    free(weights);
}

uint64_t shg_weights_hash(uint64_t hash, const shg_weights *weights)
{
    const shg_nnue *const network = weights->network;
    hash = shg_hash_bytes(hash, weights->value, weights->count * sizeof *weights->value);
    return network ? shg_hash_bytes(hash, network->memory, network->memory_bytes) : hash;
}

void shg_weights_piece_values(const shg_weights *weights, int *values)
{
    const shoogi_variant *const v = weights->variant;
    values[0] = 0;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const shoogi_kind in_hand = v->kind[k].captured_as;
        values[k] = shg_weight_mean(weights->value[shg_feature(v, k, SHG_FEATURE_BOARD)]);
        if (in_hand != 0 && v->rules.drops)
            values[k] += shg_weight_mean(weights->value[shg_feature(v, in_hand, SHG_FEATURE_HAND)]);
        if (v->kind[k].royal)
            values[k] = ROYAL_VALUE;
        values[k] = values[k] < SEE_MAX ? values[k] : SEE_MAX;
    }
}

/* ---- features of a position ---- */

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

void shg_board_view_free(shg_board_view *view)
{
    if (!view)
        return;
    free(view->pieces);
    free(view->threats);
    free(view);
}

/* The square of a piece relative to a royal, from its owner's side. */
static unsigned royal_square_of(const shoogi_variant *v, unsigned square, unsigned royal,
                                shoogi_colour owner)
{
    const int ranks = (int)v->ranks, half = SHG_ROYAL_RANKS / 2;
    const int files = abs((int)square / ranks - (int)royal / ranks);
    int ahead = (int)royal % ranks - (int)square % ranks;
    if (owner == SHOOGI_WHITE)
        ahead = -ahead;
    ahead = ahead < -half ? -half : ahead > half ? half : ahead;
    return (unsigned)(files < SHG_ROYAL_FILES ? files : SHG_ROYAL_FILES - 1) * SHG_ROYAL_RANKS +
           (unsigned)(ahead + half);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What is done with features: their weights are added up, or, if found is not NULL, they are listed. */
typedef struct sink {
    const shg_weight *weights;
    int early, late;
    shg_feature_count *found;
    size_t count;
} sink;

ALWAYS_INLINE void add_feature(sink *to, size_t feature, int often)
{
    if (!to->found) {
        const shg_weight weight = to->weights[feature];
        to->early += weight.early * often;
        to->late += weight.late * often;
    } else if (often != 0) {
        to->found[to->count++] = (shg_feature_count){ (uint32_t)feature, often };
    }
}

/* One kind in the hand of one side. */
ALWAYS_INLINE void add_hand(sink *to, size_t first, unsigned in_hand, int sign)
{
    for (unsigned i = 0; i < in_hand && i < SHG_HAND_STEPS - 1; i++)
        add_feature(to, first + i, sign);
    if (in_hand >= SHG_HAND_STEPS)
        add_feature(to, first + SHG_HAND_STEPS - 1, sign * (int)(in_hand - (SHG_HAND_STEPS - 1)));
}

/* Material and piece-square features, also relative to both royals. */
ALWAYS_INLINE void add_psq(sink *to, const shoogi_variant *v, const unsigned *royal,
                           unsigned square, shg_code code, int sign)
{
    const shoogi_colour own = shg_code_colour(code), other = shoogi_colour_other(own);
    const size_t kind = shg_feature(v, shg_code_kind(code), 0);
    const unsigned turned = own == SHOOGI_BLACK ? square : v->squares - 1 - square;
    add_feature(to, kind + SHG_FEATURE_BOARD, sign);
    add_feature(to, kind + SHG_FEATURE_SQUARE + shg_square_bucket(v, (shoogi_square)turned), sign);
    if (royal[own] != SHOOGI_NO_SQUARE)
        add_feature(to, kind + SHG_FEATURE_OWN_ROYAL + royal_square_of(v, square, royal[own], own),
                    sign);
    if (royal[other] != SHOOGI_NO_SQUARE)
        add_feature(to,
                    kind + SHG_FEATURE_ENEMY_ROYAL + royal_square_of(v, square, royal[other], own),
                    sign);
}

/* State, mobility and work around the royals; adds its attacks to hits. */
ALWAYS_INLINE void add_activity(sink *to, const shoogi_variant *v, const shg_piece_view *s,
                                int sign, unsigned *hits)
{
    const size_t kind = shg_feature(v, shg_code_kind(s->code), 0);
    hits[shg_code_colour(s->code)] += s->on_their_royal;
    add_feature(to, kind + SHG_FEATURE_STATE + s->attacked + 2u * s->guarded + 4u * (sign > 0),
                sign);
    add_feature(to, kind + SHG_FEATURE_MOBILITY + least(s->mobility, SHG_MOBILITIES - 1), sign);
    add_feature(to, kind + SHG_FEATURE_ROYAL_DEFENCE, sign * s->on_own_royal);
    add_feature(to, kind + SHG_FEATURE_ROYAL_ATTACK, sign * s->on_their_royal);
}

ALWAYS_INLINE void add_threats(sink *to, const uint8_t *value_class, const shg_board_view *view,
                               const int *sign_of)
{
    for (size_t i = 0; i < view->threat_count; i++) {
        const shg_threat *const t = &view->threats[i];
        add_feature(to,
                    SHG_FEATURE_THREAT +
                        (size_t)value_class[shg_code_kind(t->by)] * SHG_VALUE_CLASSES +
                        value_class[shg_code_kind(t->on)],
                    sign_of[shg_code_colour(t->by)]);
    }
}

ALWAYS_INLINE void add_royal_safety(sink *to, const shg_king_zone *zone, const unsigned *hits,
                                    const unsigned *armed, const int *sign_of)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned by = least(armed[!colour], SHG_HAND_PIECES - 1);
        add_feature(to, SHG_FEATURE_DANGER + least(hits[!colour], SHG_ROYAL_ATTACKS - 1),
                    sign_of[!colour]);
        add_feature(to,
                    SHG_FEATURE_WEAK +
                        least(zone->weak[colour], SHG_ZONE_SQUARES - 1) * SHG_HAND_PIECES + by,
                    sign_of[!colour]);
        add_feature(to,
                    SHG_FEATURE_ESCAPES +
                        least(zone->flights[colour], SHG_ZONE_SQUARES - 1) * SHG_HAND_PIECES + by,
                    sign_of[!colour]);
    }
    add_feature(to, SHG_FEATURE_TEMPO, 1);
}

/* One kind in both hands; adds the pieces to armed. */
ALWAYS_INLINE void add_hands(sink *to, const shoogi_position *p, shoogi_kind kind, unsigned *armed,
                             const int *sign_of)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned in_hand = p->hand[colour][kind];
        if (in_hand > 0)
            add_hand(to, shg_feature(p->variant, kind, SHG_FEATURE_HAND), in_hand, sign_of[colour]);
        armed[colour] += in_hand;
    }
}

/* All features except those of add_psq.  view: of the position. */
ALWAYS_INLINE void add_dynamic(sink *to, const shg_weights *weights, const shoogi_position *p,
                               const shg_board_view *view, const int *sign_of)
{
    unsigned hits[2] = { 0, 0 }, armed[2] = { 0, 0 };
    for (size_t i = 0; i < view->count; i++)
        add_activity(to, p->variant, &view->pieces[i],
                     sign_of[shg_code_colour(view->pieces[i].code)], hits);
    for (size_t i = 0; i < weights->in_hand_count; i++)
        add_hands(to, p, weights->in_hand[i], armed, sign_of);
    add_threats(to, weights->value_class, view, sign_of);
    add_royal_safety(to, &view->king_zone, hits, armed, sign_of);
}

static void find_royals(unsigned *royal, const shoogi_position *p)
{
    royal[SHOOGI_BLACK] = p->ops->royal(p, SHOOGI_BLACK);
    royal[SHOOGI_WHITE] = p->ops->royal(p, SHOOGI_WHITE);
}

/* ---- the sum ---- */

enum { CHANGES_MAX = 1 + SHG_VISITED_MAX };

/* The squares changed by the last move, each once, and what stood there before. */
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

shg_psq shg_psq_after(shg_psq before, const shg_weights *weights, const shoogi_position *position)
{
    const shoogi_variant *const v = weights->variant;
    unsigned royal[2];
    shoogi_square square[CHANGES_MAX];
    shg_code code[CHANGES_MAX];
    const shg_made_move *const past = &position->history[position->history_count - 1];
    if (past->move == 0 || !before.known)
        return before;
    if (past->removed > 0 || past->changed > 0 || shoogi_move_is_castling(past->move))
        /* squares off the move's path have changed, too */
        return (shg_psq){ .known = false };
    const size_t count = changes_of(square, code, past, v->ranks);
    sink to = { .weights = weights->value };
    find_royals(royal, position);
    for (size_t i = 0; i < count; i++) {
        const shg_code now = position->square[square[i]];
        if (code[i] == now)
            continue;
        if ((code[i] != 0 && v->kind[shg_code_kind(code[i])].royal) ||
            (now != 0 && v->kind[shg_code_kind(now)].royal))
            return (shg_psq){ .known = false };
        if (code[i] != 0)
            add_psq(&to, v, royal, square[i], code[i],
                    shg_code_colour(code[i]) == SHOOGI_BLACK ? -1 : 1);
        if (now != 0)
            add_psq(&to, v, royal, square[i], now, shg_code_colour(now) == SHOOGI_BLACK ? 1 : -1);
    }
    return (shg_psq){ before.early + to.early, before.late + to.late, .known = true };
}

shg_psq shg_psq_of(const shg_weights *weights, const shoogi_position *position)
{
    const shoogi_variant *const v = weights->variant;
    sink to = { .weights = weights->value };
    unsigned royal[2];
    find_royals(royal, position);
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (position->square[sq] != 0)
            add_psq(&to, v, royal, sq, position->square[sq],
                    shg_code_colour(position->square[sq]) == SHOOGI_BLACK ? 1 : -1);
    return (shg_psq){ to.early, to.late, .known = true };
}

int shg_squash(int64_t score)
{
    enum { ROOM = SHG_EVAL_MAX - SHG_EVAL_PLAIN };
    const int64_t more = (score < 0 ? -score : score) - SHG_EVAL_PLAIN;
    if (more <= 0)
        return (int)score;
    const int squashed = SHG_EVAL_PLAIN + (int)(ROOM * more / (ROOM + more));
    return score < 0 ? -squashed : squashed;
}

int shg_evaluate(const shg_weights *weights, const shoogi_position *position, shg_board_view *view,
                 shg_psq *psq)
{
    const int for_black = position->side == SHOOGI_BLACK ? 1 : -1;
    const int sign_of[2] = { for_black, -for_black };
    weights->ops->view(position, view);
    if (!psq->known)
        *psq = shg_psq_of(weights, position);
    assert(psq->early == shg_psq_of(weights, position).early &&
           psq->late == shg_psq_of(weights, position).late);
    sink to = { .weights = weights->value,
                .early = psq->early * for_black,
                .late = psq->late * for_black };
    add_dynamic(&to, weights, position, view, sign_of);
    const int64_t late = shg_phase(weights->phases, view->count);
    return shg_squash((to.early * (SHG_PHASE_MAX - late) + to.late * late) / SHG_PHASE_MAX);
}

/* ---- the list of features ---- */

size_t shg_features_max(const shoogi_variant *variant)
{
    enum { OF_A_PIECE = 8 + SHG_THREATS_PER_SQUARE, OF_A_SIDE = 3 };
    return (size_t)OF_A_PIECE * variant->squares +
           (size_t)2 * SHG_HAND_STEPS * (variant->kinds + 1) + 2 * OF_A_SIDE + 1;
}

size_t shg_features(shg_feature_count *found, const shg_weights *weights,
                    const shoogi_position *position, shg_board_view *view)
{
    const shoogi_variant *const v = position->variant;
    const int for_black = position->side == SHOOGI_BLACK ? 1 : -1;
    const int sign_of[2] = { for_black, -for_black };
    unsigned royal[2];
    sink to = { .found = found };
    find_royals(royal, position);
    weights->ops->view(position, view);
    for (size_t i = 0; i < view->count; i++) {
        const shg_piece_view *const piece = &view->pieces[i];
        add_psq(&to, v, royal, piece->square, piece->code, sign_of[shg_code_colour(piece->code)]);
    }
    add_dynamic(&to, weights, position, view, sign_of);
    return to.count;
}
