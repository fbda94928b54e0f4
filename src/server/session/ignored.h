/* ignored.h: the players whose messages a session does not show. */
#ifndef SHG_SERVER_SESSION_IGNORED_H
#define SHG_SERVER_SESSION_IGNORED_H

#include "server/session/session.h"

/* Whether a name is in the ignore list. */
bool shg_ignores(const shg_session *session, const char *name);
/* Adds a name to the ignore list or removes it. Returns false if the list is full. */
bool shg_ignored_set(shg_session *session, const char *name, bool ignored);

/* A player has another name, and is still ignored if it was. */
void shg_ignored_rename(shg_session *session, const char *old_name, const char *new_name);

/* Whether `to` receives talk from `from`: false if it is ignored. */
bool shg_talk_reaches(const shg_session *to, const shg_session *from);

#endif
