/* command.h: the subcommands of the program. */
#ifndef SHG_CLI_COMMAND_H
#define SHG_CLI_COMMAND_H

/* Exit status of every command. */
enum {
    CLI_GOOD = 0,
    CLI_NO = 1,     /* the answer is no */
    CLI_BAD = 2,    /* bad input or failure */
    CLI_REFUSED = 3 /* a batch command has skipped bad input and processed the rest */
};

typedef struct cli_command {
    const char *name, *synopsis, *brief;
} cli_command;

enum {
#define COMMAND(ident, name, synopsis, brief) CLI_COMMAND_##ident,
#include "cli/command.def"
#undef COMMAND
    CLI_COMMANDS
};

/* For help; only main.c knows their functions. */
extern const cli_command cli_commands[CLI_COMMANDS];

/* Finds a command by name; NULL if there is none. */
const cli_command *cli_command_find(const char *name);

/* Prints all commands, for --help of the program.  Returns the exit status. */
int cli_list_commands(void);

/* The functions of the commands.  argv[0] is the command's name; they return an exit status. */
#define COMMAND(ident, name, synopsis, brief) int cli_##ident(int argc, char **argv);
#include "cli/command.def"
#undef COMMAND

#endif
