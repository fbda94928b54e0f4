#include "server/account/passwords.h"

#include "server/loop/test_settings.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static_assert(SHG_VERIFIER_BYTES == crypto_pwhash_STRBYTES, "room for libsodium's verifier");

/* OWASP's first recommendation for Argon2id: 19 MiB, 2 passes (libsodium has 1 lane). */
enum { PASSES = 2, MEMORY_BYTES = 19 * 1024 * 1024 };

typedef struct job_list {
    shg_password_job *first, **end;
} job_list;

struct shg_passwords {
    pthread_mutex_t lock;
    pthread_cond_t work;
    shg_share *waiting; /* borrowed; guarded by lock, as everything below */
    job_list finished;
    bool stopping;
    void (*wake)(void *);
    void *wake_context;
    unsigned thread_count;
    pthread_t threads[SHG_HASHERS];
};

static void append(job_list *list, shg_password_job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

static shg_password_job *job_of(shg_claim *place)
{
    return (shg_password_job *)(void *)place;
}

/* Under the lock, which shg_passwords_submit or the share holds. */
static void give_way(void *context, shg_claim *place)
{
    shg_passwords *p = context;
    shg_password_job *job = job_of(place);
    sodium_memzero(job->password, sizeof job->password);
    job->status = SHOOGI_LIMIT_EXCEEDED;
    append(&p->finished, job);
    p->wake(p->wake_context);
}

bool shg_password_verifier(char out[SHG_VERIFIER_BYTES], const char *password,
                           size_t password_bytes)
{
    const bool least = shg_test_setting_is("SHOOGI_TEST_PASSWORD_COST", "least");
    const unsigned long long passes = least ? crypto_pwhash_argon2id_OPSLIMIT_MIN : PASSES;
    const size_t memory_bytes = least ? crypto_pwhash_argon2id_MEMLIMIT_MIN : MEMORY_BYTES;
    return crypto_pwhash_str_alg(out, password, password_bytes, passes, memory_bytes,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static void hash(shg_password_job *job)
{
    if (job->make) {
        const bool made = shg_password_verifier(job->verifier, job->password, job->password_bytes);
        job->status = made ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    } else {
        errno = 0;
        const int failed =
            crypto_pwhash_str_verify(job->verifier, job->password, job->password_bytes);
        /* errno tells a mismatch from a failed check. */
        job->status = !failed ? SHOOGI_OK : errno == EINVAL ? SHOOGI_ILLEGAL : SHOOGI_NO_MEMORY;
    }
}

static void *hasher(void *context)
{
    shg_passwords *p = context;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (shg_share_held(p->waiting) == 0 && !p->stopping)
            pthread_cond_wait(&p->work, &p->lock);
        if (p->stopping)
            break;
        shg_password_job *job = job_of(shg_share_pop(p->waiting));
        pthread_mutex_unlock(&p->lock);
        hash(job);
        sodium_memzero(job->password, sizeof job->password);
        pthread_mutex_lock(&p->lock);
        append(&p->finished, job);
        p->wake(p->wake_context);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

shoogi_status shg_passwords_new(shg_passwords **out, shg_shares *shares, void (*wake)(void *),
                                void *wake_context)
{
    shg_passwords *p = calloc(1, sizeof *p);
    if (!p)
        return SHOOGI_NO_MEMORY;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    p->waiting = shg_shares_get(shares, SHG_SHARE_passwords);
    shg_share_set_give_way(p->waiting, give_way, p);
    shg_share_set_lock(p->waiting, &p->lock);
    p->finished.end = &p->finished.first;
    p->wake = wake;
    p->wake_context = wake_context;
    while (p->thread_count < SHG_HASHERS) {
        if (pthread_create(&p->threads[p->thread_count], NULL, hasher, p) != 0) {
            shg_passwords_free(p);
            return SHOOGI_IO;
        }
        p->thread_count++;
    }
    *out = p;
    return SHOOGI_OK;
}

shoogi_status shg_passwords_submit(shg_passwords *p, shg_password_job *job)
{
    assert(job->password_bytes <= SHG_PASSWORD_BYTES_MAX);
    const shg_owner from = { .address = job->from };
    pthread_mutex_lock(&p->lock);
    const shoogi_status status = shg_share_take(p->waiting, &job->place, &from, 1);
    if (status == SHOOGI_OK)
        pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
    return status;
}

size_t shg_passwords_deliver(shg_passwords *p)
{
    pthread_mutex_lock(&p->lock);
    shg_password_job *job = p->finished.first;
    p->finished = (job_list){ NULL, &p->finished.first };
    pthread_mutex_unlock(&p->lock);
    size_t count = 0;
    for (; job; count++) {
        shg_password_job *next = job->next;
        job->done(job);
        job = next;
    }
    return count;
}

void shg_passwords_free(shg_passwords *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->thread_count; i++)
        pthread_join(p->threads[i], NULL);
    shg_passwords_deliver(p);
    for (shg_claim *place; (place = shg_share_pop(p->waiting));) {
        shg_password_job *job = job_of(place);
        sodium_memzero(job->password, sizeof job->password);
        job->status = SHOOGI_CONFLICT;
        job->done(job);
    }
    shg_share_set_lock(p->waiting, NULL);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

size_t shg_passwords_waiting(shg_passwords *passwords)
{
    pthread_mutex_lock(&passwords->lock);
    const size_t count = (size_t)shg_share_held(passwords->waiting);
    pthread_mutex_unlock(&passwords->lock);
    return count;
}
