/* tls.h: the server's certificate, and connections that use it. */
#ifndef SHG_SERVER_LOOP_TLS_H
#define SHG_SERVER_LOOP_TLS_H

#include "base/text.h"
#include "shoogi/status.h"

struct bufferevent;
struct event_base;

/* TLS 1.2 and 1.3 with forward secrecy. Sessions resume by tickets, so the server stores none. */
typedef struct shg_tls shg_tls;

/* Reads a certificate chain and its key, both in PEM. Paths: borrowed until free. Returns OK and
 * *out owned (shg_tls_free); else one sentence in fault: IO; PARSE_ERROR for a file that is not
 * a certificate or key, or a key of another certificate; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_tls_new(shg_tls **out, const char *certificate_path,
                                         const char *key_path, shg_out *fault);

/* Reads both again for new connections. On an error the old ones stay in use. */
SHOOGI_CHECKED shoogi_status shg_tls_reload(shg_tls *tls, shg_out *fault);

/* Existing connections continue. NULL is accepted. */
void shg_tls_free(shg_tls *tls);

/* Creates a bufferevent for an accepted socket, which it closes at its end: over TLS, where
 * BEV_EVENT_CONNECTED reports the completed handshake, or plain if tls is NULL. Returns NULL
 * without memory; fd is then untouched. Set no read watermark: libevent would stop there with
 * decrypted data left, and continue only after more arrives. */
struct bufferevent *shg_tls_bufferevent(shg_tls *tls, struct event_base *base, int fd);

/* For a bufferevent event other than CONNECTED: true if the peer has closed its sending side but
 * may still read; false if the connection is unusable. */
bool shg_tls_half_closed(struct bufferevent *bev, short what);

/* Ends output under TLS and on the socket below it. */
void shg_tls_end_writing(struct bufferevent *bev);

#endif
