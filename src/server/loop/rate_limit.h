/* rate_limit.h: counts of recent events per key, in a table of fixed size.
 *
 * Used for wrong passwords and for talk. Each count falls by one every fade_ms. If the table is
 * full, a new key replaces the row of its bucket that has been quiet longest: an attacker with
 * more addresses than rows could as well wait for the counts to fade.
 *
 * Where an address may have more connections than by default, as that of a school, it may do more in
 * proportion: what it does counts and fades in smaller parts. */
#ifndef SHG_SERVER_LOOP_RATE_LIMIT_H
#define SHG_SERVER_LOOP_RATE_LIMIT_H

#include "server/loop/address.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_rate_limit shg_rate_limit;

/* A count has changed: by `change`, or to zero if that is 0. key: a hash that is the same at all servers. */
typedef void shg_rate_limit_publish_fn(void *context, unsigned number, int64_t key, int change);

/* times: an address may do so many times as much as a player: shg_shares_times, or 1. Returns OK and *out owned
 * (shg_rate_limit_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rate_limit_new(shg_rate_limit **out, int64_t fade_ms,
                                                unsigned times);
void shg_rate_limit_free(shg_rate_limit *limit);

/* Returns the count of a key at now_ms; in parts, unless times is 1. */
unsigned shg_rate_limit_count(const shg_rate_limit *limit, const void *key, size_t key_bytes,
                              int64_t now_ms);

/* Add to a count, subtract one, reset it. */
void shg_rate_limit_add(shg_rate_limit *limit, const void *key, size_t key_bytes, int64_t now_ms,
                        unsigned more);
void shg_rate_limit_withdraw(shg_rate_limit *limit, const void *key, size_t key_bytes,
                             int64_t now_ms);
void shg_rate_limit_forget(shg_rate_limit *limit, const void *key, size_t key_bytes);

/* Makes a limit one of several servers: add, withdraw and forget publish each change of a count under the number of the limit.
 * The other servers pass the change to apply, so that each counts the events of all. */
void shg_rate_limit_share(shg_rate_limit *limit, unsigned number,
                          shg_rate_limit_publish_fn *publish, void *context);
void shg_rate_limit_apply(shg_rate_limit *limit, int64_t key, int change, int64_t now_ms);

/* Whether an address, by the count of its key, has reached max. */
bool shg_rate_limit_reached(const shg_rate_limit *limit, const shg_address_key *address,
                            unsigned max, int64_t now_ms);

/* Counts an action of a player, or of an address if player is 0. Returns false without counting
 * if the count is above max. */
bool shg_rate_limit_allows(shg_rate_limit *limit, int64_t player, const shg_address_key *address,
                           unsigned more, unsigned max, int64_t now_ms);

/* Counts an action of the same, whatever the count is. Returns the time until the count has fallen
 * to max; 0: it is no more than that. */
int64_t shg_rate_limit_charge(shg_rate_limit *limit, int64_t player, const shg_address_key *address,
                              unsigned more, unsigned max, int64_t now_ms);

/* Returns the delay for an attempt after `count` failures: 0 at 0, SHG_WRONG_DELAY_MS at 1,
 * doubling with each further one up to SHG_WRONG_DELAY_MS_MAX. */
int64_t shg_rate_limit_delay_ms(unsigned count);

#endif
