/* login_limits.h: how often passwords may be guessed, and by whom.
 *
 * Wrong passwords are counted for a name at an address, for an address, and for a name.  Each count makes the next
 * attempt wait longer, and beyond its bound refuses it unlooked-at.  From an address where a name has logged in
 * before only the first of the three holds for it: so a stranger who guesses at a name shuts out other strangers, and
 * never the one it belongs to at home; nor does one who guesses at many names from an address that he shares.
 * docs/decisions/003-login-rate-limits.md */
#ifndef SHG_SERVER_ACCOUNT_LOGIN_LIMITS_H
#define SHG_SERVER_ACCOUNT_LOGIN_LIMITS_H

#include "server/loop/address.h"
#include "shoogi/status.h"

typedef struct shg_login_limits shg_login_limits;

/* Returns OK and *out owned (shg_login_limits_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_login_limits_new(shg_login_limits **out);
void shg_login_limits_free(shg_login_limits *limits);

typedef enum shg_login_allowance {
    SHG_LOGIN_MAY_TRY,
    SHG_LOGIN_TOO_MANY_HERE, /* wrong ones from this address */
    SHG_LOGIN_TOO_MANY_FOR_NAME
} shg_login_allowance;

/* A password is about to be looked at; name: of the player, any case.  If it may be *delay_ms is filled, how long to
 * wait first, and the attempt is charged at once, so that many at the same time each find the others; then one of the
 * two below tells how it went.  A new player's first password is right as well. */
shg_login_allowance shg_login_limits_check(int64_t *delay_ms, shg_login_limits *limits,
                                           const shg_address_key *address, const char *name,
                                           int64_t now_ms);
void shg_login_limits_succeeded(shg_login_limits *limits, const shg_address_key *address,
                                const char *name, int64_t now_ms);
void shg_login_limits_failed(shg_login_limits *limits, const shg_address_key *address,
                             int64_t now_ms);

#endif
