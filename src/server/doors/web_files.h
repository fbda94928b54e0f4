/* web_files.h: the files of the page, read at the start and at SIGHUP, and served from memory.
 *
 * web/build.mjs makes them: index.html, and in assets/ files whose names change with their
 * content. Each may have a FILE.br and a FILE.gz for clients that accept brotli or gzip; browsers accept brotli on secure
 * connections. No other file of the disk is served. */
#ifndef SHG_SERVER_DOORS_WEB_FILES_H
#define SHG_SERVER_DOORS_WEB_FILES_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct shg_web_files shg_web_files;

/* The best first. */
typedef enum shg_web_packing { SHG_WEB_BROTLI, SHG_WEB_GZIP, SHG_WEB_PACKINGS } shg_web_packing;

typedef struct shg_web_file {
    const char *path; /* "/", "/assets/page-C9x.js" */
    const char *content_type;
    const char *bytes;
    size_t count;
    struct {
        const char *bytes; /* NULL: there is no such file */
        size_t count;
    } packed[SHG_WEB_PACKINGS];
    bool lasts; /* its content under this path never changes */
} shg_web_file;

enum { SHG_WEB_FILES_MAX = 256 };

/* directory: NULL for the default of an installation or a build; if that is absent the result is
 * OK with no files. Returns OK and *out owned (shg_web_files_free); else *err filled: NOT_FOUND,
 * IO, LIMIT_EXCEEDED beyond SHG_WEB_FILES_MAX files or SHG_WEB_FILE_BYTES_MAX for one,
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_web_files_new(shg_web_files **out, const char *directory,
                                               shoogi_error *err);
/* Another owned reference to the same files: an answer in progress keeps them when others
 * replace them. NULL is accepted, here and below. Only the loop's thread shares and frees. */
shg_web_files *shg_web_files_share(shg_web_files *files);
void shg_web_files_free(shg_web_files *files);

/* The file with a path; NULL: not found. Borrowed as long as files. Any thread. */
const shg_web_file *shg_web_files_find(const shg_web_files *files, const char *path,
                                       size_t path_bytes);

#endif
