/* file.h: a whole file in memory, if it is no larger than it may be. */
#ifndef SHG_CATALOG_FILE_H
#define SHG_CATALOG_FILE_H

#include "shoogi/status.h"

#include <stddef.h>

/* Reads a plain file.  path "-" is standard input.  Returns OK with *out owned (free), *out_bytes bytes and
 * a NUL behind them; else *err, if given, filled with a sentence that does not name the file: NOT_FOUND,
 * TOO_BIG, IO (also for what is no plain file: a pipe or a device might never end), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_file_read(char **out, size_t *out_bytes, const char *path,
                                           size_t bytes_max, shoogi_error *err);

#endif
