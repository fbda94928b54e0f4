#include "server/commands/part.h"

#include "server/loop/bounds.h"

#include <stdlib.h>

shoogi_status shg_commands_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    shoogi_status status = shg_help_texts_new(&server->commands->help_texts, SHG_HELP_TEXTS_KEPT,
                                              SHG_HELP_TEXTS_KEPT_BYTES);
    if (status == SHOOGI_OK)
        status = shg_rate_limit_new(&server->commands->searches, SHG_SEARCHES_FADE_MS,
                                    shg_shares_times(server->shares));
    return status;
}

bool shg_commands_may_search(const shg_session *s)
{
    shg_rate_limit *searches = s->server->commands->searches;
    const int64_t now_ms = shg_now_ms(s->server);
    if (shg_rate_limit_reached(searches, &s->address, SHG_SEARCHES_MAX, now_ms))
        return false;
    shg_rate_limit_add(searches, &s->address, sizeof s->address, now_ms, 1);
    return true;
}

void shg_commands_stop(shg_server *server)
{
    for (size_t i = 0; i < SHG_LANGUAGES; i++)
        for (size_t in_words = 0; in_words < 2; in_words++)
            free(server->commands->whole_help[i][in_words].text);
    shg_help_texts_free(server->commands->help_texts);
    shg_rate_limit_free(server->commands->searches);
}
