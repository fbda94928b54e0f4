/* show.c: shoogi show: a position as a drawing. */
#include "cli/board.h"
#include "cli/command.h"
#include "cli/game.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What draws, and says who is to move. */
typedef int draw(const shoogi_position *position, const shoogi_board_look *look);

static int draw_text(const shoogi_position *position, const shoogi_board_look *look)
{
    shg_out board = shg_out_growing();
    cli_board_write(&board, position, look);
    const bool good = !board.spent;
    if (good)
        fputs(board.bytes, stdout);
    free(board.bytes);
    return good ? cli_written(CLI_GOOD) : cli_failed(SHOOGI_NO_MEMORY);
}

/* Owned (free); NULL if there is no memory. */
static char *picture(size_t *bytes, const shoogi_position *position, const shoogi_board_look *look)
{
    *bytes = shoogi_board_svg(NULL, 0, position, look->view);
    char *svg = malloc(*bytes + 1);
    if (svg)
        (void)shoogi_board_svg(svg, *bytes + 1, position, look->view);
    return svg;
}

static int draw_svg(const shoogi_position *position, const shoogi_board_look *look)
{
    size_t bytes;
    char *svg = picture(&bytes, position, look);
    if (!svg)
        return cli_failed(SHOOGI_NO_MEMORY);
    fputs(svg, stdout);
    free(svg);
    return cli_written(CLI_GOOD);
}

static int draw_png(const shoogi_position *position, const shoogi_board_look *look)
{
    size_t bytes;
    char *svg = picture(&bytes, position, look);
    if (!svg)
        return cli_failed(SHOOGI_NO_MEMORY);
    const int status = cli_picture_png(svg, bytes);
    free(svg);
    return status;
}

static int show(cli_game *game, const char *command, const char *style, const char *moves,
                shoogi_colour view)
{
    shoogi_board_look look = { .view = view };
    draw *const drawn = cli_board_style(&look.style, style) ? draw_text
                        : strcmp(style, "svg") == 0         ? draw_svg
                        : strcmp(style, "png") == 0         ? draw_png
                                                            : NULL;
    if (!drawn)
        return cli_expected(command, style, CLI_BOARD_STYLES ", svg or png");
    return !moves || cli_game_play(game, moves) ? drawn(game->position, &look) : CLI_BAD;
}

int cli_show(int argc, char **argv)
{
    static const char help[] =
        "Draws a position: the board, the pieces in hand, and who is to move.  In ascii Black's men are\n"
        "in upper case, promoted men have a \"+\" in front; in kanji nothing tells the sides apart; mixed\n"
        "has Black's men in kanji and White's in letters; words are sentences, for screen readers.";
    const char *sfen = NULL, *moves = NULL, *style = NULL;
    bool flip = false;
    const cli_option options[] = {
        CLI_OPTION_SFEN(sfen),
        { .name = "moves", .value = "M", .help = "moves made first, in USI", .text = &moves },
        { .name = "style",
          .value = "T",
          .help = CLI_BOARD_STYLES ", svg or png; without it, ascii",
          .text = &style },
        { .name = "flip", .help = "seen from White's side", .given = &flip },
    };
    cli_game game;
    const int end =
        cli_game_begin(&game, help, options, sizeof options / sizeof options[0], &sfen, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    const int status =
        show(&game, argv[0], style ? style : "ascii", moves, flip ? SHOOGI_WHITE : SHOOGI_BLACK);
    cli_game_fini(&game);
    return status;
}
