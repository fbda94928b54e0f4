#include "cli/command.h"

#include "cli/messages.h"

#include <stddef.h>
#include <stdio.h>
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

int cli_list_commands(void)
{
    printf("usage: shoogi COMMAND [argument ...]\n\nA home for shogi and its variants.\n\n");
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        printf("  %-9s %s\n", cli_commands[i].name, cli_commands[i].brief);
    printf(
        "\n"
        "\"shoogi COMMAND --help\" describes a command, \"shoogi help GAME\" prints the rules of a\n"
        "game, --version prints the version.  Variants are files NAME.variant in the directory\n"
        "SHOOGI_VARIANTS, or those installed with the program; name any other file by its path:\n"
        "./my.variant or page.html.\n"
        "Exit status: 0 success, 1 the answer is no, 2 bad input, 3 some of the input was bad.\n");
    return cli_written(CLI_GOOD);
}
