/* main.c: the program: finds the subcommand and runs it. */
#include "base/nearest.h"
#include "cli/bundled_data.h"
#include "cli/command.h"
#include "cli/messages.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int (*const runs[CLI_COMMANDS])(int argc, char **argv) = {
#define COMMAND(ident, name, synopsis, brief) [CLI_COMMAND_##ident] = cli_##ident,
#include "cli/command.def"
#undef COMMAND
};

static int fail_unknown(const char *word)
{
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        if (shg_is_near(word, cli_commands[i].name))
            return cli_expected(NULL, word, "a command, perhaps %s", cli_commands[i].name);
    return cli_expected(NULL, word, "a command (--help lists them)");
}

/* Opens closed standard files.  Otherwise the next file that is opened, such as a database, would take their place and
 * receive our messages; these replacements fail as closed files do. */
static void fill_standard_files(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0)
            (void)open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    fill_standard_files();
    /* Report a closed pipe as a write error instead of dying silently. */
    (void)signal(SIGPIPE, SIG_IGN);
    if (argc < 2)
        return cli_expected(NULL, NULL, "a command (--help lists them)");
    if (strcmp(argv[1], "--help") == 0)
        return cli_list_commands();
    if (strcmp(argv[1], "--version") == 0) {
        puts("shoogi " SHOOGI_VERSION);
        return cli_written(CLI_GOOD);
    }
    const cli_command *command = cli_command_find(argv[1]);
    if (!command)
        return fail_unknown(argv[1]);
    cli_use_bundled_variants();
    /* "shoogi help mate" is "shoogi mate --help". */
    const cli_command *about =
        argc == 3 && command == &cli_commands[CLI_COMMAND_help] ? cli_command_find(argv[2]) : NULL;
    char option[] = "--help";
    char *for_help[] = { about ? argv[2] : NULL, option, NULL };
    return about ? runs[about - cli_commands](2, for_help)
                 : runs[command - cli_commands](argc - 1, argv + 1);
}
