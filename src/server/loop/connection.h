/* connection.h: what the server needs of every connection to count, close and await it, whatever
 * its door.
 *
 * Connections are a share (shares.def, sessions): when there are as many as possible, the newest of the network,
 * and in it of the address, with most of them is closed for a newcomer. The newest, because the others are more
 * likely to be in the middle of something. */
#ifndef SHG_SERVER_LOOP_CONNECTION_H
#define SHG_SERVER_LOOP_CONNECTION_H

#include "base/json.h"
#include "server/loop/address.h"
#include "server/loop/arrival_times.h"
#include "server/loop/deadline.h"
#include "server/loop/shares.h"
#include "server/loop/turns.h"

typedef struct shg_server shg_server;
typedef struct shg_address_count shg_address_count;
typedef struct shg_connection shg_connection;
typedef struct shg_handover_out shg_handover_out;
struct evbuffer;
struct bufferevent;

/* Whether a connection can go on in another program. */
typedef enum shg_readiness {
    SHG_READY,
    SHG_ENDING, /* it is answered or closed soon, and may be closed if that takes long */
    SHG_BUSY    /* something is being done for it */
} shg_readiness;

/* What a connection does while the server is being drained. */
typedef enum shg_leaving {
    SHG_LEAVES_NOBODY, /* it has no client that must leave */
    SHG_LEAVES_LATER,  /* its client has not left yet */
    SHG_LEAVES_NOW     /* its client was disconnected by this call */
} shg_leaving;

/* What every door does with its connections. */
typedef struct shg_connection_kind {
    void (*close)(
        shg_connection *connection); /* frees it; called from the loop when nothing uses it */
    void (*drain)(shg_connection *connection); /* at shutdown: announce it, finish, then close */
    /* For a hot upgrade; NULL at one keyboard, where there is none.
     * pause: server->pausing has changed: nothing new is begun while it is set. */
    void (*pause)(shg_connection *connection);
    shg_readiness (*readiness)(const shg_connection *connection);
    /* Writes the record of a connection that is ready and not encrypted. */
    void (*hand_over)(shg_handover_out *out, const shg_connection *connection);
    /* Called again and again while the server is being drained (server->drain): ends the connection as soon as nothing is
     * being done for it, so that its program connects again, to another server; asks a person to do that. NULL at one
     * keyboard. */
    shg_leaving (*send_away)(shg_connection *connection);
} shg_connection_kind;

struct shg_connection {
    shg_server *server;
    shg_claim place; /* of the address that counts for it */
    shg_address_count *address_count;
    shg_deadline deadline;           /* of login, of an HTTP head, or of lingering */
    shg_turn turn;                   /* waits for its next turn */
    shg_arrival_times arrival_times; /* of its input */
    const shg_connection_kind *kind; /* static */
    shg_connection *before, *after;  /* list of all connections */
    shg_connection *next_doomed;
    bool doomed;
    bool is_proxy; /* set before init: a trusted proxy, without a limit of connections */
};

/* Takes a place for a new connection. Returns false, with the sentence to send before closing, if the address
 * is banned or has too many; "too many" of a trusted proxy are its clients'. fd is not touched. Another connection
 * may be closed. */
bool shg_connection_init(shg_connection *connection, shg_server *server, const shg_address *from,
                         const char **refusal);
/* The place of the connection is that of the client behind a proxy from now on. Returns false, with
 * the sentence to answer, if the client is banned or has too many connections. */
bool shg_connection_set_client(shg_connection *connection, const shg_address_key *client,
                               const char **refusal);
/* Writes what every record of a connection contains: its socket, the client behind a proxy, and its bytes. rest: bytes
 * before the waiting input that were read already, or NULL. */
void shg_connection_save(shg_handover_out *out, const shg_connection *connection,
                         struct bufferevent *bev, const shg_out *rest);
/* Reads the address of its peer; false if it has gone. */
bool shg_connection_peer(shg_address *from, int fd);
/* Reads the rest: the connection is initialised. False if the client behind the proxy may not enter. */
bool shg_connection_restore(shg_connection *connection, struct bufferevent *bev,
                            const shg_json *json);
/* Removes the connection from the counts; called by close. */
void shg_connection_fini(shg_connection *connection);
/* Closes the connection soon, when nothing uses it any more. May be called repeatedly. */
void shg_connection_doom(shg_connection *connection);
/* Closes those connections. Call it from the loop. */
void shg_connections_close_doomed(shg_server *server);
/* Makes places for connections_max connections, per_address of them for one address. */
void shg_connections_share(shg_server *server);

/* Ends output. The peer gets SHG_LINGER_MS to receive it, then the connection is doomed; at once
 * if the peer has closed or the server is stopping. */
void shg_connection_linger(shg_connection *connection, struct bufferevent *bev, bool ended);

/* Stops reading while full (too much input waits), else resumes. *held: whether reading is
 * stopped. */
void shg_connection_hold_back(struct bufferevent *bev, bool *held, bool full);

/* Calls go_on once, in a turn of the loop: see turns.h. */
void shg_connection_wait(shg_connection *connection, void (*go_on)(void *), void *context);
/* Whether the connection need not wait for a turn. */
bool shg_connection_at_once(const shg_connection *connection);
/* Counts the time since began_us as used by the address of the connection; at_once: without a turn. */
void shg_connection_used(shg_connection *connection, int64_t began_us, bool at_once);

/* Records the arrival time of new input. Call it after each read. */
void shg_connection_arrived(shg_connection *connection, struct evbuffer *input);

/* The arrival time of the first input that waits, 0 if none does. */
int64_t shg_connection_waiting_ms(const shg_connection *connection);

/* Removes bytes of input that have been read, and wipes them: they may be a password. Returns
 * the arrival time of the last byte ever taken, 0 if none was. */
int64_t shg_connection_take(shg_connection *connection, struct evbuffer *input, size_t bytes);

#endif
