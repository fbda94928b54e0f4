/* engine_support.h: what several tests of the engine need: games and positions of them. */
#ifndef SHG_ENGINE_ENGINE_SUPPORT_H
#define SHG_ENGINE_ENGINE_SUPPORT_H

#include "core/test_support.h"
#include "engine/search.h"

/* Games that differ in what the engine asks of them: drops, several royals, lions, no check, captures that change men. */
static const char *const engine_games[] = { "shogi", "mini",   "dobutsu", "shosu",
                                            "chu",   "mortal", "kyoto",   "sho" };
enum { ENGINE_GAMES = sizeof engine_games / sizeof engine_games[0] };

static inline shoogi_variant *engine_game(const char *name)
{
    return load_variant(name, (shg_class_choice){ 0 });
}

/* Makes a move by chance; false if the game is over. */
static inline bool wander(shoogi_position *p, uint64_t *chance)
{
    static shoogi_move moves[1 << 16];
    if (shoogi_position_result(p).reason != SHOOGI_REASON_NONE)
        return false;
    const size_t count = shoogi_position_moves(p, moves, sizeof moves / sizeof moves[0]);
    return shoogi_position_do(p, moves[random_below(chance, count)]) == SHOOGI_OK;
}

#endif
