#include "server/game/current_game.h"

#include "server/game/game_cache.h"
#include "server/game/game_options.h"
#include "server/game/part.h"

#include <stdio.h>

static shoogi_status read_one(shg_new_current *out, shg_storage *storage, int colour,
                              int64_t player, shoogi_error *err)
{
    shg_player row;
    shg_game game;
    shoogi_status status = storage->ops->player_by_id(storage, &row, player, err);
    if (status != SHOOGI_OK)
        return status;
    out->was[colour] = row.current_game;
    out->over[colour] = row.current_game == 0;
    if (row.current_game == 0)
        return SHOOGI_OK;
    status = storage->ops->game_get(storage, &game, row.current_game, err);
    if (status == SHOOGI_OK)
        out->over[colour] = game.outcome[0] != '\0' || game.deleted_ms != 0;
    else if (status == SHOOGI_NOT_FOUND)
        out->over[colour] = true;
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

shoogi_status shg_new_current_store(shg_new_current *out, shg_storage *storage, int64_t game,
                                    const int64_t player[2], const char *options, int64_t chooser,
                                    shoogi_error *err)
{
    *out = (shg_new_current){ .live = shg_options_live(options) };
    shoogi_status status = SHOOGI_OK;
    for (int colour = 0; colour < 2 && status == SHOOGI_OK; colour++) {
        status = read_one(out, storage, colour, player[colour], err);
        if (status == SHOOGI_OK && (out->live || out->over[colour] || player[colour] == chooser))
            status = storage->ops->player_set_game(storage, player[colour], game, err);
    }
    return status;
}

/* Whether the session's current game is known not to be running. */
static bool is_over(const shg_new_current *current, const shg_session *s, int colour)
{
    if (s->current_game == 0)
        return true;
    if (s->current_game == current->was[colour])
        return current->over[colour];
    /* Another one than the player's other session chose: reading it has put it into memory. */
    const shg_game_state *game = shg_game_cache_find(s->server->games->cache, s->current_game);
    return game && shg_game_over(game);
}

void shg_new_current_take(const shg_new_current *current, shg_session *s, int colour, int64_t game,
                          bool always)
{
    const bool over = is_over(current, s, colour);
    if (s->current_game == game || !(always || current->live || over))
        return;
    s->replaced_game = over ? 0 : s->current_game;
    shg_set_current_game(s, game);
}

void shg_new_current_replaced(char out[SHG_REPLACED_BYTES], shg_session *s)
{
    out[0] = '\0';
    if (s->replaced_game != 0)
        snprintf(out, SHG_REPLACED_BYTES,
                 shg_text_in(shg_session_language(s),
                             "Your current game is now %lld, no longer %lld.\n"),
                 (long long)s->current_game, (long long)s->replaced_game);
    s->replaced_game = 0;
}
