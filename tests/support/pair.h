/* pair.h: two players at one server: what tests of dialogues between them share. */
#ifndef SHG_SUPPORT_PAIR_H
#define SHG_SUPPORT_PAIR_H

#include "server/game/part.h"
#include "support/session.h"

static client anna, bert;

static inline int set_up_pair(void **state)
{
    const int failed = set_up(state);
    if (failed)
        return failed;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    return 0;
}

static inline int tear_down_pair(void **state)
{
    disconnect(&anna);
    disconnect(&bert);
    return tear_down(state);
}

/* Has the server forget a game if it is in memory: it is read again from what is stored. */
static inline void forget_game(int64_t id)
{
    shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    if (game)
        shg_game_set_stale(game);
}

#define PAIR_TEST(name) cmocka_unit_test_setup_teardown(name, set_up_pair, tear_down_pair)

#endif
