#include "notation/boards/setup.h"
#include "notation/boards/castling.h"
#include "notation/words/piece_id.h"

#include "core/variant/square.h"

#include <assert.h>
#include <string.h>

/* The longest id of the variant, including its sign. */
static size_t longest_id(const shoogi_variant *variant)
{
    size_t longest = 0;
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++) {
        const size_t length = strlen(shoogi_variant_kind(variant, (shoogi_kind)kind).id);
        if (length > longest)
            longest = length;
    }
    return longest;
}

bool shg_ids_need_commas(const shoogi_variant *variant)
{
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++) {
        const char *id = shoogi_variant_kind(variant, (shoogi_kind)kind).id;
        if (strlen(id) > (id[0] == '+' ? 2u : 1u))
            return true;
    }
    return false;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

void shg_ranks_write(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const bool commas = shg_ids_need_commas(variant);
    const unsigned files = shoogi_variant_file_count(variant),
                   ranks = shoogi_variant_rank_count(variant);
    for (unsigned rank = 0; rank < ranks; rank++) {
        unsigned empty = 0;
        bool first = true;
        /* From the highest file to the first; one step further ends a run of empty squares. */
        for (unsigned left = files + 1; left-- > 0;) {
            shoogi_piece piece = { 0, SHOOGI_BLACK };
            if (left > 0 && shoogi_variant_has_square(variant, left - 1, rank))
                piece =
                    shoogi_position_piece(position, shoogi_variant_square(variant, left - 1, rank));
            if (left > 0 && piece.kind == 0) {
                empty++; /* a hole counts as one */
                continue;
            }
            if (empty > 0) {
                shg_out_format(out, "%s%u", commas && !first ? "," : "", empty);
                empty = 0;
                first = false;
            }
            if (piece.kind != 0) {
                if (commas && !first)
                    shg_out_char(out, ',');
                shg_id_write(out, variant, piece.kind, piece.colour);
                first = false;
            }
        }
        if (rank + 1 < ranks)
            shg_out_char(out, '/');
    }
}

/* ---- Reading ----------------------------------------------------------------------------------- */

void shg_setup_begin(shg_setup_reader *reader, shg_setup *setup, const shoogi_variant *variant,
                     const char *text, size_t text_bytes, shoogi_error *err)
{
    *setup = (shg_setup){
        .side = SHOOGI_BLACK, .mark = SHOOGI_NO_SQUARE, .passed = SHOOGI_NO_SQUARE, .ply = 1
    };
    *reader = (shg_setup_reader){ .cursor = { text, text_bytes, 0, err },
                                  .variant = variant,
                                  .longest_id = longest_id(variant),
                                  .setup = setup };
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* By id, with the sign also that of the piece that promotes. */
static shoogi_kind kind_of_id(const shoogi_variant *variant, const char *text, size_t bytes,
                              size_t sign)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(variant, text, bytes);
    if (kind != 0 || sign == 0)
        return kind;
    const shoogi_kind plain = shoogi_variant_kind_by_id(variant, text + sign, bytes - sign);
    return plain != 0 ? shoogi_variant_kind(variant, plain).promoted : 0;
}

bool shg_piece_read(shoogi_piece *out, shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const char *text = cursor->text + cursor->at;
    const size_t left = cursor->bytes - cursor->at;
    const size_t sign = left > 0 && text[0] == '+';
    if (sign >= left || !shg_is_letter(text[sign]))
        return false;
    const shoogi_colour colour = is_upper(text[sign]) ? SHOOGI_BLACK : SHOOGI_WHITE;

    size_t most = sign + 1;
    while (most < left && most < reader->longest_id && text[most] != ',' && text[most] != '/' &&
           !shg_is_separator(text[most]) && text[most] != '+' &&
           (!shg_is_letter(text[most]) || is_upper(text[most]) == is_upper(text[sign])))
        most++;
    for (size_t length = most; length > sign; length--) {
        /* Other letters have a character each. */
        const shoogi_kind kind = length == sign + 1
                                     ? shg_kind_named(reader->variant, text, length)
                                     : kind_of_id(reader->variant, text, length, sign);
        if (kind != 0) {
            *out = (shoogi_piece){ kind, colour };
            cursor->at += length;
            return true;
        }
    }
    return false;
}

/* One rank, from the highest file to the first. */
static shoogi_status read_rank(shg_setup_reader *reader, unsigned rank, const char *rank_name)
{
    shg_cursor *cursor = &reader->cursor;
    const unsigned files = shoogi_variant_file_count(reader->variant);
    unsigned left = files; /* squares of the rank still to come */
    while (left > 0) {
        unsigned empty;
        shoogi_piece piece;
        if (left < files)
            (void)shg_cursor_take(cursor, ',');
        const size_t start = cursor->at;
        if (shg_is_digit(shg_cursor_next(cursor))) {
            if (!shg_cursor_number(&empty, cursor, left) || empty == 0)
                return shg_cursor_fail(cursor, start,
                                       "a number of empty squares from 1 to %u on rank %s", left,
                                       rank_name);
            left -= empty;
        } else if (shg_piece_read(&piece, reader)) {
            left--;
            if (!shoogi_variant_has_square(reader->variant, left, rank))
                return shg_cursor_fail(cursor, start,
                                       "no piece on %u%s, which is no square of the board",
                                       left + 1, rank_name);
            reader->setup->board[shoogi_variant_square(reader->variant, left, rank)] = piece;
        } else if (shg_cursor_done(cursor) || shg_cursor_next(cursor) == '/' ||
                   shg_is_separator(shg_cursor_next(cursor))) {
            return shg_cursor_fail(cursor, cursor->at, "%u more square%s on rank %s", left,
                                   left > 1 ? "s" : "", rank_name);
        } else {
            return shg_cursor_fail(cursor, cursor->at,
                                   "a piece of this game or a number of empty squares");
        }
    }
    return SHOOGI_OK;
}

shoogi_status shg_ranks_read(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const unsigned files = shoogi_variant_file_count(reader->variant);
    const unsigned ranks = shoogi_variant_rank_count(reader->variant);
    for (unsigned rank = 0; rank < ranks; rank++) {
        char name[SHOOGI_SQUARE_TEXT_BYTES];
        if (rank > 0 && !shg_cursor_take(cursor, '/')) {
            if (shg_cursor_done(cursor) || shg_is_separator(shg_cursor_next(cursor)))
                return shg_cursor_fail(cursor, cursor->at, "\"/\" and %u more rank%s", ranks - rank,
                                       ranks - rank > 1 ? "s" : "");
            return shg_cursor_fail(cursor, cursor->at, "\"/\" after the %u squares of a rank",
                                   files);
        }
        const shoogi_status status = read_rank(reader, rank, shg_rank_name(name, rank));
        if (status != SHOOGI_OK)
            return status;
    }
    return SHOOGI_OK;
}

/* The kind in hand for a kind named in a hand; 0: never in hand.  A promoted form is never there, but a two-sided
 * piece with different letters is one piece in hand. */
static shoogi_kind hand_kind(const shoogi_variant *variant, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(variant, kind);
    if (info.in_hand)
        return kind;
    if (!info.promoted_form && info.base != 0 && shoogi_variant_kind(variant, info.base).in_hand)
        return info.base;
    return 0;
}

bool shg_setup_give(shg_setup *setup, shoogi_colour colour, shoogi_kind kind, unsigned count)
{
    if (count > SHG_HAND_MAX - setup->in_hand)
        return false;
    setup->hand[colour][kind] += count;
    setup->in_hand += count;
    return true;
}

shoogi_status shg_hand_add(shg_setup_reader *reader, size_t at, shoogi_piece piece, unsigned count)
{
    const shoogi_kind kind = hand_kind(reader->variant, piece.kind);
    if (kind == 0)
        return shg_cursor_fail(&reader->cursor, at, "a piece that can be in hand");
    if (!shg_setup_give(reader->setup, piece.colour, kind, count))
        return shg_cursor_fail(&reader->cursor, at, "at most %d pieces in hand", SHG_HAND_MAX);
    return SHOOGI_OK;
}

/* ---- Counts of checks --------------------------------------------------------------------------- */

bool shg_counts_checks(const shoogi_variant *variant)
{
    return shoogi_variant_checks_to_win(variant) > 1;
}

bool shg_has_checks(const shoogi_position *position)
{
    return shoogi_position_checks_given(position, SHOOGI_BLACK) > 0 ||
           shoogi_position_checks_given(position, SHOOGI_WHITE) > 0;
}

void shg_checks_write(shg_out *out, const shoogi_position *position)
{
    const unsigned most = shoogi_variant_checks_to_win(shoogi_position_variant(position));
    shg_out_format(out, "%u+%u", most - shoogi_position_checks_given(position, SHOOGI_BLACK),
                   most - shoogi_position_checks_given(position, SHOOGI_WHITE));
}

bool shg_checks_read(shg_setup_reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const unsigned most = shoogi_variant_checks_to_win(reader->variant);
    const size_t start = cursor->at;
    unsigned count[2];
    const bool given = shg_cursor_take(cursor, '+');
    if (most > 1 && shg_cursor_number(&count[0], cursor, most) && shg_cursor_take(cursor, '+') &&
        shg_cursor_number(&count[1], cursor, most)) {
        for (int colour = 0; colour < 2; colour++)
            reader->setup->checks[colour] = given ? count[colour] : most - count[colour];
        return true;
    }
    cursor->at = start;
    return false;
}

/* ------------------------------------------------------------------------------------------------- */

static void finish(shoogi_position *position, const shg_setup *setup, shoogi_square mark)
{
    shoogi_position_set_counter_strike_square(position, mark);
    shoogi_position_setup_done(position);
    if (setup->rights)
        shg_rights_apply(position, setup->rights, setup->rights_bytes);
}

void shg_setup_apply(shoogi_position *position, const shg_setup *setup)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shoogi_position_clear(position);
    for (unsigned square = 0; square < shoogi_variant_square_count(variant); square++)
        if (setup->board[square].kind != 0)
            shoogi_position_put(position, (shoogi_square)square, setup->board[square]);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++)
            if (setup->hand[colour][kind] > 0) {
                const shoogi_status status = shoogi_position_set_hand(
                    position, (shoogi_colour)colour, (shoogi_kind)kind, setup->hand[colour][kind]);
                assert(status == SHOOGI_OK); /* the kind and the number have been checked */
                (void)status;
            }
    shoogi_position_set_side(position, setup->side);
    shoogi_position_set_ply(position, setup->ply);
    for (int colour = 0; colour < 2; colour++)
        shoogi_position_set_checks_given(position, (shoogi_colour)colour, setup->checks[colour]);
    if (setup->passed != SHOOGI_NO_SQUARE) {
        finish(position, setup, SHOOGI_NO_SQUARE);
        if (shoogi_position_set_passed(position, setup->passed))
            return;
    }
    finish(position, setup, setup->mark);
}
