#include "cli/long_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

cli_long_run cli_run_begin(void)
{
    const bool on_terminal = isatty(STDERR_FILENO) == 1;
    const struct sigaction action = { .sa_handler = interrupt };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return (cli_long_run){ .on_terminal = on_terminal, .progress_ms = on_terminal ? 1000 : 10000 };
}

bool cli_run_should_stop(void *context)
{
    (void)context;
    return interrupted;
}

void cli_run_wipe(const cli_long_run *run)
{
    if (run->on_terminal)
        fputs("\r\033[K", stderr);
}

void cli_run_print(void *context, const char *line)
{
    cli_run_wipe(context);
    printf("%s\n", line);
    fflush(stdout);
}

void cli_run_show(void *context, const char *line)
{
    const cli_long_run *const run = context;
    fprintf(stderr, run->on_terminal ? "\r%s\033[K" : "%s\n", line);
}

bool cli_run_folder(const char *command, const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "shoogi %s: %s: %s\n", command, path, strerror(errno));
    return false;
}

unsigned cli_processors(unsigned most)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)most ? most : (unsigned)count;
}
