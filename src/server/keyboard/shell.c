#include "server/keyboard/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

typedef struct shell {
    const char *program, *command;
    int input;
    bool terminal;        /* the input is a terminal, and ours to hand over */
    struct termios found; /* its original settings */
    pid_t child;
    int status;
    bool hung_up;
} shell;

/* Hands the terminal over; a background process that does so gets SIGTTOU. */
static void give_terminal(const shell *sh, pid_t group)
{
    struct sigaction before;
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    sigaction(SIGTTOU, &ignore, &before);
    (void)tcsetpgrp(sh->input, group);
    sigaction(SIGTTOU, &before, NULL);
}

static void set_terminal(const shell *sh, const struct termios *modes)
{
    while (tcsetattr(sh->input, TCSADRAIN, modes) != 0 && errno == EINTR)
        ;
}

/* In the child: only async-signal-safe calls between fork and exec, because there are threads. */
static void become_command(const shell *sh)
{
    static const int ours[] = { SIGINT,  SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU,
                                SIGPIPE, SIGXFSZ, SIGTERM, SIGHUP,  SIGWINCH };
    static const char sorry[] = "shoogi: cannot run the shell named by SHELL\n";
    if (sh->terminal) {
        (void)setpgid(0, 0);
        give_terminal(sh, getpid());
    } else {
        const int nothing = open("/dev/null", O_RDONLY);
        (void)dup2(nothing, STDIN_FILENO);
        if (nothing != STDIN_FILENO)
            (void)close(nothing);
    }
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        (void)signal(ours[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    if (*sh->command)
        execl(sh->program, sh->program, "-c", sh->command, (char *)NULL);
    else
        execl(sh->program, sh->program, (char *)NULL);
    (void)!write(STDERR_FILENO, sorry, sizeof sorry - 1);
    _exit(127);
}

static void on_child(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    (void)context; /* waking the loop up is its only purpose */
}

/* Stops us as the command stopped; does nothing where no shell could resume us. */
static void stop_too(const shell *sh)
{
    struct termios of_command;
    const bool known = sh->terminal && tcgetattr(sh->input, &of_command) == 0;
    if (sh->terminal) {
        give_terminal(sh, getpgrp());
        set_terminal(sh, &sh->found);
    }
    struct sigaction before;
    const struct sigaction usual = { .sa_handler = SIG_DFL };
    sigaction(SIGTSTP, &usual, &before);
    (void)raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
    if (known)
        set_terminal(sh, &of_command);
    if (sh->terminal)
        give_terminal(sh, sh->child);
    (void)kill(sh->terminal ? -sh->child : sh->child, SIGCONT);
}

/* Whether the command has ended. */
static bool has_ended(shell *sh, const bool *hang_up)
{
    const pid_t who = waitpid(sh->child, &sh->status, WNOHANG | WUNTRACED);
    if (who == sh->child && !WIFSTOPPED(sh->status))
        return true;
    if (who < 0 && errno != EINTR)
        return true;
    if (who == sh->child)
        stop_too(sh);
    if (*hang_up && !sh->hung_up) {
        sh->hung_up = true;
        (void)kill(sh->terminal ? -sh->child : sh->child, SIGHUP);
        (void)kill(sh->terminal ? -sh->child : sh->child, SIGCONT);
    }
    return false;
}

static void say_end(shg_out *problem, const shell *sh)
{
    if (WIFSIGNALED(sh->status))
        shg_out_format(problem, "The command was killed by signal %d: %s.", WTERMSIG(sh->status),
                       strsignal(WTERMSIG(sh->status)));
    else if (WEXITSTATUS(sh->status) != 0)
        shg_out_format(problem, "The command exited with status %d.", WEXITSTATUS(sh->status));
}

void shg_shell_run(shg_out *problem, struct event_base *base, int input, const char *command,
                   const bool *hang_up)
{
    const char *program = getenv("SHELL");
    shell sh = { .program = program && *program ? program : "/bin/sh",
                 .command = command,
                 .input = input };
    sh.terminal = tcgetpgrp(input) == getpgrp() && tcgetattr(input, &sh.found) == 0;
    /* Before the fork, so that its end is not missed. */
    struct event *ended = evsignal_new(base, SIGCHLD, on_child, NULL);
    const bool watched = ended && evsignal_add(ended, NULL) == 0;
    /* Blocks signals: the child has our handlers until exec, and would pass signals on to our
     * loop. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    sh.child = watched ? fork() : -1;
    if (sh.child == 0)
        become_command(&sh);
    const int why = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (sh.child < 0) {
        shg_out_format(problem, "The command could not be run: %s.", strerror(why));
    } else {
        if (sh.terminal) { /* parent and child both do this, whichever is first */
            (void)setpgid(sh.child, sh.child);
            give_terminal(&sh, sh.child);
        }
        while (!has_ended(&sh, hang_up) && !event_base_got_break(base))
            event_base_loop(base, EVLOOP_ONCE);
        if (sh.terminal) {
            give_terminal(&sh, getpgrp());
            set_terminal(&sh, &sh.found);
        }
        say_end(problem, &sh);
    }
    if (ended)
        event_free(ended);
}
