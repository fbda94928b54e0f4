/* engine.c: shoogi usi, shoogi xboard: the engine, for graphical interfaces and matches. */
#include "base/text.h"
#include "catalog/catalog_int.h"
#include "cli/command.h"
#include "cli/sandbox.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "protocol/engine_session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFINITION_BYTES_MAX = 4 * 1024 * 1024 };

/* Reads exactly this many bytes of standard input: the rest is the protocol. */
static bool read_bytes(char *out, size_t bytes)
{
    for (size_t had = 0; had < bytes;) {
        const ssize_t got = read(STDIN_FILENO, out + had, bytes - had);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        had += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* Reads the definition at the beginning of a confined engine's input: a line "definition NAME BYTES", then the text.
 * Returns NULL after reporting an error. */
static shoogi_variant *read_definition(char *name, const char *command)
{
    char line[SHOOGI_CATALOG_NAME_BYTES_MAX + 40], *text = NULL;
    size_t length = 0, bytes = 0, count;
    shoogi_variant *variant = NULL;
    shoogi_error error = { 0 };
    while (length < sizeof line - 1 && read_bytes(line + length, 1) && line[length] != '\n')
        length++;
    line[length] = '\0';
    _Static_assert(SHOOGI_CATALOG_NAME_BYTES_MAX == 40, "the width below");
    if (sscanf(line, "definition %40s %zu", name, &bytes) == 2 && bytes <= DEFINITION_BYTES_MAX)
        text = malloc(bytes + 1);
    if (!text || !read_bytes(text, bytes)) {
        (void)cli_expected(command, line, "definition NAME BYTES and the text of one");
    } else {
        const shoogi_parse_options reading = { .name = name };
        if (shoogi_variant_parse_with(&variant, text, bytes, &reading, &error, 1, &count) !=
            SHOOGI_OK)
            (void)cli_fault(name, &error);
    }
    free(text);
    return variant;
}

/* Makes the name of a variant from a file, as the catalog does: lower-case letters, digits and '-'; non-Latin letters are
 * kept. */
static void name_of_file(char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], const char *path)
{
    const char *const slash = strrchr(path, '/'), *const file = slash ? slash + 1 : path;
    const char *const dot = strrchr(file, '.');
    const size_t bytes = dot ? (size_t)(dot - file) : strlen(file);
    size_t length = 0, read = 0;
    while (read < bytes) {
        uint32_t code;
        const size_t count = shg_utf8_read(&code, file + read, bytes - read);
        if (length + count > SHOOGI_CATALOG_NAME_BYTES_MAX)
            break;
        const char c = shg_lower(file[read]);
        if (count > 1) {
            memcpy(name + length, file + read, count);
            length += count;
        } else if (shg_is_letter(c) || shg_is_digit(c)) {
            name[length++] = c;
        } else if (length > 0 && name[length - 1] != '-') {
            name[length++] = '-';
        }
        read += count;
    }
    while (length > 0 && name[length - 1] == '-')
        length--;
    name[length] = '\0';
    if (length == 0)
        snprintf(name, SHOOGI_CATALOG_NAME_BYTES_MAX + 1, "game");
}

static int session(int argc, char **argv, const char *help, const cli_protocol *protocol,
                   const cli_option *options, size_t option_count, const bool *confined)
{
    const cli_arguments arguments = {
        .help = help,
        .options = options,
        .option_count = option_count,
        .words = "[VARIANT]",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    char given[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    const char *const name = *confined ? given : word_count > 0 ? argv[1] : SHG_DEFAULT_VARIANT;
    shoogi_catalog *catalog;
    shoogi_variant *own = NULL;
    cli_session *t = NULL;
    shoogi_status status = shoogi_catalog_new(&catalog);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    int exit_status = CLI_BAD;
    if (*confined)
        cli_sandbox_begin();
    const shoogi_variant *const variant = *confined
                                              ? (own = read_definition(given, argv[0]))
                                              : cli_variant_find(&own, catalog, argv[0], name);
    if (own && !*confined)
        name_of_file(given, name);
    if (variant) {
        status = cli_session_new(&t, protocol, catalog, variant, own ? given : name, STDIN_FILENO,
                                 stdout);
        if (status == SHOOGI_OK) {
            t->confine = *confined ? cli_sandbox : NULL;
            cli_session_run(t);
            if (t->out_error != 0)
                (void)cli_unwritten(t->out_error);
        }
        exit_status = status == SHOOGI_OK ? cli_written(CLI_GOOD) : cli_failed(status);
    }
    cli_session_free(t);
    shoogi_variant_free(own);
    shoogi_catalog_free(catalog);
    return exit_status;
}

int cli_usi(int argc, char **argv)
{
    bool confined = false;
    const cli_option rows[] = {
        { .name = "confined",
          .help = "for servers: read a definition first, then drop the right to open files",
          .given = &confined },
    };
    return session(
        argc, argv,
        "Runs the engine on standard input and output, for any game.  It speaks USI, or UCI, "
        "UCCI or the\nXBoard protocol if the other program does.",
        &cli_usi_protocol, rows, sizeof rows / sizeof rows[0], &confined);
}

int cli_xboard(int argc, char **argv)
{
    const bool confined = false;
    return session(
        argc, argv,
        "Runs the engine on standard input and output, for any game.  It speaks the XBoard "
        "protocol,\nversion 2.",
        &cli_xboard_protocol, NULL, 0, &confined);
}
