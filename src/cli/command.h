/* command.h: the subcommands of the program. */
#ifndef SHG_CLI_COMMAND_H
#define SHG_CLI_COMMAND_H

/* Exit status of every command. */
enum {
    CLI_GOOD = 0,
    CLI_NO = 1,  /* the answer is no */
    CLI_BAD = 2, /* bad input, or it failed */
    CLI_REFUSED =
        3 /* of a command with much input: some of it was bad, and the rest has been done */
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

/* What help says of them; main.c alone knows their functions. */
extern const cli_command cli_commands[CLI_COMMANDS];

/* The command with this name; NULL if there is none. */
const cli_command *cli_command_find(const char *name);

/* Prints all of them with what they do: --help of the program.  Returns the exit status. */
int cli_list_commands(void);

/* The functions.  argv[0] is the name of the command; they return an exit status. */
#define COMMAND(ident, name, synopsis, brief) int cli_##ident(int argc, char **argv);
#include "cli/command.def"
#undef COMMAND

#endif
