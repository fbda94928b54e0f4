/* push.h: the queue of notifications for push services; web push, RFC 8030.
 *
 * A message stays in the storage until the service has accepted it. Before each attempt the row
 * gets the time of the next, so a crash loses none. A device unknown to its service is removed.
 * Each attempt runs in its own process (cli/push.c), a few at once, so that a slow or hostile
 * service delays only itself. */
#ifndef SHG_SERVER_MESSAGES_PUSH_H
#define SHG_SERVER_MESSAGES_PUSH_H

#include "server/loop/connection.h"
#include "server/messages/push_crypto.h"
#include "storage/storage.h"

typedef struct shg_pushes shg_pushes;

/* subject: contact of this server for the services: "mailto:ADDRESS" or an https URL; copied.
 * anywhere: permits services at addresses that are not public. Returns OK and *out owned
 * (shg_pushes_free, before the loop ends), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_pushes_new(shg_pushes **out, shg_server *server,
                                            const char *subject, bool anywhere);
/* NULL is accepted. Attempts in progress are ended. */
void shg_pushes_free(shg_pushes *pushes);

/* Looks for a newly stored message. NULL is accepted. */
void shg_pushes_wake(shg_pushes *pushes);

/* Whether devices may use a service with this URL. */
bool shg_pushes_reach(const shg_pushes *pushes, const char *endpoint);

/* Returns the key pair that identifies this server to services; creates it if it is absent, in a
 * writable storage. */
SHOOGI_CHECKED shoogi_status shg_push_pair_of(shg_push_pair *pair, shg_storage *storage,
                                              shoogi_error *err);

/* Queues a notification for every device of a player. tag: a later notification with the same
 * tag replaces this one; letters, digits and hyphens. url: the page it opens, without the
 * origin. */
typedef struct shg_push_news {
    const char *title, *body, *url, *tag;
    bool urgent;
    int64_t now_ms;
} shg_push_news;
SHOOGI_CHECKED shoogi_status shg_push_notify(shg_storage *storage, int64_t player,
                                             const shg_push_news *news, shoogi_error *err);

#endif
