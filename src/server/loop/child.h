/* child.h: processes of this program that do something for the server, each spoken to over a socket that is its standard
 * input and output. */
#ifndef SHG_SERVER_LOOP_CHILD_H
#define SHG_SERVER_LOOP_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct bufferevent;
struct event_base;

typedef struct shg_child {
    pid_t pid;               /* 0: there is none */
    struct bufferevent *bev; /* NULL likewise */
} shg_child;

/* Starts this program with words, of which the first is its name and the last NULL, and the little of the environment
 * that it needs.  False, and *child is zeroed, if it cannot be. */
bool shg_child_start(shg_child *child, struct event_base *base, const char *const *words);

/* It has nothing more to say: it has ended, or does now.  True if it ended well by itself.  Nothing if there is none. */
bool shg_child_reap(shg_child *child);

/* Ends it, and the connection to it. */
void shg_child_end(shg_child *child);

#endif
