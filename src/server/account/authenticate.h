/* authenticate.h: authenticates a player by password and, if enabled, a second-factor code.
 *
 * Every door uses it, so wrong passwords are counted together: see login_limits.h. A password
 * succeeds only if it is still the stored one at the end, so one that was changed meanwhile is
 * refused. */
#ifndef SHG_SERVER_ACCOUNT_AUTHENTICATE_H
#define SHG_SERVER_ACCOUNT_AUTHENTICATE_H

#include "server/account/passwords.h"
#include "server/session/session.h"
#include "storage/storage.h"

typedef enum shg_auth_result {
    SHG_AUTH_OK,
    SHG_AUTH_NO_PLAYER,      /* there is no such player, or the player has no password */
    SHG_AUTH_WRONG_PASSWORD, /* wrong password */
    SHG_AUTH_CODE_NEEDED,    /* right password, but no code */
    SHG_AUTH_WRONG_CODE,
    SHG_AUTH_TOO_MANY_HERE,     /* too many failures from this address; not checked */
    SHG_AUTH_TOO_MANY_FOR_NAME, /* too many failures for this name; not checked */
    SHG_AUTH_BUSY,     /* too many wait to be checked, most of them from there; not checked */
    SHG_AUTH_TRY_LATER /* the check was impossible */
} shg_auth_result;

/* The authenticated player, as stored. */
typedef struct shg_authenticated {
    int64_t player, current_game;
    bool once;     /* the password was set by the administrator, and has to be changed */
    size_t tokens; /* of programs; counted for OK only */
    shg_settings settings;
    char name[SHG_NAME_BYTES_MAX + 1];
    char verifier[SHG_VERIFIER_BYTES + 8]; /* as stored */
} shg_authenticated;

/* who: not filled for NO_PLAYER, BUSY, TRY_LATER and TOO_MANY; borrowed for the call. */
typedef void shg_auth_fn(shg_session *session, shg_auth_result result,
                         const shg_authenticated *who);

/* Checks a password of 1 to SHG_PASSWORD_BYTES_MAX bytes, and a code; NULL: not wanted, "": none
 * given. Then calls then. The session is busy meanwhile, and may have lost its door. Arguments
 * are copied, and the copies wiped. */
void shg_authenticate(shg_session *session, const char *name, const char *password,
                      size_t password_bytes, const char *code, shg_auth_fn *then);

/* The sentence for a failed authentication, with a line break. */
const char *shg_auth_result_text(shg_auth_result result);
/* What a password that could not be checked or made amounts to. */
static inline shg_auth_result shg_auth_result_of(shoogi_status status)
{
    return status == SHOOGI_LIMIT_EXCEEDED ? SHG_AUTH_BUSY : SHG_AUTH_TRY_LATER;
}

/* The tokens that stay when a password is replaced. */
typedef struct shg_kept_tokens {
    int64_t token; /* this one; 0: none */
    bool programs; /* those of programs */
} shg_kept_tokens;

/* Replaces a password if it is still the authenticated one, else ILLEGAL. Removes the player's
 * tokens of browsers, programs and password resets, except those kept. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_password_replace(shg_storage *storage, int64_t player,
                                                  const char *was, const char *verifier,
                                                  shg_kept_tokens kept, shoogi_error *err);

/* Changes the password of the session's authenticated player, reports the outcome, and ends the
 * player's other sessions, and the tokens of programs unless keep_tokens. The new password has at
 * least SHG_PASSWORD_CHARACTERS_MIN characters and at most SHG_PASSWORD_BYTES_MAX bytes. Arguments
 * are copied. */
void shg_password_change(shg_session *session, const shg_authenticated *who, const char *password,
                         size_t password_bytes, bool keep_tokens);

/* Asks for the password of the session's player. Calls then if it is right, else reports that it
 * is wrong. */
void shg_ask_password(shg_session *session, void (*then)(shg_session *session));
/* The same, and asks for a code as well if the player uses a second factor. */
void shg_ask_password_and_code(shg_session *session, void (*then)(shg_session *session));

enum { SHG_CODE_BYTES_MAX = 20 };

/* Recovery codes for a lost second factor: "xxxxx-xxxxx", each for one use. Their hashes are
 * tokens of this kind. */
#define SHG_TOKEN_RECOVERY "recovery"
enum { SHG_RECOVERY_CODES = 10, SHG_RECOVERY_BYTES = 11 };
void shg_recovery_make(char code[SHG_RECOVERY_BYTES + 1]);
/* The hash of a recovery code as typed. Codes are short, so the hash includes the player. */
void shg_recovery_hash(char hash[65], int64_t player, const char *code);

#endif
