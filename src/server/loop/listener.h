/* listener.h: one listening socket. */
#ifndef SHG_SERVER_LOOP_LISTENER_H
#define SHG_SERVER_LOOP_LISTENER_H

#include "server/loop/address.h"

struct event_base;

typedef struct shg_listener shg_listener;

/* fd: taken; non-blocking and close-on-exec. */
typedef void shg_accept_fn(void *context, int fd, const shg_address *from);

/* Reports a connection that could not be accepted. */
typedef void shg_no_accept_fn(void *context, const char *why);

/* Listens at *address, whose port 0 is replaced by the port the system chose; or goes on with fd, the socket of an
 * earlier program, unless it is -1, and fills *address. If descriptors run out, it pauses for SHG_ACCEPT_PAUSE_MS before
 * the next attempt. Returns OK and *out owned (shg_listener_free); IO with a sentence; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_listener_new(shg_listener **out, struct event_base *base,
                                              shg_address *address, int fd, shg_accept_fn *accepted,
                                              shg_no_accept_fn *failed, void *context,
                                              shoogi_error *err);

/* Its socket. */
int shg_listener_fd(const shg_listener *listener);
/* Stops or resumes accepting: connections wait meanwhile. NULL is accepted. */
void shg_listener_pause(shg_listener *listener, bool pauses);

/* Closes the socket.  NULL is accepted. */
void shg_listener_free(shg_listener *listener);

#endif
