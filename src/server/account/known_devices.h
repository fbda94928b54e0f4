/* known_devices.h: where players have signed in, remembered over restarts, so that strangers who guess at a
 * name never lock out its owner (login_limits.h).
 *
 * Known are the address, and the browser by a cookie of its own, each for SHG_KNOWN_DAYS after its last use and
 * SHG_KNOWN_PER_PLAYER of a player. They are rows of tokens. Of an address only KNOWN_BITS bits of a hash with the player are
 * stored: a backup does not tell where its players live, for thousands of addresses fit, and a stranger's fits too seldom to
 * help guessing. */
#ifndef SHG_SERVER_ACCOUNT_KNOWN_DEVICES_H
#define SHG_SERVER_ACCOUNT_KNOWN_DEVICES_H

#include "server/loop/address.h"
#include "server/session/session.h"
#include "storage/storage.h"

#define SHG_TOKEN_KNOWN "known"

/* Where an attempt comes from. */
typedef struct shg_place {
    shg_address_key address;
    uint8_t device[SHG_DEVICE_BYTES]; /* as in shg_session */
} shg_place;

shg_place shg_place_of(const shg_session *session);

/* Whether a place has no device. */
bool shg_place_is_bare(const shg_place *place);

/* Looks the place up for a player. *device: by its cookie; *known: by that or its address. Any storage, within a job. */
SHOOGI_CHECKED shoogi_status shg_known_find(bool *known, bool *device, shg_storage *storage,
                                            int64_t player, const shg_place *place, int64_t now_ms,
                                            shoogi_error *err);

/* Remembers the place after a right password. Writes at most once a day for a place. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_known_store(shg_storage *storage, int64_t player,
                                             const shg_place *place, int64_t now_ms,
                                             shoogi_error *err);

/* The key under which wrong passwords at a known device count, instead of its address. */
shg_address_key shg_device_key(const shg_place *place);

/* The hash of a device's cookie. False if it has not the form of one. Any thread. */
bool shg_device_hash(uint8_t hash[SHG_DEVICE_BYTES], const char *cookie, size_t cookie_bytes);

#endif
