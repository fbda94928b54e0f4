/* account.h: what a player has told the server of himself, with the texts in memory of its own. */
#ifndef SHG_SERVER_ACCOUNT_ACCOUNT_H
#define SHG_SERVER_ACCOUNT_ACCOUNT_H

#include "language/language.h"
#include "storage/bounds.h"
#include "storage/storage.h"

/* Before a secret of codes that has not been confirmed with one of them yet. */
#define SHG_TOTP_PENDING '?'

typedef struct shg_account {
    shg_account_row row; /* its texts are those below: change them there */
    char mail[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    char totp[SHG_STORAGE_TOTP_BYTES_MAX + 1];
} shg_account;

/* Reads it; on a storage's thread. */
SHOOGI_CHECKED shoogi_status shg_account_read(shg_account *out, shg_storage *storage,
                                              int64_t player, shoogi_error *err);

/* Adds a player.  CONFLICT with *taken if somebody has the name, or had it until his account was closed.  On the
 * writer's thread. */
SHOOGI_CHECKED shoogi_status shg_account_register(shg_storage *storage, int64_t *player,
                                                  bool *taken, const char *name,
                                                  const char *verifier, int64_t now_ms,
                                                  shoogi_error *err);

/* Who signs up in a language goes on to be spoken to in that: a setting of a new player.  On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_account_keep_language(shg_storage *storage, int64_t player,
                                                       shg_language language, shoogi_error *err);

/* By which a name is known to have been that of an account which was closed: a token of this kind. */
#define SHG_TOKEN_CLOSED "closed"
void shg_account_name_hash(char hash[65], const char *name);

/* True if codes are asked for at login. */
static inline bool shg_account_has_codes(const shg_account *account)
{
    return account->totp[0] != '\0' && account->totp[0] != SHG_TOTP_PENDING;
}

#endif
