/* tls.h: the certificate of the server, and connections under it. */
#ifndef SHG_SERVER_LOOP_TLS_H
#define SHG_SERVER_LOOP_TLS_H

#include "base/text.h"
#include "shoogi/status.h"

struct bufferevent;
struct event_base;

/* TLS 1.2 and 1.3 with forward secrecy; sessions are resumed by tickets, so none is kept here. */
typedef struct shg_tls shg_tls;

/* Reads a certificate, with those that vouch for it behind it, and its key, both in PEM.  Paths: borrowed until
 * free.  Returns OK and *out owned (shg_tls_free); else one sentence is written to fault: IO, PARSE_ERROR for what
 * is no certificate or key or does not belong together, NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_tls_new(shg_tls **out, const char *certificate_path,
                                         const char *key_path, shg_out *fault);

/* Reads both again, for connections to come; on any fault things stay as they are. */
SHOOGI_CHECKED shoogi_status shg_tls_reload(shg_tls *tls, shg_out *fault);

/* Connections made under it live on.  NULL is accepted. */
void shg_tls_free(shg_tls *tls);

/* A bufferevent for an accepted socket, which is closed with it: over TLS, where BEV_EVENT_CONNECTED tells that
 * the peer is there, or with tls NULL plain.  NULL: out of memory, and fd is as it was.
 * It must have no watermark for reading: libevent stops there in the middle of what TLS has in hand already,
 * and goes on only when more comes over the line. */
struct bufferevent *shg_tls_bufferevent(shg_tls *tls, struct event_base *base, int fd);

/* What a bufferevent's event means, other than CONNECTED: true if the peer will write no more, but may still read;
 * false if the connection is of no use any more. */
bool shg_tls_half_closed(struct bufferevent *bev, short what);

/* Nothing more will be written: tells the peer so, under TLS and below it. */
void shg_tls_end_writing(struct bufferevent *bev);

#endif
