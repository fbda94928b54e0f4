#include "match/match_file.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char ROUND[] = "round", MATCH[] = "match";

/* All of the file; NULL with errno. */
static char *read_all(int file, size_t *bytes)
{
    struct stat what;
    if (fstat(file, &what) != 0)
        return NULL;
    char *const text = malloc((size_t)what.st_size + 1);
    *bytes = 0;
    while (text && *bytes < (size_t)what.st_size) {
        const ssize_t got =
            pread(file, text + *bytes, (size_t)what.st_size - *bytes, (off_t)*bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            free(text);
            return NULL;
        }
        *bytes += (size_t)got;
    }
    return text;
}

/* One record of the file; false if it is no game of this match. */
static bool take(const shg_match_file *f, const shoogi_record *record, shg_match_file_game *game,
                 void *context)
{
    char key[24];
    const char *const round = shoogi_record_header(record, ROUND);
    const char *const match = shoogi_record_header(record, MATCH);
    const shoogi_node_info end = shoogi_record_node(record, shoogi_record_last(record, 0));
    snprintf(key, sizeof key, "%016" PRIx64, f->key);
    if (!round || !match || strcmp(match, key) != 0 || end.end == SHOOGI_END_NONE)
        return false;
    const long number = strtol(round, NULL, 10);
    if (number < 1 || number > INT32_MAX)
        return false;
    game(context, (unsigned)number, &end);
    return true;
}

/* The games of a text; *good: so much of it is whole. */
static shoogi_status take_all(size_t *good, shg_match_file *f, const char *text, size_t bytes,
                              const shoogi_variant *variant, shg_match_file_game *game,
                              void *context, shoogi_error *err)
{
    const shoogi_record_reading how = { .variant = variant };
    *good = 0;
    /* What a program that was killed left of its last game has no LF at its end, or no end of the game. */
    while (bytes > 0 && text[bytes - 1] != '\n')
        bytes--;
    while (*good < bytes) {
        shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
        size_t error_count = 0, used = 0;
        shoogi_record *record;
        const shoogi_status status =
            shoogi_record_read(&record, &used, SHOOGI_FORMAT_SHOOGI, text + *good, bytes - *good,
                               &how, errors, SHOOGI_RECORD_ERRORS_MAX, &error_count);
        const bool last = *good + used >= bytes;
        if (status == SHOOGI_NO_MEMORY)
            return status;
        const bool is_ours = status == SHOOGI_OK && take(f, record, game, context);
        const bool is_whole =
            status == SHOOGI_OK &&
            shoogi_record_node(record, shoogi_record_last(record, 0)).end != SHOOGI_END_NONE;
        if (status == SHOOGI_OK)
            shoogi_record_free(record);
        if (is_ours) {
            *good += used;
            f->any = true;
        } else if (last && f->any && !is_whole) {
            break;
        } else {
            return shg_error_set(err, SHOOGI_BAD_TEXT, 0, 0,
                                 "expected games of this match with these settings, found others");
        }
    }
    return SHOOGI_OK;
}

static shoogi_status fail(shoogi_error *err, const char *path)
{
    return shg_error_set(err, SHOOGI_IO, 0, 0, "%.100s: %s", path, strerror(errno));
}

shoogi_status shg_match_file_open(shg_match_file *out, const char *path, uint64_t key,
                                  const shoogi_variant *variant, shg_match_file_game *game,
                                  void *context, shoogi_error *err)
{
    shg_match_file f = { .key = key };
    size_t bytes, good;
    f.file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (f.file < 0)
        return fail(err, path);
    shoogi_status status;
    char *text = NULL;
    if (flock(f.file, LOCK_EX | LOCK_NB) != 0) {
        status =
            shg_error_set(err, SHOOGI_IO, 0, 0, "%.100s: another program plays this match", path);
    } else if ((text = read_all(f.file, &bytes)) == NULL) {
        status = fail(err, path);
    } else {
        status = take_all(&good, &f, text, bytes, variant, game, context, err);
        if (status == SHOOGI_OK && good < bytes && ftruncate(f.file, (off_t)good) != 0)
            status = fail(err, path);
    }
    free(text);
    if (status == SHOOGI_OK)
        *out = f;
    else
        close(f.file);
    return status;
}

void shg_match_file_close(shg_match_file *f)
{
    if (f->file >= 0)
        close(f->file);
    f->file = -1;
}

static shoogi_status set_header(shoogi_record *record, const char *name, const char *value)
{
    return shoogi_record_set_header(record, name, strlen(name), value, strlen(value));
}

/* All or, if the disk is full, what will be cut off by the next who opens the file. */
static shoogi_status write_all(int file, const char *text, size_t bytes)
{
    while (bytes > 0) {
        const ssize_t written = write(file, text, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return SHOOGI_IO;
        text += written;
        bytes -= (size_t)written;
    }
    return SHOOGI_OK;
}

shoogi_status shg_match_file_add(shg_match_file *f, shoogi_record *record, unsigned game)
{
    char number[16], key[24];
    if (f->file < 0)
        return SHOOGI_OK;
    snprintf(number, sizeof number, "%u", game);
    snprintf(key, sizeof key, "%016" PRIx64, f->key);
    shoogi_status status = set_header(record, ROUND, number);
    if (status == SHOOGI_OK)
        status = set_header(record, MATCH, key);
    if (status != SHOOGI_OK)
        return status;
    const shoogi_record_writing how = { .further = f->any };
    char *text;
    size_t bytes;
    uint32_t losses;
    status = shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_SHOOGI, record, &how, NULL);
    if (status != SHOOGI_OK)
        return status;
    status = write_all(f->file, text, bytes);
    f->any = f->any || status == SHOOGI_OK;
    shoogi_text_free(text);
    return status;
}
