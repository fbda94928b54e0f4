/* connection.h: a connection of whichever door, as far as the server has to count, close and await it. */
#ifndef SHG_SERVER_LOOP_CONNECTION_H
#define SHG_SERVER_LOOP_CONNECTION_H

#include "server/loop/address.h"
#include "server/loop/arrival_times.h"
#include "server/loop/deadline.h"
#include "server/loop/turns.h"

typedef struct shg_server shg_server;
typedef struct shg_address_count shg_address_count;
typedef struct shg_connection shg_connection;
struct evbuffer;
struct bufferevent;

struct shg_connection {
    shg_server *server;
    shg_address_count *address_count;
    shg_deadline deadline;           /* of logging in, of an HTTP head, or of lingering */
    shg_turn turn;                   /* it has more to do */
    shg_arrival_times arrival_times; /* of its input */
    void (*close)(
        shg_connection *connection); /* frees it; from the loop, nothing of it being in use */
    void (*drain)(shg_connection *connection); /* the server stops: say so, finish, then close */
    shg_connection *before, *after;            /* all of them */
    shg_connection *next_doomed;
    bool doomed;
    bool is_proxy; /* set before init: it may have any number of connections, and speaks for others */
};

/* Counts a new connection in; false, with the sentence to send before closing, if there are too many.
 * fd is not touched. */
bool shg_connection_init(shg_connection *connection, shg_server *server, const shg_address *from,
                         const char **refusal);
/* From now on it counts for this client, for whom a proxy speaks; false, with the sentence to answer, if he may not come or
 * has too many. */
bool shg_connection_speak_for(shg_connection *connection, const shg_address_key *client,
                              const char **refusal);
/* Counts it out again; for close. */
void shg_connection_fini(shg_connection *connection);
/* Closes it soon, when nothing of it is in use any more.  May be said more than once. */
void shg_connection_doom(shg_connection *connection);

/* All has been sent: no more will be, and the peer is given time to take it before the connection is doomed;
 * none if it has ended, or the server stops. */
void shg_connection_linger(shg_connection *connection, struct bufferevent *bev, bool ended);

/* Reads no more while full: there is much that has not been looked at; else it reads on.  *held: how it stands. */
void shg_connection_hold_back(struct bufferevent *bev, bool *held, bool full);

/* Something may have come: to be said whenever it has, so that its moment is known. */
void shg_connection_arrived(shg_connection *connection, struct evbuffer *input);

/* Drops so much of the input, which has been read; it may have been a password, so it is wiped.  Returns when the last of
 * all that was ever taken came; 0: nothing was. */
int64_t shg_connection_take(shg_connection *connection, struct evbuffer *input, size_t bytes);

#endif
