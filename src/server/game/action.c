#include "server/game/action.h"

#include "base/error.h"
#include "server/session/move_word.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_handicap(const char *stored)
{
    return shg_handicap_word(stored, strlen(stored));
}

const char *shg_action_kind(const char *stored)
{
    return is_handicap(stored) ? "handicap" : "move";
}

void shg_action_of_move(char out[SHG_ACTION_BYTES], const shoogi_position *position,
                        shoogi_move move)
{
    shoogi_usi_write(out, SHG_ACTION_BYTES, position, move);
}

static shoogi_status do_handicap(shoogi_position *position, const char *text, size_t text_bytes,
                                 shoogi_error *err)
{
    const unsigned room = shoogi_variant_square_count(shoogi_position_variant(position));
    shoogi_square *squares = calloc(room, sizeof *squares);
    size_t count = 0;
    shoogi_status status = squares ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = shoogi_handicap_read(squares, &count, position, text, text_bytes, err);
    if (status == SHOOGI_OK)
        status = shoogi_position_handicap(position, squares, count);
    free(squares);
    return status;
}

shoogi_status shg_action_of_handicap(char out[SHG_ACTION_BYTES], const shoogi_position *position,
                                     const char *text, size_t text_bytes, shoogi_error *err)
{
    shoogi_position *scratch = NULL;
    shoogi_status status = shoogi_position_copy(&scratch, position);
    if (status == SHOOGI_OK)
        status = do_handicap(scratch, text, text_bytes, err);
    if (status == SHOOGI_OK &&
        shoogi_handicap_write(out, SHG_ACTION_BYTES, scratch) >= SHG_ACTION_BYTES)
        status = shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                               "That handicap removes more pieces than allowed.");
    shoogi_position_free(scratch);
    return status;
}

shoogi_status shg_action_apply(shoogi_position *position, const char *stored, shoogi_error *err)
{
    if (is_handicap(stored))
        return do_handicap(position, stored, strlen(stored), err);
    shoogi_move move;
    const shoogi_status status = shoogi_usi_read(&move, position, stored, strlen(stored), err);
    return status == SHOOGI_OK ? shoogi_position_do(position, move) : status;
}

size_t shg_moves_at_once(const shoogi_variant *variant, shoogi_notation notation, size_t most)
{
    enum { SQUARES = 50000, LEAST = 50 };
    const size_t few = SQUARES / shoogi_variant_square_count(variant);
    if (notation != SHOOGI_NOTATION_JAPANESE || few >= most)
        return most;
    return few > LEAST ? few : LEAST;
}

void shg_move_write(shg_out *out, const shoogi_position *position, shoogi_move move,
                    shoogi_notation notation)
{
    char text[SHOOGI_NOTATION_TEXT_BYTES];
    shoogi_move_write(text, sizeof text, position, move, notation);
    shg_out_text(out, text);
}

static void write_handicap(shg_out *out, const shoogi_position *position, const char *stored,
                           shoogi_notation notation)
{
    char text[SHG_ACTION_BYTES];
    shoogi_position *after = NULL;
    const bool good = shoogi_position_copy(&after, position) == SHOOGI_OK &&
                      do_handicap(after, stored, strlen(stored), NULL) == SHOOGI_OK &&
                      shoogi_handicap_write_in(text, sizeof text, after, notation) < sizeof text;
    shg_out_text(out, good ? text : stored);
    shoogi_position_free(after);
}

void shg_action_write(shg_out *out, const shoogi_position *position, const char *stored,
                      shoogi_notation notation)
{
    shoogi_move move;
    if (is_handicap(stored))
        write_handicap(out, position, stored, notation);
    else if (shoogi_usi_read(&move, position, stored, strlen(stored), NULL) == SHOOGI_OK)
        shg_move_write(out, position, move, notation);
    else
        shg_out_text(out, stored);
}
