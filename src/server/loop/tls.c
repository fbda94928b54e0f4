#include "server/loop/tls.h"

#include <errno.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct shg_tls {
    SSL_CTX *context;
    const char *certificate_path, *key_path;
};

/* A server cannot ask anybody for the passphrase of a key. */
static int no_passphrase(char *out, int room, int writing, void *context)
{
    (void)writing;
    (void)context;
    if (room > 0)
        out[0] = '\0';
    return -1;
}

/* OpenSSL's errors do not tell whether the file could be opened. */
static shoogi_status check_readable(const char *what, const char *path, shg_out *fault)
{
    FILE *file = fopen(path, "rb");
    if (file && getc(file) == EOF && ferror(file)) { /* fopen succeeds on a directory */
        const int why = errno;
        fclose(file);
        errno = why;
        file = NULL;
    }
    if (!file) {
        shg_out_format(fault, "cannot read the %s %s: %s", what, path, strerror(errno));
        return SHOOGI_IO;
    }
    fclose(file);
    return SHOOGI_OK;
}

static SSL_CTX *make_context(void)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context)
        return NULL;
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    /* Many programs close without a closing alert. The server never takes an end of input for
     * the end of a message. */
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
        SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1)
        return context;
    SSL_CTX_free(context);
    return NULL;
}

static shoogi_status load(SSL_CTX *context, const shg_tls *tls, shg_out *fault)
{
    shoogi_status status = check_readable("certificate", tls->certificate_path, fault);
    if (status == SHOOGI_OK)
        status = check_readable("key", tls->key_path, fault);
    if (status != SHOOGI_OK)
        return status;
    if (SSL_CTX_use_certificate_chain_file(context, tls->certificate_path) != 1) {
        shg_out_format(fault, "%s has no usable certificate in PEM", tls->certificate_path);
        return SHOOGI_PARSE_ERROR;
    }
    if (SSL_CTX_use_PrivateKey_file(context, tls->key_path, SSL_FILETYPE_PEM) == 1)
        return SHOOGI_OK;
    const int why = ERR_GET_REASON(ERR_peek_last_error());
    if (why == X509_R_KEY_VALUES_MISMATCH || why == X509_R_KEY_TYPE_MISMATCH)
        shg_out_format(fault, "the key %s does not belong to the certificate %s", tls->key_path,
                       tls->certificate_path);
    else
        shg_out_format(fault, "%s has no private key in PEM without a passphrase", tls->key_path);
    return SHOOGI_PARSE_ERROR;
}

shoogi_status shg_tls_reload(shg_tls *tls, shg_out *fault)
{
    SSL_CTX *context = make_context();
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (context)
        status = load(context, tls, fault);
    else
        shg_out_text(fault, "TLS is unavailable: the system refuses what it needs");
    ERR_clear_error();
    if (status != SHOOGI_OK) {
        SSL_CTX_free(context);
        return status;
    }
    SSL_CTX_free(tls->context);
    tls->context = context;
    return SHOOGI_OK;
}

shoogi_status shg_tls_new(shg_tls **out, const char *certificate_path, const char *key_path,
                          shg_out *fault)
{
    shg_tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return SHOOGI_NO_MEMORY;
    tls->certificate_path = certificate_path;
    tls->key_path = key_path;
    const shoogi_status status = shg_tls_reload(tls, fault);
    if (status == SHOOGI_OK)
        *out = tls;
    else
        shg_tls_free(tls);
    return status;
}

void shg_tls_free(shg_tls *tls)
{
    if (tls)
        SSL_CTX_free(tls->context);
    free(tls);
}

struct bufferevent *shg_tls_bufferevent(shg_tls *tls, struct event_base *base, int fd)
{
    if (!tls)
        return bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
    SSL *ssl = SSL_new(tls->context);
    /* With CLOSE_ON_FREE, libevent frees ssl also on failure. */
    return ssl ? bufferevent_openssl_socket_new(base, fd, ssl, BUFFEREVENT_SSL_ACCEPTING,
                                                BEV_OPT_CLOSE_ON_FREE)
               : NULL;
}

bool shg_tls_half_closed(struct bufferevent *bev, short what)
{
    /* Under TLS, the end of input stops output as well, and an end found while writing is
     * reported as a read EOF. */
    return (what & BEV_EVENT_EOF) && !(what & BEV_EVENT_WRITING) &&
           bufferevent_enable(bev, EV_WRITE) == 0;
}

void shg_tls_end_writing(struct bufferevent *bev)
{
    SSL *ssl = bufferevent_openssl_get_ssl(bev);
    if (ssl && SSL_is_init_finished(ssl))
        (void)SSL_shutdown(ssl);
    ERR_clear_error();
    shutdown(bufferevent_getfd(bev), SHUT_WR);
}
