/* http_body.h: decodes the body of an HTTP/1.1 request with a strict state machine: bytes in, content out.
 *
 * Grammar: RFC 9112, sections 6 and 7.1.  Chunk extensions are bounded and ignored, trailer fields are rejected, and a
 * line must end with CR LF.  Allocates no memory: a piece of content lies within the bytes that were fed. */
#ifndef SHG_WIRE_HTTP_BODY_H
#define SHG_WIRE_HTTP_BODY_H

#include "wire/http_head.h"

typedef struct shg_http_body {
    uint64_t left; /* bytes left of the body or chunk; while a size is being read, its value so far */
    size_t room;   /* bytes of content still allowed */
    uint16_t extra; /* bytes of extensions and leading zeros so far */
    uint8_t state;
    /* ---- */
    uint16_t status;    /* BAD: 400 or 413 */
    const char *reason; /* BAD: a sentence for people; a static string */
} shg_http_body;

/* head: must be DONE; not kept.  bytes_max: of the content, without the chunk framing. */
void shg_http_body_init(shg_http_body *body, const shg_http_head *head, size_t bytes_max);

/* Consumes bytes up to the end of the body or to the first error; *taken: their number.  After DONE or BAD it consumes
 * nothing and returns the same again.  *piece, *piece_bytes: the content among the consumed bytes, possibly empty, within
 * bytes.  Call again with the rest until all is consumed or the result is not MORE.
 * The outcome does not depend on how the bytes are split into calls.  Time: linear. */
shg_http_kind shg_http_body_feed(size_t *taken, const char **piece, size_t *piece_bytes,
                                 shg_http_body *body, const char *bytes, size_t count);

#endif
