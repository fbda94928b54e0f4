/* passwords.h: threads that hash passwords with Argon2id, so that the loop need not.
 *
 * The queue is a share of shares.def: networks take turns, in them addresses. Others wait for at most
 * one hash of an address with many passwords, and when the queue is full its last password gives way.
 *
 * A test may request cheap hashes, see test_settings.h; release builds ignore that. */
#ifndef SHG_SERVER_ACCOUNT_PASSWORDS_H
#define SHG_SERVER_ACCOUNT_PASSWORDS_H

#include "server/loop/address.h"
#include "server/loop/bounds.h"
#include "server/loop/shares.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

/* crypto_pwhash_STRBYTES of libsodium, asserted in passwords.c. */
enum { SHG_VERIFIER_BYTES = 128 };

typedef struct shg_passwords shg_passwords;
typedef struct shg_password_job shg_password_job;

/* The caller's memory; must stay valid until done is called. */
struct shg_password_job {
    shg_claim place;      /* in the queue; set by shg_passwords_submit; must be first */
    shg_address_key from; /* the client's address */
    bool make;            /* makes the verifier; else compares with it */
    char password[SHG_PASSWORD_BYTES_MAX]; /* wiped before done is called */
    size_t password_bytes;
    char verifier[SHG_VERIFIER_BYTES];
    /* Called on the thread that calls shg_passwords_deliver. status: OK (made, or they match),
     * ILLEGAL (they do not match), NO_MEMORY, LIMIT_EXCEEDED (it gave way to others), CONFLICT (not
     * done before shutdown). */
    void (*done)(shg_password_job *job);
    shoogi_status status;
    shg_password_job *next;
};

/* Starts SHG_HASHERS threads, which call wake whenever results wait for shg_passwords_deliver;
 * wake must be quick. shares: borrowed; outlives the threads. Returns OK and *out owned
 * (shg_passwords_free), NO_MEMORY or IO. */
SHOOGI_CHECKED shoogi_status shg_passwords_new(shg_passwords **out, shg_shares *shares,
                                               void (*wake)(void *), void *wake_context);

/* Queues a job. The place of another may give way to it. Returns LIMIT_EXCEEDED, without calling done
 * later, if its address or network has as many as allowed, or most of a full queue; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_passwords_submit(shg_passwords *passwords, shg_password_job *job);

/* Calls done for every finished job. Returns their number. */
size_t shg_passwords_deliver(shg_passwords *passwords);

/* Finishes jobs in progress, calls done for all, ends the threads. NULL is accepted. */
void shg_passwords_free(shg_passwords *passwords);

/* Makes a password's verifier, which is slow. False without memory. Any thread. */
SHOOGI_CHECKED bool shg_password_verifier(char out[SHG_VERIFIER_BYTES], const char *password,
                                          size_t password_bytes);

/* The number of jobs not yet started. */
size_t shg_passwords_waiting(shg_passwords *passwords);

/* Prefix of a verifier whose player must choose a new password after login. */
#define SHG_PASSWORD_ONCE "once:"

#endif
