/* http_head.h: parses the head of an HTTP/1.1 request with a strict state machine: bytes in, request out.
 *
 * Grammar: RFC 9110 (tokens, field values) and RFC 9112 (request line, framing).  It accepts none of the
 * leniencies that RFC 9112 allows: a line must end with CR LF, fields are not folded, there is no space
 * around a field name, and a second Content-Length, Transfer-Encoding or Host is an error, even if it is
 * equal to the first.  Timeouts are the event loop's: one absolute deadline for a head.
 *
 * Allocates no memory.  A shg_http_head is large (9 KiB): create it with the first byte of a request, not
 * with the connection. */
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
    shg_http_span name, value; /* value without surrounding whitespace */
} shg_http_header;

typedef enum shg_http_kind {
    SHG_HTTP_MORE, /* all bytes are consumed, the head is incomplete */
    SHG_HTTP_DONE, /* the head is complete; the remaining bytes are the body or the next request */
    SHG_HTTP_BAD   /* answer with status and reason, then close the connection */
} shg_http_kind;

/* The members below the first line are valid after DONE, status and reason after BAD, until the next
 * init. */
typedef struct shg_http_head {
    char bytes[SHG_HTTP_HEAD_BYTES_MAX];
    shg_http_header headers[SHG_HTTP_HEADERS_MAX];
    uint16_t used; /* of bytes */
    uint16_t wire; /* bytes consumed, including an empty line before the request line */
    uint16_t mark; /* where the current part begins */
    uint8_t state;
    uint8_t version; /* 10 or 11 */
    uint8_t seen;    /* framing headers so far */
    /* ---- */
    uint8_t header_count;
    shg_http_span method; /* as sent: methods are case-sensitive */
    /* "/path?query" or "*"; of an absolute target ("http://host/path") the part after the host.  Two hex
     * digits follow every '%'; the target is not decoded. */
    shg_http_span target;
    shg_http_span
        host; /* "" if there is none (HTTP/1.0); that of an absolute target takes precedence */
    bool keep_alive; /* the connection may be kept after the answer */
    bool chunked;    /* Transfer-Encoding: chunked */
    bool has_content_length;
    uint64_t content_length; /* 0 if not given */
    /* ---- */
    uint16_t status;    /* BAD: 400, 414, 431, 501 or 505 */
    const char *reason; /* BAD: a sentence for people; a static string */
} shg_http_head;

void shg_http_head_init(shg_http_head *head);

/* Consumes bytes up to the end of the head or to the first error; *taken: their number.  After DONE or BAD
 * it consumes nothing and returns the same again.  The outcome does not depend on how the bytes are split
 * into calls.  Time: linear. */
shg_http_kind shg_http_head_feed(size_t *taken, shg_http_head *head, const char *bytes,
                                 size_t count);

static inline const char *shg_http_text(const shg_http_head *head, shg_http_span span)
{
    return head->bytes + span.start;
}

/* Whether a span equals text.  no_case: ignore case, for field names, hosts and the like. */
bool shg_http_is(const shg_http_head *head, shg_http_span span, const char *text, bool no_case);

/* Finds the next header of this name, ignoring case, at or after *index, and sets *index to continue the
 * search; begin with 0.  Returns false and leaves *value unchanged if there is none. */
bool shg_http_find(shg_http_span *value, const shg_http_head *head, const char *name,
                   size_t *index);

/* Whether a list header ("Connection: keep-alive, Upgrade") has this element, ignoring case. */
bool shg_http_lists(const shg_http_head *head, const char *name, const char *element);

/* Whether name is a valid Host without a port. */
bool shg_http_host_good(const char *name);

/* The head of a response. */
typedef struct shg_http_answer {
    unsigned status;          /* 100 to 599 */
    int64_t now_s;            /* seconds since 1970, for Date; 0: no Date */
    const char *content_type; /* NULL: none */
    uint64_t content_length;  /* not written with status 1xx, 204 and 304 */
    bool streams;             /* unknown length: the body ends with the connection, */
    bool chunked;             /* or, if chunked, with the last chunk */
    bool keep_alive;          /* else "Connection: close" */
    const char *more;         /* more header lines, each with its CR LF; NULL: none */
} shg_http_answer;

/* Writes the head, including the empty line at its end. */
void shg_http_answer_write(shg_out *out, const shg_http_answer *answer);

/* Returns the reason phrase of a status, such as "Not Found", or "Unknown".  A static string. */
const char *shg_http_status_text(unsigned status);

#endif
