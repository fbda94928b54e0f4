/* rate_limit.h: how often something has lately happened for a key, in a table of fixed size.
 *
 * Used for wrong passwords and for what is said.  A count fades by one in a time of the table's.  When
 * the table is full the row of those eligible for a key that has been quiet longest makes room: an
 * attacker who has more addresses than rows could always have waited for fading instead. */
#ifndef SHG_SERVER_LOOP_RATE_LIMIT_H
#define SHG_SERVER_LOOP_RATE_LIMIT_H

#include "server/loop/address.h"
#include "shoogi/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct shg_rate_limit shg_rate_limit;

/* Returns OK and *out owned (shg_rate_limit_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_rate_limit_new(shg_rate_limit **out, int64_t fade_ms);
void shg_rate_limit_free(shg_rate_limit *limit);

/* The count of a key at now_ms. */
unsigned shg_rate_limit_count(const shg_rate_limit *limit, const void *key, size_t key_bytes,
                              int64_t now_ms);

/* So many more; one less; none. */
void shg_rate_limit_add(shg_rate_limit *limit, const void *key, size_t key_bytes, int64_t now_ms,
                        unsigned more);
void shg_rate_limit_withdraw(shg_rate_limit *limit, const void *key, size_t key_bytes,
                             int64_t now_ms);
void shg_rate_limit_forget(shg_rate_limit *limit, const void *key, size_t key_bytes);

/* Counts something that one may not do too often: who is held to it is a player, wherever he is, or with player 0 an
 * address.  False, and nothing is counted, if it was done more than max times already. */
bool shg_rate_limit_allows(shg_rate_limit *limit, int64_t player, const shg_address_key *address,
                           unsigned more, unsigned max, int64_t now_ms);

/* How long an attempt has to wait when the count is count: 0 at 0, SHG_WRONG_DELAY_MS at 1, twice as
 * long at each further one, up to SHG_WRONG_DELAY_MS_MAX. */
int64_t shg_rate_limit_delay_ms(unsigned count);

#endif
