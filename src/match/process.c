#include "match/process.h"

#include "base/monotonic.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES_MAX = 64 * 1024, SAY_PATIENCE_MS = 1000, END_PATIENCE_MS = 1000, STEP_MS = 5 };

struct shg_process {
    pid_t child;
    bool ended;
    siginfo_t exit_info; /* if it has */
    int socket; /* both ways: no pipe, so that writing to a child that is gone raises no signal */
    const char *name;
    bool trace;
    bool skipping;     /* the rest of a line that was too long */
    size_t begin, end; /* read and not yet returned */
    char bytes[LINE_BYTES_MAX];
};

/* ---- beginning ---- */

/* In the child: only what may be called between fork and exec of a program with threads. */
static void exec_child(const char *command, int talk, bool trace)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int dev_null = trace ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(talk, STDIN_FILENO) < 0 || dup2(talk, STDOUT_FILENO) < 0 ||
        (dev_null >= 0 && dup2(dev_null, STDERR_FILENO) < 0))
        _exit(127);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

shoogi_status shg_process_start(shg_process **out, const char *command, const char *name,
                                bool trace)
{
    int ends[2];
    shg_process *const p = calloc(1, sizeof *p);
    const size_t bytes = strlen(command) + sizeof "exec ";
    char *const exec_command =
        malloc(bytes); /* so that no shell stands between the program and our signals */
    if (!p || !exec_command) {
        free(p);
        free(exec_command);
        return SHOOGI_NO_MEMORY;
    }
    snprintf(exec_command, bytes, "exec %s", command);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(p);
        free(exec_command);
        return SHOOGI_IO;
    }
    *p = (shg_process){ .socket = ends[0], .name = name, .trace = trace };
    p->child = fork();
    if (p->child == 0)
        exec_child(exec_command, ends[1], trace);
    free(exec_command);
    close(ends[1]);
    if (p->child < 0) {
        close(ends[0]);
        free(p);
        return SHOOGI_IO;
    }
    setpgid(p->child, p->child); /* whoever comes first, the child or this */
    *out = p;
    return SHOOGI_OK;
}

/* ---- ending ---- */

/* Its number stays its own until it is waited for at the end. */
static bool wait_for(shg_process *p, int64_t until_ms)
{
    const struct timespec step = { .tv_nsec = STEP_MS * 1000000L };
    while (!p->ended) {
        p->exit_info = (siginfo_t){ 0 };
        if (waitid(P_PID, (id_t)p->child, &p->exit_info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            p->exit_info.si_pid != 0)
            p->ended = true;
        else if (shg_monotonic_ms() >= until_ms)
            return false;
        else
            nanosleep(&step, NULL);
    }
    return true;
}

void shg_process_end(shg_process *p, int64_t patience_ms)
{
    if (!p)
        return;
    shutdown(p->socket, SHUT_WR);
    wait_for(p, shg_monotonic_ms() + patience_ms);
    kill(-p->child, SIGKILL); /* of a child that has ended the group may still have others in it */
    while (waitpid(p->child, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(p->socket);
    free(p);
}

void shg_process_exit_text(char *out, size_t out_bytes, shg_process *p)
{
    if (!wait_for(p, shg_monotonic_ms() + END_PATIENCE_MS))
        snprintf(out, out_bytes, "closed output");
    else
        snprintf(out, out_bytes,
                 p->exit_info.si_code == CLD_EXITED ? "exit status %d" : "signal %d",
                 p->exit_info.si_status);
}

/* ---- talking ---- */

/* Waits until the socket is ready; false when the time has come first. */
static bool wait_ready(const shg_process *p, short events, int64_t until_ms)
{
    for (;;) {
        struct pollfd fd = { .fd = p->socket, .events = events };
        const int64_t left = until_ms - shg_monotonic_ms();
        const int found = poll(&fd, 1, left < 0 ? 0 : left > 60000 ? 60000 : (int)left);
        if (found > 0)
            return true;
        if (shg_monotonic_ms() >= until_ms)
            return false;
    }
}

static void trace_line(const shg_process *p, const char *sign, const char *line)
{
    if (p->trace)
        fprintf(stderr, "%" PRId64 " %s%s %s\n", shg_monotonic_ms(), p->name, sign, line);
}

bool shg_process_write_line(shg_process *p, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *const text = length < 0 ? NULL : malloc((size_t)length + 2);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    if (!text)
        return false;
    trace_line(p, " <", text);
    memcpy(text + length, "\n", 2);
    const int64_t until_ms = shg_monotonic_ms() + SAY_PATIENCE_MS;
    size_t at = 0;
    while (at < (size_t)length + 1) {
        const ssize_t sent =
            send(p->socket, text + at, (size_t)length + 1 - at, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            at += (size_t)sent;
        else if (sent < 0 && errno != EAGAIN && errno != EINTR)
            break;
        else if (!wait_ready(p, POLLOUT, until_ms))
            break;
    }
    free(text);
    return at == (size_t)length + 1;
}

/* Takes a line out of what was read; NULL if there is no whole one. */
static char *take_line(shg_process *p)
{
    char *const begin = p->bytes + p->begin;
    char *const lf = memchr(begin, '\n', p->end - p->begin);
    const bool full = !lf && p->begin == 0 && p->end == sizeof p->bytes - 1;
    if (!lf && !full)
        return NULL;
    char *last = lf ? lf : p->bytes + p->end;
    p->begin = lf ? (size_t)(lf + 1 - p->bytes) : p->end;
    *last = '\0';
    const bool rest = p->skipping;
    p->skipping = full;
    if (rest)
        return take_line(p);
    while (last > begin && strchr(" \t\r", last[-1]))
        *--last = '\0';
    return begin + strspn(begin, " \t\r");
}

shg_read_result shg_process_read_line(char **line, shg_process *p, int64_t until_ms)
{
    /* An engine that never stops sending counts as silent, too. */
    while (shg_monotonic_ms() <= until_ms) {
        char *const taken = take_line(p);
        if (taken) {
            trace_line(p, " >", taken);
            *line = taken;
            return SHG_READ_LINE;
        }
        memmove(p->bytes, p->bytes + p->begin, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
        if (!wait_ready(p, POLLIN, until_ms))
            return SHG_READ_TIMEOUT;
        const ssize_t got = recv(p->socket, p->bytes + p->end, sizeof p->bytes - 1 - p->end, 0);
        if (got > 0)
            p->end += (size_t)got;
        else if (got == 0 || errno != EINTR)
            return SHG_READ_END;
    }
    return SHG_READ_TIMEOUT;
}
