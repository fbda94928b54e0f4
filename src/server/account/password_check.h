/* password_check.h: checks or makes a password verifier on a hashing thread, after a delay if
 * earlier passwords were wrong. */
#ifndef SHG_SERVER_ACCOUNT_PASSWORD_CHECK_H
#define SHG_SERVER_ACCOUNT_PASSWORD_CHECK_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* status: OK (made, or they match); ILLEGAL (they do not match); LIMIT_EXCEEDED (too many at
 * once), CONFLICT (shutdown), NO_MEMORY (not checked). verifier: the one made or compared,
 * borrowed for the call. */
typedef void shg_password_check_fn(shg_session *session, shoogi_status status, const char *verifier,
                                   void *context);

/* Compares a password with verifier, or makes one if verifier is NULL, then calls then; not
 * before delay_ms have passed. The session is busy meanwhile, and may have lost its door when
 * then is called. password: copied, and wiped after use. context: passed to then. */
void shg_password_check_start(shg_session *session, const char *password, size_t password_bytes,
                              const char *verifier, int64_t delay_ms, shg_password_check_fn *then,
                              void *context);

/* At shutdown: calls those that still wait for their delay with CONFLICT. */
void shg_password_checks_cancel(shg_server *server);

#endif
