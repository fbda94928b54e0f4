/* ignored.h: whose messages a session does not show. */
#ifndef SHG_SERVER_SESSION_IGNORED_H
#define SHG_SERVER_SESSION_IGNORED_H

#include "server/session/session.h"

/* The name stands in the session's list of those ignored: its place, or SIZE_MAX. */
size_t shg_ignored_at(const shg_session *session, const char *name);
/* Puts a name on that list or takes it off.  False if the list is full. */
bool shg_ignored_set(shg_session *session, const char *name, bool ignored);

/* True if to hears from, who is not ignored. */
bool shg_talk_hears(const shg_session *to, const shg_session *from);

#endif
