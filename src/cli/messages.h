/* messages.h: error messages and output of the program, with checks for write errors. */
#ifndef SHG_CLI_MESSAGES_H
#define SHG_CLI_MESSAGES_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Prints "shoogi COMMAND: expected WHAT, found "FOUND"" on standard error; found NULL: end of text.
 * command NULL: the program itself.  Returns CLI_BAD. */
int cli_expected(const char *command, const char *found, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints "FILE:LINE:COLUMN: MESSAGE" on standard error, or "FILE: MESSAGE" where no line is at fault.
 * Returns CLI_BAD. */
int cli_fault(const char *file, const shoogi_error *error);

/* Prints "shoogi: " and the text of a status, such as "out of memory".  Returns CLI_BAD. */
int cli_failed(shoogi_status status);

/* Returns one if count is 1, else many. */
static inline const char *cli_noun(unsigned count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* Writes to standard output.  Returns false after reporting an error; further output is then useless. */
bool cli_write(const char *bytes, size_t count);

/* Reports, once, that standard output could not be written.  error: an errno; 0: unknown.  Returns false. */
bool cli_unwritten(int error);

/* Flushes standard output at the end of a command.  Returns exit_status, or CLI_BAD after reporting a
 * write error.  May be called several times. */
int cli_written(int exit_status);

#endif
