/* test_suite.h: a test file as one suite of its directory's test program.
 *
 *     TEST_SUITE(hand)
 *     {
 *         const struct CMUnitTest tests[] = { ... };
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 *
 * `core_tests hand` runs it, in a process of its own.  One program for all, because linking one for each file took longer
 * than compiling them.  A file whose functions of the C library are wrapped, or which has arguments, is a program with a
 * main of its own. */
#ifndef SHG_BASE_TEST_SUITE_H
#define SHG_BASE_TEST_SUITE_H

/* The function that runs the tests of a file; returns how many failed.  Called by tests/run_suite.c. */
#define TEST_SUITE(name)                                                                           \
    int name##_suite(void);                                                                        \
    int name##_suite(void)

/* 1 if the sanitizers look at the program, which takes three times as long: a test that tries much tries a part of it then,
 * and all in the plain build (`in_both` in tests/meson.build). */
#define TEST_SANITIZED 0
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef TEST_SANITIZED
#define TEST_SANITIZED 1
#endif
#endif

#endif
