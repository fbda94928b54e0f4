/* token.h: secrets that authenticate a player without a password.
 *
 * A token is 32 random bytes, written "shoogi_" and 43 base64url characters. Its bearer is
 * authenticated as its player, so the storage has only its hash. The hash needs neither salt nor
 * a slow function, because 256 bits cannot be guessed. A browser keeps its token in a cookie, a
 * program in its settings; a link in an e-mail is a token, too. */
#ifndef SHG_SERVER_ACCOUNT_TOKEN_H
#define SHG_SERVER_ACCOUNT_TOKEN_H

#include "server/account/sign_in.h"
#include "server/session/task.h"

#define SHG_TOKEN_PREFIX "shoogi_"
enum { SHG_TOKEN_BYTES = 7 + 43, SHG_TOKEN_HASH_BYTES = 64 };

/* Kinds of tokens. */
#define SHG_TOKEN_BROWSER "browser" /* name: "" */
#define SHG_TOKEN_PROGRAM "program" /* name: chosen by its owner */

/* Tokens in links of e-mail. */
#define SHG_TOKEN_MAIL    "mail"    /* name: an address to confirm */
#define SHG_TOKEN_RESET   "reset"   /* permits a new password */
#define SHG_TOKEN_SILENCE "silence" /* turns e-mail off */

/* Makes a token and its hash, both NUL-terminated. Any thread. */
void shg_token_make(char token[SHG_TOKEN_BYTES + 1], char hash[SHG_TOKEN_HASH_BYTES + 1]);

/* Hashes a token. False if it has not the form of one. Any thread. */
bool shg_token_hash(char hash[SHG_TOKEN_HASH_BYTES + 1], const char *token, size_t token_bytes);

/* The time until which a browser or program token made at created_ms and used at now_ms is valid. */
int64_t shg_token_expires_ms(const char *kind, int64_t created_ms, int64_t now_ms);

/* Adds a player's token. NOT_FOUND without such a player; LIMIT_EXCEEDED at
 * SHG_TOKENS_PER_PLAYER of its kind, except that a browser token replaces the one unused for
 * longest. row: without id, hash, expiry. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_token_store(shg_storage *storage, int64_t *id,
                                             const shg_token *row, const char *hash,
                                             shoogi_error *err);

/* Removes a player's tokens of one kind, or of all if kind is NULL, except the one with that
 * number. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_tokens_remove(shg_storage *storage, int64_t player,
                                               const char *kind, int64_t but, shoogi_error *err);

typedef enum shg_token_outcome {
    SHG_TOKEN_ENTERED,
    SHG_TOKEN_UNKNOWN, /* unknown, ended or expired */
    SHG_TOKEN_REFUSED, /* banned, or no place for a guest: the session has been notified and ends */
    SHG_TOKEN_FAILED   /* a storage error, which has been reported to the session */
} shg_token_outcome;

typedef void shg_token_then(shg_session *session, shg_token_outcome outcome);

/* Looks up a browser or program token and signs the session in as its player, then calls then.
 * The session must be new. It is busy meanwhile, and may have lost its door when then is called. */
void shg_token_enter(shg_session *session, const char *token, size_t token_bytes,
                     shg_presence presence, shg_token_then *then);

/* Finds the player of a browser or program token by its hash: 0 if unknown or expired. *lacks: as
 * in shg_session. Any storage, within a job. */
SHOOGI_CHECKED shoogi_status shg_token_player(int64_t *player, uint8_t *lacks, shg_storage *storage,
                                              const char *hash, int64_t now_ms, shoogi_error *err);

/* Ends the sessions of this token; 0: all of the player's sessions except one, which may be
 * NULL. text: sent to them. Their stored rows are unchanged. Those at other servers end, too. */
void shg_token_end_sessions(shg_server *server, int64_t player, int64_t token,
                            const shg_session *but, const char *text);

/* Ends what another server asked to end. keep_programs: not the sessions of programs' tokens. */
void shg_token_end_sessions_here(shg_server *server, int64_t player, int64_t token,
                                 bool keep_programs, const char *text);

/* Ends the other sessions of a session's player; those of programs' tokens only if not
 * keep_programs. text: sent to them. */
void shg_token_end_others(const shg_session *session, bool keep_programs, const char *text);

/* Sends a text to a session that is online, and ends it. */
void shg_end_session(shg_session *session, const char *text);

/* Ends the sessions of banned players and addresses. */
void shg_end_banned_sessions(shg_server *server);

/* Removes expired tokens and request keys. Call it periodically. */
void shg_tokens_expire(shg_server *server);

/* ---- idempotent requests ---- */

/* Makes the next call idempotent under a key of 1 to SHG_REQUEST_KEY_BYTES_MAX bytes of UTF-8:
 * its first write stores the key. Looks the key up, then calls then. If it is known,
 * session->repeated is set, and the call should not run. Otherwise a simultaneous call may still
 * use the key first; then the write fails, the session gets an error, and session->repeated is
 * set. The door resets both before the next call. */
void shg_request_begin(shg_session *session, const char *key, size_t key_bytes,
                       void (*then)(shg_session *session));

#endif
