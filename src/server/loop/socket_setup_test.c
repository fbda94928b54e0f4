/* socket_setup_test.c: socket options of a connection. */
#include "server/loop/socket_setup.h"
#include "base/test_suite.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static int option(int fd, int level, int name)
{
    int value = -1;
    socklen_t bytes = sizeof value;
    assert_int_equal(getsockopt(fd, level, name, &value, &bytes), 0);
    return value;
}

/* A dead connection is detected within two minutes; one lost probe does not end it. */
static void dead_lines(void **state)
{
    (void)state;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    shg_socket_setup(fd, true);
    assert_int_equal(option(fd, SOL_SOCKET, SO_KEEPALIVE), 1);
    assert_in_range(option(fd, IPPROTO_TCP, TCP_KEEPIDLE), 60, 600);
    assert_in_range(option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT), 60 * 1000, 120 * 1000);
    const int questions_s =
        option(fd, IPPROTO_TCP, TCP_KEEPIDLE) + 3 * option(fd, IPPROTO_TCP, TCP_KEEPINTVL);
    assert_true(questions_s * 1000 <= option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT));
    assert_int_equal(option(fd, IPPROTO_TCP, TCP_NODELAY), 1);
    assert_int_equal(option(fd, SOL_SOCKET, SO_OOBINLINE), 1);
    close(fd);
}

TEST_SUITE(socket_setup)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
