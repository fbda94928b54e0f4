/* usi.c: moves as the Universal Shogi Interface writes them.  Source: docs/notation.md, "USI moves". */
#include "base/error.h"
#include "notation/cursor.h"
#include "shoogi/notation.h"

#include <string.h>

/* Where a move keeps the squares it visits on the way (types.h). */
enum { MOVE_FIRST = 22, MOVE_SECOND = 33, VISITED_MAX = 2, SQUARES_MAX = VISITED_MAX + 2 };
static const int visited[VISITED_MAX] = { MOVE_FIRST, MOVE_SECOND };

static void write_square(shg_out *out, const shoogi_variant *variant, shoogi_square square)
{
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shg_out_bytes(out, text, shoogi_square_text(text, sizeof text, variant, square));
}

size_t shoogi_usi_write(char *out, size_t out_bytes, const shoogi_variant *variant,
                        shoogi_move move)
{
    shg_out text = shg_out_make(out, out_bytes);
    if (shoogi_move_is_drop(move)) {
        shg_out_text(&text, shoogi_variant_kind(variant, shoogi_move_kind(move)).id);
        shg_out_char(&text, '*');
    } else {
        write_square(&text, variant, shoogi_move_from(move));
    }
    for (size_t i = 0; i < VISITED_MAX; i++) {
        const shoogi_square square = (shoogi_square)((move >> visited[i]) & SHOOGI_NO_SQUARE);
        if (square != SHOOGI_NO_SQUARE)
            write_square(&text, variant, square);
    }
    write_square(&text, variant, shoogi_move_to(move));
    if (shoogi_move_is_promotion(move))
        shg_out_char(&text, '+');
    return text.length;
}

static bool read_square(shoogi_square *out, shg_cursor *cursor, const shoogi_variant *variant)
{
    const size_t took =
        shoogi_square_read(out, variant, cursor->text + cursor->at, cursor->bytes - cursor->at);
    cursor->at += took;
    return took > 0;
}

/* ID*SQUARE, the star being at byte star of the text. */
static shoogi_status read_drop(shoogi_move *out, shg_cursor *cursor, const shoogi_variant *variant,
                               size_t star)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(variant, cursor->text, star);
    if (kind == 0)
        return shg_cursor_fail(cursor, 0, "a piece of this game before \"*\"");
    cursor->at = star + 1;
    shoogi_square to;
    if (!read_square(&to, cursor, variant))
        return shg_cursor_fail(cursor, cursor->at, "a square of this board");
    if (!shg_cursor_done(cursor))
        return shg_cursor_fail(cursor, cursor->at, "the end of the move");
    *out = shoogi_move_make_drop(kind, to);
    return SHOOGI_OK;
}

/* Two squares or more, of which the ones in the middle are visited on the way, and "+" or "=".
 * *third_at is where the third square stands in the text, 0 if there are two. */
static shoogi_status read_walk(shoogi_move *out, size_t *third_at, shg_cursor *cursor,
                               const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shoogi_square squares[SQUARES_MAX];
    size_t count = 0;
    while (count < SQUARES_MAX) {
        const size_t start = cursor->at;
        if (!read_square(&squares[count], cursor, variant))
            break;
        *third_at = count == 2 ? start : *third_at;
        count++;
    }
    if (count == 0)
        return shg_cursor_fail(cursor, cursor->at, "a move such as 7g7f or P*5e");
    if (count == 1)
        return shg_cursor_fail(cursor, cursor->at, "the square the move goes to");
    bool promotion = false;
    if (shg_cursor_take(cursor, '+'))
        promotion = true;
    else
        (void)shg_cursor_take(cursor, '='); /* some programs say that they do not promote */
    if (!shg_cursor_done(cursor))
        return shg_cursor_fail(cursor, cursor->at, "\"+\" or the end of the move");

    /* Where nothing stands any kind will do: the reason is that nothing stands there. */
    const shoogi_kind before = shoogi_position_piece(position, squares[0]).kind;
    shoogi_kind after = before != 0 ? before : 1;
    if (promotion && shoogi_variant_kind(variant, after).promoted != 0)
        after = shoogi_variant_kind(variant, after).promoted;
    shoogi_move move = shoogi_move_make(squares[0], squares[count - 1], after, promotion);
    for (size_t i = 0; i + 2 < count; i++) {
        move &= ~((shoogi_move)SHOOGI_NO_SQUARE << visited[i]);
        move |= (shoogi_move)squares[i + 1] << visited[i];
    }
    *out = move;
    return SHOOGI_OK;
}

shoogi_status shoogi_usi_read(shoogi_move *out, const shoogi_position *position, const char *text,
                              size_t text_bytes, shoogi_error *err)
{
    shg_cursor cursor = { text, text_bytes, 0, err };
    const char *star = text_bytes > 0 ? memchr(text, '*', text_bytes) : NULL;
    shoogi_move move = 0;
    size_t third_at = 0;
    const shoogi_status status =
        star ? read_drop(&move, &cursor, shoogi_position_variant(position), (size_t)(star - text))
             : read_walk(&move, &third_at, &cursor, position);
    if (status != SHOOGI_OK)
        return status;
    char sentence[SHOOGI_MESSAGE_BYTES];
    const shoogi_illegal why = shoogi_position_why(position, move, sentence, sizeof sentence);
    if (why == SHOOGI_ILLEGAL_NO_SUCH_SQUARE && third_at > 0)
        return shg_cursor_fail(&cursor, third_at, "the end of the move (no man here goes on)");
    if (why != SHOOGI_ILLEGAL_NOTHING)
        return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "%s", sentence);
    *out = move;
    return SHOOGI_OK;
}
