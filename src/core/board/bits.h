/* bits.h: a set of squares as BOARD_WORDS words of 64 bits; square n is bit n % 64 of word n / 64.
 *
 * Included by files compiled once for each board class; the class is named by BOARD_WORDS and, where the
 * same width is compiled for several processors, by BOARD_CPU.  Loops over words have a constant length
 * and are unrolled by the compiler. */
#ifndef SHG_CORE_BOARD_BITS_H
#define SHG_CORE_BOARD_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define BC_PASTE(name, words, cpu)  name##_w##words##_##cpu
#define BC_EXPAND(name, words, cpu) BC_PASTE(name, words, cpu)
#define BC(name)                    BC_EXPAND(name, BOARD_WORDS, BOARD_CPU) /* ops -> ops_w2_generic */

/* The move tables, the piece look-up and their makers: by tables for each square on narrow boards, by rays on wide
 * ones.  Only this place and src/core/meson.build depend on the width. */
enum { BOARD_WORDS_NARROW_MAX = 4 };
#if BOARD_WORDS <= 4
#define BOARD_MOVE_SETS_H "core/board/board_lines.h"
#define BOARD_PIECES_H    "core/board/board_lines_pieces.h"
#define BOARD_TABLES_H    "core/board/board_lines_tables.h"
#else
#define BOARD_MOVE_SETS_H "core/board/board_rays.h"
#define BOARD_PIECES_H    "core/board/board_rays_pieces.h"
#define BOARD_TABLES_H    "core/board/board_rays_tables.h"
#endif

/* For code that a leaf of the search runs for every piece: faster inline than called.  With -Os or -Oz (the
 * WebAssembly modules, which are downloaded) the compiler decides; inlining everything would triple the size. */
#ifndef ALWAYS_INLINE /* builds with sanitizers bring their own */
#ifdef __OPTIMIZE_SIZE__
#define ALWAYS_INLINE static inline
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif
#endif

/* Called rarely from many places: each copy would add hundreds of bytes to the WebAssembly module. */
#define NEVER_INLINE __attribute__((noinline))

typedef struct bits {
    uint64_t word[BOARD_WORDS];
} bits;

#define EACH_WORD(i) for (unsigned i = 0; i < BOARD_WORDS; i++)

ALWAYS_INLINE bits bits_none(void)
{
    return (bits){ { 0 } };
}

ALWAYS_INLINE bits bits_and(bits a, bits b)
{
    EACH_WORD(i) a.word[i] &= b.word[i];
    return a;
}

ALWAYS_INLINE bits bits_or(bits a, bits b)
{
    EACH_WORD(i) a.word[i] |= b.word[i];
    return a;
}

/* The squares of a that are not in b. */
ALWAYS_INLINE bits bits_without(bits a, bits b)
{
    EACH_WORD(i) a.word[i] &= ~b.word[i];
    return a;
}

ALWAYS_INLINE bool bits_any(bits a)
{
    uint64_t any = 0;
    EACH_WORD(i) any |= a.word[i];
    return any != 0;
}

ALWAYS_INLINE bool bits_meet(bits a, bits b)
{
    return bits_any(bits_and(a, b));
}

ALWAYS_INLINE bool bits_has(const bits *a, unsigned square)
{
    return a->word[square / 64] >> (square % 64) & 1;
}

ALWAYS_INLINE void bits_set(bits *a, unsigned square)
{
    a->word[square / 64] |= UINT64_C(1) << (square % 64);
}

ALWAYS_INLINE void bits_flip(bits *a, unsigned square)
{
    a->word[square / 64] ^= UINT64_C(1) << (square % 64);
}

ALWAYS_INLINE bits bits_one(unsigned square)
{
    bits a = bits_none();
    bits_set(&a, square);
    return a;
}

ALWAYS_INLINE unsigned bit_count(bits a)
{
    unsigned count = 0;
    EACH_WORD(i)
    {
        if (BOARD_WORDS <= BOARD_WORDS_NARROW_MAX ||
            a.word[i] != 0) /* on wide boards most words are empty */
            count += (unsigned)__builtin_popcountll(a.word[i]);
    }
    return count;
}

/* The lowest square of a non-empty set. */
ALWAYS_INLINE unsigned bits_first(bits a)
{
    unsigned i = 0;
    while (i < BOARD_WORDS - 1 && a.word[i] == 0)
        i++;
    return i * 64 + (unsigned)__builtin_ctzll(a.word[i]);
}

ALWAYS_INLINE bool bits_equal(bits a, bits b)
{
    uint64_t differs = 0;
    EACH_WORD(i) differs |= a.word[i] ^ b.word[i];
    return differs == 0;
}

/* Whether the set has exactly one square. */
ALWAYS_INLINE bool bits_single(bits a)
{
    return bit_count(a) == 1;
}

/* Iterates over the squares of a set from the lowest up; the statement or block that follows reads sq. */
#define EACH_SQUARE(sq, set)                                                                       \
    for (unsigned sq##_i = 0; sq##_i < BOARD_WORDS; sq##_i++)                                      \
        for (uint64_t sq##_left = (set).word[sq##_i], sq = 0;                                      \
             sq##_left != 0 && ((sq = sq##_i * 64 + (unsigned)__builtin_ctzll(sq##_left)), true);  \
             sq##_left &= sq##_left - 1)

/* All squares shifted up by 1 to 63; those beyond the top are lost. */
ALWAYS_INLINE bits bits_up(bits a, unsigned by)
{
    bits r;
    EACH_WORD(i) r.word[i] = a.word[i] << by | (i > 0 ? a.word[i > 0 ? i - 1 : 0] >> (64 - by) : 0);
    return r;
}

ALWAYS_INLINE bits bits_down(bits a, unsigned by)
{
    bits r;
    EACH_WORD(i)
    {
        const unsigned next = i + 1 < BOARD_WORDS ? i + 1 : i;
        r.word[i] = a.word[i] >> by | (next != i ? a.word[next] << (64 - by) : 0);
    }
    return r;
}

/* The highest square alone; square 0 for an empty set. */
ALWAYS_INLINE bits bits_highest_or_0(bits a)
{
    bits r = bits_none();
    a.word[0] |= 1;
    uint64_t open = ~UINT64_C(0); /* no higher word had a square */
    for (unsigned i = BOARD_WORDS; i-- > 0;) {
        const uint64_t w = a.word[i];
        const uint64_t top = UINT64_C(1) << (63 - (unsigned)__builtin_clzll(w | 1));
        const uint64_t has = w != 0 ? ~UINT64_C(0) : 0;
        r.word[i] = top & has & open;
        open &= ~has;
    }
    return r;
}

/* a - b as unsigned numbers. */
ALWAYS_INLINE bits bits_minus(bits a, bits b)
{
    bool borrow = false;
    EACH_WORD(i)
    {
        uint64_t d;
        const bool first = __builtin_sub_overflow(a.word[i], b.word[i], &d);
        const bool second = __builtin_sub_overflow(d, (uint64_t)borrow, &d);
        a.word[i] = d;
        borrow = first | second;
    }
    return a;
}

ALWAYS_INLINE bits bits_xor(bits a, bits b)
{
    EACH_WORD(i) a.word[i] ^= b.word[i];
    return a;
}

#endif
