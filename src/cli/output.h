/* output.h: a file that appears whole or not at all.
 *
 * It is written under another name beside its own, and gets its own when all of it is there; until then, and
 * when the program is ended by a signal, there is nothing.  No file is written over. */
#ifndef SHG_CLI_OUTPUT_H
#define SHG_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { CLI_PATH_BYTES = 4096 };

/* All zero: none is being written. */
typedef struct cli_output {
    FILE *file; /* NULL: none */
    char path[CLI_PATH_BYTES];
} cli_output;

/* Begins a file, and makes the folders it is to lie in.  One at a time.  Each of these returns false with errno
 * where it could not be done; the file is then given up. */
bool cli_output_open(cli_output *output, const char *path);

/* Puts the file in its place; nothing is done where none is being written. */
bool cli_output_close(cli_output *output);

/* Gives the file up. */
void cli_output_drop(cli_output *output);

#endif
