/* child.h: child processes, each with a socket as standard input and output: helpers, which run this program, and the trial
 * of another one. */
#ifndef SHG_SERVER_LOOP_CHILD_H
#define SHG_SERVER_LOOP_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct bufferevent;
struct event_base;

typedef struct shg_child {
    pid_t pid;               /* 0: no process */
    struct bufferevent *bev; /* NULL: no process */
} shg_child;

/* Starts this program. words is its argument list: the first is the program name, the last NULL.
 * The child gets only a few environment variables. Returns false, with *child zeroed, on
 * failure. */
bool shg_child_start(shg_child *child, struct event_base *base, const char *const *words);

/* Starts the program words[0], a path, with an environment, to see whether it would run; what it writes comes to the
 * bufferevent, and it inherits one file as SHG_CHILD_FILE. False with errno. */
enum { SHG_CHILD_FILE = 3 };
bool shg_child_start_program(shg_child *child, struct event_base *base, const char *const *words,
                             char **environment, int file);

/* Waits for a child that has closed its output. Returns whether it exited with status 0. No
 * effect without a process. */
bool shg_child_reap(shg_child *child);

/* Kills the process and closes the connection. */
void shg_child_end(shg_child *child);

#endif
