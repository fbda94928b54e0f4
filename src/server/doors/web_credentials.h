/* web_credentials.h: who an HTTP request says it is from, and whether a page of ours made it. */
#ifndef SHG_SERVER_DOORS_WEB_CREDENTIALS_H
#define SHG_SERVER_DOORS_WEB_CREDENTIALS_H

#include "server/doors/web_exchange.h"
#include "server/session/session.h"

/* The session cookie. The prefix __Host- means that no other host, path or plain-text connection
 * can set or read it. */
#define SHG_COOKIE "__Host-shoogi"

/* Attributes after the token when the cookie is set, and in its place when it is cleared. Lax: a
 * link from another site finds its user signed in, a form from another site does not; requests
 * that change state are also checked for their origin. */
#define SHG_COOKIE_WORDS "; Path=/; Secure; HttpOnly; SameSite=Lax"
#define SHG_COOKIE_NONE  SHG_COOKIE "=" SHG_COOKIE_WORDS "; Max-Age=0"

/* The cookie by which a browser is known for its player over 90 days (known_devices.h); it lets in
 * nobody. Same attributes. */
#define SHG_DEVICE_COOKIE "__Host-shoogi-device"

/* Sets the device of a session from the cookie, if it is there. */
void shg_web_device(shg_session *session, const shg_exchange *x);

/* The value of a cookie, borrowed from the head. False if it is absent or empty. */
bool shg_web_cookie(const char **value, size_t *value_bytes, const shg_exchange *x,
                    const char *name);

typedef struct shg_credentials {
    const char *token;  /* as sent, borrowed from the head */
    size_t token_bytes; /* 0: no token */
    /* The browser adds it by itself, so state may change only if the request comes from our own
     * page. */
    bool by_cookie;
} shg_credentials;

/* Reads "Authorization: Bearer TOKEN", or else the cookie. */
void shg_credentials_read(shg_credentials *out, const shg_exchange *x);

/* Whether a page of this host made the request: its Origin says so or, without one,
 * Sec-Fetch-Site. */
bool shg_web_same_origin(const shg_exchange *x);

/* The program's User-Agent, its printable part; untouched if it is absent. */
void shg_web_agent(char *agent, size_t room, const shg_exchange *x);

#endif
