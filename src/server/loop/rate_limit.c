#include "server/loop/rate_limit.h"

#include "server/loop/bounds.h"

#include <limits.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A key may be in any of these neighbouring rows. */
enum { BUCKET_ROWS = 8, BUCKETS = SHG_RATE_LIMIT_ROWS / BUCKET_ROWS };
enum { COUNT_MAX = 1000 }; /* in whole actions */

/* Keys are stored as hashes with a secret of this process, so nobody can choose keys that share
 * a bucket. They are hashes of hashes without a secret, by which several servers name a key. Two keys
 * with the same hash share a count: probability 2^-64. */
typedef struct row {
    uint64_t key;    /* 0: free */
    int64_t fade_ms; /* time as of which the count is correct */
    unsigned count;
} row;

struct shg_rate_limit {
    int64_t fade_ms; /* of a whole action */
    unsigned times;  /* parts of an action of a player; one of an address is one part */
    unsigned char secret[crypto_shorthash_KEYBYTES];
    shg_rate_limit_publish_fn *publish; /* NULL: the counts are those of this server alone */
    void *context;
    unsigned number;
    row rows[BUCKETS][BUCKET_ROWS];
};

shoogi_status shg_rate_limit_new(shg_rate_limit **out, int64_t fade_ms, unsigned times)
{
    shg_rate_limit *limit = calloc(1, sizeof *limit);
    if (!limit)
        return SHOOGI_NO_MEMORY;
    limit->fade_ms = fade_ms;
    limit->times = times;
    crypto_shorthash_keygen(limit->secret);
    *out = limit;
    return SHOOGI_OK;
}

void shg_rate_limit_free(shg_rate_limit *limit)
{
    free(limit);
}

static uint64_t hash_with(const unsigned char *secret, const void *key, size_t key_bytes)
{
    unsigned char out[crypto_shorthash_BYTES];
    crypto_shorthash(out, key, key_bytes, secret);
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof out; i++)
        value = value << 8 | out[i];
    return value;
}

static int64_t shared_hash(const void *key, size_t key_bytes)
{
    static const unsigned char no_secret[crypto_shorthash_KEYBYTES];
    return (int64_t)hash_with(no_secret, key, key_bytes);
}

static uint64_t row_key(const shg_rate_limit *limit, int64_t shared)
{
    const uint64_t value = hash_with(limit->secret, &shared, sizeof shared);
    return value ? value : 1;
}

static uint64_t hash(const shg_rate_limit *limit, const void *key, size_t key_bytes)
{
    return row_key(limit, shared_hash(key, key_bytes));
}

static unsigned faded(const shg_rate_limit *limit, const row *r, int64_t now_ms)
{
    const int64_t gone =
        now_ms > r->fade_ms ? (now_ms - r->fade_ms) * limit->times / limit->fade_ms : 0;
    return gone >= (int64_t)r->count ? 0 : r->count - (unsigned)gone;
}

/* The time in which so many parts fade, rounded up. */
static int64_t time_of(const shg_rate_limit *limit, unsigned parts)
{
    return ((int64_t)parts * limit->fade_ms + limit->times - 1) / limit->times;
}

static const row *find(const shg_rate_limit *limit, uint64_t key)
{
    const row *bucket = limit->rows[key % BUCKETS];
    for (size_t i = 0; i < BUCKET_ROWS; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

unsigned shg_rate_limit_count(const shg_rate_limit *limit, const void *key, size_t key_bytes,
                              int64_t now_ms)
{
    const row *r = find(limit, hash(limit, key, key_bytes));
    return r ? faded(limit, r, now_ms) : 0;
}

/* Finds or creates the row of a key and updates it to now_ms. */
static row *row_for(shg_rate_limit *limit, uint64_t key, int64_t now_ms)
{
    row *bucket = limit->rows[key % BUCKETS];
    row *r = &bucket[0];
    for (size_t i = 0; i < BUCKET_ROWS; i++) {
        if (bucket[i].key == key) {
            r = &bucket[i];
            break;
        }
        if (r->key != 0 && (bucket[i].key == 0 || bucket[i].fade_ms < r->fade_ms))
            r = &bucket[i];
    }
    if (r->key != key)
        *r = (row){ .key = key, .fade_ms = now_ms };
    const unsigned count = faded(limit, r, now_ms);
    /* In whole steps, so that further counting does not delay fading. */
    r->fade_ms = count == 0 ? now_ms : r->fade_ms + time_of(limit, r->count - count);
    r->count = count;
    return r;
}

static void add_to(row *r, const shg_rate_limit *limit, unsigned more)
{
    const unsigned most = COUNT_MAX * limit->times;
    r->count = more < most - r->count ? r->count + more : most;
}

static bool forget(shg_rate_limit *limit, uint64_t key)
{
    row *bucket = limit->rows[key % BUCKETS];
    for (size_t i = 0; i < BUCKET_ROWS; i++)
        if (bucket[i].key == key) {
            bucket[i] = (row){ 0 };
            return true;
        }
    return false;
}

/* change: as published. Returns false if there was nothing to subtract or to forget. */
static bool apply(shg_rate_limit *limit, int64_t shared, int change, int64_t now_ms)
{
    const uint64_t key = row_key(limit, shared);
    if (change == 0)
        return forget(limit, key);
    row *r = row_for(limit, key, now_ms);
    if (change < 0 && r->count == 0)
        return false;
    if (change < 0)
        r->count--;
    else
        add_to(r, limit, (unsigned)change);
    return true;
}

void shg_rate_limit_apply(shg_rate_limit *limit, int64_t key, int change, int64_t now_ms)
{
    (void)apply(limit, key, change, now_ms);
}

void shg_rate_limit_share(shg_rate_limit *limit, unsigned number,
                          shg_rate_limit_publish_fn *publish, void *context)
{
    limit->number = number;
    limit->publish = publish;
    limit->context = context;
}

static void apply_and_publish(shg_rate_limit *limit, const void *key, size_t key_bytes, int change,
                              int64_t now_ms)
{
    const int64_t shared = shared_hash(key, key_bytes);
    if (apply(limit, shared, change, now_ms) && limit->publish)
        limit->publish(limit->context, limit->number, shared, change);
}

void shg_rate_limit_add(shg_rate_limit *limit, const void *key, size_t key_bytes, int64_t now_ms,
                        unsigned more)
{
    if (more > 0) /* a change of 0 would reset the count */
        apply_and_publish(limit, key, key_bytes, more < INT_MAX ? (int)more : INT_MAX, now_ms);
}

void shg_rate_limit_withdraw(shg_rate_limit *limit, const void *key, size_t key_bytes,
                             int64_t now_ms)
{
    apply_and_publish(limit, key, key_bytes, -1, now_ms);
}

void shg_rate_limit_forget(shg_rate_limit *limit, const void *key, size_t key_bytes)
{
    apply_and_publish(limit, key, key_bytes, 0, 0);
}

typedef struct actor {
    int64_t player;
    shg_address_key address;
} actor;

static void actor_of(actor *who, int64_t player, const shg_address_key *address)
{
    memset(who, 0, sizeof *who);
    if (player == 0)
        who->address = *address;
    else
        who->player = player;
}

bool shg_rate_limit_reached(const shg_rate_limit *limit, const shg_address_key *address,
                            unsigned max, int64_t now_ms)
{
    return shg_rate_limit_count(limit, address, sizeof *address, now_ms) >= max * limit->times;
}

/* The parts of so many actions. */
static unsigned parts_of(const shg_rate_limit *limit, int64_t player, unsigned more)
{
    const unsigned most = COUNT_MAX;
    return (more < most ? more : most) * (player != 0 ? limit->times : 1);
}

int64_t shg_rate_limit_charge(shg_rate_limit *limit, int64_t player, const shg_address_key *address,
                              unsigned more, unsigned max, int64_t now_ms)
{
    actor who;
    actor_of(&who, player, address);
    row *r = row_for(limit, hash(limit, &who, sizeof who), now_ms);
    add_to(r, limit, parts_of(limit, player, more));
    const int64_t until_ms = r->count > max * limit->times
                                 ? r->fade_ms + time_of(limit, r->count - max * limit->times)
                                 : now_ms;
    return until_ms > now_ms ? until_ms - now_ms : 0;
}

bool shg_rate_limit_allows(shg_rate_limit *limit, int64_t player, const shg_address_key *address,
                           unsigned more, unsigned max, int64_t now_ms)
{
    actor who;
    actor_of(&who, player, address);
    if (shg_rate_limit_count(limit, &who, sizeof who, now_ms) > max * limit->times)
        return false;
    shg_rate_limit_add(limit, &who, sizeof who, now_ms, parts_of(limit, player, more));
    return true;
}

int64_t shg_rate_limit_delay_ms(unsigned count)
{
    int64_t delay_ms = count > 0 ? SHG_WRONG_DELAY_MS : 0;
    for (unsigned i = 1; i < count && delay_ms < SHG_WRONG_DELAY_MS_MAX; i++)
        delay_ms *= 2;
    return delay_ms < SHG_WRONG_DELAY_MS_MAX ? delay_ms : SHG_WRONG_DELAY_MS_MAX;
}
