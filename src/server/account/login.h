/* login.h: the login dialogue, from connection to login. */
#ifndef SHG_SERVER_ACCOUNT_LOGIN_H
#define SHG_SERVER_ACCOUNT_LOGIN_H

#include "server/session/session.h"

/* Greets and asks for the name. The session must be held. */
void shg_login_begin(shg_session *session);

/* Asks for the name of a session that an earlier program has greeted. */
void shg_login_ask_name(shg_session *session);

/* Checks a player name: letters, digits, '.' and '_', 2 to 32 characters, a letter first.
 * Returns OK; otherwise fills *err: PARSE_ERROR, LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status shg_name_check(const char *name, size_t name_bytes, shoogi_error *err);

/* Whether the name begins like a guest's. Players may not choose such names, so that guests are
 * recognisable. */
bool shg_name_is_guests(const char *name, size_t name_bytes);

#endif
