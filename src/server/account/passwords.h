/* passwords.h: threads that hash passwords with Argon2id, so that the loop never does.
 *
 * Addresses take turns: one that has much to hash waits for itself, and others wait for one hash of its.
 *
 * A test may ask for cheap hashes, see test_settings.h; no release build hears it. */
#ifndef SHG_SERVER_ACCOUNT_PASSWORDS_H
#define SHG_SERVER_ACCOUNT_PASSWORDS_H

#include "server/loop/address.h"
#include "server/loop/bounds.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

/* crypto_pwhash_STRBYTES of libsodium, asserted in passwords.c. */
enum { SHG_VERIFIER_BYTES = 128 };

typedef struct shg_passwords shg_passwords;
typedef struct shg_password_job shg_password_job;

/* The caller's memory; it must live until done has been called. */
struct shg_password_job {
    shg_address_key from;                  /* who is waiting */
    bool make;                             /* fill verifier; else compare with it */
    char password[SHG_PASSWORD_BYTES_MAX]; /* wiped before done is called */
    size_t password_bytes;
    char verifier[SHG_VERIFIER_BYTES];
    /* On the thread that calls shg_passwords_deliver.  status: OK (made, or they agree), ILLEGAL (they
     * do not agree), NO_MEMORY, CONFLICT (the server stops and did not come to it). */
    void (*done)(shg_password_job *job);
    shoogi_status status;
    uint64_t
        turn; /* set by shg_passwords_submit: no address has its second before all had their first */
    shg_password_job *next;
};

/* Starts SHG_HASHERS threads.  wake is called on them whenever outcomes wait for shg_passwords_deliver;
 * it must be short.  Returns OK and *out owned (shg_passwords_free), NO_MEMORY or IO. */
SHOOGI_CHECKED shoogi_status shg_passwords_new(shg_passwords **out, void (*wake)(void *),
                                               void *wake_context);

/* Hands a job over.  LIMIT_EXCEEDED when SHG_HASHES_WAITING_MAX wait, or SHG_HASHES_WAITING_PER_ADDRESS of its
 * address: then done is not called. */
SHOOGI_CHECKED shoogi_status shg_passwords_submit(shg_passwords *passwords, shg_password_job *job);

/* Calls done for every job whose outcome is known.  Returns how many. */
size_t shg_passwords_deliver(shg_passwords *passwords);

/* Finishes what has begun, calls done for everything, ends the threads.  NULL is accepted. */
void shg_passwords_free(shg_passwords *passwords);

/* Makes the verifier of a password, which takes a while.  False: no memory.  Any thread. */
SHOOGI_CHECKED bool shg_password_verifier(char out[SHG_VERIFIER_BYTES], const char *password,
                                          size_t password_bytes);

/* How many jobs no thread has begun with. */
size_t shg_passwords_waiting(shg_passwords *passwords);

/* A player whose password has this before its verifier has to choose another when he has logged in. */
#define SHG_PASSWORD_ONCE "once:"

#endif
