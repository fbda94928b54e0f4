/* process.h: an external program that exchanges lines: a child on a socket, which may hang or exit at any moment. */
#ifndef SHG_MATCH_PROCESS_H
#define SHG_MATCH_PROCESS_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_process shg_process;

/* Runs a command by the shell, after "exec", as leader of a process group that is killed with the starting thread.  name: prefix of
 * traced lines, borrowed; trace: copies every line to standard error, and the child's standard error, which is discarded otherwise.
 * Returns OK and *out owned (shg_process_end), NO_MEMORY, or IO with errno. */
SHOOGI_CHECKED shoogi_status shg_process_start(shg_process **out, const char *command,
                                               const char *name, bool trace);

/* Closes its input, waits for patience_ms, then kills it with all its group.  NULL is accepted. */
void shg_process_end(shg_process *process, int64_t patience_ms);

/* Writes a line, given without LF; waits at most a second.  Returns false if the child does not read it. */
bool shg_process_write_line(shg_process *process, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

typedef enum shg_read_result { SHG_READ_LINE, SHG_READ_TIMEOUT, SHG_READ_END } shg_read_result;

/* Waits for a line until a deadline by shg_monotonic_ms.  Returns LINE with *line filled, without its end and the spaces around it,
 * borrowed until the next call; TIMEOUT at the deadline, even if there is more to read; END if no more lines will come.  Lines
 * are cut at 64 KiB. */
shg_read_result shg_process_read_line(char **line, shg_process *process, int64_t until_ms);

/* How a child ended, after END: "exit status 3", "signal 11"; waits for it up to a second. */
void shg_process_exit_text(char *out, size_t out_bytes, shg_process *process);

#endif
