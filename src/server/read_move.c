#include "server/read_move.h"

typedef shoogi_status reader(shoogi_move *move, const shoogi_position *position, const char *text,
                             size_t text_bytes, shoogi_error *err);

/* Where the move before ended, for 同. */
static shoogi_square previous(const shoogi_position *position)
{
    const unsigned played = shoogi_position_played(position);
    const shoogi_move move = played > 0 ? shoogi_position_move_at(position, played - 1) : 0;
    return move != 0 ? shoogi_move_to(move) : SHOOGI_NO_SQUARE;
}

static shoogi_status read_courier(shoogi_move *move, const shoogi_position *position,
                                  const char *text, size_t text_bytes, shoogi_error *err)
{
    shoogi_courier courier;
    const shoogi_status status = shoogi_courier_read(&courier, position, text, text_bytes, err);
    *move = courier.move;
    return status == SHOOGI_OK && courier.move == 0 ? SHOOGI_BAD_TEXT : status;
}

static shoogi_status read_japanese(shoogi_move *move, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_japanese_read(move, position, text, text_bytes, previous(position), err);
}

static shoogi_status read_kitao(shoogi_move *move, const shoogi_position *position,
                                const char *text, size_t text_bytes, shoogi_error *err)
{
    return shoogi_kitao_read(move, position, text, text_bytes, previous(position), err);
}

shoogi_status shg_read_move(shoogi_western *out, const shoogi_position *position, const char *text,
                            size_t text_bytes, shoogi_error *err)
{
    static reader *const readers[] = { shoogi_usi_read, read_courier, read_japanese, read_kitao };
    shoogi_error western_err = { 0 };
    const shoogi_status western =
        shoogi_western_read(out, position, text, text_bytes, &western_err);
    if (err)
        *err = western_err;
    for (size_t i = 0; western == SHOOGI_BAD_TEXT && i < sizeof readers / sizeof readers[0]; i++) {
        shoogi_error other = { 0 };
        out->promotion_open = false;
        const shoogi_status status = readers[i](&out->move, position, text, text_bytes, &other);
        /* What begins as in Western notation is meant so, unless it is a move in another. */
        if (status == SHOOGI_BAD_TEXT || (status == SHOOGI_ILLEGAL && western_err.column > 1))
            continue;
        if (err)
            *err = other;
        return status;
    }
    return western;
}
