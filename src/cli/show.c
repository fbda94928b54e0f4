/* show.c: shoogi show: draws a position, or prints it as SFEN. */
#include "cli/board.h"
#include "cli/command.h"
#include "cli/game.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STYLES CLI_BOARD_STYLES ", svg, png or sfen"

/* A function that draws a position with the side to move. */
typedef int draw(const shoogi_position *position, const shoogi_board_options *look);

static int draw_text(const shoogi_position *position, const shoogi_board_options *look)
{
    shg_out board = shg_out_growing();
    cli_board_write(&board, position, look);
    cli_result_write(&board, position);
    const bool good = !board.spent;
    if (good)
        (void)cli_write(board.bytes, strlen(board.bytes));
    free(board.bytes);
    return good ? cli_written(CLI_GOOD) : cli_failed(SHOOGI_NO_MEMORY);
}

/* Returns the SVG of a position: owned (free), or NULL without memory. */
static char *picture(size_t *bytes, const shoogi_position *position,
                     const shoogi_board_options *look)
{
    *bytes = shoogi_board_svg(NULL, 0, position, look);
    char *svg = malloc(*bytes + 1);
    if (svg)
        (void)shoogi_board_svg(svg, *bytes + 1, position, look);
    return svg;
}

static int draw_svg(const shoogi_position *position, const shoogi_board_options *look)
{
    size_t bytes;
    char *svg = picture(&bytes, position, look);
    if (!svg)
        return cli_failed(SHOOGI_NO_MEMORY);
    (void)cli_write(svg, bytes);
    free(svg);
    return cli_written(CLI_GOOD);
}

static int draw_png(const shoogi_position *position, const shoogi_board_options *look)
{
    size_t bytes;
    char *svg = picture(&bytes, position, look);
    if (!svg)
        return cli_failed(SHOOGI_NO_MEMORY);
    const int status = cli_picture_png(svg, bytes, NULL);
    free(svg);
    return status;
}

static int write_sfen(const shoogi_position *position, const shoogi_board_options *look)
{
    (void)look;
    const size_t bytes = shoogi_sfen_write(NULL, 0, position);
    char *const sfen = malloc(bytes + 1);
    if (!sfen)
        return cli_failed(SHOOGI_NO_MEMORY);
    (void)shoogi_sfen_write(sfen, bytes + 1, position);
    puts(sfen);
    free(sfen);
    return cli_written(CLI_GOOD);
}

static int show(const cli_game *game, const char *command, const char *style, shoogi_colour view,
                cli_board_part *part)
{
    static const struct {
        const char *word;
        draw *drawn;
    } others[] = { { "svg", draw_svg }, { "png", draw_png }, { "sfen", write_sfen } };
    shoogi_board_options look = { .view = view };
    draw *drawn = cli_board_style(&look.style, style) ? draw_text : NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(style, others[i].word) == 0)
            drawn = others[i].drawn;
    if (drawn == draw_text && !cli_board_fit(&look, part, command, game->variant))
        return CLI_BAD;
    return drawn ? drawn(game->position, &look) : cli_expected(command, style, STYLES);
}

int cli_show(int argc, char **argv)
{
    static const char help[] =
        "Draws a position: the board, the pieces in hand, and who is to move.  ascii shows "
        "Black's pieces in\n"
        "upper case and promoted pieces with a \"+\" in front; kanji does not distinguish the "
        "sides; mixed\n"
        "shows Black's pieces in kanji and White's in letters; words are sentences, for screen "
        "readers;\nsfen is the position for programs.";
    cli_game_words words = { 0 };
    const char *style = NULL;
    bool flip = false;
    cli_board_part part = { 0 };
    const cli_option options[] = {
        CLI_OPTIONS_POSITION(words),
        { .name = "style", .value = "T", .help = STYLES " (default: ascii)", .text = &style },
        { .name = "flip", .help = "show the board from White's side", .given = &flip },
        CLI_OPTIONS_PART(part),
    };
    cli_game game;
    const int end = cli_game_begin(&game, help, options, sizeof options / sizeof options[0], &words,
                                   argc, argv);
    if (end != CLI_GO_ON)
        return end;
    const int status =
        show(&game, argv[0], style ? style : "ascii", flip ? SHOOGI_WHITE : SHOOGI_BLACK, &part);
    cli_game_fini(&game);
    return status;
}
