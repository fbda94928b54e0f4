#include "server/loop/child.h"

#include "server/loop/test_settings.h"

#include <errno.h>
#include <event2/bufferevent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Environment variables passed to a child: paths of definitions, certificates and fonts, and
 * options of sanitizers. All others are withheld. */
static const char *const passed[] = {
    "SHOOGI_VARIANTS", "SSL_CERT_FILE", "SSL_CERT_DIR",  "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "LD_LIBRARY_PATH", "ASAN_OPTIONS",  "UBSAN_OPTIONS", "TSAN_OPTIONS",    "LSAN_OPTIONS",
};
enum { TOLD = sizeof passed / sizeof passed[0] };

static bool is_passed(const char *setting)
{
    const size_t bytes = strcspn(setting, "=");
    for (size_t i = 0; i < TOLD; i++)
        if (strlen(passed[i]) == bytes && memcmp(passed[i], setting, bytes) == 0)
            return true;
    return false;
}

typedef struct program {
    const char *path;
    const char *const *words;
    char **environment;
    int file; /* inherited as SHG_CHILD_FILE; -1: none, and what goes to standard error is lost */
} program;

static bool add_files(posix_spawn_file_actions_t *actions, const program *p, int fd)
{
    const bool talks = posix_spawn_file_actions_adddup2(actions, fd, STDIN_FILENO) == 0 &&
                       posix_spawn_file_actions_adddup2(actions, fd, STDOUT_FILENO) == 0;
    if (p->file < 0)
        return talks && posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null",
                                                         O_WRONLY, 0) == 0;
    return talks && posix_spawn_file_actions_adddup2(actions, fd, STDERR_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, p->file, SHG_CHILD_FILE) == 0;
}

/* -1 with errno. */
static pid_t spawn(const program *p, int fd)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t child = -1;
    sigemptyset(&none);
    sigfillset(&all);
    int why = posix_spawn_file_actions_init(&actions);
    if (why == 0 && (why = posix_spawnattr_init(&attributes)) != 0)
        posix_spawn_file_actions_destroy(&actions);
    if (why == 0) {
        why = posix_spawnattr_setsigmask(&attributes, &none) != 0 ||
                      posix_spawnattr_setsigdefault(&attributes, &all) != 0 ||
                      posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
                                                                POSIX_SPAWN_SETSIGDEF) != 0 ||
                      !add_files(&actions, p, fd)
                  ? ENOMEM
                  : posix_spawn(&child, p->path, &actions, &attributes,
                                (char *const *)(uintptr_t)p->words, p->environment);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
    }
    errno = why;
    return why == 0 ? child : -1;
}

static bool start(shg_child *c, struct event_base *base, const program *p)
{
    int pair[2];
    *c = (shg_child){ 0 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    const pid_t pid = spawn(p, pair[1]);
    const int why = errno;
    close(pair[1]);
    evutil_make_socket_nonblocking(pair[0]);
    c->pid = pid > 0 ? pid : 0;
    c->bev = c->pid > 0 ? bufferevent_socket_new(base, pair[0], BEV_OPT_CLOSE_ON_FREE) : NULL;
    if (c->bev)
        return true;
    close(pair[0]);
    (void)shg_child_reap(c);
    errno = why;
    return false;
}

bool shg_child_start(shg_child *c, struct event_base *base, const char *const *words)
{
    char *environment[TOLD + 1] = { NULL };
    size_t count = 0;
    for (char **setting = environ; *setting && count < TOLD; setting++)
        if (is_passed(*setting))
            environment[count++] = *setting;
    const char *engine =
        strcmp(words[1], "usi") == 0 ? shg_test_setting("SHOOGI_TEST_ENGINE") : NULL;
    return start(c, base,
                 &(program){ .path = engine ? engine : "/proc/self/exe",
                             .words = words,
                             .environment = environment,
                             .file = -1 });
}

bool shg_child_start_program(shg_child *c, struct event_base *base, const char *const *words,
                             char **environment, int file)
{
    return start(
        c, base,
        &(program){ .path = words[0], .words = words, .environment = environment, .file = file });
}

bool shg_child_reap(shg_child *c)
{
    int status = 0;
    if (c->pid <= 0)
        return false;
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void shg_child_end(shg_child *c)
{
    if (c->bev)
        bufferevent_free(c->bev);
    c->bev = NULL;
    (void)shg_child_reap(c);
}
