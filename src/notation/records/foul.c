#include "notation/records/foul.h"

#include "base/error.h"
#include "core/variant/square.h"
#include "notation/moves/japanese.h"
#include "notation/words/promotion.h"

#include <string.h>

static bool take_square(shoogi_square *out, shg_cursor *cursor, const shoogi_variant *v)
{
    const size_t took =
        shoogi_square_read(out, v, cursor->text + cursor->at, cursor->bytes - cursor->at);
    cursor->at += took;
    return took > 0;
}

/* P*5e, 2b8h+, B2b-8h+ */
static bool read_letters(shoogi_move *out, const shoogi_position *position, const char *text)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shg_cursor cursor = { text, strlen(text), 0, NULL };
    shoogi_square from, to;
    const char *const star = strchr(text, '*');
    if (star) {
        const shoogi_kind kind = shoogi_variant_kind_by_id(v, text, (size_t)(star - text));
        cursor.at = (size_t)(star - text) + 1;
        if (kind == 0 || !take_square(&to, &cursor, v))
            return false;
        *out = shoogi_move_make_drop(kind, to);
        return shg_cursor_done(&cursor);
    }
    while (!shg_cursor_done(&cursor) && !shg_is_digit(shg_cursor_next(&cursor)))
        cursor.at++;
    if (!take_square(&from, &cursor, v))
        return false;
    (void)(shg_cursor_take(&cursor, '-') || shg_cursor_take(&cursor, 'x'));
    if (!take_square(&to, &cursor, v))
        return false;
    const bool promotes = shg_cursor_take(&cursor, '+');
    (void)shg_cursor_take(&cursor, '=');
    *out = shoogi_move_make(from, to, shg_kind_after(position, from, promotes), promotes);
    return shg_cursor_done(&cursor);
}

static bool read_japanese(shg_said *said, const shoogi_position *position, const char *text)
{
    size_t used = 0;
    return shg_said_read(said, &used, shoogi_position_variant(position), shg_previous(position),
                         text, strlen(text), NULL) == SHOOGI_OK &&
           used == strlen(text);
}

/* The move of a text that names an origin or a drop. */
static bool move_of(shoogi_move *out, const shg_said *said, const shoogi_position *position)
{
    if (said->places != 1)
        return false;
    if (said->from != SHOOGI_NO_SQUARE) {
        *out =
            shoogi_move_make(said->from, said->place[0],
                             shg_kind_after(position, said->from, said->promotes), said->promotes);
        return true;
    }
    for (unsigned k = 1; k <= shoogi_variant_kind_count(shoogi_position_variant(position)); k++)
        if ((said->marks & SHG_MARK_DROP) && said->kinds.has[k]) {
            *out = shoogi_move_make_drop((shoogi_kind)k, said->place[0]);
            return true;
        }
    return false;
}

bool shg_foul_read(shoogi_move *out, const shoogi_position *position, const char *text)
{
    shg_said said;
    if (!text || (!read_letters(out, position, text) &&
                  !(read_japanese(&said, position, text) && move_of(out, &said, position))))
        return false;
    return shoogi_position_why_illegal(position, *out, NULL, 0) != SHOOGI_ILLEGAL_NONE;
}

bool shg_foul_is_japanese(const shoogi_position *position, const char *text)
{
    shg_said said;
    shoogi_move move;
    shoogi_error err;
    return read_japanese(&said, position, text) &&
           shg_said_move(&move, NULL, &said, position, &err) == SHOOGI_ILLEGAL;
}
