/* folder.h: the folder in which a run of hours keeps its files: written atomically, used by one process at a time. */
#ifndef SHG_LEARNING_FOLDER_H
#define SHG_LEARNING_FOLDER_H

#include "shoogi/status.h"

#include <stddef.h>

/* Replaces a file of the folder atomically: after a crash it is the old one or the new one.  Returns OK; or IO with *err
 * filled, and the old file is as it was. */
SHOOGI_CHECKED shoogi_status shg_folder_write(const char *folder, const char *name,
                                              const char *bytes, size_t count, shoogi_error *err);

/* Reads a file of the folder.  *bytes: owned (free), with a NUL after its *count bytes; NULL if the file is missing, which is no
 * error.  Otherwise as shg_file_read, but *err names the file. */
SHOOGI_CHECKED shoogi_status shg_folder_read(char **bytes, size_t *count, const char *folder,
                                             const char *name, size_t bytes_max, shoogi_error *err);

/* Checks that the folder holds nothing but files of these names and what a killed shg_folder_write may leave of them.  Returns
 * OK; PARSE_ERROR if it holds something else, of which *err names the first by name; or IO.  *err: filled unless OK. */
SHOOGI_CHECKED shoogi_status shg_folder_check(const char *folder, const char *const *names,
                                              size_t count, shoogi_error *err);

/* Locks the folder for this process.  Returns OK with *lock filled (shg_folder_unlock); CONFLICT if another process has it; or IO.
 * *err: filled unless OK. */
SHOOGI_CHECKED shoogi_status shg_folder_lock(int *lock, const char *folder, shoogi_error *err);
void shg_folder_unlock(int lock);

#endif
