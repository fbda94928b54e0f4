/* account.h: the data of a player's account, with texts in memory of its own. */
#ifndef SHG_SERVER_ACCOUNT_ACCOUNT_H
#define SHG_SERVER_ACCOUNT_ACCOUNT_H

#include "language/language.h"
#include "storage/bounds.h"
#include "storage/storage.h"

/* Prefix of a second-factor secret that no code has confirmed yet. */
#define SHG_TOTP_PENDING '?'

typedef struct shg_account {
    shg_account_row row; /* its texts point to the arrays below: change them there */
    char mail[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    char totp[SHG_STORAGE_TOTP_BYTES_MAX + 1];
} shg_account;

/* Reads it; on a storage's thread. */
SHOOGI_CHECKED shoogi_status shg_account_read(shg_account *out, shg_storage *storage,
                                              int64_t player, shoogi_error *err);

/* Adds a player. CONFLICT with *taken if a player has the name, or had it before closing the
 * account. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_account_register(shg_storage *storage, int64_t *player,
                                                  bool *taken, const char *name,
                                                  const char *verifier, int64_t now_ms,
                                                  shoogi_error *err);

/* Makes an account of a guest that is stored: the games, challenges and settings stay with the player. Its tokens
 * become invalid, because somebody else may have put the guest's cookie into this browser. The caller renames the
 * player. *taken as above; ILLEGAL: it is no guest any more. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_account_take_over(shg_storage *storage, int64_t guest, bool *taken,
                                                   const char *name, const char *verifier,
                                                   shoogi_error *err);

/* Stores the language of the sign-up as the new player's setting. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_account_keep_language(shg_storage *storage, int64_t player,
                                                       shg_language language, shoogi_error *err);

/* Kind of the token that reserves the name of a closed account. */
#define SHG_TOKEN_CLOSED "closed"
void shg_account_name_hash(char hash[65], const char *name);

/* Whether the account uses a second factor. */
static inline bool shg_account_has_codes(const shg_account *account)
{
    return account->totp[0] != '\0' && account->totp[0] != SHG_TOTP_PENDING;
}

#endif
