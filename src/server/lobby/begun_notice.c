#include "server/lobby/begun_notice.h"

#include "server/game/announce.h"
#include "server/game/board_page.h"
#include "server/game/current_game.h"
#include "server/game/game_options.h"
#include "server/game/grade.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/part.h"

#include <stdio.h>
#include <string.h>

void shg_notify_begun(shg_session *to, shg_game_state *game, const char *by)
{
    if (shg_session_is_program(to)) {
        shg_announce_begun(to, game);
        return;
    }
    shg_ring(to);
    const shg_language language = shg_session_language(to);
    const char *colour = shg_colour_in(language, shg_game_colour_of(game, to->player));
    const long long id = (long long)game->id;
    const bool current = to->current_game == game->id;
    if (!by && !current)
        return;
    char replaced[SHG_REPLACED_BYTES];
    shg_new_current_replaced(replaced, to);
    if (current && shg_session_idle(to) && to->settings.value[SHG_SET_REDRAW] != SHG_OFF) {
        shg_interject_begin(to);
        if (by)
            shg_say(to, "%s has accepted your challenge: you are %s.\n", by, colour);
        else
            shg_say(to, "Game %lld has begun: you are %s.\n", id, colour);
        shg_say_bytes(to, replaced, strlen(replaced));
        shg_say_board_page(to, game, false);
        shg_interject_end(to);
        return;
    }
    char conditions[SHG_CONDITIONS_BYTES] = "(";
    shg_out buffer = shg_out_make(conditions + 1, sizeof conditions - 4);
    shg_grades_describe(&buffer, game->options, language);
    snprintf(conditions + strlen(conditions), 3, ")\n");
    if (by)
        shg_notify(to,
                   "%s has accepted your challenge: game %lld, %s, you are %s.\n"
                   "%sBOARD %lld shows it.\n",
                   by, id, shg_server_title(to->server, language, game->variant_name), colour,
                   buffer.length > 0 ? conditions : "", id);
    else
        shg_notify(to, "Game %lld has begun: you are %s.\n", id, colour);
    if (replaced[0] != '\0')
        shg_notify(to, "%s", replaced);
    shg_draw_begun(to, game);
}

void shg_begun_elsewhere(shg_server *server, shg_game_state *game, const int64_t current[2])
{
    for (int colour = 0; colour < 2; colour++) {
        shg_session *to = shg_online_first(&server->sessions->online, game->player[colour]);
        for (; to; to = shg_online_next(to)) {
            if (!shg_session_is_program(to) && current[colour] == game->id)
                to->current_game = game->id;
            shg_notify_begun(to, game, game->name[!colour]);
        }
    }
}
