#include "match/match_file.h"

#include "base/error.h"
#include "catalog/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 2000 * 1000 * 1000 };

static const char ROUND[] = "round", MATCH[] = "match";

/* The kinds of records in the file of a match. */
typedef enum record_state { FOREIGN, HALF_WRITTEN, WHOLE } record_state;

/* An incomplete game has its first lines, perhaps without the one that names the match; then the games before it identify it. */
static record_state classify_record(const shg_match_file *f, const shoogi_record *record,
                                    shg_match_file_game *game, void *context)
{
    char key[24];
    const char *const round = shoogi_record_header(record, ROUND);
    const char *const match = shoogi_record_header(record, MATCH);
    const shoogi_node_info end = shoogi_record_node(record, shoogi_record_line_end(record, 0));
    snprintf(key, sizeof key, "%016" PRIx64, f->key);
    if (match ? strcmp(match, key) != 0 : !f->any)
        return FOREIGN;
    if (end.termination == SHOOGI_TERMINATION_NONE)
        return HALF_WRITTEN;
    const long number = match && round ? strtol(round, NULL, 10) : 0;
    if (number < 1 || number > INT32_MAX)
        return FOREIGN;
    game(context, (unsigned)number, &end);
    return WHOLE;
}

/* Whether a text is the beginning of a record's first line. */
static bool is_cut_first_line(const char *text, size_t bytes)
{
    static const char line[] = "shoogi record 1\n";
    return bytes < sizeof line && memcmp(text, line, bytes) == 0;
}

/* Reads the games of a text; *good: the bytes of complete games, after which comes the beginning of another. */
static shoogi_status read_games(size_t *good, shg_match_file *f, const char *text, size_t bytes,
                                const shoogi_variant *variant, shg_match_file_game *game,
                                void *context, shoogi_error *err)
{
    const shoogi_record_read_options how = { .variant = variant };
    size_t lines_bytes = bytes; /* without a last line that has no LF */
    while (lines_bytes > 0 && text[lines_bytes - 1] != '\n')
        lines_bytes--;
    *good = 0;
    while (*good < bytes) {
        shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
        size_t error_count = 0, used = 0;
        shoogi_record *record;
        record_state what = FOREIGN;
        const shoogi_status status = shoogi_record_read(
            &record, &used, SHOOGI_FORMAT_SHOOGI, text + *good, lines_bytes - *good, &how, errors,
            SHOOGI_RECORD_ERRORS_MAX, &error_count);
        if (status == SHOOGI_NO_MEMORY)
            return status;
        if (status == SHOOGI_OK) {
            what = classify_record(f, record, game, context);
            shoogi_record_free(record);
        }
        const bool last = *good + used >= lines_bytes;
        if (last &&
            (what == HALF_WRITTEN || (f->any && is_cut_first_line(text + *good, bytes - *good))))
            break;
        if (what != WHOLE)
            return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                                 "expected games of this match with these settings, found others");
        *good += used;
        f->any = true;
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
    shoogi_error inner = { 0 };
    f.file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (f.file < 0)
        return fail(err, path);
    shoogi_status status;
    char *text = NULL;
    if (flock(f.file, LOCK_EX | LOCK_NB) != 0) {
        status = shg_error_set(err, SHOOGI_IO, 0, 0,
                               "%.100s: another process is playing this match", path);
    } else if ((status = shg_file_read_open(&text, &bytes, f.file, FILE_BYTES_MAX, &inner)) !=
               SHOOGI_OK) {
        status = shg_error_set(err, status, 0, 0, "%.80s: %.70s", path, inner.message);
    } else {
        status = read_games(&good, &f, text, bytes, variant, game, context, err);
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

/* Writes all or, if the disk is full, nothing: after half a game no other could be read. */
static shoogi_status write_all(int file, const char *text, size_t bytes)
{
    struct stat before;
    if (fstat(file, &before) != 0)
        return SHOOGI_IO;
    while (bytes > 0) {
        const ssize_t written = write(file, text, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            const int why = errno;
            (void)!ftruncate(file, before.st_size); /* otherwise the next open truncates it */
            errno = why;
            return SHOOGI_IO;
        }
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
    const shoogi_record_write_options how = { .follows_another = f->any };
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
