#include "cli/atomic_file.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The temporary name; global for the signal handler.  "" if no file is being written. */
static char part[CLI_PATH_BYTES + 32];
static volatile sig_atomic_t part_is_set;

static void end_by(int number)
{
    if (part_is_set)
        (void)unlink(part);
    (void)raise(number); /* the handler has been reset, so this ends the program */
}

static void watch_signals(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction was;
        const struct sigaction now = { .sa_handler = end_by, .sa_flags = (int)SA_RESETHAND };
        if (sigaction(numbers[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL)
            (void)sigaction(numbers[i], &now, NULL);
    }
}

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

bool cli_atomic_file_open(cli_atomic_file *output, const char *path)
{
    struct stat what;
    if (path[0] == '\0' || strlen(path) >= sizeof output->path) {
        errno = path[0] == '\0' ? ENOENT : ENAMETOOLONG;
        return false;
    }
    strcpy(output->path, path);
    if (!make_folders(output->path))
        return false;
    if (lstat(path, &what) == 0) {
        errno = EEXIST;
        return false;
    }
    watch_signals();
    snprintf(part, sizeof part, "%s.part-%ld", path, (long)getpid());
    part_is_set = 1;
    output->file = fopen(part, "wbx");
    part_is_set = output->file != NULL;
    return output->file != NULL;
}

/* Gives the file its final name, unless a file of that name exists. */
static bool put_in_place(const char *path)
{
    struct stat what;
    if (link(part, path) == 0)
        return unlink(part) == 0;
    if (errno == EEXIST)
        return false;
    /* For file systems without hard links. */
    if (lstat(path, &what) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(part, path) == 0;
}

static bool finish(cli_atomic_file *output, bool keep)
{
    if (!output->file)
        return true;
    const bool good = !ferror(output->file);
    const bool closed = fclose(output->file) == 0;
    int error = closed ? EIO : errno;
    output->file = NULL;
    bool placed = false;
    if (keep && good && closed) {
        placed = put_in_place(output->path);
        error = errno;
    }
    if (!placed)
        (void)unlink(part);
    part_is_set = 0;
    errno = error;
    return placed;
}

bool cli_atomic_file_commit(cli_atomic_file *output)
{
    return finish(output, true);
}

void cli_atomic_file_discard(cli_atomic_file *output)
{
    (void)finish(output, false);
}
