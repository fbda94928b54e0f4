#include "catalog/directories.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

size_t shg_catalog_directories(const char *directories[SHG_CATALOG_DIRECTORIES])
{
    size_t count = 0;
    const char *const named = getenv("SHOOGI_VARIANTS");
    if (named && *named != '\0')
        directories[count++] = named;
    directories[count++] = SHOOGI_DATADIR "/variants";
    if (sizeof SHOOGI_SOURCE_VARIANTS > 1)
        directories[count++] = SHOOGI_SOURCE_VARIANTS;
    return count;
}

void shg_folders_fini(shg_folders *folders)
{
    for (size_t i = 0; i < folders->count; i++)
        free(folders->paths[i]);
    free(folders->paths);
    *folders = (shg_folders){ 0 };
}

/* Adds a path, which is taken even on failure. */
static shoogi_status add(shg_folders *folders, char *path)
{
    char **const paths =
        path ? realloc(folders->paths, (folders->count + 1) * sizeof *paths) : NULL;
    if (!paths) {
        free(path);
        return SHOOGI_NO_MEMORY;
    }
    folders->paths = paths;
    paths[folders->count++] = path;
    return SHOOGI_OK;
}

static char *path_in(const char *directory, const char *name)
{
    const size_t room = strlen(directory) + 1 + strlen(name) + 1;
    char *const path = malloc(room);
    if (path)
        snprintf(path, room, "%s/%s", directory, name);
    return path;
}

/* Whether a path leads to a folder: for links, and for file systems that do not report the type of an entry. */
static bool leads_to_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static shoogi_status add_entry(shg_folders *folders, const char *directory,
                               const struct dirent *entry)
{
    const bool unclear = entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN;
    if (entry->d_name[0] == '.' || (entry->d_type != DT_DIR && !unclear))
        return SHOOGI_OK;
    char *const path = path_in(directory, entry->d_name);
    if (path && unclear && !leads_to_folder(path)) {
        free(path);
        return SHOOGI_OK;
    }
    return add(folders, path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

shoogi_status shg_folders_of(shg_folders *out, const char *directory)
{
    shg_folders folders = { 0 };
    shoogi_status status = add(&folders, strdup(directory));
    DIR *const entries = status == SHOOGI_OK ? opendir(directory) : NULL;
    const struct dirent *entry;
    while (entries && status == SHOOGI_OK && folders.count <= SHG_CATALOG_FOLDERS_MAX &&
           (entry = readdir(entries)))
        status = add_entry(&folders, directory, entry);
    if (entries)
        closedir(entries);
    if (status != SHOOGI_OK)
        shg_folders_fini(&folders);
    else
        qsort(folders.paths + 1, folders.count - 1, sizeof *folders.paths, by_name);
    *out = folders;
    return status;
}
