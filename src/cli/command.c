#include "cli/command.h"

#include <stddef.h>
#include <string.h>

const cli_command cli_commands[CLI_COMMANDS] = {
#define COMMAND(ident, name, synopsis, brief) [CLI_COMMAND_##ident] = { name, synopsis, brief },
#include "cli/command.def"
#undef COMMAND
};

const cli_command *cli_command_find(const char *name)
{
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        if (strcmp(cli_commands[i].name, name) == 0)
            return &cli_commands[i];
    return NULL;
}
