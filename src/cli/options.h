/* options.h: parses the arguments of a command by a table of options.
 *
 * --name VALUE and --name=VALUE are equivalent; one-letter options have one dash, -n, and no "="; -- ends the
 * options; options and words may be mixed.  Every command has --help.  Unknown options, repeated ones that are not
 * lists, and missing values are errors. */
#ifndef SHG_CLI_OPTIONS_H
#define SHG_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_LIST_MAX = 16 };

/* The values of a repeatable option, in order. */
typedef struct cli_list {
    const char *each[CLI_LIST_MAX];
    size_t count;
} cli_list;

struct cli_option;

/* Parses the value of an option into option->into.  Returns false after reporting an error. */
typedef bool cli_read(const struct cli_option *option, const char *command, const char *text);

enum { CLI_OPTIONS_MAX = 32 }; /* of one command */

typedef struct cli_option {
    const char *name;  /* without dashes */
    const char *value; /* the placeholder of its value, in capitals; NULL for a flag */
    const char *help;  /* one line */
    const char **text; /* of an option with a value: receives it, borrowed from argv */
    cli_list *list;    /* or: of an option that may be given up to CLI_LIST_MAX times */
    bool *given;       /* of a flag: set to true */
    /* Or: parses the value into `into` after all arguments have been checked.  Not called if the option is not given. */
    cli_read *read;
    void *into;
    const char *noun; /* of a number: "connections" */
    unsigned least, most;
} cli_option;

typedef struct cli_arguments {
    const char *help; /* the description, in lines */
    const cli_option *options;
    size_t option_count;
    /* Placeholders of the words: "VARIANT DEPTH"; "FILE...", one or more; "[FILE]", optional; NULL: none. */
    const char *words;
} cli_arguments;

enum { CLI_GO_ON = -1 };

/* Parses argv[1] to argv[argc - 1] of the command argv[0].  Returns CLI_GO_ON with the options filled and the
 * words in argv[1] to argv[*word_count], in order; or the exit status of the command after printing help or
 * reporting an error on standard error. */
int cli_arguments_read(size_t *word_count, const cli_arguments *arguments, int argc, char **argv);

/* Parses an integer from least to most.  what: "a depth", for the error.  Returns false after reporting an error. */
bool cli_number(unsigned *out, const char *command, const char *what, const char *text,
                unsigned least, unsigned most);

/* For option rows: into points to an unsigned; accepts numbers from least to most. */
cli_read cli_read_number;

#endif
