#include "learning/run.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double shg_seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

bool shg_run_is_over(const shg_run *run, const struct timespec *began)
{
    return (run->seconds_max > 0 && shg_seconds_since(began) >= run->seconds_max) ||
           (run->should_stop && run->should_stop(run->context));
}

void shg_run_write_rate(char *out, size_t bytes, const shg_run *run, const struct timespec *began,
                        size_t played, size_t left)
{
    const double seconds = shg_seconds_since(began), bound = run->seconds_max;
    double left_s = INFINITY;
    char rate[40] = "";
    if (played > 0) {
        const double each = seconds / (double)played;
        left_s = (double)left * each;
        snprintf(rate, sizeof rate, ", %.0f games an hour", 3600 / each);
    }
    if (bound > 0 && bound - seconds < left_s)
        left_s = bound > seconds ? bound - seconds : 0;
    const int used = snprintf(out, bytes, "%s", rate);
    if (left_s < INFINITY)
        snprintf(out + used, bytes - (size_t)used, ", %.0f:%02.0f left", floor(left_s / 3600),
                 floor(fmod(left_s, 3600) / 60));
}

shoogi_status shg_run_changed(shoogi_error *err, const char *what, const char *name)
{
    return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                         "%s %.40s changed after this run began: put back what was there, or begin "
                         "in another folder",
                         what, *name != '\0' ? name : "the game");
}

/* The length of a line that is a command of this program, and not of other bytes; 0: it is not. */
static size_t command_bytes(const char *line, size_t bytes)
{
    static const char word[] = "shoogi ";
    size_t length = 0;
    while (length < bytes && line[length] >= ' ' && line[length] <= '~')
        length++;
    return length >= sizeof word && memcmp(line, word, sizeof word - 1) == 0 ? length : 0;
}

shoogi_status shg_run_of_other(shoogi_error *err, const char *head, const char *made,
                               const char *found, size_t found_bytes)
{
    const size_t head_bytes = strlen(head);
    const bool headed = found_bytes > head_bytes && memcmp(found, head, head_bytes) == 0;
    const size_t length = headed ? command_bytes(found + head_bytes, found_bytes - head_bytes) : 0;
    if (length > 0)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                             "this folder is of \"%.*s\": begin in another folder",
                             length < 110 ? (int)length : 110, found + head_bytes);
    char what[200];
    snprintf(what, sizeof what, "\"%s%s\"", head, made);
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, what, found, found_bytes);
}
