/* adjourn.c: ADJOURN and RESUME: players agree to interrupt a long game with a fast clock. The
 * player to move seals a move, which nobody sees, and the clocks stop. When both are online
 * again the sealed move is made and the clocks run. */
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game_options.h"
#include "server/game/proposal.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <string.h>

static void agreed(shg_session *s, shg_game_state *game)
{
    const shoogi_colour side = shoogi_position_side(game->position);
    if (game->player[side] == s->player)
        shg_say(s,
                "Your next move is the sealed move: PLAY it, and nobody sees it before RESUME.\n");
    else
        shg_say(s, "%s seals the next move; then the clocks stop.\n", game->name[side]);
    shg_set_loaded(s, game, game->item_count);
}

SHG_RUN(adjourn)
{
    shg_game_state *game = call->game;
    const int own = shg_game_colour_of(game, s->player);
    if (shg_game_over(game)) {
        shg_say_over(s, game);
    } else if (shg_game_shared(game)) {
        shg_refuse(s, "You share one keyboard: just take a break.\n");
    } else if (!shg_options_live(game->options)) {
        shg_refuse(
            s, "Only games with a fast clock can be adjourned.  This one waits for you anyway.\n");
    } else if (game->adjourned != SHG_ADJOURNED_NOT) {
        shg_refuse(s, "Game %lld is already adjourned.\n", (long long)game->id);
    } else if (game->offers[!own] & SHG_OFFER_ADJOURN) {
        shg_additions additions = { .number = game->events + 1, .count = 1 };
        additions.each[0].kind = "adjourn";
        snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s", shg_colour_word(own));
        shg_add_events(s, game, &additions, agreed);
    } else {
        shg_propose(s, game, SHG_OFFER_ADJOURN, "adjourn", 0);
    }
}

/* ---- continuing ---- */

static void resumed(shg_session *s, shg_game_state *game)
{
    shg_say(s, "The game goes on.\n");
    shg_say_board_page(s, game, false);
}

static void go_on(shg_session *s, shg_game_state *game)
{
    const shoogi_colour side = shoogi_position_side(game->position);
    shg_additions additions = { .number = game->events + 1, .count = 1 };
    additions.each[0].kind = "resume";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s",
             shg_colour_word(shg_game_colour_of(game, s->player)));
    additions.sealer = game->player[side];
    /* It was legal when it was sealed. */
    if (game->sealed && shg_additions_action(&additions, game->position, game->sealed))
        shg_add_events(s, game, &additions, resumed);
    else
        shg_refuse_as(s, SHG_REFUSED_FAILED,
                      "The sealed move cannot be read.  Nothing was changed.\n");
}

SHG_RUN(resume)
{
    shg_game_state *game = call->game;
    const int own = shg_game_colour_of(game, s->player);
    if (shg_game_over(game))
        shg_say_over(s, game);
    else if (game->adjourned == SHG_ADJOURNED_AGREED)
        shg_refuse(s, "Game %lld is not adjourned until %s has sealed a move.\n",
                   (long long)game->id, game->name[shoogi_position_side(game->position)]);
    else if (game->adjourned != SHG_ADJOURNED_SEALED)
        shg_refuse(s, "Game %lld is not adjourned.\n", (long long)game->id);
    else if (!shg_is_online(s->server, game->player[!own]))
        shg_refuse(s, "%s is not online.  The game goes on when both of you are.\n",
                   game->name[!own]);
    else if (game->offers[!own] & SHG_OFFER_RESUME)
        go_on(s, game);
    else
        shg_propose(s, game, SHG_OFFER_RESUME, "resume", 0);
}
