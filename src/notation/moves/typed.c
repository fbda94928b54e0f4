#include "base/error.h"
#include "notation/moves/japanese.h"
#include "shoogi/notation.h"

#include <string.h>

typedef shoogi_status reader(shoogi_parsed_move *out, const shoogi_position *position,
                             const char *text, size_t text_bytes, shoogi_error *err);

static shoogi_status read_usi(shoogi_parsed_move *out, const shoogi_position *position,
                              const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_usi_read(&out->move, position, text, text_bytes, err);
}

static shoogi_status read_japanese(shoogi_parsed_move *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_japanese_read(&out->move, position, text, text_bytes, shg_previous(position),
                                err);
}

static shoogi_status read_kitao(shoogi_parsed_move *out, const shoogi_position *position,
                                const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_kitao_read(&out->move, position, text, text_bytes, shg_previous(position), err);
}

static shoogi_status read_courier(shoogi_parsed_move *out, const shoogi_position *position,
                                  const char *text, size_t text_bytes, shoogi_error *err)
{
    shoogi_courier_move found;
    const shoogi_status status = shoogi_courier_read(&found, position, text, text_bytes, err);
    if (status != SHOOGI_OK)
        return status;
    if (found.move == 0)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, "a move", text, text_bytes);
    out->move = found.move;
    return SHOOGI_OK;
}

/* In the order in which they are tried. */
static reader *const readers[] = { shoogi_western_read, read_usi, read_japanese, read_kitao,
                                   read_courier };

shoogi_status shoogi_move_read_any(shoogi_parsed_move *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_error *err)
{
    if (text_bytes == 0)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, "a move", text, text_bytes);
    /* The notation whose message fits a text that is no move. */
    reader *blamed = shoogi_western_read;
    for (size_t i = 0; i < text_bytes; i++)
        if ((unsigned char)text[i] > 0x7F)
            blamed = read_japanese;
    shoogi_error blame = { .status = SHOOGI_PARSE_ERROR };
    bool begun = false; /* as in Western notation */
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        shoogi_parsed_move found = { 0 };
        shoogi_error fault = { .status = SHOOGI_PARSE_ERROR };
        const shoogi_status status = readers[i](&found, position, text, text_bytes, &fault);
        if (status == SHOOGI_OK)
            *out = found;
        /* A typing error in one notation must not become an illegal move in another, which may lose the game. */
        else if (status == SHOOGI_ILLEGAL ? !begun : status != SHOOGI_PARSE_ERROR)
            blame = fault;
        else {
            if (readers[i] == blamed)
                blame = fault;
            begun = begun || (readers[i] == shoogi_western_read && fault.column > 1);
            continue;
        }
        if (err && status != SHOOGI_OK)
            *err = blame;
        return status;
    }
    if (err)
        *err = blame;
    return SHOOGI_PARSE_ERROR;
}
