#include "engine/learning/tuned_game.h"

#include "core/position/position_int.h"

typedef struct player {
    shg_table *table;
    shg_search *search;
} player;

static shoogi_status player_init(player *p, const shg_tuned_game *how, const int *values)
{
    static const _Atomic bool never = false;
    shg_tunables_set(values); /* some are read when a search is made */
    shoogi_status status = shg_table_new_for_nodes(&p->table, how->nodes);
    if (status == SHOOGI_OK)
        status = shg_search_new(&p->search, p->table, how->weights, &never);
    return status;
}

static void player_fini(player *p)
{
    shg_search_free(p->search);
    shg_table_free(p->table);
}

static void set_values(void *context, shoogi_colour side)
{
    const shg_tuned_game *const how = context;
    shg_tunables_set(how->values[side]);
}

shoogi_status shg_tuned_game_play(shg_game *game, const shg_tuned_game *how, uint64_t *random)
{
    player players[2] = { { NULL, NULL }, { NULL, NULL } };
    shg_tuned_game copy = *how;
    shoogi_status status = player_init(&players[0], how, how->values[0]);
    if (status == SHOOGI_OK)
        status = player_init(&players[1], how, how->values[1]);
    if (status == SHOOGI_OK) {
        shg_self_play play = shg_self_play_usual(how->weights->variant, how->nodes, random);
        play.players[0] = players[0].search;
        play.players[1] = players[1].search;
        play.before_search = set_values;
        play.context = &copy;
        status = shg_self_play_game(game, &play, how->weights->variant, random);
    }
    player_fini(&players[0]);
    player_fini(&players[1]);
    return status;
}
