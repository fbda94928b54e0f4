/* http_body_test.c: valid and invalid bodies, each fed whole, byte by byte and split at every place. */
#include "wire/http_body.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 300 };

static void feed(shg_out *said, size_t *all, shg_http_kind *kind, shg_http_body *body,
                 const char *bytes, size_t count)
{
    do {
        const char *piece;
        size_t taken, piece_bytes;
        *kind = shg_http_body_feed(&taken, &piece, &piece_bytes, body, bytes, count);
        assert_true(taken <= count && piece >= bytes && piece + piece_bytes <= bytes + taken);
        shg_out_bytes(said, piece, piece_bytes);
        *all += taken;
        bytes += taken;
        count -= taken;
    } while (*kind == SHG_HTTP_MORE && count > 0);
}

/* "TAKEN KIND BODY" or "TAKEN STATUS SENTENCE"; cut: where the input is cut in two, or every 1 byte at 0. */
static char *outcome(const shg_http_head *head, const char *input, size_t count, size_t cut)
{
    char said_bytes[1000];
    shg_out said = shg_out_make(said_bytes, sizeof said_bytes), out = shg_out_growing();
    shg_http_body body;
    shg_http_body_init(&body, head, ROOM);
    shg_http_kind kind = SHG_HTTP_MORE;
    size_t all = 0;
    if (cut > 0)
        feed(&said, &all, &kind, &body, input, cut);
    for (size_t at = cut; at < count && kind == SHG_HTTP_MORE;) {
        const size_t some = cut > 0 ? count - at : 1;
        feed(&said, &all, &kind, &body, input + at, some);
        at += some;
    }
    if (count == 0 || cut == count)
        feed(&said, &all, &kind, &body, input + count, 0);
    const size_t before = all;
    const shg_http_kind first = kind;
    if (kind != SHG_HTTP_MORE)
        feed(&said, &all, &kind, &body, "x", 1); /* consumes nothing more and returns the same */
    assert_true(kind == first && all == before);
    if (kind == SHG_HTTP_BAD)
        shg_out_format(&out, "%zu %u %s", all, body.status, body.reason);
    else
        shg_out_format(&out, "%zu %s %s", all, kind == SHG_HTTP_DONE ? "done" : "more", said.bytes);
    assert_false(out.spent);
    return out.bytes;
}

static void check(const shg_http_head *head, const char *input, size_t count, const char *wanted)
{
    for (size_t cut = 0; cut <= count; cut++) {
        char *seen = outcome(head, input, count, cut);
        assert_string_equal(seen, wanted);
        free(seen);
    }
}

static void test_lengths(void **state)
{
    (void)state;
    static const struct {
        uint64_t length;
        const char *input, *wanted;
    } rows[] = {
        { 0, "GET", "0 done " },
        { 3, "abcGET", "3 done abc" },
        { 3, "ab", "2 more ab" },
        { 3, "\r\n0", "3 done \r\n0" },
        { ROOM + 1, "a", "0 413 the body is too large for this request" },
        { UINT64_MAX, "a", "0 413 the body is too large for this request" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_http_head head = { .has_content_length = true, .content_length = rows[i].length };
        check(&head, rows[i].input, strlen(rows[i].input), rows[i].wanted);
    }
}

#define SIZE   " 400 expected the size of a chunk in hex digits"
#define BEHIND " 400 expected CR LF or ';' after the size of a chunk"
#define LINE   " 400 expected CR LF at the end of a chunk's line"

static void test_chunks(void **state)
{
    (void)state;
    static const struct {
        const char *input, *wanted;
    } rows[] = {
        { "0\r\n\r\nGET", "5 done " },
        { "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nGET", "20 done abcde" },
        { "A\r\n0123456789\r\n00a\r\n0123456789\r\n000\r\n\r\n", "39 done 01234567890123456789" },
        { "3;x=\"y\";z\r\nabc\r\n0;end\r\n\r\n", "25 done abc" },
        { "3\r\n\r\n\r\r\n0\r\n\r\n", "13 done \r\n\r" },
        { "3\r\nab", "5 more ab" },
        { "3\r\nabc\r\n0\r\n", "11 more abc" },
        { "\r\n", "0" SIZE },
        { "x", "0" SIZE },
        { "-1\r\n", "0" SIZE },
        { "+1\r\n", "0" SIZE },
        { " 1\r\n", "0" SIZE },
        { ";\r\n", "0" SIZE },
        { "0x3\r\nabc", "1" BEHIND },
        { "3 \r\nabc", "1" BEHIND },
        { "3\nabc", "1" BEHIND },
        { "3\rabc", "2" LINE },
        { "3;a\nabc", "3" LINE },
        { "3;a\001", "3" LINE },
        { "3;a\rabc", "4" LINE },
        { "3\r\nabcd", "6" LINE },
        { "3\r\nabc\n", "6" LINE },
        { "3\r\nabc\rX", "7" LINE },
        { "3\r\nabc0\r\n\r\n", "6" LINE },
        { "0\r\nTrailer: x\r\n\r\n",
          "3 400 expected the end after the last chunk, found something else" },
        { "0\r\n\n", "3 400 expected the end after the last chunk, found something else" },
        { "0\r\n\r\r", "4" LINE },
        { "12D\r\n", "2 413 the body is too large for this request" },
        { "FFFFFFFFFFFFFFFF\r\n", "2 413 the body is too large for this request" },
        { "10000000000000003\r\n", "3 413 the body is too large for this request" },
    };
    const shg_http_head head = { .chunked = true };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check(&head, rows[i].input, strlen(rows[i].input), rows[i].wanted);
}

/* The outcome of a repeated byte between two texts. */
static char *repeated(const char *before, char byte, size_t count, const char *after)
{
    shg_out out = shg_out_growing();
    shg_out_text(&out, before);
    for (size_t i = 0; i < count; i++)
        shg_out_char(&out, byte);
    shg_out_text(&out, after);
    assert_false(out.spent);
    return out.bytes;
}

static void test_bounds(void **state)
{
    (void)state;
    const shg_http_head head = { .chunked = true };
    static const struct {
        const char *before;
        char byte;
        size_t count;
        const char *after, *wanted;
    } rows[] = {
        { "1;", 'x', SHG_HTTP_CHUNK_EXTRA_MAX, "\r\na\r\n0\r\n", "more a" },
        { "1;", 'x', SHG_HTTP_CHUNK_EXTRA_MAX + 1, "\r\n",
          "400 the extensions of the chunks are too long" },
        { "", '0', SHG_HTTP_CHUNK_EXTRA_MAX, "1\r\na\r\n", "more a" },
        { "", '0', SHG_HTTP_CHUNK_EXTRA_MAX + 2, "1\r\n",
          "400 the size of a chunk has too many leading zeros" },
        { "12C\r\n", 'x', ROOM, "\r\n1", "413 the body is too large for this request" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *input = repeated(rows[i].before, rows[i].byte, rows[i].count, rows[i].after);
        for (size_t cut = 0; cut <= 1; cut++) {
            char *seen = outcome(&head, input, strlen(input), cut);
            assert_string_equal(strchr(seen, ' ') + 1, rows[i].wanted);
            free(seen);
        }
        free(input);
    }
    /* The longest body, in chunks of one byte. */
    shg_out all = shg_out_growing();
    for (size_t i = 0; i < ROOM; i++)
        shg_out_text(&all, "1\r\nx\r\n");
    shg_out_text(&all, "0\r\n\r\n");
    char *seen = outcome(&head, all.bytes, all.length, 0);
    assert_true(strncmp(seen, "1805 done xxx", 13) == 0);
    free(seen);
    free(all.bytes);
}

TEST_SUITE(http_body)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
