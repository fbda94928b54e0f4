/* who.c: WHO. */
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"
#include "server/session/part.h"
#include "server/session/pattern.h"
#include "server/session/session.h"

#include <string.h>

SHG_RUN(who)
{
    shg_text_buffer text = { 0 };
    const char *pattern = shg_call_text(call, call->argument);
    size_t matching = 0;
    for (const shg_session *one = s->server->sessions->online.first; one; one = one->after) {
        if (call->argument.bytes > 0 &&
            !shg_pattern_match(pattern, call->argument.bytes, one->name, strlen(one->name)))
            continue;
        if (matching++ >= SHG_LIST_ROWS)
            continue;
        char since[SHG_TIME_TEXT_BYTES];
        shg_time_write(since, one->login_ms);
        const unsigned level = shg_engines_level_of(s->server->engines->players, one->player);
        if (level > 0)
            shg_text_add(&text,
                         shg_text_in(shg_session_language(s), "  %-32s  an engine of level %u\n"),
                         one->name, level);
        else
            shg_text_add(&text, shg_text_in(shg_session_language(s), "  %-32s  since %s UTC\n"),
                         one->name, since);
    }
    shg_say_bytes(s, text.bytes, text.length);
    shg_text_fini(&text);
    if (matching > SHG_LIST_ROWS)
        shg_say(s, "  and %zu more\n", matching - SHG_LIST_ROWS);
    if (call->argument.bytes > 0)
        shg_say(s, "%zu of %zu online match.\n", matching, s->server->sessions->online.count);
    else
        shg_say(s, "%zu online.\n", matching);
}
