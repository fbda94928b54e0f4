/* http_head.h: the head of an HTTP/1.1 request as a strict state machine: bytes in, request out.
 *
 * Grammar: RFC 9110 (tokens, field values) and RFC 9112 (request line, framing).  What RFC 9112 lets a
 * server be lenient about is refused here: a line ends with CR LF and nothing else, no folded fields, no
 * blanks around the name of a field, and a second Content-Length, Transfer-Encoding or Host ends it, be
 * it equal to the first.  Time is the loop's: it gives a head one absolute deadline.
 *
 * No memory is allocated.  A shg_http_head is large (9 KiB): make one when the first byte of a request
 * has come, not when a connection has. */
#ifndef SHG_WIRE_HTTP_HEAD_H
#define SHG_WIRE_HTTP_HEAD_H

#include "base/text.h"
#include "wire/bounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of the head's bytes. */
typedef struct shg_http_span {
    uint16_t start, bytes;
} shg_http_span;

typedef struct shg_http_header {
    shg_http_span name, value; /* value without the blanks around it */
} shg_http_header;

typedef enum shg_http_kind {
    SHG_HTTP_MORE, /* all bytes are taken, the head is not complete */
    SHG_HTTP_DONE, /* the request is there; what was not taken is its body or the next request */
    SHG_HTTP_BAD   /* answer with status and reason, then close: nothing after it can be trusted */
} shg_http_kind;

/* The fields below the line are filled when a feed has said DONE, status and reason when it said BAD;
 * they stay until the next init. */
typedef struct shg_http_head {
    char bytes[SHG_HTTP_HEAD_BYTES_MAX];
    shg_http_header headers[SHG_HTTP_HEADERS_MAX];
    uint16_t used; /* of bytes */
    uint16_t wire; /* bytes taken: an empty line before the request line counts too */
    uint16_t mark; /* where the part being read begins */
    uint8_t state;
    uint8_t version; /* 10 or 11 */
    uint8_t seen;    /* framing headers so far */
    /* ---- */
    uint8_t header_count;
    shg_http_span method; /* as sent: methods have upper and lower case */
    /* "/path?query" or "*"; of an absolute target ("http://host/path") what follows the host.  Every '%'
     * is followed by two hex digits; nothing is decoded. */
    shg_http_span target;
    shg_http_span host; /* "" if there is none (HTTP/1.0); of an absolute target, its own */
    bool keep_alive;    /* whether the connection may live on after the answer */
    bool chunked;       /* the body comes in chunks: Transfer-Encoding: chunked */
    bool has_content_length;
    uint64_t content_length; /* 0 if not given */
    /* ---- */
    uint16_t status;    /* BAD: 400, 414, 431, 501 or 505 */
    const char *reason; /* BAD: a sentence for a person; borrowed for ever */
} shg_http_head;

void shg_http_head_init(shg_http_head *head);

/* Takes bytes up to the end of the head or of what can be tolerated; *taken filled.  Once it has said
 * DONE or BAD it takes nothing and says so again.  The outcome does not depend on how the bytes are cut
 * into calls.  Time: linear. */
shg_http_kind shg_http_head_feed(size_t *taken, shg_http_head *head, const char *bytes,
                                 size_t count);

static inline const char *shg_http_text(const shg_http_head *head, shg_http_span span)
{
    return head->bytes + span.start;
}

/* True if the span is this text; no_case for names of fields, hosts and the like. */
bool shg_http_is(const shg_http_head *head, shg_http_span span, const char *text, bool no_case);

/* The first header of that name, compared without case, at or after *index, which becomes the place to
 * go on from; begin with 0.  Returns false if there is none; then *value is untouched. */
bool shg_http_find(shg_http_span *value, const shg_http_head *head, const char *name,
                   size_t *index);

/* True if a list header ("Connection: keep-alive, Upgrade") has this element, compared without case. */
bool shg_http_lists(const shg_http_head *head, const char *name, const char *element);

/* True for what may stand in Host, but for a port. */
bool shg_http_host_good(const char *name);

/* The head of an answer. */
typedef struct shg_http_answer {
    unsigned status;          /* 100 to 599 */
    int64_t now_s;            /* seconds since 1970, for Date; 0: no Date */
    const char *content_type; /* NULL: none */
    uint64_t content_length;  /* not written with status 1xx, 204 and 304 */
    bool streams;             /* the length is not known: it ends with the connection, or */
    bool chunked;             /* with the last chunk */
    bool keep_alive;          /* else "Connection: close" */
    const char *more;         /* further header lines, each ending in CR LF; NULL: none */
} shg_http_answer;

/* Writes it, with the empty line at its end. */
void shg_http_answer_write(shg_out *out, const shg_http_answer *answer);

/* "Not Found" and so on; "Unknown" for a status without a name here.  Borrowed for ever. */
const char *shg_http_status_text(unsigned status);

#endif
