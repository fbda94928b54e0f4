#include "cli/game.h"

#include "base/error.h"
#include "base/text.h"
#include "catalog/file.h"
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "shoogi/notation.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_BYTES_MAX = 64 * 1024 * 1024 }; /* some hundred thousand of the largest boards */

_Static_assert(sizeof(cli_move_text) == SHOOGI_MOVE_TEXT_BYTES, "a move has room");

/* Reads a move in USI, or in Western notation, where no move begins with a digit. */
static shoogi_status read_move(shoogi_move *out, const shoogi_position *position, const char *text,
                               size_t text_bytes, shoogi_error *err)
{
    const shoogi_status status = shoogi_usi_read(out, position, text, text_bytes, err);
    if (status != SHOOGI_PARSE_ERROR || shg_is_digit(text[0]))
        return status;
    shoogi_parsed_move western;
    const shoogi_status read = shoogi_western_read(&western, position, text, text_bytes, err);
    if (read == SHOOGI_OK && western.promotion_open)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, shg_utf8_length(text, text_bytes) + 1,
                                  "\"+\" or \"=\" after the move", NULL, 0);
    if (read == SHOOGI_OK)
        *out = western.move;
    return read;
}

/* Makes moves separated by spaces.  Returns false after reporting an error. */
static bool play(cli_game *game, const char *moves)
{
    for (const char *at = moves + strspn(moves, " "); *at; at += strspn(at, " ")) {
        const size_t bytes = strcspn(at, " ");
        shoogi_move move;
        shoogi_error error;
        shoogi_status status = read_move(&move, game->position, at, bytes, &error);
        if (status != SHOOGI_OK) {
            error.column += (uint32_t)shg_utf8_length(moves, (size_t)(at - moves));
            (void)cli_fault("input", &error);
            return false;
        }
        status = shoogi_position_do(game->position, move);
        if (status != SHOOGI_OK) {
            (void)cli_failed(status);
            return false;
        }
        at += bytes;
    }
    return true;
}

static bool set_up(cli_game *game, const char *command, const char *variant_name,
                   const cli_game_words *words)
{
    if (words->positions && (words->sfen || words->moves)) {
        (void)cli_expected(command, words->sfen ? words->sfen : words->moves,
                           "neither --sfen nor --moves together with --positions");
        return false;
    }
    shoogi_status status = shoogi_catalog_new(&game->catalog);
    if (status != SHOOGI_OK) {
        (void)cli_failed(status);
        return false;
    }
    game->variant = cli_variant_find(&game->own, game->catalog, command, variant_name);
    if (!game->variant)
        return false;
    status = shoogi_position_new(&game->position, game->variant);
    if (status != SHOOGI_OK) {
        (void)cli_failed(status);
        return false;
    }
    shoogi_error error;
    if (words->sfen &&
        shoogi_sfen_read(game->position, words->sfen, strlen(words->sfen), &error) != SHOOGI_OK) {
        (void)cli_fault("input", &error);
        return false;
    }
    return !words->moves || play(game, words->moves);
}

bool cli_game_init(cli_game *game, const char *command, const char *variant_name,
                   const cli_game_words *words)
{
    *game = (cli_game){ 0 };
    if (set_up(game, command, variant_name, words))
        return true;
    cli_game_fini(game);
    return false;
}

void cli_game_fini(cli_game *game)
{
    shoogi_position_free(game->position);
    shoogi_variant_free(game->own);
    shoogi_catalog_free(game->catalog);
    *game = (cli_game){ 0 };
}

int cli_game_each(const cli_game *game, const cli_game_words *words, cli_game_answer *answer,
                  void *context)
{
    char *text;
    size_t text_bytes;
    shoogi_error error;
    if (shg_file_read(&text, &text_bytes, words->positions, POSITIONS_BYTES_MAX, &error) !=
        SHOOGI_OK)
        return cli_fault(words->positions, &error);
    int end = CLI_GOOD;
    uint32_t line = 0;
    for (size_t at = 0; at < text_bytes && end == CLI_GOOD;) {
        const char *const sfen = text + at;
        const char *const line_end = memchr(sfen, '\n', text_bytes - at);
        size_t bytes = line_end ? (size_t)(line_end - sfen) : text_bytes - at;
        at += bytes + (line_end ? 1 : 0);
        line++;
        if (bytes > 0 && sfen[bytes - 1] == '\r')
            bytes--;
        const shoogi_status status = shoogi_sfen_read(game->position, sfen, bytes, &error);
        error.line = line;
        end = status == SHOOGI_OK ? answer(game, context) : cli_fault(words->positions, &error);
    }
    free(text);
    return end;
}

int cli_game_begin(cli_game *game, const char *help, const cli_option *options, size_t option_count,
                   const cli_game_words *words, int argc, char **argv)
{
    const cli_arguments arguments = {
        .help = help, .options = options, .option_count = option_count, .words = "VARIANT"
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    return cli_game_init(game, argv[0], argv[1], words) ? CLI_GO_ON : CLI_BAD;
}

/* A move and its text, sorted together. */
struct row {
    cli_move_text text;
    shoogi_move move;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct row *)a)->text, ((const struct row *)b)->text);
}

static size_t moves_of(const cli_game *game, shoogi_move *moves, size_t moves_max)
{
    return game->paths ? shoogi_position_moves_by_path(game->position, moves, moves_max)
                       : shoogi_position_moves(game->position, moves, moves_max);
}

size_t cli_game_moves(cli_move_text **texts, shoogi_move **moves, const cli_game *game)
{
    const size_t count = moves_of(game, NULL, 0);
    struct row *rows = calloc(count + 1, sizeof *rows);
    cli_move_text *all_texts = calloc(count + 1, sizeof *all_texts);
    shoogi_move *all_moves = calloc(count + 1, sizeof *all_moves);
    const bool room = rows && all_texts && all_moves;
    if (room) {
        (void)moves_of(game, all_moves, count);
        for (size_t i = 0; i < count; i++) {
            rows[i].move = all_moves[i];
            (void)shoogi_usi_write(rows[i].text, sizeof rows[i].text, game->position, rows[i].move);
        }
        qsort(rows, count, sizeof *rows, by_text);
        for (size_t i = 0; i < count; i++) {
            memcpy(all_texts[i], rows[i].text, sizeof rows[i].text);
            all_moves[i] = rows[i].move;
        }
        *texts = all_texts;
        all_texts = NULL;
        if (moves) {
            *moves = all_moves;
            all_moves = NULL;
        }
    }
    free(rows);
    free(all_texts);
    free(all_moves);
    return room ? count : SIZE_MAX;
}
