/* fen.c: positions in the FEN of XBoard and Fairy-Stockfish, and in Game Courier's FEN code.  Source:
 * docs/notation.md, "FEN", "Game Courier". */
#include "notation/boards/castling.h"
#include "notation/words/algebraic.h"
#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <string.h>

/* ---- XBoard and Fairy-Stockfish ---------------------------------------------------------------- */

static bool has_hands(const shoogi_variant *variant)
{
    return shoogi_hand_order(NULL, 0, variant) > 0;
}

static void write_hands(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const bool commas = shg_ids_need_commas(variant);
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, variant);
    const size_t begin = out->length + 1;
    shg_out_char(out, '[');
    for (int colour = SHOOGI_BLACK; colour <= SHOOGI_WHITE; colour++)
        for (size_t i = 0; i < kinds; i++)
            for (unsigned n = shoogi_position_hand(position, (shoogi_colour)colour, order[i]);
                 n > 0; n--) {
                if (commas && out->length > begin)
                    shg_out_char(out, ',');
                shg_id_write(out, variant, order[i], (shoogi_colour)colour);
            }
    shg_out_text(out, out->length == begin ? "-]" : "]");
}

size_t shoogi_fen_write(char *out, size_t out_bytes, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shoogi_square mark = shoogi_position_counter_strike_square(position);
    if (mark == SHOOGI_NO_SQUARE)
        (void)shoogi_position_passed_squares(position, &mark, 1);
    shg_out text = shg_out_make(out, out_bytes);
    shg_ranks_write(&text, position);
    if (has_hands(variant))
        write_hands(&text, position);
    shg_out_text(&text, shoogi_position_side(position) == SHOOGI_BLACK ? " w " : " b ");
    shg_rights_write(&text, position);
    shg_out_char(&text, ' ');
    if (mark != SHOOGI_NO_SQUARE)
        shg_algebraic_write(&text, variant, mark, shg_xboard_first_rank(variant));
    else
        shg_out_char(&text, '-');
    if (shg_counts_checks(variant)) {
        shg_out_char(&text, ' ');
        shg_checks_write(&text, position);
    }
    shg_out_format(&text, " 0 %u", (shoogi_position_ply(position) + 1) / 2);
    return text.length;
}

/* In brackets, or after one more "/". */
static shoogi_status read_hands(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const bool brackets = shg_cursor_take(cursor, '[');
    if (!brackets && !shg_cursor_take(cursor, '/'))
        return shg_cursor_field_ends(cursor)
                   ? SHOOGI_OK
                   : shg_cursor_fail(cursor, cursor->at,
                                     "a space or \"[\" after the last of %u ranks",
                                     shoogi_variant_rank_count(reader->variant));
    if (!shg_cursor_take(cursor, '-'))
        while (shg_cursor_next(cursor) != ']' && !shg_cursor_field_ends(cursor)) {
            const size_t start = cursor->at;
            shoogi_piece piece;
            if (!shg_piece_read(&piece, reader))
                return shg_cursor_fail(cursor, start, "pieces in hand");
            const shoogi_status status = shg_hand_add(reader, start, piece, 1);
            if (status != SHOOGI_OK)
                return status;
            (void)shg_cursor_take(cursor, ',');
        }
    if (brackets && !shg_cursor_take(cursor, ']'))
        return shg_cursor_fail(cursor, cursor->at, "\"]\" after the pieces in hand");
    return shg_cursor_field_ends(cursor)
               ? SHOOGI_OK
               : shg_cursor_fail(cursor, cursor->at, "a space after the field");
}

/* `3+1` or `+0+2` */
static bool is_count_of_checks(const shg_cursor *cursor)
{
    shg_cursor look = *cursor;
    unsigned number;
    (void)shg_cursor_take(&look, '+');
    return shg_cursor_number(&number, &look, SHG_PLY_MAX) && shg_cursor_take(&look, '+') &&
           shg_cursor_number(&number, &look, SHG_PLY_MAX) && shg_cursor_field_ends(&look);
}

/* Castling rights in a game that has castling.  A number begins the fields after them. */
static void read_rights(shg_setup_reader *reader)
{
    shg_cursor *const cursor = &reader->cursor;
    if (!shoogi_variant_has_castling(reader->variant) || !shg_cursor_field(cursor))
        return;
    const size_t start = cursor->at;
    if (!shg_rights_take(cursor, reader->variant))
        return;
    reader->setup->rights = cursor->text + start;
    reader->setup->rights_bytes = cursor->at - start;
}

/* The fields after the side to move: castling rights, which most variants do not have; a square; counts of checks, of
 * moves without progress, and of full moves.  Programs omit some of them, so each is recognised by its form. */
static shoogi_status read_rest(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    unsigned numbers = 0, number = 0, full = 0;
    read_rights(reader);
    while (shg_cursor_field(cursor)) {
        const size_t start = cursor->at;
        shoogi_square square;
        const size_t name =
            shg_algebraic_read(&square, reader->variant, cursor->text + start,
                               cursor->bytes - start, shg_xboard_first_rank(reader->variant));
        if (shg_counts_checks(reader->variant) && is_count_of_checks(cursor)) {
            if (!shg_checks_read(reader))
                return shg_cursor_fail(cursor, start,
                                       "the checks that each side needs, %u+%u at most",
                                       shoogi_variant_checks_to_win(reader->variant),
                                       shoogi_variant_checks_to_win(reader->variant));
        } else if (is_count_of_checks(cursor)) {
            while (!shg_cursor_field_ends(cursor)) /* they mean nothing in this game */
                cursor->at++;
        } else if (shg_cursor_number(&number, cursor, SHG_PLY_MAX / 2)) {
            if (++numbers == 2)
                full = number;
        } else if (name > 0) {
            cursor->at += name;
            reader->setup->passed = square;
            if (!has_hands(reader->variant))
                reader->setup->mark = square;
        } else if (!shg_cursor_take(cursor, '-')) {
            while (shg_is_letter(shg_cursor_next(cursor)))
                cursor->at++;
        }
        if (numbers > 2 || cursor->at == start || !shg_cursor_field_ends(cursor))
            return shg_cursor_fail(cursor, start,
                                   "\"-\", a square of this board or the number of a move");
    }
    reader->setup->ply = 2 * (full > 0 ? full - 1 : 0) + 1 + (reader->setup->side == SHOOGI_WHITE);
    return SHOOGI_OK;
}

shoogi_status shoogi_fen_read(shoogi_position *position, const char *text, size_t text_bytes,
                              shoogi_error *err)
{
    shg_setup setup;
    shg_setup_reader reader;
    shg_cursor *const cursor = &reader.cursor;
    shg_setup_begin(&reader, &setup, shoogi_position_variant(position), text, text_bytes, err);
    (void)shg_cursor_field(cursor);
    shoogi_status status = shg_ranks_read(&reader);
    if (status == SHOOGI_OK)
        status = read_hands(&reader);
    if (status != SHOOGI_OK)
        return status;
    if (shg_cursor_field(cursor)) {
        const size_t start = cursor->at;
        if (shg_cursor_take(cursor, 'b'))
            setup.side = SHOOGI_WHITE; /* there White moves first */
        else if (!shg_cursor_take(cursor, 'w'))
            return shg_cursor_fail(cursor, start, "the side to move, w or b");
        if (!shg_cursor_field_ends(cursor))
            return shg_cursor_fail(cursor, cursor->at, "a space after the field");
    }
    status = read_rest(&reader);
    if (status == SHOOGI_OK)
        shg_setup_apply(position, &setup);
    return status;
}

/* ---- Game Courier ------------------------------------------------------------------------------ */

/* The squares in the order of the text, from the top left; false after the last.  Holes have no square. */
static bool cell_at(shoogi_square *square, const shoogi_variant *variant, unsigned cell)
{
    const unsigned files = shoogi_variant_file_count(variant);
    const unsigned file = files - 1 - cell % files, rank = cell / files;
    if (rank >= shoogi_variant_rank_count(variant))
        return false;
    *square = shoogi_variant_has_square(variant, file, rank)
                  ? shoogi_variant_square(variant, file, rank)
                  : SHOOGI_NO_SQUARE;
    return true;
}

size_t shoogi_courier_fen_write(char *out, size_t out_bytes, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const unsigned files = shoogi_variant_file_count(variant);
    shg_out text = shg_out_make(out, out_bytes);
    unsigned empty = 0;
    shoogi_square square;
    for (unsigned cell = 0; cell_at(&square, variant, cell); cell++) {
        const shoogi_piece piece = square == SHOOGI_NO_SQUARE
                                       ? (shoogi_piece){ 0, SHOOGI_BLACK }
                                       : shoogi_position_piece(position, square);
        const bool last = (cell + 1) % files == 0;
        empty += piece.kind == 0 && square != SHOOGI_NO_SQUARE;
        if (empty > 0 && (piece.kind != 0 || square == SHOOGI_NO_SQUARE || last)) {
            shg_out_format(&text, "%u", empty);
            empty = 0;
        }
        if (piece.kind != 0) {
            const bool braces = shoogi_variant_kind(variant, piece.kind).id[1] != '\0';
            shg_out_text(&text, braces ? "{" : "");
            shg_id_write(&text, variant, piece.kind, piece.colour);
            shg_out_text(&text, braces ? "}" : "");
        }
        if (square == SHOOGI_NO_SQUARE)
            shg_out_char(&text, '-');
        if (last && cell + 1 < files * shoogi_variant_rank_count(variant))
            shg_out_char(&text, '/');
    }
    return text.length;
}

/* One code: a run of equal cells with their contents in *piece; kind 0 and *hole: a hole. longest_id: of the variant;
 * without braces an id is one character. */
static shoogi_status read_cells(unsigned *count, shoogi_piece *piece, bool *hole,
                                shg_setup_reader *reader, size_t longest_id)
{
    shg_cursor *cursor = &reader->cursor;
    const size_t start = cursor->at;
    *count = 1;
    *piece = (shoogi_piece){ 0, SHOOGI_BLACK };
    *hole = shg_cursor_take(cursor, '-');
    if (*hole || shg_cursor_take(cursor, '@'))
        return SHOOGI_OK;
    if (shg_cursor_number(count, cursor, SHOOGI_SQUARES_MAX))
        return *count > 0
                   ? SHOOGI_OK
                   : shg_cursor_fail(cursor, start, "a number of empty spaces of at least 1");
    const bool braces = shg_cursor_take(cursor, '{');
    const size_t label = cursor->at;
    reader->longest_id = braces ? longest_id : 1;
    if (!shg_piece_read(piece, reader))
        return shg_cursor_fail(cursor, label, "%s",
                               braces ? "a piece label of this game"
                                      : "a piece of this game or a number of empty spaces");
    if (braces && !shg_cursor_take(cursor, '}'))
        return shg_cursor_fail(cursor, label, "a piece label of this game and \"}\"");
    return SHOOGI_OK;
}

shoogi_status shoogi_courier_fen_read(shoogi_position *position, const char *text,
                                      size_t text_bytes, shoogi_error *err)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned files = shoogi_variant_file_count(variant);
    shg_setup setup;
    shg_setup_reader reader;
    shg_cursor *const cursor = &reader.cursor;
    shg_setup_begin(&reader, &setup, variant, text, text_bytes, err);
    const size_t longest_id = reader.longest_id;
    unsigned cell = 0;
    shoogi_square square;
    while (!shg_cursor_done(cursor)) {
        const size_t start = cursor->at;
        if (cell > 0 && shg_cursor_take(cursor, '/')) {
            if (cell % files != 0 || text[start - 1] == '/')
                return shg_cursor_fail(cursor, start, "%u more spaces of the rank",
                                       files - cell % files);
            continue;
        }
        unsigned count;
        shoogi_piece piece;
        bool hole;
        const shoogi_status status = read_cells(&count, &piece, &hole, &reader, longest_id);
        if (status != SHOOGI_OK)
            return status;
        for (; count > 0; count--, cell++) {
            if (!cell_at(&square, variant, cell))
                return shg_cursor_fail(cursor, start, "the end of the board");
            if ((square == SHOOGI_NO_SQUARE) != hole)
                return shg_cursor_fail(cursor, start,
                                       hole ? "a space, which is no hole here"
                                            : "\"-\", as the board has a hole here");
            if (!hole)
                setup.board[square] = piece;
        }
    }
    if (cell_at(&square, variant, cell))
        return shg_cursor_fail(cursor, cursor->at, "%u more spaces",
                               files * shoogi_variant_rank_count(variant) - cell);
    shg_setup_apply(position, &setup);
    return SHOOGI_OK;
}
