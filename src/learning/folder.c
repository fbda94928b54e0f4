#include "learning/folder.h"

#include "base/error.h"
#include "catalog/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

shoogi_status shg_folder_write(const char *folder, const char *name, const char *bytes,
                               size_t count, shoogi_error *err)
{
    char path[PATH_BYTES], new_path[PATH_BYTES + 8];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(new_path, sizeof new_path, "%s.new", path);
    FILE *const file = fopen(new_path, "wb");
    bool good = file && fwrite(bytes, 1, count, file) == count && fflush(file) == 0 &&
                fsync(fileno(file)) == 0;
    if (file)
        good = fclose(file) == 0 && good;
    if (good && rename(new_path, path) == 0)
        return SHOOGI_OK;
    const int error = errno;
    if (file)
        (void)unlink(new_path);
    return shg_error_set(err, SHOOGI_IO, 0, 0, "%.100s: %s", path, strerror(error));
}

shoogi_status shg_folder_read(char **bytes, size_t *count, const char *folder, const char *name,
                              size_t bytes_max, shoogi_error *err)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *bytes = NULL;
    shoogi_error inner = { 0 };
    const shoogi_status status = shg_file_read(bytes, count, path, bytes_max, &inner);
    return status == SHOOGI_OK || status == SHOOGI_NOT_FOUND
               ? SHOOGI_OK
               : shg_error_set(err, status, 0, 0, "%.100s: %s", path, inner.message);
}

/* Whether a file of the folder has one of the names, or one of them and ".new". */
static bool is_own(const char *file, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(file, names[i], length) == 0 &&
            (file[length] == '\0' || strcmp(file + length, ".new") == 0))
            return true;
    }
    return false;
}

shoogi_status shg_folder_check(const char *folder, const char *const *names, size_t count,
                               shoogi_error *err)
{
    char first[sizeof((struct dirent *)0)->d_name] = "";
    DIR *const all = opendir(folder);
    if (!all)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%.80s: %s", folder, strerror(errno));
    for (const struct dirent *one; (one = readdir(all)) != NULL;) {
        const char *const file = one->d_name;
        if (strcmp(file, ".") != 0 && strcmp(file, "..") != 0 && !is_own(file, names, count) &&
            (first[0] == '\0' || strcmp(file, first) < 0))
            snprintf(first, sizeof first, "%s", file);
    }
    (void)closedir(all);
    return first[0] == '\0'
               ? SHOOGI_OK
               : shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                                    "an empty folder, or that of a run of this command", first,
                                    strlen(first));
}

shoogi_status shg_folder_lock(int *lock, const char *folder, shoogi_error *err)
{
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) == 0)
        return SHOOGI_OK;
    const bool busy = errno == EWOULDBLOCK;
    const shoogi_status status =
        shg_error_set(err, busy ? SHOOGI_CONFLICT : SHOOGI_IO, 0, 0, "%.80s: %s", folder,
                      busy ? "another process uses this folder" : strerror(errno));
    if (*lock >= 0)
        (void)close(*lock);
    return status;
}

void shg_folder_unlock(int lock)
{
    (void)close(lock);
}
