/* say.h: what the program tells its user, and whether it could. */
#ifndef SHG_CLI_SAY_H
#define SHG_CLI_SAY_H

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

/* Prints "shoogi: out of memory", or what else the status means.  Returns CLI_BAD. */
int cli_failed(shoogi_status status);

/* "one", or "many" of a number that is not 1. */
static inline const char *cli_noun(unsigned count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* Writes to standard output.  False if it could not, which has been told: there is no use in going on. */
bool cli_write(const char *bytes, size_t count);

/* Tells, once, that standard output could not be written.  error: of errno; 0: not known.  Returns false. */
bool cli_unwritten(int error);

/* Ends a command that wrote to standard output: returns its exit status, or says why the output could
 * not be written and returns CLI_BAD.  May be called several times. */
int cli_written(int exit_status);

#endif
