/* push_crypto.h: cryptography for push services: encrypts messages for the browser, and
 * authenticates the server.
 *
 * Encryption: RFC 8291 with aes128gcm of RFC 8188. Authentication: VAPID, RFC 8292, a token
 * signed for each service. Keys are points and numbers of the curve P-256, in base64url without
 * padding. */
#ifndef SHG_SERVER_MESSAGES_PUSH_CRYPTO_H
#define SHG_SERVER_MESSAGES_PUSH_CRYPTO_H

#include "base/text.h"
#include "shoogi/status.h"

#include <stdint.h>

enum {
    SHG_PUSH_POINT_BYTES = 65,  /* uncompressed: 4, x, y */
    SHG_PUSH_NUMBER_BYTES = 32, /* a private key */
    SHG_PUSH_AUTH_BYTES = 16,   /* the secret of a subscription */
    SHG_PUSH_SALT_BYTES = 16,
    SHG_PUSH_POINT_SIGNS = 87, /* the same sizes in base64url */
    SHG_PUSH_NUMBER_SIGNS = 43,
    SHG_PUSH_AUTH_SIGNS = 22,
    SHG_PUSH_PAIR_SIGNS = SHG_PUSH_NUMBER_SIGNS + 1 + SHG_PUSH_POINT_SIGNS,
    /* The header before the message: salt, record size, key length and key; and everything
     * encryption adds: also a delimiter and a tag. */
    SHG_PUSH_HEADER_BYTES = 16 + 4 + 1 + SHG_PUSH_POINT_BYTES,
    SHG_PUSH_ADDED_BYTES = SHG_PUSH_HEADER_BYTES + 1 + 16,
    SHG_PUSH_RECORD_BYTES = 4096,
    SHG_PUSH_MESSAGE_BYTES_MAX = SHG_PUSH_RECORD_BYTES - SHG_PUSH_ADDED_BYTES
};

typedef struct shg_push_pair {
    unsigned char number[SHG_PUSH_NUMBER_BYTES]; /* secret */
    unsigned char point[SHG_PUSH_POINT_BYTES];
} shg_push_pair;

/* Makes a key pair. NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_push_pair_make(shg_push_pair *pair);

/* Write and read a pair as two words; read returns false for other text. Whether the parts match
 * is not checked. */
void shg_push_pair_write(char out[SHG_PUSH_PAIR_SIGNS + 1], const shg_push_pair *pair);
bool shg_push_pair_read(shg_push_pair *pair, const char *text);

/* Reads the keys of a subscription. False if a length is wrong, or the point is not on the curve. */
bool shg_push_keys_read(unsigned char point[SHG_PUSH_POINT_BYTES],
                        unsigned char auth[SHG_PUSH_AUTH_BYTES], const char *point_text,
                        const char *auth_text);

/* Encrypts a message for a subscription, with a key pair and a salt that must not be reused.
 * out: room for message_bytes + SHG_PUSH_ADDED_BYTES, all of which is written. LIMIT_EXCEEDED:
 * more than SHG_PUSH_MESSAGE_BYTES_MAX; PARSE_ERROR: invalid point; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_push_encrypt(unsigned char *out,
                                              const unsigned char point[SHG_PUSH_POINT_BYTES],
                                              const unsigned char auth[SHG_PUSH_AUTH_BYTES],
                                              const shg_push_pair *once,
                                              const unsigned char salt[SHG_PUSH_SALT_BYTES],
                                              const char *message, size_t message_bytes);

/* Writes the value of the header Authorization: "vapid t=TOKEN, k=KEY". audience: origin of the
 * service, "https://HOST"; subject: contact of this server, "mailto:ADDRESS" or "https://...";
 * neither contains a character that JSON would escape. expires_s: at most a day from now, in
 * seconds since 1970. NO_MEMORY, also for an invalid pair. */
SHOOGI_CHECKED shoogi_status shg_push_authorize(shg_out *out, const shg_push_pair *pair,
                                                const char *audience, const char *subject,
                                                int64_t expires_s);

#endif
