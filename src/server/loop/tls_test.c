/* tls_test.c: a TLS connection without memory. */
#include "server/loop/tls.h"
#include "base/test_suite.h"

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Writes a certificate and its key to one file at path. */
static void write_certificate(char *path)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    assert_true(key && certificate);
    X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
    const int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(file);
    assert_int_equal(PEM_write_X509(file, certificate), 1);
    assert_int_equal(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL), 1);
    assert_int_equal(fclose(file), 0);
    X509_free(certificate);
    EVP_PKEY_free(key);
}

static bool spent; /* makes libevent's allocations fail */

static void *get(size_t bytes)
{
    return spent ? NULL : malloc(bytes);
}

static void *get_anew(void *memory, size_t bytes)
{
    return spent ? NULL : realloc(memory, bytes);
}

static void no_memory(void **state)
{
    (void)state;
    char path[] = "/tmp/shoogi-tls-XXXXXX", sentence[200];
    write_certificate(path);
    event_set_mem_functions(get, get_anew, free);
    struct event_base *base = event_base_new();
    shg_tls *tls = NULL;
    shg_out fault = shg_out_make(sentence, sizeof sentence);
    assert_non_null(base);
    assert_int_equal(shg_tls_new(&tls, path, path, &fault), SHOOGI_OK);
    unlink(path);
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    spent = true;
    assert_null(shg_tls_bufferevent(tls, base, pair[0]));
    spent = false;
    assert_true(fcntl(pair[0], F_GETFD) >= 0); /* still open */
    struct bufferevent *bev = shg_tls_bufferevent(tls, base, pair[0]);
    assert_non_null(bev);
    assert_int_equal(bufferevent_getfd(bev), pair[0]);
    bufferevent_free(bev);
    event_base_loop(base, EVLOOP_NONBLOCK);
    assert_int_equal(fcntl(pair[0], F_GETFD), -1); /* closed with it */
    close(pair[1]);
    shg_tls_free(tls);
    event_base_free(base);
}

TEST_SUITE(tls)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
