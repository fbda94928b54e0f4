/* engine.c: shoogi usi, shoogi xboard: the engine, for programs that play, match or show. */
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/engine_talk.h"
#include "cli/options.h"
#include "cli/say.h"

#include <unistd.h>

static int talk(int argc, char **argv, const char *help, const cli_protocol *protocol)
{
    static const char *const words[] = { "VARIANT" };
    const cli_arguments arguments = {
        .help = help,
        .words = words,
        .word_count = 1,
        .last_optional = true,
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    const char *const name = word_count > 0 ? argv[1] : "shogi";
    shoogi_catalog *catalog;
    shoogi_variant *own = NULL;
    cli_talk *t = NULL;
    shoogi_status status = shoogi_catalog_new(&catalog);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    int exit_status = CLI_BAD;
    const shoogi_variant *const variant = cli_variant_find(&own, catalog, argv[0], name);
    if (variant) {
        status = cli_talk_new(&t, protocol, catalog, variant, name, STDIN_FILENO, stdout);
        if (status == SHOOGI_OK)
            cli_talk_go_on(t);
        exit_status = status == SHOOGI_OK ? cli_written(CLI_GOOD) : cli_failed(status);
    }
    cli_talk_free(t);
    shoogi_variant_free(own);
    shoogi_catalog_free(catalog);
    return exit_status;
}

int cli_usi(int argc, char **argv)
{
    return talk(
        argc, argv,
        "Speaks USI on standard input and output, or UCI, UCCI or the protocol of XBoard with\n"
        "who begins so: the engine for any game.\n",
        &cli_usi_protocol);
}

int cli_xboard(int argc, char **argv)
{
    return talk(
        argc, argv,
        "Speaks the protocol of XBoard, version 2, on standard input and output: the engine for\n"
        "any game.\n",
        &cli_xboard_protocol);
}
