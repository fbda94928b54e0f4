/* token.h: secrets by which the server knows somebody again without a password.
 *
 * A token is 32 bytes of chance, written "shoogi_" and 43 signs of base64url.  Whoever shows it is its player, so of
 * it the storage has only a hash: it needs no salt and no slowness, as nobody guesses 256 bits.  A browser keeps one
 * in its cookie, a program in its settings; a link in a letter is one as well. */
#ifndef SHG_SERVER_ACCOUNT_TOKEN_H
#define SHG_SERVER_ACCOUNT_TOKEN_H

#include "server/account/sign_in.h"
#include "server/session/task.h"

#define SHG_TOKEN_PREFIX "shoogi_"
enum { SHG_TOKEN_BYTES = 7 + 43, SHG_TOKEN_HASH_BYTES = 64 };

/* What a token is for. */
#define SHG_TOKEN_BROWSER "browser" /* name: "" */
#define SHG_TOKEN_PROGRAM "program" /* name: what its owner calls it */

/* Tokens that stand in letters. */
#define SHG_TOKEN_MAIL    "mail"    /* name: an address, which is the player's if he shows it */
#define SHG_TOKEN_RESET   "reset"   /* a new password may be chosen with it */
#define SHG_TOKEN_SILENCE "silence" /* no more letters */

/* Makes one and its hash, both ending in NUL.  Any thread. */
void shg_token_make(char token[SHG_TOKEN_BYTES + 1], char hash[SHG_TOKEN_HASH_BYTES + 1]);

/* The hash of what somebody shows.  False if it has not the form of a token.  Any thread. */
bool shg_token_hash(char hash[SHG_TOKEN_HASH_BYTES + 1], const char *token, size_t token_bytes);

/* Until when a token of a browser or program holds that was made at created_ms and used at now_ms. */
int64_t shg_token_expires_ms(const char *kind, int64_t created_ms, int64_t now_ms);

/* Adds a token of a player, with NOT_FOUND if he is not there and LIMIT_EXCEEDED if he has SHG_TOKENS_PER_PLAYER of the kind;
 * of a browser the one that was used longest ago goes instead.  row: without id, hash, expiry.  On the writer's
 * thread. */
SHOOGI_CHECKED shoogi_status shg_token_store(shg_storage *storage, int64_t *id,
                                             const shg_token *row, const char *hash,
                                             shoogi_error *err);

/* Removes the tokens of a player of one kind, or of all if that is NULL, but the one with that number.  On the writer's
 * thread. */
SHOOGI_CHECKED shoogi_status shg_tokens_remove(shg_storage *storage, int64_t player,
                                               const char *kind, int64_t but, shoogi_error *err);

typedef enum shg_token_outcome {
    SHG_TOKEN_ENTERED,
    SHG_TOKEN_UNKNOWN, /* it never was one, or it has ended or expired */
    SHG_TOKEN_BARRED,  /* its player is kept out: the session has been told so, and ends */
    SHG_TOKEN_FAILED   /* the storage could not be asked: the session has been told so */
} shg_token_outcome;

typedef void shg_token_then(shg_session *session, shg_token_outcome outcome);

/* Looks a token of a browser or program up and makes the session its player's; then calls then.  The session must be
 * new, is busy meanwhile, and may have lost its door when then is called. */
void shg_token_enter(shg_session *session, const char *token, size_t token_bytes,
                     shg_presence presence, shg_token_then *then);

/* Whose a token of a browser or program is, by its hash: 0 if it is nobody's or has expired.  Any storage, within a job. */
SHOOGI_CHECKED shoogi_status shg_token_player(int64_t *player, shg_storage *storage,
                                              const char *hash, int64_t now_ms, shoogi_error *err);

/* Ends the sessions that came by this token; 0: all of the player but one that may be NULL.  text: told to them.
 * Their rows in the storage are not touched. */
void shg_token_end_sessions(shg_server *server, int64_t player, int64_t token,
                            const shg_session *but, const char *text);

/* Says something to a session of somebody who is online, and ends it. */
void shg_end_session(shg_session *session, const char *text);

/* Now and then: removes what has expired, here and of requests. */
void shg_tokens_expire(shg_server *server);

/* ---- what is done once ---- */

/* The call that begins is to be done once: what it writes first carries the key, 1 to SHG_REQUEST_KEY_BYTES_MAX bytes
 * of UTF-8.  Looks whether that has been done; then calls then.  If it has, session->repeated is set: the call should
 * not be run.  If not it may still turn out, as two may ask at the same time: what was to be written is not, the
 * session is told that it failed, and session->repeated is set.  Whoever carries the session sets both back before the
 * next call. */
void shg_request_begin(shg_session *session, const char *key, size_t key_bytes,
                       void (*then)(shg_session *session));

#endif
