#include "cli/command.h"

#include "cli/say.h"

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
    printf("usage: shoogi COMMAND [argument ...]\n\n"
           "A home for shogi and its relatives.\n\n");
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        printf("  %-9s %s\n", cli_commands[i].name, cli_commands[i].brief);
    printf(
        "\n"
        "shoogi COMMAND --help tells more, shoogi help GAME prints the rules; --version names the\n"
        "version.  Variants are the files NAME.variant in the directory SHOOGI_VARIANTS, or those that\n"
        "came with the program; a file elsewhere is named as it is, ./my.variant or page.html.\n"
        "Exit status: 0 good, 1 the answer is no, 2 bad input, 3 some of it was.\n");
    return cli_written(CLI_GOOD);
}
