/* remote_talk.c: what players at other servers say. */
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/game_cache.h"
#include "server/game/game_chat.h"
#include "server/game/part.h"
#include "server/messages/talk.h"
#include "server/nodes/remote_changes.h"
#include "server/session/ignored.h"
#include "server/session/part.h"

#include <stdio.h>
#include <string.h>

static void show(shg_session *to, const shg_talk_line *line)
{
    if (!shg_ignores(to, line->from))
        shg_talk_show(to, line);
}

static void show_player(const shg_server *server, int64_t player, const shg_talk_line *line)
{
    shg_session *s = shg_online_first(&server->sessions->online, player);
    for (; s; s = shg_online_next(s))
        show(s, line);
}

static void show_named(shg_server *server, const char *name, const shg_talk_line *line)
{
    shg_session *s = shg_online_named(&server->sessions->online, name);
    if (s && s->player == 0) /* a guest who is not stored has one session */
        show(s, line);
    else if (s)
        show_player(server, s->player, line);
}

static void show_all(shg_server *server, const shg_talk_line *line)
{
    for (shg_session *s = server->sessions->online.first; s; s = s->after)
        if (shg_engines_level_of(server->engines->players, s->player) == 0)
            show(s, line);
}

static void show_game(shg_server *server, const shg_talk_line *line)
{
    shg_watch *w = shg_watch_first(&server->games->watches, line->game);
    for (; w; w = shg_watch_next(w))
        show(w->session, line);
    const shg_game_state *game = shg_game_cache_peek(server->games->cache, line->game);
    for (int colour = 0; game && strcmp(line->kind, SHG_CHAT_KIBITZ) == 0 && colour < 2; colour++)
        show_player(server, game->player[colour], line);
}

void shg_remote_talk(shg_server *server, int64_t game, const char *line)
{
    static const char *const kinds[] = { SHG_TALK_TELL, SHG_TALK_SHOUT, SHG_CHAT_SAY,
                                         SHG_CHAT_KIBITZ, SHG_CHAT_WHISPER };
    char kind[16], to[SHG_NAME_BYTES_MAX + 1], from[SHG_NAME_BYTES_MAX + 1];
    int read = 0;
    if (sscanf(line, "%15s %32s %32s%n", kind, to, from, &read) != 3 || line[read] != ' ')
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kind, kinds[i]) != 0)
            continue;
        const shg_talk_line spoken = {
            .kind = kinds[i], .from = from, .text = line + read + 1, .game = game
        };
        if (strcmp(kind, SHG_TALK_SHOUT) == 0)
            show_all(server, &spoken);
        else if (strcmp(to, "-") != 0)
            show_named(server, to, &spoken);
        else
            show_game(server, &spoken);
        return;
    }
}
