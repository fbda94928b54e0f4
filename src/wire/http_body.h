/* http_body.h: the body of an HTTP/1.1 request as a strict state machine: bytes in, what was meant out.
 *
 * Grammar: RFC 9112, sections 6 and 7.1.  Of what it leaves to us: extensions of chunks are passed over and are
 * bounded, fields behind the last chunk are refused, and a line ends with CR LF and nothing else.  No memory is
 * allocated: what a piece says lies in the bytes that were fed. */
#ifndef SHG_WIRE_HTTP_BODY_H
#define SHG_WIRE_HTTP_BODY_H

#include "wire/http_head.h"

typedef struct shg_http_body {
    uint64_t left;  /* of the body, or of this chunk; while its size is read, the size so far */
    size_t room;    /* how much more there may be in all */
    uint16_t extra; /* bytes of extensions and of zeros in front of sizes so far */
    uint8_t state;
    /* ---- */
    uint16_t status;    /* BAD: 400 or 413 */
    const char *reason; /* BAD: a sentence for a person; borrowed for ever */
} shg_http_body;

/* head: one that is DONE; not kept.  bytes_max: of the body itself, without what is around chunks. */
void shg_http_body_init(shg_http_body *body, const shg_http_head *head, size_t bytes_max);

/* Takes bytes up to the end of the body or of what can be tolerated; *taken filled.  After DONE and BAD it takes
 * nothing and says so again.  What was meant by them is piece_bytes at *piece, of any number, within bytes; there may
 * be more to take from the rest of bytes: call again until all is taken or the answer is not MORE.
 * The outcome does not depend on how the bytes are cut into calls.  Time: linear. */
shg_http_kind shg_http_body_feed(size_t *taken, const char **piece, size_t *piece_bytes,
                                 shg_http_body *body, const char *bytes, size_t count);

#endif
