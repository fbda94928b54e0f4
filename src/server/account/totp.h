/* totp.h: time-based one-time codes (TOTP).
 *
 * RFC 6238 with HMAC-SHA-1, 30-second steps and 6 digits, as authenticator apps use; a secret is
 * 20 bytes in the base32 of RFC 4648. */
#ifndef SHG_SERVER_ACCOUNT_TOTP_H
#define SHG_SERVER_ACCOUNT_TOTP_H

#include "base/text.h"

#include <stdint.h>

enum { SHG_TOTP_SECRET_BYTES = 20, SHG_TOTP_SECRET_SIGNS = 32, SHG_TOTP_DIGITS = 6 };

/* Makes a secret, NUL-terminated. */
void shg_totp_make(char secret[SHG_TOTP_SECRET_SIGNS + 1]);

/* The code of a step, with this many digits: RFC 4226, section 5.3. */
uint32_t shg_totp_code(const unsigned char *key, size_t key_bytes, uint64_t step, unsigned digits);

/* Whether the code is that of the current step, the one before or the one after, and later than
 * after_step, so no code works twice. *step becomes its step. */
bool shg_totp_fits(int64_t *step, const char *secret, const char *code, int64_t after_step,
                   int64_t now_ms);

/* Writes the URI for an authenticator app: "otpauth://totp/shoogi:NAME?secret=...". */
void shg_totp_uri(shg_out *out, const char *secret, const char *name);

#endif
