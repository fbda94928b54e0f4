/* shell.h: a command in the foreground of the terminal.
 *
 * It has a process group of its own, which the terminal belongs to while it runs; afterwards, however it
 * ended, the terminal is as before.  If it is stopped (^Z) we stop, too, and go on with it. */
#ifndef SHG_SERVER_KEYBOARD_SHELL_H
#define SHG_SERVER_KEYBOARD_SHELL_H

#include "base/text.h"

#include <event2/event.h>
#include <stdbool.h>

/* Runs the command with the shell named by the environment variable SHELL, or /bin/sh; "" for that shell by
 * itself.  input: if it is a terminal it is handed over, else the command reads nothing.  The loop of base runs
 * meanwhile; once *hang_up is true the command is told to go.  problem: filled with a sentence if the command
 * could not be run or did not end with status 0, else "". */
void shg_shell_run(shg_out *problem, struct event_base *base, int input, const char *command,
                   const bool *hang_up);

#endif
