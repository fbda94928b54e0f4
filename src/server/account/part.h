/* part.h: the accounts of players: signing up and in, passwords, codes, tokens, and how often each may be tried.
 *
 * What others do when somebody has signed in, or when a password has changed, they do in the functions given here.  The room
 * uses loop, rules, clock, rating and session. */
#ifndef SHG_SERVER_ACCOUNT_PART_H
#define SHG_SERVER_ACCOUNT_PART_H

#include "server/account/login_limits.h"
#include "server/account/passwords.h"
#include "server/account/sign_in.h"
#include "server/loop/host.h"

typedef struct shg_account_part {
    shg_passwords *passwords;
    shg_login_limits *limits;       /* of wrong passwords */
    struct shg_login_delay *delays; /* of logins after wrong passwords; see password_check.h */
    shg_rate_limit *sign_ups;       /* by address: see SHG_ACCOUNTS_MAX */
    const shg_account_hooks *hooks; /* static */
} shg_account_part;

/* All but the threads that hash passwords, which passwords.h starts. */
SHOOGI_CHECKED shoogi_status shg_accounts_start(shg_server *server, const shg_launch *start);
void shg_accounts_stop(shg_server *server);

#endif
