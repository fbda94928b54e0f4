/* login.h: the dialogue from connecting to being logged in. */
#ifndef SHG_SERVER_ACCOUNT_LOGIN_H
#define SHG_SERVER_ACCOUNT_LOGIN_H

#include "server/session/session.h"

/* Greets and asks for the name.  The session must be held. */
void shg_login_begin(shg_session *session);

/* OK if the text is a name a player may have: letters, digits, '.' and '_', 2 to 32 characters, a letter
 * first.  Otherwise *err is filled: PARSE_ERROR, LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status shg_name_check(const char *name, size_t name_bytes, shoogi_error *err);

/* Names that begin so are given to guests, which leaves nobody to be taken for one. */
bool shg_name_is_guests(const char *name, size_t name_bytes);

#endif
