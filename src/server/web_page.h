/* web_page.h: an answer of the HTTP door: what it is and what stands in it. */
#ifndef SHG_SERVER_WEB_PAGE_H
#define SHG_SERVER_WEB_PAGE_H

#include "base/text.h"

typedef struct shg_server shg_server;

/* Made with status 404 and a body that grows and is empty; who writes it fills the rest. */
typedef struct shg_web_page {
    bool takes_gzip; /* the client does: the body may be packed, and more then says so */
    unsigned status;
    const char *content_type;
    const char *more; /* header lines, each ending in CR LF; NULL: none */
    shg_out body;     /* its bytes are freed with free() */
} shg_web_page;

/* Header lines of every page: nothing is loaded but what these directives of its policy allow. */
#define SHG_WEB_GUARDS(allowed)                                                                    \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"                          \
    "Content-Security-Policy: default-src 'none'; " allowed                                        \
    "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"

/* Writes the page for a path, what stands behind the prefix under which it is called: "/chu" of "/help/chu". */
typedef void shg_web_write(shg_web_page *page, shg_server *server, const char *path,
                           size_t path_bytes);

shg_web_write shg_help_web, shg_files_web;

#endif
