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

/* For each kind of processor: a vector of sums, and add_products for one vector, which takes as many bytes of weights. */
#if defined __AVX512F__ && defined __AVX512VNNI__

#include <immintrin.h>
typedef __m512i vector;

VECTOR_INLINE vector add_products_to(vector sum, int32_t x, const int8_t *w)
{
    return _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(x), _mm512_loadu_si512(w));
}

#elif defined __AVX2__

#include <immintrin.h>
typedef __m256i vector;

VECTOR_INLINE vector add_products_to(vector sum, int32_t x, const int8_t *w)
{
    const __m256i all = _mm256_set1_epi32(x), weights = _mm256_loadu_si256((const __m256i *)w);
#ifdef __AVXVNNI__
    return _mm256_dpbusd_avx_epi32(sum, all, weights);
#else
    return _mm256_add_epi32(
        sum, _mm256_madd_epi16(_mm256_maddubs_epi16(all, weights), _mm256_set1_epi16(1)));
#endif
}

#elif defined __SSE4_1__

#include <smmintrin.h>
typedef __m128i vector;

VECTOR_INLINE vector add_products_to(vector sum, int32_t x, const int8_t *w)
{
    const __m128i pairs = _mm_maddubs_epi16(_mm_set1_epi32(x), _mm_loadu_si128((const __m128i *)w));
    return _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
}

#elif defined __wasm_simd128__

#include <wasm_simd128.h>
typedef v128_t vector;

/* Even and odd bytes as numbers of 16 bits; two products fit these, as above. */
VECTOR_INLINE v128_t even_bytes(v128_t bytes)
{
    return wasm_i16x8_shr(wasm_i16x8_shl(bytes, 8), 8);
}

VECTOR_INLINE v128_t odd_bytes(v128_t bytes)
{
    return wasm_i16x8_shr(bytes, 8);
}

VECTOR_INLINE vector add_products_to(vector sum, int32_t x, const int8_t *w)
{
    const v128_t all = wasm_i32x4_splat(x), weights = wasm_v128_load(w);
    const v128_t pairs = wasm_i16x8_add(wasm_i16x8_mul(even_bytes(all), even_bytes(weights)),
                                        wasm_i16x8_mul(odd_bytes(all), odd_bytes(weights)));
    return wasm_i32x4_add(sum, wasm_i32x4_extadd_pairwise_i16x8(pairs));
}

#else

typedef int32_t vector;

VECTOR_INLINE vector add_products_to(vector sum, int32_t x, const int8_t *w)
{
    uint8_t in[4];
    memcpy(in, &x, sizeof in);
    for (int i = 0; i < 4; i++)
        sum += in[i] * w[i];
    return sum;
}

#endif

enum { VECTORS = SUMS * sizeof(int32_t) / sizeof(vector) };

typedef struct sums {
    vector each[VECTORS];
} sums;

VECTOR_INLINE sums load_sums(const int32_t *at)
{
    sums s;
    for (size_t i = 0; i < VECTORS; i++)
        memcpy(&s.each[i], at + i * SUMS / VECTORS, sizeof(vector));
    return s;
}

VECTOR_INLINE void store_sums(int32_t *at, sums s)
{
    for (size_t i = 0; i < VECTORS; i++)
        memcpy(at + i * SUMS / VECTORS, &s.each[i], sizeof(vector));
}

VECTOR_INLINE sums add_products(sums s, int32_t x, const int8_t *w)
{
    for (size_t i = 0; i < VECTORS; i++)
        s.each[i] = add_products_to(s.each[i], x, w + i * sizeof(vector));
    return s;
}

#endif
