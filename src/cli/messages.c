#include "cli/messages.h"

#include "base/error.h"
#include "cli/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int cli_expected(const char *command, const char *found, const char *format, ...)
{
    char expected[SHOOGI_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    shoogi_error error;
    (void)shg_error_expected(&error, SHOOGI_PARSE_ERROR, 0, 0, expected, found,
                             found ? strlen(found) : 0);
    fprintf(stderr, "shoogi%s%s: %s\n", command ? " " : "", command ? command : "", error.message);
    return CLI_BAD;
}

int cli_fault(const char *file, const shoogi_error *error)
{
    if (error->line > 0)
        fprintf(stderr, "%s:%u:%u: %s\n", file, error->line, error->column, error->message);
    else
        fprintf(stderr, "%s: %s\n", file, error->message);
    return CLI_BAD;
}

int cli_failed(shoogi_status status)
{
    fprintf(stderr, "shoogi: %s\n", shoogi_status_text(status));
    return CLI_BAD;
}

bool cli_unwritten(int error)
{
    static bool said;
    if (!said)
        fprintf(stderr, "shoogi: cannot write to standard output: %s\n",
                strerror(error != 0 ? error : EIO));
    said = true;
    return false;
}

bool cli_write(const char *bytes, size_t count)
{
    errno = 0;
    return fwrite(bytes, 1, count, stdout) == count || cli_unwritten(errno);
}

int cli_written(int exit_status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return exit_status;
    (void)cli_unwritten(errno);
    return CLI_BAD;
}
