/* authenticate.h: whether somebody is who he says: a password, and where he has asked for codes a code.
 *
 * All doors ask here, so that guesses are counted together: see login_limits.h.  A password is right only if it
 * is still the stored one when all has been looked at: what was changed meanwhile lets nobody in. */
#ifndef SHG_SERVER_ACCOUNT_AUTHENTICATE_H
#define SHG_SERVER_ACCOUNT_AUTHENTICATE_H

#include "server/account/passwords.h"
#include "server/session/session.h"
#include "storage/storage.h"

typedef enum shg_auth_result {
    SHG_AUTH_OK,
    SHG_AUTH_NO_PLAYER,      /* there is no such player, or he has no password */
    SHG_AUTH_WRONG_PASSWORD, /* the password */
    SHG_AUTH_CODE_NEEDED,    /* the password is right, and there was no code */
    SHG_AUTH_WRONG_CODE,
    SHG_AUTH_TOO_MANY_HERE,     /* wrong ones from this address: it was not looked at */
    SHG_AUTH_TOO_MANY_FOR_NAME, /* wrong ones for this name, likewise */
    SHG_AUTH_TRY_LATER          /* it could not be looked at */
} shg_auth_result;

/* Who it is, as he stands in the storage. */
typedef struct shg_authenticated {
    int64_t player, current_game;
    bool once; /* the password was given by the administrator, and is to be replaced */
    shg_settings settings;
    char name[SHG_NAME_BYTES_MAX + 1];
    char verifier[SHG_VERIFIER_BYTES + 8]; /* as it is stored */
} shg_authenticated;

/* who: filled but for NOBODY, LATER and TOO_MANY; borrowed for the call. */
typedef void shg_auth_fn(shg_session *session, shg_auth_result proof, const shg_authenticated *who);

/* Looks at a password of 1 to SHG_PASSWORD_BYTES_MAX bytes, and at a code; NULL: none is wanted, "": there is none.
 * Then calls then; the session is busy meanwhile, and may have lost its door.  What is passed is copied, and wiped. */
void shg_authenticate(shg_session *session, const char *name, const char *password,
                      size_t password_bytes, const char *code, shg_auth_fn *then);

/* The sentence for a proof that is none, with a line break. */
const char *shg_auth_result_text(shg_auth_result proof);

/* Replaces a password if it still is the one that was proven, ILLEGAL otherwise; ends the player's browsers but the
 * one of a token, and the letters by which a new one may be chosen.  On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_password_replace(shg_storage *storage, int64_t player,
                                                  const char *was, const char *verifier,
                                                  int64_t but_token, shoogi_error *err);

/* Gives the session's player, who has proven himself, a new password of SHG_PASSWORD_CHARACTERS_MIN characters or more
 * and at most SHG_PASSWORD_BYTES_MAX bytes, tells him how it went, and ends his other sessions.  What is passed is
 * copied. */
void shg_password_change(shg_session *session, const shg_authenticated *who, const char *password,
                         size_t password_bytes);

/* Asks for the password of the session's player, and calls then if it is right; else he is told. */
void shg_ask_password(shg_session *session, void (*then)(shg_session *session));

enum { SHG_CODE_BYTES_MAX = 20 };

/* What makes up for a lost telephone: "xxxxx-xxxxx", used once.  Their hashes are tokens of this kind. */
#define SHG_TOKEN_RECOVERY "recovery"
enum { SHG_RECOVERY_CODES = 10, SHG_RECOVERY_BYTES = 11 };
void shg_recovery_make(char code[SHG_RECOVERY_BYTES + 1]);
/* The hash of what somebody types for one.  Codes are short: the player is part of it. */
void shg_recovery_hash(char hash[65], int64_t player, const char *code);

#endif
