/* postgres_reason.c: why a database cannot be used, in a sentence that says what to do.
 *
 * libpq and the server give reasons as text alone where a connection fails, so they are told apart by their words, which are
 * English unless lc_messages of the database says otherwise: then the reason stands without the advice. */
#include "storage/postgres_int.h"

#include "base/error.h"

#include <stdio.h>

/* libpq's words for a reason, and what to do. */
static const struct {
    const char *words, *advice;
} advices[] = {
    { "password authentication failed", "see ~/.pgpass or passfile=FILE" },
    { "no password supplied", "put it into ~/.pgpass or passfile=FILE" },
    { "read-only", "name the host that accepts writes" },
    { "hot standby", "name the host that accepts writes" },
    { "too many c", "raise the limit, or close some" }, /* clients already, connections for ... */
    { "remaining connection slots", "raise max_connections" },
    { "certificate verify failed", "see sslrootcert=FILE" },
    { "root certificate file", "see sslrootcert=FILE" },
    { "does not match host name", "see sslmode" },
    { "no pg_hba.conf entry", "see pg_hba.conf" },
    { "Connection refused", "is it running there?" },
    { "No such file or directory", "is it running there?" },
    { "timeout expired", "is it running there?" },
    { "starting up", "try again" },
    { "lock timeout", "start again" },
    { "deadlock detected", "start again" },
    { "permission denied for schema", "make its user the owner" },
};

/* The reason behind what libpq says in front of it, or NULL in a line that has nothing in front. */
static const char *skip_introduction(const char *line, const char *end)
{
    static const char *const before[] = { "failed: ", "FATAL:  ", "ERROR:  " };
    const char *reason = NULL;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        const char *at = strstr(reason ? reason : line, before[i]);
        if (at && at < end)
            reason = at + strlen(before[i]);
    }
    return reason;
}

/* The reason in one line: of several hosts that of the last.  Lines behind it without an introduction are remarks. */
static void find_reason(char *out, size_t room, const char *message)
{
    out[0] = '\0';
    for (const char *line = message; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *end = line + strcspn(line, "\n");
        const char *reason = skip_introduction(line, end);
        if (!reason && out[0] == '\0')
            reason = line;
        if (reason)
            snprintf(out, room, "%.*s", (int)(end - reason), reason);
    }
}

struct shg_postgres_reason shg_postgres_reason_of(const char *message)
{
    struct shg_postgres_reason out;
    find_reason(out.text, sizeof out.text, message);
    const size_t length = strlen(out.text);
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
        if (strstr(out.text, advices[i].words)) {
            snprintf(out.text + length, sizeof out.text - length, ": %s", advices[i].advice);
            break;
        }
    return out;
}
