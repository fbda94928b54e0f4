/* show.c: shoogi show: a position as a drawing. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/say.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What draws, and says who is to move. */
typedef int draw(const shoogi_position *position, const shoogi_board_look *look);

static int draw_text(const shoogi_position *position, const shoogi_board_look *look)
{
    const size_t length = shoogi_board_write(NULL, 0, position, look);
    char *board = malloc(length + 1);
    if (!board)
        return cli_failed(SHOOGI_NO_MEMORY);
    (void)shoogi_board_write(board, length + 1, position, look);
    fputs(board, stdout);
    free(board);
    printf("%s to move%s\n", shoogi_position_side(position) == SHOOGI_BLACK ? "Black" : "White",
           look->style == SHOOGI_BOARD_WORDS ? "." : "");
    return cli_written(CLI_GOOD);
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

static const struct {
    const char *name;
    draw *draw;
    shoogi_board_style style;
} styles[] = {
    { "ascii", draw_text, SHOOGI_BOARD_ASCII }, { "mixed", draw_text, SHOOGI_BOARD_MIXED },
    { "kanji", draw_text, SHOOGI_BOARD_KANJI }, { "words", draw_text, SHOOGI_BOARD_WORDS },
    { "svg", draw_svg, SHOOGI_BOARD_ASCII },    { "png", draw_png, SHOOGI_BOARD_ASCII },
};
enum { STYLES = sizeof styles / sizeof styles[0] };

static int show(cli_game *game, const char *command, const char *style, const char *moves,
                shoogi_colour view)
{
    size_t i = 0;
    while (i < STYLES && strcmp(styles[i].name, style) != 0)
        i++;
    if (i == STYLES)
        return cli_expected(command, style, "ascii, mixed, kanji, words, svg or png");
    const shoogi_board_look look = { .style = styles[i].style, .view = view };
    return !moves || cli_game_play(game, moves) ? styles[i].draw(game->position, &look) : CLI_BAD;
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
          .help = "ascii, mixed, kanji, words, svg or png; without it, ascii",
          .text = &style },
        { .name = "flip", .help = "seen from White's side", .given = &flip },
    };
    cli_game game;
    const int end =
        cli_game_begin(&game, help, options, sizeof options / sizeof options[0], &sfen, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    const int status = show(&game, argv[0], style ? style : styles[0].name, moves,
                            flip ? SHOOGI_WHITE : SHOOGI_BLACK);
    cli_game_fini(&game);
    return status;
}
