#include "cli/bundled_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_bundled_data_path(char path[PATH_MAX], const char *name)
{
    char program[PATH_MAX];
    const ssize_t bytes = readlink("/proc/self/exe", program, sizeof program);
    if (bytes <= 0 || (size_t)bytes >= sizeof program)
        return false;
    program[bytes] = '\0';
    const char *const slash = strrchr(program, '/');
    if (!slash)
        return false;
    const int folder_bytes = (int)(slash - program);
    return snprintf(path, PATH_MAX, "%.*s/share/shoogi/%s", folder_bytes, program, name) <
               PATH_MAX &&
           access(path, R_OK | X_OK) == 0;
}

void cli_use_bundled_variants(void)
{
    char path[PATH_MAX];
    if (!getenv("SHOOGI_VARIANTS") && cli_bundled_data_path(path, "variants"))
        (void)setenv("SHOOGI_VARIANTS", path,
                     0); /* without memory the catalog uses its other directories */
}
