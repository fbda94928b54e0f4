/* hash.h: a 64-bit hash of texts and files, the same on every machine.
 *
 * It detects accidental damage only: collisions are easy to make on purpose. */
#ifndef SHG_BASE_HASH_H
#define SHG_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes. */
#define SHG_HASH_START UINT64_C(0xCBF29CE484222325)

/* Extends hash by count bytes and returns the result.  Source: 64-bit FNV-1a, RFC 9923. */
static inline uint64_t shg_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *const at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

#endif
