/* run_suite.c: the main of a test program made of several test files; see base/test_suite.h.
 *
 *     core_tests SUITE [--all]     --all: long tests run all of their cases, not a part of them (TEST_SHARE)
 *
 * The build names the suites: -DSUITES="SUITE(hand) SUITE(move)". */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define SUITE(name) int name##_suite(void);
SUITES
#undef SUITE

static const struct {
    const char *name;
    int (*run)(void);
} suites[] = {
#define SUITE(name) { #name, name##_suite },
    SUITES
#undef SUITE
};

int test_all;

int main(int argc, char **argv)
{
    test_all = argc == 3 && strcmp(argv[2], "--all") == 0;
    for (size_t i = 0; argc == 2 + test_all && i < sizeof suites / sizeof suites[0]; i++)
        if (strcmp(suites[i].name, argv[1]) == 0)
            return suites[i].run();
    fprintf(stderr, "usage: %s SUITE [--all], which is one of:", argv[0]);
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        fprintf(stderr, " %s", suites[i].name);
    fputc('\n', stderr);
    return 2;
}
