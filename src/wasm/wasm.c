/* wasm.c: libshoogi for a web page.
 *
 * A WebAssembly module and its page exchange 32-bit numbers and bytes of memory, so everything else is text: moves in
 * USI, positions in SFEN, counts in decimal.  The page writes its input at input(bytes) and calls a function; the
 * output, besides the number that the function returns, is the answer.  An error is answered as "LINE:COLUMN: expected
 * WHAT, found TEXT", an illegal move with the place 1:1 and the reason.
 *
 * Variants and positions are numbers for the page; 0: none.  A page has one thread, so this file has global variables;
 * the code below it has none. shoogi.mjs wraps these functions for authors of pages. */
#include "base/text.h"
#include "shoogi/notation.h"
#include "shoogi/position.h"
#include "shoogi/variant.h"
#include "wasm/exchange.h"

#include <stdlib.h>
#include <string.h>

/* ---- Definitions --------------------------------------------------------------------------------- */

/* Definitions for base=. */
typedef struct definition {
    struct definition *next;
    size_t name_bytes, text_bytes;
    char bytes[]; /* the name, then the text */
} definition;

static definition *definitions;

/* Keeps a definition on which others may be based, for the life of the module.  The input is its name, then its text. */
EXPORT(shoogi_status, definition_add, size_t name_bytes, size_t text_bytes)
{
    shg_answer_begin();
    definition *const d = malloc(sizeof *d + name_bytes + text_bytes);
    if (!d)
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    *d = (definition){ definitions, name_bytes, text_bytes };
    memcpy(d->bytes, shg_said(), name_bytes + text_bytes);
    definitions = d;
    return SHOOGI_OK;
}

static shoogi_status look_up(void *context, const char *name, size_t name_bytes, const char **text,
                             size_t *text_bytes)
{
    (void)context;
    for (const definition *d = definitions; d; d = d->next) {
        *text = d->bytes + d->name_bytes;
        *text_bytes = d->text_bytes;
        if (shg_text_same(d->bytes, d->name_bytes, name, name_bytes) ||
            shoogi_text_has_alias(*text, *text_bytes, name, name_bytes))
            return SHOOGI_OK;
    }
    return SHOOGI_NOT_FOUND;
}

/* ---- Variants ------------------------------------------------------------------------------------ */

/* Parses the input, the name of the variant in records ("": none) and a definition.  Answers with all errors and
 * warnings, a line for each, also if it is valid. */
EXPORT(shoogi_variant *, variant_new, bool lenient, bool page, size_t name_bytes, size_t text_bytes)
{
    shg_answer_begin();
    char name[64] = "";
    if (name_bytes < sizeof name)
        memcpy(name, shg_said(), name_bytes);
    const char *const text = shg_said() + name_bytes;
    static shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    /* A text that somebody pastes leniently may have prose around it. */
    const bool pasted = page || (lenient && shoogi_text_is_page(text, text_bytes));
    const shoogi_parse_options how = {
        .lookup = look_up, .lenient = lenient, .page = pasted, .name = name[0] ? name : NULL
    };
    shoogi_variant *variant = NULL;
    size_t count = 0;
    const shoogi_status status = shoogi_variant_parse_with(
        &variant, text, text_bytes, &how, errors, sizeof errors / sizeof errors[0], &count);
    for (size_t i = 0; i < count; i++) {
        (void)shg_answer_fault(&errors[i]);
        shg_answer_text("\n");
    }
    if (status != SHOOGI_OK && count == 0)
        (void)shg_answer_refuse(status);
    return variant;
}

/* No position of it may exist any more. */
EXPORT(void, variant_free, shoogi_variant *variant)
{
    shoogi_variant_free(variant);
}

EXPORT(unsigned, variant_files, const shoogi_variant *variant)
{
    return shoogi_variant_file_count(variant);
}

EXPORT(unsigned, variant_ranks, const shoogi_variant *variant)
{
    return shoogi_variant_rank_count(variant);
}

EXPORT(bool, variant_has_square, const shoogi_variant *variant, unsigned file, unsigned rank)
{
    return shoogi_variant_has_square(variant, file, rank);
}

/* The number of checks with which a player wins; 0: checks alone win nothing. */
EXPORT(unsigned, variant_checks_to_win, const shoogi_variant *variant)
{
    return shoogi_variant_checks_to_win(variant);
}

/* Returns the number of kinds, and answers with a line of fields separated by tabs for each: id, name, moves, image,
 * the numbers of the kinds to which it promotes, of which it is a promoted form, and which leaves the hand when it is
 * dropped, and 1 for a royal. */
EXPORT(unsigned, variant_kinds, const shoogi_variant *variant)
{
    shg_answer_begin();
    const unsigned count = shoogi_variant_kind_count(variant);
    for (unsigned kind = 1; kind <= count; kind++) {
        const shoogi_kind_info info = shoogi_variant_kind(variant, (shoogi_kind)kind);
        const char *const texts[] = { info.id, info.name, info.moves, info.image };
        const unsigned numbers[] = { info.promoted, info.base, info.hand_kind, info.royal };
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            shg_answer_text(texts[i]);
            shg_answer_text("\t");
        }
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            shg_answer_number(numbers[i]);
            shg_answer_text(i + 1 < sizeof numbers / sizeof numbers[0] ? "\t" : "\n");
        }
    }
    return count;
}

/* Answers with the name of a kind of that colour, in one of the styles of variant.h. */
EXPORT(void, variant_kind_name, const shoogi_variant *variant, shoogi_kind kind,
       shoogi_colour colour, shoogi_style style)
{
    shg_answer_begin();
    shg_answer_text(shoogi_variant_kind_name(variant, kind, colour, style));
}

/* The value of a parameter that does not affect the rules; the input is its name.  NOT_FOUND: not set. */
EXPORT(shoogi_status, variant_parameter, const shoogi_variant *variant, size_t name_bytes)
{
    shg_answer_begin();
    shg_said()[name_bytes] = '\0';
    const char *const value = shoogi_variant_parameter(variant, shg_said());
    if (!value)
        return shg_answer_refuse(SHOOGI_NOT_FOUND);
    shg_answer_text(value);
    return SHOOGI_OK;
}

/* ---- Positions ----------------------------------------------------------------------------------- */

/* The start position; the variant is borrowed until the position is freed. */
EXPORT(shoogi_position *, position_new, const shoogi_variant *variant)
{
    shg_answer_begin();
    shoogi_position *position = NULL;
    const shoogi_status status = shoogi_position_new(&position, variant);
    if (status != SHOOGI_OK)
        (void)shg_answer_refuse(status);
    return position;
}

EXPORT(void, position_free, shoogi_position *position)
{
    shoogi_position_free(position);
}

/* Sets up the position from the input, in SFEN. */
EXPORT(shoogi_status, position_set, shoogi_position *position, size_t text_bytes)
{
    shg_answer_begin();
    shoogi_error error;
    const shoogi_status status = shoogi_sfen_read(position, shg_said(), text_bytes, &error);
    return status == SHOOGI_OK ? status : shg_answer_fault(&error);
}

/* Answers in SFEN. */
EXPORT(shoogi_status, position_sfen, const shoogi_position *position)
{
    shg_answer_begin();
    const size_t length = shoogi_sfen_write(NULL, 0, position);
    char *const text = malloc(length + 1);
    if (!text)
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    (void)shoogi_sfen_write(text, length + 1, position);
    shg_answer_add(text, length);
    free(text);
    return SHOOGI_OK;
}

EXPORT(shoogi_colour, position_side, const shoogi_position *position)
{
    return shoogi_position_side(position);
}

EXPORT(unsigned, position_ply, const shoogi_position *position)
{
    return shoogi_position_ply(position);
}

EXPORT(unsigned, position_played, const shoogi_position *position)
{
    return shoogi_position_moves_played(position);
}

static shoogi_square square_at(const shoogi_position *position, unsigned file, unsigned rank)
{
    return shoogi_variant_square(shoogi_position_variant(position), file, rank);
}

/* The contents of a square: twice the kind, plus 1 for White's; 0: empty. */
EXPORT(unsigned, position_piece, const shoogi_position *position, unsigned file, unsigned rank)
{
    const shoogi_piece piece = shoogi_position_piece(position, square_at(position, file, rank));
    return piece.kind == 0 ? 0 : piece.kind * 2u + (piece.colour == SHOOGI_WHITE);
}

/* The number of pieces of a kind in the hand of colour. */
EXPORT(unsigned, position_hand, const shoogi_position *position, shoogi_colour colour,
       shoogi_kind kind)
{
    return shoogi_position_hand(position, colour, kind);
}

/* The number of checks that colour has given, where more than one wins; 0 elsewhere. */
EXPORT(unsigned, position_checks_given, const shoogi_position *position, shoogi_colour colour)
{
    return shoogi_position_checks_given(position, colour);
}

/* Whether a piece of colour attacks the square. */
EXPORT(bool, position_attacked, const shoogi_position *position, unsigned file, unsigned rank,
       shoogi_colour colour)
{
    return shoogi_position_is_attacked(position, square_at(position, file, rank), colour);
}

/* Answers with the legal moves in USI, a line for each. paths: moves with different via squares are different. */
EXPORT(shoogi_status, position_moves, const shoogi_position *position, bool paths)
{
    shg_answer_begin();
    size_t (*const list)(const shoogi_position *, shoogi_move *, size_t) =
        paths ? shoogi_position_moves_by_path : shoogi_position_moves;
    const size_t count = list(position, NULL, 0);
    shoogi_move *const moves = calloc(count + 1, sizeof *moves);
    if (!moves)
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    (void)list(position, moves, count);
    for (size_t i = 0; i < count; i++) {
        char text[SHOOGI_MOVE_TEXT_BYTES];
        const size_t length = shoogi_usi_write(text, sizeof text, position, moves[i]);
        shg_answer_add(text, length < sizeof text ? length : sizeof text - 1);
        shg_answer_text("\n");
    }
    free(moves);
    return SHOOGI_OK;
}

/* Answers with the squares of the pieces that attack a royal of the side to move, a line for each, and returns their
 * number. */
EXPORT(size_t, position_checkers, const shoogi_position *position)
{
    shg_answer_begin();
    shoogi_square squares[64];
    const size_t room = sizeof squares / sizeof squares[0];
    const size_t count = shoogi_position_checkers(position, squares, room);
    for (size_t i = 0; i < count && i < room; i++) {
        char text[SHOOGI_SQUARE_TEXT_BYTES];
        (void)shoogi_square_text(text, sizeof text, shoogi_position_variant(position), squares[i]);
        shg_answer_text(text);
        shg_answer_text("\n");
    }
    return count;
}

/* Reads the input as a move in USI. */
static shoogi_status read_move(shoogi_move *move, const shoogi_position *position,
                               size_t text_bytes)
{
    shg_answer_begin();
    shoogi_error error;
    const shoogi_status status = shoogi_usi_read(move, position, shg_said(), text_bytes, &error);
    return status == SHOOGI_OK ? status : shg_answer_fault(&error);
}

/* OK if the input is a legal move in USI; else answers with the reason. */
EXPORT(shoogi_status, position_why_illegal, const shoogi_position *position, size_t text_bytes)
{
    shoogi_move move;
    return read_move(&move, position, text_bytes);
}

/* Answers with the move of the input in Western notation. */
EXPORT(shoogi_status, position_western, const shoogi_position *position, size_t text_bytes)
{
    shoogi_move move;
    const shoogi_status status = read_move(&move, position, text_bytes);
    if (status != SHOOGI_OK)
        return status;
    char text[SHOOGI_MOVE_TEXT_BYTES];
    (void)shoogi_western_write(text, sizeof text, position, move);
    shg_answer_text(text);
    return SHOOGI_OK;
}

/* Makes the move of the input, which must be legal. */
EXPORT(shoogi_status, position_do, shoogi_position *position, size_t text_bytes)
{
    shoogi_move move;
    shoogi_status status = read_move(&move, position, text_bytes);
    if (status != SHOOGI_OK)
        return status;
    status = shoogi_position_do(position, move);
    return status == SHOOGI_OK ? status : shg_answer_refuse(status);
}

/* Takes back the last move; false if there is none. */
EXPORT(bool, position_undo, shoogi_position *position)
{
    if (shoogi_position_moves_played(position) == 0)
        return false;
    shoogi_position_undo(position);
    return true;
}

/* Returns the outcome, and answers with the reason. */
EXPORT(shoogi_outcome, position_result, const shoogi_position *position)
{
    shg_answer_begin();
    const shoogi_result result = shoogi_position_result(position);
    shg_answer_text(shoogi_reason_text(result.reason));
    return result.outcome;
}

/* Answers with the number of leaf nodes. */
EXPORT(shoogi_status, position_perft, shoogi_position *position, unsigned depth_plies, bool paths)
{
    shg_answer_begin();
    uint64_t nodes;
    const shoogi_status status = paths
                                     ? shoogi_position_perft_by_path(&nodes, position, depth_plies)
                                     : shoogi_position_perft(&nodes, position, depth_plies);
    if (status != SHOOGI_OK)
        return shg_answer_refuse(status);
    shg_answer_number(nodes);
    return SHOOGI_OK;
}
