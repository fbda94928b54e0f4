#include "server/account/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char base32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

enum { STEP_MS = 30 * 1000, STEPS_AROUND = 1 };

static_assert(SHG_TOTP_SECRET_BYTES * 8 == SHG_TOTP_SECRET_SIGNS * 5, "no sign is half used");

void shg_totp_make(char secret[SHG_TOTP_SECRET_SIGNS + 1])
{
    for (size_t i = 0; i < SHG_TOTP_SECRET_SIGNS; i++)
        secret[i] = base32[randombytes_uniform(32)];
    secret[SHG_TOTP_SECRET_SIGNS] = '\0';
}

static bool read_secret(unsigned char key[SHG_TOTP_SECRET_BYTES], const char *secret)
{
    uint32_t bits = 0;
    unsigned count = 0;
    size_t bytes = 0;
    if (strlen(secret) != SHG_TOTP_SECRET_SIGNS)
        return false;
    for (; *secret; secret++) {
        const char *at = strchr(base32, *secret);
        if (!at)
            return false;
        bits = bits << 5 | (uint32_t)(at - base32);
        count += 5;
        if (count >= 8) {
            count -= 8;
            key[bytes++] = (unsigned char)(bits >> count & 0xFF);
        }
    }
    return true;
}

uint32_t shg_totp_code(const unsigned char *key, size_t key_bytes, uint64_t step, unsigned digits)
{
    unsigned char counter[8], digest[EVP_MAX_MD_SIZE];
    unsigned digest_bytes = 0;
    for (size_t i = 0; i < sizeof counter; i++)
        counter[i] = (unsigned char)(step >> (56 - 8 * i) & 0xFF);
    if (!HMAC(EVP_sha1(), key, (int)key_bytes, counter, sizeof counter, digest, &digest_bytes))
        return UINT32_MAX; /* not a valid code */
    const unsigned at = digest[digest_bytes - 1] & 0xF;
    const uint32_t number = (uint32_t)(digest[at] & 0x7F) << 24 | (uint32_t)digest[at + 1] << 16 |
                            (uint32_t)digest[at + 2] << 8 | digest[at + 3];
    uint32_t limit = 1;
    for (unsigned i = 0; i < digits; i++)
        limit *= 10;
    return number % limit;
}

bool shg_totp_fits(int64_t *step, const char *secret, const char *code, int64_t after_step,
                   int64_t now_ms)
{
    unsigned char key[SHG_TOTP_SECRET_BYTES];
    if (strlen(code) != SHG_TOTP_DIGITS || !read_secret(key, secret))
        return false;
    const int64_t now = now_ms / STEP_MS;
    bool fits = false;
    for (int64_t at = now - STEPS_AROUND; at <= now + STEPS_AROUND; at++) {
        char wanted[16];
        snprintf(wanted, sizeof wanted, "%06u",
                 (unsigned)shg_totp_code(key, sizeof key, (uint64_t)at, SHG_TOTP_DIGITS));
        if (at > after_step && !fits && sodium_memcmp(wanted, code, SHG_TOTP_DIGITS) == 0) {
            *step = at;
            fits = true;
        }
    }
    sodium_memzero(key, sizeof key);
    return fits;
}

void shg_totp_uri(shg_out *out, const char *secret, const char *name)
{
    shg_out_format(out, "otpauth://totp/shoogi:%s?secret=%s&issuer=shoogi", name, secret);
}
