/* history.h: history heuristics: how often moves have caused cutoffs so far in a search.
 *
 * Moves are counted by piece and target square ("piece-to"), as one table by from- and to-squares would be too large on great
 * boards.  Sources: Schaeffer, "The history heuristic", 1983; Uiterwijk, "The countermove heuristic", 1992; Chess Programming
 * Wiki, "History Heuristic", for continuation and capture history and for the bounded update ("history gravity"). */
#ifndef SHG_ENGINE_SEARCH_HISTORY_H
#define SHG_ENGINE_SEARCH_HISTORY_H

#include "core/board/board_search.h"

enum {
    SHG_HISTORY_MAX = 16384,      /* scores lie between this and its negative */
    SHG_CONTINUATION_BITS = 20,   /* greatest size of the hashed continuation history */
    SHG_CAPTURE_HISTORY_BITS = 16 /* and of the hashed capture history */
};

typedef struct shg_history {
    unsigned squares;
    size_t piece_to_count;      /* pieces of either colour times squares */
    int16_t *quiet;             /* [piece_to_count] piece-to history of quiet moves */
    unsigned continuation_bits; /* 1 .. SHG_CONTINUATION_BITS */
    int16_t *continuation;      /* [1 << continuation_bits] of a move after an earlier one */
    int16_t *capture;           /* [1 << SHG_CAPTURE_HISTORY_BITS] by piece-to and captured piece */
    shoogi_move *counter_moves; /* [piece_to_count] the last quiet move that refuted a move */
} shg_history;

/* The piece-to index of a move: the piece before the move, and the target square. */
static inline uint32_t shg_piece_to(const shg_history *h, shg_code code, shoogi_square to)
{
    return (uint32_t)code * h->squares + to;
}

static inline int16_t *shg_continuation_history(const shg_history *h, uint32_t earlier,
                                                uint32_t piece_to)
{
    const uint32_t mixed = earlier * UINT32_C(0x9E3779B1) ^ piece_to * UINT32_C(0x85EBCA6B);
    return &h->continuation[mixed >> (32 - h->continuation_bits)];
}

static inline int16_t *shg_capture_history(const shg_history *h, uint32_t piece_to,
                                           shg_code captured)
{
    const uint32_t mixed = piece_to * UINT32_C(0x9E3779B1) ^ captured * UINT32_C(0xC2B2AE35);
    return &h->capture[mixed >> (32 - SHG_CAPTURE_HISTORY_BITS)];
}

/* Adds a bonus, or a malus if negative, that shrinks as the score nears the bound of its sign. */
static inline void shg_history_update(int16_t *score, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *score = (int16_t)(*score + bonus - *score * size / SHG_HISTORY_MAX);
}

#endif
