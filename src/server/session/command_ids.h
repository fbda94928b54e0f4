/* command_ids.h: the index of each command in shg_commands, for the few files that refer to a
 * particular command. A new command recompiles them. */
#ifndef SHG_SERVER_SESSION_COMMAND_IDS_H
#define SHG_SERVER_SESSION_COMMAND_IDS_H

enum {
#define COMMAND(id, names, options, argument, need, scope, brief, help) SHG_COMMAND_##id,
#include "server/session/commands.def"
#undef COMMAND
    SHG_COMMANDS
};

#endif
