/* sandbox.h: a sandbox: the process drops all privileges that it will not need, so that exploited code can reach
 * nothing. */
#ifndef SHG_CLI_SANDBOX_H
#define SHG_CLI_SANDBOX_H

#include <stdbool.h>

/* Lowers the priority of the process and limits its memory, CPU time and output.  Call it at the start. */
void cli_sandbox_begin(void);

/* Restricts the calling thread, which must be the only one, and its future threads by seccomp: they may only compute, create
 * threads, allocate memory, and read and write open files.  All other system calls fail with EPERM: no file, process,
 * network or signal.  Returns false if the system does not support it. */
bool cli_sandbox(void);

/* The same, except that files below these folders, NULL-ended, may still be read, by a Landlock domain.  Folders that do not
 * exist are left out.  Returns false also if the system has no Landlock. */
bool cli_sandbox_except(const char *const *folders);

/* Whether this is a build with sanitizers, which map terabytes and open files: neither restriction applies to it. */
bool cli_sandbox_sanitized(void);

#endif
