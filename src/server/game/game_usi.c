#include "server/game/game_usi.h"

#include "notation/boards/setup.h"

bool shg_game_usi_write(shg_out *out, size_t *moves, const shg_game_state *game)
{
    shoogi_position *position;
    size_t first = 0, count = 0;
    if (shg_game_start(&position, game) != SHOOGI_OK)
        return false;
    bool good = true;
    for (; good && first < game->item_count && game->items[first].kind == SHG_ITEM_HANDICAP;
         first++)
        good = shg_game_item_do(game, first, position) == SHOOGI_OK;
    if (first > 0 || game->sfen[0]) {
        shg_out_text(out, "sfen ");
        shg_out_sfen(out, position);
    } else {
        shg_out_text(out, "startpos");
    }
    shg_out_text(out, " moves");
    for (size_t i = first; good && i < game->item_count; i++) {
        char usi[SHOOGI_MOVE_TEXT_BYTES];
        if (game->items[i].kind != SHG_ITEM_MOVE)
            continue;
        shoogi_usi_write(usi, sizeof usi, position, game->items[i].what);
        shg_out_format(out, " %s", usi);
        count++;
        good = shg_game_item_do(game, i, position) == SHOOGI_OK;
    }
    shoogi_position_free(position);
    if (moves)
        *moves = count;
    return good && !out->spent;
}
