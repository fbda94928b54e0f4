/* observe.c: OBSERVE and UNOBSERVE, and the talk of observers: KIBITZ and WHISPER. */
#include "server/game/board_page.h"
#include "server/game/game_chat.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/game/watch.h"
#include "server/messages/talk.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/session.h"

#include <stdlib.h>

/* ---- observing ---- */

static void observe(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    const long long id = (long long)game->id;
    if (shg_game_colour_of(game, s->player) >= 0) {
        shg_refuse(s, "You play in game %lld.  BOARD %lld shows it.\n", id, id);
        return;
    }
    switch (shg_watch_add(&s->server->games->watches, s, game->id)) {
    case SHOOGI_OK:
        shg_show_board_page(s, game, false);
        shg_say(s, "You are watching game %lld.  UNOBSERVE %lld stops.\n", id, id);
        break;
    case SHOOGI_LIMIT_EXCEEDED:
        shg_refuse(s, "You are watching as many games as allowed.  See UNOBSERVE.\n");
        break;
    default: shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n"); break;
    }
}

SHG_RUN(observe)
{
    shg_with_game(s, call->number, observe);
}

SHG_RUN(unobserve)
{
    const long long id = (long long)call->number;
    if (call->number != 0) {
        const bool did = shg_watch_remove(&s->server->games->watches, s, call->number);
        if (did)
            shg_say(s, "You have stopped watching game %lld.\n", id);
        else
            shg_refuse(s, "You are not watching game %lld.\n", id);
    } else if (shg_watch_latest_game(s) == 0) {
        shg_refuse(s, "You are not watching any game.  OBSERVE <gid> watches one.\n");
    } else {
        shg_watch_remove_games(&s->server->games->watches, s);
        shg_say(s, "You have stopped watching all games.\n");
    }
}

/* ---- talk ---- */

static void deliver(shg_session *to, const shg_session *from, const shg_talk_line *spoken,
                    size_t *listeners)
{
    if (to == from || !shg_talk_reaches(to, from))
        return;
    shg_talk_show(to, spoken);
    ++*listeners;
}

/* Sends to the observers of a game and, with `players`, to its players. A player who also
 * observes it at another terminal counts as a player. */
static void say_to(shg_session *s, const shg_game_state *game, bool players)
{
    const shg_call *call = s->call;
    shg_text_buffer text;
    if (!shg_talk_begin(&text, s, shg_call_text(call, call->argument), call->argument.bytes, 1))
        return;
    size_t listeners = 0;
    const shg_talk_line spoken = { .kind = players ? SHG_CHAT_KIBITZ : SHG_CHAT_WHISPER,
                                   .from = s->name,
                                   .text = text.bytes,
                                   .game = game->id };
    for (shg_watch *w = shg_watch_first(&s->server->games->watches, game->id); w;
         w = shg_watch_next(w))
        deliver(w->session, s, &spoken, &listeners);
    for (int colour = 0; players && colour < 2; colour++)
        for (shg_session *to = shg_online_first(&s->server->sessions->online, game->player[colour]);
             to; to = shg_online_next(to))
            deliver(to, s, &spoken, &listeners);
    shg_talk_publish(s->server, &spoken, NULL);
    shg_say(s, listeners == 1 ? "%zu other heard it.\n" : "%zu others heard it.\n", listeners);
    shg_game_chat_keep(s, game->id, spoken.kind, text.bytes);
    shg_text_fini(&text);
}

/* Says to everybody who comments that a player asks for no analysis. */
static void say_no_analysis(shg_session *s, const shg_game_state *game)
{
    for (int colour = 0; colour < 2; colour++)
        if (game->no_analysis[colour])
            shg_say(s, "(%s asks others not to analyse this game.)\n", game->name[colour]);
}

static void kibitz(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    if (!s->kibitzed)
        shg_say(s, "(The players can read KIBITZ: say nothing that helps one of them.  WHISPER\n"
                   "reaches only the watchers.)\n");
    s->kibitzed = true;
    say_no_analysis(s, game);
    say_to(s, game, true);
}

static void whisper(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    if (shg_game_colour_of(game, s->player) >= 0)
        shg_refuse(s, "You play in game %lld, so you cannot read what its watchers whisper.\n",
                   (long long)game->id);
    else
        say_to(s, game, false);
}

/* Continues with the game observed last, or else the current one; for a program, with the game
 * that it names. */
static void with_observed(shg_session *s, shg_game_then *then)
{
    const bool named = shg_session_is_program(s) && s->current_game != 0;
    const int64_t watched = shg_watch_latest_game(s);
    const int64_t id = watched != 0 && !named ? watched : s->current_game;
    if (id == 0)
        shg_refuse(
            s,
            "You are not watching a game and have no current game.  OBSERVE <gid> watches one.\n");
    else
        shg_with_game(s, id, then);
}

SHG_RUN(kibitz)
{
    (void)call;
    with_observed(s, kibitz);
}

SHG_RUN(whisper)
{
    (void)call;
    with_observed(s, whisper);
}
