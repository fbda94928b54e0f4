/* part.h: accounts: sign-up and sign-in, passwords, second factor, tokens, and login rate limits.
 *
 * The room account keeps the counts of wrong passwords and sign-ups, and the threads that hash
 * passwords. It calls loop and session; messages, lobby, doors and other later rooms call it.
 * Later rooms pass functions for sign-ins and changes of accounts (shg_account_hooks). */
#ifndef SHG_SERVER_ACCOUNT_PART_H
#define SHG_SERVER_ACCOUNT_PART_H

#include "server/account/login_limits.h"
#include "server/account/passwords.h"
#include "server/account/sign_in.h"
#include "server/loop/host.h"

typedef struct shg_account_part {
    shg_passwords *passwords;
    shg_login_limits *limits;       /* of wrong passwords */
    struct shg_login_delay *delays; /* logins delayed after wrong passwords; see password_check.h */
    shg_rate_limit *sign_ups;       /* per address: see SHG_ACCOUNTS_MAX */
    const shg_account_hooks *hooks; /* static */
} shg_account_part;

/* Starts all but the hashing threads, which passwords.h starts. */
SHOOGI_CHECKED shoogi_status shg_accounts_start(shg_server *server, const shg_launch *start);
void shg_accounts_stop(shg_server *server);

#endif
