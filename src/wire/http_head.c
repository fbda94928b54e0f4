#include "wire/http_head.h"

#include <assert.h>
#include <string.h>

enum {
    STATE_START,        /* before the request line */
    STATE_START_LF,     /* after the CR of an empty line before it, which RFC 9112, 2.2, allows */
    STATE_METHOD_FIRST, /* after that empty line */
    STATE_METHOD,
    STATE_TARGET,
    STATE_VERSION,
    STATE_REQUEST_LF,
    STATE_LINE, /* first byte of a header line, or the CR of the empty line at the end */
    STATE_NAME,
    STATE_BLANKS, /* between the colon and the value */
    STATE_VALUE,
    STATE_VALUE_LF,
    STATE_END_LF,
    STATE_DONE,
    STATE_BAD
};

/* Framing headers: with a duplicate two parsers could see different requests (request smuggling). */
enum { SEEN_HOST = 1, SEEN_LENGTH = 2, SEEN_CODING = 4 };

/* Classes of bytes. */
enum {
    IN_TOKEN = 1,  /* RFC 9110, 5.6.2: tchar */
    IN_TARGET = 2, /* RFC 3986: pchar, '/', '?', and the brackets of an address of IPv6 */
    IN_HOST = 4    /* RFC 3986: reg-name, the colons apart */
};

static unsigned class_of(uint8_t byte)
{
    if (byte <= 0x20 || byte >= 0x7F)
        return 0;
    if (shg_is_letter((char)byte) || shg_is_digit((char)byte))
        return IN_TOKEN | IN_TARGET | IN_HOST;
    switch (byte) {
    case '!':
    case '$':
    case '&':
    case '\'':
    case '*':
    case '+':
    case '%':
    case '-':
    case '.':
    case '_':
    case '~': return IN_TOKEN | IN_TARGET | IN_HOST;
    case '(':
    case ')':
    case ',':
    case ';':
    case '=': return IN_TARGET | IN_HOST;
    case '/':
    case '?':
    case ':':
    case '@':
    case '[':
    case ']': return IN_TARGET;
    case '#':
    case '^':
    case '`':
    case '|': return IN_TOKEN;
    default: return 0; /* " < > \ { } */
    }
}

void shg_http_head_init(shg_http_head *head)
{
    /* The large arrays are written before they are read. */
    memset((char *)head + offsetof(shg_http_head, used), 0,
           sizeof *head - offsetof(shg_http_head, used));
}

static bool bad(shg_http_head *head, uint16_t status, const char *reason)
{
    head->state = STATE_BAD;
    head->status = status;
    head->reason = reason;
    return false;
}

static const char bare_lf[] = "expected CR LF at the end of a line, found LF alone";
static const char bad_version[] = "expected \"HTTP/1.1\" and CR LF after the target";
static const char bare_cr[] = "expected LF after CR, found something else";

static shg_http_span span_from_mark(const shg_http_head *head)
{
    return (shg_http_span){ head->mark, (uint16_t)(head->used - head->mark) };
}

bool shg_http_is(const shg_http_head *head, shg_http_span span, const char *text, bool no_case)
{
    const size_t bytes = strlen(text);
    if (no_case)
        return shg_text_same(shg_http_text(head, span), span.bytes, text, bytes);
    return span.bytes == bytes && memcmp(shg_http_text(head, span), text, bytes) == 0;
}

bool shg_http_find(shg_http_span *value, const shg_http_head *head, const char *name, size_t *index)
{
    while (*index < head->header_count) {
        const shg_http_header *header = &head->headers[(*index)++];
        if (shg_http_is(head, header->name, name, true)) {
            *value = header->value;
            return true;
        }
    }
    return false;
}

bool shg_http_lists(const shg_http_head *head, const char *name, const char *element)
{
    const size_t element_bytes = strlen(element);
    shg_http_span value;
    for (size_t index = 0; shg_http_find(&value, head, name, &index);) {
        const char *at = shg_http_text(head, value);
        const char *const end = at + value.bytes;
        while (at < end) {
            const char *comma = memchr(at, ',', (size_t)(end - at));
            const char *const next = comma ? comma : end;
            const char *last = next;
            while (at < last && (*at == ' ' || *at == '\t'))
                at++;
            while (at < last && (last[-1] == ' ' || last[-1] == '\t'))
                last--;
            if (shg_text_same(at, (size_t)(last - at), element, element_bytes))
                return true;
            at = comma ? next + 1 : end;
        }
    }
    return false;
}

/* ---- the request line ---- */

/* RFC 3986, 3.2.2 and 3.2.3: host, and a port if there is one.  No user, no zone. */
static bool host_good(const char *text, size_t bytes)
{
    size_t at = 0;
    if (bytes > 0 && text[0] == '[') {
        for (at = 1; at < bytes && (shg_is_hex(text[at]) || text[at] == ':' || text[at] == '.');)
            at++;
        if (at < 4 || at == bytes || text[at] != ']') /* the shortest is "[::]" */
            return false;
        at++;
    } else {
        for (; at < bytes && (class_of((uint8_t)text[at]) & IN_HOST); at++)
            if (text[at] == '%' &&
                (at + 2 >= bytes || !shg_is_hex(text[at + 1]) || !shg_is_hex(text[at + 2])))
                return false;
    }
    if (at < bytes && text[at++] != ':')
        return false;
    const size_t port = at;
    while (at < bytes && shg_is_digit(text[at]))
        at++;
    return at == bytes && at - port <= 5;
}

bool shg_http_host_good(const char *name)
{
    const size_t bytes = strlen(name);
    return bytes > 0 && host_good(name, bytes) &&
           (name[0] == '[' ? name[bytes - 1] == ']' : !strchr(name, ':'));
}

/* RFC 9112, 3.2: the forms of a target.  All of its bytes are IN_TARGET. */
static bool judge_target(shg_http_head *head)
{
    const char *const text = shg_http_text(head, head->target);
    const size_t bytes = head->target.bytes;
    for (size_t i = 0; i < bytes; i++)
        if (text[i] == '%' &&
            (i + 2 >= bytes || !shg_is_hex(text[i + 1]) || !shg_is_hex(text[i + 2])))
            return bad(head, 400, "expected two hex digits after '%' in the target");
    if (shg_http_is(head, head->method, "CONNECT", false))
        return bad(head, 501, "this server is not a proxy");
    if (text[0] != '/') {
        if (bytes == 1 && text[0] == '*') {
            if (!shg_http_is(head, head->method, "OPTIONS", false))
                return bad(head, 400, "the target \"*\" is for OPTIONS only");
            return true;
        }
        const size_t scheme = bytes > 7 && shg_text_same(text, 7, "http://", 7)    ? 7
                              : bytes > 8 && shg_text_same(text, 8, "https://", 8) ? 8
                                                                                   : 0;
        if (scheme == 0)
            return bad(head, 400, "expected a target that begins with '/'");
        const char *slash = memchr(text + scheme, '/', bytes - scheme);
        const size_t host_bytes = (slash ? (size_t)(slash - text) : bytes) - scheme;
        if (host_bytes == 0 || !host_good(text + scheme, host_bytes))
            return bad(head, 400, "expected a host after \"//\" in the target");
        head->host =
            (shg_http_span){ (uint16_t)(head->target.start + scheme), (uint16_t)host_bytes };
        if (slash) {
            const uint16_t before = (uint16_t)(slash - text);
            head->target.start = (uint16_t)(head->target.start + before);
            head->target.bytes = (uint16_t)(bytes - before);
        } else {
            /* The path is "/": use the last slash of "http://". */
            head->target = (shg_http_span){ (uint16_t)(head->target.start + scheme - 1), 1 };
        }
    }
    const char *const path = shg_http_text(head, head->target);
    if (memchr(path, '[', head->target.bytes) || memchr(path, ']', head->target.bytes))
        return bad(head, 400, "expected '[' and ']' in the target as %5B and %5D");
    return true;
}

static bool judge_request_line(shg_http_head *head)
{
    const shg_http_span version = span_from_mark(head);
    const char *text = shg_http_text(head, version);
    if (version.bytes != 8 || memcmp(text, "HTTP/", 5) != 0 || !shg_is_digit(text[5]) ||
        text[6] != '.' || !shg_is_digit(text[7]))
        return bad(head, 400, bad_version);
    if (text[5] != '1')
        return bad(head, 505, "expected HTTP/1.1 or HTTP/1.0, found another version");
    head->version = text[7] == '0' ? 10 : 11; /* a later 1.x is treated as 1.1 */
    return judge_target(head);
}

/* ---- header fields ---- */

static bool read_length(shg_http_head *head, shg_http_span value)
{
    const char *text = shg_http_text(head, value);
    uint64_t length = 0;
    for (size_t i = 0; i < value.bytes; i++) {
        if (!shg_is_digit(text[i]) || i == 18) /* 18 digits cannot overflow */
            return bad(head, 400, "expected a number of bytes as Content-Length");
        length = length * 10 + (uint64_t)(text[i] - '0');
    }
    if (value.bytes == 0)
        return bad(head, 400, "expected a number of bytes as Content-Length");
    head->has_content_length = true;
    head->content_length = length;
    return true;
}

static bool end_header(shg_http_head *head)
{
    shg_http_header *header = &head->headers[head->header_count++];
    header->value = span_from_mark(head);
    const char *text = shg_http_text(head, header->value);
    while (header->value.bytes > 0 &&
           (text[header->value.bytes - 1] == ' ' || text[header->value.bytes - 1] == '\t'))
        header->value.bytes--;

    static const struct {
        const char *name;
        uint8_t seen;
    } framing[] = { { "Host", SEEN_HOST },
                    { "Content-Length", SEEN_LENGTH },
                    { "Transfer-Encoding", SEEN_CODING } };
    uint8_t which = 0;
    for (size_t i = 0; i < sizeof framing / sizeof framing[0]; i++)
        if (shg_http_is(head, header->name, framing[i].name, true))
            which = framing[i].seen;
    if (which == 0)
        return true;
    if (head->seen & which)
        return bad(head, 400, "a header that must appear once appears twice");
    head->seen |= which;
    switch (which) {
    case SEEN_LENGTH: return read_length(head, header->value);
    case SEEN_CODING:
        if (!shg_http_is(head, header->value, "chunked", true))
            return bad(head, 501, "the only supported Transfer-Encoding is \"chunked\"");
        head->chunked = true;
        return true;
    default:
        if (!host_good(text, header->value.bytes))
            return bad(head, 400, "expected a host with an optional port as Host");
        if (head->host.bytes == 0) /* an absolute target takes precedence: RFC 9112, 3.2.2 */
            head->host = header->value;
        return true;
    }
}

static bool end_head(shg_http_head *head)
{
    if (head->version == 11 && !(head->seen & SEEN_HOST))
        return bad(head, 400, "expected a Host header");
    if ((head->seen & SEEN_CODING) && (head->seen & SEEN_LENGTH))
        return bad(head, 400, "expected Content-Length or Transfer-Encoding, found both");
    if ((head->seen & SEEN_CODING) && head->version == 10)
        return bad(head, 400, "Transfer-Encoding does not exist in HTTP/1.0");
    head->keep_alive = !shg_http_lists(head, "Connection", "close") &&
                       (head->version == 11 || shg_http_lists(head, "Connection", "keep-alive"));
    head->state = STATE_DONE;
    return true;
}

/* ---- bytes ---- */

/* Handles a byte, which is already in head->bytes[used] but not counted by used.  Returns false if it is
 * not allowed here. */
static bool take_byte(shg_http_head *head, uint8_t byte)
{
    const unsigned class = class_of(byte);
    switch (head->state) {
    case STATE_START:
    case STATE_METHOD_FIRST:
        if (byte == '\r' && head->state == STATE_START) {
            head->state = STATE_START_LF;
            return true;
        }
        if (!(class & IN_TOKEN))
            return bad(head, 400, "expected a method at the beginning of a request");
        head->mark = head->used;
        head->state = STATE_METHOD;
        return true;
    case STATE_START_LF:
        if (byte != '\n')
            return bad(head, 400, bare_cr);
        head->state = STATE_METHOD_FIRST;
        return true;
    case STATE_METHOD:
        if (byte == ' ') {
            head->method = span_from_mark(head);
            head->mark = (uint16_t)(head->used + 1);
            head->state = STATE_TARGET;
            return true;
        }
        if (!(class & IN_TOKEN))
            return bad(head, 400, "expected a space after the method");
        if (head->used - head->mark == SHG_HTTP_METHOD_BYTES_MAX)
            return bad(head, 501, "the method is too long");
        return true;
    case STATE_TARGET:
        if (byte == ' ' && head->used > head->mark) {
            head->target = span_from_mark(head);
            head->mark = (uint16_t)(head->used + 1);
            head->state = STATE_VERSION;
            return true;
        }
        if (!(class & IN_TARGET))
            return bad(head, 400, "expected a target and one space between method and version");
        if (head->used - head->mark == SHG_HTTP_TARGET_BYTES_MAX)
            return bad(head, 414, "expected a target of at most 6144 bytes, found more");
        return true;
    case STATE_VERSION:
        if (byte == '\r') {
            head->state = STATE_REQUEST_LF;
            return judge_request_line(head);
        }
        if (byte == '\n')
            return bad(head, 400, bare_lf);
        if (head->used - head->mark == 8)
            return bad(head, 400, bad_version);
        return true;
    case STATE_REQUEST_LF:
    case STATE_VALUE_LF:
        if (byte != '\n')
            return bad(head, 400, bare_cr);
        head->state = STATE_LINE;
        return true;
    case STATE_LINE:
        if (byte == '\r') {
            head->state = STATE_END_LF;
            return true;
        }
        if (byte == '\n')
            return bad(head, 400, bare_lf);
        if (byte == ' ' || byte == '\t')
            return bad(head, 400, "expected the name of a header, found a folded line");
        if (!(class & IN_TOKEN))
            return bad(head, 400, "expected the name of a header");
        if (head->header_count == SHG_HTTP_HEADERS_MAX)
            return bad(head, 431, "expected at most 64 headers, found more");
        head->mark = head->used;
        head->state = STATE_NAME;
        return true;
    case STATE_NAME:
        if (byte == ':') {
            head->headers[head->header_count].name = span_from_mark(head);
            head->state = STATE_BLANKS;
            return true;
        }
        if (!(class & IN_TOKEN))
            return bad(head, 400, "expected ':' right after the name of a header");
        return true;
    case STATE_BLANKS:
        if (byte == ' ' || byte == '\t')
            return true;
        head->mark = head->used;
        head->state = STATE_VALUE;
        return take_byte(head, byte); /* recurs once: the state has changed */
    case STATE_VALUE:
        if (byte == '\r') {
            head->state = STATE_VALUE_LF;
            return end_header(head);
        }
        if (byte == '\n')
            return bad(head, 400, bare_lf);
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            return bad(head, 400,
                       "expected text as the value of a header, found a control character");
        return true;
    default:
        assert(head->state == STATE_END_LF);
        if (byte != '\n')
            return bad(head, 400, bare_cr);
        return end_head(head);
    }
}

static_assert(SHG_HTTP_HEAD_BYTES_MAX == 8192 && SHG_HTTP_HEADERS_MAX == 64 &&
                  SHG_HTTP_TARGET_BYTES_MAX == 6144,
              "the sentences above name the bounds");

shg_http_kind shg_http_head_feed(size_t *taken, shg_http_head *head, const char *bytes,
                                 size_t count)
{
    size_t at = 0;
    while (at < count && head->state != STATE_DONE && head->state != STATE_BAD) {
        head->bytes[head->used] = bytes[at];
        if (!take_byte(head, (uint8_t)bytes[at]))
            break; /* the faulty byte is not consumed */
        at++;
        head->wire++;
        if (head->state != STATE_START_LF && head->state != STATE_METHOD_FIRST)
            head->used++;
        if (head->wire == SHG_HTTP_HEAD_BYTES_MAX && head->state != STATE_DONE)
            bad(head, 431, "expected a head of at most 8192 bytes, found more");
    }
    *taken = at;
    return head->state == STATE_DONE  ? SHG_HTTP_DONE
           : head->state == STATE_BAD ? SHG_HTTP_BAD
                                      : SHG_HTTP_MORE;
}

/* ---- answers ---- */

const char *shg_http_status_text(unsigned status)
{
    static const struct {
        unsigned status;
        const char *text;
    } names[] = {
        { 101, "Switching Protocols" },
        { 200, "OK" },
        { 201, "Created" },
        { 204, "No Content" },
        { 302, "Found" },
        { 303, "See Other" },
        { 304, "Not Modified" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 405, "Method Not Allowed" },
        { 408, "Request Timeout" },
        { 409, "Conflict" },
        { 410, "Gone" },
        { 411, "Length Required" },
        { 413, "Content Too Large" },
        { 414, "URI Too Long" },
        { 415, "Unsupported Media Type" },
        { 417, "Expectation Failed" },
        { 421, "Misdirected Request" },
        { 422, "Unprocessable Content" },
        { 426, "Upgrade Required" },
        { 429, "Too Many Requests" },
        { 431, "Request Header Fields Too Large" },
        { 500, "Internal Server Error" },
        { 501, "Not Implemented" },
        { 503, "Service Unavailable" },
        { 505, "HTTP Version Not Supported" },
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].status == status)
            return names[i].text;
    return "Unknown";
}

/* RFC 9110, 5.6.7: "Sun, 06 Nov 1994 08:49:37 GMT", whatever the locale. */
static void write_date(shg_out *out, int64_t now_s)
{
    static const char days[] = "ThuFriSatSunMonTueWed"; /* 1 January 1970 was a Thursday */
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const int64_t day_number = now_s / 86400;
    const int64_t second = now_s % 86400;
    /* Years begin in March, so that the leap day is the last.  Source: Howard Hinnant, "chrono-Compatible
     * Low-Level Date Algorithms", civil_from_days. */
    const int64_t shifted = day_number + 719468;
    const int64_t era = shifted / 146097;
    const int64_t of_era = shifted % 146097;
    const int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int64_t from_march = (5 * of_year + 2) / 153;
    const int64_t day = of_year - (153 * from_march + 2) / 5 + 1;
    const int64_t month = from_march < 10 ? from_march + 2 : from_march - 10; /* from 0 */
    const int64_t year = year_of_era + era * 400 + (month < 2 ? 1 : 0);
    shg_out_format(out, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * (day_number % 7),
                   (int)day, months + 3 * month, (int)year, (int)(second / 3600),
                   (int)(second / 60 % 60), (int)(second % 60));
}

void shg_http_answer_write(shg_out *out, const shg_http_answer *answer)
{
    assert(answer->status >= 100 && answer->status <= 599);
    shg_out_format(out, "HTTP/1.1 %u %s\r\n", answer->status, shg_http_status_text(answer->status));
    if (answer->now_s > 0) {
        shg_out_text(out, "Date: ");
        write_date(out, answer->now_s);
        shg_out_text(out, "\r\n");
    }
    if (answer->content_type)
        shg_out_format(out, "Content-Type: %s\r\n", answer->content_type);
    /* RFC 9110, 8.6: no Content-Length with 1xx and 204.  With 304 it would be the length of the omitted body. */
    if (answer->chunked)
        shg_out_text(out, "Transfer-Encoding: chunked\r\n");
    else if (!answer->streams && answer->status >= 200 && answer->status != 204 &&
             answer->status != 304)
        shg_out_format(out, "Content-Length: %llu\r\n", (unsigned long long)answer->content_length);
    if (answer->status != 101) /* the caller writes its "Connection: Upgrade" */
        shg_out_text(out,
                     answer->keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    if (answer->more)
        shg_out_text(out, answer->more);
    shg_out_text(out, "\r\n");
}
