/* replay_main.c: runs a fuzz target over its known inputs, as a test with no fuzzer in it.
 *
 *     fuzz_replay fuzz/corpus/TARGET
 *
 * The build names the targets: -DTARGETS="TARGET(sfen) TARGET(usi)".
 * Every file of the directory is given whole, then cut short at a few lengths: readers break at the
 * edge.  Each input lies in a block of exactly its size, so that a sanitizer sees one byte too far.
 * Prints TAP.  A broken promise ends the process; the last `# file, bytes` line names the input. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

typedef int target_fn(const uint8_t *data, size_t data_bytes);

#define TARGET(name) target_fn name##_fuzz;
TARGETS
#undef TARGET

static const struct {
    const char *name;
    target_fn *run;
} targets[] = {
#define TARGET(name) { #name, name##_fuzz },
    TARGETS
#undef TARGET
};

static target_fn *find_target(const char *name)
{
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (strcmp(targets[i].name, name) == 0)
            return targets[i].run;
    return NULL;
}

/* script/fuzz makes no input longer than 64 KiB; what a person adds may be. */
enum { INPUT_BYTES_MAX = 1 << 20 };

static bool run_one(target_fn *target, const char *file, const uint8_t *bytes, size_t size)
{
    printf("# %s, %zu\n", file, size);
    fflush(stdout);
    uint8_t *copy = malloc(size);
    if (copy == NULL && size > 0) {
        return false;
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    target(copy, size);
    free(copy);
    return true;
}

static bool run_file(target_fn *target, const char *path)
{
    static uint8_t bytes[INPUT_BYTES_MAX];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    const bool whole = !ferror(file) && fgetc(file) == EOF;
    fclose(file);
    if (!whole) {
        return false;
    }
    if (!run_one(target, path, bytes, size)) {
        return false;
    }
    if (size > 1) {
        const size_t cuts[] = { 1, size / 4, size / 2, size - size / 4, size - 1 };
        for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
            if (!run_one(target, path, bytes, cuts[i])) {
                return false;
            }
        }
    }
    return true;
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s CORPUS_DIRECTORY\n", argv[0]);
        return 2;
    }
    const char *directory = argv[1];
    const char *slash = strrchr(directory, '/');
    const char *name = slash ? slash + 1 : directory;
    target_fn *const target = find_target(name);
    if (!target) {
        fprintf(stderr, "there is no target called %s\n", name);
        return 2;
    }
    printf("1..1\n");

    struct dirent **entries = NULL;
    const int count = scandir(directory, &entries, is_input, alphasort);
    bool good = count > 0 && run_one(target, "nothing", NULL, 0);
    for (int i = 0; i < count; i++) {
        char path[4096];
        const int length = snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (good && (length < 0 || (size_t)length >= sizeof path || !run_file(target, path))) {
            printf("# cannot read %s, or it is longer than %d bytes\n", path, INPUT_BYTES_MAX);
            good = false;
        }
        free(entries[i]);
    }
    free(entries);
    if (count <= 0) {
        printf("# no inputs in %s: give the target its first ones by hand\n", directory);
    }
    printf("%s 1 - %s: %d inputs\n", good ? "ok" : "not ok", name, count < 0 ? 0 : count);
    return good ? 0 : 1;
}
