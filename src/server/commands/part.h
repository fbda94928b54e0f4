/* part.h: the commands: a file for each, or for a few that belong together.
 *
 * Keeps texts of HELP and the rate limit of searches; writes the prompt and warns of low time. Calls
 * all rooms before it, as commands need them; called by session/ through shg_dispatch, which server.c passes to it. A new
 * command is a row of session/commands.def, with its syntax and help, and a file here
 * (docs/ARCHITECTURE.md, "A new command"). */
#ifndef SHG_SERVER_COMMANDS_PART_H
#define SHG_SERVER_COMMANDS_PART_H

#include "language/language.h"
#include "server/commands/help_texts.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* HELP ALL in one language, made at the first request: long, and the same for every reader. */
typedef struct shg_whole_help {
    char *text; /* NULL: not requested yet */
    size_t bytes;
} shg_whole_help;

typedef struct shg_command_part {
    shg_whole_help whole_help[SHG_LANGUAGES][2]; /* HELP ALL, drawn and in words; see help.c */
    shg_help_texts *help_texts;                  /* other texts of HELP, shown lately */
    shg_rate_limit *searches;                    /* by address: see SHG_SEARCHES_MAX */
} shg_command_part;

/* Counts a search of all players or ratings; false if the address of the session has made too many. */
bool shg_commands_may_search(const shg_session *session);

SHOOGI_CHECKED shoogi_status shg_commands_start(shg_server *server, const shg_launch *start);
void shg_commands_stop(shg_server *server);

#endif
