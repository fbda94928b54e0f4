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
    const shoogi_status status = shg_file_read(bytes, count, path, bytes_max, err);
    if (status != SHOOGI_NOT_FOUND)
        return status;
    if (err)
        *err = (shoogi_error){ .status = SHOOGI_OK };
    return SHOOGI_OK;
}

bool shg_folder_is_new(const char *folder, const char *name)
{
    DIR *const all = opendir(folder);
    const size_t length = strlen(name);
    bool new = all;
    for (const struct dirent *one; new && (one = readdir(all)) != NULL;)
        new =
            strcmp(one->d_name, ".") == 0 || strcmp(one->d_name, "..") == 0 ||
            (strncmp(one->d_name, name, length) == 0 && strcmp(one->d_name + length, ".new") == 0);
    if (all)
        (void)closedir(all);
    return new;
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
