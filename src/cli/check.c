/* check.c: shoogi check: checks definitions for errors. */
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "shoogi/position.h"

#include <stdio.h>

/* Counts the pieces on the board and in hand in the initial position. */
static shoogi_status count_pieces(unsigned *pieces, const shoogi_variant *variant)
{
    shoogi_position *start;
    const shoogi_status status = shoogi_position_new(&start, variant);
    if (status != SHOOGI_OK)
        return status;
    *pieces = 0;
    for (unsigned square = 0; square < shoogi_variant_square_count(variant); square++)
        *pieces += shoogi_position_piece(start, (shoogi_square)square).kind != 0;
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++)
        *pieces += shoogi_position_hand(start, SHOOGI_BLACK, (shoogi_kind)kind) +
                   shoogi_position_hand(start, SHOOGI_WHITE, (shoogi_kind)kind);
    shoogi_position_free(start);
    return SHOOGI_OK;
}

static int praise(const char *file, const shoogi_variant *variant)
{
    unsigned pieces;
    const shoogi_status status = count_pieces(&pieces, variant);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    const unsigned kinds = shoogi_variant_kind_count(variant);
    printf("%s: ok: %ux%u, %u kind%s, %u pieces\n", file, shoogi_variant_file_count(variant),
           shoogi_variant_rank_count(variant), kinds, kinds == 1 ? "" : "s", pieces);
    return cli_written(CLI_GOOD);
}

int cli_check(int argc, char **argv)
{
    bool lenient = false;
    const cli_option options[] = { { .name = "lenient",
                                     .help = "warn about unknown parameters, and about comments",
                                     .given = &lenient } };
    const cli_arguments arguments = {
        .help =
            "Checks variant definitions, also inside HTML pages, and all games of a variants.ini of\n"
            "Fairy-Stockfish, or one of them: FILE:NAME.  Prints the size of each valid one, and every\n"
            "error of the others as FILE:LINE:COLUMN, with exit status 2.  FILE \"-\" is standard input.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "FILE...",
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
        const int one = cli_definition_each(argv[i], catalog, lenient, praise);
        worst = one > worst ? one : worst;
    }
    shoogi_catalog_free(catalog);
    return worst;
}
