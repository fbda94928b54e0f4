/* check.c: shoogi check: whether definitions are without fault. */
#include "shoogi/catalog.h"
#include "catalog/file.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
#include "shoogi/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Men on the board and in hand at the start. */
static shoogi_status count_men(unsigned *men, const shoogi_variant *variant)
{
    shoogi_position *start;
    const shoogi_status status = shoogi_position_new(&start, variant);
    if (status != SHOOGI_OK)
        return status;
    *men = 0;
    for (unsigned square = 0; square < shoogi_variant_squares(variant); square++)
        *men += shoogi_position_piece(start, (shoogi_square)square).kind != 0;
    for (unsigned kind = 1; kind <= shoogi_variant_kinds(variant); kind++)
        *men += shoogi_position_hand(start, SHOOGI_BLACK, (shoogi_kind)kind) +
                shoogi_position_hand(start, SHOOGI_WHITE, (shoogi_kind)kind);
    shoogi_position_free(start);
    return SHOOGI_OK;
}

static int praise(const char *file, const shoogi_variant *variant)
{
    unsigned men;
    const shoogi_status status = count_men(&men, variant);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    const unsigned kinds = shoogi_variant_kinds(variant);
    printf("%s: ok: %ux%u, %u kind%s, %u men\n", file, shoogi_variant_files(variant),
           shoogi_variant_ranks(variant), kinds, kinds == 1 ? "" : "s", men);
    return cli_written(CLI_GOOD);
}

static bool ends_with(const char *file, const char *tail)
{
    const size_t file_bytes = strlen(file), tail_bytes = strlen(tail);
    return file_bytes >= tail_bytes && strcmp(file + file_bytes - tail_bytes, tail) == 0;
}

/* A page says so by its name, or is seen to be one. */
static bool is_page(const char *file, const char *text, size_t text_bytes)
{
    return ends_with(file, ".html") || ends_with(file, ".htm") ||
           shoogi_text_is_page(text, text_bytes);
}

static int check(const char *file, shoogi_catalog *catalog, bool lenient)
{
    char *text;
    size_t text_bytes;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    if (shg_file_read(&text, &text_bytes, file, SHOOGI_PAGE_BYTES_MAX, &errors[0]) != SHOOGI_OK)
        return cli_fault(file, &errors[0]);
    const shoogi_reading how = { .lookup = shoogi_catalog_lookup,
                                 .context = catalog,
                                 .lenient = lenient,
                                 .page = is_page(file, text, text_bytes) };
    shoogi_variant *variant = NULL;
    size_t error_count = 0;
    const shoogi_status status = shoogi_variant_parse_with(
        &variant, text, text_bytes, &how, errors, sizeof errors / sizeof errors[0], &error_count);
    int end;
    if (status == SHOOGI_OK)
        end = praise(file, variant);
    else if (error_count == 0)
        end = cli_failed(status);
    else
        end = CLI_BAD;
    for (size_t i = 0; i < error_count; i++)
        (void)cli_fault(file, &errors[i]);
    shoogi_variant_free(variant);
    free(text);
    return end;
}

int cli_check(int argc, char **argv)
{
    bool lenient = false;
    const cli_option options[] = {
        { .name = "lenient", .help = "warn of parameters that are not known", .given = &lenient }
    };
    static const char *const words[] = { "FILE" };
    const cli_arguments arguments = {
        .help =
            "Checks variant definitions, also in pages of HTML.  Says of each good one how big it is;\n"
            "tells every fault of the others with file, line and column, and ends with status 2.  FILE\n"
            "\"-\" is standard input.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = words,
        .word_count = 1,
        .last_repeats = true,
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    shoogi_catalog *catalog;
    const shoogi_status status = shoogi_catalog_new(&catalog);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    int worst = CLI_GOOD;
    for (size_t i = 1; i <= word_count; i++) {
        const int one = check(argv[i], catalog, lenient);
        worst = one > worst ? one : worst;
    }
    shoogi_catalog_free(catalog);
    return worst;
}
