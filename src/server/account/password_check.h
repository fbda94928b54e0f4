/* password_check.h: a password on its way through a hashing thread, after a delay if others were wrong. */
#ifndef SHG_SERVER_ACCOUNT_PASSWORD_CHECK_H
#define SHG_SERVER_ACCOUNT_PASSWORD_CHECK_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* status: OK (made, or they agree); ILLEGAL (they do not agree); LIMIT_EXCEEDED (too many at once), CONFLICT
 * (the server stops), NO_MEMORY (it could not be looked at).  verifier: what was made or compared with,
 * borrowed for the call. */
typedef void shg_password_check_fn(shg_session *session, shoogi_status status, const char *verifier,
                                   void *context);

/* Compares a password with verifier, or makes one if that is NULL, and calls then; at the earliest
 * delay_ms from now.  The session is busy meanwhile, and may have lost its door when then is called.
 * password: copied, and wiped after use.  context: passed to then. */
void shg_password_check_start(shg_session *session, const char *password, size_t password_bytes,
                              const char *verifier, int64_t delay_ms, shg_password_check_fn *then,
                              void *context);

/* Those that still wait for their delay are called with CONFLICT: the server stops. */
void shg_password_checks_cancel(shg_server *server);

#endif
