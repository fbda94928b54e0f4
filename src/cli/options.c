#include "cli/options.h"

#include "base/nearest.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/messages.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *dashes(const char *name)
{
    return name[1] == '\0' ? "-" : "--";
}

/* The width of an option in help: "--sfen S". */
static int option_columns(const cli_option *option)
{
    return (int)strlen(dashes(option->name)) + (int)strlen(option->name) +
           (option->value ? (int)strlen(option->value) + 1 : 0);
}

static void show_option(const cli_option *option, int width)
{
    printf("  %s%s%s%s%*s  %s\n", dashes(option->name), option->name, option->value ? " " : "",
           option->value ? option->value : "", width - option_columns(option), "", option->help);
}

static int show_help(const char *command, const cli_arguments *arguments)
{
    const cli_command *row = cli_command_find(command);
    assert(row);
    printf("usage: shoogi %s %s\n\n%s\n\n", row->name, row->synopsis, arguments->help);
    static const cli_option help = { .name = "help", .help = "show this help and exit" };
    int width = option_columns(&help);
    for (size_t i = 0; i < arguments->option_count; i++) {
        const int columns = option_columns(&arguments->options[i]);
        width = columns > width ? columns : width;
    }
    for (size_t i = 0; i < arguments->option_count; i++)
        show_option(&arguments->options[i], width);
    show_option(&help, width);
    return cli_written(CLI_GOOD);
}

static const cli_option *find_option(const cli_arguments *arguments, const char *name,
                                     size_t length)
{
    for (size_t i = 0; i < arguments->option_count; i++)
        if (strlen(arguments->options[i].name) == length &&
            memcmp(arguments->options[i].name, name, length) == 0)
            return &arguments->options[i];
    return NULL;
}

static int fail_unknown(const char *command, const cli_arguments *arguments, const char *argument)
{
    char name[SHG_NEAR_WORD_BYTES];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    for (size_t i = 0; i < arguments->option_count && strncmp(name, "--", 2) == 0; i++)
        if (shg_is_near(name + 2, arguments->options[i].name))
            return cli_expected(command, argument, "an option of this command, perhaps %s%s",
                                dashes(arguments->options[i].name), arguments->options[i].name);
    return cli_expected(command, argument, "an option of this command (--help lists them)");
}

/* Parses the option argv[*at], which begins with a dash, and its value.  values: [option_count] the values; "" for flags. */
static int read_option(int *at, const char **values, const cli_arguments *arguments, int argc,
                       char **argv)
{
    const char *command = argv[0], *argument = argv[*at];
    if (strcmp(argument, "--help") == 0)
        return show_help(command, arguments);
    const char *equals = strchr(argument, '=');
    const size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const size_t dash_count = argument[1] == '-' ? 2 : 1, letters = length - dash_count;
    const cli_option *option = NULL;
    if (length > dash_count && (letters == 1) == (dash_count == 1) && (letters > 1 || !equals))
        option = find_option(arguments, argument + dash_count, letters);
    if (!option)
        return fail_unknown(command, arguments, argument);
    if (option->list && option->list->count == CLI_LIST_MAX)
        return cli_expected(command, argument, "--%s at most %d times", option->name, CLI_LIST_MAX);
    const char **const value = &values[option - arguments->options];
    if (!option->list && *value)
        return cli_expected(command, argument, "%s%s only once", dashes(option->name),
                            option->name);
    if (!option->value) {
        if (equals)
            return cli_expected(command, equals, "nothing after --%s", option->name);
        *option->given = true;
        *value = "";
        return CLI_GO_ON;
    }
    if (equals)
        *value = equals + 1;
    else if (*at + 1 < argc)
        *value = argv[++*at];
    else
        return cli_expected(command, NULL, "%s after %s%s", option->value, dashes(option->name),
                            option->name);
    if (option->list)
        option->list->each[option->list->count++] = *value;
    else if (option->text)
        *option->text = *value;
    return CLI_GO_ON;
}

/* Finds a placeholder in "VARIANT DEPTH" by its index from 0; returns the end if there is none. */
static const char *find_word(const char *words, size_t index)
{
    for (; index > 0 && *words != '\0'; index--) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    return words;
}

static int fail_missing(const char *command, const char *word)
{
    word += *word == '[';
    return cli_expected(command, NULL, "%.*s", (int)strcspn(word, " .]"), word);
}

int cli_arguments_read(size_t *word_count, const cli_arguments *arguments, int argc, char **argv)
{
    assert(argc >= 1 && arguments->option_count <= CLI_OPTIONS_MAX);
    const char *values[CLI_OPTIONS_MAX] = { NULL };
    const char *const called = arguments->words ? arguments->words : "";
    const bool repeats = strstr(called, "...") != NULL;
    size_t words = 0;
    bool options_end = false;
    for (int at = 1; at < argc; at++) {
        char *argument = argv[at];
        if (!options_end && strcmp(argument, "--") == 0) {
            options_end = true;
        } else if (!options_end && argument[0] == '-' &&
                   argument[1] != '\0') { /* "-" is a file name */
            const int end = read_option(&at, values, arguments, argc, argv);
            if (end != CLI_GO_ON)
                return end;
        } else if (*find_word(called, words) == '\0' && !repeats) {
            return cli_expected(argv[0], argument, "no more words");
        } else {
            argv[++words] = argument; /* words never overtakes at */
        }
    }
    const char *const missing = find_word(called, words);
    if (*missing != '\0' && *missing != '[')
        return fail_missing(argv[0], missing);
    for (size_t i = 0; i < arguments->option_count; i++) {
        const cli_option *const option = &arguments->options[i];
        if (option->read && values[i] && !option->read(option, argv[0], values[i]))
            return CLI_BAD;
    }
    *word_count = words;
    return CLI_GO_ON;
}

bool cli_number(unsigned *out, const char *command, const char *what, const char *text,
                unsigned least, unsigned most)
{
    unsigned long long value = 0;
    size_t digits = 0;
    for (; shg_is_digit(text[digits]) && digits < 12; digits++)
        value = value * 10 + (unsigned)(text[digits] - '0');
    if (digits == 0 || text[digits] != '\0' || value < least || value > most) {
        (void)cli_expected(command, text, "%s from %u to %u", what, least, most);
        return false;
    }
    *out = (unsigned)value;
    return true;
}

bool cli_read_number(const cli_option *option, const char *command, const char *text)
{
    return cli_number(option->into, command, option->noun, text, option->least, option->most);
}
