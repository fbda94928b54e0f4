#include "server/game/check_notice.h"

#include "core/variant/square.h"
#include "server/game/action.h"
#include "server/game/game.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

/* Orders squares by rank from a, then by file from 1. */
static unsigned order_of(const shoogi_variant *variant, shoogi_square square)
{
    const unsigned ranks = shoogi_variant_rank_count(variant);
    return square % ranks * SHOOGI_FILES_MAX + square / ranks;
}

/* On no board can more pieces give check than along eight lines plus a few jumps; further ones
 * are left out. */
enum { CHECKERS_MAX = 64, CHECKERS_BYTES = CHECKERS_MAX * 16 };

/* "3c", "3c and 5e", "2b, 3c and 5e" */
static void write_checkers(char text[CHECKERS_BYTES], const shoogi_variant *variant,
                           const shoogi_square *squares, size_t count, shg_language language)
{
    shg_out out = shg_out_make(text, CHECKERS_BYTES);
    for (size_t i = 0; i < count && i < CHECKERS_MAX; i++) {
        if (i > 0)
            shg_out_text(&out, i + 1 < count ? shg_word_in(language, "list", ", ")
                                             : shg_word_in(language, "list", " and "));
        shg_out_square(&out, variant, squares[i]);
    }
}

/* ---- answers to a check ---- */

typedef enum answer_kind { ESCAPE, CAPTURE, INTERPOSE_MOVE, INTERPOSE_DROP } answer_kind;

/* Answers are compared by these numbers in order: the order of CHECK.2 and CHECK.3. */
typedef struct answer {
    answer_kind kind;
    unsigned first, second, third;
    shoogi_move move;
} answer;

static bool before(const answer *a, const answer *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind;
    if (a->first != b->first)
        return a->first < b->first;
    if (a->second != b->second)
        return a->second < b->second;
    return a->third < b->third;
}

/* The rank of a piece in hand, lowest value first: P L N S G B R in Shogi. */
static unsigned drop_order(const shoogi_variant *variant, shoogi_kind kind)
{
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t count = shoogi_hand_order(order, SHOOGI_KINDS_MAX, variant);
    unsigned after = 0;
    while (after < count && order[count - 1 - after] != kind)
        after++;
    return after;
}

static answer classify(const shoogi_variant *variant, shoogi_move move, shoogi_square royal,
                       shoogi_square checker)
{
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const unsigned promotes = shoogi_move_is_promotion(move);
    answer a = { .move = move };
    if (shoogi_move_is_drop(move)) {
        a.kind = INTERPOSE_DROP;
        a.first = order_of(variant, to);
        a.second = drop_order(variant, shoogi_move_kind(move));
    } else if (from == royal) {
        a.kind = ESCAPE;
        a.first = order_of(variant, to);
        a.second = promotes;
    } else {
        a.kind = to == checker ? CAPTURE : INTERPOSE_MOVE;
        a.first = order_of(variant, from);
        a.second = order_of(variant, to);
        a.third = promotes;
    }
    return a;
}

/* Finds the first answer to the check; scratch is unchanged afterwards. Moves are tried and the
 * royal piece examined, because some games let it remain in check. */
static bool first_answer(answer *best, shoogi_position *scratch, shoogi_square royal,
                         shoogi_square checker, bool double_check)
{
    const shoogi_variant *variant = shoogi_position_variant(scratch);
    const shoogi_colour side = shoogi_position_side(scratch);
    const size_t count = shoogi_position_moves(scratch, NULL, 0);
    shoogi_move *moves = count > 0 ? malloc(count * sizeof *moves) : NULL;
    if (!moves)
        return false;
    shoogi_position_moves(scratch, moves, count);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const answer a = classify(variant, moves[i], royal, checker);
        if ((double_check && a.kind != ESCAPE) || (found && !before(&a, best)))
            continue;
        if (shoogi_position_do(scratch, moves[i]) != SHOOGI_OK)
            continue;
        const shoogi_square stands = shoogi_position_royal_square(scratch, side);
        if (stands != SHOOGI_NO_SQUARE &&
            !shoogi_position_is_attacked(scratch, stands, shoogi_colour_other(side))) {
            *best = a;
            found = true;
        }
        shoogi_position_undo(scratch);
    }
    free(moves);
    return found;
}

static void write_answer(shg_out *out, const shoogi_position *position, const answer *a,
                         const char *royal_name, shg_language language, shoogi_notation notation)
{
    const char *side = shg_colour_in(language, (int)shoogi_position_side(position));
    char text[SHOOGI_NOTATION_TEXT_BYTES];
    shg_out written = shg_out_make(text, sizeof text);
    if (a->kind == ESCAPE)
        shg_out_square(&written, shoogi_position_variant(position), shoogi_move_to(a->move));
    else
        shg_move_write(&written, position, a->move, notation);
    if (a->kind == ESCAPE)
        shg_out_format(out, shg_text_in(language, "%s's %s could escape to the square %s.\n"), side,
                       royal_name, text);
    else if (a->kind == CAPTURE)
        shg_out_format(out, shg_text_in(language, "%s could capture the checking piece: %s.\n"),
                       side, text);
    else
        shg_out_format(out, shg_text_in(language, "%s could interpose: %s.\n"), side, text);
}

/* ---- attacked royal pieces and their attackers ---- */

static const char *royal_name(const shoogi_position *position, shoogi_square square,
                              shoogi_style names, shg_language language)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const shoogi_piece piece = shoogi_position_piece(position, square);
    return names == SHOOGI_STYLE_ENGLISH
               ? shg_word_in(language, "piece", shoogi_variant_kind(variant, piece.kind).name)
               : shoogi_variant_kind_name(variant, piece.kind, piece.colour, names);
}

/* For a side to move whose only royal piece is attacked. */
static void write_check(shg_out *out, const shoogi_position *position, shoogi_square royal,
                        shoogi_style names, shg_language language, shoogi_notation notation)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shoogi_square by[CHECKERS_MAX];
    size_t count = shoogi_position_checkers(position, by, CHECKERS_MAX);
    if (count == 0)
        return;
    const char *side = shg_colour_in(language, (int)shoogi_position_side(position));
    const char *name = royal_name(position, royal, names, language);
    char checkers[CHECKERS_BYTES];
    write_checkers(checkers, variant, by, count, language);
    shg_out_format(out, shg_text_in(language, "%s's %s is checked by %s.\n"), side, name, checkers);

    if (shoogi_position_result(position).reason == SHOOGI_REASON_CHECKMATE) {
        shg_out_format(out, shg_text_in(language, "%s's %s is mated.\n"), side, name);
        return;
    }
    shoogi_position *scratch = NULL;
    if (shoogi_position_copy(&scratch, position) != SHOOGI_OK)
        return;
    answer best;
    if (first_answer(&best, scratch, royal, by[0], count > 1))
        write_answer(out, position, &best, name, language, notation);
    shoogi_position_free(scratch);
}

/* Returns the same board with the other side to move; NULL without memory. */
static shoogi_position *turn(const shoogi_position *position)
{
    const shoogi_colour side = shoogi_colour_other(shoogi_position_side(position));
    shoogi_position *turned = NULL;
    const size_t length = shoogi_sfen_write(NULL, 0, position);
    char *sfen = malloc(length + 1);
    if (sfen && shoogi_position_new(&turned, shoogi_position_variant(position)) == SHOOGI_OK) {
        shoogi_sfen_write(sfen, length + 1, position);
        char *field = strchr(sfen, ' ');
        if (field)
            field[1] = side == SHOOGI_BLACK ? 'b' : 'w';
        if (!field || shoogi_sfen_read(turned, sfen, length, NULL) != SHOOGI_OK) {
            shoogi_position_free(turned);
            turned = NULL;
        }
    }
    free(sfen);
    return turned;
}

/* For a side that has just moved and left its only royal piece attacked, if the rules permit it.
 * The attackers come from the same board with the other side to move. */
static void write_left_in_check(shg_out *out, const shoogi_position *position, shoogi_square royal,
                                shoogi_style names, shg_language language)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const shoogi_colour side = shoogi_colour_other(shoogi_position_side(position));
    shoogi_position *turned = turn(position);
    shoogi_square by[CHECKERS_MAX];
    const size_t count = turned ? shoogi_position_checkers(turned, by, CHECKERS_MAX) : 0;
    shoogi_position_free(turned);
    if (count == 0)
        return;
    char checkers[CHECKERS_BYTES];
    write_checkers(checkers, variant, by, count, language);
    shg_out_format(out, shg_text_in(language, "%s's %s is checked by %s.\n"),
                   shg_colour_in(language, (int)side), royal_name(position, royal, names, language),
                   checkers);
}

/* Finds the pieces of the side to move that attack a square, ordered by rank from a, then by
 * file from 1. */
static size_t find_attackers(shoogi_square by[CHECKERS_MAX], const shoogi_position *position,
                             shoogi_square target)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    size_t count = 0;
    for (unsigned rank = 0; rank < shoogi_variant_rank_count(variant); rank++)
        for (unsigned file = 0; file < shoogi_variant_file_count(variant); file++) {
            if (!shoogi_variant_has_square(variant, file, rank))
                continue;
            const shoogi_square from = shoogi_variant_square(variant, file, rank);
            const shoogi_piece piece = shoogi_position_piece(position, from);
            if (piece.kind != 0 && piece.colour == shoogi_position_side(position) &&
                from != target && count < CHECKERS_MAX &&
                shoogi_position_has_pseudo_legal_move(position, from, target))
                by[count++] = from;
        }
    return count;
}

/* seen: the board with the other side to move; NULL: without memory. */
static void write_one_of_several(shg_out *out, const shoogi_position *position,
                                 const shoogi_position *seen, shoogi_square square,
                                 shoogi_style names, shg_language language)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    char on[SHOOGI_MOVE_TEXT_BYTES], checkers[CHECKERS_BYTES];
    shg_out out_on = shg_out_make(on, sizeof on);
    shg_out_square(&out_on, variant, square);
    shoogi_square by[CHECKERS_MAX] = { 0 };
    const size_t count = seen ? find_attackers(by, seen, square) : 0;
    const char *side = shg_colour_in(language, (int)shoogi_position_piece(position, square).colour);
    const char *name = royal_name(position, square, names, language);
    write_checkers(checkers, variant, by, count, language);
    if (count > 0)
        shg_out_format(out, shg_text_in(language, "%s's %s on %s is checked by %s.\n"), side, name,
                       on, checkers);
    else
        shg_out_format(out, shg_text_in(language, "%s's %s on %s is checked.\n"), side, name, on);
}

/* For a side with several royal pieces: a notice for each attacked one, without escapes. */
static void write_several(shg_out *out, const shoogi_position *position, shoogi_colour side,
                          shoogi_style names, shg_language language)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const bool own_turn = shoogi_position_side(position) == side;
    shoogi_position *turned = own_turn ? turn(position) : NULL;
    for (unsigned rank = 0; rank < shoogi_variant_rank_count(variant); rank++) {
        for (unsigned file = 0; file < shoogi_variant_file_count(variant); file++) {
            if (!shoogi_variant_has_square(variant, file, rank))
                continue;
            const shoogi_square square = shoogi_variant_square(variant, file, rank);
            const shoogi_piece piece = shoogi_position_piece(position, square);
            if (piece.kind == 0 || piece.colour != side ||
                !shoogi_variant_kind(variant, piece.kind).royal ||
                !shoogi_position_is_attacked(position, square, shoogi_colour_other(side)))
                continue;
            write_one_of_several(out, position, own_turn ? turned : position, square, names,
                                 language);
        }
    }
    shoogi_position_free(turned);
}

void shg_notices_write(shg_out *out, const shoogi_position *position, shoogi_style names,
                       shg_language language, shoogi_notation notation)
{
    const shoogi_colour side = shoogi_position_side(position);
    const shoogi_colour moved = shoogi_colour_other(side);
    const shoogi_square own = shoogi_position_royal_square(position, moved);
    if (own == SHOOGI_NO_SQUARE)
        write_several(out, position, moved, names, language);
    else if (shoogi_position_is_attacked(position, own, side))
        write_left_in_check(out, position, own, names, language);

    const shoogi_square royal = shoogi_position_royal_square(position, side);
    if (royal == SHOOGI_NO_SQUARE)
        write_several(out, position, side, names, language);
    else
        write_check(out, position, royal, names, language, notation);
}
