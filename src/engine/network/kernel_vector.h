/* kernel_vector.h: rows of 16 bits and sixteen sums of 32 bits for kernel.c: the one place that knows processors.
 *
 * add_products(sums, x, w) adds to each sum the products of four activations, the bytes of x, with four weights.  With the
 * instruction before VNNI, which adds two products in 16 bits with saturation, nothing saturates: 2 * 127 * 128 fits. */
#ifndef SHG_ENGINE_NETWORK_KERNEL_VECTOR_H
#define SHG_ENGINE_NETWORK_KERNEL_VECTOR_H

#include <stdint.h>
#include <string.h>

#define VECTOR_INLINE static inline __attribute__((always_inline))

enum { SUMS = 16 };

/* Numbers of 16 bits that wrap around: a vector of the compiler's own, which fits several registers, or plain C where
 * there are none (in WebAssembly without SIMD one would become a hundred instructions). */
enum { LANES = 32 };

#if defined __SSE2__ || defined __ARM_NEON || defined __wasm_simd128__

typedef uint16_t lanes __attribute__((vector_size(2 * LANES), may_alias));

VECTOR_INLINE void add_lanes(lanes *to, const int16_t *row)
{
    *to += *(const lanes *)row;
}

VECTOR_INLINE void subtract_lanes(lanes *from, const int16_t *row)
{
    *from -= *(const lanes *)row;
}

#else

typedef struct lanes {
    uint16_t each[LANES];
} lanes;

VECTOR_INLINE void add_lanes(lanes *to, const int16_t *row)
{
    for (int i = 0; i < LANES; i++)
        to->each[i] = (uint16_t)(to->each[i] + (uint16_t)row[i]);
}

VECTOR_INLINE void subtract_lanes(lanes *from, const int16_t *row)
{
    for (int i = 0; i < LANES; i++)
        from->each[i] = (uint16_t)(from->each[i] - (uint16_t)row[i]);
}

#endif

#if defined __AVX512F__ && defined __AVX512VNNI__

#include <immintrin.h>
typedef struct sums {
    __m512i all;
} sums;

VECTOR_INLINE sums load_sums(const int32_t *at)
{
    return (sums){ _mm512_loadu_si512(at) };
}

VECTOR_INLINE void store_sums(int32_t *at, sums s)
{
    _mm512_storeu_si512(at, s.all);
}

VECTOR_INLINE sums add_products(sums s, int32_t x, const int8_t *w)
{
    return (sums){ _mm512_dpbusd_epi32(s.all, _mm512_set1_epi32(x), _mm512_loadu_si512(w)) };
}

#elif defined __AVX2__

#include <immintrin.h>
typedef struct sums {
    __m256i half[2];
} sums;

VECTOR_INLINE sums load_sums(const int32_t *at)
{
    return (sums){ { _mm256_loadu_si256((const __m256i *)at),
                     _mm256_loadu_si256((const __m256i *)(at + 8)) } };
}

VECTOR_INLINE void store_sums(int32_t *at, sums s)
{
    _mm256_storeu_si256((__m256i *)at, s.half[0]);
    _mm256_storeu_si256((__m256i *)(at + 8), s.half[1]);
}

VECTOR_INLINE __m256i add_products_8(__m256i sum, __m256i x, __m256i w)
{
#ifdef __AVXVNNI__
    return _mm256_dpbusd_avx_epi32(sum, x, w);
#else
    return _mm256_add_epi32(sum,
                            _mm256_madd_epi16(_mm256_maddubs_epi16(x, w), _mm256_set1_epi16(1)));
#endif
}

VECTOR_INLINE sums add_products(sums s, int32_t x, const int8_t *w)
{
    const __m256i all = _mm256_set1_epi32(x);
    return (
        sums){ { add_products_8(s.half[0], all, _mm256_loadu_si256((const __m256i *)w)),
                 add_products_8(s.half[1], all, _mm256_loadu_si256((const __m256i *)(w + 32))) } };
}

#elif defined __SSE4_1__

#include <smmintrin.h>
typedef struct sums {
    __m128i quarter[4];
} sums;

VECTOR_INLINE sums load_sums(const int32_t *at)
{
    sums s;
    for (int i = 0; i < 4; i++)
        s.quarter[i] = _mm_loadu_si128((const __m128i *)(at + 4 * i));
    return s;
}

VECTOR_INLINE void store_sums(int32_t *at, sums s)
{
    for (int i = 0; i < 4; i++)
        _mm_storeu_si128((__m128i *)(at + 4 * i), s.quarter[i]);
}

VECTOR_INLINE sums add_products(sums s, int32_t x, const int8_t *w)
{
    const __m128i all = _mm_set1_epi32(x), ones = _mm_set1_epi16(1);
    for (int i = 0; i < 4; i++) {
        const __m128i pairs =
            _mm_maddubs_epi16(all, _mm_loadu_si128((const __m128i *)(w + 16 * i)));
        s.quarter[i] = _mm_add_epi32(s.quarter[i], _mm_madd_epi16(pairs, ones));
    }
    return s;
}

#elif defined __wasm_simd128__

#include <wasm_simd128.h>
typedef struct sums {
    v128_t quarter[4];
} sums;

VECTOR_INLINE sums load_sums(const int32_t *at)
{
    sums s;
    for (int i = 0; i < 4; i++)
        s.quarter[i] = wasm_v128_load(at + 4 * i);
    return s;
}

VECTOR_INLINE void store_sums(int32_t *at, sums s)
{
    for (int i = 0; i < 4; i++)
        wasm_v128_store(at + 4 * i, s.quarter[i]);
}

/* Even and odd bytes as numbers of 16 bits; two products fit these, as above. */
VECTOR_INLINE v128_t even_bytes(v128_t bytes)
{
    return wasm_i16x8_shr(wasm_i16x8_shl(bytes, 8), 8);
}

VECTOR_INLINE v128_t odd_bytes(v128_t bytes)
{
    return wasm_i16x8_shr(bytes, 8);
}

VECTOR_INLINE sums add_products(sums s, int32_t x, const int8_t *w)
{
    const v128_t all = wasm_i32x4_splat(x), even = even_bytes(all), odd = odd_bytes(all);
    for (int i = 0; i < 4; i++) {
        const v128_t weights = wasm_v128_load(w + 16 * i);
        const v128_t pairs = wasm_i16x8_add(wasm_i16x8_mul(even, even_bytes(weights)),
                                            wasm_i16x8_mul(odd, odd_bytes(weights)));
        s.quarter[i] = wasm_i32x4_add(s.quarter[i], wasm_i32x4_extadd_pairwise_i16x8(pairs));
    }
    return s;
}

#else

typedef struct sums {
    int32_t each[SUMS];
} sums;

VECTOR_INLINE sums load_sums(const int32_t *at)
{
    sums s;
    memcpy(s.each, at, sizeof s.each);
    return s;
}

VECTOR_INLINE void store_sums(int32_t *at, sums s)
{
    memcpy(at, s.each, sizeof s.each);
}

VECTOR_INLINE sums add_products(sums s, int32_t x, const int8_t *w)
{
    uint8_t in[4];
    memcpy(in, &x, sizeof in);
    for (int i = 0; i < SUMS; i++)
        for (int j = 0; j < 4; j++)
            s.each[i] += in[j] * w[4 * i + j];
    return s;
}

#endif

#endif
