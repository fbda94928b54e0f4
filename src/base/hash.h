/* hash.h: a number that tells texts and files apart, the same on every machine.
 *
 * It finds what was damaged by accident; whoever wants two texts with one number finds them. */
#ifndef SHG_BASE_HASH_H
#define SHG_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Of no bytes at all. */
#define SHG_HASH_START UINT64_C(0xCBF29CE484222325)

/* The number of what came before, and count bytes behind it.  Source: FNV-1a with 64 bits, RFC 9923. */
static inline uint64_t shg_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *const at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

#endif
