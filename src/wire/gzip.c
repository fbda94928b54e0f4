#include "wire/gzip.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* RFC 1951, 3.2.5: lengths from 257 on, and distances. */
static const struct {
    uint16_t base;
    uint8_t extra_bits;
} lengths[] = { { 3, 0 },   { 4, 0 },   { 5, 0 },   { 6, 0 },   { 7, 0 },  { 8, 0 },
                { 9, 0 },   { 10, 0 },  { 11, 1 },  { 13, 1 },  { 15, 1 }, { 17, 1 },
                { 19, 2 },  { 23, 2 },  { 27, 2 },  { 31, 2 },  { 35, 3 }, { 43, 3 },
                { 51, 3 },  { 59, 3 },  { 67, 4 },  { 83, 4 },  { 99, 4 }, { 115, 4 },
                { 131, 5 }, { 163, 5 }, { 195, 5 }, { 227, 5 }, { 258, 0 } },
  distances[] = { { 1, 0 },     { 2, 0 },     { 3, 0 },      { 4, 0 },      { 5, 1 },
                  { 7, 1 },     { 9, 2 },     { 13, 2 },     { 17, 3 },     { 25, 3 },
                  { 33, 4 },    { 49, 4 },    { 65, 5 },     { 97, 5 },     { 129, 6 },
                  { 193, 6 },   { 257, 7 },   { 385, 7 },    { 513, 8 },    { 769, 8 },
                  { 1025, 9 },  { 1537, 9 },  { 2049, 10 },  { 3073, 10 },  { 4097, 11 },
                  { 6145, 11 }, { 8193, 12 }, { 12289, 12 }, { 16385, 13 }, { 24577, 13 } };
enum {
    LENGTHS = sizeof lengths / sizeof lengths[0],
    DISTANCES = sizeof distances / sizeof distances[0],
    END_OF_BLOCK = 256,
    MATCH_MIN = 4, /* of three bytes a match of fixed codes seldom gains anything */
    MATCH_MAX = 258,
    DISTANCE_MAX = 32768,
    HASH_BITS = 12
};

typedef struct packer {
    shg_out *out;
    uint32_t word; /* the bits that do not fill a byte yet; the lowest is the first */
    unsigned bits;
} packer;

static void put_bits(packer *p, uint32_t value, unsigned bits)
{
    p->word |= value << p->bits;
    for (p->bits += bits; p->bits >= 8; p->bits -= 8) {
        shg_out_char(p->out, (char)(p->word & 0xff));
        p->word >>= 8;
    }
}

/* A code begins with its highest bit. */
static void put_code(packer *p, uint32_t code, unsigned bits)
{
    uint32_t turned = 0;
    for (unsigned i = 0; i < bits; i++)
        turned |= (code >> i & 1) << (bits - 1 - i);
    put_bits(p, turned, bits);
}

/* RFC 1951, 3.2.6. */
static void put_symbol(packer *p, unsigned symbol)
{
    if (symbol < 144)
        put_code(p, 0x30 + symbol, 8);
    else if (symbol < END_OF_BLOCK)
        put_code(p, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(p, symbol - END_OF_BLOCK, 7);
    else
        put_code(p, 0xc0 + symbol - 280, 8);
}

static void put_match(packer *p, uint32_t length, uint32_t distance)
{
    unsigned l = LENGTHS - 1, d = DISTANCES - 1;
    while (lengths[l].base > length)
        l--;
    while (distances[d].base > distance)
        d--;
    put_symbol(p, END_OF_BLOCK + 1 + l);
    put_bits(p, length - lengths[l].base, lengths[l].extra_bits);
    put_code(p, d, 5);
    put_bits(p, distance - distances[d].base, distances[d].extra_bits);
}

static uint32_t hash_of(const char *text)
{
    uint32_t word;
    memcpy(&word, text, sizeof word);
    return word * 2654435761u >> (32 - HASH_BITS);
}

static size_t match_length(const char *a, const char *b, size_t max)
{
    size_t length = 0;
    while (length < max && a[length] == b[length])
        length++;
    return length;
}

static void put_block(packer *p, const char *text, size_t text_bytes)
{
    uint32_t latest[1 << HASH_BITS] = { 0 }; /* 1 + the last place of each hash; 0: there is none */
    put_bits(p, 1, 1);                       /* the last block */
    put_bits(p, 1, 2);                       /* of fixed codes */
    for (size_t at = 0; at < text_bytes;) {
        size_t length = 0, from = 0;
        if (text_bytes - at >= MATCH_MIN) {
            uint32_t *const place = &latest[hash_of(text + at)];
            const size_t rest = text_bytes - at;
            from = *place;
            if (from > 0 && at + 1 - from <= DISTANCE_MAX)
                length =
                    match_length(text + from - 1, text + at, rest < MATCH_MAX ? rest : MATCH_MAX);
            *place = (uint32_t)at + 1;
        }
        if (length < MATCH_MIN) {
            put_symbol(p, (unsigned char)text[at++]);
            continue;
        }
        put_match(p, (uint32_t)length, (uint32_t)(at + 1 - from));
        for (const size_t end = at + length; at < end; at++)
            if (text_bytes - at >= MATCH_MIN)
                latest[hash_of(text + at)] = (uint32_t)at + 1;
    }
    put_symbol(p, END_OF_BLOCK);
    put_bits(p, 0, (8 - p->bits) % 8);
}

static uint32_t crc_of(const char *text, size_t text_bytes)
{
    uint32_t crc = ~(uint32_t)0;
    for (size_t i = 0; i < text_bytes; i++) {
        crc ^= (unsigned char)text[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
    }
    return ~crc;
}

static void put_number(packer *p, uint32_t number)
{
    put_bits(p, number & 0xffff, 16);
    put_bits(p, number >> 16, 16);
}

void shg_gzip(shg_out *out, const char *text, size_t text_bytes)
{
    static const char head[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff"; /* no name, no time, no system */
    packer p = { .out = out };
    shg_out_bytes(out, head, sizeof head - 1);
    put_block(&p, text, text_bytes);
    put_number(&p, crc_of(text, text_bytes));
    put_number(&p, (uint32_t)text_bytes);
}
