/* sandbox_test.c: what a confined process may and may not do. */
#include "cli/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void *count(void *context)
{
    unsigned *number = context;
    char *memory = malloc(4 * 1024 * 1024);
    if (memory)
        memset(memory, 1, 4 * 1024 * 1024);
    *number += memory != NULL;
    free(memory);
    return NULL;
}

/* Runs in the confined process.  Returns the number of the failed check; 0 if all passed. */
static int confined(void)
{
    pthread_t thread;
    unsigned counted = 0;
    char byte = 'x';
    cli_sandbox_begin();
    struct rlimit memory;
    if (getpriority(PRIO_PROCESS, 0) < 10)
        return 1;
    if (getrlimit(RLIMIT_AS, &memory) != 0 || memory.rlim_max == RLIM_INFINITY)
        return 2;
    int pair[2];
    if (pipe(pair) != 0 || !cli_sandbox())
        return 3;
    if (write(pair[1], &byte, 1) != 1 || read(pair[0], &byte, 1) != 1)
        return 4;
    if (pthread_create(&thread, NULL, count, &counted) != 0 || pthread_join(thread, NULL) != 0 ||
        counted != 1)
        return 5;
    if (open("/dev/null", O_RDONLY) >= 0 || errno != EPERM)
        return 6;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM)
        return 7;
    if (fork() >= 0 || errno != EPERM)
        return 8;
    if (execl("/bin/true", "true", (char *)NULL) != -1 || errno != EPERM)
        return 9;
    if (kill(getppid(), 0) == 0 || unlink("/nowhere/at/all") == 0 || errno != EPERM)
        return 10;
    if (syscall(SYS_tgkill, getppid(), getppid(), 0) == 0 || errno != EPERM)
        return 11;
    return 0;
}

static void a_process_confines_itself(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0)
        _exit(confined());
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_process_confines_itself) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
