/* shell.h: a command in the foreground of the terminal.
 *
 * It has a process group of its own, to which the terminal belongs while it runs; afterwards the
 * terminal is as before, however the command ended. If it is stopped (^Z) we stop, too, and
 * continue it when we continue. */
#ifndef SHG_SERVER_KEYBOARD_SHELL_H
#define SHG_SERVER_KEYBOARD_SHELL_H

#include "base/text.h"

#include <event2/event.h>
#include <stdbool.h>

/* Runs the command with the shell named by the environment variable SHELL, or /bin/sh; "": an
 * interactive shell. input: a terminal is handed over, else the command reads nothing. The loop
 * of base runs meanwhile; once *hang_up is true the command gets SIGHUP. problem: filled with a
 * sentence if the command could not be run or did not end with status 0, else "". */
void shg_shell_run(shg_out *problem, struct event_base *base, int input, const char *command,
                   const bool *hang_up);

#endif
