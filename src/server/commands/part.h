/* part.h: what the commands do: a file for each, or for a few that belong together.
 *
 * How a command is written and what HELP says of it is a row of session/commands.def; a new one is a row there and a file here
 * (docs/ARCHITECTURE.md, "A new command").  The room uses those before it. */
#ifndef SHG_SERVER_COMMANDS_PART_H
#define SHG_SERVER_COMMANDS_PART_H

#include "language/language.h"
#include "server/loop/host.h"

/* HELP ALL in one language, once it was asked for: long, and the same for all who read it. */
typedef struct shg_whole_help {
    char *text; /* NULL: nobody has asked */
    size_t bytes;
} shg_whole_help;

typedef struct shg_command_part {
    shg_whole_help whole_help[SHG_LANGUAGES][2]; /* HELP ALL, drawn and in words; see help.c */
    shg_rate_limit *searches;                    /* by address: see SHG_SEARCHES_MAX */
} shg_command_part;

SHOOGI_CHECKED shoogi_status shg_commands_start(shg_server *server, const shg_launch *start);
void shg_commands_stop(shg_server *server);

#endif
