#include "server/game/proposal.h"

#include "server/game/add_events.h"
#include "server/game/board_page.h"

#include <stdio.h>

static void added(shg_session *s, shg_game_state *game)
{
    /* While a sealed move waits there is no next move. */
    shg_say(s,
            game->adjourned == SHG_ADJOURNED_SEALED
                ? SHG_TEXT("Proposed to %s.  The game continues when they type RESUME, too.\n")
                : SHG_TEXT("Offered to %s.  Their next move declines the offer.\n"),
            game->name[!shg_game_colour_of(game, s->player)]);
    shg_set_loaded(s, game, game->item_count);
}

void shg_propose(shg_session *s, shg_game_state *game, shg_offer offer, const char *what,
                 uint32_t first)
{
    const int own = shg_game_colour_of(game, s->player);
    if ((game->offers[own] & offer) && (first == 0 || game->takeback[own] == first)) {
        shg_refuse(s, "You have already offered that.  It is up to %s.\n", game->name[!own]);
        return;
    }
    if (game->events + SHG_GAME_EVENTS_SPARE > SHG_GAME_EVENTS_MAX) {
        shg_refuse(s, "This game has reached its maximum length.  Nothing can be offered.\n");
        return;
    }
    shg_additions additions = { .number = game->events + 1, .count = 1 };
    additions.each[0].kind = "offer";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s %s", shg_colour_word(own),
             what);
    shg_add_events(s, game, &additions, added);
}
