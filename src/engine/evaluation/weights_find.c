#include "engine/evaluation/weights_find.h"

#include "base/error.h"
#include "catalog/directories.h"
#include "catalog/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static const char of_weights[] = ".weights";

/* Prefixes an error with the name of its file. */
static shoogi_status blame(shoogi_error *err, shoogi_status status, const char *path,
                           const shoogi_error *inner)
{
    const char *const slash = strrchr(path, '/');
    return shg_error_set(err, status, inner->line, inner->column, "%.40s: %s",
                         slash ? slash + 1 : path, inner->message);
}

/* Reads weights from the bytes of a file; errors name the file. */
static shoogi_status read_named(shg_weights **out, const shoogi_variant *variant, const char *path,
                                const char *bytes, size_t count, shoogi_error *err)
{
    shoogi_error inner = { 0 };
    const shoogi_status status = shg_weights_read(out, NULL, variant, bytes, count, &inner);
    return status == SHOOGI_OK ? status : blame(err, status, path, &inner);
}

shoogi_status shg_weights_load(shg_weights **out, const shoogi_variant *variant, const char *path,
                               shoogi_error *err)
{
    char *bytes;
    size_t count;
    shoogi_error inner = { 0 };
    shoogi_status status = shg_file_read(&bytes, &count, path, SHG_WEIGHTS_BYTES_MAX, &inner);
    if (status != SHOOGI_OK)
        return blame(err, status, path, &inner);
    status = read_named(out, variant, path, bytes, count, err);
    free(bytes);
    return status;
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), end_length = strlen(end);
    return length > end_length && strcmp(name + length - end_length, end) == 0;
}

/* Whether the name is safe as a file name: the characters of variant names, no path. */
static bool is_file_name(const char *name)
{
    return *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* The weights of a file whose header fits the variant; NOT_FOUND if it does not. */
static shoogi_status load_fitting(shg_weights **out, const shoogi_variant *variant,
                                  const char *path, shoogi_error *err)
{
    char *bytes;
    size_t count;
    if (shg_file_read(&bytes, &count, path, SHG_WEIGHTS_BYTES_MAX, NULL) != SHOOGI_OK)
        return SHOOGI_NOT_FOUND;
    const shoogi_status status = shg_weights_fit(variant, bytes, count)
                                     ? read_named(out, variant, path, bytes, count, err)
                                     : SHOOGI_NOT_FOUND;
    free(bytes);
    return status;
}

/* The first file of a folder, by name, that fits; NOT_FOUND if none does.  *passed_over: the error of the first one that is
 * broken. */
static shoogi_status search_folder(shg_weights **out, const shoogi_variant *variant,
                                   const char *folder, shoogi_error *passed_over)
{
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, alphasort);
    shoogi_status status = SHOOGI_NOT_FOUND;
    for (int i = 0; i < count; i++) {
        const bool goes_on = status != SHOOGI_OK && status != SHOOGI_NO_MEMORY;
        if (goes_on && ends_in(names[i]->d_name, of_weights)) {
            char path[PATH_BYTES];
            shoogi_error fault = { .status = SHOOGI_OK };
            snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
            status = load_fitting(out, variant, path, &fault);
            if (passed_over->status == SHOOGI_OK)
                *passed_over = fault;
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return status == SHOOGI_OK || status == SHOOGI_NO_MEMORY ? status : SHOOGI_NOT_FOUND;
}

/* NAME.weights of the first folder that has it; NOT_FOUND if none has. */
static shoogi_status load_own(shg_weights **out, const shoogi_variant *variant,
                              const shg_folders *folders, shoogi_error *err)
{
    const char *const name = shoogi_variant_name(variant);
    for (size_t i = 0; i < folders->count && is_file_name(name); i++) {
        char path[PATH_BYTES];
        shoogi_error fault = { .status = SHOOGI_OK };
        snprintf(path, sizeof path, "%s/%s%s", folders->paths[i], name, of_weights);
        const shoogi_status status = shg_weights_load(out, variant, path, &fault);
        if (status == SHOOGI_NOT_FOUND)
            continue;
        if (status != SHOOGI_OK)
            *err = fault;
        return status;
    }
    return SHOOGI_NOT_FOUND;
}

static shoogi_status load_any_fitting(shg_weights **out, const shoogi_variant *variant,
                                      const shg_folders *folders, shoogi_error *err)
{
    shoogi_status status = SHOOGI_NOT_FOUND;
    for (size_t i = 0; i < folders->count && status == SHOOGI_NOT_FOUND; i++)
        status = search_folder(out, variant, folders->paths[i], err);
    return status;
}

/* As shg_weights_find_learned, in these directories. */
static shoogi_status find_in(shg_weights **out, const shoogi_variant *variant,
                             const char *const *directories, size_t count, shoogi_error *err)
{
    typedef shoogi_status load(shg_weights **, const shoogi_variant *, const shg_folders *,
                               shoogi_error *);
    static load *const ways[] = { load_own, load_any_fitting };
    *err = (shoogi_error){ .status = SHOOGI_OK };
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++)
        for (size_t i = 0; i < count; i++) {
            shg_folders folders;
            shoogi_status status = shg_folders_of(&folders, directories[i]);
            if (status == SHOOGI_OK)
                status = ways[way](out, variant, &folders, err);
            shg_folders_fini(&folders);
            if (status != SHOOGI_NOT_FOUND)
                return status;
        }
    const char *const name = shoogi_variant_name(variant);
    return err->status != SHOOGI_OK
               ? err->status
               : shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "no learned weights for %.60s",
                               *name != '\0' ? name : "this game");
}

/* Default weights if none were found, or only broken ones, for which *err is kept. */
static shoogi_status or_default(shg_weights **out, const shoogi_variant *variant,
                                shoogi_status status, shoogi_error *err)
{
    if (status == SHOOGI_OK || status == SHOOGI_NO_MEMORY)
        return status;
    if (status == SHOOGI_NOT_FOUND)
        *err = (shoogi_error){ .status = SHOOGI_OK };
    return shg_weights_new(out, variant);
}

shoogi_status shg_weights_find_learned(shg_weights **out, const shoogi_variant *variant,
                                       shoogi_error *err)
{
    const char *directories[SHG_CATALOG_DIRECTORIES];
    const size_t count = shg_catalog_directories(directories);
    return find_in(out, variant, directories, count, err);
}

shoogi_status shg_weights_find(shg_weights **out, const shoogi_variant *variant, shoogi_error *err)
{
    return or_default(out, variant, shg_weights_find_learned(out, variant, err), err);
}

shoogi_status shg_weights_find_in(shg_weights **out, const shoogi_variant *variant,
                                  const char *directory, shoogi_error *err)
{
    const shoogi_status status = find_in(out, variant, &directory, 1, err);
    return status == SHOOGI_NOT_FOUND ? shg_weights_find(out, variant, err)
                                      : or_default(out, variant, status, err);
}
