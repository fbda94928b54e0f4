/* resign.c: RESIGN. */
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/game/yes_question.h"
#include "server/rules/colour.h"
#include "server/session/session.h"

#include <stdio.h>

static void resign(shg_session *s, shg_game_state *game, int64_t number)
{
    const int colour = shg_game_colour_of(game, s->player);
    shg_additions additions = { .number = number, .count = 1 };
    additions.each[0].kind = "resign";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s", shg_colour_word(colour));
    shg_additions_end(&additions,
                      colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK,
                      SHG_TEXT("resignation"));
    shg_add_events(s, game, &additions, shg_say_ended);
}

SHG_RUN(resign)
{
    shg_game_state *game = call->game;
    if (shg_game_over(game)) {
        shg_say_over(s, game);
        return;
    }
    const shg_language language = shg_session_language(s);
    char prompt[100];
    if (shg_game_shared(game)) /* at one keyboard the side to move resigns: name it */
        snprintf(prompt, sizeof prompt,
                 shg_text_in(language, "%s, do you really resign? (type yes) "),
                 shg_colour_in(language, shg_game_colour_of(game, s->player)));
    else
        snprintf(prompt, sizeof prompt, "%s",
                 shg_text_in(language, "Do you really resign? (type yes) "));
    shg_ask_yes(s, game, SHG_YES_WHOLE_WORD, prompt, SHG_TEXT("You have not resigned."), resign);
}
