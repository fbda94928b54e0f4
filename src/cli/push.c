/* push.c: shoogi work push: one message to one push service; RFC 8030 over HTTP/1.1.
 *
 * Only the status of the answer is used.  The host name is resolved here, and the connection goes to the address that was
 * checked; redirects are not followed. */
#include "cli/work.h"

#include "server/messages/push_crypto.h"
#include "server/messages/push_url.h"

#include <netdb.h>
#include <openssl/ssl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_S = 5, EXPIRES_S = 12 * 60 * 60, ANSWER_BYTES_MAX = 1024 };

/* Connects to the first address of a host that is allowed and answers.  Returns -1 and the reason on failure. */
static int connect_to(const shg_push_url *place, bool anywhere, const char **why)
{
    const struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
    const struct timeval patience = { .tv_sec = PATIENCE_S };
    struct addrinfo *all = NULL;
    int fd = -1;
    *why = "its host has no address";
    if (getaddrinfo(place->host, place->port, &hints, &all) != 0)
        return -1;
    *why = "its host has no public address";
    for (const struct addrinfo *one = all; one && fd < 0; one = one->ai_next) {
        shg_address address = { .socket_bytes = one->ai_addrlen };
        memcpy(&address.socket, one->ai_addr, one->ai_addrlen);
        if (!anywhere && !shg_push_address_public(&address))
            continue;
        *why = "cannot connect to it";
        fd = socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0)
            continue;
        (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (connect(fd, one->ai_addr, one->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(all);
    return fd;
}

/* Performs the TLS handshake and verifies the host name.  host is not const because OpenSSL's macro casts const away. */
static bool secure(SSL *tls, int fd, char *host)
{
    return SSL_set_fd(tls, fd) == 1 && SSL_set_tlsext_host_name(tls, host) == 1 &&
           SSL_set1_host(tls, host) == 1 && SSL_connect(tls) == 1;
}

/* Sends a request and reads the first line of the answer.  Returns its status; 0 if there was no answer. */
static int exchange(SSL *tls, const shg_out *request)
{
    char answer[ANSWER_BYTES_MAX];
    size_t length = 0;
    if (SSL_write(tls, request->bytes, (int)request->length) <= 0)
        return 0;
    while (length < sizeof answer - 1 && !memchr(answer, '\n', length)) {
        const int more = SSL_read(tls, answer + length, (int)(sizeof answer - 1 - length));
        if (more <= 0)
            return 0;
        length += (size_t)more;
    }
    answer[length] = '\0';
    int status = 0;
    return sscanf(answer, "HTTP/1.%*1[01] %3d ", &status) == 1 && status >= 200 ? status : 0;
}

static void post(shg_out *out, shg_push_url *place, bool anywhere, const shg_out *request)
{
    const char *why;
    const int fd = connect_to(place, anywhere, &why);
    SSL_CTX *context = fd >= 0 ? SSL_CTX_new(TLS_client_method()) : NULL;
    SSL *tls = NULL;
    int status = 0;
    if (context && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
        SSL_CTX_set_default_verify_paths(context) == 1) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
        tls = SSL_new(context);
    }
    if (fd >= 0)
        why = "it does not speak TLS with a certificate of its own";
    if (tls && secure(tls, fd, place->host)) {
        status = exchange(tls, request);
        why = "it did not answer";
    }
    if (status != 0)
        shg_out_format(out, "%d\n", status);
    else
        shg_out_format(out, "0 %s\n", why);
    SSL_free(tls);
    SSL_CTX_free(context);
    if (fd >= 0)
        close(fd);
}

/* Writes the request. */
static bool write_request(shg_out *out, const shg_push_url *place, const char *authorization,
                          const char *topic, const char *urgency, const char *ttl,
                          const unsigned char *body, size_t body_bytes)
{
    const char *authority = strstr(place->audience, "//") + 2;
    shg_out_format(out,
                   "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nTTL: %s\r\nUrgency: %s\r\n"
                   "Topic: %s\r\nContent-Encoding: aes128gcm\r\n"
                   "Content-Type: application/octet-stream\r\nContent-Length: %zu\r\n"
                   "Connection: close\r\n\r\n",
                   place->path, authority, authorization, ttl, urgency, topic, body_bytes);
    shg_out_bytes(out, (const char *)body, body_bytes);
    return !out->spent;
}

void cli_work_push(shg_out *out, const char *input, size_t input_bytes)
{
    const char *at = input, *const end = input + input_bytes;
    char endpoint[1024], key[160], auth[160], keys[SHG_PUSH_PAIR_SIGNS + 1], subject[320];
    char topic[40], urgency[20], ttl[20], anywhere[4];
    cli_next_line(endpoint, sizeof endpoint, &at, end, "endpoint");
    cli_next_line(key, sizeof key, &at, end, "key");
    cli_next_line(auth, sizeof auth, &at, end, "auth");
    cli_next_line(keys, sizeof keys, &at, end, "pair");
    cli_next_line(subject, sizeof subject, &at, end, "subject");
    cli_next_line(topic, sizeof topic, &at, end, "topic");
    cli_next_line(urgency, sizeof urgency, &at, end, "urgency");
    cli_next_line(ttl, sizeof ttl, &at, end, "ttl");
    cli_next_line(anywhere, sizeof anywhere, &at, end, "anywhere");
    at += at < end && *at == '\n';

    shg_push_url place;
    shg_push_pair pair, once;
    unsigned char point[SHG_PUSH_POINT_BYTES], secret[SHG_PUSH_AUTH_BYTES],
        salt[SHG_PUSH_SALT_BYTES];
    static unsigned char body[SHG_PUSH_RECORD_BYTES];
    const size_t bytes = (size_t)(end - at);
    shg_out authorization = shg_out_growing(), request = shg_out_growing();
    const bool good = sodium_init() >= 0 && shg_push_url_read(&place, endpoint) &&
                      shg_push_pair_read(&pair, keys) &&
                      shg_push_keys_read(point, secret, key, auth) &&
                      shg_push_pair_make(&once) == SHOOGI_OK;
    if (good)
        randombytes_buf(salt, sizeof salt);
    if (good && shg_push_encrypt(body, point, secret, &once, salt, at, bytes) == SHOOGI_OK &&
        shg_push_authorize(&authorization, &pair, place.audience, subject,
                           (int64_t)time(NULL) + EXPIRES_S) == SHOOGI_OK &&
        write_request(&request, &place, authorization.bytes, topic, urgency, ttl, body,
                      bytes + SHG_PUSH_ADDED_BYTES))
        post(out, &place, anywhere[0] == '1', &request);
    else
        shg_out_text(out, "0 it cannot be written to\n");
    free(request.bytes);
    free(authorization.bytes);
}
