#include "notation/moves/coordinates.h"
#include "notation/moves/castle_word.h"

#include "core/variant/square.h"
#include "notation/words/algebraic.h"
#include "notation/words/cursor.h"
#include "notation/words/piece_id.h"
#include "notation/words/promotion.h"
#include "notation/moves/wording.h"

#include <string.h>

enum { SQUARES_MAX = SHOOGI_VIA_MAX + 2, TAIL_BYTES_MAX = 24 };

static unsigned first_rank(const shoogi_variant *variant, shg_coordinates dialect)
{
    return dialect == SHG_COORDINATES_XBOARD ? shg_xboard_first_rank(variant) : 1;
}

/* a pass changes nothing, so its squares do not matter */
static bool is_pass(const shoogi_position *position, shoogi_move move)
{
    const shg_route route = shg_route_of(position, move);
    return route.stays && route.taken == 0 && !shoogi_move_is_promotion(move);
}

static void write_form(shg_out *out, const char *id)
{
    for (id += *id == '+'; *id != '\0'; id++)
        shg_out_char(out, shg_lower(*id));
}

size_t shg_coordinates_write(char *out, size_t out_bytes, const shoogi_position *position,
                             shoogi_move move, shg_coordinates dialect)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned first = first_rank(variant, dialect);
    shg_out text = shg_out_make(out, out_bytes);
    if (dialect == SHG_COORDINATES_XBOARD && is_pass(position, move)) {
        shg_out_text(&text, "@@@@");
        return text.length;
    }
    if (shoogi_move_is_drop(move))
        shg_out_format(&text, "%s@", shoogi_variant_kind(variant, shoogi_move_kind(move)).id);
    else
        shg_algebraic_write(&text, variant, shoogi_move_from(move), first);
    shoogi_square way[SHOOGI_VIA_MAX];
    const unsigned ways = shg_captures_in_passing(position, move)
                              ? 0
                              : shoogi_move_via(way, move, shoogi_variant_rank_count(variant));
    for (unsigned i = 0; i < ways; i++) {
        shg_algebraic_write(&text, variant, way[i], first);
        if (dialect == SHG_COORDINATES_XBOARD) { /* each leg has both its squares */
            shg_out_char(&text, ',');
            shg_algebraic_write(&text, variant, way[i], first);
        }
    }
    shg_algebraic_write(&text, variant, shoogi_move_to(move), first);
    if (shoogi_move_is_promotion(move)) {
        const shoogi_kind form = shg_form_to_name(position, move);
        if (form != 0)
            write_form(&text, shoogi_variant_kind(variant, form).id);
        else
            shg_out_char(&text, '+');
    }
    return text.length;
}

/* ---- reading: the same move in USI, whose reader knows all errors ---- */

static bool take_square(shoogi_square *out, shg_cursor *cursor, const shoogi_variant *variant,
                        unsigned first)
{
    const size_t took = shg_algebraic_read(out, variant, cursor->text + cursor->at,
                                           cursor->bytes - cursor->at, first);
    cursor->at += took;
    return took > 0;
}

static shoogi_status take_squares(shg_out *usi, shg_cursor *cursor, const shoogi_variant *variant,
                                  unsigned first)
{
    shoogi_square last, next;
    if (!take_square(&last, cursor, variant, first))
        return shg_cursor_fail(cursor, cursor->at, "a move such as c3c4 or P@e5");
    shg_out_square(usi, variant, last);
    for (unsigned count = 1; count < SQUARES_MAX; count++) {
        if (count > 1 && (shg_cursor_take(cursor, ',') || shg_cursor_take(cursor, ';'))) {
            const size_t start = cursor->at;
            if (!take_square(&next, cursor, variant, first) || next != last)
                return shg_cursor_fail(cursor, start, "the square on which the last leg ended");
            if (!take_square(&next, cursor, variant, first))
                return shg_cursor_fail(cursor, cursor->at, "the destination of the leg");
        } else if (!take_square(&next, cursor, variant, first)) {
            if (count == 1)
                return shg_cursor_fail(cursor, cursor->at, "the destination square");
            break;
        }
        shg_out_square(usi, variant, next);
        last = next;
    }
    return SHOOGI_OK;
}

/* "0000", "@@@@", or a square twice, as HaChu writes it. */
static bool says_pass(shg_cursor cursor, const shoogi_variant *variant, unsigned first)
{
    if (shg_text_same(cursor.text, cursor.bytes, "0000", 4) ||
        shg_text_same(cursor.text, cursor.bytes, "@@@@", 4))
        return true;
    shoogi_square from, to;
    return take_square(&from, &cursor, variant, first) &&
           take_square(&to, &cursor, variant, first) && from == to && cursor.at == cursor.bytes;
}

shoogi_status shg_coordinates_read(shoogi_move *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shg_coordinates dialect,
                                   shoogi_error *err)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned first = first_rank(variant, dialect);
    shg_cursor cursor = { text, text_bytes, 0, err };
    if (says_pass(cursor, variant, first)) {
        shoogi_parsed_move pass;
        const shoogi_status status = shoogi_western_read(&pass, position, "--", 2, err);
        if (status == SHOOGI_OK)
            *out = pass.move;
        return status;
    }
    if (shg_is_castle_word(variant, text, text_bytes))
        return shg_castle_word_read(out, position, text, text_bytes, err);
    char usi_text[2 * TAIL_BYTES_MAX + SQUARES_MAX * SHOOGI_SQUARE_TEXT_BYTES];
    shg_out usi = shg_out_make(usi_text, sizeof usi_text);
    const char *const at_sign = text_bytes > 0 ? memchr(text, '@', text_bytes) : NULL;
    if (at_sign) {
        const size_t id_bytes = (size_t)(at_sign - text);
        shoogi_square to;
        const shoogi_kind kind = shg_kind_named(variant, text, id_bytes);
        if (kind == 0)
            return shg_cursor_fail(&cursor, 0, "a piece of this game before \"@\"");
        shg_out_format(&usi, "%s*", shoogi_variant_kind(variant, kind).id);
        cursor.at = id_bytes + 1;
        if (!take_square(&to, &cursor, variant, first))
            return shg_cursor_fail(&cursor, cursor.at, "a square of this board");
        shg_out_square(&usi, variant, to);
    } else {
        const shoogi_status status = take_squares(&usi, &cursor, variant, first);
        if (status != SHOOGI_OK)
            return status;
    }
    /* The part after the squares. */
    const size_t tail = cursor.at, usi_tail = usi.length;
    if (text_bytes - tail > TAIL_BYTES_MAX)
        return shg_cursor_fail(&cursor, tail, "\"+\" or the end of the move");
    if (text_bytes - tail == 1 && text[tail] == '-') {
        shg_out_char(&usi, '+');
    } else {
        if (!at_sign && shg_is_letter(shg_cursor_next(&cursor)))
            shg_out_char(&usi, '+');
        shg_out_bytes(&usi, text + tail, text_bytes - tail);
    }
    shoogi_error fault = { 0 };
    const shoogi_status status = shoogi_usi_read(out, position, usi_text, usi.length, &fault);
    if (status == SHOOGI_PARSE_ERROR) /* only the tail can be wrong */
        fault.column =
            (uint32_t)(tail + 1 + (fault.column > usi_tail + 1 ? fault.column - usi_tail - 1 : 0));
    if (status != SHOOGI_OK && err)
        *err = fault;
    return status;
}
