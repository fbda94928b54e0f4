/* file.h: reading regular files, whole or in pieces. */
#ifndef SHG_CATALOG_FILE_H
#define SHG_CATALOG_FILE_H

#include "shoogi/status.h"

#include <stddef.h>

/* Reads a regular file.  path "-" is standard input.  Returns OK with *out owned (free): *out_bytes bytes and
 * a NUL after them.  Else fills *err, if given, with a sentence that does not name the file: NOT_FOUND,
 * LIMIT_EXCEEDED, IO (also for a pipe or device, which might never end), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_file_read(char **out, size_t *out_bytes, const char *path,
                                           size_t bytes_max, shoogi_error *err);

/* Reads an open file from its current offset to its end, as shg_file_read does; pipes and devices are allowed.  Does not close
 * it.  Memory: in proportion to the contents, not to bytes_max. */
SHOOGI_CHECKED shoogi_status shg_file_read_open(char **out, size_t *out_bytes, int file,
                                                size_t bytes_max, shoogi_error *err);

/* Opens a regular file for reading; path "-" is standard input, which is neither opened nor closed.  Returns OK
 * with *out filled, or a status of shg_file_read. */
SHOOGI_CHECKED shoogi_status shg_file_open(int *out, const char *path, shoogi_error *err);
void shg_file_close(int file);

/* Reads up to room bytes; *got is less than room only at the end of the file.  Returns OK or IO. */
SHOOGI_CHECKED shoogi_status shg_file_fill(size_t *got, int file, char *bytes, size_t room,
                                           shoogi_error *err);

#endif
