/* long_run.h: a command that works for hours: its folder, its progress, and its end by Ctrl-C. */
#ifndef SHG_CLI_LONG_RUN_H
#define SHG_CLI_LONG_RUN_H

#include "cli/options.h"
#include "learning/run.h"

typedef struct cli_long_run {
    bool on_terminal;    /* standard error: progress is a line that is overwritten */
    int64_t progress_ms; /* how often to show it */
} cli_long_run;

/* SIGINT and SIGTERM end the run softly from now on. */
cli_long_run cli_run_begin(void);

/* The run as the library takes it.  hours: its time limit, 0 for none; run: must live as long. */
shg_run cli_run_of(cli_long_run *run, unsigned hours);
/* Whether such a signal has come. */
bool cli_run_was_stopped(void);
/* Wipes the line of progress. */
void cli_run_wipe(const cli_long_run *run);

/* Makes a folder unless it is there.  Returns false after reporting an error. */
bool cli_run_folder(const char *command, const char *path);

/* The options that all have; what they point to has the default values: 0, cli_processors(most), 1. */
cli_option cli_run_hours(unsigned *hours);
cli_option cli_run_threads(unsigned *threads, unsigned most);
cli_option cli_run_seed(unsigned *seed);

/* The number of processors, at most `most`. */
unsigned cli_processors(unsigned most);

#endif
