/* file.h: plain files, read whole or in pieces. */
#ifndef SHG_CATALOG_FILE_H
#define SHG_CATALOG_FILE_H

#include "shoogi/status.h"

#include <stddef.h>

/* Reads a plain file.  path "-" is standard input.  Returns OK with *out owned (free), *out_bytes bytes and
 * a NUL behind them; else *err, if given, filled with a sentence that does not name the file: NOT_FOUND,
 * LIMIT_EXCEEDED, IO (also for what is no plain file: a pipe or a device might never end), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_file_read(char **out, size_t *out_bytes, const char *path,
                                           size_t bytes_max, shoogi_error *err);

/* The same of a file that is open, from where it is read next to its end; it may be anything that ends.  It is not
 * closed.  Memory: in proportion to what it holds, whatever bytes_max. */
SHOOGI_CHECKED shoogi_status shg_file_read_open(char **out, size_t *out_bytes, int file,
                                                size_t bytes_max, shoogi_error *err);

/* Opens a plain file for reading; path "-" is standard input, which is neither opened nor closed.  Returns OK
 * with *out, or a status of shg_file_read. */
SHOOGI_CHECKED shoogi_status shg_file_open(int *out, const char *path, shoogi_error *err);
void shg_file_close(int file);

/* Reads the next room bytes of it, or as many as there are: *got of them.  Returns OK, or IO. */
SHOOGI_CHECKED shoogi_status shg_file_fill(size_t *got, int file, char *bytes, size_t room,
                                           shoogi_error *err);

#endif
