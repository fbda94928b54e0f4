/* web_language.h: the language in which an HTTP request is answered, and the notation of its moves. */
#ifndef SHG_SERVER_DOORS_WEB_LANGUAGE_H
#define SHG_SERVER_DOORS_WEB_LANGUAGE_H

#include "server/doors/web_exchange.h"

/* The cookie that stores the language chosen in a browser, as its code. It is not secret: the
 * page's script writes it too, and an attacker who could write it could only choose a language. */
#define SHG_LANGUAGE_COOKIE "shoogi-language"

/* The same for the notation of moves, as its name. */
#define SHG_NOTATION_COOKIE "shoogi-notation"

/* Sets x->language and x->notation. The language is the query's "language=ja"; else the cookie's; else the best of
 * Accept-Language, which does not count as chosen. The notation is the query's
 * "notation=japanese", else the cookie's, else SHOOGI_NOTATION_ANY. */
void shg_web_language_read(shg_exchange *x);

/* The notation of the query alone; SHOOGI_NOTATION_ANY if it names none. */
shoogi_notation shg_web_query_notation(const shg_exchange *x);

/* The headers of a page in a language, each ending in CR LF. A choice of language or notation
 * made by the query is stored in the cookie. */
void shg_web_language_write(shg_out *more, const shg_exchange *x, shg_language language);

/* Links to the same page with moves in each notation. key: of a protected game, else "". */
void shg_web_notation_links(shg_out *out, shg_language language, const char *key);

/* Links to the same page in each language, each under its own name for itself. */
void shg_web_language_links(shg_out *out);

#endif
