/* shell_test.c: commands run without a terminal; tests/e2e/local_test.py tests terminals. */
#include "server/keyboard/shell.h"
#include "base/test_suite.h"

#include "support/server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char problem[200];
static struct event_base *base;
static bool hang_up;

static const char *run(const char *command)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    shg_out out = shg_out_make(problem, sizeof problem);
    shg_shell_run(&out, base, ends[0], command, &hang_up);
    close(ends[0]);
    close(ends[1]);
    return problem;
}

static int set_up(void **state)
{
    (void)state;
    hang_up = false;
    setenv("SHELL", "/bin/sh", 1);
    base = event_base_new();
    return base ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    event_base_free(base);
    return 0;
}

static void ends(void **state)
{
    (void)state;
    assert_string_equal(run("exit 0"), "");
    assert_string_equal(run("exit 7"), "The command exited with status 7.");
    assert_string_equal(run("kill -9 $$"), "The command was killed by signal 9: Killed.");
    assert_string_equal(run("no-such-command 2>/dev/null"), "The command exited with status 127.");
    assert_string_equal(run(""), ""); /* a shell with nothing to read */
    /* Signals that we ignore or catch have their default action in the command. */
    const char *dies = "The command was killed by signal 13: Broken pipe.";
    (void)signal(SIGPIPE, SIG_IGN);
    assert_string_equal(run("kill -PIPE $$"), dies);
    (void)signal(SIGPIPE, SIG_DFL);
}

static void which_shell(void **state)
{
    (void)state;
    setenv("SHELL", "/nowhere/sh", 1);
    assert_string_equal(run("exit 0 2>/dev/null"), "The command exited with status 127.");
    setenv("SHELL", "", 1);
    assert_string_equal(run("exit 4"), "The command exited with status 4.");
    unsetenv("SHELL");
    assert_string_equal(run("exit 5"), "The command exited with status 5.");
    setenv("SHELL", "/bin/false", 1);
    assert_string_equal(run("exit 0"), "The command exited with status 1.");
}

static void reads_nothing(void **state)
{
    (void)state;
    assert_string_equal(run("test -z \"$(cat)\""), "");
}

static void killed_by_hangup(void **state)
{
    (void)state;
    hang_up = true;
    assert_string_equal(run("sleep 60"), "The command was killed by signal 1: Hangup.");
}

static void loop_ends(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    ++*(int *)context;
}

static void loop_goes_on(void **state)
{
    (void)state;
    int turns = 0;
    struct event *timer = event_new(base, -1, EV_PERSIST, loop_ends, &turns);
    const struct timeval often = { 0, 1000 };
    assert_non_null(timer);
    assert_int_equal(event_add(timer, &often), 0);
    assert_string_equal(run("sleep 0.1"), "");
    assert_true(turns > 1);
    event_free(timer);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

TEST_SUITE(shell)
{
    const struct CMUnitTest tests[] = {
        CASE(ends),         CASE(which_shell), CASE(reads_nothing), CASE(killed_by_hangup),
        CASE(loop_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
