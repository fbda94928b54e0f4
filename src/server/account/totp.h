/* totp.h: codes for one use that follow from a secret and the time.
 *
 * RFC 6238 with HMAC-SHA-1, steps of 30 seconds and 6 digits, as the programs of telephones have it; a secret is 20
 * bytes in the base32 of RFC 4648. */
#ifndef SHG_SERVER_ACCOUNT_TOTP_H
#define SHG_SERVER_ACCOUNT_TOTP_H

#include "base/text.h"

#include <stdint.h>

enum { SHG_TOTP_SECRET_BYTES = 20, SHG_TOTP_SECRET_SIGNS = 32, SHG_TOTP_DIGITS = 6 };

/* Makes a secret, which ends in NUL. */
void shg_totp_make(char secret[SHG_TOTP_SECRET_SIGNS + 1]);

/* The code of a step, digits of them: RFC 4226, section 5.3. */
uint32_t shg_totp_code(const unsigned char *key, size_t key_bytes, uint64_t step, unsigned digits);

/* True if the code is that of now, of the step before or of the one after, and of none up to after_step: a code is
 * used once.  *step is filled with its own. */
bool shg_totp_fits(int64_t *step, const char *secret, const char *code, int64_t after_step,
                   int64_t now_ms);

/* Writes what a telephone reads: "otpauth://totp/shoogi:NAME?secret=...". */
void shg_totp_uri(shg_out *out, const char *secret, const char *name);

#endif
