/* web_files.h: the files of the page, read at the start and at SIGHUP, and served from memory.
 *
 * They are what web/build.mjs makes: index.html, and in assets/ files whose names change with their content; of
 * each there may be a FILE.gz for clients that take it.  Nothing else of the disk can be asked for. */
#ifndef SHG_SERVER_DOORS_WEB_FILES_H
#define SHG_SERVER_DOORS_WEB_FILES_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct shg_web_files shg_web_files;

typedef struct shg_web_file {
    const char *path; /* "/", "/assets/page-C9x.js" */
    const char *content_type;
    const char *bytes;
    size_t count;
    const char *packed; /* by gzip; NULL: there is none */
    size_t packed_count;
    bool lasts; /* under this path there will never be anything else */
} shg_web_file;

enum { SHG_WEB_FILES_MAX = 128 };

/* directory: NULL for where an installation or a build has it; then OK with no files if there is none.
 * Returns OK and *out owned (shg_web_files_free); else *err filled: NOT_FOUND, IO, LIMIT_EXCEEDED beyond
 * SHG_WEB_FILES_MAX files or SHG_WEB_FILE_BYTES_MAX of one, NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_web_files_new(shg_web_files **out, const char *directory,
                                               shoogi_error *err);
/* The same files, owned once more: an answer that is being made keeps them while others take their place.  NULL is
 * accepted, here and below.  The loop's thread alone shares and frees. */
shg_web_files *shg_web_files_share(shg_web_files *files);
void shg_web_files_free(shg_web_files *files);

/* What is served under a path; NULL: nothing.  Borrowed as long as files.  Any thread. */
const shg_web_file *shg_web_files_find(const shg_web_files *files, const char *path,
                                       size_t path_bytes);

#endif
