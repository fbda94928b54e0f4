#include "server/loop/child.h"

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* In the child, which is this program again: prints its environment. */
static int print_environment(void)
{
    for (char **setting = environ; *setting; setting++)
        puts(*setting);
    return 0;
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    (void)what;
    event_base_loopbreak(context);
}

static void secrets_are_not_handed_on(void **state)
{
    (void)state;
    static const char *const words[] = { "child", "environment", NULL };
    struct event_base *base = event_base_new();
    shg_child child;
    char output[4096];
    assert_int_equal(setenv("SHOOGI_VARIANTS", "/some/where", 1), 0);
    assert_int_equal(setenv("SHOOGI_VARIANTS_KEY", "secret", 1), 0);
    assert_int_equal(setenv("SHOOGI", "secret", 1), 0);
    assert_int_equal(setenv("DATABASE_PASSWORD", "secret", 1), 0);
    assert_true(shg_child_start(&child, base, words));
    bufferevent_setcb(child.bev, NULL, NULL, on_event, base);
    bufferevent_enable(child.bev, EV_READ);
    event_base_dispatch(base);
    const size_t bytes = bufferevent_read(child.bev, output, sizeof output - 1);
    output[bytes] = '\0';
    assert_non_null(strstr(output, "SHOOGI_VARIANTS=/some/where\n"));
    assert_null(strstr(output, "secret"));
    assert_null(strstr(output, "PATH=/usr"));
    shg_child_end(&child);
    event_base_free(base);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "environment") == 0)
        return print_environment();
    const struct CMUnitTest tests[] = { cmocka_unit_test(secrets_are_not_handed_on) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
