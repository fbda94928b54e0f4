#include "server/doors/web_files.h"

#include "base/error.h"
#include "catalog/file.h"
#include "server/loop/bounds.h"

#include <assert.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    shg_web_file face; /* the part that callers see */
    char path[128];
    char *bytes, *packed[SHG_WEB_PACKINGS]; /* owned */
} entry;

struct shg_web_files {
    entry each[SHG_WEB_FILES_MAX];
    size_t count;
    unsigned owners;
};

static bool ends_in(const char *text, const char *end)
{
    const size_t text_bytes = strlen(text), end_bytes = strlen(end);
    return text_bytes >= end_bytes && strcmp(text + text_bytes - end_bytes, end) == 0;
}

/* NULL: such files are not served. */
static const char *type_of(const char *name)
{
    static const struct {
        const char *end, *type;
    } types[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".wasm", "application/wasm" },
        { ".weights", "application/octet-stream" },
        { ".network", "application/octet-stream" },
        { ".woff2", "font/woff2" },
        { ".svg", "image/svg+xml" },
        { ".webmanifest", "application/manifest+json" },
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (ends_in(name, types[i].end))
            return types[i].type;
    return NULL;
}

static shoogi_status read_packed(entry *e, const char *path, shoogi_error *err)
{
    static const char *const ends[] = { [SHG_WEB_BROTLI] = ".br", [SHG_WEB_GZIP] = ".gz" };
    static_assert(sizeof ends / sizeof ends[0] == SHG_WEB_PACKINGS, "an ending for each");
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < SHG_WEB_PACKINGS && status == SHOOGI_OK; i++) {
        char packed[PATH_MAX];
        if (snprintf(packed, sizeof packed, "%s%s", path, ends[i]) >= (int)sizeof packed)
            return SHOOGI_OK;
        status = shg_file_read(&e->packed[i], &e->face.packed[i].count, packed,
                               SHG_WEB_FILE_BYTES_MAX, err);
        e->face.packed[i].bytes = e->packed[i];
        status = status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
    }
    return status;
}

static shoogi_status add(shg_web_files *files, const char *directory, const char *prefix,
                         const char *name, const char *type, shoogi_error *err)
{
    if (files->count == SHG_WEB_FILES_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "there are more than %d files",
                             SHG_WEB_FILES_MAX);
    entry *e = &files->each[files->count];
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path ||
        snprintf(e->path, sizeof e->path, "%s%s", prefix, name) >= (int)sizeof e->path)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "the path of %.100s is too long",
                             name);
    if (strcmp(e->path, "/index.html") == 0)
        e->path[1] = '\0';
    shoogi_status status =
        shg_file_read(&e->bytes, &e->face.count, path, SHG_WEB_FILE_BYTES_MAX, err);
    if (status != SHOOGI_OK)
        return status;
    files->count++;
    e->face.path = e->path;
    e->face.content_type = type;
    e->face.bytes = e->bytes;
    e->face.lasts = strcmp(prefix, "/") != 0;
    return read_packed(e, path, err);
}

/* prefix: of the paths of the served files. */
static shoogi_status add_all(shg_web_files *files, const char *directory, const char *prefix,
                             shoogi_error *err)
{
    DIR *list = opendir(directory);
    if (!list)
        return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no directory %.100s",
                             directory);
    shoogi_status status = SHOOGI_OK;
    for (const struct dirent *item; status == SHOOGI_OK && (item = readdir(list)) != NULL;) {
        const char *type = item->d_name[0] == '.' ? NULL : type_of(item->d_name);
        if (type)
            status = add(files, directory, prefix, item->d_name, type, err);
    }
    closedir(list);
    return status;
}

static shoogi_status read_page(shg_web_files *files, const char *directory, shoogi_error *err)
{
    char assets[PATH_MAX];
    if (snprintf(assets, sizeof assets, "%s/assets", directory) >= (int)sizeof assets)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "the path is too long");
    shoogi_status status = add_all(files, directory, "/", err);
    if (status == SHOOGI_OK)
        status = add_all(files, assets, "/assets/", err);
    if (status == SHOOGI_OK && !shg_web_files_find(files, "/", 1))
        status = shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no index.html in %.100s",
                               directory);
    return status;
}

static void forget(shg_web_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->each[i].bytes);
        for (size_t k = 0; k < SHG_WEB_PACKINGS; k++)
            free(files->each[i].packed[k]);
    }
    memset(files->each, 0, sizeof files->each);
    files->count = 0;
}

shoogi_status shg_web_files_new(shg_web_files **out, const char *directory, shoogi_error *err)
{
    static const char *const usual[] = { SHOOGI_DATADIR "/web", SHOOGI_BUILT_WEB };
    shg_web_files *files = calloc(1, sizeof *files);
    if (!files)
        return SHOOGI_NO_MEMORY;
    files->owners = 1;
    shoogi_status status = SHOOGI_NOT_FOUND;
    if (directory)
        status = read_page(files, directory, err);
    for (size_t i = 0;
         !directory && status == SHOOGI_NOT_FOUND && i < sizeof usual / sizeof usual[0]; i++) {
        forget(files);
        status = read_page(files, usual[i], err);
    }
    if (!directory && status == SHOOGI_NOT_FOUND) {
        forget(files);
        status = SHOOGI_OK;
    }
    if (status == SHOOGI_OK) {
        *out = files;
        files = NULL;
    }
    shg_web_files_free(files);
    return status;
}

shg_web_files *shg_web_files_share(shg_web_files *files)
{
    if (files)
        files->owners++;
    return files;
}

void shg_web_files_free(shg_web_files *files)
{
    if (!files || --files->owners > 0)
        return;
    forget(files);
    free(files);
}

const shg_web_file *shg_web_files_find(const shg_web_files *files, const char *path,
                                       size_t path_bytes)
{
    for (size_t i = 0; files && i < files->count; i++) {
        const entry *e = &files->each[i];
        if (strlen(e->path) == path_bytes && memcmp(e->path, path, path_bytes) == 0)
            return &e->face;
    }
    return NULL;
}
