/* usi.c: moves in the Universal Shogi Interface.  Source: docs/notation.md, "USI moves". */
#include "base/error.h"
#include "core/variant/square.h"
#include "notation/moves/castle_word.h"
#include "notation/words/cursor.h"
#include "notation/words/piece_id.h"
#include "notation/words/promotion.h"
#include "shoogi/notation.h"

#include <string.h>

size_t shoogi_usi_write(char *out, size_t out_bytes, const shoogi_position *position,
                        shoogi_move move)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shg_out text = shg_out_make(out, out_bytes);
    if (shoogi_move_is_drop(move)) {
        shg_out_text(&text, shoogi_variant_kind(variant, shoogi_move_kind(move)).id);
        shg_out_char(&text, '*');
    } else {
        shg_out_square(&text, variant, shoogi_move_from(move));
    }
    shoogi_square stops[SHG_VISITED_MAX];
    const unsigned count = shg_visited_squares(stops, move, shoogi_variant_rank_count(variant));
    for (unsigned i = 0; i < count; i++)
        shg_out_square(&text, variant, stops[i]);
    if (shoogi_move_is_promotion(move)) {
        const shoogi_kind form = shg_form_to_name(position, move);
        shg_out_char(&text, '+');
        shg_out_text(&text, form != 0 ? shoogi_variant_kind(variant, form).id : "");
    }
    return text.length;
}

/* The part after the squares: "+", with an optional kind, or "=", or "-". */
struct tail {
    bool promotes;
    size_t turns; /* the offset of a "-", as Fairy-Stockfish writes it where a piece turns to its first side; 0: none */
    shoogi_kind form; /* 0: none named */
};

static bool read_square(shoogi_square *out, shg_cursor *cursor, const shoogi_variant *variant)
{
    const size_t took =
        shoogi_square_read(out, variant, cursor->text + cursor->at, cursor->bytes - cursor->at);
    cursor->at += took;
    return took > 0;
}

/* ID*SQUARE; the star is byte star of the text. */
static shoogi_status read_drop(shoogi_move *out, shg_cursor *cursor, const shoogi_variant *variant,
                               size_t star)
{
    const shoogi_kind kind = shg_kind_named(variant, cursor->text, star);
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

/* Two squares or more; those in the middle are via squares. */
static shoogi_status read_squares(shoogi_move *out, shg_cursor *cursor,
                                  const shoogi_variant *variant)
{
    shoogi_square squares[SHOOGI_VIA_MAX + 2];
    size_t count = 0;
    while (count < sizeof squares / sizeof squares[0] &&
           read_square(&squares[count], cursor, variant))
        count++;
    if (count == 0)
        return shg_cursor_fail(cursor, cursor->at, "a move such as 7g7f or P*5e");
    if (count == 1)
        return shg_cursor_fail(cursor, cursor->at, "the destination square");
    *out = shoogi_move_make(squares[0], squares[count - 1], 0, false);
    *out = shoogi_move_with_via(*out, shoogi_variant_rank_count(variant), squares + 1,
                                (unsigned)count - 2);
    return *out != 0 ? SHOOGI_OK : shg_cursor_fail(cursor, 0, "squares closer to each other");
}

/* Up to the end of the text.  An invalid kind stays unread, with cursor->at before it. */
static shoogi_status read_tail(struct tail *out, shg_cursor *cursor, const shoogi_variant *variant)
{
    *out = (struct tail){ 0 };
    if (cursor->bytes == cursor->at + 1 && shg_cursor_take(cursor, '-')) {
        *out = (struct tail){ .promotes = true, .turns = cursor->at - 1 };
        return SHOOGI_OK;
    }
    if (shg_cursor_take(cursor, '+')) {
        out->promotes = true;
        out->form = shoogi_variant_kind_by_id(variant, cursor->text + cursor->at,
                                              cursor->bytes - cursor->at);
        return SHOOGI_OK;
    }
    (void)shg_cursor_take(cursor, '='); /* some programs write that they do not promote */
    return shg_cursor_done(cursor)
               ? SHOOGI_OK
               : shg_cursor_fail(cursor, cursor->at, "\"+\" or the end of the move");
}

/* The legal move with the squares of *move that ends as the tail says.  *move is 0: none. */
static shoogi_status choose(shoogi_move *move, const shg_cursor *cursor,
                            const shoogi_position *position, struct tail tail)
{
    shoogi_move choices[SHOOGI_PROMOTION_CHOICES_MAX];
    const size_t count =
        shoogi_position_promotion_choices(position, *move, choices, SHOOGI_PROMOTION_CHOICES_MAX);
    size_t fits = 0;
    /* Where a piece may stay as it is, "-" has no meaning. */
    for (size_t i = 0; i < count && tail.turns > 0; i++)
        if (!shoogi_move_is_promotion(choices[i]))
            return shg_cursor_fail(cursor, tail.turns, "\"+\" or the end of the move");
    *move = 0;
    for (size_t i = 0; i < count; i++) {
        if (shoogi_move_is_promotion(choices[i]) != tail.promotes ||
            (tail.form != 0 && shoogi_move_kind(choices[i]) != tail.form))
            continue;
        if (fits++ == 0)
            *move = choices[i];
    }
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    const size_t forms = shg_out_forms(&list, shoogi_position_variant(position), choices, count);
    const bool unknown = tail.promotes && tail.form == 0 && !shg_cursor_done(cursor);
    if (unknown && forms < 2)
        return shg_cursor_fail(cursor, cursor->at, "the end of the move");
    if (unknown || (tail.promotes && tail.form == 0 && fits > 1))
        return shg_cursor_fail(cursor, cursor->at, "one of %s", names);
    return SHOOGI_OK;
}

/* Why no legal move has these squares and this tail. */
static shoogi_status fail_illegal(const shg_cursor *cursor, const shoogi_position *position,
                                  shoogi_move move, struct tail tail)
{
    if (!shoogi_move_is_drop(move)) {
        const shoogi_kind after =
            tail.form != 0 ? tail.form
                           : shg_kind_after(position, shoogi_move_from(move), tail.promotes);
        move |= (shoogi_move)after << SHOOGI_MOVE_KIND;
        move |= tail.promotes ? SHOOGI_MOVE_PROMOTION : 0;
    }
    char sentence[SHOOGI_MESSAGE_BYTES];
    (void)shoogi_position_why_illegal(position, move, sentence, sizeof sentence);
    return shg_error_set(cursor->err, SHOOGI_ILLEGAL, 1, 1, "%s", sentence);
}

shoogi_status shoogi_usi_read(shoogi_move *out, const shoogi_position *position, const char *text,
                              size_t text_bytes, shoogi_error *err)
{
    shg_cursor cursor = { text, text_bytes, 0, err };
    const shoogi_variant *variant = shoogi_position_variant(position);
    const char *star = text_bytes > 0 ? memchr(text, '*', text_bytes) : NULL;
    if (!star && text_bytes > 0)
        star = memchr(text, '@', text_bytes); /* as in UCI */
    struct tail tail = { 0 };
    shoogi_move squares = 0;
    shoogi_status status = star ? read_drop(&squares, &cursor, variant, (size_t)(star - text))
                                : read_squares(&squares, &cursor, variant);
    if (status == SHOOGI_OK && !star)
        status = read_tail(&tail, &cursor, variant);
    shoogi_move move = squares;
    if (status == SHOOGI_OK)
        status = choose(&move, &cursor, position, tail);
    if (status != SHOOGI_OK)
        return status;
    const bool two_ends = !star && (squares & SHOOGI_MOVE_DIRECT) == SHOOGI_MOVE_DIRECT;
    /* A king that castles moves onto its rook, in the notation of games with other first positions. */
    if (move == 0 && two_ends && !tail.promotes)
        move = shg_castling_with(position, shoogi_move_from(squares), shoogi_move_to(squares));
    if (move == 0 && two_ends)
        move = shg_passing_capture(position, 0, shg_whole_place(variant, shoogi_move_from(squares)),
                                   shoogi_move_to(squares));
    if (move != 0 && shoogi_move_is_promotion(move) != tail.promotes) {
        move &= SHOOGI_MOVE_SQUARES;
        status = choose(&move, &cursor, position, tail);
        if (status != SHOOGI_OK)
            return status;
    }
    if (move == 0)
        return fail_illegal(&cursor, position, squares, tail);
    *out = move;
    return SHOOGI_OK;
}
