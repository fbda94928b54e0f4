#include "learning/games_file.h"

#include "base/error.h"
#include "base/hash.h"
#include "core/position/position_int.h"
#include "learning/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    HEAD_BYTES = 9,
    PLY_BYTES = 11,
    COUNT_BYTES = 4,  /* the number of plies, if samples follow them */
    SAMPLE_BYTES = 8, /* and two for each of its moves */
    SUM_BYTES = 8,
    HAS_SAMPLES = 0x80, /* of the byte for the outcome */
    LENGTH_MAX =
        HEAD_BYTES + COUNT_BYTES +
        SHG_GAME_PLIES_MAX * (PLY_BYTES + SHG_SAMPLES * (SAMPLE_BYTES + 2 * SHG_SAMPLE_PLIES_MAX))
};

static const char magic[] = "shoogi-games 1 ";

/* Where the samples of a game are in the file; count 0: it has none. */
typedef struct place {
    off_t at;
    size_t byte_count;
} place;

struct shg_games_file {
    FILE *file;
    char path[100];    /* perhaps truncated; for messages */
    char heading[300]; /* its first line */
    off_t end;         /* of what has been read and written */
    place *samples;    /* [room] by the number of the game */
    size_t room;
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

/* The parts of a record. */
typedef struct record {
    size_t number, ply_count;
    unsigned outcome;
    const unsigned char *plies, *samples;
    size_t sample_bytes;
} record;

/* *out: filled.  false: it is none. */
static bool split(record *out, const unsigned char *bytes, size_t length)
{
    const bool has_samples = bytes[8] & HAS_SAMPLES;
    const size_t head = HEAD_BYTES + (has_samples ? COUNT_BYTES : 0);
    if (length < head)
        return false;
    *out = (record){ .number = (size_t)get(bytes + 4, 4),
                     .ply_count = has_samples ? (size_t)get(bytes + HEAD_BYTES, COUNT_BYTES)
                                              : (length - head) / PLY_BYTES,
                     .outcome = bytes[8] & ~(unsigned)HAS_SAMPLES,
                     .plies = bytes + head };
    if (out->ply_count > (length - head) / PLY_BYTES || out->outcome > SHOOGI_OUTCOME_NO_CONTEST)
        return false;
    out->samples = out->plies + out->ply_count * PLY_BYTES;
    out->sample_bytes = has_samples ? length - head - out->ply_count * PLY_BYTES : 0;
    return true;
}

/* false if a move is illegal, or there is none. */
static bool read_game(shg_game *g, const shoogi_variant *v, const record *from)
{
    shoogi_position *p;
    if (from->ply_count == 0 || shoogi_position_new(&p, v) != SHOOGI_OK)
        return false;
    g->outcome = (shoogi_outcome)from->outcome;
    g->played = calloc(from->ply_count, sizeof *g->played);
    g->room = g->played ? from->ply_count : 0;
    bool good = g->played;
    for (size_t i = 0; i < from->ply_count && good; i++) {
        const unsigned char *const at = from->plies + i * PLY_BYTES;
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

/* Remembers where samples are. */
static bool remember(shg_games_file *f, size_t number, place at)
{
    if (number >= f->room) {
        const size_t room = number * 2 + 256;
        place *const more = realloc(f->samples, room * sizeof *more);
        if (!more)
            return false;
        memset(more + f->room, 0, (room - f->room) * sizeof *more);
        f->samples = more;
        f->room = room;
    }
    f->samples[number] = at;
    return true;
}

void shg_games_file_drop(shg_game *game)
{
    shg_game_fini(game);
    game->count = 1;
}

/* Takes in a game at the end of what has been read. */
static shoogi_status take_game(shg_games_file *f, size_t *have, const unsigned char *bytes,
                               size_t length, const shg_games_wanted *wanted, shoogi_error *err)
{
    record r;
    const bool good = split(&r, bytes, length);
    if (good && (r.number >= wanted->count || wanted->games[r.number].count > 0))
        return SHOOGI_OK;
    if (good && r.number < wanted->first)
        shg_games_file_drop(&wanted->games[r.number]);
    else if (!good || !read_game(&wanted->games[r.number], wanted->variant, &r))
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                             "expected games of this variant in %.80s, found others", f->path);
    ++*have;
    const place samples = { f->end + (r.samples - bytes), r.sample_bytes };
    return remember(f, r.number, samples) ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* Reads all complete games, up to f->end.  *cut: whether the rest may be the beginning of one. */
static shoogi_status read_all(shg_games_file *f, size_t *have, bool *cut,
                              const shg_games_wanted *wanted, shoogi_error *err)
{
    unsigned char *const bytes = malloc((size_t)LENGTH_MAX + SUM_BYTES);
    if (!bytes)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    *have = 0;
    while (status == SHOOGI_OK) {
        const size_t got = fread(bytes, 1, 4, f->file);
        const size_t length = got == 4 ? (size_t)get(bytes, 4) : 0;
        *cut = got < 4;
        if (length < HEAD_BYTES || length > LENGTH_MAX)
            break;
        const size_t rest = length + SUM_BYTES - 4;
        *cut = fread(bytes + 4, 1, rest, f->file) < rest;
        if (*cut || shg_hash_bytes(SHG_HASH_START, bytes, length) != get(bytes + length, SUM_BYTES))
            break;
        status = take_game(f, have, bytes, length, wanted, err);
        f->end += (off_t)(length + SUM_BYTES);
    }
    free(bytes);
    return status;
}

static shoogi_status fail(const char *path, shoogi_error *err)
{
    return shg_error_set(
        err, errno == EWOULDBLOCK ? SHOOGI_CONFLICT : SHOOGI_IO, 0, 0, "%.80s: %s", path,
        errno == EWOULDBLOCK ? "another process is learning in this folder" : strerror(errno));
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
    const off_t begin = (off_t)strlen(f->heading);
    bool cut = false;
    *have = 0;
    f->end = begin;
    if (fseeko(f->file, 0, SEEK_END) != 0)
        return fail(f->path, err);
    const off_t size = ftello(f->file);
    if (size < begin)
        return ftruncate(fileno(f->file), 0) == 0 && fputs(f->heading, f->file) != EOF &&
                       fflush(f->file) == 0
                   ? SHOOGI_OK
                   : fail(f->path, err);
    if (fseeko(f->file, begin, SEEK_SET) != 0)
        return fail(f->path, err);
    const shoogi_status status = read_all(f, have, &cut, wanted, err);
    if (status != SHOOGI_OK || f->end == size)
        return status;
    if (ferror(f->file))
        return fail(f->path, err);
    if (!cut)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "%.80s is damaged at byte %lld",
                             f->path, (long long)f->end);
    return ftruncate(fileno(f->file), f->end) == 0 && fseeko(f->file, 0, SEEK_END) == 0
               ? SHOOGI_OK
               : fail(f->path, err);
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

static size_t bytes_of_samples(const shg_game *g)
{
    size_t bytes = 0;
    for (size_t i = 0; i < g->sample_count; i++)
        bytes += SAMPLE_BYTES + (size_t)2 * g->samples[i].ply_count;
    return bytes;
}

static void put_samples(unsigned char *at, const shg_game *g)
{
    for (size_t i = 0; i < g->sample_count; i++) {
        const shg_sample *const s = &g->samples[i];
        put(at, s->ply, 4);
        put(at + 4, (uint16_t)s->score, 2);
        at[6] = s->bound;
        at[7] = s->ply_count;
        at += SAMPLE_BYTES;
        for (unsigned j = 0; j < s->ply_count; j++, at += 2)
            put(at, s->moves[j], 2);
    }
}

shoogi_status shg_games_file_add(shg_games_file *file, const shg_game *game, size_t number,
                                 shoogi_error *err)
{
    const size_t sample_bytes = bytes_of_samples(game);
    const size_t head = HEAD_BYTES + (sample_bytes > 0 ? COUNT_BYTES : 0);
    const size_t plies = game->count * PLY_BYTES, length = head + plies + sample_bytes;
    unsigned char *const bytes = malloc(length + SUM_BYTES);
    if (!bytes)
        return SHOOGI_NO_MEMORY;
    put(bytes, length, 4);
    put(bytes + 4, number, 4);
    bytes[8] = (unsigned char)((unsigned)game->outcome | (sample_bytes > 0 ? HAS_SAMPLES : 0U));
    if (sample_bytes > 0)
        put(bytes + HEAD_BYTES, game->count, COUNT_BYTES);
    for (size_t i = 0; i < game->count; i++) {
        unsigned char *const at = bytes + head + i * PLY_BYTES;
        put(at, game->played[i].move, 8);
        put(at + 8, (uint16_t)game->played[i].score, 2);
        at[10] = game->played[i].quiet;
    }
    put_samples(bytes + head + plies, game);
    put(bytes + length, shg_hash_bytes(SHG_HASH_START, bytes, length), SUM_BYTES);
    const bool written =
        fwrite(bytes, length + SUM_BYTES, 1, file->file) == 1 && fflush(file->file) == 0;
    free(bytes);
    if (!written)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%.80s: %s", file->path, strerror(errno));
    const place samples = { file->end + (off_t)(head + plies), sample_bytes };
    file->end += (off_t)(length + SUM_BYTES);
    return remember(file, number, samples) ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* ---- samples ---- */

/* Into room for them all.  false if they are none. */
static bool read_samples(shg_game *g, const unsigned char *at, size_t byte_count)
{
    while (byte_count >= SAMPLE_BYTES) {
        shg_sample *const s = &g->samples[g->sample_count];
        *s = (shg_sample){ .ply = (uint32_t)get(at, 4),
                           .score = (int16_t)(uint16_t)get(at + 4, 2),
                           .bound = at[6],
                           .ply_count = at[7] };
        const size_t bytes = SAMPLE_BYTES + (size_t)2 * s->ply_count;
        if (s->bound > SHG_BOUND_EXACT || s->ply_count > SHG_SAMPLE_PLIES_MAX || bytes > byte_count)
            break;
        for (unsigned i = 0; i < s->ply_count; i++)
            s->moves[i] = (uint16_t)get(at + SAMPLE_BYTES + (size_t)2 * i, 2);
        g->sample_count++;
        at += bytes;
        byte_count -= bytes;
    }
    return byte_count == 0;
}

shoogi_status shg_games_file_samples(shg_game *game, const shg_games_file *file, size_t number,
                                     shoogi_error *err)
{
    const place from = number < file->room ? file->samples[number] : (place){ 0, 0 };
    unsigned char *const bytes = malloc(from.byte_count + 1);
    shg_game_drop_samples(game);
    game->sample_room = from.byte_count / SAMPLE_BYTES;
    game->samples = calloc(game->sample_room + 1, sizeof *game->samples);
    if (!bytes || !game->samples) {
        free(bytes);
        return SHOOGI_NO_MEMORY;
    }
    const ssize_t got = pread(fileno(file->file), bytes, from.byte_count, from.at);
    shoogi_status status = SHOOGI_OK;
    if (got < 0)
        status = fail(file->path, err);
    else if ((size_t)got < from.byte_count || !read_samples(game, bytes, from.byte_count))
        status = shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "%.80s is damaged at byte %lld",
                               file->path, (long long)from.at);
    free(bytes);
    return status;
}

void shg_games_file_close(shg_games_file *file)
{
    if (!file)
        return;
    if (file->file)
        fclose(file->file);
    free(file->samples);
    free(file);
}
