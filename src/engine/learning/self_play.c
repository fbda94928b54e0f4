#include "engine/learning/self_play.h"

#include "engine/search/picker.h"

#include <stdlib.h>

enum { RESIGNS_AT = 2500, PLIES_PER_SQUARE = 6 };

uint64_t shg_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

uint64_t shg_random_for(uint64_t seed, unsigned kind, uint64_t number)
{
    uint64_t state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) ^
                     ((uint64_t)kind << 56 | (number + 1)) * UINT64_C(0xBF58476D1CE4E5B9);
    state |= state == 0;
    for (int i = 0; i < 8; i++)
        (void)shg_random(&state);
    return state;
}

void shg_shuffle(size_t *order, size_t count, uint64_t *random)
{
    for (size_t i = 0; i < count; i++) {
        const size_t j = (size_t)(shg_random(random) % (i + 1));
        order[i] = order[j];
        order[j] = i;
    }
}

void shg_game_drop_samples(shg_game *game)
{
    free(game->samples);
    game->samples = NULL;
    game->sample_count = game->sample_room = 0;
}

void shg_game_fini(shg_game *game)
{
    free(game->played);
    shg_game_drop_samples(game);
    *game = (shg_game){ 0 };
}

/* The array, perhaps moved, with room for as many as wanted; NULL without memory, and it stays. */
static void *make_room(void *array, size_t *room, size_t wanted, size_t each)
{
    if (wanted <= *room)
        return array;
    const size_t more = *room * 2 + 256;
    void *const moved = realloc(array, more * each);
    *room = moved ? more : *room;
    return moved;
}

static shoogi_status add(shg_game *g, shg_played played)
{
    shg_played *const moved = make_room(g->played, &g->room, g->count + 1, sizeof *moved);
    if (!moved)
        return SHOOGI_NO_MEMORY;
    g->played = moved;
    g->played[g->count++] = played;
    return SHOOGI_OK;
}

/* The samples of the search for the last move. */
static shoogi_status add_samples(shg_game *g, shg_sampler *sampler, shoogi_position *p)
{
    shg_sample *const moved =
        make_room(g->samples, &g->sample_room, g->sample_count + SHG_SAMPLES, sizeof *moved);
    if (!moved)
        return SHOOGI_NO_MEMORY;
    g->samples = moved;
    g->sample_count +=
        shg_sampler_take(g->samples + g->sample_count, sampler, p, (uint32_t)(g->count - 1));
    return SHOOGI_OK;
}

/* A random legal move; 0 if there is none. */
static shoogi_status pick_randomly(shoogi_move *out, const shoogi_position *p, uint64_t *random)
{
    shoogi_move *const moves = malloc(p->variant->moves_max * sizeof *moves);
    if (!moves)
        return SHOOGI_NO_MEMORY;
    const size_t count = shoogi_position_moves(p, moves, p->variant->moves_max);
    *out = count > 0 ? moves[shg_random(random) % count] : 0;
    free(moves);
    return SHOOGI_OK;
}

static shoogi_status think(shg_played *out, const shg_self_play *how, const shoogi_position *p)
{
    const shg_search_limits limits = { .nodes = how->nodes,
                                       .on_node = how->sampler ? shg_sampler_see : NULL,
                                       .context = how->sampler };
    shg_search *const search = how->players[p->side];
    int score = 0;
    shg_search_age(search);
    if (how->sampler)
        shg_sampler_begin(how->sampler);
    const shoogi_status status = shg_search_go(&out->move, &score, search, p, &limits);
    out->score = (int16_t)score;
    out->quiet = shoogi_position_checkers(p, NULL, 0) == 0 &&
                 !shg_search_class(p->variant)->is_noisy(p, out->move);
    return status;
}

/* Whether the game can be adjudicated: both sides have agreed on the winner for some plies. */
static bool is_decided(const shg_game *g, const shg_self_play *how, shoogi_outcome *outcome,
                       shoogi_colour to_move)
{
    enum { PLIES = 4 };
    if (how->resigns_at == 0 || g->count < PLIES)
        return false;
    int sign = 0;
    for (size_t i = 0; i < PLIES; i++) {
        const int score = g->played[g->count - 1 - i].score;
        if (score == SHG_SCORE_NONE || abs(score) < how->resigns_at)
            return false;
        /* For the side to move now: the last score was the opponent's. */
        const int here = (i % 2 == 0 ? -1 : 1) * (score > 0 ? 1 : -1);
        if (sign != 0 && here != sign)
            return false;
        sign = here;
    }
    *outcome =
        (sign > 0) == (to_move == SHOOGI_BLACK) ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    return true;
}

static shoogi_status play_on(shg_game *g, const shg_self_play *how, shoogi_position *p,
                             uint64_t *random)
{
    while (g->count < how->plies_max) {
        const shoogi_result result = shoogi_position_result(p);
        g->outcome = result.outcome;
        if (result.reason != SHOOGI_REASON_NONE ||
            is_decided(g, how, &g->outcome, shoogi_position_side(p)))
            return SHOOGI_OK;
        const shoogi_colour side = shoogi_position_side(p);
        shg_played played = { .score = SHG_SCORE_NONE };
        if (how->before_search && g->count >= how->random_plies)
            how->before_search(how->context, side);
        const bool random_move = g->count < how->random_plies;
        shoogi_status status =
            random_move ? pick_randomly(&played.move, p, random) : think(&played, how, p);
        if (status == SHOOGI_OK)
            status = add(g, played);
        if (status == SHOOGI_OK && how->sampler && !random_move)
            status = add_samples(g, how->sampler, p);
        if (status != SHOOGI_OK || shoogi_position_do(p, played.move) != SHOOGI_OK)
            return SHOOGI_NO_MEMORY;
    }
    g->outcome = SHOOGI_OUTCOME_NONE;
    return SHOOGI_OK;
}

shg_self_play shg_self_play_usual(const shoogi_variant *variant, uint64_t nodes, uint64_t *random)
{
    return (shg_self_play){
        .nodes = nodes,
        .random_plies = (unsigned)(2 + shg_random(random) % 9),
        .plies_max = (unsigned)shoogi_variant_square_count(variant) * PLIES_PER_SQUARE,
        .resigns_at = RESIGNS_AT,
    };
}

shoogi_status shg_self_play_game(shg_game *game, const shg_self_play *how,
                                 const shoogi_variant *variant, uint64_t *random)
{
    shoogi_position *p;
    if (shoogi_position_new(&p, variant) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    game->count = game->sample_count = 0;
    const shoogi_status status = play_on(game, how, p, random);
    shoogi_position_free(p);
    return status;
}
