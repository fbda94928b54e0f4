/* login_limits.h: limits on wrong passwords.
 *
 * Wrong passwords are counted per name and address, per address, and per name. Each count delays
 * the next attempt, and above its limit attempts are refused unchecked. For an address from
 * which the name has logged in before, since the start or as the storage knows (known_devices.h),
 * only the first count applies; a browser that the storage knows has a count of its own, whatever
 * its address. So a stranger who guesses a name's password blocks other strangers, but never its
 * owner at home; nor does an attacker who shares the owner's address and guesses at many names.
 * docs/decisions/003-login-rate-limits.md */
#ifndef SHG_SERVER_ACCOUNT_LOGIN_LIMITS_H
#define SHG_SERVER_ACCOUNT_LOGIN_LIMITS_H

#include "server/loop/address.h"
#include "server/loop/host.h"
#include "shoogi/status.h"

typedef struct shg_login_limits shg_login_limits;

/* Returns OK and *out owned (shg_login_limits_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_login_limits_new(shg_login_limits **out);
void shg_login_limits_free(shg_login_limits *limits);

/* Shares the counts of wrong passwords with the other servers of the database (shared_limits.h). */
void shg_login_limits_share(shg_login_limits *limits, shg_server *server);

typedef enum shg_login_allowance {
    SHG_LOGIN_MAY_TRY,
    SHG_LOGIN_TOO_MANY_HERE, /* too many from this address */
    SHG_LOGIN_TOO_MANY_FOR_NAME
} shg_login_allowance;

/* Call it before checking a password; name: the player's, in any case; known: the storage knows the
 * address, which for a known browser is shg_device_key. If the attempt is allowed, *delay_ms is the
 * time to wait first. The attempt is counted at once, so that simultaneous attempts count each
 * other. Then report the outcome with one of the two functions
 * below. A new account's first password counts as right. */
shg_login_allowance shg_login_limits_check(int64_t *delay_ms, shg_login_limits *limits,
                                           const shg_address_key *address, bool known,
                                           const char *name, int64_t now_ms);
void shg_login_limits_succeeded(shg_login_limits *limits, const shg_address_key *address,
                                bool known, const char *name, int64_t now_ms);
void shg_login_limits_failed(shg_login_limits *limits, const shg_address_key *address,
                             int64_t now_ms);

#endif
