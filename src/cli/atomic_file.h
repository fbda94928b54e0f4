/* atomic_file.h: writes a file that appears complete or not at all.
 *
 * It is written under a temporary name in the same folder and renamed when it is complete.  If the program is ended by a
 * signal before that, the temporary file is deleted.  Existing files are never overwritten. */
#ifndef SHG_CLI_ATOMIC_FILE_H
#define SHG_CLI_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { CLI_PATH_BYTES = 4096 };

/* All zero: no file is being written. */
typedef struct cli_atomic_file {
    FILE *file; /* NULL: none */
    char path[CLI_PATH_BYTES];
} cli_atomic_file;

/* Begins a file, and creates its folders.  One file at a time.  This function and the next return false with errno on failure;
 * the file is then discarded. */
bool cli_atomic_file_open(cli_atomic_file *output, const char *path);

/* Gives the complete file its name.  Does nothing if no file is being written. */
bool cli_atomic_file_commit(cli_atomic_file *output);

/* Discards the file. */
void cli_atomic_file_discard(cli_atomic_file *output);

#endif
