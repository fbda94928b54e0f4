/* web_language.h: the language in which a request at the HTTP door is answered. */
#ifndef SHG_SERVER_DOORS_WEB_LANGUAGE_H
#define SHG_SERVER_DOORS_WEB_LANGUAGE_H

#include "server/doors/web_exchange.h"

/* The cookie in which a browser keeps the language that was chosen there, by its code.  It is no secret: the page's script
 * writes it too, and whoever else could write it could choose no more than a language. */
#define SHG_LANGUAGE_COOKIE "shoogi-language"

/* Finds what x->language says: the language that the query names, "language=ja"; else that of the cookie; else the best
 * that Accept-Language names, which is no choice. */
void shg_web_language_read(shg_exchange *x);

/* The headers of a page in a language, each ending in CR LF; a choice that the query made is kept in the cookie. */
void shg_web_language_write(shg_out *more, const shg_exchange *x, shg_language language);

/* The same page in each language, called as it calls itself. */
void shg_web_language_links(shg_out *out);

#endif
