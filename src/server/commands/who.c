/* who.c: WHO. */
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/game_cache.h"
#include "server/game/game_options.h"
#include "server/game/part.h"
#include "server/game/privacy.h"
#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"
#include "server/session/part.h"
#include "server/session/pattern.h"
#include "server/session/rows.h"
#include "server/session/session.h"

#include <string.h>

enum { IDLE_MS = 5 * 60 * 1000, MINUTE_MS = 60 * 1000 };

/* "since 2026-11-28 12:00 UTC, in game 4, idle for 12 minutes" */
static void add_person(shg_text_buffer *text, const shg_session *s, const shg_session *one)
{
    const shg_language language = shg_session_language(s);
    char since[SHG_TIME_TEXT_BYTES];
    shg_time_write(since, one->login_ms);
    shg_text_add(text, shg_text_in(language, "  %-32s  since %s UTC"), one->name, since);
    const shg_game_state *game =
        one->current_game != 0 ? shg_game_cache_find(s->server->games->cache, one->current_game)
                               : NULL;
    if (game && !shg_game_over(game) && shg_game_colour_of(game, one->player) >= 0 &&
        shg_options_live(game->options) && shg_game_may_see(shg_viewer_of(s, game->id), game))
        shg_text_add(text, shg_text_in(language, ", in game %lld"), (long long)game->id);
    const int64_t idle_ms = shg_now_ms(s->server) - one->typed_ms;
    if (one->typed_ms != 0 && idle_ms >= IDLE_MS)
        shg_text_add(text, shg_text_in(language, ", idle for %lld minutes"),
                     (long long)(idle_ms / MINUTE_MS));
    shg_text_add(text, "\n");
}

static bool matches(const shg_call *call, const char *name)
{
    return call->argument.bytes == 0 || shg_pattern_match(shg_call_text(call, call->argument),
                                                          call->argument.bytes, name, strlen(name));
}

/* Adds the players at other servers. */
static void add_distant(shg_text_buffer *text, const shg_session *s, const shg_call *call,
                        size_t *matching)
{
    const shg_elsewhere *there = &s->server->sessions->elsewhere;
    for (size_t i = 0; i < there->count; i++) {
        const shg_distant_player *one = &there->each[i];
        if (!matches(call, one->name) || ++*matching > SHG_LIST_ROWS)
            continue;
        char since[SHG_TIME_TEXT_BYTES];
        shg_time_write(since, one->login_ms);
        shg_text_add(text, shg_text_in(shg_session_language(s), "  %-32s  since %s UTC"), one->name,
                     since);
        shg_text_add(text, "\n");
    }
}

/* People in the order of login, those at other servers, then the engines. */
SHG_RUN(who)
{
    shg_text_buffer text = { 0 };
    size_t matching = 0;
    for (int engines = 0; engines < 2; engines++) {
        for (const shg_session *one = s->server->sessions->online.first; one; one = one->after) {
            const unsigned level = shg_engines_level_of(s->server->engines->players, one->player);
            if ((level > 0) != (engines == 1) || !matches(call, one->name) ||
                matching++ >= SHG_LIST_ROWS)
                continue;
            if (level > 0)
                shg_text_add(
                    &text, shg_text_in(shg_session_language(s), "  %-32s  an engine of level %u\n"),
                    one->name, level);
            else
                add_person(&text, s, one);
        }
        if (engines == 0)
            add_distant(&text, s, call, &matching);
    }
    shg_say_rows(s, text.bytes, text.length);
    shg_text_fini(&text);
    if (matching > SHG_LIST_ROWS)
        shg_say(s, "  and %zu more\n", matching - SHG_LIST_ROWS);
    if (call->argument.bytes > 0)
        shg_say(s, "%zu of %zu online match.\n", matching,
                s->server->sessions->online.count + s->server->sessions->elsewhere.count);
    else
        shg_say(s, "%zu online.\n", matching);
}
