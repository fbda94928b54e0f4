/* web_credentials.h: who a request at the HTTP door says it is from, and whether a page of ours made it. */
#ifndef SHG_SERVER_DOORS_WEB_CREDENTIALS_H
#define SHG_SERVER_DOORS_WEB_CREDENTIALS_H

#include "server/doors/web_exchange.h"

/* The cookie of a browser: no other host, path or unprotected connection can set or read one of such a name. */
#define SHG_COOKIE "__Host-shoogi"

/* What is said behind the token when it is given, and instead of it when it is taken away.  Lax: a link from elsewhere
 * finds its user logged in, a form from elsewhere does not; what changes anything asks for the origin besides. */
#define SHG_COOKIE_WORDS "; Path=/; Secure; HttpOnly; SameSite=Lax"
#define SHG_COOKIE_NONE  SHG_COOKIE "=" SHG_COOKIE_WORDS "; Max-Age=0"

/* The value of a cookie, borrowed from the head.  False: there is none of that name, or it is empty. */
bool shg_web_cookie(const char **value, size_t *value_bytes, const shg_exchange *x,
                    const char *name);

typedef struct shg_credentials {
    const char *token;  /* as it was sent, borrowed from the head */
    size_t token_bytes; /* 0: there is none */
    bool by_cookie; /* the browser adds it by itself: what is done with it has to come from our own page */
} shg_credentials;

/* "Authorization: Bearer TOKEN", or else the cookie. */
void shg_credentials_read(shg_credentials *out, const shg_exchange *x);

/* True if the request was made by a page of this host: its Origin says so or, without one, Sec-Fetch-Site. */
bool shg_web_same_origin(const shg_exchange *x);

/* What program asks, as it says, as far as that can be shown; untouched if it does not say. */
void shg_web_agent(char *agent, size_t room, const shg_exchange *x);

#endif
