#include "server/messages/push_crypto.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH_BYTES = 32,
    KEY_BYTES = 16,
    NONCE_BYTES = 12,
    TAG_BYTES = 16,
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING
};

/* ---- keys ---- */

/* Makes an OpenSSL key, or NULL; number NULL: a public key. Rejects points that are not on the
 * curve. */
static EVP_PKEY *key_of(const unsigned char *point, const unsigned char *number)
{
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    BIGNUM *n = number ? BN_bin2bn(number, SHG_PUSH_NUMBER_BYTES, NULL) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;
    if (parts && context && (n || !number) &&
        OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point,
                                         SHG_PUSH_POINT_BYTES) == 1 &&
        (!n || OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_PRIV_KEY, n) == 1) &&
        (params = OSSL_PARAM_BLD_to_param(parts)) != NULL && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, n ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(n);
    OSSL_PARAM_BLD_free(parts);
    return key;
}

shoogi_status shg_push_pair_make(shg_push_pair *pair)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *number = NULL;
    size_t bytes = 0;
    const bool good =
        key &&
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, pair->point,
                                        sizeof pair->point, &bytes) == 1 &&
        bytes == sizeof pair->point &&
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
        BN_bn2binpad(number, pair->number, sizeof pair->number) == (int)sizeof pair->number;
    BN_clear_free(number);
    EVP_PKEY_free(key);
    return good ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

void shg_push_pair_write(char out[SHG_PUSH_PAIR_SIGNS + 1], const shg_push_pair *pair)
{
    sodium_bin2base64(out, SHG_PUSH_NUMBER_SIGNS + 1, pair->number, sizeof pair->number, BASE64);
    out[SHG_PUSH_NUMBER_SIGNS] = ' ';
    sodium_bin2base64(out + SHG_PUSH_NUMBER_SIGNS + 1, SHG_PUSH_POINT_SIGNS + 1, pair->point,
                      sizeof pair->point, BASE64);
}

/* Decodes exactly this many bytes. */
static bool decode(unsigned char *out, size_t bytes, const char *text, size_t text_bytes)
{
    size_t decoded = 0;
    return sodium_base642bin(out, bytes, text, text_bytes, NULL, &decoded, NULL, BASE64) == 0 &&
           decoded == bytes;
}

bool shg_push_pair_read(shg_push_pair *pair, const char *text)
{
    return strlen(text) == SHG_PUSH_PAIR_SIGNS &&
           decode(pair->number, sizeof pair->number, text, SHG_PUSH_NUMBER_SIGNS) &&
           decode(pair->point, sizeof pair->point, text + SHG_PUSH_NUMBER_SIGNS + 1,
                  SHG_PUSH_POINT_SIGNS);
}

bool shg_push_keys_read(unsigned char point[SHG_PUSH_POINT_BYTES],
                        unsigned char auth[SHG_PUSH_AUTH_BYTES], const char *point_text,
                        const char *auth_text)
{
    if (!decode(point, SHG_PUSH_POINT_BYTES, point_text, strlen(point_text)) ||
        !decode(auth, SHG_PUSH_AUTH_BYTES, auth_text, strlen(auth_text)) || point[0] != 4)
        return false;
    EVP_PKEY *key = key_of(point, NULL);
    EVP_PKEY_free(key);
    return key != NULL;
}

/* ---- encryption ---- */

/* Computes the shared secret: RFC 8291, section 3.1. */
static bool agree(unsigned char secret[SHG_PUSH_NUMBER_BYTES], EVP_PKEY *ours, EVP_PKEY *theirs)
{
    size_t bytes = SHG_PUSH_NUMBER_BYTES;
    EVP_PKEY_CTX *context = ours && theirs ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
    const bool good = context && EVP_PKEY_derive_init(context) == 1 &&
                      EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                      EVP_PKEY_derive(context, secret, &bytes) == 1 &&
                      bytes == SHG_PUSH_NUMBER_BYTES;
    EVP_PKEY_CTX_free(context);
    return good;
}

static bool hmac(unsigned char out[HASH_BYTES], const unsigned char *key, size_t key_bytes,
                 const unsigned char *text, size_t text_bytes)
{
    return HMAC(EVP_sha256(), key, (int)key_bytes, text, text_bytes, out, NULL) != NULL;
}

/* The first and only block of HKDF-Expand, RFC 5869: info ends in the block number, 1. */
static bool expand(unsigned char out[HASH_BYTES], const unsigned char key[HASH_BYTES],
                   const char *name)
{
    unsigned char info[40];
    const size_t bytes = strlen(name) + 1;
    memcpy(info, name, bytes); /* with its NUL */
    info[bytes] = 1;
    return hmac(out, key, HASH_BYTES, info, bytes + 1);
}

/* The key and the nonce of the only record: RFC 8291, section 3.4. */
static bool derive(unsigned char key[HASH_BYTES], unsigned char nonce[HASH_BYTES],
                   const unsigned char *secret, const unsigned char *auth,
                   const unsigned char *theirs, const unsigned char *ours,
                   const unsigned char *salt)
{
    static const char label[] = "WebPush: info"; /* its NUL is part of it */
    unsigned char info[sizeof label + 2 * SHG_PUSH_POINT_BYTES + 1];
    unsigned char mixed[HASH_BYTES], material[HASH_BYTES], pseudorandom[HASH_BYTES];
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, theirs, SHG_PUSH_POINT_BYTES);
    memcpy(info + sizeof label + SHG_PUSH_POINT_BYTES, ours, SHG_PUSH_POINT_BYTES);
    info[sizeof info - 1] = 1;
    const bool good = hmac(mixed, auth, SHG_PUSH_AUTH_BYTES, secret, SHG_PUSH_NUMBER_BYTES) &&
                      hmac(material, mixed, sizeof mixed, info, sizeof info) &&
                      hmac(pseudorandom, salt, SHG_PUSH_SALT_BYTES, material, sizeof material) &&
                      expand(key, pseudorandom, "Content-Encoding: aes128gcm") &&
                      expand(nonce, pseudorandom, "Content-Encoding: nonce");
    sodium_memzero(mixed, sizeof mixed);
    sodium_memzero(material, sizeof material);
    sodium_memzero(pseudorandom, sizeof pseudorandom);
    return good;
}

/* The record: message, delimiter of the last record (2), tag. */
static bool seal(unsigned char *out, const unsigned char *key, const unsigned char *nonce,
                 const char *message, size_t bytes)
{
    static const unsigned char last = 2;
    int written = 0, more = 0, end = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    const bool good =
        context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &written, (const unsigned char *)message, (int)bytes) ==
            1 &&
        EVP_EncryptUpdate(context, out + written, &more, &last, 1) == 1 &&
        EVP_EncryptFinal_ex(context, out + written + more, &end) == 1 &&
        (size_t)(written + more + end) == bytes + 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, out + bytes + 1) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

shoogi_status shg_push_encrypt(unsigned char *out, const unsigned char point[SHG_PUSH_POINT_BYTES],
                               const unsigned char auth[SHG_PUSH_AUTH_BYTES],
                               const shg_push_pair *once,
                               const unsigned char salt[SHG_PUSH_SALT_BYTES], const char *message,
                               size_t message_bytes)
{
    if (message_bytes > SHG_PUSH_MESSAGE_BYTES_MAX)
        return SHOOGI_LIMIT_EXCEEDED;
    EVP_PKEY *theirs = key_of(point, NULL), *ours = key_of(once->point, once->number);
    if (!theirs) {
        EVP_PKEY_free(ours);
        return SHOOGI_PARSE_ERROR;
    }
    unsigned char secret[SHG_PUSH_NUMBER_BYTES], key[HASH_BYTES], nonce[HASH_BYTES];
    /* RFC 8188, section 2.1: salt, record size, length of the key, our public key. */
    memcpy(out, salt, SHG_PUSH_SALT_BYTES);
    memcpy(out + SHG_PUSH_SALT_BYTES, "\0\0\x10\0", 4);
    out[SHG_PUSH_SALT_BYTES + 4] = SHG_PUSH_POINT_BYTES;
    memcpy(out + SHG_PUSH_SALT_BYTES + 5, once->point, SHG_PUSH_POINT_BYTES);
    const bool good = agree(secret, ours, theirs) &&
                      derive(key, nonce, secret, auth, point, once->point, salt) &&
                      seal(out + SHG_PUSH_HEADER_BYTES, key, nonce, message, message_bytes);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    EVP_PKEY_free(ours);
    EVP_PKEY_free(theirs);
    return good ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* ---- who we are ---- */

static void add_base64(shg_out *out, const void *bytes, size_t count)
{
    char text[512];
    if (sodium_base64_encoded_len(count, BASE64) > sizeof text)
        out->spent = true;
    else
        shg_out_text(out, sodium_bin2base64(text, sizeof text, bytes, count, BASE64));
}

/* ES256, RFC 7518 section 3.4: two numbers of 32 bytes. OpenSSL produces DER. */
static bool sign(unsigned char out[2 * SHG_PUSH_NUMBER_BYTES], EVP_PKEY *key, const char *text,
                 size_t text_bytes)
{
    unsigned char der[80];
    size_t bytes = sizeof der;
    EVP_MD_CTX *context = key ? EVP_MD_CTX_new() : NULL;
    const bool signed_it =
        context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, der, &bytes, (const unsigned char *)text, text_bytes) == 1;
    EVP_MD_CTX_free(context);
    const unsigned char *at = der;
    ECDSA_SIG *both = signed_it ? d2i_ECDSA_SIG(NULL, &at, (long)bytes) : NULL;
    const bool good = both &&
                      BN_bn2binpad(ECDSA_SIG_get0_r(both), out, SHG_PUSH_NUMBER_BYTES) > 0 &&
                      BN_bn2binpad(ECDSA_SIG_get0_s(both), out + SHG_PUSH_NUMBER_BYTES,
                                   SHG_PUSH_NUMBER_BYTES) > 0;
    ECDSA_SIG_free(both);
    return good;
}

shoogi_status shg_push_authorize(shg_out *out, const shg_push_pair *pair, const char *audience,
                                 const char *subject, int64_t expires_s)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    unsigned char signature[2 * SHG_PUSH_NUMBER_BYTES];
    char claims[384];
    shg_out said = shg_out_make(claims, sizeof claims), token = shg_out_growing();
    shg_out_format(&said, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", audience,
                   (long long)expires_s, subject);
    if (said.length >= sizeof claims)
        return SHOOGI_NO_MEMORY;
    add_base64(&token, head, strlen(head));
    shg_out_char(&token, '.');
    add_base64(&token, claims, said.length);
    EVP_PKEY *key = key_of(pair->point, pair->number);
    const bool good = !token.spent && sign(signature, key, token.bytes, token.length);
    EVP_PKEY_free(key);
    if (good) {
        shg_out_text(out, "vapid t=");
        shg_out_bytes(out, token.bytes, token.length);
        shg_out_char(out, '.');
        add_base64(out, signature, sizeof signature);
        shg_out_text(out, ", k=");
        add_base64(out, pair->point, sizeof pair->point);
    }
    free(token.bytes);
    return good && !out->spent ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}
