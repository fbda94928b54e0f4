#include "shoogi/position.h"

#include "core/board_ops.h"
#include "core/definition.h"
#include "core/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const reason_words[] = {
#define REASON(name, words) words,
#include "shoogi/result.def"
#undef REASON
};

const char *shoogi_reason_text(shoogi_reason reason)
{
    return (size_t)reason < SHOOGI_REASON_COUNT ? reason_words[reason] : "unknown reason";
}

/* A position and its board in one block, the board at the next multiple of 64 bytes. */
static size_t board_offset(void)
{
    return (sizeof(shoogi_position) + 63) / 64 * 64;
}

static shoogi_position *allocate(const shoogi_variant *v)
{
    const size_t bytes = board_offset() + (v->ops->board_bytes(v) + 63) / 64 * 64;
    shoogi_position *p = aligned_alloc(64, bytes);
    if (p)
        *p = (shoogi_position){ .variant = v, .ops = v->ops };
    return p;
}

static void *board_of(shoogi_position *p)
{
    return (char *)p + board_offset();
}

shoogi_status shoogi_position_new(shoogi_position **out, const shoogi_variant *variant)
{
    shoogi_position *p = allocate(variant);
    if (!p)
        return SHOOGI_NO_MEMORY;
    p->ops->board_init(variant, board_of(p), p);
    for (unsigned sq = 0; sq < variant->squares; sq++)
        if (variant->start[sq] != 0)
            p->ops->put(p, (shoogi_square)sq, variant->start[sq]);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned k = 1; k <= variant->kinds; k++)
            p->hand[colour][k] = variant->start_hand[colour][k];
    p->first_ply = 1;
    shoogi_position_ready(p);
    *out = p;
    return SHOOGI_OK;
}

shoogi_status shoogi_position_copy(shoogi_position **out, const shoogi_position *position)
{
    shoogi_position *p = allocate(position->variant);
    if (!p)
        return SHOOGI_NO_MEMORY;
    *p = *position;
    p->past_room = position->past_count;
    p->past = NULL;
    if (p->past_room > 0) {
        p->past = malloc(p->past_room * sizeof *p->past);
        if (!p->past) {
            free(p);
            return SHOOGI_NO_MEMORY;
        }
        memcpy(p->past, position->past, p->past_room * sizeof *p->past);
    }
    memcpy(board_of(p), position->board, p->ops->board_bytes(p->variant));
    p->ops->board_moved(p->variant, board_of(p), p);
    *out = p;
    return SHOOGI_OK;
}

void shoogi_position_free(shoogi_position *position)
{
    if (!position)
        return;
    free(position->past);
    free(position);
}

const shoogi_variant *shoogi_position_variant(const shoogi_position *position)
{
    return position->variant;
}

shoogi_colour shoogi_position_side(const shoogi_position *position)
{
    return position->side;
}

unsigned shoogi_position_ply(const shoogi_position *position)
{
    return position->first_ply + (unsigned)position->past_count;
}

unsigned shoogi_position_played(const shoogi_position *position)
{
    return (unsigned)position->past_count;
}

shoogi_move shoogi_position_move_at(const shoogi_position *position, unsigned index)
{
    assert(index < position->past_count);
    return position->past[index].move;
}

shoogi_piece shoogi_position_piece(const shoogi_position *position, shoogi_square square)
{
    assert(square < position->variant->squares);
    const shg_code code = position->square[square];
    return (shoogi_piece){ shg_code_kind(code), shg_code_colour(code) };
}

unsigned shoogi_position_hand(const shoogi_position *position, shoogi_colour colour,
                              shoogi_kind kind)
{
    assert(kind >= 1 && kind <= position->variant->kinds);
    return position->hand[colour][kind];
}

uint64_t shoogi_position_hash(const shoogi_position *position)
{
    return position->hash;
}

/* --- setting up ---------------------------------------------------------------------------------- */

void shoogi_position_clear(shoogi_position *position)
{
    position->ops->board_init(position->variant, position->board, position);
    position->past_count = 0;
    position->side = SHOOGI_BLACK;
    position->first_ply = 1;
}

void shoogi_position_put(shoogi_position *position, shoogi_square square, shoogi_piece piece)
{
    assert(square < position->variant->squares && !position->variant->hole[square]);
    assert(piece.kind <= position->variant->kinds);
    if (position->square[square] != 0)
        position->ops->take(position, square);
    if (piece.kind != 0)
        position->ops->put(position, square, shg_code_of(piece.kind, piece.colour));
}

shoogi_status shoogi_position_set_hand(shoogi_position *position, shoogi_colour colour,
                                       shoogi_kind kind, unsigned count)
{
    assert(kind >= 1 && kind <= position->variant->kinds);
    if (!position->variant->kind[kind].droppable && count > 0)
        return SHOOGI_ILLEGAL;
    if (count > UINT16_MAX)
        return SHOOGI_TOO_BIG;
    position->hand[colour][kind] = (uint16_t)count;
    return SHOOGI_OK;
}

void shoogi_position_set_side(shoogi_position *position, shoogi_colour side)
{
    position->side = side;
}

void shoogi_position_set_ply(shoogi_position *position, unsigned ply)
{
    assert(ply >= 1);
    position->first_ply = ply;
}

/* The hash of board, hands and side, counted from nothing. */
static uint64_t hash_of(const shoogi_position *p)
{
    const shoogi_variant *v = p->variant;
    uint64_t hash = 0;
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (p->square[sq] != 0)
            hash += shg_key(v->piece_key[p->square[sq]], v->square_key[sq]);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned k = 1; k <= v->kinds; k++)
            hash += p->hand[colour][k] * v->hand_key[colour][k];
    return hash;
}

void shoogi_position_ready(shoogi_position *position)
{
    position->past_count = 0;
    position->hash = hash_of(position) + (position->side == SHOOGI_WHITE ? SHG_SIDE_KEY : 0);
    for (int colour = 0; colour < 2; colour++)
        position->had_royal[colour] =
            position->ops->royal_count(position, (shoogi_colour)colour) > 0;
    position->ops->ready(position);
}

bool shg_position_check(const shoogi_position *position)
{
    const uint64_t side = position->side == SHOOGI_WHITE ? SHG_SIDE_KEY : 0;
    return position->hash == hash_of(position) + side && position->ops->check(position);
}

/* --- playing ------------------------------------------------------------------------------------- */

size_t shoogi_position_moves(const shoogi_position *position, shoogi_move *moves, size_t moves_max)
{
    return position->ops->moves(position, moves, moves_max);
}

static shoogi_status make_room(shoogi_position *p, size_t more)
{
    if (p->past_room - p->past_count >= more)
        return SHOOGI_OK;
    const size_t room =
        p->past_count + more > 2 * p->past_room ? p->past_count + more + 16 : 2 * p->past_room;
    shg_past *past = realloc(p->past, room * sizeof *past);
    if (!past)
        return SHOOGI_NO_MEMORY;
    p->past = past;
    p->past_room = room;
    return SHOOGI_OK;
}

shoogi_status shoogi_position_do(shoogi_position *position, shoogi_move move)
{
    if (make_room(position, 1) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    position->ops->do_move(position, move);
    position->past[position->past_count - 1].gave_check =
        shoogi_position_checkers(position, NULL, 0) > 0;
    assert(shg_position_check(position));
    return SHOOGI_OK;
}

void shoogi_position_undo(shoogi_position *position)
{
    assert(position->past_count > 0);
    position->ops->undo_move(position);
    assert(shg_position_check(position));
}

/* Rank a first, and in a rank file 1 first. */
static void sort_squares(const shoogi_variant *v, shoogi_square *squares, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const shoogi_square square = squares[i];
        const unsigned place = shg_rank_of(v, square) * v->files + shg_file_of(v, square);
        size_t j = i;
        for (; j > 0; j--) {
            const shoogi_square before = squares[j - 1];
            if (shg_rank_of(v, before) * v->files + shg_file_of(v, before) < place)
                break;
            squares[j] = before;
        }
        squares[j] = square;
    }
}

size_t shoogi_position_checkers(const shoogi_position *position, shoogi_square *squares,
                                size_t squares_max)
{
    const shoogi_square royal = shoogi_position_royal(position, position->side);
    if (royal == SHOOGI_NO_SQUARE)
        return 0;
    /* All of them first, so that those kept are the first in order. */
    shoogi_square all[64];
    const size_t count =
        position->ops->attackers(position, royal, shoogi_colour_other(position->side), all, 64);
    const size_t known = count < 64 ? count : 64;
    sort_squares(position->variant, all, known);
    for (size_t i = 0; i < known && i < squares_max; i++)
        squares[i] = all[i];
    return count;
}

shoogi_square shoogi_position_royal(const shoogi_position *position, shoogi_colour colour)
{
    return position->ops->royal(position, colour);
}

bool shoogi_position_attacked(const shoogi_position *position, shoogi_square square,
                              shoogi_colour colour)
{
    assert(square < position->variant->squares);
    return position->ops->attackers(position, square, colour, NULL, 0) > 0;
}

shoogi_status shoogi_position_perft(uint64_t *nodes, shoogi_position *position,
                                    unsigned depth_plies)
{
    const size_t lists = depth_plies > 1 ? depth_plies - 1 : 0;
    shoogi_move *room = NULL;
    if (lists > 0) {
        if (lists > SIZE_MAX / sizeof *room / position->variant->moves_max ||
            make_room(position, lists) != SHOOGI_OK)
            return SHOOGI_NO_MEMORY;
        room = malloc(lists * position->variant->moves_max * sizeof *room);
        if (!room)
            return SHOOGI_NO_MEMORY;
    }
    *nodes = position->ops->perft(position, depth_plies, room);
    free(room);
    return SHOOGI_OK;
}

/* --- results ------------------------------------------------------------------------------------- */

static shoogi_outcome win_of(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
}

/* True if every move of colour since the first occurrence gave check, and there was one. */
static bool checked_throughout(const shoogi_position *p, size_t first, shoogi_colour colour)
{
    bool any = false;
    for (size_t i = first; i < p->past_count; i++) {
        const bool by_side_to_move = (p->past_count - i) % 2 == 0;
        if (by_side_to_move != (colour == p->side))
            continue;
        any = true;
        if (!p->past[i].gave_check)
            return false;
    }
    return any;
}

/* The n-th occurrence of a position.  Source: docs/variant-format.md, "Repetition". */
static shoogi_result judge_repetition(const shoogi_position *p)
{
    const shg_rules *rules = &p->variant->rules;
    size_t occurrences = 1, first = p->past_count;
    for (size_t i = p->past_count; i-- > 0;) {
        if (p->past[i].hash == p->hash) {
            occurrences++;
            first = i;
        }
    }
    if (occurrences < rules->repetition_count)
        return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    const bool own = checked_throughout(p, first, p->side);
    const bool other = checked_throughout(p, first, shoogi_colour_other(p->side));
    if (rules->perpetual != SHG_PERPETUAL_NONE && own != other) {
        const shoogi_colour checker = own ? p->side : shoogi_colour_other(p->side);
        return (shoogi_result){ rules->perpetual == SHG_PERPETUAL_DRAW
                                    ? SHOOGI_OUTCOME_DRAW
                                    : win_of(shoogi_colour_other(checker)),
                                SHOOGI_REASON_PERPETUAL_CHECK };
    }
    return (shoogi_result){ rules->repetition_result == SHG_REPETITION_NO_CONTEST
                                ? SHOOGI_OUTCOME_NO_CONTEST
                                : SHOOGI_OUTCOME_DRAW,
                            SHOOGI_REASON_REPETITION };
}

shoogi_result shoogi_position_result(const shoogi_position *position)
{
    const shg_rules *rules = &position->variant->rules;
    const shoogi_colour own = position->side, other = shoogi_colour_other(own);
    if (position->had_royal[own] && position->ops->royal_count(position, own) == 0)
        return (shoogi_result){ win_of(other), SHOOGI_REASON_ROYAL_CAPTURED };
    if (shoogi_position_moves(position, NULL, 0) == 0) {
        if (rules->check_strict && shoogi_position_checkers(position, NULL, 0) > 0)
            return (shoogi_result){ win_of(other), SHOOGI_REASON_CHECKMATE };
        const shoogi_outcome outcome = rules->stalemate == SHG_STALEMATE_WIN ? win_of(other)
                                       : rules->stalemate == SHG_STALEMATE_LOSS
                                           ? win_of(own)
                                           : SHOOGI_OUTCOME_DRAW;
        return (shoogi_result){ outcome, SHOOGI_REASON_STALEMATE };
    }
    if (rules->repetition_count == 0)
        return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    return judge_repetition(position);
}
