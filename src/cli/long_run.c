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

bool cli_run_was_stopped(void)
{
    return interrupted;
}

static bool should_stop(void *context)
{
    (void)context;
    return interrupted;
}

void cli_run_wipe(const cli_long_run *run)
{
    if (run->on_terminal)
        fputs("\r\033[K", stderr);
}

static void print_line(void *context, const char *line)
{
    cli_run_wipe(context);
    printf("%s\n", line);
    fflush(stdout);
}

static void show_progress(void *context, const char *line)
{
    const cli_long_run *const run = context;
    fprintf(stderr, run->on_terminal ? "\r%s\033[K" : "%s\n", line);
}

shg_run cli_run_of(cli_long_run *run, unsigned hours)
{
    return (shg_run){ .seconds_max = 3600.0 * hours,
                      .progress_ms = run->progress_ms,
                      .on_line = print_line,
                      .on_progress = show_progress,
                      .should_stop = should_stop,
                      .context = run };
}

bool cli_run_folder(const char *command, const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "shoogi %s: %s: %s\n", command, path, strerror(errno));
    return false;
}

cli_option cli_run_hours(unsigned *hours)
{
    return (cli_option){ .name = "hours",
                         .value = "H",
                         .help = "stop after H hours",
                         .read = cli_read_number,
                         .into = hours,
                         .noun = "hours",
                         .least = 1,
                         .most = 10000 };
}

cli_option cli_run_threads(unsigned *threads, unsigned most)
{
    return (cli_option){ .name = "threads",
                         .value = "N",
                         .help = "number of threads (default: one for each processor)",
                         .read = cli_read_number,
                         .into = threads,
                         .noun = "threads",
                         .least = 1,
                         .most = most };
}

cli_option cli_run_seed(unsigned *seed)
{
    return (cli_option){ .name = "seed",
                         .value = "N",
                         .help = "random seed (default: 1)",
                         .read = cli_read_number,
                         .into = seed,
                         .noun = "a seed",
                         .least = 0,
                         .most = UINT32_MAX };
}

unsigned cli_processors(unsigned most)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)most ? most : (unsigned)count;
}
