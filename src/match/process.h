/* process.h: another program that is spoken to in lines: a child on a socket, which may hang or end at any moment. */
#ifndef SHG_MATCH_PROCESS_H
#define SHG_MATCH_PROCESS_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_process shg_process;

/* Starts a command by the shell, behind "exec", as leader of a process group, to be killed with the thread that starts
 * it.  name: what lines are shown under, borrowed; shown: every line goes to standard error, and so does what the child
 * says there, which otherwise is lost.  Returns OK and *out owned (shg_process_end), NO_MEMORY, or IO with errno. */
SHOOGI_CHECKED shoogi_status shg_process_start(shg_process **out, const char *command,
                                               const char *name, bool shown);

/* Closes its input, waits for patience_ms, then kills it with all its group.  NULL is accepted. */
void shg_process_end(shg_process *process, int64_t patience_ms);

/* Writes a line, which comes without its LF; never waits longer than a second.  False if the child does not take it. */
bool shg_process_say(shg_process *process, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

typedef enum shg_heard { SHG_HEARD_LINE, SHG_HEARD_NOTHING, SHG_HEARD_END } shg_heard;

/* Waits for a line until a time of shg_monotonic_ms.  LINE with *line filled, without its end and the blanks around it,
 * borrowed until the next call; NOTHING when the time has come, whatever is still to be read; END if no more lines will
 * come.  Of lines of more than 64 KiB the rest is lost. */
shg_heard shg_process_hear(char **line, shg_process *process, int64_t until_ms);

/* In words, how a child has ended that says END: "exit status 3", "signal 11"; it is waited for up to a second. */
void shg_process_fate(char *out, size_t out_bytes, shg_process *process);

#endif
