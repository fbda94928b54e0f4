/* guest.h: guests, of whom a row is stored only when somebody else has to do with them. */
#ifndef SHG_SERVER_ACCOUNT_GUEST_H
#define SHG_SERVER_ACCOUNT_GUEST_H

#include "server/session/session.h"
#include "storage/storage.h"

/* Within a writing job: adds a guest who is not stored yet.  *player: his number, or 0 as he has none.
 * CONFLICT if his name has been taken. */
SHOOGI_CHECKED shoogi_status shg_store_guest(shg_storage *storage, int64_t *player,
                                             const char *name, int64_t now_ms, shoogi_error *err);

/* Before that job: true if the session's guest is stored or may be, and for everybody else.  Else it has been told that
 * so many accounts were made from its address, among which such guests count, that no more are. */
bool shg_guest_may_be_stored(shg_session *session);

/* After that job: the session has that number from now on. */
void shg_guest_stored(shg_session *session, int64_t player);

#endif
