/* run.h: a run of hours: what its caller hears of it, and when it ends. */
#ifndef SHG_LEARNING_RUN_H
#define SHG_LEARNING_RUN_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct shg_run {
    double seconds_max;  /* time limit; 0: none */
    int64_t progress_ms; /* between progress reports; at least 1 */
    /* Called with a line, without newline, after each step (on_line), and in between every progress_ms (on_progress).  From any of
     * the run's threads, one at a time.  Both may be NULL. */
    void (*on_line)(void *context, const char *line);
    void (*on_progress)(void *context, const char *line);
    /* Called between games, from any of its threads: whether to stop early.  May be NULL. */
    bool (*should_stop)(void *context);
    void *context;
} shg_run;

double shg_seconds_since(const struct timespec *then);

/* Whether a run that began then has to end: its time is up, or should_stop says so. */
bool shg_run_is_over(const shg_run *run, const struct timespec *began);

/* Writes its rate and the time left by it or by the time limit, whichever is less: ", 1200 games an hour, 1:05 left".  played, left:
 * games since it began, and until it ends. */
void shg_run_write_rate(char *out, size_t bytes, const shg_run *run, const struct timespec *began,
                        size_t played, size_t left);

/* Fills *err: the run cannot go on, as what it began with has changed, such as "the definition of" NAME.  name "": the game.
 * Returns PARSE_ERROR. */
shoogi_status shg_run_changed(shoogi_error *err, const char *what, const char *name);

/* Fills *err: a file of the run begins with `found`, not with the command `made`, each after `head`.  Says of which command it
 * is, if of any.  Returns PARSE_ERROR. */
shoogi_status shg_run_of_other(shoogi_error *err, const char *head, const char *made,
                               const char *found, size_t found_bytes);

#endif
