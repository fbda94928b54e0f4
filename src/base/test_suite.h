/* test_suite.h: declares a test file as one suite of its directory's test program.
 *
 *     TEST_SUITE(hand)
 *     {
 *         const struct CMUnitTest tests[] = { ... };
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 *
 * `core_tests hand` runs it in its own process.  A directory has one program because linking one for each file took longer
 * than compiling them.  A file that wraps functions of the C library, or takes arguments, is a program with its own
 * main. */
#ifndef SHG_BASE_TEST_SUITE_H
#define SHG_BASE_TEST_SUITE_H

/* Defines the function that runs the tests of a file and returns the number of failures.  tests/run_suite.c calls it. */
#define TEST_SUITE(name)                                                                           \
    int name##_suite(void);                                                                        \
    int name##_suite(void)

/* 1 in a build with sanitizers, which is three times slower: long tests run a part of their cases there, and all of them in
 * the plain build (`in_both` in tests/meson.build). */
#define TEST_SANITIZED 0
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef TEST_SANITIZED
#define TEST_SANITIZED 1
#endif
#endif

/* 1 in script/soak, where a suite gets the argument --all.  tests/run_suite.c defines it. */
extern int test_all;

/* How much of a long test to run: in script/soak, in the plain build, and in one with sanitizers. */
#define TEST_SHARE(all, quick, sanitized)                                                          \
    (test_all ? (all) : TEST_SANITIZED ? (sanitized) : (quick))

#endif
