#include "learning/games_file.h"

#include "base/error.h"
#include "base/hash.h"
#include "catalog/file.h"
#include "core/position/position_int.h"
#include "learning/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { HEAD_BYTES = 9, PLY_BYTES = 11, SUM_BYTES = 8, FILE_BYTES_MAX = 2000 * 1000 * 1000 };

static const char magic[] = "shoogi-games 1 ";

struct shg_games_file {
    FILE *file;
    char path[100];    /* perhaps truncated; for messages */
    char heading[300]; /* its first line */
};

/* ---- bytes ---- */

static void put(unsigned char *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> (8 * i) & 0xFF);
}

static uint64_t get(const unsigned char *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* ---- reading ---- */

/* Reads the plies of one record; false if a move is illegal. */
static bool read_game(shg_game *g, const shoogi_variant *v, const unsigned char *plies,
                      size_t count)
{
    shoogi_position *p;
    if (shoogi_position_new(&p, v) != SHOOGI_OK)
        return false;
    g->played = calloc(count + 1, sizeof *g->played);
    g->room = g->played ? count + 1 : 0;
    bool good = g->played;
    for (size_t i = 0; i < count && good; i++) {
        const unsigned char *const at = plies + i * PLY_BYTES;
        shg_played *const m = &g->played[g->count++];
        m->move = get(at, 8);
        m->score = (int16_t)(uint16_t)get(at + 8, 2);
        m->quiet = at[10] != 0;
        good = shg_position_is_legal(p, m->move) && shoogi_position_do(p, m->move) == SHOOGI_OK;
    }
    shoogi_position_free(p);
    if (!good)
        shg_game_fini(g);
    return good;
}

/* Reads all complete games; *whole is where the last of them ends. */
static shoogi_status read_all(size_t *whole, size_t *have, const unsigned char *bytes,
                              size_t byte_count, const shg_games_wanted *wanted, const char *path,
                              shoogi_error *err)
{
    shg_game *const games = wanted->games;
    *whole = *have = 0;
    while (byte_count - *whole >= HEAD_BYTES + SUM_BYTES) {
        const unsigned char *const at = bytes + *whole;
        const size_t length = (size_t)get(at, 4);
        if (length < HEAD_BYTES || length > byte_count - *whole - SUM_BYTES ||
            shg_hash_bytes(SHG_HASH_START, at, length) != get(at + length, SUM_BYTES))
            break;
        const size_t number = (size_t)get(at + 4, 4), plies = (length - HEAD_BYTES) / PLY_BYTES;
        if (number < wanted->count && games[number].count == 0) {
            if (number < wanted->first)
                shg_games_file_drop(&games[number]);
            else if (at[8] > SHOOGI_OUTCOME_NO_CONTEST || plies == 0 ||
                     !read_game(&games[number], wanted->variant, at + HEAD_BYTES, plies))
                return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                                     "expected games of this variant in %.80s, found others", path);
            else
                games[number].outcome = (shoogi_outcome)at[8];
            ++*have;
        }
        *whole += length + SUM_BYTES;
    }
    return SHOOGI_OK;
}

/* Whether the rest of the file may be the beginning of a record. */
static bool is_cut(const unsigned char *rest, size_t byte_count)
{
    enum { RECORD_BYTES_MAX = HEAD_BYTES + SHG_GAME_PLIES_MAX * PLY_BYTES };
    return byte_count < 4 ||
           (get(rest, 4) <= RECORD_BYTES_MAX && byte_count < get(rest, 4) + SUM_BYTES);
}

static shoogi_status fail(const char *path, shoogi_error *err)
{
    return shg_error_set(
        err, errno == EWOULDBLOCK ? SHOOGI_CONFLICT : SHOOGI_IO, 0, 0, "%.80s: %s", path,
        errno == EWOULDBLOCK ? "another process is learning in this folder" : strerror(errno));
}

void shg_games_file_drop(shg_game *game)
{
    shg_game_fini(game);
    game->count = 1;
}

/* Checks that the file begins as it should, or as one whose first line could not be written whole. */
static shoogi_status check_heading(const shg_games_file *f, const char *made, shoogi_error *err)
{
    char bytes[sizeof f->heading];
    const size_t wanted = strlen(f->heading);
    const ssize_t count = pread(fileno(f->file), bytes, sizeof bytes, 0);
    if (count < 0)
        return fail(f->path, err);
    if (memcmp(bytes, f->heading, (size_t)count < wanted ? (size_t)count : wanted) == 0)
        return SHOOGI_OK;
    return shg_run_of_other(err, magic, made, bytes, (size_t)count);
}

/* Truncates an incomplete record, and writes the first line of a new file. */
shoogi_status shg_games_file_read(size_t *have, shg_games_file *f, const shg_games_wanted *wanted,
                                  shoogi_error *err)
{
    FILE *const file = f->file;
    const char *const path = f->path;
    char *bytes = NULL;
    size_t byte_count = 0, whole = 0;
    const size_t begin = strlen(f->heading);
    *have = 0;
    shoogi_status status =
        shg_file_read_open(&bytes, &byte_count, fileno(file), FILE_BYTES_MAX, err);
    if (status == SHOOGI_OK && byte_count < begin) {
        free(bytes);
        return ftruncate(fileno(file), 0) == 0 && fputs(f->heading, file) != EOF &&
                       fflush(file) == 0
                   ? SHOOGI_OK
                   : fail(path, err);
    }
    if (status == SHOOGI_OK)
        status = read_all(&whole, have, (const unsigned char *)bytes + begin, byte_count - begin,
                          wanted, path, err);
    whole += begin;
    if (status == SHOOGI_OK && whole < byte_count) {
        if (!is_cut((const unsigned char *)bytes + whole, byte_count - whole))
            status = shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "%.80s is damaged at byte %zu",
                                   path, whole);
        else if (ftruncate(fileno(file), (off_t)whole) != 0)
            status = fail(path, err);
    }
    free(bytes);
    return status;
}

shoogi_status shg_games_file_open(shg_games_file **out, const char *path, const char *made,
                                  shoogi_error *err)
{
    shg_games_file *const f = calloc(1, sizeof *f);
    if (!f)
        return SHOOGI_NO_MEMORY;
    snprintf(f->path, sizeof f->path, "%s", path);
    snprintf(f->heading, sizeof f->heading, "%s%.250s\n", magic, made);
    f->file = fopen(path, "a+b");
    shoogi_status status =
        f->file && flock(fileno(f->file), LOCK_EX | LOCK_NB) == 0 ? SHOOGI_OK : fail(path, err);
    if (status == SHOOGI_OK)
        status = check_heading(f, made, err);
    if (status == SHOOGI_OK)
        *out = f;
    else
        shg_games_file_close(f);
    return status;
}

/* ---- writing ---- */

shoogi_status shg_games_file_add(shg_games_file *file, const shg_game *game, size_t number,
                                 shoogi_error *err)
{
    const size_t length = HEAD_BYTES + game->count * PLY_BYTES;
    unsigned char *const bytes = malloc(length + SUM_BYTES);
    if (!bytes)
        return SHOOGI_NO_MEMORY;
    put(bytes, length, 4);
    put(bytes + 4, number, 4);
    bytes[8] = (unsigned char)game->outcome;
    for (size_t i = 0; i < game->count; i++) {
        unsigned char *const at = bytes + HEAD_BYTES + i * PLY_BYTES;
        put(at, game->played[i].move, 8);
        put(at + 8, (uint16_t)game->played[i].score, 2);
        at[10] = game->played[i].quiet;
    }
    put(bytes + length, shg_hash_bytes(SHG_HASH_START, bytes, length), SUM_BYTES);
    const bool written =
        fwrite(bytes, length + SUM_BYTES, 1, file->file) == 1 && fflush(file->file) == 0;
    free(bytes);
    return written ? SHOOGI_OK
                   : shg_error_set(err, SHOOGI_IO, 0, 0, "%.80s: %s", file->path, strerror(errno));
}

void shg_games_file_close(shg_games_file *file)
{
    if (!file)
        return;
    if (file->file)
        fclose(file->file);
    free(file);
}
