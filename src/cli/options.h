/* options.h: the arguments of one command, read strictly from a table.
 *
 * --name VALUE and --name=VALUE are the same; a name of one letter has one dash, -n, and no "="; -- ends the
 * options; options and words may come in any order.  --help is understood for every command.  What is not in
 * the table, given twice without being a list, or lacks its value is refused. */
#ifndef SHG_CLI_OPTIONS_H
#define SHG_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_LIST_MAX = 16 };

/* The values of an option that may be given several times, in their order. */
typedef struct cli_list {
    const char *each[CLI_LIST_MAX];
    size_t count;
} cli_list;

struct cli_option;

/* Reads the value of an option into option->into; returns false after telling the fault. */
typedef bool cli_read(const struct cli_option *option, const char *command, const char *text);

enum { CLI_OPTIONS_MAX = 32 }; /* of one command */

typedef struct cli_option {
    const char *name;  /* without dashes */
    const char *value; /* what its value is called, in capitals; NULL if it has none */
    const char *help;  /* one line */
    const char **text; /* filled with the value, borrowed from argv; for options with a value */
    cli_list *list;    /* or this, for options that may be given up to CLI_LIST_MAX times */
    bool *given;       /* set; for options without one */
    /* Or it is read by its type, once all arguments are known to be good; into stays as it is if it is not given. */
    cli_read *read;
    void *into;
    const char *noun; /* of a number: "connections" */
    unsigned least, most;
} cli_option;

typedef struct cli_arguments {
    const char *help; /* what the command does, in lines */
    const cli_option *options;
    size_t option_count;
    /* What the words are called: "VARIANT DEPTH"; "FILE...", one or more; "[FILE]", which may be left out; NULL: there
     * are none. */
    const char *words;
} cli_arguments;

enum { CLI_GO_ON = -1 };

/* Reads argv[1] to argv[argc - 1] of the command argv[0].  Returns CLI_GO_ON with the options filled, the
 * words in argv[1] to argv[*word_count], in their order; or the exit status with which the command is to
 * end at once: help has been shown, or a fault has been told on standard error. */
int cli_arguments_read(size_t *word_count, const cli_arguments *arguments, int argc, char **argv);

/* A whole number from least to most.  Returns false after telling the fault; what: "a depth". */
bool cli_number(unsigned *out, const char *command, const char *what, const char *text,
                unsigned least, unsigned most);

/* For rows: into is an unsigned, from least to most. */
cli_read cli_read_number;

#endif
