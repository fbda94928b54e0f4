/* web_page.h: an answer of the HTTP door: what it is and what stands in it. */
#ifndef SHG_SERVER_DOORS_WEB_PAGE_H
#define SHG_SERVER_DOORS_WEB_PAGE_H

#include "base/text.h"
#include "language/language.h"

/* What is NULL stands for the most careful.  All texts but the body are borrowed until the page is answered. */
typedef struct shg_web_page {
    unsigned status; /* 404 until somebody has found something */
    const char *content_type;
    const char *cache; /* value of Cache-Control; NULL: "no-store" */
    const char *
        allowed; /* directives of the Content-Security-Policy, "img-src 'self'; style-src 'self'", in front of
                            the door's own, which allow nothing, neither forms: the first of a name counts */
    bool forms;      /* its forms may be sent to us */
    bool embeddable; /* pages of others may show it: <iframe>, <img> */
    bool speaks;     /* it is in the language of its reader */
    shg_language language;
    const char *more; /* header lines, each ending in CR LF; NULL: none */
    shg_out body;     /* grows; its bytes are freed with free() */
} shg_web_page;

static inline shg_web_page shg_web_page_new(void)
{
    return (shg_web_page){ .status = 404,
                           .content_type = "text/plain; charset=utf-8",
                           .body = shg_out_growing() };
}

#endif
