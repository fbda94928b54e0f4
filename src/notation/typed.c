#include "base/error.h"
#include "notation/japanese.h"
#include "notation/move_word.h"
#include "shoogi/notation.h"

#include <string.h>

/* One notation after the other, in the order in which they are tried: what a text says in one of them it says in
 * no other, but for Western notation and USI, which both read 7g7f. */

typedef shoogi_status reader(shoogi_western *out, const shoogi_position *position, const char *text,
                             size_t text_bytes, shoogi_error *err);

static shoogi_status read_usi(shoogi_western *out, const shoogi_position *position,
                              const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_usi_read(&out->move, position, text, text_bytes, err);
}

static shoogi_status read_japanese(shoogi_western *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_japanese_read(&out->move, position, text, text_bytes, shg_previous(position),
                                err);
}

static shoogi_status read_kitao(shoogi_western *out, const shoogi_position *position,
                                const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_kitao_read(&out->move, position, text, text_bytes, shg_previous(position), err);
}

static shoogi_status read_courier(shoogi_western *out, const shoogi_position *position,
                                  const char *text, size_t text_bytes, shoogi_error *err)
{
    shoogi_courier found;
    const shoogi_status status = shoogi_courier_read(&found, position, text, text_bytes, err);
    if (status != SHOOGI_OK)
        return status;
    if (found.move == 0)
        return shg_error_expected(err, SHOOGI_BAD_TEXT, 1, 1, "a move", text, text_bytes);
    out->move = found.move;
    return SHOOGI_OK;
}

static shoogi_status read_word(shoogi_western *out, const shoogi_position *position,
                               const char *text, size_t text_bytes, shoogi_error *err)
{
    return shg_move_word_read(&out->move, position, shg_previous(position), text, text_bytes, err);
}

static reader *const readers[] = { read_usi,   shoogi_western_read, read_japanese,
                                   read_kitao, read_courier,        read_word };

shoogi_status shoogi_typed_read(shoogi_western *out, const shoogi_position *position,
                                const char *text, size_t text_bytes, shoogi_error *err)
{
    if (text_bytes == 0)
        return shg_error_expected(err, SHOOGI_BAD_TEXT, 1, 1, "a move", text, text_bytes);
    /* Whose words about a text that is no move are the right ones. */
    reader *blamed = shoogi_western_read;
    for (size_t i = 0; i < text_bytes; i++)
        if ((unsigned char)text[i] > 0x7F)
            blamed = read_japanese;
    shoogi_error why = { .status = SHOOGI_OK };
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        shoogi_western found = { 0 };
        shoogi_error fault;
        const shoogi_status status = readers[i](&found, position, text, text_bytes, &fault);
        if (status == SHOOGI_OK) {
            *out = found;
            return status;
        }
        /* What was understood, and may not be played, is told rather than what was not understood. */
        const bool better = status != SHOOGI_BAD_TEXT
                                ? why.status == SHOOGI_OK || why.status == SHOOGI_BAD_TEXT
                                : readers[i] == blamed && why.status == SHOOGI_OK;
        if (better)
            why = fault;
    }
    if (err)
        *err = why;
    return why.status;
}
