/* push.h: what devices are told, on its way to their push services; web push, RFC 8030.
 *
 * A message waits as a row until the service has taken it.  Before each try the row says when the next would be, so that a
 * crash loses none; a device that its service does not know any more is forgotten.  Each try is a process of its own
 * (cli/push.c), a few at once, so that a service that is slow or hostile costs its place there and nothing else. */
#ifndef SHG_SERVER_MESSAGES_PUSH_H
#define SHG_SERVER_MESSAGES_PUSH_H

#include "server/loop/connection.h"
#include "server/messages/push_crypto.h"
#include "storage/storage.h"

typedef struct shg_pushes shg_pushes;

/* subject: how the people of a service reach ours: "mailto:ADDRESS" or a URL of https; copied.  anywhere: services may be at
 * addresses that are not public.  Returns OK and *out owned (shg_pushes_free, before the loop ends), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_pushes_new(shg_pushes **out, shg_server *server,
                                            const char *subject, bool anywhere);
/* NULL is accepted.  What is under way ends. */
void shg_pushes_free(shg_pushes *pushes);

/* Something has been stored: look for it.  NULL is accepted. */
void shg_pushes_wake(shg_pushes *pushes);

/* True if devices may be at services with this URL. */
bool shg_pushes_reach(const shg_pushes *pushes, const char *endpoint);

/* The keys by which services know this server, made where there are none yet; a storage that may be written to. */
SHOOGI_CHECKED shoogi_status shg_push_pair_of(shg_push_pair *pair, shg_storage *storage,
                                              shoogi_error *err);

/* Has every device of a player told something.  tag: what comes later under the same takes its place, letters, digits and
 * hyphens; url: what is opened, without the origin. */
typedef struct shg_push_news {
    const char *title, *body, *url, *tag;
    bool urgent;
    int64_t now_ms;
} shg_push_news;
SHOOGI_CHECKED shoogi_status shg_push_tell(shg_storage *storage, int64_t player,
                                           const shg_push_news *news, shoogi_error *err);

#endif
