#include "server/loop/peers.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct shg_peer {
    shg_address_key key;
    unsigned connections;
    shg_peer *same_bucket;
};

struct shg_peers {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* so nobody can fill one bucket */
    shg_peer *buckets[BUCKETS];
};

shoogi_status shg_peers_new(shg_peers **out)
{
    shg_peers *peers = calloc(1, sizeof *peers);
    if (!peers)
        return SHOOGI_NO_MEMORY;
    crypto_shorthash_keygen(peers->secret);
    *out = peers;
    return SHOOGI_OK;
}

void shg_peers_free(shg_peers *peers)
{
    if (!peers)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        assert(!peers->buckets[i]);
    free(peers);
}

static shg_peer **bucket_of(shg_peers *peers, const shg_address_key *key)
{
    unsigned char hash[crypto_shorthash_BYTES], text[1 + sizeof key->bytes];
    text[0] = key->kind;
    memcpy(text + 1, key->bytes, sizeof key->bytes);
    crypto_shorthash(hash, text, sizeof text, peers->secret);
    return &peers->buckets[(hash[0] | (unsigned)hash[1] << 8) % BUCKETS];
}

static bool same(const shg_address_key *a, const shg_address_key *b)
{
    return a->kind == b->kind && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

shoogi_status shg_peers_enter(shg_peer **out, shg_peers *peers, shg_address_key key,
                              unsigned per_address)
{
    shg_peer **bucket = bucket_of(peers, &key);
    shg_peer *peer = *bucket;
    while (peer && !same(&peer->key, &key))
        peer = peer->same_bucket;
    if (peer && peer->connections >= per_address)
        return SHOOGI_TOO_BIG;
    if (!peer) {
        peer = calloc(1, sizeof *peer);
        if (!peer)
            return SHOOGI_NO_MEMORY;
        peer->key = key;
        peer->same_bucket = *bucket;
        *bucket = peer;
    }
    peer->connections++;
    *out = peer;
    return SHOOGI_OK;
}

void shg_peers_leave(shg_peers *peers, shg_peer *peer)
{
    if (!peer || --peer->connections > 0)
        return;
    shg_peer **link = bucket_of(peers, &peer->key);
    while (*link != peer)
        link = &(*link)->same_bucket;
    *link = peer->same_bucket;
    free(peer);
}

const shg_address_key *shg_peer_key(const shg_peer *peer)
{
    return &peer->key;
}
