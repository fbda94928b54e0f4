/* takeover.h: one program in the place of another, in the same process: what they tell each other by the environment.
 *
 *     SHOOGI_HANDOVER=VERB STATE OLD PROGRAM
 *
 * STATE is the descriptor of a state (handover.h), OLD that of the old program's file, -1 for none, and PROGRAM the path from
 * which the server was started. */
#ifndef SHG_SERVER_LOOP_TAKEOVER_H
#define SHG_SERVER_LOOP_TAKEOVER_H

#include <limits.h>

typedef enum shg_takeover_verb {
    SHG_TAKEOVER_NONE,
    SHG_TAKEOVER_TRY, /* check whether the start would succeed, and exit */
    SHG_TAKEOVER_TAKE, /* start, and go on with the state; if that fails, start the old program again */
    SHG_TAKEOVER_BACK /* the same by the old program, as the new one did not start */
} shg_takeover_verb;

typedef struct shg_takeover {
    shg_takeover_verb verb;
    int state_fd, old_fd;
    char program[PATH_MAX];
    char why[1024]; /* BACK: why the new program did not start, as a sentence without its period */
} shg_takeover;

/* Reads the environment, and removes it there. NONE: program is the path of this one. */
void shg_takeover_read(shg_takeover *out);

/* The environment for the next program, which adds to this one's; NULL without memory. Freed with free. */
char **shg_takeover_environment(char setting[PATH_MAX + 64], const shg_takeover *next);

/* Starts the program next->program, or the file next->old_fd for BACK, in this process with these arguments. Descriptors of the
 * state are to be inheritable. Returns only on failure, with errno. */
void shg_takeover_exec(const shg_takeover *next, const char *const *arguments);

#endif
