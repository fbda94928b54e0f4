#include "server/account/passwords.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static int outcomes = -1;
static shg_shares *shares;

static void wake(void *context)
{
    (void)context;
    const uint64_t one = 1;
    assert_int_equal(write(outcomes, &one, sizeof one), sizeof one);
}

static int done_count;

static void done(shg_password_job *job)
{
    (void)job;
    done_count++;
}

static void wait_for(shg_passwords *p, int count)
{
    while (done_count < count) {
        uint64_t ignored;
        assert_int_equal(read(outcomes, &ignored, sizeof ignored), sizeof ignored);
        shg_passwords_deliver(p);
    }
}

static shg_password_job job_of(const char *password)
{
    shg_password_job job = { .done = done, .password_bytes = strlen(password) };
    memcpy(job.password, password, job.password_bytes);
    return job;
}

/* Returns the status of comparing a password with a verifier. */
static shoogi_status compared(const char verifier[SHG_VERIFIER_BYTES], const char *password)
{
    shg_passwords *p = NULL;
    assert_int_equal(shg_passwords_new(&p, shares, wake, NULL), SHOOGI_OK);
    done_count = 0;
    shg_password_job job = job_of(password);
    memcpy(job.verifier, verifier, SHG_VERIFIER_BYTES);
    assert_int_equal(shg_passwords_submit(p, &job), SHOOGI_OK);
    wait_for(p, 1);
    shg_passwords_free(p);
    return job.status;
}

static void makes_and_compares(void **state)
{
    (void)state;
    shg_passwords *p = NULL;
    assert_int_equal(shg_passwords_new(&p, shares, wake, NULL), SHOOGI_OK);
    done_count = 0;
    shg_password_job made = job_of("correct horse");
    made.make = true;
    assert_int_equal(shg_passwords_submit(p, &made), SHOOGI_OK);
    wait_for(p, 1);
    assert_int_equal(made.status, SHOOGI_OK);
    assert_non_null(strstr(made.verifier, "$argon2id$v=19$m=19456,t=2,p=1$"));
    const char wiped[sizeof made.password] = { 0 };
    assert_memory_equal(made.password, wiped, sizeof wiped);

    shg_password_job right = job_of("correct horse"), wrong = job_of("Correct horse");
    shg_password_job no_verifier = job_of("correct horse");
    memcpy(right.verifier, made.verifier, sizeof made.verifier);
    memcpy(wrong.verifier, made.verifier, sizeof made.verifier);
    assert_int_equal(shg_passwords_submit(p, &right), SHOOGI_OK);
    assert_int_equal(shg_passwords_submit(p, &wrong), SHOOGI_OK);
    assert_int_equal(shg_passwords_submit(p, &no_verifier), SHOOGI_OK);
    wait_for(p, 4);
    assert_int_equal(right.status, SHOOGI_OK);
    assert_int_equal(wrong.status, SHOOGI_ILLEGAL);
    assert_int_equal(no_verifier.status, SHOOGI_ILLEGAL);
    shg_passwords_free(p);
}

/* A test may request cheap hashes, by an environment variable only. A verifier contains its
 * cost, so any of them can be compared. A build without asserts ignores the variable. */
static void cost_of_hashing(void **state)
{
    (void)state;
#ifdef NDEBUG
    static const char least[] = "$argon2id$v=19$m=19456,t=2,p=1$";
#else
    static const char least[] = "$argon2id$v=19$m=8,t=1,p=1$";
#endif
    static const struct {
        const char *setting, *cost;
    } cases[] = {
        { NULL, "$argon2id$v=19$m=19456,t=2,p=1$" },
        { "", "$argon2id$v=19$m=19456,t=2,p=1$" },
        { "less", "$argon2id$v=19$m=19456,t=2,p=1$" },
        { "least", least },
    };
    enum { COUNT = sizeof cases / sizeof cases[0] };
    char verifiers[COUNT][SHG_VERIFIER_BYTES];
    for (size_t i = 0; i < COUNT; i++) {
        if (cases[i].setting)
            setenv("SHOOGI_TEST_PASSWORD_COST", cases[i].setting, 1);
        assert_true(shg_password_verifier(verifiers[i], "correct horse", strlen("correct horse")));
        assert_memory_equal(verifiers[i], cases[i].cost, strlen(cases[i].cost));
    }
    for (int set = 1; set >= 0; set--) {
        for (size_t i = 0; i < COUNT; i++) {
            assert_int_equal(compared(verifiers[i], "correct horse"), SHOOGI_OK);
            assert_int_equal(compared(verifiers[i], "Correct horse"), SHOOGI_ILLEGAL);
        }
        unsetenv("SHOOGI_TEST_PASSWORD_COST");
    }
}

/* Without memory no password can be checked, which does not make it wrong. */
static bool spent;
int __real_crypto_pwhash_str_verify(const char *verifier, const char *password,
                                    unsigned long long password_bytes);
int __wrap_crypto_pwhash_str_verify(const char *verifier, const char *password,
                                    unsigned long long password_bytes);
int __wrap_crypto_pwhash_str_verify(const char *verifier, const char *password,
                                    unsigned long long password_bytes)
{
    if (!spent)
        return __real_crypto_pwhash_str_verify(verifier, password, password_bytes);
    errno = ENOMEM;
    return -1;
}

static void memory_runs_out(void **state)
{
    (void)state;
    shg_passwords *p = NULL;
    assert_int_equal(shg_passwords_new(&p, shares, wake, NULL), SHOOGI_OK);
    done_count = 0;
    spent = true;
    shg_password_job compared = job_of("correct horse");
    assert_int_equal(shg_passwords_submit(p, &compared), SHOOGI_OK);
    wait_for(p, 1);
    spent = false;
    assert_int_equal(compared.status, SHOOGI_NO_MEMORY);
    shg_passwords_free(p);
}

static shg_password_job slow_job(uint8_t network, uint8_t address)
{
    shg_password_job job = job_of("some password");
    job.make = true;
    job.from = (shg_address_key){ .kind = 4, .bytes = { 10, 0, network, address } };
    return job;
}

/* Jobs in the order in which they ended. */
static shg_password_job *order[SHG_HASHES_WAITING_MAX + SHG_HASHERS + 2];

static void done_in_order(shg_password_job *job)
{
    order[done_count++] = job;
}

static void wait_until_done(shg_passwords *p, const shg_password_job *job)
{
    for (int at = 0;; at++) {
        wait_for(p, at + 1);
        if (order[at] == job)
            return;
    }
}

/* Eight addresses fill the queue.  A ninth has its turn next, and the last job of one of the eight gives
 * way to it. Shutdown answers every job, hashed or not. */
static void full_queue_then_stop(void **state)
{
    (void)state;
    enum { COUNT = SHG_HASHES_WAITING_MAX + SHG_HASHERS + 1 };
    static shg_password_job jobs[COUNT], ninth;
    shg_passwords *p = NULL;
    assert_int_equal(shg_passwords_new(&p, shares, wake, NULL), SHOOGI_OK);
    done_count = 0;
    int taken = 0;
    for (size_t i = 0; i < COUNT && shg_passwords_waiting(p) < SHG_HASHES_WAITING_MAX; i++) {
        jobs[i] = slow_job((uint8_t)(i % 8), 1);
        jobs[i].done = done_in_order;
        taken += shg_passwords_submit(p, &jobs[i]) == SHOOGI_OK;
    }
    assert_in_range(taken, SHG_HASHES_WAITING_MAX, COUNT);
    ninth = slow_job(8, 1);
    ninth.done = done_in_order;
    assert_int_equal(shg_passwords_submit(p, &ninth), SHOOGI_OK);
    assert_in_range(shg_passwords_waiting(p), 1, SHG_HASHES_WAITING_MAX);
    wait_until_done(p, &ninth);
    assert_int_equal(ninth.status, SHOOGI_OK);
    int gave_way = 0;
    for (int i = 0; i < done_count; i++)
        gave_way += order[i]->status == SHOOGI_LIMIT_EXCEEDED;
    assert_in_range(gave_way, 0, 1); /* none if one was hashed just before */
    /* Those started before it, one of each of the eight and for each thread, and the one that gave way. */
    assert_in_range(done_count, 1, 8 + 2 * SHG_HASHERS + 2);
    shg_passwords_free(p);
    assert_int_equal(done_count, taken + 1);
    assert_int_equal(shg_share_held(shg_shares_get(shares, SHG_SHARE_passwords)), 0);
}

/* An address with many jobs lets others pass, and cannot queue more than its share. Nor can a network,
 * here of 65,536 addresses. */
static void addresses_take_turns(void **state)
{
    (void)state;
    enum { COUNT = SHG_HASHES_WAITING_PER_NETWORK + SHG_HASHERS + 1 };
    static shg_password_job one[SHG_HASHES_WAITING_PER_ADDRESS + SHG_HASHERS + 1], net[COUNT], last;
    shg_passwords *p = NULL;
    assert_int_equal(shg_passwords_new(&p, shares, wake, NULL), SHOOGI_OK);
    done_count = 0;
    int taken = 0;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < sizeof one / sizeof one[0] && status == SHOOGI_OK; i++) {
        one[i] = slow_job(1, 1);
        one[i].done = done_in_order;
        status = shg_passwords_submit(p, &one[i]);
        taken += status == SHOOGI_OK;
    }
    assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
    status = SHOOGI_OK;
    for (size_t i = 0; i < COUNT && status == SHOOGI_OK; i++) {
        net[i] = slow_job(0, 0);
        net[i].done = done_in_order;
        net[i].from =
            (shg_address_key){ .kind = 6, .bytes = { 0x20, 1, 13, 0xB8, 0, 1, (uint8_t)i } };
        status = shg_passwords_submit(p, &net[i]);
        taken += status == SHOOGI_OK;
    }
    assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
    last = slow_job(2, 1);
    last.done = done_in_order;
    assert_int_equal(shg_passwords_submit(p, &last), SHOOGI_OK);
    wait_until_done(p, &last);
    /* Those already started, and one more of each network that followed a finished one. */
    assert_in_range(done_count, 1, 4 * SHG_HASHERS);
    assert_true(shg_passwords_waiting(p) > 0);
    shg_passwords_free(p);
    assert_int_equal(done_count, taken + 1);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    if (shg_shares_new(&shares, 0) != SHOOGI_OK)
        return 1;
    outcomes = eventfd(0, EFD_CLOEXEC);
    unsetenv("SHOOGI_TEST_PASSWORD_COST"); /* queues fill only if hashing is slow */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_and_compares),   cmocka_unit_test(cost_of_hashing),
        cmocka_unit_test(memory_runs_out),      cmocka_unit_test(full_queue_then_stop),
        cmocka_unit_test(addresses_take_turns),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shg_shares_free(shares);
    return failed;
}
