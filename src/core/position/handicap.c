/* handicap.c: the handicap as the first move of a game.
 *
 * It is the only move whose squares do not fit into 64 bits: the position has the removed pieces, and the history a
 * move that is marked as a handicap. */
#include "base/text.h"
#include "core/position/position_int.h"
#include "core/variant/variant_int.h"
#include "shoogi/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Whether nothing has been played and everything is as at the start of the definition. */
static bool is_start(const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    const shoogi_colour first = v->rules.white_first ? SHOOGI_WHITE : SHOOGI_BLACK;
    bool same = p->history_count == 0 && p->first_ply == 1 && p->side == first &&
                p->counter_strike_square == SHOOGI_NO_SQUARE && p->checks[0] + p->checks[1] == 0 &&
                memcmp(p->square, v->start, v->squares * sizeof *v->start) == 0;
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            same = same && p->hand[colour][k] == v->start_hand[colour][k];
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        same = same && (v->start[sq] == 0 || p->ops->is_unmoved(p, sq));
    return same;
}

static shoogi_illegal say(shg_out *out, shoogi_illegal why)
{
    shg_out_text(out, shg_illegal_text(why));
    return why;
}

/* What is wrong with square number at of the list: "the king on 5a cannot be removed".  */
static shoogi_illegal why_not(const shoogi_position *p, const shoogi_square *squares, size_t at,
                              shg_out *out)
{
    const shoogi_variant *const v = p->variant;
    const shoogi_square square = squares[at];
    if (square >= v->squares || v->hole[square])
        return say(out, SHOOGI_ILLEGAL_NO_SUCH_SQUARE);
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shoogi_square_text(text, sizeof text, v, square);
    const shg_code code = p->square[square];
    const char *const name = v->kind[shg_code_kind(code)].name;
    if (code == 0) {
        shg_out_format(out, "there is no piece on %s", text);
        return SHOOGI_ILLEGAL_NO_PIECE;
    }
    if (shg_code_colour(code) == p->side) {
        shg_out_format(out, "the %s on %s is your own", name, text);
        return SHOOGI_ILLEGAL_HANDICAP_OWN;
    }
    if (v->kind[shg_code_kind(code)].royal) {
        shg_out_format(out, "the %s on %s cannot be removed", name, text);
        return SHOOGI_ILLEGAL_HANDICAP_ROYAL;
    }
    for (size_t i = 0; i < at; i++) {
        if (squares[i] != square)
            continue;
        shg_out_format(out, "the %s on %s is named twice", name, text);
        return SHOOGI_ILLEGAL_HANDICAP_TWICE;
    }
    return SHOOGI_ILLEGAL_NONE;
}

/* Errors of the list alone; *at: the offending square, or count. */
static shoogi_illegal find_fault(const shoogi_position *p, const shoogi_square *squares,
                                 size_t count, size_t *at, shg_out *out)
{
    *at = count;
    if (!is_start(p))
        return say(out, SHOOGI_ILLEGAL_HANDICAP_LATE);
    if (count == 0)
        return say(out, SHOOGI_ILLEGAL_HANDICAP_EMPTY);
    for (size_t i = 0; i < count; i++) {
        const shoogi_illegal why = why_not(p, squares, i, out);
        if (why == SHOOGI_ILLEGAL_NONE)
            continue;
        *at = i;
        return why;
    }
    return SHOOGI_ILLEGAL_NONE;
}

static void make(shoogi_position *p, shoogi_removed_piece *removed, size_t count)
{
    const shoogi_variant *const v = p->variant;
    const shoogi_move move =
        shoogi_move_make(SHOOGI_NO_SQUARE, SHOOGI_NO_SQUARE, 0, false) | SHOOGI_MOVE_HANDICAP;
    shg_made_move *const made = &p->history[p->history_count++];
    *made =
        (shg_made_move){ .move = move, .hash = p->hash, .counter_strike_square = SHOOGI_NO_SQUARE };
    p->hash -= p->ops->extra_hash(p);
    for (size_t i = 0; i < count; i++) {
        const shoogi_square square = removed[i].square;
        const shg_code code = p->square[square];
        removed[i].piece = (shoogi_piece){ shg_code_kind(code), shg_code_colour(code) };
        p->hash -= shg_zobrist_key(v->piece_key[code], v->square_key[square]);
        p->ops->remove(p, square);
    }
    p->removed = removed;
    p->removed_count = count;
    p->side = shoogi_colour_other(p->side);
    p->ops->setup_done(p);
    p->hash += p->ops->extra_hash(p);
    p->hash = p->side == SHOOGI_WHITE ? p->hash + SHG_SIDE_KEY : p->hash - SHG_SIDE_KEY;
    made->gave_check = shoogi_position_checkers(p, NULL, 0) > 0;
    assert(shg_position_check(p));
}

void shg_handicap_undo(shoogi_position *p)
{
    assert(p->history_count == 1);
    for (size_t i = 0; i < p->removed_count; i++) {
        p->ops->put(p, p->removed[i].square,
                    shg_code_of(p->removed[i].piece.kind, p->removed[i].piece.colour));
        p->ops->set_unmoved(p, p->removed[i].square, true);
    }
    free(p->removed);
    p->removed = NULL;
    p->removed_count = 0;
    p->side = shoogi_colour_other(p->side);
    p->ops->setup_done(p);
    p->hash = p->history[--p->history_count].hash;
}

/* It opened a line to the only royal of the side that gives the handicap. */
static bool exposes(const shoogi_position *p)
{
    const shoogi_square royal = shoogi_position_royal_square(p, shoogi_colour_other(p->side));
    return p->variant->rules.check_strict && royal != SHOOGI_NO_SQUARE &&
           shoogi_position_is_attacked(p, royal, p->side);
}

shoogi_status shoogi_position_handicap(shoogi_position *position, const shoogi_square *squares,
                                       size_t count)
{
    size_t at;
    shg_out nowhere = shg_out_make(NULL, 0);
    if (find_fault(position, squares, count, &at, &nowhere) != SHOOGI_ILLEGAL_NONE)
        return SHOOGI_ILLEGAL;
    shoogi_square sorted[SHOOGI_SQUARES_MAX];
    memcpy(sorted, squares, count * sizeof *sorted); /* no duplicates, so no more than that */
    shg_sort_squares(position->variant, sorted, count);
    shoogi_removed_piece *const removed = calloc(count, sizeof *removed);
    if (!removed || shg_position_make_room(position, 1) != SHOOGI_OK) {
        free(removed);
        return SHOOGI_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        removed[i].square = sorted[i];
    make(position, removed, count);
    if (!exposes(position))
        return SHOOGI_OK;
    shoogi_position_undo(position);
    return SHOOGI_ILLEGAL;
}

shoogi_illegal shoogi_position_why_handicap_illegal(const shoogi_position *position,
                                                    const shoogi_square *squares, size_t count,
                                                    size_t *at, char *sentence,
                                                    size_t sentence_bytes)
{
    size_t ignored;
    shg_out out = shg_out_make(sentence, sentence ? sentence_bytes : 0);
    const shoogi_illegal why = find_fault(position, squares, count, at ? at : &ignored, &out);
    shoogi_position *tried;
    if (why != SHOOGI_ILLEGAL_NONE || shoogi_position_copy(&tried, position) != SHOOGI_OK)
        return why; /* without memory for the test, shoogi_position_handicap reports it */
    const shoogi_status status = shoogi_position_handicap(tried, squares, count);
    shoogi_position_free(tried);
    return status == SHOOGI_ILLEGAL ? say(&out, SHOOGI_ILLEGAL_ROYAL_IN_CHECK)
                                    : SHOOGI_ILLEGAL_NONE;
}

size_t shoogi_position_removed_pieces(const shoogi_position *position,
                                      shoogi_removed_piece *removed, size_t removed_max)
{
    for (size_t i = 0; i < position->removed_count && i < removed_max; i++)
        removed[i] = position->removed[i];
    return position->removed_count;
}
