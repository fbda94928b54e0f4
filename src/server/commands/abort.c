/* abort.c: ABORT: ends a game without a result before both players have moved. */
#include "server/game/abandoned.h"
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/game/two_game_match.h"
#include "server/session/session.h"

SHG_RUN(abort)
{
    shg_game_state *game = call->game;
    if (shg_game_over(game)) {
        shg_say_over(s, game);
        return;
    }
    if (game->item_count >= 2) {
        shg_refuse(
            s,
            "Both players have moved, so game %lld cannot be aborted.  DRAW offers a draw, RESIGN resigns.\n",
            (long long)game->id);
        return;
    }
    if (shg_match_has_second_game(game->options)) {
        shg_refuse(s, "The first game of a match cannot be aborted.\n");
        return;
    }
    shg_additions additions = { .number = game->events + 1 };
    shg_additions_end(&additions, SHOOGI_OUTCOME_NO_CONTEST, SHG_REASON_ABORTED);
    shg_add_events(s, game, &additions, shg_say_ended);
}
