#include "catalog/file.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static shoogi_status refuse(shoogi_error *err, int error)
{
    const shoogi_status status = error == ENOENT ? SHOOGI_NOT_FOUND : SHOOGI_IO;
    return shg_error_set(err, status, 0, 0, "cannot read: %s", strerror(error));
}

/* Fills bytes until the end of the file or until it is full.  Returns 0 or an errno. */
static int fill(size_t *got, int file, char *bytes, size_t room)
{
    *got = 0;
    while (*got < room) {
        const ssize_t count = read(file, bytes + *got, room - *got);
        if (count == 0)
            break;
        if (count > 0)
            *got += (size_t)count;
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

/* The size that the file reports.  A pipe, a device or a growing file may hold more. */
static size_t bytes_of(int file)
{
    enum { PIECE_BYTES = 64 * 1024 };
    struct stat what;
    return fstat(file, &what) == 0 && S_ISREG(what.st_mode) ? (size_t)what.st_size : PIECE_BYTES;
}

shoogi_status shg_file_read_open(char **out, size_t *out_bytes, int file, size_t bytes_max,
                                 shoogi_error *err)
{
    const size_t room_max =
        bytes_max + 1; /* the extra byte detects a file that is too big, and holds the NUL */
    char *bytes = NULL;
    size_t got = 0;
    int error = 0;
    for (size_t room = bytes_of(file) + 1; error == 0; room = 2 * room) {
        room = room < room_max ? room : room_max;
        char *const more = realloc(bytes, room);
        if (!more) {
            free(bytes);
            return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "%s",
                                 shoogi_status_text(SHOOGI_NO_MEMORY));
        }
        bytes = more;
        size_t count;
        error = fill(&count, file, bytes + got, room - got);
        got += count;
        if (got < room || room == room_max)
            break;
    }
    if (error != 0 || got > bytes_max) {
        free(bytes);
        return error != 0 ? refuse(err, error)
                          : shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                                          "expected at most %zu bytes, found more", bytes_max);
    }
    bytes[got] = '\0';
    *out = bytes;
    *out_bytes = got;
    return SHOOGI_OK;
}

shoogi_status shg_file_open(int *out, const char *path, shoogi_error *err)
{
    if (strcmp(path, "-") == 0) {
        *out = STDIN_FILENO;
        return SHOOGI_OK;
    }
    /* O_NONBLOCK: opening a pipe without a writer would wait for ever. */
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return refuse(err, errno);
    struct stat what;
    shoogi_status status = SHOOGI_OK;
    if (fstat(file, &what) != 0)
        status = refuse(err, errno);
    else if (S_ISDIR(what.st_mode))
        status = refuse(err, EISDIR);
    else if (!S_ISREG(what.st_mode))
        status = shg_error_set(err, SHOOGI_IO, 0, 0, "cannot read: not a plain file");
    if (status == SHOOGI_OK)
        *out = file;
    else
        close(file);
    return status;
}

void shg_file_close(int file)
{
    if (file != STDIN_FILENO)
        close(file);
}

shoogi_status shg_file_fill(size_t *got, int file, char *bytes, size_t room, shoogi_error *err)
{
    const int error = fill(got, file, bytes, room);
    return error == 0 ? SHOOGI_OK : refuse(err, error);
}

shoogi_status shg_file_read(char **out, size_t *out_bytes, const char *path, size_t bytes_max,
                            shoogi_error *err)
{
    int file = -1;
    shoogi_status status = shg_file_open(&file, path, err);
    if (status != SHOOGI_OK)
        return status;
    status = shg_file_read_open(out, out_bytes, file, bytes_max, err);
    shg_file_close(file);
    return status;
}
