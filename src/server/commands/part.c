#include "server/commands/part.h"

#include "server/loop/bounds.h"

#include <stdlib.h>

shoogi_status shg_commands_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    return shg_rate_limit_new(&server->commands->searches, SHG_SEARCHES_FADE_MS);
}

void shg_commands_stop(shg_server *server)
{
    for (size_t i = 0; i < SHG_LANGUAGES; i++)
        for (size_t in_words = 0; in_words < 2; in_words++)
            free(server->commands->whole_help[i][in_words].text);
    shg_rate_limit_free(server->commands->searches);
}
