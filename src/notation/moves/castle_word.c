#include "notation/moves/castle_word.h"

#include "base/error.h"
#include "core/variant/piece_rules.h"
#include "notation/moves/legal.h"

#include <stdlib.h>
#include <string.h>

/* Whether the piece castles towards the last file of chess, which is file 1, or towards file a; 0: along a file. */
static int wing_of(const shoogi_variant *v, shoogi_move move)
{
    const unsigned from = shg_file_of(v, shoogi_move_from(move));
    const unsigned to = shg_file_of(v, shoogi_move_to(move));
    return to < from ? 2 : to > from ? 3 : 0;
}

static bool castles(const shoogi_variant *v)
{
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].betza.castle_count > 0)
            return true;
    return false;
}

/* The number of letters O, 2 or 3; 0: it is no such word. */
static int wing_named(const char *text, size_t text_bytes)
{
    int count = 0;
    for (size_t i = 0; i < text_bytes; i++) {
        if (i % 2 == 1 ? text[i] != '-' : text[i] != 'O' && text[i] != 'o' && text[i] != '0')
            return 0;
        count += i % 2 == 0;
    }
    return text_bytes % 2 == 1 && (count == 2 || count == 3) ? count : 0;
}

bool shg_is_castle_word(const shoogi_variant *variant, const char *text, size_t text_bytes)
{
    return wing_named(text, text_bytes) != 0 && castles(variant);
}

/* The number of legal castlings to this wing, of which *one is filled with the first. */
static shoogi_status count_castlings(size_t *count, shoogi_move *one,
                                     const shoogi_position *position, int wing)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shoogi_move *moves;
    size_t all;
    *count = 0;
    const shoogi_status status = shg_legal_list(&moves, &all, position, false);
    for (size_t i = 0; status == SHOOGI_OK && i < all; i++)
        if (shoogi_move_is_castling(moves[i]) && wing_of(v, moves[i]) == wing && ++*count == 1)
            *one = moves[i];
    free(moves);
    return status;
}

shoogi_status shg_castle_word_write(char word[SHG_CASTLE_WORD_BYTES],
                                    const shoogi_position *position, shoogi_move move)
{
    size_t count = 0;
    shoogi_move one = 0;
    word[0] = '\0';
    if (!shoogi_move_is_castling(move))
        return SHOOGI_OK;
    const int wing = wing_of(shoogi_position_variant(position), move);
    const shoogi_status status = count_castlings(&count, &one, position, wing);
    if (status == SHOOGI_OK && count == 1 && wing != 0)
        strcpy(word, wing == 2 ? "O-O" : "O-O-O");
    return status;
}

/* The castling to this wing that rules forbid now, as its squares; 0: no piece castles so. */
static shoogi_move forbidden_castling(const shoogi_position *position, int wing)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_colour side = shoogi_position_side(position);
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shoogi_piece piece = shoogi_position_piece(position, sq);
        const shg_betza *const betza = &v->kind[piece.kind].betza;
        for (size_t i = 0; piece.kind != 0 && piece.colour == side && i < betza->castle_count;
             i++) {
            const shg_ride ride = shg_castle_step(v, &betza->castles[i], side);
            const shoogi_square to = shg_ride_square(v, &ride, side, sq, betza->castles[i].steps);
            if (to == SHOOGI_NO_SQUARE ||
                shg_castling_home(v, &betza->castles[i], side, sq) == SHOOGI_NO_SQUARE)
                continue;
            const shoogi_move move = shoogi_move_make(sq, to, piece.kind, false);
            if (wing_of(v, move) == wing)
                return move;
        }
    }
    return 0;
}

shoogi_status shg_castle_word_read(shoogi_move *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_error *err)
{
    const int wing = wing_named(text, text_bytes);
    size_t count = 0;
    shoogi_move one = 0;
    const shoogi_status status = count_castlings(&count, &one, position, wing);
    if (status != SHOOGI_OK)
        return shg_error_set(err, status, 0, 0, "%s", shoogi_status_text(status));
    if (count == 1) {
        *out = one;
        return SHOOGI_OK;
    }
    if (count > 1)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1,
                                  "the square to which the piece castles", text, text_bytes);
    const shoogi_move move = forbidden_castling(position, wing);
    char sentence[SHOOGI_MESSAGE_BYTES] = "";
    if (move != 0)
        (void)shoogi_position_why_illegal(position, move, sentence, sizeof sentence);
    return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "%s",
                         sentence[0] != '\0' ? sentence
                                             : "no piece of yours may castle to that side");
}

shoogi_move shg_castling_with(const shoogi_position *position, shoogi_square from,
                              shoogi_square partner)
{
    shoogi_move *moves, found = 0;
    size_t all, fits = 0;
    if (!castles(shoogi_position_variant(position)) ||
        shg_legal_list(&moves, &all, position, false) != SHOOGI_OK)
        return 0;
    for (size_t i = 0; i < all; i++)
        if (shoogi_move_is_castling(moves[i]) && shoogi_move_from(moves[i]) == from &&
            shoogi_position_castling_partner(position, moves[i]) == partner && fits++ == 0)
            found = moves[i];
    free(moves);
    return fits == 1 ? found : 0;
}

bool shg_captures_in_passing(const shoogi_position *position, shoogi_move move)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shoogi_square via[SHOOGI_VIA_MAX], passed[SHOOGI_SQUARES_MAX];
    const size_t count = shoogi_position_passed_squares(position, passed, SHOOGI_SQUARES_MAX);
    bool there = false;
    for (size_t i = 0; i < count; i++)
        there = there || passed[i] == shoogi_move_to(move);
    if (!there || shoogi_move_is_drop(move) || shoogi_move_is_castling(move) ||
        shoogi_move_via(via, move, v->ranks) != 1 ||
        shoogi_position_piece(position, via[0]).kind == 0)
        return false;
    const shoogi_move direct =
        shoogi_move_make(shoogi_move_from(move), shoogi_move_to(move), 0, false);
    return shoogi_position_promotion_choices(position, direct, NULL, 0) == 0;
}

shoogi_move shg_passing_capture(const shoogi_position *position, shoogi_kind kind, shg_place from,
                                shoogi_square to)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shoogi_move *moves, found = 0;
    size_t all;
    bool several = false;
    if (shoogi_position_passed_squares(position, NULL, 0) == 0 ||
        shg_legal_list(&moves, &all, position, false) != SHOOGI_OK)
        return 0;
    for (size_t i = 0; i < all; i++) {
        if (shoogi_move_to(moves[i]) != to || !shg_captures_in_passing(position, moves[i]) ||
            (kind != 0 && shg_mover_of(position, moves[i]) != kind) ||
            !shg_place_holds(from, v, shoogi_move_from(moves[i])))
            continue;
        several = several || (found != 0 && ((found ^ moves[i]) & SHOOGI_MOVE_SQUARES) != 0);
        found = found == 0 || moves[i] < found ? moves[i] : found;
    }
    free(moves);
    return several ? 0 : found;
}
