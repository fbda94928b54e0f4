/* tell.c: TELL, its short form, SAY and SHOUT. */
#include "base/error.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/game_chat.h"
#include "server/messages/talk.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/session.h"

#include <stdio.h>

/* To the recipient of the last message. */
static void tell_again(shg_session *s, const shg_call *call, shg_part text)
{
    if (!s->last_recipient[0]) {
        shg_refuse(s, "You have not sent a message to anyone yet.  TELL <name> does.\n");
        return;
    }
    char name[SHG_NAME_BYTES_MAX + 1];
    snprintf(name, sizeof name, "%s", s->last_recipient);
    shg_talk_to(s, name, SHG_TALK_TELL, shg_call_text(call, text), text.bytes);
}

SHG_RUN(tell)
{
    shg_part rest;
    const shg_part word = shg_call_word(&rest, call, call->argument);
    const char *text = shg_call_text(call, word);
    char name[SHG_NAME_BYTES_MAX + 1];
    shoogi_error err;
    if (rest.bytes == 0) {
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, rest.start),
                                 "a text", NULL, 0);
        shg_say_fault(s, &err);
    } else if (shg_text_same(text, word.bytes, ".", 1)) {
        tell_again(s, call, rest);
    } else if (word.bytes > SHG_NAME_BYTES_MAX) {
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, word.start),
                                 "the name of a player", text, word.bytes);
        shg_say_fault(s, &err);
    } else {
        snprintf(name, sizeof name, "%.*s", (int)word.bytes, text);
        shg_talk_to(s, name, SHG_TALK_TELL, shg_call_text(call, rest), rest.bytes);
    }
}

SHG_RUN(dot)
{
    tell_again(s, call, call->argument);
}

SHG_RUN(say)
{
    const shg_game_state *game = call->game;
    const char *opponent = game->name[!shg_game_colour_of(game, s->player)];
    const char *text = shg_call_text(call, call->argument);
    /* A program is not asked whether to leave the message. */
    const bool kept_only = shg_session_is_program(s) &&
                           !shg_online_named(&s->server->sessions->online, opponent) &&
                           !shg_elsewhere_named(&s->server->sessions->elsewhere, opponent);
    shg_text_buffer clean;
    if (!shg_talk_begin(&clean, s, text, call->argument.bytes,
                        kept_only)) /* else it is counted below */
        return;
    shg_game_chat_keep(s, game->id, SHG_CHAT_SAY, clean.bytes);
    shg_text_fini(&clean);
    if (kept_only)
        shg_say(s, "%s is not online.  The message stays with the game.\n", opponent);
    else
        shg_talk_to(s, opponent, SHG_CHAT_SAY, text, call->argument.bytes);
}

SHG_RUN(shout)
{
    shg_text_buffer text;
    if (!shg_talk_begin(&text, s, shg_call_text(call, call->argument), call->argument.bytes,
                        SHG_SHOUT_COUNTS))
        return;
    size_t listeners = 0;
    const shg_talk_line spoken = { .kind = SHG_TALK_SHOUT, .from = s->name, .text = text.bytes };
    shg_talk_publish(s->server, &spoken, NULL);
    for (shg_session *to = s->server->sessions->online.first; to; to = to->after) {
        if (to == s || !shg_talk_reaches(to, s) ||
            shg_engines_level_of(s->server->engines->players, to->player) != 0)
            continue;
        shg_talk_show(to, &spoken);
        listeners++;
    }
    listeners += s->server->sessions->elsewhere.count;
    shg_say(s, listeners == 1 ? "%zu other heard it.\n" : "%zu others heard it.\n", listeners);
    shg_text_fini(&text);
}
