/* cmd_say.c: SAY. */
#include "server/server_int.h"
#include "server/text_buffer.h"

void shg_run_say(shg_session *s, shg_call *call)
{
    const shg_game_state *game = call->game;
    const int opponent = !shg_game_colour_of(game, s->player);
    shg_session *to = shg_online_first(&s->server->online, game->player[opponent]);
    if (!to) {
        shg_say(s, "%s is not online; nothing was sent.\n", game->name[opponent]);
        return;
    }
    shg_text_buffer text = { 0 };
    shg_text_add_clean(&text, shg_call_text(call, call->argument), call->argument.bytes,
                       call->argument.bytes);
    if (text.length == 0) {
        shg_say(s, "There is nothing in that text that could be shown.\n");
    } else {
        for (; to; to = shg_online_next(to))
            shg_notify(to, "%s says: %s\n", s->name, text.bytes);
        shg_say(s, "Said to %s.\n", game->name[opponent]);
    }
    shg_text_fini(&text);
}
