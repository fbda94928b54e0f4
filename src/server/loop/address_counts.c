#include "server/loop/address_counts.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct shg_address_count {
    shg_address_key key;
    unsigned connections;
    shg_turn_owner turns;
    shg_address_count *same_bucket;
};

struct shg_address_counts {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* prevents attackers from filling one bucket */
    shg_address_count *buckets[BUCKETS];
};

shoogi_status shg_address_counts_new(shg_address_counts **out)
{
    shg_address_counts *address_counts = calloc(1, sizeof *address_counts);
    if (!address_counts)
        return SHOOGI_NO_MEMORY;
    crypto_shorthash_keygen(address_counts->secret);
    *out = address_counts;
    return SHOOGI_OK;
}

void shg_address_counts_free(shg_address_counts *address_counts)
{
    if (!address_counts)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        assert(!address_counts->buckets[i]);
    free(address_counts);
}

static shg_address_count **bucket_of(shg_address_counts *address_counts, const shg_address_key *key)
{
    unsigned char hash[crypto_shorthash_BYTES], text[1 + sizeof key->bytes];
    text[0] = key->kind;
    memcpy(text + 1, key->bytes, sizeof key->bytes);
    crypto_shorthash(hash, text, sizeof text, address_counts->secret);
    return &address_counts->buckets[(hash[0] | (unsigned)hash[1] << 8) % BUCKETS];
}

static bool same(const shg_address_key *a, const shg_address_key *b)
{
    return a->kind == b->kind && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

shoogi_status shg_address_counts_enter(shg_address_count **out, shg_address_counts *address_counts,
                                       shg_address_key key)
{
    shg_address_count **bucket = bucket_of(address_counts, &key);
    shg_address_count *address_count = *bucket;
    while (address_count && !same(&address_count->key, &key))
        address_count = address_count->same_bucket;
    if (!address_count) {
        address_count = calloc(1, sizeof *address_count);
        if (!address_count)
            return SHOOGI_NO_MEMORY;
        address_count->key = key;
        address_count->same_bucket = *bucket;
        *bucket = address_count;
    }
    address_count->connections++;
    *out = address_count;
    return SHOOGI_OK;
}

void shg_address_counts_leave(shg_address_counts *address_counts, shg_address_count *address_count)
{
    if (!address_count || --address_count->connections > 0)
        return;
    shg_address_count **link = bucket_of(address_counts, &address_count->key);
    while (*link != address_count)
        link = &(*link)->same_bucket;
    *link = address_count->same_bucket;
    free(address_count);
}

const shg_address_key *shg_address_count_key(const shg_address_count *address_count)
{
    return &address_count->key;
}

shg_turn_owner *shg_address_count_turns(shg_address_count *address_count)
{
    return &address_count->turns;
}
