/* sfen.c: positions as SFEN. Source: docs/notation.md, "SFEN". */
#include "core/variant/square.h"
#include "notation/boards/castling.h"
#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <string.h>

/* ---- Writing ----------------------------------------------------------------------------------- */

static void write_hands(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const bool commas = shg_ids_need_commas(variant);
    if (shoogi_position_counter_strike_square(position) != SHOOGI_NO_SQUARE) {
        /* Without drops the hand field has the counter-strike square. */
        shg_out_square(out, variant, shoogi_position_counter_strike_square(position));
        return;
    }
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, variant);
    bool any = false;
    for (int colour = SHOOGI_BLACK; colour <= SHOOGI_WHITE; colour++)
        for (size_t i = 0; i < kinds; i++) {
            const unsigned count = shoogi_position_hand(position, (shoogi_colour)colour, order[i]);
            if (count == 0)
                continue;
            if (commas && any)
                shg_out_char(out, ',');
            if (count > 1)
                shg_out_format(out, "%u", count);
            shg_id_write(out, variant, order[i], (shoogi_colour)colour);
            any = true;
        }
    if (!any)
        shg_out_char(out, '-');
}

void shg_out_sfen(shg_out *out, const shoogi_position *position)
{
    shg_ranks_write(out, position);
    shg_out_text(out, shoogi_position_side(position) == SHOOGI_BLACK ? " b " : " w ");
    write_hands(out, position);
    if (shg_has_checks(position)) {
        shg_out_char(out, ' ');
        shg_checks_write(out, position);
    }
    shg_out_format(out, " %u", shoogi_position_ply(position));
    if (shoogi_variant_has_castling(shoogi_position_variant(position)) &&
        shg_rights_are_lost(position)) {
        shg_out_char(out, ' ');
        shg_rights_write(out, position);
    }
}

size_t shoogi_sfen_write(char *out, size_t out_bytes, const shoogi_position *position)
{
    shg_out text = shg_out_make(out, out_bytes);
    shg_out_sfen(&text, position);
    return text.length;
}

/* ---- Reading ----------------------------------------------------------------------------------- */

static shoogi_status read_board(shg_setup_reader *reader)
{
    const shg_cursor *cursor = &reader->cursor;
    const shoogi_status status = shg_ranks_read(reader);
    if (status == SHOOGI_OK && !shg_cursor_field_ends(cursor))
        return shg_cursor_fail(cursor, cursor->at, "a space after the last of %u ranks",
                               shoogi_variant_rank_count(reader->variant));
    return status;
}

static shoogi_status read_hands(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    if (shg_cursor_take(cursor, '-'))
        return SHOOGI_OK;
    const size_t square = shoogi_square_read(&reader->setup->mark, reader->variant,
                                             cursor->text + cursor->at, cursor->bytes - cursor->at);
    if (square > 0 && shoogi_hand_order(NULL, 0, reader->variant) == 0) {
        cursor->at += square;
        return SHOOGI_OK;
    }
    reader->setup->mark = SHOOGI_NO_SQUARE;
    do {
        unsigned count = 1;
        const size_t count_start = cursor->at;
        if (shg_is_digit(shg_cursor_next(cursor)) &&
            (!shg_cursor_number(&count, cursor, SHG_HAND_MAX) || count == 0))
            return shg_cursor_fail(cursor, count_start, "a number of pieces from 1 to %d",
                                   SHG_HAND_MAX);
        const size_t start = cursor->at;
        shoogi_piece piece;
        if (!shg_piece_read(&piece, reader))
            return shg_cursor_fail(cursor, start, "pieces in hand, or \"-\" for none");
        const shoogi_status status = shg_hand_add(reader, start, piece, count);
        if (status != SHOOGI_OK)
            return status;
        (void)shg_cursor_take(cursor, ',');
    } while (!shg_cursor_field_ends(cursor));
    return SHOOGI_OK;
}

static shoogi_status read_side(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const size_t start = cursor->at;
    if (shg_cursor_take(cursor, 'w'))
        reader->setup->side = SHOOGI_WHITE;
    else if (!shg_cursor_take(cursor, 'b'))
        return shg_cursor_fail(cursor, start, "the side to move, b or w");
    return SHOOGI_OK;
}

static shoogi_status read_ply(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    if (!shg_cursor_number(&reader->setup->ply, cursor, SHG_PLY_MAX))
        return shg_cursor_fail(cursor, cursor->at, "the number of the next move, 1 to %d",
                               SHG_PLY_MAX);
    if (reader->setup->ply == 0)
        reader->setup->ply = 1; /* some programs count from 0 */
    return SHOOGI_OK;
}

/* Castling rights, if the board does not show them. */
static shoogi_status read_rights(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const size_t start = cursor->at;
    if (!shoogi_variant_has_castling(reader->variant) || !shg_rights_take(cursor, reader->variant))
        return shg_cursor_fail(cursor, start, "the end of the position");
    reader->setup->rights = cursor->text + start;
    reader->setup->rights_bytes = cursor->at - start;
    return SHOOGI_OK;
}

/* Whether a count of checks is meant, right or wrong: two numbers with a "+" or "-" between them. */
static bool is_count_of_checks(const shg_setup_reader *reader)
{
    shg_cursor look = reader->cursor;
    unsigned number;
    if (!shg_counts_checks(reader->variant))
        return false;
    const bool plus = shg_cursor_take(&look, '+');
    return shg_cursor_number(&number, &look, SHG_PLY_MAX) &&
           (plus || shg_cursor_take(&look, '+') || shg_cursor_take(&look, '-'));
}

static shoogi_status read_checks(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const unsigned most = shoogi_variant_checks_to_win(reader->variant);
    const size_t start = cursor->at;
    if (!shg_checks_read(reader))
        return shg_cursor_fail(cursor, start, "the checks that each side needs, %u+%u at most",
                               most, most);
    return SHOOGI_OK;
}

/* A count of checks, before the number of the move or after it; both may be missing. */
static shoogi_status read_numbers(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const bool before = is_count_of_checks(reader);
    shoogi_status status = before ? read_checks(reader) : SHOOGI_OK;
    if (status != SHOOGI_OK ||
        (before && (!shg_cursor_field_ends(cursor) || !shg_cursor_field(cursor))))
        return status; /* what else stands there is refused as the end of the field */
    status = read_ply(reader);
    if (status != SHOOGI_OK || before || !shg_cursor_field_ends(cursor) ||
        !shg_cursor_field(cursor))
        return status;
    return is_count_of_checks(reader) ? read_checks(reader) : read_rights(reader);
}

/* The fields of SFEN in order; all except the first may be missing. */
static shoogi_status (*const fields[])(shg_setup_reader *reader) = { read_board, read_side,
                                                                     read_hands, read_numbers,
                                                                     read_rights };

static shoogi_status read_fields(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && (shg_cursor_field(cursor) || i == 0);
         i++) {
        const shoogi_status status = fields[i](reader);
        if (status != SHOOGI_OK)
            return status;
        if (!shg_cursor_field_ends(cursor))
            return shg_cursor_fail(cursor, cursor->at, "a space after the field");
    }
    if (shg_cursor_field(cursor))
        return shg_cursor_fail(cursor, cursor->at, "the end of the position");
    return SHOOGI_OK;
}

/* Puts the pieces at the start of a game into the setup. */
static shoogi_status setup_start(shg_setup *setup, const shoogi_variant *variant)
{
    shoogi_position *start;
    const shoogi_status status = shoogi_position_new(&start, variant);
    if (status != SHOOGI_OK)
        return status;
    for (unsigned square = 0; square < shoogi_variant_square_count(variant); square++)
        setup->board[square] = shoogi_position_piece(start, (shoogi_square)square);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++)
            setup->hand[colour][kind] =
                shoogi_position_hand(start, (shoogi_colour)colour, (shoogi_kind)kind);
    setup->side = shoogi_position_side(start);
    setup->ply = shoogi_position_ply(start);
    shoogi_position_free(start);
    return SHOOGI_OK;
}

shoogi_status shoogi_sfen_read(shoogi_position *position, const char *text, size_t text_bytes,
                               shoogi_error *err)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shg_setup setup;
    shg_setup_reader reader;
    shg_setup_begin(&reader, &setup, variant, text, text_bytes, err);
    static const char word[] = "startpos";
    const size_t word_bytes = sizeof word - 1;

    shoogi_status status;
    (void)shg_cursor_field(&reader.cursor);
    const size_t start = reader.cursor.at;
    if (text_bytes - start >= word_bytes && memcmp(text + start, word, word_bytes) == 0) {
        reader.cursor.at += word_bytes;
        if (shg_cursor_field(&reader.cursor))
            return shg_cursor_fail(&reader.cursor, reader.cursor.at, "nothing after \"startpos\"");
        status = setup_start(&setup, variant);
        if (status != SHOOGI_OK && err)
            *err = (shoogi_error){ .status = status, .message = "out of memory" };
    } else {
        status = read_fields(&reader);
    }
    if (status == SHOOGI_OK)
        shg_setup_apply(position, &setup);
    return status;
}
