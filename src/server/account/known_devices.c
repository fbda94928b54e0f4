#include "server/account/known_devices.h"

#include "server/account/token.h"
#include "server/clock/time_control.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { KNOWN_BITS = 20, HASH_TEXT_BYTES = 100 };

static_assert(SHG_DEVICE_BYTES * 2 == SHG_TOKEN_HASH_BYTES, "a device has the hash of a token");

shg_place shg_place_of(const shg_session *s)
{
    shg_place place = { .address = s->address };
    memcpy(place.device, s->device, sizeof place.device);
    return place;
}

bool shg_place_is_bare(const shg_place *place)
{
    return sodium_is_zero(place->device, sizeof place->device) == 1;
}

bool shg_device_hash(uint8_t hash[SHG_DEVICE_BYTES], const char *cookie, size_t cookie_bytes)
{
    char text[SHG_TOKEN_HASH_BYTES + 1];
    return shg_token_hash(text, cookie, cookie_bytes) &&
           sodium_hex2bin(hash, SHG_DEVICE_BYTES, text, SHG_TOKEN_HASH_BYTES, NULL, NULL, NULL) ==
               0;
}

shg_address_key shg_device_key(const shg_place *place)
{
    shg_address_key key = { .kind = UINT8_MAX }; /* no kind of address */
    memcpy(key.bytes, place->device, sizeof key.bytes);
    return key;
}

/* ---- the rows ---- */

/* "known 12 a3f09": of an address. */
static void address_text(char out[HASH_TEXT_BYTES], int64_t player, const shg_place *place)
{
    char text[80];
    unsigned char hash[crypto_generichash_BYTES];
    snprintf(text, sizeof text, "known %" PRId64 " %u ", player, place->address.kind);
    const size_t bytes = strlen(text);
    memcpy(text + bytes, place->address.bytes, sizeof place->address.bytes);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text,
                       bytes + sizeof place->address.bytes, NULL, 0);
    const uint32_t part =
        ((uint32_t)hash[0] << 16 | (uint32_t)hash[1] << 8 | hash[2]) >> (24 - KNOWN_BITS);
    snprintf(out, HASH_TEXT_BYTES, "known %" PRId64 " %05" PRIx32, player, part);
}

/* Of a device: its cookie is random, so nothing is hidden behind the hash; players of one browser have a row each. */
static void device_text(char out[HASH_TEXT_BYTES], int64_t player, const shg_place *place)
{
    char text[SHG_TOKEN_HASH_BYTES + 40], hex[SHG_TOKEN_HASH_BYTES + 1];
    unsigned char hash[SHG_DEVICE_BYTES];
    sodium_bin2hex(hex, sizeof hex, place->device, sizeof place->device);
    snprintf(text, sizeof text, "device %" PRId64 " %s", player, hex);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(out, HASH_TEXT_BYTES, hash, sizeof hash);
}

static shoogi_status find(bool *there, shg_token *row, shg_storage *storage, int64_t player,
                          const char *hash, int64_t now_ms, shoogi_error *err)
{
    const shoogi_status status = storage->ops->token_get(storage, row, hash, err);
    *there = status == SHOOGI_OK && row->player == player && row->expires_ms > now_ms &&
             strcmp(row->kind, SHG_TOKEN_KNOWN) == 0;
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

shoogi_status shg_known_find(bool *known, bool *device, shg_storage *storage, int64_t player,
                             const shg_place *place, int64_t now_ms, shoogi_error *err)
{
    char hash[HASH_TEXT_BYTES];
    shg_token row;
    *device = false;
    address_text(hash, player, place);
    shoogi_status status = find(known, &row, storage, player, hash, now_ms, err);
    if (status != SHOOGI_OK || shg_place_is_bare(place))
        return status;
    device_text(hash, player, place);
    status = find(device, &row, storage, player, hash, now_ms, err);
    *known = *known || *device;
    return status;
}

typedef struct oldest {
    size_t count;
    int64_t id, seen_ms;
} oldest;

static bool each_known(void *context, const shg_token *row)
{
    oldest *o = context;
    if (strcmp(row->kind, SHG_TOKEN_KNOWN) != 0)
        return true;
    if (o->count++ == 0 || row->seen_ms < o->seen_ms) {
        o->id = row->id;
        o->seen_ms = row->seen_ms;
    }
    return true;
}

static shoogi_status store_row(shg_storage *storage, int64_t player, const char *hash,
                               int64_t now_ms, shoogi_error *err)
{
    const int64_t expires_ms = now_ms + SHG_KNOWN_DAYS * SHG_DAY_MS;
    shg_token row;
    int64_t id;
    shoogi_status status = storage->ops->token_get(storage, &row, hash, err);
    if (status == SHOOGI_OK)
        return now_ms - row.seen_ms < SHG_DAY_MS
                   ? SHOOGI_OK
                   : storage->ops->token_set_seen(storage, row.id, now_ms, expires_ms, err);
    if (status != SHOOGI_NOT_FOUND)
        return status;
    oldest of = { 0 };
    status = storage->ops->token_list(storage, player, each_known, &of, err);
    if (status == SHOOGI_OK && of.count >= SHG_KNOWN_PER_PLAYER)
        status = storage->ops->token_remove(storage, of.id, err);
    const shg_token added = { .player = player,
                              .kind = SHG_TOKEN_KNOWN,
                              .name = "",
                              .hash = hash,
                              .from = "",
                              .created_ms = now_ms,
                              .seen_ms = now_ms,
                              .expires_ms = expires_ms };
    return status == SHOOGI_OK ? storage->ops->token_add(storage, &id, &added, err) : status;
}

shoogi_status shg_known_store(shg_storage *storage, int64_t player, const shg_place *place,
                              int64_t now_ms, shoogi_error *err)
{
    char hash[HASH_TEXT_BYTES];
    address_text(hash, player, place);
    const shoogi_status status = store_row(storage, player, hash, now_ms, err);
    if (status != SHOOGI_OK || shg_place_is_bare(place))
        return status;
    device_text(hash, player, place);
    return store_row(storage, player, hash, now_ms, err);
}
