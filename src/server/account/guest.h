/* guest.h: guests, whose row is stored only once another player needs it. */
#ifndef SHG_SERVER_ACCOUNT_GUEST_H
#define SHG_SERVER_ACCOUNT_GUEST_H

#include "server/session/session.h"
#include "storage/storage.h"

/* Within a writing job: adds a guest who is not stored yet. *player: the new number, or 0 if the
 * guest had none. CONFLICT if the name is taken. */
SHOOGI_CHECKED shoogi_status shg_store_guest(shg_storage *storage, int64_t *player,
                                             const char *name, int64_t now_ms, shoogi_error *err);

/* Before that job: false for a guest whose address has reached its limit of new accounts, which
 * has been reported; true for everyone else. */
bool shg_guest_may_be_stored(shg_session *session);

/* After that job: sets the session's player number. */
void shg_guest_stored(shg_session *session, int64_t player);

/* The name as pages and e-mails show it: "Guest 4283" for a guest with the name guest022324283. At telnet players type
 * the whole name. Fills out if needed; the result is valid as long as both. */
enum { SHG_SHOWN_NAME_BYTES = 100 };
const char *shg_shown_name(char out[SHG_SHOWN_NAME_BYTES], const char *name, shg_language language);

#endif
