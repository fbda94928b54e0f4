#include "server/loop/takeover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static const char setting_name[] = "SHOOGI_HANDOVER";
static const char why_name[] = "SHOOGI_HANDOVER_WHY";
static const char *const verbs[] = { [SHG_TAKEOVER_NONE] = "",
                                     [SHG_TAKEOVER_TRY] = "try",
                                     [SHG_TAKEOVER_TAKE] = "take",
                                     [SHG_TAKEOVER_BACK] = "back" };

/* By the path that was given, as it may be a link that will lead to the next version. */
static void find_program(char program[PATH_MAX])
{
    const char *given = (const char *)(uintptr_t)getauxval(AT_EXECFN);
    snprintf(program, PATH_MAX, "%s", given ? given : "");
}

void shg_takeover_read(shg_takeover *out)
{
    const char *setting = getenv(setting_name), *why = getenv(why_name);
    char verb[8];
    int at = 0;
    *out = (shg_takeover){ .state_fd = -1, .old_fd = -1 };
    find_program(out->program);
    if (setting && sscanf(setting, "%7s %d %d %n", verb, &out->state_fd, &out->old_fd, &at) == 3 &&
        at > 0) {
        for (size_t i = 1; i < sizeof verbs / sizeof verbs[0]; i++)
            if (strcmp(verb, verbs[i]) == 0)
                out->verb = (shg_takeover_verb)i;
        snprintf(out->program, sizeof out->program, "%s", setting + at);
    }
    if (out->verb == SHG_TAKEOVER_BACK && why)
        snprintf(out->why, sizeof out->why, "%s", why);
    unsetenv(setting_name);
    unsetenv(why_name);
    if (out->state_fd >= 0)
        (void)fcntl(out->state_fd, F_SETFD, FD_CLOEXEC);
    if (out->old_fd >= 0)
        (void)fcntl(out->old_fd, F_SETFD, FD_CLOEXEC);
}

char **shg_takeover_environment(char setting[PATH_MAX + 64], const shg_takeover *next)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **out = malloc((count + 2) * sizeof *out);
    if (!out)
        return NULL;
    snprintf(setting, PATH_MAX + 64, "%s=%s %d %d %s", setting_name, verbs[next->verb],
             next->state_fd, next->old_fd, next->program);
    memcpy(out, environ, count * sizeof *out);
    out[count] = setting;
    out[count + 1] = NULL;
    return out;
}

void shg_takeover_exec(const shg_takeover *next, const char *const *arguments)
{
    char setting[PATH_MAX + 64];
    if (next->why[0] && setenv(why_name, next->why, 1) != 0)
        return;
    char **environment = shg_takeover_environment(setting, next);
    if (!environment)
        return;
    const bool back = next->verb == SHG_TAKEOVER_BACK;
    (void)fcntl(next->state_fd, F_SETFD, 0);
    if (!back)
        (void)fcntl(next->old_fd, F_SETFD, 0);
    char *const *words = (char *const *)(uintptr_t)arguments;
    if (back)
        fexecve(next->old_fd, words, environment);
    else
        execve(next->program, words, environment);
    const int why = errno;
    (void)fcntl(next->state_fd, F_SETFD, FD_CLOEXEC);
    (void)fcntl(next->old_fd, F_SETFD, FD_CLOEXEC);
    free(environment);
    errno = why;
}
