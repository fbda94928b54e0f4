/* history.h: how well moves have done so far in a search, by what man they bring where. */
#ifndef SHG_ENGINE_SEARCH_HISTORY_H
#define SHG_ENGINE_SEARCH_HISTORY_H

#include "core/board/board_search.h"

enum {
    SHG_HISTORY_MAX = 16384,
    SHG_FOLLOW_BITS = 20, /* pairs of moves share so many numbers */
    SHG_TAKEN_BITS = 16
};

typedef struct shg_history {
    unsigned squares;
    size_t places;        /* a man of each code on each square */
    int16_t *quiet;       /* [places] */
    int16_t *follows;     /* [1 << SHG_FOLLOW_BITS] a move after another, by both places */
    int16_t *takes;       /* [1 << SHG_TAKEN_BITS] by the place and what is taken */
    shoogi_move *counter; /* [places] what refuted a move */
} shg_history;

/* The place of a move: the man as it was, and where it goes. */
static inline uint32_t shg_place(const shg_history *h, shg_code code, shoogi_square to)
{
    return (uint32_t)code * h->squares + to;
}

static inline int16_t *shg_follow(const shg_history *h, uint32_t before, uint32_t place)
{
    const uint32_t mixed = before * UINT32_C(0x9E3779B1) ^ place * UINT32_C(0x85EBCA6B);
    return &h->follows[mixed >> (32 - SHG_FOLLOW_BITS)];
}

static inline int16_t *shg_take(const shg_history *h, uint32_t place, shg_code taken)
{
    const uint32_t mixed = place * UINT32_C(0x9E3779B1) ^ taken * UINT32_C(0xC2B2AE35);
    return &h->takes[mixed >> (32 - SHG_TAKEN_BITS)];
}

/* Moves a number by a bonus, the less the nearer it is to its end. */
static inline void shg_learn(int16_t *number, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *number = (int16_t)(*number + bonus - *number * size / SHG_HISTORY_MAX);
}

#endif
