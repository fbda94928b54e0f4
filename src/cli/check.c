/* check.c: shoogi check: whether definitions are without fault. */
#include "catalog/file.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
#include "shoogi/position.h"

#include <stdio.h>
#include <stdlib.h>

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

static int check(const char *file)
{
    char *text;
    size_t text_bytes;
    shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
    if (shg_file_read(&text, &text_bytes, file, SHOOGI_DEFINITION_BYTES_MAX, &errors[0]) !=
        SHOOGI_OK)
        return cli_fault(file, &errors[0]);
    shoogi_variant *variant = NULL;
    size_t error_count = 0;
    const shoogi_status status = shoogi_variant_check(&variant, text, text_bytes, errors,
                                                      SHOOGI_DEFINITION_ERRORS_MAX, &error_count);
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
    static const char *const words[] = { "FILE" };
    static const cli_arguments arguments = {
        .help =
            "Checks variant definitions.  Says of each good one how big it is; tells every fault of the\n"
            "others with file, line and column, and ends with status 2.  FILE \"-\" is standard input.",
        .words = words,
        .word_count = 1,
        .last_repeats = true,
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    int worst = CLI_GOOD;
    for (size_t i = 1; i <= word_count; i++) {
        const int one = check(argv[i]);
        worst = one > worst ? one : worst;
    }
    return worst;
}
