/* web_page.h: an answer of the HTTP door: its status, headers and body. */
#ifndef SHG_SERVER_DOORS_WEB_PAGE_H
#define SHG_SERVER_DOORS_WEB_PAGE_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/move_text.h"

/* A NULL member means the most restrictive value. All texts but the body are borrowed until the
 * page is answered. */
typedef struct shg_web_page {
    unsigned status; /* 404 until a handler finds something */
    const char *content_type;
    const char *cache; /* value of Cache-Control; NULL: "no-store" */
    /* Directives of the Content-Security-Policy, "img-src 'self'; style-src 'self'", before the
     * door's own, which allow nothing, not even forms: the first of each name counts. */
    const char *allowed;
    bool forms;      /* its forms may be submitted to us */
    bool embeddable; /* pages of other sites may embed it: <iframe>, <img> */
    bool speaks;     /* its language depends on the reader */
    shg_language language;
    shoogi_notation notation; /* of moves */
    const char *more;         /* header lines, each ending in CR LF; NULL: none */
    /* Under which a browser saves the answer instead of showing it; NULL: "api.json" if it is JSON, else none. */
    const char *file_name;
    shg_out body; /* grows; its bytes are freed with free() */
    /* In place of body: a file of the page, sent without a copy; NULL: none. Both borrowed for the call that
     * answers, which shares the files until all is sent. */
    const char *file;
    size_t file_bytes;
    struct shg_web_files *files;
} shg_web_page;

static inline shg_web_page shg_web_page_new(void)
{
    return (shg_web_page){ .status = 404,
                           .content_type = "text/plain; charset=utf-8",
                           .body = shg_out_growing() };
}

#endif
