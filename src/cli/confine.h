/* confine.h: a process that takes away from itself what it will not need, so that whatever it is led to do it can reach
 * nothing. */
#ifndef SHG_CLI_CONFINE_H
#define SHG_CLI_CONFINE_H

#include <stdbool.h>

/* Gives way to others and bounds its memory, its processor time and what it may write, from the start on. */
void cli_confine_begin(void);

/* From now on the calling thread, which must be the only one, and those it makes may do no more than compute, make threads
 * and memory, and read and write what is open: no file, no process, no network, no signal; what else they ask of the
 * system is refused with EPERM.  False if this system cannot do that. */
bool cli_confine(void);

/* True in builds whose sanitizers map terabytes that they never touch, and open files of their own: these are bounded
 * in neither way. */
bool cli_confine_sanitized(void);

#endif
