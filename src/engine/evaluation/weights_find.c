#include "engine/evaluation/weights_find.h"

#include "base/error.h"
#include "catalog/directories.h"
#include "catalog/file.h"
#include "engine/network/nnue_file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A header has at most 9 bytes for each kind, and a few hundred more. */
enum { PATH_BYTES = 4096, HEADER_BYTES = 16 * 1024 };

/* What a file may hold: exactly one of them is owned. */
typedef struct learned {
    shg_weights *weights;
    shg_nnue *network;
} learned;

/* A kind of file. */
typedef struct file_kind {
    const char *ending;
    size_t bytes_max;
    bool (*fits)(const shoogi_variant *variant, const char *bytes, size_t count);
    shoogi_status (*read)(learned *out, const shoogi_variant *variant, const char *bytes,
                          size_t count, shoogi_error *err);
} file_kind;

static shoogi_status read_weights(learned *out, const shoogi_variant *variant, const char *bytes,
                                  size_t count, shoogi_error *err)
{
    return shg_weights_read(&out->weights, NULL, variant, bytes, count, err);
}

static shoogi_status read_network(learned *out, const shoogi_variant *variant, const char *bytes,
                                  size_t count, shoogi_error *err)
{
    return shg_nnue_read(&out->network, NULL, variant, bytes, count, err);
}

static const file_kind weights_kind = {
    .ending = ".weights",
    .bytes_max = SHG_WEIGHTS_BYTES_MAX,
    .fits = shg_weights_fit,
    .read = read_weights,
};

static const file_kind network_kind = {
    .ending = ".network",
    .bytes_max = SHG_NNUE_FILE_BYTES_MAX,
    .fits = shg_nnue_fits,
    .read = read_network,
};

/* Prefixes an error with the name of its file. */
static shoogi_status blame(shoogi_error *err, shoogi_status status, const char *path,
                           const shoogi_error *inner)
{
    const char *const slash = strrchr(path, '/');
    return shg_error_set(err, status, inner->line, inner->column, "%.40s: %s",
                         slash ? slash + 1 : path, inner->message);
}

/* Reads the bytes of a file; errors name the file. */
static shoogi_status read_named(learned *out, const file_kind *kind, const shoogi_variant *variant,
                                const char *path, const char *bytes, size_t count,
                                shoogi_error *err)
{
    shoogi_error inner = { 0 };
    const shoogi_status status = kind->read(out, variant, bytes, count, &inner);
    return status == SHOOGI_OK ? status : blame(err, status, path, &inner);
}

/* Reads a file of a kind; NULL: of the kind that it says. */
static shoogi_status load(learned *out, const file_kind *kind, const shoogi_variant *variant,
                          const char *path, shoogi_error *err)
{
    char *bytes;
    size_t count;
    shoogi_error inner = { 0 };
    shoogi_status status = shg_file_read(&bytes, &count, path,
                                         kind ? kind->bytes_max : network_kind.bytes_max, &inner);
    if (status != SHOOGI_OK)
        return blame(err, status, path, &inner);
    if (!kind)
        kind = shg_nnue_is_file(bytes, count) ? &network_kind : &weights_kind;
    status = read_named(out, kind, variant, path, bytes, count, err);
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

/* Whether the header of a file fits; no more of it is read, as most files are of other games. */
static bool header_fits(const file_kind *kind, const shoogi_variant *variant, const char *path)
{
    char head[HEADER_BYTES];
    size_t count;
    int file;
    if (shg_file_open(&file, path, NULL) != SHOOGI_OK)
        return false;
    const bool fits = shg_file_fill(&count, file, head, sizeof head, NULL) == SHOOGI_OK &&
                      kind->fits(variant, head, count);
    shg_file_close(file);
    return fits;
}

/* A file whose header fits the variant; NOT_FOUND if it does not. */
static shoogi_status load_fitting(learned *out, const file_kind *kind,
                                  const shoogi_variant *variant, const char *path,
                                  shoogi_error *err)
{
    char *bytes;
    size_t count;
    if (!header_fits(kind, variant, path) ||
        shg_file_read(&bytes, &count, path, kind->bytes_max, NULL) != SHOOGI_OK)
        return SHOOGI_NOT_FOUND;
    const shoogi_status status = read_named(out, kind, variant, path, bytes, count, err);
    free(bytes);
    return status;
}

/* The first file of a folder, by name, that fits; NOT_FOUND if none does.  *passed_over: the error of the first one that is
 * broken. */
static shoogi_status search_folder(learned *out, const file_kind *kind,
                                   const shoogi_variant *variant, const char *folder,
                                   shoogi_error *passed_over)
{
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, alphasort);
    shoogi_status status = SHOOGI_NOT_FOUND;
    for (int i = 0; i < count; i++) {
        const bool goes_on = status != SHOOGI_OK && status != SHOOGI_NO_MEMORY;
        if (goes_on && ends_in(names[i]->d_name, kind->ending)) {
            char path[PATH_BYTES];
            shoogi_error fault = { .status = SHOOGI_OK };
            snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
            status = load_fitting(out, kind, variant, path, &fault);
            if (passed_over->status == SHOOGI_OK)
                *passed_over = fault;
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return status == SHOOGI_OK || status == SHOOGI_NO_MEMORY ? status : SHOOGI_NOT_FOUND;
}

/* NAME.ENDING of the first folder that has it; NOT_FOUND if none has. */
static shoogi_status load_own(learned *out, const file_kind *kind, const shoogi_variant *variant,
                              const shg_folders *folders, shoogi_error *err)
{
    const char *const name = shoogi_variant_name(variant);
    for (size_t i = 0; i < folders->count && is_file_name(name); i++) {
        char path[PATH_BYTES];
        shoogi_error fault = { .status = SHOOGI_OK };
        snprintf(path, sizeof path, "%s/%s%s", folders->paths[i], name, kind->ending);
        const shoogi_status status = load(out, kind, variant, path, &fault);
        if (status == SHOOGI_NOT_FOUND)
            continue;
        if (status != SHOOGI_OK)
            *err = fault;
        return status;
    }
    return SHOOGI_NOT_FOUND;
}

static shoogi_status load_any_fitting(learned *out, const file_kind *kind,
                                      const shoogi_variant *variant, const shg_folders *folders,
                                      shoogi_error *err)
{
    shoogi_status status = SHOOGI_NOT_FOUND;
    for (size_t i = 0; i < folders->count && status == SHOOGI_NOT_FOUND; i++)
        status = search_folder(out, kind, variant, folders->paths[i], err);
    return status;
}

/* A file of the kind in these directories.  *err: filled, its status OK if no file was broken. */
static shoogi_status find_kind(learned *out, const file_kind *kind, const shoogi_variant *variant,
                               const char *const *directories, size_t count, shoogi_error *err)
{
    typedef shoogi_status way(learned *, const file_kind *, const shoogi_variant *,
                              const shg_folders *, shoogi_error *);
    static way *const ways[] = { load_own, load_any_fitting };
    *err = (shoogi_error){ .status = SHOOGI_OK };
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
        for (size_t i = 0; i < count; i++) {
            shg_folders folders;
            shoogi_status status = shg_folders_of(&folders, directories[i]);
            if (status == SHOOGI_OK)
                status = ways[w](out, kind, variant, &folders, err);
            shg_folders_fini(&folders);
            if (status != SHOOGI_NOT_FOUND)
                return status;
        }
    return err->status != SHOOGI_OK ? err->status : SHOOGI_NOT_FOUND;
}

/* Adds the network of these directories, if they have one, to weights, which are default ones if *out is NULL.  *err stays, or
 * is that of a broken network if it was OK. */
static shoogi_status add_network(shg_weights **out, const shoogi_variant *variant,
                                 const char *const *directories, size_t count, shoogi_error *err)
{
    learned found = { NULL, NULL };
    shoogi_error fault;
    const shoogi_status status =
        find_kind(&found, &network_kind, variant, directories, count, &fault);
    if (err->status == SHOOGI_OK)
        *err = fault;
    if (status != SHOOGI_OK)
        return status;
    if (!*out && shg_weights_new(out, variant) != SHOOGI_OK) {
        shg_nnue_free(found.network);
        return SHOOGI_NO_MEMORY;
    }
    (*out)->network = found.network;
    return SHOOGI_OK;
}

/* As shg_weights_find_learned, in these directories. */
static shoogi_status find_in(shg_weights **out, const shoogi_variant *variant,
                             const char *const *directories, size_t count, shoogi_error *err)
{
    learned found = { NULL, NULL };
    shoogi_status status = find_kind(&found, &weights_kind, variant, directories, count, err);
    if (status == SHOOGI_NO_MEMORY)
        return status;
    const shoogi_status also = add_network(&found.weights, variant, directories, count, err);
    if (found.weights && also != SHOOGI_NO_MEMORY) {
        *out = found.weights;
        return SHOOGI_OK;
    }
    shg_weights_free(found.weights);
    if (also == SHOOGI_NO_MEMORY)
        return also;
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

shoogi_status shg_weights_load(shg_weights **out, const shoogi_variant *variant, const char *path,
                               shoogi_error *err)
{
    const char *directories[SHG_CATALOG_DIRECTORIES];
    learned found = { NULL, NULL };
    shoogi_status status = load(&found, NULL, variant, path, err);
    if (status != SHOOGI_OK || found.weights) {
        *out = status == SHOOGI_OK ? found.weights : *out;
        return status;
    }
    /* A network plays with the piece values of the weights that the game has. */
    shoogi_error ignored;
    learned linear = { NULL, NULL };
    status = find_kind(&linear, &weights_kind, variant, directories,
                       shg_catalog_directories(directories), &ignored);
    status = or_default(&linear.weights, variant, status, &ignored);
    if (status != SHOOGI_OK) {
        shg_nnue_free(found.network);
        return status;
    }
    linear.weights->network = found.network;
    *out = linear.weights;
    return SHOOGI_OK;
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
