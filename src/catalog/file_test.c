/* file_test.c: reading whole files within a bound. */
#include "catalog/file.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64];

static int set_up(void **state)
{
    (void)state;
    strcpy(path, "/tmp/shoogi-file-XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "pawn\0king", 9), 9);
    close(file);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

static void expect_fault(const char *which, size_t bytes_max, shoogi_status status,
                         const char *message)
{
    char *bytes = NULL;
    size_t count = 77;
    shoogi_error err = { 0 };
    assert_int_equal(shg_file_read(&bytes, &count, which, bytes_max, &err), status);
    assert_null(bytes);
    assert_int_equal(count, 77);
    assert_int_equal(err.status, status);
    assert_int_equal(err.line, 0);
    assert_string_equal(err.message, message);
    assert_int_equal(shg_file_read(&bytes, &count, which, bytes_max, NULL), status);
}

static void plain_files(void **state)
{
    (void)state;
    for (size_t bytes_max = 9; bytes_max < 12; bytes_max++) {
        char *bytes = NULL;
        size_t count = 0;
        assert_int_equal(shg_file_read(&bytes, &count, path, bytes_max, NULL), SHOOGI_OK);
        assert_int_equal(count, 9);
        assert_memory_equal(bytes, "pawn\0king", 10); /* and the NUL after it */
        free(bytes);
    }
    expect_fault(path, 8, SHOOGI_LIMIT_EXCEEDED, "expected at most 8 bytes, found more");
    expect_fault(path, 0, SHOOGI_LIMIT_EXCEEDED, "expected at most 0 bytes, found more");
}

/* A large bound does not allocate memory. */
static void large_limits_allocate_nothing(void **state)
{
    (void)state;
    char *bytes = NULL;
    size_t count = 0;
    assert_int_equal(shg_file_read(&bytes, &count, path, SIZE_MAX / 2, NULL), SHOOGI_OK);
    assert_int_equal(count, 9);
    free(bytes);
    /* Files of /proc report size 0 and are not empty. */
    assert_int_equal(shg_file_read(&bytes, &count, "/proc/self/status", 1 << 20, NULL), SHOOGI_OK);
    assert_true(count > 100);
    assert_int_equal(bytes[count], '\0');
    free(bytes);
}

static void what_is_no_file(void **state)
{
    (void)state;
    expect_fault("/nowhere/at/all", 9, SHOOGI_NOT_FOUND, "cannot read: No such file or directory");
    expect_fault("/tmp", 9, SHOOGI_IO, "cannot read: Is a directory");
    expect_fault("/dev/zero", 9, SHOOGI_IO, "cannot read: not a plain file");
}

/* Standard input may be a pipe and arrive in pieces. */
static void standard_input(void **state)
{
    (void)state;
    const int kept = dup(STDIN_FILENO);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "pa", 2), 2);
    assert_int_equal(write(ends[1], "wn", 2), 2);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    char *bytes = NULL;
    size_t count = 0;
    const shoogi_status status = shg_file_read(&bytes, &count, "-", 4, NULL);
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
    assert_int_equal(status, SHOOGI_OK);
    assert_int_equal(count, 4);
    assert_string_equal(bytes, "pawn");
    free(bytes);
}

TEST_SUITE(file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plain_files, set_up, take_down),
        cmocka_unit_test_setup_teardown(large_limits_allocate_nothing, set_up, take_down),
        cmocka_unit_test(what_is_no_file),
        cmocka_unit_test(standard_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
