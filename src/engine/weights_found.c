#include "engine/weights_found.h"

#include "base/error.h"
#include "catalog/directories.h"
#include "catalog/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static const char of_weights[] = ".weights";

shoogi_status shg_weights_load(shg_weights **out, const shoogi_variant *variant, const char *path,
                               shoogi_error *err)
{
    char *bytes;
    size_t count;
    shoogi_error inner = { 0 };
    shoogi_status status = shg_file_read(&bytes, &count, path, SHG_WEIGHTS_BYTES_MAX, &inner);
    if (status == SHOOGI_OK) {
        status = shg_weights_read(out, NULL, variant, bytes, count, &inner);
        free(bytes);
    }
    if (status != SHOOGI_OK && err) {
        const char *const slash = strrchr(path, '/');
        (void)shg_error_set(err, status, inner.line, inner.column, "%.40s: %s",
                            slash ? slash + 1 : path, inner.message);
    }
    return status;
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), end_length = strlen(end);
    return length > end_length && strcmp(name + length - end_length, end) == 0;
}

/* As names of variants are: nothing that leads elsewhere. */
static bool is_file_name(const char *name)
{
    return *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* True if the file at least begins like weights for the variant. */
static bool fits(const shoogi_variant *v, const char *path)
{
    char *bytes;
    size_t count;
    if (shg_file_read(&bytes, &count, path, SHG_WEIGHTS_BYTES_MAX, NULL) != SHOOGI_OK)
        return false;
    const bool good = shg_weights_fit(v, bytes, count);
    free(bytes);
    return good;
}

/* The first by name of the files of a directory that fit; false if none does. */
static bool find_fitting(char *path, const shoogi_variant *v, const char *directory)
{
    struct dirent **names;
    const int count = scandir(directory, &names, NULL, alphasort);
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (!found && ends_in(names[i]->d_name, of_weights)) {
            snprintf(path, PATH_BYTES, "%s/%s", directory, names[i]->d_name);
            found = fits(v, path);
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return found;
}

shoogi_status shg_weights_find(shg_weights **out, const shoogi_variant *variant, shoogi_error *err)
{
    const char *directories[SHG_CATALOG_DIRECTORIES];
    const size_t count = shg_catalog_directories(directories);
    const char *const name = shoogi_variant_name(variant);
    char path[PATH_BYTES];
    shoogi_error fault = { .status = SHOOGI_OK };
    if (err)
        *err = fault;
    for (size_t i = 0; i < count && is_file_name(name); i++) {
        snprintf(path, sizeof path, "%s/%s%s", directories[i], name, of_weights);
        const shoogi_status status = shg_weights_load(out, variant, path, &fault);
        if (status == SHOOGI_OK || status == SHOOGI_NO_MEMORY)
            return status;
        if (status != SHOOGI_NOT_FOUND) {
            if (err)
                *err = fault;
            return shg_weights_new(out, variant);
        }
    }
    for (size_t i = 0; i < count; i++)
        if (find_fitting(path, variant, directories[i]) &&
            shg_weights_load(out, variant, path, NULL) == SHOOGI_OK)
            return SHOOGI_OK;
    return shg_weights_new(out, variant);
}
