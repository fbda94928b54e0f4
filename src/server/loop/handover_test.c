#include "server/loop/handover.h"
#include "base/test_suite.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

/* A state of two records; pair: the socket of the second. */
static int seal(int pair[2])
{
    shg_handover_out out = { 0 };
    shoogi_error err;
    int fd = -1;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    shg_handover_open(&out, "server");
    shg_json_number(&out.text, "start_ms", 1700000000123);
    shg_json_text(&out.text, "text", "two\nlines, \"quoted\"");
    shg_handover_close(&out);
    shg_handover_open(&out, "listener");
    shg_json_text(&out.text, "name", "telnet");
    shg_handover_socket(&out, pair[0]);
    shg_json_hex(&out.text, "bytes", "\0\xFF\n", 3);
    shg_json_open(&out.text, "list", '[');
    shg_json_number(&out.text, NULL, -4);
    shg_json_number(&out.text, NULL, 5);
    shg_json_close(&out.text, ']');
    shg_handover_close(&out);
    assert_int_equal(shg_handover_seal(&fd, &out, &err), SHOOGI_OK);
    shg_handover_inherit(&out, true);
    assert_int_equal(fcntl(pair[0], F_GETFD), 0);
    shg_handover_inherit(&out, false);
    assert_int_equal(fcntl(pair[0], F_GETFD), FD_CLOEXEC);
    shg_handover_out_fini(&out);
    return fd;
}

static void fields_come_back(void **state)
{
    (void)state;
    int pair[2];
    const int fd = seal(pair);
    shg_handover h;
    shoogi_error err;
    char kind[SHG_HANDOVER_KIND_BYTES], text[40];
    assert_int_equal(write(fd, "x", 1), -1); /* it is sealed */
    assert_int_equal(shg_handover_read(&h, fd, &err), SHOOGI_OK);
    assert_true(shg_handover_next(kind, &h));
    assert_string_equal(kind, "server");
    assert_int_equal(shg_field_number(&h.json, 0, "start_ms", 0), 1700000000123);
    assert_int_equal(shg_field_number(&h.json, 0, "text", 7), 7); /* no number */
    assert_int_equal(shg_field_number(&h.json, 0, "none", 7), 7);
    shg_field_copy(text, sizeof text, &h.json, 0, "text");
    assert_string_equal(text, "two\nlines, \"quoted\"");
    shg_field_copy(text, 4, &h.json, 0, "text");
    assert_string_equal(text, ""); /* does not fit */
    assert_int_equal(shg_handover_fd(&h), -1);

    assert_true(shg_handover_next(kind, &h));
    assert_int_equal(shg_handover_fd(&h), pair[0]);
    size_t count, at = 0;
    char *bytes = shg_field_hex(&count, &h.json, 0, "bytes");
    assert_int_equal(count, 3);
    assert_memory_equal(bytes, "\0\xFF\n", 4);
    free(bytes);
    assert_null(shg_field_hex(&count, &h.json, 0, "name"));
    assert_true(shg_field_each(&at, &h.json, 0, "list"));
    assert_int_equal(shg_json_number_at(&h.json, at, 0), -4);
    assert_true(shg_field_each(&at, &h.json, 0, "list"));
    assert_int_equal(shg_json_number_at(&h.json, at, 0), 5);
    assert_false(shg_field_each(&at, &h.json, 0, "list"));
    assert_false(shg_handover_next(kind, &h));
    assert_true(shg_handover_find(&h, "listener", "telnet"));
    assert_false(shg_handover_find(&h, "listener", "http"));
    shg_handover_fini(&h);
    close(pair[0]);
    close(pair[1]);
}

/* A copy of a state with one byte changed, or cut. */
static shoogi_status read_copy(const char *text, size_t bytes, shoogi_error *err)
{
    const int fd = memfd_create("test", MFD_CLOEXEC);
    shg_handover h;
    assert_int_equal(write(fd, text, bytes), bytes);
    const shoogi_status status = shg_handover_read(&h, fd, err);
    if (status == SHOOGI_OK)
        shg_handover_fini(&h);
    return status;
}

static void damaged_states_are_refused_as_a_whole(void **state)
{
    (void)state;
    int pair[2];
    char text[2000];
    const int fd = seal(pair);
    const ssize_t bytes = pread(fd, text, sizeof text, 0);
    shoogi_error err;
    close(fd);
    close(pair[0]);
    close(pair[1]);
    assert_in_range(bytes, 100, sizeof text - 1);
    assert_int_equal(read_copy(text, (size_t)bytes, &err), SHOOGI_OK);
    for (size_t cut = 0; cut < (size_t)bytes; cut++)
        assert_int_equal(read_copy(text, cut, &err), SHOOGI_PARSE_ERROR);
    for (size_t at = 0; at < (size_t)bytes; at++) {
        text[at] ^= 1;
        const shoogi_status status = read_copy(text, (size_t)bytes, &err);
        text[at] ^= 1;
        /* White space of the head may be another. */
        if (!strchr(" \n", text[at]))
            assert_int_equal(status, SHOOGI_PARSE_ERROR);
    }
    memcpy(text, "shoogi-handover 9", 17);
    assert_int_equal(read_copy(text, (size_t)bytes, &err), SHOOGI_PARSE_ERROR);
    assert_string_equal(err.message,
                        "the state of the running server has version 9, expected version 1");
}

TEST_SUITE(handover)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_come_back),
        cmocka_unit_test(damaged_states_are_refused_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
