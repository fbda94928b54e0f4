/* web_socket.h: the HTTP door's side of a connection that has become a WebSocket. web_exchange.h
 * has the interface for its users. */
#ifndef SHG_SERVER_DOORS_WEB_SOCKET_H
#define SHG_SERVER_DOORS_WEB_SOCKET_H

#include "server/doors/web_exchange.h"
#include "server/loop/host.h"

struct bufferevent;

enum { SHG_SOCKET_ACCEPT_BYTES = 29 };

/* RFC 6455, 4.2: returns 101 if the request may become a WebSocket, and fills accept with the
 * value of Sec-WebSocket-Accept; else the status of a refusal, and *reason its sentence,
 * borrowed for ever. */
unsigned shg_socket_check_handshake(char accept[SHG_SOCKET_ACCEPT_BYTES], const char **reason,
                                    const shg_exchange *x);

/* connection, bev: borrowed until free; user, context: as for shg_exchange_upgrade. NULL: no
 * memory. */
shg_socket *shg_socket_new(shg_connection *connection, struct bufferevent *bev,
                           const shg_socket_user *user, void *context);
/* Calls the user's gone. NULL is accepted. */
void shg_socket_free(shg_socket *socket);

/* Events of the connection: bytes have arrived; all output has been sent; the peer has closed
 * its side. */
void shg_socket_read(shg_socket *socket);
void shg_socket_written(shg_socket *socket);
void shg_socket_ended(shg_socket *socket);

/* For a hot upgrade: server->pausing has changed. */
void shg_socket_pausing(shg_socket *socket);
shg_readiness shg_socket_readiness(const shg_socket *socket);
/* The bytes before the waiting input that were read already; members of a record. */
void shg_socket_rest(shg_out *bytes, const shg_socket *socket);
void shg_socket_save(shg_out *json, const shg_socket *socket);
/* As shg_socket_new, with the record of an earlier program. */
shg_socket *shg_socket_restore(shg_connection *connection, struct bufferevent *bev,
                               const shg_socket_user *user, const shg_json *json);

/* The server stops. */
void shg_socket_drain(shg_socket *socket);

#endif
